"""The manifest as JSON text and back; `docs/markers.md` lists its fields.

`up_mm` says which way is up on the page: always towards the page's top. Keys that are not known are left alone.
"""

from __future__ import annotations

import json
from typing import Any

from markers.ids import FAMILY, FAMILY_SIZE
from markers.kit import Manifest, Page, PipDice, Point, PrintedItem, PrintedMarker
from referee.errors import KitError
from referee.plain_json import read_json

UP_MM = [0.0, -1.0]
LARGEST_MM = 1e9
"""No print is a thousand kilometres long; beyond that a whole number need not even be one a float can hold."""


def to_json(manifest: Manifest) -> str:
    """The manifest as indented JSON text, ending in a line break."""
    facts = {
        "kit": manifest.kit,
        "version": manifest.version,
        "paper": manifest.paper,
        "pages": [{"width_mm": page.width_mm, "height_mm": page.height_mm} for page in manifest.pages],
        "items": [_item_facts(item) for item in manifest.items],
        **({"boards": list(manifest.boards)} if manifest.boards else {}),
        **({"dice": [_dice_facts(kind) for kind in manifest.dice]} if manifest.dice else {}),
    }
    return json.dumps(facts, indent=1) + "\n"


def from_json(text: str) -> Manifest:
    """Read a manifest. Raises KitError with the place of the damage when it cannot be read."""
    try:
        facts = read_json(text)
    except ValueError as problem:
        raise KitError(f"The manifest is not JSON ({problem}); print the kit again.") from problem
    if not isinstance(facts, dict):
        raise _damage("the file", "is not an object")
    pages = tuple(_page(entry, f"page {n}") for n, entry in enumerate(_list(facts, "pages", "the file")))
    entries = _list(facts, "items", "the file")
    items = tuple(_item(entry, f"item {n}", len(pages)) for n, entry in enumerate(entries))
    kit, version, paper = (_text(facts, key, "the file") for key in ("kit", "version", "paper"))
    boards = _get(facts, "boards", "the file", [])
    if not isinstance(boards, list) or not all(isinstance(text, str) for text in boards):
        raise _damage("the file", "has 'boards' that are no list of texts")
    kinds = _list(facts, "dice", "the file") if "dice" in facts else []
    dice = tuple(_dice(entry, f"dice {n}") for n, entry in enumerate(kinds))
    return Manifest(kit, version, paper, pages, items, tuple(boards), dice)


def _dice_facts(kind: PipDice) -> dict[str, Any]:
    return {"colour": kind.colour, "pieces": list(kind.pieces), "edge_mm": kind.edge_mm}


def _dice(entry: Any, where: str) -> PipDice:
    pieces = _list(entry, "pieces", where)
    if not all(isinstance(name, str) for name in pieces):
        raise _damage(where, "has 'pieces' that are no list of names")
    edge_mm = _number(_get(entry, "edge_mm", where), where)
    if edge_mm <= 0:
        raise _damage(where, "has no size")
    return PipDice(_text(entry, "colour", where), tuple(pieces), edge_mm)


def _item_facts(item: PrintedItem) -> dict[str, Any]:
    return {
        "piece": item.piece,
        "side": item.side,
        "page": item.page,
        "outline_mm": [list(point) for point in item.outline_mm],
        "origin_mm": list(item.origin_mm),
        "up_mm": UP_MM,
        "height_mm": item.height_mm,
        "fixed": item.fixed,
        "markers": [
            {
                "family": marker.family,
                "id": marker.marker_id,
                "corners_mm": [list(point) for point in marker.corners_mm],
            }
            for marker in item.markers
        ],
        **({"dots_mm": [list(point) for point in item.dots_mm]} if item.dots_mm else {}),
        **({"mats_mm": [[list(point) for point in mat] for mat in item.mats_mm]} if item.mats_mm else {}),
    }


