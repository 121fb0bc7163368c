"""What hands and dice may do next on the way to a look, and what they do wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from referee.frozen import replace
from referee.games.home_racers.actions import Drive, Place, Unseen, roll_text
from referee.games.home_racers.actions import turn_text as written
from referee.games.home_racers.book.driving import (
    bound,
    claimed,
    clear,
    drive_over,
    drives_astray,
    end_of,
    excused,
    facts_of,
    faulty_drives,
    gear_claim,
    given_by,
    goods_of,
    out_of_turn,
    path_claims,
    roll_claims,
    rolls_of,
    said_at_the_end,
    step_of,
    tiles_left,
    to_sight,
    trail_of,
    turn_of,
)
from referee.games.home_racers.book.state import (
    ANY,
    BEGUN,
    DRIVEN,
    GEARS,
    LAID,
    THROWN,
    Play,
    ahead_of,
    dice_of,
    has_moved,
    hidden,
    lies,
    new_tiles,
    next_turn,
    of_others,
    others_at_it,
    thrown_by,
    tile_at,
    tiles_amiss,
    was_moved,
    with_throw,
)
from referee.games.home_racers.fitting import EYE_MM, tiles_along
from referee.games.home_racers.geometry import Pose
from referee.games.home_racers.position import ALONG_DEG, CARS, CarSeen, Observation, Position, TrayDie, visible
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.shapes import LIMITS, legal_shapes, tiles_of
from referee.games.home_racers.succession import crossed_on, with_car, with_crossings, with_gears
from referee.games.home_racers.ways import MAY_TOUCH_MM, goes_on_unseen, may_be_excused, may_come, met_by, way_on
from referee.games.rulebook import Claim, Step, heard_nothing
from referee.words.fact import Fact, fact, several


def stands(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """The car stays where it is, in gear 0: somebody has to say so, or that the turn is over."""
    car, position = play.car, play.position
    if 0 not in path.next_gears(position.gear(car)):
        return
    after = next_turn(play, with_gears(position, car, (0,)))
    end = tuple(said_at_the_end(after.position, car))
    seen = () if table.car(car) else (claimed(car, "place"),)
    said = (claimed(car, "gear", "0"), claimed(car, "roll", "-", free=True), *seen)
    still = Drive(car, 0, move=0)
    yield turn_of(still, after, (*said, *end), done=True)
    closed = (claimed(car, "gear", "0", free=True), *said[1:], claimed(car, "done"))
    yield turn_of(still, after, (*closed, *end[1:]), done=True)


def placed(play: Play, table: Observation, wrong: bool) -> Iterator[Step[Play]]:
    """The tile with the car is put down behind the line."""
    car, position, stand = play.car, play.position, table.car(play.car)
    if stand is None:
        if not wrong:
            deed = fact("deed", how="placed")
            yield step_of("", deed, next_turn(play, position, True), (claimed(car, "place"),), done=True)
        return
    others = [one for one in position.cars if one[0] != car]
    slack_mm, askew = position.gap_mm + EYE_MM, (stand.askew_deg, ALONG_DEG)
    fault = race.start_tile(car, stand.pose, position.line, others, position.across_mm, slack_mm, askew)
    faults = [one for one in (fault, out_of_turn(play)) if one]
    if wrong == bool(faults):
        after = with_gears(with_car(position, car, stand.pose), car, (0,))
        claims = (claimed(car, "done", free=True),)
        yield turn_of(Place(car, stand.pose), next_turn(play, after, True), claims, faults, done=True)


def stays_wrongly(play: Play) -> Iterator[Step[Play]]:
    """The car did not move though its gear moves it."""
    car, position = play.car, play.position
    gears = dict.fromkeys((*path.next_gears(position.gear(car)), 0)) if play.gear is None else (play.gear,)
    for gear in gears:
        goods, _ = goods_of(gear, play.roll)
        fault = path.gear_change(car, position.gear(car), gear)
        if gear:
            fault = path.move_distance(car, gear, 0, sorted(given_by(position, car, gear, goods, ())))
        if fault is not None and (play.roll is None or play.gear is not None or gear == len(play.roll)):
            after = with_gears(position, car, (gear,))
            claims = (claimed(car, "gear", str(gear), free=True), Claim(rolls_of(car, gear, None), free=True))
            end = said_at_the_end(position, car)
            yield turn_of(Drive(car, gear, move=0), next_turn(play, after), (*claims, *end), (fault,), done=True)


def finds(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """Cars come into sight that stood where nobody saw them; the driver's own may have driven there since."""
    for car, stand, near in in_sight_again(play, table):
        if near:
            claims = (claimed(car, "place"),) if car == play.car else ()
            yield step_of("", fact("deed", how="seen"), seen_at(play, car, stand.pose), claims)


