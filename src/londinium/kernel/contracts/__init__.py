"""What a game may bring besides its rules: a contract for each room of its folder, which has the same name."""
