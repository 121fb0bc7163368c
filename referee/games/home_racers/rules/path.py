"""How a car moves in one turn: gear, path, joints, limits and distance (Basics: How to Move the Car? and what follows).

Every rule is one function: it gives None when the rule is kept and the `Violation` for the table when it is broken.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule, Violation
from referee.games.home_racers.notation import either
from referee.games.home_racers.position import HIGHEST_GEAR, in_turn
from referee.games.home_racers.shapes import LIMITS, tiles_of

_MOVE = "Basics: How to Move the Car? The Gear Dice Pool"
_BUILD = "How to Build a Trajectory Path with Road Tiles?"

GEAR_CHANGE = Rule("home-racers/gear-change", "The gear changes by one at most, between 0 and 5", _MOVE)
PATH_LENGTH = Rule("home-racers/path-length", "The path has twice as many tiles as the gear number", _BUILD)
CONNECTION = Rule("home-racers/connection", "Each tile touches a front edge of the one before", _BUILD)
TURNS = Rule("home-racers/turns", "Turns a gear allows", f"{_BUILD}; What is a Turn?")
LANE_CHANGES = Rule("home-racers/lane-changes", "Lane changes a gear allows", f"{_BUILD}; What is a Lane Change?")
MOVE_DISTANCE = Rule("home-racers/move-distance", "The gear number, and one tile for each 5 or 6", _MOVE)
TILES_CLEARED = Rule("home-racers/tiles-cleared", "Tiles that carry no car are removed", _MOVE)

HELD = "the full rule book's danger dice may allow more; they are not in the rules held"


def next_gears(gears: Sequence[int]) -> tuple[int, ...]:
    """The gears that may follow any of these.

    >>> next_gears((0,)), next_gears((4, 5))
    ((0, 1), (3, 4, 5))
    """
    found = {gear + change for gear in gears for change in (-1, 0, 1)}
    return tuple(sorted(gear for gear in found if 0 <= gear <= HIGHEST_GEAR))


def gear_change(car: str, before: Sequence[int], gear: int) -> Violation | None:
    """At each turn's beginning the gear number stays or changes by one, between 0 and 5."""
    allowed = next_gears(before)
    if gear in allowed:
        return None
    return Violation(
        GEAR_CHANGE.id,
        f"{in_turn(car)} drove in gear {gear} after gear {either([str(one) for one in before])}; "
        f"only gear {either([str(one) for one in allowed])} was possible.",
    )


def path_length(car: str, gear: int, tiles: int, whole: bool, unseen: int = 0) -> Violation | None:
    """A path has twice as many tiles as the gear number; `whole` says that no more of it lay there than is counted.

    Of these tiles `unseen` were not seen: they lie between others.
    """
    allowed = tiles_of(gear)
    if tiles == allowed or (tiles < allowed and not whole):
        return None
    if tiles - unseen > allowed:
        tiles, unseen = tiles - unseen, 0
    if unseen:
        return Violation(
            PATH_LENGTH.id,
            f"{in_turn(car)}'s path has {_tiles(tiles)} in gear {gear}, {unseen} of them not seen; "
            f"it should have {_tiles(allowed)}.",
        )
    return Violation(
        PATH_LENGTH.id, f"{in_turn(car)} laid a path of {_tiles(tiles)} in gear {gear}; it has {_tiles(allowed)}."
    )


def said_wrong(car: str, gear: int) -> Violation:
    """The path as people say was not what it must be."""
    return Violation(
        PATH_LENGTH.id,
        f"{in_turn(car)}'s path was said not to be {_tiles(tiles_of(gear))}, each at a front edge of the one before, "
        f"as gear {gear} asks.",
    )


def connection(car: str, number: int, off_mm: float, skew_deg: float, touches: bool) -> Violation | None:
    """A tile lies at a front edge of the tile before, by one of its own back edges, within the tolerance."""
    if touches:
        return None
    return Violation(
        CONNECTION.id,
        f"Tile {number} of {in_turn(car)}'s path lies {off_mm:.0f} mm and {skew_deg:.0f} degrees off its place; "
        "each tile touches a front edge of the one before.",
    )


