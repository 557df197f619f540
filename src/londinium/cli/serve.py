"""`londinium serve`: the tables in the browser, for this machine, a home network or the world."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import webbrowser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.database import database_option
from londinium.cli.shared.house import SPAN, House, retention
from londinium.cli.shared.settings import lang_option, memory_option
from londinium.cli.shared.speech import text
from londinium.kernel.announcement import be_quiet
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.work.memory import LEAST_WORK_MEMORY_MB, WORK_MEMORY, WORK_MEMORY_MB

if TYPE_CHECKING:
    import uvicorn

    from londinium.kernel.game import Game
    from londinium.web.http.front import Front
    from londinium.web.http.limits import Limits
    from londinium.web.http.lines import Words
    from londinium.web.place import Place


@click.command(
    help=text(
        "Serve the tables: open the printed address in a browser and play. Everything is kept in the "
        "database; stop with Ctrl+C and start again, and all tables continue."
    )
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help=text("Address to listen on; 0.0.0.0 lets other machines in, such as phones on the same network."),
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help=text("Port; 0 picks a free one."))
@database_option
@click.option("--open", "browse", is_flag=True, help=text("Open the page in a browser."))
@click.option("--no-limits", is_flag=True, help=text("No limit on the request rate per address; for load tests."))
@click.option(
    "--limit",
    "limit_wishes",
    multiple=True,
    metavar="NAME=BURST/RATE",
    help=text(
        "Another limit per address, such as tables=60/1 (60 at once, then one per second) or connections=800; can be "
        "repeated. Also from the environment: LONDINIUM_LIMITS."
    ),
)
@click.option(
    "--analysis-simulations", type=click.IntRange(1), help=text("How many simulations an analysis runs for each decision.")
)
@click.option(
    "--solver-seconds",
    type=click.FloatRange(0),
    help=text("How long to search for the best totals, where a game has a solver; 0 skips this."),
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME=BOT",
    help=text(
        "A bot of somebody else's that may sit at tables here: thrifty=MODULE:NAME, rook=engine:COMMAND or pupil=policy:FILE; "
        "can be repeated. It "
        "runs on this machine with your rights."
    ),
)
@click.option("--contact", default="", help=text("How to reach you, for the page about the site: an email address or a link."))
@click.option(
    "--push-service",
    "push_services",
    multiple=True,
    help=text("A push service in addition to those of the browser makers, such as https://push.example.org; can be repeated."),
)
@click.option(
    "--puzzles",
    "puzzle_files",
    multiple=True,
    type=click.Path(path_type=Path),
    help=text("A file of puzzles to show alongside our own, from `londinium puzzles --mine`; can be repeated."),
)
@click.option(
    "--site",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help=text("A folder written by `londinium site`, to be offered at /offline (default: the one in the cache)."),
)
@click.option(
    "--grace",
    type=click.FloatRange(0),
    default=5.0,
    show_default=True,
    help=text("When told to stop while others serve the same database: seconds for the balancer to notice, before pages go."),
)
@memory_option(text("Memory to stay within: what is kept to be quick gives way before it is full."))
@click.option(
    "--work-memory",
    type=click.IntRange(LEAST_WORK_MEMORY_MB),
    default=WORK_MEMORY_MB,
    show_default=True,
    envvar="LONDINIUM_WORK_MEMORY",
    metavar="MB",
    help=text(
        "Memory for analyses, solvers, films, pictures and compiling, all together, beside the server; a solver that reaches it "
        "answers with the best it has found."
    ),
)
@click.option(
    "--ponder",
    is_flag=True,
    help=text(
        "Let bots limited by time (master, architect) keep thinking while people decide, at the lowest priority, in one "
        "process beside this one."
    ),
)
@click.option("--log-addresses", is_flag=True, help=text("Note the addresses of visitors in the log, such as for fail2ban."))
@click.option(
    "--keep",
    type=SPAN,
    help=text("Delete tables this long after they were finished, such as 365d; without it they are kept for ever."),
)
@click.option(
    "--keep-unfinished",
    type=SPAN,
    help=text("Delete tables this long after their last move, if they were not finished (default: as for --keep)."),
)
@click.option(
    "--metrics-from",
    "metrics_from",
    multiple=True,
    metavar="NET",
    help=text("A network whose machines may read /metrics, beside this machine itself, such as 10.0.0.0/8; can be repeated."),
)
@click.option(
    "--metrics-token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="LONDINIUM_METRICS_TOKEN_FILE",
    help=text("A file with a token that also lets somebody read /metrics, sent as `Authorization: Bearer TOKEN`."),
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    envvar="LONDINIUM_PROXY",
    help=text(
        "Address or network of a proxy before this server, such as 127.0.0.1 or 10.0.0.0/8: what it says of a visitor "
        "(X-Forwarded-For, -Proto, -Host, -Prefix) is believed; can be repeated."
    ),
)
@click.option("--prefix", default="", envvar="LONDINIUM_PREFIX", help=text("Path below which the site lies, such as /londinium."))
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    envvar="LONDINIUM_ALLOW_HOST",
    help=text("A name under which the site is reached; any other is refused (default: every name). Can be repeated."),
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help=text("Start this many servers over one PostgreSQL, at consecutive ports; SIGHUP restarts them one after the other."),
)
@lang_option
def verb(
    host: str,
    port: int,
    database: str,
    browse: bool,
    no_limits: bool,
    limit_wishes: tuple[str, ...],
    analysis_simulations: int | None,
    solver_seconds: float | None,
    bots: tuple[str, ...],
    contact: str,
    push_services: tuple[str, ...],
    puzzle_files: tuple[Path, ...],
    site: Path | None,
    grace: float,
    memory: int,
    work_memory: int,
    ponder: bool,
    log_addresses: bool,
    keep: int | None,
    keep_unfinished: int | None,
    metrics_from: tuple[str, ...],
    metrics_token_file: Path | None,
    proxies: tuple[str, ...],
    prefix: str,
    hosts: tuple[str, ...],
    workers: int | None,
) -> None:
    from londinium.browser.kept_site import kept_site
    from londinium.study.puzzles.file import load_added_puzzles
    from londinium.table.hall.thinkers import Thinkers, invite_bots
    from londinium.web.background.preparation import Preparation
    from londinium.web.http.front import Front
    from londinium.web.http.limit_options import LIMITS_VARIABLE, changed_limits
    from londinium.web.http.limits import NO_LIMITS
    from londinium.web.http.lines import Words
    from londinium.web.http.workers import Workers, check_workers, own_port, worker_ports
    from londinium.web.place import Place

    be_quiet()  # it says itself what it compiles, see `tell_compiling`
    house = House(retention(keep, keep_unfinished), metrics_from, metrics_token_file)
    front = Front.told(proxies, prefix, hosts)
    wishes = (*os.environ.get(LIMITS_VARIABLE, "").replace(",", " ").split(), *limit_wishes)
    limits = NO_LIMITS if no_limits else changed_limits(wishes)
    if (own := own_port()) is not None:
        port, browse = own, False
    elif workers is not None:
        check_workers(database)
        asyncio.run(Workers(host, worker_ports(port, workers)).run())
        return
    WORK_MEMORY.budget = work_memory
    invite_bots(named_bots(bots))
    listening = listen(host, port)
    depth = (analysis_simulations, solver_seconds)
    puzzles = [load_added_puzzles(file) for file in puzzle_files]
    terminal = Words(sys.stdout), Words(sys.stderr)
    place = Place(
        contact=contact.strip(),
        puzzles=puzzles,
        offline=site or kept_site(),
        new_thinkers=partial(Thinkers, ponders=ponder),
        new_preparation=lambda: Preparation(partial(tell_compiling, terminal[1])),
        memory=memory * 1024 * 1024,
        front=front,
        **house.settings(),
    )
    with contextlib.suppress(KeyboardInterrupt), house.owned(database):
        asyncio.run(
            run_server(
                listening,
                database,
                browse=browse,
                limits=limits,
                depth=depth,
                push_services=tuple(service.rstrip("/") for service in push_services),
                place=place,
                grace=grace,
                log_addresses=log_addresses,
                terminal=terminal,
                front=front,
            )
        )
    for words in terminal:
        words.close()


def named_bots(wishes: tuple[str, ...]) -> dict[str, str]:
    """The bots of others by what they are called at tables."""
    found = {}
    for wish in wishes:
        name, equals, command = wish.partition("=")
        if not equals or not command:
            raise LondiniumError(
                N_("a bot is given as NAME=MODULE:NAME, NAME=engine:COMMAND or NAME=policy:FILE, not as '{wish}'"), wish=wish
            )
        found[name.strip()] = command.strip()
    return found


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve at, taken before anything else happens; what is wrong with it is said in one sentence."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        message = N_("cannot listen on {host}, port {port}: {problem}; try another with --port")
        raise LondiniumError(message, host=host, port=port, problem=error) from None
    return listening


async def run_server(
    listening: socket.socket,
    database: str,
    *,
    browse: bool,
    limits: Limits,
    depth: tuple[int | None, float | None],
    push_services: tuple[str, ...],
    place: Place,
    grace: float,
    log_addresses: bool,
    terminal: tuple[Words, Words],
    front: Front,
) -> None:
    """`terminal`: where to say what is for people, and where what is for the log."""
    from londinium.study.analysis import PAR_SECONDS
    from londinium.table.store import open_store
    from londinium.web.app import create_app
    from londinium.web.background.analyses import Depth
    from londinium.web.background.bells import Ringing
    from londinium.web.background.push import can_push
    from londinium.web.http.departure import LeavingServer
    from londinium.web.http.journal import Journal
    from londinium.web.http.server import configured
    from londinium.web.http.workers import follow_parent, own_port

    store = await open_store(database)
    journal = Journal(addresses=log_addresses)
    journal.take_over_logging()
    simulations, seconds = depth
    looks = Depth(simulations, PAR_SECONDS if seconds is None else seconds)
    app = create_app(store, limits, journal, looks, ringing=Ringing(push_services), place=place)
    if not can_push():
        terminal[1].say(
            text("Players are not told of their turn unless a page is open; to change that: pip install 'londinium[push]'")
        )
    server = LeavingServer(configured(app, limits, front.trusts), grace)
    announcing = asyncio.create_task(announce(server, listening, terminal[0], front.prefix, browse=browse))
    following = asyncio.create_task(follow_parent()) if own_port() is not None else None
    try:
        await server.serve([listening])
    finally:
        announcing.cancel()
        if following is not None:
            following.cancel()


def tell_compiling(terminal: Words, game: Game, what: str) -> None:
    """How far the rules are that this machine has never compiled."""
    from londinium.web.background.preparation import BEGINS

    if what == BEGINS:
        message = N_("Compiling {game}, once; this takes about a minute. It can be played already, against simple bots.")
        told = text(message, game=game.title)
    else:
        told = text("{game} is compiled.", game=game.title)
    terminal.say(told)


async def announce(server: uvicorn.Server, listening: socket.socket, terminal: Words, prefix: str = "", *, browse: bool) -> None:
    """Say where to go, once there is somebody to answer."""
    while not server.started:
        await asyncio.sleep(0.05)
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else shown}:{port}{prefix}/"
    terminal.say(text("Londinium is running at {address} (Ctrl+C to stop)", address=address))
    if browse:
        await asyncio.to_thread(webbrowser.open, address)
