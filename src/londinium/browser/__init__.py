"""Londinium in a browser, without a server: the same application, over a store of the browser's own."""
