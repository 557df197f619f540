"""Load on a server: many tables whose seats are played over real sockets, and the same sockets over a bare echo."""
