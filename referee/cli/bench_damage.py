"""`referee bench damage`: broken, odd and wrong pictures, which must neither stop the eye nor be misread."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import cycle
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from markers import kits
from markers.dictionary import bits
from markers.kit import Manifest
from referee.cli.bench_frames import BenchTable, TrueFrame
from referee.cli.common import usual_wish
from referee.games.registry import game as game_named
from referee.mind.reasoned import Game
from referee.vision.eye import Eye
from referee.vision.scene import Frame

Picture = NDArray[Any]
Generator = np.random.Generator
Damage = Callable[[Picture, Generator], Picture]

RESET_EVERY = 50
IN_PLACE = frozenset({
    "whole", "torn JPEG", "stuck rows", "light", "noise", "squares", "odd numbers", "grey",
    "one channel", "with alpha", "16 bits", "colours swapped", "columns first",
})  # fmt: skip
"""Damage that shifts nothing (as flipped bits do): what can still be read must be read where it lies."""
MIRRORED = frozenset({"mirrored", "upside down in a mirror"})
SURE = 0.5
"""What the eye is less sure of is drawn as a doubt and counts as unseen. A piece that stands half off a space may
be read as on it or not, by a hair: it is left out."""
CARRYING, FLOOR = "under ", "floor"
"""A tile whose car is not seen lies on the floor just the same: that the car is missing is no misread tile."""
NEARLY = 1
"""Some patterns are, up to so many cells, what others look like in a mirror, or they themselves: those may be read."""


def run(game: str, count: int, seed: int, on_picture: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """`{frames, crashes, false_ids, ...}` over that many damaged pictures of a game's table; tells each one begun."""
    wish = usual_wish(game)
    manifest = kits.manifest(game, wish=wish)
    table = BenchTable(game_named(game), manifest, kits.pdf(game, wish=wish), (1280, 720), "living-room")
    shown = list(table.frames("moving", 6))
    lying = {piece.piece for true in shown for piece in true.pieces}
    allowed = {marker.marker_id for item in manifest.items if item.piece in lying for marker in item.markers}
    in_mirror = _mirror_images(allowed, [marker.marker_id for item in manifest.items for marker in item.markers])
    rules = game_named(game)
    true_spaces = _spaces(rules, manifest, [true.image for true in shown], table.position)
    between = {piece for piece, space in true_spaces if not space}
    eye = Eye(manifest)
    crashes: Counter[str] = Counter()
    false: Counter[str] = Counter()
    misread: Counter[str] = Counter()
    read, start = 0, time.perf_counter()
    for number, (name, picture) in enumerate(damaged(shown, count, seed)):
        on_picture()
        if number % RESET_EVERY == 0:
            eye.reset()
        if name in MIRRORED:
            eye.reset()
        try:
            scene = eye.look(Frame(picture, number, "damage", number))
            rules.read(scene, manifest, table.position)
            alone = _spaces(rules, manifest, [picture], table.position) if name in IN_PLACE else frozenset()
        except Exception as broken:  # noqa: BLE001 - counting what must never happen is the point
            crashes[f"{name}: {type(broken).__name__}: {broken}"] += 1
            continue
        seen = {marker.marker_id for marker in eye.markers}
        read += len(seen)
        false.update(f"{name}: {n}" for n in seen - (in_mirror if name in MIRRORED else allowed))
        wrong = {(piece, space) for piece, space in alone - true_spaces if space and piece not in between}
        misread.update(f"{name}: {piece} on {space}" for piece, space in wrong)
    spent = time.perf_counter() - start
    return {
        "game": game,
        "frames": count,
        "crashes": sum(crashes.values()),
        "false_ids": sum(false.values()),
        "false_readings": sum(misread.values()),
        "markers_read": read,
        "ms_a_frame": round(spent / max(count, 1) * 1e3, 2),
        "which_crashed": dict(crashes.most_common(12)),
        "which_false": dict(false.most_common(12)),
        "which_misread": dict(misread.most_common(12)),
    }


def _spaces(rules: Game, manifest: Manifest, pictures: Sequence[Picture], position: str) -> frozenset[tuple[str, str]]:
    """Each piece with every space it surely stands on in these pictures, each seen alone by a new eye; "" for none."""
    scenes = [Eye(manifest).look(Frame(picture, 0, "alone", 0), still=True) for picture in pictures]
    pieces = [one for scene in scenes for one in rules.read(scene, manifest, position).pieces]
    return frozenset((one.piece, _told_space(one.space) if one.confidence >= SURE else "") for one in pieces)


def _told_space(space: str | None) -> str:
    return FLOOR if space is not None and space.startswith(CARRYING) else space or ""


def _mirror_images(lying: Collection[int], in_play: Sequence[int]) -> frozenset[int]:
    """The numbers in play that look like the mirror image of one that lies there."""
    mirrored = np.stack([np.rot90(bits(number)[:, ::-1], turn).ravel() for number in lying for turn in range(4)])
    patterns = np.stack([bits(number).ravel() for number in in_play])
    apart = (patterns[:, None, :] != mirrored[None, :, :]).sum(axis=2).min(axis=1)
    return frozenset(number for number, cells in zip(in_play, apart.tolist(), strict=True) if cells <= NEARLY)


