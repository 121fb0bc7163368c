"""Evenings made up for tests: whole races as records without pictures, and players who race round after round."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.record.entry import Entry
from referee.tournament.log import Enter, Log, Plan, Tournament, made
from referee.tournament.pairing import Places, pair
from referee.tournament.races import Race, Result, races_in, results

SECOND_NS = 1_000_000_000
BEGAN_NS = 1_900_000_000 * SECOND_NS
AGREED = {"royal-racers": {"flags": "1"}, "racepack": {"laps": "1"}}


@cache
def whole_race(name: str, players: int) -> tuple[str, str, tuple[str, ...]]:
    """The first and the last position of a race, and the drivers' colours by place."""
    law, dice = game(name), random.Random(3)
    first = position = law.start(players, dice, AGREED[name])
    while law.over(position) is None:
        position = law.play(position, dice, None).after
    rows = sorted(law.what_now(position).standings, key=lambda row: int(row["place"]))
    return first, position, tuple(row["player"] for row in rows)


def record(
    folder: Path, names: Sequence[str], at_ns: int, faults: Sequence[str] = (), over: bool = True, name: str = ""
) -> Path:
    """The record of a race in which these drivers came first, second, ..., and committed these faults."""
    name = name or ("royal-racers" if len(names) == 2 else "racepack")
    first, last, colours = whole_race(name, len(names))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{at_ns}-{'-'.join(names)}.sqlite"
    store = SqliteStore.create(path, {"game": name, "program": "test"})
    colour_of = dict(zip(names, colours, strict=False))
    entries = [Entry(at_ns, "person", "start", "the race starts", "", first, {"players": len(names)})]
    called = {"names": {colour: driver for driver, colour in colour_of.items()}}
    entries.append(Entry(at_ns + 1, "person", "note", "names", first, first, called))
    entries += [_verdict(at_ns + 2 + at, "ILLEGAL", colour_of[one], first) for at, one in enumerate(faults)]
    entries.append(_verdict(at_ns + SECOND_NS, "LEGAL", colours[0], first, last if over else first))
    store.append_all([(entry, {}) for entry in entries])
    store.close()
    return path


def _verdict(at_ns: int, status: str, colour: str, before: str, after: str = "") -> Entry:
    said = {"status": status, "player": colour, "turn": "", "sentence": "", "violations": [], "provisional": False}
    return Entry(at_ns, "camera", "verdict", "the turn is over", before, after or before, said)


def evening(
    folder: Path, players: int, system: str = "swiss", rounds: int = 5, seats: int = 2, **more: object
) -> tuple[Log, Tournament]:
    """A tournament that begins."""
    log = Log(folder)
    points = tuple(range(seats - 1, -1, -1))
    plan = made(Plan, **{"name": "Club", "system": system, "rounds": rounds, "seats": seats, "points": points,
                         "bye": points[0], "at_ns": BEGAN_NS, **more})  # fmt: skip
    return log, log.begin([plan, *(made(Enter, player=f"P{number:02}") for number in range(1, players + 1))])


def raced(found: Tournament, folder: Path) -> tuple[tuple[Race, ...], dict[tuple[int, int], Result]]:
    """What the records in a folder say of it."""
    every, problems = races_in([folder])
    assert problems == ()
    return every, results(found, every)


def by_lot(
    log: Log, dice: random.Random, leave: float = 0.0
) -> Iterator[tuple[Tournament, dict[tuple[int, int], Places]]]:
    """Rounds in which the stronger (the smaller number) mostly wins, without any record; before each the results."""
    found, known = log.read(), dict[tuple[int, int], Places]()
    for number in range(1, found.plan.rounds + 1):
        found = log.say(pair(found, known).model_copy(update={"at_ns": BEGAN_NS + number * 1800 * SECOND_NS}))
        for at, heat in enumerate(found.rounds[-1].heats, start=1):
            order = sorted(heat.seats, key=lambda name: int(name[1:]) + dice.gauss(0, 12))
            level = dice.random() < 0.1 and len(order) == 2
            known[number, at] = (tuple(order),) if level else tuple((name,) for name in order)
        yield found, known
