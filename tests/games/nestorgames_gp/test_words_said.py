"""Words that are written with letters of cars are told in names."""

from __future__ import annotations

import pytest

from markers import kits
from markers.words import told as on_paper
from referee.games.nestorgames_gp.words import WORDS
from referee.words.fact import fact, parse_word


@pytest.mark.parametrize(
    ("word", "how", "told"),
    [
        ("fastest=R:12", "", ("red's 12", "Rot mit 12", "Rouge avec 12")),
        ("fastest=R:12", "answer", ("red's 12", "Rot mit 12", "Rouge avec 12")),
        ("team:RB=7.5", "", ("red and blue is 7.5", "Rot und Blau hat 7.5", "Rouge et Bleu est 7.5")),
        ("team:RB=7.5", "pad", ("red and blue", "Rot und Blau", "Rouge et Bleu")),
    ],
)
def test_the_fastest_turn_and_a_team_are_told_in_names(word: str, how: str, told: tuple[str, str, str]) -> None:
    """Never as `R:12` or `RB`, in no language."""
    said = parse_word(word)
    said = said.also(how=how) if how else said
    for language, words in zip(("en", "de", "fr"), told, strict=True):
        assert words in WORDS.say(said, language)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_drivers_box_has_room_for_its_words(language: str) -> None:
    """On the drawn board a box is as wide as fifteen small letters."""
    said = [WORDS.say(fact(kind, n=3), language) for kind in ("laps-left", "dice-lost", "shortcut-used")]
    assert [words for words in said if len(words) > 15] == []


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_board_is_called_alike_on_paper_and_before_the_race(language: str) -> None:
    """Whoever printed the Harbour Ring finds it among the variants."""
    for name, (title, _) in kits.design_of("nestorgames-gp").ready.items():
        assert WORDS.say(fact(f"agree-board-{name}"), language) == on_paper(title, language)
