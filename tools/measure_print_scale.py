"""Does `referee print --check` tell whether a print is within 1 % of its true size? Asked of drawn photographs.

Draws pictures of the calibration board printed 3 % too small to 3 % too large, with a bank card on it, as phones take
them: tilted, through a bent lens, in uneven light, soft, noisy, JPEG; the card of any colour, with print, rounded
corners and a shadow, not always well placed. Counts verdicts and prints how far the measured scale is off.

    python tools/measure_print_scale.py [PHOTOS] [--seed N] [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from calibration.lens import unbend
from markers import kits
from markers.card_edges import CARD_MM
from markers.print_scale import CARD_THICK_MM, TOLERANCE, from_picture
from referee.errors import KitError

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
DOTS_PER_MM = 10.0
CORNER_MM = 3.18
FAULTY = ("", "", "", "", "", "", "", "blurred", "too tilted", "half out", "over the edge")
"""What is wrong with a picture, most often nothing."""


@dataclass(frozen=True)
class Shot:
    """One photograph to draw: what was printed, and from where and how it was taken."""

    scale: float
    fault: str
    width_px: int
    height_px: int
    focal_px: float
    distortion: Floats
    turn: Floats
    away_mm: float
    aside_mm: tuple[float, float]
    card_at_mm: tuple[float, float]
    card_deg: float
    blur_px: float
    noise: float
    quality: int


def shot_of(rng: np.random.Generator) -> Shot:
    """Any photograph."""
    fault = str(rng.choice(FAULTY))
    width = int(rng.choice([1200, 1500, 2000]))
    height = width * 4 // 3
    focal = height * float(rng.uniform(0.7, 0.95))
    tilt = rng.uniform(30, 40) if fault == "too tilted" else rng.uniform(0.0, 12.0)
    way = rng.uniform(0.0, 2 * np.pi)
    upright = np.radians([tilt * np.cos(way), tilt * np.sin(way), rng.normal(0.0, 6.0)])
    away = focal / height * rng.uniform(300.0, 420.0)
    aside = (190.0, 0.0) if fault == "half out" else tuple(rng.uniform(-8.0, 8.0, 2))
    card = (82.0, 30.0) if fault == "over the edge" else (float(rng.normal(0, 18.0)), float(rng.normal(0, 28.0)))
    return Shot(
        scale=float(rng.uniform(0.97, 1.03)) if rng.random() < 0.7 else 1.0 + float(rng.normal(0, 0.002)),
        fault=fault,
        width_px=width,
        height_px=height,
        focal_px=focal,
        distortion=np.array([rng.uniform(-0.12, 0.06), rng.uniform(-0.02, 0.04), *rng.normal(0, 0.0008, 2), 0.0]),
        turn=upright,
        away_mm=float(away),
        aside_mm=(float(aside[0]), float(aside[1])),
        card_at_mm=card,
        card_deg=float(rng.choice([0.0, 90.0]) + rng.normal(0.0, 8.0)),
        blur_px=float(rng.uniform(5.0, 8.0) if fault == "blurred" else rng.uniform(0.5, 1.6)) * width / 2000,
        noise=float(rng.uniform(1.5, 6.0)),
        quality=int(rng.integers(75, 95)),
    )


@cache
def board_page() -> NDArray[np.float32]:
    """The calibration sheet (H, W, 3)."""
    sheets = pypdfium2.PdfDocument(kits.pdf("racepack"))
    page = sheets[len(sheets) - 1].render(scale=DOTS_PER_MM * 25.4 / 72).to_numpy()[:, :, :3].copy()
    sheets.close()
    return np.asarray(cv2.GaussianBlur(page, (0, 0), 0.8), dtype=np.float32)


def photo(shot: Shot, rng: np.random.Generator) -> Image:
    """The photograph (H, W, 3) BGR."""
    page = board_page()
    size_mm = np.array([page.shape[1], page.shape[0]]) / DOTS_PER_MM
    ground = _ground(shot, 0.0) / shot.scale + size_mm / 2.0
    picture = _sampled(page, ground * DOTS_PER_MM, (70.0, 95.0, 120.0))
    card = _card(rng)
    turned = np.radians(shot.card_deg)
    turn = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
    for lift, shade in ((0.0, True), (CARD_THICK_MM, False)):
        place = (_ground(shot, lift) - np.array(shot.card_at_mm) - (1.2 if shade else 0.0)) @ turn
        dots = (place + np.array(CARD_MM) / 2.0) * DOTS_PER_MM
        layer = _sampled(card, dots, (0.0, 0.0, 0.0, 0.0))
        share = layer[..., 3:] / 255.0
        if shade:
            picture *= 1.0 - 0.25 * cv2.GaussianBlur(share, (0, 0), 4.0 * shot.width_px / 2000)[..., None]
        else:
            picture = picture * (1.0 - share) + layer[..., :3] * share
    picture = np.asarray(cv2.GaussianBlur(picture * _light(shot, rng), (0, 0), shot.blur_px), np.float64)
    picture += rng.normal(0.0, shot.noise, picture.shape)
    taken = np.clip(picture, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def _ground(shot: Shot, lift_mm: float) -> Floats:
    """Where on the table (H, W, 2), mm from the sheet's middle, each pixel looks at this height."""
    columns, rows = np.meshgrid(np.arange(0, shot.width_px, 8.0), np.arange(0, shot.height_px, 8.0))
    bent = np.stack([columns - shot.width_px / 2, rows - shot.height_px / 2], axis=-1).reshape(-1, 2) / shot.focal_px
    rays = np.column_stack([unbend(bent, shot.distortion), np.ones(len(bent))])
    rotation = np.asarray(cv2.Rodrigues(shot.turn)[0])
    camera = np.array([*shot.aside_mm, -shot.away_mm])
    ways = rays @ rotation
    # the camera looks at the middle of the sheet from aside as far as it is tilted
    start = camera - np.array([*(rotation.T @ [0, 0, shot.away_mm])[:2], 0.0])
    hit = start + ways * ((-lift_mm - start[2]) / ways[:, 2])[:, None]
    coarse = hit[:, :2].reshape(*columns.shape, 2)
    grid = np.stack(np.meshgrid(np.arange(shot.width_px) / 8.0, np.arange(shot.height_px) / 8.0), axis=-1)
    grid = grid.astype(np.float32)
    fine = cv2.remap(
        coarse.astype(np.float32), grid[..., 0], grid[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(fine, dtype=np.float64)


def _sampled(layer: NDArray[np.float32], dots: Floats, outside: tuple[float, ...]) -> Floats:
    where = (dots - 0.5).astype(np.float32)
    return np.asarray(
        cv2.remap(
            layer, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=outside
        ),
        np.float64,
    )


def _card(rng: np.random.Generator) -> NDArray[np.float32]:
    """A bank card (H, W, 4) BGR and cover: any colour, a pattern, a chip, numbers, a stripe or none."""
    width, height = (round(side * DOTS_PER_MM) for side in CARD_MM)
    colour = rng.integers(20, 245, 3).astype(np.float64)
    card = np.ones((height, width, 3)) * colour
    card += np.linspace(-1, 1, width)[None, :, None] * rng.normal(0, 25, 3)
    card = np.clip(card, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        cv2.rectangle(card, (90, 190), (210, 290), (90, 190, 210), -1)
        cv2.putText(card, "4929 1234 5678 9012", (70, 400), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (255 - colour).tolist(), 4)
    if rng.random() < 0.2:
        cv2.rectangle(card, (0, 40), (width, 160), (20, 20, 20), -1)
    if rng.random() < 0.4:
        for _ in range(3):
            middle = (int(rng.integers(0, width)), int(rng.integers(0, height)))
            cv2.circle(card, middle, int(rng.integers(80, 300)), rng.integers(20, 245, 3).tolist(), -1)
    cover = np.zeros((height, width), np.uint8)
    round_px = round(CORNER_MM * DOTS_PER_MM)
    cv2.rectangle(cover, (0, round_px), (width, height - 1 - round_px), 255, -1)
    cv2.rectangle(cover, (round_px, 0), (width - 1 - round_px, height), 255, -1)
    for x in (round_px, width - 1 - round_px):
        for y in (round_px, height - 1 - round_px):
            cv2.circle(cover, (x, y), round_px, 255, -1)
    return np.dstack([card, cover]).astype(np.float32)


def _light(shot: Shot, rng: np.random.Generator) -> Floats:
    x, y = np.meshgrid(np.linspace(-1, 1, shot.width_px), np.linspace(-1, 1, shot.height_px))
    slope = 1.0 + rng.uniform(-0.3, 0.3) * x + rng.uniform(-0.3, 0.3) * y - rng.uniform(0, 0.2) * (x * x + y * y)
    return np.asarray(rng.uniform(0.55, 1.0) * slope[..., None] * (1.0 + rng.normal(0, 0.05, 3)))


def main() -> int:
    """Draw, ask, count; 1 when a verdict is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", nargs="?", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="Folder for the pictures that were judged wrongly or not at all.")
    wished = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    errors = []
    for number in range(wished.photos):
        rng = np.random.default_rng((wished.seed, number))
        shot = shot_of(rng)
        taken = photo(shot, rng)
        off = abs(shot.scale - 1.0)
        try:
            found = from_picture(taken)
            said = found.verdict
            error = max(abs(found.across / shot.scale - 1.0), abs(found.down / shot.scale - 1.0))
            errors.append(error)
            right = said == "unsure" or (said == "good") == (off <= TOLERANCE)
            text = f"{found.across:.4f} {found.down:.4f} of {shot.scale:.4f}, error {error:.2%}, give {found.doubt:.2%}"
        except KitError as problem:
            said, right, text = "refused", True, str(problem)
        counts[shot.fault or "good picture", said if right else "WRONG"] += 1
        print(f"{number:4} {shot.fault:14} {said:8} {text}"[:150], flush=True)
        if wished.keep is not None and (not right or (said in ("refused", "unsure") and not shot.fault)):
            wished.keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(wished.keep / f"{number:04}-{said}.jpg"), taken)
    for (fault, said), count in sorted(counts.items()):
        print(f"{fault:14} {said:8} {count}")
    if errors:
        middle, most, worst = np.median(errors), np.percentile(errors, 95), max(errors)
        print(f"error of the scale: median {middle:.2%}, 95 % {most:.2%}, worst {worst:.2%}")
    return int(any(said == "WRONG" for _, said in counts))


if __name__ == "__main__":
    sys.exit(main())
