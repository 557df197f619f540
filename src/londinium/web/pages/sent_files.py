"""Record files that strangers send: what no honest one has is refused before the match is played through."""

from __future__ import annotations

from londinium.kernel.match import Match
from londinium.kernel.record import HEADER, read_record
from londinium.kernel.words.errors import N_, InvalidRecord

MOST_HEADERS = 60
LONGEST_HEADER = 300
"""Signs of the line of a header. The names of seats stand in it, and a replay repeats them at every step."""
LONGEST_RECORD_POSITION = 4000
"""Of the header that says where a match began, if that was set up."""
LONGEST_SEAT_NAME = 100
LONGEST_RECORD_LINE = 1000
MOST_RECORD_LINES = 10_000


def read_sent_record(text: str, source: str) -> Match:
    """The match of a record that somebody sent. InvalidRecord names the line and what is wrong with it."""
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) > MOST_RECORD_LINES:
        raise InvalidRecord(source, MOST_RECORD_LINES, N_("a record has at most {most} lines"), most=MOST_RECORD_LINES)
    headers = 0
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if len(content) > LONGEST_RECORD_LINE and not content.startswith('[Position "'):
            raise InvalidRecord(source, number, N_("a line has at most {most} characters"), most=LONGEST_RECORD_LINE)
        if not content.startswith("["):
            continue
        headers += 1
        if headers > MOST_HEADERS:
            raise InvalidRecord(source, number, N_("a record has at most {most} headers"), most=MOST_HEADERS)
        most = LONGEST_RECORD_POSITION if content.startswith('[Position "') else LONGEST_HEADER
        if len(content) > most:
            raise InvalidRecord(source, number, N_("a header has at most {most} characters"), most=most)
        found = HEADER.fullmatch(content)
        if found and found[1].startswith("Seat") and len(found[2]) > LONGEST_SEAT_NAME:
            raise InvalidRecord(source, number, N_("a name has at most {most} characters"), most=LONGEST_SEAT_NAME)
    return read_record(text, source)
