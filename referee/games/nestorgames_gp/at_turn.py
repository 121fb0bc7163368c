"""Whose turn it is, what may be said, what the nearest legal turns are, and how the race and the championship stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.games.base import Question, standing
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points, road
from referee.games.nestorgames_gp.board import Path, paths_from
from referee.games.nestorgames_gp.law import faults_of, rolls_for, turnings_open
from referee.games.nestorgames_gp.looks import come_to_lie
from referee.games.nestorgames_gp.scores import carried_over, championship_scores, wins_of
from referee.games.nestorgames_gp.state import CARS, DICE, KINDS, NAMES, Observation, Position, nodes_seen, race_order
from referee.games.nestorgames_gp.words import WORDS
from referee.games.season import Season, ranked
from referee.games.words_said import Pad, Sayable
from referee.words.fact import Fact, fact

_KINDS, _CAR, _SCORE = "|".join(KINDS), f"[{''.join(CARS)}]", r"\d{1,3}(?:\.5)?"
SAYABLE = Sayable(
    (
        r"roll=([1-6](?:\+[1-6]){0,5}|no)",
        r"sum=([1-9]\d?|no|bust|double-six)",
        rf"use=({_KINDS}|no)",
        r"aim=[1-6]",
        r"path=(main|(?:gate|shortcut)(?:\+(?:gate|shortcut))*)",
        rf"leader={_CAR}",
        rf"refill=({_KINDS})",
        r"value=\d{1,2}",
        rf"fastest={_CAR}:[1-9]\d?",
        rf"score:{_CAR}={_SCORE}",
        rf"team:{_CAR}{{2}}={_SCORE}",
        "bust(=no)?|stop|alone|done",
    ),
    "roll=2+6+1, sum=12, bust, use=turbo, use=no, aim=4, path=gate, path=main, leader=R, refill=bomb, value=9, "
    "fastest=R:12, score:R=4, team:RB=7, stop, alone, done, B:sum=12",
    CARS,
)
ROLLED = {"sum=bust": "bust", "sum=double-six": "roll=6+6"}
"""What a sum may be asked for and is said otherwise."""


def normal_declaration(text: str) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    >>> normal_declaration(" roll=2,6,1 "), normal_declaration("B:sum=bust")
    ('roll=2+6+1', 'B:bust')
    """
    whose, said = SAYABLE.read(text.replace(",", "+"))
    return whose + ROLLED.get(said, said)


def season(position: Position) -> Season | None:
    """The championship as it stands; None for a single race. Level scores are parted by the number of wins."""
    champion = position.championship
    if champion is None:
        return None
    over = not position.turn and not position.qualifying
    scores = championship_scores(position) if over else dict(champion.scores)
    wins = wins_of(position) if over else dict(champion.wins)
    rows = ranked([(car, NAMES[car], scores.get(car, 0.0), wins.get(car, 0)) for car in position.seats])
    race = sum(count for _, count in champion.wins) + 1
    return Season("championship", race, 0, champion.target, rows, carried_over(position) is not None)


NEAREST = 3
PAD = Pad(WORDS)
PAD_SUMS = 21


def now(position: Position) -> tuple[str, tuple[str, ...]]:
    """What the driver may do, and where a legal turn can end."""
    return _sentence(position), legal_ends(position)


def _sentence(position: Position) -> str:
    car = position.turn
    free, now = position.dice_left(car), fact("now", who=car)
    if position.qualifying:
        return WORDS.tell(now.also(how="grid"))
    if not position.stand(car).up:
        return WORDS.tell(now.also(how="up"))
    if not free:
        return WORDS.tell(now.also(how="fix"))
    leads = position.safety and position.leading == (car,)
    also = now.also(fix="yes" if free < DICE else "no", corner="yes" if position.on_corner(car) else "no")
    return WORDS.tell(also.also(how="leads") if leads else also.also(how="roll", dice=free))


def legal_ends(position: Position) -> tuple[str, ...]:
    """The spaces on which the driver's movement can end."""
    return tuple(sorted({position.shape.ids[path.end] for path in legal_paths(position)}))


def legal_paths(position: Position) -> list[Path]:
    """Every way that some roll of the driver to move allows."""
    car = position.turn
    node = position.stand(car).node
    if position.qualifying or node is None or not position.stand(car).up:
        return []
    most = 1 if position.safety and position.leading == (car,) else position.dice_left(car)
    ways = [path for path in paths_from(position.shape, node, turnings_open(position, car)) if path.steps <= PAD_SUMS]
    ways = [path for path in ways if most and rolls_for(path.steps, False, most)]
    if not position.safety:
        return ways  # open roads and dice that carry the car: nothing else binds it
    return [path for path in ways if not faults_of(position, Turn(car, actions.MOVE, steps=path.steps, via=path.via))]


