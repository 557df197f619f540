"""Arrays on the GPU that PyTorch, JAX and CuPy take without a copy, by the CUDA array interface or by DLPack."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from londinium.kernel.entries import WrongType
from londinium.kernel.words.errors import N_, LondiniumError

CUDA = 2
"""DLPack's number for memory of a CUDA GPU."""
DLPACK_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's numbers for kinds of elements."""
DEFAULT_STREAMS = (None, -1, 1)
"""What DLPack calls the stream that we work on, or wants nothing done about; any other has to wait for us."""


class _Tensor(ctypes.Structure):
    """DLManagedTensor of dlpack.h."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_lent: dict[int, tuple[Any, ...]] = {}
"""What others use, by the address of its description: it lives until they give it back."""

_NAME = b"dltensor"
_capsule_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_capsule_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def _give_back(address: int, lent: dict[int, Any] = _lent) -> None:
    lent.pop(address, None)


def _forget_unused(capsule: int, lent: dict[int, Any] = _lent) -> None:
    # The consumer of a capsule renames it, and gives the array back by itself.
    if _capsule_is_valid(capsule, _NAME):
        lent.pop(_capsule_pointer(capsule, _NAME), None)


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_give_back)
_DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_forget_unused)
# Others may give arrays back when Python has begun to forget its modules: these two stay.
for _callback in (_DELETER, _DESTRUCTOR):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_callback))


class DeviceArray:
    """An array on the GPU. It stays where it is, and every step overwrites it; make a copy to keep its contents."""

    def __init__(self, cuda: Any, array: Any, transposed: bool = False) -> None:
        self._cuda, self._array, self._transposed = cuda, array, transposed
        turn = slice(None, None, -1) if transposed else slice(None)
        self.shape, self.strides = tuple(array.shape[turn]), tuple(array.strides[turn])
        self.dtype, self.ndim = array.dtype, array.ndim

    @property
    def T(self) -> DeviceArray:  # noqa: N802  # NumPy's name
        """The same memory with its axes turned round."""
        return DeviceArray(self._cuda, self._array, not self._transposed)

    def __len__(self) -> int:
        return int(self.shape[0])

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype}, strides={self.strides})"

    def copy_to_host(self) -> Any:
        """A copy as a NumPy array; it waits for everything that is under way."""
        host = self._array.copy_to_host()
        return host.T if self._transposed else host

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("an array on a GPU cannot become a NumPy array without a copy")
        return np.asarray(self.copy_to_host(), dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        told: dict[str, Any] = self._array.__cuda_array_interface__
        return {**told, "shape": self.shape, "strides": self.strides}

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, int(self._array.gpu_data.context.device.id)

    def __dlpack__(
        self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        """A DLPack capsule. Our kernels run on the default stream; a consumer on another gets the array when they are done."""
        device = self.__dlpack_device__()
        if copy or (dl_device is not None and tuple(dl_device) != device):
            raise BufferError("this array is only given where it is, without a copy")
        if stream not in DEFAULT_STREAMS:
            self._cuda.synchronize()
        return lend(self.__cuda_array_interface__, device, self._array)


def lend(interface: dict[str, Any], device: tuple[int, int], owner: Any) -> Any:
    """A DLPack capsule of what an array interface describes; `owner` keeps the memory while somebody uses it."""
    shape, dtype = interface["shape"], np.dtype(interface["typestr"])
    numbers = ctypes.c_int64 * len(shape)
    sizes, steps = numbers(*shape), numbers(*(stride // dtype.itemsize for stride in interface["strides"]))
    tensor = _Tensor(
        data=interface["data"][0],
        device_kind=device[0],
        device=device[1],
        dimensions=len(shape),
        code=DLPACK_CODES[dtype.kind],
        bits=8 * dtype.itemsize,
        lanes=1,
        shape=ctypes.addressof(sizes),
        strides=ctypes.addressof(steps),
        deleter=ctypes.cast(_DELETER, ctypes.c_void_p),
    )
    address = ctypes.addressof(tensor)
    _lent[address] = (tensor, sizes, steps, owner)
    return _capsule_new(address, _NAME, ctypes.cast(_DESTRUCTOR, ctypes.c_void_p))


def on_device(cuda: Any, array: Any, count: int) -> Any:
    """An array for a kernel: what lies on the GPU is used there, everything else is copied to it."""
    if isinstance(array, DeviceArray):
        array = array._array
    if hasattr(array, "block_until_ready") and hasattr(array, "__cuda_array_interface__"):
        # JAX computes on a stream of its own and lends nothing to ours: its memory is taken by its address, once it is ready.
        array = cuda.as_cuda_array(array.block_until_ready())
    lies_there = hasattr(array, "__cuda_array_interface__") or (
        hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] == CUDA
    )
    given = array if lies_there else cuda.to_device(np.ascontiguousarray(array))
    if tuple(given.shape) != (count,):
        raise LondiniumError(N_("there must be one action for each of the {count} matches"), count=count)
    if "int" not in str(given.dtype):  # as NumPy, PyTorch, JAX and CuPy all call them
        raise WrongType(N_("{name} must be whole numbers, not {given}"), name="actions", given=given.dtype)
    return given
