"""Words for people: languages, errors, reasons, rulebooks."""
