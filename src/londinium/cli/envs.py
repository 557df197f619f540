"""`londinium envs`: what learning agents are shown, byte by byte, and what they can do."""

from __future__ import annotations

import click

from londinium.cli.shared.settings import game_argument, lang_option, seats_option
from londinium.cli.shared.speech import text


@click.command(help=text("Print a table of what an agent observes in GAME: index, name, highest value, meaning."))
@game_argument
@seats_option
@click.option("--markdown", is_flag=True, help=text("Print a table for documents."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@lang_option
def verb(game: str, seats: int | None, markdown: bool, as_json: bool) -> None:
    from londinium.kernel.registry import game as find_game

    found = find_game(game)
    seats = found.check_seats(seats if seats is not None else found.seats[-1])
    features = list(found.observation.table(seats))
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode([{**vars(feature), "size": feature.size} for feature in features]))
        return
    if markdown:
        from londinium.envs.tables import feature_table as table

        click.echo(table(found.observation.common.features))
        click.echo(table(found.observation.player.features))
        return
    for feature in features:
        click.echo(f"{feature.indices:>9}  {feature.name:<28} 0-{feature.high:<4} {feature.meaning}")
    actions = sum(not found.moves.is_chance(move) for move in range(len(found.moves)))
    size = found.observation.size(seats)
    click.echo(text("{size} bytes for {seats} players; {actions} actions.", size=size, seats=seats, actions=actions))
