"""From Numba's functions to a WebAssembly module: their LLVM text, aimed at another machine, with flat functions around them."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from londinium.kernel.game import Game
from londinium.kernel.registry import game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.wasm.description import (
    SECTION,
    Parameter,
    Records,
    described,
    is_flat_result,
    kind_of_result,
    parameters_of,
    stored_as,
    types_of,
)
from londinium.wasm.exports import Export, exports_of
from londinium.wasm.helpers import helpers_asked, show_and_judge
from londinium.wasm.linker import link
from londinium.wasm.sources import fingerprint_of
from londinium.wasm.wrappers import wrapper

llvm: Any = import_module("llvmlite.binding")

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What every browser has had for years."""
WIDE = ",+simd128"
"""Four numbers at once: a third more thoughts with a network, and only larger code without."""

SQUARE_ROOT = """
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
"""
"""Numba calls a library for it, WebAssembly has an instruction: both round as the standard says."""


def build_module(found: Game) -> bytes:
    """The module of a game. Everything is compiled again: code from Numba's cache has no text."""
    show_and_judge(found)
    exports, records = [], Records(found)
    whole = llvm.parse_assembly(_head() + SQUARE_ROOT)
    told: dict[str, tuple[list[Parameter], str | None]] = {}
    for export in [*exports_of(found), *helpers_asked(found)]:
        compiled = _compiled(export)
        if not is_flat_result(compiled.signature.return_type):
            continue
        exports.append(export)
        parameters, result = parameters_of(export, records), kind_of_result(compiled.signature.return_type)
        inner = compiled.fndesc.llvm_func_name
        whole.link_in(llvm.parse_assembly(_aimed(compiled.library.get_llvm_str())))
        text = wrapper(export.name, inner, parameters, result, stored_as(compiled.signature.return_type))
        whole.link_in(llvm.parse_assembly(_head() + text))
        told[export.name] = parameters, result
    code = _machine_code(whole, set(told), has_network=bool(found.search.get("foresight")))
    section = json.dumps(described(found, told, records, fingerprint_of(found, exports)), separators=(",", ":")).encode()
    return link(code, told) + custom_section(SECTION, section)


def _compiled(export: Export) -> Any:
    """Numba's form of a function for these types."""
    types = types_of(export)
    function: Any = export.function
    if types not in function.overloads:
        function.compile(types)
    return function.overloads[types]


def _head() -> str:
    return f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'


def _aimed(text: str) -> str:
    """LLVM text for WebAssembly with 32-bit addresses: records hold no pointers, so nothing else depends on them.

    What calls Python is left out.
    """
    lines, skipping = [], False
    for line in text.split("\n"):
        skipping = skipping or (line.startswith("define") and ("@_ZN7cpython" in line or "@cfunc." in line))
        if not skipping:
            lines.append(line)
        elif line == "}":
            skipping = False
    text = "\n".join(lines)
    text = re.sub(r"^target datalayout.*$", f'target datalayout = "{LAYOUT}"', text, flags=re.M)
    text = re.sub(r"^target triple.*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    return re.sub(r"= common (local_unnamed_addr )?global", r"= linkonce_odr \1global", text)


def _machine_code(whole: Any, exports: set[str], *, has_network: bool) -> bytes:
    """An object file. Whatever is not exported is this module's own business, so the optimiser may do as it likes with it."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for one in [*whole.functions, *whole.global_variables]:
        if not one.is_declaration and one.name not in exports:
            one.linkage = "internal"
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES + (WIDE if has_network else ""), opt=3)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    missing = [one.name for one in whole.functions if one.is_declaration and not one.name.startswith("llvm.")]
    if missing:
        raise LondiniumError(N_("the rules call functions that a browser does not have: {names}"), names=", ".join(missing))
    whole.verify()
    code: bytes = machine.emit_object(whole)
    return code


# ── Sections ─────────────────────────────────────────────────────────────────


def custom_section(name: str, content: bytes) -> bytes:
    """A section that WebAssembly itself does not look at."""
    named = _number(len(name)) + name.encode() + content
    return b"\0" + _number(len(named)) + named


def _number(value: int) -> bytes:
    """A number as WebAssembly writes it: seven bits in each byte, the lowest first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def build_here() -> None:
    """Build in this process: `modules.build` starts it with nothing in the cache."""
    slug, file = sys.argv[1:]
    Path(file).write_bytes(build_module(game(slug)))


if __name__ == "__main__":
    build_here()
