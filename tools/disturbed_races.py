"""Plays a simulated race while something disturbs the eye, and counts what the referee makes of it.

    .venv/bin/python tools/disturbed_races.py --game racepack --with lights,early --turns 8 --seed 1

Disturbances are drawn into every picture between the table and the lens: the light goes off and on, the sun moves, a
patch of glare lies on the board, a phone, a cup or whatever else is laid down, the camera sags, trembles, shakes or is
bumped, stickers shine, a car has fallen over, a second set of pieces lies beside the board; `early` presses "turn done"
as soon as the hand leaves. No legal turn may be called illegal; questions are allowed. How often each problem came up
is told too.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from markers import kits
from markers.kit import PlacedPiece
from referee.assemble import Referee
from referee.cli.common import usual_wish
from referee.cli.demo_events import take
from referee.errors import RefereeError
from referee.games.registry import game as find_game
from referee.record.memory import MemoryStore
from referee.scoring import Score
from referee.simulator.hands import Hand, lay_hand
from referee.simulator.race import (
    Event,
    Said,
    SimulatedFrame,
    SimulatedRace,
    TurnPlayed,
    frames_a_stop,
    picture_size,
)
from referee.simulator.render import Renderer

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
BEGINS = 30
"""Things are laid down with this picture."""


class Disturbed:
    """A renderer whose pictures are disturbed; it stands in for the race's own."""

    def __init__(self, renderer: Renderer, names: Sequence[str], seed: int) -> None:
        self._renderer, self._names, self.seed = renderer, names, seed
        self.view = renderer.view
        camera = self.view.camera
        self.x_mm: Floats = camera.x_mm - camera.z_mm * self.view.slope_x
        self.y_mm: Floats = camera.y_mm - camera.z_mm * self.view.slope_y
        self._ends_mm = np.percentile(self.x_mm, (2, 98)), np.percentile(self.y_mm, (2, 98))
        self.taken = 0
        self.pieces: tuple[PlacedPiece, ...] = ()
        self.rng = np.random.default_rng(1)

    def render(self, pieces: Sequence[PlacedPiece], hands: Sequence[Hand], rng: np.random.Generator) -> Bytes:
        """As `Renderer.render`, disturbed."""
        self.pieces, self.rng = tuple(pieces), rng
        for name in self._names:
            if name in LAID:
                self.pieces = LAID[name](self)
        picture = self._renderer._laid(self.pieces).copy()
        for hand in hands:
            lay_hand(self.view, picture, hand, self._renderer.look.lamp_mm, self._renderer.look.shadow)
        for name in self._names:
            if name in SEEN:
                picture = SEEN[name](picture, self)
        self.taken += 1
        return self._renderer._sensor.take(picture, rng)

    def at(self, across: float, up: float) -> tuple[float, float]:
        """The table point at these shares of the picture's width and height."""
        xs, ys = self._ends_mm
        return float(xs[0] + (xs[1] - xs[0]) * across), float(ys[0] + (ys[1] - ys[0]) * up)

    def room_mm(self, where: tuple[float, float]) -> float:
        """How far the nearest piece's middle is from a table point."""
        return min(math.dist(where, (piece.x_mm, piece.y_mm)) for piece in self.pieces)


def _brighter(picture: Bytes, gain: Floats) -> Bytes:
    """The picture in other light: `gain` is (H, W), or one number for all of it."""
    return np.asarray(np.clip(picture * gain[..., None], 0.0, 255.0), np.uint8)


def lights(picture: Bytes, table: Disturbed) -> Bytes:
    """Off, dim, and on again every sixteen seconds."""
    step = table.taken % 160
    gain = 1.0 if step < 60 else 0.04 if step < 90 else 0.35 if step < 110 else 1.0
    return _brighter(picture, np.full((1, 1), gain, np.float32))


