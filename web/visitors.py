"""Who has joined from another device: scoped join codes that run out, and the visitors who came with them.

A code is shown as a QR on the referee's own machine. Whoever posts it gets a cookie for his browser and a token for his
commands. Codes and visitors live in memory: a new run of the referee knows none of them but the phone that is the
camera. This machine's own browser needs no code.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from referee.commands import Role
from referee.devices.camera_visit import CameraVisit

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0, O, 1 or I: a code can be read out across a table."""

CODE_LENGTH = 8
CODE_LASTS_S = 30 * 60.0
VISIT_LASTS_S = 12 * 3600.0
FREE_TRIES = 5
LONGEST_PAUSE_S = 300.0
FORGIVEN_AFTER_S = 3600.0
MOST_GUESSERS = 1000
MOST_VISITORS = 1000


@dataclass(frozen=True)
class Invitation:
    """A join code: what it allows and until when it may be used (seconds of the visitors' clock)."""

    code: str
    role: Role
    until_s: float


@dataclass(frozen=True)
class Visitor:
    """One browser that joined: its role, the token of its commands, and until when it may stay."""

    role: Role
    token: str
    until_s: float


@dataclass(frozen=True)
class Guesses:
    """The wrong codes from one address: how many, and until when it has to wait (seconds of the visitors' clock)."""

    wrong: int = 0
    until_s: float = 0.0

    def and_one_more(self, now_s: float) -> Guesses:
        """After some free tries each wrong code costs a pause twice as long as the one before."""
        pause_s = min(2.0 ** min(self.wrong - FREE_TRIES, 20), LONGEST_PAUSE_S) if self.wrong >= FREE_TRIES else 0.0
        return Guesses(self.wrong + 1, now_s + pause_s)


class Visitors:
    """The join codes of this run and who came with them. Safe to use from many threads.

    Parameters
    ----------
    now_s : tells the time in seconds since 1970.
    camera : keeps the camera's visit over a restart.
    """

    def __init__(self, now_s: Callable[[], float], camera: CameraVisit | None = None) -> None:
        self._now_s, self._camera = now_s, camera or CameraVisit()
        self._lock = threading.Lock()
        self._invitations: dict[Role, Invitation] = {}
        self._visitors: dict[str, Visitor] = {}
        self._guesses: dict[str, Guesses] = {}

    def invite(self, role: Role) -> Invitation:
        """A new code for a role; the role's old code stops working."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        invitation = Invitation(code, role, self._now_s() + CODE_LASTS_S)
        with self._lock:
            self._invitations[role] = invitation
        return invitation

    def invitations(self) -> tuple[Invitation, ...]:
        """The codes that can still be used, watchers first."""
        now = self._now_s()
        with self._lock:
            return tuple(one for _, one in sorted(self._invitations.items()) if one.until_s > now)

    def seconds_left(self, invitation: Invitation) -> int:
        """How long a code can still be used."""
        return max(0, round(invitation.until_s - self._now_s()))

    def join(self, code: str, address: str = "") -> str | None:
        """The cookie of a new visitor, or None when the code is wrong, has run out, or its address has to wait.

        Wrong codes are counted for each address: whoever guesses waits, and nobody else does.
        """
        given = "".join(letter for letter in code.upper() if letter in LETTERS)
        now, place = self._now_s(), _place(address)
        with self._lock:
            guesses = self._guesses.get(place, Guesses())
            if now < guesses.until_s:
                return None
            found = next((one for one in self._invitations.values() if _same(one.code, given)), None)
            if found is None or found.until_s <= now:
                self._note_guess(place, guesses.and_one_more(now), now)
                return None
            self._guesses.pop(place, None)
            self._forget_the_late(now)
            cookie, until_s = secrets.token_urlsafe(24), now + VISIT_LASTS_S
            if found.role is Role.CAMERA:  # there is one; the newest it is
                self._visitors = {key: one for key, one in self._visitors.items() if one.role is not found.role}
                self._camera.keep(cookie, until_s)
            self._visitors[cookie] = Visitor(found.role, _token(cookie), until_s)
            return cookie

    def has_to_wait_s(self, address: str) -> int:
        """How many seconds an address has to wait before it may try another code."""
        with self._lock:
            until_s = self._guesses.get(_place(address), Guesses()).until_s
        return max(0, math.ceil(until_s - self._now_s()))

    def _note_guess(self, place: str, guesses: Guesses, now_s: float) -> None:
        self._guesses.pop(place, None)  # the newest stands last
        self._guesses[place] = guesses
        oldest = next(iter(self._guesses))
        if len(self._guesses) > MOST_GUESSERS or self._guesses[oldest].until_s + FORGIVEN_AFTER_S < now_s:
            del self._guesses[oldest]

    def visitor(self, cookie: str) -> Visitor | None:
        """Who came with this cookie, if he may still stay."""
        with self._lock:
            found = self._visitors.get(cookie)
            if found is None and (until_s := self._camera.until_s(cookie)):
                found = self._visitors[cookie] = Visitor(Role.CAMERA, _token(cookie), until_s)
        return found if found is not None and found.until_s > self._now_s() else None

    def knows(self, visitor: Visitor) -> bool:
        """Whether a visitor may still stay; the one at this machine always may."""
        if visitor.until_s == math.inf:
            return True
        with self._lock:
            here = visitor in self._visitors.values()
        return here and visitor.until_s > self._now_s()

    def count(self) -> int:
        """How many have joined and may still stay."""
        now = self._now_s()
        with self._lock:
            return sum(one.until_s > now for one in self._visitors.values())

    def send_away(self) -> None:
        """Every code stops working and every visitor has to join again."""
        with self._lock:
            self._invitations.clear()
            self._visitors.clear()
            self._camera.forget()

    def _forget_the_late(self, now: float) -> None:
        self._visitors = {cookie: one for cookie, one in self._visitors.items() if one.until_s > now}
        while len(self._visitors) >= MOST_VISITORS:
            self._visitors.pop(next(iter(self._visitors)))


def _token(cookie: str) -> str:
    """The token of a visit: the page that the camera has open holds it still after a restart."""
    return hashlib.sha256(f"token of {cookie}".encode()).hexdigest()


def _place(address: str) -> str:
    """What one household's guesses are counted under: an address, or the network of one that has many of its own.

    >>> _place("192.168.1.5"), _place("fe80::1:2:3:4")
    ('192.168.1.5', 'fe80::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())
