"""Every rule of Racepack and its variants: None when it is kept, else how it is broken, told in `words/` by `how`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.frozen import replace
from referee.games.base import BACK, Rule, rules_in
from referee.games.racepack.actions import ANY_SPEED, Speeds, one_speed, speeds_text, token_speed
from referee.games.racepack.circuit import Road, Way, front_of_grid, road
from referee.games.racepack.observation import (
    Circuit,
    OutsideCorner,
    Place,
    Square,
    parse_square,
    square_name,
    squares_text,
)
from referee.games.racepack.position import FACES, Position, place_kind, spot_name
from referee.games.racepack.track_check import TRACK_ID, circuit_problems
from referee.games.racepack.variants import BASE_GAME, ODD, Variants
from referee.words.fact import Fact, Value, fact


def broken(rule: Rule, how: str, who: str = "", *squares: Square, **more: Value) -> Fact:
    """One way in which a rule is broken: by whom, and on which spaces."""
    named = zip(("square", "square2"), map(square_name, squares), strict=False)
    return fact(rule.id, how=how, **({"who": who} if who else {}), **dict(named), **more)


TRACK = Rule(TRACK_ID, "A closed circuit of 24 tiles", "Construct The Track")
STARTING_GRID = Rule(
    "racepack/starting-grid",
    "Pairs behind the line, moving up in lane",
    "Determine The Order Of The Cars On The Starting Grid; Starting The Race",
)
TURN_ORDER = Rule("racepack/turn-order", "Each driver in turn", "Turn Order", takes_turns=True)
ORDER = Rule("racepack/order", "Who is ahead of whom", "Turn Order")


def track(circuit: Circuit, cars: int, variants: Variants = BASE_GAME) -> tuple[Fact, ...]:
    """24 tiles, each touching exactly two others, with straight rows for the grid; and what was agreed on besides."""
    return circuit_problems(circuit, (cars + 1) // 2, variants)


def order_of_cars(position: Position) -> tuple[str, ...]:
    """The cars still in the race, the leader first.

    Laps and corners passed come first; level cars are told apart by the inside lane. A car that spun out is behind all
    that are in that corner or further; two of them in one corner keep their earlier order.
    """
    shape = position.shape
    racing = [car for car in position.order if car not in position.finished]
    return tuple(sorted(racing, key=lambda car: progress(shape, position, car), reverse=True))


def progress(shape: Road, position: Position, car: str) -> tuple[int, float, int]:
    """How far a car has come: crossings of the line, rows since it, and how far inside its lane lies."""
    place, crossings = position.place(car), position.crossed(car)
    rows = shape.rows_to(place)
    if rows is None:
        return crossings, -1.0, 0
    return (crossings, rows, shape.nearness_inside(place.square)) if place.square else (crossings, rows - 0.5, 0)


def order(position: Position, claimed: Sequence[str]) -> Fact | None:
    """At the beginning of a round the turns go by the order of the cars."""
    right = order_of_cars(position)
    return None if tuple(claimed) == right else broken(ORDER, "other", cars=",".join(right))


def hand_on(position: Position, car: str) -> Position:
    """The next driver's turn, or a new round in the order of the cars."""
    gone = {car, *position.finished}
    queue = tuple(other for other in position.queue if other not in gone)
    if queue:
        return replace(position, queue=queue)
    order = order_of_cars(position)
    return replace(position, queue=order, order=order, round=position.round + 1)


def drove(before: Position, after: Position, cars: Collection[str]) -> tuple[str, ...]:
    """Those of the cars that gained ground, as a turn would make them."""
    shape = before.shape
    found = []
    for car in cars:
        start, end = before.place(car), after.place(car)
        out = isinstance(start, OutsideCorner)
        if end.square and (out or (start.square and shape.gained(start.square, end.square) > 0)):
            found.append(car)
    return tuple(found)


def lap_die(shown: int, right: Sequence[int], after: Position, crossed: bool) -> Fact | None:
    """One less each time the leader crosses the line, the start not counted; a fault says whether he has now."""
    if shown in right:
        return None
    leader, *_ = (*after.finished, *order_of_cars(after))
    return broken(LAP_DIE, "crossed" if crossed else "shows", count=shown, count2=right[0], who2=leader)


