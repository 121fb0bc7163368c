"""How fast the referee gives its word in live play: seeded races, each game's hard turns, more players, unseen turns.

A record is kept as a match keeps it, so that a fault is checked with the turns before it, as at a table.
"""

from __future__ import annotations

import random
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import process_time
from typing import Any

from referee.cli.hard_turns import hard_turns, missed
from referee.errors import IllegalAction
from referee.games.base import Dice, PlayedTurn, Status, Verdict
from referee.games.registry import GAMES, game
from referee.mind.reasoned import Game
from referee.record.entry import Entry
from referee.record.fold import RaceState, step
from referee.record.verdict_json import verdict_to_json
from referee.record.word import looks_of, word_on
from referee.simulator.race import words_by_stop

FAULT_SHARE = 0.3
USUAL_PLAYERS = 4
HABITS = ("spoken", "half spoken", "silent", "last look")
"""How the races are watched: every second turn is spoken of, none is, or only the end of each turn is seen."""
GROWTH_TURNS, GROWTH_TURNS_QUICK = 40, 2
MOST_MISSED = 6
SKIPPED_TURNS = 25
"""Before growth is measured a race has left its start."""
LONGEST_RACE = 60
"""So many turns of one race are watched at most."""

LOOK, CLOSING = "look", "closing"
"""Whose doing a look is, and the word that ends a turn; the words on each new look are told by their status."""


def run(quick: bool, only: str | None = None) -> dict[str, Any]:
    """Times of whole words in milliseconds of one core, and the most memory that one took.

    `{games: {G: {turns, median_ms, p99_ms, max_ms, verdicts: {LEGAL: ..., ILLEGAL: ..., UNDECIDED: ..., closing: ...,
    look: ...}, positions: {P: ...}, players: {N: ...}, missed: {N: ...}, peak_mb}}}`; each `...` has the same four
    figures. The first four are of the words on each new look; `closing` is the word that ends a turn and comes after
    them, `look` whose doing a look is, which is asked before.
    """
    return {"games": {law.name: _measured(law, quick) for law in (GAMES.values() if only is None else (game(only),))}}


class _Record:
    """A race on record and the times that its words took."""

    def __init__(self, rules: Game, position: str) -> None:
        self.rules = rules
        self.times: dict[str, list[float]] = defaultdict(list)
        self._entries = 0
        self.state = RaceState()
        self._add("start", after=position, data={"baseline": rules.visible(position)})

    def turn(self, turn: PlayedTurn, habit: str = HABITS[0]) -> Verdict:
        """Watch a turn to its end; what the referee asks about or calls a fault, people set as it was."""
        stops, said = turn.stops, words_by_stop(turn)
        if habit == "last look":
            stops, said = stops[-1:], [[word for words in said for word in words]]
        spoken = habit == "spoken" or (habit == "half spoken" and self._entries % 2)
        for stop, words in zip(stops, said, strict=True):
            for text in words if spoken else ():
                self._add("declare", data={"text": text})
            seen, look = looks_of(self.rules, self.state), self.rules.observe(stop)
            if len(seen) > 1 or self.rules.has_no_move(self.state.position):  # as a match asks it
                self._timed(LOOK, partial(self.rules.next_turn_began, self.state.position, seen, look))
            self._add("stop", data={"observation": stop})
            self._timed("", partial(word_on, self.rules, self.state, closed=False))
        verdict: Verdict = self._timed(CLOSING, partial(word_on, self.rules, self.state, closed=True))
        before, data = self.state.position, verdict_to_json(verdict)
        self._add("verdict", before, verdict.after, {**data, "provisional": False, "baseline": stops[-1]})
        if verdict.status is not Status.LEGAL and verdict.after != turn.after:
            self._add("correct", verdict.after, turn.after, {"baseline": stops[-1]})
        return verdict

    def _timed(self, kind: str, work: Callable[[], Any]) -> Any:
        begun = process_time()
        found = work()
        took = (process_time() - begun) * 1000.0
        self.times[kind or found.status.value].append(took)
        return found

    def _add(self, kind: str, before: str = "", after: str = "", data: Any = None) -> None:
        self._entries += 1
        self.state = step(self.state, Entry(0, "camera", kind, "", before, after, data or {}, id=self._entries))


