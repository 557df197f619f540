"""What holds for every request, whatever it asks for."""
