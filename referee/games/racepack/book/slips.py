"""What hands do wrong, and what words say wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.frozen import replace
from referee.games.racepack import rules
from referee.games.racepack.actions import (
    Speeds,
    one_speed,
    speed_list,
    token_speed,
)
from referee.games.racepack.book.doing import (
    SPEEDS,
    arrived,
    defended_by,
    handed_on,
    hits_hazard,
    may_stay,
    most_movements,
    moved,
    movements,
    paced,
)
from referee.games.racepack.book.state import (
    FASTEST,
    MOVEMENTS,
    OUT,
    ROLL,
    SAFE,
    Field,
    Play,
    begin,
    claim_of,
    driver,
    field_of,
    gone_on,
    seen_at,
    seen_elsewhere,
    settled_of,
    stands_at,
    stands_by,
    step_to,
    tokens_in,
)
from referee.games.racepack.book.ways import (
    Goal,
    Nowhere,
    Way,
    allowed_speeds,
    enters,
    goal_of,
    leads,
    ways_from,
    ways_to,
)
from referee.games.racepack.circuit import Road
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
)
from referee.games.racepack.position import (
    place_text,
    rows_of_the_grid,
    square_name,
    stops_made,
)
from referee.games.racepack.rules import spend
from referee.games.racepack.succession import drove
from referee.games.racepack.upkeep import on_road
from referee.games.rulebook import Step
from referee.words.fact import Fact


def slips(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What hands do wrong on the way to a look."""
    if not driver(play):
        return
    there = seen_at(play, toward)
    yield from _out_of_turn(play, toward)
    if play.due:
        yield from not_rolled(play, there)
        return
    if there is not None and there != play.place:
        if not isinstance(there, OffTrack):
            yield from went_on(play)
        if not play.stopped and not isinstance(there, OffTrack):
            yield from wrong_movements(play, toward)
        yield from put_elsewhere(play, there)
    yield from wrong_ends(play, toward, there)


