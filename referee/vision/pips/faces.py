"""Upper faces of dice as their pips tell them: every spot is tried as part of a face, and the whole face must fit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.vision.likelihood import CELL_VALUES, LEAST_LEFT
from referee.vision.numbers import ALL_BUT, FEW, SURE_MARGIN
from referee.vision.pips.mat import PIP, PX_PER_MM, FlatMat, hue_share, is_black, is_white
from referee.vision.pips.places import GRID, Places, Pose, fitted, measured, pips
from referee.vision.pips.spots import EVEN, Spots
from referee.vision.place import turned
from referee.vision.scene import Floats, Mask, Point, Singles

OFFSET = (0.205, 0.305)
"""How far the outer pips lie from the middle line, as a share of the edge: makers differ."""
STRETCHED = 1.10
"""A face seen so much longer than wide leans, by 20 degrees or more; of flat ones the worst is seen 1.09 long."""
STRAY = 0.1
"""Gloss, shade and unlike pips make the level of a place, 0 on bare face and 1 on a pip, stray so far (sigma)."""
CLEAREST = 0.05
"""What is left unexplained counts for no less than this share of the step to a pip: that pips are clear against it does
not say which they are."""
NEEDED, CERTAIN = 37.0, 6.0
"""So much larger must the logarithm of the likelihood ratio be to read a face; so much more is certain. With a little
less it is read as no number, but explains what is seen there. Of 2,957 faces read where a
flat die lay 99.2 in 100 have that, of 159 path-traced ones all. Of 26,037 places beside the dice 1 in 22 has, and e
times fewer with every 9 more: it takes the die's outline, too, to tell."""
FEWEST_PIPS = 0.5
"""A spot half as strong as the weakest pip read must be explained too."""
CORNERS, MIDDLE, BESIDE = (2, 6), (4,), (3, 5)
"""The places that are pips in a face proposed by two corners, by the pip in its middle, or by the two middle ones of a
six: where its pips run together these may be the only spots."""
RIM = 0.12
"""So far inside and outside its outline, as a share of the edge, a face is seen to end; its pips lie further in."""
PATTERNS = {
    "000010000": 1,
    "100000001": 2, "001000100": 2,
    "100010001": 3, "001010100": 3,
    "101000101": 4,
    "101010101": 5,
    "101101101": 6, "111000111": 6,
}  # fmt: skip
_PIPS = np.array([[mark == "1" for mark in pattern] for pattern in PATTERNS], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Face:
    """An upper face that fits.

    Attributes
    ----------
    value : 1 to 6.
    at_mm, angle_deg : its middle on the table and its turn, 0 up to 90 degrees.
    pips : the indices of its spots.
    colour : (3,) the face's brightness as shares of the mat's, BGR.
    margin : how much likelier it is than what else may be there, 1 when certain; up to 0 it is no number.
    part : whether it may be a part of another face, whose pips lie just beyond it.
    """

    value: int
    at_mm: Point
    angle_deg: float
    pips: frozenset[int]
    colour: Floats
    margin: float
    part: bool = False


def find_faces(mat: FlatMat, spots: Spots, edge_mm: float) -> list[Face]:
    """Every face that fits some of the spots, each once."""
    proposed = [*_proposals(spots, edge_mm), *_lone_proposals(mat, spots, edge_mm)]
    poses, sure = [pose for pose, _ in proposed], [places for _, places in proposed]
    each = zip(poses, sure, measured(mat, poses, edge_mm, sure), strict=True)
    faces: list[Face] = []
    for pose, places, seen in sorted(each, key=lambda one: one[2].left):  # those that explain most come first
        six = PATTERNS.get("".join("1" if pip else "0" for pip in pips(seen.levels))) == 6
        if six and any(one.value == 6 and math.dist(one.at_mm, pose.middle) < OFFSET[0] * edge_mm for one in faces):
            continue  # three pairs of its spots propose the same six
        if six:
            # its pips run together, are seen nearer to one another, and two of them as one spot: all its pixels fit it
            pose = fitted(mat, pose, edge_mm, places)
            (seen,) = measured(mat, [pose], edge_mm, [places])
        face = _face(mat, spots, edge_mm, pose, places, seen)
        faces += [] if face is None else [face]
    return _each_once(faces, edge_mm)


def square(face: Face, edge_mm: float) -> Floats:
    """The corners (4, 2) of a face on the table."""
    half = edge_mm / 2.0
    return turned(np.array([(-half, -half), (half, -half), (half, half), (-half, half)]), face.at_mm, face.angle_deg)


def _proposals(spots: Spots, edge_mm: float) -> Iterator[tuple[Pose, Sequence[int]]]:
    """Poses from two spots that may be opposite corners of a face, or the middle pips of a six, and these places."""
    usable = np.flatnonzero((spots.even < 1.5 * EVEN) & spots.on_die)
    n, m = usable[np.array(np.triu_indices(len(usable), 1))]
    way = (spots.at_mm[m] - spots.at_mm[n]) / 2.0 / edge_mm
    apart = np.hypot(*way.T)
    for places, turn_deg, offset in ((CORNERS, -45.0, apart / math.sqrt(2.0)), (BESIDE, 0.0, apart)):
        for pair in np.flatnonzero((spots.sign[n] == spots.sign[m]) & (offset >= OFFSET[0]) & (offset <= OFFSET[1])):
            x, y = ((spots.at_mm[n[pair]] + spots.at_mm[m[pair]]) / 2.0).tolist()
            angle = math.degrees(math.atan2(way[pair, 1], way[pair, 0]))
            yield Pose((x, y), angle + turn_deg, float(offset[pair])), places


def _lone_proposals(mat: FlatMat, spots: Spots, edge_mm: float) -> Iterator[tuple[Pose, Sequence[int]]]:
    """Poses of which a spot may be the only pip, turned as their outline is, and its place."""
    for spot in np.flatnonzero((spots.even <= EVEN) & spots.on_die):
        x, y = spots.at_mm[spot].tolist()
        yield Pose((x, y), _outline_angle(mat, (x, y), edge_mm), sum(OFFSET) / len(OFFSET)), MIDDLE


def _face(mat: FlatMat, spots: Spots, edge_mm: float, pose: Pose, sure: Sequence[int], places: Places) -> Face | None:
    """The face whose places look so, None when it is none, or its pips are no spots."""
    pattern, margin = _pattern(places)
    if not pattern or any(pattern[place] == "0" for place in sure):
        return None
    value, offset = PATTERNS[pattern], pose.offset * math.sqrt(pose.wide * pose.high)
    on = turned(GRID[[mark == "1" for mark in pattern]] * offset * edge_mm, pose.middle, pose.angle_deg)
    apart = np.linalg.norm(on[:, None, :] - spots.at_mm[None, :, :], axis=2) / edge_mm
    # a spot of two pips of a six that run together lies between them
    near = (apart <= (0.5 * offset + PIP if value == 6 else PIP)) & (spots.sign == np.sign(places.step.mean()))
    seen, middle, angle_deg = spots.at_mm[apart.argmin(axis=1)], pose.middle, pose.angle_deg
    along = pose.wide / pose.high if value == 6 else _stretch(on, seen)
    if not near.any() or max(along, 1.0 / along) > STRETCHED:
        return None
    if value != 6 and near.any(axis=1).all():  # all its spots tell more than those that propose it
        printed, there = ((points - points.mean(axis=0)) @ np.array([1.0, 1.0j]) for points in (on, seen))
        middle = float(seen[:, 0].mean()), float(seen[:, 1].mean())
        angle_deg += math.degrees(float(np.angle(np.vdot(printed, there))))
    pips = frozenset(np.flatnonzero(near.any(axis=0)).tolist())
    face = Face(value, middle, angle_deg % 90.0, pips, places.face, margin)
    return face if _whole(mat, spots, face, edge_mm) else None


def _pattern(places: Places) -> tuple[str, float]:
    """The pattern of pips as nine marks, and how sure it is, up to 1; "" when another explanation is about as likely.

    The others are the next best pattern, nine levels between face and pip, and a texture, which leaves as much
    unexplained as pips are strong.
    """
    weights = 1.0 / (STRAY**2 + places.doubt)
    seen = np.maximum((_PIPS * weights) @ places.levels / (_PIPS @ weights), STRAY)
    off = (places.levels / seen[:, None] - _PIPS) ** 2 @ weights
    likely = (np.log(weights / (2.0 * math.pi)).sum() - off) / 2.0
    best, other = np.argsort(-likely)[:2]
    texture = math.sqrt(places.left / max(float(places.step @ places.step), LEAST_LEFT))
    against_texture = -CELL_VALUES * math.log(max(texture, CLEAREST))
    ratio = float(likely[best] - max(likely[other], 0.0)) + against_texture
    margin = min((ratio - NEEDED) / CERTAIN, 1.0)
    return (tuple(PATTERNS)[best], margin) if margin > -SURE_MARGIN else ("", 0.0)


def _stretch(places: Floats, seen: Floats) -> float:
    """How much longer than wide places (N, 2) are seen, 1 for those in one line."""
    if len(places) < FEW:
        return 1.0
    affine = np.linalg.lstsq(places - places.mean(axis=0), seen - seen.mean(axis=0), rcond=None)[0]
    wide, narrow = np.linalg.svd(affine, compute_uv=False)
    return float(wide / max(narrow, 1e-9))


def _whole(mat: FlatMat, spots: Spots, face: Face, edge_mm: float) -> bool:
    """Whether the whole face is there, not the bare mat."""
    steps = np.linspace(-0.46, 0.46, 15) * edge_mm
    grid = np.array([(x, y) for x in steps for y in steps])
    px = np.round(mat.to_px(turned(grid, face.at_mm, face.angle_deg))).astype(int)
    height, width = mat.inside.shape
    ok = (px[:, 0] >= 0) & (px[:, 1] >= 0) & (px[:, 0] < width) & (px[:, 1] < height)
    if not ok.all():
        return False
    rows, columns = px[:, 1], px[:, 0]
    bare = mat.inside[rows, columns] & ~mat.thing[rows, columns] & ~mat.dark[rows, columns]
    # a black face that shines is as bright as a shadow, and nearer to its own colour than to the mat's all the same
    bare &= nearer_to_mat(mat.shares[rows, columns], face.colour)
    pips = sorted(face.pips)
    own = spots.at_mm[pips]
    # around a pip the colours run from the face's to the pip's, perhaps through the mat's
    off_pip = np.linalg.norm(mat.to_mm(px.astype(np.float64))[:, None, :] - own, axis=2).min(axis=1) > 0.17 * edge_mm
    return bool(1.0 - bare[off_pip].mean() >= ALL_BUT)


def nearer_to_mat(shares: Singles, colour: Floats) -> Mask:
    """Which pixels (N, 3) lie nearer to the mat than to a face, on the way from one to the other; in their hue too,
    which sheen and shade leave a coloured face.
    """
    way = colour - 1.0
    nearer = np.asarray((shares - 1.0) @ way < 0.5 * float(way @ way))
    if not is_black(colour) and not is_white(colour):
        nearer &= hue_share(shares.astype(np.float64), colour) < 0.5
    return nearer


def _outline_angle(mat: FlatMat, middle: Point, edge_mm: float) -> float:
    """The turn, 0 to 90 degrees, of the square around a point: which ways the brightness steps where it ends.

    Steps across all four sides, and those where its walls end, point the same ways but for quarter turns; a step's
    direction times four is the same for all of them, and their sum hardly feels noise or a side that is not seen.
    """
    reach = round((0.5 + RIM) * edge_mm * PX_PER_MM) + 2
    centre = mat.to_px(np.array([middle]))[0]
    low = np.maximum(np.round(centre).astype(int) - reach, 0)
    high = low + 2 * reach
    part = mat.shares[low[1] : high[1], low[0] : high[0]]
    across, down = (cv2.Sobel(part, cv2.CV_32F, x, y) for x, y in ((1, 0), (0, 1)))
    rows, columns = np.indices(part.shape[:2])
    away = np.hypot(columns + low[0] - centre[0], rows + low[1] - centre[1]) / (edge_mm * PX_PER_MM)
    around = np.abs(away - 0.5) < RIM
    way = across[around].astype(np.float64) - 1.0j * down[around]
    steep = np.abs(way)
    turn = np.angle((steep * (way / np.maximum(steep, 1e-9)) ** 4).sum())
    return math.degrees(float(turn)) / 4.0 % 90.0


def _each_once(faces: list[Face], edge_mm: float) -> list[Face]:
    """The surest of the faces that name the same pips, or the same number in the same place."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda face: -face.margin):
        if not any(
            face.pips == other.pips
            or (face.value == other.value and math.dist(face.at_mm, other.at_mm) < PIP * edge_mm)
            for other in kept
        ):
            kept.append(face)
    return kept