def standings(position: Position) -> Iterator[Mapping[str, str]]:
    """One row a car, the leader first."""
    laps = position.switches.laps
    for place, car in enumerate(race_order(position), 1):
        lap = str(min(laps, laps - position.box(car).discs + 1))
        left = _told(fact("left"), "things", _left(position, car))
        yield standing(car, NAMES[car], lap, place, left, _told(fact("note"), "notes", _notes(position, car)))


def _told(whole: Fact, part: str, facts: Sequence[Fact]) -> str:
    return WORDS.tell(whole, **{part: [WORDS.tell(one) for one in facts]})


def _left(position: Position, car: str) -> list[Fact]:
    dice = fact("left", how="dice", dice=DICE - position.box(car).dice)
    return [dice, *(fact("left", how="item", item=kind) for kind in position.hand(car))]


def _notes(position: Position, car: str) -> list[Fact]:
    if car in position.finished:
        return [fact("note", how="finished")]
    if position.qualifying:
        value = dict(position.rolled).get(car)
        return [fact("note", how="to-qualify") if value is None else fact("note", how="qualified", count=value)]
    notes = [] if position.stand(car).up else ["belly-up"]
    notes += [] if car in position.started else ["pit"]
    notes += ["shortcut"] if position.box(car).cylinder else []
    return [fact("note", how=how) for how in notes]


# -- what may be said ------------------------------------------------------------------------------------------------


def pad(position: Position) -> tuple[Question, ...]:
    """The declaration pad: what may be said now."""
    car = position.turn
    if position.qualifying:
        values = PAD.values("value", range(PAD_SUMS + 1))
        return PAD.heading("value", values, by=car), PAD.heading("stop", [PAD.button("stop", "stop")])
    found = [replace(PAD.heading("sum", [PAD.button("bust", "sum", value="bust")], by=car), dice=DICE)]
    held = [kind for kind in KINDS if position.may_hold(car, kind)]
    if held:
        found.append(PAD.heading("use", (*PAD.values("use", held), PAD.button("use=no", "use", how="no"))))
    if "rocket" in held:
        found.append(PAD.heading("aim", PAD.values("aim", range(1, 7))))
    ways = sorted(turnings_open(position, car))
    if ways:
        found.append(PAD.heading("path", PAD.values("path", ["main", *ways])))
    if position.safety and len(position.leading) > 1:
        found.append(PAD.heading("leader", PAD.values("leader", position.leading)))
    return (*found, PAD.heading("done", [PAD.button(kind, kind) for kind in ("done", "alone")]))


# -- alternatives -------------------------------------------------------------------------------------------------


def nearest_turns(position: Position, seen: Observation) -> tuple[tuple[str, Path | None], ...]:
    """The legal turns that end nearest to where the car is seen, in words, and the way; None where it stays."""
    car = position.turn
    if not car or position.qualifying:
        return ()
    advice = fact("advice", who=car)
    if not position.stand(car).up:
        return ((WORDS.tell(advice.also(how="up")), None),)
    roll = tuple(die.face for die in come_to_lie(position.dice, seen, car))
    sums = _sums(position, roll)
    if roll and not sums:
        return ((WORDS.tell(advice.also(how="stay")), None),)
    look = dict(seen.cars).get(car)
    goal = next((node for node in nodes_seen(position.shape, look) if node is not None), None) if look else None
    ways = legal_paths(position)
    if seen.dice_clear:  # else more dice may lie there
        ways = [way for way in ways if way.steps in sums] or ways
    start = position.stand(car).node or 0
    if goal is None or goal == start:
        ways = ways[:NEAREST]
    else:
        ways = sorted(ways, key=lambda path: (_apart(position, path.end, goal), path.via))[:NEAREST]
    moved, ids = advice.also(how="move"), position.shape.ids
    found: list[tuple[Path | None, Fact]] = [
        (way, moved.also(steps=way.steps, via=road(way.via), space=ids[way.end])) for way in ways
    ]
    found += [(None, advice.also(how="fix"))] if position.box(car).dice and not roll else []
    return tuple((WORDS.tell(one), way) for way, one in found[:NEAREST])


def _sums(position: Position, roll: tuple[int, ...]) -> frozenset[int]:
    """How far dice may carry the car to move, one of which may be a rocket's own; none after a repeat."""
    car = position.turn
    rolls = {roll}
    if position.may_hold(car, "rocket"):
        rolls |= {roll[:index] + roll[index + 1 :] for index in range(len(roll))}
    boosts = (False, True) if position.may_hold(car, "turbo") else (False,)
    return frozenset(points(one, turbo) for one in rolls if one and not has_repeat(one) for turbo in boosts)


def _apart(position: Position, one: int, other: int) -> float:
    lap = len(position.shape.track)
    gap = abs(position.shape.progress[one] - position.shape.progress[other])
    return min(gap, lap - gap)
