"""How long a turn has lasted, by the times of the entries and without breaks and absences; the move timer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.match.match import Match
from referee.record.entry import Entry
from referee.record.fold import RaceState
from referee.words.fact import fact


def turn_lasted_ns(entries: Sequence[Entry], state: RaceState, now_ns: int) -> int:
    """Nanoseconds since the open turn began: since the last turn was closed, the position corrected, or the start."""
    begun = next((entry for entry in entries if entry.id == state.settled), None)
    if begun is None:
        return 0
    return max(0, now_ns - begun.time_ns - _not_played_ns(entries, begun, now_ns))


def _not_played_ns(entries: Sequence[Entry], begun: Entry, now_ns: int) -> int:
    """Breaks since an entry, and the time in which the referee was switched off; the clock may have been set then."""
    away_ns, since = 0, begun.time_ns if began_in_a_break(entries, begun) else None
    for before, entry in pairwise(e for e in entries if e.id >= begun.id):
        if entry.data.get("pause") is True:
            since = entry.time_ns if since is None else since
        elif entry.data.get("pause") is False and since is not None:
            away_ns, since = away_ns + entry.time_ns - since, None
        elif "resumed" in entry.data and since is None:
            away_ns += entry.time_ns - before.time_ns
    return away_ns if since is None else away_ns + now_ns - since


def began_in_a_break(entries: Sequence[Entry], begun: Entry) -> bool:
    """Whether the race was paused when this entry was written."""
    before = [e for e in entries if e.id < begun.id and "pause" in e.data]
    return bool(before) and bool(before[-1].data["pause"])


class MoveTimer:
    """Declares that a driver's time has run out, once a turn, in games with a move timer."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._position = ""
        self._seconds, self._time_up = 0, ""

    def look(self, now_ns: int) -> None:
        """See what time it is. Raises RecordError when the declaration cannot be stored."""
        match, state = self._match, self._match.state
        if match.phase != "race" or state.paused:
            return
        if state.position != self._position:
            now = match.game.what_now(state.position)
            self._position, self._seconds, self._time_up = state.position, now.seconds, now.time_up
        if not self._seconds or self._said_already():
            return
        if turn_lasted_ns(match.entries, state, now_ns) >= self._seconds * 1_000_000_000:
            match.declare(self._time_up, now_ns, origin="camera", cause=fact("move-timer-ran-out"))

    def _said_already(self) -> bool:
        """Whether something was said about the time in this turn, also if it was taken back again."""
        kind = self._time_up.partition("=")[0]
        said = [e for e in self._match.entries if e.kind == "declare" and e.id > self._match.state.settled]
        return any(str(e.data.get("text", "")).startswith(kind) for e in said)
