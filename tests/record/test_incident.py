"""The incident picture: cut out around what was moved, with the way that was seen, legal turns, what was covered."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageSequence

from calibration.camera_model import guess
from calibration.table_plane import TablePlane
from markers import kits
from markers.kit import PlacedPiece
from referee.assemble import Referee
from referee.cli.demo_events import take
from referee.devices.film_frames import Look, film_frames
from referee.errors import IllegalAction, RecordError
from referee.games.registry import GAMES, game
from referee.hosting.replay import Replay
from referee.match import Match
from referee.mind.plant import faulty_turn
from referee.record.entry import Entry
from referee.record.incident import Incident
from referee.record.incident_loop import loop
from referee.record.incident_picture import (
    COVERED,
    HEIGHT_PX,
    INSTEAD,
    OF_STATUS,
    TURNED,
    WIDTH_PX,
    Incidents,
    Outlines,
    Sheet,
    Shown,
    place_px,
    places_in,
)
from referee.record.memory import MemoryStore
from referee.record.report import report
from referee.record.shape import check_shapes
from referee.record.story import tell
from referee.record.words import Tongue
from referee.scoring import Score
from referee.simulator.plain_view import scene_of
from referee.simulator.race import SimulatedFrame, SimulatedRace
from referee.vision.bearings import standpoint
from referee.vision.scene import Point, SettledScene
from referee.words.catalogue import LANGUAGES

SIZE = (1280, 720)
SHAPE = (SIZE[1], SIZE[0], 3)
DICE = re.compile(r" dice=\S+")
"""How a look tells of the dice, in every game that rolls several."""
GREY = cv2.imencode(".jpg", np.full(SHAPE, 120, np.uint8))[1].tobytes()


@dataclass(frozen=True)
class Kept:
    """A race with the pictures of its incidents."""

    store: MemoryStore
    pictures: Incidents

    def verdicts(self) -> tuple[Entry, ...]:
        """Every closing word of which the place can be shown."""
        return tuple(e for e in self.store.entries() if e.kind == "verdict" and "views" in e.data)

    def incident(self, entry: Entry) -> Incident:
        """What an entry shows."""
        return self.pictures.of(self.store.entries(), entry.id).incident

    def drawn(self, entry: Entry, name: str) -> NDArray[np.uint8]:
        """Its picture."""
        jpeg = self.pictures.of(self.store.entries(), entry.id).picture(name)
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

    def end_turn(self) -> None:
        """Close the turn under way, unless the next driver has begun: what comes closes it."""
        with suppress(IllegalAction):
            self.match.close(self.at_ns)

    def kept(self) -> Kept:
        """What there is of it."""
        return Kept(self.store, Incidents(self.rules, self.kit, self.store.picture))


@cache
def played(
    name: str, turns: int = 4, covered: tuple[tuple[Point, ...], ...] = (), only: str = "", rolled: bool = True
) -> Kept:
    """A seeded race full of faults, or of `only` one; unless they are `rolled` dice lie in each turn as it began."""
    rules: Any = game(name)
    dice = Random(4)
    race = Raced(name, rules.start(max(rules.players_allowed[:3]), dice), covered)
    for _ in range(turns):
        if race.match.phase != "race":
            break
        position, faults = race.match.state.position, [only] if only else rules.faults()
        turn = faulty_turn(rules, position, dice, faults) or rules.play(position, dice, None)
        lay = "".join(DICE.findall(rules.visible(position)))
        for text in turn.stops:
            race.show(text if rolled else DICE.sub("", text) + lay)
        if len(race.match.state.stops) > 1:
            race.end_turn()
    return race.kept()


def longer() -> Iterator[tuple[str, Kept]]:
    """Races long enough for pieces to be turned over, and taken away wrongly."""
    yield from ((name, played(name, turns)) for name, turns in (("royal-racers", 12), ("nestorgames-gp", 10)))


def has(image: NDArray[np.uint8], colour: tuple[int, int, int]) -> int:
    """How many px of a picture are about of this colour."""
    return cv2.countNonZero(cv2.inRange(image, np.array(colour) - 29, np.array(colour) + 29))


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_holds_every_place_of_every_piece_that_was_moved_with_a_margin(name: str) -> None:
    """Before, after and on the way; dice that were rolled elsewhere have their corner."""
    kept, kit = played(name), kits.manifest(name)
    assert len(kept.verdicts()) > 3
    for entry in kept.verdicts():
        incident = kept.incident(entry)
        for one in ("before", "after"):
            left, top, right, bottom = place_px(incident, kit, one, SHAPE)
            assert (right - left) / (bottom - top) == pytest.approx(WIDTH_PX / HEIGHT_PX)
            outlines = Outlines(kit, incident.views[one], SIZE[0])
            for piece in (piece for change in incident.changes if not change.rolled for piece in change.shown):
                px = outlines.px(piece)
                room = min(6.0, *(px.min(axis=0)), *(np.array(SIZE) - px.max(axis=0)))
                assert (px.min(axis=0) - (left, top)).min() >= room - 1.0
                assert ((right, bottom) - px.max(axis=0)).min() >= room - 1.0


@pytest.mark.parametrize("name", GAMES)
def test_the_way_the_end_and_the_legal_alternatives_are_drawn(name: str) -> None:
    """In the verdict's colour the way, in green what would have been legal; before the turn neither is there."""
    kept, alternatives = played(name), 0
    for entry in kept.verdicts():
        incident, after, before = kept.incident(entry), kept.drawn(entry, "after"), kept.drawn(entry, "before")
        assert after.shape == before.shape == (HEIGHT_PX, WIDTH_PX, 3)
        if any(not one.rolled for one in incident.changes):
            assert has(after, OF_STATUS[incident.status]) > 300
        assert has(before, INSTEAD) == 0
        if not incident.ghosts:
            assert has(after, INSTEAD) == 0 or incident.stayed
        alternatives += has(after, INSTEAD) > 300
    assert alternatives


