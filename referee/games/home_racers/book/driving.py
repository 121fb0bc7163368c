"""What a drive claims and is told as; drives to where a car is seen, and what each breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from referee.frozen import replace
from referee.games.home_racers.actions import Drive, Odd, Turn, roll_text, turn_text
from referee.games.home_racers.book.state import (
    DRIVEN,
    GEARS,
    THROWN,
    Play,
    dice_of,
    lies,
    new_tiles,
    next_turn,
    of_others,
    thrown_by,
    with_throw,
)
from referee.games.home_racers.geometry import Pose, seen_from
from referee.games.home_racers.in_words import deed, fives, portals_called
from referee.games.home_racers.position import ALONG_DEG, HIGHEST_GEAR, PORTALS, Observation, Position
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.shapes import LIMITS, tiles_of
from referee.games.home_racers.succession import (
    crossed_on,
    with_car,
    with_crossings,
    with_entrances,
    with_gears,
    with_mark,
)
from referee.games.home_racers.trail import NUDGE_DEG, NUDGE_SHARE, Trail, may_hide
from referee.games.home_racers.ways import (
    MAY_TOUCH_MM,
    Way,
    bent_ways,
    bonus_of_met,
    goes_on_unseen,
    jumping_ways,
    met_by,
    path_of,
    stands_on,
    way_on,
    ways,
    ways_further,
)
from referee.games.rulebook import Ask, Claim, Step
from referee.words.fact import Fact, fact


def claimed(car: str, kind: str, value: str = "", free: bool = False) -> Claim:
    """Something that nothing on the table shows."""
    return Claim(fact(kind, by=car, value=value) if value else fact(kind, by=car), free=free)


def joined(car: str, loosely: bool) -> Claim:
    """That the tiles touched: taken for granted where they lay nearly too far off, else so as it is seen.

    Who says that they did not touch denies only what nobody saw: else it is a slip of the tongue.
    """
    if loosely:
        return claimed(car, "touching", "yes")
    return Claim(fact("joined", by=car), free=True, others=frozenset((fact("touching", value="yes"),)))


@cache
def rolls_of(car: str, gear: int, good: int | None) -> Fact:
    """A throw of so many dice with so many fives and sixes (any, for None): a word for one of them says it."""
    faces = (one for one in combinations_with_replacement(range(1, 7), gear))
    values = [roll_text(one) for one in faces if good is None or path.extra_moves(one) == good]
    about = ("by", car), ("gear", gear), ("good", "any" if good is None else good), ("how", "unseen")
    return Fact("roll", (*about, *(("value", one) for one in values)))


HANGS_ON = ("touching", "effect", "danger", "entrance")
"""What a fault may hang on; that a car is out of sight, or that tiles may still lie covered, does not clear anybody."""


def turn_of(
    turn: Turn,
    after: Play,
    claims: Iterable[Claim] = (),
    broken: Iterable[Fact | None] = (),
    done: bool = False,
    hangs_on: Iterable[str] = HANGS_ON,
) -> Step[Play]:
    """A step that the notation writes as a turn, whoever's turn it was."""
    text, what = turn_text(turn).partition(": ")[2], deed(turn).also(by=turn.car)
    return step_of(text, what, after, claims, broken, done, hangs_on)


def step_of(
    text: str,
    what: Fact,
    after: Play,
    claims: Iterable[Claim] = (),
    broken: Iterable[Fact | None] = (),
    done: bool = False,
    hangs_on: Iterable[str] = HANGS_ON,
) -> Step[Play]:
    """A step as it is written, and what was done, with what it claims; what a fault does not hang on is free."""
    rules_broken = facts_of(*broken)
    if rules_broken:
        hanging = () if [one.kind for one in rules_broken] == [race.PLAYER_ORDER.id] else hangs_on
        claims = [claim if claim.fact.kind in hanging else replace(claim, free=True) for claim in claims]
    return Step(text, after, what, tuple(claims), rules_broken, done)


def facts_of(*broken: Fact | None) -> tuple[Fact, ...]:
    """The rules that are broken, each once."""
    first: dict[str, Fact] = {}
    for one in broken:
        if one is not None:
            first.setdefault(one.kind, one)
    return tuple(first.values())


