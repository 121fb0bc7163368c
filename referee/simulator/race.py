"""A whole race as a camera would see it, with the truth of every picture: the demo, the test bench, the try-out.

Players are the game's own seeded drivers, some of whose turns break a rule on purpose. Time is counted in pictures, ten
a second; no clock is read.
"""

from __future__ import annotations

import math
import random
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from markers.kit import Manifest, PlacedPiece
from referee.errors import KitError
from referee.games.base import PlayedTurn
from referee.games.words_said import Spoken
from referee.mind.reasoned import Game
from referee.simulator import USUAL_FAULTS
from referee.simulator.art import page_to_table
from referee.simulator.camera import VirtualCamera, camera_over
from referee.simulator.gestures import Gesture, gestures_for, passing_hand
from referee.simulator.hands import Hand
from referee.simulator.look import look as look_named
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Step, Tabletop
from referee.vision.scene import Frame
from referee.words.fact import NO

FRAME_NS = 100_000_000
SURVEY_FRAMES = 8
LARGE_MM, FINGER_MM = 100.0, 15.0
ROOM_MM = 40.0
"""Room left around the start position: spun-out cars stand there."""
PASSING_SHARE = 0.08
"""How often a hand passes over the table and touches nothing."""
FAULT_TRIES = 6


@dataclass(frozen=True, eq=False)
class SimulatedFrame:
    """One picture with its truth: every piece as it really lies (also under a hand), and whether a hand is in it."""

    frame: Frame
    pieces: tuple[PlacedPiece, ...]
    hands: bool


@dataclass(frozen=True)
class Said:
    """Words spoken at the table, in the game's declaration notation."""

    text: str


@dataclass(frozen=True)
class TurnPlayed:
    """A turn is over: all its pictures have been shown."""

    turn: PlayedTurn


@dataclass(frozen=True)
class RaceOver:
    """A race of a season is over and another one is to follow: the table is laid out for it next."""


@dataclass(frozen=True)
class NextLaid:
    """The table is laid for the season's next race, which begins at `position`."""

    position: str


Event = SimulatedFrame | Said | TurnPlayed | RaceOver | NextLaid


USUAL_SIZE, USUAL_FRAMES_A_STOP = (1280, 720), 5
SIZES: Mapping[str, tuple[int, int]] = MappingProxyType({"home-racers": (1920, 1080)})
"""Games played on a floor of two metres need more pixels."""
FRAMES_A_STOP: Mapping[str, int] = MappingProxyType({"home-racers": 8})
"""Where large tiles were moved the eye looks a little longer."""


def picture_size(game: str) -> tuple[int, int]:
    """Width and height in px of the pictures that suit this game's table."""
    return SIZES.get(game, USUAL_SIZE)


def frames_a_stop(game: str) -> int:
    """How many pictures this game's table rests after each movement."""
    return FRAMES_A_STOP.get(game, USUAL_FRAMES_A_STOP)


class SimulatedRace:
    """A race on the virtual table; also a source of pictures.

    Parameters
    ----------
    game, manifest, pdf_bytes : what is played, with the kit as printed.
    seed : everything that chance decides; the same seed gives the same race, picture for picture.
    turns : how many turns are played at most; the race, or the last one of a season, may be over before.
    fault_share : how many of the turns are meant to break a rule, 0 to 1.
    size : width and height of the pictures in px, such as `picture_size`.
    look : name of a look, see `referee.simulator.look.LOOKS`.
    frames_a_stop : how many pictures the table rests after each movement.
    paced : wait between pictures as a camera would, about ten a second.
    start : the position to begin with; None lets the game lay out a start for `players`.

    Attributes
    ----------
    name, live, stills : as `FrameSource` wants them.
    start : the position the race begins with, in the game's notation.
    camera : the virtual camera; its frame is the one pieces are laid in.
    """

    live = False
    stills = False

    def __init__(
        self,
        game: Game,
        manifest: Manifest,
        pdf_bytes: bytes,
        *,
        seed: int,
        turns: int,
        players: int = 4,
        fault_share: float = USUAL_FAULTS,
        size: tuple[int, int] = (1280, 720),
        look: str = "living-room",
        frames_a_stop: int = 5,
        paced: bool = False,
        start: str | None = None,
    ) -> None:
        self.game, self.manifest, self.seed, self.turns = game, manifest, seed, turns
        self.name = f"simulated {game.name} race {seed}"
        self._fault_share, self._frames_a_stop, self._paced = fault_share, frames_a_stop, paced
        self.start = game.start(players, random.Random(seed)) if start is None else start
        ideal = game.layout(self.start, manifest)
        self.camera = race_camera(ideal, size, seed, manifest)
        self._ideal = ideal
        self._renderer = Renderer(manifest, pdf_bytes, self.camera, look_named(look))
        self._stop = threading.Event()

    def frames(self) -> Iterator[Frame]:
        """The pictures alone, from the beginning of the race."""
        return (event.frame for event in self.events() if isinstance(event, SimulatedFrame))

    def still(self, shown: SimulatedFrame, pieces: Sequence[PlacedPiece]) -> SimulatedFrame:
        """The same moment with the pieces lying otherwise."""
        image = self._renderer.render(pieces, (), np.random.default_rng([self.seed, 4]))
        return SimulatedFrame(replace(shown.frame, image=image), tuple(pieces), False)

    def close(self) -> None:
        """End the race: no picture follows."""
        self._stop.set()

    def events(self) -> Iterator[Event]:
        """The race from its beginning: pictures, words and finished turns in the order in which they happen."""
        run = _Run(self, Tabletop(self.manifest, self._ideal, np.random.default_rng(self.seed)))
        for event in run.events():
            if self._stop.is_set():
                return
            yield event
            if self._paced and isinstance(event, SimulatedFrame) and self._stop.wait(FRAME_NS / 1e9):
                return


