"""What every page and socket of one server shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from starlette.requests import HTTPConnection

from londinium.kernel.words.errors import N_
from londinium.web.http.assets import Assets
from londinium.web.http.doorkeeper import Doorkeeper
from londinium.web.http.journal import Journal
from londinium.web.http.limits import Addresses, TooFast
from londinium.web.http.metrics import Metrics
from londinium.web.http.socket_turns import SocketTurns
from londinium.web.http.visitor import visitor_of
from londinium.web.http.vitals import Vitals
from londinium.web.place import SERVER, Place

if TYPE_CHECKING:
    from londinium.table.hall.hall import Hall
    from londinium.table.history.ledger import Ledger
    from londinium.web.background.analyses import Analyses
    from londinium.web.background.bells import Bells
    from londinium.web.background.hints import Hints
    from londinium.web.background.memory_watch import MemoryWatch
    from londinium.web.background.pars import Pars
    from londinium.web.background.pictures import Films, PictureFiles
    from londinium.web.background.preparation import Preparation
    from londinium.web.background.random_boxes import RandomBoxes
    from londinium.web.background.readings import Readings
    from londinium.web.background.replays import Replays
    from londinium.web.live.device import Devices
    from londinium.web.live.picture import Showings
    from londinium.web.pages.puzzle import PuzzleShelf


@dataclass
class Site:
    hall: Hall
    assets: Assets
    covers: dict[str, str]
    showings: Showings
    readings: Readings
    replays: Replays
    analyses: Analyses
    hints: Hints
    pictures: PictureFiles
    films: Films
    random_boxes: RandomBoxes
    pars: Pars
    ledger: Ledger
    bells: Bells
    puzzles: PuzzleShelf
    metrics: Metrics
    journal: Journal
    addresses: Addresses
    devices: Devices
    vitals: Vitals
    door: Doorkeeper
    turns: SocketTurns
    place: Place = SERVER
    preparation: Preparation | None = None
    memory: MemoryWatch | None = None


def site_of(connection: HTTPConnection) -> Site:
    return cast(Site, connection.app.state.site)


def address_of(connection: HTTPConnection) -> str:
    """Whose patience is counted."""
    return visitor_of(connection.scope)


def check_pace(connection: HTTPConnection, kind: str) -> None:
    """Let a page go on only if its address has not asked for too much."""
    site = site_of(connection)
    if not site.addresses.take(kind, address_of(connection)):
        site.metrics.count("limited", kind=kind)
        problem = TooFast(N_("that was too fast; please wait a moment"))
        problem.seconds = site.addresses.wait(kind, address_of(connection))
        raise problem
