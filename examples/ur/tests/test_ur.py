"""The Royal Game of Ur passes the contract."""

from __future__ import annotations

from dataclasses import replace

from race_ur import game
from race_ur.kit import DESIGN
from referee.contract import Case, TableContract


class TestUr(TableContract):
    """All promises of a game."""

    case = Case(game, kit=DESIGN, rare=frozenset({"ur/occupied"}))  # one man hides the other


def test_one_man_to_a_square() -> None:
    """Nobody may move to where his own man stands; who does so all the same hides a man, and nobody sees where."""
    state = game.State(light=(0, 0, 0, 0, 0, 1, 3), dice=2, due=True)
    assert (1, 3) not in game.moves(state)
    (slip,) = [
        one for one in game.slips(state, game.show(replace(state, light=(0,) * 6 + (3,)))) if one.text == "a4>a2"
    ]
    assert [one.kind for one in slip.broken] == ["ur/occupied"]
    assert set(game.show(slip.after).squares) == {"l", "?"}
