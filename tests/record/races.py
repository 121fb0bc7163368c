"""Seeded races as records, made without a camera: what was played, seen and said goes straight to the judge."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from functools import cache

from referee.games.base import Status
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.registry import game
from referee.judge.verdict import judge
from referee.record.entry import Entry, Store
from referee.record.fold import fold
from referee.record.memory import MemoryStore
from referee.record.verdict_json import verdict_to_json
from referee.record.word import excused

SECOND_NS = 1_000_000_000


def play_into(
    store: Store,
    name: str,
    turns: int,
    seed: int = 1,
    players: int = 3,
    faults: float = 0.2,
    agreed: Agreed = NOTHING_AGREED,
) -> None:
    """Play so many turns of a game and write the record a referee would write, with a one-word picture a verdict.

    After a race of a season the next one follows in the same record.
    """
    rules, dice = game(name), random.Random(seed)
    position = rules.start(players, dice, agreed)
    data: Mapping[str, object] = {"players": players, "baseline": rules.visible(position)}
    store.append(Entry(0, "person", "start", "the race starts", "", position, data), {})
    for number in range(1, turns + 1):
        if rules.over(position) is not None:
            following = rules.next_race(position, dice)
            if following is None:
                return
            again = {"players": players, "baseline": rules.visible(following), "race": 2}
            at_ns = number * SECOND_NS
            store.append(Entry(at_ns, "person", "start", "the next race starts", position, following, again), {})
            position = following
        fault = dice.choice(rules.faults()) if dice.random() < faults else None
        played = rules.play(position, dice, fault)
        position = _write(store, name, position, played.stops, played.declared, number * SECOND_NS)


def _write(store: Store, name: str, before: str, stops: tuple[str, ...], said: tuple[str, ...], at_ns: int) -> str:
    rules = game(name)
    for text in said:
        store.append(Entry(at_ns, "person", "declare", "said", before, before, {"text": text}), {})
    for stop in stops:
        store.append(Entry(at_ns, "camera", "stop", "changed", before, before, {"observation": stop}), {})
    seen = [rules.observe(text) for text in (rules.visible(before), *stops)]
    verdict = judge(rules, before, seen, said, closed=True)
    if verdict.status is Status.ILLEGAL:
        verdict = excused(rules, fold(store.entries()), verdict, closed=True)
    data = {**verdict_to_json(verdict), "provisional": False, "baseline": stops[-1] if stops else rules.visible(before)}
    entry = Entry(at_ns, "camera", "verdict", "the turn is done", before, verdict.after, data)
    store.append(entry, {"before": b"before", "after": b"after"})
    return verdict.after


def race(
    name: str,
    turns: int = 20,
    seed: int = 1,
    players: int = 3,
    faults: float = 0.2,
    agreed: Agreed = NOTHING_AGREED,
) -> MemoryStore:
    """A record of a seeded race in memory; it is played once, and each who asks has a copy to go on with."""
    return deepcopy(_played(name, turns, seed, players, faults, tuple(agreed.items())))


@cache
def _played(
    name: str, turns: int, seed: int, players: int, faults: float, agreed: tuple[tuple[str, str], ...]
) -> MemoryStore:
    store = MemoryStore({"game": name})
    play_into(store, name, turns, seed, players, faults, dict(agreed))
    return store
