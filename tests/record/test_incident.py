"""The incident picture: cut out around what was moved, with the way that was seen, legal turns, what was covered."""

from __future__ import annotations

import base64
import io
import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageSequence
from reportlab.pdfbase.ttfonts import TTFontFile

from calibration.camera_model import guess
from calibration.table_plane import TablePlane
from markers import kits
from markers.kit import PlacedPiece
from referee import games
from referee.assemble import Referee
from referee.cli.demo_events import take
from referee.devices.film_frames import Look, film_frames
from referee.errors import IllegalAction, RecordError
from referee.games.nestorgames_gp.rules import roll_after_repeat
from referee.games.registry import GAMES, game
from referee.hosting.replay import Replay
from referee.judge.verdict import doubted
from referee.match import Match
from referee.mind.plant import faulty_turn
from referee.record.entry import Entry
from referee.record.fold import fold
from referee.record.incident import (
    AS_BEFORE,
    LOCKED,
    NONE,
    Ghost,
    Incident,
    _named_as,
    _seated,
    apart,
    incident_of,
    lies,
    spot,
)
from referee.record.incident_loop import loop
from referee.record.incident_picture import (
    COUNT_PX,
    COVERED,
    FOOT_PX,
    FRONT_MM,
    HEAD_PX,
    HEIGHT_PX,
    INSTEAD,
    MOVED,
    OF_STATUS,
    QUIET,
    TURNED,
    WIDTH_PX,
    Incidents,
    Outlines,
    Sheet,
    Shown,
    _ahead,
    place_px,
    places_in,
)
from referee.record.lettering import PAPER, Part, band, font_file, foot
from referee.record.memory import MemoryStore
from referee.record.report import report
from referee.record.shape import check_shapes
from referee.record.story import tell
from referee.record.verdict_json import verdict_from_json, verdict_to_json
from referee.record.words import Tongue
from referee.scoring import Score
from referee.simulator.plain_view import scene_of
from referee.simulator.race import SimulatedFrame, SimulatedRace
from referee.vision.plane import standpoint
from referee.vision.scene import Point, SettledScene
from referee.words.catalogue import LANGUAGES

SIZE = (1280, 720)
SHAPE = (SIZE[1], SIZE[0], 3)
PRINTED = (204, 230, 237)
"""The ground of an oil spill's printed name."""
GREY = cv2.imencode(".jpg", np.full(SHAPE, 120, np.uint8))[1].tobytes()


@dataclass(frozen=True)
class Kept:
    """A race with the pictures of its incidents."""

    store: MemoryStore
    pictures: Incidents

    def verdicts(self) -> tuple[Entry, ...]:
        """Every closing word of which the place can be shown."""
        return tuple(e for e in self.store.entries() if e.kind == "verdict" and "views" in e.data)

    def place(self, entry: Entry) -> Shown:
        """The place of it, as it counts now."""
        entries = self.store.entries()
        return self.pictures.of(entries, entry.id, fold(entries))

    def incident(self, entry: Entry) -> Incident:
        """What an entry shows."""
        return self.place(entry).incident

    def drawn(self, entry: Entry, name: str) -> NDArray[np.uint8]:
        """Its picture without the words above and below it."""
        return self.whole(entry, name)[HEAD_PX:-FOOT_PX]

    def whole(self, entry: Entry, name: str, language: str = "en") -> NDArray[np.uint8]:
        """Its picture with the words in a language."""
        jpeg = self.place(entry).picture(name, language)
        return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def above(pieces: Sequence[PlacedPiece]) -> TablePlane:
    """A camera straight over all of these pieces."""
    xs, ys = [one.x_mm for one in pieces], [one.y_mm for one in pieces]
    camera = guess(*SIZE)
    high = 2.2 * max(max(xs) - min(xs), (max(ys) - min(ys)) * 1.8, 200.0)
    down = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]])
    return TablePlane(camera, down, np.array([(max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, high]))


class Raced:
    """A race before an eye that misses nothing, with plain grey pictures."""

    def __init__(self, name: str, position: str, covered: tuple[tuple[Point, ...], ...] = ()) -> None:
        self.rules: Any = game(name)
        self.kit, self.at_ns, self.covered = kits.manifest(name), 0, covered
        self.plane = above(self.rules.layout(position, self.kit))
        self.store = MemoryStore({"game": name})
        self.match = Match(self.rules, self.kit, self.store)
        self.show(position)
        self.match.start(2, self.at_ns, position)
        self.show(position)

    def show(self, text: str) -> None:
        """The table lies so."""
        self.at_ns += 1_000_000_000
        scene = scene_of(self.rules.layout(text, self.kit), self.at_ns)
        seen = replace(scene, standpoint=standpoint(self.plane), covered=self.covered)
        self.match.feed(SettledScene(seen, 4, self.at_ns, self.at_ns), lambda: GREY)

    def turn(self, *changes: tuple[str, str], said: Sequence[str] = ()) -> Kept:
        """A whole turn: at each look something of the look before is written otherwise."""
        look = self.rules.visible(self.match.state.position)
        for old, new in changes:
            assert old in look
            look = look.replace(old, new)
            self.show(look)
        for text in said:
            self.match.declare(text, self.at_ns)
        self.end_turn()
        return self.kept()

    def end_turn(self) -> None:
        """Close the turn under way, unless the next driver has begun: what comes closes it."""
        with suppress(IllegalAction):
            self.match.close(self.at_ns)

    def kept(self) -> Kept:
        """What there is of it."""
        return Kept(self.store, Incidents(self.rules, self.kit, self.store.picture))


@cache
def played(name: str, turns: int = 4, covered: tuple[tuple[Point, ...], ...] = ()) -> Kept:
    """A seeded race full of faults."""
    rules: Any = game(name)
    dice = Random(4)
    race = Raced(name, rules.start(max(rules.players_allowed[:3]), dice), covered)
    for _ in range(turns):
        if race.match.phase != "race":
            break
        position = race.match.state.position
        turn = faulty_turn(rules, position, dice, rules.faults()) or rules.play(position, dice, None)
        for text in turn.stops:
            race.show(text)
        if len(race.match.state.stops) > 1:
            race.end_turn()
    return race.kept()


RACEPACK = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:e1,C:g2,M:h1,S:h2 hazards=b7-,c8-,e9-,k10- lap=3 "
    "die=n:0:0:0 players=4 race=3 round=2 turn={turn} order=A,C,S,M laps=S:1,M:1,C:1,A:1 "
    "tokens=S:a2345,M:a2345,C:a2345,A:a2345"
)
MOVING_UP = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:l1,C:h1,M:l2,S:h2 hazards=b7-,c8-,e9-,k10- lap=3 "
    "die=n:0:0:0 players=4 race=3 round=1 turn=M,A order=S,C,M,A laps=S:1,M:0,C:1,A:0 grid=M,A "
    "tokens=S:a2345,M:a2345,C:a2345,A:a2345"
)
THREE_DRIVE = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:e1,C:d2,M:l1,S:l2,dA:m1,dC:h2 hazards=b7-,c8-,e9-,k10- "
    "lap=3 die=n:0:0:0 players=3 race=3 round=2 turn=dC,M,S,dA order=A,C,dC,M,S,dA "
    "laps=S:1,M:1,C:1,A:1,dC:1,dA:1 tokens=S:a2345oo,C:a2345oo,dC:a2345oo"
)
ROYAL = (
    "royal-racers cards=2s,8d,7h,2d,5c,4c/3h,5h,4s,as,8h,ad/3s,3c,9s,5s,2c,ah/3d,7c,6h,5d,ac,2h/9c,7d,8s,4d,9d,8c/"
    "7s,6c,6d,4h,9h,6s flags={flags} dice=S:n@40.7:140.9:45,M:n@86.7:66.6:280,C:n@80.4:-77.1:149,A:n@64.3:-119.6:260 "
    "seats=S,M,C,A ranks=a2345 {phase} touched=S:0,M:0,C:0,A:0"
)
LAYING = ROYAL.format(
    flags="Sa:a6,S5:c4,Ma:c1,M5:c3,C5:d4,Aa:d1,A5:d3 pawns=S:a4,M:d4,C:d4,A:d3", phase="phase=flags round=1 turn=A"
)
RACING = ROYAL.format(
    flags="Sa:c6,S2:d5,S3:d1,S4:b1,S5:c4,Ma:a2,M2:a6,M3:f6,M4:e3,M5:c3,Ca:e4,C2:e2,C3:b3,C4:b6,C5:d4,Aa:f2,A2:a1,A3:b4,"
    "A4:f5,A5:d3 pawns=S:c4,M:c3,C:d4,A:d3",
    phase="phase=race round=1 turn=S,M,C,A",
)
THREE = ("A:e1", "A:d1"), ("A:d1", "A:c1"), ("A:c1", "A:b1")
"""Blue's movements on that track."""
HOME = (
    "home-racers line=0:150:0:-150 cars=R:-50:-50:0,Y:-50:60:0 specials=leak:560:150:0 across=80 gap=5 skew=4 "
    "racers=R,Y race=1 places=1 round=1 turn=R,Y order=R,Y gears=R:0,Y:0 laps=R:0,Y:0 danger=fault"
)
GP = (
    "nestorgames-gp board=harbour cars={cars} box={box} tray=s33:wrench{dice} edition=tray switches=items:tray "
    "seats=RB turn=R started=RB"
)


def gp(cars: str = "R:s16,B:s8", box: str = "R:3/0,B:3/1", dice: str = "") -> Raced:
    """nestorgames GP, red's turn, where the cars, boxes and dice are these."""
    return Raced("nestorgames-gp", GP.format(cars=cars, box=box, dice=f" dice={dice}" if dice else ""))


def newest(kept: Kept) -> tuple[Entry, Incident]:
    """The last verdict and what it shows."""
    entry = kept.verdicts()[-1]
    return entry, kept.incident(entry)


def moved_instead(incident: Incident) -> set[str]:
    """The pieces that nearby legal turns move."""
    return {one.piece for ghost in incident.ghosts for one in ghost.pieces}


def faults_of(entry: Entry) -> list[dict[str, Any]]:
    """What it calls broken, or asks about."""
    asked = [one for line in entry.data["lines"][:1] for one in line["violations"][:1]]
    return entry.data["violations"] or asked


def rules_of(entry: Entry) -> list[str]:
    """The rules it names, without the game."""
    return [str(one["rule"]).rpartition("/")[2] for one in entry.data["violations"]]


def has(image: NDArray[np.uint8], colour: tuple[int, int, int]) -> int:
    """How many px of a picture are about of this colour."""
    return cv2.countNonZero(cv2.inRange(image, np.array(colour) - 29, np.array(colour) + 29))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(2)
def test_the_picture_holds_every_place_of_every_piece_that_it_is_about_with_a_margin(name: str) -> None:
    """Before, after and on the way, at the edge of the kept picture too; dice that lie elsewhere have their corner."""
    kept, kit = played(name), kits.manifest(name)
    assert len(kept.verdicts()) > 3
    for entry in kept.verdicts():
        incident = kept.incident(entry)
        for one in ("before", "after"):
            left, top, right, bottom = place_px(Outlines(kit, incident.views[one], SIZE[0]), incident, SHAPE)
            assert (right - left) / (bottom - top) == pytest.approx(WIDTH_PX / HEIGHT_PX)
            outlines = Outlines(kit, incident.views[one], SIZE[0])
            driven = [one for one in incident.changes if not one.rolled]
            shown = [*incident.about, *(piece for change in driven for piece in (*change.places, *change.last))]
            for piece in (piece for piece in shown if piece.piece not in incident.rolled):
                px = outlines.px(piece)
                assert (px.min(axis=0) - (left, top)).min() >= 6.0
                assert ((right, bottom) - px.max(axis=0)).min() >= 6.0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(2)
