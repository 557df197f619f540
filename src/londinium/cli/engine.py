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
    "--bot",
    default="builder",
    show_default=True,
    help=text("The bot that answers, MODULE:NAME too; of ours, the other program may ask for another."),
)
@lang_option
def verb(bot: str) -> None:
    from londinium.bots.engines.engine import EngineSpeaker, own_pipes
    from londinium.bots.engines.our_bots import PATIENT, OurBot
    from londinium.bots.engines.own_bot import run_own_bot
    from londinium.bots.engines.process import ENGINE
    from londinium.bots.registry import check_name, installed_bots, is_ours
    from londinium.kernel.words.errors import N_, InvalidOption

    full = installed_bots().get(bot, bot)
    if full.startswith(ENGINE):
        raise InvalidOption(N_("'{name}' answers such lines by itself: start that program instead"), name=bot)
    check_name(bot)
    if is_ours(bot):
        EngineSpeaker(OurBot(bot), *own_pipes(), PATIENT).run()
    else:
        run_own_bot(full)
