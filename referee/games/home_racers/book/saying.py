"""Steps with what they claim, and what may be said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from referee.frozen import replace
from referee.games.fact import Fact, fact
from referee.games.home_racers.actions import Turn, roll_text, turn_text
from referee.games.home_racers.book.state import GEARS, Play
from referee.games.home_racers.in_words import deed
from referee.games.home_racers.observation import PORTALS
from referee.games.home_racers.pad import fives, portals_called
from referee.games.home_racers.position import HIGHEST_GEAR, Position
from referee.games.home_racers.rules import path, race
from referee.games.rulebook import Ask, Claim, Step


def claimed(car: str, kind: str, value: str = "", free: bool = False) -> Claim:
    """Something that nothing on the table shows."""
    return Claim(fact(kind, by=car, value=value) if value else fact(kind, by=car), free=free)


def joined(car: str, loosely: bool) -> Claim:
    """That the tiles touched: taken for granted where they lay nearly too far off, else so as it is seen.

    Who says that they did not touch denies only what nobody saw: else it is a slip of the tongue.
    """
    if loosely:
        return claimed(car, "touching", "yes")
    return Claim(fact("joined", by=car), free=True, others=frozenset((fact("touching", value="yes"),)))


@cache
def rolls_of(car: str, gear: int, good: int | None) -> Fact:
    """A throw of so many dice with so many fives and sixes (any, for None): a word for one of them says it."""
    faces = (one for one in combinations_with_replacement(range(1, 7), gear))
    values = [roll_text(one) for one in faces if good is None or path.extra_moves(one) == good]
    about = ("by", car), ("gear", gear), ("good", "any" if good is None else good), ("how", "unseen")
    return Fact("roll", (*about, *(("value", one) for one in values)))


HANGS_ON = ("touching", "effect", "danger", "entrance")
"""What a fault may hang on; that a car is out of sight, or that tiles may still lie covered, does not clear anybody."""


def turn_of(
    turn: Turn,
    after: Play,
    claims: Iterable[Claim] = (),
    broken: Iterable[Fact | None] = (),
    done: bool = False,
    hangs_on: Iterable[str] = HANGS_ON,
) -> Step[Play]:
    """A step that the notation writes as a turn, whoever's turn it was."""
    text, what = turn_text(turn).partition(": ")[2], deed(turn).also(by=turn.car)
    return step_of(text, what, after, claims, broken, done, hangs_on)


def step_of(
    text: str,
    what: Fact,
    after: Play,
    claims: Iterable[Claim] = (),
    broken: Iterable[Fact | None] = (),
    done: bool = False,
    hangs_on: Iterable[str] = HANGS_ON,
) -> Step[Play]:
    """A step as it is written, and what was done, with what it claims; what a fault does not hang on is free."""
    rules_broken = facts_of(*broken)
    if rules_broken:
        hanging = () if [one.kind for one in rules_broken] == [race.PLAYER_ORDER.id] else hangs_on
        claims = [claim if claim.fact.kind in hanging else replace(claim, free=True) for claim in claims]
    return Step(text, after, what, tuple(claims), rules_broken, done)


def facts_of(*broken: Fact | None) -> tuple[Fact, ...]:
    """The rules that are broken, each once."""
    first: dict[str, Fact] = {}
    for one in broken:
        if one is not None:
            first.setdefault(one.kind, one)
    return tuple(first.values())


def said_at_the_end(position: Position, car: str) -> Iterator[Claim]:
    """What people may say of a turn that is over; nobody is asked about it."""
    yield claimed(car, "done", free=True)
    yield Claim(fact("first", value=car), free=True)
    yield claimed(car, "lap", str(position.crossed(car)), free=True)
    if car in position.finished:
        yield claimed(car, "finished", free=True)
    for colour, number in position.entrances:
        yield Claim(fact("entrance", at=colour, value=str(number)), free=True)


@dataclass(frozen=True)
class RollAsk(Ask):
    """The dice: a button for each number of fives and sixes, though any faces may be said."""

    def offers(self, word: Fact) -> bool:
        """Whether a word is about dice that may be thrown."""
        faces = str(word.get("value")).split(".")
        by = word.get("by", self.about.get("by"))
        return word.kind == "roll" and by == self.about.get("by") and len(faces) <= HIGHEST_GEAR


@cache
def _roll_ask(car: str, gears: tuple[int, ...]) -> RollAsk:
    called = [one for gear in gears if gear for one in fives(gear, "fives")]
    return RollAsk(fact("roll", by=car), tuple(said for _, said in called), tuple(one for one, _ in called))


def asks(play: Play) -> tuple[Ask, ...]:
    """What may be said now, of every driver: turns may have gone by."""
    position = play.position
    yes_no = ("yes", "no")
    found: list[Ask] = [Ask(fact("first"), position.queue)]
    for car in (*position.queue, *(one for one in position.racers if one not in position.queue)):
        gears = path.next_gears(position.gear(car))
        found += [
            Ask(fact("gear", by=car), tuple(map(str, GEARS))),
            _roll_ask(car, gears),
            Ask(fact("touching", by=car), yes_no),
            Ask(fact("effect", by=car), yes_no),
        ]
        if position.crossed(car) >= position.race:
            found.append(Ask(fact("finished", by=car), ("",)))
        if position.danger == "ask":
            found.append(Ask(fact("danger", by=car), yes_no))
    for colour in PORTALS:
        if len(position.portals(colour)) == 2:
            found.append(Ask(fact("entrance", at=colour), ("1", "2"), portals_called(position, colour)))
    return tuple(found)
