"""An answer to a question is about the turn that was asked about: the same is not asked as if nobody had spoken."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.games.base import Question
from referee.games.looking import OF_THE_VIEW
from referee.games.registry import GAMES
from referee.games.words_said import ABOUT_THEM

from .conftest import Table

TRIES, CASES = 80, 6


def asked(name: str, seed: int) -> tuple[Table, Question] | None:
    """A turn of which nobody spoke and only the end was seen, closed with a question."""
    chance = Random(seed)
    table = Table(name)
    position = table.game.start(table.game.players_allowed[0], chance)
    for _ in range(chance.randrange(20)):
        if table.game.over(position) is not None:
            return None
        position = table.game.play(position, chance, None).after
    if table.game.over(position) is not None:
        return None
    turn = table.game.play(position, chance, chance.choice([None, *table.game.faults()]))
    table.show(position)
    table.match.start(table.game.players_allowed[0], table.time_ns, position)
    for stop in chance.sample(turn.stops[:-1], min(1, len(turn.stops) - 1)):
        table.show(stop)
    table.show(turn.stops[-1])
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    newest = table.match.moment().verdict
    if newest is None or newest[0].data["provisional"] or not newest[1].questions:
        return None
    return table, newest[1].questions[0]


def cases(name: str) -> Iterator[tuple[int, str]]:
    """Such turns by lot, each with one of the answers."""
    found = 0
    for seed in range(TRIES):
        told = asked(name, seed)
        if told is None:
            continue
        answers = [one for _, one in told[1].answers if one not in (*ABOUT_THEM, *OF_THE_VIEW)]
        if answers:
            found += 1
            yield from ((seed, one) for one in answers)
        if found == CASES:
            return


@pytest.mark.parametrize("name", sorted(GAMES))
def test_an_answer_is_about_the_turn_that_was_asked_about(name: str) -> None:
    """Whatever is answered, the same words do not come back with the same question."""
    answered = 0
    for seed, answer in cases(name):
        told = asked(name, seed)
        assert told is not None
        table, question = told
        before = table.match.moment().verdict
        assert before is not None
        table.match.declare(answer, table.time_ns, answered=before[0].id)
        after = table.match.moment().verdict
        assert after is not None
        same = (after[1].sentence, after[1].questions[:1]) == (before[1].sentence, (question,))
        assert not same, (seed, answer, question.text, before[1].sentence)
        answered += 1
    assert answered


FLOOR = "home-racers line=0:150:0:-150 cars=B:510.4:-41.9:60,G:308:-112:-59,R:386:-3:1,Y:667:348:1"
BEGUN = (
    f"{FLOOR} across=80 gap=5 skew=4 racers=R,Y,G,B race=1 places=1 round=4 turn=B,R,G order=Y,B,R,G "
    "gears=R:3,Y:2,G:2,B:3 laps=R:1,Y:1,G:1,B:1 danger=fault"
)
FIVE = " tiles=549:28:60,587:98.6:61,667.3:98.6:1,705.3:169.2:61,744.3:239.2:61"


def test_what_is_answered_is_not_asked_about() -> None:
    """Blue lays five tiles and drives two, and no dice are read: who answers that his path was not as it must be is not
    asked whose path he meant, and blue is told what was seen."""
    table = Table("home-racers")
    table.show(BEGUN)
    table.match.start(4, table.time_ns, BEGUN)
    table.show(FLOOR + FIVE)
    table.show(FLOOR.replace("B:510.4:-41.9:60", "B:587:98.6:61"))
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    for answer in ("roll=1.1", "touching=no"):
        newest = table.match.moment().verdict
        assert newest is not None
        assert answer in [one for _, one in newest[1].questions[0].answers]
        table.match.declare(answer, table.time_ns, answered=newest[0].id)
    newest = table.match.moment().verdict
    assert newest is not None
    assert [one.rule for one in newest[1].violations] == ["home-racers/path-length"]
    assert not newest[1].questions
