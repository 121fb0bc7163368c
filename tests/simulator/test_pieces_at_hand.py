"""What the simulated players get wrong is done with pieces that are in the box."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from planted_races import planted

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


def test_no_die_lies_in_two_places_in_a_turn_that_is_played() -> None:
    """A rocket that is used against the rules may need more dice than the driver has: another fault takes its place."""
    law = game("nestorgames-gp")
    kit, turns = kits.manifest(law.name), islice(planted(law, 107, 0.3), 25)
    for turn in turns:
        for look in turn.stops:
            laid = [one.piece for one in law.layout(look, kit)]
            assert len(set(laid)) == len(laid), turn.turn


def test_nobody_lays_more_tiles_than_the_kit_has() -> None:
    """Tiles that were left lying lack in the next path: a driver takes a gear whose path can be laid."""
    law = game("home-racers")
    kit, turns = kits.manifest(law.name), islice(planted(law, 107, 0.3), 55)
    printed = {item.piece for item in kit.items}
    for turn in turns:
        for look in turn.stops:
            seen = law.observe(look)
            laid = {one.piece for one in law.layout(look, kit) if one.piece.startswith("road:")}
            assert len(laid) == len(seen.tiles) + sum(not car.loose for _, car in seen.cars), turn.turn
            assert laid <= printed, turn.turn
