"""Whatever is given as a position, a look or words: an answer, or one sentence that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markers import kits
from referee.errors import RefereeError
from referee.games.options import parse_agreed
from referee.games.registry import GAMES
from referee.games.words_said import declared_in_words
from referee.judge.verdict import judge
from referee.words.catalogue import LANGUAGES, in_language
from tests.fuzz.mangled import FEWER, ODD_TEXTS, lines_of, mangled_text, words_of


def sentence_or_answer(ask: Callable[[], object]) -> str:
    """Anything but an answer or a sentence of our own fails; returns the sentence, "" for an answer."""
    try:
        ask()
    except RefereeError as problem:
        return str(problem)
    return ""


def told_or_answer(ask: Callable[[], object]) -> None:
    """The same for what is shown on the page: a sentence that is not said in every language fails, too."""
    refused = sentence_or_answer(ask)
    assert [one for one in LANGUAGES if refused and in_language(refused, one) is None] == [], refused


@FEWER
@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@pytest.mark.few(2)
def test_any_line_is_read_laid_drawn_and_judged_or_refused(name: str, data: st.DataObject) -> None:
    """A mangled line goes through everything that reads one."""
    game, line = GAMES[name], data.draw(mangled_text(lines_of(name)))
    told_or_answer(lambda: game.check_position(line))
    told_or_answer(lambda: game.observation_notation(game.observe(line)))
    told_or_answer(lambda: game.layout(line, kits.manifest(name)))
    told_or_answer(lambda: game.diagram(line, {}))
    told_or_answer(lambda: game.what_now(line))
    told_or_answer(lambda: (game.over(line), game.season(line), game.driver(line), game.sets_of(line)))
    told_or_answer(lambda: (game.declarations(line), game.handled(line)))
    start = lines_of(name)[0]
    told_or_answer(lambda: judge(game, start, [game.observe(line)], (), True))
    told_or_answer(lambda: game.moved(start, line))


@FEWER
@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@pytest.mark.few(2)
def test_any_words_and_hands_are_taken_or_refused(name: str, data: st.DataObject) -> None:
    """Mangled declarations, pieces set by hand, and options."""
    game, start = GAMES[name], lines_of(name)[0]
    word = data.draw(mangled_text(words_of(name)))
    told_or_answer(lambda: declared_in_words(game, start, game.check_declaration(start, word)))
    told_or_answer(lambda: judge(game, start, [game.observe(start)], (word,), True))
    pieces = tuple(one.piece for one in game.handled(start))
    deeds = tuple(deed for one in game.handled(start) for deed in one.offered) or ("c3",)
    piece = data.draw(st.sampled_from(pieces) | mangled_text(pieces))
    deed = data.draw(st.sampled_from(ODD_TEXTS) | mangled_text((*deeds, "c3", "10:-20", "none")))
    told_or_answer(lambda: game.with_piece(start, piece, deed))
    option = data.draw(mangled_text(("laps=2", "championship=yes", "races=3", "board=harbour")))
    told_or_answer(lambda: game.start(game.players_allowed[0], _Dice(), parse_agreed((option,))))


class _Dice:
    """Dice that always fall on the first face."""

    def randrange(self, stop: int, /) -> int:
        """The first."""
        return 0

    def random(self) -> float:
        """The least."""
        return 0.0
