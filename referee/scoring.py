"""How well a race was refereed: the verdicts beside the truth of the players who played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.games.rulebook import JOINED
from referee.record.accused import letter_named
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

        Of one that the referee does not close then, it has seen nothing, unless what it saw is told together with the
        turn before: the verdict on both comes later.
        """
        waiting = self.state.close_asked is not None
        state, so_many = fold(entries()[self.ended :], self.state), len(entries())
        self.played.append(turn)
        closed = sum(one.id > self.ended for one in state.turns) > waiting
        if len(state.stops) > 1 or not closed:
            try:
                press_done()
            except IllegalAction:
                if len(state.stops) < 2:
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
        for turn, told in _paired(self.played, standing_turns(entries)[self.before :]):
            if turn is None:
                if told is not None and told.status == "ILLEGAL":
                    counts["false_accusations"] += 1
                    self.surprises.append(f"a turn that nobody had: {told.sentence}")
                continue
            number += 1
            status = told.status if told is not None else "UNDECIDED"
            counts[status.lower()] += 1
            wrong = _difference(turn, status, told.rules if told is not None else ())
            if wrong:
                counts[wrong] += 1
            if wrong or status == "UNDECIDED":
                said = told.sentence if told is not None else "no verdict"
                self.surprises.append(f"turn {number} {turn.player} {turn.turn} truth {turn.truth}: {status} {said}")
        for turn in self.unseen:
            counts["undecided"] += 1
            counts["missed_faults"] += turn.truth != "legal"
            self.surprises.append(f"{turn.player} {turn.turn} truth {turn.truth}: nothing of it was seen")
        turns = len(self.played) + len(self.unseen)
        rate = round(self.frames / self.seconds, 1) if self.seconds else 0.0
        return {"turns": turns, **counts, "frames": self.frames, "frames_per_second": rate}


@dataclass(frozen=True)
class _Told:
    """What a verdict says of one driver's turn: one that tells several says it of each, and accuses whom it names."""

    player: str
    status: str
    rules: tuple[str, ...]
    sentence: str


def _paired(
    played: Sequence[PlayedTurn], verdicts: Sequence[Entry]
) -> Iterator[tuple[PlayedTurn | None, _Told | None]]:
    """Each turn with what was said of it, by who had it: one that was opened again shifts no other."""
    drivers = [turn.player for turn in played]
    told = list(_told(verdicts, {_letter(turn.turn): turn.player for turn in played}))
    named = [one.player for one in told]
    for _, first, last, begin, end in SequenceMatcher(None, drivers, named, autojunk=False).get_opcodes():
        yield from zip_longest(played[first:last], told[begin:end])


def _told(verdicts: Sequence[Entry], called: Mapping[str, str]) -> Iterator[_Told]:
    """What each verdict says of the turns that it tells; of a last one that another verdict closes, that one does."""
    for entry, following in zip_longest(verdicts, verdicts[1:]):
        data, first = entry.data, str(entry.data["player"])
        then = "" if following is None else str(following.data["player"])
        others = [called.get(_letter(turn), "") for turn in str(data.get("turn", "")).split(JOINED)[1:]]
        broken: dict[str, list[str]] = {driver: [] for driver in (first, *others)}
        for fault in data["violations"]:
            named = called.get(letter_named(data, fault), "")
            broken[named if named in others else first].append(str(fault["rule"]))
        if others[-1:] == [then] and then != first and not broken[then]:
            del broken[then]
        for driver, rules in broken.items():
            cleared = data["status"] == "ILLEGAL" and not rules
            yield _Told(driver, "LEGAL" if cleared else str(data["status"]), tuple(rules), str(data["sentence"]))


def _letter(turn: str) -> str:
    """How a turn in notation calls its driver."""
    return turn.partition(" ")[0].rstrip(":")


def _difference(turn: PlayedTurn, status: str, rules: Sequence[str]) -> str:
    """Which count a turn adds to, or "" when truth and verdict agree (or the verdict is a question)."""
    if turn.truth == "legal":
        return "false_accusations" if status == "ILLEGAL" else ""
    if status == "LEGAL":
        return "missed_faults"
    return "wrong_rule" if status == "ILLEGAL" and turn.truth not in rules else ""