def in_sight_again(play: Play, table: Observation) -> Iterator[tuple[str, CarSeen, bool]]:
    """Cars that nobody saw come to stand and that a look shows, and whether they can have come there."""
    position = play.position
    for car, gears, as_it_is in play.away:
        stand, before = table.car(car), position.place(car)
        if stand is not None and as_it_is:
            yield car, stand, not gears or before is None or may_come(position, before, stand.pose, gears)
    for car, stand in table.cars:
        if position.place(car) is None and car in position.racers and car not in position.queue:
            yield car, stand, True


def seen_at(play: Play, car: str, where: Pose) -> Play:
    """A car that was away, where it is seen."""
    before = play.position.place(car)
    position = with_car(play.position, car, where)
    if before is not None:
        position = with_crossings(position, car, position.crossed(car) + crossed_on(position, [before.at, where.at]))
    return replace(play, position=position, away=tuple(one for one in play.away if one[0] != car))


def unseen_drives(play: Play, table: Observation, found: bool) -> Iterator[Step[Play]]:
    """The car drives to where no look shows it: it is `found` there later, or drives on before it is seen."""
    car, position = play.car, play.position
    roll = play.roll if play.stage == THROWN else None
    if play.gear is not None:
        trail = trail_of(play)
        goods, _ = goods_of(play.gear, roll)
        given = given_by(position, car, play.gear, goods, tuple(link.tile for link in trail.links))
        on_it = [moved for moved in given if 0 < moved <= len(trail.links) and not trail.links[moved - 1].ghost]
        stand = table.car(car)
        if stand is not None and not found:  # where it is seen it did not come unseen
            on_it = [moved for moved in on_it if not lies(position, trail.links[moved - 1].tile, [stand.pose])]
        for moved in on_it:
            claims = (*path_claims(play, trail, play.gear), claimed(car, "place"))
            step = drive_over(play, table, play.gear, way_on(trail.links, moved), roll, (), claims, unseen=True)
            if found or car not in step.after.position.finished:  # a car that ended the race drives on no more
                yield step
        if len(on_it) == len(given):
            return
    if tiles_left(play, table) or (found and roll is None and thrown_by(play, table) is not None):
        return
    dice = play.gear or (None if roll is None else len(roll))
    for gear in path.next_gears(position.gear(car)) if play.gear is None else (play.gear,):
        if gear and dice in (None, gear):
            gears = (*play.gears_away(car), gear)
            away = (*(one for one in play.away if one[0] != car), (car, gears, found))
            after = replace(play, position=with_gears(position, car, (gear,)), away=away)
            if roll is None:
                unseen = (*(one for one in play.unseen if one[0] != car), (car, gear, ANY))
                after = replace(after, unseen=unseen)
            claims = (
                claimed(car, "place"),
                claimed(car, "gear", str(gear), free=True),
                Claim(rolls_of(car, gear, None), free=True),
            )
            end = tuple(said_at_the_end(position, car))
            turn = Unseen(car, gear)
            yield turn_of(turn, next_turn(after, after.position), (*claims, *end), done=True)
            if found and position.crossed(car) >= position.race:
                crossed = with_crossings(after.position, car, position.race + 1)
                ended = (*claims[1:], claimed(car, "finished"), *said_at_the_end(crossed, car))
                yield turn_of(turn, next_turn(after, crossed), ended, done=True)


def drives_from_nowhere(play: Play, table: Observation, end: Pose) -> Iterator[Step[Play]]:
    """The drive of a car whose turn began where nobody saw it."""
    car, position = play.car, play.position
    start = position.place(car)
    roll = play.roll if play.stage == THROWN else thrown_by(play, table)
    for gear in path.next_gears(position.gear(car)):
        if not gear or (roll is not None and gear != len(roll)):
            continue
        before = play.gears_away(car)
        if before and start is not None and not may_come(position, start, end, (*before, gear)):
            continue
        after = seen_at(with_throw(play, table) if roll is not None and play.stage != THROWN else play, car, end)
        after = replace(after, position=with_gears(after.position, car, (gear,)))
        if roll is None:
            unseen = tuple(one for one in play.unseen if one[0] != car)
            after = replace(after, unseen=(*unseen, (car, gear, ANY)))
        throw = roll_claims(play, gear, roll, roll is not None, None, wrong=False)
        claims = (claimed(car, "place"), gear_claim(play, gear, len(roll or ())), *throw)
        turn = Unseen(car, gear, roll)
        if tiles_left(after, table):
            yield turn_of(turn, replace(after, stage=DRIVEN), claims)
        else:
            ended, said = end_of(after, table)
            yield turn_of(turn, ended, (*claims, *said), done=True)