@pytest.mark.parametrize("name", GAMES)
def test_each_step_that_was_seen_is_numbered_in_its_order(name: str) -> None:
    """The numbers along a piece's way rise, and the last one is how many steps there were."""
    for entry in played(name).verdicts():
        incident = played(name).incident(entry)
        ways = [[step for step, _ in change.way] for change in incident.changes if not change.rolled]
        assert all(way == sorted(set(way)) for way in ways)
        gone = any(change.after is None for change in incident.changes)
        assert gone or max((way[-1] for way in ways if way), default=0) == incident.steps


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
    left, top, right, _ = place_px(hidden.incident(entry), kit, "after", SHAPE)
    middle = Outlines(kit, hidden.incident(entry).views["after"], SIZE[0]).ground_px([(x_mm, y_mm)])[0]
    x, y = ((middle - (left, top)) * WIDTH_PX / (right - left)).round().astype(int)
    around = hidden.drawn(entry, "before")[y - 60 : y + 60, x - 60 : x + 60]
    assert has(around, COVERED) > 200


def test_only_what_no_legal_turn_moves_is_crossed_out() -> None:
    """A flag laid down as it should be bears no cross when a card was turned down beside it, which bears it alone."""
    marked = [
        {one.piece.partition(":")[0]: one.wrong for one in played("royal-racers", 12).incident(entry).changes}
        for entry in played("royal-racers", 12).verdicts()
        if "face down" in str(entry.data["sentence"]) and not entry.data["provisional"]
    ]
    assert marked
    assert all(one == {"card": True, "tile": False} for one in marked)


def signs(name: str, incident: Incident) -> list[str]:
    """What stands in discs in the picture of an incident, in order."""
    sheet = Sheet(incident, kits.manifest(name), incident.views["after"], np.full(SHAPE, 120, np.uint8))
    sheet.tell_what_happened()
    sheet.add_dice()
    return [text for text, _ in sheet.signs]


