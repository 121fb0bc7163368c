"""Seeded races as records, made without a camera: what was played, seen and said goes straight to the judge."""

from __future__ import annotations

import hashlib
import os
import pickle
import random
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path

from referee.games.base import Status
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.registry import game
from referee.judge.verdict import judge
from referee.record.entry import Entry, NewEntry, Store
from referee.record.fold import fold
from referee.record.memory import MemoryStore
from referee.record.verdict_json import verdict_to_json
from referee.record.word import excused

SECOND_NS = 1_000_000_000
KEPT_IN = "RACES_OF_THIS_RUN"
"""The variable that names the folder in which the workers of one test run keep what one of them has played."""


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
    for entry, pictures in _taped(name, turns, seed, players, faults, tuple(agreed.items())):
        store.append(entry, pictures)


class Tape:
    """A race as far as anybody asked for it: played once for all who do, in whatever process (`KEPT_IN`)."""

    def __init__(self, name: str, seed: int, players: int, faults: float, agreed: Agreed) -> None:
        self.name, self.players, self.faults, self.dice = name, players, faults, random.Random(seed)
        self.position, self.over = game(name).start(players, self.dice, agreed), False
        self.store = MemoryStore()
        self.turns: list[list[NewEntry]] = [[]]
        data = {"players": players, "baseline": game(name).visible(self.position)}
        self._append(Entry(0, "person", "start", "the race starts", "", self.position, data), {})

    def go_on(self) -> None:
        """Play another turn, the first of the next race of a season if there is one."""
        rules, number = game(self.name), len(self.turns)
        if rules.over(self.position) is not None:
            following = rules.next_race(self.position, self.dice)
            if following is None:
                self.over = True
                return
            self.turns.append([])
            again = {"players": self.players, "baseline": rules.visible(following), "race": 2}
            start = Entry(
                number * SECOND_NS, "person", "start", "the next race starts", self.position, following, again
            )
            self._append(start, {})
            self.position = following
        else:
            self.turns.append([])
        fault = self.dice.choice(rules.faults()) if self.dice.random() < self.faults else None
        played = rules.play(self.position, self.dice, fault)
        self.position = self._write(self.position, played.stops, played.declared, number * SECOND_NS)

    def _append(self, entry: Entry, pictures: Mapping[str, bytes]) -> None:
        self.store.append(entry, pictures)
        self.turns[-1].append((entry, pictures))

    def _write(self, before: str, stops: tuple[str, ...], said: tuple[str, ...], at_ns: int) -> str:
        rules = game(self.name)
        for text in said:
            self._append(Entry(at_ns, "person", "declare", "said", before, before, {"text": text}), {})
        for stop in stops:
            self._append(Entry(at_ns, "camera", "stop", "changed", before, before, {"observation": stop}), {})
        seen = [rules.observe(text) for text in (rules.visible(before), *stops)]
        verdict = judge(rules, before, seen, said, closed=True)
        if verdict.status is Status.ILLEGAL:
            verdict = excused(rules, fold(self.store.entries()), verdict, closed=True)
        baseline = stops[-1] if stops else rules.visible(before)
        data = {**verdict_to_json(verdict), "provisional": False, "baseline": baseline}
        entry = Entry(at_ns, "camera", "verdict", "the turn is done", before, verdict.after, data)
        self._append(entry, {"before": b"before", "after": b"after"})
        return verdict.after


def _taped(
    name: str, turns: int, seed: int, players: int, faults: float, agreed: tuple[tuple[str, str], ...]
) -> list[NewEntry]:
    """The entries of the first turns of a race."""
    folder = os.environ.get(KEPT_IN)
    key = f"{name} {seed} {players} {faults} {agreed}"
    kept = Path(folder, hashlib.sha256(key.encode()).hexdigest()) if folder else None
    if kept is not None and kept.exists():
        tape: Tape = pickle.loads(kept.read_bytes())
    else:
        tape = Tape(name, seed, players, faults, dict(agreed))
    if len(tape.turns) <= turns and not tape.over:
        while len(tape.turns) <= turns and not tape.over:
            tape.go_on()
        if kept is not None:
            written = kept.with_suffix(f".{os.getpid()}")
            written.write_bytes(pickle.dumps(tape))
            written.replace(kept)
    return [one for turn in tape.turns[: turns + 1] for one in turn]


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
