"""The gear dice as they lie: those in the tray are rolled, those on a gear area or beside a car show its gear.

A tray or an area that is covered, even in part or by a die that cannot be read, keeps what was known of it: never is a
throw read from some of its dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.base import SightingLike
from referee.games.home_racers.geometry import Point, Pose, ahead, apart, seen_from
from referee.games.home_racers.notation import die_key
from referee.games.home_racers.observation import CARS, DRIVERS, CarSeen, TrayDie
from referee.games.home_racers.position import Position
from referee.games.polygon import inside

TRAY_MM = (120.0, 90.0)
"""The tray's size when the manifest does not give it."""
BESIDE_SHARE = 2.5
"""Dice within this many tile widths of their car show its gear."""

Area = tuple[Point, ...]


def outlines(at: Mapping[str, Pose], manifest: Manifest) -> dict[str, Area]:
    """The outlines on the floor of the tray and the gear areas that are seen, by piece."""
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    shapes: dict[str, Area] = {"tray": ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))}
    shapes.update(
        {item.piece: relative(item).outline_mm for item in manifest.items if item.piece.startswith(("tray", "gear:"))}
    )
    return {
        piece: tuple(ahead(at[piece], x_mm, y_mm, 0.0).at for x_mm, y_mm in shape)
        for piece, shape in shapes.items()
        if piece in at
    }


def tray_dice(
    at: Mapping[str, Pose],
    found: Mapping[str, SightingLike],
    areas: Mapping[str, Area],
    covered: Sequence[Area],
    known: Position | None,
    spaces: dict[str, str],
) -> tuple[TrayDie, ...]:
    """The dice in the tray, in its own frame, to a tenth of a millimetre."""
    if "tray" not in areas or _meets(areas["tray"], covered):
        return known.tray if known else ()
    spaces["tray"] = "tray"
    dice = []
    for piece, where in at.items():
        if piece.startswith("die:") and inside(where.at, areas["tray"]):
            x_mm, y_mm, _ = seen_from(at["tray"], where)
            spaces[piece] = "tray"
            dice.append(TrayDie(piece[4], int(found[piece].side), round(x_mm, 1) + 0.0, round(y_mm, 1) + 0.0))
    return tuple(sorted(dice, key=die_key))


def beside(
    at: Mapping[str, Pose],
    cars: Sequence[tuple[str, CarSeen]],
    areas: Mapping[str, Area],
    covered: Sequence[Area],
    known: Position | None,
    across_mm: float,
    spaces: dict[str, str],
) -> tuple[tuple[str, int], ...]:
    """How many dice show each car's gear: those on its gear area and those beside the car."""
    before = dict(known.beside) if known else {}
    with_areas = any(piece.startswith("gear:") for piece in areas)
    stands = {car: stand.pose for car, stand in cars}
    counts = []
    for car in CARS:
        area = areas.get(f"gear:{car}")
        hidden = with_areas if area is None else _meets(area, covered)
        if hidden:
            counts.append((car, before.get(car, 0)))
            continue
        near = [
            piece
            for piece, where in at.items()
            if piece.startswith(f"die:{car}")
            and piece not in spaces
            and (
                (area is not None and inside(where.at, area))
                or (car in stands and apart(where, stands[car]) <= BESIDE_SHARE * across_mm)
            )
        ]
        spaces.update(dict.fromkeys(near, f"beside {DRIVERS[car]}"))
        counts.append((car, len(near)))
    return tuple(sorted((car, count) for car, count in counts if count))


def _meets(area: Area, covered: Sequence[Area]) -> bool:
    """Whether a covered region reaches over an area: a corner or the middle of one lies in the other."""
    return any(
        any(inside(point, other) for point in (*area, _middle(area)))
        or any(inside(point, area) for point in (*other, _middle(other)))
        for other in covered
    )


def _middle(area: Area) -> Point:
    return sum(x for x, _ in area) / len(area), sum(y for _, y in area) / len(area)
