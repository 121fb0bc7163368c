"""What the simulated players get wrong is done with pieces that are in the box."""

from __future__ import annotations

from random import Random

import pytest

from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.games.registry import game
from referee.simulator.race import next_turn

BOMB = PlacedPiece("bomb:1", "active", 0.0, 0.0, 4.0, 0.0)
DIE = PlacedPiece("die:R1", "2", 0.0, 0.0, 16.0, 0.0)


@pytest.mark.parametrize(
    "lacking",
    [
        pytest.param((PlacedPiece("bomb:3", "active", 0.0, 0.0, 4.0, 0.0),), id="a third bomb, of two"),
        pytest.param((DIE, DIE), id="a die that lies on the mat already"),
    ],
)
@pytest.mark.few(1)
def test_nobody_does_wrong_with_a_piece_that_is_not_in_the_box(
    monkeypatch: pytest.MonkeyPatch, lacking: tuple[PlacedPiece, ...]
) -> None:
    """A fault that would need a third bomb, or a die in two places, is planted nowhere; another one, or none, takes
    its place."""
    law = game("nestorgames-gp")
    manifest, start = kits.manifest(law.name), law.start(3, Random(1))
    layout = law.layout

    def laid(text: str, kit: Manifest) -> tuple[PlacedPiece, ...]:
        pieces = layout(text, kit)
        known = {one.piece for one in lacking}
        return pieces if text == start else (*(one for one in pieces if one.piece not in known), *lacking)

    assert next_turn(law, start, Random(1), 1.0, None, manifest).truth != "legal"
    monkeypatch.setattr(type(law), "layout", lambda self, text, kit: laid(text, kit))
    assert next_turn(law, start, Random(1), 1.0, None, manifest).truth == "legal"


def test_more_tiles_than_the_kit_has_are_more_than_it_can_lay() -> None:
    """A path of a tile too many is laid with a tile that the kit does not know, not without it."""
    law = game("home-racers")
    kit = kits.manifest(law.name)
    printed = {item.piece for item in kit.items if item.piece.startswith("road:")}
    look = law.visible(law.start(1, Random(1)))
    cars = sum(piece.piece.startswith("road:") for piece in law.layout(look, kit))
    for more in (0, 1):
        count = len(printed) - cars + more
        tiles = ",".join(f"{100 * number}:400:0" for number in range(count))
        before, sep, after = look.partition(" specials=")
        laid = [piece.piece for piece in law.layout(f"{before} tiles={tiles}{sep}{after}", kit)]
        roads = {piece for piece in laid if piece.startswith("road:")}
        assert len(roads) == cars + count
        assert len(roads - printed) == more
