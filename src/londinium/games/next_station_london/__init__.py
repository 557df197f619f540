"""Next Station: London by Matthew Dunstan: draw underground lines on a map of London, card by card. 1 to 4 players."""

from __future__ import annotations

from londinium.games.next_station_london.box.city import read_city, standard_city
from londinium.games.next_station_london.mind.imagine import imagine
from londinium.games.next_station_london.mind.outlook import OUTLOOK_WEIGHTS, SEARCH, outlook
from londinium.games.next_station_london.mind.weights import weigh
from londinium.games.next_station_london.mind.worth import worth
from londinium.games.next_station_london.rules.allowed import legal, refusal, to_act
from londinium.games.next_station_london.rules.audit import audit
from londinium.games.next_station_london.rules.chance import chance, deck
from londinium.games.next_station_london.rules.moves import TABLE, name_moves
from londinium.games.next_station_london.rules.play import clock, push
from londinium.games.next_station_london.rules.scoring import score_lines, scores
from londinium.games.next_station_london.rules.setup import setup
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.game import Environment, Functions, Game, Option
from londinium.kernel.words.errors import N_

GAME = Game(
    slug="next-station-london",
    title="Next Station: London",
    authors=("Matthew Dunstan",),
    publisher="Blue Orange",
    year=2022,
    seats=range(1, 5),
    rules_version=1,
    state=State,
    standard_box=standard_city,
    read_box=read_city,
    box_word="city",
    own_box=N_("Your own city file"),
    standard_box_name=N_("the standard city"),
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
    skip="pass",
    hides=True,
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
        "N-1": "box.city",
        "N-2": "rules.pencils",
        "N-3": "rules.rounds",
        "N-4": "rules.sections",
        "N-5": "rules.lines",
        "N-6": "rules.scoring",
        "N-7": "rules.objectives",
        "N-8": "rules.powers",
        "N-9": "face.view",
        "N-10": "mind.worth",
    },
    outlook_weights=OUTLOOK_WEIGHTS,
    search=SEARCH,
    environment=Environment("NextStation", seats=1),
    module=__name__,
)
