"""The two prints of a kit: with large markers (the older one) and with small ones, their numbers at the same places.

Which of them lies on a table the eye finds out by itself (`referee.vision.plane`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from markers import kits
from markers.design import Wish
from markers.geometry import MarkerGeometry, printed, relative, square_marker
from markers.kit import Manifest, PrintedItem
from markers.racepack_tracks import TRACKS

POSTER = "poster"
"""The kind of the sheets of a ready track."""


def is_small(manifest: Manifest) -> bool:
    """Whether a kit is printed with small markers where there are large ones too."""
    design = kits.DESIGNS.get(manifest.kit)
    return design is not None and manifest.version == design.small_version != ""


@lru_cache(maxsize=16)
def other_print(manifest: Manifest) -> Manifest | None:
    """The same kit with markers of the other size; None for a kit, or a version of one, of which there is no other.

    >>> from markers import kits
    >>> other_print(kits.manifest("racepack")) == kits.manifest("racepack", wish=Wish(small_markers=True))
    True
    """
    design = kits.DESIGNS.get(manifest.kit)
    poster = any(_kind(item.piece) == POSTER for item in manifest.items)
    if design is None or not design.small_markers_mm:
        return None
    large = design.track_version if poster else design.version
    if manifest.version not in (large, design.small_version):
        return None
    wanted = large if is_small(manifest) else design.small_version
    sides_mm = _sides_mm(manifest.kit, poster, wanted == design.small_version)
    items = tuple(_resized(item, sides_mm.get(_kind(item.piece), math.nan)) for item in manifest.items)
    return replace(manifest, version=wanted, items=items)


def _kind(piece: str) -> str:
    return piece.split(":")[0]


@lru_cache(maxsize=8)
def _sides_mm(kit: str, poster: bool, small: bool) -> Mapping[str, float]:
    """How large the markers of each kind of piece are, but those of dice, which are as large as the dice."""
    design = kits.DESIGNS[kit]
    wish = Wish(track=next(iter(TRACKS)) if poster else "", small_markers=small)
    sections = design.laid_out(design.complete(wish))
    faces = [face for one in sections for face in (*one.items, *(upon for upon, _ in one.upon))]
    return {_kind(face.piece): one.side_mm for face in faces for one in face.markers if _kind(face.piece) != "die"}


def _resized(item: PrintedItem, side_mm: float) -> PrintedItem:
    """A printed face with its markers of another size around their middles."""
    face = relative(item)
    if not face.markers or math.isnan(side_mm) or round(face.markers[0].side_mm, 3) == round(side_mm, 3):
        return item
    markers = tuple(square_marker(one.marker_id, _rounded(one), side_mm) for one in face.markers)
    return replace(item, markers=printed(replace(face, markers=markers), item.page, item.origin_mm).markers)


def _rounded(marker: MarkerGeometry) -> tuple[float, float]:
    x, y = marker.middle_mm
    return round(x, 4), round(y, 4)
