"""What the four games say in play has words in every language; English stands in the catalogues, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.games.base import PlayedTurn
from referee.games.registry import GAMES, game
from referee.words.catalogue import COMMON, Drawing, in_language
from tests.garbled import garbling
from tests.web.law_texts import said_by
from web.words import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = re.compile(
    r"\b(the|of|and|with|turn|movement|speed|rolled|moved|drove|to|its|it|gear|tiles?|from|by|could)\b"
)
SECTION = re.compile(r" (Regel|Règle ?): .*")
WORD = re.compile(r"[a-zA-Z]{3,}")
DRAWN = re.compile(r'(?:<title>|data-name="|aria-label="|<text [^>]*>)([^<"]+)')
NAMES = re.compile("Harbour Ring|portal:|straight:")
"""What a board is called by who drew it, and what places are called."""


@pytest.mark.by_lot
@pytest.mark.parametrize(
    ("name", "language"),
    [  # each game in one language, each language with two games; the others take as long again
        pytest.param(name, language, marks=[pytest.mark.long] if (number + other) % 2 else [])
        for number, name in enumerate(GAMES)
        for other, language in enumerate(OTHERS)
    ],
)
def test_no_sentence_of_a_game_stays_english(name: str, language: str) -> None:
    """Rules, options, verdicts, questions, answers, advice and standings of played turns: only numbers have none."""
    texts = said_by(name)
    assert len(texts) > 200
    said = {text: in_language(text, language, game(name).words) for text in texts}
    assert [str(text) for text, other in said.items() if other is None and re.search("[a-z]", text)] == []
    assert "\n".join(one for one in said.values() if one and ENGLISH.search(SECTION.sub("", one))) == ""


@cache
def played(name: str) -> tuple[PlayedTurn, ...]:
    """The turns of a race, some with a fault, from where it stands as the rules have it."""
    law, chance = game(name), Random(5)
    position = law.start(max(2, min(4, max(law.players_allowed))), chance)
    turns: list[PlayedTurn] = []
    for number in range(12):
        turns.append(law.play(position, chance, chance.choice(law.faults()) if number % 4 == 3 else None))
        position = turns[-1].after if turns[-1].truth == "legal" else position
    return tuple(turns)


def boards(name: str) -> Iterator[Any]:
    """Drawn boards of a race: with marks, a fault, and what a look shows."""
    law = game(name)
    for turn in played(name):
        ends = {"ends": list(law.what_now(turn.before).ends), **law.moved(turn.before, turn.after)}
        yield law.diagram(turn.stops[-1], ends)
        yield law.diagram(turn.after if turn.truth == "legal" else turn.before, {"fault": True})


@pytest.fixture
def garble(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Garbles the English catalogues of all games from the moment on that this is called."""
    yield from garbling(monkeypatch, (COMMON, *(law.words for law in GAMES.values())))


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.few(2)
def test_no_word_on_a_drawn_board_comes_from_anywhere_but_the_catalogue(name: str, garble: Callable[[], None]) -> None:
    """With every English word made of x nothing else is read on it; in German it is what it was."""
    before = list(boards(name))
    assert all(isinstance(board, Drawing) for board in before)
    garble()
    after = list(boards(name))
    assert [board.told("de") for board in after] == [board.told("de") for board in before]
    words = {word for board in after for text in DRAWN.findall(board) for word in WORD.findall(NAMES.sub("", text))}
    assert {word for word in words if set(word.lower()) != {"x"}} == set()
