"""Flat functions around Numba's, as LLVM text: an array is its address and its shape, and nothing else has to be said.

Numba passes an array as seven words or more (two of them for counting references, the number of items, their size, the address,
shape and strides), returns through a pointer, and hands back a status. All arrays here lie in one piece in the order of C.
"""

from __future__ import annotations

from londinium.wasm.description import ARRAY, NUMBER, REAL, RECORD, Parameter

LLVM_TYPES = {NUMBER: "i64", REAL: "double"}


def wrapper(name: str, inner: str, parameters: list[Parameter], result: str | None, stored: tuple[str, str]) -> str:
    """The exported function `name`, which calls Numba's `inner`. `stored` is how Numba stores the result, see `stored_as`."""
    outer: list[str] = []
    body = ["  %result = alloca i64", "  %error = alloca ptr", "  store i64 0, ptr %result"]
    passed, declared = ["ptr %result", "ptr %error"], ["ptr", "ptr"]
    for number, parameter in enumerate(parameters):
        own = f"%p{number}"
        if parameter.kind == ARRAY:
            words = _array(own, parameter, outer, body)
        elif parameter.kind == RECORD:
            outer.append(f"i32 {own}")
            body.append(f"  {own}.data = inttoptr i32 {own} to ptr")
            words = [f"ptr {own}.data"]
        else:
            outer.append(f"{LLVM_TYPES[parameter.kind]} {own}")
            words = [f"{LLVM_TYPES[parameter.kind]} {own}"]
        passed += words
        declared += [word.split()[0] for word in words]
    body.append(f'  %status = call i32 @"{inner}"({", ".join(passed)})')
    kind = LLVM_TYPES[result] if result else "void"
    if result is None:
        body.append("  ret void")
    elif stored[0] == kind:
        body += [f"  %value = load {kind}, ptr %result", f"  ret {kind} %value"]
    else:
        short, widen = stored
        body += [f"  %short = load {short}, ptr %result", f"  %value = {widen} {short} %short to {kind}", f"  ret {kind} %value"]
    lines = [
        f'declare i32 @"{inner}"({", ".join(declared)})',
        f'define {kind} @"{name}"({", ".join(outer)}) {{',
        *body,
        "}",
    ]
    return "\n".join(lines) + "\n"


def _array(own: str, parameter: Parameter, outer: list[str], body: list[str]) -> list[str]:
    """Numba's words for an array, from its address and its shape."""
    outer += [f"i32 {own}", *(f"i32 {own}.n{k}" for k in range(parameter.dimensions))]
    body.append(f"  {own}.data = inttoptr i32 {own} to ptr")
    for k in range(parameter.dimensions):
        body.append(f"  {own}.shape{k} = zext i32 {own}.n{k} to i64")
    # The last dimension lies closest together; the product over all of them is the number of items.
    body.append(f"  {own}.stride{parameter.dimensions - 1} = add i64 0, {parameter.size}")
    for k in reversed(range(parameter.dimensions - 1)):
        body.append(f"  {own}.stride{k} = mul i64 {own}.stride{k + 1}, {own}.shape{k + 1}")
    body.append(f"  {own}.items0 = add i64 0, {own}.shape0")
    for k in range(1, parameter.dimensions):
        body.append(f"  {own}.items{k} = mul i64 {own}.items{k - 1}, {own}.shape{k}")
    return [
        "ptr null",
        "ptr null",
        f"i64 {own}.items{parameter.dimensions - 1}",
        f"i64 {parameter.size}",
        f"ptr {own}.data",
        *(f"i64 {own}.shape{k}" for k in range(parameter.dimensions)),
        *(f"i64 {own}.stride{k}" for k in range(parameter.dimensions)),
    ]
