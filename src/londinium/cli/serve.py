"""`londinium serve`: the tables in the browser, for this machine, a home network or the world."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text
from londinium.kernel.words.errors import N_, LondiniumError

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from londinium.web.place import Place


@click.command(
    help=text(
        "Serve the tables: open the printed address in a browser and play. Everything is kept in the database; "
        "stop with Ctrl+C and start again, and all tables go on."
    )
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help=text("Address to listen at; 0.0.0.0 lets other machines in, such as phones in the same network."),
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help=text("Port; 0 takes a free one."))
@click.option(
    "--database",
    default="sqlite:///table.db",
    show_default=True,
    help=text("Where tables are kept: sqlite:///FILE, or postgresql://USER@HOST/NAME, which several servers can share."),
)
@click.option("--open", "browse", is_flag=True, help=text("Open the page in a browser."))
@click.option("--no-limits", is_flag=True, help=text("No limits on how fast one address may ask; for load tests."))
@click.option(
    "--analysis-simulations", type=click.IntRange(1), help=text("How many simulations an analysis makes for each decision.")
)
@click.option(
    "--solver-seconds",
    type=click.FloatRange(0),
    help=text("How long to look for the best totals, where a game has a solver; 0: not at all."),
)
@click.option("--contact", default="", help=text("Where you can be reached, for the page about the site: an address or a link."))
@click.option(
    "--push-service",
    "push_services",
    multiple=True,
    help=text("A push service beside those of the browsers' makers, such as https://push.example.org; can be repeated."),
)
@click.option(
    "--puzzles",
    "puzzle_files",
    multiple=True,
    type=click.Path(path_type=Path),
    help=text("A file of puzzles to show beside our own, from `londinium puzzles --mine`; can be repeated."),
)
@click.option(
    "--site",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help=text("A folder that `londinium site` wrote, to be offered at /offline (default: the one in the cache)."),
)
@lang_option
def verb(
    host: str,
    port: int,
    database: str,
    browse: bool,
    no_limits: bool,
    analysis_simulations: int | None,
    solver_seconds: float | None,
    contact: str,
    push_services: tuple[str, ...],
    puzzle_files: tuple[Path, ...],
    site: Path | None,
) -> None:
    from londinium.browser.kept_site import kept_site
    from londinium.study.puzzles.file import load_added_puzzles
    from londinium.web.place import Place

    listening = listen(host, port)
    depth = (analysis_simulations, solver_seconds)
    puzzles = [load_added_puzzles(file) for file in puzzle_files]
    place = Place(contact=contact.strip(), puzzles=puzzles, offline=site or kept_site())
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(
            run_server(
                listening,
                database,
                browse=browse,
                no_limits=no_limits,
                depth=depth,
                push_services=tuple(service.rstrip("/") for service in push_services),
                place=place,
            )
        )


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve at, taken before anything else happens; what is wrong with it is said in one sentence."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        message = N_("cannot listen at {host}, port {port}: {problem}; try another with --port")
        raise LondiniumError(message, host=host, port=port, problem=error.strerror or str(error)) from None
    return listening


async def run_server(
    listening: socket.socket,
    database: str,
    *,
    browse: bool,
    no_limits: bool,
    depth: tuple[int | None, float | None],
    push_services: tuple[str, ...],
    place: Place,
) -> None:
    import uvicorn

    from londinium.study.analysis import PAR_SECONDS
    from londinium.table.store import open_store
    from londinium.web.app import create_app
    from londinium.web.background.analyses import Depth
    from londinium.web.background.bells import Ringing
    from londinium.web.background.push import can_push
    from londinium.web.http.journal import Journal
    from londinium.web.http.limits import NO_LIMITS, Limits
    from londinium.web.http.server import configured

    store = await open_store(database)
    click.echo(text("Preparing the rules; the first time this takes a minute …"), err=True)
    journal = Journal()
    journal.take_over_logging()
    simulations, seconds = depth
    looks = Depth(simulations, PAR_SECONDS if seconds is None else seconds)
    limits = NO_LIMITS if no_limits else Limits()
    app = create_app(store, limits, journal, looks, ringing=Ringing(push_services), place=place)
    if not can_push():
        click.echo(text("Nobody is told of their turn while no page is open; for that: pip install 'londinium[push]'"), err=True)
    server = uvicorn.Server(configured(app))
    announcing = asyncio.create_task(announce(server, listening, browse=browse))
    warming = asyncio.create_task(warm_hints(server, app))
    try:
        await server.serve([listening])
    finally:
        announcing.cancel()
        warming.cancel()


async def warm_hints(server: uvicorn.Server, app: Starlette) -> None:
    """Prepare the hints aside, once the tables are open."""
    while not server.started:
        await asyncio.sleep(0.2)
    await app.state.site.hints.warm_up()


async def announce(server: uvicorn.Server, listening: socket.socket, *, browse: bool) -> None:
    """Say where to go, once there is somebody to answer."""
    while not server.started:
        await asyncio.sleep(0.05)
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else shown}:{port}/"
    click.echo(text("Londinium is at {address} (Ctrl+C to stop)", address=address))
    if browse:
        await asyncio.to_thread(webbrowser.open, address)
