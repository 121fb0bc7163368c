"""What was done in some turns, and what a word says beside its heading, as the catalogue of a book calls it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.rulebook import StateT
from referee.mind.search import Turn
from referee.words.catalogue import Catalogue, Message
from referee.words.fact import Fact, fact


def story(turns: Sequence[Turn[StateT]]) -> Message:
    """What was done in some turns, such as those of a world."""
    told = tuple(_turn(turn) for turn in turns)
    return told[0] if len(told) == 1 else Message(fact("story"), (("turns", told),))


def _turn(turn: Turn[StateT]) -> Message:
    """Who did what, also out of turn; a step that no notation writes is told as a turn's end, a bare deed never."""
    told = dict.fromkeys(step.deed for step in turn.steps if step.deed.params and (step.text or step.over))
    deeds = tuple(Message(deed) for deed in told)
    if not deeds:
        return Message(fact("turn", who=turn.driver, how="nothing" if turn.over else "not-yet"))
    who = next((by for one in deeds if (by := one.fact.get("by"))), turn.driver)
    return Message(fact("turn", who=who), (("deeds", deeds),))


def button(words: Catalogue, word: Fact) -> Message:
    """What a word says beside its heading: its value has words of its own (`no`), or stands in the kind's answer."""
    if word.get("how"):
        return Message(word)
    own = word.also(how=str(word.get("value")))
    return Message(own if own.get("how") and words.knows(own) else word.also(how="answer"))
