"""The law of a turn for the mind: what hands and dice may do next, and what they do wrong (docs/mind.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from referee.frozen import replace
from referee.games.fact import Fact, fact
from referee.games.nestorgames_gp import actions as kinds
from referee.games.nestorgames_gp import rules as rule
from referee.games.nestorgames_gp.actions import Turn, has_repeat, parse_turn, points
from referee.games.nestorgames_gp.effects import Outcome, next_seat
from referee.games.nestorgames_gp.in_words import deed_of
from referee.games.nestorgames_gp.law import faults_of, rolls_for
from referee.games.nestorgames_gp.looks import (
    all_that_was_thrown,
    clash,
    held_against,
    lies,
    once,
    shows,
)
from referee.games.nestorgames_gp.notation import observation_text, parse_observation, parse_position, position_text
from referee.games.nestorgames_gp.observation import DICE, KINDS, UNKNOWN, Observation, Thrown
from referee.games.nestorgames_gp.paths import paths_from, target, turnings_open
from referee.games.nestorgames_gp.play import qualifying_value
from referee.games.nestorgames_gp.position import Position, Stand, nodes_seen
from referee.games.nestorgames_gp.reaching import Outlook
from referee.games.nestorgames_gp.spoken import (
    MOST_STEPS,
    AnyRoll,
    about_a_roll,
    about_dice,
    about_the_path,
    in_which_order,
    said_by,
)
from referee.games.nestorgames_gp.under_way import (
    AGAIN,
    BY_HAND,
    EVERY_TURNING,
    MISCOUNTED,
    MOST_POINTS,
    PUSHED,
    ROLL,
    SETTLE,
    Play,
    Sight,
    about_the_race,
    actions,
    begin,
    ends_of,
    fresh,
    heard,
    misused,
    outcome_of,
    qualified,
    right_scores,
    settling,
    still_lying,
    table_after_use,
    throwing,
    told_of,
    use_claims,
    use_text,
    used_as_seen,
    uses,
    with_refill,
)
from referee.games.nestorgames_gp.words import WORDS
from referee.games.rulebook import Ask, Claim, Step, spaced

__all__ = [
    "Play", "actions", "asks", "begin", "clash", "driver", "heard", "look_text", "misstated", "name", "near",
    "parse_look", "reach", "round_length", "rules", "settle", "show", "shows", "slips", "text", "title", "turn_text",
    "words", "worlds",
]  # fmt: skip

name, title, rules, words = "nestorgames-gp", "nestorgames GP", rule.RULES, WORDS
parse_look = parse_observation
look_text = observation_text


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
    return position_text(replace(play.now, dice=play.lying))


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
    if lying == play.lying:
        return play
    now = {die: next((one for one in lying if lies(one, (die,))), die) for die in play.rolled}
    return replace(play, lying=lying, rolled=tuple(now[die] for die in play.rolled))


# -- what hands do wrong ----------------------------------------------------------------------------------------------


def slips(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What hands do wrong on the way to a look."""
    if not play.car or play.stage in (PUSHED, AGAIN):
        return
    if play.stage == SETTLE:
        assert play.turn is not None
        yield from _left_undone(play, play.turn, play.mild, (), toward, 0)
        return
    yield from _thrown_wrongly(play, toward)
    yield from _touched(play, toward)
    if play.before.qualifying:
        for turn, claims in qualified(play, toward):
            yield from _left_undone(play, turn, False, claims, toward, 0)
        return
    yield from _used_wrongly(play, toward)
    yield from _chosen_wrongly(play, play.car, toward)
    for car in play.before.racing:
        if car != play.car and _acted(play, car, toward):
            yield from _chosen_wrongly(play, car, toward)


def _slip(
    play: Play, told: tuple[str, Fact], after: Play, broken: Sequence[Fact], claims: tuple[Claim, ...] = (),
    odd: int = 0, over: bool = False,
) -> Iterator[Step[Play]]:  # fmt: skip
    new = tuple(one for one in once(broken) if one.kind not in play.called)
    if new:
        yield Step(told[0], after, told[1], claims, new, over, odd)


