"""The readings of one driven turn: every gear, every number of tiles, the path that was seen or any that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.games.fact import Fact
from referee.games.home_racers.actions import Drive, Odd
from referee.games.home_racers.bunches import Bunch, bent_bunches, legal_bunches
from referee.games.home_racers.evidence import Seen
from referee.games.home_racers.fitting import Fit, best_fits, tiles_along
from referee.games.home_racers.geometry import Point, Pose, apart, seen_from, skewed
from referee.games.home_racers.jumping import Route, jumps
from referee.games.home_racers.meeting import MAY_TOUCH_MM
from referee.games.home_racers.notation import either
from referee.games.home_racers.observation import DRIVERS
from referee.games.home_racers.position import HIGHEST_GEAR
from referee.games.home_racers.reading import Reading, bonus_of, effect_words, excused, may_meet, met_on
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.shapes import LIMITS, Shape, tiles_of
from referee.games.home_racers.succession import (
    crossed_on,
    with_car,
    with_crossings,
    with_entrances,
    with_gears,
    with_mark,
)
from referee.games.home_racers.trail import NUDGE_DEG, NUDGE_SHARE, Link, ground, may_hide, nudged, tolerance_of

ALONG_DEG = 15.0
"""A car turned by no more than this stands along its tile's arrow."""
BEND = ((1, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 0), (2, 0, 0), (0, 2, 0))
"""Further turns, lane changes and skids that are tried to explain where a car stands, in this order."""
TOUCHING_WORDS = "the tiles of the path lay as loosely as is just allowed"


def drives(seen: Seen, relaxed: bool) -> Iterator[Reading]:
    """The readings of a turn in which the driver's car was seen at its beginning and at its end.

    Without `relaxed` only those that break no rule by gear or path; with it also those that break some.
    """
    plain = False
    gears = [(gear, path.gear_change(seen.car, seen.position.gear(seen.car), gear)) for gear in _gears(seen, relaxed)]
    if seen.trail.links and (seen.whole or seen.lasting or seen.moved):
        for gear, fault in gears:
            for reading in _on_the_trail(seen, gear, (fault,) if fault else ()):
                plain = plain or not (reading.faults or reading.assumes)
                yield reading
    on_it = seen.trail.links and (seen.whole or (seen.lasting and _stand_on(seen)))
    for gear, fault in gears:
        faults = (fault,) if fault else ()
        if seen.moved and not (on_it or plain):
            yield from _by_shape(seen, gear, faults, relaxed)
        elif not seen.moved and (seen.closed or not seen.trail.links):
            yield from _standing(seen, gear, faults)
        elif not seen.moved and not (seen.whole or seen.lasting):
            yield _reading(seen, gear, None, Route(tuple(link.code for link in seen.trail.links)), faults, (), (), ())


def _gears(seen: Seen, relaxed: bool) -> Sequence[int]:
    if seen.said.gear is not None:
        return (seen.said.gear,)
    if seen.said.roll is not None:
        return (len(seen.said.roll),)
    return range(HIGHEST_GEAR + 1) if relaxed else path.next_gears(seen.position.gear(seen.car))


# -- the dice ---------------------------------------------------------------------------------------------------------


def extras(seen: Seen, gear: int) -> tuple[tuple[int, ...], tuple[str, ...], tuple[Fact, ...]]:
    """How many further tiles the dice may give in this gear, what that takes for granted, and what it breaks."""
    faces, driver = seen.roll, DRIVERS[seen.car]
    if faces is None:
        return tuple(range(gear + 1)), (), ()
    good, dice = path.extra_moves(faces), len(faces)
    if dice == gear:
        return (good,), (), ()
    if seen.said.roll is not None:
        fault = path.wrong_dice(seen.car, gear, dice)
        return (good,), (), ((fault,) if fault else ())
    if dice < gear:
        return (
            tuple(range(good, good + gear - dice + 1)),
            (f"{driver} rolled {gear} gear dice, of which {dice} {'was' if dice == 1 else 'were'} seen",),
            (),
        )
    least, most = max(0, good - (dice - gear)), min(gear, good)
    return (
        tuple(range(least, most + 1)),
        (f"of the {dice} dice in the tray only {gear} {'was' if gear == 1 else 'were'} {driver}'s roll",),
        (),
    )


