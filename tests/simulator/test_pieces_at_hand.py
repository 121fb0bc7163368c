"""What the simulated players get wrong is done with pieces that are in the box."""

from __future__ import annotations

from random import Random

import pytest

from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.games.registry import game
from referee.simulator.race import next_turn


def test_nobody_does_wrong_with_a_piece_that_is_not_in_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that would need a third bomb is planted nowhere; another one, or none, takes its place."""
    law = game("nestorgames-gp")
    manifest, start = kits.manifest(law.name), law.start(3, Random(1))
    layout = law.layout

    def laid(text: str, kit: Manifest) -> tuple[PlacedPiece, ...]:
        bomb = PlacedPiece("bomb:3", "active", 0.0, 0.0, 4.0, 0.0)
        return (*layout(text, kit), *(() if text == start else (bomb,)))

    assert next_turn(law, start, Random(1), 1.0, None, manifest).truth != "legal"
    monkeypatch.setattr(type(law), "layout", lambda self, text, kit: laid(text, kit))
    assert next_turn(law, start, Random(1), 1.0, None, manifest).truth == "legal"
