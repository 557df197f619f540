"""What to do now, in one short sentence and one line of help."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.fragments.scoring import small_token
from londinium.games.old_london_bridge.face.view import Board
from londinium.games.old_london_bridge.face.words import describe_house, pounds, power
from londinium.kernel.contracts.drawing import Prompt, Scene
from londinium.kernel.views import View
from londinium.kernel.words.errors import N_
from londinium.look.seats import letters

SENTENCES = {
    "noblewomen": N_("Take a 2?"),
    "card-choice": N_("Play a card"),
    "plus-ones": N_("Raise your card?"),
    "placing": N_("Place your pawn"),
    "replacing": N_("Replace a building"),
    "taking-cards": N_("Take cards"),
    "picking": N_("Pick a bonus tile"),
    "end-of-turn": N_("End your turn?"),
}
PASS_WORDS = {
    "noblewomen": N_("Keep the tile"),
    "plus-ones": N_("Keep the tile"),
    "placing": N_("Skip the turn"),
    "taking-cards": N_("Take no more"),
    "end-of-turn": N_("End the turn"),
}


def prompt(view: View, scene: Scene) -> Prompt:
    """For the viewer who decides, what; for everybody else, who."""
    t = scene.language
    if view.outcome is not None:
        best = view.outcome.winners[0]
        score = pounds(view.outcome.scores[best], t)
        icon = small_token(best, letters(scene.names)[best], 12)
        tied = view.outcome.scores.count(view.outcome.scores[best]) > 1
        how = t.text("Ahead on the chapel track.") if tied else ""
        return Prompt(t.text("{player} wins: {pounds}", player=scene.names[best], pounds=score), how, icon, "over")
    if view.prompt not in SENTENCES:
        return Prompt(t.text("The round is over"))
    if view.seat is None or view.seat not in view.to_act:
        return waiting(view, scene)
    icon = small_token(view.seat, letters(scene.names)[view.seat], 12)
    sentence = SENTENCES[view.prompt]
    board: Board = view.board
    if view.prompt == "card-choice" and view.seats == 2:
        sentence = N_("Play your second card") if board.players[view.seat].played else N_("Play two cards")
    elif view.prompt == "placing" and any(offer.move == "pass" for offer in view.offers):
        sentence = N_("No space is free")
    return Prompt(t.text(sentence), help_line(view, scene), icon, view.prompt)


def waiting(view: View, scene: Scene) -> Prompt:
    t = scene.language
    seats = [seat for seat in view.to_act if seat < view.seats]
    if not seats:
        return Prompt(t.text("Waiting for the next reveal."))
    names = t.listed([scene.names[seat] for seat in seats])
    icon = "".join(small_token(seat, letters(scene.names)[seat], 12) for seat in seats[:1])
    about = doing(view, scene)
    if view.seat is None:
        about += " " + t.text("You are watching.")
    if len(seats) == 1:
        return Prompt(t.text("{player} is choosing", player=names), about, icon, "waiting")
    return Prompt(t.text("{players} are choosing", players=names), about, icon, "waiting")


DOING = {
    "noblewomen": N_("Whether to use NOBLEWOMAN."),
    "card-choice": N_("A card, face down."),
    "plus-ones": N_("Whether to use PLUS ONE."),
    "placing": N_("A space on the rondel."),
    "replacing": N_("Which building to replace."),
    "taking-cards": N_("Cards from the supply."),
    "picking": N_("A bonus tile."),
    "end-of-turn": N_("Whether to use a tile at the end of the turn."),
}


def doing(view: View, scene: Scene) -> str:
    """What those who decide are about to do."""
    return scene.language.text(DOING[view.prompt]) if view.prompt in DOING else ""


def help_line(view: View, scene: Scene) -> str:
    t = scene.language
    board: Board = view.board
    if view.prompt == "noblewomen":
        return t.text("{power} brings one from the supply.", power=power("noblewoman", t))
    if view.prompt == "card-choice":
        return t.text("The highest acts first; all are revealed together.")
    if view.prompt == "plus-ones":
        return t.text("{power} raises it by one.", power=power("plus-one", t))
    if view.prompt == "placing":
        return placing_help(view, scene)
    if view.prompt == "replacing" and board.taken is not None:
        return t.text("Too high for the next site: {house}.", house=describe_house(board.taken, t))
    if view.prompt == "taking-cards":
        return t.text("Worth up to {value} in all.", value=board.allowance)
    if view.prompt == "picking":
        return t.plural("One of those that lie face up.", "{count} to pick, one after the other.", board.picks)
    return t.text("You may still use a bonus tile.")


def placing_help(view: View, scene: Scene) -> str:
    """Whether others come later, and how much is free."""
    t = scene.language
    board: Board = view.board
    if any(offer.move == "pass" for offer in view.offers):
        return t.text("Use a bonus tile, or skip the turn.")
    outer = {offer.move for offer in view.offers if len(offer.move.split()) == 2 and offer.move.startswith("place ")}
    free = sum(not offer.effect.spends for offer in view.offers if offer.move in outer)
    free += any(offer.move.startswith("place centre ") and not offer.effect.spends for offer in view.offers)
    spaces = t.plural("{count} space is free.", "{count} spaces are free.", free)
    if board.turn == 0:
        return t.text("You act first.") + " " + spaces
    if board.turn == len(board.order) - 1:
        return t.text("You act last.") + " " + spaces
    return spaces