def said_at_the_end(position: Position, car: str) -> Iterator[Claim]:
    """What people may say of a turn that is over; nobody is asked about it."""
    yield claimed(car, "done", free=True)
    yield Claim(fact("first", value=car), free=True)
    yield claimed(car, "lap", str(position.crossed(car)), free=True)
    if car in position.finished:
        yield claimed(car, "finished", free=True)
    for colour, number in position.entrances:
        yield Claim(fact("entrance", at=colour, value=str(number)), free=True)


@dataclass(frozen=True)
class RollAsk(Ask):
    """The dice: a button for each number of fives and sixes, though any faces may be said."""

    def offers(self, word: Fact) -> bool:
        """Whether a word is about dice that may be thrown."""
        faces = str(word.get("value")).split(".")
        by = word.get("by", self.about.get("by"))
        return word.kind == "roll" and by == self.about.get("by") and len(faces) <= HIGHEST_GEAR


@cache
def _roll_ask(car: str, gears: tuple[int, ...]) -> RollAsk:
    called = [one for gear in gears if gear for one in fives(gear, "fives")]
    return RollAsk(fact("roll", by=car), tuple(said for _, said in called), tuple(one for one, _ in called))


def asks(play: Play) -> tuple[Ask, ...]:
    """What may be said now, of every driver: turns may have gone by."""
    position = play.position
    yes_no = ("yes", "no")
    found: list[Ask] = [Ask(fact("first"), position.queue)]
    for car in (*position.queue, *(one for one in position.racers if one not in position.queue)):
        gears = path.next_gears(position.gear(car))
        found += [
            Ask(fact("gear", by=car), tuple(map(str, GEARS))),
            _roll_ask(car, gears),
            Ask(fact("touching", by=car), yes_no),
            Ask(fact("effect", by=car), yes_no),
        ]
        if position.crossed(car) >= position.race:
            found.append(Ask(fact("finished", by=car), ("",)))
        if position.danger == "ask":
            found.append(Ask(fact("danger", by=car), yes_no))
    for colour in PORTALS:
        if len(position.portals(colour)) == 2:
            found.append(Ask(fact("entrance", at=colour), ("1", "2"), portals_called(position, colour)))
    return tuple(found)


MANY = 99
"""More rules than any drive breaks."""


def trail_of(play: Play) -> Trail:
    """The driver's path as it was last seen."""
    start = play.position.place(play.car)
    if start is None or not play.tiles:
        return Trail()
    return path_of(play.position, play.car, start, play.tiles, play.veils, play.joined)


def excused(
    position: Position, car: str, faults: Sequence[Fact], met: Sequence[str]
) -> tuple[tuple[Fact, ...], tuple[Claim, ...]]:
    """Faults that a rule which is not held may allow are asked about: special tiles, and danger dice by a switch."""
    bent = (path.TURNS.id, path.LANE_CHANGES.id)
    marked = ("caltrops",) if car in position.marks else ()
    asked = any(position.effect(kind) == "ask" for kind in (*met, *marked))
    kept, claims = [], []
    for fault in faults:
        if fault.kind in (path.MOVE_DISTANCE.id, *bent) and asked:
            claims.append(claimed(car, "effect", "yes"))
        elif fault.kind in bent and position.danger == "ask":
            claims.append(claimed(car, "danger", "yes"))
        else:
            kept.append(fault)
    return tuple(kept), tuple(dict.fromkeys(claims))


def goods_of(gear: int, roll: tuple[int, ...] | None) -> tuple[Sequence[int], bool]:
    """How many fives and sixes there may be in a gear's dice, and whether they were all seen and no others."""
    if roll is None:
        return range(gear + 1), False
    good, dice = path.extra_moves(roll), len(roll)
    if dice <= gear:
        return range(good, good + gear - dice + 1), dice == gear
    return range(max(0, good - (dice - gear)), min(gear, good) + 1), False