def test_the_way_the_end_and_the_legal_alternatives_are_drawn(name: str) -> None:
    """What was moved is dark, what the verdict is about in its colour, what would have been legal green: not before."""
    kept, alternatives = played(name), 0
    if name == "royal-racers":  # a pawn that moves before all flags are placed may not move at all: that has no green
        roll, card = ("S:n@40.7:140.9:45", "S:5@40.7:150.9:80"), ("3h,5h", "3h,-5h")
        kept = Raced(name, RACING).turn(roll, card, ("pawns=S:c4", "pawns=S:d5"))
        assert rules_of(newest(kept)[0]) == ["step"]
    if name == "racepack":  # most of its rules are about a movement, not about where the turn ended
        kept = Raced(name, MOVING_UP).turn(("M:l2", "M:g1"))
    for entry in sorted(kept.verdicts(), key=lambda one: len(kept.incident(one).ghosts))[-3:]:
        incident, after, before = kept.incident(entry), kept.drawn(entry, "after"), kept.drawn(entry, "before")
        assert after.shape == before.shape == (HEIGHT_PX, WIDTH_PX, 3)
        if any(not one.rolled for one in incident.changes):
            assert has(after, MOVED) + has(after, OF_STATUS[incident.status]) > 300
        assert has(before, INSTEAD) == 0
        sheet = sheet_of(incident, name)
        sheet.tell_what_happened()  # without the numbers, of which what is allowed is green too
        assert incident.ghosts or has(sheet.drawn, INSTEAD) == 0
        assert {one.piece for one in sheet.ghosts} <= moved_instead(incident)
        assert not {*"abcd"} & {text for text, _ in sheet.signs}, "which would seem to have happened"
        alternatives += has(sheet.drawn, INSTEAD) > 200
        assert not incident.ghosts or {one.piece for one in incident.about} & moved_instead(incident)
    assert alternatives


@pytest.mark.parametrize("name", GAMES)
def test_each_step_that_was_seen_is_numbered_in_its_order(name: str) -> None:
    """The numbers along a piece's way rise, and of the steps that are shown none is left out."""
    for entry in played(name).verdicts():
        incident = played(name).incident(entry)
        ways = [[step for step, _ in change.way] for change in incident.changes if not change.rolled]
        assert all(way == sorted(set(way)) for way in ways)
        shown = {step for way in ways for step in way}
        assert shown == {*range(1, len(shown) + 1)}
        assert len(shown) <= incident.steps


def test_what_was_covered_is_shaded_where_it_was() -> None:
    """Hatched over its own place, before and after, and nowhere in a race of which nothing was covered."""
    rules, kit = game("racepack"), kits.manifest("racepack")
    start = rules.layout(rules.start(3, Random(4)), kit)
    x_mm, y_mm = next((one.x_mm, one.y_mm) for one in start if one.piece.startswith("pawn:"))
    patch = tuple((x_mm + dx, y_mm + dy) for dx, dy in ((-50, -50), (50, -50), (50, 50), (-50, 50)))
    hidden, bare = played("racepack", covered=(patch,)), played("racepack")
    entry = hidden.verdicts()[0]
    for name in ("before", "after"):
        assert has(hidden.drawn(entry, name), COVERED) > 2_000
        assert has(bare.drawn(bare.verdicts()[0], name), COVERED) == 0
    outlines = Outlines(kit, hidden.incident(entry).views["after"], SIZE[0])
    left, top, right, _ = place_px(outlines, hidden.incident(entry), SHAPE)
    middle = outlines.middle_px(spot(x_mm, y_mm))
    x, y = ((middle - (left, top)) * WIDTH_PX / (right - left)).round().astype(int)
    around = hidden.drawn(entry, "before")[y - 60 : y + 60, x - 60 : x + 60]
    assert has(around, COVERED) > 200


