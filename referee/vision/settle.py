"""When the table stands still: several frames in a row without a hand that agree on every piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from referee.vision.numbers import AGREE_DEG, AGREE_MM, SURE_MARGIN
from referee.vision.scene import Point, Scene, SettledScene, Sighting

Key = tuple[str, str]


class Settler:
    """Collects scenes until they agree.

    `feed` gives a settled scene once after each disturbance (a hand, a bump, a moved piece), even when nothing is
    different afterwards, and again when the frames since then come to agree on something else: a piece that was hard to
    read appears, one is slid slowly, a die can be read now, or another problem is to be told. In between it gives None.
    A piece that only the eye has put elsewhere (`Scene.placed_anew`) has not moved: the frames before agree with it at
    its new place.
    A picture of a bump is left out, and those before it still count when those after it agree with them.

    Parameters
    ----------
    frames_needed : how many frames in a row have to agree.
    """

    def __init__(self, frames_needed: int = 4) -> None:
        self.frames_needed = max(frames_needed, 1)
        self._window: list[Scene] = []
        self._given: dict[Key, Sighting] | None = None
        self._told: tuple[tuple[str, ...], int] = ((), 0)
        self._rested_ns: int | None = None
        self._unchanged = 0

    @property
    def at_rest(self) -> bool:
        """Whether the table still stands as the last settled scene shows it: nothing has disturbed it since."""
        return self._given is not None

    def feed(self, scene: Scene) -> SettledScene | None:
        """Take in the next scene; the settled scene when there is a new one."""
        if scene.quality.hand or not scene.sightings:
            self._window, self._given = [], None
            return None
        if scene.quality.bumped:
            self._given = None
            return None
        if scene.placed_anew:
            self._window, self._unchanged = [_put_anew(earlier, scene) for earlier in self._window], 0
        if self._window and not _agree(self._window[-1], scene):
            self._window, self._given = [], None
        self._unchanged = self._unchanged + 1 if self._window and _same(self._window[-1], scene) else 0
        self._window = [*self._window, scene][-self.frames_needed :]
        if self._given is not None and self._unchanged >= self.frames_needed:  # the last vote was of the very same
            self._rested_ns = scene.time_ns
            return None
        if len(self._window) < self.frames_needed or _just_gone(self._window):
            return None
        pieces, seen = _voted_sightings(self._window), _as_most_read_dice(self._window)
        told = tuple(text for text in scene.problems if _told_by_most(text, self._window)), _unread_dice(seen)
        rested, self._rested_ns = self._rested_ns, scene.time_ns
        if self._given is not None and told == self._told and _same_table(self._given, pieces):
            return None
        self._given, self._told = pieces, told
        return replace(_voted(self._window, pieces, told[0], seen), rested_ns=rested)


def settle_single(scene: Scene) -> SettledScene:
    """A still that counts as a settled scene by itself."""
    return SettledScene(scene, 1, scene.time_ns, scene.time_ns)


def _put_anew(earlier: Scene, scene: Scene) -> Scene:
    """An earlier scene with the pieces that were placed anew since then where they are known to lie now."""
    anew = {(s.piece, s.side): s for s in scene.sightings if (s.piece, s.side) in scene.placed_anew}
    pairs = ((s, anew.get((s.piece, s.side), s)) for s in earlier.sightings)
    moved = (replace(s, x_mm=at.x_mm, y_mm=at.y_mm, angle_deg=at.angle_deg) for s, at in pairs)
    return replace(earlier, sightings=tuple(moved))


def _same(before: Scene, after: Scene) -> bool:
    """Whether both scenes show the very same: the eye hands on what did not change."""
    return (before.sightings, before.dice, before.problems) == (after.sightings, after.dice, after.problems)


def _agree(before: Scene, after: Scene) -> bool:
    """Whether every piece in both scenes lies where it lay; pieces in only one of them do not count."""
    if before.sightings == after.sightings:
        return True
    old = {(s.piece, s.side): s for s in before.sightings}
    return all(_close(old[s.piece, s.side], s) for s in after.sightings if (s.piece, s.side) in old)


def _close(a: Sighting, b: Sighting) -> bool:
    if a is b:
        return True
    half = a.same_deg / 2.0
    turn = abs((a.angle_deg - b.angle_deg + half) % a.same_deg - half)
    return (a.x_mm - b.x_mm) ** 2 + (a.y_mm - b.y_mm) ** 2 <= AGREE_MM**2 and turn <= AGREE_DEG


def _same_table(a: dict[Key, Sighting], b: dict[Key, Sighting]) -> bool:
    return a.keys() == b.keys() and all(_close(a[key], b[key]) for key in a)


def _voted(
    window: Sequence[Scene], pieces: dict[Key, Sighting], problems: tuple[str, ...], seen: Scene
) -> SettledScene:
    """One scene from several: the elected pieces, bare places from any of them, dice as in the one that is `seen`."""
    last = window[-1]
    clear = _union([scene.clear_mm for scene in window])
    hidden = tuple(p for p in last.hidden_mm if not _near_any(p, clear))
    sightings = tuple(pieces[key] for key in sorted(pieces))
    scene = replace(
        last, sightings=sightings, clear_mm=clear, hidden_mm=hidden, problems=problems,
        dice=seen.dice, covered=seen.covered,
    )  # fmt: skip
    return SettledScene(scene, len(window), window[0].time_ns, last.time_ns)


def _as_most_read_dice(window: Sequence[Scene]) -> Scene:
    """The last of the scenes in which as many dice could not be read as in most: one that is doubted counts as covered.

    The dice that were read are elected as all pieces are; a doubt in a single picture must not outlast it.
    """
    counts = Counter(_unread_dice(scene) for scene in window)
    most = max(counts.values())
    return next(scene for scene in reversed(window) if counts[_unread_dice(scene)] == most)


def _unread_dice(scene: Scene) -> int:
    return sum(die.value is None for die in scene.dice)


def _just_gone(window: Sequence[Scene]) -> bool:
    """Whether most scenes tell a problem and the last one does not: what it was about is not elected yet."""
    last = window[-1].problems
    told = {text for scene in window for text in scene.problems if text not in last}
    return any(_told_by_most(text, window) for text in told)


def _told_by_most(text: str, window: Sequence[Scene]) -> bool:
    """A piece is elected by half of the scenes: so one that some of them cannot read is there, or its problem is."""
    return 2 * sum(text in scene.problems for scene in window) > len(window)


def _voted_sightings(window: Sequence[Scene]) -> dict[Key, Sighting]:
    """Pieces by majority, in their median place."""
    votes: dict[Key, list[Sighting]] = {}
    for scene in window:
        for sighting in scene.sightings:
            votes.setdefault((sighting.piece, sighting.side), []).append(sighting)
    wins = {key: seen for key, seen in votes.items() if _elected(seen, len(window))}
    most: dict[str, int] = {}
    for (piece, _), seen in wins.items():
        most[piece] = max(most.get(piece, 0), len(seen))
    return {key: _median(seen) for key, seen in wins.items() if len(seen) == most[key[0]]}


def _elected(seen: Sequence[Sighting], frames: int) -> bool:
    """A piece counts when half the frames show it; one frame alone is enough only when it is sure."""
    if len(seen) * 2 < frames:
        return False
    return len(seen) > 1 or seen[0].confidence >= SURE_MARGIN


def _median(seen: Sequence[Sighting]) -> Sighting:
    """The median place; the rest of the surest sighting: one that only remembers it is less sure than any other."""
    if seen.count(seen[0]) == len(seen):
        return seen[0]
    best = max(seen, key=lambda s: (not s.remembered, s.confidence))
    return replace(best, x_mm=median(s.x_mm for s in seen), y_mm=median(s.y_mm for s in seen))


def _union(groups: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
    points: list[Point] = []
    for group in reversed(groups):
        points += [p for p in group if not _near_any(p, points)]
    return tuple(points)


def _near_any(point: Point, points: Sequence[Point]) -> bool:
    return any(abs(point[0] - q[0]) < AGREE_MM and abs(point[1] - q[1]) < AGREE_MM for q in points)
