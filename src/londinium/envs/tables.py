"""Tables for the documentation, from the declarations in the code."""

from __future__ import annotations

from collections.abc import Iterable

from londinium.kernel.contracts.observation import Feature
from londinium.kernel.entries import entry


@entry
def feature_table(features: Iterable[Feature]) -> str:
    """Features as a table; indices count from the beginning of their part of the row."""
    rows = [
        f"| {feature.indices} | {feature.name} | {_shape(feature)} | {feature.high} | {feature.meaning} |" for feature in features
    ]
    return "\n".join(["| index | name | shape | highest | meaning |", "| --- | --- | --- | --- | --- |", *rows, ""])


def _shape(feature: Feature) -> str:
    return " × ".join(str(length) for length in feature.shape)
