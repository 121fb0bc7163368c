"""The law of a Racepack turn for the mind: what hands and dice may do next, what they do wrong, what a look shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

from referee.frozen import replace
from referee.games.line_of_fields import items
from referee.games.racepack import rules as law
from referee.games.racepack.actions import ANY_SPEED, Speeds, one_speed, speed_list, token_speed
from referee.games.racepack.actions import turn_text as written
from referee.games.racepack.check import observed
from referee.games.racepack.circuit import Road, Way, front_of_grid, road, squares_to_line, tile_squares
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
    parse_square,
    square_name,
    squares_text,
)
from referee.games.racepack.position import (
    FACES,
    OF_OLD,
    Position,
    fields,
    observation_text,
    parse_car,
    parse_position,
    place_text,
    position_text,
    spot_name,
)
from referee.games.racepack.rules import RULES, drove, hand_on, spend
from referee.games.racepack.state import (
    AGAIN,
    ANYWHERE,
    FASTEST,
    MOVEMENTS,
    OUT,
    OVERTAKEN,
    ROLL,
    SAFE,
    TOLD,
    UNTOLD,
    Play,
    Stand,
    begin,
    differ,
    elsewhere,
    seen_elsewhere,
    stands_by,
    stopped,
    tokens_in,
)
from referee.games.racepack.upkeep import maybe_passed, most_crossings, on_road, right_laps, upkeep
from referee.games.racepack.words import WORDS
from referee.games.rulebook import Ask, Claim, Step
from referee.words.fact import Fact, fact, facts

name, title, rules, words = "racepack", "Racepack", RULES, WORDS


def driver(play: Play) -> str:
    """The car to act; "" when the race is over."""
    return play.driver


def worlds(text: str) -> tuple[Play, ...]:
    """The beginnings of a turn that a line of today's notation leaves possible. Raises NotationError.

    A spare hazard that is owed lies there or does not; a car of which an old line says that it may have made a pit stop
    did or did not.
    """
    position = parse_position(text)
    found = [position]
    for square in position.owed:
        found += [
            replace(
                one,
                hazards=tuple(sorted((*one.hazards, (square, True)))),
                owed=tuple(other for other in one.owed if other != square),
            )
            for one in found
        ]
    plays = [begin(one) for one in found]
    for car in items(fields(text).get(OF_OLD, "")):
        plays += [stopped(one, parse_car(car)) for one in plays]
    return tuple(plays)


def text(play: Play) -> str:
    """The position in today's notation; a die that was thrown unseen lies nowhere."""
    position = play.settled
    tray = None if position.tray is not None and position.tray.x_mm == ANYWHERE else position.tray
    return position_text(replace(position, tray=tray))


parse_look = observed


look_text = observation_text


def round_length(play: Play) -> int:
    """Every car that is still racing has one turn."""
    return sum(play.position.is_racing(car) for car, _ in play.position.cars)


def turn_text(car: str, steps: Sequence[Step[Play]]) -> str:
    """A turn in one line."""
    return written(car, (step.text for step in steps))


def asks(play: Play) -> tuple[Ask, ...]:
    """What may be said: speeds, tokens, facings, rolls, tokens against, the timer, a pit stop."""
    if not play.driver:
        return ()
    position, car = play.position, play.car
    found: list[Ask] = []
    for number in map(str, range(play.used + 1, MOVEMENTS + 1)):
        found.append(Ask(fact("speed", by=car, at=number), tuple(str(speed) for speed in range(1, FASTEST + 1))))
        found.append(Ask(fact("token", by=car, at=number), (*tokens_in(play.hand), "no")))
        found.append(Ask(fact("facing", by=car, at=number), ("out", "old")))
    found.append(Ask(fact("roll", by=car), (*FACES, "no")))
    found.append(Ask(fact("reroll", by=car), FACES))
    for pool, hand in position.others_tokens(car):
        found.append(Ask(fact("defence", by=car, at=pool), (*tokens_in(hand), "no")))
    if position.variants.timer_s:
        numbers = map(str, range(play.used, MOVEMENTS))
        found += [Ask(fact("time", by=car, at=number), ("up", "no")) for number in numbers]
    if position.variants.stops:
        found.append(Ask(fact("stop", by=car), ("yes", "no")))
    return tuple(found)


def said_tokens(hand: str) -> tuple[str, ...]:
    """The tokens of a hand as people may call them: an odd one as 2 or 4, also where a plain one is left."""
    return (*tokens_in(hand), *(name for name in ("2", "4", "o2", "o4") if "o" in hand))


# -- steps --


Claims = tuple[Claim, ...]
Faults = tuple[Fact | None, ...]


def step_to(text: str, after: Play, claims: Claims = (), broken: Faults = (), **more: Any) -> Step[Play]:
    """A step, with its text and the rules it breaks; `more` as in `Step`."""
    return Step(text, after, BARE, claims, facts(*broken), **more)


BARE = fact("deed")
"""A turn is told from its notation."""


@lru_cache(maxsize=65536)
def claim_of(
    kind: str, by: str, value: str, at: str = "", shown_by: str = "", free: bool = False, how: str = ""
) -> Claim:
    """A claim about a car and its driver, made once."""
    params = {"by": by, "value": value} | ({"at": at} if at else {}) | ({"how": how} if how else {})
    return Claim(fact(kind, **params), shown_by, free)


def stands_at(play: Play) -> Claim:
    """The claim that the car at turn stands where it is taken to stand."""
    how = "outside" if isinstance(play.place, OutsideCorner) else ""
    return claim_of("car", play.car, spot_name(play.place), shown_by=play.car, how=how)


# -- what a look shows --


def show(play: Play) -> Observation:
    """What a camera sees: a token under a car is hidden."""
    position, lying = play.position, play.hazards
    mover = position.queue[:1]
    cars = tuple((one, play.place if one in mover else place) for one, place in position.cars if one not in play.ghosts)
    if lying and mover:
        under = {place.square for _, place in cars}
        lying = tuple(hazard for hazard in lying if hazard[0] not in under)
    return Observation(position.circuit, cars, (), lying, play.lap, play.tray)


def clash(shown: Observation, seen: Observation) -> int:
    """In how many things two looks differ that both show."""
    count = 0
    if shown.cars != seen.cars:
        here = shown.places
        for car, place in seen.cars:
            if here.get(car, place) != place:
                now = place if shown.circuit is None else on_road(road(shown.circuit), place)
                count += now is None or not (now == here[car] or may_look_like(here[car], now))
    if seen.lap is not None and shown.lap is not None:
        count += shown.lap != seen.lap
    if shown.tray is not None and seen.tray is not None and shown.tray is not seen.tray:
        count += not same_die(shown.tray, seen.tray)
    return count + (_tokens_differ(shown, seen) if shown.hazards != seen.hazards else 0)


def settle(play: Play, seen: Observation) -> Play:
    """The play with the penalty die where a look shows it, and where the car was seen to stand."""
    if (seen.tray is not None and seen.tray != play.tray) or play.handed or play.lapsed:
        play = replace(play, tray=seen.tray or play.tray, handed=False, lapsed=False)
    if play.ghosts:
        play = _found_again(play, seen)
    if not play.driver or not shows(seen, play.car) or (play.stands and play.stands[-1].place == play.place):
        return play
    stand = Stand(play.place, play.used, play.turned, play.hand, play.crossings, play.stops)
    return replace(play, stands=(*play.stands, stand))


def _found_again(play: Play, seen: Observation) -> Play:
    """The play with the cars that were out of sight where a look shows them."""
    position, shape = play.position, play.shape
    now = {car: on_road(shape, place) for car, place in seen.cars if car in play.ghosts}
    if not now:
        return play
    position = seen_elsewhere(position, now)
    position = replace(position, grid=tuple(car for car in position.grid if car not in now))
    place = position.place(play.car) if play.car in now else play.place
    return replace(play, position=position, place=place, ghosts=play.ghosts.difference(now))


def may_look_like(place: Place, seen: Place) -> bool:
    """A car set outside a corner may stand anywhere off the road."""
    return isinstance(seen, OffTrack) and not isinstance(place, OnSquare)


def same_die(lay: TrayDie, lies: TrayDie) -> bool:
    """Whether a die lies as it lay, but for a picture's jitter; one that fell unseen may lie anywhere."""
    if lay.x_mm == ANYWHERE:
        return lies.face == lay.face or (lay.face == SAFE and not law.spins_out(lies.face))
    return not lay.thrown_to(lies)


