"""What a game may bring beside its rules: a contract for each room of its folder, which has the same name."""
