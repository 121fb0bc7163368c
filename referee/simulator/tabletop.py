"""Pieces as people leave them: nearly in the middle, nearly straight, and untouched where nobody touched them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from markers.kit import Manifest, PlacedPiece
from referee.simulator.bodies import on_posters, thickness_mm
from referee.simulator.kinds import KINDS, LOW_MM, kind_of

ON_TOP_MM = 9.0
"""A piece this near to a coin's middle stands on it."""
TRAY_ROOM_MM = 24.0
"""How far from the middle of the tray a rolled die comes to rest."""
MOVED_BY_ROLL_MM = 14.0
"""A die that was thrown does not come to lie where it lay."""


@dataclass(frozen=True)
class Step:
    """One piece handled once: where it was and where it is put; None stands for beside the table."""

    before: PlacedPiece | None
    after: PlacedPiece | None


class Tabletop:
    """What lies on the virtual table, and what a person must touch to bring about the next position.

    `lay` takes pieces as a game lays them out (each in the exact middle of its place) and gives the steps to get there.
    Coins and road tiles are alike: one that is in the right place already is left alone, whatever the layout calls it.
    One that the layout no longer mentions, but on which something now stands, is still there.
    """

    def __init__(self, manifest: Manifest, start: Iterable[PlacedPiece], rng: np.random.Generator) -> None:
        self._rng = rng
        self._kit = manifest.kit
        self._tall_mm = {item.piece: thickness_mm(manifest, item.piece) for item in manifest.items}
        self._printed_in_place = frozenset(item.piece for item, _ in on_posters(manifest))
        self._ideal: dict[str, PlacedPiece] = {}
        self._placed: dict[str, PlacedPiece] = {}
        for ideal in start:
            self._ideal[ideal.piece] = ideal
            self._placed[ideal.piece] = self._put(ideal)

    @property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """Every piece as it really lies."""
        return tuple(self._placed[name] for name in sorted(self._placed))

    def lay(self, target: Sequence[PlacedPiece], but: frozenset[str | None] = frozenset()) -> tuple[Step, ...]:
        """Bring the table into a new state; returns what was handled, in order: cars, coins, then the rest.

        Pieces named in `but` are left as they are.
        """
        wanted = self._named(target)
        steps = []
        for name in sorted((set(wanted) | set(self._ideal)) - but, key=self._turn_to_be_handled):
            step = self._handle(name, wanted.get(name))
            if step is not None:
                steps.append(step)
        return tuple(steps)

    def roll(self, face: str, target: Sequence[PlacedPiece]) -> Step | None:
        """Let the die of the tray fall on `face` somewhere in the tray; None when the layout has no such die."""
        name, tray = self.tray_die(target), self._placed.get("tray")
        if name is None or tray is None:
            return None
        ideal = next(piece for piece in target if piece.piece == name)
        self._ideal[name] = replace(ideal, side=face)
        before = self._placed.get(name)
        landed = self._thrown(PlacedPiece(name, face, tray.x_mm, tray.y_mm, ideal.z_mm, 0.0))
        while before is not None and _apart(landed, before) < MOVED_BY_ROLL_MM:
            landed = self._thrown(replace(landed, x_mm=tray.x_mm, y_mm=tray.y_mm))
        self._placed[name] = landed
        return Step(before, landed)

    def _thrown(self, middle: PlacedPiece) -> PlacedPiece:
        """The die anywhere in the tray, any way round."""
        dx, dy = self._rng.uniform(-TRAY_ROOM_MM, TRAY_ROOM_MM, 2)
        turn = float(self._rng.uniform(0.0, 360.0))
        return replace(middle, x_mm=middle.x_mm + float(dx), y_mm=middle.y_mm + float(dy), angle_deg=turn)

    def tray_die(self, target: Sequence[PlacedPiece]) -> str | None:
        """Which printed die of a layout lies in its tray; ordinary dice lie where the layout has them."""
        tray = next((piece for piece in target if piece.piece == "tray"), None)
        if tray is None:
            return None
        for piece in target:
            if not piece.piece.startswith("die:") or kind_of(self._kit, piece.piece).pips is not None:
                continue
            if _apart(piece, tray) < 50.0:
                return piece.piece
        return None

    def _named(self, target: Sequence[PlacedPiece]) -> dict[str, PlacedPiece]:
        """The target by piece, with those that are alike under the names they already have, and hidden ones added."""
        if self._kit not in KINDS:
            return self._alike(target)
        wanted = {piece.piece: piece for piece in target if not _is_alike(piece.piece)}
        here = {name: ideal for name, ideal in self._ideal.items() if _is_alike(name)}
        fresh = []
        for one in (piece for piece in target if _is_alike(piece.piece)):
            name = next((n for n, ideal in here.items() if _apart(ideal, one) < 1.0), None)
            if name is None:
                fresh.append(one)
            else:
                del here[name]
                wanted[name] = replace(one, piece=name)
        for name, ideal in here.items():
            if any(_apart(piece, ideal) < ON_TOP_MM for piece in wanted.values() if self._stands(piece)):
                wanted[name] = ideal
                _raise_onto(wanted, ideal, self._tall_mm)
        free = sorted(name for name in self._tall_mm if _is_alike(name) and name not in wanted)
        wanted.update((name, replace(one, piece=name)) for name, one in zip(free, fresh, strict=False))
        return wanted

    def _alike(self, target: Sequence[PlacedPiece]) -> dict[str, PlacedPiece]:
        """The target of a kit from outside: pieces that differ by their number alone are alike, and none is moved in
        vain because a layout counts them anew."""
        here, found, fresh = dict(self._ideal), dict[str, PlacedPiece](), list[PlacedPiece]()
        for piece in target:
            name = next((name for name, ideal in here.items() if _lies_so(ideal, piece)), None)
            if name is None:
                fresh.append(piece)
            else:
                del here[name]
                found[name] = replace(piece, piece=name)
        for piece in fresh:
            names = (one.piece for one in target if _stem(one.piece) == _stem(piece.piece) and one.piece not in found)
            name = next(names)
            found[name] = replace(piece, piece=name)
        return found

    def _turn_to_be_handled(self, name: str) -> tuple[int, str]:
        return kind_of(self._kit, name).order, name

    def _stands(self, piece: PlacedPiece) -> bool:
        return kind_of(self._kit, piece.piece).keeps_apart and self._tall_mm[piece.piece] > LOW_MM

    def _handle(self, name: str, wanted: PlacedPiece | None) -> Step | None:
        ideal, before = self._ideal.get(name), self._placed.get(name)
        if wanted is None:
            del self._ideal[name], self._placed[name]
            return Step(before, None)
        self._ideal[name] = wanted
        if ideal is None or before is None:
            self._placed[name] = self._put(wanted)
            return Step(None, self._placed[name])
        if _apart(ideal, wanted) > 0.01:
            self._placed[name] = self._put(wanted)
            return Step(before, self._placed[name])
        if ideal.side != wanted.side:  # turned over where it lies
            turned = self._put(wanted, 1.0)
            self._placed[name] = replace(turned, x_mm=before.x_mm, y_mm=before.y_mm)
            return Step(before, self._placed[name])
        self._placed[name] = replace(before, z_mm=wanted.z_mm)
        return None

    def _put(self, ideal: PlacedPiece, share: float = 1.0) -> PlacedPiece:
        """Put a piece down about where it belongs, as far from its standing neighbours as it must be."""
        if ideal.piece in self._printed_in_place:
            return ideal
        kind = kind_of(self._kit, ideal.piece)
        turn = 90.0 * int(self._rng.integers(4)) if kind.quarters else 0.0
        turn = float(self._rng.uniform(0.0, 360.0)) if kind.any_way else turn
        for attempt in range(20):
            spread = kind.reach_mm * share * (1.0 - attempt / 20.0)
            placed = self._near(ideal, spread, kind.reach_deg, turn)
            if self._has_room(placed):
                return placed
        reach = kind.reach_mm * share
        turned = replace(ideal, angle_deg=(ideal.angle_deg + turn) % 360.0)
        corners = [
            replace(turned, x_mm=ideal.x_mm + x, y_mm=ideal.y_mm + y) for x in (-reach, reach) for y in (-reach, reach)
        ]
        return max((turned, *corners), key=self._room_mm)  # in a bunch only away from all of them is there room

    def _has_room(self, placed: PlacedPiece) -> bool:
        return not self._stands(placed) or self._room_mm(placed) >= kind_of(self._kit, placed.piece).apart_mm

    def _room_mm(self, placed: PlacedPiece) -> float:
        """How far the nearest other standing piece is."""
        others = (piece for piece in self._placed.values() if piece.piece != placed.piece and self._stands(piece))
        return min((_apart(placed, other) for other in others), default=math.inf)

    def _near(self, ideal: PlacedPiece, reach_mm: float, reach_deg: float, turn_deg: float = 0.0) -> PlacedPiece:
        dx, dy = self._rng.uniform(-reach_mm, reach_mm, 2)
        angle = ideal.angle_deg + turn_deg + float(self._rng.uniform(-reach_deg, reach_deg))
        return replace(ideal, x_mm=ideal.x_mm + float(dx), y_mm=ideal.y_mm + float(dy), angle_deg=angle % 360.0)


def _raise_onto(wanted: dict[str, PlacedPiece], coin: PlacedPiece, tall_mm: Mapping[str, float]) -> None:
    """Lift what stands on a hidden coin by the coin's thickness."""
    for name, piece in list(wanted.items()):
        if not name.startswith(("tile:", "coin:")) and _apart(piece, coin) < ON_TOP_MM:
            stands_at = coin.z_mm + tall_mm[name]
            wanted[name] = replace(piece, z_mm=max(piece.z_mm, stands_at))


def _stem(name: str) -> str:
    return name.rstrip("0123456789")


def _lies_so(ideal: PlacedPiece, piece: PlacedPiece) -> bool:
    """Whether a piece just like it lies there already."""
    alike = _stem(ideal.piece) == _stem(piece.piece) and ideal.side == piece.side
    return alike and _apart(ideal, piece) < 1.0 and abs(ideal.z_mm - piece.z_mm) < 0.1


def _is_alike(name: str) -> bool:
    return name.startswith(("coin:", "road:"))


def _apart(one: PlacedPiece, other: PlacedPiece) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