def _tokens_differ(shown: Observation, seen: Observation) -> int:
    if not (seen.hazards_seen and shown.hazards_seen):
        return 0
    lay, lies = dict(shown.hazards), dict(seen.hazards)
    hidden = seen.hidden | shown.hidden
    come = sum(lay.get(square) is not up and square not in hidden for square, up in seen.hazards)
    gone = sum(square not in lies and square not in hidden for square in lay)
    away = len({*seen.unseen_cars} - {car for car, _ in shown.cars})
    return come + max(0, gone - away)  # under each car that stands nobody knows where one may lie


def shows(seen: Observation, thing: str) -> bool:
    """Whether a look shows the penalty or lap die, a hazard's place, or a car (`S`, or `S:2` after two movements)."""
    kind, _, name = thing.partition(":")
    match kind:
        case "die":
            return seen.tray is not None
        case "lap":
            return seen.lap is not None
        case "hazard":
            return seen.hazards_seen and parse_square(name) not in seen.unseen
    return kind in seen.places


# -- where movements lead --


def ways_from(play: Play) -> list[Way]:
    """Every forward movement and lane change over free spaces, also across an inside edge; none beside the road."""
    taken, ghosts = play.position.in_the_way, play.ghosts
    if ghosts:
        taken = {square: car for square, car in taken.items() if car not in ghosts}
    free = taken.keys().isdisjoint
    return [way for way in ways_along(play) if way.spaces <= FASTEST and free(way.path)]


def ways_along(play: Play) -> tuple[Way, ...]:
    """Every displacement along the road, whoever stands there and however far it is; none beside the road."""
    return () if play.square is None else play.shape.ways(play.square, play.turned)


def allowed_speeds(play: Play) -> Speeds:
    """The speeds that the next movement may have without a token."""
    if play.first:
        return one_speed(1)
    return law.next_speeds(play.speeds) if play.speeds else ANY_SPEED


# -- movements --


