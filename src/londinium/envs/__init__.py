"""Environments for learning agents. Importing this makes them known to Gymnasium, where it is installed."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium"):
    from londinium.envs.registration import register

    register()
