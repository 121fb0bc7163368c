"""How fast turns are explained: seeded races, each turn from its final position alone and from its stops."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

from referee.games.base import Game, PlayedTurn
from referee.games.registry import GAMES
from referee.judge.verdict import judge

FAULT_SHARE = 0.15


def run(quick: bool) -> dict[str, Any]:
    """Times of whole verdicts in milliseconds: `{games: {G: {turns, median_ms, p99_ms, max_ms}}}`."""
    races = 2 if quick else 12
    return {"games": {name: _summary(_times(rules, races)) for name, rules in GAMES.items()}}


def _times(rules: Game, races: int) -> list[float]:
    found = []
    for seed in range(races):
        dice = random.Random(seed)
        position = rules.start(4, dice)
        while rules.over(position) is None:
            fault = dice.choice(rules.faults()) if dice.random() < FAULT_SHARE else None
            turn = rules.play(position, dice, fault)
            found += [_time(rules, turn, turn.stops, turn.declared), _time(rules, turn, turn.stops[-1:], ())]
            position = turn.after
    return found


def _time(rules: Game, turn: PlayedTurn, stops: tuple[str, ...], declared: tuple[str, ...]) -> float:
    seen = [rules.observe(text) for text in stops]
    begun = perf_counter()
    judge(rules, turn.before, seen, declared, closed=True)
    return (perf_counter() - begun) * 1000.0


def _summary(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "turns": len(ordered),
        "median_ms": round(ordered[len(ordered) // 2], 3),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 3),
        "max_ms": round(ordered[-1], 3),
    }
