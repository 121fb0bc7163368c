"""The eye: one picture in, what lies on the table out. It remembers what lies still and knows no game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain

import numpy as np

from calibration.camera_model import CameraModel, guess
from calibration.fit_plane import PlaneFit
from calibration.table_plane import TablePlane
from markers.command_cards import CARD_OF
from markers.ids import BLOCKS, FAMILY_SIZE, block_of
from markers.kit import Manifest
from referee.errors import CalibrationError
from referee.vision.bearings import Bearings, standpoint
from referee.vision.beside import BesideWatch, Shown
from referee.vision.blocks import Mask
from referee.vision.change import Greys
from referee.vision.copies import mirrored_sheet, second_prints
from referee.vision.dots import DotWatch
from referee.vision.doubts import Doubts
from referee.vision.finder import Finder
from referee.vision.hands import foreign_things, hidden_groups
from referee.vision.heights import HeightWatch
from referee.vision.in_the_way import InTheWay
from referee.vision.kit_index import Face, KitIndex
from referee.vision.middles import Middles
from referee.vision.mirror import MIRRORED, are_strange, is_a_sheet, is_mirrored, unmirrored
from referee.vision.numbers import A_SECOND, FEW, IN_TURN
from referee.vision.on_dots import OnDots
from referee.vision.pips.watch import DiceWatch
from referee.vision.place import lies_flat
from referee.vision.quality import light_notes, sharpness, unusable, without_extras
from referee.vision.scene import Frame, Image, MarkerDetection, Scene, SceneQuality, Sighting, Standpoint
from referee.vision.shapes import together
from referee.vision.stages import Look
from referee.vision.steady import Steadier, put_back
from referee.vision.tracker import Tracked, Tracker
from referee.vision.vacated import Vacated
from referee.vision.whereabouts import Pieces, Whereabouts
from referee.words.catalogue import told

LEFT_IN_MIRROR = 0.2
"""Of a known table's markers in the mirror about so many are read, as others; in the dark hardly more."""
SURE_STRANGER = 0.1
"""Low, because among all kits' numbers some differ in two cells only; several of one kit are needed anyway."""
HIGH_PIECE_MM = 35.0


OTHER_KIT = "other-kit"
"""What the eye says about another game's pieces on the table."""