def sun(picture: Bytes, table: Disturbed) -> Bytes:
    """The sharp edge of a shadow that wanders over the table."""
    edge = table.at(0.3 + 0.0005 * table.taken, 0.0)[0]
    lit = 0.5 + 0.5 * np.tanh((table.x_mm + 0.4 * table.y_mm - edge) / 6.0)
    return _brighter(picture, np.asarray(0.38 + 0.62 * lit, np.float32))


def cloud(picture: Bytes, table: Disturbed) -> Bytes:
    """Clouds pass before the sun: half the light within a second, for two seconds, and back."""
    gain = 0.75 + 0.25 * np.tanh(4.0 * np.cos(table.taken / 10.0))
    return _brighter(picture, np.full((1, 1), gain, np.float32))


def hunting(picture: Bytes, table: Disturbed) -> Bytes:
    """The camera's exposure goes up and down and finds no end."""
    return _brighter(picture, np.full((1, 1), 1.0 + 0.3 * np.sin(table.taken * 0.8), np.float32))


def bands(picture: Bytes, table: Disturbed) -> Bytes:
    """Dark bands roll through the picture: a lamp that flickers faster than the camera's rows are read."""
    rows = np.arange(picture.shape[0], dtype=np.float32)[:, None]
    wave = np.sin(rows * (6.0 * np.pi / picture.shape[0]) - 0.9 * table.taken)
    return _brighter(picture, np.asarray(1.0 + 0.15 * wave, np.float32))


def lamp(picture: Bytes, table: Disturbed) -> Bytes:
    """A lamp beside the table is switched on and off every five seconds; pieces throw no other shadow."""
    if table.taken // 50 % 2 == 0:
        return picture
    left, right = (table.at(share, 0.5)[0] for share in (0.0, 1.0))
    share = np.clip((table.x_mm - left) / (right - left), 0.0, 1.0)
    return _brighter(picture, np.asarray(0.8 + 1.0 * (1.0 - share), np.float32))


def glare(picture: Bytes, table: Disturbed) -> Bytes:
    """A lamp mirrored in the middle of the board."""
    x, y = table.at(0.4, 0.55)
    shine = 320.0 * np.exp(-(((table.x_mm - x) / 70.0) ** 2) - ((table.y_mm - y) / 40.0) ** 2)
    return np.asarray(np.clip(picture + shine[..., None], 0.0, 255.0), np.uint8)


def glossy(picture: Bytes, table: Disturbed) -> Bytes:
    """A shining spot on the sticker of each car and pawn."""
    for piece in table.pieces:
        if piece.piece.startswith(("pawn", "car")):
            x, y = table.view.pixels(np.array([[piece.x_mm + 4.0, piece.y_mm + 2.0]]), piece.z_mm)[0]
            reach = int(3.0 * table.view.camera.focal_px / table.view.camera.z_mm)
            cv2.circle(picture, (round(x), round(y)), max(reach, 1), (255, 255, 255), -1, cv2.LINE_AA)
    return picture


def _thing(picture: Bytes, table: Disturbed, where: tuple[float, float], half_mm: tuple[float, float]) -> Bytes:
    """A dark rounded thing on the table."""
    if table.taken >= BEGINS:
        x, y = where
        inside = ((table.x_mm - x) / half_mm[0]) ** 4 + ((table.y_mm - y) / half_mm[1]) ** 4 < 1.0
        picture[inside] = (30, 28, 26)
    return picture


def phone(picture: Bytes, table: Disturbed) -> Bytes:
    """A telephone is laid on the edge of the board."""
    return _thing(picture, table, table.at(0.22, 0.5), (36.0, 76.0))