def test_a_piece_that_was_turned_over_bears_the_sign_for_it() -> None:
    """A card turned face down and a car turned belly-up; no other piece does, and a single step bears no number."""
    seen = 0
    for name, kept in longer():
        for entry in kept.verdicts():
            incident = kept.incident(entry)
            turned = [one for one in incident.changes if not one.rolled and one.before and one.after]
            flips = sum(one.before.side != one.after.side for one in turned if one.before and one.after)
            shown = signs(name, incident)
            assert shown.count(TURNED) <= flips
            assert bool(shown.count(TURNED)) == bool(flips)
            assert incident.steps > 1 or not set(shown) & set("123456789")
            seen += flips
    assert seen


def test_what_was_taken_away_wrongly_is_crossed_out() -> None:
    """A lap disc taken from a box leaves nothing to draw a cross beside but the place where it lay."""
    taken = 0
    for name, kept in longer():
        for entry in kept.verdicts():
            incident = kept.incident(entry)
            gone = [one for one in incident.changes if not one.rolled and one.after is None]
            if incident.status == "ILLEGAL" and any(one.wrong for one in gone):
                shown = signs(name, incident)
                assert shown.count("-") == len(gone)
                assert shown.count("x") >= sum(one.wrong for one in gone)
                taken += 1
    assert taken


@pytest.mark.parametrize("level", [30, 120, 240])
def test_a_place_in_the_dark_is_shown_in_good_light(level: int) -> None:
    """It becomes lighter, by three times at most; a picture in good light stays as it is."""
    entry = played("racepack").verdicts()[0]
    incident = played("racepack").incident(entry)
    image = np.full(SHAPE, level, np.uint8)
    shown = float(np.median(Sheet(incident, kits.manifest("racepack"), incident.views["after"], image).drawn))
    assert shown == pytest.approx(min(3.0 * level, max(215.0, level)), abs=1.0)


def test_the_way_lies_where_the_car_stood_in_the_picture() -> None:
    """Seen by the real eye: every place of every piece that was moved lies within 4 px of where it was drawn."""
    name = "racepack"
    rules, kit = game(name), kits.manifest(name)
    race = SimulatedRace(rules, kit, kits.pdf(name), seed=3, turns=2, fault_share=0.9, size=(960, 540))
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
            for piece in change.shown:
                there = np.array(stood[piece.piece])
                assert np.linalg.norm(there - outlines.middle_px(piece), axis=1).min() < 4.0
                places += 1
        clip = kept.drawn(entry, "0")
        assert clip.shape == (HEIGHT_PX, WIDTH_PX, 3)
        assert has(clip, INSTEAD) == 0
    assert places > 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_shows_the_place_of_each_fault(language: str) -> None:
    """Before and after in close-up with what they show in words; without places, the whole table as before."""
    name, kept = "racepack", played("racepack")
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
            close = base64.b64encode(shown.picture(which)).decode()
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
    for entry in kept.verdicts():
        shown = replay.incident(entry.id)
        assert shown.picture("after") == kept.pictures.of(kept.store.entries(), entry.id).picture("after")


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
            kept.pictures.of(entries, entry.id).picture(name)
    with pytest.raises(KeyError):
        kept.pictures.of(entries, 10**6)
    old = [replace(one, data={k: v for k, v in one.data.items() if k != "views"}) for one in entries]
    fresh = Incidents(game("racepack"), kits.manifest("racepack"), kept.store.picture)
    with pytest.raises(KeyError):
        fresh.of(old, entry.id)


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


def test_a_car_is_drawn_along_the_road_where_only_one_leads_there() -> None:
    """From the place where it lay over each space between to the one where it lies, in steps of a space."""
    name, roads = "nestorgames-gp", 0
    rules, kit = game(name), kits.manifest(name)
    kept = played(name, 10)
    for entry in kept.verdicts():
        for change in (one for one in kept.incident(entry).changes if one.road):
            assert change.before is not None
            assert change.after is not None
            places = [(one.x_mm, one.y_mm) for one in (change.before, *change.road, change.after)]
            assert max(np.linalg.norm(np.diff(places, axis=0), axis=1)) < 70.0
            way = rules.moved(entry.before, str(entry.data["after"]))["way"][change.piece]
            laid = {one.piece: one for one in rules.layout(str(entry.data["after"]), kit)}[change.piece]
            assert np.linalg.norm(np.subtract(way[-1], (laid.x_mm, laid.y_mm))) < 30.0
            roads += 1
    assert roads


