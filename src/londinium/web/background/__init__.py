"""Work that pages ask for and that takes a while."""