def damaged(shown: Sequence[TrueFrame], count: int, seed: int) -> Iterator[tuple[str, Picture]]:
    """Pictures with the name of what was done to them, one damage after the other; every seventh is left whole."""
    rng = np.random.default_rng(seed)
    names = cycle(DAMAGES)
    for number in range(count):
        picture = shown[int(rng.integers(len(shown)))].image
        if number % 7 == 0:
            yield "whole", picture
            continue
        name = next(names)
        yield name, DAMAGES[name](picture, rng)


def _torn_jpeg(picture: Picture, rng: Generator) -> Picture:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 95))])[1].ravel()
    return _decoded(packed[: int(rng.integers(200, len(packed)))])


def _flipped_bits(picture: Picture, rng: Generator) -> Picture:
    packed = cv2.imencode(".jpg", picture)[1].ravel().copy()
    for at in rng.integers(0, len(packed), int(rng.integers(1, 40))):
        packed[at] ^= 1 << int(rng.integers(8))
    return _decoded(packed)


def _decoded(packed: Picture) -> Picture:
    picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return np.zeros((0, 0, 3), dtype=np.uint8) if picture is None else picture


def _stuck_rows(picture: Picture, rng: Generator) -> Picture:
    broken = picture.copy()
    row = int(rng.integers(len(broken)))
    broken[row:] = broken[row] if rng.random() < 0.5 else 128
    return broken


def _torn_between_two(picture: Picture, rng: Generator) -> Picture:
    row = int(rng.integers(len(picture)))
    return np.concatenate([picture[:row], np.roll(picture, int(rng.integers(-60, 60)), axis=1)[row:]])


def _part(picture: Picture, rng: Generator) -> Picture:
    top, left = int(rng.integers(picture.shape[0] - 8)), int(rng.integers(picture.shape[1] - 8))
    bottom, right = int(rng.integers(top + 1, picture.shape[0])), int(rng.integers(left + 1, picture.shape[1]))
    return np.asarray(picture[top:bottom, left:right])


def _turned(picture: Picture, rng: Generator) -> Picture:
    size = picture.shape[1::-1]
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), float(rng.uniform(0, 360)), float(rng.uniform(0.4, 1.5)))
    return cv2.warpAffine(picture, turn, size, borderValue=(90, 90, 90))


def _stretched(picture: Picture, rng: Generator) -> Picture:
    return cv2.resize(picture, None, fx=float(rng.uniform(0.05, 2.2)), fy=float(rng.uniform(0.05, 2.2)))


def _lit(picture: Picture, rng: Generator) -> Picture:
    return (picture * rng.uniform(0.02, 3.5) + rng.uniform(-80, 120)).clip(0, 255).astype(np.uint8)


def _noisy(picture: Picture, rng: Generator) -> Picture:
    return (picture + rng.normal(0, rng.uniform(10, 90), picture.shape)).clip(0, 255).astype(np.uint8)


def _odd_kind(picture: Picture, rng: Generator) -> Picture:
    kinds: tuple[Any, ...] = (np.float32, np.float64, np.int16, np.bool_, np.int8, np.uint32)
    return picture.astype(kinds[int(rng.integers(len(kinds)))])


def _odd_shape(picture: Picture, rng: Generator) -> Picture:
    flat, deep = ((0,), (5,), (1, 1), (120, 120)), ((1, 1, 3), (119, 800, 3), (720, 1280, 2), (720, 1280, 5), (0, 9, 3))
    shapes: tuple[tuple[int, ...], ...] = (*flat, *deep, (4, 4, 4, 4))
    return rng.integers(0, 255, shapes[int(rng.integers(len(shapes)))], dtype=np.uint8)


def _squares(picture: Picture, rng: Generator) -> Picture:
    broken = picture.copy()
    for _ in range(int(rng.integers(5, 80))):
        y, x = int(rng.integers(broken.shape[0])), int(rng.integers(broken.shape[1]))
        broken[y : y + 16, x : x + 16] = rng.integers(0, 255, 3)
    return broken


DAMAGES: dict[str, Damage] = {
    "torn JPEG": _torn_jpeg,
    "flipped bits": _flipped_bits,
    "stuck rows": _stuck_rows,
    "torn between two": _torn_between_two,
    "a part": _part,
    "turned": _turned,
    "stretched": _stretched,
    "light": _lit,
    "noise": _noisy,
    "squares": _squares,
    "odd numbers": _odd_kind,
    "odd shape": _odd_shape,
    "grey": lambda picture, rng: picture[:, :, 1],
    "one channel": lambda picture, rng: picture[:, :, :1],
    "with alpha": lambda picture, rng: np.dstack([picture, rng.integers(0, 255, picture.shape[:2], dtype=np.uint8)]),
    "16 bits": lambda picture, rng: picture.astype(np.uint16) * 257,
    "standing on its side": lambda picture, rng: np.rot90(picture, int(rng.integers(1, 4))),
    "mirrored": lambda picture, rng: picture[:, ::-1],
    "upside down in a mirror": lambda picture, rng: picture[::-1],
    "negative": lambda picture, rng: 255 - picture,
    "colours swapped": lambda picture, rng: picture[:, :, ::-1],
    "columns first": lambda picture, rng: np.asfortranarray(picture),
    "every other pixel": lambda picture, rng: picture[::2, ::2],
    "tiny": lambda picture, rng: cv2.resize(picture, (int(rng.integers(1, 130)), int(rng.integers(1, 130)))),
    "huge": lambda picture, rng: cv2.resize(picture, (5120, 2880)) if rng.random() < 0.1 else picture.repeat(2, axis=0),
    "one colour": lambda picture, rng: np.full_like(picture, int(rng.integers(256))),
}