def _distance(
    seen: Seen, gear: int, moved: int, tiles: tuple[Pose, ...], watched: bool = False
) -> tuple[tuple[Fact, ...], tuple[str, ...], tuple[str, ...]]:
    """What the distance breaks and takes for granted, and what the driven tiles met; `watched`: all were seen."""
    met = met_on(seen, tiles)
    extra, assumes, faults = extras(seen, gear)
    given = _given(seen, gear, tiles, met, extra)
    allowed = sorted(given)
    stop = _stopped(seen, tiles)
    if stop is not None and stop <= max(allowed, default=0):
        allowed = [stop]
    fault = path.move_distance(seen.car, gear, moved, allowed, watched or not moved)
    if fault is None and seen.roll is None and gear > 0:
        assumes = (*assumes, roll_words(seen.car, gear, given.get(moved, moved - gear)))
    return (*faults, *((fault,) if fault else ())), assumes, met


def _given(
    seen: Seen, gear: int, tiles: tuple[Pose, ...], met: tuple[str, ...], extra: Sequence[int]
) -> dict[int, int]:
    """How far the car may move, and the further tiles of the dice that give it.

    A house rule's tiles count for what lies on the dice's own way, or on all of the way that was driven.
    """
    given: dict[int, int] = {}
    for more in extra:
        on_the_dice = met_on(seen, tiles[: gear + more]) if seen.position.house else met
        for bonus in (bonus_of(seen, on_the_dice, "move"), bonus_of(seen, met, "move")):
            given.setdefault(max(0, min(tiles_of(gear), gear + more + bonus)), more)
    return given


def roll_words(car: str, gear: int, good: int) -> str:
    """The assumption about dice that nobody saw."""
    what = {0: "no 5 or 6", 1: "one 5 or 6"}.get(good, f"{good} fives or sixes")
    if gear == 1:
        return f"{DRIVERS[car]}'s gear die, which was not seen, showed {what}"
    return f"{DRIVERS[car]}'s {gear} gear dice, which were not seen, showed {what}"


def _stopped(seen: Seen, tiles: tuple[Pose, ...]) -> int | None:
    """At which driven tile a house rule stops the car."""
    for number in range(1, len(tiles) + 1):
        if any(seen.position.effect(kind) == "stop" for kind in met_on(seen, tiles[number - 1 : number])):
            return number
    return None


# -- a path that was seen ---------------------------------------------------------------------------------------------


def _stand_on(seen: Seen) -> int | None:
    """The number of the path's tile on which the car stands; 0 when it has not moved."""
    if not seen.moved or seen.end is None:
        return 0
    across = seen.position.across_mm
    for number, link in enumerate(seen.trail.links, 1):
        near = apart(link.tile, seen.end.pose) <= NUDGE_SHARE * across
        if near and skewed(link.tile, seen.end.pose) <= NUDGE_DEG:
            return number
    return None