def finish(car: str, crossings: int, race: int) -> Fact | None:
    """A car leaves the track only after its last crossing of the line."""
    return None if crossings > race else broken(FINISH, "early", car)


# -- movements --

THREE_MOVEMENTS = Rule(
    "racepack/three-movements", "Three movements each turn", "Movement Details; Blocking And Bumping"
)
FORWARD = Rule("racepack/forward", "Straight ahead, one to seven spaces", "Forward Movements")
SPEED_CHANGE = Rule("racepack/speed-change", "Speed up by one, slow down by one or two", "Forward Movements")
START_SPEED = Rule("racepack/start-speed", "The first movement of the race has speed 1", "Starting The Race")
LANE_CHANGE = Rule("racepack/lane-change", "One space diagonally ahead", "Lane Change Movements")
INSIDE_CORNER_EDGE = Rule("racepack/inside-corner-edge", "No cutting of inside corner edges", "Lane Change Movements")
NO_BUMPING = Rule("racepack/no-bumping", "Never over or onto another car", "Blocking And Bumping", of_end=True)

LONGEST = 7
MOVEMENTS = 3


def next_speeds(speeds: Speeds) -> Speeds:
    """The speeds allowed after any of these: one more, the same, one or two less.

    >>> speeds_text(next_speeds(one_speed(4)))
    '2,3,4,5'
    """
    return (speeds << 1 | speeds | speeds >> 1 | speeds >> 2) & ANY_SPEED


def speed_change(car: str, before: Speeds, speed: int) -> Fact | None:
    """Within a turn the speed goes up by at most one and down by at most two."""
    allowed = next_speeds(before)
    if allowed & one_speed(speed):
        return None
    return broken(SPEED_CHANGE, "change", car, speed=speed, speeds=speeds_text(before), speeds2=speeds_text(allowed))


def start_speed(car: str, speed: int) -> Fact | None:
    """The very first movement of the race is made at speed 1."""
    return None if speed == 1 else broken(START_SPEED, "fast", car, speed=speed)


def forward_length(car: str, spaces: int) -> Fact | None:
    """A forward movement is one to seven spaces long."""
    return None if 1 <= spaces <= LONGEST else broken(FORWARD, "far", car, spaces=spaces)


def no_way(car: str, start: Square, end: Square, gained: int, aside: bool) -> Fact:
    """A displacement along the road that no movement makes: backwards, round a bend, or to another lane but one space
    diagonally ahead."""
    if aside:
        return broken(LANE_CHANGE, "far" if gained else "sideways", car, start, end)
    return broken(FORWARD, "backwards" if gained <= 0 else "round", car, start, end)


def put_elsewhere(car: str, place: Place) -> Fact:
    """A car that is somewhere no movement, however wrong, leads to."""
    return broken(FORWARD, place_kind(place), car, square=spot_name(place))


def inside_corner_edge(car: str, way: Way) -> Fact | None:
    """Both spaces beside the diagonal must be road of the same stretch; they may be occupied."""
    return None if way.allowed else broken(INSIDE_CORNER_EDGE, "cut", car, way.start, way.end)


def no_bumping(car: str, path: Iterable[Square], occupied: Mapping[Square, str]) -> Fact | None:
    """No movement passes through or ends on an occupied space."""
    hit = next((square for square in path if square in occupied), None)
    return None if hit is None else broken(NO_BUMPING, "over", car, hit, who2=occupied[hit])


def three_movements(car: str, used: int, most: int) -> Fact | None:
    """Exactly three movements, or as many as are possible when that is fewer."""
    if used > MOVEMENTS:
        return broken(THREE_MOVEMENTS, "more", car, used=used)
    return None if used >= most else broken(THREE_MOVEMENTS, "fewer", car, used=used, most=most)


# -- corners and tokens --

