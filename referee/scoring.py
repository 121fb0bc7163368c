"""How well a race was refereed: the verdicts beside the truth of the players who played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product, zip_longest
from typing import Any

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.mind.reasoned import Game
from referee.record.accused import charges, drivers_told, strays
from referee.record.entry import Entry
from referee.record.fold import RaceState, fold
from referee.record.races import standing_turns

ALONE, ANOTHERS = 2, 3
"""What it costs to leave a turn without a word, or a word without a turn, and to take a word for another driver's turn:
less than to leave both alone, more than one of them."""


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
            wrong = _differences(turn, told)
            for count in wrong:
                counts[count] += 1
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
    """The place of each turn with what was said of it, by who had it, or came in it: so that least is left over.

    So a turn that was opened again, or told before the one in which somebody came, shifts no other.
    """
    told = list(_told(game, verdicts))
    had = [(turn.culprit or turn.player, strays(game, turn.truth)) for turn in played]
    named = [(one.player, one.strayed) for one in told]
    best: dict[tuple[int, int], tuple[int, int, int]] = {}
    for at, then in product(reversed(range(len(had) + 1)), reversed(range(len(named) + 1))):
        ways = []
        if at < len(had) and then < len(named):
            ways.append((0 if had[at] == named[then] else ANOTHERS, 1, 1))
        ways += [(ALONE, 0, 1)] * (then < len(named)) + [(ALONE, 1, 0)] * (at < len(had))
        costs = ((cost + best[at + turns, then + words][0], turns, words) for cost, turns, words in ways)
        best[at, then] = min(costs, key=lambda one: one[0], default=(0, 0, 0))
    at = then = 0
    while (at, then) != (len(had), len(named)):
        _, turns, words = best[at, then]
        yield at if turns else None, told[then] if words else None
        at, then = at + turns, then + words


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


def _differences(turn: PlayedTurn, told: _Told | None) -> tuple[str, ...]:
    """The counts that a turn adds to: none when truth and verdict agree (or the verdict is a question)."""
    if told is None or told.status == "UNDECIDED":
        return ()
    missed = ("missed_faults",) * (turn.truth != "legal")
    if told.status == "LEGAL":
        return missed
    if told.player != (turn.culprit or turn.player) or not missed:
        return ("false_accusations", *missed)
    return ("wrong_rule",) * (turn.truth not in told.rules)