def _on_the_trail(seen: Seen, gear: int, faults: tuple[Fact, ...]) -> Iterator[Reading]:
    links, moved = seen.trail.links, _stand_on(seen)
    if moved is None and not seen.whole:
        return
    joints = _first([fault for link in links for fault in link.faults])
    stray = path.stray_tiles(seen.car, len(seen.trail.strays)) if not joints else None
    laid = len(links) + len(seen.trail.strays)
    length = path.path_length(seen.car, gear, laid, seen.whole, len(links) - seen.trail.seen)
    limits = [
        path.turns(seen.car, gear, seen.trail.turns, seen.trail.skids),
        path.lane_changes(seen.car, gear, seen.trail.lanes),
    ]
    assumes = tuple(dict.fromkeys(word for link in links for word in link.assumes))
    if length is None and seen.moved and not seen.whole:
        length, rest = _rest_of_the_path(seen, gear, tiles_of(gear) - laid)
        assumes = (*assumes, *rest)
    broken = [*faults, *joints, *(fault for fault in (stray, length, *limits) if fault)]
    tiles = tuple(link.tile for link in links[: moved or 0])
    met: tuple[str, ...] = ()
    if moved is None:
        on_stray = seen.end and any(nudged(seen.position, tile, seen.end.pose) for tile in seen.trail.strays)
        broken += [] if on_stray else [path.off_the_path(seen.car)]
    elif seen.moved or seen.closed:
        far, said, met = _distance(seen, gear, moved, tiles, not any(link.ghost for link in links[:moved]))
        broken += far
        assumes = (*assumes, *said)
    route = Route(tuple(link.code for link in links), tiles, tuple(n for n, link in enumerate(links) if link.hop))
    yield _reading(seen, gear, moved, route, tuple(broken), assumes, met, _entrances(links))


def _rest_of_the_path(seen: Seen, gear: int, more: int) -> tuple[Fact | None, tuple[str, ...]]:
    """What is taken for granted of the tiles that were not seen, or what is wrong with them as people say."""
    if (not more and not seen.open_end) or seen.said.touching:
        return None, ()
    if seen.said.touching is False:
        return path.said_wrong(seen.car, gear), ()
    return None, (more_words(seen.car, more),)


def more_words(car: str, more: int) -> str:
    """The assumption that a path was as long as it must be when not all of it was seen."""
    if not more:
        return f"no more of {DRIVERS[car]}'s path lay where the floor was covered"
    if more == 1:
        return f"1 more tile of {DRIVERS[car]}'s path lay where none was seen"
    return f"{more} more tiles of {DRIVERS[car]}'s path lay where none was seen"


def _first(faults: Sequence[Fact]) -> tuple[Fact, ...]:
    """The first fault of each rule: one badly laid path is one fault."""
    return tuple({fault.kind: fault for fault in reversed(faults)}.values())


def _entrances(links: Sequence[Link]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for link in links if link.hop for word in link.assumes))


# -- a path that was not seen -----------------------------------------------------------------------------------------


def _standing(seen: Seen, gear: int, faults: tuple[Fact, ...]) -> Iterator[Reading]:
    """The car did not move."""
    assumes: tuple[str, ...] = ()
    if seen.closed:
        far, assumes, _ = _distance(seen, gear, 0, ())
        faults = (*faults, *far)
    yield _reading(seen, gear, 0, Route(), faults, assumes, (), ())


def _by_shape(seen: Seen, gear: int, faults: tuple[Fact, ...], relaxed: bool) -> Iterator[Reading]:
    """Paths of any number of tiles that end where the car stands."""
    turns, lanes = LIMITS[gear]
    most = tiles_of(HIGHEST_GEAR) if relaxed else tiles_of(gear)
    for tiles in range(1, most + 1):
        fits = _fits(seen, legal_bunches(turns, lanes, tiles))
        for grade, off, one in _distinct(seen, fits):
            yield _shaped(seen, gear, one, grade, off, faults)
        if not fits and relaxed and tiles <= tiles_of(gear):
            yield from _bent(seen, gear, tiles, faults)
    yield from _through_portals(seen, gear, faults, relaxed)


def _fits(seen: Seen, bunches: Sequence[Bunch]) -> list[tuple[Fit, float, Shape]]:
    if seen.start is None or seen.end is None:
        return []
    offset = seen_from(seen.start, seen.end.pose)
    fits = best_fits(tolerance_of(seen.position), offset, bunches)
    return [item for item in fits if item[0] is Fit.LIKELY or seen.said.touching is not False]


