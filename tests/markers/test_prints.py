"""From one print of a kit the other one is known: all that differs is how large the markers are."""

from __future__ import annotations

import pytest

from markers import kits
from markers.design import Wish
from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from markers.prints import is_small, other_print

PRINTS = [
    ("racepack", "a4", Wish()),
    ("racepack", "letter", Wish(packs=2)),
    ("racepack", "a4", Wish(track="oval")),
    ("royal-racers", "a4", Wish()),
    ("nestorgames-gp", "letter", Wish(boards=(shipped_board(next(iter(SHIPPED))),))),
]


@pytest.mark.parametrize(("game", "paper", "wish"), PRINTS)
def test_each_print_gives_the_other_one(game: str, paper: str, wish: Wish) -> None:
    """Exactly as it is printed, whichever is at hand, posters and boards included."""
    large, small = (kits.manifest(game, paper, Wish(wish.heights, boards=wish.boards, packs=wish.packs,
                    track=wish.track, small_markers=one)) for one in (False, True))  # fmt: skip
    assert other_print(large) == small
    assert other_print(small) == large
    assert is_small(small)
    assert not is_small(large)


def test_a_kit_that_is_printed_in_one_way_only_has_no_other_print() -> None:
    """Home Racers and the command cards."""
    assert other_print(kits.manifest("home-racers")) is None
    assert other_print(kits.manifest("command-cards")) is None
