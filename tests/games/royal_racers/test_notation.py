"""Positions, observations, turns and declarations read back as they were written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import NotationError
from referee.games.royal_racers.actions import FORMS, deed, deed_text, parse_turn
from referee.games.royal_racers.board import DECK, FACES, SQUARES, SUITS
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.in_words import normal_declaration, over
from referee.games.royal_racers.position import (
    BACK,
    UNSEEN,
    Die,
    Observation,
    observation_text,
    parse_observation,
    parse_position,
    position_text,
)
from referee.games.royal_racers.start import Terms, start
from referee.words.fact import Fact

Table = Callable[..., str]
squares = st.sampled_from(SQUARES)
faces = st.sampled_from(FACES)
suits = st.sampled_from(SUITS)
tenths = st.integers(-4000, 4000).map(lambda number: number / 10)
gaps = {"square": squares, "who": suits, "rank": faces, "count": st.integers(0, 6)}
deeds = st.one_of(
    *(
        st.builds(partial(deed, how), **{gap: any_of for gap, any_of in gaps.items() if f"{{{gap}}}" in form})
        for how, form in FORMS.items()
    )
)


@st.composite
def observations(draw: st.DrawFn) -> Observation:
    """Any observation, likely or not."""
    deck = draw(st.permutations(DECK))
    sides = draw(st.lists(st.sampled_from(("", BACK, UNSEEN, "blank")), min_size=36, max_size=36))
    cells = tuple(
        UNSEEN if side == UNSEEN else BACK if side == "blank" else side + card
        for side, card in zip(sides, deck, strict=True)
    )
    places = st.dictionaries(suits, st.none() | squares)
    pawns = draw(places)
    flags = draw(st.dictionaries(st.builds(lambda suit, face: suit + face, suits, faces), squares, max_size=8))
    dice = draw(st.dictionaries(suits, st.builds(Die, faces, tenths, tenths, st.integers(0, 359).map(float))))
    return Observation(
        cards=cells,
        flags=tuple(sorted(flags.items(), key=lambda item: (SUITS.index(item[0][0]), FACES.index(item[0][1])))),
        pawns=tuple((suit, pawns[suit]) for suit in SUITS if suit in pawns),
        missing=tuple(suit for suit in SUITS if suit not in pawns),
        dice=tuple((suit, dice[suit]) for suit in SUITS if suit in dice),
        unseen=frozenset(draw(st.sets(squares))),
    )


@settings(max_examples=60, deadline=None)
@given(observations())
def test_observations_read_back(seen: Observation) -> None:
    """Any observation comes back from its text unchanged."""
    assert parse_observation(observation_text(seen)) == seen


@given(suits, st.lists(deeds, max_size=6))
def test_turns_read_back(suit: str, done: list[Fact]) -> None:
    """Any turn comes back from its text unchanged."""
    assert parse_turn(" ".join([suit, *map(deed_text, done)])) == (suit, tuple(done))


@pytest.mark.parametrize(
    ("players", "ranks", "variants", "races"),
    [(2, "a2345", (), 1), (3, "a2", ("opponent-flag",), 1), (4, "na2345", ("campaign",), 3), (2, "4", (), 1)],
)
def test_positions_of_a_race_read_back(players: int, ranks: str, variants: tuple[str, ...], races: int) -> None:
    """Every position of a race, with each variant and number of flags, comes back from its text unchanged."""
    dice = Random(players)
    position = start(players, dice, Terms(ranks, variants, races))
    while over(position) is None:
        assert parse_position(position_text(position)) == position
        position = parse_position(RoyalRacers().play(position_text(position), dice, None).after)
    assert parse_position(position_text(position)) == position


def test_a_flag_taken_off_keeps_its_square(table: Table) -> None:
    """A touched flag that was taken off the board is still known by its square, and a camera does not see it."""
    text = table(flags="Sa:a1,S2:c3,M2:d4", off="Ma:e6", ranks="a2", turn="S,M")
    position = parse_position(text)
    assert parse_position(position_text(position)) == position
    assert position.flag_at["Ma"] == 34
    assert "Ma" not in dict(parse_observation(text).flags)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("royal-racers", "racepack"), "starts with the word"),
        (("cards=6s", "cards=ts"), "not a card"),
        (("cards=6s", "cards=7s"), "twice"),
        (("S:c3", "S:g3"), "not a space"),
        (("S:c3", "X:c3"), "not a player"),
        (("Sa:a1", "Sx:a1"), "not a flag"),
        (("S:n@60:140:0", "S:7@60:140:0"), "not a die"),
        (("turn=S,M", "turn=S,C"), "not in this race"),
        (("turn=S,M", "turn=S,M ranks=a3"), "run of flags"),
        (("turn=S,M", "turn=S,M variants=chess"), "not known"),
        (("turn=S,M", "turn=S,M turn=M"), "twice"),
        (("turn=S,M", "colour=red"), "not a field"),
        (("turn=S,M", "turn=S,M races=3/2"), "not known"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(table: Table, change: tuple[str, str], words: str) -> None:
    """Text that is no position is refused in words that say what is wrong."""
    text = table(turn="S,M")
    assert change[0] in text
    with pytest.raises(NotationError, match=words):
        parse_position(text.replace(*change, 1))


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        (" roll=0 ", "roll=n"),
        ("touch=1", "touch=a"),
        ("M:roll=4", "M:roll=4"),
        ("coin:S=3", "coin:S=3"),
        ("any", "any"),
    ],
)
def test_declarations_have_one_form(text: str, normal: str) -> None:
    """What is said is kept in one form."""
    assert normal_declaration(text, ("S", "M")) == normal
    assert normal_declaration(normal, ("S", "M")) == normal


@pytest.mark.parametrize("text", ["roll=6", "named=g1", "C:roll=4", "coin:A=2", "hello", ""])
def test_declarations_that_say_nothing_are_refused(text: str) -> None:
    """A declaration nobody can understand, or about a player who is not there, is refused."""
    with pytest.raises(NotationError):
        normal_declaration(text, ("S", "M"))
