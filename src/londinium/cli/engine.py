"""`londinium engine`: our bots for programs of others, spoken to in lines of text."""

from __future__ import annotations

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text


@click.command(
    help=text(
        "Let another program ask our bots for moves: it writes lines to the input of this command and reads "
        "the answers from its output, as docs/engine.md describes.\n\nA program that answers the same "
        "lines is a bot here: engine:COMMAND, wherever a bot is named."
    )
)
@click.option(
    "--bot", default="builder", show_default=True, help=text("The bot that answers; the other program may ask for another.")
)
@lang_option
def verb(bot: str) -> None:
    from londinium.bots.engines.engine import EngineSpeaker, own_pipes
    from londinium.bots.engines.our_bots import PATIENT, OurBot
    from londinium.bots.registry import check_name, is_ours
    from londinium.kernel.words.errors import N_, InvalidOption

    check_name(bot)
    if not is_ours(bot):
        raise InvalidOption(N_("only Londinium's own bots can answer here, not '{name}'"), name=bot)
    EngineSpeaker(OurBot(bot), *own_pipes(), PATIENT).run()
