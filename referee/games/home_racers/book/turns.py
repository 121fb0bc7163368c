"""What hands and dice may do next on the way to a look, and what they do wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from referee.frozen import replace
from referee.games.fact import Fact, fact, several
from referee.games.home_racers.actions import Drive, Unseen, roll_text
from referee.games.home_racers.actions import turn_text as written
from referee.games.home_racers.book.anything import anything
from referee.games.home_racers.book.driving import (
    clear,
    drives_astray,
    excused,
    faulty_drives,
    gear_claim,
    tiles_left,
    to_sight,
    trail_of,
)
from referee.games.home_racers.book.looks import (
    dice_of,
    has_moved,
    hidden,
    lies,
    new_tiles,
    of_others,
    others_at_it,
    thrown_by,
    tiles_amiss,
    was_moved,
    with_throw,
)
from referee.games.home_racers.book.reaching import ahead_of
from referee.games.home_racers.book.saying import claimed, facts_of, step_of
from referee.games.home_racers.book.state import BEGUN, DRIVEN, GEARS, LAID, THROWN, Play
from referee.games.home_racers.book.staying import placed, stands, stays_wrongly
from referee.games.home_racers.book.unseen import drives_from_nowhere, finds, in_sight_again, seen_at, unseen_drives
from referee.games.home_racers.meeting import MAY_TOUCH_MM, met_by
from referee.games.home_racers.observation import Observation
from referee.games.home_racers.position import visible
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.ways import goes_on_unseen, may_be_excused
from referee.games.rulebook import Claim, Step, heard_nothing


def turn_text(driver: str, steps: Sequence[Step[Play]]) -> str:
    """A turn in the game's notation, with who drove in it; of one that is not over what was laid and rolled so far."""
    told = next((step for step in steps if step.text), None)
    if told is not None:
        return f"{told.deed.get('by')}: {told.text}"
    if not steps or steps[-1].over:
        return written(Unseen(driver) if steps else Drive(driver))
    play = steps[-1].after
    return written(Drive(play.car, play.gear, tuple(link.code for link in trail_of(play).links), play.roll))


def actions(play: Play, table: Observation | None = None) -> Iterator[Step[Play]]:
    """Everything the rules allow next."""
    if table is None:
        yield from anything(play)
        return
    if play.stage == DRIVEN:
        if not tiles_left(play, table):
            yield clear(play, table, ())
        return
    if play.stage == BEGUN:
        yield from finds(play, table)
    if play.stage in (BEGUN, LAID) and not play.guest:
        yield from _goes_first(play, table)
    if play.position.place(play.car) is None:
        yield from placed(play, table, wrong=False)
        return
    if play.stage == BEGUN or (play.stage == LAID and not trail_of(play).links):
        yield from stands(play, table)
    yield from _lays(play, table)
    yield from _throws(play, table, wrong=False)
    yield from _drives(play, table)


