"""A turn in words for the table, and the nearest legal turns to one that was not."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.fact import Fact, fact, several
from referee.games.home_racers.actions import Drive, Odd, Place, Turn, Unseen, parse_hop, parse_turn
from referee.games.home_racers.bunches import legal_bunches
from referee.games.home_racers.geometry import Pose, ahead, apart
from referee.games.home_racers.observation import Observation
from referee.games.home_racers.position import Position
from referee.games.home_racers.rules import path
from referee.games.home_racers.shapes import LIMITS, tiles_of
from referee.games.home_racers.trail import nudged
from referee.games.home_racers.words import WORDS

NEAREST = 3


def turn_in_words(turn: str, complete: bool = True) -> str:
    """Turns in one sentence part.

    >>> turn_in_words("R: gear=3 path=st-fl-st-st-ll-st roll=2.4.5 move=4")
    'red drove 4 tiles in gear 3 (forward left turn; rolled 2, 4 and 5)'
    >>> turn_in_words("G: path=st-st", complete=False)
    'green has laid 2 tiles; the turn is not over'
    """
    told = [_told(parse_turn(part)) for part in turn.split(" / ")]
    said = told[0] if len(told) == 1 else WORDS.tell(fact("story"), turns=told)
    return said if complete else WORDS.tell(fact("unfinished"), said=said)


def _told(turn: Turn) -> str:
    return WORDS.tell(fact("turn", who=turn.car), deeds=WORDS.tell(deed(turn)))


def deed(turn: Turn) -> Fact:
    """What was done."""
    match turn:
        case Place():
            return fact("deed", how="placed")
        case Odd():
            return fact("deed", how="odd")
        case Unseen():
            return fact("deed", how="unseen")
        case Drive():
            return _driven(turn)


def _driven(turn: Drive) -> Fact:
    gear = "none" if turn.gear is None else turn.gear
    dice = several(turn.roll or ())
    if turn.move is None or (turn.move == 0 and turn.path):
        if not turn.path:
            return fact("deed", how="not-moved", gear=gear, dice=dice)
        return fact("deed", how="laid", count=len(turn.path), gear=gear, dice=dice)
    if turn.move == 0:
        return fact("deed", how="stood", gear=gear)
    bends, met = bends_of(turn.path[: turn.move]), several(turn.met)
    return fact("deed", how="drove", count=turn.move, gear=gear, met=met, bends=bends, dice=dice)


def bends_of(codes: Sequence[str]) -> str:
    """The placements that are no straight ones, and the portals that were gone through, as one parameter."""
    hops = (parse_hop(code) for code in codes)
    return several(hop[0] if hop else code for hop, code in zip(hops, codes, strict=True) if hop or code != "st")


def legal_ends(position: Position) -> dict[Pose, tuple[int, int, tuple[str, ...]]]:
    """Where a legal turn can end: each pose with its gear, number of tiles and placements (portals left out)."""
    car = position.to_move
    start = position.place(car)
    found: dict[Pose, tuple[int, int, tuple[str, ...]]] = {}
    if start is None:
        return found
    for gear in path.next_gears(position.gear(car)):
        for moved in range(gear, tiles_of(gear) + 1):
            if moved == 0:
                found.setdefault(start, (0, 0, ()))
                continue
            for bunch in legal_bunches(*LIMITS[gear], moved):
                across = position.across_mm
                end = ahead(start, across * bunch.x, across * bunch.y, bunch.heading_deg)
                found.setdefault(end, (gear, moved, bunch.shapes[0].codes))
    return found


def nearest_turns(position: Position, seen: Observation) -> tuple[tuple[str, Pose | None], ...]:
    """The legal turns that end nearest to where the car is seen, in words, and where; None where that is not told."""
    car = position.to_move
    stand, start = seen.car(car), position.place(car)
    if start is None:
        return ((WORDS.tell(fact("advice", how="place", who=car)), None),)
    ends = legal_ends(position)
    if stand is None or nudged(position, start, stand.pose):
        gears = several(path.next_gears(position.gear(car)))
        return ((WORDS.tell(fact("advice", how="gears", who=car, gears=gears)), None),)
    near = sorted(ends, key=lambda end: (apart(end, stand.pose) + abs(end.angle_deg - stand.pose.angle_deg) % 360, end))
    return tuple((_could(car, *ends[end]), end) for end in near[:NEAREST])


def _could(car: str, gear: int, moved: int, codes: tuple[str, ...]) -> str:
    if not moved:
        return WORDS.tell(fact("advice", how="still", who=car))
    advised = fact("advice", who=car, gear=gear, count=moved, bends=bends_of(codes), good=moved - gear)
    return WORDS.tell(advised)
