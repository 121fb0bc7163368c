"""Tables and the hall speak through a real broker: nothing is lost, nobody is obeyed who may not command."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cli.common import hall_password
from referee.commands import Declare, Role, Stand
from referee.devices.clock import SystemClock
from referee.devices.store import SqliteStore
from referee.errors import NotationError, RefereeError, SetupError
from referee.hall.floor import Floor
from referee.hall.herald import Herald
from referee.hall.line import Line
from referee.hall.messages import Broker, Word, broker_at, hall_name, object_in, table_name
from referee.hall.mosquitto import Mosquitto
from referee.hall.mosquitto import free_port as usual_port
from referee.hall.page import hall_app
from referee.record.entry import Entry
from tests.hall.conftest import free_port
from tests.tournament.evenings import BEGAN_NS, record
from tests.web.conftest import ILLEGAL, FakeRace, question, verdict

WAIT_S = 60.0
NOW = SystemClock().now_ns


def until(true: Callable[[], Any], timeout_s: float = WAIT_S) -> Any:
    """Wait for something to become true; returns it."""
    end = time.monotonic() + timeout_s
    while not (found := true()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
    return found


def quiet(news: str) -> None:
    """Nobody listens."""


@contextmanager
def hall(broker: Broker) -> Iterator[Floor]:
    """The hall, listening."""
    floor = Floor(broker, NOW)
    assert floor.open(WAIT_S), floor.trouble
    try:
        yield floor
    finally:
        floor.close()


@contextmanager
def at_table(broker: Broker, race: FakeRace, name: str = "7", tell: Callable[[str], None] = quiet) -> Iterator[Herald]:
    """A table with this race."""
    herald = Herald(race, broker, name, f"http://192.0.2.1:80{name}/", NOW, tell)
    herald.start()
    try:
        yield herald
    finally:
        herald.stop()


LANGUAGES = ("en", "de", "fr")


def table(floor: Floor, name: str = "7") -> dict[str, Any] | None:
    """One table as the hall's page shows it."""
    return next((one for one in floor.snapshot()["tables"] if one["table"] == name), None)


def when(floor: Floor, true: Callable[[dict[str, Any]], bool], name: str = "7") -> dict[str, Any]:
    """Wait until a table is as asked."""
    found: dict[str, Any] = until(lambda: (one := table(floor, name)) is not None and true(one) and one)
    return found