def movements(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """Every movement that the rules allow and that may lead to where the car is seen."""
    yield from _movements_to(play, goal_of(play, toward))


def _movements_to(play: Play, goal: Goal | None) -> Iterator[Step[Play]]:
    """Every movement that the rules allow and that may lead to a goal."""
    if goal is NOWHERE or not (play.used < MOVEMENTS or play.adrift):
        return
    if UNTOLD in play.told and any(stand.used for stand in play.stands):
        return  # the car was seen on its way after all
    if isinstance(play.place, OutsideCorner):
        yield from _re_entries(play, goal)
    if play.square is None:
        return
    if play.first:
        others = [one for one, other in play.position.in_the_way.items() if other not in play.ghosts]
        front = front_of_grid(play.shape, play.square, others)
        if front != play.square:
            yield step_to(f"up@{square_name(front)}", replace(play, place=OnSquare(front)))
            return
    allowed = allowed_speeds(play)
    paces = [("", allowed)]
    if not play.first:
        # a token that nobody mentioned is thought of only where it is needed
        paces += [(token, ~allowed & one_speed(token_speed(token))) for token in tokens_in(play.hand)]
    for way in ways_from(play):
        if way.allowed and leads(play, way.end, way.turned, goal):
            wanted = one_speed(way.spaces) if way.spaces else ANY_SPEED
            for token, speeds in paces:
                if speeds & wanted:
                    yield from paced(play, way, speeds & wanted, goal, token)


SLOW_LANE: Speeds = sum(one_speed(speed) for speed in range(1, law.FASTEST + 1))


SPEEDS = tuple(str(speed) for speed in range(1, FASTEST + 1))


def paced(
    play: Play, way: Way, speeds: Speeds, goal: Goal | None, token: str = "", broken: Faults = (), said: bool = False
) -> Iterator[Step[Play]]:
    """A movement at one of these speeds, as far as a corner and the pit lane allow them."""
    if not play.pit.isdisjoint(way.path):
        speeds &= SLOW_LANE
    for speed in [one_speed(1), one_speed(2)] if way.enters else [ANY_SPEED]:
        if speeds & speed:
            yield moved(play, way, speeds & speed, goal, token, broken, said)


def as_said(play: Play, toward: Observation | None, kind: str, value: str) -> Iterator[Step[Play]]:
    """The next movement: a lane change with its speed, or any with its token."""
    goal, held = goal_of(play, toward), () if play.first else tokens_in(play.hand)
    token = value if kind == "token" and value in held else ""
    if goal is NOWHERE or not (token or (kind == "speed" and value in SPEEDS)):
        return
    speed = token_speed(token) if token else int(value)
    fits = bool(allowed_speeds(play) & one_speed(speed))
    # to say a speed that only a token gives is to say the token
    needed = "" if token or fits else next((one for one in held if token_speed(one) == speed), "")
    if not (token or needed or fits):
        return
    for way in ways_from(play):
        if way.spaces in ((0, speed) if token else (0,)) and way.allowed and leads(play, way.end, way.turned, goal):
            for step in paced(play, way, one_speed(speed), goal, token or needed, said=True):
                yield _freed(step, "token") if needed else step


def _freed(step: Step[Play], kind: str) -> Step[Play]:
    """The step, with nobody to be asked about this."""
    return replace(step, claims=tuple(replace(one, free=True) if one.fact.kind == kind else one for one in step.claims))


def moved(
    play: Play, way: Way, speeds: Speeds, goal: Goal | None, token: str = "", broken: Faults = (), said: bool = False
) -> Step[Play]:
    """One movement with the speeds it may have had, and the token that set it."""
    car, number, known = play.car, str(play.used + 1), speed_list(speeds)
    # where each movement so far was seen, a look that shows the next one shows its facing, and a forward one its speed
    counted = bool(play.stands) and play.stands[-1].place == play.place and goal == Goal((way.end,))
    counted = counted and {stand.used for stand in play.stands} >= set(range(play.used + 1))
    shown = counted and bool(way.spaces)
    seen = f"{car}:{number}" if shown else ""
    claims = [claim_of("speed", car, str(known[0]), number, seen, free=not shown)] if len(known) == 1 else []
    if token:
        claims.append(claim_of("token", car, token, at=number))
    if way.open:
        by = f"{car}:{number}{way.facing}" if counted and way.old else ""
        claims.append(claim_of("facing", car, "old" if way.old else "out", number, by, free=not way.old))
    hand = spend(play.hand, token) if token else None
    after = arrived(
        play,
        way.end,
        speeds,
        way.turned,
        way.path,
        hand=play.hand if hand is None else hand,
        due=ROLL if way.enters and speeds == one_speed(2) else "",
        doubtful=play.doubtful or (not said and speeds == one_speed(1) and _may_have_entered_faster(play, way)),
        vague=way.vague,
    )
    kind = f"f{way.spaces}" if way.spaces else f"x{''.join(map(str, known))}"
    text = f"{kind}@{square_name(way.end)}{f't{token}' if token else ''}{'^' if way.old else ''}"
    return step_to(text, after, tuple(claims), broken, odd=way.old)


def _may_have_entered_faster(play: Play, way: Way) -> bool:
    """Whether a movement at speed 1 that leads into a corner, or on within it, may as well be an entry at speed 2."""
    if way.enters:
        return not way.spaces and not play.first
    on_the_corner = play.shape.is_corner[play.shape.tile_at[way.end]]
    return on_the_corner and bool(way.spaces) and all(stand.place != play.place for stand in play.stands)


def arrived(play: Play, end: Square, speeds: Speeds, turned: bool, path: Iterable[Square], **more: Any) -> Play:
    """The car put down at the end of a movement, and what follows from where it stands and what it passed over."""
    start, pit = play.place.square, play.pit
    if end in pit and start not in pit:
        more |= {"hand": play.position.teams.full_hand, "stops": play.stops + 1}
    used = play.used + 1
    hit = any((square, True) in play.hazards for square in path)
    stopped = hit or (used >= MOVEMENTS and not play.adrift)
    after: dict[str, Any] = {
        "place": OnSquare(end),
        "turned": turned,
        "used": used,
        "speeds": 0 if stopped else speeds,
        "due": "",
        "stopped": stopped,
        "safe": False,
        "against": 0,
        "crossings": play.crossings + (play.shape.crosses_line(start, end) if start else 0),
    }
    return replace(play, **(after | more))


def _re_entries(play: Play, goal: Goal | None) -> Iterator[Step[Play]]:
    for end in play.shape.outside_of(play.place):
        if end not in play.position.in_the_way and leads(play, end, False, goal):
            after = arrived(play, end, one_speed(1), False, (end,))
            claim = claim_of("speed", play.car, "1", at=str(play.used + 1), free=True)
            yield step_to(f"in@{square_name(end)}", after, (claim,))


@lru_cache(maxsize=4096)
def most_movements(play: Play, plainly: bool = True) -> int:
    """The movements the rules demand: the most that are possible without tokens, penalty rolls and rare facings.

    Those that are possible at all if they need not be made `plainly`. A line that a hazard ends is as long as it is.
    """
    if play.stopped:
        return play.used
    best = play.used
    for step in movements(replace(play, hand="") if plainly else play, None):
        if plainly and (step.odd or step.after.due):
            continue
        after = replace(step.after, due="", hand="" if plainly else step.after.hand)
        best = max(best, most_movements(after, plainly))
        if best == MOVEMENTS:
            break
    return best


SAFELY, SPUN = "safe", "out"
"""What is claimed of a throw that nobody saw: it spun nobody out; it did."""


def rolls(play: Play, toward: Observation | None, said: str = "") -> Iterator[Step[Play]]:
    """The penalty roll or a re-roll: as the die is seen to lie, as it was said to have fallen, or unseen."""
    lay, lies = play.tray, None if toward is None else toward.tray
    if toward is None:
        x_mm = 0.0 if lay is None else lay.x_mm - 60.0 if lay.x_mm > 0 else lay.x_mm + 60.0
        for face in FACES:
            yield from _rolled(play, face, TrayDie(face, x_mm, 0.0, 0.0), "die")
        return
    if play.stirred:
        # what was thrown while the car was out of sight was for it or not; a 5 that was seen may have spun it out
        outs = (law.SPIN_OUT_FACE,) if lay is not None and law.spins_out(lay.face) else ()
        # under one hand it may have been thrown for each corner on the way to where the car is seen next
        rolling, die = replace(play, stirred=play.gone_on), lay or TrayDie(SAFE, ANYWHERE, ANYWHERE, 0.0)
        for face in (said,) if said else ("", *outs):
            yield from _rolled(rolling, face, die, "")
    lain = lies is not None and lay is not None and not lay.thrown_to(lies)
    pushed = lies is not None and lay is not None and lay.pushed_to(lies)
    if lies is not None and (lain or pushed):
        yield from _told(play, lies, said, toward)
        if lain:
            return
    # what was told of a throw is not seen once more as another, unless this is a re-roll: that is another for certain
    if lies is not None and said in ("", lies.face) and (play.due == AGAIN or lies.face not in play.told):
        thrown = replace(play, fell=play.fell + lies.face)
        yield from _rolled(thrown, lies.face, lies, "" if pushed else "die", "pushed" if pushed else "")
    # more throws may come before the next look, if a car may have moved by then or another player may spend a token
    gone_on = play.seen_in(toward) != play.place or _others_may_have_moved(play.position, toward)
    if lies is None or (not pushed and (gone_on or _others_hold(play))):
        if said and lies is not None and said in play.fell:
            return
        for face in (said,) if said else ("", law.SPIN_OUT_FACE):
            overtaken = TOLD if said else OVERTAKEN
            shown = overtaken if lies is not None else face if face == law.SPIN_OUT_FACE else SAFE
            die = TrayDie(shown, ANYWHERE, ANYWHERE, 0.0)
            yield from _rolled(replace(play, told=play.told + said), face, die, "die" if lies is None else "")


def _told(play: Play, lies: TrayDie, said: str, toward: Observation) -> Iterator[Step[Play]]:
    """A throw that no look shows: people tell of it, or the car was not seen to stand where it was due."""
    if said and said not in play.fell:
        yield from _rolled(replace(play, told=play.told + said), said, lies, "")
    unseen = play.due == ROLL and all(stand.used == 0 for stand in play.stands) and play.seen_in(toward) != play.place
    if not said and unseen:
        yield from _rolled(replace(play, told=play.told + UNTOLD), "", lies, "")


def _rolled(play: Play, face: str, die: TrayDie, shown_by: str, how: str = "") -> Iterator[Step[Play]]:
    """A throw and what becomes of it; of one that nobody knows enough about either may."""
    again = play.due == AGAIN
    # of a re-roll that nobody saw either may have come
    outs = (True, False) if again and not face else (law.spins_out(face, play.token if again else None),)
    for out in outs:
        after = replace(play, tray=die, due=OUT if out else "", safe=not out, token=play.token if out else "")
        fell = face or (SPUN if out else SAFELY)
        if how and face in play.fell[:-1]:
            fell = how  # what was said of a throw that showed this face says nothing of a push
        roll = "reroll" if again else "roll"
        claim = claim_of(roll, play.car, fell, shown_by=shown_by, how=how)
        yield step_to(f"{roll}={face}" if face else f"{roll}?", after, (claim,), chance=True)


def _others_hold(play: Play) -> bool:
    """Whether another player has a token left."""
    return any(hand for _, hand in play.position.others_tokens(play.car))


def may_spend_more(play: Play) -> bool:
    """Whether the table allows one more token against this entry."""
    return not (play.position.variants.one_defence and play.against)


def may_be_met(play: Play, toward: Observation | None) -> bool:
    """Whether a token may be spent against the roll just made: the die is then seen thrown once more, or is hidden."""
    if not may_spend_more(play):
        return False
    lies = None if toward is None else toward.tray
    return lies is None or play.tray is None or not same_die(play.tray, lies)


def defences(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """A token of another player's against a safe roll; unsaid, it is thought of where the table shows some of it."""
    if not _others_hold(play) or not may_be_met(play, toward):
        return
    lies = None if toward is None else toward.tray
    spun = toward is not None and not isinstance(play.seen_in(toward), OnSquare | None)
    unseen = play.tray is not None and play.tray.x_mm == ANYWHERE
    if toward is not None and not spun and lies is None:
        return  # a re-roll that changed nothing need not be thought of
    if toward is not None and unseen and (play.against or (lies is not None and law.spins_out(lies.face))):
        return  # the 5 that is seen was the roll
    for pool, hand in play.position.others_tokens(play.car):
        held = sorted(tokens_in(hand), key=token_speed)
        heeded = [token for token in held if lies is not None and law.spins_out(lies.face, token)]
        if toward is not None:
            # unsaid, one token of a player's stands for all: the likeliest to spin the car out, and, where it stands on
            # the road, the least likely, beside one that the roll heeds (it may be set outside by the next look only)
            last = [] if unseen else held[-1:]
            on_it = last if last and last[0] in heeded else [*last, *heeded[:1]]
            held = (held if lies is None else heeded)[:1] if spun else on_it
        for token in held:
            yield from with_re_roll(defended_by(play, pool, token), toward)


def with_re_roll(
    defended: Step[Play], toward: Observation | None, faces: Iterable[str] = ("",)
) -> Iterator[Step[Play]]:
    """A token spent against the driver, and the re-roll that it forces."""
    for face in faces:
        for roll in rolls(defended.after, toward, face):
            yield replace(roll, text=f"{defended.text} {roll.text}", claims=(*defended.claims, *roll.claims))


def defended_by(play: Play, pool: str, token: str, broken: Fact | None = None) -> Step[Play]:
    """Another player spends a token against the roll just made, be it his or not; the re-roll is due."""
    left = spend(play.position.hand(pool), token)
    position = play.position if left is None else play.position.with_hand(pool, left)
    after = replace(play, position=position, due=AGAIN, token=token, against=play.against + 1, safe=False)
    claim = claim_of("defence", play.car, token, at=pool)
    return step_to(f"def={pool}{token}", after, (claim,), (broken,))


def spun_out(play: Play) -> Step[Play]:
    """The car is set outside the corner that it stands on."""
    square = play.place.square or play.shape.circuit.tiles[0]
    tile = play.shape.circuit.tiles[play.shape.tile_at[square]]
    after = replace(off_the_road(play, OutsideCorner(tile)), due="", token="", spot=square)
    return step_to(f"out@{square_name(tile)}", after)


def off_the_road(play: Play, there: Place) -> Play:
    """The car set down beside the road, its turn over."""
    return replace(play, place=there, stopped=True, turned=False, speeds=0, stands=(), safe=False)


def idle_throw(play: Play, lies: TrayDie, hidden: bool) -> Iterator[Step[Play]]:
    """The die is pushed, or thrown for nothing, where nothing says that this was a roll that was due."""
    if play.tray is None or (play.tray.x_mm == ANYWHERE and (play.safe or play.spot) and play.tray.face != TOLD):
        # a roll and the look after it are not parted by one more throw that nobody saw
        return
    if play.handed and not (play.used or hidden):
        # what happened at the edge of two turns was the turn's that was over
        return
    thrown = not play.tray.pushed_to(lies)
    if thrown and lies.face in play.told:
        return  # then this was the throw that people told of
    claims = [claim_of("thrown", play.car, "", shown_by="die", free=True)]
    if play.safe and thrown and _others_hold(play):
        claims.append(claim_of("defence", play.car, "no"))
    if play.safe and law.spins_out(lies.face) and play.tray.face == TOLD:
        claims.append(claim_of("roll", play.car, play.told[-1]))  # a 5 that is seen is hardly thrown for nothing
    if play.doubtful and law.spins_out(lies.face):
        claims.append(claim_of("speed", play.car, "1", at=str(play.used)))
    stirred = play.stirred or hidden
    yield step_to(
        "",
        replace(play, tray=lies, stirred=stirred, safe=False, fell=play.fell + lies.face),
        tuple(claims),
        odd=int(thrown),
    )


def timed_out(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """The time has run out before the turn was over; what was not moved by then stays."""
    if play.position.variants.timer_s and not play.due and may_stay(play, play.seen_in(toward)):
        yield from handed_on(play, toward, (ran_out(play), stands_at(play)))


def ran_out(play: Play) -> Claim:
    """The claim that the time ran out by now; who says that more movements had been made then says so, too."""
    later = frozenset(fact("time", at=str(number), value="up") for number in range(play.used + 1, MOVEMENTS + 1))
    return replace(claim_of("time", play.car, "up", at=str(play.used)), others=later)


UNSEEN = Observation(None, (), hazards_seen=False)


def upkeep_of(play: Play, toward: Observation) -> tuple[Position, Faults]:
    """The lap die and the hazards as they should be now, and what is wrong with them as they are seen."""
    return upkeep(play.position, play.settled, toward, play.spot)


def ends(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """The turn is over; the table is tidied up by then."""
    car, there = play.car, None if toward is None else play.seen_in(toward)
    if toward is not None and there is None:
        if may_lie_so(play, toward, 1):  # a token that nobody can have passed was not turned by who is out of sight
            yield _out_of_sight(play, toward)
        return
    if play.finished and isinstance(play.place, OnSquare) and (toward is None or isinstance(there, OffTrack)):
        gone = replace(play, place=OffTrack(), stopped=True, turned=False)
        yield step_to("off", gone)
    later = toward is not None and not may_stay(play, there)
    if toward is not None and later and not may_be_later(play.position, toward):
        return
    if play.strayed and not play.used:
        yield step_to("", begin(play.position), over=True)
    overtaken = play.tray is not None and play.tray.face in (OVERTAKEN, TOLD)
    if overtaken and toward is not None and not _others_may_have_moved(play.position, toward):
        return
    claims: tuple[Claim, ...] = (stands_at(play), claim_of("done", car, "", free=True))
    if later and play.gone_on:
        claims += (claim_of("twice", car, "yes"),)  # where this turn ended nobody saw
    if play.stop_unseen:
        claims += (claim_of("stop", car, "yes"),)
    elif car in play.settled.pitted:
        claims += (claim_of("stop", car, "yes", free=True),)
    early = not (play.stopped or play.finished or play.adrift or play.used >= most_movements(begin(play.position)))
    if early:
        # that the time ran out is said; two drivers running do not lose a whole turn without a word
        if not play.position.variants.timer_s or (play.lapsed and not play.used):
            return
        claims += (ran_out(play),)
    for step in handed_on(play, toward, claims):
        yield replace(step, after=replace(step.after, lapsed=True)) if early and not play.used else step


def _out_of_sight(play: Play, toward: Observation) -> Step[Play]:
    """The turn ended where nobody saw it. If others have moved since, the car stands nobody knows where; else its turn
    is judged when it is seen again."""
    unseen = (claim_of("view", play.car, "yes"),)
    if not play.others_differ(toward) and clash(show(play), toward) == 0:
        # marked until the next look: a step that changes nothing would be taken for none
        return step_to("", replace(play, handed=True), unseen, over=True)
    following = begin(hand_on(upkeep_of(play, toward)[0], play.car))
    return step_to("", replace(following, handed=True, ghosts=play.ghosts | {play.car}), unseen, over=True)


def used_up(play: Play) -> Play | None:
    """The next turn, if nothing more can come in this one and the table is tidy; None while something may."""
    if play.due or play.strayed or (play.safe and _others_hold(play)) or not (play.used or play.stopped):
        return None
    if not play.stopped and next(movements(play, None), None) is not None:
        return None
    ended = list(handed_on(play, show(play), ()))
    return ended[0].after if ended else None


def may_stay(play: Play, there: Place | None) -> bool:
    """Whether the turn may end where the car stands, for all that is seen of it; beside the road that is anywhere."""
    return there is None or play.place == there or not (isinstance(play.place, OnSquare) or isinstance(there, OnSquare))


def handed_on(
    play: Play, toward: Observation | None, claims: Claims, broken: Faults = (), wrong: bool = False
) -> Iterator[Step[Play]]:
    """The next turn, the table tidied up; with `wrong` only if something is not as it should be.

    What lies otherwise than it should may be the doing of a later turn, if a look shows another car elsewhere or hides
    one.
    """
    look = UNSEEN if toward is None or play.others_differ(toward) else toward
    for judged in (look, UNSEEN) if look is not UNSEEN and _others_hidden(play.position, look) else (look,):
        tidied, faults = upkeep_of(play, judged)
        if wrong == (bool(faults) or any(broken)):
            following = replace(begin(hand_on(tidied, play.car)), handed=True, lapsed=play.lapsed, ghosts=play.ghosts)
            lay = _lay_so(play.position, judged, filter(None, faults))
            yield step_to("", following, (*claims, *lay), (*broken, *faults), over=True)
        if not faults:
            return


def _lay_so(position: Position, seen: Observation, faults: Iterable[Fact]) -> Iterator[Claim]:
    """What faults of the lap die and the hazards hang on where these were changed: they lay as they were last seen."""
    named = {one.get(which, one.kind) for one in faults for which in ("square", "square2")}
    if seen.lap != position.lap and law.LAP_DIE.id in named:
        yield Claim(fact("lay", what="lap"), "lap", before=True)
    known, shown = dict(position.hazards), dict(seen.hazards)
    for square in sorted(known.keys() | shown.keys()):
        name = square_name(square)
        if name in named and known.get(square) != shown.get(square):
            yield Claim(fact("lay", what="hazard", square=name), f"hazard:{name}", before=True)


def _others_hidden(position: Position, toward: Observation) -> bool:
    """Whether the car of another driver who is in the race yet is out of sight."""
    elsewhere = {position.to_move, *position.finished, *(car for car, _ in toward.cars)}
    return any(car not in elsewhere for car, _ in position.cars)


def _others_may_have_moved(position: Position, toward: Observation) -> bool:
    """Whether a look may tell of a later turn: it shows another car elsewhere, or not at all."""
    return differ(position, toward, position.to_move) or _others_hidden(position, toward)


def actions(play: Play, toward: Observation | None = None) -> Iterator[Step[Play]]:
    """Everything the rules allow next."""
    if not play.driver:
        return
    if play.due == OUT:
        yield spun_out(play)
        return
    if play.due:
        yield from rolls(play, toward)
        return
    if play.safe:
        yield from defences(play, toward)
    if toward is not None:
        yield from _by_the_way(play, toward)
    if not play.stopped:
        steps = movements(play, toward)
        yield from steps if toward is not None else (step for step in steps if may_be_finished(step.after))
    yield from ends(play, toward)


@lru_cache(maxsize=4096)
def may_be_finished(play: Play) -> bool:
    """Whether a turn that has come so far has a legal end: fewer movements than were possible are none."""
    if play.stopped or play.due == OUT or play.used >= most_movements(begin(play.position)):
        return True
    return any(may_be_finished(step.after) for step in movements(replace(play, due=""), None))


def heard(play: Play, toward: Observation, word: Fact) -> Iterator[Step[Play]]:
    """What the rules allow and nobody would think of but for a word: a speed, a token, a roll that was not seen."""
    if not play.driver:
        return
    value, at = str(word.get("value")), str(word.get("at"))
    if word.kind in ("roll", "reroll") and play.due == (ROLL if word.kind == "roll" else AGAIN) and value in FACES:
        yield from rolls(play, toward, value)
    elif word.kind == "defence" and play.safe and may_spend_more(play):
        hand = dict(play.position.others_tokens(play.car)).get(at, "")
        if value in said_tokens(hand):
            faces = FACES if toward.tray is None else ("",)
            defended = defended_by(play, at, value)
            # if the camera saw no re-roll, it has to be told as well
            yield from with_re_roll(defended, toward, faces) if may_be_met(play, toward) else (defended,)
    elif word.kind == "time" and value == "up" and (at >= str(play.used) or not (at or play.stopped)):
        yield from timed_out(play, toward)
    elif word.kind in ("speed", "token") and at == str(play.used + 1) and not (play.due or play.stopped):
        yield from as_said(play, toward, word.kind, value)


def _by_the_way(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What may be done at any time: the die pushed or thrown for nothing, a token turned, a movement taken back."""
    here, there = play.place, play.seen_in(toward)
    aside = _set_aside(play, toward)
    if aside is not None:
        yield aside
    if there is not None and here != there:
        yield from _taken_back(play, there)
    if not play.used and not play.stopped:
        yield from _ghosts(play, toward)
    # a 5 first seen where the car has come to may have been thrown for nothing before it went there
    early = not play.gone_on and toward.tray is not None and law.spins_out(toward.tray.face)
    if there is not None and here != there and isinstance(here, OnSquare) and not early:
        return
    if toward.tray is not None and play.tray is not None and not same_die(play.tray, toward.tray):
        yield from idle_throw(play, toward.tray, there is None)
    if not play.stopped and (play.lap != toward.lap or play.hazards != toward.hazards):
        tidied, faults = upkeep_of(play, toward)
        if not faults and (tidied.lap, tidied.hazards) != (play.lap, play.hazards):
            yield step_to("", replace(play, lap=tidied.lap, hazards=tidied.hazards))


def _set_aside(play: Play, toward: Observation) -> Step[Play] | None:
    """Cars whose place is free: finished ones, spun-out ones beside the road, waiting ones that move up."""
    position = play.position
    changed = {
        car: now
        for car, place, now in elsewhere(position, toward, but=play.car)
        if car in play.strayed or (stands_by(position, car, place, now) and not may_look_like(place, now))
    }
    if not changed:
        return None
    moved = tuple((car, changed.get(car, place)) for car, place in position.cars)
    return step_to("", replace(play, position=replace(position, cars=moved)))


def _ghosts(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Cars in the race that are not in sight may have been knocked over, or lifted off once they had finished."""
    position, seen = play.position, {car for car, _ in toward.cars}
    covers = len(toward.hazards) < len(play.hazards)  # wherever it was, a token may lie under it now
    gone = {
        car
        for car, place in position.cars
        if car not in seen and car != play.car and not isinstance(place, OffTrack)
        if car not in play.ghosts and (covers or (place.square is not None and _is_ahead(play, place.square)))
    }
    lost = gone - {*position.finished}
    if gone:
        claims = tuple(claim_of("elsewhere", car, "yes") for car in sorted(lost))
        yield step_to("", replace(play, ghosts=play.ghosts | gone), claims, odd=1)


def _is_ahead(play: Play, square: Square) -> bool:
    if play.square is None:
        return True
    return square in play.shape.tile_at and 0 <= play.shape.gained(play.square, square) <= MOVEMENTS * FASTEST


def _taken_back(play: Play, there: Place) -> Iterator[Step[Play]]:
    """A movement that was seen is taken back: it was not made; its speed is open again."""
    index = next((index for index, stand in enumerate(play.stands[:-1]) if stand.place == there), None)
    if index is not None:
        open_again = replace(play, speeds=0, due="", safe=False, stopped=False, adrift=False)
        yield step_to("", replace(open_again, **vars(play.stands[index]), stands=play.stands[: index + 1]), odd=1)


# -- what hands do wrong, and what words say wrongly --


def slips(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What hands do wrong on the way to a look."""
    if not play.driver:
        return
    there = play.seen_in(toward)
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
    position, shape = play.position, play.shape
    moved = _moved(play, toward)
    if len(moved) != 1:
        return
    car, before, now = moved[0]
    fault = law.broken(law.TURN_ORDER, "moved" if car in position.queue else "again", car, who2=play.car)
    waits = car in position.grid and isinstance(before, OnSquare)
    if waits and isinstance(now, OnSquare) and shape.advance(now.square) >= shape.rows - position.grid_rows:
        fault = law.broken(law.STARTING_GRID, "lane", car, now.square)
    after = seen_elsewhere(position, {car: now})
    if drove(position, after, (car,)):
        after = replace(after, queue=tuple(one for one in after.queue if one != car))
    strayed = play.strayed | {car}
    lay = Claim(fact("lay", what="car", by=car), car, before=True)
    yield step_to(f"odd@{place_text(now)}", replace(play, position=after, strayed=strayed), (lay,), (fault,))


def _moved(play: Play, toward: Observation) -> list[tuple[str, Place, Place]]:
    """The other cars that a look shows elsewhere than they may stand without a turn, each with both places."""
    position = play.position
    away = (one for one in elsewhere(position, toward, but=play.car) if not stands_by(position, *one))
    return [one for one in away if one[0] not in play.strayed]


def not_rolled(play: Play, there: Place | None) -> Iterator[Step[Play]]:
    """A roll that was due is not made, or not heeded."""
    car, on = play.car, replace(play, due="", token="", safe=False)
    if play.due == OUT:
        face = play.tray.face if play.tray is not None else SAFE
        drove_on = isinstance(there, OnSquare) and there != play.place
        yield step_to("", on, broken=(law.stays_on(car, face, play.token or None, drove_on),))
    elif play.due == ROLL:
        missing, none = law.broken(law.PENALTY_ROLL, "missing", car), (claim_of("roll", car, "no", free=True),)
        yield step_to("", on, none, (missing,))
        if there is not None and not isinstance(there, OnSquare):
            yield step_to("", off_the_road(on, there), none, (missing,))


def misstated(play: Play, word: Fact) -> Iterator[Step[Play]]:
    """A token that is not there or does not fit its movement, one spent against the rules, time that had run out."""
    if not play.driver:
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
        # only the movements finished in time count; whatever had not been moved by then stays where it is
        late = law.broken(law.TIMER, "late", play.car, nth=play.used + 1)
        yield step_to("", replace(play, adrift=True), (claim_of("time", play.car, "up", at=at),), (late,))


def _too_fast_as_said(play: Play, speed: int) -> Iterator[Step[Play]]:
    """A lane change at a speed that it may not have."""
    for way in ways_from(play):
        if not way.spaces:
            edge = law.inside_corner_edge(play.car, way)
            yield from _if_broken(
                play, way, one_speed(speed), None, (_pace(play, way, speed), edge, *_too_fast(play, way, speed))
            )


def _pace(play: Play, way: Way, speed: int) -> Fact | None:
    """What is wrong with a speed after the one before it."""
    if allowed_speeds(play) & one_speed(speed):
        return None
    return _led(way, law.start_speed(play.car, speed) if play.first else law.speed_change(play.car, play.speeds, speed))


def _led(way: Way, fault: Fact | None) -> Fact | None:
    """A fault that tells, beside its sentence, where the movement led that it is about, and over which spaces."""
    return fault.also(spots=square_name(way.end), spots_over=squares_text(way.path)) if fault else None


def _wrong_token_against(play: Play, pool: str, token: str) -> Iterator[Step[Play]]:
    """A token that is the driver's own or was spent before, or one more than the table agreed on."""
    position, car = play.position, play.car
    hand = dict(position.tokens).get(pool)
    if hand is None or token not in tokens_in(position.teams.full_hand):
        return
    fault = law.defence_token(car, pool in position.teams.of(car), spend(hand, token) is not None, pool, token)
    if fault is None and position.variants.one_defence and play.against:
        fault = law.broken(law.STRATEGY_TOKEN, "two", car)
    if fault:
        yield defended_by(play, pool, token, fault)


def _wrong_token(play: Play, token: str) -> Iterator[Step[Play]]:
    """A movement with a token that is not there, or none may be used for, or that sets another speed."""
    car = play.car
    if isinstance(play.place, OutsideCorner):
        said = claim_of("token", car, token, at=str(play.used + 1))
        for step in movements(play, None):
            yield replace(step, claims=(*step.claims, said), broken=(law.broken(law.STRATEGY_TOKEN, "start", car),))
    fault = law.strategy_token(car, play.hand, token, play.first)
    for way in ways_from(play):
        speed = way.spaces or token_speed(token)
        broken = fault or law.token_mismatch(car, token, speed)
        if broken and way.allowed:
            yield from paced(play, way, one_speed(speed), None, token, (broken,))


def went_on(play: Play) -> Iterator[Step[Play]]:
    """The driver goes on though the turn is over: three movements made, a hazard hit, spun out, the time run out."""
    car = play.car
    if play.stopped:
        on = replace(play, stopped=False)
        if isinstance(play.place, OutsideCorner):
            yield step_to("", replace(on, spot=None), broken=(law.broken(law.SPIN_OUT, "moved-on", car),))
        elif isinstance(play.place, OnSquare) and play.used >= MOVEMENTS:
            fault = law.three_movements(car, play.used + 1, MOVEMENTS)
            yield step_to("", replace(on, adrift=True), broken=(fault,))
        elif isinstance(play.place, OnSquare):
            yield step_to("", on, broken=(law.broken(law.HAZARD_STOP, "moved-on", car, play.place.square),))


def wrong_movements(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """A movement too fast, too far, over another car, across an inside edge, or with a token that is not there."""
    goal, occupied, allowed = goal_of(play, toward), play.position.in_the_way, allowed_speeds(play)
    if not (play.used < MOVEMENTS or play.adrift) or goal is NOWHERE:
        return
    for way in ways_along(play):
        onto = way.end in occupied and not (goal and way.end in goal.squares)
        if onto or not leads(play, way.end, way.turned, goal):
            continue
        bump = law.no_bumping(play.car, way.path, occupied)
        if way.spaces:
            pace = None if way.spaces > FASTEST else _pace(play, way, way.spaces)
            rest = (_led(way, law.forward_length(play.car, way.spaces)), bump, *_too_fast(play, way, way.spaces))
            yield from _if_broken(play, way, one_speed(min(way.spaces, FASTEST)), goal, (pace, *rest))
            held = tokens_in(play.hand) if pace and not play.first else ()
            for token in [one for one in held if token_speed(one) == way.spaces]:
                yield from _if_broken(play, way, one_speed(way.spaces), goal, rest, token)
            continue
        cut = (law.inside_corner_edge(play.car, way), bump)
        fair = list(paced(play, way, allowed, goal, broken=cut))
        if any(cut):
            yield from fair
        if not fair:
            slowest = speed_list(allowed)[0]
            yield from _if_broken(play, way, one_speed(slowest), goal, (*cut, *_too_fast(play, way, slowest)))


def _too_fast(play: Play, way: Way, speed: int) -> Faults:
    number = play.shape.corner_number(play.shape.tile_at[way.end]) if way.enters else 0
    corner = _led(way, law.corner_speed(play.car, speed, number)) if way.enters else None
    return corner, None if play.pit.isdisjoint(way.path) else law.pit_lane_speed(play.car, speed, way.end)


MOST_AT_ONCE = 2
"""So many rules one movement may break."""


def _if_broken(
    play: Play, way: Way, speeds: Speeds, goal: Goal | None, broken: Faults, token: str = ""
) -> Iterator[Step[Play]]:
    if 1 <= sum(one is not None for one in broken) <= MOST_AT_ONCE:
        # what was not allowed may be taken back while nobody has gone on from it
        yield replace(moved(play, way, speeds, goal, token, broken), reversible=True)


def put_elsewhere(play: Play, there: Place) -> Iterator[Step[Play]]:
    """A displacement that is no movement, onto the place where the car is seen."""
    position, car = play.position, play.car
    if isinstance(there, OnSquare):
        yield from _displaced(play, there)
    elif isinstance(play.place, OutsideCorner) and isinstance(there, OutsideCorner):
        yield step_to(f"odd@{place_text(there)}", off_the_road(play, there), broken=(law.put_elsewhere(car, there),))
    elif isinstance(play.place, OnSquare) and isinstance(there, OutsideCorner):
        no_roll = law.broken(law.SPIN_OUT, "no-roll", car)
        yield step_to(f"out@{square_name(there.tile)}", off_the_road(play, there), broken=(no_roll,))
    elif isinstance(play.place, OnSquare):
        made = position.pitted.count(car) + play.stops
        fault = law.finish(car, play.crossings, position.race) or law.pit_stop(car, made, position.variants.stops)
        if fault:
            yield step_to("off", off_the_road(play, there), broken=(fault,))


def _displaced(play: Play, there: OnSquare) -> Iterator[Step[Play]]:
    shape, car, start, end = play.shape, play.car, play.square, there.square
    if end in play.position.in_the_way or play.stopped or play.gone_on:
        return  # from where it was seen: no third place is invented
    if not isinstance(play.place, OnSquare):
        fault = law.re_entry(car, end, shape.outside_of(play.place))
        # to come back is one movement, and two are left; or it was taken for the whole turn
        for used in (play.used, MOVEMENTS - 1) if fault else ():
            after = arrived(replace(play, used=used), end, 0, False, (end,))
            yield replace(step_to(f"odd@{place_text(there)}", after, broken=(fault,)), reversible=True)
        return
    if start is None:
        fault = law.put_elsewhere(car, there)
    elif _is_grid_switch(play, start, end):
        fault = law.broken(law.STARTING_GRID, "lane", car, end)
        yield step_to(f"up@{square_name(end)}", replace(play, place=there), broken=(fault,))
        return
    else:
        if _comes_to(play, end) or any(way.end == end and way.spaces <= FASTEST for way in ways_along(play)):
            return  # movements lead there, though a roll was not made or they break a rule
        gained = shape.gained(start, end)
        aside = shape.side(start) != shape.side(end) and gained >= 0 and _is_straight(shape, start, end)
        fault = law.no_way(car, start, end, gained, aside)
    after = replace(arrived(replace(play, adrift=True), end, 0, False, (end,)), speeds=0)
    yield replace(step_to(f"odd@{place_text(there)}", after, broken=(fault,)), reversible=True)


def _comes_to(play: Play, end: Square, due: bool = False) -> bool:
    """Whether the movements that are left lead to a space with a penalty roll due on the way, whatever it shows."""
    led = () if play.stopped else (step.after for step in _movements_to(play, Goal((end,))))
    return any(
        (one.square == end and (due or bool(one.due))) or _comes_to(replace(one, due=""), end, due or bool(one.due))
        for one in led
    )


def _is_grid_switch(play: Play, start: Square, end: Square) -> bool:
    """Whether a waiting car moved up behind the line, but not in its own lane."""
    rows, shape = play.position.grid_rows, play.shape
    return play.first and 0 <= shape.gained(start, end) < rows and shape.advance(end) >= shape.rows - rows


def _is_straight(shape: Road, start: Square, end: Square) -> bool:
    """Whether no corner lies between two spaces, nor under one of them."""
    first, last = shape.tile_at[start], shape.tile_at[end]
    tiles = ((first + step) % shape.count for step in range(min(2, (last - first) % shape.count) + 1))
    return not any(shape.is_corner[tile] for tile in tiles)


def _counted(play: Play) -> bool:
    """Whether what was seen of the turn was that number of movements and no other."""
    position, shape = play.position, play.shape
    start = (position.place(play.car), play.car in position.turned)
    seen = [start, *((one.place, one.turned) for one in play.stands), (play.place, play.turned)]
    on_road = [(one.square, turned) for one, turned in seen if one.square in shape.tile_at]
    return all(
        one == end or sum(end in level for level in led_to(shape, one, turned)) == 1
        for (one, turned), (end, _) in pairwise(on_road)
    )


def wrong_ends(play: Play, toward: Observation, there: Place | None) -> Iterator[Step[Play]]:
    """The turn is given up too early, or the table is left as it should not be."""
    if not may_stay(play, there):
        return
    fault = None
    if not (play.stopped or play.finished or play.adrift or there is None):
        most = most_movements(begin(play.position))
        fault = law.three_movements(play.car, play.used, most)
        if fault and not _counted(play):
            fault = law.broken(law.THREE_MOVEMENTS, "unseen", play.car, most=most)
    claims = [stands_at(play)]
    if play.square is not None:
        # who stood still on a corner may say that there was no way round by the rare facing
        claims.append(claim_of("facing", play.car, "out", at=str(play.used + 1), free=True))
    yield from handed_on(play, toward, tuple(claims), (fault,), wrong=True)


# -- whether a car, or so many turns, may still come to what is seen --

SLOW: Speeds = one_speed(1) | one_speed(2)
"""How fast a corner may be entered."""


@lru_cache(maxsize=4096)
def may_be_later(position: Position, toward: Observation) -> bool:
    """Whether the driver may have had another turn by the time of a look: everybody else has had his by then, or comes
    after him in the next round; unless the round ends with this turn, somebody has moved, or some are not seen and all
    others are held up."""
    own, shown = position.to_move, toward.places
    racing = [(car, place) for car, place in position.cars if car != own and position.is_racing(car)]
    if len(position.queue) > 1 and not differ(position, toward, own):
        stand = [(car, place) for car, place in racing if car in shown]
        if len(stand) == len(racing) or not all(_is_held_up(position, car, place, toward) for car, place in stand):
            return False
    return all(
        shown.get(car) != place
        or may_stand_still(position, car, place, toward)
        or (car not in position.queue and _may_be_ahead(position, toward, car))
        for car, place in racing
    )


def _may_be_ahead(position: Position, toward: Observation, other: str) -> bool:
    """Whether the car at turn, driven on to where it is seen, is ahead of another that stands where it stood."""
    own, shape = position.to_move, position.shape
    after = _driven_on(position, toward)
    if {position.place(own).square, after.place(own).square} - {*shape.tile_at}:
        return True
    return law.progress(shape, after, own)[:2] >= law.progress(shape, position, other)[:2]


@lru_cache(maxsize=4096)
def may_stand_still(position: Position, car: str, place: Place, toward: Observation) -> bool:
    """Whether a whole turn may leave a car where it stands: it waits, is held up, or time ran out."""
    waits = car in position.grid or place.square not in position.shape.tile_at
    return bool(position.variants.timer_s) or waits or _is_held_up(position, car, place, toward)


def _is_held_up(position: Position, car: str, place: Place, toward: Observation) -> bool:
    """Whether others are in a car's way wherever it may come next, or it comes back within a corner."""
    shape = position.shape
    square, turned = place.square, car in position.turned
    nearest = {*shape.outside_of(place)}
    if square in shape.tile_at:
        if any(square in level for level in led_to(shape, square, turned)):
            return True
        nearest = {way.end for way in shape.ways(square, turned) if way.spaces <= 1 and way.allowed and not way.old}
    others, shown = [(one, where) for one, where in position.cars if one != car], toward.places
    blockers = [[one for one, where in others if _may_pass(shape, end, where, shown.get(one))] for end in nearest]
    return any(len({*those}) == len(nearest) for those in product(*blockers))  # a car stands in one way at a time


def _may_pass(shape: Road, square: Square, before: Place, now: Place | None) -> bool:
    """Whether a car may have stood on a space between two looks."""
    if before == now:
        return before == OnSquare(square)
    behind = before.square in shape.tile_at and _is_behind(shape, before.square, square)
    return not behind and not (now and now.square in shape.tile_at and _is_behind(shape, square, now.square))


def _is_behind(shape: Road, start: Square, end: Square) -> bool:
    """Whether no movement leads from one space to another, which lies behind it; on a corner a car may lose a row."""
    return shape.tile_at[start] != shape.tile_at[end] and shape.gained(start, end) < 0


@dataclass(frozen=True)
class Goal:
    """The car has to come to one of these spaces, by now or, if it may be `later`, in its next turn."""

    squares: tuple[Square, ...] = ()
    later: bool = False


NOWHERE = Goal()
"""The car is seen just where it stands, and no movement leads back there; or it is not seen."""


def goal_of(play: Play, toward: Observation | None) -> Goal | None:
    """Where the car has to come for a look to show it; None when that is not known."""
    if toward is None:
        return None
    place = play.seen_in(toward)
    if place is None:
        return NOWHERE  # what is not seen need not have happened yet
    if isinstance(place, OffTrack) and (play.adrift or (play.place.square and not _may_come_off(play, toward))):
        return NOWHERE
    later = place != play.place and not play.adrift and may_be_later(play.position, toward)
    if isinstance(place, OutsideCorner) and not later and place.tile in play.shape.circuit.tiles:
        return Goal(tile_squares(place.tile))
    if place.square is None:
        return None
    if place == play.place and not play.adrift:
        back = led_to(play.shape, place.square, play.turned, MOVEMENTS - play.used)
        return Goal((place.square,)) if any(place.square in level for level in back) else NOWHERE
    return Goal((place.square,), later)


def _may_come_off(play: Play, toward: Observation) -> bool:
    """Whether a car that is seen off the road may have finished, or spun out and been set down far away."""
    lies, shape = toward.tray, play.shape
    if lies is None or play.tray is None or play.tray.thrown_to(lies):
        return True
    square = play.place.square or shape.circuit.tiles[0]
    to_the_line = shape.rows - shape.advance(square)
    if play.crossings > play.position.race:
        return True
    return play.crossings >= play.position.race and to_the_line <= (MOVEMENTS - play.used) * FASTEST


def leads(play: Play, end: Square, turned: bool, goal: Goal | None) -> bool:
    """Whether a movement that ends on a space may lead on to the goal, were nobody in the way."""
    if goal is None or end in goal.squares:
        return True
    left = (0 if play.adrift else MOVEMENTS - 1 - play.used) + (MOVEMENTS if goal.later else 0)
    after = led_to(play.shape, end, turned, left, spins=goal.later)
    return not all(level.isdisjoint(goal.squares) for level in after)


@lru_cache(maxsize=32768)
def led_to(
    shape: Road,
    square: Square,
    turned: bool,
    most: int = MOVEMENTS,
    allowed: Speeds = ANY_SPEED,
    tokens: Speeds = ANY_SPEED,
    lawful: bool = False,
    spins: bool = False,
) -> tuple[frozenset[Square], ...]:
    """The spaces to which one movement leads, two and so on up to the `most`, were nobody in the way.

    By the rules alone if it is to be `lawful`: the next one at an allowed speed or a token's. If it `spins`, a car that
    has come to a corner may have been out there before its second turn.
    """
    level, levels = {(square, turned, allowed)}, []
    for _ in range(most):
        level = {after for start in level for after in _moved_on(shape, *start, tokens, lawful)}
        if spins:
            tiles = {shape.tile_at[end] for end, *_ in level}
            back = (shape.outside_spaces(tile) for tile in tiles if shape.is_corner[tile])
            level |= {(end, False, ANY_SPEED) for ends in back for end in ends}
        levels.append(frozenset(end for end, *_ in level))
    return tuple(levels)


@lru_cache(maxsize=32768)
def _moved_on(
    shape: Road, square: Square, turned: bool, allowed: Speeds, tokens: Speeds, lawful: bool
) -> frozenset[tuple[Square, bool, Speeds]]:
    """Where one movement leads, whether the car can then only face out of its corner, and the speeds of the next."""
    found = set()
    for way in shape.ways(square, turned):
        speeds = ANY_SPEED & (one_speed(way.spaces) if way.spaces else ANY_SPEED)
        if lawful:
            speeds &= (allowed | tokens) & (SLOW if way.enters else ANY_SPEED) if way.allowed else 0
        if speeds:
            found.add((way.end, way.turned, law.next_speeds(speeds) if lawful else ANY_SPEED))
    return frozenset(found)


def reach(play: Play, toward: Observation, turns: int) -> bool:
    """Whether so many turns or fewer may lead to a look.

    A turn moves its own car by three movements at most, in the order of the round. Everybody up to the last one that
    has moved has had a turn, and stands elsewhere unless others stand in the way.
    """
    position = play.position
    if not position.queue:
        return True
    begun, again = _begun(position, toward, play.ghosts | play.strayed)
    there = None if play.car in play.ghosts else play.seen_in(toward)
    if not _may_arrive(play, there):
        again, begun = (*again, play.car), len(position.queue)
    # whoever has come to where one turn does not lead has had another, after everybody else's
    due = _due_again(position, toward, frozenset(again), play.ghosts)
    last = len(position.queue) - 1 + len(due) + len(again) - len({*again}) if again else begun
    if max(begun, last) >= turns or not may_lie_so(play, toward, turns):
        return False
    cars, shown = position.places, toward.places
    return all(
        shown.get(car) != cars[car] or may_stand_still(position, car, cars[car], toward)
        for car in (*position.queue[bool(play.used) : max(0, begun)], *due.difference(position.queue))
    )


@lru_cache(maxsize=4096)
def _begun(position: Position, toward: Observation, gone: frozenset[str]) -> tuple[int, tuple[str, ...]]:
    """The last place in the queue that must have had its turn for other cars to stand as a look shows them, or -1, and
    who of them had a turn of a round to come; where those that are `gone` stand tells nothing."""
    queue, begun, again = position.queue, -1, list[str]()
    for car, before, now in elsewhere(position, toward, but=queue[0]):
        if car in gone or stands_by(position, car, before, now):
            continue
        index = queue.index(car) if car in queue else len(queue)
        waits = car in position.grid
        allowed = one_speed(1) if waits else ANY_SPEED
        far = not _may_come(position, position.hand(car), before, now, allowed=allowed, waits=waits)
        again += [car] * ((index == len(queue)) + far)
        begun = max(begun, len(queue) if far else index)
    return begun, tuple(again)


@lru_cache(maxsize=4096)
def _due_again(position: Position, toward: Observation, again: frozenset[str], gone: frozenset[str]) -> frozenset[str]:
    """Who has had a turn of the next round, if these cars have: that round goes by the order of the cars."""
    return again.union(*(_cars_ahead(position, toward, car, gone) for car in again))


def _cars_ahead(position: Position, toward: Observation, car: str, gone: frozenset[str]) -> set[str]:
    """Who is ahead of where the rest of this round may lead a car, or has had a turn of the next one: who has had his
    turn is where he stands, others are where they are seen, unless they have come there by another turn."""
    shape = position.shape
    starts, ends = _led_from(position, position.hand(car), position.place(car))
    if position.grid or not starts:
        return set()
    ends = ends.union(starts) if car in position.queue else {*starts}
    gains = [(shape.advance(end) - shape.advance(starts[0])) % shape.rows for end in ends]
    gained = max(gain for gain in gains if gain <= MOVEMENTS * FASTEST)  # more is a row that was lost on a corner
    furthest = position.crossed(car) * shape.rows + shape.advance(starts[0]) + gained
    after, ahead = _driven_on(position, toward), set[str]()
    for other in (one for one, _ in position.cars if one not in gone and one != car and position.is_racing(one)):
        then = after if other in position.queue else position
        rows = None if other in then.finished else shape.rows_to(then.place(other))
        if rows is not None and then.crossed(other) <= position.race:
            ahead |= {other} if then.crossed(other) * shape.rows + rows > furthest + 1 else set()
    return ahead


def near(play: Play, toward: Observation, slips: int, turns: int) -> bool:
    """Whether so many slips in so many turns may lead to a look.

    A turn moves its own car, and a slip another one if that alone stands elsewhere. Whose turn it is comes where he is
    seen by the rules or by a slip; in a new round anybody may be the first.
    """
    queue = play.position.queue
    away = {car for car, *_ in _moved(play, toward)}.difference(queue[1:turns])
    there = None if play.car in play.ghosts else play.seen_in(toward)
    anybody = max(0, turns - len(queue))
    return len(away) <= 1 + anybody and len(away) + (not _may_arrive(play, there)) <= slips + anybody


def may_lie_so(play: Play, toward: Observation, turns: int) -> bool:
    """Whether the lap die and the hazards may come to lie as a look shows them, by how far its cars have driven."""
    position = play.position
    if toward.lap in (None, play.lap) and play.hazards == toward.hazards:
        return True
    if turns > len(position.cars) + 1:
        return True  # nobody has more than two turns in so many: no car comes round
    after, lain, lies = _driven_on(position, toward), dict(play.hazards), dict(toward.hazards)
    if toward.lap not in (None, play.lap) and toward.lap not in _laps_by_then(position, after):
        return False
    if not toward.hazards_seen or position.variants.spare_hazards:
        return True
    away = len(position.cars) - len(toward.cars)
    if sum(square not in lies and square not in toward.hidden for square in lain) > away or (
        not away and lies.keys() - lain.keys()
    ):
        return False
    began = dict(position.hazards)
    return all(
        lies.get(square, up) in (up, began.get(square, up)) or (not up and maybe_passed(after, square))
        for square, up in lain.items()
    )


@lru_cache(maxsize=4096)
def _driven_on(position: Position, toward: Observation) -> Position:
    """The position with every car where a look shows it, as far round as two turns lead; others may be anywhere."""
    shape, crossings, anywhere = position.shape, dict(position.crossings), set(position.finished)
    shown, cars = toward.places, dict(position.cars)
    for car, before in cars.items():
        rows = [shape.rows_to(place) for place in (before, shown.get(car))]
        if rows[0] is None or rows[1] is None:
            anywhere.add(car)
            crossings[car] += 1
            continue
        driven = (rows[1] - rows[0]) % shape.rows
        crossings[car] += driven <= 2 * MOVEMENTS * FASTEST and rows[0] + driven >= shape.rows
        cars[car] = shown[car]
        if not isinstance(shown[car], OnSquare):
            anywhere.add(car)
    return replace(
        position, cars=tuple(cars.items()), crossings=tuple(crossings.items()), finished=tuple(sorted(anywhere))
    )


def _laps_by_then(position: Position, after: Position) -> Iterator[int]:
    """What the lap die may show once the leader has crossed the line as often as then, or less often."""
    for led in range(most_crossings(position), most_crossings(after) + 1):
        yield from right_laps(position, led)


def _may_arrive(play: Play, there: Place | None) -> bool:
    """Whether the car at turn may come to where it is seen with what is left of its turn."""
    if there is None or there == play.place or play.adrift:
        return True
    position, place = play.position, play.place
    for stand in play.stands[:-1]:
        # the movements since it was seen there may be taken back
        off_road = stand.place.square not in play.shape.tile_at
        if (
            stand.place == there
            or off_road
            or _may_come(position, stand.hand, stand.place, there, MOVEMENTS - stand.used)
        ):
            return True
    if play.due == OUT or (play.stopped and isinstance(place, OutsideCorner)):
        return not isinstance(there, OnSquare)
    if not isinstance(there, OnSquare) and play.stopped and not (play.due or play.safe):
        return isinstance(there, OffTrack) and position.has_finished(play.car, play.crossings, play.stops)
    if play.square is None and not isinstance(place, OutsideCorner) and not isinstance(there, OffTrack):
        return True
    left = 0 if play.stopped else MOVEMENTS - play.used
    return _may_come(position, play.hand, place, there, left, play.turned, allowed_speeds(play), play.first)


def _may_come(
    position: Position,
    hand: str,
    before: Place,
    there: Place,
    left: int = MOVEMENTS,
    turned: bool = False,
    allowed: Speeds = ANY_SPEED,
    waits: bool = False,
) -> bool:
    """Whether so many movements, the next at an allowed speed or a token's, lead to a place, were nobody in the way.

    A pit stop renews the tokens. To spin out at a corner it takes to stand on its tile first.
    """
    if isinstance(there, OffTrack):
        return not isinstance(before, OffTrack)  # who came back may have spun out at the next corner
    starts, ends = _led_from(position, hand, before, left, turned, allowed, waits)
    if isinstance(there, OnSquare):
        return there.square in ends or (isinstance(before, OutsideCorner) and there.square in starts)
    tile, tile_at = position.shape.tile_of(there), position.shape.tile_at
    return any(tile in (None, tile_at[end]) for end in ends.union(starts))


def _led_from(
    position: Position,
    hand: str,
    before: Place,
    left: int = MOVEMENTS,
    turned: bool = False,
    allowed: Speeds = ANY_SPEED,
    waits: bool = False,
) -> tuple[tuple[Square, ...], set[Square]]:
    """The spaces from which so many movements go out, and those to which they lead."""
    shape, held = position.shape, position.teams.full_hand if position.variants.main == "pit" else hand
    starts = shape.outside_of(before)
    if isinstance(before, OutsideCorner):
        turned, allowed, left = False, law.next_speeds(one_speed(1)), MOVEMENTS - 1
    elif isinstance(before, OnSquare) and before.square in shape.tile_at:
        starts = (before.square, *(squares_to_line(shape, before.square, ()) if waits else ()))
    tokens = sum({one_speed(token_speed(token)) for token in tokens_in(held)})
    return starts, {
        end
        for start in starts
        for level in led_to(shape, start, turned, left, allowed, tokens, lawful=True)
        for end in level
    }