def next_turn(
    game: Game, position: str, dice: random.Random, fault_share: float, last: PlayedTurn | None, kit: Manifest
) -> PlayedTurn:
    """One turn after the `last`; when a fault is due, one that this position allows and the kit has pieces for."""
    if dice.random() < fault_share:
        faults = list(game.faults())
        dice.shuffle(faults)
        for fault in faults[:FAULT_TRIES]:
            played = game.play(position, dice, fault, last)
            if played.truth != "legal" and _has_pieces(game, kit, played):
                return played
    played = game.play(position, dice, None)
    for _ in range(FAULT_TRIES):  # after a fault there may be too few for what was agreed on
        if _has_pieces(game, kit, played):
            break
        played = game.play(position, dice, None)
    return played


def _has_pieces(game: Game, kit: Manifest, played: PlayedTurn) -> bool:
    """Whether a turn can be laid: nobody leaves a third bomb where the box holds two, or one die in two places."""
    faces = {(item.piece, item.side) for item in kit.items}
    dice = {piece for one in kit.dice for piece in one.pieces}
    try:
        looks = [game.layout(text, kit) for text in (*played.stops, played.after)]
    except KitError:
        return False
    known = all((one.piece, one.side) in faces or one.piece in dice for laid in looks for one in laid)
    return known and all(len({one.piece for one in laid}) == len(laid) for laid in looks)


class _Run:
    """One run through the race: what lies on the table and how many pictures were taken."""

    def __init__(self, race: SimulatedRace, table: Tabletop) -> None:
        self._race, self._table = race, table
        self._dice = random.Random(race.seed + 1)
        self._rng = np.random.default_rng([race.seed, 2])
        self._taken = 0

    def events(self) -> Iterator[Event]:
        position, played = self._race.start, None
        yield from self._rest(SURVEY_FRAMES)
        for _ in range(self._race.turns):
            if self._race.game.over(position) is not None:
                following = self._race.game.next_race(position, self._dice)
                if following is None:
                    return
                yield from self._laid_out(following)
                position, played = following, None
            played = next_turn(
                self._race.game, position, self._dice, self._race._fault_share, played, self._race.manifest
            )
            yield from self._turn(played)
            yield TurnPlayed(played)
            yield from self._put_right(played)
            position = played.after

    def _laid_out(self, following: str) -> Iterator[Event]:
        """From the end of one race to the start of the next: a hand over the table, and all lies anew.

        Whoever watches is not made to wait until some forty cards are dealt one by one.
        """
        yield RaceOver()
        yield from self._passing(0)
        self._table.lay(self._race.game.layout(following, self._race.manifest))
        yield from self._rest(SURVEY_FRAMES)
        yield NextLaid(following)

    def _turn(self, played: PlayedTurn) -> Iterator[Event]:
        person = sum(played.player.encode()) % 4
        said = words_by_stop(played)
        shown = [*played.stops[:-1], self._last_shown(played)]
        for number, stop in enumerate(shown if played.stops else ()):
            target = self._race.game.layout(stop, self._race.manifest)
            before = self._table.pieces
            rolled = [face for at, face in played.rolls if at == number]
            tray = {self._table.tray_die(target)} if rolled else set()
            steps = self._table.lay([piece for piece in target if piece.piece not in tray], frozenset(tray))
            yield from self._handled(before, steps, person)
            denied = [text for text in said[number] if text.endswith(f"={NO}")]
            yield from (Said(text) for text in said[number] if text not in denied)
            for count, face in enumerate(rolled):
                before = self._table.pieces
                step = self._table.roll(face, target)
                yield from self._handled(before, () if step is None else (step,), person)
                if count + 1 < len(rolled):
                    yield from self._rest(self._race._frames_a_stop)
            yield from self._rest(self._race._frames_a_stop)
            yield from (Said(text) for text in denied)  # that nothing was done is said of what lies there
            if self._dice.random() < PASSING_SHARE:
                yield from self._passing(person)
        if not played.stops:
            yield from (Said(text) for text in played.declared)

    def _last_shown(self, played: PlayedTurn) -> str:
        """What the table shows at the end of a turn: the position after it, unless a fault left something astray."""
        if not played.stops or self._race.game.visible(played.after) == played.stops[-1]:
            return played.after
        return played.stops[-1]

    def _put_right(self, played: PlayedTurn) -> Iterator[Event]:
        """What a fault left astray is put where the game goes on from, once the turn is over."""
        if self._last_shown(played) != played.after:
            before = self._table.pieces
            steps = self._table.lay(self._race.game.layout(played.after, self._race.manifest))
            yield from self._handled(before, steps, sum(played.player.encode()) % 4)
            yield from self._rest(self._race._frames_a_stop)

    def _handled(self, before: Sequence[PlacedPiece], steps: tuple[Step, ...], person: int) -> Iterator[Event]:
        """The pictures while these steps are made, from the table as it was before."""
        for gesture in gestures_for(tuple(before), steps, person, self._rng):
            yield self._picture(gesture)

    def _passing(self, person: int) -> Iterator[Event]:
        for gesture in passing_hand(self._table.pieces, person, self._rng):
            yield self._picture(gesture)
        yield from self._rest(2)

    def _rest(self, frames: int) -> Iterator[Event]:
        for _ in range(frames):
            yield self._picture(Gesture(self._table.pieces, None))

    def _picture(self, gesture: Gesture) -> SimulatedFrame:
        hands: tuple[Hand, ...] = () if gesture.hand is None else (gesture.hand,)
        image = self._race._renderer.render(gesture.pieces, hands, self._rng)
        frame = Frame(image, self._taken * FRAME_NS, self._race.name, self._taken)
        self._taken += 1
        return SimulatedFrame(frame, gesture.pieces, bool(hands))


