"""The rules, one module per chapter of the rulebook; `play.py` puts them together for the kernel."""
