"""A turn in words for the table, and the nearest legal turns to one that was not."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.home_racers.actions import Drive, Odd, Place, Turn, Unseen, parse_hop, parse_turn
from referee.games.home_racers.bunches import legal_bunches
from referee.games.home_racers.geometry import Pose, ahead, apart
from referee.games.home_racers.observation import DRIVERS, Observation
from referee.games.home_racers.position import Position, in_turn
from referee.games.home_racers.rules import path
from referee.games.home_racers.shapes import LIMITS, PLACEMENTS, tiles_of
from referee.games.home_racers.trail import nudged

NEAREST = 3
MET = {
    "caltrops": "caltrops", "leak": "a leak", "tires": "a tire station", "booster": "a booster",
    "collision": "another car", "reverse": "the rear gear",
}  # fmt: skip


def turn_in_words(turn: str, complete: bool = True, position: Position | None = None) -> str:
    """Turns in one sentence part.

    >>> turn_in_words("R: gear=3 path=st-fl-st-st-ll-st roll=2.4.5 move=4")
    'red drove 4 tiles in gear 3 (forward left turn; rolled 2, 4 and 5)'
    >>> turn_in_words("G: path=st-st", complete=False)
    'green has laid 2 tiles; the turn is not over'
    """
    said = "; then ".join(_words(parse_turn(part)) for part in turn.split(" / "))
    return said if complete else f"{said}; the turn is not over"


def _words(turn: Turn) -> str:
    driver = DRIVERS[turn.car]
    match turn:
        case Place():
            return f"{driver} placed the car behind the line"
        case Odd():
            return f"{driver} was put where no path leads"
        case Unseen():
            return f"{driver} drove unseen"
        case Drive():
            return f"{driver} {_drive_words(turn)}"


def _drive_words(turn: Drive) -> str:
    if turn.move is None or (turn.move == 0 and turn.path):
        gear = "" if turn.gear is None else f" in gear {turn.gear}"
        rolled = f" and rolled {_listed([str(face) for face in turn.roll])}" if turn.roll else ""
        return f"has laid {_tiles(len(turn.path))}{gear}{rolled}" if turn.path else f"has not moved{gear}{rolled}"
    if turn.move == 0:
        return "stood still" if turn.gear is None else f"stood still in gear {turn.gear}"
    notes = [*_bends(turn.path[: turn.move])]
    said = ", ".join(notes)
    dice = f"rolled {_listed([str(face) for face in turn.roll])}" if turn.roll else ""
    inside = "; ".join(part for part in (said, dice) if part)
    gear = "" if turn.gear is None else f" in gear {turn.gear}"
    met = f" over {_listed([MET[kind] for kind in turn.met])}" if turn.met else ""
    more = f" ({inside})" if inside else ""
    return f"drove {_tiles(turn.move)}{gear}{met}{more}"


def _bends(codes: Sequence[str]) -> list[str]:
    words = []
    for code in codes:
        hop = parse_hop(code)
        if hop:
            words.append(f"through the {hop[0]} portal")
        elif code != "st":
            words.append(PLACEMENTS[code].words)
    return words


def _tiles(count: int) -> str:
    return f"{count} tile{'' if count == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nothing"


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


def nearest_turns(position: Position, seen: Observation) -> tuple[str, ...]:
    """The legal turns that end nearest to where the car is seen, in words."""
    car = position.to_move
    stand, start = seen.car(car), position.place(car)
    if start is None:
        return (f"{in_turn(car)} places a tile behind the line, over no other tile.",)
    ends = legal_ends(position)
    if stand is None or nudged(position, start, stand.pose):
        gears = path.next_gears(position.gear(car))
        return (f"{in_turn(car)} could drive in gear {_either(gears)}.",)
    near = sorted(ends, key=lambda end: (apart(end, stand.pose) + abs(end.angle_deg - stand.pose.angle_deg) % 360, end))
    return tuple(_could(car, *ends[end]) for end in near[:NEAREST])


def _could(car: str, gear: int, moved: int, codes: tuple[str, ...]) -> str:
    if not moved:
        return f"{in_turn(car)} could stand still in gear 0."
    bends = _bends(codes)
    extra = moved - gear
    dice = {0: "no 5 or 6", 1: "one 5 or 6"}.get(extra, f"{extra} fives or sixes")
    how = f" ({', '.join(bends)})" if bends else " straight on"
    return f"{in_turn(car)} could drive {_tiles(moved)} in gear {gear}{how}, with {dice} rolled."


def _either(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
