"""What a stream takes: the commentary in every language, and each fault's last seconds as a film."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import av
import pytest
from flask.testing import FlaskClient
from PIL import Image as Pillow
from PIL import ImageSequence

from referee import commands
from referee.devices.clip_film import LAST_MS, STEP_MS
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.hosting.replay import Replay
from referee.record.entry import Entry
from tests.cli.in_process import exit_code
from tests.record.races import race as played
from tests.web.conftest import FakeRace, entry
from web.words import LANGUAGES

TIMES_MS = (900, 400, 0)


def film(*colours: str) -> tuple[bytes, ...]:
    """Pictures of these colours, as JPEG."""
    pictures = []
    for colour in colours:
        out = io.BytesIO()
        Pillow.new("RGB", (64, 48), colour).save(out, "JPEG")
        pictures.append(out.getvalue())
    return tuple(pictures)


def test_a_clip_lasts_as_long_as_it_took(client: FlaskClient, race: FakeRace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both forms show red, green and blue for their time; an entry without a clip has no film."""
    monkeypatch.setattr(race, "clip", lambda number: {3: film("red", "lime", "blue")}[number])
    race.show(entries=[entry(3, "verdict", "A fault.", status="ILLEGAL", clip_ms=list(TIMES_MS))])
    told = client.get("/clip/3.mp4")
    assert told.mimetype == "video/mp4"
    with av.open(io.BytesIO(told.data), "r") as opened:
        means = [frame.to_ndarray(format="rgb24").mean((0, 1)).argmax() for frame in opened.decode(video=0)]
        rate = opened.streams.video[0].average_rate
    assert means == [0] * 5 + [1] * 4 + [2] * (LAST_MS // STEP_MS)
    assert rate == 1000 // STEP_MS
    gif = Pillow.open(io.BytesIO(client.get("/clip/3.gif").data))
    lasts = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert sum(lasts) == TIMES_MS[0] + LAST_MS
    assert client.get("/clip/4.mp4").status_code == 404
    assert client.get("/clip/3.avi").status_code == 404


def test_places_by_turn_are_drawn_as_soon_as_there_are_some(
    client: FlaskClient, race: FakeRace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each driver, with the driver's name, in a picture that needs nothing else."""
    replay = Replay(game("royal-racers"), played("royal-racers", 12), "")
    monkeypatch.setattr(race, "story", replay.story)
    assert client.get("/chart.svg").status_code == 404
    replay.command(commands.Replay(len(replay.snapshot()["replay"]["times_ms"]) - 1))
    drawn = client.get("/chart.svg?language=de")
    assert drawn.mimetype == "image/svg+xml"
    svg = ElementTree.fromstring(drawn.text)
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert len([one for one in svg.iter() if one.get("class") == "r-lane"]) == 3
    ends = [one for one in svg.iter() if one.tag.endswith("circle") and one.get("class") is None]
    assert len({one.get("cy") for one in ends}) == len(ends) == 3, "who is level must not lie on another"
    assert "Rot" in "".join(svg.itertext())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commentary_of_a_race_is_told_in_every_language(
    client: FlaskClient, race: FakeRace, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Start and settled verdicts, oldest first, as JSON and as text; `after` leaves out what was heard."""
    store = played("royal-racers", 12)
    replay = Replay(game("royal-racers"), store, "")
    shown = replay.moment(len(replay.snapshot()["replay"]["times_ms"]) - 1)
    monkeypatch.setattr(race, "snapshot", lambda: shown)
    lines = client.get(f"/commentary?language={language}").get_json()["lines"]
    verdicts = [one.id for one in store.entries() if one.kind == "verdict" and not one.data["provisional"]]
    assert [one["entry"] for one in lines if one["kind"] == "verdict"] == verdicts
    text = client.get(f"/commentary.txt?language={language}").text.splitlines()
    assert text == [one["text"] for one in lines]
    english = client.get("/commentary.txt").text.splitlines()
    assert (text == english) == (language == "en")
    newer = client.get(f"/commentary?after={verdicts[-2]}&language={language}").get_json()["lines"]
    assert newer == [one for one in lines if one["entry"] > verdicts[-2]]


def test_the_command_writes_a_film_of_each_fault_that_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that people overruled has none; what is there already is not written over."""
    record = tmp_path / "race.sqlite"
    store = SqliteStore.create(record, {"game": "racepack"})
    clip = b"".join(film("red", "lime", "blue"))
    said = {"status": "ILLEGAL", "player": "red", "provisional": False, "clip_ms": list(TIMES_MS)}
    position = game("racepack").start(2, Random(1))
    store.append(Entry(1, "person", "start", "start", "", position, {"players": 2}), {})
    for number in (2, 3):
        store.append(Entry(number, "camera", "verdict", "over", position, position, said), {"clip": clip})
    overruled = {"entry": 3, "status": "LEGAL", "why": "no"}
    store.append(Entry(4, "person", "overrule", "no fault", position, position, overruled), {})
    store.close()
    words = ("export", str(record), "--to", "gif", "--clips")
    assert exit_code(monkeypatch, words) == 0
    assert sorted(tmp_path.glob("*.gif")) == [tmp_path / "race-2.gif"]
    assert exit_code(monkeypatch, words) == 2
    assert exit_code(monkeypatch, ("export", str(record), "--to", "csv", "--clips")) == 2
    assert "mp4" in capsys.readouterr().err
