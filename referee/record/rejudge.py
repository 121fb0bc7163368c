"""A record judged again by today's rules: each verdict beside the one that was given.

Each verdict is judged from the position, the stops and the words that the record says it was given on. So a difference
is the rules' doing, and does not spread to the turns after it. What a person said since (overrulings) plays no part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import RefereeError
from referee.games.base import Verdict
from referee.mind.reasoned import Game
from referee.record.entry import Entry
from referee.record.fold import RaceState, is_provisional, step
from referee.record.verdict_json import verdict_from_json
from referee.record.word import word_on


@dataclass(frozen=True)
class Rejudged:
    """One verdict of a record and what today's rules say.

    Attributes
    ----------
    entry : the verdict entry.
    closed : whether it was the last word on its turn.
    was, now : the verdict given and the one of today; `now` is None when today's rules cannot read the record, and
        `was` when the recorded verdict itself cannot be read.
    differences : which of ``status, rules, turn, after, wording`` differ, or ``unreadable``; empty when the same.
    problem : why it could not be judged; else "".
    """

    entry: Entry
    closed: bool
    was: Verdict | None
    now: Verdict | None
    differences: tuple[str, ...]
    problem: str = ""

    @property
    def decisive(self) -> bool:
        """Whether more than the wording differs."""
        return any(name != "wording" for name in self.differences)

    def to_dict(self) -> dict[str, Any]:
        """As `referee rejudge --json` prints it."""
        return {
            "entry": self.entry.id,
            "closed": self.closed,
            "player": str(self.entry.data.get("player", "")),
            "differences": list(self.differences),
            "decisive": self.decisive,
            "was": _brief(self.was),
            "now": _brief(self.now),
            "problem": self.problem,
        }


def rejudge(game: Game, entries: Sequence[Entry]) -> Iterator[Rejudged]:
    """Every verdict of a record judged again, oldest first."""
    state = RaceState()
    for entry in entries:
        if entry.kind == "verdict":
            yield _again(game, state, entry)
        state = step(state, entry)


def verdict_count(entries: Sequence[Entry]) -> int:
    """How many verdicts `rejudge` will go through."""
    return sum(entry.kind == "verdict" for entry in entries)


def _again(game: Game, state: RaceState, entry: Entry) -> Rejudged:
    closed = not is_provisional(entry)
    was: Verdict | None = None
    try:
        was = verdict_from_json(entry.data)
        now = word_on(game, state, closed)
    except RefereeError as problem:
        return Rejudged(entry, closed, was, None, ("unreadable",), str(problem))
    return Rejudged(entry, closed, was, now, tuple(differences(was, now)))


def differences(was: Verdict, now: Verdict) -> Iterator[str]:
    """What differs between two verdicts; ``wording`` only when nothing else does."""
    found = [
        name
        for name, before, after in (
            ("status", was.status, now.status),
            ("rules", {fault.rule for fault in was.violations}, {fault.rule for fault in now.violations}),
            ("turn", (was.player, was.turn), (now.player, now.turn)),
            ("after", _telling(was.after), _telling(now.after)),
        )
        if before != after
    ]
    yield from found
    if not found and (was.sentence, was.questions, was.alternatives) != (now.sentence, now.questions, now.alternatives):
        yield "wording"


def _telling(position: str) -> list[str]:
    """The parts of a line; a field without a value says as little as one that is not there."""
    return [word for word in position.split() if not word.endswith("=")]


def _brief(verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {
        "status": verdict.status.value,
        "rules": [fault.rule for fault in verdict.violations],
        "turn": verdict.turn,
        "after": verdict.after,
        "sentence": verdict.sentence,
    }
