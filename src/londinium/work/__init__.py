"""Slow work: shared by processes or a cluster, done aside at the lowest priority, or waiting in a queue. It knows no games."""
