"""The rules, one module per chapter of RULES.md; `play.py` puts them together for the kernel."""