def _page(entry: Any, where: str) -> Page:
    page = Page(_number(_get(entry, "width_mm", where), where), _number(_get(entry, "height_mm", where), where))
    if page.width_mm <= 0 or page.height_mm <= 0:
        raise _damage(where, "has no size")
    return page


def _item(entry: Any, where: str, pages: int) -> PrintedItem:
    page = _get(entry, "page", where)
    if type(page) is not int or not 0 <= page < pages:
        raise _damage(where, f"lies on page {page!r}, which is not in the list of pages")
    if _get(entry, "up_mm", where, UP_MM) != UP_MM:
        raise _damage(where, "is not printed upright")
    fixed = _get(entry, "fixed", where, False)
    if type(fixed) is not bool:
        raise _damage(where, "has a 'fixed' that is neither true nor false")
    outline = _points(_get(entry, "outline_mm", where), where)
    if len(outline) < 3:
        raise _damage(where, "has an outline of fewer than three points")
    return PrintedItem(
        piece=_text(entry, "piece", where),
        side=_text(entry, "side", where),
        page=page,
        outline_mm=outline,
        origin_mm=_point(_get(entry, "origin_mm", where), where),
        height_mm=_number(_get(entry, "height_mm", where), where),
        markers=tuple(_marker(marker, where) for marker in _list(entry, "markers", where)),
        fixed=fixed,
        dots_mm=_points(_get(entry, "dots_mm", where, []), where),
        mats_mm=tuple(_points(mat, where) for mat in _mats(entry, where)),
    )


def _mats(entry: Any, where: str) -> list[Any]:
    value = _get(entry, "mats_mm", where, [])
    if not isinstance(value, list):
        raise _damage(where, "has 'mats_mm' that are no list")
    return value


def _marker(entry: Any, where: str) -> PrintedMarker:
    family, marker_id = _text(entry, "family", where), _get(entry, "id", where)
    if family != FAMILY:
        raise _damage(where, f"has a marker of the family {family}; this program reads {FAMILY}")
    if type(marker_id) is not int or not 0 <= marker_id < FAMILY_SIZE:
        raise _damage(where, f"has a marker numbered {marker_id!r}, which is not in the family")
    corners = _points(_get(entry, "corners_mm", where), where)
    if len(corners) != 4:
        raise _damage(where, "has a marker without four corners")
    return PrintedMarker(family, marker_id, (corners[0], corners[1], corners[2], corners[3]))


def _damage(where: str, what: str) -> KitError:
    return KitError(f"The manifest is damaged: {where} {what}; print the kit again to get a whole one.")


_REQUIRED = object()


def _get(entry: Any, key: str, where: str, default: Any = _REQUIRED) -> Any:
    if not isinstance(entry, dict):
        raise _damage(where, "is not an object")
    if key not in entry and default is _REQUIRED:
        raise _damage(where, f"has no '{key}'")
    return entry.get(key, default)


def _list(entry: Any, key: str, where: str) -> list[Any]:
    value = _get(entry, key, where)
    if not isinstance(value, list):
        raise _damage(where, f"has a '{key}' that is not a list")
    return value


def _text(entry: Any, key: str, where: str) -> str:
    value = _get(entry, key, where)
    if not isinstance(value, str) or not value:
        raise _damage(where, f"has a '{key}' that is not text")
    return value


def _number(value: Any, where: str) -> float:
    if type(value) not in (int, float) or not abs(value) <= LARGEST_MM:
        raise _damage(where, f"has {value!r} where a number belongs")
    return float(value)


def _point(value: Any, where: str) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise _damage(where, f"has {value!r} where a point [x, y] belongs")
    return (_number(value[0], where), _number(value[1], where))


def _points(value: Any, where: str) -> tuple[Point, ...]:
    if not isinstance(value, list):
        raise _damage(where, f"has {value!r} where a list of points belongs")
    return tuple(_point(entry, where) for entry in value)
