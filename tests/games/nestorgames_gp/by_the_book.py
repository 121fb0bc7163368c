"""Turns made up from the rule book alone, without a look at how the referee reasons: where cars go, crash, lose dice.

Thousands by hand: `.venv/bin/python -m tests.games.nestorgames_gp.by_the_book 2000` (so many of each kind).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from markers.nestorgames_gp.boards import shipped_board
from referee.games.base import Status, Verdict
from referee.games.registry import game
from referee.judge.verdict import judge

GAME = game("nestorgames-gp")
NO_FAULT = frozenset({Status.LEGAL, Status.UNDECIDED})
FINE, FAULT = frozenset({Status.LEGAL}), frozenset({Status.ILLEGAL})
NAME = "nestorgames-gp/"


@dataclass(frozen=True)
class Case:
    """A turn and what the book says of it.

    Attributes
    ----------
    stops : what was seen after the position, oldest first.
    may_be : the verdicts that keep to the book.
    rules : the rules a fault names, without the game's name; none when it may be any.
    never : words that the verdict does not say.
    """

    kind: str
    position: str
    stops: tuple[str, ...]
    declared: tuple[str, ...]
    may_be: frozenset[Status]
    rules: frozenset[str] = frozenset()
    never: str = ""
    closed: bool = True

    def judged(self) -> Verdict:
        """The referee's word."""
        stops = [GAME.observe(text) for text in (GAME.visible(self.position), *self.stops)]
        return judge(GAME, self.position, stops, self.declared, self.closed)

    def wrong(self) -> str:
        """What is wrong with the referee's word, "" when it keeps to the book."""
        found = self.judged()
        rules = {fault.rule.removeprefix(NAME) for fault in found.violations}
        if found.status not in self.may_be:
            return f"{found.status.value}: {found.sentence}"
        if found.status is Status.ILLEGAL and self.rules and rules != self.rules:
            return f"{sorted(rules)} instead of {sorted(self.rules)}: {found.sentence}"
        return found.sentence if self.never and self.never in found.sentence else ""


# -- the board and the roads along it -------------------------------------------------------------------------------


