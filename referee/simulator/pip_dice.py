"""Ordinary dice with pips as solid cubes with rounded edges: lying flat, leaning on something, glossy or matt.

Faces are shaded by lamp and sky, so that the walls beside a bright top are darker or, turned to the lamp, brighter; a
glossy die throws the lamp back where the angles are right. Opposite faces add up to seven.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.simulator.look import Look
from referee.simulator.sprite import SAMPLES, Box, View

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Colour = tuple[float, float, float]

# body and pips as BGR reflectance
PAINTS: Mapping[str, tuple[Colour, Colour]] = MappingProxyType(
    {
        "white": ((215.0, 225.0, 228.0), (28.0, 26.0, 26.0)),
        "black": ((32.0, 30.0, 30.0), (215.0, 220.0, 222.0)),
        "red": ((38.0, 32.0, 176.0), (222.0, 226.0, 230.0)),
        "blue": ((150.0, 82.0, 28.0), (225.0, 228.0, 230.0)),
        "green": ((66.0, 120.0, 34.0), (222.0, 228.0, 228.0)),
        "yellow": ((40.0, 190.0, 226.0), (30.0, 28.0, 28.0)),
        "orange": ((34.0, 112.0, 222.0), (225.0, 228.0, 230.0)),
        "purple": ((124.0, 44.0, 104.0), (222.0, 226.0, 230.0)),
    }
)
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
        5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
        6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    }
)
ART_PX = 192
# face value: its outward normal, and the direction of the face's own x axis, in the die's frame
_FACES: Mapping[int, tuple[tuple[int, int, int], tuple[int, int, int]]] = MappingProxyType(
    {
        1: ((0, 0, 1), (1, 0, 0)),
        6: ((0, 0, -1), (1, 0, 0)),
        2: ((0, -1, 0), (1, 0, 0)),
        5: ((0, 1, 0), (1, 0, 0)),
        3: ((1, 0, 0), (0, 1, 0)),
        4: ((-1, 0, 0), (0, 1, 0)),
    }
)


@dataclass(frozen=True, eq=False)
class PipDie:
    """One die somewhere on the table.

    Attributes
    ----------
    colour : one of `PAINTS`.
    middle_mm : (3,) its centre.
    turn : (3, 3) rotation from the die's frame (1 up, 2 to the front) to the table's.
    edge_mm : its edge.
    pip_share, offset_share : a pip's radius and the outer pips' distance from the middle line, as shares of the edge.
    round_share : how much of the edge is rounded off at each corner.
    gloss : 0 is matt, 1 shines.
    """

    colour: str
    middle_mm: Floats
    turn: Floats
    edge_mm: float = 16.0
    pip_share: float = 0.1
    offset_share: float = 0.25
    round_share: float = 0.12
    gloss: float = 0.3

    @property
    def corners_mm(self) -> Floats:
        """Its corners (24, 3), each cut off a little as rounding leaves it."""
        half, cut = self.edge_mm / 2.0, self.round_share * self.edge_mm * 0.45
        signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        corners = [
            [s * (half - (0.0 if axis == kept else cut)) for axis, s in enumerate(sign)]
            for sign in signs
            for kept in range(3)
        ]
        return np.asarray(np.array(corners) @ self.turn.T + self.middle_mm)


def flat_die(
    colour: str, face: int, at_mm: tuple[float, float], angle_deg: float, base_mm: float = 0.3, edge_mm: float = 16.0
) -> PipDie:
    """A die lying flat with a face up, turned so far to the left."""
    turn = about((0.0, 0.0, 1.0), angle_deg) @ _up(face)
    return PipDie(colour, np.array([*at_mm, base_mm + edge_mm / 2.0]), turn, edge_mm)


def leaning(die: PipDie, tilt_deg: float, towards_deg: float, base_mm: float = 0.3) -> PipDie:
    """The same die tilted about its lowest edge or corner: cocked against something."""
    tilted = about((-math.sin(math.radians(towards_deg)), math.cos(math.radians(towards_deg)), 0.0), tilt_deg)
    turn = tilted @ die.turn
    there = _same(die, die.middle_mm, turn)
    lift = base_mm - float(there.corners_mm[:, 2].min())
    return _same(die, die.middle_mm + np.array([0.0, 0.0, lift]), turn)


def about(axis: Sequence[float], angle_deg: float) -> Floats:
    """The rotation (3, 3) about an axis, counter-clockwise seen against it."""
    vector = np.array(axis, dtype=np.float64) / np.linalg.norm(axis) * math.radians(angle_deg)
    return np.asarray(cv2.Rodrigues(vector)[0], dtype=np.float64)


def lay_dice(view: View, picture: Bytes, dice: Sequence[PipDie], look: Look, floor_mm: float = 0.3) -> None:
    """Draw dice with their shadows on the picture, in place: the far ones first."""
    for die in dice:
        _lay_shadow(view, picture, die, look, floor_mm)
    foot = view.camera.position_mm
    for die in sorted(dice, key=lambda die: -float(np.linalg.norm(die.middle_mm - foot))):
        _lay_die(view, picture, die, look)


def _same(die: PipDie, middle: Floats, turn: Floats) -> PipDie:
    return PipDie(die.colour, middle, turn, die.edge_mm, die.pip_share, die.offset_share, die.round_share, die.gloss)


def _up(face: int) -> Floats:
    """The rotation that brings a face on top."""
    normal, across = (np.array(axis, dtype=np.float64) for axis in _FACES[face])
    return np.stack([across, np.cross(normal, across), normal])


@lru_cache(maxsize=256)
def _face_art(colour: str, face: int, pip_share: float, offset_share: float, round_share: float) -> Bytes:
    """A face as BGRA, colour multiplied by coverage, `ART_PX` wide, its y axis upwards in the picture."""
    body, pips = PAINTS[colour]
    fine = 4
    size = ART_PX * fine
    pip = np.zeros((size, size), np.uint8)
    for x, y in PIPS[face]:
        at = (round(size * (0.5 + x * offset_share)), round(size * (0.5 - y * offset_share)))
        cv2.circle(pip, at, round(size * pip_share), 1, -1, cv2.LINE_8)
    mask = np.zeros((size, size), np.uint8)
    inset, radius = round(size * 0.25 * round_share), round(size * round_share)
    low, high = inset + radius, size - inset - radius
    cv2.rectangle(mask, (low, inset), (high, size - inset), 1, -1)
    cv2.rectangle(mask, (inset, low), (size - inset, high), 1, -1)
    for corner in ((low, low), (low, high), (high, low), (high, high)):
        cv2.circle(mask, corner, radius, 1, -1)
    covered, dotted = (
        np.asarray(cv2.resize(np.asarray(one, np.float32), (ART_PX, ART_PX), interpolation=cv2.INTER_AREA))
        for one in (mask, mask & pip)
    )
    shown = (covered - dotted)[..., None] * np.array((*body, 255.0), np.float32)
    shown += dotted[..., None] * np.array((*pips, 255.0), np.float32)
    return np.asarray(shown + 0.5, np.uint8)


def _light(look: Look, at_mm: Floats, normal: Floats) -> float:
    """How much light a surface gets, 1 for one that lies flat."""
    lamp = np.array(look.lamp_mm) - at_mm
    lamp /= np.linalg.norm(lamp)
    window = np.array([-0.75, 0.0, 0.66])

    def of(n: Floats) -> float:
        sky = look.ambient * (0.6 + 0.4 * float(n[2]))
        return look.lamp * max(float(n @ lamp), 0.0) + look.window * max(float(n @ window), 0.0) + sky

    return of(normal) / of(np.array([0.0, 0.0, 1.0]))


def _glare(look: Look, die: PipDie, camera_mm: Floats, normal: Floats, corners: Floats) -> NDArray[np.float32]:
    """The lamp thrown back by a glossy face (24, 24), 0 to 1: Blinn's half vector, on a slightly bulging face."""
    u, v = np.meshgrid(np.linspace(0, 1, 24), np.linspace(0, 1, 24))
    low_left, low_right, _, top_left = corners
    points = low_left + u[..., None] * (low_right - low_left) + v[::-1][..., None] * (top_left - low_left)
    bulge = (points - corners.mean(axis=0)) * (0.16 / die.edge_mm)
    normals = normal + bulge
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    to_lamp = np.array(look.lamp_mm) - points
    to_eye = camera_mm - points
    half = to_lamp / np.linalg.norm(to_lamp, axis=2, keepdims=True) + to_eye / np.linalg.norm(
        to_eye, axis=2, keepdims=True
    )
    half /= np.linalg.norm(half, axis=2, keepdims=True)
    shine = np.clip((normals * half).sum(axis=2), 0.0, 1.0) ** 250
    return np.asarray(die.gloss * look.lamp * shine, np.float32)


