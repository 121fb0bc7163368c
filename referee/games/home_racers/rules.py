"""Every rule of Home Racers that the sample of its rule book holds: None when it is kept, else how it is broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.games.base import Rule, rules_in
from referee.games.home_racers.geometry import Point, Pose, beyond, hexagon, overlap_mm, spots
from referee.games.home_racers.position import HIGHEST_GEAR
from referee.games.home_racers.shapes import LIMITS, PLACEMENTS, Bends, straight_on, tiles_of
from referee.words.fact import Fact, fact, several

_MOVE = "Basics: How to Move the Car? The Gear Dice Pool"
_BUILD = "How to Build a Trajectory Path with Road Tiles?"

PLAYER_ORDER = Rule(
    "home-racers/player-order", "Each turn in the order of the cars in the race", "Player Order", takes_turns=True
)
START_TILE = Rule("home-racers/start-tile", "Behind the line, not overlapping, along the arrow", "Starting Position")
GEAR_CHANGE = Rule("home-racers/gear-change", "The gear changes by one at most, between 0 and 5", _MOVE)
PATH_LENGTH = Rule("home-racers/path-length", "The path has twice as many tiles as the gear number", _BUILD)
CONNECTION = Rule("home-racers/connection", "Each tile touches a front edge of the one before", _BUILD)
TURNS = Rule("home-racers/turns", "Turns a gear allows, danger dice aside", f"{_BUILD}; What is a Turn?")
LANE_CHANGES = Rule(
    "home-racers/lane-changes", "Lane changes a gear allows, danger dice aside", f"{_BUILD}; What is a Lane Change?"
)
MOVE_DISTANCE = Rule(
    "home-racers/move-distance", "The gear number, and one tile for each 5 or 6", _MOVE, by_dice=True, of_end=True
)
TILES_CLEARED = Rule("home-racers/tiles-cleared", "Tiles that carry no car are removed", _MOVE)
PORTAL = Rule("home-racers/portal", "In at the entrance, on from the exit of the same colour", "Placing Portal Tiles")
LAPS = Rule("home-racers/laps", "The agreed number of laps over the starting line", "Define the Number of Laps")
RULES = rules_in(globals())


# -- who drives when, where a race starts and ends, and what portals do --


def by_dice(rolls: Sequence[tuple[str, int]]) -> tuple[tuple[str, ...], ...]:
    """The cars by their first roll, highest first; those that are level roll again among themselves.

    >>> by_dice([("R", 2), ("G", 6), ("B", 2)])
    (('G',), ('R', 'B'))
    """
    faces = sorted({face for _, face in rolls}, reverse=True)
    return tuple(tuple(car for car, rolled in rolls if rolled == face) for face in faces)


def player_order(car: str, expected: str, moved_already: bool = False) -> Fact | None:
    """The first car of the race order that has not driven in this round drives next."""
    if car == expected:
        return None
    return fact(PLAYER_ORDER.id, how="twice" if moved_already else "early", who=car, who2=expected)


def start_tile(
    car: str,
    tile: Pose,
    line: tuple[Point, Point] | None,
    others: Sequence[tuple[str, Pose]],
    across_mm: float,
    slack_mm: float,
    askew: tuple[float, float],
) -> Fact | None:
    """The tile lies wholly behind the line and over no other tile, and the car stands along its arrow."""
    if line is not None and max(beyond(line, corner) for corner in hexagon(tile, across_mm)) > slack_mm:
        return fact(START_TILE.id, how="line", who=car)
    for other, where in others:
        if overlap_mm(tile, where, across_mm) > slack_mm:
            return fact(START_TILE.id, how="over", who=car, who2=other)
    if abs(askew[0]) > askew[1]:
        return fact(START_TILE.id, how="askew", who=car)
    return None


def portal(car: str, entered: str, left: str, from_entrance: bool) -> Fact | None:
    """A jump goes from the entrance to the exit of one colour."""
    if entered != left:
        return fact(PORTAL.id, how="colours", who=car, colour=entered, colour2=left)
    if not from_entrance:
        return fact(PORTAL.id, how="from-exit", who=car, colour=entered)
    return None


def laps(car: str, crossed: int, race: int) -> Fact | None:
    """A car has ended the race when it has driven the agreed laps; the start's crossing is none of them."""
    driven = max(0, crossed - 1)
    if driven >= race:
        return None
    return fact(LAPS.id, how="early", who=car, count=driven, laps=race)


# -- how a car moves in one turn: gear, path, joints, limits and distance --


def next_gears(gears: Sequence[int]) -> tuple[int, ...]:
    """The gears that may follow any of these.

    >>> next_gears((0,)), next_gears((4, 5))
    ((0, 1), (3, 4, 5))
    """
    found = {gear + change for gear in gears for change in (-1, 0, 1)}
    return tuple(sorted(gear for gear in found if 0 <= gear <= HIGHEST_GEAR))


