"""Hazard tokens: where they lie, when they are turned, and what they do to a car (Track Hazards)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule, Violation
from referee.games.racepack.circuit import Road
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Square
from referee.games.racepack.position import in_turn

HAZARD_STOP = Rule("racepack/hazard-stop", "A suit-up hazard ends the turn", "Track Hazards")
HAZARD_FLIP = Rule("racepack/hazard-flip", "Turned when the last car has passed it", "Track Hazards")
HAZARD_PLACE = Rule("racepack/hazard-place", "Counted in tiles from corner 1", "Construct The Track")


def hazard_stop(car: str, square: Square) -> Violation:
    """After a suit-up hazard no further movement is made in the turn."""
    return Violation(
        HAZARD_STOP.id, f"{in_turn(car)} moved on after the hazard on {square_name(square)}; it ends the turn."
    )


def hazard_flip(square: Square, suit_up: bool, passed_by_all: bool) -> Violation:
    """A hazard lies blank side up until the last car has passed it, and suit side up from then on."""
    where = square_name(square)
    if suit_up and not passed_by_all:
        return Violation(HAZARD_FLIP.id, f"The hazard on {where} was turned before the last car had passed it.")
    if suit_up:
        return Violation(HAZARD_FLIP.id, f"The hazard on {where} was turned back; it stays suit side up.")
    return Violation(HAZARD_FLIP.id, f"The last car has passed the hazard on {where}, and it was not turned.")


def hazard_moved(square: Square, gone: bool, to: Square | None = None) -> Violation:
    """The tokens stay where the die put them; `to` is where one that is gone lies now, None when it is nowhere."""
    what = "was taken away" if gone else "was not there before"
    what = f"was moved to {square_name(to)}" if to is not None else what
    return Violation(HAZARD_PLACE.id, f"The hazard on {square_name(square)} {what}; hazards stay in their place.")


def hazard_place(road: Road, squares: Sequence[Square], spare: bool = False) -> Violation | None:
    """Four tokens, each 1 to 5 tiles after the one before, the first counted from corner 1 (a null is rolled again).

    With `spare` ones on the track nothing tells which of them the dice placed, so only their number counts.
    """
    if spare and len(squares) > 8:
        return Violation(HAZARD_PLACE.id, f"{len(squares)} hazard tokens are on the road; two piecepacks have eight.")
    if spare and all(square in road.tile_at for square in squares):
        return None
    if len(squares) == 1 and not spare:
        return Violation(HAZARD_PLACE.id, "1 hazard token is on the road; the race has four.")
    if len(squares) != 4 and not spare:
        return Violation(HAZARD_PLACE.id, f"{len(squares)} hazard tokens are on the road; the race has four.")
    strays = [square for square in squares if square not in road.tile_at]
    if strays:
        return Violation(HAZARD_PLACE.id, f"The hazard on {square_name(strays[0])} does not lie on the road.")
    last = road.corners[0]
    after = sorted(((road.tile_at[square] - last - 1) % road.count, square) for square in squares)
    steps = [late - early for (early, _), (late, _) in zip([(-1, (0, 0)), *after], after, strict=False)]
    wrong = next((square for step, (_, square) in zip(steps, after, strict=True) if not 1 <= step <= 5), None)
    if wrong is None:
        return None
    return Violation(
        HAZARD_PLACE.id,
        f"The hazard on {square_name(wrong)} is not 1 to 5 tiles after the one before it (from corner 1).",
    )
