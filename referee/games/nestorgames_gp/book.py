"""The law of a turn for the mind: what hands and dice may do next, and what they do wrong (docs/mind.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from functools import lru_cache
from itertools import product

from referee.frozen import cached_property, dataclass, hashed_by, replace, with_one
from referee.games.nestorgames_gp import actions as kinds
from referee.games.nestorgames_gp import rules as rule
from referee.games.nestorgames_gp import spoken as said
from referee.games.nestorgames_gp.actions import Turn, deed_of, has_repeat, parse_turn, points
from referee.games.nestorgames_gp.board import EVERY_TURNING, FARTHEST, Board, Path, paths_from
from referee.games.nestorgames_gp.law import (
    Desk,
    Outcome,
    faults_of,
    may_wait,
    next_seat,
    resolve,
    rolls_for,
    target,
    turnings_open,
    use_item,
)
from referee.games.nestorgames_gp.looks import (
    Held,
    all_that_was_thrown,
    apart,
    available,
    breach,
    clash,
    come_to_lie,
    differs,
    held_against,
    left_lying,
    lies,
    once,
    pushed,
    shows,
)
from referee.games.nestorgames_gp.reaching import PUSHES_A_TURN, Outlook, ahead, seen_at
from referee.games.nestorgames_gp.scores import (
    championship_scores,
    on_the_grid,
    qualify,
    qualifying_value,
    race_scores,
    team_scores,
    to_qualify,
)
from referee.games.nestorgames_gp.state import (
    DICE,
    KINDS,
    UNKNOWN,
    Box,
    CarSeen,
    Observation,
    Position,
    Stand,
    Thrown,
    Tray,
    nodes_seen,
    observation_text,
    parse_observation,
    parse_position,
    position_text,
)
from referee.games.nestorgames_gp.words import WORDS
from referee.games.rulebook import Ask, Claim, Step, spaced
from referee.words.fact import Fact, fact, facts

__all__ = [
    "Play", "actions", "asks", "begin", "clash", "driver", "heard", "look_text", "misstated", "name", "near",
    "parse_look", "reach", "round_length", "rules", "settle", "show", "shows", "slips", "text", "title", "turn_text",
    "words", "worlds",
]  # fmt: skip

name, title, rules, words = "nestorgames-gp", "nestorgames GP", rule.RULES, WORDS
parse_look = parse_observation
look_text = observation_text

ROLL, PUSHED, AGAIN, SETTLE = "roll", "pushed", "again", "settle"
DOUBLE_SIX = (6, 6)
MOST_POINTS = 21
MISSED = 4
"""So many turns may go by while hands are over the table, also when fewer play: then a driver may come twice."""
MISCOUNTED, BY_HAND = 1, 3
"""How much less likely a miscounted movement and a car set down anywhere are than other faults that show the same."""


@hashed_by("before", "stage", "lying", "rolled", "use", "table", "turn", "called")
@dataclass(frozen=True)
class Play:
    """A position in the midst of a turn.

    Attributes
    ----------
    before : the table when the turn began.
    stage : what comes next: rolling and all that ends a turn; an ending that does not leave the driver's car or box
        as they are seen, because others push it (``pushed``) or its driver comes again (``again``); or what hands
        still have to do after the driver's choice (``settle``).
    lying : the dice on the throwing card.
    rolled : the dice thrown in this turn, in their order, as far as they were seen.
    use, aim : the item used, and the rocket's die.
    table : what stands there now, where that is not as the turn began.
    turn : the driver's choice, when hands still have to do it.
    called : what was broken in this turn already, see `breach`.
    meddled : dice that another driver threw in it.
    said : the dice, which nobody saw, were said to be others than the car was moved by.
    lain : whether dice of the driver lie there from before, and no look showed that they did so as the turn began.
    repeated : whether the whole card was seen with a repeat on it: what is thrown since came after it.
    """

    before: Position
    stage: str = ROLL
    lying: tuple[Thrown, ...] = ()
    rolled: tuple[Thrown, ...] = ()
    use: str = ""
    aim: int = 0
    table: Position | None = None
    turn: Turn | None = None
    called: frozenset[str] = frozenset()
    meddled: tuple[Thrown, ...] = ()
    said: bool = False
    lain: bool = False
    repeated: bool = False

    @property
    def car(self) -> str:
        """The car to move."""
        return self.before.turn

    @property
    def now(self) -> Position:
        """What stands there."""
        return self.table or self.before

    @cached_property
    def roll(self) -> tuple[int, ...]:
        """The faces thrown."""
        return tuple(die.face for die in self.rolled)

    @cached_property
    def seen(self) -> Observation:
        """What a camera sees."""
        return replace(self.now.in_race, dice=self.lying)


def begin(position: Position) -> Play:
    """The beginning of a turn."""
    return Play(replace(position, dice=()), lying=position.dice)


def _next(after: Position, lying: tuple[Thrown, ...]) -> Play:
    """The beginning of a turn that nobody has looked at yet."""
    return Play(replace(after, dice=()), lying=lying, lain=any(die.car == after.turn for die in lying))


def worlds(text: str) -> tuple[Play, ...]:
    """The beginning of a turn in today's notation; a car that may point two ways on a loop gives two.

    Raises NotationError.
    """
    position, seen = parse_position(text), dict(parse_observation(text).cars)
    ways = [[(car, Stand(node, seen[car].up)) for node in nodes_seen(position.shape, seen[car])] for car in seen]
    order = {car: number for number, car in enumerate(position.seats)}
    return tuple(
        begin(replace(position, cars=tuple(sorted(cars, key=lambda one: order[one[0]])))) for cars in product(*ways)
    )


def text(play: Play) -> str:
    """The position in today's notation."""
    last = play.before
    return position_text(replace(play.now, dice=play.lying, dice_clear=last.dice_clear, unseen=last.unseen))


def turn_text(driver: str, steps: Sequence[Step[Play]]) -> str:
    """A turn in today's notation; of one that has no end yet, the dice thrown so far."""
    told = spaced(driver, steps)
    if parse_turn(told).kind != kinds.ROLLING or (steps and steps[-1].over):
        return told
    roll = steps[-1].after.roll if steps else ()
    end = kinds.BUST if has_repeat(roll) else kinds.ROLLING
    return " ".join([told, *([f"roll={'+'.join(map(str, roll))}"] if roll else []), end])


def driver(play: Play) -> str:
    """The car to move; "" when the race is over."""
    return play.before.turn


def round_length(play: Play) -> int:
    """Every car that still races has one turn."""
    return len(play.before.racing)


def show(play: Play) -> Observation:
    """What a camera sees."""
    return play.seen


def settle(play: Play, seen: Observation) -> Play:
    """The dice lie as a look shows them; those that it does not show have been taken up."""
    lying = tuple(next((one for one in seen.dice if lies(one, (die,))), die) for die in still_lying(play, seen))
    repeated = play.repeated or (seen.dice_clear and has_repeat(play.roll))
    if play.lain or repeated > play.repeated:
        play = replace(play, lain=False, repeated=repeated)
    if (seen.dice_clear, seen.unseen) != (play.before.dice_clear, play.before.unseen):
        play = replace(play, before=replace(play.before, dice_clear=seen.dice_clear, unseen=seen.unseen))
    if lying == play.lying:
        return play
    now = {die: next((one for one in lying if lies(one, (die,))), die) for die in play.rolled}
    return replace(play, lying=lying, rolled=tuple(now[die] for die in play.rolled))


