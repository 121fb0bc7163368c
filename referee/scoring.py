"""How well a race was refereed: the verdicts beside the truth of the players who played it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.games.base import PlayedTurn
from referee.record.entry import Entry
from referee.record.races import standing_turns


@dataclass
class Score:
    """Turns played with their truth, and what it took to referee them.

    `played` and the closing verdicts run side by side: one verdict a turn. `surprises` says where they differ, `unseen`
    holds turns of which the referee saw nothing at all. The first `before` verdicts are of turns that do not count.
    """

    played: list[PlayedTurn] = field(default_factory=list)
    frames: int = 0
    seconds: float = 0.0
    surprises: list[str] = field(default_factory=list)
    unseen: list[PlayedTurn] = field(default_factory=list)
    before: int = 0

    def closed(self, entries: Sequence[Entry]) -> int:
        """How many turns the referee has closed."""
        return len(standing_turns(entries)) - self.before

    def begin_anew(self, entries: Sequence[Entry]) -> None:
        """Count from here: the players broke off, and go on from where the race stands."""
        self.before, self.played = len(standing_turns(entries)), []

    def summary(self, entries: Sequence[Entry]) -> dict[str, Any]:
        """Counts as `referee demo --json` prints them."""
        counts = dict.fromkeys(("legal", "illegal", "undecided", "false_accusations", "missed_faults", "wrong_rule"), 0)
        verdicts = standing_turns(entries)[self.before :]
        for number, turn in enumerate(self.played):
            entry = verdicts[number] if number < len(verdicts) else None
            status = str(entry.data["status"]) if entry is not None else "UNDECIDED"
            counts[status.lower()] += 1
            wrong = _difference(turn, status, [v["rule"] for v in entry.data["violations"]] if entry else [])
            if wrong:
                counts[wrong] += 1
            if wrong or status == "UNDECIDED":
                said = entry.data["sentence"] if entry else "no verdict"
                self.surprises.append(
                    f"turn {number + 1} {turn.player} {turn.turn} truth {turn.truth}: {status} {said}"
                )
        for turn in self.unseen:
            counts["undecided"] += 1
            counts["missed_faults"] += turn.truth != "legal"
            self.surprises.append(f"{turn.player} {turn.turn} truth {turn.truth}: nothing of it was seen")
        turns = len(self.played) + len(self.unseen)
        rate = round(self.frames / self.seconds, 1) if self.seconds else 0.0
        return {"turns": turns, **counts, "frames": self.frames, "frames_per_second": rate}


def _difference(turn: PlayedTurn, status: str, rules: list[str]) -> str:
    """Which count a turn adds to, or "" when truth and verdict agree (or the verdict is a question)."""
    if turn.truth == "legal":
        return "false_accusations" if status == "ILLEGAL" else ""
    if status == "LEGAL":
        return "missed_faults"
    return "wrong_rule" if status == "ILLEGAL" and turn.truth not in rules else ""
