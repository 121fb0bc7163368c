"""A card named in vain at the table of Royal Racers: turned up, seen, and turned down again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from markers import kits
from referee.games.registry import game
from referee.match import Match
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import settled

CARDS = "6s,7s,8s,9s,6h,7h/as,-2s,3s,4s,5s,8h/ah,2h,3h,4h,5h,9h/ad,2d,3d,4d,5d,6d/ac,2c,3c,4c,5c,7d/6c,7c,8c,9c,8d,9d"
BEFORE = (
    f"royal-racers cards={CARDS} flags=Sa:a1,S2:a6,S3:f6,S4:f1,S5:c3,Ma:e6,M2:e1,M3:b1,M4:b6,M5:d4 pawns=S:c3,M:d4 "
    "dice=S:n@60:140:0,M:n@60:50:0 seats=S,M ranks=a2345 phase=race round=1 turn=S,M"
)


@pytest.fixture
def show() -> tuple[Match, Callable[[str], None]]:
    """A match that has begun, and the way to lay a table before it."""
    rules, manifest = game("royal-racers"), kits.manifest("royal-racers")
    match = Match(rules, manifest, MemoryStore({"game": rules.name}))
    looks = 0

    def lay(text: str) -> None:
        nonlocal looks
        looks += 1
        match.feed(settled(rules.layout(text, manifest), looks), lambda: b"picture")

    lay(BEFORE)
    match.start(2, 0, BEFORE)
    return match, lay


def test_a_wrong_card_turned_up_and_down_again_is_play(show: tuple[Match, Callable[[str], None]]) -> None:
    """Red rolled a 3 and named the 2 of spades: the peek stays in the turn, so that the pawn must go back."""
    match, lay = show
    rolled = BEFORE.replace("S:n@60:140:0", "S:3@80:110:45")
    lay(rolled)
    lay(rolled.replace("-2s", "2s"))
    lay(rolled)
    assert len(match.state.stops) == 4
    verdict = match.verdict()
    assert verdict is not None
    assert verdict[1].lines[0].turn == "S r3 ~b5 <c3"


def test_the_right_card_turned_down_again_was_taken_back(show: tuple[Match, Callable[[str], None]]) -> None:
    """Red rolled a 2, turned the right card up and down again: the turn stands as if it had not been touched."""
    match, lay = show
    rolled = BEFORE.replace("S:n@60:140:0", "S:2@80:110:45")
    lay(rolled)
    lay(rolled.replace("-2s", "2s"))
    lay(rolled)
    assert len(match.state.stops) == 2


AWAY = BEFORE.replace("S:c3,M:d4", "S:c4,M:d4").replace("S:n@60:140:0", "S:3@80:110:45")
"""Red, who has touched no flag yet, has rolled a 3 one step from the start, c3."""


def wrong_card(lay: Callable[[str], None]) -> None:
    """Red turns up the 2 on b5, turns it down again, goes back to the start and one step to where the pawn stood."""
    for text in (AWAY, AWAY.replace("-2s", "2s"), AWAY, AWAY.replace("S:c4", "S:c3"), AWAY):
        lay(text)


def test_a_step_back_to_where_the_pawn_was_sent_away_from_is_play(
    show: tuple[Match, Callable[[str], None]],
) -> None:
    """The table looks as it did after the roll, but nothing was taken back: the turn was played to its end."""
    match, lay = show
    match.correct(0, BEFORE.replace("S:c3,M:d4", "S:c4,M:d4"))
    wrong_card(lay)
    assert [entry.data["turn"] for entry in match.state.turns] == ["S r3 ~b5 <c3 >c4"]


def test_a_pawn_goes_back_before_the_wrong_card_is_turned_down_again(
    show: tuple[Match, Callable[[str], None]],
) -> None:
    """The rule names the pawn first: "you must go back to the last flag […] and the card must remain face-down"."""
    match, lay = show
    match.correct(0, BEFORE.replace("S:c3,M:d4", "S:c4,M:d4"))
    home = AWAY.replace("S:c4", "S:c3")
    for text in (AWAY, AWAY.replace("-2s", "2s"), home.replace("-2s", "2s"), home, home.replace("S:c3,M", "S:b3,M")):
        lay(text)
        assert "ILLEGAL" not in [entry.data["status"] for entry in match.entries if entry.kind == "verdict"]
    assert [entry.data["turn"] for entry in match.state.turns] == ["S r3 ~b5 <c3 >b3"]


def test_a_driver_who_throws_again_has_begun_his_next_turn(show: tuple[Match, Callable[[str], None]]) -> None:
    """Black, last of one round and first of the next, rolled null and stayed: the second throw is another turn's."""
    match, lay = show
    start = BEFORE.replace("round=1 turn=S,M", "round=1 turn=M")
    match.correct(0, start)
    for text in (
        start.replace("M:n@60:50:0", "M:n@90:20:70"),
        start.replace("M:n@60:50:0", "M:4@60:50:10"),
        start.replace("M:n@60:50:0", "M:4@60:50:10").replace("4d", "-4d"),
    ):
        lay(text)
    assert [entry.data["turn"] for entry in match.state.turns] == ["M rn"]
    provisional = match.state.provisional
    assert provisional is not None
    assert (provisional.data["status"], provisional.data["turn"]) == ("LEGAL", "M r4 -d3")


def test_a_word_said_late_and_the_button_pressed_once_more_are_no_turn(
    show: tuple[Match, Callable[[str], None]],
) -> None:
    """Black's null is said when his turn had closed by itself, and the button is pressed: his next one is no fault."""
    match, lay = show
    moved = BEFORE.replace("S:n@60:140:0", "S:n@80:110:45").replace("S:c3,M:d4 ", "S:c2,M:d4 ")
    lay(moved)
    moved = moved.replace("M:n@60:50:0", "M:n@80:20:45").replace("M:d4 ", "M:c4 ")
    lay(moved)
    assert len(match.state.turns) == 2
    match.declare("roll=n", 10)
    match.close(10)
    match.correct(11)  # which says nothing of whose turn it is
    rolled = moved.replace("M:n@80:20:45", "M:3@60:40:90")
    lay(rolled)
    turned = rolled.replace("3s", "-3s")
    lay(turned)
    lay(turned.replace("M:c4 ", "M:b4 "))
    match.close(20)
    assert [entry.data["status"] for entry in match.entries if entry.kind == "verdict"].count("ILLEGAL") == 0