def race_camera(
    pieces: Sequence[PlacedPiece], size: tuple[int, int], seed: int, manifest: Manifest | None = None
) -> VirtualCamera:
    """A camera as a person would hang it: not quite level, not quite straight, with a webcam's lens.

    All pieces are in view, with some room around the start; large faces, such as boards, with their whole outline.
    """
    rng = np.random.default_rng([seed, 3])
    points = [(p.x_mm + dx, p.y_mm + dy) for p in pieces for dx in (-ROOM_MM, ROOM_MM) for dy in (-ROOM_MM, ROOM_MM)]
    points += _large_outlines(pieces, manifest) if manifest is not None else []
    low = (min(x for x, _ in points), min(y for _, y in points))
    high = (max(x for x, _ in points), max(y for _, y in points))
    pose = (float(rng.uniform(1.0, 7.0)), float(rng.uniform(-2.0, 2.0)), float(rng.uniform(-4.0, 4.0)))
    lens = (float(rng.uniform(-0.10, -0.05)), 0.02, float(rng.uniform(-5e-4, 5e-4)), float(rng.uniform(-5e-4, 5e-4)))
    return camera_over(low, high, size, 60.0, pose, lens)


def _large_outlines(pieces: Sequence[PlacedPiece], manifest: Manifest) -> list[tuple[float, float]]:
    """Outline points of faces that reach further than `LARGE_MM` from their origin, a finger's width further out."""
    items = {(item.piece, item.side): item for item in manifest.items}
    found: list[tuple[float, float]] = []
    for piece in pieces:
        item = items.get((piece.piece, piece.side))
        if item is None or max(math.dist(point, item.origin_mm) for point in item.outline_mm) < LARGE_MM:
            continue
        table = page_to_table(item, np.array(item.outline_mm), piece.x_mm, piece.y_mm, piece.angle_deg)
        found += [
            (x + dx, y + dy) for x, y in table.tolist() for dx, dy in ((-FINGER_MM, -FINGER_MM), (FINGER_MM, FINGER_MM))
        ]
    return found


def words_by_stop(played: PlayedTurn) -> list[list[str]]:
    """What is said at each stop: words that know when they are said, words about movement k at the k-th, words about a
    roll where it is made.

    A card is named when it is turned up, at the stop after the roll.
    """
    stops = len(played.stops)
    said: list[list[str]] = [[] for _ in range(stops)]
    rolls = list(played.rolls)
    latest = rolls[0][0] if rolls else 0
    for text in played.declared if stops else ():
        if isinstance(text, Spoken):
            said[min(text.at, stops - 1)].append(str(text))  # when it was said is told by its stop now
            continue
        numbered = re.match(r"[a-z]+:(\d+)=", text)
        rolled = re.match(r"(?:re)?roll=(.+)", text)
        while rolled and rolls:
            latest, face = rolls.pop(0)
            if face == rolled.group(1):
                break
        at = int(numbered.group(1)) - 1 if numbered else latest + text.startswith("named=")
        said[min(max(at, 0), stops - 1)].append(text)
    return said