def _kinds(broken: Sequence[Fact]) -> frozenset[str]:
    return frozenset(one.kind for one in broken)


def _thrown_wrongly(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Dice that must not be thrown: too many, after a repeat, with the car belly-up, or another's."""
    left = still_lying(play, toward)
    mine = fresh(play, play.car, toward)
    if mine:
        broken = throwing(play, mine)
        after = replace(play, lying=left + mine, rolled=play.rolled + mine, called=play.called | _kinds(broken))
        threw = "", fact("deed", how="threw")
        yield from _slip(play, threw, after, broken, about_dice(play.car, after.roll, alone=True))
    for car in play.before.seats:
        theirs = fresh(play, car, toward) if car != play.car else ()
        if theirs:
            after = replace(play, lying=left + theirs, meddled=theirs, called=play.called | {rule.TURN_ORDER.id})
            let = f"let={car}", fact("deed", how="let", who=car)
            yield from _slip(play, let, after, _facts(rule.turn_order(car, play.car)))


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
        yield from _slip(play, ("", fact("deed", how="touched")), after, held.broken, odd=BY_HAND)


def _used_wrongly(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """An item used that may not be, seen before the movement is."""
    if play.use or len(play.rolled) > 1 or play.before.switches.items == "none":
        return
    for kind in KINDS:
        aim = (play.roll[0] if play.roll else DICE) if kind == "rocket" else 0
        broken = misused(play, kind, aim)
        if kind != "turbo" and broken:
            rolled = () if kind == "rocket" else play.rolled
            after, closer = used_as_seen(play, kind, aim, rolled, toward)
            if closer or (kind == "rocket" and play.rolled):
                after = replace(after, called=play.called | _kinds(broken))
                odd = 0 if closer else MISCOUNTED
                used = Turn(play.car, kinds.ROLLING, kind, aim)
                told = use_text(kind, aim), deed_of(used)
                yield from _slip(play, told, after, broken, use_claims(play, kind, aim), odd)


def _chosen_wrongly(play: Play, car: str, toward: Observation) -> Iterator[Step[Play]]:
    """A driver's choice, legal or not, with everything that is not as it must be after it."""
    for turn, claims, faults, odd in _choices(play, car, toward):
        first = outcome_of(play.before, turn)
        for mild in (False, True) if first.disputed else (False,):
            filled = with_refill(play, turn, outcome_of(play.before, turn, mild), toward)
            yield from _left_undone(play, filled, mild, claims, toward, odd, faults)


def _left_undone(
    play: Play,
    turn: Turn,
    mild: bool,
    claims: tuple[Claim, ...],
    toward: Observation,
    odd: int,
    faults: Sequence[Fact] = (),
) -> Iterator[Step[Play]]:
    """The end of a turn with the table as it is seen, whatever the rules make of it."""
    outcome = outcome_of(play.before, turn, mild)
    held = held_against(play.before, turn, outcome, toward)
    lying = still_lying(play, toward)
    if turn.car != play.car:
        lying = lying + fresh(play, turn.car, toward)
    told = told_of(play, turn)
    done = replace(held.table, dice=())
    broken = (*faults, *held.broken)
    follows = about_the_race(play.before, done, turn)
    if turn.car != play.car:
        called = play.called | {rule.TURN_ORDER.id}
        goes_on = replace(play, before=done, table=None, lying=lying, meddled=(), called=called)
        let = f"let={turn.car}", fact("deed", how="let", who=turn.car)
        yield from _slip(play, let, goes_on, broken, claims, odd)
        if not play.rolled:
            yield from _slip(play, let, Play(done, lying=lying), broken, claims, odd, over=True)
        return
    yield from _slip(play, told, Play(done, lying=lying), broken, claims + follows, odd, over=True)
    if held.differs and held.halfway and play.stage == ROLL:
        part = replace(settling(play, turn, mild, held, lying), called=play.called | _kinds(faults))
        yield from _slip(play, told, part, faults, claims, odd)


Choice = tuple[Turn, tuple[Claim, ...], list[Fact], int]


def _choices(play: Play, car: str, toward: Observation) -> Iterator[Choice]:
    """What a driver may be taken to have done, with the rules that the choice breaks."""
    position, look, box = play.before, dict(toward.cars).get(car), dict(toward.boxes).get(car)
    stand, lost = position.stand(car), position.box(car).dice
    own = car == play.car
    rolled = play.rolled if own else (*(d for d in play.meddled if d.car == car), *fresh(play, car, toward))
    whole = Sight(play, toward).whole if own else bool(rolled) and all_that_was_thrown(toward, car, lost)
    nodes = None if look is None else position.shape.nodes_of.get(look.space, (None,))
    stays = nodes is None or stand.node in nodes
    for use, aim, dice in _any_uses(play, toward) if own else (("", 0, rolled),):
        roll = tuple(die.face for die in dice)
        claims = use_claims(play, use, aim) if use and not play.use else ()
        turn = Turn(car, kinds.MOVE, use, aim, roll if whole else ())
        found: list[tuple[Turn, list[Fact], int]] = []
        if not stand.up and use != "wrench":
            found.append((replace(turn, kind=kinds.UP, roll=roll), [], 0))
        if lost and use != "wrench" and ((box is not None and box.dice < lost) or not roll):
            found.append((replace(turn, kind=kinds.FIX, roll=roll), [], 0))
        if stays:
            found += _stayed(position, turn, roll, whole)
        if nodes is not None or own:
            found += _moved(position, turn, roll, whole, nodes)
        if not stays and look is not None:
            found.append((Turn(car, kinds.PUT, use, aim, end=look.space), [], BY_HAND))
        for chosen, faults, odd in found:
            broken = [*faults, *faults_of(position, chosen, has_repeat(roll[:-1]))]
            broken = [fault for fault in broken if fault.kind not in play.called]
            about = about_the_path(chosen.via) if chosen.kind == kinds.MOVE else ()
            if chosen.kind in (kinds.MOVE, kinds.HELD):
                turbo = use == "turbo"
                unseen = not roll and not faults
                about += about_a_roll(car, roll, chosen.steps if unseen else points(roll, turbo), turbo, DICE)
            miscounted = any(fault.kind == rule.EXACT_MOVE.id for fault in broken)
            yield chosen, claims + about, broken, odd + miscounted * MISCOUNTED + bool(use and not play.use)


def _any_uses(play: Play, toward: Observation) -> Iterator[tuple[str, int, tuple[Thrown, ...]]]:
    """The items that may have been used, also those that the driver does not hold if the table speaks for it."""
    yield from uses(play)
    if play.use or play.before.switches.items == "none":
        return
    position, car, hand = play.before, play.car, play.before.hand(play.car)
    node, look = position.stand(car).node, dict(toward.cars).get(car)
    here = position.shape.ids[node] if node is not None else ""
    if "turbo" not in hand and UNKNOWN not in hand and (look is None or look.space != here):
        yield "turbo", 0, play.rolled
    for kind in ("bomb", "oil"):
        count = sum((item.space, item.kind) == (here, kind) for item in toward.items)
        if misused(play, kind, 0) and count > sum((item.space, item.kind) == (here, kind) for item in position.items):
            yield kind, 0, play.rolled
    box = dict(toward.boxes).get(car)
    if not position.may_hold(car, "wrench") and box is not None and box.dice + 1 < position.box(car).dice:
        yield "wrench", 0, play.rolled
    aimed = target(position, car)
    looks = dict(toward.cars)
    if aimed and any(one in looks and not looks[one].up and position.stand(one).up for one in aimed.cars):
        if misused(play, "rocket", 0):
            yield "rocket", DICE, play.rolled
        elif aimed.distance > 1:
            yield "rocket", 1, play.rolled


def _stayed(position: Position, turn: Turn, roll: tuple[int, ...], whole: bool) -> list[tuple[Turn, list[Fact], int]]:
    """Rolls after which the car stays where it is."""
    car, turbo = turn.car, turn.use == "turbo"
    if has_repeat(roll) or not (roll and whole):
        few = position.dice_left(car) < 2 and turn.use != "wrench" and not has_repeat(roll)
        fault = [rule.broken(rule.EXACT_MOVE, "stayed", who=car, steps=1)] if few and position.dice_left(car) else []
        found: list[tuple[Turn, list[Fact], int]] = [(replace(turn, kind=kinds.BUST, roll=roll), fault, 0)]
        return found
    due = points(roll, turbo)
    node = position.stand(car).node
    vias: list[tuple[str, ...]] = [()]
    if position.safety and node is not None:
        vias = [
            path.via for path in paths_from(position.shape, node, turnings_open(position, car)) if path.steps == due
        ]
    return [(replace(turn, kind=kinds.HELD, steps=due, via=via), [], 0) for via in vias]


def _moved(
    position: Position, turn: Turn, roll: tuple[int, ...], whole: bool, nodes: Sequence[int | None] | None
) -> list[tuple[Turn, list[Fact], int]]:
    """Movements by every road, open or not, that end where the car is seen."""
    car, turbo = turn.car, turn.use == "turbo"
    node = position.stand(car).node
    if node is None:
        return []
    found: list[tuple[Turn, list[Fact], int]] = []
    free = DICE if turn.use == "wrench" else position.dice_left(car)
    leads = position.safety is not None and position.leading == (car,)
    for path in paths_from(position.shape, node, EVERY_TURNING):
        if nodes is not None and not any(end in nodes for end in ends_of(position, car, path)):
            continue
        moved, faults = replace(turn, steps=path.steps, via=path.via), list[Fact]()
        if not whole and path.steps == points(roll, turbo):
            moved = replace(moved, roll=roll)
        elif not whole and not rolls_for(path.steps, turbo, min(free, 1) if leads else free, tuple(sorted(roll))):
            can = leads and not roll and rolls_for(path.steps, turbo, free, ())
            fault = rule.leader_dice(car, 2) if can else rule.no_such_roll(car, path.steps, roll, free)
            faults = [fault] if fault and free else []
        found.append((moved, faults, 0))
    return found


def misstated(play: Play, word: Fact) -> Iterator[Step[Play]]:
    """What is said of one's own turn and is not so: a value, the fastest turn, a score, an item that nobody holds, and
    dice that nobody saw and that do not carry the car where it went."""
    if not play.car or play.stage in (PUSHED, AGAIN):
        return
    for broken, after in _as_said(play, word.kind, str(word.get("value")), str(word.get("at"))):
        after = replace(after, called=play.called | {broken.kind})
        yield from _slip(play, ("", fact("deed", how="touched")), after, (broken,), (Claim(said_by(play.car, word)),))


def _as_said(play: Play, kind: str, value: str, at: str) -> Iterator[tuple[Fact, Play]]:
    position, car = play.before, play.car
    for broken in _facts(_miscalled(play, kind, value, at)):
        yield broken, play
    if kind == "use" and value in KINDS and play.turn is None and not play.use and not position.qualifying:
        for aim in (1, DICE) if value == "rocket" else (0,):
            for broken in misused(play, value, aim)[:1]:
                yield broken, replace(play, use=value, aim=aim)
    elif kind == "roll" and play.turn is None and in_which_order(play.roll, value):
        told = tuple(int(face) for face in value.split("+") if face.isdecimal())
        if rule.roll_after_repeat(car, play.roll, in_order=False) is None:
            for broken in _facts(rule.roll_after_repeat(car, told, in_order=True)):
                yield broken, play
    elif kind in ("roll", "sum", "bust") and play.turn is None and not play.rolled and _may_move(position):
        yield rule.broken(rule.EXACT_MOVE, "called", who=car, called=value or kind), replace(play, said=True)


def _may_move(position: Position) -> bool:
    return not position.qualifying and position.stand(position.turn).up


def _miscalled(play: Play, kind: str, value: str, at: str) -> Fact | None:
    """A qualifying value, the fastest turn or a score that was called and is another."""
    number = _number(value)
    if kind == "value" and play.before.qualifying and play.roll and number is not None:
        called, right = int(number), qualifying_value(play.roll)
        wrong = rule.broken(rule.QUALIFYING, "value", who=play.car, steps=called, steps2=right)
        return wrong if called != right else None
    if play.turn is None:
        return None
    return _score_called(outcome_of(play.before, play.turn, play.mild).after, kind, value, at)


def called_after(position: Position, words: Iterable[Fact]) -> tuple[Fact, ...]:
    """The scores of a finished race and the fastest turn that were called and are others."""
    called = (_score_called(position, one.kind, str(one.get("value")), str(one.get("at"))) for one in words)
    return _facts(*called)


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


def _facts(*broken: Fact | None) -> tuple[Fact, ...]:
    return tuple(one for one in broken if one is not None)


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
        outcome = outcome_of(position, play.turn, play.mild)
        if held_against(position, play.turn, outcome, toward).halfway:
            return True
        return reach(Play(replace(outcome.after, dice=()), lying=play.lying), toward, turns - 1)
    if play.stage == AGAIN and turns <= len(position.racing):
        return False
    if play.stage == PUSHED and turns < 2:
        return False
    order = _order(position, turns)
    drivers = {*order, *(die.car for die in play.meddled)}
    if any(die.car not in drivers and not lies(die, play.lying) and not _may_be_pushed(play, die, toward)
           for die in toward.dice):  # fmt: skip
        return False
    if position.qualifying:
        return True
    still = frozenset(car for car in order[1:] if car != order[0] and _dice_lie(play, car, toward))
    if any(fresh(play, car, toward) for car in still):
        return False
    if play.use:
        position = table_after_use(position, Turn(play.car, kinds.ROLLING, play.use, play.aim)).after
    theirs, left = tuple(die.car for die in play.meddled[:1]), play.car if play.stage == PUSHED else ""
    return Outlook(position, toward, (*order, *theirs), still, left, play.use).may_come()


def _may_be_pushed(play: Play, die: Thrown, toward: Observation) -> bool:
    """Whether a die that lies anew may be one that lay elsewhere."""
    return any((one.car, one.face) == (die.car, die.face) and not lies(one, toward.dice) for one in play.lying)


def _dice_lie(play: Play, car: str, toward: Observation) -> bool:
    """Whether a driver's dice lie as they lay; a single one beside others that do not may have come to lie so again."""
    alike = sum(die.car == car and lies(die, toward.dice) for die in play.lying)
    return alike > bool(fresh(play, car, toward))


def _order(position: Position, turns: int) -> list[str]:
    """Whose turns the next ones are."""
    if position.qualifying:
        return list(position.seats)
    found = [position.turn]
    while len(found) < turns:
        found.append(next_seat(position, found[-1]))
    return found


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
        return Ask(fact("value", by=car), values), AnyRoll(fact("roll", how="so", by=car), ())
    held = [kind for kind in KINDS if position.may_hold(car, kind)]
    return (
        Ask(fact("sum", by=car), ("bust", "double-six", *(str(steps) for steps in range(1, MOST_STEPS + 1)))),
        AnyRoll(fact("roll", how="so", by=car), ()),
        Ask(fact("use", by=car), (*held, "no")),
        Ask(fact("aim", by=car), tuple("123456") if "rocket" in held else ()),
        Ask(fact("leader"), position.leading),
        Ask(fact("path"), ("main", *sorted(turnings_open(position, car)), "gate+shortcut")),
        AnyRoll(fact("bust"), ()),
    )