def given_by(position: Position, car: str, gear: int, goods: Sequence[int], tiles: tuple[Pose, ...]) -> dict[int, int]:
    """How far the car may move over these tiles, and the fives and sixes that give it.

    A house rule's tiles count for what lies on the dice's own way, or on all of the way that was driven.
    """
    if not _house_moves(position):
        return {min(tiles_of(gear), gear + more): more for more in goods}
    given: dict[int, int] = {}
    met = met_by(position, car, tiles)
    for more in goods:
        on_the_dice = met_by(position, car, tiles[: gear + more])
        for what in (on_the_dice, met):
            bonus = bonus_of_met(position, what, "move")
            given.setdefault(max(0, min(tiles_of(gear), gear + more + bonus)), more)
    for number in range(1, len(tiles) + 1):
        on_it = met_by(position, car, tiles[number - 1 : number])
        if any(position.effect(kind) == "stop" for kind in on_it):
            return {number: given.get(number, next(iter(goods)))} if number <= max(given) else given
    return given


def _house_moves(position: Position) -> bool:
    """Whether a house rule changes how far a car moves."""
    return any(effect.startswith(("move", "stop")) for _, effect in position.house)


def to_sight(play: Play, table: Observation, gears: Iterable[int], relaxed: bool) -> list[Step[Play]]:
    """The drives to where the car is seen in some gears; with `relaxed` also further, in more bends, and against what
    may be said."""
    if play.gear is not None:
        return bound(play, table, play.gear, relaxed)
    return [step for gear in gears for step in _in_gear(play, table, gear, relaxed)]


@lru_cache(maxsize=256)
def _in_gear(play: Play, table: Observation, gear: int, relaxed: bool) -> tuple[Step[Play], ...]:
    car, position, stand = play.car, play.position, table.car(play.car)
    start = position.place(car)
    if start is None or stand is None:
        return ()
    roll = play.roll if play.stage == THROWN else thrown_by(play, table)
    goods, _ = goods_of(gear, roll)
    change = path.gear_change(car, position.gear(car), gear)
    usual = {min(tiles_of(gear), gear + more) for more in goods}
    found: list[Step[Play]] = []
    for moved in range(1, 2 * HIGHEST_GEAR + 1) if relaxed or _house_moves(position) else sorted(usual):
        some = _proposed(play, table, start, stand.pose, gear, moved, relaxed)
        if relaxed and not some and change is None and moved in usual:
            some = [(way, ()) for way in bent_ways(position, start, stand.pose, gear, moved)]
        for way, claims in some:
            found += drives_over(play, table, gear, way, roll, (change,), claims, relaxed)
    for way in jumping_ways(position, car, start, stand.pose, gear, relaxed):
        found += drives_over(play, table, gear, way, roll, (change,), (), relaxed)
    return tuple(found)


def _proposed(
    play: Play, table: Observation, start: Pose, end: Pose, gear: int, moved: int, relaxed: bool
) -> list[tuple[Way, tuple[Claim, ...]]]:
    """Ways of so many tiles: over tiles that were seen to be laid, or over others."""
    car, position = play.car, play.position
    left = () if play.tiles else new_tiles(position, table)
    if left:
        left = tuple(tile for tile in left if tile not in of_others(position, car, table, left))
    begun = path_of(position, car, start, (*left, end), (), False) if left else trail_of(play)
    on_it = stands_on(position, begun.links, end) if begun.links else None
    clean = begun.links and not any(link.faults or link.ghost for link in begun.links[: on_it or 0])
    if on_it == moved and clean:
        way = way_on(begun.links, moved)
        limits = LIMITS[gear]
        if way.turns <= limits[0] and way.lanes <= limits[1] and not way.skids and len(begun.links) <= tiles_of(gear):
            short = play.tiles and len(begun.links) < tiles_of(gear)
            return [(way, (claimed(car, "touching", "yes"),) if short else ())]
    codes = tuple(link.code for link in begun.links) if play.tiles else ()
    return [
        (
            way,
            (claimed(car, "touching", "yes"),)
            if codes and (moved <= len(codes) or way.codes[: len(codes)] != codes)
            else (),
        )
        for way in ways(position, car, start, end, gear, moved, relaxed)
    ]


