"""The compiled functions of environments, in a folder of their own: what is compiled depends on nothing else in `envs`."""
