"""A change of the table, the word on it, and that word in JSON: one way for `judge` and for its batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from referee.errors import NotationError
from referee.games.base import Question, Verdict
from referee.games.looking import OF_THE_VIEW
from referee.games.words_said import ABOUT_THEM, HERE, Spoken
from referee.record.facts_json import facts_of


@dataclass(frozen=True)
class Change:
    """What is to be judged, in notation.

    Attributes
    ----------
    game : the game's name.
    position : where the turn began.
    stops : what the table showed in between, oldest first.
    observed : what it shows now.
    declared : what was said.
    closed : whether the turn is over.
    """

    game: str
    position: str
    stops: Sequence[str]
    observed: str
    declared: Sequence[str]
    closed: bool


@dataclass(frozen=True)
class Judged:
    """The verdict, and what was wrong with the position already, in sentences."""

    verdict: Verdict
    wrong_before: tuple[str, ...]


def judged(change: Change) -> Judged:
    """The word on a change.

    Raises
    ------
    NotationError
        when there is no such game, a text cannot be read, or no race can go on from the position.
    """
    from referee.games.registry import game
    from referee.judge.verdict import judge

    rules = game(change.game)
    hopeless = rules.unplayable(change.position)
    if hopeless:
        raise NotationError("the position cannot be played from: " + " ".join(hopeless))
    wrong_before = rules.check_position(change.position)
    seen = [rules.observe(text) for text in (*change.stops, change.observed)]
    said: Sequence[str] = [one for one in change.declared if one != HERE]
    if len(said) < len(change.declared):
        said = [Spoken(one, sure=True) for one in said]
    return Judged(judge(rules, change.position, seen, said, closed=change.closed), wrong_before)


def in_json(found: Judged) -> dict[str, Any]:
    """What `--json` prints; `facts` are what the verdict and its violations say, where the game has words for it."""
    verdict = found.verdict
    return {
        "verdict": verdict.status.value,
        "player": verdict.player,
        "sentence": verdict.sentence,
        "turn": verdict.turn,
        "violations": [asdict(fault) for fault in verdict.violations],
        "lines": [asdict(line) for line in verdict.lines],
        "questions": [
            {
                "text": question.text,
                "answers": [{"words": words, "declare": text} for words, text in sayable(question)],
            }
            for question in verdict.questions
        ],
        "alternatives": list(verdict.alternatives),
        "provisional": verdict.provisional,
        "after": verdict.after,
        "due": verdict.due,
        "wrong_before": list(found.wrong_before),
        "facts": facts_of([verdict.sentence, *(fault.message for fault in verdict.violations)]),
    }


def sayable(question: Question) -> tuple[tuple[str, str], ...]:
    """The answers that can be declared here: there is no camera to look again, nor another turn for words to be of."""
    elsewhere = {*OF_THE_VIEW, *ABOUT_THEM} - {HERE}
    return tuple(answer for answer in question.answers if answer[1] not in elsewhere)
