"""Everything that the rules allow next: movements, the penalty die, and how a turn ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.frozen import replace
from referee.games.racepack import rules
from referee.games.racepack.actions import (
    ANY_SPEED,
    Speeds,
    one_speed,
    parse_action,
    speed_list,
    token_speed,
)
from referee.games.racepack.book.state import (
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
    Field,
    Play,
    begin,
    claim_of,
    clash,
    driver,
    field_of,
    gone_on,
    may_be_pushed,
    may_look_like,
    others_differ,
    others_tokens,
    rolled_anew,
    said_tokens,
    same_die,
    seen_at,
    settled_of,
    show,
    stands_at,
    stands_by,
    step_to,
    tokens_in,
)
from referee.games.racepack.book.ways import (
    NOWHERE,
    Goal,
    Way,
    allowed_speeds,
    enters,
    goal_of,
    leads,
    leads_there,
    may_be_later,
    may_lead,
    may_lie_so,
    ways_from,
)
from referee.games.racepack.circuit import front_of_grid
from referee.games.racepack.in_words import deed, met_and_rolled
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place, Square, TrayDie
from referee.games.racepack.position import FACES, Position, face_value, square_name
from referee.games.racepack.rules import spend
from referee.games.racepack.succession import hand_on
from referee.games.racepack.upkeep import Upkeep, on_road, upkeep
from referee.games.rulebook import Claim, Step
from referee.words.fact import Fact, fact


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
            yield step_to(play, f"up@{square_name(front)}", replace(play, place=OnSquare(front)))
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


SLOW_LANE: Speeds = sum(one_speed(speed) for speed in range(1, rules.FASTEST + 1))


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
    kind = f"f{way.spaces}" if way.spaces else f"x{''.join(map(str, known))}"
    text = f"{kind}@{square_name(way.end)}{f't{token}' if token else ''}{'^' if way.old else ''}"
    return step_to(play, text, after, tuple(claims), broken, odd=way.old)


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
            yield step_to(play, f"in@{square_name(end)}", after, (claim,))


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


# -- the penalty die --

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
        yield from _rolled(replace(play, stirred=False), said, lay or TrayDie(SAFE, ANYWHERE, ANYWHERE, 0.0), "")
    lain = lies is not None and lay is not None and not rolled_anew(lay, lies)
    pushed = lies is not None and lay is not None and may_be_pushed(lay, lies)
    if lies is not None and (lain or pushed):
        yield from _told(play, lies, said, toward)
        if lain:
            return
    if lies is not None and said in ("", lies.face) and lies.face not in play.told:
        thrown = replace(play, fell=play.fell + lies.face)
        yield from _rolled(thrown, lies.face, lies, "" if pushed else "die", "pushed" if pushed else "")
    # more throws may come before the next look, if it shows the car elsewhere or another player may spend a token
    if lies is None or (not pushed and (seen_at(play, toward) != play.place or _others_hold(play))):
        if said and lies is not None and said in play.fell:
            return
        for face in (said,) if said else ("", rules.SPIN_OUT_FACE):
            overtaken = TOLD if said else OVERTAKEN
            shown = overtaken if lies is not None else face if face == rules.SPIN_OUT_FACE else SAFE
            die = TrayDie(shown, ANYWHERE, ANYWHERE, 0.0)
            yield from _rolled(replace(play, told=play.told + said), face, die, "die" if lies is None else "")


def _told(play: Play, lies: TrayDie, said: str, toward: Observation) -> Iterator[Step[Play]]:
    """A throw that no look shows: people tell of it, or the car was not seen to stand where it was due."""
    if said and said not in play.fell:
        yield from _rolled(replace(play, told=play.told + said), said, lies, "")
    unseen = play.due == ROLL and all(stand.used == 0 for stand in play.stands) and seen_at(play, toward) != play.place
    if not said and unseen:
        yield from _rolled(replace(play, told=play.told + UNTOLD), "", lies, "")


def _rolled(play: Play, face: str, die: TrayDie, shown_by: str, how: str = "") -> Iterator[Step[Play]]:
    """A throw and what becomes of it; of one that nobody knows enough about either may."""
    again = play.due == AGAIN
    # of a re-roll that nobody saw either may have come
    outs = (True, False) if again and not face else (rules.spins_out(face, play.token if again else None),)
    for out in outs:
        after = replace(play, tray=die, due=OUT if out else "", safe=not out, token="")
        fell = face or (SPUN if out else SAFELY)
        if how and face in play.fell[:-1]:
            fell = how  # what was said of a throw that showed this face says nothing of a push
        claim = claim_of("reroll" if again else "roll", play.car, fell, shown_by=shown_by, how=how)
        roll = "reroll" if again else "roll"
        yield step_to(play, f"{roll}={face}" if face else f"{roll}?", after, (claim,), chance=True)


def _others_hold(play: Play) -> bool:
    """Whether another player has a token left."""
    return any(hand for _, hand in others_tokens(play.position, play.car))


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
    if not _others_hold(play):
        return
    spun = toward is not None and not isinstance(seen_at(play, toward), OnSquare | None)
    unseen = play.tray is not None and play.tray.x_mm == ANYWHERE
    if not may_be_met(play, toward):
        if spun and not unseen and play.tray is not None:
            yield from _met_unseen(play, play.tray.face)
        return
    most = FASTEST
    if toward is not None:
        if not spun and (unseen or toward.tray is None):
            return  # a re-roll that changed nothing need not be thought of
        five = toward.tray is not None and rules.spins_out(toward.tray.face)
        if unseen and (play.against or five):
            return  # the 5 that is seen was the roll
        if spun and toward.tray is not None:
            most = face_value(toward.tray.face)
    for pool, hand in others_tokens(play.position, play.car):
        fitting = sorted((token for token in tokens_in(hand) if token_speed(token) <= most), key=token_speed)
        if toward is not None:
            # unsaid, one token of a player's stands for all: the likeliest to spin the car out, or not to
            fitting = fitting[:1] if spun else fitting[-1:]
        for token in fitting:
            yield from with_re_roll(defended_by(play, pool, token, spend(hand, token) or ""), toward)


def _met_unseen(play: Play, face: str) -> Iterator[Step[Play]]:
    """The throw that was seen was the re-roll already; the roll before it nobody saw."""
    if not may_spend_more(play):
        return
    claims = (claim_of("roll", play.car, SAFELY), claim_of("reroll", play.car, face, free=True))
    for pool, hand in others_tokens(play.position, play.car):
        for token in [one for one in tokens_in(hand) if rules.spins_out(face, one)][:1]:
            defended, roll = defended_by(play, pool, token, spend(hand, token) or ""), f"reroll={face}"
            yield replace(
                defended,
                text=f"{defended.text} {roll}",
                after=replace(defended.after, due=OUT, token=""),
                deed=met_and_rolled(defended.deed, deed(parse_action(roll))),
                claims=(*defended.claims, *claims),
            )


def with_re_roll(
    defended: Step[Play], toward: Observation | None, faces: Iterable[str] = ("",)
) -> Iterator[Step[Play]]:
    """A token spent against the driver, and the re-roll that it forces."""
    for face in faces:
        for roll in rolls(defended.after, toward, face):
            text, claims = f"{defended.text} {roll.text}", (*defended.claims, *roll.claims)
            yield replace(roll, text=text, deed=met_and_rolled(defended.deed, roll.deed), claims=claims)


def defended_by(play: Play, pool: str, token: str, left: str, broken: Fact | None = None) -> Step[Play]:
    """Another player spends a token against the roll just made; the re-roll is due."""
    tokens = tuple((one, left if one == pool else hand) for one, hand in play.position.tokens)
    position = replace(play.position, tokens=tokens)
    after = replace(play, position=position, due=AGAIN, token=token, against=play.against + 1, safe=False)
    claim = claim_of("defence", play.car, token, at=pool)
    return step_to(play, f"def={pool}{token}", after, (claim,), (broken,))


def spun_out(play: Play) -> Step[Play]:
    """The car is set outside the corner that it stands on."""
    shape = field_of(play.position).shape
    square = play.place.square if isinstance(play.place, OnSquare) else shape.circuit.tiles[0]
    tile = shape.circuit.tiles[shape.tile_at[square]]
    after = replace(
        play,
        place=OutsideCorner(tile),
        due="",
        stopped=True,
        spot=square,
        turned=False,
        speeds=0,
        stands=(),
        safe=False,
    )
    return step_to(play, f"out@{square_name(tile)}", after)


def idle_throw(play: Play, lies: TrayDie, hidden: bool) -> Iterator[Step[Play]]:
    """The die is pushed, or thrown for nothing, where nothing says that this was a roll that was due."""
    if play.tray is None or (play.tray.x_mm == ANYWHERE and (play.safe or play.spot) and play.tray.face != TOLD):
        # a roll and the look after it are not parted by one more throw that nobody saw
        return
    if play.handed and not play.used:
        # what happened at the edge of two turns was the turn's that was over
        return
    thrown = not may_be_pushed(play.tray, lies)
    if thrown and lies.face in play.told:
        return  # then this was the throw that people told of
    claims = [claim_of("thrown", play.car, "", shown_by="die", free=True)]
    if play.safe and thrown and _others_hold(play):
        claims.append(claim_of("defence", play.car, "no"))
    if play.doubtful and rules.spins_out(lies.face):
        claims.append(claim_of("speed", play.car, "1", at=str(play.used)))
    stirred = play.stirred or hidden
    yield step_to(
        play,
        "",
        replace(play, tray=lies, stirred=stirred, safe=False, fell=play.fell + lies.face),
        tuple(claims),
        odd=int(thrown),
    )


# -- how a turn ends --


def timed_out(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """The time has run out before the turn was over; what was not moved by then stays."""
    if play.position.variants.timer_s and not play.due and may_stay(play, seen_at(play, toward)):
        claims: tuple[Claim, ...] = (ran_out(play),)
        claims += (stands_at(play),)
        yield from handed_on(play, settled_of(play), toward, claims)


def ran_out(play: Play) -> Claim:
    """The claim that the time ran out by now; who says that more movements had been made then says so, too."""
    later = frozenset(fact("time", at=str(number), value="up") for number in range(play.used + 1, MOVEMENTS + 1))
    return replace(claim_of("time", play.car, "up", at=str(play.used)), others=later)


UNSEEN = Observation(None, (), hazards_seen=False)


def upkeep_of(play: Play, toward: Observation, settled: Position | None = None) -> Upkeep:
    """The lap die and the hazards as they should be now, and what is wrong with them as they are seen."""
    return upkeep(play.position, settled or settled_of(play), toward, play.spot)


def ends(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """The turn is over; the table is tidied up by then."""
    car, there = play.car, None if toward is None else seen_at(play, toward)
    settled = settled_of(play)
    if toward is not None and there is None:
        if may_lie_so(play, toward, 1):  # a token that nobody can have passed was not turned by who is out of sight
            yield _out_of_sight(play, settled, toward)
        return
    finished = car in settled.finished and car not in play.position.finished
    if finished and isinstance(play.place, OnSquare) and (toward is None or isinstance(there, OffTrack)):
        gone = replace(play, place=OffTrack(), stopped=True, turned=False)
        yield step_to(play, "off", gone)
    later = toward is not None and not may_stay(play, there)
    if toward is not None and later and not may_be_later(play, toward):
        return
    if play.strayed and not play.used:
        yield step_to(play, "", begin(play.position), over=True)
    if (
        play.tray is not None
        and play.tray.face in (OVERTAKEN, TOLD)
        and toward is not None
        and not others_differ(play, toward)
    ):
        return
    claims: tuple[Claim, ...] = (stands_at(play), claim_of("done", car, "", free=True))
    if later and gone_on(play):
        claims += (claim_of("twice", car, "yes"),)  # where this turn ended nobody saw
    if play.stop_unseen:
        claims += (claim_of("stop", car, "yes"),)
    elif car in settled.pitted:
        claims += (claim_of("stop", car, "yes", free=True),)
    early = not (play.stopped or finished or play.adrift or play.used >= most_movements(begin(play.position)))
    if early:
        # that the time ran out is said; two drivers running do not lose a whole turn without a word
        if not play.position.variants.timer_s or (play.lapsed and not play.used):
            return
        claims += (ran_out(play),)
    for step in handed_on(play, settled, toward, claims):
        yield replace(step, after=replace(step.after, lapsed=True)) if early and not play.used else step


def _out_of_sight(play: Play, settled: Position, toward: Observation) -> Step[Play]:
    """The turn ended where nobody saw it. If others have moved since, the car stands nobody knows where; else its turn
    is judged when it is seen again."""
    unseen = (claim_of("view", play.car, "yes"),)
    if not others_differ(play, toward) and clash(show(play), toward) == 0:
        return step_to(play, "", replace(play, handed=True), unseen, over=True)
    seen = upkeep_of(play, toward, settled)
    after = replace(settled, lap=seen.lap, hazards=seen.hazards, owed=seen.owed)
    following = replace(begin(hand_on(after, play.car)), handed=True, ghosts=play.ghosts | {play.car})
    return step_to(play, "", following, unseen, over=True)


def used_up(play: Play) -> Play | None:
    """The next turn, if nothing more can come in this one and the table is tidy; None while something may."""
    forcible = play.safe and any(hand for _, hand in others_tokens(play.position, play.car))
    if play.due or play.strayed or forcible or not (play.used or play.stopped):
        return None
    if not play.stopped and next(movements(play, None), None) is not None:
        return None
    ended = list(handed_on(play, settled_of(play), show(play), ()))
    return ended[0].after if ended else None


def may_stay(play: Play, there: Place | None) -> bool:
    """Whether the turn may end where the car stands, for all that is seen of it."""
    return there is None or play.place == there or not isinstance(play.place, OnSquare)


def handed_on(
    play: Play,
    settled: Position,
    toward: Observation | None,
    claims: tuple[Claim, ...],
    broken: tuple[Fact | None, ...] = (),
    wrong: bool = False,
) -> Iterator[Step[Play]]:
    """The next turn, the table tidied up; with `wrong` only if something is not as it should be.

    What lies otherwise than it should may be the doing of a later turn, if a look shows another car elsewhere or hides
    one.
    """
    look = UNSEEN if toward is None or others_differ(play, toward) else toward
    for judged in (look, UNSEEN) if look is not UNSEEN and _others_hidden(play, look) else (look,):
        table = upkeep_of(play, judged, settled)
        if wrong == (bool(table.faults) or any(broken)):
            after = replace(settled, lap=table.lap, hazards=table.hazards, owed=table.owed)
            following = replace(begin(hand_on(after, play.car)), handed=True, lapsed=play.lapsed, ghosts=play.ghosts)
            yield step_to(play, "", following, claims, (*broken, *table.faults), over=True)
        if not table.faults:
            return


def _others_hidden(play: Play, toward: Observation) -> bool:
    """Whether the car of another driver who is in the race yet is out of sight."""
    elsewhere = {play.car, *play.position.finished, *(car for car, _ in toward.cars)}
    return any(car not in elsewhere for car, _ in play.position.cars)


# -- all together --


def actions(play: Play, toward: Observation | None = None) -> Iterator[Step[Play]]:
    """Everything the rules allow next."""
    if not driver(play):
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


def may_be_finished(play: Play) -> bool:
    """Whether a turn that has come so far has a legal end: fewer movements than were possible are none."""
    if play.stopped or play.due == OUT or play.used >= most_movements(begin(play.position)):
        return True
    return any(may_be_finished(step.after) for step in movements(replace(play, due=""), None))


def heard(play: Play, toward: Observation, word: Fact) -> Iterator[Step[Play]]:
    """What the rules allow and nobody would think of but for a word: a speed, a token, a roll that was not seen."""
    if not driver(play):
        return
    value, at = str(word.get("value")), str(word.get("at"))
    if word.kind in ("roll", "reroll") and play.due == (ROLL if word.kind == "roll" else AGAIN) and value in FACES:
        yield from rolls(play, toward, value)
    elif word.kind == "defence" and play.safe and may_spend_more(play):
        hand = dict(others_tokens(play.position, play.car)).get(at, "")
        left = spend(hand, value) if value in said_tokens(hand) else None
        if left is not None:
            if not may_be_met(play, toward):
                # the camera saw no re-roll: it has to be told as well
                yield defended_by(play, at, value, left)
                return
            faces = FACES if toward.tray is None else ("",)
            yield from with_re_roll(defended_by(play, at, value, left), toward, faces)
    elif word.kind == "time" and value == "up" and (at >= str(play.used) or not (at or play.stopped)):
        yield from timed_out(play, toward)
    elif word.kind in ("speed", "token") and at == str(play.used + 1) and not (play.due or play.stopped):
        yield from as_said(play, toward, word.kind, value)


def _by_the_way(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What may be done at any time: the die pushed or thrown for nothing, a token turned, a movement taken back."""
    here, there = play.place, seen_at(play, toward)
    aside = _set_aside(play, toward)
    if aside is not None:
        yield aside
    if there is not None and here != there:
        yield from _taken_back(play, there)
    if not play.used and not play.stopped:
        yield from _ghosts(play, toward)
    # a 5 first seen where the car has come to may have been thrown for nothing before it went there
    early = not gone_on(play) and toward.tray is not None and rules.spins_out(toward.tray.face)
    if there is not None and here != there and isinstance(here, OnSquare) and not early:
        return
    if toward.tray is not None and play.tray is not None and not same_die(play.tray, toward.tray):
        yield from idle_throw(play, toward.tray, there is None)
    if not play.stopped and (play.lap != toward.lap or play.hazards != toward.hazards):
        tidied = upkeep_of(play, toward)
        if not tidied.faults and (tidied.lap, tidied.hazards) != (play.lap, play.hazards):
            yield step_to(play, "", replace(play, lap=tidied.lap, hazards=tidied.hazards))


