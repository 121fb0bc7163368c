"""What the simulated players get wrong is done with pieces that are in the box."""

from __future__ import annotations

from random import Random

import pytest

from markers import kits
from markers.kit import PlacedPiece
from referee.errors import KitError
from referee.games.registry import game
from referee.simulator.race import next_turn


def test_nobody_does_wrong_with_a_piece_that_is_not_in_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that would need a third bomb is planted nowhere; another one, or none, takes its place."""
    law = game("nestorgames-gp")
    manifest, start = kits.manifest(law.name), law.start(3, Random(1))
    layout, refused = law.layout, list[str]()

    def laid(text: str, kit: object) -> tuple[PlacedPiece, ...]:
        if "turn=R" not in text and text != start:
            refused.append(text)
            raise KitError("The kit nestorgames-gp has no bomb:3 with a side active.")
        return layout(text, manifest)

    assert next_turn(law, start, Random(1), 1.0, None, manifest).truth != "legal"
    monkeypatch.setattr(type(law), "layout", lambda self, text, kit: laid(text, kit))
    assert next_turn(law, start, Random(1), 1.0, None, manifest).truth == "legal"
    assert refused
