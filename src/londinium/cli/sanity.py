"""`londinium sanity`: whether the analysis of a game can be believed."""

from __future__ import annotations

import click

from londinium.cli.shared.progress import progress
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text


@click.command(
    help=text(
        "Check the analysis of GAME: it must find that weak bots lose more than strong ones, and where a "
        "random move in a strong bot's match costs more than three points or pounds, it must call that move a "
        "mistake."
    )
)
@click.argument("game")
@click.option(
    "--matches", type=click.IntRange(0), default=20, show_default=True, help=text("Matches of weak against strong bots.")
)
@click.option("--moves", type=click.IntRange(0), default=40, show_default=True, help=text("Random moves."))
@click.option(
    "--chances",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help=text("Matches of strong bots in which the chances of winning are compared with who won."),
)
@click.option("--weak", default="greedy", show_default=True, help=text("The weak bot."))
@click.option("--strong", default="master", show_default=True, help=text("The strong bot."))
@click.option("--seats", type=int, default=2, show_default=True, help=text("Number of players."))
@click.option("--simulations", type=click.IntRange(1), help=text("How many simulations to run for each decision."))
@click.option("--seed", type=int, default=1, show_default=True, help=text("Seed of the first match."))
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=text("Processes to share the work between.")
)
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@lang_option
def verb(
    game: str,
    matches: int,
    moves: int,
    chances: int,
    weak: str,
    strong: str,
    seats: int,
    simulations: int | None,
    seed: int,
    jobs: int,
    as_json: bool,
) -> None:
    import msgspec

    from londinium.bots.registry import check_name
    from londinium.kernel.registry import game as find_game
    from londinium.study.sanity import SanitySetting, blunders, calibration, contrast

    found = find_game(game)
    found.check_seats(seats)
    check_name(weak)
    check_name(strong)
    setting = SanitySetting(found.slug, weak, strong, seats, simulations)
    facts: dict[str, object] = {}
    if matches:
        with progress() as report:
            losses = contrast(setting, matches, seed, jobs, report)
        facts["contrast"] = {**msgspec.to_builtins(losses), "ratio": round(losses.ratio, 2)}
        if not as_json:
            click.echo(
                text(
                    "{matches} matches: a decision by {weak} costs {weak_loss}, one by {strong} {strong_loss}: {ratio} "
                    "times as much.",
                    matches=matches,
                    weak=weak,
                    strong=strong,
                    weak_loss=f"{losses.weak_loss:.2f}",
                    strong_loss=f"{losses.strong_loss:.2f}",
                    ratio=f"{losses.ratio:.1f}",
                )
            )
    if moves:
        with progress() as report:
            marked = blunders(setting, moves, seed, jobs, report)
        facts["blunders"] = {**msgspec.to_builtins(marked), "share": round(marked.share, 3)}
        if not as_json:
            click.echo(
                text(
                    "{tried} random moves: {costly} cost more than 3, and {marked} of these are called mistakes ({share}%).",
                    tried=marked.tried,
                    costly=marked.costly,
                    marked=marked.marked,
                    share=f"{100 * marked.share:.0f}",
                )
            )
    if chances:
        with progress() as report:
            cells = calibration(setting, chances, seed, jobs, report)
        facts["chances"] = msgspec.to_builtins(cells)
        for cell in cells if not as_json else ():
            facts_of_cell = {"said": f"{100 * cell.said:.0f}", "won": f"{100 * cell.won:.0f}", "count": cell.count}
            click.echo(text("Said to win {said}%: won {won}% ({count} cases).", **facts_of_cell))
    if as_json:
        click.echo(msgspec.json.encode(facts))
