"""What an exported file needs to think by itself: the game's rules as WebAssembly, a script for a worker, and questions."""

from __future__ import annotations

import base64
import gzip
from dataclasses import dataclass
from importlib.util import find_spec

from londinium.kernel.match import Match
from londinium.study.questions import questions
from londinium.web.http.bundle import bundle


@dataclass(frozen=True)
class CarriedJudge:
    """Texts for a page; what is packed is in base 64."""

    questions: str
    module: str
    script: str


def carried_judge(match: Match, code: str, seat: int | None = None) -> CarriedJudge | None:
    """About all decisions, or about those of one seat with what it knew. None where the rules are not there as WebAssembly: for a
    game of others whose module was not built, and in a browser, where Python has no such files; and of a match that began in a
    position, as the page plays moves from the beginning of the game.
    """
    if find_spec("londinium.wasm") is None:
        return None
    from londinium.wasm.modules import ENGINE_SCRIPTS, module_file

    file = module_file(match.game)
    if not file.exists() or match.is_set_up:
        return None
    asked = questions(match, code, seat).to_json()
    return CarriedJudge(_packed(asked), _packed(file.read_bytes()), bundle("judge_worker.js", ENGINE_SCRIPTS))


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