def test_a_die_that_was_not_rolled_is_shown_as_it_lay() -> None:
    """With the sign for it, in the place or in the corner; in no turn in which it was rolled."""
    name, rule = "racepack", "racepack/penalty-roll"
    kept, shown = played(name, 24, only=rule), 0
    for entry in kept.verdicts():
        incident = kept.incident(entry)
        broken = any(one["rule"] == rule for one in entry.data["violations"])
        assert broken or not incident.unrolled
        die = {one.piece for one in incident.unrolled}
        assert not die & {one.piece for one in incident.changes}
        assert signs(name, incident).count("=") == bool(die)
        if die:
            assert "sign =" in incident.alt("after", Tongue())
        shown += bool(die)
    assert shown


def test_cards_turned_over_without_a_roll_show_the_die_as_it_lay() -> None:
    """Royal Racers: two cards are a fault whatever was rolled; nobody rolled, and the driver's die bears the sign."""
    name, rule, shown = "royal-racers", "royal-racers/morph", 0
    kept = played(name, 24, only=rule, rolled=False)
    for entry in kept.verdicts():
        incident = kept.incident(entry)
        broken = any(one["rule"] == rule for one in entry.data["violations"])
        assert [one.piece for one in incident.unrolled] == ([f"die:{entry.data['turn'][0]}"] if broken else [])
        assert signs(name, incident).count("=") == broken
        shown += broken
    assert shown
    thrown = played(name, 24, only=rule)
    assert not any(thrown.incident(entry).unrolled for entry in thrown.verdicts())


def test_a_car_where_no_roll_takes_it_shows_the_dice_as_they_lay() -> None:
    """nestorgames GP: red drives, and the dice of his last roll lie on the card still; they alone bear the sign."""
    name = "nestorgames-gp"
    before = (
        f"{name} board=harbour cars=R:s16,B:s8 box=R:3/0,B:3/1 tray=s33:wrench "
        "dice=R1:2@-32/-14/46,R2:4@-3/-21/30 edition=tray switches=items:tray seats=RB turn=R started=RB"
    )
    race = Raced(name, before)
    race.show(race.rules.visible(before).replace("R:s16", "R:s3"))
    race.end_turn()
    kept = race.kept()
    entry = kept.verdicts()[-1]
    incident = kept.incident(entry)
    assert [one["rule"] for one in entry.data["violations"]] == [f"{name}/exact-move"]
    assert [one.piece for one in incident.unrolled] == ["die:R1", "die:R2"]
    assert signs(name, incident).count("=") in (1, 2)  # on each, or once below them in the corner


def test_how_long_a_path_is_and_should_be_is_counted_along_it() -> None:
    """A car that drove another number of spaces than it rolled: as many green numbers as a legal turn has spaces."""
    name, counted = "nestorgames-gp", 0
    kept = played(name, 16, only="nestorgames-gp/exact-move")
    for entry in kept.verdicts():
        incident = kept.incident(entry)
        for letter, road in incident.ghost_roads.items():
            assert letter in incident.ghosts
            end = next(one for one in incident.ghosts[letter] if one.piece == road[0].piece)
            assert np.hypot(end.x_mm - road[-1].x_mm, end.y_mm - road[-1].y_mm) < 30.0
            plain = replace(incident, ghost_roads={})
            with_it, without = (
                Sheet(one, kits.manifest(name), one.views["after"], np.full(SHAPE, 120, np.uint8))
                for one in (incident, plain)
            )
            for sheet in (with_it, without):
                sheet.tell_what_happened()
            counted += has(with_it.drawn, INSTEAD) > has(without.drawn, INSTEAD)
    assert counted
