"""Two prints of one piece at the very first sight: neither counts until the other one is gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from markers.kit import PlacedPiece
from referee.vision.eye import Eye
from referee.vision.numbers import LOOKS
from referee.vision.scene import Frame, Scene

PAWN = "pawn:S"
BESIDE_MM = (150.0, 80.0)


def shown(eye: Eye, table: Any, pieces: Sequence[PlacedPiece], count: int) -> Scene:
    """The last scene of a few pictures of a table."""
    images = [table.image(pieces) for _ in range(2)]
    return [eye.look(Frame(images[n % 2], n, "test", n)) for n in range(count)][-1]


def places_of(scene: Scene, piece: str) -> list[tuple[float, float]]:
    """Where a piece is seen, mm."""
    return [(s.x_mm, s.y_mm) for s in scene.sightings if s.piece == piece]


def second(table: Any, piece: str) -> PlacedPiece:
    """Another print of a piece, laid beside the road."""
    lies: PlacedPiece = next(p for p in table.pieces if p.piece == piece)
    return replace(lies, x_mm=BESIDE_MM[0], y_mm=BESIDE_MM[1])


@pytest.mark.parametrize("stays", ["on the road", "beside it"])
def test_neither_counts_until_the_other_is_taken_away(table: Any, stays: str) -> None:
    """Both places are named; the print that is left is the piece, wherever it lies."""
    eye, first, other = Eye(table.manifest, table.lens), table.pieces, second(table, PAWN)
    scene = shown(eye, table, (*first, other), 4)
    assert places_of(scene, PAWN) == []
    told = next(text for text in scene.problems if "two copies" in text)
    assert PAWN in told
    assert "neither counts" in told
    assert told.count("of the picture") == 2
    rest = first if stays == "on the road" else (*(p for p in first if p.piece != PAWN), other)
    scene = shown(eye, table, rest, LOOKS + 2)
    assert scene.problems == ()
    lone = Eye(table.manifest, table.lens)
    assert places_of(scene, PAWN)[0] == pytest.approx(places_of(shown(lone, table, rest, 2), PAWN)[0], abs=1.0)
    assert {s.piece for s in scene.sightings} == {p.piece for p in first}


def test_a_still_piece_printed_twice_is_nowhere_until_one_is_taken_away(table: Any) -> None:
    """Of a tile with a car on one of its markers no print is taken, nor a mixture of both; the others are unmoved."""
    eye, tile = Eye(table.manifest, table.lens), table.pieces[0].piece
    scene = shown(eye, table, (*table.pieces, second(table, tile)), 4)
    assert places_of(scene, tile) == []
    assert any("neither counts" in text and tile in text for text in scene.problems)
    scene = shown(eye, table, table.pieces, LOOKS + 2)
    assert scene.problems == ()
    assert {s.piece for s in scene.sightings} == {p.piece for p in table.pieces}
    assert max(table.errors_mm(scene, "tile")) < 1.0


def test_a_print_laid_anew_while_there_are_two_is_the_piece(table: Any) -> None:
    """Whoever lifts one of the two and lays it down elsewhere says which counts; the other stays a second print."""
    eye, other = Eye(table.manifest, table.lens), second(table, PAWN)
    shown(eye, table, (*table.pieces, other), 4)
    without = tuple(p for p in table.pieces if p.piece != PAWN)
    moved = replace(other, x_mm=0.0, y_mm=0.0)
    scene = shown(eye, table, (*without, other, moved), 8)
    assert len(places_of(scene, PAWN)) == 1
    assert any("two copies" in text and "one of them" in text for text in scene.problems)
