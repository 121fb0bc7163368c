"""Whose turn it is, what may be said, what to ask, and how the race stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.base import Line, Question, WhatNow
from referee.games.looking import IN_VIEW
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import ITEM_NAMES, Turn, dice_in_words, parse_turn, spaces_in_words
from referee.games.nestorgames_gp.law import faults_of, rolls_for
from referee.games.nestorgames_gp.observation import DICE, KINDS, NAMES, Observation
from referee.games.nestorgames_gp.paths import Path, paths_from, turnings_open
from referee.games.nestorgames_gp.play import over
from referee.games.nestorgames_gp.position import Position, called, leaders, nodes_seen, race_order

NEAREST = 3
PAD_SUMS = 21


def what_now(position: Position) -> WhatNow:
    """The page's words beside the board."""
    ended = over(position)
    if ended:
        return WhatNow("", ended, (), standings(position))
    return WhatNow(NAMES[position.turn], _sentence(position), legal_ends(position), standings(position))


def _sentence(position: Position) -> str:
    car = position.turn
    name, free = called(car), position.dice_left(car)
    if position.qualifying:
        return f"{name} rolls for the grid: stop in time, a repeat counts nothing."
    if not position.stand(car).up:
        return f"{name} is belly-up: turn the car up and pass."
    if not free:
        return f"{name} has no dice left and takes one back."
    dice = "one die" if free == 1 else f"up to {free} dice"
    if position.safety and leaders(position) == (car,):
        dice = "one die (the leader behind the safety car)"
    corner = "; on a corner a repeat is a crash" if position.on_corner(car) else ""
    fix = ", or takes one die back" if free < DICE else ""
    return f"{name} rolls {dice}{fix}{corner}."


def legal_ends(position: Position) -> tuple[str, ...]:
    """The spaces on which the driver's movement can end."""
    return tuple(sorted({position.shape.ids[path.end] for path in legal_paths(position)}))


def legal_paths(position: Position) -> list[Path]:
    """Every way that some roll of the driver to move allows."""
    car = position.turn
    node = position.stand(car).node
    if position.qualifying or node is None or not position.stand(car).up:
        return []
    most = 1 if position.safety and leaders(position) == (car,) else position.dice_left(car)
    ways = [path for path in paths_from(position.shape, node, turnings_open(position, car)) if path.steps <= PAD_SUMS]
    return [
        path for path in ways if most and rolls_for(path.steps, False, most) and not faults_of(position, _of(car, path))
    ]


def _of(car: str, path: Path) -> Turn:
    return Turn(car, actions.MOVE, steps=path.steps, via=path.via)


def standings(position: Position) -> tuple[Mapping[str, str], ...]:
    """One row a car, the leader first."""
    return tuple(_row(position, car, place) for place, car in enumerate(race_order(position), 1))


def _row(position: Position, car: str, place: int) -> Mapping[str, str]:
    box = position.box(car)
    laps = position.switches.laps
    return {
        "car": car,
        "player": NAMES[car],
        "lap": str(min(laps, laps - box.discs + 1)),
        "place": str(place),
        "tokens": ", ".join([dice_in_words(DICE - box.dice), *(ITEM_NAMES[kind] for kind in position.hand(car))]),
        "note": _note(position, car),
    }


def _note(position: Position, car: str) -> str:
    if car in position.finished:
        return "finished"
    if position.qualifying:
        value = dict(position.rolled).get(car)
        return "to qualify" if value is None else f"qualified with {value}"
    notes = [] if position.stand(car).up else ["belly-up"]
    notes += [] if car in position.started else ["in the pit lane"]
    notes += ["shortcut used"] if position.box(car).cylinder else []
    return ", ".join(notes)


# -- asking -------------------------------------------------------------------------------------------------------