class Eye:
    """Sees one kit through one camera.

    Parameters
    ----------
    manifest : the printed kit on the table.
    camera : its calibration, or None for a stated guess of the lens.
    """

    def __init__(self, manifest: Manifest, camera: CameraModel | None = None) -> None:
        self.index = KitIndex(manifest)
        self._manifest = manifest
        self._camera = camera
        cards = {number: f"card:{name}" for number, name in CARD_OF.items()}
        every_id = (*self.index.ids, *cards)
        self._tracker = Tracker(
            Finder(every_id), self.index.fixed_ids, {**self.index.piece_of, **cards}, self.index.other_faces
        )
        self._doubts = Doubts(self.index, self._tracker.finder)
        self._dots = DotWatch(self.index.faces)
        self._on_dots = OnDots(self.index, self._tracker.finder)
        self._any_kit: Finder | None = None
        self._dice = DiceWatch(manifest, self.index)
        self._vacated = Vacated(self.index)
        self.heights = HeightWatch(self.index)
        self._beside = BesideWatch(self.index, self.heights.height_mm)
        self._steadier = Steadier()
        self._in_the_way = InTheWay(self.index)
        self._middles = Middles(self.index)
        self._greys = Greys()
        self.reset()

    def reset(self) -> None:
        """Forget the table: the next picture starts a new survey in a new table frame."""
        self._tracker.reset()
        self._steadier.reset()
        self._in_the_way.reset()
        self._bearings = Bearings(self.index)
        self._whereabouts = Whereabouts(self.index, self._bearings, self._tracker, self.heights)
        self._dice.reset()
        self._dots.reset()
        self._vacated.reset()
        self._on_dots.reset()
        self._doubts.reset()
        self.heights.reset()
        self._beside.reset()
        self._known: dict[int, MarkerDetection] = {}
        self._expected_for: PlaneFit | None = None
        self._expected_mm = math.nan
        self._standpoint: Standpoint | None = None
        self._hand = np.zeros((0, 0), dtype=np.bool_)
        self._sharp = 1.0
        self._looks = 0
        self._mirror_asked: frozenset[int] = frozenset()
        self._other_kits = False
        self._looked_at: Frame | None = None
        self._light: tuple[str, ...] | None = None
        self._still = False
        self._doubtful: tuple[Face, ...] = ()

    @property
    def plane(self) -> TablePlane | None:
        """The camera above the table, None before a still piece was seen."""
        return self._bearings.plane

    @property
    def markers(self) -> tuple[MarkerDetection, ...]:
        """The kit's markers seen in the newest picture."""
        return tuple(self._known.values())

    @property
    def looked_at(self) -> Frame | None:
        """The newest picture as it was looked at: that of a camera that trembles, put back to where it stood.

        What `plane` puts on the picture lies right on this one.
        """
        return self._looked_at

    def camera_for(self, width_px: int, height_px: int) -> CameraModel:
        """The camera's inside for pictures of this size. Raises CalibrationError for a calibration of another shape."""
        if self._camera is None:
            return guess(width_px, height_px)
        return self._camera.for_size(width_px, height_px)

    def stages_of(self, scene: Scene) -> Look:
        """What the eye made of the newest picture, of which it said this, for `stages.STAGES` to draw."""
        assert self._looked_at is not None
        change = self._tracker.change
        return Look(
            self._manifest, self.index, self._looked_at, change.unsearched, change.foreign, self._hand, self.markers,
            self._tracker.copies, self.plane, self.heights.height_mm, scene,
        )  # fmt: skip

    def look(self, frame: Frame, still: bool = False) -> Scene:
        """What this picture shows; never raises for a bad picture: `problems` says what is wrong with it.

        A `still` stands for itself: no further picture of the same moment will come.
        """
        self._known, self._still, self._looked_at = {}, still, frame
        trouble = unusable(frame.image)
        if trouble is not None:
            return self._blind(frame, trouble)
        frame = replace(frame, image=without_extras(frame.image))
        frame, grey, small = self._steadied(frame)
        self._looked_at = frame
        try:
            camera = self.camera_for(grey.shape[1], grey.shape[0])
        except CalibrationError as refused:
            return self._blind(frame, str(refused))
        tracked = self._tracker.look(grey, self._hand, small)
        if tracked.whole and self.plane is not None:
            self._steadier.wake()
        known = self._known = self._undoubted(grey, tracked)
        if tracked.whole and self._nearly_nothing_seen(known) and self._mirrored(grey, tracked, known):
            self._tracker.reset()
            return self._blind(frame, told(MIRRORED))
        if self.plane is not None and self._nearly_nothing_seen(known):
            return self._blind(frame, told("next-to-nothing-seen"), notes=light_notes(grey, self._sharp))
        if self._bearings.update(known, camera, tracked.bumped, grey):
            self._whereabouts.reset()
            self._dice.read_anew(tracked.bumped)
        if self._looks % A_SECOND == 0:
            self._measure_sharpness(grey, known)
        self._looks += 1
        return self._scene(frame, grey, small, tracked, known)

    def _steadied(self, frame: Frame) -> tuple[Frame, Image, Image]:
        """The frame without the trembling of the camera, if it trembles, its picture without colour, and shrunk."""
        grey, small = self._greys.of(frame.image)
        if self._still or not self._steadier.awake:
            return frame, grey, small
        swing = self._steadier.swing(grey, self._tracker.still)
        if swing is None:
            return frame, grey, small
        seen, steady = frame, put_back(frame.image, swing)
        in_colour = None if seen.in_colour is None else cache(lambda: put_back(seen.colour, swing))
        return replace(frame, image=steady, in_colour=in_colour), *self._greys.of(steady)

    def _undoubted(self, grey: Image, tracked: Tracked) -> dict[int, MarkerDetection]:
        """The kit's markers seen, without those that one doubtful picture alone shows."""
        known = {n: m for n, m in tracked.markers.items() if n in self.index.face_of}
        doubtful, refuted = self._doubts.look(grey, known)
        if self._still and doubtful:  # no second picture comes, so this one is looked at twice
            doubtful, refuted = self._doubts.look(grey, known)
        self._tracker.forget(refuted)
        self._doubtful = tuple(self.index.face_of[n] for n in sorted(doubtful))
        return {n: m for n, m in known.items() if n not in doubtful} if doubtful else known

    # -- the parts of a scene -------------------------------------------------------------------------------------

    def _scene(
        self, frame: Frame, grey: Image, small: Image, tracked: Tracked, known: Mapping[int, MarkerDetection]
    ) -> Scene:
        problems = [
            *second_prints(tracked.copies, tracked.twins, known, self.index, grey.shape, self.plane),
            *self._strangers(grey, known, tracked.whole),
            *self._mirrored_prints(grey, tracked.mirrored),
        ]
        plane = self.plane
        if plane is None:
            text = told("no-tile-seen")
            return self._blind(frame, *problems, *(() if problems else (text,)), notes=light_notes(grey, self._sharp))
        self._whereabouts.place_again(self.heights.look(grey, known, plane, self._still))
        known, pieces, dots = self._pieces(grey, plane, known)
        changed = self._tracker.change.foreign
        vacated = self._vacated.look(pieces.seen, plane)
        whole = chain(self._whereabouts.whole(pieces.seen, plane), self._dice.whole(plane), vacated)
        copies = together(marker.corners_px for marker in tracked.copies)
        foreign = foreign_things(changed, (self._tracker.corners_px(known), copies), plane, whole)
        self._tracker.change.understood(foreign.blocks)
        self._hand, foreign = self._in_the_way.look(foreign, pieces, plane)
        stirred = self._tracker.change.moving | self._tracker.change.unsearched
        busy = self._hand if self._still else stirred | self._hand
        pieces, half_hidden = self._beside_tall(grey, plane, known, pieces, busy)
        lying = (*pieces.seen, *pieces.remembered, *half_hidden)
        loose = [s for s in (*pieces.seen, *half_hidden) if not self.index.faces[s.piece, s.side].fixed]
        mobile = [(s.x_mm, s.y_mm) for s in loose]
        dice = self._dice.shown  # a bumped picture says nothing by itself: the dice are read in the next
        if self._still or not tracked.bumped:
            dice = self._dice.look(frame, plane, lying, foreign.outlines_mm, stirred, self._still, small)
        covered = (*foreign.outlines_mm, *hidden_groups(pieces.hidden, mobile), *dice.unread)
        quality = self._quality(grey, tracked)
        sightings = (*lying, *dice.sightings, *dots)
        problems += dice.problems
        bare, stood_on = self._middles.look(frame, plane, pieces.seen, known, self._still or bool(stirred.any()))
        shown = (sightings, (*pieces.clear, *bare), (*pieces.hidden, *stood_on), covered)
        commands = tuple(sorted({CARD_OF[number] for number in tracked.markers if number in CARD_OF}))
        return Scene(
            frame.time_ns, frame.index, *shown, quality, tuple(problems), dice.dice, commands,
            (*pieces.placed_anew, *dice.placed_anew), self._standpoint,
            tuple((face.piece, face.side) for face in self._doubtful),
        )  # fmt: skip

    def _beside_tall(
        self, grey: Image, plane: TablePlane, known: Mapping[int, MarkerDetection], pieces: Pieces, busy: Mask
    ) -> tuple[Pieces, tuple[Sighting, ...]]:
        """The pieces, with places told bare that tall ones half hide, and the thin ones read beside those."""
        blur_px = float(self._tracker.finder.patterns.blur[0])
        there = Shown(grey, plane, known, pieces.seen, self._bearings, busy, blur_px)
        beside = self._beside.look(there, self._still)
        bare = [self._bearings.middles_mm[number] for number in beside.bare]
        hidden = tuple(point for point in pieces.hidden if point not in bare) if bare else pieces.hidden
        return replace(pieces, clear=(*pieces.clear, *bare), hidden=hidden), beside.pieces

    def _pieces(
        self, grey: Image, plane: TablePlane, known: Mapping[int, MarkerDetection]
    ) -> tuple[Mapping[int, MarkerDetection], Pieces, tuple[Sighting, ...]]:
        """The pieces and the dots, with the markers known before and those found on hidden dots."""
        pieces = self._whereabouts.look(known, plane)
        lying = (*pieces.seen, *pieces.remembered)
        stirred = self._tracker.change.moving | self._tracker.change.unsearched
        dots = self._dots.look(grey, plane, lying, None if self._still else stirred)
        fresh = self._on_dots.look(grey, plane, dots, pieces.seen, stirred)
        if not fresh:
            return known, pieces, dots
        self._tracker.take(fresh.values())
        known = self._known = {**known, **fresh}
        return known, self._whereabouts.look(known, plane), dots

    def _quality(self, grey: Image, tracked: Tracked) -> SceneQuality:
        fit = self._bearings.fit
        assert fit is not None
        guessed = fit.plane.camera.guessed
        if fit is not self._expected_for:  # the same in every picture until the plane is fitted anew
            self._expected_for, self._expected_mm = fit, fit.expected_error_mm(HIGH_PIECE_MM)
            self._standpoint = standpoint(fit.plane)
        expected = self._expected_mm
        if self._light is None or self._still or self._looks % IN_TURN == 0:
            self._light = light_notes(grey, self._sharp)
        notes = list(self._light)
        if guessed:
            notes.append(told("lens-guessed-off", n=f"{expected:.1f}"))
        notes += (*self._bearings.lens_notes, *self._bearings.print_notes)
        if tracked.bumped:
            notes.append(told("bumped"))
        hand = bool(self._hand.any())
        return SceneQuality(self._sharp, fit.error_mm, not guessed, expected, hand, tuple(notes), tracked.bumped)

    def _measure_sharpness(self, grey: Image, known: Mapping[int, MarkerDetection]) -> None:
        if known:
            middles = np.stack([marker.corners_px.mean(axis=0) for marker in known.values()])
            x, y = np.median(middles, axis=0)
        else:
            y, x = grey.shape[0] / 2.0, grey.shape[1] / 2.0
        self._sharp = sharpness(grey, (float(x), float(y)))

    # -- what is wrong --------------------------------------------------------------------------------------------

    def _strangers(self, grey: Image, known: Mapping[int, MarkerDetection], whole: bool) -> list[str]:
        """The kits of other games on the table, looked for when next to nothing of ours was found."""
        if not whole or len(known) >= FEW:
            return []
        found = self._of_any_kit(grey)
        names = [block.name for m in found if (block := block_of(m.marker_id)) is not None]
        others = [b for b in dict.fromkeys(block.name for block in BLOCKS) if names.count(b) >= FEW]
        return [told(OTHER_KIT, text=name, text2=self.index.kit) for name in others if name != self.index.kit]

    def _of_any_kit(self, grey: Image) -> list[MarkerDetection]:
        """The markers of all games in a picture, as far as they are sure."""
        return [m for m in self._any_kit_finder().find(grey).detections if m.margin >= SURE_STRANGER]

    def _any_kit_finder(self) -> Finder:
        if self._any_kit is None:
            self._any_kit = Finder([n for n in range(FAMILY_SIZE) if block_of(n) is not None])
        return self._any_kit

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
            self._other_kits = are_strange(grey, own, self._any_kit_finder())
        return [] if self._other_kits else [mirrored_sheet(own, grey.shape)]

    def _nearly_nothing_seen(self, known: Mapping[int, MarkerDetection]) -> bool:
        """Whether there is no table yet, or next to none of its still markers: a camera may begin to mirror later."""
        if self.plane is None:
            return True
        there = self._bearings.middles_mm
        return len(there.keys() & known.keys()) <= LEFT_IN_MIRROR * len(there)

    def _mirrored(self, grey: Image, tracked: Tracked, known: Mapping[int, MarkerDetection]) -> bool:
        return is_mirrored(tracked.in_mirror, 0) and is_mirrored(tracked.in_mirror, self._read(grey, known))

    def _read(self, grey: Image, known: Mapping[int, MarkerDetection]) -> int:
        """How many markers are read in the picture as it is, of another game's kit too when hardly any is ours."""
        return len(known) if len(known) >= FEW else max(len(known), len(self._of_any_kit(grey)))

    def _blind(self, frame: Frame, *problems: str, notes: Sequence[str] = ()) -> Scene:
        """A scene without any sighting."""
        self._hand = np.zeros_like(self._hand)
        quality = SceneQuality(self._sharp, math.nan, self._camera is not None, math.nan, False, tuple(notes))
        return Scene(frame.time_ns, frame.index, (), (), (), (), quality, tuple(problems))
