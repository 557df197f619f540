"""What must hold for every game, as functions that anybody may call on a game of their own; and where each rule is obeyed."""