def stray_tiles(car: str, count: int) -> Violation | None:
    """Every tile of the path follows another one."""
    if count == 0:
        return None
    return Violation(
        CONNECTION.id,
        f"{_tiles(count).capitalize()} of {in_turn(car)}'s path {'is' if count == 1 else 'are'} joined to no front "
        "edge of the tile before.",
    )


def no_path(car: str) -> Violation:
    """No path of any gear leads where the car stands."""
    return Violation(
        CONNECTION.id, f"{in_turn(car)} stands where no path of road tiles leads, each at a front edge of the last."
    )


def turns(car: str, gear: int, turned: int, skids: int = 0) -> Violation | None:
    """No more turns than the gear allows, over the whole path, and none by 120 degrees."""
    allowed = LIMITS[gear][0]
    if turned <= allowed and not skids:
        return None
    if skids:
        return Violation(
            TURNS.id,
            f"{in_turn(car)} turned by 120 degrees from one tile to the next; a turn is 60 degrees, and skidding "
            "belongs to the extended rules, which are not held.",
        )
    return Violation(
        TURNS.id, f"{in_turn(car)} made {_count(turned, 'turn')} in gear {gear}, which allows {allowed}; {HELD}."
    )


def lane_changes(car: str, gear: int, changed: int) -> Violation | None:
    """No more lane changes than the gear allows, over the whole path."""
    allowed = LIMITS[gear][1]
    if changed <= allowed:
        return None
    made = _count(changed, "lane change")
    return Violation(LANE_CHANGES.id, f"{in_turn(car)} made {made} in gear {gear}, which allows {allowed}; {HELD}.")


def extra_moves(faces: Sequence[int]) -> int:
    """One more tile for each 5 and 6.

    >>> extra_moves((2, 4, 5))
    1
    """
    return sum(face >= 5 for face in faces)


def move_distance(car: str, gear: int, moved: int, allowed: Sequence[int], seen: bool = True) -> Violation | None:
    """The car moves as many tiles as its gear number, and one more for each 5 or 6 on its gear dice.

    When not all the tiles were seen that it moved over, it is said where it stands and not how it came there.
    """
    if moved in allowed:
        return None
    due = f"by the gear dice it was {either([str(one) for one in sorted(allowed)])}" if allowed else "that cannot be"
    if not seen:
        return Violation(
            MOVE_DISTANCE.id, f"{in_turn(car)} stands where a path of {_tiles(moved)} leads in gear {gear}; {due}."
        )
    return Violation(MOVE_DISTANCE.id, f"{in_turn(car)} moved {_tiles(moved)} in gear {gear}; {due}.")


def off_the_path(car: str) -> Violation:
    """The car ends on a tile of its path."""
    return Violation(MOVE_DISTANCE.id, f"{in_turn(car)} stands on no tile of the path that was laid.")


def along_arrow(car: str, askew_deg: float, most_deg: float) -> Violation | None:
    """The car stands along its tile's arrow."""
    if abs(askew_deg) <= most_deg:
        return None
    return Violation(
        MOVE_DISTANCE.id,
        f"{in_turn(car)}'s car is turned {abs(askew_deg):.0f} degrees from its tile's arrow; it ends along the arrow.",
    )


def wrong_dice(car: str, gear: int, dice: int) -> Violation | None:
    """As many gear dice are rolled as the gear number says."""
    if dice == gear:
        return None
    return Violation(
        MOVE_DISTANCE.id, f"{in_turn(car)} rolled {_count(dice, 'gear die', 'gear dice')} in gear {gear}; it is {gear}."
    )


def rear_gear(car: str) -> Violation:
    """Gear -1 is not in the rules held."""
    return Violation(
        GEAR_CHANGE.id,
        f"{in_turn(car)} drove backwards; the rear gear belongs to the extended rules, which are not held.",
    )


def tiles_cleared(car: str, left: int) -> Violation | None:
    """After the move only tiles under cars stay."""
    if left == 0:
        return None
    return Violation(
        TILES_CLEARED.id,
        f"{in_turn(car)}'s turn ended with {_tiles(left)} on the floor that "
        f"{'carries' if left == 1 else 'carry'} no car.",
    )


def _tiles(count: int) -> str:
    return _count(count, "tile")


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
