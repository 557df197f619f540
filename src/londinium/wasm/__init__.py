"""The rules as WebAssembly: one module for each game, from the functions that a CPU runs, and the way in from JavaScript."""
