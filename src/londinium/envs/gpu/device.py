"""The CUDA device, or a clear word about what is missing."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from londinium.kernel.rules import COMPILED, numba
from londinium.kernel.words.errors import N_, LondiniumError


def cuda() -> Any:
    """The numba-cuda module; LondiniumError says what is missing."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda up to 0.30 still asks for the name that NumPy 2.5 dropped
    if not (is_simulated() or is_numba_cuda_installed()):
        # Numba brings a `numba.cuda` of its own, which is older and not maintained: it must not pass for numba-cuda.
        raise LondiniumError(N_("numba-cuda is not installed; it comes with the extra [gpu]: pip install 'londinium[gpu]'"))
    try:
        import numba.cuda

        module: Any = numba.cuda
    except ImportError as error:
        raise LondiniumError(N_("this needs the extra [gpu]: pip install 'londinium[gpu]' ({reason})"), reason=error) from None
    if not module.is_available():
        raise LondiniumError(N_("numba-cuda is installed, but there is no CUDA GPU that it can use"))
    return module


def is_numba_cuda_installed() -> bool:
    try:
        version("numba-cuda")
    except PackageNotFoundError:
        return False
    return True


def is_simulated() -> bool:
    """Whether Numba's simulator stands in for a GPU (NUMBA_ENABLE_CUDASIM): slow, and with interpreted rules; for tests."""
    return numba is not None and bool(numba.config.ENABLE_CUDASIM)


def require_compiled_rules() -> None:
    if is_simulated() == COMPILED:
        raise LondiniumError(N_("rules are interpreted here (NUMBA_DISABLE_JIT), so there is nothing to run on a GPU"))
