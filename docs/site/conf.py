"""How Sphinx makes the site. What is on it, `build.py` says."""

from __future__ import annotations

from importlib.util import find_spec

project = "Londinium"
author = "The Londinium authors"
html_title = "Londinium"
html_theme = "furo"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
suppress_warnings = ["myst.header"]

autodoc_class_signature = "separated"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_default_options = {"undoc-members": True}
autodoc_inherit_docstrings = False
autodoc_mock_imports = [
    name for name in ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pyarrow") if find_spec(name) is None
]
python_use_unqualified_type_names = True
maximum_signature_line_length = 100
default_role = "code"
"""Docstrings mark code as Markdown does."""
