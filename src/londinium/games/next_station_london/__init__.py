"""Next Station: London by Matthew Dunstan: draw underground lines on a map of London, card by card. 1 to 4 players."""

from __future__ import annotations

from londinium.games.next_station_london import face
from londinium.games.next_station_london.audit import audit
from londinium.games.next_station_london.evaluation import worth
from londinium.games.next_station_london.moves import TABLE, name_moves
from londinium.games.next_station_london.outlook import EVALUATION, SEARCH, imagine, outlook
from londinium.games.next_station_london.rules.city import load_city, standard_city
from londinium.games.next_station_london.rules.play import chance, clock, deck, legal, push, refusal, to_act
from londinium.games.next_station_london.rules.scoring import score_lines, scores
from londinium.games.next_station_london.rules.setup import setup
from londinium.games.next_station_london.state import State
from londinium.games.next_station_london.weighing import weigh
from londinium.kernel.errors import N_
from londinium.kernel.game import Functions, Game, Option

GAME = Game(
    slug="next-station-london",
    title="Next Station: London",
    credits="Matthew Dunstan; Blue Orange 2022",
    seats=range(1, 5),
    rules_version=1,
    state=State,
    standard_box=standard_city,
    load_box=load_city,
    box_word="city",
    own_box=N_("City file of your own"),
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
        weigh=weigh,
    ),
    moves=TABLE,
    name_moves=name_moves,
    # In this order: `setup` reads them by their place.
    options=(
        Option("objectives", ("off", "on"), "off"),
        Option("powers", ("off", "on"), "off"),
        Option("order", ("random", "chosen"), "random"),
    ),
    variants={
        "base": {},
        "objectives": {"objectives": "on"},
        "powers": {"powers": "on"},
        "both-modules": {"objectives": "on", "powers": "on"},
    },
    score_lines=("green", "pink", "purple", "blue", "sightseeing", "interchanges", "objectives"),
    chapters={
        "N-1": "rules.city",
        "N-2": "rules.pencils",
        "N-3": "rules.rounds",
        "N-4": "rules.sections",
        "N-5": "rules.lines",
        "N-6": "rules.scoring",
        "N-7": "rules.objectives",
        "N-8": "rules.powers",
        "N-9": "view",
        "N-10": "evaluation",
    },
    face=face,
    evaluation=EVALUATION,
    search=SEARCH,
    module=__name__,
)
