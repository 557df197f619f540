"""The rules of Old London Bridge, tested paragraph by paragraph; the rulebooks' own examples come first."""
