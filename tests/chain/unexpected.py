"""A race that is watched, and things that people lay on its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

import cv2
import numpy as np

from markers import kits
from markers.kit import PlacedPiece
from referee.assemble import Referee
from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.memory import MemoryStore
from referee.simulator.hands import Hand
from referee.simulator.look import look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.scene import Frame, Image

SIZE = (1120, 630)
"""Small, so that a picture is drawn quickly; markers of about 20 px."""
SHOWN = 2
"""So many pictures with different noise are drawn of a table, and shown in turn."""


@dataclass
class LaidTable:
    """Four cars on their grid under a camera.

    Attributes
    ----------
    name : of the game.
    pieces : as they lie at the start.
    """

    name: str = "racepack"
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(4))

    @cached_property
    def start(self) -> Any:
        """The position at the start."""
        return game(self.name).start(4, Random(4))

    @cached_property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """Every piece as it lies."""
        manifest = kits.manifest(self.name)
        return Tabletop(manifest, game(self.name).layout(self.start, manifest), self.rng).pieces

    @cached_property
    def renderer(self) -> Renderer:
        """The camera over it."""
        manifest = kits.manifest(self.name)
        camera = race_camera(self.pieces, SIZE, 4, manifest)
        return Renderer(manifest, kits.pdf(self.name), camera, look("living-room"))

    @cached_property
    def bare(self) -> tuple[Image, ...]:
        """The table with nothing unexpected on it."""
        return self.pictures(self.pieces)

    @cached_property
    def car(self) -> PlacedPiece:
        """The green car, which begins."""
        return next(piece for piece in self.pieces if piece.piece == "pawn:C")

    @cached_property
    def beside(self) -> tuple[float, float]:
        """A bare place on the table, as far from every piece as there is one in sight."""
        lies = np.array([(p.x_mm, p.y_mm) for p in self.pieces])
        low, high = lies.min(axis=0), lies.max(axis=0)
        places = [(x, y) for x in np.linspace(low[0], high[0], 30) for y in np.linspace(low[1], high[1], 30)]
        far = [float(np.hypot(*(lies - place).T).min()) for place in places]
        x, y = places[int(np.argmax(far))]
        return float(x), float(y)

    def without(self, *pieces: PlacedPiece) -> tuple[PlacedPiece, ...]:
        """The table without some of its pieces."""
        return tuple(piece for piece in self.pieces if piece not in pieces)

    def pictures(self, pieces: Sequence[PlacedPiece], hands: Sequence[Hand] = ()) -> tuple[Image, ...]:
        """Some pictures of a table."""
        return tuple(self.renderer.render(pieces, hands, self.rng) for _ in range(SHOWN))

    def moved_to(self, piece: PlacedPiece, x_mm: float, y_mm: float) -> PlacedPiece:
        """Another print of a piece, somewhere else."""
        return replace(piece, x_mm=x_mm, y_mm=y_mm)

    def turned_over(self, die: PlacedPiece) -> PlacedPiece:
        """A die that shows another face."""
        sides = [
            item.side for item in kits.manifest(self.name).items if item.piece == die.piece and item.side != die.side
        ]
        return replace(die, side=sides[0])

    def with_cup(self, x_mm: float, y_mm: float) -> tuple[Image, ...]:
        """The table with a cup of 8 cm across and 9 cm high on it."""
        turn = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
        ring = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(40)])
        foot = self.renderer.view.camera.image_of(ring * 32.0 + (x_mm, y_mm, 0.0))
        rim = self.renderer.view.camera.image_of(ring * 40.0 + (x_mm, y_mm, 90.0))
        wall = cv2.convexHull(np.concatenate([foot, rim]).astype(np.float32)).astype(np.int32)
        images = []
        for image in self.bare:
            shaded = image.copy()
            cv2.fillPoly(shaded, [wall + np.array([10, 7], dtype=np.int32)], (30, 30, 30))
            seen = cv2.addWeighted(shaded, 0.4, image, 0.6, 0.0)
            cv2.fillPoly(seen, [wall], (60, 40, 150))
            cv2.fillPoly(seen, [rim.astype(np.int32)], (90, 60, 225))
            images.append(np.asarray(seen, dtype=np.uint8))
        return tuple(images)


class Watched:
    """A race on that table, watched from its start."""

    def __init__(self, table: LaidTable) -> None:
        name = table.name
        self.referee = Referee(game(name), kits.manifest(name), MemoryStore({"game": name}))
        self.referee.start_by_itself(4, table.start)
        self._table = table
        self._images: Sequence[Image] = table.bare
        self._shown = 0
        self.show(table.bare, 12)
        self.began = len(self.referee.match.entries)

    def show(self, images: Sequence[Image], count: int) -> None:
        """Show pictures in turn, ten a second."""
        self._images = images
        for _ in range(count):
            self.referee.look(self._frame())

    def _frame(self) -> Frame:
        """The next picture."""
        self._shown += 1
        return Frame(self._images[self._shown % len(self._images)], self._shown * 100_000_000, "test", self._shown)

    @property
    def problems(self) -> tuple[str, ...]:
        """What the page says is wrong with the table."""
        return self.referee.match.problems

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was recorded since the race began."""
        return tuple(self.referee.match.entries[self.began :])

    def moves(self) -> list[str]:
        """The tables that were taken for a stop of a move."""
        return [entry.data["observation"] for entry in self.entries if entry.kind == "stop"]

    def place_of(self, piece: str) -> tuple[float, float] | None:
        """Where a piece is seen, in the frame of the drawn table; None when it is not seen."""
        scene = self.referee.look(self._frame())
        here = {s.piece: complex(s.x_mm, s.y_mm) for s in scene.sightings}
        lies = {p.piece: complex(p.x_mm, p.y_mm) for p in self._table.pieces}
        if piece not in here:
            return None
        tiles = [name for name in here if name.startswith("tile")]
        seen, true = np.array([here[n] for n in tiles]), np.array([lies[n] for n in tiles])
        turn = np.sum((true - true.mean()) * np.conj(seen - seen.mean()))
        place = turn / abs(turn) * (here[piece] - seen.mean()) + true.mean()
        return float(place.real), float(place.imag)
