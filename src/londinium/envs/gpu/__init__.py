"""Matches on a CUDA GPU, with the same rule functions that run on the CPU and the same bytes as the result.

`GpuVector` steps matches with actions that come from somewhere else and shows observations to it: PyTorch, JAX or CuPy, without a
copy. `GpuBatch` plays whole random matches and keeps their results.
"""

from __future__ import annotations

from londinium.envs.gpu.device import cuda
from londinium.envs.gpu.playouts import GpuBatch
from londinium.envs.gpu.vector import GpuVector

__all__ = ["GpuBatch", "GpuVector", "cuda"]