def _distinct(seen: Seen, fits: list[tuple[Fit, float, Shape]]) -> list[tuple[Fit, float, Shape]]:
    """The best fit, and the best of each other set of special tiles that a path to there may have met."""
    if len(fits) < 2 or not may_meet(seen, len(fits[0][2].codes)):
        return fits[:1]
    kept: dict[tuple[str, ...], tuple[Fit, float, Shape]] = {}
    for item in fits:
        kept.setdefault(met_on(seen, _tiles(seen, item[2]), MAY_TOUCH_MM), item)
    return list(kept.values())


def _tiles(seen: Seen, one: Shape) -> tuple[Pose, ...]:
    if seen.start is None or seen.end is None:
        return ()
    return (*tiles_along(seen.start, one, seen.position.across_mm)[:-1], seen.end.pose)


def _shaped(seen: Seen, gear: int, one: Shape, grade: Fit, off: float, faults: tuple[Fact, ...]) -> Reading:
    tiles = _tiles(seen, one)
    limits = (
        path.turns(seen.car, gear, one.turns, one.skids),
        path.lane_changes(seen.car, gear, one.lanes),
    )
    far, assumes, met = _distance(seen, gear, len(tiles), tiles)
    if grade is Fit.LOOSE and not seen.said.touching:
        assumes = (*assumes, TOUCHING_WORDS)
    unseen = () if seen.said.touching else _unseen_words(seen, one.codes, tiles)
    unlike = path.said_wrong(seen.car, gear) if unseen and seen.said.touching is False else None
    assumes = (*assumes, *(unseen if unlike is None else ()))
    broken = (*faults, *(fault for fault in (*limits, unlike) if fault), *far)
    plain = off + 0.01 * len(one.codes) + 10.0 * (one.turns + one.lanes)
    return _reading(seen, gear, len(tiles), Route(one.codes, tiles), broken, assumes, met, (), plain)


def _unseen_words(seen: Seen, codes: tuple[str, ...], tiles: tuple[Pose, ...]) -> tuple[str, ...]:
    """What is taken for granted of a path that was not seen so: something covered it, or another one was seen."""
    begun = tuple(link.code for link in seen.trail.links)
    if begun and (len(codes) <= len(begun) or codes[: len(begun)] != begun):
        return (otherwise_words(seen.car),)
    if may_hide(seen.position, seen.veils, tiles):
        return (veiled_words(seen.car),)
    return ()


def otherwise_words(car: str) -> str:
    """The assumption that a path lay otherwise when its driver drove than it was seen to lie."""
    return f"{DRIVERS[car]}'s path lay otherwise than it was seen"


def veiled_words(car: str) -> str:
    """The assumption that a path that nobody saw was laid by the rules."""
    return f"{DRIVERS[car]}'s path, which was covered, was laid as the rules allow"


def _bent(seen: Seen, gear: int, tiles: int, faults: tuple[Fact, ...]) -> Iterator[Reading]:
    turns, lanes = LIMITS[gear]
    for more in BEND:
        fits = _fits(seen, bent_bunches(turns + more[0], lanes + more[1], more[2], tiles))
        if fits:
            grade, off, one = min(
                fits, key=lambda item: (item[0], item[2].skids, item[2].turns + item[2].lanes, item[1])
            )
            yield _shaped(seen, gear, one, grade, off, faults)
            return


def _through_portals(seen: Seen, gear: int, faults: tuple[Fact, ...], relaxed: bool) -> Iterator[Reading]:
    if seen.start is None or seen.end is None:
        return
    ways = ground(seen.position, seen.car, seen.said)
    for jump in jumps(ways, seen.start, seen.end.pose, gear, relaxed):
        far, assumes, met = _distance(seen, gear, len(jump.route.tiles), jump.route.tiles)
        broken = (*faults, *jump.faults, *far)
        yield _reading(
            seen,
            gear,
            len(jump.route.tiles),
            jump.route,
            broken,
            (*jump.assumes, *assumes),
            met,
            jump.assumes,
            jump.off,
        )