def questions(position: Position, lines: Sequence[Line]) -> tuple[Question, ...]:
    """What would settle which of these lines was played; nothing when one of them needs no assumption."""
    legal = [line for line in lines if not line.violations]
    if any(not line.assumes for line in legal):
        return ()
    turns = [parse_turn(line.turn.split(" / ")[0]) for line in legal]
    told = " ".join(one for line in legal for one in line.assumes)
    found = []
    if position.qualifying:
        found.append(_which(f"What is {NAMES[position.turn]}'s qualifying value?", [("a repeat: 0", "value=0")]))
    elif "added up" in told or "repeat" in told or "double six" in told:
        answers = [
            (f"no repeat, {spaces_in_words(turn.steps)}", f"sum={turn.steps}")
            for turn in turns
            if turn.kind in (actions.MOVE, actions.HELD)
        ]
        answers += [("a double six", "roll=6+6")] if "double six" in told else []
        found.append(_which(f"What did {NAMES[position.turn]} roll?", [*answers, ("a repeat", "bust")]))
    used = sorted({turn.use for turn in turns if turn.use})
    if used and ("used" in told or "rocket" in told):
        found.append(
            _which("Was an item used?", [*((ITEM_NAMES[use], f"use={use}") for use in used), ("no", "use=no")])
        )
    if "fired a rocket" in told:
        found.append(_which("What did the rocket's die show?", [(str(face), f"aim={face}") for face in range(1, 7)]))
    if " leads, not " in told:
        found.append(_which("Who leads?", [(NAMES[car], f"leader={car}") for car in leaders(position)]))
    if len({turn.via for turn in turns}) > 1:
        found.append(_path_question(turns))
    if "not seen" in told:
        found.append(
            Question(
                "Something is covered: take hands away, or say that nobody else took a turn.",
                (("nobody else", "alone"), IN_VIEW),
            )
        )
    return tuple(found)


def _which(text: str, answers: list[tuple[str, str]]) -> Question:
    return Question(text, tuple(dict.fromkeys(answers)))


def _path_question(turns: Sequence[Turn]) -> Question:
    ways = dict.fromkeys(turn.via for turn in turns)
    return _which("Which way did the car take?", [("+".join(via) or "the main road", _path(via)) for via in ways])


def _path(via: tuple[str, ...]) -> str:
    return f"path={'+'.join(via) or 'main'}"


def pad(position: Position) -> tuple[Question, ...]:
    """The declaration pad: what may be said now."""
    if not position.turn:
        return ()
    name = NAMES[position.turn]
    if position.qualifying:
        values = [(str(value), f"value={value}") for value in range(PAD_SUMS + 1)]
        return (
            _which(f"{called(position.turn)}'s qualifying value", values),
            Question("Rolling", (("stops", "stop"),)),
        )
    sums = [(str(steps), f"sum={steps}") for steps in range(1, PAD_SUMS + 1)]
    found = [_which(f"What {name} rolled", [("a repeat", "bust"), *sums])]
    held = [kind for kind in KINDS if position.may_hold(position.turn, kind)]
    if held:
        found.append(_which("Item used", [*((ITEM_NAMES[kind], f"use={kind}") for kind in held), ("none", "use=no")]))
    if "rocket" in held:
        found.append(_which("The rocket's die", [(str(face), f"aim={face}") for face in range(1, 7)]))
    kinds = sorted(turnings_open(position, position.turn))
    if kinds:
        found.append(_which("Way taken", [("main road", "path=main"), *((kind, f"path={kind}") for kind in kinds)]))
    if position.safety and len(leaders(position)) > 1:
        found.append(_which("Who leads", [(NAMES[car], f"leader={car}") for car in leaders(position)]))
    found.append(_which("The turn", [("is over", "done"), ("nobody else took one", "alone")]))
    return tuple(found)


# -- alternatives -------------------------------------------------------------------------------------------------


def nearest_turns(position: Position, seen: Observation) -> tuple[str, ...]:
    """The legal turns that end nearest to where the car is seen, in words."""
    car = position.turn
    if not car or position.qualifying:
        return ()
    if not position.stand(car).up:
        return (f"{called(car)} could turn the car up again and pass.",)
    look = dict(seen.cars).get(car)
    goal = next((node for node in nodes_seen(position.shape, look) if node is not None), None) if look else None
    ways = legal_paths(position)
    start = position.stand(car).node or 0
    if goal is None or goal == start:
        ways = ways[:NEAREST]
    else:
        ways = sorted(ways, key=lambda path: (_apart(position, path.end, goal), path.via))[:NEAREST]
    found = [f"could move {spaces_in_words(path.steps)}{_way(path)} to {position.shape.ids[path.end]}" for path in ways]
    if position.box(car).dice:
        found.append("could take one die back")
    return tuple(f"{called(car)} {one}." for one in found[:NEAREST])


def _way(path: Path) -> str:
    return f" by {' and '.join(f'the {one}' for one in path.via)}" if path.via else ""


def _apart(position: Position, one: int, other: int) -> float:
    lap = len(position.shape.track)
    gap = abs(position.shape.progress[one] - position.shape.progress[other])
    return min(gap, lap - gap)