def _out_of_turn(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Another driver's car was moved; of two nobody knows whether turns were missed or the table was set up anew."""
    position, field = play.position, field_of(play.position)
    cars = dict(position.cars)
    moved = [
        (car, cars[car], now)
        for car, seen in toward.cars
        for now in (on_road(field.shape, seen),)
        if car != play.car and car in cars and now is not None and not stands_by(position, car, cars[car], now)
        if car not in play.strayed
    ]
    if len(moved) != 1:
        return
    car, before, now = moved[0]
    fault: Fact | None = rules.turn_order(car, play.car, car not in position.queue)
    shape = field.shape
    waits = car in position.grid and isinstance(before, OnSquare)
    if waits and isinstance(now, OnSquare) and shape.advance(now.square) >= shape.rows - rows_of_the_grid(position):
        fault = rules.starting_grid(car, now.square)
    after = seen_elsewhere(position, {car: now})
    if drove(position, after, (car,)):
        after = replace(after, queue=tuple(one for one in after.queue if one != car))
    strayed = play.strayed | {car}
    yield step_to(play, f"odd@{place_text(now)}", replace(play, position=after, strayed=strayed), broken=(fault,))


def not_rolled(play: Play, there: Place | None) -> Iterator[Step[Play]]:
    """A roll that was due is not made, or not heeded."""
    car, on = play.car, replace(play, due="", token="", safe=False)
    if play.due == OUT:
        face = play.tray.face if play.tray is not None else SAFE
        gone = isinstance(there, OnSquare) and there != play.place
        fault = rules.spin_out(car, must=True, did=False, face=face, drove_on=gone)
        yield step_to(play, "", on, broken=(fault,))
    elif play.due == ROLL:
        missing, none = rules.penalty_roll(car, rolled=False), (claim_of("roll", car, "no", free=True),)
        yield step_to(play, "", on, none, (missing,))
        if there is not None and not isinstance(there, OnSquare):
            yield step_to(play, "", _off_the_road(on, there), none, (missing,))


def _off_the_road(play: Play, there: Place) -> Play:
    return replace(play, place=there, stopped=True, turned=False, speeds=0, stands=(), safe=False)


def misstated(play: Play, word: Fact) -> Iterator[Step[Play]]:
    """A token that is not there or does not fit its movement, one spent against the rules, time that had run out."""
    if not driver(play):
        return
    value, at = str(word.get("value")), str(word.get("at"))
    if word.kind == "defence" and play.safe:
        yield from _wrong_token_against(play, at, value)
    if play.due or play.stopped or at not in (str(play.used), str(play.used + 1)):
        return
    if word.kind == "speed" and at == str(play.used + 1) and value in SPEEDS:
        yield from _too_fast_as_said(play, int(value))
    if word.kind == "token" and at == str(play.used + 1) and value in tokens_in(play.position.teams.full_hand):
        yield from _wrong_token(play, value)
    if word.kind == "time" and value == "up" and at == str(play.used) and play.position.variants.timer_s:
        late = rules.timer(play.car, play.used, play.used + 1)
        yield step_to(play, "", replace(play, adrift=True), (claim_of("time", play.car, "up", at=at),), (late,))


def _too_fast_as_said(play: Play, speed: int) -> Iterator[Step[Play]]:
    """A lane change at a speed that it may not have."""
    field = field_of(play.position)
    if not isinstance(play.place, OnSquare) or play.place.square not in field.shape.tile_at:
        return
    for way in ways_from(field, play.place.square, play.turned, play.ghosts):
        if not way.spaces:
            edge = rules.inside_corner_edge(play.car, play.place.square, way.end, way.allowed)
            broken = (_pace(play, field, speed), edge, *_too_fast(field, play.place, way, speed))
            yield from _if_broken(play, field, way, one_speed(speed), None, broken)


def _pace(play: Play, field: Field, speed: int) -> Fact | None:
    """What is wrong with a speed after the one before it."""
    if allowed_speeds(play, field) & one_speed(speed):
        return None
    if field.starting and not play.used:
        return rules.start_speed(play.car, speed)
    return rules.speed_change(play.car, play.speeds, speed)


def _wrong_token_against(play: Play, pool: str, token: str) -> Iterator[Step[Play]]:
    """A token that is the driver's own or was spent before, or one more than the table agreed on."""
    position, car = play.position, play.car
    hand = dict(position.tokens).get(pool)
    if hand is None or token not in tokens_in(position.teams.full_hand):
        return
    left = spend(hand, token)
    fault = rules.defence_token(car, pool in position.teams.of(car), left is not None, pool, token)
    if fault is None and position.variants.one_defence and play.against:
        fault = rules.one_defence(car)
    if fault:
        yield defended_by(play, pool, token, hand if left is None else left, fault)


def _wrong_token(play: Play, token: str) -> Iterator[Step[Play]]:
    """A movement with a token that is not there, or none may be used for, or that sets another speed."""
    field, car = field_of(play.position), play.car
    if isinstance(play.place, OutsideCorner):
        said = claim_of("token", car, token, at=str(play.used + 1))
        for step in movements(play, None):
            yield replace(step, claims=(*step.claims, said), broken=(rules.no_token(car),))
    if not isinstance(play.place, OnSquare) or play.place.square not in field.shape.tile_at:
        return
    fault = rules.strategy_token(car, play.hand, token, field.starting and not play.used)
    for way in ways_from(field, play.place.square, play.turned, play.ghosts):
        speed = way.spaces or token_speed(token)
        broken = fault or rules.token_mismatch(car, token, speed)
        if broken and way.allowed:
            yield from paced(play, field, way, one_speed(speed), None, token, (broken,))


def went_on(play: Play) -> Iterator[Step[Play]]:
    """The driver goes on though the turn is over: three movements made, a hazard hit, spun out, the time run out."""
    car = play.car
    if play.stopped:
        on = replace(play, stopped=False)
        if isinstance(play.place, OutsideCorner):
            yield step_to(play, "", replace(on, spot=None), broken=(rules.turn_over_after_spin_out(car),))
        elif isinstance(play.place, OnSquare) and play.used >= MOVEMENTS:
            fault = rules.three_movements(car, play.used + 1, MOVEMENTS)
            yield step_to(play, "", replace(on, adrift=True), broken=(fault,))
        elif isinstance(play.place, OnSquare):
            yield step_to(play, "", on, broken=(rules.hazard_stop(car, play.place.square),))


def wrong_movements(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """A movement too fast, too far, over another car, across an inside edge, or with a token that is not there."""
    field, goal = field_of(play.position), goal_of(play, toward)
    if not isinstance(play.place, OnSquare) or play.place.square not in field.shape.tile_at:
        return
    if not (play.used < MOVEMENTS or play.adrift) or isinstance(goal, Nowhere):
        return
    start, car = play.place.square, play.car
    first = field.starting and not play.used
    allowed = allowed_speeds(play, field)
    for index, facing in enumerate(field.shape.facings(start, play.turned)):
        path = field.shape.ahead(start, facing)
        for spaces, end in enumerate(path, 1):
            way = Way(end, spaces, path[:spaces], facing, bool(index))
            if end in field.occupied or not leads(play, field, way, goal):
                continue
            pace = None if spaces > FASTEST else _pace(play, field, spaces)
            rest = (
                rules.forward_length(car, spaces),
                rules.no_bumping(car, way.path, field.occupied),
                *_too_fast(field, play.place, way, spaces),
            )
            yield from _if_broken(play, field, way, one_speed(min(spaces, FASTEST)), goal, (pace, *rest))
            if pace and not first:
                for token in tokens_in(play.hand):
                    if token_speed(token) == spaces:
                        yield from _if_broken(play, field, way, one_speed(spaces), goal, rest, token)
        for diagonal in field.shape.diagonals(start, facing):
            way = Way(diagonal.end, 0, (diagonal.end,), facing, bool(index))
            if diagonal.end in field.occupied or not leads(play, field, way, goal):
                continue
            edge = rules.inside_corner_edge(car, start, diagonal.end, diagonal.allowed)
            fitting = list(paced(play, field, way, allowed, goal, broken=(edge,)))
            slowest = speed_list(allowed)[0]
            if edge:
                yield from fitting
            if not fitting:
                broken = (edge, *_too_fast(field, play.place, way, slowest))
                yield from _if_broken(play, field, way, one_speed(slowest), goal, broken)


def _too_fast(field: Field, start: Place, way: Way, speed: int) -> tuple[Fact | None, ...]:
    corner = None
    if enters(field, start, way.end):
        number = field.shape.corner_number(field.shape.tile_at[way.end])
        corner = rules.corner_speed(field.car, speed, number)
    lane = None if field.pit.isdisjoint(way.path) else rules.pit_lane_speed(field.car, speed, way.end)
    return corner, lane


MOST_AT_ONCE = 2
"""So many rules one movement may break."""


def _if_broken(
    play: Play,
    field: Field,
    way: Way,
    speeds: Speeds,
    goal: Goal,
    broken: tuple[Fact | None, ...],
    token: str = "",
) -> Iterator[Step[Play]]:
    if 1 <= sum(one is not None for one in broken) <= MOST_AT_ONCE:
        # what was not allowed may be taken back while nobody has gone on from it
        yield replace(moved(play, field, way, speeds, goal, token, broken), reversible=True)


def put_elsewhere(play: Play, there: Place) -> Iterator[Step[Play]]:
    """A displacement that is no movement, onto the place where the car is seen."""
    position, car = play.position, play.car
    if isinstance(there, OnSquare):
        yield from _displaced(play, there)
    elif isinstance(play.place, OutsideCorner) and isinstance(there, OutsideCorner):
        yield step_to(
            play, f"odd@{place_text(there)}", _off_the_road(play, there), broken=(rules.put_elsewhere(car, there),)
        )
    elif isinstance(play.place, OnSquare) and isinstance(there, OutsideCorner):
        fault = rules.spin_out(car, must=False, did=True)
        yield step_to(play, f"out@{square_name(there.tile)}", _off_the_road(play, there), broken=(fault,))
    elif isinstance(play.place, OnSquare):
        made = stops_made(position, car, play.stops)
        fault = rules.finish(car, play.crossings, position.race) or rules.pit_stop(car, made, position.variants.stops)
        if fault:
            yield step_to(play, "off", _off_the_road(play, there), broken=(fault,))


def _displaced(play: Play, there: OnSquare) -> Iterator[Step[Play]]:
    field, car, end = field_of(play.position), play.car, there.square
    shape = field.shape
    if end in field.occupied or play.stopped or gone_on(play):
        return  # from where it was seen: no third place is invented
    start = play.place.square if isinstance(play.place, OnSquare) else None
    if start is None:
        tile = shape.tile_named(play.place.tile) if isinstance(play.place, OutsideCorner) else None
        outside = shape.outside_spaces(tile) if tile is not None else ()
        if end in outside:
            return
        fault: Fact | None = rules.re_entry(car, end, outside)
    elif start not in shape.tile_at:
        fault = rules.put_elsewhere(car, there)
    elif _is_grid_switch(play, field, start, end):
        fault = rules.starting_grid(car, end)
        yield step_to(play, f"up@{square_name(end)}", replace(play, place=there), broken=(fault,))
        return
    else:
        if any(way.end == end for way in ways_from(field, start, play.turned, frozenset(field.occupied.values()))):
            return
        gained = shape.gained(start, end)
        if shape.side(start) != shape.side(end) and gained >= 0 and _is_straight(shape, start, end):
            fault = rules.not_a_lane_change(car, start, end, gained)
        else:
            fault = rules.not_forward(car, start, end, gained)
    moved = replace(play, adrift=True)
    after = replace(arrived(moved, field, end, 0, False, hits_hazard(play, (end,)), "", there), speeds=0)
    yield replace(step_to(play, f"odd@{place_text(there)}", after, broken=(fault,)), reversible=True)


def _is_grid_switch(play: Play, field: Field, start: Square, end: Square) -> bool:
    """Whether a waiting car moved up behind the line, but not in its own lane."""
    if not field.starting or play.used:
        return False
    rows = rows_of_the_grid(play.position)
    shape = field.shape
    return 0 <= shape.gained(start, end) < rows and shape.advance(end) >= shape.rows - rows


def _is_straight(shape: Road, start: Square, end: Square) -> bool:
    """Whether no corner lies between two spaces, nor under one of them."""
    first, last = shape.tile_at[start], shape.tile_at[end]
    tiles = ((first + step) % shape.count for step in range(min(2, (last - first) % shape.count) + 1))
    return not any(shape.is_corner[tile] for tile in tiles)


def _counted(play: Play) -> bool:
    """Whether what was seen of the turn was that number of movements and no other."""
    position, shape = play.position, field_of(play.position).shape
    start = (position.place(play.car), play.car in position.turned)
    seen = [start, *((one.place, one.turned) for one in play.stands), (play.place, play.turned)]
    on_road = [
        (one.square, turned) for one, turned in seen if isinstance(one, OnSquare) and one.square in shape.tile_at
    ]
    return all(
        one == end or ways_to(shape, one, turned).get(end, 0).bit_count() == 1
        for (one, turned), (end, _) in pairwise(on_road)
    )


def wrong_ends(play: Play, toward: Observation, there: Place | None) -> Iterator[Step[Play]]:
    """The turn is given up too early, or the table is left as it should not be."""
    if not may_stay(play, there):
        return
    settled = settled_of(play)
    finished = play.car in settled.finished and play.car not in play.position.finished
    fault = None
    if not (play.stopped or finished or play.adrift or there is None):
        most = most_movements(begin(play.position))
        fault = rules.three_movements(play.car, play.used, most)
        if fault and not _counted(play):
            fault = rules.too_few(play.car, most)
    claims = [stands_at(play)]
    if isinstance(play.place, OnSquare) and play.place.square in field_of(play.position).shape.tile_at:
        # who stood still on a corner may say that there was no way round by the rare facing
        claims.append(claim_of("facing", play.car, "out", at=str(play.used + 1), free=True))
    yield from handed_on(play, settled, toward, tuple(claims), (fault,), wrong=True)
