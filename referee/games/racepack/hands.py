"""What simulated drivers do, and what their hands get wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeVar

from referee.frozen import replace, with_one
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
    Square,
    TrayDie,
)
from referee.games.racepack.position import FACES
from referee.games.racepack.rules import SPIN_OUT_FACE, spins_out
from referee.games.racepack.state import MOVEMENTS, OUT, ROLL, Play, tokens_in
from referee.games.racepack.upkeep import placed
from referee.games.rulebook import Step
from referee.mind.otherwise import changed, some, undone
from referee.mind.plant import Hands
from referee.words.fact import Fact, fact

BRAKE_FOR_CORNERS = 0.4
TOKEN_SHARE = 0.12
LANE_CHANGE_SHARE = 0.5
RARE_FACING_SHARE = 0.6
WISH_FOR_A_STOP = 10.0
DEFENCE_SHARE = 0.15
TIME_RUNS_OUT_SHARE = 0.04
"""How much a driver feels like it, beside driving far; how often others spend a token, and how often time runs out."""

PUT_DOWN, SPOILT = 6, 6
"""On so many wrong places a car is put down, so much is spoilt when the turn ends, each in thought."""
ENDED = 2
"""So many looks are left where the next step ends the turn."""
DARING = 0.5
"""How often a driver who is to slip looks for where more may go wrong."""
BEHIND, AHEAD = 3, 10
"""So many rows back and on a car is put down by mistake."""
SAFE_FACES = tuple(face for face in FACES if not spins_out(face))
T = TypeVar("T")


# -- what a driver does -----------------------------------------------------------------------------------------------


def choose(play: Play, dice: Dice) -> Step[Play] | None:
    """The next step of a driver who keeps the rules."""
    step = _chosen(book.settle(play, book.show(play)), dice)
    return None if step is None else _seen(step)


def dare(play: Play, dice: Dice) -> Step[Play] | None:
    """A step to where more may go wrong: into a corner at speed 2, onto a hazard; a 5 is rolled."""
    play = book.settle(play, book.show(play))
    if dice.random() > DARING or play.stopped or play.strayed or play.adrift or play.due not in ("", ROLL):
        return choose(play, dice)
    if play.due:
        return _seen(_fallen(play, SPIN_OUT_FACE, dice))
    ends = [step for step in _movements(play) if step.after.due or step.after.stopped > (step.after.used >= MOVEMENTS)]
    return _seen(_known(play, _one_of(ends, dice), dice)) if ends else choose(play, dice)


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


def otherwise(play: Play, looks: Sequence[Observation], dice: Dice) -> Iterator[Observation | Fact | Step[Play]]:
    """A wrong movement or word, a car put down elsewhere; the die, the lap die and the hazards lie otherwise."""
    look, position, car = looks[0], play.position, play.car
    had = [one for one in position.order if one not in position.queue]  # the last of them might seem to go on
    others = [*position.queue[1:], *had[:-1]] if had or position.round == 1 else []
    yield from () if play.due or play.stopped else book.wrong_movements(play, None)
    off = (*_beside(play, play.place), OffTrack())
    yield from (with_one(look, "cars", car, place) for place in (*some(_near(play, play.place), PUT_DOWN, dice), *off))
    for other in some(others, 1, dice) if not play.used else ():
        yield from (with_one(look, "cars", other, place) for place in some(_near(play, position.place(other)), 1, dice))
    for die in _die_elsewhere(play, dice):
        places = (play.place, *some(_near(play, play.place), 1, dice), *off)
        yield from (replace(with_one(look, "cars", car, place), tray=die) for place in places)
    if len(looks) == ENDED:
        yield from undone(looks[0], looks[1])
        yield from some(_spoilt(play, looks[-1], dice), SPOILT, dice)
    full, pools = tokens_in(position.teams.full_hand), dict(position.tokens) if play.safe else ()
    yield from (fact("token", by=car, at=str(play.used + 1), value=value) for value in full)
    yield from (fact("defence", by=car, at=pool, value=value) for pool, value in product(pools, full))
    if play.used:
        yield fact("time", by=car, at=str(play.used), value="up")


def told(play: Play, slip: Step[Play], toward: object) -> Step[Play]:
    """The slip told in full, with the word that there was no token that might have allowed it, nor a roll if the die
    was pushed.
    """
    slip, die = _said(slip), toward.tray if isinstance(toward, Observation) else None
    none = [] if play.hand != play.position.hand(play.car) or _spends(slip) else ["token"]
    if die is not None and play.due == ROLL and play.tray not in (None, die) and play.tray.pushed_to(die):
        none.append("roll")
    others = (one for one in slip.claims if one.fact.kind not in none)
    return replace(slip, claims=(*others, *(book.claim_of(kind, play.car, "no") for kind in none)))


def _die_elsewhere(play: Play, dice: Dice) -> Iterator[TrayDie]:
    """Where a roll is due or was made, the die is pushed a little further on, or thrown for nobody."""
    if play.tray is not None and (play.due or play.safe):
        further_mm = 2 * DIE_STEP_MM * (1 if play.tray.x_mm < 0 else -1)
        yield replace(play.tray, x_mm=play.tray.x_mm + further_mm)
        yield _thrown(play, _one_of(SAFE_FACES if play.due else FACES, dice), dice)


def _beside(play: Play, place: Place) -> tuple[Place, ...]:
    """Outside the corner on which a car stands."""
    tile = play.shape.tile_of(place)
    return () if tile is None or not play.shape.is_corner[tile] else (OutsideCorner(play.shape.circuit.tiles[tile]),)


def _near(play: Play, place: Place) -> Iterator[Place]:
    """Where on the road a car is put down by mistake: a little on or back, where no other stands."""
    shape, tile = play.shape, play.shape.tile_of(place)
    if tile is not None:
        here, taken = place.square or shape.inner_vertex(tile), {one.square for one in book.show(play).places.values()}
        near = (end for end in shape.tile_at if -BEHIND <= shape.gained(here, end) <= AHEAD)
        yield from (OnSquare(end) for end in near if end not in taken)


def _spoilt(play: Play, tidy: Observation, dice: Dice) -> Iterator[Observation]:
    """A tidy table but for one thing."""
    tiles, taken = play.shape.tile_at, tidy.hidden.union(dict(tidy.hazards))
    free = [one for one in tiles if one not in taken]

    def elsewhere(hazard: tuple[Square, bool] | None) -> Iterator[tuple[Square, bool] | None]:
        if hazard is not None:
            near = [one for one in free if tiles[one] == tiles[hazard[0]]]
            yield from ((there, hazard[1]) for there in (*some(near, 1, dice), *some(free, 1, dice)))
            yield from (None, (hazard[0], not hazard[1]))

    yield from changed(tidy, "hazards", elsewhere)
    if tidy.lap is not None:
        yield from (replace(tidy, lap=lap) for lap in (tidy.lap - 1, tidy.lap + 1) if lap in range(len(FACES)))


HANDS = Hands(choose, otherwise, told, dare)