def bound(play: Play, table: Observation, gear: int, gainsaid: bool = False) -> list[Step[Play]]:
    """The drive over the path beside which the dice were thrown; see `drives_over`."""
    car, position, trail, stand = play.car, play.position, trail_of(play), table.car(play.car)
    start = position.place(car)
    if stand is None or start is None:
        return []
    moved = stands_on(position, trail.links, stand.pose)
    if moved is not None:
        claims = path_claims(play, trail, gear)
        return drives_over(play, table, gear, way_on(trail.links, moved), play.roll, (), claims, gainsaid)
    goods, _ = goods_of(gear, play.roll)
    further = [
        way
        for tiles in sorted({min(tiles_of(gear), gear + more) for more in goods})
        for way in ways_further(position, start, trail, stand.pose, gear, tiles)
    ]
    if further and goes_on_unseen(position, trail, start, play.veils):
        return [drive_over(play, table, gear, way, play.roll, (), path_claims(play, trail, gear)) for way in further]
    astray = None if lies(position, stand.pose, trail.strays) else path.off_the_path(car)
    way = Way(tuple(link.code for link in trail.links), (stand.pose,))
    return [drive_over(play, table, gear, way, play.roll, (astray,), (), far=True)]


def path_claims(play: Play, trail: Trail, gear: int) -> tuple[Claim, ...]:
    """That a path which was not seen whole was laid as it must be; one that is seen to end too early is none."""
    start, short = play.position.place(play.car), len(trail.links) < tiles_of(gear)
    more = short and (start is None or goes_on_unseen(play.position, trail, start, play.veils))
    unseen = any(link.ghost for link in trail.links) or more
    return (claimed(play.car, "touching", "yes"),) if unseen else ()


def drives_over(
    play: Play,
    table: Observation,
    gear: int,
    way: Way,
    roll: tuple[int, ...] | None,
    broken: Iterable[Fact | None],
    claims: Iterable[Claim],
    gainsaid: bool,
) -> list[Step[Play]]:
    """One drive, and if it may be `gainsaid` what it breaks if what nobody saw was otherwise: an effect that explains
    nothing, other dice, a portal's other end. Whoever is told so by a word is asked before anybody is blamed."""
    found = [drive_over(play, table, gear, way, roll, broken, claims)]
    if not gainsaid:
        return found
    car, position = play.car, play.position
    if any(claim.fact.kind in ("effect", "danger") for claim in found[0].claims):
        found.append(drive_over(play, table, gear, way, roll, broken, claims, excusing=False))
    goods, sure = goods_of(gear, roll)
    for good in () if sure else goods:
        if len(way.tiles) not in given_by(position, car, gear, (good,), way.tiles):
            found.append(drive_over(play, table, gear, way, roll, broken, claims, good=good))
    for colour, number in way.entered:
        if colour not in dict(position.entrances):
            wrong = race.portal(car, colour, colour, False)
            other = replace(way, entered=((colour, 3 - number),))
            found.append(drive_over(play, table, gear, other, roll, (*broken, wrong), claims))
    return found


