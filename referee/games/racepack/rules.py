"""Every rule of Racepack and its variants as one function: None when it is kept, else how it is broken."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from referee.games.base import Rule
from referee.games.racepack.actions import ANY_SPEED, Speeds, one_speed, speeds_text, token_speed
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.observation import Circuit, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import (
    FACES,
    Position,
    face_value,
    place_kind,
    spot_name,
    square_name,
    squares_text,
)
from referee.games.racepack.track_check import TRACK_ID, circuit_problems
from referee.games.racepack.variants import BASE_GAME, ODD, Variants
from referee.words.fact import Fact, fact

TRACK = Rule(TRACK_ID, "A closed circuit of 24 tiles", "Construct The Track")
STARTING_GRID = Rule(
    "racepack/starting-grid",
    "Pairs behind the line, moving up in lane",
    "Determine The Order Of The Cars On The Starting Grid; Starting The Race",
)
TURN_ORDER = Rule("racepack/turn-order", "Each driver in turn", "Turn Order")
ORDER = Rule("racepack/order", "Who is ahead of whom", "Turn Order")
LAP_DIE = Rule("racepack/lap-die", "One less when the leader crosses the line", "Winning The Race")
FINISH = Rule("racepack/finish", "The last crossing of the line", "Winning The Race")


def track(circuit: Circuit, cars: int, variants: Variants = BASE_GAME) -> tuple[Fact, ...]:
    """24 tiles, each touching exactly two others, with straight rows for the grid; and what was agreed on besides."""
    return circuit_problems(circuit, (cars + 1) // 2, variants)


def starting_grid(car: str, end: Square) -> Fact:
    """Waiting cars move up in their own lane."""
    return fact(STARTING_GRID.id, how="lane", who=car, square=square_name(end))


def turn_order(car: str, to_move: str, again: bool = False) -> Fact:
    """Only the driver whose turn it is moves; who has had his turn is not to move again."""
    return fact(TURN_ORDER.id, how="again" if again else "moved", who=car, who2=to_move)


def order_of_cars(position: Position) -> tuple[str, ...]:
    """The cars still in the race, the leader first.

    Laps and corners passed come first; level cars are told apart by the inside lane. A car that spun out is behind all
    that are in that corner or further; two of them in one corner keep their earlier order.
    """
    shape = road(position.circuit)
    racing = [car for car in position.order if car not in position.finished]
    return tuple(sorted(racing, key=lambda car: progress(shape, position, car), reverse=True))


def progress(shape: Road, position: Position, car: str) -> tuple[int, float, int]:
    """How far a car has come: crossings of the line, rows since it, and how far inside its lane lies."""
    place = position.place(car)
    crossings = position.crossed(car)
    match place:
        case OnSquare(square) if square in shape.tile_at:
            return crossings, shape.advance(square), shape.nearness_inside(square)
        case OutsideCorner(tile) if (index := shape.tile_named(tile)) is not None:
            return crossings, corner_start(shape, index) - 0.5, 0
        case _:
            return crossings, -1.0, 0


def corner_start(shape: Road, tile: int) -> int:
    """Rows from the line to the first row of a tile."""
    return (2 * tile - shape.circuit.line_row) % shape.rows


def order(position: Position, claimed: Sequence[str]) -> Fact | None:
    """At the beginning of a round the turns go by the order of the cars."""
    true_order = order_of_cars(position)
    if tuple(claimed) == true_order:
        return None
    return fact(ORDER.id, how="other", cars=",".join(true_order))


def lap_die(shown: int, right: Iterable[int]) -> Fact | None:
    """One less each time the leader crosses the line, the start not counted."""
    allowed = tuple(right)
    if shown in allowed:
        return None
    return fact(LAP_DIE.id, how="shows", count=shown, count2=allowed[0])


def finish(car: str, crossings: int, race: int) -> Fact | None:
    """A car leaves the track only after its last crossing of the line."""
    if crossings > race:
        return None
    return fact(FINISH.id, how="early", who=car)


# -- movements --

THREE_MOVEMENTS = Rule(
    "racepack/three-movements", "Three movements each turn", "Movement Details; Blocking And Bumping"
)
FORWARD = Rule("racepack/forward", "Straight ahead, one to seven spaces", "Forward Movements")
SPEED_CHANGE = Rule("racepack/speed-change", "Speed up by one, slow down by one or two", "Forward Movements")
START_SPEED = Rule("racepack/start-speed", "The first movement of the race has speed 1", "Starting The Race")
LANE_CHANGE = Rule("racepack/lane-change", "One space diagonally ahead", "Lane Change Movements")
INSIDE_CORNER_EDGE = Rule("racepack/inside-corner-edge", "No cutting of inside corner edges", "Lane Change Movements")
NO_BUMPING = Rule("racepack/no-bumping", "Never over or onto another car", "Blocking And Bumping")

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
    before_it, possible = speeds_text(before), speeds_text(allowed)
    return fact(SPEED_CHANGE.id, how="change", who=car, speed=speed, speeds=before_it, speeds2=possible)


def start_speed(car: str, speed: int) -> Fact | None:
    """The very first movement of the race is made at speed 1."""
    if speed == 1:
        return None
    return fact(START_SPEED.id, how="fast", who=car, speed=speed)


def forward_length(car: str, spaces: int) -> Fact | None:
    """A forward movement is one to seven spaces long."""
    if 1 <= spaces <= LONGEST:
        return None
    return fact(FORWARD.id, how="far", who=car, spaces=spaces)


def not_forward(car: str, start: Square, end: Square, gained: int) -> Fact:
    """A displacement along the road that no forward movement makes: backwards, or round a bend."""
    how = "backwards" if gained <= 0 else "round"
    return fact(FORWARD.id, how=how, who=car, square=square_name(start), square2=square_name(end))


def put_elsewhere(car: str, place: Place) -> Fact:
    """A car that is somewhere no movement, however wrong, leads to."""
    return fact(FORWARD.id, how=place_kind(place), who=car, square=spot_name(place))


def not_a_lane_change(car: str, start: Square, end: Square, gained: int) -> Fact:
    """A change of lane that is not one space diagonally ahead."""
    how = "far" if gained else "sideways"
    return fact(LANE_CHANGE.id, how=how, who=car, square=square_name(start), square2=square_name(end))


def inside_corner_edge(car: str, start: Square, end: Square, allowed: bool) -> Fact | None:
    """Both spaces beside the diagonal must be road of the same stretch; they may be occupied."""
    if allowed:
        return None
    return fact(INSIDE_CORNER_EDGE.id, how="cut", who=car, square=square_name(start), square2=square_name(end))


def no_bumping(car: str, path: Iterable[Square], occupied: Mapping[Square, str]) -> Fact | None:
    """No movement passes through or ends on an occupied space."""
    hit = next((square for square in path if square in occupied), None)
    if hit is None:
        return None
    return fact(NO_BUMPING.id, how="over", who=car, who2=occupied[hit], square=square_name(hit))


def three_movements(car: str, used: int, most: int) -> Fact | None:
    """Exactly three movements, or as many as are possible when that is fewer."""
    if used > MOVEMENTS:
        return fact(THREE_MOVEMENTS.id, how="more", who=car, used=used)
    if used >= most:
        return None
    return fact(THREE_MOVEMENTS.id, how="fewer", who=car, used=used, most=most)


def too_few(car: str, most: int) -> Fact:
    """Fewer movements than were possible, and nobody saw how many."""
    return fact(THREE_MOVEMENTS.id, how="unseen", who=car, most=most)


# -- corners and tokens --

CORNER_SPEED = Rule("racepack/corner-speed", "Corners are entered at speed 1 or 2", "Entering Corners and Spinning Out")
PENALTY_ROLL = Rule("racepack/penalty-roll", "Entering at speed 2 needs a roll", "Entering Corners and Spinning Out")
SPIN_OUT = Rule("racepack/spin-out", "A spun-out car leaves the road at once", "Entering Corners and Spinning Out")
RE_ENTRY = Rule("racepack/re-entry", "Back on one of the three outside spaces", "Entering Corners and Spinning Out")
STRATEGY_TOKEN = Rule(
    "racepack/strategy-token", "Each token once, for its own car", "The Use Of Strategy Tokens To Affect Movement"
)

SPIN_OUT_FACE = "5"


def corner_speed(car: str, speed: int, corner: int) -> Fact | None:
    """A corner may be entered at speed 1, or 2 with a roll; never faster, token or not."""
    if speed <= 2:
        return None
    return fact(CORNER_SPEED.id, how="fast", who=car, corner=corner, speed=speed)


def penalty_roll(car: str, rolled: bool) -> Fact | None:
    """Entering at speed 2 needs the roll before play goes on; a throw at another time is none."""
    if rolled:
        return None
    return fact(PENALTY_ROLL.id, how="missing", who=car)


def spins_out(face: str, against: str | None = None) -> bool:
    """Whether a roll spins the car out: a 5, or after a defence token that number or more.

    >>> spins_out("5"), spins_out("4"), spins_out("2", against="2"), spins_out("n", against="a")
    (True, False, True, False)
    """
    return face == SPIN_OUT_FACE if against is None else face_value(face) >= token_speed(against)


def spin_out(car: str, must: bool, did: bool, face: str = "", drove_on: bool = False) -> Fact | None:
    """A car stands outside the corner exactly when its roll spun it out; `face` is what that roll showed."""
    if must == did:
        return None
    if not must:
        return fact(SPIN_OUT.id, how="no-roll", who=car)
    if face not in FACES:
        return fact(SPIN_OUT.id, how="unseen", who=car)
    return fact(SPIN_OUT.id, how="drove-on" if drove_on else "stayed", who=car, face=face)


def turn_over_after_spin_out(car: str) -> Fact:
    """Spinning out ends the turn."""
    return fact(SPIN_OUT.id, how="moved-on", who=car)


def re_entry(car: str, end: Square, outside: Collection[Square]) -> Fact | None:
    """A spun-out car comes back on an outside space of its corner tile."""
    if end in outside:
        return None
    return fact(RE_ENTRY.id, how="elsewhere", who=car, square=square_name(end), squares=squares_text(outside))


def strategy_token(car: str, hand: str, token: str, starting: bool = False) -> Fact | None:
    """A token must be there, each only once, and none helps the first movement of the race or a re-entry."""
    if starting:
        return no_token(car)
    if spend(hand, token) is None:
        return fact(STRATEGY_TOKEN.id, how="gone", who=car, token=token)
    return None


def no_token(car: str) -> Fact:
    """The first movement of the race and the one back onto the road have speed 1."""
    return fact(STRATEGY_TOKEN.id, how="start", who=car)


def token_mismatch(car: str, token: str, speed: int) -> Fact | None:
    """A token sets the speed of its movement to its own number."""
    if token_speed(token) == speed:
        return None
    return fact(STRATEGY_TOKEN.id, how="another", who=car, speed=speed, token=token)


def defence_token(car: str, own: bool, has: bool, pool: str, token: str) -> Fact | None:
    """Against a driver only another player's token counts, and only one that is left."""
    if own:
        return fact(STRATEGY_TOKEN.id, how="own", who=car)
    if not has:
        return fact(STRATEGY_TOKEN.id, how="gone-against", who=pool, token=token)
    return None