def gear_change(car: str, before: Sequence[int], gear: int) -> Fact | None:
    """At each turn's beginning the gear number stays or changes by one, between 0 and 5."""
    allowed = next_gears(before)
    if gear in allowed:
        return None
    return fact(GEAR_CHANGE.id, how="far", who=car, gear=gear, gears=several(before), gears2=several(allowed))


def path_length(car: str, gear: int, tiles: int, whole: bool, unseen: int = 0) -> Fact | None:
    """A path has twice as many tiles as the gear number; `whole` says that no more of it lay there than is counted.

    Of these tiles `unseen` were not seen: they lie between others.
    """
    allowed = tiles_of(gear)
    if tiles == allowed or (tiles < allowed and not whole):
        return None
    if tiles - unseen > allowed:
        tiles, unseen = tiles - unseen, 0
    laid = fact(PATH_LENGTH.id, how="laid", who=car, gear=gear, count=tiles, count2=allowed)
    return laid.also(how="unseen", unseen=unseen) if unseen else laid


def said_wrong(car: str, gear: int) -> Fact:
    """The path as people say was not what it must be."""
    return fact(PATH_LENGTH.id, how="said", who=car, gear=gear, count=tiles_of(gear))


def connection(car: str, number: int, tile: Pose, off_mm: float, skew_deg: float, touches: bool) -> Fact | None:
    """A tile lies at a front edge of the tile before, by one of its own back edges, within the tolerance."""
    if touches:
        return None
    off = {"off": round(off_mm), "skew": round(skew_deg)}
    return fact(CONNECTION.id, how="apart", who=car, number=number, spots=spots([tile]), **off)


def stray_tiles(car: str, strays: Sequence[Pose]) -> Fact | None:
    """Every tile of the path follows another one."""
    return fact(CONNECTION.id, how="stray", who=car, count=len(strays), spots=spots(strays)) if strays else None


def no_path(car: str) -> Fact:
    """No path of any gear leads where the car stands."""
    return fact(CONNECTION.id, how="nowhere", who=car)


def bends(car: str, gear: int, bent: Bends, placed: Iterable[tuple[str, Pose]], across_mm: float) -> Iterator[Fact]:
    """No more turns and lane changes than the gear allows, over the whole path, and no turn by 120 degrees.

    `placed` are the codes of placements, each with where its tile lies, as far as that is known: those are told that
    are too many, and where they would lie straight on.
    """
    tiles = [(PLACEMENTS[code], tile) for code, tile in placed if code in PLACEMENTS]
    if bent.skids:
        yield fact(TURNS.id, how="skid", who=car)
    for rule, count, most, at in (
        (TURNS, 0 if bent.skids else bent.turns, LIMITS[gear][0], [both for both in tiles if both[0].turns]),
        (LANE_CHANGES, bent.lanes, LIMITS[gear][1], [both for both in tiles if both[0].lanes]),
    ):
        if count > most:
            told = fact(rule.id, how="many", who=car, gear=gear, count=count, most=most)
            wrong = at[most:] or at
            straight = (straight_on(tile, placement, across_mm) for placement, tile in wrong)
            lie = {"spots": spots(tile for _, tile in wrong), "spots2": spots(straight, turned=True)}
            yield told.also(**lie) if at else told


def extra_moves(faces: Sequence[int]) -> int:
    """One more tile for each 5 and 6.

    >>> extra_moves((2, 4, 5))
    1
    """
    return sum(face >= 5 for face in faces)


def move_distance(car: str, gear: int, moved: int, given: Mapping[int, int], seen: bool = True) -> Fact | None:
    """The car moves as many tiles as its gear number, and one more for each 5 or 6 on its gear dice.

    `given` are the distances that it may move and the fives and sixes that give each; told are those of the only one.
    When not all the tiles were seen that it moved over, it is said where it stands and not how it came there.
    """
    if moved in given:
        return None
    how, fives = "moved" if seen else "stands", [more for moves, more in given.items() if moves == gear + more]
    told = fives[0] if len(given) == len(fives) == 1 else "any"
    moves = several(sorted(given))
    return fact(MOVE_DISTANCE.id, how=how, who=car, gear=gear, count=moved, moves=moves, fives=told)


def off_the_path(car: str) -> Fact:
    """The car ends on a tile of its path."""
    return fact(MOVE_DISTANCE.id, how="off", who=car)


def along_arrow(car: str, askew_deg: float, most_deg: float) -> Fact | None:
    """The car stands along its tile's arrow."""
    if abs(askew_deg) <= most_deg:
        return None
    return fact(MOVE_DISTANCE.id, how="askew", who=car, askew=round(abs(askew_deg)))


def rear_gear(car: str) -> Fact:
    """Gear -1 is not in the rules held."""
    return fact(GEAR_CHANGE.id, how="rear", who=car)


def tiles_cleared(car: str, left: Sequence[Pose]) -> Fact | None:
    """After the move only tiles under cars stay."""
    return fact(TILES_CLEARED.id, how="left", who=car, count=len(left), spots=spots(left)) if left else None
