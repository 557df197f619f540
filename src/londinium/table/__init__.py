"""The live table: people and bots at one match, every event stored before anybody is told. It knows nothing of the web."""
