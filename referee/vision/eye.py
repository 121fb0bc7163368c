"""The eye: one picture in, what lies on the table out. It remembers what lies still and knows no game.

A picture goes through the stages listed at the end (`STAGES`). Each takes the `Look` so far and adds what it finds;
one that finds that there is nothing to be seen gives the scene, and the others are left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np

from calibration.camera_model import CameraModel, guess
from calibration.fit_plane import PlaneFit
from calibration.table_plane import TablePlane
from markers.command_cards import CARD_OF
from markers.ids import BLOCKS, FAMILY_SIZE, block_of
from markers.kit import Manifest
from markers.prints import is_small, other_print
from referee.errors import CalibrationError
from referee.vision import stages
from referee.vision.change import Greys
from referee.vision.copies import (
    MIRRORED,
    are_strange,
    is_a_sheet,
    is_mirrored,
    mirrored_sheet,
    second_prints,
    unmirrored,
)
from referee.vision.dots import DotWatch, Middles
from referee.vision.doubts import Doubts
from referee.vision.finder import Finder
from referee.vision.half_hidden import BesideWatch, Shown
from referee.vision.hands import Hands, hidden_groups
from referee.vision.kit_index import KitIndex
from referee.vision.motion import motion_seen
from referee.vision.numbers import A_SECOND, FEW, IN_TURN
from referee.vision.pips.watch import DiceWatch
from referee.vision.place import lies_flat
from referee.vision.plane import PlaneEstimator, PrintSeen, PrintWatch, standpoint
from referee.vision.poses import HeightWatch, PoseEstimator
from referee.vision.quality import light_notes, sharpness, unusable, without_extras
from referee.vision.scene import Frame, Image, MarkerDetection, Scene, SceneQuality, Standpoint
from referee.vision.shapes import together
from referee.vision.stages import Look
from referee.vision.tracker import Tracker
from referee.vision.verify import Steadier, put_back
from referee.words.catalogue import told

LEFT_IN_MIRROR = 0.2
"""Of a known table's markers in the mirror about so many are read, as others; in the dark hardly more."""

LENS_GUESSED, OTHER_KIT, MIXED_PRINTS = "lens-guessed-off", "other-kit", "prints-mixed"
"""What the eye says about the lens, another game's pieces on the table, and pieces of two prints."""


