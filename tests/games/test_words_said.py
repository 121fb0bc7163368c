"""What people said is shown in words: no declaration that a game takes is shown as it is written."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.games.home_racers.in_words import SAYABLE as HOME_RACERS
from referee.games.nestorgames_gp.at_turn import SAYABLE as NESTORGAMES_GP
from referee.games.racepack.at_turn import SAYABLE as RACEPACK
from referee.games.registry import game
from referee.games.royal_racers.in_words import SAYABLE as ROYAL_RACERS
from referee.games.words_said import declared_in_words
from referee.mind.verdict import ALONE
from referee.words.catalogue import LANGUAGES, in_language

SAYABLE = {
    "racepack": [*RACEPACK.examples.split(", "), "time:1=up", "time=no", "stop=no", "defence=no", "roll=no"],
    "royal-racers": [*ROYAL_RACERS.examples.split(", "), "flag=c4", "turned=no", "S:named=c4", "M:roll=no"],
    "nestorgames-gp": [*NESTORGAMES_GP.examples.split(", "), "sum=double-six", "sum=no", "roll=no", "Y:use=oil"],
    "home-racers": [*HOME_RACERS.examples.split(", "), "touching=no", "danger=yes", "R:gear=2", "roll=-"],
}
SAID = [(name, text) for name, texts in SAYABLE.items() for text in (*texts, ALONE)]


@pytest.mark.parametrize(("name", "text"), SAID)
def test_whatever_is_said_is_shown_in_words(name: str, text: str) -> None:
    """Also where nobody was asked for it, or another one's turn is meant."""
    law = game(name)
    start = law.start(max(law.players_allowed), Random(1), {})
    told = declared_in_words(law, start, text)
    for language in LANGUAGES:
        said = in_language(told, language, law.words)
        assert "=" not in (said or "="), text


def test_words_about_another_turn_name_its_driver() -> None:
    """GP, where several turns may be missed."""
    law = game("nestorgames-gp")
    start = law.start(4, Random(1), {})
    assert declared_in_words(law, start, "R:sum=12") == "Red: What red rolled – 12 in all"


HOME = "home-racers line=0:150:0:-150 cars=R:0:0:0 racers=R race=1 round=3 turn=R order=R gears=R:2 laps=R:1"


@pytest.mark.parametrize("name", SAYABLE)
def test_every_button_of_a_question_is_taken_and_says_its_value(name: str) -> None:
    """Also of a word that has no value; a value that has words of its own is not told as a place or a number."""
    law: Any = game(name)
    start = HOME if name == "home-racers" else law.start(max(law.players_allowed), Random(1), {})
    state = law.book.worlds(start)[0]
    for ask in law.book.asks(state):
        granted = [ask.about.also(value=value) if value else ask.about for value in ask.values[:1]]
        question = law._question(start, law.book.driver(state), granted) if granted else None
        for label, said in question.answers if question else ():
            assert law.check_declaration(start, said), said
            assert "stay" not in label.split(), label
        assert not granted or question is None or question.answers, ask
