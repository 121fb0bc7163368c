"""The mind in the judge's place, for the games whose law is written for it.

python tools/golden.py compare --game royal-racers --judge mind_judge:judged
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from golden_text import Earlier, Found, Said

from referee.games.fact import parse_word, word_text
from referee.games.royal_racers import law as royal_racers
from referee.games.royal_racers.notation import parse_observation
from referee.games.royal_racers.position import Position, parse_position, position_text
from referee.mind.belief import belief_in
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import rule

BOOK: Any = royal_racers


def judged(
    position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: Earlier | None = None
) -> Found:
    """What the mind makes of one turn of Royal Racers; `looks` begins with the table at the beginning of the turn."""
    before = parse_position(position)
    said = tuple(
        Word(one, at, one.kind in royal_racers.OWN_WORDS)
        for at, text in words
        for one in (parse_word(text, before.seats),)
    )
    evidence = Evidence(tuple(parse_observation(look) for look in looks), said, closed)
    ruling = rule(BOOK, belief_in(royal_racers.begin(before)), evidence, len(before.seats) + 1)
    asked = () if ruling.asked is None else (ruling.asked,)
    answers = tuple(tuple(f"{word_text(one.about)}={value}" for value in one.values) for one in asked)
    best = ruling.found.worlds[0] if ruling.found.worlds else None
    after = position if best is None else position_text(_seen_dice(best.state.position))
    rules = tuple(dict.fromkeys(fact.kind for fact in ruling.broken))
    return Found(ruling.status.value, rules, answers, "" if best is None else _told(best), after)


def _seen_dice(position: Position) -> Position:
    return replace(position, dice=tuple(one for one in position.dice if one[1].x_mm != royal_racers.ANYWHERE))


def _told(world: World[Any]) -> str:
    turns = (" ".join([turn.driver, *(step.text for step in turn.steps if step.text)]) for turn in world.turns)
    return " / ".join(turns)
