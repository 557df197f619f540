"""Throws wrong arguments at everything that is public, in a process of its own: `python -m entries.throw LOG [PLACE]`.

`found.py` says what is public. Before each call its name goes to the log, so that whoever started this knows which call did not
come back. At the end it prints every call that answered with something else than a clear error.
"""

from __future__ import annotations

import faulthandler
import inspect
import linecache
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import londinium
from londinium.kernel.words.errors import LondiniumError

from .arguments import SMALL, right, thrown_at
from .found import callables, unmade
from .makers import BASE, BRIDGE, makers

PATIENCE = 8
"""Seconds of the processor for one call: nothing that is right takes a tenth of that, once everything is compiled."""


MOST_MEMORY = 4 << 30
"""Bytes: what asks for more is stopped, and not the machine."""


class Hang(BaseException):
    """A call that does not come back."""


def calls(function: Callable[..., Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each parameter with each wrong argument, the others being right where that is known."""
    kinds = inspect.Parameter
    parameters = [
        p for p in inspect.signature(function).parameters.values() if p.kind not in (kinds.VAR_KEYWORD, kinds.VAR_POSITIONAL)
    ]
    small = SMALL.get(getattr(function, "__name__", ""), {})
    known = {**right(), **small}
    for parameter in parameters:
        for wrong in thrown_at(parameter.name):
            others = {
                other.name: known.get(other.name, wrong)
                for other in parameters
                if other is not parameter
                and (other.default is kinds.empty or other.name in ("seats", "nodes", "simulations", *small))
            }
            yield f"{parameter.name}={str(wrong)[:40]}", {**others, parameter.name: wrong}


def judged(error: BaseException) -> str:
    """What is wrong with an error; nothing where it is a clear word."""
    if isinstance(error, LondiniumError):
        return "" if str(error).strip() else "an error without a word"
    said = f"{type(error).__name__}: {error}"
    if not isinstance(error, TypeError | ValueError) or isinstance(error, UnicodeError):
        return said
    frames = list(traceback.walk_tb(error.__traceback__))
    frame, line = frames[-1]
    file = frame.f_code.co_filename
    if file == __file__ or (file.endswith("kernel/entries.py") and len(frames) == 2):
        return ""  # Python itself: there is no such parameter, or one is missing
    ours = str(Path(londinium.__file__).parent)
    return "" if file.startswith(ours) and linecache.getline(file, line).strip().startswith("raise ") else said


def throw(log: TextIO, place: str = "") -> list[str]:
    faults: list[str] = []
    for name, make in callables():
        if not name.startswith(place):
            continue
        for what, arguments in calls(make()):
            log.seek(0)
            log.truncate()
            log.write(f"{name}({what})")
            log.flush()
            function = make()
            faulthandler.dump_traceback_later(40 * PATIENCE, exit=True)
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            try:
                function(**arguments)
            except (Exception, Hang) as error:
                if fault := judged(error):
                    faults.append(f"{name}({what}): {fault[:160]}")
                    print(faults[-1], file=sys.stderr, flush=True)  # also known if a later call does not come back
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    faulthandler.cancel_dump_traceback_later()
    return [*faults, *sorted(unmade)]


def compile_all() -> None:
    """Everything that a call may reach, once and with right arguments, so that nothing is compiled while the time counts."""
    from londinium.bots.search.search import Budget

    made = {name: make() for name, make in makers().items()}
    few, codes, engine = Budget(simulations=1), BRIDGE.option_codes(BRIDGE.choose()), BRIDGE.engine
    engine.play_random([1], 2, codes)
    engine.trace(1, 2, codes)
    engine.perft(BASE.position.states, BASE.boxes, 2)
    engine.fuzz([1], [2], [codes])
    made["Players"].play(["greedy", "random"], [1], codes)
    for thinker in ("Search", "Judge", "ForeseeingJudge"):
        made[thinker].think(BASE, 0, few)
    for judge in ("Judge", "ForeseeingJudge"):
        made[judge].compare(BASE, 0, BASE.legal(0), 1)
    made["Batch"].play_random(1)
    made["Ahead"].look([], [])
    for stepped, actions in (("LondiniumVector", [0, 0]), ("LondiniumEnv", 0), ("LondiniumAEC", 0)):
        made[stepped].step(actions)
    londinium.analyse(BASE, 1, par_seconds=0.0)


def _interrupt(*_: object) -> None:
    raise Hang("it did not come back")


if __name__ == "__main__":
    signal.signal(signal.SIGPROF, _interrupt)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    compile_all()
    with Path(sys.argv[1]).open("w", encoding="utf-8") as opened:
        found = throw(opened, *sys.argv[2:])
    print("\n".join(found))
    sys.exit(1 if found else 0)
