"""What words are about: the claims of a roll, a repeat, a road, a value, each with every word that says the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import has_repeat, points
from referee.games.nestorgames_gp.state import CARS, DICE
from referee.games.rulebook import Ask, Claim
from referee.words.fact import NO, Fact, fact

FACES = range(1, 7)
ROADS = ("gate", "shortcut")
EVERY_PATH = frozenset(fact("path", value=way) for way in ("main", *ROADS, "gate+shortcut", "shortcut+gate"))


@dataclass(frozen=True)
class AnyRoll(Ask):
    """A roll that may be said: there are too many to list them."""

    def offers(self, word: Fact) -> bool:
        """Whether a word is a roll, of this driver or of nobody in particular."""
        return word.kind == self.about.kind and word.get("by", self.about.get("by")) == self.about.get("by")


def _roll(roll: tuple[int, ...]) -> Fact:
    return fact("roll", value="+".join(map(str, roll)))


def rolled(car: str, value: str) -> Fact:
    """That a driver rolled so; a rule is called `roll`, too, so this one says that it was so."""
    return fact("roll", how="so", by=car, value=value)


def said_by(car: str, word: Fact) -> Fact:
    """A word as a claim has it: with the driver it is about."""
    value = word.get("value") or "yes"
    return rolled(car, str(value)) if word.kind == "roll" else word.also(by=car, value=value)


@lru_cache(maxsize=512)
def _rolls(steps: int, turbo: bool, most: int) -> frozenset[Fact]:
    """Every roll without a repeat, in every order, that carries a car so far."""
    ordered = (roll for count in range(1, most + 1) for roll in permutations(FACES, count))
    return frozenset(_roll(roll) for roll in ordered if points(roll, turbo) == steps)


@lru_cache(maxsize=32)
def _busts(most: int, double_six: bool | None) -> frozenset[Fact]:
    """Every roll that ends with its first repeat; with a double six, without one, or (None) any."""
    found = []
    for count in range(1, most):
        for roll in permutations(FACES, count):
            ends = (6,) if double_six else tuple(face for face in roll if double_six is None or face != 6)
            found += [_roll((*roll, face)) for face in ends if face in roll]
    return frozenset(found)


@lru_cache(maxsize=2048)
def _in_any_order(roll: tuple[int, ...]) -> frozenset[Fact]:
    """A roll in every order in which it may have come: nothing comes after a repeat."""
    orders = set(permutations(roll))
    return frozenset(_roll(one) for one in orders if not has_repeat(one[:-1]))


def _in_order(roll: tuple[int, ...]) -> tuple[int, ...]:
    """A roll with its repeat, if there is one, at the end."""
    again = next((index for index, face in enumerate(roll) if face in roll[:index]), len(roll) - 1)
    return (*roll[:again], *roll[again + 1 :], *roll[again : again + 1])


@lru_cache(maxsize=2048)
def about_dice(car: str, roll: tuple[int, ...], alone: bool) -> tuple[Claim, ...]:
    """What dice on the card show: a word that says otherwise is a slip of the tongue.

    Of a roll with a repeat it matters in which order the dice came, which shows only if the last one came alone.
    """
    added = "bust" if has_repeat(roll) else str(sum(roll))
    shown = Claim(fact("sum", by=car, value=added), f"dice:{car}:sum")
    if has_repeat(roll) and not alone:
        return (shown,)
    dice = rolled(car, "+".join(map(str, roll)))
    # twice: if a word says the first, the second still gainsays another word
    return Claim(dice, f"dice:{car}:roll"), Claim(dice, f"dice:{car}:again"), shown


def about_the_order(car: str, roll: tuple[int, ...]) -> tuple[Claim, ...]:
    """That a die which was not seen lie there came before the repeat."""
    return (Claim(rolled(car, "+".join(map(str, _in_order(roll)))), others=_in_any_order(roll)),)


def in_which_order(roll: tuple[int, ...], told: str) -> bool:
    """Whether a roll is told with these dice in an order that goes on after a repeat."""
    faces = tuple(int(face) for face in told.split("+") if face.isdecimal())
    return sorted(faces) == sorted(roll) and has_repeat(faces[:-1])


@lru_cache(maxsize=256)
def no_dice(car: str, thing: str) -> tuple[Claim, ...]:
    """That nothing was rolled, as a car turned up or a die taken back shows: a roll that is said is a slip."""
    nothing = rolled(car, NO), fact("sum", by=car, value=NO), fact("bust", by=car, value=NO)
    return tuple(Claim(one, f"{thing}:{one.kind}") for one in nothing)


@lru_cache(maxsize=4096)
def about_a_roll(car: str, roll: tuple[int, ...], steps: int, turbo: bool, most: int) -> tuple[Claim, ...]:
    """What is said of a roll without a repeat; not all of it was seen if there is no `roll`."""
    added = fact("sum", by=car, value=str(steps))
    said = _in_any_order(roll) if roll else _rolls(steps, turbo, min(most, DICE))
    told = rolled(car, "+".join(map(str, roll)))
    needed = () if roll else (Claim(added, others=said),)
    return (*needed, Claim(added, free=True), Claim(told, free=True, others=said))


@lru_cache(maxsize=512)
def about_a_bust(car: str, roll: tuple[int, ...], most: int, double_six: bool | None) -> tuple[Claim, ...]:
    """What is said of a roll that ends with a repeat; it was not seen if there is no `roll`."""
    bust = frozenset({fact("bust")}) if not double_six else frozenset[Fact]()
    rolls = _in_any_order(roll) if roll else _busts(most, double_six)
    told = fact("sum", by=car, value="double-six" if double_six else "bust")
    needed = () if roll else (Claim(told, others=bust | rolls),)
    return (
        *needed,
        Claim(told, free=True, others=bust | {fact("bust")}),
        Claim(rolled(car, "+".join(map(str, _in_order(roll)))), free=True, others=rolls),
    )


@lru_cache(maxsize=512)
def about_a_value(car: str, value: int, roll: tuple[int, ...]) -> tuple[Claim, ...]:
    """What is said of a qualifying roll; not all of it was seen if there is no `roll`."""
    told = fact("value", by=car, value=str(value))
    rolls = _in_any_order(roll) if roll else _rolls(value, False, DICE) if value else _busts(DICE, None)
    also = frozenset({fact("bust")} if not value else {fact("sum", value=str(value))})
    needed = () if roll else (Claim(told, others=rolls | also),)
    free = (
        Claim(told, free=True),
        Claim(rolled(car, "+".join(map(str, _in_order(roll)))), free=True, others=rolls),
        Claim(told, free=True, others=also),
    )
    return (*needed, *free)


@lru_cache(maxsize=64)
def about_the_path(via: tuple[str, ...]) -> tuple[Claim, ...]:
    """What is said of the road taken: who takes two turnings may name only one."""
    ways = tuple(one for one in via if one in ROADS)
    parts = {part for count in range(1, len(ways) + 1) for part in permutations(ways, count)}
    others = frozenset(fact("path", value="+".join(part)) for part in parts)
    return (Claim(fact("path", value="+".join(via) or "main"), free=True, others=others),)


@lru_cache(maxsize=1024)
def idle(kind: str, record: str, leader_known: bool) -> tuple[Claim, ...]:
    """Words that may be said beside a turn of this kind and change nothing."""
    found = [Claim(fact("stop"), free=True)]
    if kind != actions.MOVE:
        found.append(Claim(fact("path", value="any"), free=True, others=EVERY_PATH))
    if leader_known:
        leaders = frozenset(fact("leader", value=car) for car in CARS)
        found.append(Claim(fact("leader", value="any"), free=True, others=leaders))
    if record:
        found.append(Claim(fact("fastest", value=record), free=True))
    return tuple(found)