def _lay_die(view: View, picture: Bytes, die: PipDie, look: Look) -> None:
    outline = view.camera.image_of(die.corners_mm)
    box = view.box_around(outline)
    if box.empty:
        return
    samples = np.zeros((box.shape[0] * SAMPLES, box.shape[1] * SAMPLES, 4), np.float32)
    eye = view.camera.position_mm
    seen = []
    for face in range(1, 7):
        normal = die.turn @ np.array(_FACES[face][0], dtype=np.float64)
        middle = die.middle_mm + normal * die.edge_mm / 2.0
        if float(normal @ (eye - middle)) > 0.0:
            seen.append((face, normal, _light(look, middle, normal)))
    body = np.array(PAINTS[die.colour][0])
    edge = body * float(np.mean([light for _, _, light in seen])) * 1.02
    hull = cv2.convexHull(_in_box(outline, box).astype(np.float32))[:, 0, :]
    cv2.fillPoly(samples, [np.round(hull * 16).astype(np.int32)], (*edge, 255.0), shift=4)
    for face, normal, light in seen:
        _lay_face(view, samples, box, die, face, normal, light, look)
    small = np.asarray(cv2.resize(samples, box.shape[::-1], interpolation=cv2.INTER_AREA), np.float32)
    share = small[..., 3:4] / 255.0
    under = picture[box.slices]
    lit = small[..., :3] * view.light[box.slices] / 255.0
    under[:] = np.clip(under * (1.0 - share) + lit + 0.5, 0.0, 255.0).astype(np.uint8)


