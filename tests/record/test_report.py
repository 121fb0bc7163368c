"""The report: complete, safe and self-contained, for every game."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
import resvg_py
from PIL import Image
from pyzbar import pyzbar

from referee.cli.report import page_of
from referee.devices.store import SqliteStore
from referee.errors import NotationError
from referee.games.registry import GAMES, game
from referee.record.entry import Entry
from referee.record.memory import MemoryStore
from referee.record.report import report
from referee.record.report_chart import by_turn, dice_bars, lap_chart
from referee.record.story import tell
from referee.record.words import Tongue
from tests.record.races import play_into, race


class Outline(HTMLParser):
    """Tags that are still open, and every attribute that could ask for something elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.asked += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "srcset", "data")]
        if tag not in ("meta", "img", "br", "link", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(name: str, turns: int = 24) -> tuple[str, Outline]:
    """A seeded race's report and its outline."""
    store = race(name, turns, faults=0.4)
    text = report(tell(game(name), store.header, store.entries()), game(name), store.picture)
    outline = Outline()
    outline.feed(text)
    return text, outline


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(1)
def test_a_report_holds_everything_and_asks_for_nothing(name: str) -> None:
    """Every turn's board, faults with pictures, drivers and chart; no script, and no address but data of its own."""
    text, outline = page(name)
    assert outline.open == []
    assert "script" not in outline.names
    assert all(address.startswith("data:image/jpeg;base64,") for address in outline.asked)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/)", text)
    story = tell(game(name), {}, race(name, 24, faults=0.4).entries())
    faults = [chapter for chapter in story.chapters if chapter.status != "LEGAL"]
    assert faults
    assert len(outline.asked) == 2 * len(faults)
    assert text.count('<figure class="r-turn') == len(story.chapters) + 1
    assert all(sheet.turns for sheet in story.sheets.values())
    assert 'class="r-chart"' in text


def test_speeds_times_and_chance_are_drawn_for_every_driver() -> None:
    """A bar for each turn of each driver, and under the dice how often chance would bring each face."""
    story = tell(game("racepack"), {}, race("racepack", 24, faults=0.0).entries())
    charts = by_turn(story.chapters)
    drivers = {chapter.player for chapter in story.chapters if chapter.player}
    assert len(drivers) > 1
    for heading, chart in zip(("speed", "seconds"), charts.split("<h3>")[1:], strict=True):
        assert chart.startswith(f"Turn by turn: {heading}")
        assert all(f">{driver}: " in chart for driver in drivers)
        assert chart.count("<rect") >= len(drivers)
    assert by_turn(()) == ""
    assert "By chance each face would come 2.0 times" in dice_bars({"a": 7, "3": 5}, Tongue())


@pytest.mark.parametrize("name", GAMES)
def test_every_game_tells_facts_for_statistics(name: str) -> None:
    """Over a seeded race each driver has measures or dice, and each car of the facts is one of the standings."""
    story = tell(game(name), {}, race(name, 24, faults=0.4).entries())
    cars = {row["car"] for row in story.standings}
    assert {facts.car for chapter in story.chapters for facts in chapter.facts} <= cars
    assert any(sheet.measures or sheet.dice or sheet.events for sheet in story.sheets.values())


def test_what_people_and_records_say_cannot_become_markup() -> None:
    """Angle brackets in a sentence, a reason or a name are shown as they are."""
    entries = list(race("racepack", 3).entries())
    evil = {"sentence": "<script>alert(1)</script>", "player": "red<img src=x>", "status": "ILLEGAL"}
    entries[-1] = replace(entries[-1], data={**entries[-1].data, **evil})
    entries.append(
        Entry(0, "person", "overrule", "", "", "", {"entry": entries[-1].id, "status": "LEGAL", "why": "<b>"})
    )
    text = report(tell(game("racepack"), {}, entries), game("racepack"), None)
    assert "<script" not in text
    assert "<img" not in text
    assert "Overruled: &lt;b&gt;" in text


def test_what_was_said_is_told_in_words_and_a_race_without_a_day_is_called_recorded() -> None:
    """No notation, and no sentence with a gap: the German title of a race from a film is whole."""
    store = race("nestorgames-gp", 12)
    text = report(
        tell(game("nestorgames-gp"), store.header, store.entries()), game("nestorgames-gp"), store.picture, "de"
    )
    assert "Gesagt: " in text
    assert not re.search(r"Gesagt: [^<]*=", text)
    assert "nestorgames GP: ein aufgezeichnetes Rennen" in text


def test_corrections_lost_pictures_and_finished_races_are_told() -> None:
    """A correction is a chapter of its own, a lost picture is said, and a finished race has a podium."""
    store = race("nestorgames-gp", 120, players=2, faults=0.3, agreed={"laps": "1"})
    entries = list(store.entries())
    last = entries[-1]
    entries.append(Entry(0, "person", "correct", "put right by hand", last.after, last.after, id=last.id + 1))
    story = tell(game("nestorgames-gp"), {}, entries)
    text = report(story, game("nestorgames-gp"), lambda entry, name: None)
    assert "put right by hand" in text
    assert [one.counted for one in story.chapters[-2:]] == [f"{len(story.chapters) - 1}. ", ""], "it is no turn"
    assert "is lost." in text
    assert story.outcome
    assert 'class="r-podium"' in text


@pytest.mark.parametrize("game_name", ["racepack", "nestorgames-gp"])
def test_the_records_fingerprint_is_on_it_as_text_and_as_a_qr_code(game_name: str, tmp_path: Path) -> None:
    """The code is read as a phone reads it; a record without seals has none."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": game_name})
    play_into(store, game_name, 2)
    told = page_of(store)
    assert store.head() in told
    drawn = re.search(r"<section class=.r-seal.>.*?(<svg.*?</svg>)", told, re.DOTALL)
    assert drawn is not None
    picture = Image.open(
        io.BytesIO(
            bytes(
                resvg_py.svg_to_bytes(svg_string=drawn[1].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))
            )
        )
    )
    assert [code.data.decode() for code in pyzbar.decode(picture.convert("L"))] == [store.head()]
    store.close()
    memory = MemoryStore({"game": game_name})
    play_into(memory, game_name, 2)
    assert 'class="r-seal"' not in page_of(memory)


def test_nothing_to_tell_is_said() -> None:
    """A record without a start is refused in a sentence; a chart without turns is left out."""
    with pytest.raises(NotationError, match="no start"):
        tell(game("racepack"), {}, ())
    assert lap_chart(()) == ""


def test_a_turn_takes_no_time_while_there_is_a_break_or_nobody_is_there() -> None:
    """A break and the time in which the program was off are no part of the turn that they fall into."""
    law, entries = game("racepack"), race("racepack", 4, faults=0.0).entries()
    told = [chapter.lasted_s for chapter in tell(law, {}, entries).chapters]
    second = tell(law, {}, entries).chapters[1].entry
    later_ns = 700 * 10**9

    def note(data: dict[str, bool], after_ns: int) -> Entry:
        return replace(second, kind="note", data=data, time_ns=second.time_ns + after_ns)

    notes = [note({"pause": True}, 0), note({"pause": False}, later_ns // 2), note({"resumed": True}, later_ns)]
    cut = next(index for index, one in enumerate(entries) if one.id == second.id) + 1
    later = [replace(one, time_ns=one.time_ns + later_ns) for one in entries[cut:]]
    moved = [replace(one, id=number) for number, one in enumerate((*entries[:cut], *notes, *later), 1)]
    assert [chapter.lasted_s for chapter in tell(law, {}, moved).chapters] == pytest.approx(told)