def drive_over(
    play: Play,
    table: Observation,
    gear: int,
    way: Way,
    roll: tuple[int, ...] | None,
    broken: Iterable[Fact | None],
    claims: Iterable[Claim],
    far: bool = False,
    unseen: bool = False,
    good: int | None = None,
    excusing: bool = True,
) -> Step[Play]:
    """One drive: what it breaks, and what it takes to have happened; `far` says that its length is not judged,
    `unseen` that no look shows its end, `good` how many fives and sixes there are, though nobody saw so many."""
    car, position = play.car, play.position
    stand = None if unseen else table.car(car)
    goods, sure = goods_of(gear, roll)
    goods = goods if good is None else (good,)
    moved = len(way.tiles)
    given = given_by(position, car, gear, goods, way.tiles)
    faults = [fault for fault in (*broken, out_of_turn(play)) if fault]
    if not far and moved not in given:
        faults += [fault for fault in (path.move_distance(car, gear, moved, sorted(given), way.seen),) if fault]
    if play.gear is None or play.excused:
        limits = path.turns(car, gear, way.turns, way.skids), path.lane_changes(car, gear, way.lanes)
        faults += [fault for fault in limits if fault]
    faults += way.faults
    askew = path.along_arrow(car, stand.askew_deg, ALONG_DEG) if stand else None
    faults += [askew] if askew else []
    near = met_by(position, car, way.tiles, MAY_TOUCH_MM)
    kept, excuses = excused(position, car, faults, near) if excusing else (tuple(faults), ())
    fives, free = (given.get(moved), bool(kept)) if good is None else (good, False)
    said = [*claims, *excuses, *roll_claims(play, gear, roll, sure, fives, free)]
    said += [gear_claim(play, gear, len(roll or ())), claimed(car, "laid", free=True)]
    said += [joined(car, way.loose)]
    known = dict(position.entrances)
    said += [
        Claim(fact("entrance", at=colour, value=str(number))) for colour, number in way.entered if colour not in known
    ]
    after = _after_drive(play, table, gear, way, stand.pose if stand else way.tiles[-1])
    if roll is None:
        after = replace(after, unseen=(*after.unseen, (car, gear, fives or 0)))
    turn = Drive(car, gear, way.codes, roll, moved, met_by(position, car, way.tiles))
    hangs_on = HANGS_ON if good is None else (*HANGS_ON, "roll")
    left = tiles_left(after, table)
    if left:
        return turn_of(turn, replace(after, stage=DRIVEN), said, kept, hangs_on=hangs_on)
    ended, end = end_of(after, table)
    return turn_of(turn, ended, (*said, *end), kept, True, hangs_on)


def out_of_turn(play: Play) -> Fact | None:
    """What it breaks that this car drives now."""
    return race.player_order(play.car, play.guest, play.again) if play.guest else None


def gear_claim(play: Play, gear: int, dice: int) -> Claim:
    """The gear: as many dice show it, where they are seen to be thrown."""
    told = fact("gear", by=play.car, value=str(gear))
    return Claim(told, dice_of(play, "gear")) if dice == gear and play.stage != THROWN else Claim(told, free=True)


def roll_claims(
    play: Play, gear: int, roll: tuple[int, ...] | None, sure: bool, good: int | None, wrong: bool
) -> tuple[Claim, ...]:
    """That the dice showed what was needed: seen, or seen later, or in a tray with other dice among them.

    Of a fault that is there whatever they showed nothing is claimed.
    """
    if roll is not None and sure:
        seen = Claim(fact("roll", by=play.car, value=roll_text(roll)), dice_of(play, "roll"))
        return () if play.stage == THROWN else (seen,)
    thrown = rolls_of(play.car, gear, good)
    return (Claim(thrown, "" if roll is not None else dice_of(play, "roll"), free=wrong),)


def _after_drive(play: Play, table: Observation, gear: int, way: Way, end: Pose) -> Play:
    """The car on its new tile, with its gear, its laps and its mark."""
    car, before = play.car, play.position
    start = before.place(car)
    met = met_by(before, car, way.tiles)
    if play.stage != THROWN and thrown_by(play, table) is not None:
        play = with_throw(play, table)
    position = with_car(play.position, car, end)
    position = with_mark(with_gears(position, car, (gear + bonus_of_met(before, met, "gear"),)), car, met)
    points = [start.at] if start else []
    crossed = crossed_on(before, [*points, *(tile.at for tile in way.tiles)], way.jumps)
    position = with_crossings(position, car, before.crossed(car) + crossed)
    position = with_entrances(position, dict(way.entered) if not way.faults else {})
    unseen = tuple(one for one in play.unseen if one[0] != car)
    return replace(play, position=position, unseen=unseen, away=tuple(one for one in play.away if one[0] != car))


def tiles_left(play: Play, table: Observation) -> tuple[Pose, ...]:
    """Tiles of the turn that carry no car and still lie there: of its path where that was seen, else nobody's else."""
    new = new_tiles(play.position, table)
    if not new or play.tiles:
        return tuple(tile for tile in new if lies(play.position, tile, play.tiles))
    others = of_others(play.position, play.car, table, new)
    return tuple(tile for tile in new if tile not in others)


