"""What a table refuses, each as one exception with a sentence for the person who asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from londinium.kernel.words.errors import N_, LondiniumError

if TYPE_CHECKING:
    from londinium.kernel.words.language import Language


class InvalidCommand(LondiniumError):
    """Something that is not a table command at all."""


class NotYourSeat(LondiniumError):
    """A command for a seat that somebody else has, or that a bot plays at the moment."""


class StaleCommand(LondiniumError):
    """A command made against a position that is no longer there."""


class NothingToTakeBack(LondiniumError):
    """Something was revealed, or somebody else has moved since."""


class NotAllowed(LondiniumError):
    """A command that is not allowed now, such as replacing a player who is there."""


class NoFreeSeat(LondiniumError):
    """Everybody has come already, or the seats that are left are kept for somebody."""


class NoSuchTable(LondiniumError):
    """A table that is not in the database."""


class BrokenTable(LondiniumError):
    """A table whose stored events can no longer be read. The others are not affected."""


class NotPlayableHere(BrokenTable):
    """A table of a game, of rules or of a Londinium that this one does not know. It is kept, and opens where they are known."""


class BadLink(LondiniumError):
    """A link that opens nothing: mistyped, forged or renewed since."""


class SeatTaken(BadLink):
    """An invitation that somebody else has used in the same moment."""


class NotSeated(NotAllowed):
    """The new link of a seat whose holder has not sat down yet: nothing of it is shown, and nothing can be done there."""


class StoreError(LondiniumError):
    """The database cannot be opened, reached or written."""


class StoreTrouble(StoreError):
    """A StoreError that says where the database is and what it answered: that is for the log and for whoever runs the server."""

    def told(self, language: Language) -> str:
        return language.text(N_("the database cannot be reached just now; nothing has changed, please try again"))

    def told_host(self, language: Language) -> str:
        """All of it, for the command line."""
        return super().told(language)


class ClosedTable(LondiniumError):
    """A table that whoever runs the server has closed."""


class ShuttingDown(LondiniumError):
    """The server is stopping; the command may be sent again, with the same id, to the next one."""