def cup(picture: Bytes, table: Disturbed) -> Bytes:
    """A cup is put down here and there."""
    place = ((0.5, 0.5), (0.3, 0.75), (0.75, 0.3))[table.taken // 60 % 3]
    return _thing(picture, table, table.at(*place), (40.0, 40.0))


def litter(picture: Bytes, table: Disturbed) -> Bytes:
    """Every fifteen seconds something else lies somewhere on the table for ten, also on pieces."""
    if table.taken < BEGINS or table.taken % LITTER_EVERY >= LITTER_LIES:
        return picture
    lot = np.random.default_rng((table.seed, table.taken // LITTER_EVERY))
    wide_mm, high_mm, *colour = LITTER[int(lot.integers(len(LITTER)))]
    (x, y), turn = table.at(*lot.uniform(0.15, 0.85, 2)), lot.uniform(0.0, np.pi)
    along = np.cos(turn) * (table.x_mm - x) + np.sin(turn) * (table.y_mm - y)
    across = np.cos(turn) * (table.y_mm - y) - np.sin(turn) * (table.x_mm - x)
    picture[(np.abs(along) < wide_mm / 2) & (np.abs(across) < high_mm / 2)] = colour
    return picture


LITTER_EVERY, LITTER_LIES = 150, 100
"""Pictures."""
LITTER = (
    (120.0, 120.0, 235.0, 222.0, 205.0),
    (210.0, 150.0, 40.0, 70.0, 140.0),
    (148.0, 210.0, 240.0, 240.0, 240.0),
    (76.0, 150.0, 25.0, 25.0, 25.0),
    (90.0, 90.0, 70.0, 120.0, 90.0),
    (600.0, 12.0, 60.0, 60.0, 60.0),
)
"""A napkin, a book, a sheet of paper, a telephone, a coaster, a strap: width and height in mm, BGR."""


def _shifted(picture: Bytes, x_px: float, y_px: float) -> Bytes:
    size = (picture.shape[1], picture.shape[0])
    way = np.array([[1.0, 0.0, x_px], [0.0, 1.0, y_px]])
    return np.asarray(cv2.warpAffine(picture, way, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def sag(picture: Bytes, table: Disturbed) -> Bytes:
    """The camera sinks by an eighth of a pixel a picture."""
    return _shifted(picture, 0.0, -0.12 * table.taken)


def tremble(picture: Bytes, table: Disturbed) -> Bytes:
    """The camera trembles by an eighth of a pixel."""
    x_px, y_px = table.rng.normal(0.0, 0.12, 2)
    return _shifted(picture, float(x_px), float(y_px))


def shake(picture: Bytes, table: Disturbed) -> Bytes:
    """The camera trembles by half a pixel: its arm stands on a table that people lean on."""
    x_px, y_px = table.rng.normal(0.0, 0.5, 2)
    return _shifted(picture, float(x_px), float(y_px))


def bumps(picture: Bytes, table: Disturbed) -> Bytes:
    """The camera is pushed every seven seconds."""
    x_px, y_px = np.random.default_rng(table.taken // 70).uniform(-12.0, 12.0, 2) * (table.taken >= 70)
    return _shifted(picture, float(x_px), float(y_px))


def resting_arm(picture: Bytes, table: Disturbed) -> Bytes:
    """Somebody's arm is laid on the rim of the table and stays there, never quite still."""
    if table.taken < BEGINS:
        return picture
    x_mm, y_mm = max((table.at(0.05 * n, 0.08) for n in range(1, 20)), key=table.room_mm)
    x_mm, y_mm = x_mm + table.rng.normal(0.0, 8.0), y_mm + table.rng.normal(0.0, 4.0)
    lamp_mm, shadow = table._renderer.look.lamp_mm, table._renderer.look.shadow
    lay_hand(table.view, picture, Hand(x_mm, y_mm, -90.0, 20.0, 2), lamp_mm, shadow)
    return picture


def fallen(table: Disturbed) -> tuple[PlacedPiece, ...]:
    """One car has fallen over for seven seconds: its marker is not to be seen."""
    down = BEGINS <= table.taken < BEGINS + 70
    return tuple(one for one in table.pieces if not (down and one.piece in ("pawn:C", "car:G")))


def second_set(table: Disturbed) -> tuple[PlacedPiece, ...]:
    """Some pieces of another set lie beside the board."""
    if table.taken < BEGINS:
        return table.pieces
    loose = [one for one in table.pieces if one.piece.startswith(("pawn", "coin", "car"))][:6]
    places = [table.at(0.06 + 0.05 * number, 0.04) for number in range(len(loose))]
    return (*table.pieces, *(replace(one, x_mm=x, y_mm=y) for one, (x, y) in zip(loose, places, strict=True)))


SEEN: Mapping[str, Callable[[Bytes, Disturbed], Bytes]] = {
    one.__name__: one
    for one in (
        lights,
        sun,
        cloud,
        hunting,
        bands,
        lamp,
        glare,
        glossy,
        phone,
        cup,
        litter,
        sag,
        tremble,
        shake,
        bumps,
        resting_arm,
    )
}
LAID: Mapping[str, Callable[[Disturbed], tuple[PlacedPiece, ...]]] = {one.__name__: one for one in (fallen, second_set)}
EARLY = "early"


def hurried(events: Iterator[Event]) -> Iterator[Event]:
    """The same race, each turn said to be done one picture after the hand has left."""
    held: list[Event] = []
    for event in events:
        held.append(event)
        if isinstance(event, TurnPlayed):
            handled = [number for number, one in enumerate(held) if isinstance(one, SimulatedFrame) and one.hands]
            rest = handled[-1] + 1 if handled else len(held) - 1
            words = [one for one in held[rest:-1] if isinstance(one, Said)]
            pictures = [one for one in held[rest:-1] if isinstance(one, SimulatedFrame)]
            yield from (*held[:rest], *words, *pictures[:1], event, *pictures[1:])
            held = []
    yield from held


def disturbed_race(chosen: argparse.Namespace) -> Score:
    """One race, refereed to its end."""
    law, names = find_game(chosen.game), chosen.disturbances
    wish = usual_wish(law.name)
    kit, size = kits.manifest(law.name, wish=wish), picture_size(law.name)
    race = SimulatedRace(
        law, kit, kits.pdf(law.name, wish=wish), seed=chosen.seed, turns=chosen.turns, fault_share=chosen.faults,
        size=size, frames_a_stop=chosen.rest or frames_a_stop(law.name),
    )  # fmt: skip
    race._renderer = Disturbed(race._renderer, names, chosen.seed)  # type: ignore[assignment]
    referee, score = Referee(law, kit, MemoryStore({"game": law.name})), Score()
    referee.start_by_itself(4, race.start)
    referee.attend(race.name)
    chosen.told = Counter()
    shown: set[str] = set()
    for event in hurried(race.events()) if EARLY in names else race.events():
        _take(event, referee, score)
        chosen.told.update(set(referee.match.problems) - shown)
        shown = set(referee.match.problems)
    referee.finish()
    chosen.summary = score.summary(law, referee.match.entries)
    return score


def _take(event: Event, referee: Referee, score: Score) -> None:
    """As in a demo; what is said before the race, or about another turn than the referee's, is refused and unsaid."""
    try:
        take(event, referee, score)
    except RefereeError:
        if not isinstance(event, Said):
            raise
        print(f"not taken: {event.text}")


def _disturbances(text: str) -> tuple[str, ...]:
    names = tuple(part for part in text.split(",") if part)
    unknown = [name for name in names if name not in {*SEEN, *LAID, EARLY}]
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no {unknown[0]}; choose of {', '.join((*SEEN, *LAID, EARLY))}")
    return names


def main() -> None:
    """Plays the race and prints the counts, and each turn that was not judged as it was played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="racepack")
    parser.add_argument("--with", dest="disturbances", type=_disturbances, default=())
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rest", type=int, default=0, help="pictures without hands after each movement")
    parser.add_argument("--faults", type=float, default=0.0)
    chosen = parser.parse_args()
    score = disturbed_race(chosen)
    print(json.dumps(chosen.summary))
    print("\n".join(f"told {times} times: {text}" for text, times in chosen.told.most_common()))
    print("\n".join(score.surprises))


if __name__ == "__main__":
    main()
