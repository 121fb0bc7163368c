"""What may be said at any time: the declaration pad."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.base import Question
from referee.games.fact import Fact, fact
from referee.games.home_racers.actions import roll_text
from referee.games.home_racers.observation import PORTALS
from referee.games.home_racers.position import HIGHEST_GEAR, Position
from referee.games.home_racers.rules import path
from referee.games.home_racers.words import WORDS

Answers = tuple[tuple[str, str], ...]


def pad(position: Position) -> tuple[Question, ...]:
    """Everything the driver and the others may say in this turn, each with its buttons."""
    car = position.to_move
    if position.place(car) is None:
        return (_heading(fact("done", how="pad-placed", by=car), (_answer("done", "done", how="placed"),)),)
    found = [_heading(fact("gear", how="pad", by=car), _values("gear", map(str, range(HIGHEST_GEAR + 1))))]
    for gear in path.next_gears(position.gear(car)):
        if gear:
            heading = fact("roll", how="pad-gear", gear=gear)
            found.append(_heading(heading, tuple((WORDS.tell(one), f"roll={said}") for one, said in fives(gear))))
    laps = _values("lap", map(str, range(position.race + 2)))
    found += [
        _heading(fact("laid", how="pad"), (_answer("laid", "laid"), *_yes_no("touching"))),
        _heading(fact("first", how="pad"), _values("first", position.queue)),
        _heading(fact("lap", how="pad", by=car), laps),
        *(
            _heading(fact("entrance", how="pad", at=colour), _entrances(position, colour))
            for colour in sorted(PORTALS)
            if len(position.portals(colour)) == 2 and colour not in dict(position.entrances)
        ),
    ]
    for kind in ("effect", "danger") if position.danger == "ask" else ("effect",):
        found.append(_heading(fact(kind, how="pad"), _yes_no(kind)))
    ends = (_answer("done", "done"), _answer("finished", "finished", how="pad-over"))
    return (*found, _heading(fact("done", how="pad", by=car), ends))


def fives(gear: int, how: str = "pad-fives") -> tuple[tuple[Fact, str], ...]:
    """A throw for each number of fives and sixes: which other faces were rolled does not matter."""
    return tuple(
        (fact("roll", how=how, gear=gear, good=good), roll_text((1,) * (gear - good) + (5,) * good))
        for good in range(gear + 1)
    )


def portals_called(position: Position, colour: str) -> tuple[Fact, ...]:
    """The portals of one colour by where they lie."""
    places = (portal.pose for portal in position.portals(colour))
    return tuple(fact("entrance", how="place", x=round(where.x_mm), y=round(where.y_mm)) for where in places)


def _entrances(position: Position, colour: str) -> Answers:
    called = portals_called(position, colour)
    return tuple((WORDS.tell(one), f"entrance:{colour}={number}") for number, one in enumerate(called, 1))


def _heading(asked: Fact, answers: Answers) -> Question:
    return Question(WORDS.tell(asked), answers)


def _values(kind: str, values: Iterable[str]) -> Answers:
    return tuple((WORDS.tell(fact(kind, how="answer", value=value)), f"{kind}={value}") for value in values)


def _yes_no(kind: str) -> Answers:
    return _answer(kind, f"{kind}=yes"), _answer(kind, f"{kind}=no", how="no")


def _answer(kind: str, said: str, /, how: str = "answer") -> tuple[str, str]:
    """A button and what it declares."""
    return WORDS.tell(fact(kind, how=how)), said
