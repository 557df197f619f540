"""Old London Bridge by Gabriele Bubola and Leo Colovini: bid, place, build a bridge of houses. 2 to 4 players."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.file import read_box, standard_box
from londinium.games.old_london_bridge.mind.imagine import imagine
from londinium.games.old_london_bridge.mind.outlook import OUTLOOK_WEIGHTS, SEARCH, outlook
from londinium.games.old_london_bridge.mind.worth import worth
from londinium.games.old_london_bridge.rules.allowed import legal, refusal, to_act
from londinium.games.old_london_bridge.rules.audit import audit
from londinium.games.old_london_bridge.rules.chance import chance, deck
from londinium.games.old_london_bridge.rules.components import COLOURS, SIDES
from londinium.games.old_london_bridge.rules.moves import TABLE
from londinium.games.old_london_bridge.rules.play import clock, push
from londinium.games.old_london_bridge.rules.scoring import SHEET, score_lines, scores
from londinium.games.old_london_bridge.rules.setup import setup
from londinium.games.old_london_bridge.rules.state import State
from londinium.kernel.game import Functions, Game, Option

GAME = Game(
    slug="old-london-bridge",
    title="Old London Bridge",
    authors=("Gabriele Bubola", "Leo Colovini"),
    publisher="Queen Games",
    year=2022,
    seats=range(2, 5),
    rules_version=2,
    older_rules=(1,),
    state=State,
    standard_box=standard_box,
    read_box=read_box,
    box_word="box",
    functions=Functions(
        setup=setup,
        to_act=to_act,
        legal=legal,
        refusal=refusal,
        push=push,
        chance=chance,
        deck=deck,
        scores=scores,
        score_lines=score_lines,
        worth=worth,
        outlook=outlook,
        imagine=imagine,
        clock=clock,
        audit=audit,
    ),
    moves=TABLE,
    skip="pass",
    hides=True,
    # `setup` reads them by their place: the scorings in this order, and after the money the version of the rules.
    options=(
        *(Option(colour, (*sides, "random"), "printed", printed="printed") for colour, sides in zip(COLOURS, SIDES, strict=True)),
        Option("money", ("hidden", "open"), "hidden"),
    ),
    variants={
        "base": {},
        "expansion": dict.fromkeys(COLOURS, "random"),
    },
    score_lines=SHEET,
    chapters={
        "O-1": "box.file",
        "O-2": "rules.setup",
        "O-3": "rules.rounds",
        "O-4": "rules.turn_order",
        "O-5": "rules.turn",
        "O-6": "rules.buildings",
        "O-7": "rules.bonus",
        "O-8": "rules.scoring",
        "O-9": "face.view",
    },
    outlook_weights=OUTLOOK_WEIGHTS,
    search=SEARCH,
    module=__name__,
)
