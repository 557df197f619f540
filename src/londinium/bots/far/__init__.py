"""Minds whose simulations are made elsewhere: in workers of a browser, which hold the rules as WebAssembly."""