def end_of(play: Play, table: Observation) -> tuple[Play, tuple[Claim, ...]]:
    """The end of a turn, and that nothing of its path is left where the floor is covered."""
    car, position = play.car, play.position
    stands = [stand.pose for _, stand in table.cars]
    gone = [tile for tile in play.tiles if not lies(position, tile, (*table.tiles, *stands))]
    hidden = any(may_hide(position, table.covered, [tile]) for tile in gone) if table.covered else False
    cleared = (claimed(car, "cleared", "yes"),) if hidden else ()
    old = tuple(tile for tile in position.tiles if lies(position, tile, table.tiles))
    due = (Claim(fact("first", value=play.guest), free=True),) if play.guest else ()
    return next_turn(play, replace(position, tiles=old)), (*cleared, *due, *said_at_the_end(position, car))


CLEARED_UNSEEN = fact("deed", how="gone")
"""The path lay there when the car had moved, and the next driver's lies there now: no look shows it cleared in time."""


def clear(play: Play, table: Observation, left: tuple[Pose, ...]) -> Step[Play]:
    """The tiles of the path are taken away, but for those that are left."""
    ended, claims = end_of(play, table)
    position = replace(ended.position, tiles=(*ended.position.tiles, *left))
    broken = path.tiles_cleared(play.car, len(left))
    bare = CLEARED_UNSEEN if new_tiles(play.position, table) else fact("deed", how="cleared")
    deed = fact("deed", how="left", count=len(left)) if left else bare
    return step_of("", deed, replace(ended, position=position), claims, (broken,), done=True)


@lru_cache(maxsize=64)
def faulty_drives(play: Play, table: Observation) -> tuple[Step[Play], ...]:
    """Drives that break some rule: of each gear those that break the fewest; when no path leads there, that."""
    kept: list[Step[Play]] = []
    fewest = MANY
    for gear in GEARS[1:] if play.gear is None else (play.gear,):
        found = to_sight(play, table, (gear,), relaxed=True)
        broken = [one for one in found if one.broken]
        least = min((len(one.broken) for one in broken), default=0)
        kept += [one for one in broken if len(one.broken) == least]
        fewest = min(fewest, *(len(one.broken) for one in found), MANY)
    if fewest < 2 + bool(play.guest) or (kept and play.gear is not None):
        return tuple(kept)
    return (*kept, *(one for one in drives_astray(play, table) if one.broken))


def drives_astray(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """No path leads there: the car was put somewhere, perhaps backwards."""
    car, position, stand = play.car, play.position, table.car(play.car)
    start = position.place(car)
    if start is None or stand is None:
        return
    forward, left, turn = seen_from(start, stand.pose)
    back = forward < 0 and abs(left) <= NUDGE_SHARE * position.across_mm and abs(turn) <= NUDGE_DEG
    roll = play.roll if play.stage == THROWN else thrown_by(play, table)
    allowed = path.next_gears(position.gear(car))
    gears = (0,) if back else tuple(gear for gear in allowed if roll is None or gear == len(roll)) or allowed
    for gear in gears:
        after = _after_drive(play, table, gear, Way((), (stand.pose,)), stand.pose)
        put = Odd(car, stand.pose, gear)
        said = (claimed(car, "gear", str(gear), free=True), Claim(rolls_of(car, gear, None), free=True))
        wrong = path.rear_gear(car) if back else path.no_path(car)
        readings: list[tuple[tuple[Claim, ...], Fact | None]] = [((), wrong)]
        if back and position.effect("reverse") != "none":
            readings.append(((claimed(car, "effect", "yes"),), None))
        for excuse, broken in readings:
            if tiles_left(after, table):
                yield turn_of(put, replace(after, stage=DRIVEN), (*excuse, *said), (broken, out_of_turn(play)))
            else:
                ended, end = end_of(after, table)
                yield turn_of(put, ended, (*excuse, *said, *end), (broken, out_of_turn(play)), done=True)
