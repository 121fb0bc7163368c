"""The movements of a turn with their speeds and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.frozen import replace
from referee.games.fact import Fact
from referee.games.racepack.actions import (
    ANY_SPEED,
    Forward,
    LaneChange,
    MoveUp,
    ReEntry,
    Speeds,
    one_speed,
    speed_list,
    token_speed,
)
from referee.games.racepack.book.state import (
    FASTEST,
    MOVEMENTS,
    ROLL,
    UNTOLD,
    Field,
    Play,
    claim_of,
    field_of,
    step_to,
    tokens_in,
)
from referee.games.racepack.book.ways import (
    NOWHERE,
    Goal,
    Way,
    enters,
    goal_of,
    leads,
    leads_there,
    may_lead,
    ways_from,
)
from referee.games.racepack.declarations import spend
from referee.games.racepack.grid import front_of_grid
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Square,
)
from referee.games.racepack.rules import movement, pits
from referee.games.rulebook import Step


def movements(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """Every movement that the rules allow and that may lead to where the car is seen."""
    field = field_of(play.position)
    goal = goal_of(play, toward)
    if goal is NOWHERE or not (play.used < MOVEMENTS or play.adrift):
        return
    if play.adrift and isinstance(goal, OffTrack):
        return
    if UNTOLD in play.told and any(stand.used for stand in play.stands):
        return  # the car was seen on its way after all
    if isinstance(play.place, OutsideCorner):
        yield from _re_entries(play, field, goal)
    if not isinstance(play.place, OnSquare) or play.place.square not in field.shape.tile_at:
        return
    start = play.place.square
    if field.starting and not play.used:
        front = front_of_grid(
            field.shape, start, [one for one, other in field.occupied.items() if other not in play.ghosts]
        )
        if front != start:
            yield step_to(play, MoveUp(front), replace(play, place=OnSquare(front)))
            return
    allowed = allowed_speeds(play, field)
    tokens = () if field.starting and not play.used else tokens_in(play.hand)
    for way in ways_from(field, start, play.turned, play.ghosts):
        if not way.allowed or not leads(play, field, way, goal):
            continue
        wanted = one_speed(way.spaces) if way.spaces else ANY_SPEED
        yield from paced(play, field, way, allowed & wanted, goal)
        for token in tokens:
            # a token that nobody mentioned is thought of only where it is needed
            yield from paced(play, field, way, wanted & ~allowed & one_speed(token_speed(token)), goal, token)


def allowed_speeds(play: Play, field: Field) -> Speeds:
    """The speeds that the next movement may have without a token."""
    if field.starting and not play.used:
        return one_speed(1)
    return movement.next_speeds(play.speeds) if play.speeds else ANY_SPEED


SLOW_LANE: Speeds = sum(one_speed(speed) for speed in range(1, pits.FASTEST + 1))


SPEEDS = tuple(str(speed) for speed in range(1, FASTEST + 1))


def paced(
    play: Play,
    field: Field,
    way: Way,
    speeds: Speeds,
    goal: Goal,
    token: str = "",
    broken: tuple[Fact | None, ...] = (),
    said: bool = False,
) -> Iterator[Step[Play]]:
    """A movement at one of these speeds, as far as a corner and the pit lane allow them."""
    if not field.pit.isdisjoint(way.path):
        speeds &= SLOW_LANE
    if not enters(field, play.place, way.end):
        if speeds:
            yield moved(play, field, way, speeds, goal, token, broken, said)
        return
    for speed in (1, 2):
        if speeds & one_speed(speed):
            yield moved(play, field, way, one_speed(speed), goal, token, broken, said)


def as_said(play: Play, toward: Observation | None, kind: str, value: str) -> Iterator[Step[Play]]:
    """The next movement: a lane change with its speed, or any with its token."""
    field, goal = field_of(play.position), goal_of(play, toward)
    token = value if kind == "token" and value in tokens_in(play.hand) else ""
    if not isinstance(play.place, OnSquare) or play.place.square not in field.shape.tile_at or goal is NOWHERE:
        return
    if (field.starting and not play.used and token) or not (token or (kind == "speed" and value in SPEEDS)):
        return
    speed = token_speed(token) if token else int(value)
    fits = bool(allowed_speeds(play, field) & one_speed(speed))
    # to say a speed that only a token gives is to say the token
    needed = "" if token or fits else next((one for one in tokens_in(play.hand) if token_speed(one) == speed), "")
    if not (token or needed or fits) or (needed and field.starting and not play.used):
        return
    for way in ways_from(field, play.place.square, play.turned, play.ghosts):
        if way.spaces in ((0, speed) if token else (0,)) and way.allowed and leads(play, field, way, goal):
            for step in paced(play, field, way, one_speed(speed), goal, token or needed, said=True):
                claims = (
                    replace(one, free=True) if needed and one.fact.kind == "token" else one for one in step.claims
                )
                yield replace(step, claims=tuple(claims))


def moved(
    play: Play,
    field: Field,
    way: Way,
    speeds: Speeds,
    goal: Goal,
    token: str = "",
    broken: tuple[Fact | None, ...] = (),
    said: bool = False,
) -> Step[Play]:
    """One movement with the speeds it may have had, and the token that set it."""
    start = play.place.square if isinstance(play.place, OnSquare) else way.end
    car, number = play.car, str(play.used + 1)
    known = speed_list(speeds)
    # where each movement so far was seen, a look that shows the next one shows its facing, and a forward one its speed
    counted = {stand.used for stand in play.stands} >= set(range(play.used + 1))
    counted = counted and play.stands[-1].place == play.place and goal == OnSquare(way.end)
    shown = counted and bool(way.spaces)
    seen = f"{car}:{number}" if shown else ""
    claims = [claim_of("speed", car, str(known[0]), number, seen, free=not shown)] if len(known) == 1 else []
    if token:
        claims.append(claim_of("token", car, token, at=number))
    facings = field.shape.facings(start, play.turned)
    if len(facings) > 1:
        by = f"{car}:{number}{way.facing}" if counted and way.old else ""
        claims.append(claim_of("facing", car, "old" if way.old else "out", number, by, free=not way.old))
    there = field.shape.tile_at[way.end]
    turned = field.shape.is_corner[there] and way.facing != field.shape.way_in[there]
    roll = speeds == one_speed(2) and enters(field, play.place, way.end)
    hand = play.hand if not token else spend(play.hand, token)
    doubtful = play.doubtful or (not said and speeds == one_speed(1) and _may_have_entered_faster(play, field, way))
    vague = turned and any(leads_there(field, start, one, way) for one in facings if one != way.facing)
    moved = replace(play, hand=play.hand if hand is None else hand, doubtful=doubtful, vague=vague)
    after = arrived(moved, field, way.end, speeds, turned, hits_hazard(play, way.path), ROLL if roll else "", goal)
    marks = (token, False, way.old)
    action = Forward(way.spaces, way.end, *marks) if way.spaces else LaneChange(speeds, way.end, *marks)
    return step_to(play, action, after, tuple(claims), broken, odd=way.old)


def _may_have_entered_faster(play: Play, field: Field, way: Way) -> bool:
    """Whether a movement at speed 1 that leads into a corner, or on within it, may as well be an entry at speed 2."""
    if enters(field, play.place, way.end):
        return not way.spaces and not (field.starting and not play.used)
    on_the_corner = field.shape.is_corner[field.shape.tile_at[way.end]]
    return on_the_corner and bool(way.spaces) and all(stand.place != play.place for stand in play.stands)


def hits_hazard(play: Play, path: Iterable[Square]) -> bool:
    """Whether a hazard that lies suit side up is passed over or landed on."""
    return any((square, True) in play.hazards for square in path)


def arrived(
    play: Play, field: Field, end: Square, speeds: Speeds, turned: bool, hit: bool, due: str, goal: Goal
) -> Play:
    """The car put down at the end of a movement, and what follows from where it stands."""
    start = play.place.square if isinstance(play.place, OnSquare) else None
    stop = end in field.pit and start not in field.pit
    used = play.used + 1
    stopped = hit or (used >= MOVEMENTS and not play.adrift)
    return replace(
        play,
        place=OnSquare(end),
        turned=turned,
        used=used,
        speeds=0 if stopped else speeds,
        due=due,
        stopped=stopped,
        safe=False,
        against=0,
        crossings=play.crossings + (field.shape.crosses_line(start, end) if start else 0),
        hand=play.position.teams.full_hand if stop else play.hand,
        stops=play.stops + stop,
    )


def _re_entries(play: Play, field: Field, goal: Goal) -> Iterator[Step[Play]]:
    tile = field.shape.tile_named(play.place.tile) if isinstance(play.place, OutsideCorner) else None
    if tile is None:
        return
    for end in field.shape.outside_spaces(tile):
        if end not in field.occupied and may_lead(field.shape, end, False, goal, MOVEMENTS - 1):
            after = arrived(play, field, end, one_speed(1), False, hits_hazard(play, (end,)), "", goal)
            claim = claim_of("speed", play.car, "1", at=str(play.used + 1), free=True)
            yield step_to(play, ReEntry(end), after, (claim,))


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