def _goes_first(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """Another driver begins: rightly, where nobody can tell who is ahead, or else as long as the car is not moved."""
    for car in others_at_it(play, table):
        mine = car in play.position.queue and not ahead_of(play, car)
        if mine or not was_moved(play, car, table):
            begun = _begun_by(play, car, "" if mine else play.car)
            yield step_of("", fact("deed", how="began"), begun, (Claim(fact("first", value=car)),))


def _begun_by(play: Play, car: str, guest: str) -> Play:
    queue = (car, *(one for one in play.position.queue if one != car))
    again = bool(guest) and car not in play.position.queue
    position = replace(play.position, queue=queue)
    return replace(play, position=position, stage=BEGUN, tiles=(), guest=guest, again=again)


def _lays(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """Tiles are laid, or laid otherwise, while the car stands where it stood."""
    stand = table.car(play.car)
    if stand is not None and has_moved(play, play.car, stand):
        return
    new = new_tiles(play.position, table)
    lays = fact("deed", how="lays", count=len(new))
    if play.stage == THROWN:
        if len(new) > len(play.tiles):
            yield step_of("", lays, replace(play, tiles=new, veils=table.covered))
    elif tiles_amiss(play, table) and thrown_by(play, table) is None:
        after = replace(play, stage=LAID, tiles=new, veils=table.covered)
        yield step_of("", lays, after, (claimed(play.car, "laid", free=True),))


def _throws(play: Play, table: Observation, wrong: bool) -> Iterator[Step[Play]]:
    """The dice lie in the tray; the path that is seen beside them is the path."""
    faces, car, stand = thrown_by(play, table), play.car, table.car(play.car)
    if play.stage == THROWN or faces is None or (stand is not None and has_moved(play, car, stand)):
        return
    base = replace(with_throw(play, table), stage=THROWN, roll=faces)
    thrown = Claim(fact("roll", by=car, value=roll_text(faces)), dice_of(play, "roll"))
    rolled = fact("deed", how="rolled", dice=several(faces))
    new = new_tiles(play.position, table)
    tiles = tuple(
        sorted({*new, *(one for one in play.tiles if not lies(play.position, one, new) and hidden(one, table))})
    )
    if not tiles or play.is_away(car):
        if not wrong:
            yield step_of("", rolled, base, (thrown,))
        return
    base = replace(base, tiles=tiles, veils=table.covered)
    found = []
    for read, gear in product(_read_as(base), GEARS[1:]):
        if wrong or gear in path.next_gears(play.position.gear(car)):
            broken, excused = _laid_wrong(read, table, gear)
            said = (thrown, gear_claim(play, gear, len(faces)), claimed(car, "laid", free=True))
            if wrong == bool(broken):
                step = step_of("", rolled, replace(read, gear=gear, excused=excused), said, broken)
                found.append(replace(step, odd=int(gear != len(faces))))  # dice that nobody saw are odd
    fewest = min((len(one.broken) for one in found), default=0)
    found = [one for one in found if len(one.broken) == fewest]
    exact = [one for one in found if one.after.gear == len(faces)]
    yield from exact or found


def _read_as(play: Play) -> tuple[Play, ...]:
    """A path with tiles between that were not seen, and as it is seen."""
    return (play, replace(play, joined=True)) if any(link.ghost for link in trail_of(play).links) else (play,)


def _laid_wrong(play: Play, table: Observation, gear: int) -> tuple[tuple[Fact, ...], bool]:
    """What a path that is seen breaks in a gear, and whether more may be excused."""
    car, position = play.car, play.position
    trail, start = trail_of(play), position.place(car)
    joints = [fault for link in trail.links for fault in link.faults]
    others = of_others(position, car, table, trail.strays) if trail.strays else frozenset()
    strays = [tile for tile in trail.strays if tile not in others]
    stray = path.stray_tiles(car, len(strays)) if not joints else None
    whole = start is None or not goes_on_unseen(position, trail, start, play.veils)
    laid = len(trail.links) + len(strays)
    found = [
        path.gear_change(car, position.gear(car), gear),
        *{fault.kind: fault for fault in reversed(joints)}.values(),
        stray,
        path.path_length(car, gear, laid, whole, len(trail.links) - trail.seen),
        path.turns(car, gear, trail.turns, trail.skids),
        path.lane_changes(car, gear, trail.lanes),
    ]
    near = met_by(position, car, tuple(link.tile for link in trail.links), MAY_TOUCH_MM)
    kept, excuses = excused(position, car, [fault for fault in found if fault], near)
    return kept, bool(excuses)


def _drives(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """The car is moved: to where it is seen, or where nobody sees it."""
    car, stand = play.car, table.car(play.car)
    if stand is None:
        yield from unseen_drives(play, table, found=True)
        return
    if not has_moved(play, car, stand) or play.guest:
        return
    if play.is_away(car):
        yield from drives_from_nowhere(play, table, stand.pose)
    else:
        gears = [gear for gear in path.next_gears(play.position.gear(car)) if gear]
        plain = [one for one in to_sight(play, table, gears, relaxed=False) if not one.broken]
        start = play.position.place(car)
        if not plain and start and may_be_excused(play.position, car, start, stand.pose):
            excused = (*to_sight(play, table, gears, relaxed=True), *drives_astray(play, table))
            plain = [one for one in excused if not one.broken]
        yield from plain
    yield from unseen_drives(play, table, found=False)


def slips(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """What hands do wrong on the way to a look."""
    position, car = play.position, play.car
    if play.stage == DRIVEN:
        left = tiles_left(play, table)
        if left:
            yield clear(play, table, left)
        return
    if play.stage in (BEGUN, LAID) and not play.guest:
        for other in others_at_it(play, table):  # who is ahead was said otherwise
            if other in position.queue and not ahead_of(play, other) and not was_moved(play, other, table):
                yield step_of("", fact("deed", how="began"), _begun_by(play, other, car))
    if play.stage == BEGUN:
        for other in others_at_it(play, table):
            if was_moved(play, other, table):
                guest = _begun_by(play, other, car)
                yield from (one for one in faulty_drives(guest, table) if one.broken)
                if position.place(other) is None:
                    yield from placed(guest, table, wrong=True)
        for other, place, near in in_sight_again(play, table):
            if not near:
                appeared = seen_at(play, other, place.pose)
                yield step_of("", fact("deed", how="seen"), appeared, (), (path.no_path(other),))
    stand = table.car(car)
    if position.place(car) is None:
        yield from placed(play, table, wrong=True)
        return
    yield from _throws(play, table, wrong=True)
    if stand is not None and not play.is_away(car):
        if has_moved(play, car, stand):
            yield from (one for one in faulty_drives(play, table) if one.broken)
        else:
            yield from stays_wrongly(play, table)


heard = heard_nothing


def misstated(play: Play, word: Fact) -> Iterator[Step[Play]]:
    """A race ended too early; a path that is said not to be what the gear asks."""
    if not play.position.queue:
        return
    car, gear = play.car, play.position.gear(play.car)[0]
    broken = None
    if word.kind == "finished" and car not in play.position.finished:
        broken = race.laps(car, play.position.crossed(car), play.position.race)
    if word.kind == "touching" and word.get("value") == "no":
        broken = path.said_wrong(car, gear)
    claims = (Claim(word.also(by=car)),)
    if broken is not None and play.stage == DRIVEN:
        cleared = clear(play, visible(replace(play.position, tiles=())), ())
        yield replace(cleared, claims=claims, broken=facts_of(broken))
    elif broken is not None:
        yield step_of("", fact("deed", how="said"), play, claims, (broken,))
