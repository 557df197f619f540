"""What stands where a game leaves something out, so that rules and words alone can be played everywhere."""
