"""One patience per visitor over all processes: each counts for itself, and tells the others of those who take more than a share.

With n processes a visitor may use an n-th of a limit at each of them without a word, since all shares together are the whole. Who
takes more anywhere is talked about: every process says how much it has given that visitor, once a second with all else that it
says (`hall.peers`), and takes what the others gave out of its own bucket, which may be left with a debt. No request waits for it.

So over a longer time a visitor gets what one process would give. For the second or two until the others have heard, a burst may
be had at each process: n times as much at once, paid back afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import msgspec

from londinium.table.hall.peers import Peers
from londinium.web.http.limits import Addresses, Bucket, Rate

TALKED_ABOUT = 60.0
"""Seconds for which a visitor is talked about after having taken more than a share."""
MOST_TALKED_ABOUT = 2_000
MOST_COUNTED = 10_000
MOST_PROCESSES = 64

Spender = tuple[str, str]
"""A kind of limit, and a visitor."""

_decoder = msgspec.json.Decoder(list[tuple[str, str, float]])


class Shares:
    """What the visitors of this process have used, and what others say of theirs."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses
        self._processes = 1
        self._shares: dict[Spender, Bucket] = {}
        self._given: dict[Spender, float] = {}
        """How much those got here who are talked about, since it began; that begins with what they had used up."""
        self._since: dict[Spender, float] = {}
        """When they were last mentioned for a reason."""
        self._heard: dict[str, dict[Spender, float]] = {}

    def took(self, kind: str, address: str, bucket: Bucket) -> None:
        """A visitor was given something here."""
        if self._processes == 1:
            return
        who = (kind, address)
        if who in self._given:
            self._given[who] += 1
        share = self._shares.pop(who, None) or self._share(kind)
        self._shares[who] = share  # the latest at the end
        while len(self._shares) > MOST_COUNTED:
            del self._shares[next(iter(self._shares))]
        if not share.take():
            self._talk_about(who, bucket)

    def forget_sizes(self) -> None:
        """Other limits hold: a share has another size now."""
        self._shares.clear()

    def _share(self, kind: str) -> Bucket:
        rate: Rate = getattr(self._addresses.limits, kind)
        return Bucket(Rate(max(1.0, rate.burst / self._processes), rate.per_second / self._processes))

    def _talk_about(self, who: Spender, bucket: Bucket) -> None:
        if who not in self._given and len(self._given) < MOST_TALKED_ABOUT:
            self._given[who] = bucket.used()
        self._since[who] = time.monotonic()

    # ── Every second ─────────────────────────────────────────────────────────

    def say(self) -> list[tuple[str, str, float]]:
        """Everybody who is talked about, with what they were given here."""
        now = time.monotonic()
        self._since = {who: at for who, at in self._since.items() if now - at < TALKED_ABOUT}
        self._given = {who: given for who, given in self._given.items() if who in self._since}
        return [(*who, round(given, 2)) for who, given in self._given.items()]

    def hear(self, said: Mapping[str, msgspec.Raw]) -> None:
        """What the others say: whatever is new in it is taken from the bucket here."""
        if self._processes != len(said) + 1:
            self._processes = len(said) + 1
            self._shares.clear()  # they have another size now
        before = self._heard
        # One that is not heard for a moment has said what it said: it is not to be taken for new when it is heard again.
        self._heard = dict(before) if len(before) < MOST_PROCESSES else {}
        for process, text in said.items():
            given = {(kind, address): amount for kind, address, amount in _decoder.decode(text)}
            self._heard[process] = given
            for who, amount in given.items():
                known = before.get(process, {}).get(who, 0.0)
                self._learn(who, amount - known if amount >= known else amount)

    def _learn(self, who: Spender, amount: float) -> None:
        if amount <= 0 or not hasattr(self._addresses.limits, who[0]):
            return
        bucket = self._addresses.bucket(*who)
        self._talk_about(who, bucket)  # from now on the others hear of them from here too
        bucket.charge(amount)


def share_limits(addresses: Addresses, peers: Peers) -> Addresses:
    """Let visitors have one patience at all processes over the same database."""
    if peers.sharing is not None:
        shares = Shares(addresses)
        addresses.told = shares
        addresses.renewed.append(lambda limits: shares.forget_sizes())
        peers.share("limits", shares.say, shares.hear)
    return addresses
