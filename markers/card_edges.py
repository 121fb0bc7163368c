"""A bank card on the calibration board: its four edges, each a line where the picture turns from board to card.

Card and board are compared in colour, and the board is known as it would look bare, so that an edge is found wherever
the card is not just as black or as white as the square below it.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from markers import charuco
from markers.board_in_photo import EDGE_MM, PX_PER_MM, Flat, Placed
from referee.errors import KitError

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

CARD_MM = (85.60, 53.98)
"""All bank cards: ISO/IEC 7810, ID-1."""
CORNER_MM = 4.5
"""Rounded by 3.18 mm: there is no straight edge there."""
DIFFERENT = 0.16
"""Of the way from black to white, in any colour: so much a point must differ from the bare board."""
COARSE = 3
LEAST_SEEN = 0.35
"""Of the card's area that must look other than the board."""
RIM_MM, MOST_OVER_MM2 = 1.0, 15.0
"""A card that reaches over the board's edge covers more than this of the outermost millimetre."""
STRIP_MM = 0.8
STEP_MM = 0.1
REACH_MM = (3.0, 1.2)
"""How far from the expected edge it is looked for: the first time, and then."""
PROFILE_MM = 2.0
SURE_MM = 0.2
ON_LINE_MM = 0.15
ENOUGH = 0.3
SPREAD, USUAL_SPREAD = 0.42, 0.87
"""An edge needs so large a part of its strips, over so large a part of its length."""


