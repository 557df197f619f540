"""`londinium perft`: how many sequences of moves there are from a position, for regression tables."""

from __future__ import annotations

import click

from londinium.cli.shared.settings import game_argument, lang_option, rules_options, seats_option
from londinium.cli.shared.speech import text


@click.command(help=text("Count the sequences of moves, reveals included, from the first decision of a match."))
@game_argument
@seats_option
@click.option("--seed", type=int, default=1, show_default=True, help=text("Which match to start from."))
@click.option("--depth", type=click.IntRange(1, 12), default=4, show_default=True, help=text("How many moves deep."))
@rules_options
@lang_option
def verb(game: str, seats: int | None, seed: int, depth: int, variant: str | None, options: tuple[str, ...]) -> None:
    from londinium.cli.shared.settings import chosen_options
    from londinium.kernel.registry import game as find_game

    found = find_game(game)
    match = found.match(seats=seats, seed=seed, options=chosen_options(found, variant, options))
    for moves in range(1, depth + 1):
        click.echo(f"{moves:3} {found.engine.perft(match.position.states, match.boxes, moves):16,}")