def one_defence(car: str) -> Fact:
    """Where the table agreed on it, only one token may be spent against one corner entry."""
    return fact(STRATEGY_TOKEN.id, how="two", who=car)


def token_name(token: str) -> str:
    """A token in words.

    >>> token_name("a"), token_name("4"), token_name("o2")
    ('ace', '4', 'odd (as 2)')
    """
    return "ace" if token == "a" else token if len(token) == 1 else f"odd (as {token[1]})"


def rolled_name(face: str) -> str:
    """A face of the penalty die in words.

    >>> rolled_name("n"), rolled_name("a"), rolled_name("5")
    ('a null', 'an ace', '5')
    """
    return {"n": "a null", "a": "an ace"}.get(face, face)


# -- hazards --

HAZARD_STOP = Rule("racepack/hazard-stop", "A suit-up hazard ends the turn", "Track Hazards")
HAZARD_FLIP = Rule("racepack/hazard-flip", "Turned when the last car has passed it", "Track Hazards")
HAZARD_PLACE = Rule("racepack/hazard-place", "Counted in tiles from corner 1", "Construct The Track")


def hazard_stop(car: str, square: Square) -> Fact:
    """After a suit-up hazard no further movement is made in the turn."""
    return fact(HAZARD_STOP.id, how="moved-on", who=car, square=square_name(square))