def anything(play: Play) -> Iterator[Step[Play]]:
    """Everything the rules allow, with nothing seen: tiles are laid exactly, dice fall where none lay."""
    car, position = play.car, play.position
    nothing, start = visible(position), position.place(car)
    if play.stage == DRIVEN:
        yield clear(play, replace(nothing, tiles=()), ())
    elif start is None:
        for where in _starts(position):
            yield from placed(play, replace(nothing, cars=(*nothing.cars, (car, CarSeen(where)))), wrong=False)
    elif play.stage == BEGUN:
        yield from list(stands(play, nothing))[:1]
        for gear in path.next_gears(position.gear(car)):
            said = (claimed(car, "gear", str(gear), free=True),)
            for one in legal_shapes(*LIMITS[gear], tiles_of(gear)) if gear and start else ():
                tiles = tiles_along(start, one, position.across_mm)
                laid = fact("deed", how="lays", count=len(tiles))
                yield step_of("", laid, replace(play, stage=LAID, gear=gear, tiles=tiles), said)
    elif play.stage == LAID:
        for faces in combinations_with_replacement(range(1, 7), play.gear or 0):
            aside_mm = 4.0 * (position.round % 7)
            dice = tuple(TrayDie(car, face, 26.0 * index - 60.0, aside_mm) for index, face in enumerate(faces))
            after = replace(play, position=replace(position, tray=dice), stage=THROWN, roll=faces)
            thrown = Claim(fact("roll", by=car, value=roll_text(faces)), dice_of(play, "roll"))
            rolled = fact("deed", how="rolled", dice=several(faces))
            yield replace(step_of("", rolled, after, (thrown,)), chance=True)
    else:
        yield from _exact_drives(play, nothing)


def _exact_drives(play: Play, nothing: Observation) -> Iterator[Step[Play]]:
    """The drive that the dice give over the tiles that lie there, which are cleared after it; none where too few do."""
    goods, _ = goods_of(play.gear or 0, play.roll)
    given = given_by(play.position, play.car, play.gear or 0, goods, play.tiles)
    for moved in (one for one in given if 0 < one <= len(play.tiles)):
        stand = CarSeen(play.tiles[moved - 1])
        cars = tuple((one, stand if one == play.car else at) for one, at in nothing.cars)
        left = tuple(tile for number, tile in enumerate(play.tiles, 1) if number != moved)
        yield from bound(play, replace(nothing, cars=cars, tiles=left), play.gear or 0)


def _starts(position: Position) -> Iterator[Pose]:
    """Some places behind the line."""
    if position.line is None:
        return
    (left_x, left_y), (right_x, right_y) = position.line
    for number in range(1, 2 * len(CARS) + 1):
        share, back = (0.3, 0.7)[number % 2], 0.7 * (number // 2) + 0.7
        where = Pose(left_x + share * (right_x - left_x), left_y + share * (right_y - left_y), 0.0)
        yield Pose(round(where.x_mm - back * position.across_mm, 2), round(where.y_mm, 2), 0.0)


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
    """Everything the rules allow next.

    A tile that lay on the floor from before and is not seen when a turn ends was taken away, or was not read.
    """
    if table is None:
        yield from anything(play)
        return
    for step in _allowed(play, table):
        yield step
        after = step.after.position
        lost = tuple(one for one in play.position.tiles if step.over and not lies(after, one, after.tiles))
        if lost:
            still_there = replace(after, tiles=(*after.tiles, *lost))
            yield replace(step, after=replace(step.after, position=still_there), odd=step.odd + 1)


def _allowed(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """What the rules allow on the way to a look."""
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
    for (read, unread), gear in product(_read_as(base, play.tiles), GEARS[1:]):
        if wrong or gear in path.next_gears(play.position.gear(car)):
            broken, excused = _laid_wrong(read, table, gear)
            said = (thrown, gear_claim(play, gear, len(faces)), claimed(car, "laid", free=True), *unread)
            if wrong == bool(broken):
                step = step_of("", rolled, replace(read, gear=gear, excused=excused), said, broken)
                found.append(replace(step, odd=int(gear != len(faces)) + bool(unread)))  # dice that nobody saw are odd
    fewest = min((len(one.broken) for one in found), default=0)
    found = [one for one in found if len(one.broken) == fewest]
    exact = [one for one in found if one.after.gear == len(faces)]
    yield from exact or found


def _read_as(play: Play, laid: tuple[Pose, ...]) -> Iterator[tuple[Play, tuple[Claim, ...]]]:
    """A path as it is seen, and with the tiles that were seen before the throw and not at it: those were taken away, or
    not read, as looks to come may show. Each with tiles between that were not seen, and without.
    """
    gone = tuple(one for one in laid if not lies(play.position, one, play.tiles))
    more = all(lies(play.position, one, laid) for one in play.tiles)
    for unread in ((), gone) if gone and more else ((),):
        read = replace(play, tiles=tuple(sorted((*play.tiles, *unread))))
        claims = tuple(replace(claimed(play.car, "touching", "yes"), shown_by=tile_at(one)) for one in unread)
        yield read, claims
        if any(link.ghost for link in trail_of(read).links):
            yield replace(read, joined=True), claims


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
            yield from stays_wrongly(play)


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
