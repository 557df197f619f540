"""What each address answers, a module per kind of page."""