def hazard_flip(square: Square, suit_up: bool, passed_by_all: bool) -> Fact:
    """A hazard lies blank side up until the last car has passed it, and suit side up from then on."""
    how = "not-turned" if not suit_up else "back" if passed_by_all else "early"
    return fact(HAZARD_FLIP.id, how=how, square=square_name(square))


def hazard_moved(square: Square, gone: bool, to: Square | None = None) -> Fact:
    """The tokens stay where the die put them; `to` is where one that is gone lies now, None when it is nowhere."""
    if to is not None:
        return fact(HAZARD_PLACE.id, how="moved", square=square_name(square), square2=square_name(to))
    return fact(HAZARD_PLACE.id, how="gone" if gone else "new", square=square_name(square))


def hazard_place(road: Road, squares: Sequence[Square], spare: bool = False) -> Fact | None:
    """Four tokens, each 1 to 5 tiles after the one before, the first counted from corner 1 (a null is rolled again).

    With `spare` ones on the track nothing tells which of them the dice placed, so only their number counts.
    """
    if spare and len(squares) > 8:
        return fact(HAZARD_PLACE.id, how="more-than-eight", count=len(squares))
    if spare and all(square in road.tile_at for square in squares):
        return None
    if len(squares) != 4 and not spare:
        return fact(HAZARD_PLACE.id, how="not-four", count=len(squares))
    strays = [square for square in squares if square not in road.tile_at]
    if strays:
        return fact(HAZARD_PLACE.id, how="off-road", square=square_name(strays[0]))
    last = road.corners[0]
    after = sorted(((road.tile_at[square] - last - 1) % road.count, square) for square in squares)
    steps = [late - early for (early, _), (late, _) in zip([(-1, (0, 0)), *after], after, strict=False)]
    wrong = next((square for step, (_, square) in zip(steps, after, strict=True) if not 1 <= step <= 5), None)
    if wrong is None:
        return None
    return fact(HAZARD_PLACE.id, how="far", square=square_name(wrong))