def _lay_face(
    view: View, samples: NDArray[np.float32], box: Box, die: PipDie, face: int, normal: Floats, light: float, look: Look
) -> None:
    """One face over BGRA samples, in place."""
    across = die.turn @ np.array(_FACES[face][1], dtype=np.float64)
    upward = np.cross(normal, across)
    half = die.edge_mm / 2.0
    middle = die.middle_mm + normal * half
    corners = np.array([middle + half * (x * across + y * upward) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    art = _face_art(die.colour, face, die.pip_share, die.offset_share, die.round_share).astype(np.float32)
    art[..., :3] *= light
    if die.gloss > 0.0:
        shine = cv2.resize(_glare(look, die, view.camera.position_mm, normal, corners), (ART_PX, ART_PX))
        art[..., :3] += shine[..., None] * art[..., 3:4]
    page = np.array([[0, ART_PX], [ART_PX, ART_PX], [ART_PX, 0], [0, 0]], np.float32) - np.float32(0.5)
    there = _in_box(view.camera.image_of(corners), box).astype(np.float32)
    warp = cv2.getPerspectiveTransform(page, there)
    shrink = float(np.linalg.norm(there[1] - there[0])) / ART_PX
    if shrink < 0.6:  # blurred before it is made small, or pips would flicker
        art = np.asarray(cv2.GaussianBlur(art, (0, 0), 0.4 / shrink), np.float32)
    drawn = np.asarray(cv2.warpPerspective(art, warp, samples.shape[1::-1], flags=cv2.INTER_LINEAR), np.float32)
    samples[:] = drawn + samples * (1.0 - drawn[..., 3:4] / 255.0)


def _in_box(pixels: Floats, box: Box) -> Floats:
    """Picture points as sample points of a box."""
    return np.asarray((pixels - (box.left, box.top)) * SAMPLES + (SAMPLES - 1) / 2.0)


def _lay_shadow(view: View, picture: Bytes, die: PipDie, look: Look, floor_mm: float) -> None:
    """The lamp's shadow on the floor, and the darker line where the die touches it."""
    corners = die.corners_mm
    lamp = np.array(look.lamp_mm)
    rise = (corners[:, 2:3] - floor_mm) / np.maximum(lamp[2] - corners[:, 2:3], 1.0)
    fallen = corners[:, :2] + (corners[:, :2] - lamp[:2]) * rise
    scale = view.camera.focal_px / view.camera.z_mm
    for points, depth, soft_mm in ((fallen, look.shadow, 1.6), (corners[:, :2], 0.3, 1.2)):
        pixels = view.pixels(points, floor_mm)
        sigma = max(0.6, soft_mm * scale)
        box = view.box_around(pixels, int(3 * sigma) + 2)
        if box.empty:
            continue
        mask = np.zeros(box.shape, np.float32)
        hull = cv2.convexHull((pixels - (box.left, box.top)).astype(np.float32))[:, 0, :]
        cv2.fillPoly(mask, [np.round(hull * 16).astype(np.int32)], 1.0, cv2.LINE_AA, shift=4)
        soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32)
        under = picture[box.slices]
        under[:] = (under * (1.0 - np.float32(depth) * soft[..., None])).astype(np.uint8)
