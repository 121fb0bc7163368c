"""The word on a turn once people have said again what the referee asked them about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.base import Verdict
from referee.games.racepack.game import Racepack
from referee.games.words_said import HERE, Spoken
from referee.judge import judge as judged_at_first
from referee.words.catalogue import messages_of


def judge(game: Racepack, before: str, looks: Sequence[Any], said: Sequence[str], closed: bool) -> Verdict:
    """The judge's word; where a fault hangs on words alone that word comes after they were confirmed one by one."""
    words = list(said)
    for _ in said:
        verdict = judged_at_first(game, before, looks, words, closed)
        if not any(answer == HERE for question in verdict.questions for _, answer in question.answers):
            return verdict
        asked = next(one.fact.get("word") for one in messages_of(verdict.lines[0].assumes) if one.fact.kind == "astray")
        words = [_confirmed(word) if word == asked else word for word in words]
    return judged_at_first(game, before, looks, words, closed)


def _confirmed(word: str) -> Spoken:
    """What was said once more, when it was said at first."""
    return Spoken(word, word.at if isinstance(word, Spoken) else 0, sure=True)