# -- the move timer --

TIMER = Rule("racepack/timer", "No movement after the time has run out", "Variant With Timer")


def timer(car: str, in_time: int, used: int) -> Fact | None:
    """Only the movements finished in time count; whatever had not been moved by then stays where it is.

    `in_time` movements were finished when the time ran out, `used` were made in all.
    """
    if used <= in_time:
        return None
    return fact(TIMER.id, how="late", who=car, nth=in_time + 1)


# -- the pit lane --

PIT_LANE_SPEED = Rule("racepack/pit-lane-speed", "Speed 3 at most in the pit lane", "Other Variants")
PIT_STOP = Rule("racepack/pit-stop", "A pit stop before the finish", "Other Variants")

FASTEST = 3


def pit_lane_speed(car: str, speed: int, end: Square) -> Fact | None:
    """A movement along the pit lane or into it has speed 3 at most; the one that leaves it is free."""
    if speed <= FASTEST:
        return None
    return fact(PIT_LANE_SPEED.id, how="fast", who=car, speed=speed, square=square_name(end))


def pit_stop(car: str, made: int, needed: int) -> Fact | None:
    """Nobody has finished without the pit stops that were agreed on."""
    if made >= needed:
        return None
    return fact(PIT_STOP.id, how="missing", who=car, needed=needed)


# -- spare hazards --

SPARE_HAZARDS = Rule("racepack/spare-hazards", "A spare hazard where a car spun out", "Other Variants")

MOST_ON_A_CORNER = 2


def not_placed(car: str, square: Square) -> Fact:
    """A car spun out, and its space was left bare."""
    return fact(SPARE_HAZARDS.id, how="not-placed", who=car, square=square_name(square))


def misplaced(square: Square, right: Square | None) -> Fact:
    """A spare hazard lies somewhere else than where the car stood when it rolled."""
    if right is None:
        return fact(SPARE_HAZARDS.id, how="not-due", square=square_name(square))
    return fact(SPARE_HAZARDS.id, how="elsewhere", square=square_name(square), square2=square_name(right))


def too_many(square: Square) -> Fact:
    """No corner tile holds more than two hazards."""
    return fact(SPARE_HAZARDS.id, how="third", square=square_name(square))


def moved_from_corner(square: Square) -> Fact:
    """When the spare ones are used up a hazard is moved, but never one that lies on a corner tile."""
    return fact(SPARE_HAZARDS.id, how="from-corner", square=square_name(square))


RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        TRACK,
        STARTING_GRID,
        TURN_ORDER,
        ORDER,
        THREE_MOVEMENTS,
        FORWARD,
        SPEED_CHANGE,
        START_SPEED,
        LANE_CHANGE,
        INSIDE_CORNER_EDGE,
        NO_BUMPING,
        CORNER_SPEED,
        PENALTY_ROLL,
        SPIN_OUT,
        RE_ENTRY,
        STRATEGY_TOKEN,
        HAZARD_STOP,
        HAZARD_FLIP,
        HAZARD_PLACE,
        LAP_DIE,
        FINISH,
        TIMER,
        PIT_LANE_SPEED,
        PIT_STOP,
        SPARE_HAZARDS,
    )
}


def spend(hand: str, token: str) -> str | None:
    """The hand without a token, or None when it is not there; a plain 2 or 4 may stand for an odd token.

    >>> spend("a2345", "4"), spend("a35", "4"), spend("a35oo", "4")
    ('a235', None, 'a35o')
    """
    for one in (token[0], ODD if token in ("2", "4") else ""):
        if one and one in hand:
            return hand.replace(one, "", 1)
    return None