class Track:
    """A shipped board as its file tells it; only boards without a loop."""

    def __init__(self, name: str) -> None:
        data: Mapping[str, Any] = json.loads(shipped_board(name))
        self.name = name
        self.lap: list[str] = data["track"]
        self.corners = {space["id"] for space in data["spaces"] if space.get("corner")}
        self.special = {*data.get("teleport", ()), *data.get("gate", {}).get("switches", ())}
        self.turnings = {kind: (data[kind]["from"], data[kind]["to"]) for kind in ("gate", "shortcut") if kind in data}

    def on(self, space: str, steps: int = 1) -> str:
        """The space so many further along the lap."""
        return self.lap[(self.lap.index(space) + steps) % len(self.lap)]

    def between(self, space: str, other: str) -> list[str]:
        """The spaces strictly between two, along the lap."""
        found = [self.on(space)]
        while found[-1] != other:
            found.append(self.on(found[-1]))
        return found[:-1]

    def next_corner(self, space: str) -> str:
        """The first corner from a space on, itself included."""
        while space not in self.corners:
            space = self.on(space)
        return space

    def roads(self, space: str, steps: int, kinds: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Where so many steps may lead, and the turnings taken on the way; the line is never crossed."""
        if not steps:
            yield space, ()
            return
        if space != self.lap[-1]:
            yield from self.roads(self.on(space), steps - 1, kinds)
        for kind in kinds:
            start, end = self.turnings[kind]
            if space == start:
                left = tuple(one for one in kinds if one != "shortcut" or kind != "shortcut")
                for to, via in self.roads(end, steps - 1, left):
                    yield to, (kind, *via)


HARBOUR, LOCKGATE = Track("harbour"), Track("lockgate")


def roll(dice: Random, most: int = 6) -> tuple[int, ...]:
    """One to `most` different dice."""
    return tuple(dice.sample(range(1, 7), dice.randint(1, most)))


def card(car: str, faces: tuple[int, ...]) -> str:
    """Dice on the throwing card."""
    return ",".join(f"{car}{number}:{face}@{34 * number}/0/{number}" for number, face in enumerate(faces, 1))


def line(**fields: str) -> str:
    """A line of notation."""
    return " ".join(("nestorgames-gp", *(f"{key}={value}" for key, value in fields.items() if value)))


def cars(places: Mapping[str, str]) -> str:
    """Places of cars."""
    return ",".join(f"{car}:{place}" for car, place in places.items())


def boxes(lost: Mapping[str, int], cylinder: str = "") -> str:
    """Boxes with three discs and so many lost dice."""
    return ",".join(f"{car}:3/{count}{'/c' if car == cylinder else ''}" for car, count in lost.items())


# -- the kinds of turns ---------------------------------------------------------------------------------------------


def part_of_the_way(dice: Random) -> Case | None:
    """Gate and shortcut, of which the driver says all, some or nothing; the gate is sometimes closed."""
    track, opened = LOCKGATE, dice.random() < 0.8
    space, faces = dice.choice(track.lap[:9]), roll(dice)
    ways = [way for way in track.roads(space, sum(faces), ("gate", "shortcut")) if way[1]]
    if not ways:
        return None
    end, via = dice.choice(ways)
    if end in track.special:
        return None
    said = tuple(one for one in via if dice.random() < 0.6)
    declared = (f"path={'+'.join(said)}",) if said else ()
    shut = not opened and "gate" in via
    if shut and any(to == end and "gate" not in one for to, one in track.roads(space, sum(faces), ("shortcut",))):
        return None
    before = {"R": space, "B": "p1"}
    gate = "open" if opened else "closed"
    position = line(
        board=track.name, cars=cars(before), box=boxes({"R": 0, "B": 0}), gate=gate, edition="tray", seats="RB",
        turn="R", started="R",
    )  # fmt: skip
    shown = dice.random() < 0.7 or shut
    seen = line(
        board=track.name, cars=cars({**before, "R": end}),
        box=boxes({"R": 0, "B": 0}, "R" if "shortcut" in via else ""), gate=gate,
        dice=card("R", faces) if shown else "",
    )  # fmt: skip
    if shut:
        return Case("part of the way, gate shut", position, (seen,), (*declared, "alone"), FAULT, frozenset({"gate"}))
    return Case("part of the way", position, (seen,), declared, FINE if said == via and shown else NO_FAULT)


def stayed(dice: Random) -> Case:
    """Rolled without a repeat and did not move, with dice in the box: no die was taken back."""
    track, lost = dice.choice((HARBOUR, LOCKGATE)), dice.randint(1, 5)
    free = [space for space in track.lap if space not in track.special]
    seats = "RBGY"[: dice.randint(2, 4)]
    places = dict(zip(seats, dice.sample(free, len(seats)), strict=True))
    faces = roll(dice, 6 - lost)
    box = boxes({car: lost if car == "R" else 0 for car in seats})
    gate = "closed" if track is LOCKGATE else ""
    position = line(
        board=track.name, cars=cars(places), box=box, gate=gate, edition="tray", seats=seats, turn="R", started=seats
    )
    hidden = dice.random() < 0.2
    own = ",".join(part for part in box.split(",") if not (hidden and part.startswith("R")))
    seen = line(board=track.name, cars=cars(places), box=own, gate=gate, dice=card("R", faces))
    said = (f"roll={'+'.join(map(str, faces))}",) if dice.random() < 0.3 else ()
    said = (*said, "alone")  # else he may have driven a lap in two turns, its disc not taken yet
    return Case("stayed", position, (seen,), said, FAULT, frozenset({"exact-move"}), never="took a die back")


def slide_under_safety(dice: Random) -> Case | None:
    """Under the safety car onto oil and past cars to the corner, or staying because of it."""
    track, faces = HARBOUR, roll(dice, 3)
    oil = dice.choice(track.lap)
    corner = track.next_corner(oil)
    start = track.lap[(track.lap.index(oil) - sum(faces)) % len(track.lap)]
    if oil in track.corners or track.lap.index(start) > track.lap.index(corner):
        return None
    if len(list(track.roads(start, sum(faces), ("shortcut",)))) != 1:
        return None
    passed = track.between(oil, corner) if track.on(oil) != corner else []
    if not passed:
        return None
    others = dict(zip("BG", dice.sample(passed, min(len(passed), dice.randint(1, 2))), strict=False))
    on_corner = dice.random() < 0.3
    if on_corner:
        others["Y"] = corner
    seats = "R" + "".join(others)
    position = line(
        board=track.name, cars=cars({"R": start, **others}), box=boxes(dict.fromkeys(seats, 0)), items=f"{oil}:oil",
        edition="tray", switches="items:tray,safety:yes", seats=seats, turn="R", started=seats, safety="R:2",
    )  # fmt: skip
    if dice.random() < 0.3:
        seen = line(
            board=track.name, cars=cars({"R": start, **others}), box=boxes(dict.fromkeys(seats, 0)), items=f"{oil}:oil",
            dice=card("R", faces),
        )  # fmt: skip
        may_be, rules = (NO_FAULT, frozenset[str]()) if on_corner else (FAULT, frozenset({"safety-car"}))
        return Case("waited before a slide", position, (seen,), ("alone",), may_be, rules)
    crashed = {"R": f"{corner}!", **others} | ({"Y": f"{corner}!"} if on_corner else {})
    lost = dict.fromkeys(seats, 0) | {"R": 1}
    if on_corner:
        lost |= {"R": 6, "Y": 6}
    seen = line(
        board=track.name, cars=cars(crashed), box=boxes(lost), items=f"{oil}:oil",
        dice="" if on_corner else card("R", faces),
    )  # fmt: skip
    return Case("slide past cars", position, (seen,), (), NO_FAULT if on_corner else FINE)


def oil_on_a_corner(dice: Random) -> Case:
    """Ending on an occupied corner with oil: each car there crashes once and loses one die, and no second one."""
    track, faces = HARBOUR, roll(dice, 4)
    corner = dice.choice(sorted(track.corners))
    start = track.lap[(track.lap.index(corner) - sum(faces)) % len(track.lap)]
    crossed = track.lap.index(start) > track.lap.index(corner)
    there = "BG"[: dice.randint(1, 2)]
    seats, pushed = "R" + there, dice.random() < 0.3
    before = {"R": start} | {car: f"{corner}{dice.choice(('', '!'))}" for car in there}
    if start in track.corners and start == corner:
        before["R"] = start
    lost = {car: dice.randint(0, 6 - len(faces) if car == "R" else 5) for car in seats}
    after = dict.fromkeys(seats, f"{corner}!")
    kind = "oil on a corner"
    if pushed and not crossed and track.on(start, sum(faces)) == corner and track.lap.index(start):
        # one space back: red ends on blue, who is pushed into the corner with oil
        square = track.lap[track.lap.index(corner) - 1]
        if square not in track.corners and square != start:
            before = before | {"R": track.lap[track.lap.index(start) - 1], "B": square}
            after, kind = after | {"R": square}, "pushed onto oil on a corner"
    crashed = [car for car in seats if after[car].endswith("!")]
    now = {car: lost[car] + (car in crashed) for car in seats}
    spoiled = dice.random() < 0.3
    if spoiled:
        victim = next((car for car in there if now[car] < 6), "")
        spoiled = bool(victim)
        now |= {victim: now[victim] + 1} if victim else {}
    header = {"edition": "tray", "switches": "items:tray,pushed-items:yes", "seats": seats, "turn": "R"}
    discs = dict.fromkeys(seats, 3) | ({"R": 2} if crossed else {})
    position = line(
        board=track.name, cars=cars(before), box=boxes(lost), items=f"{corner}:oil", **header, started=seats
    )
    box = ",".join(f"{car}:{discs[car]}/{now[car]}" for car in seats)
    seen = line(board=track.name, cars=cars(after), box=box, items=f"{corner}:oil", dice=card("R", faces))
    if spoiled:
        return Case(f"{kind}, two dice taken", position, (seen,), ("alone",), FAULT)
    return Case(kind, position, (seen,), (), FINE)


def more_than_a_round_missed(dice: Random) -> Case | None:
    """Two cars, of whose next three or four turns only the table at the end is seen."""
    board, items = dice.choice(("harbour", "crossover", "lockgate")), dice.choice(("none", "none", "tray"))
    text = GAME.start(2, dice, {"board": board, "items": items})
    for _ in range(dice.randint(0, 25)):
        if GAME.over(text):
            return None
        text = GAME.play(text, dice, None).after
    position, seen = text, ""
    said: tuple[str, ...] = ()
    for number in range(dice.randint(3, 4)):
        if GAME.over(text):
            return None
        turn = GAME.play(text, dice, None)
        text, seen = turn.after, turn.stops[-1]
        said = turn.declared if not number and dice.random() < 0.3 else said
    return Case("more than a round missed", position, (seen,), said, NO_FAULT)


KINDS: tuple[Callable[[Random], Case | None], ...] = (
    part_of_the_way, stayed, slide_under_safety, oil_on_a_corner, more_than_a_round_missed,
)  # fmt: skip


def cases(make: Callable[[Random], Case | None], seed: int, count: int) -> Iterator[Case]:
    """So many turns of a kind."""
    dice, made = Random(seed), 0
    while made < count:
        case = make(dice)
        if case is not None:
            made += 1
            yield case


def main() -> None:
    """Judge so many turns of each kind and print the counts and the first mistakes."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    judged, words, mistakes = Counter[str](), Counter[str](), Counter[str]()
    for make in KINDS:
        for case in cases(make, seed, count):
            judged[case.kind] += 1
            words[f"{case.kind}: {case.judged().status.value}"] += 1
            wrong = case.wrong()
            if wrong:
                mistakes[case.kind] += 1
                if mistakes[case.kind] <= 3:
                    print(f"{case.kind}\n  {case.position}\n  {' | '.join(case.stops)}\n  {case.declared}\n  {wrong}")
    for kind, number in judged.items():
        told = ", ".join(f"{one.partition(': ')[2]} {n}" for one, n in words.items() if one.partition(": ")[0] == kind)
        print(f"{kind}: {number} turns, {mistakes[kind]} judged wrong ({told})")
    print(f"in all {judged.total()} turns, {mistakes.total()} judged wrong")


if __name__ == "__main__":
    main()
