"""How fast turns are explained: seeded races, each game's hard positions, and how it grows with players and misses."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable
from time import process_time
from typing import Any

from referee.errors import IllegalAction
from referee.games.base import Dice, Game, PlayedTurn
from referee.games.hard import missed
from referee.games.registry import GAMES
from referee.judge.verdict import judge

FAULT_SHARE = 0.15
USUAL_PLAYERS = 4
GROWTH_TURNS, GROWTH_TURNS_QUICK = 60, 16
SKIPPED_TURNS = 25
"""Before growth is measured a race has left its start."""


def run(quick: bool, only: str | None = None) -> dict[str, Any]:
    """Times of whole verdicts in milliseconds of one core, and the most memory that one took.

    `{games: {G: {turns, median_ms, p99_ms, max_ms, positions: {P: ...}, players: {N: ...}, missed: {N: ...},
    peak_mb}}}`; each `...` has the same four figures. `p99_ms` is of all verdicts together.
    """
    return {"games": {name: _measured(rules, quick) for name, rules in GAMES.items() if only in (None, name)}}


def _measured(rules: Game, quick: bool) -> dict[str, Any]:
    named = rules.hard_turns(random.Random(1))
    positions = {"seeded races": _times(rules, _races(rules, 2 if quick else 12))}
    positions |= {name: _times(rules, turns[: 4 if quick else None]) for name, turns in named.items()}
    together = [time for times in positions.values() for time in times]
    turns = GROWTH_TURNS_QUICK if quick else GROWTH_TURNS
    hardest = [turn for found in named.values() for turn in found[: 2 if quick else None]]
    return {
        **_summary(together),
        "positions": {name: _summary(times) for name, times in positions.items()},
        "players": {str(players): _summary(_growth(rules, players, 1, turns)) for players in rules.players_allowed},
        "missed": {
            str(missed): _summary(_growth(rules, min(USUAL_PLAYERS, max(rules.players_allowed)), missed, turns))
            for missed in range(1, USUAL_PLAYERS + 1)
        },
        "peak_mb": _peak_mb(rules, hardest),
    }


def _races(rules: Game, races: int) -> Iterable[PlayedTurn]:
    for seed in range(races):
        dice = random.Random(seed)
        position = rules.start(USUAL_PLAYERS, dice)
        while rules.over(position) is None:
            fault = dice.choice(rules.faults()) if dice.random() < FAULT_SHARE else None
            turn = rules.play(position, dice, fault)
            yield turn
            position = turn.after


def _growth(rules: Game, players: int, turns_missed: int, turns: int) -> list[float]:
    """Times of final looks in races of so many players, after one turn or several that nobody saw."""

    def play(position: str, dice: Dice) -> PlayedTurn:
        return rules.play(position, dice, None)

    found: list[float] = []
    dice, position, played = random.Random(players), "", 0
    while len(found) < turns:
        if not position or rules.over(position) is not None:
            position, played = rules.start(players, dice), 0
        if played < SKIPPED_TURNS:
            position, played = play(position, dice).after, played + 1
            continue
        try:
            turn = missed(play, str, position, dice, turns_missed)
        except IllegalAction:
            position = ""  # the race ended before so many turns were played
            continue
        found.append(_time(rules, turn, turn.stops[-1:], ()))
        position = turn.after
    return found


def _times(rules: Game, turns: Iterable[PlayedTurn]) -> list[float]:
    """Each turn with all its stops and words, and from its final look alone."""
    found = []
    for turn in turns:
        if len(turn.stops) > 1 or turn.declared:
            found.append(_time(rules, turn, turn.stops, turn.declared))
        found.append(_time(rules, turn, turn.stops[-1:], ()))
    return found


def _time(rules: Game, turn: PlayedTurn, stops: tuple[str, ...], declared: tuple[str, ...]) -> float:
    seen = [rules.observe(text) for text in stops]
    begun = process_time()
    judge(rules, turn.before, seen, declared, closed=True)
    return (process_time() - begun) * 1000.0


def _peak_mb(rules: Game, turns: Iterable[PlayedTurn]) -> float:
    """The most memory that Python took for one verdict beyond what was there before it."""
    most = 0
    tracemalloc.start()
    try:
        for turn in turns:
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            _time(rules, turn, turn.stops[-1:], ())
            most = max(most, tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    return round(most / 1e6, 2)


def _summary(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "turns": len(ordered),
        "median_ms": round(ordered[len(ordered) // 2], 3),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 3),
        "max_ms": round(ordered[-1], 3),
    }
