"""Every rule of nestorgames GP by its id, and what breaks it: facts, whose sentences stand in `words/` by `how`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.games.base import Rule, rules_in
from referee.words.fact import Fact, Value, fact

QUALIFYING = Rule("nestorgames-gp/qualifying", "Qualifying by dice, the best one on the pole", "Setup")
TURN_ORDER = Rule(
    "nestorgames-gp/turn-order", "Best qualifier first, then the seats counter-clockwise", "Setup", takes_turns=True
)
ROLL = Rule("nestorgames-gp/roll", "Own free dice one by one, until you stop or repeat", "How to race", by_dice=True)
BELLY_UP = Rule("nestorgames-gp/belly-up", "A belly-up car is turned up and passes", "How to race", any_way=True)
EXACT_MOVE = Rule(
    "nestorgames-gp/exact-move",
    "Move exactly the sum; a repeat does not move",
    "How to race",
    die="die:{who}",
    by_dice=True,
    of_end=True,
)
BUMP = Rule("nestorgames-gp/bump", "A car that is run into moves one space on", "How to race")
CRASH = Rule("nestorgames-gp/crash", "Crashed cars turn belly-up and lose a die", "Crashing", any_way=True)
FIX = Rule("nestorgames-gp/fix", "Fixing is the whole turn: one die back", "Fixing your car")
LAP = Rule("nestorgames-gp/lap", "A disc for each lap", "Crossing the finish line", by_way="line")
SHORTCUT = Rule(
    "nestorgames-gp/shortcut",
    "The shortcut once a race; the cylinder goes to the box",
    "The shortcut",
    by_way="shortcut",
    of_end=True,
)
LOOP = Rule("nestorgames-gp/loop", "The loop space is crossed straight", "The loop", of_end=True)
GATE = Rule("nestorgames-gp/gate", "A switch opens and closes the gate", "The gate", of_end=True)
TELEPORT = Rule("nestorgames-gp/teleport", "From T to T", "The teleport")
TRAY = Rule(
    "nestorgames-gp/tray",
    "The tray's item is taken and the tray goes before the leader",
    "The special items",
    by_place=True,
)
ROCKET = Rule("nestorgames-gp/rocket", "A rocket hits the next car ahead by die", "How to use the items")
BOMB = Rule("nestorgames-gp/bomb", "A bomb is left on the own space and crashes who ends there", "How to use the items")
WRENCH = Rule("nestorgames-gp/wrench", "The wrench brings all dice back", "How to use the items")
TURBO = Rule("nestorgames-gp/turbo", "The turbo counts the highest die twice", "How to use the items")
OIL = Rule("nestorgames-gp/oil", "Oil slides a car to the next corner", "How to use the items")
SAFETY_CAR = Rule(
    "nestorgames-gp/safety-car", "No overtaking or bumping behind the safety car", "Safety car", of_end=True
)
FASTEST_TURN = Rule("nestorgames-gp/fastest-turn", "The highest roll earns half a point", "Fastest turn")
WET_RACE = Rule("nestorgames-gp/wet-race", "Four oil spills lie as the board shows", "Wet race")
ITEMS_ON_BOARD = Rule("nestorgames-gp/items-on-board", "All items lie on the board", "Variant for special items")
CHAMPIONSHIP = Rule("nestorgames-gp/championship", "n points for the winner, then one less each", "Championship rules")
TEAMS = Rule("nestorgames-gp/teams", "Two cars a team, scores added up", "Teams")

ITEM_RULES = {"rocket": ROCKET, "bomb": BOMB, "wrench": WRENCH, "turbo": TURBO, "oil": OIL}
RULES = rules_in(globals())


def broken(rule: Rule, how: str, **what: Value) -> Fact:
    """A rule broken, one way of it."""
    return fact(rule.id, how=how, **what)


def turn_order(car: str, due: str, how: str = "moved") -> Fact | None:
    """Drivers take turns as they sit, never in race order; who goes on after his own turn is out of turn, too."""
    return None if car == due else broken(TURN_ORDER, how, who=car, who2=due)


def roll_dice(car: str, roll: Sequence[int], free: int) -> Fact | None:
    """A driver rolls at least one and at most all of his free dice."""
    if not free:
        return broken(ROLL, "none-left", who=car)
    return None if len(roll) <= free else broken(ROLL, "many", who=car, dice=len(roll), dice2=free)


def roll_after_repeat(car: str, roll: Sequence[int], in_order: bool) -> Fact | None:
    """Nobody rolls on after a repeat; without the order, one pair and nothing else alike is still possible."""
    repeats = sum(count - 1 for count in Counter(roll).values())
    late = in_order and len(set(roll[:-1])) < len(roll) - 1 if roll else False
    if repeats <= 1 and not late:
        return None
    late_roll = broken(ROLL, "late", who=car, roll=listed(roll))
    if not in_order:  # where it should have ended is not known
        return late_roll
    until = next(many for many in range(2, len(roll) + 1) if len(set(roll[:many])) < many)
    return late_roll.also(roll2=listed(roll[:until]))


def exact_move(car: str, roll: Sequence[int], due: int, steps: int) -> Fact | None:
    """The car moves exactly as many spaces as rolled."""
    if due == steps:
        return None
    return broken(EXACT_MOVE, "rolled", who=car, roll=" + ".join(map(str, roll)), steps=steps, steps2=due)


def no_such_roll(car: str, steps: int, seen: Sequence[int], free: int) -> Fact:
    """No dice that may be rolled, among them those that were seen, carry a car so far."""
    if seen:
        return broken(EXACT_MOVE, "not-with", who=car, steps=steps, roll="+".join(map(str, seen)))
    return broken(EXACT_MOVE, "too-far", who=car, steps=steps, dice=free)


def placed(car: str, space: str) -> Fact:
    """A car that is where no roll can take it."""
    return broken(EXACT_MOVE, "placed", who=car, onto=space or "off")


def overtaking(car: str, others: Sequence[str]) -> Fact:
    """Behind the safety car nobody overtakes or bumps."""
    met = broken(SAFETY_CAR, "passed", who=car, who2=others[0])
    if len(others) == 1:
        return met
    met = met.also(how="passed-two", who3=others[1])
    return met if len(others) == 2 else met.also(how="passed-more", count=len(others) - 2)


def leader_dice(car: str, dice: int) -> Fact | None:
    """The leading car rolls one die behind the safety car."""
    return None if dice <= 1 else broken(SAFETY_CAR, "leads", who=car, dice=dice)


def leader_went(car: str, steps: int) -> Fact:
    """So it does, and went farther than one die takes it, whatever was rolled."""
    return broken(SAFETY_CAR, "leads-far", who=car, steps=steps)


def fastest_turn(said: tuple[str, int], right: tuple[str, int] | None) -> Fact | None:
    """The fastest turn is the highest roll so far; an equal one does not take it over."""
    if said == right:
        return None
    called = broken(FASTEST_TURN, "nobody", who=said[0], steps=said[1])
    return called if right is None else called.also(how="other", who2=right[0], steps2=right[1])


def score(at: str, said: float, right: float) -> Fact | None:
    """A race scores n points for the winner of n cars, then one less for each next car; a team what its two cars do."""
    if said == right:
        return None
    called = broken(TEAMS if len(at) > 1 else CHAMPIONSHIP, "called", who=at[0], **points(said), **points(right, "2"))
    return called.also(who2=at[1]) if len(at) > 1 else called


def points(score: float, number: str = "") -> dict[str, Value]:
    """A score as a fact has it: whole points, and whether there is half a point more (languages write that otherwise).

    >>> points(3.5), points(4.0, "2")
    ({'score': 3, 'half': 'yes'}, {'score2': 4, 'half2': 'no'})
    """
    return {f"score{number}": int(score), f"half{number}": "no" if score == int(score) else "yes"}


def listed(roll: Sequence[int]) -> str:
    """Dice as facts list them.

    >>> listed((2, 6))
    '2, 6'
    """
    return ", ".join(map(str, roll))
