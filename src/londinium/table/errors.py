"""What a table refuses, each as one exception with a sentence for the person who asked."""

from __future__ import annotations

from londinium.kernel.words.errors import LondiniumError


class InvalidCommand(LondiniumError):
    """Something that is no command of a table at all."""


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
    """A table whose stored events can no longer be read. The others are not concerned."""


class BadLink(LondiniumError):
    """A link that opens nothing: mistyped, forged or renewed since."""


class StoreError(LondiniumError):
    """The database cannot be opened, reached or written."""


class ShuttingDown(LondiniumError):
    """The server stops; the command may be sent again, with the same id, to the next one."""
