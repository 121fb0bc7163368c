"""Hazard tokens: where they lie, when they are turned, and what they do to a car (Track Hazards)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.racepack.circuit import Road
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Square

HAZARD_STOP = Rule("racepack/hazard-stop", "A suit-up hazard ends the turn", "Track Hazards")
HAZARD_FLIP = Rule("racepack/hazard-flip", "Turned when the last car has passed it", "Track Hazards")
HAZARD_PLACE = Rule("racepack/hazard-place", "Counted in tiles from corner 1", "Construct The Track")


def hazard_stop(car: str, square: Square) -> Fact:
    """After a suit-up hazard no further movement is made in the turn."""
    return fact(HAZARD_STOP.id, how="moved-on", who=car, square=square_name(square))


def hazard_flip(square: Square, suit_up: bool, passed_by_all: bool) -> Fact:
    """A hazard lies blank side up until the last car has passed it, and suit side up from then on."""
    how = "not-turned" if not suit_up else "back" if passed_by_all else "early"
    return fact(HAZARD_FLIP.id, how=how, square=square_name(square))


def hazard_moved(square: Square, gone: bool, to: Square | None = None) -> Fact:
    """The tokens stay where the die put them; `to` is where one that is gone lies now, None when it is nowhere."""
    if to is not None:
        return fact(HAZARD_PLACE.id, how="moved", square=square_name(square), square2=square_name(to))
    return fact(HAZARD_PLACE.id, how="gone" if gone else "new", square=square_name(square))


def hazard_place(road: Road, squares: Sequence[Square], spare: bool = False) -> Fact | None:
    """Four tokens, each 1 to 5 tiles after the one before, the first counted from corner 1 (a null is rolled again).

    With `spare` ones on the track nothing tells which of them the dice placed, so only their number counts.
    """
    if spare and len(squares) > 8:
        return fact(HAZARD_PLACE.id, how="more-than-eight", count=len(squares))
    if spare and all(square in road.tile_at for square in squares):
        return None
    if len(squares) != 4 and not spare:
        return fact(HAZARD_PLACE.id, how="not-four", count=len(squares))
    strays = [square for square in squares if square not in road.tile_at]
    if strays:
        return fact(HAZARD_PLACE.id, how="off-road", square=square_name(strays[0]))
    last = road.corners[0]
    after = sorted(((road.tile_at[square] - last - 1) % road.count, square) for square in squares)
    steps = [late - early for (early, _), (late, _) in zip([(-1, (0, 0)), *after], after, strict=False)]
    wrong = next((square for step, (_, square) in zip(steps, after, strict=True) if not 1 <= step <= 5), None)
    if wrong is None:
        return None
    return fact(HAZARD_PLACE.id, how="far", square=square_name(wrong))
