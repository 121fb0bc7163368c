"""Every text that reaches the page while some turns of a game are played, with variants and planted faults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from referee.errors import IllegalAction, NotationError
from referee.games.base import PlayedTurn, Question, Verdict
from referee.games.options import in_words
from referee.games.registry import game
from referee.judge import judge
from referee.mind.reasoned import Game
from tests.by_lot import lot, so_many

TURNS = so_many(8, 100)


def _asked(questions: tuple[Question, ...]) -> Iterator[str]:
    for question in questions:
        yield question.text
        yield from (label for label, _ in question.answers)


def _judged(law: Game, verdict: Verdict) -> Iterator[str]:
    yield verdict.sentence
    yield law.in_words(verdict.turn, not verdict.provisional)
    yield from verdict.alternatives
    yield from (fault.message for fault in verdict.violations)
    yield from _asked(verdict.questions)


def _now(law: Game, position: str) -> Iterator[str]:
    yield law.over(position) or ""
    now = law.what_now(position)
    yield now.sentence
    for row in now.standings:
        yield from (law.words.told("called", who=row["player"]), row.get("tokens", ""), row.get("note", ""))
    if law.over(position) is None:
        yield from _asked(law.declarations(position))
    for handled in law.handled(position):
        yield handled.words
        yield from (about for about in handled.offered.values() if len(about) > 1)


def _turn(law: Game, turn: PlayedTurn) -> Iterator[str]:
    stops = [law.observe(text) for text in turn.stops]
    half = stops[: 1 + len(stops) // 2]
    for seen, said, closed in ((stops, turn.declared, True), (half, turn.declared, False), (stops[-1:], (), True)):
        try:
            yield from _judged(law, judge(law, turn.before, seen, said, closed))
        except NotationError:
            continue  # something was said that belongs to what half a turn has not shown


@cache
def said_by(name: str) -> frozenset[str]:
    """What a game says of itself and in some turns with variants, every fault it can plant among them."""
    law = game(name)
    dice = Random(lot(7))
    texts = {law.words.title(rule.id, rule.title) for rule in law.rules.values()}
    for option in law.options:
        words, choices = in_words(law.words, option)
        texts |= {words, *(label for _, label in choices)}
    faults: list[str | None] = [*law.faults(), *[None] * TURNS]
    while faults:
        agreed = {option.name: dice.choice(option.values) for option in law.options if dice.random() < 0.4}
        try:
            position = law.start(dice.choice(law.players_allowed), dice, agreed)
        except NotationError as refused:
            texts.add(str(refused))
            continue
        for _ in range(10):
            if law.over(position) is not None or not faults:
                break
            texts.update(_now(law, position))
            try:
                turn = law.play(position, dice, faults.pop(dice.randrange(len(faults))))
            except IllegalAction:
                break
            texts.update(_turn(law, turn))
            position = turn.after if turn.truth == "legal" else position
        texts.update(_now(law, position))
    return frozenset(texts - {""})
