"""How well a race was refereed: the verdicts beside the truth of the players who played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.mind.reasoned import Game
from referee.record.accused import charges, drivers_told, strays
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

    def summary(self, game: Game, entries: Sequence[Entry]) -> dict[str, Any]:
        """Counts as `referee demo --json` prints them."""
        counts = dict.fromkeys(("legal", "illegal", "undecided", "false_accusations", "missed_faults", "wrong_rule"), 0)
        for at, told in _paired(game, self.played, standing_turns(entries)[self.before :]):
            if at is None:
                if told is not None and told.status == "ILLEGAL":
                    counts["false_accusations"] += 1
                    self.surprises.append(f"a turn that nobody had: {told.sentence}")
                continue
            turn, status = self.played[at], "UNDECIDED" if told is None else told.status
            counts[status.lower()] += 1
            wrong = _difference(turn, told)
            if wrong:
                counts[wrong] += 1
            if wrong or status == "UNDECIDED":
                said = told.sentence if told is not None else "no verdict"
                self.surprises.append(f"turn {at + 1} {turn.player} {turn.turn} truth {turn.truth}: {status} {said}")
        for turn in self.unseen:
            counts["undecided"] += 1
            counts["missed_faults"] += turn.truth != "legal"
            self.surprises.append(f"{turn.player} {turn.turn} truth {turn.truth}: nothing of it was seen")
        turns = len(self.played) + len(self.unseen)
        rate = round(self.frames / self.seconds, 1) if self.seconds else 0.0
        return {"turns": turns, **counts, "frames": self.frames, "frames_per_second": rate}


@dataclass(frozen=True)
class _Told:
    """What a verdict says of one driver's turn: one that tells several says it of each, and accuses whom it names.

    `strayed` if it says that he came in another's turn.
    """

    player: str
    strayed: bool
    status: str
    rules: tuple[str, ...]
    sentence: str


def _paired(
    game: Game, played: Sequence[PlayedTurn], verdicts: Sequence[Entry]
) -> Iterator[tuple[int | None, _Told | None]]:
    """The place of each turn with what was said of it, by who had it: one that was opened again shifts no other.

    Who came in another's turn goes first: where that one cannot move, his turn may be told before or after it.
    """
    turns, told = dict(enumerate(played)), dict(enumerate(_told(game, verdicts)))
    came = [(turn.culprit or turn.player, strays(game, turn.truth)) for turn in turns.values()]
    named = [(one.player, one.strayed) for one in told.values()]
    for at, then, size in SequenceMatcher(None, came, named, autojunk=False).get_matching_blocks():
        for number, other in zip(range(at, at + size), range(then, then + size), strict=True):
            if told[other].strayed:
                del turns[number]
                yield number, told.pop(other)
    drivers, accounts = [turn.player for turn in turns.values()], list(told.values())
    matcher = SequenceMatcher(None, drivers, [one.player for one in accounts], autojunk=False)
    for _, first, last, begin, end in matcher.get_opcodes():
        yield from zip_longest(list(turns)[first:last], accounts[begin:end])


def _told(game: Game, verdicts: Sequence[Entry]) -> Iterator[_Told]:
    """What each verdict says of the turns that it tells; of a last one that another verdict closes, that one does.

    In a last turn in which somebody else came nothing more is told of its driver.
    """
    for entry, following in zip_longest(verdicts, verdicts[1:]):
        data = entry.data
        drivers = tuple(dict.fromkeys(drivers_told(game, data)))
        broken: dict[tuple[str, bool], list[str]] = {(driver, False): [] for driver in drivers}
        if data["status"] == "ILLEGAL":
            for culprit, rule in charges(game, data):
                broken.setdefault((culprit, strays(game, rule)), []).append(rule)
        then = "" if following is None else str(following.data["player"])
        last = (drivers[-1], False)
        if not broken[last] and (len(broken) > len(drivers) or (len(drivers) > 1 and drivers[-1] == then)):
            del broken[last]
        for (driver, strayed), rules in broken.items():
            cleared = data["status"] == "ILLEGAL" and not rules
            status = "LEGAL" if cleared else str(data["status"])
            yield _Told(driver, strayed, status, tuple(rules), str(data["sentence"]))


def _difference(turn: PlayedTurn, told: _Told | None) -> str:
    """Which count a turn adds to, or "" when truth and verdict agree (or the verdict is a question)."""
    if told is None or told.status == "UNDECIDED":
        return ""
    if told.status == "LEGAL":
        return "missed_faults" if turn.truth != "legal" else ""
    if told.player != (turn.culprit or turn.player) or turn.truth == "legal":
        return "false_accusations"
    return "wrong_rule" if turn.truth not in told.rules else ""
