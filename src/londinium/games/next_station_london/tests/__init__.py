"""The rules of Next Station: London, tested paragraph by paragraph."""
