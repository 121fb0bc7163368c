"""What simulated drivers do, and what their hands get wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeVar

from referee.frozen import replace
from referee.games.base import Dice
from referee.games.racepack import book
from referee.games.racepack.observation import (
    DIE_STEP_DEG,
    DIE_STEP_MM,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    TrayDie,
)
from referee.games.racepack.position import FACES
from referee.games.racepack.rules import SPIN_OUT_FACE, spins_out
from referee.games.racepack.state import MOVEMENTS, OUT, ROLL, Play, begin, tokens_in
from referee.games.racepack.upkeep import placed
from referee.games.rulebook import Step
from referee.words.fact import fact

BRAKE_FOR_CORNERS = 0.4
TOKEN_SHARE = 0.12
LANE_CHANGE_SHARE = 0.5
RARE_FACING_SHARE = 0.6
WISH_FOR_A_STOP = 10.0
DEFENCE_SHARE = 0.15
TIME_RUNS_OUT_SHARE = 0.04
"""How much a driver feels like it, beside driving far; how often others spend a token, and how often time runs out."""

BEHIND, AHEAD = 3, 10
"""So many rows back and on a car is put down by mistake."""
SAFE_FACES = tuple(face for face in FACES if not spins_out(face))
T = TypeVar("T")
Row = tuple[Step[Play], ...]


# -- what a driver does -----------------------------------------------------------------------------------------------


def choose(play: Play, dice: Dice) -> Step[Play] | None:
    """The next step of a driver who keeps the rules."""
    step = _chosen(book.settle(play, book.show(play)), dice)
    return None if step is None else _seen(step)


def _seen(step: Step[Play]) -> Step[Play]:
    """The step, the table seen after it."""
    return replace(step, after=book.settle(step.after, book.show(step.after)))


def _chosen(play: Play, dice: Dice) -> Step[Play] | None:
    if play.due == OUT:
        return next(iter(book.actions(play)))
    if play.due:
        return _fallen(play, _one_of(FACES, dice), dice)
    met = _met_by_a_token(play, dice) if play.safe and dice.random() < DEFENCE_SHARE else None
    if met is not None:
        return met
    if play.adrift and (play.used >= MOVEMENTS or dice.random() < 1 / 2):
        return _ended(play, dice)
    # The book takes two whole turns running that were lost to the timer, unseen and unsaid, for a turn out of order.
    early = play.used and play.position.variants.timer_s and play.car not in play.position.grid
    if not play.stopped and not play.strayed and not (early and dice.random() < TIME_RUNS_OUT_SHARE):
        step = max(((_liking(play, step, dice), at, step) for at, step in enumerate(_movements(play))), default=None)
        if step is not None:
            return _known(play, step[-1], dice)
    return _ended(play, dice)


@lru_cache(maxsize=256)
def _movements(play: Play) -> tuple[Step[Play], ...]:
    """Every movement from which the turn may be finished; the last one takes no token and no rare facing needlessly."""
    last = play.used + 1 == MOVEMENTS
    steps = [step for step in book.movements(play, None) if book.may_be_finished(step.after)]
    steps = [step for step in steps if not (last and step.odd)] or steps
    fair = {step.after.place for step in steps if last and not _spends(step)}
    return tuple(step for step in steps if not (_spends(step) and step.after.place in fair))


def _speeds(step: Step[Play]) -> list[int]:
    """The speeds that a movement may have had."""
    return [int(one) for one in step.text.partition("@")[0] if one.isdigit()]


def _known(play: Play, step: Step[Play], dice: Dice) -> Step[Play]:
    """A movement as its driver knows it: he knows and says the speed of a lane change, but not of the last one."""
    if play.used + 1 == MOVEMENTS or not step.text.startswith("x") or _spends(step):
        return step
    for speed in sorted(_speeds(step), key=lambda one: -dice.random() * (1 + one)):
        for told in book.as_said(play, None, "speed", str(speed)):
            alike = (told.after.place, told.odd) == (step.after.place, step.odd) and not _spends(told)
            if alike and book.may_be_finished(told.after):
                return _said(told)
    return step


def _said(step: Step[Play]) -> Step[Play]:
    """The step, told in full: no look shows the speed of a lane change."""
    if not step.text.startswith("x"):
        return step
    return replace(step, claims=tuple(replace(one, free=one.free and one.fact.kind != "speed") for one in step.claims))


def _spends(step: Step[Play]) -> bool:
    return any(claim.fact.kind == "token" for claim in step.claims)


def _liking(play: Play, step: Step[Play], dice: Dice) -> float:
    """How much a driver feels like a movement: far is good, risks and tokens are rarely taken."""
    after = step.after
    liking = dice.random() * (1.0 + max(_speeds(step), default=1))
    liking *= LANE_CHANGE_SHARE if step.text.startswith("x") else 1.0
    liking *= BRAKE_FOR_CORNERS if after.due else 1.0
    liking *= TOKEN_SHARE if _spends(step) else 1.0
    liking *= RARE_FACING_SHARE if step.odd else 1.0
    wanted = play.position.pitted.count(play.car) < play.position.variants.stops
    return liking * (WISH_FOR_A_STOP if wanted and after.stops > play.stops else 1.0)


def _fallen(play: Play, face: str, dice: Dice) -> Step[Play]:
    """The roll that is due, with the die where it comes to rest: never quite where it lay."""
    step = next(one for one in book.rolls(play, None) if one.after.tray is not None and one.after.tray.face == face)
    return replace(step, after=replace(step.after, tray=_thrown(play, face, dice)))


def _thrown(play: Play, face: str, dice: Dice) -> TrayDie:
    while True:
        x_mm, y_mm = (DIE_STEP_MM * (dice.randrange(11) - 5) for _ in range(2))
        die = TrayDie(face, x_mm, y_mm, DIE_STEP_DEG * dice.randrange(24))
        if play.tray is None or not replace(play.tray, face=face).pushed_to(die):
            return die


def _met_by_a_token(play: Play, dice: Dice) -> Step[Play] | None:
    """Another player spends a token against the roll, and the die is thrown again."""
    steps = list(book.defences(play, None))
    if not steps:
        return None
    step = _one_of(steps, dice)
    tray = step.after.tray
    return step if tray is None else replace(step, after=replace(step.after, tray=_thrown(play, tray.face, dice)))


def _ended(play: Play, dice: Dice) -> Step[Play] | None:
    """The car leaves the track once it has finished; then the turn is over, and the table is tidied up."""
    for table in (None, _tidy(play, dice)):
        step = next(iter(book.ends(play, table)), None)
        if step is not None and (table or not step.over):
            return step
    return None


def _tidy(play: Play, dice: Dice) -> Observation:
    """The table as it should be by the end of the turn: the lap die, the spare hazard, hazards turned."""
    tidied, _ = book.upkeep_of(play, book.UNSEEN)
    lying = placed(replace(play.position, hazards=tidied.hazards), play.spot, dice.randrange(8))
    return book.show(replace(play, hazards=lying, lap=tidied.lap))


def _one_of(some: Sequence[T], dice: Dice) -> T:
    return some[dice.randrange(len(some))]


# -- what goes wrong --------------------------------------------------------------------------------------------------


def blunders(play: Play, dice: Dice) -> Iterator[Row]:
    """A movement that the rules do not allow, a roll that is not made or not heeded, a wrong word, a wrong table."""
    if play.due:
        yield from _at_a_roll(play, dice)
        return
    yield from ((_without_token(play, slip),) for slip in _put_down_wrongly(play))
    for slip in book.went_on(play):
        yield from _goes_on(play, slip, dice)
    yield from _said_wrongly(play, dice)
    yield from _out_of_turn(play, dice)
    yield from ((_without_token(play, slip),) for slip in _left_wrongly(play, dice))
    yield from _further_on(play, dice)


def _put_down_wrongly(play: Play) -> Iterator[Step[Play]]:
    """A movement that is none, or the car is put down somewhere near, or beside the road."""
    if not play.stopped:
        yield from book.wrong_movements(play, None)
    for place in _near(play):
        yield from book.put_elsewhere(play, place)


def _near(play: Play) -> Iterator[Place]:
    shape = play.shape
    here = play.place.square
    if isinstance(play.place, OutsideCorner):
        tile = shape.tile_of(play.place)
        here = None if tile is None else shape.inner_vertex(tile)
        yield from () if here is None else (OnSquare(here),)
    if here is None or here not in shape.tile_at:
        return
    yield from (OnSquare(end) for end in shape.tile_at if end != here and -BEHIND <= shape.gained(here, end) <= AHEAD)
    yield from _beside(play)
    yield OffTrack()


def _beside(play: Play) -> tuple[Place, ...]:
    """Outside the corner on which the car stands."""
    shape = play.shape
    here = shape.tile_of(play.place) if play.place.square else None
    return () if here is None or not shape.is_corner[here] else (OutsideCorner(shape.circuit.tiles[here]),)


def _goes_on(play: Play, slip: Step[Play], dice: Dice) -> Iterator[Row]:
    """What must not be and shows only by the next movement."""
    further = _movements(slip.after)
    if further:
        yield _without_token(play, slip), _seen(_known(slip.after, _one_of(further, dice), dice))


def _without_token(play: Play, slip: Step[Play]) -> Step[Play]:
    """The slip, with the word that no token was used that might have allowed it."""
    if play.hand != play.position.hand(play.car) or _spends(slip):
        return _said(slip)
    return _told_none(play, _said(slip), "token")


def _told_none(play: Play, step: Step[Play], kind: str) -> Step[Play]:
    """The step, with the word that there was none of these."""
    others = (one for one in step.claims if one.fact.kind != kind)
    return replace(step, claims=(*others, book.claim_of(kind, play.car, "no")))


def _said_wrongly(play: Play, dice: Dice) -> Iterator[Row]:
    """A token that may not be, where the movement needs one; one spent against the driver; time that had run out."""
    car, number = play.car, str(play.used + 1)
    full = tokens_in(play.position.teams.full_hand)
    fair = {play.place}
    if not play.stopped:
        fair = {step.after.place for step in book.movements(play, None) if not _spends(step)}
    for value in full:
        slips = book.misstated(play, fact("token", by=car, at=number, value=value))
        yield from ((_said(slip),) for slip in slips if slip.after.place not in fair)
    for pool, value in product(dict(play.position.tokens), full) if play.safe else ():
        slips = book.misstated(play, fact("defence", by=car, at=pool, value=value))
        yield from ((_said(slip),) for slip in slips)
    if play.used:
        for slip in book.misstated(play, fact("time", by=car, at=str(play.used), value="up")):
            yield from _goes_on(play, slip, dice)


def _out_of_turn(play: Play, dice: Dice) -> Iterator[Row]:
    """Another driver moves, but not the one whose turn was the last: he might seem to go on with it."""
    position = play.position
    had = [car for car in position.order if car not in position.queue]
    others = [*position.queue[1:], *had[:-1]] if had or position.round == 1 else []
    others = [car for car in others if not isinstance(position.place(car), OffTrack)]
    if play.used or not others or not _movements(play):
        return
    other = _one_of(others, dice)
    his = begin(replace(position, queue=(other, *(car for car in position.queue if car != other))))
    row: Row = ()
    here = play
    while not (his.due or his.stopped or his.used >= MOVEMENTS):
        moved = _movements(his)
        if not moved:
            return
        his = _one_of(moved, dice).after
        table = _with_car(book.show(here), other, his.place)
        step = _toward(here, table) if row else next(book.slips(here, table), None)
        if step is None:
            return
        row = (*row, _seen(step))
        here = row[-1].after
        yield row


def _toward(play: Play, table: Observation) -> Step[Play] | None:
    """What leads to a table and nobody tells of, the turn going on."""
    untold = (step for step in book.actions(play, table) if not (step.text or step.over))
    return next((_seen(step) for step in untold if not book.clash(book.show(step.after), table)), None)


def _left_wrongly(play: Play, dice: Dice) -> Iterator[Step[Play]]:
    """The turn is over though more can be done, or the lap die or a hazard is not as it should be."""
    if play.adrift or play.strayed:
        return
    tidy = _tidy(play, dice)
    for table in (book.show(play), tidy, *_spoilt(play, tidy, dice)):
        yield from book.wrong_ends(play, table, play.place)


def _spoilt(play: Play, tidy: Observation, dice: Dice) -> Iterator[Observation]:
    """A tidy table but for one thing."""
    if tidy.lap is not None:
        yield from (replace(tidy, lap=lap) for lap in (tidy.lap - 1, tidy.lap + 1) if lap in range(len(FACES)))
    if not tidy.hazards:
        return
    shape = play.shape
    taken = tidy.hidden.union(dict(tidy.hazards))
    free = [one for one in shape.tile_at if one not in taken]
    new = [one for one in tidy.hazards if one[0] not in dict(play.position.hazards)]
    due = [one for one in tidy.hazards if one not in play.hazards]
    for square, up in {_one_of(some, dice) for some in (new, due, tidy.hazards) if some}:
        others = tuple(one for one in tidy.hazards if one[0] != square)
        near = [one for one in free if shape.tile_at[one] == shape.tile_at[square]]
        moved = [_one_of(some, dice) for some in (near, free) if some]
        yield from (replace(tidy, hazards=tuple(sorted((*others, (there, up))))) for there in moved)
        yield replace(tidy, hazards=tuple(sorted((*others, (square, not up)))))
        yield replace(tidy, hazards=others)


def _further_on(play: Play, dice: Dice) -> Iterator[Row]:
    """A die thrown again for nobody; what may go wrong after an entry at speed 2, and after a hazard is hit."""
    if play.safe:
        for again in _throws(play, FACES, dice):
            slips = (slip for place in _beside(again.after) for slip in book.put_elsewhere(again.after, place))
            yield from ((_told_none(play, again, "defence"), _without_token(play, slip)) for slip in slips)
    if not (play.stopped or play.strayed or play.adrift):
        moved = [step for step in _movements(play) if not step.odd]
        entries = [step for step in moved if step.after.due == ROLL]
        for entry in [_seen(_known(play, _one_of(entries, dice), dice))] if entries else ():
            yield from ((entry, *row) for row in _at_a_roll(entry.after, dice))
        hits = [step for step in moved if step.after.stopped and not step.after.due and step.after.used < MOVEMENTS]
        for hit in [_seen(_known(play, _one_of(hits, dice), dice))] if hits else ():
            yield from ((hit, *row) for slip in book.went_on(hit.after) for row in _goes_on(hit.after, slip, dice))


def _at_a_roll(play: Play, dice: Dice) -> Iterator[Row]:
    """The roll is not made, pushed or made too late; or what it shows is not heeded."""
    for slip in [_without_token(play, slip) for slip in book.not_rolled(play, play.place)]:
        yield (slip,)
        if play.due == OUT:
            yield from ((slip, throw) for throw in _throws(slip.after, SAFE_FACES, dice))
            continue
        yield from ((_told_none(play, slip, "roll"), push) for push in _pushes(slip.after))
        for row in () if slip.after.stopped else _goes_on(play, slip, dice):
            yield from ((*row, throw) for throw in _throws(row[-1].after, SAFE_FACES, dice))
    if play.due == OUT:
        out = _seen(next(iter(book.actions(play))))
        yield from ((out, _without_token(out.after, slip)) for slip in _left_wrongly(out.after, dice))
    if play.due == ROLL:
        for face in (SPIN_OUT_FACE, _one_of(SAFE_FACES, dice)):
            rolled = _seen(_fallen(play, face, dice))
            deeds = _at_a_roll if spins_out(face) else _further_on
            yield from ((rolled, *row) for row in deeds(rolled.after, dice))


def _throws(play: Play, faces: Sequence[str], dice: Dice) -> Iterator[Step[Play]]:
    """The die is thrown though no roll is due."""
    if not play.due:
        step = _toward(play, replace(book.show(play), tray=_thrown(play, _one_of(faces, dice), dice)))
        yield from () if step is None else (step,)


def _pushes(play: Play) -> Iterator[Step[Play]]:
    """The die is pushed a little further on."""
    lies = play.tray
    if lies is not None:
        further_mm = 2 * DIE_STEP_MM * (1 if lies.x_mm < 0 else -1)
        step = _toward(play, replace(book.show(play), tray=replace(lies, x_mm=lies.x_mm + further_mm)))
        yield from () if step is None else (step,)


def _with_car(seen: Observation, car: str, place: Place) -> Observation:
    return replace(seen, cars=tuple((one, place if one == car else where) for one, where in seen.cars))