CORNER_SPEED = Rule("racepack/corner-speed", "Corners are entered at speed 1 or 2", "Entering Corners and Spinning Out")
PENALTY_ROLL = Rule(
    "racepack/penalty-roll",
    "Entering at speed 2 needs a roll",
    "Entering Corners and Spinning Out",
    die="die:M",
    any_way=True,
)
SPIN_OUT = Rule(
    "racepack/spin-out",
    "A spun-out car leaves the road at once",
    "Entering Corners and Spinning Out",
    by_dice=True,
    any_way=True,
)
RE_ENTRY = Rule("racepack/re-entry", "Back on one of the three outside spaces", "Entering Corners and Spinning Out")
STRATEGY_TOKEN = Rule(
    "racepack/strategy-token", "Each token once, for its own car", "The Use Of Strategy Tokens To Affect Movement"
)

SPIN_OUT_FACE = "5"
SLOW = 2
"""A corner is entered at this speed at most."""


def corner_speed(car: str, speed: int, corner: int) -> Fact | None:
    """A corner may be entered at speed 1, or 2 with a roll; never faster, token or not."""
    return None if speed <= SLOW else broken(CORNER_SPEED, "fast", car, corner=corner, speed=speed)


def spins_out(face: str, against: str | None = None) -> bool:
    """Whether a roll spins the car out: a 5, or after a defence token that number or more.

    >>> spins_out("5"), spins_out("4"), spins_out("2", against="2"), spins_out("n", against="a")
    (True, False, True, False)
    """
    return face == SPIN_OUT_FACE if against is None else FACES.index(face) >= token_speed(against)


def stays_on(car: str, face: str, against: str | None, drove_on: bool) -> Fact:
    """A car whose roll spun it out leaves the road at once; `face` is what the die shows, if that roll is seen."""
    if face not in FACES or not spins_out(face, against):
        return broken(SPIN_OUT, "unseen", car)
    return broken(SPIN_OUT, "drove-on" if drove_on else "stayed", car, face=face)


def re_entry(car: str, end: Square, outside: Collection[Square]) -> Fact | None:
    """A spun-out car comes back on an outside space of its corner tile."""
    return None if end in outside else broken(RE_ENTRY, "elsewhere", car, end, squares=squares_text(outside))


def strategy_token(car: str, hand: str, token: str, starting: bool = False) -> Fact | None:
    """A token must be there, each only once, and none helps the first movement of the race or a re-entry."""
    if starting:
        return broken(STRATEGY_TOKEN, "start", car)
    return None if spend(hand, token) is not None else broken(STRATEGY_TOKEN, "gone", car, token=token)


def token_mismatch(car: str, token: str, speed: int) -> Fact | None:
    """A token sets the speed of its movement to its own number."""
    return None if token_speed(token) == speed else broken(STRATEGY_TOKEN, "another", car, speed=speed, token=token)


def defence_token(car: str, own: bool, has: bool, pool: str, token: str) -> Fact | None:
    """Against a driver only another player's token counts, and only one that is left."""
    if own:
        return broken(STRATEGY_TOKEN, "own", car)
    return None if has else broken(STRATEGY_TOKEN, "gone-against", pool, token=token)


# -- hazards --

HAZARD_STOP = Rule("racepack/hazard-stop", "A suit-up hazard ends the turn", "Track Hazards")
HAZARD_FLIP = Rule("racepack/hazard-flip", "Turned when the last car has passed it", "Track Hazards", by_place=True)
HAZARD_PLACE = Rule("racepack/hazard-place", "Counted in tiles from corner 1", "Construct The Track")
LAP_DIE = Rule(
    "racepack/lap-die", "One less when the leader crosses the line", "Winning The Race", by_place=True, by_way="line"
)
FINISH = Rule("racepack/finish", "The last crossing of the line", "Winning The Race")


def hazard_place(road: Road, squares: Sequence[Square], spare: bool = False) -> Fact | None:
    """Four tokens, each 1 to 5 tiles after the one before, the first counted from corner 1 (a null is rolled again).

    With `spare` ones on the track nothing tells which of them the dice placed, so only their number counts.
    """
    if spare and len(squares) > 8:
        return broken(HAZARD_PLACE, "more-than-eight", count=len(squares))
    if spare and all(square in road.tile_at for square in squares):
        return None
    if len(squares) != 4 and not spare:
        return broken(HAZARD_PLACE, "not-four", count=len(squares))
    strays = [square for square in squares if square not in road.tile_at]
    if strays:
        return broken(HAZARD_PLACE, "off-road", "", strays[0])
    last = road.corners[0]
    after = sorted(((road.tile_at[square] - last - 1) % road.count, square) for square in squares)
    steps = [late - early for (early, _), (late, _) in zip([(-1, (0, 0)), *after], after, strict=False)]
    wrong = [square for step, (_, square) in zip(steps, after, strict=True) if not 1 <= step <= 5]
    return broken(HAZARD_PLACE, "far", "", wrong[0]) if wrong else None


