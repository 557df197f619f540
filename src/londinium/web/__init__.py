"""The table in the browser: pages, one WebSocket per table page, and a small client without a rule in it."""
