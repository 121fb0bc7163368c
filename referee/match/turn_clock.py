"""How long a turn has lasted, by the times of the entries and without breaks and absences; the move timer."""

from __future__ import annotations

from collections.abc import Sequence

from referee.match.match import Match
from referee.record.entry import Entry
from referee.record.fold import RaceState
from referee.record.played_time import played_ns
from referee.words.fact import fact


def turn_lasted_ns(entries: Sequence[Entry], state: RaceState, now_ns: int) -> int:
    """Nanoseconds since the open turn began: since the last turn was closed, the position corrected, or the start."""
    begun = next((entry for entry in entries if entry.id == state.settled), None)
    if begun is None:
        return 0
    return played_ns(entries, begun, now_ns)


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