def astray(seen: Seen) -> Iterator[Reading]:
    """When no path leads there: the car was put somewhere, perhaps backwards."""
    if seen.start is None or seen.end is None or not seen.moved:
        return
    forward, left, turn = seen_from(seen.start, seen.end.pose)
    back = forward < 0 and abs(left) <= NUDGE_SHARE * seen.position.across_mm and abs(turn) <= NUDGE_DEG
    fault = path.rear_gear(seen.car) if back else path.no_path(seen.car)
    faults: tuple[Fact, ...] = (fault,)
    assumes: tuple[str, ...] = ()
    if back and seen.position.effect("reverse") != "none" and seen.said.effect is not False:
        faults = ()
        assumes = () if seen.said.effect else (effect_words(["reverse"]),)
    after = with_car(seen.position, seen.car, seen.end.pose)
    gears = path.next_gears(seen.position.gear(seen.car))
    after = with_gears(after, seen.car, (0,) if back else gears)
    crossed = crossed_on(after, [seen.start.at, seen.end.pose.at])
    after = with_crossings(after, seen.car, _laps(seen, after.crossed(seen.car) + crossed))
    odd = Odd(seen.car, seen.end.pose, seen.said.gear)
    yield Reading(odd, faults, assumes, seen.closed, after, None, 1000.0)


# -- putting it together ----------------------------------------------------------------------------------------------


def _laps(seen: Seen, counted: int) -> int:
    return counted if seen.said.lap is None else seen.said.lap


def _reading(
    seen: Seen,
    gear: int,
    moved: int | None,
    route: Route,
    faults: tuple[Fact, ...],
    assumes: tuple[str, ...],
    met: tuple[str, ...],
    entrances: tuple[str, ...],
    off: float = 0.0,
) -> Reading:
    position, car = seen.position, seen.car
    askew = path.along_arrow(car, seen.end.askew_deg, ALONG_DEG) if seen.moved and seen.end else None
    left = path.tiles_cleared(car, len(seen.free)) if seen.closed else None
    near = met_on(seen, route.tiles, MAY_TOUCH_MM)
    kept, more = excused(seen, (*faults, *((askew,) if askew else ())), near)
    after = with_car(position, car, seen.end.pose) if seen.end else position
    after = with_mark(with_gears(after, car, (gear + bonus_of(seen, met, "gear"),)), car, met)
    points: list[Point] = [seen.start.at] if seen.start else []
    crossed = crossed_on(position, [*points, *(tile.at for tile in route.tiles)], route.jumps)
    after = with_crossings(after, car, _laps(seen, position.crossed(car) + crossed))
    after = with_entrances(after, {**dict(seen.said.entrances), **_taken(entrances)})
    ended = race.laps(car, after.crossed(car), position.race) if seen.said.finished else None
    kept = (*kept, *(fault for fault in (left, ended) if fault))
    if seen.closed and not left and seen.hidden:
        more = (*more, cleared_words(car))
    sure = seen.moved and not (kept or assumes or more or seen.free or seen.hidden) and seen.roll is not None
    turn = Drive(car, gear, route.codes, seen.roll, moved, met)
    return Reading(turn, kept, (*assumes, *more), seen.closed or sure, after, gear, off)


def cleared_words(car: str) -> str:
    """The assumption that nothing of a path is left where the floor is covered."""
    return f"the tiles of {DRIVERS[car]}'s path are taken away, also where the floor is covered"


def _taken(entrances: Sequence[str]) -> dict[str, int]:
    """Portal entrances from the words of the assumptions that name them."""
    return {word.split()[0]: int(word.split()[2]) for word in entrances}


def gears_words(gears: Sequence[int]) -> str:
    """Gears as words: `3 or 4`."""
    return either([str(gear) for gear in gears])