def test_only_what_the_fault_is_about_is_crossed_out_and_what_was_turned_bears_its_sign() -> None:
    """A flag laid down as it should be bears no sign when a card was turned down beside it, which bears them all."""
    kept = Raced("royal-racers", LAYING).turn(("7s,6c", "7s,-6c"), ("C5:d4", "Ca:e5,C5:d4"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["layout"]
    assert [one.piece for one in incident.about] == ["card:6c"]
    assert {text: signs(kept).count(text) for text in ("1", "2", "x", TURNED)} == {"1": 0, "2": 0, "x": 1, TURNED: 1}


def sheet_of(incident: Incident, name: str, language: str = "en") -> Sheet:
    """The picture after an incident of a game, on plain grey, before anything is drawn."""
    t = Tongue(game(name).words, language)
    return Sheet(incident, kits.manifest(name), incident.views["after"], np.full(SHAPE, 120, np.uint8), t)


def drawn(kept: Kept, shown: Incident | None = None, language: str = "en") -> Sheet:
    """The picture after the newest incident, or another one."""
    sheet = sheet_of(shown or newest(kept)[1], kept.store.header["game"], language)
    sheet.tell_what_happened()
    sheet.add_insets()
    return sheet


def large(sheet: Sheet) -> list[tuple[str, str]]:
    """What stands large above it, each with its mark."""
    return [(part.text, part.mark) for part in sheet.badges()]


def signed(incident: Incident, sign: str, on_the_table: bool = True) -> list[str]:
    """What bears a sign."""
    return [one.piece for mark, one in incident.signs if mark == sign and lies(one) == on_the_table]


def signs(kept: Kept) -> list[str]:
    """What stands in discs in it, in order."""
    return [text for text, _ in drawn(kept).signs]


def test_a_car_that_was_turned_over_bears_the_sign_for_it_and_a_single_step_no_number() -> None:
    """Belly-up beside a car that drives on; nothing else bears the sign."""
    kept = gp(cars="R:s16,B:s8!").turn(("B:s8!", "B:s8"), said=("alone",))
    assert [one.piece for one in newest(kept)[1].changes] == ["car:B"]
    assert {text: signs(kept).count(text) for text in ("1", "x", TURNED)} == {"1": 0, "x": 1, TURNED: 1}


def test_cars_that_share_a_space_are_marked_where_each_one_really_stands() -> None:
    """nestorgames GP: blue stands in front of red in a corner, where the game lays red; each has its own marks."""
    start = GP.format(cars="B:s8!,R:s8", box="R:3/0,B:3/0", dice="").replace("seats=RB", "seats=BR")
    kept = Raced("nestorgames-gp", start).turn(("B:s8!", "B:s8"), said=("alone",))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["turn-order"]
    (turned,), (due,) = incident.changes, incident.ghosts[0].pieces
    for one, name in ((turned.before, "car:B"), (turned.after, "car:B"), (due, "car:R")):
        assert one is not None
        assert (one.x_mm, one.y_mm) == pytest.approx(incident.views["after"].pieces[name][:2])


def test_cars_that_stay_behind_on_a_space_were_not_moved() -> None:
    """nestorgames GP: red leaves a space that it shares; blue stands as before, though the game lays it elsewhere."""
    start = GP.format(cars="B:s8,R:s8,G:s8", box="R:3/0,B:3/0,G:3/0", dice="").replace("RB", "RBG")
    kept = Raced("nestorgames-gp", start).turn(("R:s8", "R:s9"), said=("alone",))
    assert "car:B" not in {one.piece for one in newest(kept)[1].changes}


def test_a_step_onto_a_card_that_was_turned_in_the_same_turn_is_drawn() -> None:
    """Royal Racers: the card did not carry the pawn there, so the pawn has its arrow and the cross."""
    roll = ("S:n@40.7:140.9:45", "S:4@40.7:150.9:80")
    kept = Raced("royal-racers", RACING).turn(roll, ("5h,4s", "5h,-4s"), ("pawns=S:c4", "pawns=S:c5"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["face-down"]
    sheet = drawn(kept)
    assert [one.piece for one in sheet.wrong] == ["pawn:S"]
    assert incident.badges == ("pawn moved | onto a face-down card | go onto a face-up one",)
    assert len(sheet.ways["pawn:S"]) == 2
    assert {text: signs(kept).count(text) for text in ("1", "2", "x", TURNED)} == {"1": 1, "2": 1, "x": 1, TURNED: 1}


def test_a_way_that_is_not_at_fault_is_left_out() -> None:
    """nestorgames GP: a disc of blue's was taken while red drove ten spaces: the place is blue's box, not the road."""
    rolled = "dice=R1:6@-30/0/10", "dice=R1:6@-30/0/10,R2:4@10/0/20"
    race = gp(box="R:3/0,B:3/0", dice="R1:6@-30/0/10")
    kept = race.turn(rolled, ("R:s16,B:s8 box=R:3/0,B:3/0", "R:s26,B:s8 box=R:3/0,B:2/0"), said=("alone",))
    entry, incident = newest(kept)
    assert "lap" in rules_of(entry)
    assert [one.piece for one in incident.changes if not one.rolled] == ["disc:B3"]
    assert drawn(kept).counted == 0


def test_what_was_moved_lawfully_is_not_outlined() -> None:
    """nestorgames GP: red turns its car up, as it should; only the disc that it took from blue's box is marked."""
    kept = gp(cars="R:s16!,B:s8").turn(("R:s16!,B:s8 box=R:3/0,B:3", "R:s16,B:s8 box=R:3/0,B:2"), said=("alone",))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["lap"]
    assert {one.piece for one in incident.changes} == {"disc:B3"}
    assert TURNED not in signs(kept)
    assert "arrow" not in incident.alt("after", Tongue()), "none is drawn"
    assert has(drawn(kept).drawn, MOVED) < 100, "the letters of a name"


def test_where_a_car_might_have_driven_is_not_shown_of_one_that_was_only_turned_over() -> None:
    """nestorgames GP: red lays its car belly-up for no reason; ways to drive are no answer to that."""
    kept = gp(cars="R:p1,B:s8").turn(("R:p1", "R:p1!"), said=("alone",))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["crash"]
    assert [one.piece for one in incident.about] == ["car:R"]
    assert not incident.ghosts
    assert incident.badges == ("red did not crash | car turned belly-up | turn it upright",)


def test_the_arrow_of_a_car_leads_over_the_tiles_that_were_laid_for_it() -> None:
    """Home Racers: over every tile up to the one that carries it, not straight across the table."""
    bent = "tiles=30:-50:0,110:-50:0,150:19.28:60 tray=R4:1:2 specials="
    race = Raced("home-racers", HOME)
    kept = race.turn(("specials=", bent), ("R:-50:-50:0", "R:150:19.28:60"), (bent.replace("specials=", ""), ""))
    _, incident = newest(kept)
    (way,) = drawn(kept, incident).ways.values()
    assert len(way) == 4


def test_a_car_in_a_wrong_gear_has_its_way_and_nothing_that_does_not_prove_it() -> None:
    """Home Racers: red drives in gear 2 after gear 0; the arrow leads over the tiles, and the car bears the cross.

    Neither the dice nor where legal turns end tell of a gear.
    """
    laid = "tiles=30:-50:0,110:-50:0,190:-50:0,270:-50:0 tray=R4:1:2,R3:9:9 specials="
    race = Raced("home-racers", HOME)
    kept = race.turn(("specials=", laid), ("R:-50:-50:0", "R:110:-50:0"), (laid.replace("specials=", ""), ""))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["gear-change"]
    assert incident.badges == ("gear 0 before | drove in gear 2 | drive in gear 0 or 1",)
    assert not incident.dice
    assert not incident.ghosts
    assert [one.piece for one in incident.about] == ["car:R"]
    (way,) = drawn(kept).ways.values()
    assert len(way) == 3


def test_a_car_that_should_have_driven_is_marked_where_it_stands_and_its_dice_are_not() -> None:
    """Home Racers: red rolls three gear dice and stays; the place is the car, and the dice lie beside it."""
    rolled = "specials=", "tray=R5:1:2,R2:9:9,R2:20:20 specials="
    kept = Raced("home-racers", HOME.replace("gears=R:0", "gears=R:2")).turn(rolled)
    entry, incident = newest(kept)
    assert rules_of(entry) == ["move-distance"]
    assert incident.badges == ("gear 3 + one 5 or 6 | drove 0 tiles | drive 4",)
    assert [one.piece for one in incident.about] == ["car:R"]
    assert incident.dice
    assert [one.piece.partition(":")[0] for one in drawn(kept).wrong] == ["road"], "the outline is around the whole car"


def test_a_disc_that_should_be_gone_is_marked_and_the_line_that_the_car_crossed_named() -> None:
    """nestorgames GP: red drives on from the last space but one, and all its discs stay in the box."""
    rolled = ("tray=s33:wrench", "tray=s33:wrench dice=R1:5@-32/-14/46")
    kept = gp(cars="R:s34,B:s8").turn(rolled, ("R:s34", "R:s5"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["lap"]
    assert {one.piece.partition(":")[0] for one in incident.about} == {"disc"}
    assert [one.piece for one in incident.changes if not one.rolled] == ["car:R"]
    assert "finish line" in signs(kept)


def test_a_car_that_only_drove_past_what_is_wrong_is_left_out() -> None:
    """nestorgames GP: on red's turn blue's car was turned belly-up, and red drove over that space."""
    rolled = ("tray=s33:wrench", "tray=s33:wrench dice=R1:5@-32/-14/46")
    kept = gp(cars="R:s16,B:s18").turn(rolled, ("R:s16,B:s18", "R:s21,B:s18!"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["crash"]
    assert [one.piece for one in incident.changes if not one.rolled] == ["car:B"]


def test_a_legal_turns_copy_takes_the_seat_that_is_free() -> None:
    """One that stays stands where the game seats the copy: this lies on the seat of that one, else as it is laid."""
    one, other = (
        PlacedPiece(f"car:{letter}", "top", x_mm, 0.0, 8.0, 0.0) for letter, x_mm in (("R", 0.0), ("B", 20.0))
    )
    for stands_mm, seat_mm in ((1.0, 20.0), (20.0, 0.0), (300.0, 0.0)):
        assert _seated(one, [(replace(other, x_mm=stands_mm), other)]).x_mm == seat_mm


def test_the_tile_at_which_a_lane_was_changed_is_crossed_out() -> None:
    """Home Racers: the second of four tiles in gear 2 goes straight on, a lane to the left; only that is wrong."""
    start = HOME.replace("gears=R:0", "gears=R:1")
    laid = "tiles=30:-50:0,70:19.28:0,150:19.28:0,230:19.28:0 tray=R5:1:2,R3:9:9 specials="
    race = Raced("home-racers", start)
    kept = race.turn(("specials=", laid), ("R:-50:-50:0", "R:150:19.28:0"), (laid.replace("specials=", ""), ""))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["lane-changes"]
    assert [incident.path.index(one) for one in incident.about] == [2]
    (straight,) = incident.ghosts[0].pieces
    assert (straight.x_mm, straight.y_mm, straight.angle_deg) == pytest.approx((110.0, -50.0, 0.0), abs=1.0)


def test_a_tile_of_a_path_says_where_it_leads() -> None:
    """Home Racers: turns show where the road itself is straight: a wedge points over each tile's front edge."""
    laid = "tiles=30:-50:0,110:-50:60 tray=R4:1:2 specials="
    race = Raced("home-racers", HOME)
    kept = race.turn(("specials=", laid), ("R:-50:-50:0", "R:30:-50:0"), ("tiles=30:-50:0,110:-50:60 ", ""))
    sheet = drawn(kept)
    for tile in newest(kept)[1].path[1:]:
        middle, ahead = sheet.middle_px(tile), sheet.middle_px(_ahead(tile))
        assert math.isclose(apart(tile, _ahead(tile)), FRONT_MM)
        x, y = (middle + (ahead - middle) / np.linalg.norm(ahead - middle) * (COUNT_PX + 8)).round().astype(int)
        assert tuple(int(one) for one in sheet.drawn[y, x]) in (MOVED, OF_STATUS["ILLEGAL"])


def test_the_tile_of_a_path_that_carries_the_car_is_that_tile_and_not_its_likeness_of_before() -> None:
    """Home Racers: the first of two tiles changes lanes and carries the car in the end: its outline is a whole line."""
    laid = "tiles=-10:-119.28:0,70:-119.28:0 tray=R4:1:2 specials="
    race = Raced("home-racers", HOME)
    kept = race.turn(("specials=", laid), ("R:-50:-50:0", "R:-14:-119.28:0"), (laid.replace("specials=", ""), ""))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["lane-changes"]
    assert [one in incident.passing for one in incident.about] == [False]


def test_the_turn_too_many_is_crossed_out() -> None:
    """Home Racers: gear 3 allows one turn; the third of six tiles turns left and the fourth right, which is wrong."""
    straight = "tiles=30:-50:0,110:-50:0,150:19.28:60,230:19.28:0,310:19.28:0,390:19.28:0"
    laid = f"{straight} tray=R2:1:2,R3:9:9,R4:20:20 specials="
    race = Raced("home-racers", HOME.replace("gears=R:0", "gears=R:2"))
    kept = race.turn(("specials=", laid), ("R:-50:-50:0", "R:150:19.28:60"), (f"{straight} ", ""))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["turns"]
    assert [incident.path.index(one) for one in incident.about] == [4]


def test_a_way_over_another_car_is_at_fault_though_the_cross_stands_beside_that() -> None:
    """Racepack: blue drove over black, which is crossed out, so blue's way is drawn; black did not move."""
    start = RACEPACK.format(turn="A,C,S,M").replace("M:h1", "M:d1")
    kept = Raced("racepack", start).turn(("A:e1", "A:c1"), ("A:c1", "A:b1"), ("A:b1", "A:a1"))
    entry, incident = newest(kept)
    assert "no-bumping" in rules_of(entry)
    assert "pawn:M" in {one.piece for one in incident.about}
    assert [one.piece for one in incident.changes] == ["pawn:A"]
    only = replace(incident, about=tuple(one for one in incident.about if one.piece == "pawn:M"))
    assert has(drawn(kept, only).drawn, QUIET) > 1_000


def test_the_way_into_a_corner_is_not_at_fault_where_the_die_was_not_rolled() -> None:
    """Racepack: the car bears the cross and the die its sign; the way is as pale as any that was lawful."""
    start = RACEPACK.format(turn="A,C,S,M").replace("A:e1", "A:d1").replace("M:h1", "M:h2")
    kept = Raced("racepack", start).turn(("A:d1", "A:b1"), ("A:b1", "A:b3"), ("A:b3", "A:b4"), said=("roll=no",))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["penalty-roll"]
    dark, red = (
        [has(sheet.drawn, colour) for sheet in (drawn(kept), drawn(kept, replace(incident, place_only=False)))]
        for colour in (QUIET, OF_STATUS["ILLEGAL"])
    )
    assert dark[0] > dark[1] + 1_000
    assert red[0] < red[1] - 2_000


def test_what_lies_in_its_wrong_place_is_green_where_it_belongs() -> None:
    """nestorgames GP: the tray was moved on alone; green is not the middle of its space, but the tray there."""
    kept = gp().turn(("tray=s33", "tray=s34"), said=("alone",))
    entry, incident = newest(kept)
    assert "tray" in rules_of(entry)
    assert "tray" in moved_instead(incident)


def test_an_item_that_nobody_holds_leaves_the_way_of_the_car_in_the_background() -> None:
    """nestorgames GP: red drives twice what it rolled; only the turbo boost is lacking."""
    race = gp()
    race.match.declare("use=turbo", race.at_ns)
    kept = race.turn(("tray=s33:wrench", "tray=s33:wrench dice=R1:6@-30/0/10"), ("R:s16", "R:s28"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["turbo"]
    assert not incident.about
    assert signed(incident, NONE, on_the_table=False) == ["turbo:1"]
    assert drawn(kept).counted == 0


def test_dice_alike_do_not_change_places() -> None:
    """What lies where a die lay is that die, whatever number another look gave it."""

    def dice(*faces: tuple[str, float]) -> dict[str, PlacedPiece]:
        named = ((f"die:R{number}", one) for number, one in enumerate(faces, 1))
        return {name: PlacedPiece(name, side, x_mm, 0.0, 8.0, 0.0) for name, (side, x_mm) in named}

    named = _named_as(
        dice(("4", 50.0), ("5", 100.0)),
        dice(("5", 100.0), ("3", 150.0), ("4", 50.0)),
        game("nestorgames-gp").rolled(kits.manifest("nestorgames-gp")),
    )
    assert {name: one.side for name, one in named.items()} == {"die:R1": "4", "die:R2": "5", "die:R3": "3"}


def test_a_die_that_was_picked_up_is_drawn_with_its_pips() -> None:
    """nestorgames GP: red rolls on blue's turn and takes the die up, blue rolls: a red die with its pips."""
    start = GP.format(cars="R:s16,B:s8", box="R:3/0,B:3/0", dice="").replace("turn=R", "turn=B")
    kept = Raced("nestorgames-gp", start).turn(
        ("tray=s33:wrench", "tray=s33:wrench dice=R1:3@-32/-14/46"), ("R1:3@-32/-14/46", "B1:1@-31/-14/10")
    )
    entry, incident = newest(kept)
    assert rules_of(entry) == ["turn-order"]
    sheet = drawn(kept)
    assert sheet.values[:1] == ["3"]
    assert large(sheet)[0] == ("red", ""), "who rolled"
    assert signs(kept).count("x") == 1
    assert moved_instead(incident) == {"car:B"}
    assert not sheet.ghosts  # what green means is told only where something green is
    assert has(sheet.drawn, (0, 0, 204)) + has(sheet.drawn, (46, 46, 204)) > 1_000


REPEAT = ["R1:4@-38/-14/54", "R2:5@-1/-14/5", "R3:4@33/-21/162", "R4:3@-31/13/62"]


def rolled(dice: Sequence[str], *driven: tuple[str, str]) -> Kept:
    """nestorgames GP: red rolls these, one look each, and drives."""
    looks = [
        f"tray=s33:wrench dice={','.join(dice[:many])}" if many else "tray=s33:wrench" for many in range(len(dice) + 1)
    ]
    return gp().turn(*pairwise(looks), *driven, said=("alone",))


def test_dice_alike_are_joined_where_a_repeat_ends_the_rolling() -> None:
    """Beside a car that drove after it all dice bear their order; without two alike they do not."""
    kept = rolled(REPEAT[:3], ("R:s16", "R:s29"))
    assert rules_of(newest(kept)[0]) == ["exact-move"]
    assert newest(kept)[1].badges == ("rolled a repeat | car moved | leave the car",)
    assert drawn(kept).values == ["1st", "2nd", "3rd"]
    other = rolled(REPEAT[:2], ("R:s16", "R:s29"))
    assert rules_of(newest(other)[0]) == ["exact-move"]
    assert drawn(other).values == []


def test_a_die_that_shows_the_same_again_is_joined_with_where_it_lay() -> None:
    """Racepack: the penalty die lay at 5 and shows 5 elsewhere: the place where it lay is in the corner, too."""
    start = RACEPACK.format(turn="A,C,S,M").replace("die=n:0:0:0", "die=5:0:0:0")
    drive = ("A:e1", "A:c1"), ("A:c1", "A:a1"), ("die=5:0:0:0", "die=5:24:12:210"), ("A:a1", "A:a4")
    for face, joined in (("5", 1), ("n", 0)):
        changes = [(old.replace("die=5:0:0:0", f"die={face}:0:0:0"), new) for old, new in drive]
        kept = Raced("racepack", start.replace("die=5:0:0:0", f"die={face}:0:0:0")).turn(*changes)
        entry, incident = newest(kept)
        assert rules_of(entry) == ["spin-out"]
        assert incident.place_only, "only the step after the roll is wrong"
        (die,) = (one.after for one in incident.changes if one.rolled)
        assert die is not None
        assert len(drawn(kept)._alike([die])) == joined


def test_a_die_taken_from_anothers_box_is_marked_as_gone_and_whose_it_was() -> None:
    """nestorgames GP: green's lost die vanishes in red's turn; red's own dice are not shown for it."""
    start = GP.format(cars="R:s16,B:s8,G:s20", box="R:3/0,B:3/0,G:3/1", dice="").replace("RB", "RBG")
    throw = "tray=s33:wrench", "tray=s33:wrench dice=R1:2@-32/-14/46"
    taken = [f"R:{car},B:s8,G:s20 box=R:3/0,B:3/0,G:3/{dice}" for car, dice in (("s16", 1), ("s18", 0))]
    kept = Raced("nestorgames-gp", start).turn(throw, (taken[0], taken[1]), said=("alone",))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["fix"]
    assert incident.badges == ("green’s box | die taken without fixing | put it back",)
    assert not incident.dice
    assert [one.piece for one in incident.about] == ["die:G6"]
    assert signs(kept) == ["x", "-", "green"], "the place is the box, so that it is large at once"
    assert large(drawn(kept))[0] == ("green’s box", ""), "nobody knows who took it, so it begins with the thing"


def test_where_dice_should_have_ended_is_told_only_if_their_order_is_known() -> None:
    """nestorgames GP: 4, 5, 4, 5 with two repeats, seen at one look, has no roll that would have been right."""
    for in_order in (True, False):
        late = roll_after_repeat("R", (4, 5, 4, 5), in_order)
        assert late is not None
        assert ("roll2" in dict(late.params)) == in_order


def test_dice_that_are_wrong_together_bear_the_order_in_which_they_were_thrown() -> None:
    """nestorgames GP: red rolls on after a repeat; what may be rolled stands beside what was."""
    looks = [f"tray=s33:wrench dice={','.join(REPEAT[:many])}" if many else "tray=s33:wrench" for many in range(5)]
    start = GP.format(cars="R:p1,B:s8", box="R:3/0,B:3/0", dice="").replace("started=RB", "started=B")
    kept = Raced("nestorgames-gp", start).turn(*pairwise(looks), said=("alone",))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["roll"]
    assert [text for text in signs(kept) if text[0] in "1234x"] == ["x", "1st", "2nd", "3rd", "4th"]
    framed = has(drawn(kept).drawn, OF_STATUS["ILLEGAL"])
    alone = replace(incident, about=tuple(one for one in incident.about if one.piece == "die:R4"))
    assert framed == pytest.approx(has(drawn(kept, alone).drawn, OF_STATUS["ILLEGAL"]), rel=0.2)
    two = tuple(one for one in incident.about if one.piece in ("die:R3", "die:R4"))
    assert [
        text for text, _ in drawn(kept, replace(incident, about=two)).signs if text in ("1st", "2nd", "3rd", "x")
    ] == [*("x", "1st", "2nd")]
    once = tuple(replace(one, look=1) for one in incident.changes)
    assert "1st" not in [text for text, _ in drawn(kept, replace(incident, changes=once)).signs]
    assert incident.badges == ("a repeat ends the roll | rolled 4, 5, 4, 3 | stop at 4, 5, 4",)


def test_a_die_that_a_crash_costs_is_none_of_the_roll() -> None:
    """nestorgames GP: red rolls on after a repeat, crashes and lays a die into its box: the fourth one is too many."""
    start = GP.format(cars="R:p1,B:s8", box="R:3/0,B:3/0", dice="").replace("started=RB", "started=B")
    looks = [f"tray=s33:wrench dice={','.join(REPEAT[:many])}" if many else "tray=s33:wrench" for many in range(5)]
    crash = "R:p1,B:s8 box=R:3/0", "R:p1!,B:s8 box=R:3/1"
    incident = newest(Raced("nestorgames-gp", start).turn(*pairwise(looks), crash, said=("alone",)))[1]
    assert [one.piece for one in incident.about if one.piece in incident.rolled] == [f"die:R{n}" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(("language", "name"), [("en", "red"), ("de", "Rot"), ("fr", "Rouge")])
def test_who_did_it_stands_above_the_place_in_his_colour(language: str, name: str) -> None:
    """Royal Racers: before and after; a ring hides the pawn's colour, and a card that was turned is nobody's."""
    cards = ("S:n@40.7:140.9:45", "S:5@40.7:150.9:80"), ("3h,5h", "3h,-5h")
    kept = Raced("royal-racers", RACING).turn(*cards, ("pawns=S:c4", "pawns=S:d5"))
    part = drawn(kept, language=language).badges()[0]
    assert part.text == name
    for which in ("before", "after"):
        assert has(kept.whole(newest(kept)[0], which, language)[:HEAD_PX, :60], part.ground) > 1_500


def test_who_came_in_anothers_turn_is_who_did_it() -> None:
    """Racepack: black moved on red's turn: black stands above, though the turn is red's."""
    kept = Raced("racepack", RACEPACK.format(turn="S,M,C,A")).turn(("M:h1", "M:f1"))
    assert large(drawn(kept)) == [
        ("black", ""),
        ("red was ahead of black", ""),
        ("out of turn", "x"),
        ("red’s turn", "v"),
    ]


@pytest.mark.parametrize(("language", "told"), [("en", "red’s turn"), ("de", "Zug von Rot"), ("fr", "tour de Rouge")])
def test_before_somebody_did_it_stands_whose_turn_it_is(language: str, told: str) -> None:
    """Racepack: also where another one then came, and where nobody knows who it was."""
    kept = Raced("racepack", RACEPACK.format(turn="S,M,C,A")).turn(("M:h1", "M:f1"))
    for one in (newest(kept)[1], replace(newest(kept)[1], by="")):
        assert [part.text for part in sheet_of(one, "racepack", language).badges(after=False)] == [told]


def test_the_driver_of_a_thing_without_a_colour_is_told_and_the_thing_is_nobodys() -> None:
    """Racepack: a hazard, a coin of some suit, is turned too early when it is green's turn; above stands why."""
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(*THREE, ("k10-", "k10+"))
    first, *told = large(drawn(kept))
    assert first == ("green", "")
    assert " ".join(text for text, _ in told).endswith("black is last, not past it hazard turned over leave it")
    assert {"red", "black", "green", "blue"} & {*signs(kept)} == {"black"}, "for all hangs on him"


def test_each_broken_rule_has_its_badge() -> None:
    """Racepack: a lap die turned for nothing, and two movements too few."""
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(("A:e1", "A:d1"), ("lap=3", "lap=2"))
    entry, incident = newest(kept)
    assert len(rules_of(entry)) == len(incident.badges) == 2
    assert [mark for _, mark in large(drawn(kept))] == ["", "", "x", "v", "", "x", "v"]


def test_what_no_rule_forbids_is_pale_thin_and_small() -> None:
    """Racepack: of three steps only the second was too fast; where nothing is wrong all are dark."""
    steps = ("A:e1", "A:d1"), ("A:d1", "A:a1"), ("A:a1", "A:a2")
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M").replace("A:a2345", "A:")).turn(*steps)
    incident = newest(kept)[1]
    quiet, dark = ([has(drawn(kept, one).drawn, colour) for colour in (QUIET, MOVED)] for one in (
        incident, replace(incident, about=(), ghosts=(), passed=())
    ))  # fmt: skip
    assert quiet[1] < 100 < quiet[0]
    assert dark[1] > 2 * quiet[0]


def test_a_car_that_lies_belly_up_as_it_should_bears_no_red_sign_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """nestorgames GP: red bumps blue, which crashes and is not moved on; only where it stands is wrong."""
    thrown = "tray=s33:wrench", "tray=s33:wrench dice=R1:2@-32/-14/46"
    moved = "R:s16,B:s18 box=R:3/0,B:3/0", "B:s18!,R:s18 box=R:3/0,B:3/1"
    kept = gp(cars="R:s16,B:s18", box="R:3/0,B:3/0").turn(thrown, moved, said=("alone",))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["bump"]
    assert incident.badges == ("blue was bumped one space on | stands on a wrong space | put it in the green frame",)
    sheet = sheet_of(incident, "nestorgames-gp")
    monkeypatch.setattr(sheet, "_paint", lambda: None)
    sheet.tell_what_happened()
    put = [(text, colour) for _, text, colour in sheet._discs]
    assert (TURNED, QUIET) in put
    assert ("x", OF_STATUS["ILLEGAL"]) in put


def test_all_dice_that_were_taken_are_marked() -> None:
    """nestorgames GP: both of green's lost dice vanish in red's turn."""
    start = GP.format(cars="R:s16,B:s8,G:s20", box="R:3/0,B:3/0,G:3/2", dice="").replace("RB", "RBG")
    throw = "tray=s33:wrench", "tray=s33:wrench dice=R1:2@-32/-14/46"
    taken = [f"R:{car},B:s8,G:s20 box=R:3/0,B:3/0,G:3/{dice}" for car, dice in (("s16", 2), ("s18", 0))]
    kept = Raced("nestorgames-gp", start).turn(throw, (taken[0], taken[1]), said=("alone",))
    assert rules_of(newest(kept)[0]) == ["fix"]
    assert len({one.piece for one in newest(kept)[1].about}) == 2


def test_places_bear_no_names_of_the_notation() -> None:
    """nestorgames GP: the tray was moved on from s33, which a frame shows; nor has a card that lies face down one."""
    kept = gp().turn(("tray=s33", "tray=s34"), said=("alone",))
    assert not {"s33", "s34"} & {*signs(kept)}
    roll = ("S:n@40.7:140.9:45", "S:4@40.7:150.9:80")
    cards = Raced("royal-racers", RACING).turn(roll, ("5h,4s", "5h,-4s"), ("pawns=S:c4", "pawns=S:c5"))
    assert newest(cards)[1].places
    assert not newest(cards)[1].places.keys() & {*signs(cards)}


def test_tiles_ahead_of_the_car_are_left_out_unless_something_hangs_on_them() -> None:
    """Home Racers: red changes lanes and drives two of four tiles; two more tiles would seem to be driven, too."""
    laid = "tiles=30:-50:0,70:19.28:0,150:19.28:0,230:19.28:0 tray=R5:1:2,R3:9:9 specials="
    race = Raced("home-racers", HOME.replace("gears=R:0", "gears=R:1"))
    kept = race.turn(("specials=", laid), ("R:-50:-50:0", "R:150:19.28:0"), (laid.replace("specials=", ""), ""))
    assert rules_of(newest(kept)[0]) == ["lane-changes"]
    assert len(newest(kept)[1].path) == 4
    assert max(one.x_mm for one in newest(kept)[1].passing) < 200.0


def test_signs_stand_on_what_they_are_about() -> None:
    """No sign is further from the edge of something that is wrong than its own radius."""
    for name in GAMES:
        for entry in played(name).verdicts():
            sheet = drawn(played(name), played(name).incident(entry))
            wrong = [sheet.outline_px(one) for one in sheet.wrong]
            for at in (at for text, at in sheet.signs if text in ("x", "?")) if wrong else ():
                assert min(abs(cv2.pointPolygonTest(px.astype(np.float32), (*at.tolist(),), True)) for px in wrong) < 24


def test_cards_of_the_rank_that_was_rolled_are_what_may_be_turned_over() -> None:
    """Royal Racers: who turned over another one as if any card might be is shown both 4s."""
    rules, said = game("royal-racers"), {"how": "chosen", "who": "S", "rank": "4", "rank2": "3"}
    assert rules.instead(RACING, RACING, "royal-racers/flip-any", said) == ("card:*@d2", "card:*@c5")
    early = {"how": "early", "who": "S", "rank": "4"}
    assert rules.instead(RACING, RACING, "royal-racers/morph", early) == ("card:*@d2", "card:*@c5")


def test_what_should_have_stayed_is_green_where_it_was() -> None:
    """nestorgames GP: a car that drove after a repeat; Royal Racers: a pawn that was moved before all flags lay."""
    bust = rolled(REPEAT[:3], ("R:s16", "R:s29"))
    early = Raced("royal-racers", LAYING).turn(("d4,A:d3", "d4,A:e3"))
    for kept, piece in ((bust, "car:R"), (early, "pawn:A")):
        (change,) = (one for one in newest(kept)[1].changes if one.piece == piece)
        assert [one.pieces for one in newest(kept)[1].ghosts] == [(change.before,)]


def test_who_did_it_too_early_or_in_anothers_turn_is_told_large() -> None:
    """The order in which it was done, and the one that is right."""
    roll = ("S:n@40.7:140.9:45", "S:4@40.7:150.9:80")
    early = Raced("royal-racers", RACING).turn(roll, ("pawns=S:c4", "pawns=S:c5"), ("4d,9d", "-4d,9d"))
    flags = Raced("royal-racers", LAYING).turn(("d4,A:d3", "d4,A:e3"))
    three = GP.format(cars="R:p1,B:s8,G:s20!", box="R:3/0,B:3/0,G:3/0", dice="")
    start = three.replace("started=RB", "started=BG").replace("seats=RB", "seats=RBG")
    throws = "tray=s33:wrench", "tray=s33:wrench dice=R1:4@-38/-14/54"
    bust = "R1:4@-38/-14/54", "R1:4@-38/-14/54,R2:4@-1/-14/5"
    turned = Raced("nestorgames-gp", start).turn(throws, bust, ("G:s20!", "G:s20"), said=("alone",))
    told = [newest(kept)[1].badges[0] for kept in (early, flags, turned)]
    assert told == [
        "rolled a 4 | moved first | turn a 4 first",
        "flags not all laid | pawn moved | lay all flags first",
        "not green’s turn | green’s car turned up | wait for green’s turn",
    ]


def test_why_a_card_a_flag_or_a_die_was_wrong_stands_first() -> None:
    """What was rolled and turned up, for whom flags are laid, that nothing cost a die."""
    wrong = RACING.replace("3h,5h", "3h,-5h")
    card = Raced("royal-racers", wrong).turn(("S:n@40.7:140.9:45", "S:2@40.7:150.9:80"), ("3h,-5h", "3h,5h"))
    flag = Raced("royal-racers", LAYING).turn(("Sa:a6,", "Sa:a6,C2:b5,"))
    start = GP.format(cars="R:s16,B:s8", box="R:3/0,B:3/0", dice="")
    throw = "tray=s33:wrench", "tray=s33:wrench dice=R1:2@-32/-14/46"
    driven = "R:s16,B:s8 box=R:3/0,B:3/0", "R:s18,B:s8 box=R:3/0,B:3/1"
    die = Raced("nestorgames-gp", start).turn(throw, driven, said=("alone",))
    assert [newest(kept)[1].badges for kept in (card, flag, die)] == [
        ("rolled a 2 | turned up a 5, left it up | turn it face down",),
        ("blue lays for green, at the right | laid: green 2 | lay green ace",),
        ("blue did not crash | dice in the box: 1 | leave 0",),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_each_badge_says_what_it_is_about_what_was_done_and_what_should_be(name: str, language: str) -> None:
    """Three parts, of which none names a space as the notation does; "{ other }" has them elsewhere."""
    words = Path(games.__file__).parent / name.replace("-", "_") / "words" / f"{language}.ftl"
    found = re.findall(r"-sign = (.*)$", words.read_text(encoding="utf-8"), re.MULTILINE)
    signs = [one for one in found if not one.endswith("-sign }")]
    assert signs
    assert all(one.count(" | ") == 2 for one in signs)
    assert not re.search(r"\$(space|squares?|place)2?\b", "".join(signs))


def test_what_was_taken_away_wrongly_is_crossed_out() -> None:
    """A lap disc taken from a box leaves nothing to draw a cross beside but the place where it lay."""
    kept = gp().turn(("R:3/0,", "R:2/0,"), said=("alone",))
    assert newest(kept)[1].status == "ILLEGAL"
    assert sorted(text for text in signs(kept) if text in "-x") == ["-", "x", "x"]  # and the car was to turn over


NEAR_MM = 45.0


def test_whose_turn_it_was_is_told_and_his_piece_is_ringed_in_green() -> None:
    """Racepack: black moved on red's turn; the place holds both cars, and only red's has what would have been right."""
    kept = Raced("racepack", RACEPACK.format(turn="S,M,C,A")).turn(("M:h1", "M:f1"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["turn-order"]
    assert incident.badges == ("red was ahead of black | out of turn | red’s turn",)
    assert moved_instead(incident) == {"pawn:S"}
    sheet = drawn(kept)
    assert all(sheet.shows(one) for one in incident.ghosts[0].pieces)
    plain = replace(incident, ghosts=())
    bare = sheet_of(plain, "racepack")
    bare.tell_what_happened()
    assert has(sheet.drawn, INSTEAD) > 100 > has(bare.drawn, INSTEAD)


def test_a_car_on_the_grid_moves_up_before_it_changes_lanes() -> None:
    """Racepack: it goes to another lane far ahead; green is one space diagonally ahead of where it moves up to."""
    kept = Raced("racepack", MOVING_UP).turn(("M:l2", "M:g1"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["lane-change"]
    at = game("racepack").place(entry.before, "j1", kits.manifest("racepack"))
    assert [(ghost.x_mm, ghost.y_mm) for ghost in incident.ghosts[0].pieces] == [pytest.approx(at, abs=1.0)]


def test_the_car_on_which_a_rule_hangs_is_in_the_picture_and_bears_its_name() -> None:
    """Racepack: a hazard is turned before the last car has passed it; only that one is told of."""
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(*THREE, ("k10-", "k10+"))
    entry, incident = newest(kept)
    assert "hazard-flip" in rules_of(entry)
    assert [one.piece for one in incident.cast if one.piece in incident.places] == ["pawn:M"]
    assert drawn(kept).shows(incident.cast[-1])
    assert incident.badges[-1] == "black is last, not past it | hazard turned over | leave it"


def test_hazards_are_all_alike_so_the_one_that_was_moved_is_drawn() -> None:
    """What lies where a hazard lay is that hazard, whichever of the coins the game's own drawing would put there."""
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(*THREE, ("b7-,c8-", "a8-,b7-"))
    entry, incident = newest(kept)
    assert "hazard-place" in rules_of(entry)
    (coin,) = (one for one in incident.changes if one.piece.startswith("coin:"))
    assert coin.before is not None
    assert coin.after is not None
    ends = [
        math.dist((one.x_mm, one.y_mm), incident.places[at]) for one, at in ((coin.before, "c8"), (coin.after, "a8"))
    ]
    assert max(ends) < NEAR_MM


def test_a_path_too_long_is_wrong_by_its_last_tile() -> None:
    """Home Racers: of three tiles in gear 1 only the third is marked."""
    kept = played("home-racers")
    faults = {one.data["violations"][0]["rule"]: one for one in kept.verdicts() if one.data["violations"]}
    incident = kept.incident(faults["home-racers/path-length"])
    assert [incident.path.index(one) for one in incident.about] == [3]
    assert incident.ghosts == (Ghost((incident.path[2],)),), "it should have ended there"
    sheet = sheet_of(incident, "home-racers")
    assert [len(way) for way in sheet.ways.values()] == [3], "the car drove on it, so its way is told"


def test_spaces_of_a_movement_too_fast_are_counted_and_those_that_were_possible_green() -> None:
    """Racepack: blue moves one space and then three at once; one or two would have been right."""
    steps = ("A:e1", "A:d1"), ("A:d1", "A:a1"), ("A:a1", "A:a2")
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M").replace("A:a2345", "A:")).turn(*steps)
    entry, incident = newest(kept)
    assert "speed-change" in rules_of(entry)
    at = [game("racepack").place(entry.before, one, kits.manifest("racepack")) for one in ("c1", "b1", "a1")]
    assert [(one.x_mm, one.y_mm) for one in incident.passed] == at
    assert [(one.x_mm, one.y_mm) for ghost in incident.ghosts for one in ghost.pieces] == at[:2]


def test_what_was_taken_away_or_moved_wrongly_is_green_where_it_belongs() -> None:
    """Racepack: a hazard, as it lay, with the cross beside it; a car that moved backwards has the space ahead."""
    for hazards, named in (("k10-", "coin"), ("b7-,c8-", "coin")):
        there = {"k10-": ",k10-", "b7-,c8-": "b7-,c8-"}[hazards], {"k10-": "", "b7-,c8-": "a8-,b7-"}[hazards]
        kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(*THREE, there)
        assert "hazard-place" in rules_of(newest(kept)[0])
        assert {one.partition(":")[0] for one in moved_instead(newest(kept)[1])} == {named}
        assert "x" in signs(kept)
    back = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(("A:e1", "A:g1"))
    assert moved_instead(newest(back)[1]) == {"pawn:A"}


def test_a_crooked_tile_has_its_right_place_in_green() -> None:
    """Home Racers: the second tile lies 20 mm aside; green is where it would touch the first one's front edge."""
    laid = "tiles=30:-50:0,118:-68:0 tray=R4:1:2 specials="
    driven = (("R:-50:-50:0", "R:30:-50:0"), ("tiles=30:-50:0,118:-68:0 ", ""))
    kept = Raced("home-racers", HOME).turn(("specials=", laid), *driven)
    entry, incident = newest(kept)
    assert rules_of(entry) == ["connection"]
    (right,) = incident.ghosts[0].pieces
    assert (right.x_mm, right.y_mm) == pytest.approx((110.0, -50.0), abs=1.0)
    assert right.angle_deg == pytest.approx(0.0, abs=1.0)
    assert [(one.x_mm, one.y_mm) for one in incident.about] == [pytest.approx((118.0, -68.0), abs=1.0)]
    assert drawn(kept).ghosts == [right]


def test_what_is_wrong_and_small_is_shown_once_more_and_larger() -> None:
    """nestorgames GP: red drives far, and a disc of blue's is taken away; blue's box stands beside it, in large."""
    rolled, drive = ("dice=R1:6@-30/0/10", "dice=R1:6@-30/0/10,R2:4@10/0/20"), ("R:s16", "R:s26")
    kept = gp(box="R:3/0,B:3/0", dice="R1:6@-30/0/10").turn(rolled, drive, ("B:3/0", "B:2/0"), said=("alone",))
    entry, incident = newest(kept)
    assert "lap" in rules_of(entry)
    sheet = sheet_of(incident, "nestorgames-gp")
    sheet.tell_what_happened()
    marked = has(sheet.drawn, OF_STATUS["ILLEGAL"])
    sheet.add_insets()
    assert has(sheet.drawn, OF_STATUS["ILLEGAL"]) > marked + 300


@pytest.mark.parametrize("name", GAMES)
def test_what_is_marked_is_what_the_fault_names(name: str) -> None:
    """A piece of a driver of whom it tells, or what lies at a place that it tells of: a space, a tile or a box."""
    marked, rules = 0, game(name)
    for entry in played(name).verdicts():
        incident, told = played(name).incident(entry), {one["text"]: one["params"] for one in entry.data["facts"]}
        said = [told[one["message"]] for one in entry.data["violations"]]
        whose = {str(one[who]) for one in said for who in ("who", "who2", "who3") if who in one}
        items = [f"{one['item']}:" for one in said if "item" in one]
        spots = [spot for one in said for spot in (*str(one.get("spots", "")).split("+"), f"box:{one.get('who')}")]
        found = [rules.place(entry.before, spot, kits.manifest(name)) for spot in spots]
        places = [*incident.places.values(), *(one for one in found if one is not None)]
        items += ["road:"] * any(one["how"] == "laid" for one in said)  # a path that is too long or too short
        for one in incident.about if whose or places else ():
            letters = one.piece.partition(":")[2]
            near = any(math.dist((one.x_mm, one.y_mm), place) < NEAR_MM for place in places)
            assert near or letters.rstrip("123456a") in whose or one.piece.startswith(tuple(items)), (said, one)
            marked += 1
    assert marked


@pytest.mark.parametrize("name", GAMES)
def test_each_rule_that_tells_what_it_is_about_can_be_broken_so(name: str) -> None:
    """Its key names a rule of the game, a way of breaking one that there are words for, or both."""
    words = (Path(games.__file__).parent / name.replace("-", "_") / "words" / "en.ftl").read_text(encoding="utf-8")
    ways = {one.partition(" ")[0]: re.findall(r"\n    (\.[a-z-]+) =", one) for one in re.split(r"\n(?=[a-z])", words)}
    rules = {rule.rpartition("/")[2] for rule in game(name).rules}
    known = {f"{rule}{way}" for rule in rules for way in ("", *ways[rule])} | {
        way for one in rules for way in ways[one]
    }
    assert game(name).parts.about.keys() <= known


WORDS = {
    "en": "Red made 4 movements; a turn has three.",
    "de": "Rot machte 4 Bewegungen; ein Zug hat drei.",
    "fr": "Rouge a fait 4 mouvements ; un tour en a trois.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_sees_only_the_picture_reads_in_his_language_what_broke_which_rule(language: str) -> None:
    """What happened and where the rule stands are at its foot; before and after are of one size, the place alike."""
    kept = played("racepack")
    entry = next(one for one in kept.verdicts() if rules_of(one) == ["three-movements"])
    incident, t = kept.incident(entry), Tongue(game("racepack").words, language)
    assert " ".join(t.told(incident.heading).split()) == WORDS[language]
    assert "Movement Details; Blocking And Bumping" in t.told(incident.more)
    english, said = kept.whole(entry, "after"), kept.whole(entry, "after", language)
    assert said.shape == kept.whole(entry, "before", language).shape == (HEAD_PX + HEIGHT_PX + FOOT_PX, WIDTH_PX, 3)
    place = np.s_[HEAD_PX + 8 : -FOOT_PX - 8]  # but for what JPEG blurs at the edges
    assert np.array_equal(said[place], english[place])
    for words in (np.s_[:HEAD_PX], np.s_[-FOOT_PX:]):
        assert np.array_equal(said[words], english[words]) == (language == "en")


def test_under_the_picture_stand_what_happened_and_the_rule() -> None:
    """Racepack: also where the sentence names spaces; and who has only the picture reads what was done above it."""
    incident = newest(Raced("racepack", MOVING_UP).turn(("M:l2", "M:g1")))[1]
    assert incident.heading == "Black changed lanes from l2 to g1; a lane change is one space diagonally ahead."
    assert incident.more == "Rule: One space diagonally ahead (Lane Change Movements)."
    assert incident.badges == ("lane change | moved too far | go 1 space diagonally",)


@pytest.mark.parametrize("name", GAMES)
def test_where_legal_turns_end_is_shown_only_of_a_rule_about_an_end(name: str) -> None:
    """Or what the rule itself tells would have been right; of some rules neither."""
    rules = game(name)
    for entry in played(name).verdicts():
        facts = [(fact["kind"], fact.get("params", {})) for fact in entry.data["facts"]]
        instead = any(
            rules.instead(entry.before, entry.data["after"], kind, said) for kind, said in facts if kind in rules.rules
        )
        of_end = any(
            rules.rules[one["rule"]].of_end or rules.rules[one["rule"]].takes_turns for one in faults_of(entry)
        )
        assert of_end or instead or not played(name).incident(entry).ghosts


def test_what_lies_at_the_edge_of_the_kept_picture_has_its_margin_too() -> None:
    """Beyond it there is a grey ground rather than a piece cut through, or signs that hide it."""
    entry = played("racepack").verdicts()[0]
    incident, kit = played("racepack").incident(entry), kits.manifest("racepack")
    outlines = Outlines(kit, incident.views["after"], SIZE[0])
    down = (spot(0.0, float(y_mm)) for y_mm in range(0, -3000, -2))
    lowest = [one for one in down if outlines.middle_px(one)[1] < SIZE[1] - 4.0][-1]
    alone = replace(incident, changes=(), ghosts=(), passing=(), places={}, lying={}, about=(lowest,))
    _, _, _, bottom = place_px(outlines, alone, SHAPE)
    assert bottom > outlines.px(lowest)[:, 1].max() + 6.0 > SIZE[1]


def test_what_green_means_is_told_once() -> None:
    """By the tick on what is allowed instead, or, where no words tell that, by a word of its own."""
    roll, card = ("S:n@40.7:140.9:45", "S:5@40.7:150.9:80"), ("3h,5h", "3h,-5h")
    kept = Raced("royal-racers", RACING).turn(roll, card, ("pawns=S:c4", "pawns=S:d5"))
    _, incident = newest(kept)
    assert incident.ghosts
    for one in (incident, replace(incident, badges=())):
        ticked = [text for text, mark in large(drawn(kept, one)) if mark == "v"]
        assert (ticked == ["Allowed"]) == (not one.badges)


def test_of_two_pieces_in_one_place_neither_is_lost() -> None:
    """What lies where one lay has its name, one piece each; what was moved has the name that is left."""

    def discs(*xs_mm: float) -> dict[str, PlacedPiece]:
        numbered = ((f"disc:{number}", x_mm) for number, x_mm in enumerate(xs_mm, 1))
        return {name: PlacedPiece(name, "face", x_mm, 0.0, 8.0, 0.0) for name, x_mm in numbered}

    named = _named_as(discs(0.0, 5.0, 90.0), discs(300.0, 5.0, 0.0), frozenset())
    assert {name: one.x_mm for name, one in named.items()} == {"disc:1": 5.0, "disc:2": 0.0, "disc:3": 300.0}


def test_a_question_about_a_fault_says_which_fault_and_what_is_asked() -> None:
    """After a turn left in doubt a fault is only asked about: its picture tells the fault and then the question."""
    kept = played("racepack")
    fault = next(one for one in kept.verdicts() if rules_of(one) == ["three-movements"])
    word = doubted(verdict_from_json(fault.data))
    entries = [
        replace(one, data={**one.data, **verdict_to_json(word)}) if one.id == fault.id else one
        for one in kept.store.entries()
    ]
    incident = incident_of(game("racepack"), kits.manifest("racepack"), entries, fault.id, fold(entries))
    assert incident is not None
    assert (incident.heading, incident.more) == (WORDS["en"], word.questions[0].text)
    assert Tongue(game("racepack").words, "de").told(incident.more).startswith("Stimmt der Tisch")
    assert incident.badges == ("one turn | made 4 movements | make only 3",)
    for status, done in (("ILLEGAL", ("made 4 movements", "x")), ("UNDECIDED", ("made 4 movements ?", ""))):
        parts = sheet_of(replace(incident, status=status), "racepack").badges()
        (part,) = (one for one in parts if "movements" in one.text)
        assert ((part.text, part.mark), part.ground) == (done, OF_STATUS[status])


@pytest.mark.parametrize("many", [1, 40, 400])
def test_all_words_at_the_foot_fit(many: int) -> None:
    """Few in large letters, many in smaller ones; the edges stay free."""
    strip = foot(WIDTH_PX, FOOT_PX, "Grün fuhr zu schnell. " * (1 if many < 10 else 4), "Le dé " * many, (0, 0, 200))
    ink = np.all(strip < 150, axis=2)
    rows, columns = np.nonzero(ink)
    assert 4 <= rows.min() <= rows.max() < FOOT_PX - 4
    assert columns.max() < WIDTH_PX - 10


PHONE_PX, READABLE_PX = 340, 11
"""So wide a phone shows the picture, and so large letters are on it at least."""


def test_words_above_the_place_are_read_on_a_phone() -> None:
    """Each stands in one line, sooner below the others than in smaller letters; the edges stay free."""
    name, long = Part("Blau", OF_STATUS["LEGAL"], name=True), "würfelte und nahm Würfel zurück"
    told = [Part("Reparieren ist der ganze Zug", MOVED), Part(long, QUIET, "x"), Part("Würfel zurück", INSTEAD, "v")]
    strip = band(WIDTH_PX, HEAD_PX, [name, *told])
    high = [np.nonzero((strip == part.ground).all(axis=2).any(axis=1))[0] for part in (name, *told)]
    sizes = {int(np.ptp(rows)) for rows in high}
    assert len(sizes) == 1
    assert (sizes.pop() + 4) / 1.45 > READABLE_PX * WIDTH_PX / PHONE_PX
    assert len({int(rows.min()) for rows in high}) > 1
    assert (strip[:, -2:] == PAPER).all()


SIGNS = {
    "racepack/three-movements": "one turn | made 4 movements | make only 3",
    "racepack/start-speed": "first movement of the race | drove at speed 4 | drive at speed 1",
    "home-racers/move-distance": "gear 1, no 5 or 6 | drove 2 tiles | drive 1",
    "home-racers/path-length": "gear 1: path of 2 × 1 tiles | laid 3 tiles | lay 2 tiles",
    "nestorgames-gp/crash": "red did not crash | car turned belly-up | turn it upright",
    "nestorgames-gp/rocket": "rocket | used, but holds none | drive without it",
}


@pytest.mark.parametrize("name", ["racepack", "home-racers", "nestorgames-gp"])
def test_numbers_that_a_rule_is_about_are_told_with_what_it_allows(name: str) -> None:
    """Movements, a speed, a distance, a length of a path, in which gear; what was used and is not held."""
    kept = played(name)
    faults = [one for one in reversed(kept.verdicts()) if one.data["violations"]]
    told = {one.data["violations"][0]["rule"]: kept.incident(one).badges[:1] for one in faults}
    expected = {rule: (sign,) for rule, sign in SIGNS.items() if rule.startswith(name)}
    assert expected.items() <= told.items()


WITHOUT_A_SIGN = {
    "racepack": "spin-out.no-corner hazard-place.more-than-eight hazard-place.not-four hazard-place.off-road "
    "hazard-place.far",
    "royal-racers": "layout.missing flag-placement.strange flag-placement.belongs flag-placement.no-start "
    "flag-placement.missing flip-fixed.lies",
    "nestorgames-gp": "roll.so roll.ask roll.answer roll.no roll.pad roll.otherwise",
    "home-racers": "start-tile.no-line path-length.said portal.one portal.many",
}
"""What is wrong with a table before the race, what is only said, and words for a throw."""


@pytest.mark.parametrize("name", GAMES)
def test_each_way_to_break_a_rule_has_a_sign(name: str) -> None:
    """What was done and what is allowed, but for whose turn it was and what only a word breaks."""
    words = (Path(games.__file__).parent / name.replace("-", "_") / "words" / "en.ftl").read_text(encoding="utf-8")
    ways = {one.partition(" ")[0]: re.findall(r"\n    \.([a-z-]+) =", one) for one in re.split(r"\n(?=[a-z])", words)}
    rules = {full.rpartition("/")[2]: rule for full, rule in game(name).rules.items()}
    bare = {
        f"{rule}.{way}"
        for rule, one in rules.items()
        for way in ways[rule]
        if not (one.takes_turns or one.id in game(name).only_said or way.endswith("-sign"))
        and f"{way}-sign" not in ways[rule]
    }
    assert bare == set(WITHOUT_A_SIGN[name].split())


def test_signs_are_of_letters_that_the_font_has() -> None:
    """What was done and what is allowed, in every language and game: as many parts, and no empty boxes."""
    glyphs = TTFontFile(str(font_file(bold=True))).charToGlyph
    parts: dict[tuple[str, int], set[int]] = {}
    for path in Path(games.__file__).parent.glob("*/words/*.ftl"):
        signs = re.findall(r"-sign = (.+)", path.read_text(encoding="utf-8"))
        for number, sign in enumerate(signs):
            assert {letter for letter in sign if ord(letter) not in glyphs} == set(), (path, sign)
            parts.setdefault((path.parent.parent.name, number), set()).add(sign.count("|"))
    assert len(parts) > 15
    assert {len(counts) for counts in parts.values()} == {1}


@pytest.mark.parametrize("level", [30, 120, 240])
def test_a_place_in_the_dark_is_shown_in_good_light(level: int) -> None:
    """It becomes lighter, by three times at most; a picture in good light stays as it is."""
    entry = played("racepack").verdicts()[0]
    incident = played("racepack").incident(entry)
    image = np.full(SHAPE, level, np.uint8)
    shown = float(np.median(Sheet(incident, kits.manifest("racepack"), incident.views["after"], image, Tongue()).drawn))
    assert shown == pytest.approx(min(3.0 * level, max(215.0, level)), abs=1.0)


def test_the_way_lies_where_the_car_stood_in_the_picture() -> None:
    """Seen by the real eye: every place of every piece that was moved lies within 4 px of where it was drawn."""
    name = "racepack"
    rules, kit = game(name), kits.manifest(name)
    race = SimulatedRace(rules, kit, kits.pdf(name), seed=3, turns=1, fault_share=1.0, size=(960, 540))
    store, score = MemoryStore({"game": name}), Score()
    referee = Referee(rules, kit, store)
    referee.start_by_itself(4, race.start)
    stood: dict[str, list[NDArray[np.float64]]] = {}
    for event in race.events():
        take(event, referee, score)
        if isinstance(event, SimulatedFrame) and not event.hands:
            for piece in event.pieces:
                at = race.camera.image_of(np.array([[piece.x_mm, piece.y_mm, piece.z_mm]]))
                stood.setdefault(piece.piece, []).append(np.asarray(at, np.float64).reshape(2))
    kept = Kept(store, Incidents(rules, kit, referee.evidence))
    verdicts, places = kept.verdicts(), 0
    assert {kept.incident(entry).status for entry in verdicts} & {"ILLEGAL"}
    for entry in verdicts:
        incident = kept.incident(entry)
        outlines = Outlines(kit, incident.views["after"], race.camera.width_px)
        for change in (one for one in incident.changes if not one.rolled):
            for piece in (*change.places, *change.last):
                there = np.array(stood[piece.piece])
                assert np.linalg.norm(there - outlines.middle_px(piece), axis=1).min() < 4.0
                places += 1
        clip = kept.drawn(entry, "0")
        assert clip.shape == (HEIGHT_PX, WIDTH_PX, 3)
        assert has(clip, INSTEAD) == 0
    assert places > 4


def test_the_report_shows_the_place_of_each_fault() -> None:
    """Before and after in close-up with what they show in words; without places, the whole table as before."""
    name, kept, language = "racepack", played("racepack"), "fr"
    story = tell(game(name), kept.store.header, kept.store.entries())
    faults = [one for one in story.chapters if one.status in ("ILLEGAL", "UNDECIDED")]
    places = places_in(game(name), kits.manifest(name), kept.store)
    text = report(story, game(name), kept.store.picture, language, places=places)
    plain = report(story, game(name), kept.store.picture, language)
    assert faults
    for one in faults:
        shown = places(one.entry.id)
        assert shown is not None
        for which in ("before", "after"):
            close = base64.b64encode(shown.picture(which, language)).decode()
            assert close in text
            assert close not in plain
            assert escape(shown.told(language)[which]) in text


def test_the_seconds_before_move_forwards_and_back_in_the_report() -> None:
    """Three pictures make four steps of a loop that ends where it began, slower than it was, in a part to be opened."""
    greys = [cv2.imencode(".jpg", np.full((72, 96, 3), level, np.uint8))[1].tobytes() for level in (20, 120, 220)]
    moving = Pillow.open(io.BytesIO(loop(greys, (700, 300, 0))))
    seen, waits = [], []
    for frame in ImageSequence.Iterator(moving):
        seen.append(round(float(np.asarray(frame.convert("L")).mean()), -1))
        waits.append(frame.info["duration"])
    assert seen == [20, 120, 220, 120]
    assert waits == [1000, 750, 750, 1000]
    name, kept = "racepack", played("racepack")
    last = kept.verdicts()[-1]
    clip = b"".join(greys)
    entries = [replace(one, data={**one.data, "clip_ms": [700, 300, 0]}) if one.id == last.id else one
               for one in kept.store.entries()]  # fmt: skip
    shown = Shown(kept.incident(last), kits.manifest(name), game(name).words, lambda which: clip)
    text = report(tell(game(name), {}, entries), game(name), kept.store.picture, places=lambda one: shown)
    assert text.count("data:image/webp;base64,") == 1
    assert re.search(r"<details><summary>The seconds before[^<]*</summary><img ", text)


def test_a_replay_shows_the_same_places() -> None:
    """What was shown at the table is shown again from its record."""
    kept = played("racepack")
    replay = Replay(game("racepack"), kept.store, "race.sqlite")
    for entry in kept.verdicts()[:2]:
        shown = replay.incident(entry.id)
        assert shown.picture("after") == kept.place(entry).picture("after")


@pytest.mark.parametrize("said", ["LEGAL", "UNDECIDED"])
def test_the_picture_of_a_fault_shows_what_counts_of_it_now(said: str) -> None:
    """What people say of a fault changes its picture at once: it was red still."""
    kept = played("racepack")
    fault = next(one for one in kept.verdicts() if rules_of(one))
    entries = kept.store.entries()
    word = Entry(0, "person", "overrule", "", "", "", {"entry": fault.id, "status": said}, id=entries[-1].id + 1)
    shown = [kept.pictures.of(so_far, fault.id, fold(so_far)) for so_far in (entries, (*entries, word))]
    assert [one.incident.status for one in shown] == ["ILLEGAL", said]
    assert shown[0].picture("after") != shown[1].picture("after")


def test_a_fault_without_pictures_says_so_in_the_report() -> None:
    """A race refereed from text alone has a sentence where the pictures would be."""
    kept = played("racepack")
    bare = [replace(entry, pictures=()) for entry in kept.store.entries()]
    text = report(tell(game("racepack"), {}, bare), game("racepack"), kept.store.picture)
    assert "No picture was kept of this turn." in text


def test_the_film_shows_the_place_of_each_fault() -> None:
    """A fault takes two pictures, the place before and after; a legal turn one, the table."""
    name, kept = "racepack", played("racepack")
    story = tell(game(name), kept.store.header, kept.store.entries())
    places = places_in(game(name), kits.manifest(name), kept.store)
    look = Look(width_px=320, height_px=180, show="pictures")
    plain = list(film_frames(story, game(name), kept.store.picture, look))
    close = list(film_frames(story, game(name), kept.store.picture, look, places))
    faults = sum(one.status in ("ILLEGAL", "UNDECIDED") for one in story.chapters)
    shown = {one.tobytes() for one in plain}
    assert faults
    assert len(close) == len(plain) + faults
    assert sum(one.tobytes() not in shown for one in close) == 2 * faults


def test_what_cannot_be_shown_is_refused_with_a_key_error() -> None:
    """No such entry or name, a second before that was not kept, a record of before there were views."""
    kept = played("racepack")
    entry, entries = kept.verdicts()[0], kept.store.entries()
    for name in ("sideways", "7"):
        with pytest.raises((KeyError, RecordError)):
            kept.place(entry).picture(name)
    with pytest.raises(KeyError):
        kept.pictures.of(entries, 10**6, fold(entries))
    old = [replace(one, data={k: v for k, v in one.data.items() if k != "views"}) for one in entries]
    fresh = Incidents(game("racepack"), kits.manifest("racepack"), kept.store.picture)
    with pytest.raises(KeyError):
        fresh.of(old, entry.id, fold(old))


@pytest.mark.parametrize(
    "views", [{"after": 3}, ["after"], {"after": {}}, {"after": {"size_px": [0, 0]}}, {"after": {"lens": "123456789"}}]
)
def test_a_view_that_no_referee_writes_is_refused(views: object) -> None:
    """A record from elsewhere may hold anything; our own are fine."""
    kept = played("racepack")
    entry = kept.verdicts()[0]
    check_shapes(kept.store.entries())
    with pytest.raises(RecordError, match="'views' is wrong"):
        check_shapes([replace(entry, data={**entry.data, "views": views})])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_told_in_every_language(language: str) -> None:
    """Whose turn, how many steps and alternatives; what was covered only where something was."""
    kept = played("racepack")
    for entry in kept.verdicts():
        incident = kept.incident(entry)
        told = incident.alt("after", Tongue(game("racepack").words, language))
        assert "{" not in told
        assert Tongue(language=language).named("who", incident.player) in told
        assert incident.steps < 2 or str(incident.steps) in told
        views = {
            name: replace(view, covered=(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),))
            for name, view in incident.views.items()
        }
        assert len(replace(incident, views=views).alt("after", Tongue(language=language))) > len(told)


def test_the_spaces_of_the_way_that_was_driven_and_of_the_legal_one_are_counted() -> None:
    """From the place where a car lay over each space between, in steps of a space; the legal way's in green."""
    name = "nestorgames-gp"
    rules, kit = game(name), kits.manifest(name)
    kept = gp().turn(
        ("tray=s33:wrench", "tray=s33:wrench dice=R1:2@-32/-14/46"),
        ("46", "46,R2:3@-4/-21/281"),
        ("R:s16", "R:s19"),
    )
    entry, incident = newest(kept)
    assert rules_of(entry) == ["exact-move"]
    (change,) = (one for one in incident.changes if not one.rolled)
    assert change.before is not None
    assert change.after is not None
    places = [(one.x_mm, one.y_mm) for one in (change.before, *change.road, change.after)]
    assert len(places) == 4
    assert max(np.linalg.norm(np.diff(places, axis=0), axis=1)) < 70.0
    laid = {one.piece: one for one in rules.layout(str(entry.data["after"]), kit)}[change.piece]
    assert np.linalg.norm(np.subtract(places[-1], (laid.x_mm, laid.y_mm))) < 30.0
    for ghost, road in (one for one in incident.ghosts if one.road):
        end = next(one for one in ghost if one.piece == road[0].piece)
        assert np.hypot(end.x_mm - road[-1].x_mm, end.y_mm - road[-1].y_mm) < 30.0
    assert [len(road) for _, road in incident.ghosts].count(6) == 1
    green = []
    for one in (incident, replace(incident, ghosts=tuple(Ghost(one.pieces) for one in incident.ghosts))):
        sheet = sheet_of(one, name)
        sheet.tell_what_happened()
        green.append(has(sheet.drawn, INSTEAD))
    assert green[0] > green[1]


@pytest.mark.parametrize(("end", "steps"), [("s18", 10), ("s25", 10)])
def test_the_way_is_the_one_that_was_driven_where_a_shortcut_leads_there_too(end: str, steps: int) -> None:
    """From s8 by the main road, or by the shortcut, a space at a time; the cylinder lies in the box either way."""
    rolled = ("tray=s33:wrench", "tray=s33:wrench dice=R1:4@-35/-17/276")
    second = ("276", "276,R2:5@-4/-19/101"), ("101", "101,R3:1@33/-16/59")
    kept = gp(cars="R:s8,B:s30").turn(rolled, *second, ("R:s8,B:s30 box=R:3/0", f"R:{end},B:s30 box=R:3/0/c"))
    entry = next(one for one in kept.verdicts() if f"move={steps}" in one.data["turn"])
    incident = kept.incident(entry)
    assert ("shortcut" in rules_of(entry)) == (end == "s18")
    assert {one.piece for one in incident.about} == ({"cylinder:R"} if end == "s18" else set())
    (car,) = (one for one in incident.changes if one.piece == "car:R")
    assert len(car.road) == steps - 1
    rules, kit = game("nestorgames-gp"), kits.manifest("nestorgames-gp")
    driven = [(one.x_mm, one.y_mm) for one in car.road]
    main = [rules.place(entry.before, f"s{number}", kit) for number in range(9, 18)]
    assert (driven == [pytest.approx(one) for one in main]) == (end == "s18")
    assert {len(road) - 1 for _, road in incident.ghosts if road} <= {steps}


def test_a_legal_way_round_the_board_is_in_the_picture_as_a_whole() -> None:
    """nestorgames GP: red rolls 6 and 4 before the corner and stays; all ten spaces of the way are shown."""
    thrown = ("tray=s33:wrench", "tray=s33:wrench dice=R1:6@-32/-14/46"), ("46", "46,R2:4@-4/-21/281")
    kept = gp(cars="R:s14,B:s8").turn(*thrown, said=("alone", "sum=10"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["exact-move"]
    assert incident.badges == ("rolled 10 | did not move | move 10",)
    sheet = drawn(kept)
    assert all(sheet.shows(one) for ghost in incident.ghosts for one in ghost.road)


def test_a_die_that_was_not_rolled_is_shown_as_it_lay() -> None:
    """With the sign for it; not in a turn in which it was rolled, too late. What each throw showed stands below it."""
    drive = (("A:e1", "A:c1"), ("A:c1", "A:a1"), ("A:a1", "A:a4"))
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(*drive)
    entry, incident = newest(kept)
    assert rules_of(entry) == ["penalty-roll"]
    assert signed(incident, AS_BEFORE) == ["die:M"]
    assert incident.badges == ("corner at speed 2 | die not rolled | roll the die",)
    assert signs(kept).count("=") == 1
    assert "sign =" in incident.alt("after", Tongue())
    rolled = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(*drive, ("die=n:0:0:0", "die=4:0:12:210"))
    assert not newest(rolled)[1].signs
    assert "=" not in signs(rolled)
    assert drawn(rolled).values == [], "what it showed then would speak against the fault"
    again = (*drive[:2], ("die=n:0:0:0", "die=5:0:12:210"), drive[2], ("die=5:0:12:210", "die=4:4:2:110"))
    twice = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(*again)
    assert rules_of(newest(twice)[0]) == ["spin-out"]
    assert drawn(twice).values == ["5>4"]


def test_cards_turned_over_without_a_roll_show_the_die_as_it_lay() -> None:
    """Royal Racers: two cards are a fault whatever was rolled; nobody rolled, and the driver's die bears the sign."""
    cards = (("3h,5h", "3h,-5h"), ("ac,2h", "ac,-2h"), ("pawns=S:c4", "pawns=S:c5"))
    for roll, unrolled in (((), ["die:S"]), ((("S:n@40.7:140.9:45", "S:5@40.7:150.9:80"),), [])):
        kept = Raced("royal-racers", RACING).turn(*roll, *cards)
        entry, incident = newest(kept)
        assert rules_of(entry) == ["morph"]
        assert signed(incident, AS_BEFORE) == unrolled
        assert signs(kept).count("=") == len(unrolled)


def test_above_the_place_stands_the_reason_of_this_very_case() -> None:
    """Who leads and whether he crossed the line, whose pawn stands there, what was not done to the tray."""
    road, roll = RACEPACK.format(turn="A,C,S,M"), ("S:n@40.7:140.9:45", "S:4@40.7:150.9:80")
    ahead = road.replace("A:e1", "A:k1").replace("M:h1,S:h2", "M:d1,S:d2")
    taken = "tray=s33:wrench", "tray=s33:wrench dice=R1:2@-30/-14/46"
    told = [
        newest(kept)[1].badges[-1]
        for kept in (
            Raced("racepack", road.replace("k10-", "k10+")).turn(*THREE, ("k10+", "k10-")),
            Raced("racepack", ahead).turn(("A:k1", "A:j1"), ("A:j1", "A:i1"), ("A:i1", "A:h1")),
            Raced("royal-racers", RACING.replace("A:d3 dice", "A:d2 dice")).turn(roll, ("4d,9d", "-4d,9d")),
            gp().turn(("tray=s33", "tray=s34"), said=("alone",)),
            gp(cars="R:s31,B:s8").turn(taken, ("R:s31", "R:s33"), ("tray=s33:wrench", "tray=s5:oil"), said=("alone",)),
        )
    ]
    assert told == [
        "hazard | turned back | leave it as it was",
        "blue leads, crossed the line | lap die shows 3 | turn it to 2",
        "blue stands on it | card turned over | turn a free one",
        "nobody took the item | tray moved | put it back",
        "item taken, red leads | tray not before red | put it in the green frame",
    ]


def test_of_two_cards_turned_over_both_are_outlined() -> None:
    """Royal Racers: the second one is wrong and bears the signs; the first stands beside it, or one sees one card."""
    roll = ("S:n@40.7:140.9:45", "S:3@40.7:160.9:45")
    kept = Raced("royal-racers", RACING).turn(roll, ("3d,7c", "-3d,7c"), ("3s,3c", "3s,-3c"))
    sheet = drawn(kept)
    assert large(sheet)[2:] == [("turned a second one", "x"), ("turn it back", "v")]
    assert [one.piece for one in sheet.wrong] == ["card:3c"]
    assert {one.piece for one in newest(kept)[1].changes if one.turned} == {"card:3d", "card:3c"}
    assert {text: signs(kept).count(text) for text in ("x", TURNED)} == {"x": 1, TURNED: 2}


def test_the_die_that_was_rolled_is_shown_where_the_rule_hangs_on_it_and_the_fact_tells_no_value() -> None:
    """Royal Racers: a blank turns no card; the blank itself stands beside the card that was turned."""
    roll = ("S:n@40.7:140.9:45", "S:n@90.7:150.9:80")
    kept = Raced("royal-racers", RACING).turn(roll, ("3h,5h", "3h,-5h"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["morph"]
    assert incident.dice
    assert drawn(kept).values == ["NULL"]


def test_a_car_where_no_roll_takes_it_shows_the_dice_as_they_lay() -> None:
    """nestorgames GP: red drives, and the dice of his last roll lie on the card still; they alone bear the sign."""
    kept = gp(dice="R1:2@-32/-14/46,R2:4@-3/-21/30").turn(("R:s16", "R:s4"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["exact-move"]
    assert signed(incident, AS_BEFORE) == ["die:R1", "die:R2"]
    assert signs(kept).count("=") in (1, 2)  # on each, or once beside them in the corner


def test_a_car_that_should_have_moved_is_marked_and_its_roll_shown_beside_it() -> None:
    """nestorgames GP: red rolls 2 and stays; the car is crossed out, not the die, and where it may go is green."""
    thrown = "tray=s33:wrench", "tray=s33:wrench dice=R1:2@-32/-14/46"
    kept = gp().turn(thrown, said=("alone", "sum=2"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["exact-move"]
    assert [one.piece for one in incident.about] == ["car:R"]
    assert moved_instead(incident) == {"car:R"}
    assert incident.dice
    assert incident.badges == ("rolled 2 | did not move | move 2",)
    assert any(ghost.road for ghost in incident.ghosts)
    sheet = drawn(kept)
    assert all(sheet.shows(one) for ghost in incident.ghosts for one in ghost.road)


def test_a_mat_on_which_nobody_rolled_bears_a_sign_and_a_lost_die_another_one() -> None:
    """nestorgames GP: red drives; his die in the box is out of play, and bears no sign of a die that was not rolled."""
    kept = gp(box="R:3/1,B:3/0").turn(("R:s16", "R:s12"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["exact-move"]
    assert not signed(incident, AS_BEFORE)
    assert signed(incident, NONE) == ["throw"]
    assert signed(incident, LOCKED) == ["die:R6"]
    assert signs(kept).count(NONE) == 1
    assert "=" not in signs(kept)
    assert (LOCKED in signs(kept)) == drawn(kept).shows(incident.signs[-1][1])
    assert "∅" in incident.alt("after", Tongue())


def test_what_a_driver_used_and_does_not_hold_is_shown_as_it_is_printed() -> None:
    """An oil spill that nobody had: it lies crossed out, and its printed face stands in a corner with a sign."""
    kept = gp(cars="R:s13,B:s18").turn(
        ("tray=s33:wrench", "tray=s33:wrench items=s13:oil"),
        ("s13:oil", "s13:oil dice=R1:2@-30/-13/122"),
        ("122", "122,R2:2@4/-14/329"),
        said=("alone",),
    )
    entry, incident = newest(kept)
    assert rules_of(entry) == ["oil"]
    assert signed(incident, NONE, on_the_table=False) == ["oil:1"]
    assert signs(kept).count(NONE) == 1
    assert has(kept.drawn(entry, "after"), PRINTED) > 2_000
    assert "∅" in incident.alt("after", Tongue())


def test_a_piece_that_shows_the_wrong_thing_is_crossed_out_and_the_car_is_not() -> None:
    """Racepack: the lap die was turned though nobody crossed the line; what it shows stands below it as a number."""
    kept = Raced("racepack", RACEPACK.format(turn="A,C,S,M")).turn(("A:e1", "A:d1"), ("lap=3", "lap=2"))
    entry, incident = newest(kept)
    assert "lap-die" in rules_of(entry)
    assert [one.piece for one in incident.about] == ["pawn:A", "die:S"][-len(rules_of(entry)) :]
    assert "finish line" in signs(kept), "what the leader has to cross"
    assert incident.badges[-1] == "blue leads, no new lap | lap die shows 2 | turn it to 3"
    assert "pawn:A" in incident.places
    assert signs(kept).count("x") == len(incident.about) + 1, "the die once more, larger, in the corner"


def test_a_die_that_stands_for_a_car_was_driven() -> None:
    """Racepack for three: the green die drives backwards; it has its way, its step and what would have been right."""
    kept = Raced("racepack", THREE_DRIVE).turn(("dC:h2", "dC:k2"))
    entry, incident = newest(kept)
    assert rules_of(entry) == ["forward"]
    assert [(one.piece, one.rolled) for one in incident.changes] == [("die:C", False)]
    assert incident.rolled == {"die:S", "die:M"}
    assert incident.steps == 1
    assert {one.piece for one in incident.about} == {"die:C"} == moved_instead(incident)
    assert len(drawn(kept).ways["die:C"]) == 2
    assert not {"green", "green die"} & {*signs(kept)}, "who did it stands above"


def test_tiles_of_a_path_are_counted_though_they_were_cleared_away() -> None:
    """Home Racers: each tile that lay there, and was taken away when the car had driven, bears its number."""
    name, kept = "home-racers", played("home-racers")
    incident = next(one for one in map(kept.incident, kept.verdicts()) if one.passing)
    bare = replace(incident, path=(), changes=tuple(replace(one, road=()) for one in incident.changes))
    plain, counted = (sheet_of(one, name) for one in (bare, incident))
    for sheet in (plain, counted):
        sheet.tell_what_happened()
    for tile in incident.passing:
        x, y = counted.middle_px(tile).round().astype(int)
        around = np.s_[y - 12 : y + 12, x - 12 : x + 12]
        drawn = counted.drawn[around]
        assert has(drawn, QUIET) + has(drawn, OF_STATUS["ILLEGAL"]) > 50
        assert (drawn != plain.drawn[around]).any()


def test_tiles_of_a_path_bear_one_number_each() -> None:
    """Home Racers: a tile that was left lying is the second of its path, and bears no number of a step besides."""
    laid = "tiles=30:-50:0,110:-50:0 tray=R4:1:2 specials="
    left = laid.replace("tiles=30:-50:0,110:-50:0", "tiles=110:-50:0")
    race = Raced("home-racers", HOME.replace("gears=R:0,Y:0", "gears=R:1,Y:2"))
    kept = race.turn(("specials=", laid), ("R:-50:-50:0", "R:30:-50:0"), (laid, left))
    assert rules_of(newest(kept)[0]) == ["tiles-cleared"]
    assert newest(kept)[1].badges == ("a tile without a car is cleared | 1 tile left lying | clear the path",)
    assert not {"1", "2", "3"} & {*signs(kept)}
    assert drawn(kept).counted == 2


def test_before_a_turn_that_was_opened_again_stands_its_own_beginning() -> None:
    """A fourth movement, after the third had ended the turn: the picture before shows the car where it set out."""
    race = Raced("racepack", RACEPACK.format(turn="A,C,S,M"))
    race.turn(("A:e1", "A:d1"), ("A:d1", "A:c1"), ("A:c1", "A:b1"))
    kept = race.turn(("A:b1", "A:a1"))
    entry, incident = newest(kept)
    assert "three-movements" in rules_of(entry)
    began = {one.piece: (one.x_mm, one.y_mm) for one in race.rules.layout(entry.before, race.kit)}
    assert incident.views["before"].pieces["pawn:A"][:2] == pytest.approx(began["pawn:A"])
