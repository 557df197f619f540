"""Flat declarations: one class gives dtype, names, documentation and types, and refuses what would break."""

from __future__ import annotations

import numpy as np
import pytest

from londinium.kernel.flat import RESERVED, Cells, Flat, int8, int16, int64


class Sample(Flat):
    """A state with gaps to fill."""

    flag: int = int8("a small number")
    mask: int = int64("a wide one")
    table: Cells = int16("a table", 2, 3)


def test_one_declaration_gives_dtype_and_documentation() -> None:
    assert [name for name in Sample.dtype.names or () if not name.startswith("gap")] == ["flag", "mask", "table"]
    assert Sample.dtype["table"].shape == (2, 3)
    assert Sample.fields["mask"].doc == "a wide one"
    assert "| `table` | int16[2, 3] | a table |" in Sample.describe()


def test_fields_are_read_and_written_by_name() -> None:
    samples = Sample.new(2)
    samples[1].table[1, 2] = 7
    samples[1].mask = 1 << 60
    assert samples[1].table[1, 2] == 7
    assert samples[1].mask == 1 << 60
    assert samples[0].mask == 0


def test_a_copy_has_the_same_bytes() -> None:
    """NumPy does not copy gaps between fields; so there are none."""
    assert Sample.dtype.isalignedstruct
    used = sum(np.dtype(Sample.dtype[name]).itemsize for name in Sample.dtype.names or ())
    assert used == Sample.dtype.itemsize
    samples = Sample.from_bytes(bytes(range(Sample.dtype.itemsize)))
    assert samples.copy().tobytes() == samples.tobytes() == bytes(range(Sample.dtype.itemsize))


@pytest.mark.parametrize("name", ["round", "take", "max", "view", "size", "copy", "_hidden", "class"])
def test_names_that_numpy_uses_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"may not be called '{name}'"):
        type("Bad", (Flat,), {"__annotations__": {name: int}, name: int8("something")})


def test_every_method_of_numpys_record_is_reserved() -> None:
    assert {"round", "tobytes", "astype", "min", "sum", "pprint"} <= RESERVED


def test_a_field_without_storage_or_documentation_is_refused() -> None:
    with pytest.raises(TypeError, match="has no storage"):
        type("Bad", (Flat,), {"__annotations__": {"cash": int}})
    with pytest.raises(TypeError, match="has no documentation"):
        type("Bad", (Flat,), {"__annotations__": {"cash": int}, "cash": int8(" ")})