def differs(flat: Flat, bare: Flat) -> NDArray[np.bool_]:
    """Where (H, W) the paper from above looks other than the bare board would."""
    few = bare[::8, ::8]
    range_ = np.maximum(few.max(axis=(0, 1)) - few.min(axis=(0, 1)), 20.0)
    by_colour = cv2.split(np.abs(flat - bare) / range_.astype(np.float32))
    apart = cv2.max(by_colour[0], cv2.max(by_colour[1], by_colour[2]))
    apart = cv2.GaussianBlur(apart, (0, 0), 0.3 * PX_PER_MM)
    side = round(1.2 * PX_PER_MM)
    thin = cv2.morphologyEx((apart > DIFFERENT).astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    rim = round((EDGE_MM - 1.0) * PX_PER_MM)  # what is printed beside the board is no card
    thin[:rim] = thin[-rim:] = 0
    thin[:, :rim] = thin[:, -rim:] = 0
    return np.asarray(thin > 0)


def find_card(mask: NDArray[np.bool_], how: str) -> Floats:
    """The card's corners (4, 2) in printed mm, roughly: the place of a card that covers most of what differs.

    Raises KitError, ending with `how`, when nothing like a card lies there.
    """
    small = cv2.resize(mask.astype(np.uint8), None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA) > 0
    points = (np.argwhere(small)[:, ::-1] + 0.5) * COARSE / PX_PER_MM - EDGE_MM
    area = CARD_MM[0] * CARD_MM[1]
    seen_mm2 = len(points) * (COARSE / PX_PER_MM) ** 2
    if seen_mm2 < 0.2 * area:
        raise KitError(f"No bank card is to be seen on the board; {how}.")
    size = np.array(charuco.SQUARES) * charuco.SQUARE_MM
    over = ((points < RIM_MM) | (points > size - RIM_MM)).any(axis=1)
    if over.sum() * (COARSE / PX_PER_MM) ** 2 > MOST_OVER_MM2:
        raise KitError(f"Something lies over the board's edge: lay the bank card wholly on the board; {how}.")
    best = _best_place(points)
    covered = float(_inside(points, best).sum()) * (COARSE / PX_PER_MM) ** 2
    if covered < LEAST_SEEN * area:
        raise KitError(f"What lies on the board is no bank card, or its edges cannot be made out; {how}.")
    if seen_mm2 - covered > 0.5 * area:
        raise KitError(f"More than a bank card lies on the board, or a shadow or glare does; {how}.")
    return _corners(best)


def _best_place(points: Floats) -> Floats:
    """Middle and turn (x, y, degrees) of the card that holds the most of these points."""
    middle = np.median(points, axis=0)
    best, most = np.array([*middle, 0.0]), -1.0
    for turn in range(0, 180, 10):
        place = np.array([*middle, float(turn)])
        count = float(_inside(points, place).sum())
        if count > most:
            best, most = place, count
    step = np.array([8.0, 8.0, 8.0])
    while step[0] > 0.2:
        moved = False
        for axis in range(3):
            for way in (-1.0, 1.0):
                place = best.copy()
                place[axis] += way * step[axis]
                count = float(_inside(points, place).sum())
                if count > most:
                    best, most, moved = place, count, True
        if not moved:
            step /= 2.0
    return best


def _inside(points: Floats, place: Floats) -> NDArray[np.bool_]:
    turn = math.radians(place[2])
    rest = points - place[:2]
    along = rest @ [math.cos(turn), math.sin(turn)]
    across = rest @ [-math.sin(turn), math.cos(turn)]
    return np.asarray((np.abs(along) <= CARD_MM[0] / 2) & (np.abs(across) <= CARD_MM[1] / 2))


def _corners(place: Floats) -> Floats:
    turn = math.radians(place[2])
    along = np.array([math.cos(turn), math.sin(turn)]) * CARD_MM[0] / 2
    across = np.array([-math.sin(turn), math.cos(turn)]) * CARD_MM[1] / 2
    return np.asarray(place[:2] + np.array([-along - across, along - across, along + across, -along + across]))


def measured_corners(
    image: Bytes, placed: Placed, bare: Flat, blur_mm: float, rough: Floats, how: str
) -> tuple[Floats, float]:
    """The card's corners (4, 2) in printed mm, exactly, and the doubt of an edge's place in mm."""
    corners, doubts = rough, [0.0]
    for reach_mm in REACH_MM:
        lines, doubts = [], []
        middle = corners.mean(axis=0)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            normal, level, doubt = _edge(image, placed, bare, blur_mm, (start, end, middle), reach_mm, how)
            lines.append((normal, level))
            doubts.append(doubt)
        corners = np.array([_crossing(lines[n - 1], lines[n]) for n in range(4)])
    return corners, max(doubts)


def _edge(
    image: Bytes,
    placed: Placed,
    bare: Flat,
    blur_mm: float,
    ends: tuple[Floats, Floats, Floats],
    reach_mm: float,
    how: str,
) -> tuple[Floats, float, float]:
    """A line along an edge: its outward normal, its distance from the origin, and how sure that is, mm."""
    start, end, middle = ends
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    normal = np.array([along[1], -along[0]])
    normal *= np.sign((start - middle) @ normal)
    way = np.arange(CORNER_MM, length - CORNER_MM, STRIP_MM)
    out = np.arange(-reach_mm - PROFILE_MM, reach_mm + PROFILE_MM + STEP_MM / 2, STEP_MM)
    places = start + way[:, None, None] * along + out[None, :, None] * normal
    seen = np.asarray(placed.colours(image, places), np.float64)
    board = _looked_up(bare, places)
    where, doubt = _turning_points(seen, board, out, reach_mm, blur_mm)
    sure = doubt < SURE_MM
    if sure.sum() < ENOUGH * len(way):
        raise KitError(f"The card's edges cannot be made out: use a card of another colour, and {how}.")
    slope, level, on = _line(way[sure], where[sure], length)
    if on.sum() < ENOUGH * len(way) or np.ptp(way[sure][on]) < SPREAD * length:
        raise KitError(f"The card's edges cannot be made out: use a card of another colour, and {how}.")
    turned = (normal - slope * along) / math.hypot(1.0, slope)
    foot = start + normal * level
    left = float(np.std(where[sure][on] - (level + slope * way[sure][on])))
    # neighbouring strips share the board's and the print's faults: a tenth of them counts
    doubt_mm = left / math.sqrt(max(on.sum() / 10.0, 1.0))
    spread = float(np.ptp(way[sure][on])) / length
    return turned, float(foot @ turned), doubt_mm * max(1.0, USUAL_SPREAD / spread)


def _looked_up(bare: Flat, places: Floats) -> Floats:
    where = ((places + EDGE_MM) * PX_PER_MM - 0.5).astype(np.float32)
    return np.asarray(
        cv2.remap(
            bare.astype(np.float32), where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.float64,
    )


def _turning_points(seen: Floats, board: Floats, out: Floats, reach_mm: float, blur_mm: float) -> tuple[Floats, Floats]:
    """In each profile (A, B, 3) where (A,) along `out` (B,) the card ends, and how sure that is (A,), mm.

    The profile is to be a card of one colour that turns, over the picture's blur, into the bare board, which the card's
    own shadow may have darkened: both are fitted for each place of the turn, and the best place is taken.
    """
    from scipy.special import ndtr  # loads longer than all else here

    trial = np.arange(-reach_mm, reach_mm + STEP_MM / 2, STEP_MM)
    left = np.empty((len(seen), len(trial)))
    plain = (board**2).sum(axis=(1, 2))
    prior = 0.1 * plain + 1.0
    for index, place in enumerate(trial):
        card = ndtr((place - out) / blur_mm)[None, :, None]
        norm = float((card**2).sum())
        picture = seen - card * (card * seen).sum(axis=1, keepdims=True) / norm
        rest = (1.0 - card) * board
        rest -= card * (card * rest).sum(axis=1, keepdims=True) / norm
        light = ((picture * rest).sum(axis=(1, 2)) + prior) / ((rest**2).sum(axis=(1, 2)) + prior)
        light = np.clip(light, 0.6, 1.1)
        left[:, index] = ((picture - light[:, None, None] * rest) ** 2).sum(axis=(1, 2)) + prior * (light - 1.0) ** 2
    best = np.clip(left.argmin(axis=1), 1, len(trial) - 2)
    rows = np.arange(len(seen))
    low, mid, high = left[rows, best - 1], left[rows, best], left[rows, best + 1]
    curve = np.maximum(low + high - 2.0 * mid, 1e-9)
    shift = np.clip(0.5 * (low - high) / curve, -1.0, 1.0)
    noise = np.maximum(mid / seen[0].size, 4.0)
    # samples closer than the blur are not independent
    doubt = np.sqrt(2.0 * noise * max(1.0, 2.0 * blur_mm / STEP_MM) / curve) * STEP_MM
    doubt[(left.argmin(axis=1) == 0) | (left.argmin(axis=1) == len(trial) - 1)] = np.inf
    return trial[best] + shift * STEP_MM, doubt


def _line(way: Floats, where: Floats, length: float) -> tuple[float, float, NDArray[np.bool_]]:
    """Slope and level of the line on which the most of these points lie, and which those are."""
    best = np.zeros(len(way), bool)
    for first in range(0, len(way), 2):
        others = np.flatnonzero(np.abs(way - way[first]) > 0.25 * length)[::2]
        for second in others:
            slope = (where[second] - where[first]) / (way[second] - way[first])
            on = np.abs(where - where[first] - slope * (way - way[first])) <= ON_LINE_MM
            if on.sum() > best.sum():
                best = on
    slope, level = 0.0, 0.0
    for _ in range(3):
        if best.sum() < 2:
            break
        slope, level = np.polyfit(way[best], where[best], 1)
        best = np.abs(where - (slope * way + level)) <= ON_LINE_MM
    return float(slope), float(level), best


def _crossing(one: tuple[Floats, float], other: tuple[Floats, float]) -> Floats:
    return np.asarray(np.linalg.solve(np.stack([one[0], other[0]]), np.array([one[1], other[1]])))
