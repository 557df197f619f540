"""`londinium completion`: what a shell needs to complete commands, games, bots and files."""

from __future__ import annotations

import click

from londinium.cli.shared.completion import COMPLETION_VARIABLE, PROGRAM
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text

SHELLS = ("bash", "zsh", "fish")


@click.command(
    help=text(
        "Print a script that lets a shell complete commands, games, bots and record files. For bash, put this line "
        "into ~/.bashrc: source <(londinium completion bash)"
    )
)
@click.argument("shell", type=click.Choice(SHELLS))
@lang_option
def verb(shell: str) -> None:
    from click.shell_completion import get_completion_class

    from londinium.cli import verbs

    script = get_completion_class(shell)
    assert script is not None
    # Not its `source`, which asks the bash of this machine how old it is.
    found = script(verbs, {}, PROGRAM, COMPLETION_VARIABLE)
    click.echo(found.source_template % found.source_vars())
