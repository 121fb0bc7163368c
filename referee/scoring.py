"""How well a race was refereed: the verdicts beside the truth of the players who played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.record.entry import Entry
from referee.record.fold import RaceState, fold
from referee.record.races import standing_turns


@dataclass
class Score:
    """Turns played with their truth, and what it took to referee them.

    `played` and the closing verdicts run side by side, see `_paired`. `surprises` says where they differ, `unseen`
    holds turns of which the referee saw nothing at all. The first `before` verdicts are of turns that do not count;
    when the newest turn was over there were `ended` entries, and the race stood as in `state`.
    """

    played: list[PlayedTurn] = field(default_factory=list)
    frames: int = 0
    seconds: float = 0.0
    surprises: list[str] = field(default_factory=list)
    unseen: list[PlayedTurn] = field(default_factory=list)
    before: int = 0
    ended: int = 0
    state: RaceState = field(default_factory=RaceState)

    def over(self, turn: PlayedTurn, entries: Callable[[], Sequence[Entry]], press_done: Callable[[], object]) -> None:
        """Count a turn that was just played; when the referee has not closed it, its player presses "turn done".

        Of one that the referee does not close then, it has seen nothing.
        """
        waiting = self.state.close_asked is not None
        state, so_many = fold(entries()[self.ended :], self.state), len(entries())
        self.played.append(turn)
        closed = sum(one.id > self.ended for one in state.turns) > waiting
        if len(state.stops) > 1 or not closed:
            try:
                press_done()
            except IllegalAction:
                self.unseen.append(self.played.pop())
        self.state, self.ended = fold(entries()[so_many:], state), len(entries())

    def begin_anew(self, entries: Sequence[Entry]) -> None:
        """Count from here: the players broke off, and go on from where the race stands."""
        self.before, self.played, self.ended = len(standing_turns(entries)), [], len(entries)
        self.state = fold(entries)

    def summary(self, entries: Sequence[Entry]) -> dict[str, Any]:
        """Counts as `referee demo --json` prints them."""
        counts = dict.fromkeys(("legal", "illegal", "undecided", "false_accusations", "missed_faults", "wrong_rule"), 0)
        number = 0
        for turn, entry in _paired(self.played, standing_turns(entries)[self.before :]):
            if turn is None:
                counts["false_accusations"] += entry is not None and entry.data["status"] == "ILLEGAL"
                self.surprises += [] if entry is None else [f"a turn that nobody had: {entry.data['sentence']}"]
                continue
            number += 1
            status = str(entry.data["status"]) if entry is not None else "UNDECIDED"
            counts[status.lower()] += 1
            wrong = _difference(turn, status, [v["rule"] for v in entry.data["violations"]] if entry else [])
            if wrong:
                counts[wrong] += 1
            if wrong or status == "UNDECIDED":
                said = entry.data["sentence"] if entry else "no verdict"
                self.surprises.append(f"turn {number} {turn.player} {turn.turn} truth {turn.truth}: {status} {said}")
        for turn in self.unseen:
            counts["undecided"] += 1
            counts["missed_faults"] += turn.truth != "legal"
            self.surprises.append(f"{turn.player} {turn.turn} truth {turn.truth}: nothing of it was seen")
        turns = len(self.played) + len(self.unseen)
        rate = round(self.frames / self.seconds, 1) if self.seconds else 0.0
        return {"turns": turns, **counts, "frames": self.frames, "frames_per_second": rate}


def _paired(
    played: Sequence[PlayedTurn], verdicts: Sequence[Entry]
) -> Iterator[tuple[PlayedTurn | None, Entry | None]]:
    """Each turn with its verdict, by who had it: one that was opened again, or told with another, shifts no other."""
    drivers = [turn.player for turn in played]
    named = [str(one.data["player"]) for one in verdicts]
    for _, first, last, begin, end in SequenceMatcher(None, drivers, named, autojunk=False).get_opcodes():
        yield from zip_longest(played[first:last], verdicts[begin:end])


def _difference(turn: PlayedTurn, status: str, rules: list[str]) -> str:
    """Which count a turn adds to, or "" when truth and verdict agree (or the verdict is a question)."""
    if turn.truth == "legal":
        return "false_accusations" if status == "ILLEGAL" else ""
    if status == "LEGAL":
        return "missed_faults"
    return "wrong_rule" if status == "ILLEGAL" and turn.truth not in rules else ""