class Eye:
    """Sees one kit through one camera.

    Parameters
    ----------
    manifest : the printed kit on the table.
    camera : its calibration, or None for a stated guess of the lens.

    Attributes
    ----------
    manifest : the print that lies there: that which was named, or the same kit with markers of the other size.
    """

    def __init__(self, manifest: Manifest, camera: CameraModel | None = None) -> None:
        self._camera = camera
        self._take(manifest)

    def _take(self, manifest: Manifest) -> None:
        """Look at the table anew with this print in mind."""
        self.manifest = manifest
        self.index = KitIndex(manifest)
        other = other_print(manifest)
        self._prints = PrintWatch(self.index, None if other is None else KitIndex(other))
        cards = {number: f"card:{name}" for number, name in CARD_OF.items()}
        every_id = (*self.index.ids, *cards)
        self._tracker = Tracker(
            Finder(every_id), self.index.fixed_ids, {**self.index.piece_of, **cards}, self.index.other_faces
        )
        self._doubts = Doubts(self.index, self._tracker.finder)
        self._dots = DotWatch(self.index.faces, manifest.dice)
        self._dice = DiceWatch(manifest, self.index)
        self.heights = HeightWatch(self.index)
        self._beside = BesideWatch(self.index, self.heights.height_mm)
        self._steadier = Steadier()
        self._hands = Hands(self.index)
        self._middles = Middles(self.index)
        self._greys = Greys()
        self.reset()

    def reset(self) -> None:
        """Forget the table: the next picture starts a new survey in a new table frame."""
        for watch in (
            self._tracker, self._steadier, self._hands, self._dice, self._dots, self._doubts,
            self.heights, self._beside, self._prints,
        ):  # fmt: skip
            watch.reset()
        self._shown = PrintSeen()
        self._plane_estimator = PlaneEstimator(self.index)
        self._pose_estimator = PoseEstimator(self.index, self._plane_estimator, self._tracker, self.heights)
        self._expected: tuple[PlaneFit, Mapping[tuple[str, str], float]] | None = None
        self._standpoint: Standpoint | None = None
        self._hand = np.zeros((0, 0), dtype=np.bool_)
        self._sharp = 1.0
        self._looks = 0
        self._mirror_asked: frozenset[int] = frozenset()
        self._other_kits = False
        self._light: tuple[str, ...] | None = None
        self.newest: Look | None = None

    @property
    def print_is_known(self) -> bool:
        """Whether the markers in view tell which print of the kit lies there."""
        return self._shown.other is False

    @property
    def plane(self) -> TablePlane | None:
        """The camera above the table, None before a still piece was seen."""
        return self._plane_estimator.plane

    @property
    def markers(self) -> tuple[MarkerDetection, ...]:
        """The kit's markers seen in the newest picture."""
        return () if self.newest is None else tuple(self.newest.markers.values())

    @property
    def looked_at(self) -> Frame | None:
        """The newest picture as it was looked at: that of a camera that trembles, put back to where it stood.

        What `plane` puts on the picture lies right on this one.
        """
        return None if self.newest is None else self.newest.frame

    def camera_for(self, width_px: int, height_px: int) -> CameraModel:
        """The camera's inside for pictures of this size. Raises CalibrationError for a calibration of another shape."""
        if self._camera is None:
            return guess(width_px, height_px)
        return self._camera.for_size(width_px, height_px)

    def look(self, frame: Frame, still: bool = False) -> Scene:
        """What this picture shows; never raises for a bad picture: `problems` says what is wrong with it.

        A `still` stands for itself: no further picture of the same moment will come. What each stage made of it is
        `newest`.
        """
        look = self._seen(frame, still)
        if self._shown.other and (other := other_print(self.manifest)) is not None:
            self._take(other)
            look = self._seen(frame, still)
        self.newest = look
        assert look.scene is not None  # the last stage gives one
        return look.scene

    def _seen(self, frame: Frame, still: bool) -> Look:
        """What each stage makes of a picture, up to the first that finds that there is nothing to be seen."""
        look = Look(self.manifest, self.index, frame, still)
        for stage in STAGES:
            look = stage.see(self, look)
            if look.scene is not None:
                break
        return look

    # -- the stages -----------------------------------------------------------------------------------------------

    def change(self, look: Look) -> Look:
        """The picture put back if the camera trembles, without colour, and the blocks of it that changed."""
        trouble = unusable(look.frame.image)
        if trouble is not None:
            return self._blind(look, trouble)
        frame = replace(look.frame, image=without_extras(look.frame.image))
        look = self._steadied(look._replace(frame=frame))
        try:
            camera = self.camera_for(look.grey.shape[1], look.grey.shape[0])
        except CalibrationError as refused:
            return self._blind(look, str(refused))
        change = self._tracker.change
        change.feed(look.grey, look.small)
        stirred = change.moving | change.unsearched
        return look._replace(camera=camera, changed=change.unsearched, stirred=stirred)

    def verify(self, look: Look) -> Look:
        """Which of the known markers are where they were, and so how much of the picture must be searched."""
        return look._replace(verified=self._tracker.verify(look.grey, self._hand, look.motion))

    def search(self, look: Look) -> Look:
        """Markers in what changed, or in the whole picture where the view is new or lost."""
        tracked = self._tracker.search(look.grey, self._hand, look.verified)
        if (tracked.whole or tracked.bumped) and self.plane is not None:
            self._steadier.wake()
        return look._replace(tracked=tracked, foreign=self._tracker.change.foreign)

    def read(self, look: Look) -> Look:
        """The markers that count: none that one doubtful picture alone shows, and none in a picture in the mirror."""
        known = {n: m for n, m in look.tracked.markers.items() if n in self.index.face_of}
        doubtful, refuted = self._doubts.look(look.grey, known)
        if look.still and doubtful:  # no second picture comes, so this one is looked at twice
            doubtful, refuted = self._doubts.look(look.grey, known)
        self._tracker.forget(refuted)
        if doubtful:
            known = {n: m for n, m in known.items() if n not in doubtful}
        look = look._replace(markers=known, doubtful=tuple(self.index.face_of[n] for n in sorted(doubtful)))
        if not self._nearly_nothing_seen(known):
            return look
        if look.tracked.whole and self._mirrored(look):
            self._tracker.reset()
            return self._blind(look, told(MIRRORED))
        if self.plane is not None:
            return self._blind(look, told("next-to-nothing-seen"), notes=light_notes(look.grey, self._sharp))
        return look

    def find_plane(self, look: Look) -> Look:
        """The camera above the table, and what is wrong with the prints in view."""
        grey, known, tracked = look.grey, look.markers, look.tracked
        assert look.camera is not None
        if self._plane_estimator.update(known, look.camera, tracked.bumped, grey):
            self._pose_estimator.reset()
            self._dice.read_anew(tracked.bumped)
        if self._looks % A_SECOND == 0:
            self._measure_sharpness(grey, known)
        self._looks += 1
        plane = self.plane
        problems = (
            *second_prints(tracked.copies, tracked.twins, known, self.index, grey.shape, plane),
            *self._strangers(grey, known, tracked.whole),
            *self._mirrored_prints(grey, tracked.mirrored),
        )
        if plane is None:
            return self._blind(look, *(problems or (told("no-tile-seen"),)), notes=light_notes(grey, self._sharp))
        self._shown = self._prints.look(known, plane, look.still)
        if odd := self._shown.odd:
            odd_ids = {n for key in odd for n in self.index.faces[key].corners_mm}
            known = {n: m for n, m in known.items() if n not in odd_ids}
            sizes = "small" if is_small(self.manifest) else "large"
            problems += (told(MIXED_PRINTS, how=sizes, list=sorted({piece for piece, _ in odd})),)
        return look._replace(plane=plane, problems=problems, markers=known)

    def poses(self, look: Look) -> Look:
        """Where each piece lies, at its own height."""
        assert look.plane is not None
        self._pose_estimator.place_again(self.heights.look(look.grey, look.markers, look.plane, look.still))
        pieces = self._pose_estimator.look(look.markers, look.plane)
        return look._replace(pieces=pieces, raised_mm=self.heights.raised_mm)

    def hidden(self, look: Look) -> Look:
        """Which places are bare, what a hand covers, and what is half hidden by something else."""
        assert look.plane is not None
        plane, tracker = look.plane, self._tracker
        lying = (*look.pieces.seen, *look.pieces.remembered)
        stirred, blur_px = None if look.still else look.stirred, tracker.finder.patterns.blur_px
        dots = self._dots.look(look.grey, plane, lying, stirred, look.frame, blur_px)
        pieces = look.pieces
        whole = self._pose_estimator.whole(pieces.seen)
        seen_px = tracker.corners_px(look.markers), together(marker.corners_px for marker in look.tracked.copies)
        resting, dice = tracker.change.resting, self._dice.whole(plane)
        self._hand, things = self._hands.look(look.foreign, resting, seen_px, whole, dice, pieces, plane)
        tracker.change.understood(things.blocks)
        busy = self._hand if look.still else look.stirred | self._hand
        shown = Shown(look.grey, plane, look.markers, pieces.seen, dots, self._plane_estimator, busy, blur_px)
        beside = self._beside.look(shown, look.still)
        changed = look.still or bool(look.stirred.any())
        bare, stood_on = self._middles.look(look.frame, plane, pieces.seen, look.markers, changed)
        seen = (*pieces.seen, *beside.pieces)
        loose_mm = [(s.x_mm, s.y_mm) for s in seen if not self.index.faces[s.piece, s.side].fixed]
        more = [self._plane_estimator.middles_mm[number] for number in beside.bare]
        hidden = tuple(point for point in pieces.hidden if point not in more) if more else pieces.hidden
        return look._replace(
            dots=dots, hand=self._hand, half_hidden=beside.pieces, things_mm=things.outlines_mm,
            resting_mm=things.resting_mm, groups_mm=hidden_groups(hidden, loose_mm),
            bare=(*pieces.clear, *more, *bare), unseen=(*hidden, *stood_on),
        )  # fmt: skip

    def dice(self, look: Look) -> Look:
        """Ordinary dice on their mats; a bumped picture says nothing by itself: they are read in the next."""
        assert look.plane is not None
        if look.tracked.bumped and not look.still:
            return look._replace(dice=self._dice.shown)
        lying = (*look.pieces.seen, *look.pieces.remembered, *look.half_hidden)
        return look._replace(
            dice=self._dice.look(look.frame, look.plane, lying, look.things_mm, look.stirred, look.still, look.small)
        )

    def hand_on(self, look: Look) -> Look:
        """The scene: four of them that agree are a settled one (`settle.py`)."""
        pieces, dice = look.pieces, look.dice
        covered = (*look.things_mm, *look.resting_mm, *look.groups_mm, *dice.unread)
        sightings = (*pieces.seen, *pieces.remembered, *look.half_hidden, *dice.sightings, *look.dots)
        look = look._replace(errors_mm=self._errors_mm(look))
        commands = tuple(sorted({CARD_OF[number] for number in look.tracked.markers if number in CARD_OF}))
        scene = Scene(
            look.frame.time_ns, sightings, look.bare, look.unseen, covered, self._quality(look),
            (*look.problems, *dice.problems), dice.dice, commands, (*pieces.placed_anew, *dice.placed_anew),
            self._standpoint, tuple((face.piece, face.side) for face in look.doubtful),
        )  # fmt: skip
        return look._replace(scene=scene)

    # -- what the stages need ---------------------------------------------------------------------------------------

    def _steadied(self, look: Look) -> Look:
        """The picture without colour, and shrunk; put back first if the camera trembles, else with how it has moved."""
        frame, tracker, steadier = look.frame, self._tracker, self._steadier
        grey, small = self._greys.of(frame.image)
        motion, known = None, tracker.still
        if steadier.awake and not look.still:
            motion = motion_seen(grey, known, tracker.finder, steadier.guess(known))
        if motion is None or not steadier.trembles(motion, known):
            return look._replace(grey=grey, small=small, motion=motion)
        seen, swing, steady = frame, motion, put_back(frame.image, motion)
        in_colour = None if seen.in_colour is None else cache(lambda: put_back(seen.colour, swing))
        grey, small = self._greys.of(steady)
        return look._replace(frame=replace(frame, image=steady, in_colour=in_colour), grey=grey, small=small)

    def _quality(self, look: Look) -> SceneQuality:
        fit, bumped = self._plane_estimator.fit, look.tracked.bumped
        assert fit is not None
        expected = max(look.errors_mm.values(), default=math.nan)
        if self._light is None or look.still or self._looks % IN_TURN == 0:
            self._light = light_notes(look.grey, self._sharp)
        notes = list(self._light)
        if fit.plane.camera.guessed:
            notes.append(told(LENS_GUESSED, n=round(expected, 1)))
        notes += (*self._plane_estimator.lens_notes, *self._plane_estimator.print_notes)
        if bumped:
            notes.append(told("bumped"))
        return SceneQuality(expected, bool(look.hand.any()), tuple(notes), bumped)

    def _errors_mm(self, look: Look) -> Mapping[tuple[str, str], float]:
        """The stated error of each face seen or remembered: worked out when a new one is, and else once a second."""
        fit, faces = self._plane_estimator.fit, self.index.faces
        assert fit is not None
        seen = (*look.pieces.seen, *look.pieces.remembered, *look.half_hidden, *look.dice.sightings)
        keys = [(s.piece, s.side) for s in seen]
        if self._expected is None or self._expected[0] is not fit:
            self._standpoint = standpoint(fit.plane)
        elif self._looks % A_SECOND and not look.still and self._expected[1].keys() >= set(keys):
            return {key: self._expected[1][key] for key in keys}
        die_mm = self.manifest.dice[0].edge_mm if self.manifest.dice else 0.0
        high = [self.heights.height_mm(faces[key]) if key in faces else die_mm for key in keys]
        points = np.array([(s.x_mm, s.y_mm, height) for s, height in zip(seen, high, strict=True)]).reshape(-1, 3)
        still = np.array([key in faces and faces[key].fixed for key in keys], dtype=np.bool_)
        errors = fit.expected_errors_mm(points, points[still]).tolist() if still.any() else []
        self._expected = fit, dict(zip(keys, errors, strict=False))
        return self._expected[1]

    def _measure_sharpness(self, grey: Image, known: Mapping[int, MarkerDetection]) -> None:
        y, x = grey.shape[0] / 2.0, grey.shape[1] / 2.0
        if known:
            x, y = np.median(self._tracker.corners_px(known).mean(axis=1), axis=0).tolist()
        self._sharp = sharpness(grey, (x, y))

    def _strangers(self, grey: Image, known: Mapping[int, MarkerDetection], whole: bool) -> list[str]:
        """The kits of other games on the table, looked for when next to nothing of ours was found."""
        if not whole or len(known) >= FEW:
            return []
        found = self._any_kit.find(grey).detections
        names = [block.name for m in found if (block := block_of(m.marker_id)) is not None]
        others = [b for b in dict.fromkeys(block.name for block in BLOCKS) if names.count(b) >= FEW]
        return [told(OTHER_KIT, text=name, text2=self.index.kit) for name in others if name != self.index.kit]

    @cached_property
    def _any_kit(self) -> Finder:
        """Finds the markers of all games."""
        return Finder([n for n in range(FAMILY_SIZE) if block_of(n) is not None])

    def _mirrored_prints(self, grey: Image, mirrored: Sequence[MarkerDetection]) -> list[str]:
        """A sheet that was printed in the mirror; whether it is none, but of another kit, is asked once."""
        plane, index = self.plane, self.index
        own = [m for m in mirrored if m.marker_id in index.face_of]
        own = [m for m in own if plane is None or lies_flat(index.face_of[m.marker_id], unmirrored(m), plane)]
        if not is_a_sheet(own):
            return []
        numbers = frozenset(marker.marker_id for marker in own)
        if numbers != self._mirror_asked:
            self._mirror_asked = numbers
            self._other_kits = are_strange(grey, own, self._any_kit)
        return [] if self._other_kits else [mirrored_sheet(own, grey.shape)]

    def _nearly_nothing_seen(self, known: Mapping[int, MarkerDetection]) -> bool:
        """Whether there is no table yet, or next to none of its still markers: a camera may begin to mirror later."""
        there = self._plane_estimator.middles_mm
        return self.plane is None or len(there.keys() & known.keys()) <= LEFT_IN_MIRROR * len(there)

    def _mirrored(self, look: Look) -> bool:
        """Whether clearly more is read in the mirror, than of another game's kit too when hardly any is ours."""
        in_mirror, found = look.tracked.in_mirror, len(look.markers)
        if found < FEW and is_mirrored(in_mirror, 0):
            found = max(found, len(self._any_kit.find(look.grey).detections))
        return is_mirrored(in_mirror, found)

    def _blind(self, look: Look, *problems: str, notes: Sequence[str] = ()) -> Look:
        """A scene without any sighting: the stages to come have nothing to look at."""
        self._hand = np.zeros_like(self._hand)
        quality = SceneQuality(math.nan, False, tuple(notes))
        scene = Scene(look.frame.time_ns, (), (), (), (), quality, problems)
        return look._replace(scene=scene)


