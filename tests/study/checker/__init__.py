"""What is said of moves, checked by rules written down once more from the rulebooks: without the code that says it."""