# -- the move timer --

TIMER = Rule("racepack/timer", "No movement after the time has run out", "Variant With Timer")

# -- the pit lane --

PIT_LANE_SPEED = Rule("racepack/pit-lane-speed", "Speed 3 at most in the pit lane", "Other Variants")
PIT_STOP = Rule("racepack/pit-stop", "A pit stop before the finish", "Other Variants")

FASTEST = 3


def pit_lane_speed(car: str, speed: int, end: Square) -> Fact | None:
    """A movement along the pit lane or into it has speed 3 at most; the one that leaves it is free."""
    return None if speed <= FASTEST else broken(PIT_LANE_SPEED, "fast", car, end, speed=speed)


def pit_stop(car: str, made: int, needed: int) -> Fact | None:
    """Nobody has finished without the pit stops that were agreed on."""
    return None if made >= needed else broken(PIT_STOP, "missing", car, needed=needed)


# -- spare hazards --

SPARE_HAZARDS = Rule("racepack/spare-hazards", "A spare hazard where a car spun out", "Other Variants")

MOST_ON_A_CORNER = 2


STAY = ("hazard-place.moved", "spare-hazards.from-corner", "spin-out.no-roll", "finish.early", "timer.late")
"""What moves so should have stayed."""


def instead(before: Position, now: Position, how: str, said: Mapping[str, Any]) -> Iterator[str]:
    """The spaces that a broken rule would have allowed: to move up to, one diagonally ahead, or to come back on.

    Straight ahead those of each speed that was possible, and the first one for a car that went elsewhere.
    """
    if how == "re-entry.elsewhere":
        yield from str(said["squares"]).split(",")
    elif how in ("speed-change.change", "start-speed.fast", "forward.far"):
        speeds = {"start-speed.fast": "1", "forward.far": "1,2,3,4,5,6,7"}.get(how) or str(said["speeds2"])
        shape, taken = road(before.circuit), now.occupied(str(said["who"]))
        for speed, name in enumerate(str(said["spots_over"]).split(","), 1):
            end = parse_square(name)
            if end in taken or (speed > SLOW and shape.is_corner[shape.tile_at[end]]):
                return
            if str(speed) in speeds.split(","):
                yield name
    elif how == "hazard-stop.moved-on":
        yield str(said["square"])
    elif how in STAY:
        yield BACK
    elif how in ("forward.backwards", "forward.round"):
        there = road(before.circuit).ways(parse_square(str(said["square"])), False)
        ahead = {way.end for way in there if way.spaces == 1 and not way.old}
        yield from (square_name(one) for one in sorted(ahead - now.occupied(str(said["who"])).keys()))
    elif how in ("starting-grid.lane", "lane-change.far", "lane-change.sideways"):
        who, shape = str(said["who"]), road(before.circuit)
        taken, stood = now.occupied(who), before.place(who).square
        start = stood if how == "starting-grid.lane" else parse_square(str(said["square"]))
        if start is None:
            return
        if who in before.grid and start == stood:
            start = front_of_grid(shape, start, taken)
        if how == "starting-grid.lane":
            yield square_name(start)
            return
        ways = [shape.ways(start, turned) for turned in (False, True)]  # however the car faced there
        ends = [{way.end for way in one if way.allowed and not way.spaces} for one in ways]
        yield from (square_name(one) for one in sorted(ends[0] & ends[1] - taken.keys()))


RULES = rules_in(globals())


def spend(hand: str, token: str) -> str | None:
    """The hand without a token, or None when it is not there; a plain 2 or 4 may stand for an odd token.

    >>> spend("a2345", "4"), spend("a35", "4"), spend("a35oo", "4")
    ('a235', None, 'a35o')
    """
    for one in (token[0], ODD if token in ("2", "4") else ""):
        if one and one in hand:
            return hand.replace(one, "", 1)
    return None
