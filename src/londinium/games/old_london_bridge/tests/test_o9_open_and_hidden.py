"""O-9 What is open and what is hidden is tested through the views."""