def _measured(rules: Game, quick: bool) -> dict[str, Any]:
    _raced(rules, 0, HABITS[0], 1)  # what people read is loaded with the first word
    kinds: dict[str, list[float]] = defaultdict(list)
    races: list[float] = []
    for seed in range(1 if quick else 12):
        for habit in HABITS:
            for kind, times in _raced(rules, seed, habit, LONGEST_RACE // (2 if quick else 1)).items():
                kinds[kind] += times
                races += times if kind not in (LOOK, CLOSING) else []
    named = hard_turns(rules, random.Random(1))
    positions = {"seeded races": races}
    for name, hard in named.items():
        some = hard[: 2 if quick else None]
        positions[name] = [_alone(rules, turn, habit) for turn in some for habit in HABITS[::3]]
    together = [time for times in positions.values() for time in times]
    players = min(USUAL_PLAYERS, max(rules.players_allowed))
    many = max(rules.players_allowed)
    judged = GROWTH_TURNS_QUICK if quick else GROWTH_TURNS
    unseen = {str(number): (players, number) for number in range(1, MOST_MISSED + 1)}
    unseen[f"a round of {many}"] = many, many
    hardest = [turn for found in named.values() for turn in found[: 1 if quick else None]]
    return {
        **_summary(together),
        "verdicts": {kind: _summary(times) for kind, times in sorted(kinds.items())},
        "positions": {name: _summary(times) for name, times in positions.items()},
        "players": {str(number): _summary(_growth(rules, number, 1, judged)) for number in rules.players_allowed},
        "missed": {name: _summary(_growth(rules, cars, number, judged)) for name, (cars, number) in unseen.items()},
        "peak_mb": _peak_mb(rules, hardest),
    }


def _raced(rules: Game, seed: int, habit: str, turns: int) -> dict[str, list[float]]:
    """The times of a race's words by their kind."""
    dice = random.Random(seed)
    position = rules.start(min(USUAL_PLAYERS, max(rules.players_allowed)), dice)
    record = _Record(rules, position)
    for _ in range(turns):
        if rules.over(position) is not None:
            break
        fault = dice.choice(rules.faults()) if dice.random() < FAULT_SHARE else None
        turn = rules.play(position, dice, fault)
        record.turn(turn, habit)
        position = turn.after
    return record.times


def _growth(rules: Game, players: int, turns_missed: int, turns: int) -> list[float]:
    """Times of final looks in races of so many players, after one turn or several that nobody saw."""
    found: list[float] = []
    dice = random.Random(players)
    courses = _under_way(rules, players, dice)
    while len(found) < turns:
        position = next(courses)
        try:
            turn = missed(rules, position, dice, turns_missed)
        except IllegalAction:
            continue  # the race ended before so many turns were played
        found.append(_alone(rules, turn, "last look"))
    return found


def _under_way(rules: Game, players: int, dice: Dice) -> Iterator[str]:
    """Positions of races that have left their start."""
    while True:
        position, played = rules.start(players, dice), 0
        while rules.over(position) is None and played < SKIPPED_TURNS + LONGEST_RACE:
            if played >= SKIPPED_TURNS:
                yield position
            position, played = rules.play(position, dice, None).after, played + 1


def _alone(rules: Game, turn: PlayedTurn, habit: str) -> float:
    """How long the longest word on one turn takes."""
    record = _Record(rules, turn.before)
    record.turn(turn, habit)
    return max(time for kind, times in record.times.items() for time in times if kind != LOOK)


def _peak_mb(rules: Game, turns: Iterable[PlayedTurn]) -> float:
    """The most memory that Python took for one verdict beyond what was there before it."""
    most = 0
    tracemalloc.start()
    try:
        for turn in turns:
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            _alone(rules, turn, "last look")
            most = max(most, tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    return round(most / 1e6, 2)


def _summary(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "turns": len(ordered),
        "median_ms": round(ordered[len(ordered) // 2], 3),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 3),
        "max_ms": round(ordered[-1], 3),
    }
