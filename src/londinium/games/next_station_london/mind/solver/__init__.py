"""The solver: with every card known, the best total that one seat could reach, and a bound that nobody can pass."""
