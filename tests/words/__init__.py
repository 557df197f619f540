"""Tests of words: catalogues, glossary, typography, and room for longer languages."""