def test_a_fault_reaches_the_hall_in_three_languages_and_stands_first(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """A fault is shown in every language, and its table goes before those that need nobody."""
    race, other = FakeRace(), FakeRace()
    with hall(mosquitto[1]) as floor, at_table(mosquitto[1], other, "2"), at_table(mosquitto[1], race, "10"):
        when(floor, lambda one: one["alive"], "10"), when(floor, lambda one: one["alive"], "2")
        assert [one["table"] for one in floor.snapshot()["tables"]] == ["2", "10"]
        race.show(verdict=ILLEGAL)
        shown = when(floor, lambda one: one["needs"] == "fault", "10")
        assert [one["table"] for one in floor.snapshot()["tables"]] == ["10", "2"]
    assert shown["verdict"]["rules"] == [{"rule": "racepack/speed-change", "section": "Movement"}]
    assert {language: said["verdict"] for language, said in shown["said"].items()} == dict.fromkeys(
        LANGUAGES, ILLEGAL["sentence"]
    )
    assert shown["page"] == "http://192.0.2.1:8010/"


@contextmanager
def told_verdicts(broker: Broker) -> Iterator[list[dict[str, Any]]]:
    """What a program hears of table 7's verdicts."""
    heard: list[dict[str, Any]] = []
    line = Line(broker, lambda topic, message: heard.append(json.loads(message)), quiet)
    line.open(broker.topic("7", "verdict"))
    assert line.wait(WAIT_S)
    yield heard
    line.close()


def test_each_settled_verdict_is_told_once(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """Programs hear each settled verdict, and nothing of what may still change."""
    race = FakeRace()
    with told_verdicts(mosquitto[1]) as heard, at_table(mosquitto[1], race):
        race.show(verdict=verdict("LEGAL", "so far", provisional=True))
        race.show(verdict=verdict("LEGAL", "Legal: red drove 1."))
        until(lambda: heard)
        race.show(paused=True)
        race.show(verdict=ILLEGAL)
        until(lambda: len(heard) > 1)
    assert [one["status"] for one in heard] == ["LEGAL", "ILLEGAL"]


def test_of_verdicts_that_one_picture_settles_each_is_told_once(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """A fault that the next driver's turn replaces before anybody could hear of it is told all the same."""
    race = FakeRace()
    first, last = (
        verdict("LEGAL", "Legal: red drove 1.", entry=4),
        verdict("LEGAL", "so far", entry=9, provisional=True),
    )
    older = {"time": 1, "kind": "verdict", "origin": "camera", "pictures": [], "clip_ms": [], "place": False}
    fault = {
        **older,
        "id": 7,
        "player": "M",
        "about": ["M"],
        "status": "ILLEGAL",
        "sentence": ILLEGAL["sentence"],
        "rules": [ILLEGAL["violations"][0]["rule"]],
    }
    taken_back = {**fault, "id": 6, "undone": True, "provisional": False}
    entries = [{**fault, "undone": False, "provisional": False}, taken_back]
    with told_verdicts(mosquitto[1]) as heard, at_table(mosquitto[1], race):
        race.show(verdict=first)
        until(lambda: heard)
        race.show(verdict=last, entries=entries)
        until(lambda: len(heard) > 1)
        race.show(verdict={**last, "provisional": False}, entries=entries)
        until(lambda: len(heard) > 2)
    assert [(one["entry"], one["status"], one["player"]) for one in heard] == [
        (4, "LEGAL", first["player"]),
        (7, "ILLEGAL", "M"),
        (9, "LEGAL", last["player"]),
    ]
    assert heard[1]["rules"] == [{"rule": "racepack/speed-change", "section": "Forward Movements"}]


def test_the_lamp_of_the_docs_turns_red_at_a_fault_and_says_when_it_is_refused(
    mosquitto: tuple[Mosquitto, Broker],
) -> None:
    """The program as docs/hall.md prints it, with the address that the hall prints."""
    code = (
        Path("docs/hall.md")
        .read_text(encoding="utf-8")
        .partition("A program reads `needs`")[2]
        .partition("It needs")[0]
    )
    program = textwrap.dedent("".join(line for line in code.splitlines(True)[1:] if line[:4].strip() == ""))
    address, race = mosquitto[1].address.replace("://", "://table:{}@"), FakeRace()

    def lamp(password: str) -> subprocess.Popen[str]:
        words = [sys.executable, "-c", program, address.format(password)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    with lamp("wrong") as refused, lamp("a-password") as lit, at_table(mosquitto[1], race):
        assert refused.stdout is not None
        assert refused.stdout.readline() == "refused: Not authorized\n"
        refused.kill()
        assert lit.stdout is not None
        light = iter(lit.stdout.readline, "")
        assert (next(light), next(light)) == ("connected\n", "7 green\n")
        race.show(verdict=ILLEGAL)
        assert "7 red\n" in light
        race.show(verdict={**ILLEGAL, "stands": True})
        assert "7 green\n" in light
        lit.kill()


def test_who_comes_later_sees_what_stands(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """A hall that is opened later shows tables and pictures at once."""
    race = FakeRace()
    race.jpeg = real_jpeg()
    with at_table(mosquitto[1], race) as herald:
        until(lambda: herald._line.up)
        with hall(mosquitto[1]) as floor:
            when(floor, lambda one: one["alive"] and one["picture"] > 0)
            assert floor.picture("7")[0][:2] == b"\xff\xd8"


def real_jpeg() -> bytes:
    """A grey picture."""
    import cv2
    import numpy as np

    return bytes(cv2.imencode(".jpg", np.full((720, 1280, 3), 90, np.uint8))[1].tobytes())


def test_a_killed_table_turns_grey_within_five_seconds_and_comes_back(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """The broker tells of a death; the table is back when its referee is, and can be forgotten."""
    broker = mosquitto[1]
    program = [sys.executable, "-m", "tests.hall.killed_table", broker.address.replace("://", "://table:a-password@")]
    with hall(broker) as floor:
        killed = subprocess.Popen([*program, "7"], cwd=Path(__file__).parents[2])
        when(floor, lambda one: one["alive"])
        killed.kill()
        killed.wait()
        assert until(lambda: not (table(floor) or {})["alive"], 5.0)
        with at_table(broker, FakeRace()):
            when(floor, lambda one: one["alive"])
        when(floor, lambda one: not one["alive"])  # it said goodbye
        floor.forget("7")
        assert table(floor) is None
    with hall(broker) as floor:
        assert floor.snapshot()["tables"] == [], "the broker keeps nothing of it either"


def test_the_brokers_death_costs_the_table_nothing_and_the_hall_no_news(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """While the broker is away the race goes on, and what happened is shown when it is back."""
    running, broker = mosquitto
    race, news = FakeRace(), list[str]()
    with hall(broker) as floor, at_table(broker, race, tell=news.append):
        when(floor, lambda one: one["alive"])
        assert running._process is not None
        running._process.kill()
        running._process.wait()
        until(lambda: floor.trouble)
        why = floor.snapshot()["trouble"]
        assert (set(why), len(set(why.values()))) == ({"en", "de", "fr"}, 3)
        race.show(verdict=ILLEGAL)  # the race goes on
        running.start()
        when(floor, lambda one: one["alive"] and one["needs"] == "fault")
        until(lambda: len(news) >= 3)
    assert [sentence.split()[:3] for sentence in news[:3:2]] == [["The", "hall", "hears"]] * 2
    assert "The race goes on" in news[1]


def test_a_stewards_word_is_obeyed_and_answered(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """A question is answered and a fault let stand; what was refused, and why, comes back in every language."""
    race = FakeRace()
    asked = verdict("UNDECIDED", "How fast?", questions=[question("How fast?", ("2", "speed:2=2"))])
    with hall(mosquitto[1]) as floor, at_table(mosquitto[1], race):
        race.show(verdict=asked)
        when(floor, lambda one: one["needs"] == "question")
        answered = floor.say("7", 3, {"do": "declare", "text": "speed:2=2"})
        assert answered == (
            True,
            dict.fromkeys(LANGUAGES, "Done."),
        )
        race.show(verdict=ILLEGAL)
        assert floor.say("7", 3, {"do": "stand", "entry": 3})[0]
        assert race.asked == [Declare("speed:2=2"), Stand(3)]
        ok, said = floor.say("7", 2, {"do": "stand", "entry": 2})
        assert not ok
        assert said["de"] == "An diesem Tisch steht etwas Neueres: seht noch einmal hin."
        race.show(verdict=verdict("LEGAL", "Red drove.", entry=5, large=False), waiting=[ILLEGAL])
        shown = when(floor, lambda one: one["needs"] == "fault")
        assert shown["verdict"]["entry"] == 3, "a fault stays until it is answered, whatever came after it"
        assert floor.say("7", 3, {"do": "stand", "entry": 3})[0]
        assert not floor.say("7", 3, {"do": "start", "players": 2})[0], "that is done at the table"
        assert not floor.say("7", 3, {"do": "explode"})[0]
        race.fill_the_disk()
        assert floor.say("7", 3, {"do": "close"}) == (
            False,
            dict.fromkeys(LANGUAGES, "The disk is full: nothing was saved."),
        )
        assert len(race.asked) == 3
        with pytest.raises(NotationError, match="no table 8"):
            floor.say("8", 0, {"do": "close"})
    with pytest.raises(RefereeError):
        floor.say("7", 3, {"do": "close"})


def test_a_word_is_obeyed_once_and_only_with_the_password(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """A forged, changed, repeated or old word does nothing."""
    race, broker = FakeRace(), mosquitto[1]
    with hall(broker) as floor, at_table(broker, race) as herald:
        when(floor, lambda one: one["alive"])
        run, close = herald._run, {"do": "close"}
        said = Word(run, 10, 0, close)
        sent = [
            Word(run, 9, 0, close).signed("another password"),
            Word("yesterday", 9, 0, close).signed(broker.password),
            said.signed(broker.password).replace(b"close", b"undo"),
            said.signed(broker.password),
            said.signed(broker.password),
            Word(run, 8, 0, close).signed(broker.password),
        ]
        for message in [b"", b"{", b"[]", b"\xff", b"{}", *sent]:
            floor._line.say(broker.topic("7", "say"), message)
        assert floor.say("7", 0, {"do": "declare", "text": "last"})[0]
        assert [one.name for one in race.asked] == ["close", "declare"]


def test_a_broker_of_our_own_goes_beside_one_that_runs(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """Where the usual port is taken another one is found; a taken one that was asked for is refused."""
    with socket.create_server(("127.0.0.1", usual_port("127.0.0.1"))) as taken:
        assert usual_port("127.0.0.1") != taken.getsockname()[1]
    with pytest.raises(SetupError, match="in use"):
        Mosquitto(mosquitto[1], "127.0.0.1")


def test_a_table_without_a_password_obeys_nobody() -> None:
    """An empty password seals nothing."""
    with pytest.raises(NotationError, match="sealed"):
        Word.read(Word("run", 1, 0, {"do": "close"}).signed(""), "")


def test_what_no_table_says_changes_nothing(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """Messages that are no table's leave the hall as it was."""
    broker = mosquitto[1]
    with hall(broker) as floor, at_table(broker, FakeRace()):
        when(floor, lambda one: one["alive"])
        for message in (
            b"{",
            b"[1]",
            b'{"version": 1}',
            b'{"version": 99}',
            b"\xff\xd8",
            b'{"a": "\\ud800"}',
            b"[" * 9000,
        ):
            for what in ("state", "said"):
                floor._line.say(broker.topic("7", what), message)
        floor._line.say(broker.topic("a table", "state"), b"{}")
        floor._line.say(broker.topic("9", "alive"), b"online")
        when(floor, lambda one: one["alive"])
        assert [one["table"] for one in floor.snapshot()["tables"]] == ["7"]


def test_a_wrong_password_is_said_once_and_nothing_is_heard(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """Who was refused tells so once, however often it is tried again."""
    news: list[str] = []
    with at_table(replace(mosquitto[1], password="guessed"), FakeRace(), tell=news.append):
        until(lambda: news)
        time.sleep(1.2)
    assert len(news) == 1
    assert "not authorized" in news[0]


def test_the_page_lets_only_a_steward_answer(mosquitto: tuple[Mosquitto, Broker]) -> None:
    """Who only watches sees all tables and answers for none."""
    race = FakeRace()
    with hall(mosquitto[1]) as floor, at_table(mosquitto[1], race):
        race.show(verdict=ILLEGAL)
        when(floor, lambda one: one["needs"] == "fault")
        app = hall_app(floor, hosts=["192.168.1.5"])
        here = app.test_client()
        token = {"X-Race-Token": app.extensions["race_referee"].token}
        word = {"table": "7", "about": 3}
        assert b"hall.js" in here.get("/").data
        assert json.loads(here.get("/state").data)["tables"][0]["table"] == "7"
        assert here.post("/allow", json=word).status_code == 403, "without the page's token"
        far = {"base_url": "http://192.168.1.5", "environ_base": {"REMOTE_ADDR": "192.168.1.9"}}
        assert app.test_client().get("/state", **far).status_code == 401
        watcher = app.test_client()
        code = app.extensions["race_referee"].visitors.invite(Role.DECLARE).code
        assert watcher.post("/join", json={"code": code}, **far).status_code == 200
        assert watcher.get("/state", **far).status_code == 200
        visitor = next(iter(app.extensions["race_referee"].visitors._visitors.values()))
        assert watcher.post("/allow", json=word, headers={"X-Race-Token": visitor.token}, **far).status_code == 403
        assert race.asked == []
        wrong: Any
        for wrong in ([], {"table": "7"}, {**word, "about": "3"}, {**word, "text": "x"}):
            assert here.post("/allow", json=wrong, headers=token).status_code == 400
        assert here.post("/forget", json={"table": "7"}, headers=token).status_code == 409
        assert here.post("/allow", json={**word, "table": "8"}, headers=token).status_code == 409
        answer = here.post("/allow", json=word, headers=token)
        assert (answer.status_code, json.loads(answer.data)["message"]) == (200, "Done.")
        assert race.asked == [Stand(3)]
        assert here.get("/table/8.jpg").status_code == 404


@pytest.mark.parametrize(
    "text", ["", "http://here", "mqtt://", "mqtt://here:99999", "mqtt://here/a/b", "mqtt://here/a+b"]
)
def test_a_wrong_address_is_refused_without_repeating_it(text: str) -> None:
    """The sentence shows what an address looks like."""
    with pytest.raises(SetupError, match="looks like mqtt://") as refused:
        broker_at(text.replace("here", "me:secret@here"))
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "a/b", "+", "#", "x" * 33, "table 7"])
def test_a_name_that_is_no_level_of_a_topic_is_refused(text: str) -> None:
    """A table's name is one level of a topic, and so is a hall's; the sentence says whose it is."""
    with pytest.raises(SetupError, match="table's name"):
        table_name(text)
    with pytest.raises(SetupError, match="hall's name"):
        hall_name(text)


def test_a_password_that_was_lost_while_it_was_written_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk leaves an empty file, and an empty password seals nothing."""
    monkeypatch.setattr("referee.cli.common._settings_folder", lambda: tmp_path)
    (tmp_path / "hall.password").touch()
    assert hall_password(lambda: "new") == hall_password(lambda: "newer") == "new"


@pytest.mark.skipif(
    shutil.which("setpriv") is None, reason="no setpriv on this machine, which ties a broker to its hall"
)
def test_a_killed_hall_takes_its_broker_along(mosquitto: tuple[Mosquitto, Broker], tmp_path: Path) -> None:
    """So that the port is free for the hall that is started next; the password's file does not stay behind."""
    port = free_port()
    broker = f"broker_at('mqtt://table:a-password@127.0.0.1:{port}/evening')"
    made = f"running = Mosquitto({broker}, '127.0.0.1'); print('up', flush=True); input()"
    imports = "from referee.hall.messages import broker_at; from referee.hall.mosquitto import Mosquitto"
    program = [sys.executable, "-c", f"{imports}; {made}"]
    scratch = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=scratch) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "up\n"
        started.kill()
    assert list(tmp_path.iterdir()) == []

    def free() -> bool:
        with contextlib.suppress(OSError):
            socket.create_server(("127.0.0.1", port)).close()
            return True
        return False

    until(free)


@given(st.binary(max_size=200))
def test_a_message_is_an_object_or_refused(message: bytes) -> None:
    """Any bytes can come."""
    try:
        assert isinstance(object_in(message), dict)
    except NotationError:
        return


def test_asyncapi_says_what_is_told_over_mqtt_and_on_the_page(
    mosquitto: tuple[Mosquitto, Broker], tmp_path: Path
) -> None:
    """Whatever a table and the hall send through a real broker is on a described topic and fits; so does the page."""
    broker, heard = mosquitto[1], dict[str, list[bytes]]()
    race = FakeRace()
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    store.append(Entry(1, "person", "note", "seen", "", "", {}), {"after": b"a picture"})
    store.close()
    race.show(record=str(store.path))

    def hear(topic: str, message: bytes) -> None:
        heard.setdefault(topic.split("/")[-1], []).append(message)

    line = Line(broker, hear, quiet)
    line.open(broker.topic("+", "+"))
    line.wait(WAIT_S)
    with hall(broker) as floor, at_table(broker, race):
        when(floor, lambda one: one["alive"])
        race.show(verdict=ILLEGAL, record=str(record(tmp_path, ("Ann", "Bob"), BEGAN_NS)))
        when(floor, lambda one: one["needs"] == "fault")
        floor.say("7", 3, {"do": "stand", "entry": 3})
        floor.entry("7", 1)
        until(lambda: heard.keys() >= {"state", "verdict", "picture", "alive", "say", "said", "entry"})
        told = hall_app(floor).test_client().get("/asyncapi.json").get_json()
        page = json.loads(hall_app(floor).test_client().get("/state").data)
    line.close()
    jsonschema.validate(page, told["channels"].pop("events")["messages"]["state"]["payload"])
    assert heard.keys() == told["channels"].keys()
    for what, messages in heard.items():
        channel = told["channels"][what]
        assert channel["address"] == f"race-referee/{{hall}}/{{table}}/{what}"
        assert told["operations"][f"{'hear' if what == 'say' else 'tell'}-{what}"]["channel"]["$ref"].endswith(what)
        for message in messages:
            media = channel["messages"][what]["contentType"]
            value = json.loads(message) if media == "application/json" else message.decode("latin-1")
            jsonschema.validate(value, channel["messages"][what]["payload"])