@dataclass(frozen=True)
class Stage:
    """One step of the eye.

    Attributes
    ----------
    name, shows : for people; the second says what its picture shows.
    see : adds to the look what this stage finds.
    draw : draws what it found onto a picture, BGR, in place, and says how much that was.
    """

    name: str
    shows: str
    see: Callable[[Eye, Look], Look]
    draw: Callable[[Look, Image], str]

    def picture(self, look: Look) -> tuple[Image, str]:
        """What this stage saw, BGR, and how much of it there was, in words."""
        image = look.frame.colour
        bgr = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image[:, :, :3]
        drawn = np.array(bgr, dtype=np.uint8)
        return drawn, self.draw(look, drawn)


STAGES = (
    Stage("change", "blocks that changed (orange) and that are not the clean table (red)", Eye.change, stages.change),
    Stage("verify", "markers where they were (green), and gone from there (orange)", Eye.verify, stages.verify),
    Stage("search", "dark quadrangles with a light rim: each may be a marker", Eye.search, stages.search),
    Stage("read", "markers with their numbers: sure (green), faint (orange), doubled (red)", Eye.read, stages.read),
    Stage("plane", "the table's plane, and how far off still markers lie", Eye.find_plane, stages.plane),
    Stage("poses", "where each piece lies, at its own height", Eye.poses, stages.poses),
    Stage("hidden", "places seen bare (green), not seen (orange), under a hand (red)", Eye.hidden, stages.hidden),
    Stage("dice", "ordinary dice with their numbers", Eye.dice, stages.dice),
    Stage("settle", "the scene, which counts once pictures in a row agree on it", Eye.hand_on, stages.settle),
)
"""All that is done with a picture, in this order."""
