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