def _set_aside(play: Play, toward: Observation) -> Step[Play] | None:
    """Cars whose place is free: finished ones, spun-out ones beside the road, waiting ones that move up."""
    position, shape = play.position, field_of(play.position).shape
    cars = dict(position.cars)
    changed = {}
    for car, seen in toward.cars:
        place, now = cars.get(car), on_road(shape, seen)
        if car == play.car or place is None or now is None or place == now:
            continue
        if car in play.strayed or (stands_by(position, car, place, now) and not may_look_like(place, now)):
            changed[car] = now
    if not changed:
        return None
    moved = tuple((car, changed.get(car, place)) for car, place in position.cars)
    return step_to(play, "", replace(play, position=replace(position, cars=moved)))


def _ghosts(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Cars on the road that are not in sight may have been knocked over, or lifted off once they had finished."""
    position, seen = play.position, {car for car, _ in toward.cars}
    covers = len(toward.hazards) < len(play.hazards)  # wherever it was, a token may lie under it now
    gone = {
        car
        for car, place in position.cars
        if car not in seen and car != play.car and isinstance(place, OnSquare)
        if car not in play.ghosts and (covers or _is_ahead(play, place.square))
    }
    lost = gone - {*position.finished}
    if gone:
        claims = tuple(claim_of("elsewhere", car, "yes") for car in sorted(lost))
        yield step_to(play, "", replace(play, ghosts=play.ghosts | gone), claims, odd=1)


def _is_ahead(play: Play, square: Square) -> bool:
    shape = field_of(play.position).shape
    if not isinstance(play.place, OnSquare) or play.place.square not in shape.tile_at:
        return True
    return square in shape.tile_at and 0 <= shape.gained(play.place.square, square) <= MOVEMENTS * FASTEST


def _taken_back(play: Play, there: Place) -> Iterator[Step[Play]]:
    """A movement that was seen is taken back: it was not made; its speed is open again."""
    for index, stand in enumerate(play.stands[:-1]):
        if stand.place == there:
            yield step_to(
                play,
                "",
                replace(
                    play,
                    place=stand.place,
                    used=stand.used,
                    turned=stand.turned,
                    hand=stand.hand,
                    crossings=stand.crossings,
                    stops=stand.stops,
                    stands=play.stands[: index + 1],
                    speeds=0,
                    due="",
                    safe=False,
                    stopped=False,
                    adrift=False,
                ),
                odd=1,
            )
            return
