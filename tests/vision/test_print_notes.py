"""A sheet printed smaller than the others, and tiles that are too small for their places, are told in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from markers.kit import Manifest, Point, PrintedItem
from referee.vision.eye import Eye
from referee.words.catalogue import in_language, told

SHARE = 0.985


def meant_larger(manifest: Manifest, pieces: Collection[str]) -> Manifest:
    """The kit as it was designed, when what lies there of these pieces was printed at 98.5 %."""

    def grown(item: PrintedItem) -> PrintedItem:
        x0, y0 = item.origin_mm

        def out(x: float, y: float) -> Point:
            return (x0 + (x - x0) / SHARE, y0 + (y - y0) / SHARE)

        markers = []
        for marker in item.markers:
            a, b, c, d = (out(*corner) for corner in marker.corners_mm)
            markers.append(replace(marker, corners_mm=(a, b, c, d)))
        return replace(item, markers=tuple(markers))

    return replace(manifest, items=tuple(grown(i) if i.piece in pieces else i for i in manifest.items))


def test_a_sheet_printed_small_is_told_with_its_pieces(table: Any) -> None:
    """Three tiles of twelve at 98.5 %: they are named, and nothing else is; a right print needs no words."""
    small = ("tile:Sn", "tile:S2", "tile:Ma")
    notes = Eye(meant_larger(table.manifest, small)).look(table.frame(), still=True).quality.notes
    told_of = {told("prints-small", n=share, list=sorted(small)) for share in ("1.4", "1.5", "1.6")}
    assert told_of & set(notes)
    usual = Eye(table.manifest).look(table.frame(), still=True).quality.notes
    assert not [note for note in usual if "%" in note]


def test_tiles_too_small_for_their_places_are_told(table: Any) -> None:
    """Paper tiles of 98.5 % on wooden ones lie 1.5 % too far apart; gaps of a third of a millimetre are usual."""

    def spread(share: float) -> tuple[str, ...]:
        pieces = tuple(replace(p, x_mm=p.x_mm * share, y_mm=p.y_mm * share) for p in table.pieces)
        return Eye(table.manifest).look(table.frame(pieces), still=True).quality.notes

    [note] = [note for note in spread(1.0 / SHARE) if "side by side" in note]
    assert "100 %" not in note
    assert all(in_language(note, language) not in (None, note) for language in ("de", "fr"))
    assert not [note for note in spread(1.006) if "side by side" in note]