# -- what the rules allow ---------------------------------------------------------------------------------------------


def actions(play: Play, toward: Observation | None = None) -> Iterator[Step[Play]]:
    """Everything the rules allow next."""
    if not play.car:
        return
    if play.stage == SETTLE:
        yield from _settled(play, toward)
        return
    if toward is not None and play.stage == ROLL:
        yield from _on_the_card(play, toward)
        yield from _come_into_view(play, toward)
        yield from _items_used(play, toward)
        yield from _meddling_goes_on(play, toward)
        if fresh(play, play.car, toward) and not play.before.qualifying:
            yield from _away(play, toward)
            return
    for one in choices(play, play.car, toward):
        yield from _ended(play, one.turn, one.claims, toward)
    if toward is not None and play.stage == ROLL:
        yield from _away(play, toward)


def fresh(play: Play, car: str, toward: Observation) -> tuple[Thrown, ...]:
    """A driver's dice that a look shows and nobody has seen thrown."""
    return come_to_lie(play.lying, toward, car)


def still_lying(play: Play, toward: Observation | None) -> tuple[Thrown, ...]:
    """The dice that are not seen to be taken up."""
    return play.lying if toward is None else left_lying(play.lying, toward)


def _on_the_card(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Dice thrown, or pushed a little."""
    left = still_lying(play, toward)
    mine = () if has_not_rolled(play, play.car, toward) else fresh(play, play.car, toward)
    back = tuple(die for die in mine if lies(die, play.rolled))
    if back:  # who lays a die down again as it lay has hardly thrown it again
        yield Step("", replace(play, lying=left + back), fact("deed", how="pushed"), odd=1)
    if mine and not throwing(play, mine):
        thrown = replace(play, lying=left + mine, rolled=play.rolled + mine, lain=False)
        about = said.about_dice(play.car, thrown.roll, len(mine) == 1 and play.before.dice_clear)
        if has_repeat(play.roll) and not play.repeated and rule.ROLL.id not in play.called:
            about += said.about_the_order(play.car, thrown.roll)
        yield Step("", thrown, fact("deed", how="threw"), about, chance=True, odd=2 * bool(back))
    alike = tuple(die for die in left if die.car == play.car and die not in play.rolled) if mine else ()
    if alike and not throwing(play, (*alike, *mine)):
        # taken up with the others and thrown so that they lie as before
        again = replace(play, lying=left + mine, rolled=play.rolled + alike + mine, lain=False)
        yield Step("", again, fact("deed", how="threw"), chance=True, odd=1)
    theirs = tuple(die for die in come_to_lie(play.lying, toward) if die.car != play.car)
    if theirs and not play.before.dice_clear:  # nobody saw whether they lay there already
        lay = left + theirs
        rolls = {die.car: tuple(one.face for one in lay if one.car == die.car) for die in theirs}
        about = tuple(claim for car, roll in rolls.items() for claim in said.about_the_order(car, roll))
        yield Step("", replace(play, lying=lay), fact("deed", how="pushed"), about)
    elsewhere = pushed(play.lying, toward)
    if elsewhere:
        now = {die: elsewhere.get(die, die) for die in (*play.lying, *play.rolled)}
        lying = tuple(now[die] for die in play.lying if die in left or die in elsewhere)
        moved = replace(play, lying=lying, rolled=tuple(now[die] for die in play.rolled))
        yield Step("", moved, fact("deed", how="pushed"), odd=1)


def _come_into_view(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Items on spaces that were not seen before: they may have been laid there in an earlier turn."""
    lay = {(item.space, item.kind) for item in play.now.items}
    come = [one for one in toward.items if one.space in play.before.unseen and (one.space, one.kind) not in lay]
    if come and play.table is None:
        before = replace(play.before, items=tuple(sorted((*play.before.items, *come))), unseen=frozenset())
        claims = tuple(map(Claim, dict.fromkeys(_lay(f"space:{one.space}") for one in come)))
        yield Step("", replace(play, before=before), fact("deed", how="touched"), claims)


def throwing(play: Play, thrown: Sequence[Thrown]) -> tuple[Fact, ...]:
    """The rules that are broken by throwing these dice as well, whatever item may have been used; each once."""
    after, car = replace(play, rolled=(*play.rolled, *thrown)), play.car
    rolls = ((use, aim, tuple(die.face for die in dice)) for use, aim, dice in uses(Sight(after, None, car)))
    faults = (faults_of(play.before, Turn(car, kinds.ROLLING, *one), play.repeated) for one in rolls)
    return tuple(fault for fault in once(min(faults, key=len)) if breach(fault) not in play.called)


def has_not_rolled(play: Play, car: str, toward: Observation) -> bool:
    """Whether a driver's dice lie as they lay, who takes them up to roll: then he has not rolled in this turn.

    Only in a turn whose beginning was seen he may have left them there. A single die beside others that do not lie as
    they lay may have come to lie so again.
    """
    if not play.lain or car != play.car:
        return False
    return sum(die.car == car and lies(die, toward.dice) for die in play.lying) > bool(fresh(play, car, toward))


def _items_used(play: Play, toward: Observation, wrong: bool = False) -> Iterator[Step[Play]]:
    """Items whose use is seen before the movement is; where something is `wrong` those that may not be used."""
    if play.use or play.before.qualifying or (wrong and len(play.rolled) > 1):
        return
    tried = list(uses(Sight(play, toward, play.car)))
    if wrong:
        die = play.roll[0] if play.roll else DICE
        some = () if play.before.switches.items == "none" else ("rocket", "bomb", "wrench", "oil")
        tried = [(kind, die, ()) if kind == "rocket" else (kind, 0, play.rolled) for kind in some]
    for kind, aim, rolled in tried:
        broken = misused(play, kind, aim)
        if not kind or bool(broken) != wrong:
            continue
        after, closer = used_as_seen(play, kind, aim, rolled, toward)
        if closer or (kind == "rocket" and play.rolled and not rolled):
            told = use_text(kind, aim), deed_of(Turn(play.car, kinds.ROLLING, kind, aim))
            claims, called = use_claims(play, kind, aim), replace(after, called=play.called | _breaches(broken))
            if wrong:
                yield from _slip(play, told, called, broken, claims, 0 if closer else MISCOUNTED)
            else:
                yield Step(told[0], after, told[1], claims)


def use_text(kind: str, aim: int) -> str:
    """The use of an item in notation.

    >>> use_text("rocket", 4), use_text("bomb", 0)
    ('use=rocket aim=4', 'use=bomb')
    """
    return f"use={kind}" + (f" aim={aim}" if aim else "")


def misused(play: Play, kind: str, aim: int) -> tuple[Fact, ...]:
    """The rules that using an item breaks, each once."""
    without = faults_of(play.before, Turn(play.car, kinds.ROLLING))
    found = faults_of(play.before, Turn(play.car, kinds.ROLLING, kind, aim))
    return once([fault for fault in found if fault not in without])


def used_as_seen(play: Play, kind: str, aim: int, rolled: tuple[Thrown, ...], toward: Observation) -> tuple[Play, bool]:
    """The table once an item is used, as far as hands have done what follows; and whether it looks more like a look."""
    used = table_after_use(play.before, Turn(play.car, kinds.ROLLING, kind, aim))
    held = held_against(play.before, Turn(play.car, kinds.ROLLING, kind, aim), used, toward)
    table = held.table if held.halfway else used.after
    lying = still_lying(play, toward)
    after = replace(play, use=kind, aim=aim, rolled=rolled, table=table, lying=lying, repeated=False)
    return after, apart(after.seen, toward) < apart(play.seen, toward)


@lru_cache(maxsize=256)
def table_after_use(position: Position, turn: Turn) -> Outcome:
    """What using an item leads to, before the movement."""
    table = Desk(position)
    use_item(table, turn)
    return Outcome(table.now(), table.causes, (), frozenset(table.passing))


# -- how a turn ends --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """What a driver may be taken to have done.

    Attributes
    ----------
    turn : his choice.
    claims : what it takes to have happened.
    broken : the rules that it breaks; none of a legal one.
    odd : how much less likely it is than others that show the same.
    """

    turn: Turn
    claims: tuple[Claim, ...] = ()
    broken: tuple[Fact, ...] = ()
    odd: int = 0


def choices(play: Play, car: str, toward: Observation | None, wrong: bool = False) -> Iterator[Choice]:
    """What a driver may have done by what is seen: what breaks no rule, or anything where something is `wrong`.

    What may be done is said by `law` alone; here stands what people may have seen or said of it.
    """
    position = play.before
    if position.qualifying:
        yield from qualified(play, toward)
        return
    sight = Sight(play, toward, car, wrong)
    for use, aim, dice in uses(sight):
        roll = tuple(die.face for die in dice)
        turn = Turn(car, kinds.MOVE, use, aim, roll)
        told, odd = use_claims(play, use, aim) if not play.use else (), int(wrong and bool(use) and not play.use)
        for one in _offered(sight, turn):
            found = (*one.broken, *faults_of(position, one.turn, ordered=wrong and has_repeat(roll[:-1])))
            broken = tuple(fault for fault in found if breach(fault) not in play.called)
            if wrong or not broken:
                shown = use == "turbo" and sight.whole and one.turn.kind == kinds.MOVE and not wrong
                claims = tuple(replace(claim, free=True) for claim in told) if shown else told
                miscounted = any(fault.kind == rule.EXACT_MOVE.id for fault in broken)
                yield Choice(one.turn, claims + one.claims, broken, one.odd + odd + miscounted * MISCOUNTED)


def _offered(sight: Sight, turn: Turn) -> Iterator[Choice]:
    """Turning up, taking a die back, and what may come of the dice."""
    play, car, wrong, stand = sight.play, turn.car, sight.wrong, sight.stand
    box, lost = sight.box, play.before.box(car).dice
    lies_there = not stand.up and turn.use != "wrench" and (wrong or rule.BELLY_UP.id not in play.called)
    if lies_there and (wrong or sight.turned_up()):
        yield Choice(replace(turn, kind=kinds.UP), () if wrong else said.no_dice(car, f"car:{car}"))
    taken = box is not None and box.dice < lost
    if lost and turn.use != "wrench" and (taken or not turn.roll if wrong else sight.fixed()):
        claims = _lost_dice_lay(play) if wrong and taken else ()
        yield Choice(replace(turn, kind=kinds.FIX), claims if wrong else said.no_dice(car, f"box:{car}:{lost - 1}"))
    if wrong:
        yield from _stayed(sight, turn) if sight.stays() else ()
        yield from _moves(sight, turn, 1 if play.before.safety and play.before.leading == (car,) else sight.free(turn))
        if not sight.stays() and sight.look is not None and not _a_roll_leads_there(sight, turn):
            yield Choice(Turn(car, kinds.PUT, turn.use, turn.aim, end=sight.look.space), odd=BY_HAND)
    elif not lies_there:
        for most, claims in _most_dice(play.before, car, sight.free(turn), turn.roll):
            moves = () if has_repeat(turn.roll) else _moves(sight, turn, most)
            yield from (replace(one, claims=claims + one.claims) for one in (*_busts(sight, turn, most), *moves))


@dataclass(frozen=True)
class Sight:
    """What a look shows of a driver: whether an ending may be what is seen, or not without further turns.

    Where something is `wrong`, a car may point any way.
    """

    play: Play
    toward: Observation | None
    car: str
    wrong: bool = False

    @cached_property
    def look(self) -> CarSeen | None:
        """The car as it is seen, if it is."""
        return dict(self.toward.cars).get(self.car) if self.toward is not None else None

    @property
    def box(self) -> Box | None:
        """The box as it is seen, if it is."""
        return dict(self.toward.boxes).get(self.car) if self.toward is not None else None

    @property
    def stand(self) -> Stand:
        """Where the car stood, and how."""
        return self.play.before.stand(self.car)

    def free(self, turn: Turn) -> int:
        """How many dice the driver has."""
        return DICE if turn.use == "wrench" else self.play.before.dice_left(self.car)

    @cached_property
    def nodes(self) -> frozenset[int | None] | None:
        """Where the car may stand; None when it is not seen."""
        look = self.look
        if look is None:
            return None
        if self.wrong:
            return frozenset(self._board.nodes_of.get(look.space, (None,)))
        bay = self.here if not look.space and self.here is not None and self.here >= self._board.pole else None
        return frozenset((*nodes_seen(self._board, look), *(() if bay is None else (bay,))))

    @property
    def _board(self) -> Board:
        return self.play.before.shape

    @property
    def space(self) -> str:
        """The space on which the car stood."""
        return self._board.ids[self.here] if self.here is not None else ""

    @cached_property
    def here(self) -> int | None:
        """Where the car stood."""
        return self.stand.node

    @cached_property
    def rolled(self) -> tuple[Thrown, ...]:
        """The dice that the driver has thrown; another one's are those that he threw out of turn."""
        if self.car == self.play.car or self.toward is None:
            return self.play.rolled
        meddled = tuple(die for die in self.play.meddled if die.car == self.car)
        return (*meddled, *fresh(self.play, self.car, self.toward))

    @cached_property
    def whole(self) -> bool:
        """Whether the dice seen are the whole roll: they lie there until the turn is over, beside no older ones."""
        play, toward = self.play, self.toward
        if not self.rolled or toward is None:
            return False
        if not all_that_was_thrown(toward, self.car, play.before.box(self.car).dice):
            return False
        if self.car != play.car:
            return True
        older = [die for die in play.lying if die.car == play.car and die not in play.rolled]
        return all(lies(die, toward.dice) for die in play.rolled) and not any(lies(die, toward.dice) for die in older)

    @cached_property
    def lain(self) -> bool:
        """Whether the driver has not rolled, as his dice tell."""
        return self.toward is not None and has_not_rolled(self.play, self.car, self.toward)

    @cached_property
    def throws(self) -> bool:
        """Whether the driver throws dice that were not thrown yet."""
        return self.toward is not None and bool(fresh(self.play, self.car, self.toward))

    def beyond(self, path: Path) -> bool:
        """Whether no way leads on from a movement to where the car is seen."""
        if self.toward is None or self.play.stage != AGAIN:
            return False
        seen, onward = seen_at(self.play.before, self.toward, self.car), ahead(self._board, path.end)
        return seen is not None and not any((node, laps - path.crossings) in onward for node, laps in seen)

    def _is_pushed_on(self, end: int | None) -> bool:
        """Whether pushes may lead on from a node to where the car is seen."""
        if end is None or self.nodes is None:
            return False
        onward = ahead(self._board, end, 0, 0, PUSHES_A_TURN * (MISSED + 1))
        return any(node in self.nodes for node, _ in onward)

    def ends(self, *ends: int | None) -> bool:
        """Whether a movement that ends so is worth a look at this stage."""
        if self.nodes is None:
            return self.play.stage == ROLL and self.car == self.play.car
        direct = any(end in self.nodes for end in ends)
        if self.play.stage == ROLL:
            return direct
        if self.play.stage == AGAIN:
            return not direct or self.throws
        return not direct and any(map(self._is_pushed_on, ends))

    @cached_property
    def something_else_is_done(self) -> bool:
        """Whether the table shows what may follow from a movement while the car still stands where it stood."""
        if self.toward is None or self.play.stage != ROLL or not self.stays():
            return False
        return apart(self.play.seen, self.toward) > 0

    def stays(self) -> bool:
        """Whether staying where the car stood is."""
        return self.ends(self.here) or (self.wrong and self.nodes is None)

    def turned_up(self) -> bool:
        """Whether turning the car up is."""
        look = self.look
        return look is None or look.up == (self.play.stage == ROLL) or self.throws or self.stays()

    def fixed(self) -> bool:
        """Whether taking a die back is."""
        box = self.box
        done = box is None or box.dice < self.play.before.box(self.car).dice
        return box is None or self.throws or done == (self.play.stage == ROLL)


def uses(sight: Sight) -> Iterator[tuple[str, int, tuple[Thrown, ...]]]:
    """The items that may be used, with the rocket's die and the dice that are left for the roll; "" for none.

    Where something is `wrong` also a turbo boost that he does not hold: of others the table shows that they were used.
    """
    play, position, car, toward = sight.play, sight.play.before, sight.play.car, sight.toward
    if play.use or sight.car != car:
        yield (play.use, play.aim, play.rolled) if sight.car == car else ("", 0, sight.rolled)
        return
    yield "", 0, play.rolled
    hand = position.hand(car)
    for kind in KINDS if UNKNOWN in hand else tuple(dict.fromkeys(hand)):
        if kind == "rocket":
            yield from _rockets(play)
        elif not misused(play, kind, 0):
            yield kind, 0, play.rolled
    if not sight.wrong or toward is None or position.switches.items == "none":
        return
    if not position.may_hold(car, "turbo") and (sight.look is None or sight.look.space != sight.space):
        yield "turbo", 0, play.rolled


def _rockets(play: Play) -> Iterator[tuple[str, int, tuple[Thrown, ...]]]:
    """A rocket that hits or misses, its die unseen or one of those thrown."""
    aimed = target(play.before, play.car)
    if aimed is None or aimed.blocked:
        return
    if aimed.distance <= DICE:
        yield "rocket", aimed.distance, play.rolled
    if aimed.distance > 1:
        yield "rocket", 1, play.rolled
    for die in {die.face: die for die in play.rolled}.values():
        yield "rocket", die.face, tuple(one for one in play.rolled if one != die)


def use_claims(play: Play, use: str, aim: int) -> tuple[Claim, ...]:
    """What using an item takes to have happened, and what of it the table shows."""
    if not use:
        return ()
    position, car = play.before, play.car
    node = position.stand(car).node
    here = position.shape.ids[node] if node is not None else ""
    shown = {"bomb": f"item:{here}:{use}", "oil": f"item:{here}:{use}", "wrench": f"box:{car}:0"}.get(use, "")
    used = Claim(fact("use", by=car, value=use), shown, free=use == "rocket" and aim in play.roll)
    if use != "rocket":
        known_by_the_box = use == "wrench" and not position.may_hold(car, use)
        return (used, *(_lost_dice_lay(play) if known_by_the_box else ()))
    aimed = target(position, car)
    far = aimed.distance if aimed else 0
    alike = frozenset(fact("aim", value=str(face)) for face in range(1, 7) if (face >= far) == (aim >= far))
    return used, Claim(fact("aim", by=car, value=str(aim)), free=True, others=alike)


def _busts(sight: Sight, turn: Turn, most: int) -> Iterator[Choice]:
    """A repeat that lies there, or one of which not all dice were seen."""
    position, car, roll = sight.play.before, turn.car, turn.roll
    if not sight.stays():
        return
    if has_repeat(roll):
        yield Choice(replace(turn, kind=kinds.BUST), said.about_a_bust(car, roll, most, double_six=False))
    elif not sight.whole and most > len(roll) and most > 1:
        corner = position.switches.safety and position.on_corner(car)
        unseen = replace(turn, kind=kinds.BUST, roll=())
        yield Choice(unseen, said.about_a_bust(car, (), most, double_six=False if corner else None))
        if corner:
            yield Choice(replace(unseen, roll=DOUBLE_SIX), said.about_a_bust(car, (), most, double_six=True))


def _most_dice(
    position: Position, car: str, free: int, roll: tuple[int, ...]
) -> Iterator[tuple[int, tuple[Claim, ...]]]:
    """How many dice may be rolled: one by the leader behind the safety car; where cars are level, who leads is said."""
    level = position.leading if position.safety else ()
    if car not in level:
        yield free, ()
        return
    if len(roll) <= 1:
        yield 1, ()
    if len(level) > 1 and free > 1:
        others = frozenset(fact("leader", value=one) for one in level if one != car)
        yield free, (Claim(fact("leader", value=next(one for one in level if one != car)), others=others),)


def _moves(sight: Sight, turn: Turn, most: int) -> Iterator[Choice]:
    """Movements that end where the car is seen, of which the dice may not all have been seen; by any road if wrong."""
    play, position, car, wrong, roll = sight.play, sight.play.before, turn.car, sight.wrong, turn.roll
    turbo, having = turn.use == "turbo", tuple(sorted(turn.roll))
    exact = points(roll, turbo)
    rolled_and_moved = not (sight.lain or sight.stays())
    for path in paths_from(position.shape, sight.here, EVERY_TURNING if wrong else turnings_open(position, car)):
        meant = path.steps == exact or (play.said and not wrong)
        fits = meant or (
            not sight.whole and (wrong or not sight.lain) and bool(rolls_for(path.steps, turbo, most, having))
        )
        moves = (fits or wrong) and not sight.beyond(path) and sight.ends(*ends_of(position, car, path))
        moves = moves or (bool(roll) and path.steps == exact and not wrong and sight.something_else_is_done)
        if not (moves or (fits and position.safety and not wrong and sight.stays())):
            continue
        whole = path.steps == exact or (wrong and sight.whole)
        moved = replace(turn, steps=path.steps, via=path.via, roll=roll if whole else ())
        broken = () if fits or sight.whole else _too_far(sight, moved, roll, most)
        if wrong:  # whatever was rolled: with other dice a movement is a fault, too
            about = said.about_a_roll(car, roll, exact if roll else path.steps, turbo, DICE)
            about = tuple(replace(claim, free=claim.free or rolled_and_moved) for claim in about)
        else:
            about = said.about_a_roll(car, moved.roll, path.steps, turbo, most)
        about += said.about_the_path(path.via)
        waits = position.safety is not None and not wrong and may_wait(position, moved, path)
        if moves:
            yield Choice(moved, about, broken)
        if waits and sight.stays():
            yield Choice(replace(moved, kind=kinds.HELD), about)


def _a_roll_leads_there(sight: Sight, turn: Turn) -> bool:
    """Whether some of the driver's dice take the car by an open road to where it is seen, be it past others."""
    position, nodes, having = sight.play.before, sight.nodes or (), tuple(sorted(turn.roll))
    return not sight.lain and any(
        not set(ends_of(position, turn.car, path)).isdisjoint(nodes)
        and rolls_for(path.steps, turn.use == "turbo", sight.free(turn), having)
        for path in paths_from(position.shape, sight.here, turnings_open(position, turn.car))
    )


def _too_far(sight: Sight, moved: Turn, roll: tuple[int, ...], most: int) -> tuple[Fact, ...]:
    """What is broken by a movement that no such dice carry the car; without any dice another rule is."""
    free = sight.free(moved)
    if not free or (most < free and rolls_for(moved.steps, moved.use == "turbo", free, tuple(sorted(roll)))):
        return ()  # who leads behind the safety car has one die only: that is said of the movement itself
    return (rule.no_such_roll(moved.car, moved.steps, roll, free),)


def ends_of(position: Position, car: str, path: Path) -> tuple[int | None, ...]:
    """Where a car can be seen in the course of a movement's end: its end, and where it is moved on to."""
    board, node = position.shape, path.end
    found: list[int | None] = [node]
    other_t = board.other_t(node)
    if other_t is not None:
        node = other_t
        found.append(node)
    if path.crossings and position.box(car).discs <= 1:
        found.append(None)
    if board.ids[node] in position.oiled:
        found.append(board.slide(node)[-1])
    return tuple(found)


def qualified(play: Play, toward: Observation | None, every: bool = False) -> Iterator[Choice]:
    """The end of a driver's qualifying roll; of one that was not seen whole every value is possible.

    Values below the best so far lead to the same race: unless `every` one is asked for, a repeat stands for them all.
    """
    car, roll = play.car, play.roll
    sight = Sight(play, toward, car)
    best = max((value for _, value in play.before.rolled), default=0)
    whole = has_repeat(roll) or sight.whole or len(roll) == DICE
    whole = whole or (sight.throws and not _may_come_again(play.before))
    if roll:
        yield Choice(Turn(car, kinds.QUALIFY, roll=roll), said.about_a_value(car, qualifying_value(roll), roll))
    for value in () if whole else range(MOST_POINTS + 1):
        fitting = rolls_for(value, False, DICE, tuple(sorted(roll))) if value else ((1, 1),)
        told_apart = every or not 0 < value < best
        if fitting and told_apart and not (roll and value == qualifying_value(roll)):
            yield Choice(Turn(car, kinds.QUALIFY, roll=fitting[0]), said.about_a_value(car, value, ()))


@lru_cache(maxsize=4096)
def outcome_of(position: Position, turn: Turn) -> Outcome:
    """What a turn leads to; what was put into the tray unseen is not known."""
    if turn.kind != kinds.QUALIFY:
        outcome = resolve(position, turn)
        after = outcome.after
    else:
        after = qualify(position, turn.car, turn.roll, turn.refill)
        outcome = Outcome(after, {})
    if after.tray is not None and after.tray != position.tray and after.tray.space and not turn.refill:
        return replace(outcome, after=replace(after, tray=Tray(after.tray.space)))
    return outcome


def _ended(
    play: Play, turn: Turn, claims: tuple[Claim, ...], toward: Observation | None, called: bool = False
) -> Iterator[Step[Play]]:
    """A choice with all that follows from it, done at once or, if a look shows it so, in part."""
    for filled in _with_the_rest(play, turn, toward):
        unfilled = outcome_of(play.before, replace(filled, refill="")).after
        if not filled.refill or available(unfilled, filled.refill):
            yield from _done(play, filled, claims, toward, called)


def _with_the_rest(play: Play, turn: Turn, toward: Observation | None) -> Iterator[Turn]:
    """A turn with what is left open of it: when a used item was laid before the leader, whether a push into a car on a
    corner was severe, and what is put into the tray, as a look shows it."""
    laid = turn.use and play.before.switches.items == "board"
    for timed in (turn, replace(turn, late=True)) if laid else (turn,):
        for meant in (timed, replace(timed, mild=True)) if outcome_of(play.before, timed).disputed else (timed,):
            due, seen = outcome_of(play.before, meant).after.tray, toward.tray if toward is not None else None
            moved_on = (
                due is not None and due != play.before.tray and seen is not None and due.space in ("", seen.space)
            )
            yield replace(meant, refill=seen.item) if moved_on and seen is not None and seen.item else meant


def heard(play: Play, toward: Observation, word: Fact) -> Iterator[Step[Play]]:
    """The end of a turn of which nothing is left to do but to hold what was called against it, or a value as called."""
    if play.car and play.before.qualifying:
        for one in qualified(play, toward, every=True):
            if any(claim.told_by(word) for claim in one.claims):
                yield from _ended(play, one.turn, one.claims, toward)
    elif word.kind in ("fastest", "score", "team") and play.car and play.stage == ROLL:
        for one in choices(play, play.car, toward):
            yield from (step for step in _ended(play, one.turn, one.claims, toward, called=True) if not step.over)


def _done(
    play: Play, turn: Turn, claims: tuple[Claim, ...], toward: Observation | None, called: bool
) -> Iterator[Step[Play]]:
    outcome, (text_, deed) = outcome_of(play.before, turn), told_of(play, turn)
    lying = play.lying
    if toward is None and turn.kind not in (kinds.UP, kinds.FIX):
        lying = tuple(die for die in lying if die.car != play.car or die in play.rolled)
    odd = int(bool(turn.use) and not play.use)
    follows = _follows(play.before, outcome.after, turn, toward)
    for after in _turned_up_too(play, outcome.after):
        shown = follows if after is outcome.after else _follows(play.before, after, turn, toward)
        ended, unseen = _next(after, lying), turn.kind == kinds.BUST and not turn.roll
        yield Step(text_, ended, deed, claims + shown, over=True, odd=odd, chance=unseen)
    if toward is None or play.stage != ROLL or (outcome.after.in_race == play.before.in_race and not called):
        return
    held = held_against(play.before, turn, outcome, toward)
    if not held.halfway:
        return
    if not (called or held.differs) and all(claim.free for claim in follows):
        return  # nothing is left to do: the turn is over
    part = settling(play, turn, held, lying)
    if apart(part.seen, play.seen) or play.rolled:
        yield Step(text_, part, deed, claims, odd=odd)


def _turned_up_too(play: Play, after: Position) -> Iterator[Position]:
    """What a turn leads to; who has moved a belly-up car has turned it up on the way: that is one fault."""
    yield after
    stand = after.stand(play.car)
    if rule.BELLY_UP.id in play.called and not stand.up:
        yield with_one(after, "cars", play.car, replace(stand, up=True))


def settling(play: Play, turn: Turn, held: Held, lying: tuple[Thrown, ...]) -> Play:
    """A choice of which hands have done what a look shows."""
    table = replace(held.table, dice=(), turn=play.car)
    return replace(play, stage=SETTLE, lying=lying, turn=turn, table=table, meddled=())


def told_of(play: Play, turn: Turn) -> tuple[str, Fact]:
    """A turn in notation, without the car, and what was done; an item whose use was told already is left out."""
    rest = replace(turn, use="", aim=0) if play.use else turn
    return kinds.turn_text(rest).partition(" ")[2], deed_of(rest)


def _settled(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """Hands do the rest of what follows from a choice, or a part of it."""
    assert play.turn is not None
    outcome = outcome_of(play.before, play.turn)
    lying = still_lying(play, toward)
    follows = _follows(play.before, outcome.after, play.turn, toward)
    yield Step("", _next(outcome.after, lying), told_of(play, play.turn)[1], follows, over=True)
    if toward is None:
        return
    held = held_against(play.before, play.turn, outcome, toward)
    part = settling(play, play.turn, held, lying)
    if held.halfway and part.seen != play.seen and not _undone(play.now, part.now, outcome.after):
        yield Step("", part, fact("deed", how="rest"))


def _undone(before: Position, now: Position, due: Position) -> bool:
    """Whether something that stood as it must does not any more."""
    tables = (
        (*(value for _, box in one.boxes for value in astuple(box)), *(stand for _, stand in one.cars), one.gate_open)
        for one in (before, now, due)
    )
    return any(was == must != here for was, here, must in zip(*tables, strict=True))


def _follows(before: Position, after: Position, turn: Turn, toward: Observation | None) -> tuple[Claim, ...]:
    """What must have been done to the table, free where the next look shows it changed; and words that may be said.

    What lies in the next look as it lay before was either not done or undone again: that look bears nothing out, but
    that a car lay belly-up a die lost in its box does.
    """
    found = _done_to_the_table(before, after, turn.car)
    if toward is not None:
        seen = [one for one in found if shows(toward, one.shown_by) and differs(before.in_race, toward, one.shown_by)]
        crashed = {one.fact.get("by") for one in seen if one.fact.kind == "box"}  # a lost die tells that the car lay so
        in_view = {car for car, _ in toward.cars}
        found = tuple(
            Claim(one.fact, free=True)
            if one in seen or (one.fact.get("how") == "down" and one.fact.get("by") in crashed & in_view)
            else one
            for one in found
        )
    return (*found, *about_the_race(before, after, turn))


@lru_cache(maxsize=4096)
def _done_to_the_table(before: Position, after: Position, driver: str) -> tuple[Claim, ...]:
    """What somebody must have done between two positions."""
    board, found = before.shape, list[Claim]()
    for car, stand in after.cars:
        if stand != before.stand(car) and car not in after.finished and not before.qualifying:
            place = board.ids[stand.node] if stand.node is not None else "off"
            stands = fact("car", by=car, value=place)
            found.append(
                Claim(stands if stand.up else stands.also(how="down"), f"car:{car}:{'up' if stand.up else 'down'}")
            )
    for car, box in after.boxes:
        if box != before.box(car):
            found.append(Claim(fact("box", by=car, value=str(box.dice)), f"box:{car}:{box.dice}"))
    if after.gate_open != before.gate_open:
        found.append(Claim(fact("gate-stands", value="open" if after.gate_open else "closed"), "gate"))
    if after.tray != before.tray and after.tray is not None:
        found.append(Claim(fact("tray-lies", value=after.tray.space or "off"), "tray"))
        every = frozenset(fact("refill", value=kind) for kind in KINDS if after.tray.item in ("", kind))
        found.append(Claim(fact("refill", by=driver, value=after.tray.item or UNKNOWN), free=True, others=every))
    for item in set(after.items) - set(before.items):
        found.append(Claim(fact("item", at=item.space, value=item.kind), f"item:{item.space}:{item.kind}"))
    return tuple(found)


def about_the_race(before: Position, after: Position, turn: Turn) -> tuple[Claim, ...]:
    """What may be said beside the turn: the fastest turn and scores if they are right, and what does not matter."""
    level = before.safety is not None and len(before.leading) > 1
    record = f"{after.record[0]}:{after.record[1]}" if after.record and after.switches.fastest else ""
    fits = said.idle(turn.kind, record, not level)
    scores = right_scores(after).items() if not after.turn else ()
    told = (fact("team" if len(at) > 1 else "score", at=at, value=f"{score:g}") for at, score in scores)
    return (*fits, *(Claim(one, free=True) for one in told))


def right_scores(after: Position) -> dict[str, float]:
    """The scores of a finished race, by car and by team."""
    scores = championship_scores(after) if after.championship else race_scores(after)
    return {**scores, **team_scores(after)}


def _away(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Endings that leave the driver's car or box otherwise than they are seen: others, or he again, go on."""
    if play.before.qualifying:
        return
    if play.car in dict(toward.cars) and len(play.before.racing) > 1:
        yield Step("", replace(play, stage=PUSHED), fact("deed", how="away"))
    if _may_come_again(play.before):
        yield Step("", replace(play, stage=AGAIN), fact("deed", how="away"))


def _may_come_again(position: Position) -> bool:
    """Whether so few drive before him that a driver may have had a second turn while nobody looked.

    Who has qualified may be the first to race.
    """
    return len(to_qualify(position) if position.qualifying else position.racing) <= MISSED


def _meddling_goes_on(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Who has thrown out of turn throws on and moves: his one fault is named already. So may the turn end."""
    if play.meddled:
        car = play.meddled[0].car
        theirs = fresh(play, car, toward)
        if theirs:
            after = replace(play, lying=still_lying(play, toward) + theirs, meddled=play.meddled + theirs)
            yield Step("", after, fact("deed", how="threw"), chance=True)
        for one in choices(play, car, toward):
            if one.turn.kind == kinds.MOVE:
                after = replace(play, before=outcome_of(play.before, one.turn).after, table=None, meddled=())
                yield Step(f"let={car}", after, fact("deed", how="let", who=car))
    if not play.rolled and any(one.startswith(rule.TURN_ORDER.id) for one in play.called):
        yield Step("", _next(play.before, still_lying(play, toward)), fact("deed", how="passed"), over=True)


# -- what hands do wrong ----------------------------------------------------------------------------------------------


def slips(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What hands do wrong on the way to a look."""
    if not play.car or play.stage in (PUSHED, AGAIN):
        return
    if play.stage == SETTLE:
        assert play.turn is not None
        yield from _left_undone(play, play.turn, (), toward, 0)
        return
    yield from _thrown_wrongly(play, toward)
    yield from _touched(play, toward)
    if play.before.qualifying:
        for one in qualified(play, toward):
            yield from _left_undone(play, one.turn, one.claims, toward, 0)
        return
    yield from _items_used(play, toward, wrong=True)
    yield from _chosen_wrongly(play, play.car, toward)
    for car in play.before.racing:
        if car != play.car and _acted(play, car, toward):
            yield from _chosen_wrongly(play, car, toward)


def _slip(
    play: Play, told: tuple[str, Fact], after: Play, broken: Sequence[Fact], claims: tuple[Claim, ...] = (),
    odd: int = 0, over: bool = False,
) -> Iterator[Step[Play]]:  # fmt: skip
    new = tuple(one for one in once(broken) if breach(one) not in play.called)
    if new:
        yield Step(told[0], after, told[1], claims, new, over, odd)


def _breaches(broken: Sequence[Fact]) -> frozenset[str]:
    return frozenset(map(breach, broken))


def _thrown_wrongly(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Dice that must not be thrown: too many, after a repeat, with the car belly-up, or another's."""
    left = still_lying(play, toward)
    mine = fresh(play, play.car, toward)
    if mine:
        broken = throwing(play, mine)
        after = replace(play, lying=left + mine, rolled=play.rolled + mine, called=play.called | _breaches(broken))
        threw = "", fact("deed", how="threw")
        yield from _slip(play, threw, after, broken, said.about_dice(play.car, after.roll, alone=True))
    for car in play.before.seats:
        theirs = fresh(play, car, toward) if car != play.car else ()
        if theirs:
            let = f"let={car}", fact("deed", how="let", who=car)
            over = car in play.before.started and next_seat(play.before, car) == play.car
            broken = facts(rule.turn_order(car, play.car, "rolled-on" if over else "rolled"))
            after = replace(play, lying=left + theirs, meddled=theirs, called=play.called | _breaches(broken))
            yield from _slip(play, let, after, broken)


def _acted(play: Play, car: str, toward: Observation) -> bool:
    """Whether a driver whose turn it is not shows that he has done something."""
    shown = dict(play.seen.cars).get(car)
    look = dict(toward.cars).get(car, shown)
    theirs = any(die.car == car for die in play.meddled)
    return look != shown or theirs or bool(fresh(play, car, toward))


def _touched(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Things moved, turned over, taken or laid that nobody had to touch, while the driver's own car stays."""
    look = dict(toward.cars).get(play.car)
    if look is not None and look.space != dict(play.seen.cars)[play.car].space:
        return
    held = held_against(play.now, Turn(play.car, kinds.ROLLING), Outcome(play.now, {}), toward)
    if held.broken and held.table.turn == play.car:
        table = replace(held.table, dice=())
        after = replace(play, before=table, table=None, lying=still_lying(play, toward))
        yield from _slip(play, ("", fact("deed", how="touched")), after, held.broken, _lay_so(held), BY_HAND)


def _lay_so(held: Held, *things: str) -> tuple[Claim, ...]:
    """What a fault hangs on where things were changed: that they lay as they were last seen until then."""
    before, found = held.before.in_race, dict.fromkeys((*held.things, *things))
    changed = (one for one in found if shows(held.seen, one) and differs(before, held.seen, one))
    return tuple(Claim(_lay(one), one, before=True) for one in changed)


def _lost_dice_lay(play: Play) -> tuple[Claim, ...]:
    """What a fault hangs on that is known by dice gone from the driver's box: that they lay there until then."""
    return tuple(Claim(_lay(one), one, before=True) for one in (f"box:{play.car}:0", "card"))


def _lay(thing: str) -> Fact:
    """That a thing, as `shows` names it, was as it was last seen."""
    what, _, of = thing.partition(":")
    whose = {"by" if what in ("car", "box") else "at": of.partition(":")[0]} if of else {}
    return fact("lay", what=what, **whose)


def _chosen_wrongly(play: Play, car: str, toward: Observation) -> Iterator[Step[Play]]:
    """A driver's choice, legal or not, with everything that is not as it must be after it."""
    for one in choices(play, car, toward, wrong=True):
        for filled in _with_the_rest(play, one.turn, toward):
            yield from _left_undone(play, filled, one.claims, toward, one.odd, one.broken)


def _left_undone(
    play: Play, turn: Turn, claims: tuple[Claim, ...], toward: Observation, odd: int, faults: Sequence[Fact] = ()
) -> Iterator[Step[Play]]:
    """The end of a turn with the table as it is seen, whatever the rules make of it."""
    outcome = outcome_of(play.before, turn)
    held = held_against(play.before, turn, outcome, toward)
    broken = (*faults, *held.broken)
    if _breaches(broken) <= play.called:
        return  # as most of what is tried
    lying = still_lying(play, toward)
    if turn.car != play.car:
        lying = lying + fresh(play, turn.car, toward)
    told = told_of(play, turn)
    done = replace(held.table, dice=())
    claims += _lay_so(held, f"car:{turn.car}")
    follows = about_the_race(play.before, done, turn)
    if turn.car != play.car:
        called = play.called | _breaches(facts(rule.turn_order(turn.car, play.car)))
        goes_on = replace(play, before=done, table=None, lying=lying, meddled=(), called=called)
        let = f"let={turn.car}", fact("deed", how="let", who=turn.car)
        yield from _slip(play, let, goes_on, broken, claims, odd)
        if not play.rolled:
            yield from _slip(play, let, _next(done, lying), broken, claims, odd, over=True)
        return
    yield from _slip(play, told, _next(done, lying), broken, claims + follows, odd, over=True)
    if held.differs and held.halfway and play.stage == ROLL:
        part = replace(settling(play, turn, held, lying), called=play.called | _breaches(faults))
        yield from _slip(play, told, part, faults, claims, odd)


def _stayed(sight: Sight, turn: Turn) -> Iterator[Choice]:
    """Rolls after which the car stays where it is, though it must not perhaps."""
    position, car, roll, turbo = sight.play.before, turn.car, turn.roll, turn.use == "turbo"
    if has_repeat(roll) or not (roll and sight.whole):
        few = 0 < position.dice_left(car) < 2 and turn.use != "wrench" and not has_repeat(roll)
        fault = rule.broken(rule.EXACT_MOVE, "stayed", who=car, steps=1)
        yield Choice(replace(turn, kind=kinds.BUST), (), (fault,) if few else ())
        return
    due = points(roll, turbo)
    ways = paths_from(position.shape, sight.here, turnings_open(position, car))
    vias = [path.via for path in ways if path.steps == due] if position.safety and sight.here is not None else [()]
    for via in vias:
        about = said.about_a_roll(car, roll, due, turbo, DICE)
        yield Choice(replace(turn, kind=kinds.HELD, steps=due, via=via), about)


def misstated(play: Play, word: Fact) -> Iterator[Step[Play]]:
    """What is said of one's own turn and is not so: a value, the fastest turn, a score, an item that nobody holds, and
    dice that nobody saw and that do not carry the car where it went."""
    if not play.car or play.stage in (PUSHED, AGAIN):
        return
    for broken, after in _as_said(play, word.kind, str(word.get("value")), str(word.get("at"))):
        after = replace(after, called=play.called | {breach(broken)})
        yield from _slip(
            play, ("", fact("deed", how="touched")), after, (broken,), (Claim(said.said_by(play.car, word)),)
        )


def _as_said(play: Play, kind: str, value: str, at: str) -> Iterator[tuple[Fact, Play]]:
    position, car = play.before, play.car
    may_move = not position.qualifying and position.stand(car).up
    for broken in facts(_miscalled(play, kind, value, at)):
        yield broken, play
    if kind == "use" and value in KINDS and play.turn is None and not play.use and not position.qualifying:
        for aim in (1, DICE) if value == "rocket" else (0,):
            for broken in misused(play, value, aim)[:1]:
                yield broken, replace(play, use=value, aim=aim)
    elif kind == "roll" and play.turn is None and said.in_which_order(play.roll, value):
        told = tuple(int(face) for face in value.split("+") if face.isdecimal())
        if rule.roll_after_repeat(car, play.roll, in_order=False) is None:
            for broken in facts(rule.roll_after_repeat(car, told, in_order=True)):
                yield broken, play
    elif kind in ("roll", "sum", "bust") and play.turn is None and not play.rolled and may_move:
        yield rule.broken(rule.EXACT_MOVE, "called", who=car, called=value or kind), replace(play, said=True)


def _miscalled(play: Play, kind: str, value: str, at: str) -> Fact | None:
    """A qualifying value, the fastest turn or a score that was called and is another."""
    number = _number(value)
    if kind == "value" and play.before.qualifying and play.roll and number is not None:
        called, right = int(number), qualifying_value(play.roll)
        wrong = rule.broken(rule.QUALIFYING, "value", who=play.car, steps=called, steps2=right)
        return wrong if called != right else None
    if play.turn is None:
        return None
    return _score_called(outcome_of(play.before, play.turn).after, kind, value, at)


def called_after(position: Position, words: Iterable[Fact]) -> tuple[Fact, ...]:
    """The scores of a finished race and the fastest turn that were called and are others."""
    called = (_score_called(position, one.kind, str(one.get("value")), str(one.get("at"))) for one in words)
    return facts(*called)


def _score_called(after: Position, kind: str, value: str, at: str) -> Fact | None:
    number = _number(value.rpartition(":")[2])
    if number is None:
        return None
    if kind == "fastest":
        return rule.fastest_turn((value[:1], int(number)), after.record if after.switches.fastest else None)
    if kind == "score" and not after.turn and at in after.seats:
        return rule.score(at, number, right_scores(after)[at])
    team = next((one for one in after.teams if set(one) == set(at)), "")
    if kind == "team" and not after.turn and team:
        return rule.score(team, number, right_scores(after)[team])
    return None


def _number(text: str) -> float | None:
    """A number as people say it, with half a point perhaps.

    >>> _number("12"), _number("3.5"), _number("bust")
    (12.0, 3.5, None)
    """
    whole, _, half = text.partition(".")
    return float(text) if whole.isdecimal() and (half or "0").isdecimal() else None


# -- what may come of it ----------------------------------------------------------------------------------------------


def reach(play: Play, toward: Observation, turns: int) -> bool:
    """Whether so many turns may lead to a look.

    A car whose driver has none of these turns is only pushed and crashed: it does not come further by itself, is not
    turned up, throws no dice and gets none back. Laps driven and cylinders spent are never undone by anybody. Whose
    dice lie as they lay has not rolled since.
    """
    position = play.before
    if turns <= 0 or not position.turn:
        return not clash(play.seen, toward)
    if play.stage == SETTLE and play.turn is not None:
        outcome = outcome_of(position, play.turn)
        if held_against(position, play.turn, outcome, toward).halfway:
            return True
        return reach(Play(replace(outcome.after, dice=()), lying=play.lying), toward, turns - 1)
    if play.stage == AGAIN and turns <= len(position.racing):
        return False
    if play.stage == PUSHED and turns < 2:
        return False
    if position.qualifying:
        return _may_qualify(play, toward, turns)
    looks, boxes, racing = dict(toward.cars), dict(toward.boxes), frozenset(position.racing)
    home = frozenset(
        car
        for car in racing
        if (car not in looks or not looks[car].space)
        and position.box(car).discs <= turns
        and (car not in boxes or not boxes[car].discs)
    )
    return any(_may_come(play, toward, order) for order in _orders(position, (position.turn,), racing, home, turns))


def _may_come(play: Play, toward: Observation, order: tuple[str, ...]) -> bool:
    """Whether these drivers' turns may lead to a look."""
    position = play.before
    theirs = tuple(dict.fromkeys(die.car for die in play.meddled))
    drivers = {*order, *theirs}
    anew, kept = _dice_seen(play, toward)
    if position.dice_clear and not drivers.issuperset(_throwers(play, anew, kept)):
        return False
    fresh_of = {die.car for die in anew}
    still = frozenset(die.car for die in kept) & drivers - {*theirs, *fresh_of}
    shown = {car: tuple(die.face for die in anew if die.car == car) for car in drivers.difference(theirs)}
    shown[play.car] = (*play.roll, *shown.get(play.car, ()))
    busted = frozenset(car for car in shown if has_repeat(shown[car]) and car in fresh_of | still and car not in theirs)
    if play.use not in ("", "turbo"):
        position = table_after_use(position, Turn(play.car, kinds.ROLLING, play.use, play.aim)).after
    left = play.car if play.stage == PUSHED else ""
    astray = play.car if play.called else ""
    return Outlook(position, toward, (*order[:-1], *theirs, order[-1]), still, left, busted, astray).may_come()


def _dice_seen(play: Play, toward: Observation) -> tuple[tuple[Thrown, ...], tuple[Thrown, ...]]:
    """The dice that lie where none lay, and those that lie as they lay."""
    return come_to_lie(play.lying, toward), tuple(die for die in play.lying if lies(die, toward.dice))


def _throwers(play: Play, anew: Iterable[Thrown], kept: Sequence[Thrown]) -> frozenset[str]:
    """Whose dice lie anew and are none that lay elsewhere."""
    gone = {(die.car, die.face) for die in play.lying if die not in kept}
    return frozenset(die.car for die in anew if (die.car, die.face) not in gone)


def _may_qualify(play: Play, toward: Observation, turns: int) -> bool:
    """Whether so many turns may be had to qualify before a look, or qualify everybody and lead on to it."""
    position, waiting, bust = play.before, to_qualify(play.before), has_repeat(play.roll)
    values = dict(position.rolled) | ({position.turn: 0} if bust else {})
    best = max(values.values(), default=0)
    rolling = position.duel or position.seats
    level = [car for car in rolling if values.get(car, best) == best]
    left, last = turns - len(waiting), position.seats.index(waiting[-1]) + 1
    # whose value is known rolls again after those who are level then as well: without a point that are all
    tied = [car for car in level if not best or car in values]
    again = [car for car in (*position.seats[last:], *position.seats[:last]) if car in tied]
    may = {*waiting[bust:turns], *again[: max(0, left)], *(die.car for die in play.meddled)}
    anew, kept = _dice_seen(play, toward)
    strange = _throwers(play, anew, kept) - may if position.dice_clear else frozenset()
    if not strange and not any(look.space for _, look in toward.cars):
        return True
    # whose dice lie there otherwise may have thrown them before the race
    bare = replace(toward, dice=tuple(die for die in anew if die.car in strange), dice_clear=False)
    return left >= 0 and any(reach(Play(qualified_by(position, winner)), bare, left) for winner in level)


@lru_cache(maxsize=256)
def qualified_by(position: Position, winner: str) -> Position:
    """The cars on the grid, whatever the winner puts into the tray."""
    grid = on_the_grid(replace(position, dice=()), winner)
    return replace(grid, tray=Tray(grid.tray.space)) if grid.tray is not None else grid


def _orders(
    position: Position, order: tuple[str, ...], racing: frozenset[str], home: frozenset[str], turns: int
) -> Iterator[tuple[str, ...]]:
    """Whose turns these and the next ones may be: who comes home in one of his has no more."""
    for left in {racing, racing - {order[-1]}} if order[-1] in home else {racing}:
        if len(order) < turns and left:
            yield from _orders(position, (*order, next_seat(position, order[-1], tuple(left))), left, home, turns)
        elif left == racing:
            yield order


def near(play: Play, toward: Observation, slips: int, turns: int) -> bool:
    """Whether the rest of this turn, slips and all, may lead to a look; what is left to later turns does not."""
    return play.stage not in (PUSHED, AGAIN)


def asks(play: Play) -> tuple[Ask, ...]:
    """What may be said: what was rolled, the item used, the rocket's die, the road, who leads, a qualifying value."""
    return _asks(play.before) if play.car else ()


@lru_cache(maxsize=256)
def _asks(position: Position) -> tuple[Ask, ...]:
    car = position.turn
    if position.qualifying:
        values = tuple(str(value) for value in range(MOST_POINTS + 1))
        return Ask(fact("value", by=car), values), said.AnyRoll(fact("roll", how="so", by=car), ())
    held = [kind for kind in KINDS if position.may_hold(car, kind)]
    return (
        Ask(fact("sum", by=car), ("bust", "double-six", *(str(steps) for steps in range(1, FARTHEST + 1)))),
        said.AnyRoll(fact("roll", how="so", by=car), ()),
        Ask(fact("use", by=car), (*held, "no")),
        Ask(fact("aim", by=car), tuple("123456") if "rocket" in held else ()),
        Ask(fact("leader"), position.leading),
        Ask(fact("path"), ("main", *sorted(turnings_open(position, car)), "gate+shortcut")),
        said.AnyRoll(fact("bust"), ()),
    )
