"""What players made of code think of a position: its worth, its outlook, and a solver that knows every card."""
