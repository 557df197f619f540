"""Python functions that XLA calls while a compiled program of JAX runs, with the addresses of its own arrays: nothing is copied.

    register_call("londinium_step", "CUDA", handler)      # handler(stream, inputs, outputs), each a list of addresses
    jax.ffi.ffi_call("londinium_step", shapes, input_output_aliases={0: 0})(state, actions)

XLA's foreign function interface wants a C function of one argument, a pointer to what a call is about. The structures below are
those of `xla/ffi/api/c_api.h` that are needed (version 0.x of the interface, in jaxlib from 0.5 on).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from londinium.envs.extras import library

Handler = Callable[[int, list[int], list[int]], None]
"""handler(stream, inputs, outputs): the stream on a GPU (0 on a processor) and where the arrays lie."""

METADATA = 1
"""The kind of extension by which XLA asks, when a call is registered, which version of the interface it was written for."""
EXECUTE = 3
"""The stage of a call in which it is to do its work."""
UNKNOWN_ERROR = 2
"""XLA's number for an error of no particular kind."""

Size, Pointer, Int, Long = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64


class _Extension(ctypes.Structure):
    _fields_ = (("struct_size", Size), ("kind", Int), ("next", Pointer))


class _Version(ctypes.Structure):
    _fields_ = (("struct_size", Size), ("extension_start", Pointer), ("major", Int), ("minor", Int))


class _Metadata(ctypes.Structure):
    _fields_ = (("struct_size", Size), ("version", _Version), ("traits", ctypes.c_uint32))


class _MetadataExtension(ctypes.Structure):
    _fields_ = (("base", _Extension), ("metadata", ctypes.POINTER(_Metadata)))


class _Buffer(ctypes.Structure):
    _fields_ = (
        ("struct_size", Size),
        ("extension", Pointer),
        ("dtype", Int),
        ("data", Pointer),
        ("rank", Long),
        ("dims", Pointer),
    )


class _Arrays(ctypes.Structure):
    """The arguments of a call, or its results."""

    _fields_ = (
        ("struct_size", Size),
        ("extension", Pointer),
        ("size", Long),
        ("types", Pointer),
        ("arrays", ctypes.POINTER(ctypes.POINTER(_Buffer))),
    )

    def addresses(self) -> list[int]:
        return [int(self.arrays[k].contents.data or 0) for k in range(self.size)]


class _Api(ctypes.Structure):
    """XLA's own functions, as far as we call them."""

    _fields_ = (
        ("struct_size", Size),
        ("extension", Pointer),
        ("version", _Version),
        ("internal", Pointer),
        ("error_create", Pointer),
        ("error_message", Pointer),
        ("error_destroy", Pointer),
        ("register", Pointer),
        ("stream_get", Pointer),
    )


class _Frame(ctypes.Structure):
    """Everything about one call."""

    _fields_ = (
        ("struct_size", Size),
        ("extension", ctypes.POINTER(_MetadataExtension)),
        ("api", ctypes.POINTER(_Api)),
        ("context", Pointer),
        ("stage", Int),
        ("inputs", _Arrays),
        ("outputs", _Arrays),
    )


class _StreamRequest(ctypes.Structure):
    _fields_ = (("struct_size", Size), ("extension", Pointer), ("context", Pointer), ("stream", Pointer))


class _ErrorRequest(ctypes.Structure):
    _fields_ = (("struct_size", Size), ("extension", Pointer), ("message", ctypes.c_char_p), ("code", Int))


_Call = ctypes.CFUNCTYPE(Pointer, ctypes.POINTER(_Frame))
_Ask = ctypes.CFUNCTYPE(Pointer, Pointer)
_registered: dict[str, Any] = {}
"""What XLA may call, for as long as the process lives."""


def register_call(name: str, platform: str, handler: Handler) -> None:
    """Let programs of JAX call a function of ours by this name."""

    def answer(frame: Any) -> int | None:
        call = frame.contents
        if call.extension and call.extension.contents.base.kind == METADATA:
            # These structures have kept their beginnings since the first version, so we are as new as whoever asks.
            ours, theirs = call.extension.contents.metadata.contents.version, call.api.contents.version
            ours.major, ours.minor = theirs.major, theirs.minor
            return None
        if call.stage != EXECUTE:
            return None
        try:
            stream = _stream_of(call) if platform == "CUDA" else 0
            handler(stream, call.inputs.addresses(), call.outputs.addresses())
        except Exception as error:  # it must not travel through C
            return _error(call, f"{type(error).__name__}: {error}")
        return None

    _registered[name] = function = _Call(answer)
    ffi = library("jax.ffi", "jax")
    ffi.register_ffi_target(name, ffi.pycapsule(ctypes.cast(function, Pointer)), platform=platform, api_version=1)


def _stream_of(call: Any) -> int:
    request = _StreamRequest(ctypes.sizeof(_StreamRequest), None, call.context, None)
    if _Ask(call.api.contents.stream_get)(ctypes.addressof(request)):
        raise RuntimeError("XLA gives no stream")
    return int(request.stream or 0)


def _error(call: Any, message: str) -> int | None:
    request = _ErrorRequest(ctypes.sizeof(_ErrorRequest), None, message.encode(), UNKNOWN_ERROR)
    found: int | None = _Ask(call.api.contents.error_create)(ctypes.addressof(request))
    return found
