"""What the addresses give: the page, the state, pictures, and clear refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.commands import COMMANDS, CommandError, read
from referee.devices.store import SqliteStore
from referee.errors import IllegalAction, RecordError
from web.shape import shape_faults
from web.words import FOLDER, words

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace

GOOD: list[dict[str, Any]] = [
    {"do": "start", "players": 4},
    {"do": "declare", "text": "speed:2=3"},
    {"do": "undeclare"},
    {"do": "close"},
    {"do": "undo"},
    {"do": "correct", "position": "S=b1"},
    {"do": "correct", "accept": True},
    {"do": "overrule", "entry": 5, "status": "LEGAL", "why": "we saw it"},
    {"do": "stand", "entry": 5},
]
BAD: list[Any] = [
    None, [], "close", 3, {}, {"do": None}, {"do": "explode"}, {"do": ["close"]}, {"do": "close", "now": True},
    {"do": "start"}, {"do": "start", "players": "4"}, {"do": "start", "players": True}, {"do": "declare", "text": 5},
    {"do": "declare", "text": "x" * 5000}, {"do": "correct"}, {"do": "correct", "accept": False},
    {"do": "correct", "position": "S=b1", "accept": True}, {"do": "overrule", "entry": 5, "status": "FINE", "why": ""},
    {"do": "overrule", "entry": 5.0, "status": "LEGAL", "why": ""}, {"do": "stand"},
]  # fmt: skip


@pytest.mark.parametrize("body", GOOD, ids=str)
def test_commands_reach_the_race(client: FlaskClient, race: FakeRace, body: dict[str, Any]) -> None:
    """Every command arrives at the race just as it was sent, typed."""
    assert client.post("/command", json=body).status_code == 200
    assert race.asked == [read(body)]


@pytest.mark.parametrize("body", BAD, ids=str)
def test_misshapen_commands_do_not(client: FlaskClient, race: FakeRace, body: Any) -> None:
    """A command of the wrong shape is answered with one sentence that says what it should have been."""
    answer = client.post("/command", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    assert re.fullmatch(r"[^\n]+\.", answer.get_json()["error"])
    assert race.asked == []


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(
        st.sampled_from(["do", "text", "entry", "players"]) | st.text(), inner | st.sampled_from([*COMMANDS])
    )


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | _objects(inner))
)
def test_any_body_is_a_command_or_a_clear_refusal(body: Any) -> None:
    """Whatever JSON arrives, it is either a well-formed command or refused in one sentence."""
    try:
        command = read(body)
    except CommandError as problem:
        sentence = str(problem)
    else:
        sentence = f"{command.name}."
        assert command.name == body["do"]
    assert re.fullmatch(r"[^\n]+\.", sentence)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"do=close", "application/x-www-form-urlencoded", 415),
        (b"x" * 20_000, "application/json", 413),
        (b"[" * 5000, "application/json", 400),
        (b'{"a":' * 2000 + b"1" + b"}" * 2000, "application/json", 400),
        (b'{"do": "stand", "entry": ' + b"9" * 5000 + b"}", "application/json", 400),
        (b'{"do": "stand", "entry": 9223372036854775808}', "application/json", 400),
        (b'{"do": "stand", "entry": NaN}', "application/json", 400),
        (b'{"do": "stand", "entry": 1, "who": "\\ud83d"}', "application/json", 400),
        (b'{"do": "declare", "text": "a\\u0000b"}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
    ],
)
def test_broken_bodies(client: FlaskClient, race: FakeRace, body: bytes, kind: str, status: int) -> None:
    """Broken JSON, a form, or far too much of it is refused with a sentence."""
    answer = client.post("/command", data=body, content_type=kind)
    assert (answer.status_code, race.asked) == (status, [])
    assert answer.get_json()["error"].endswith(".")


def test_what_the_race_refuses_is_said_as_it_stands(client: FlaskClient, race: FakeRace) -> None:
    """The race's own sentence reaches the person who asked."""
    race.refusal = IllegalAction("There is nothing to undo.")
    answer = client.post("/command", json={"do": "undo"})
    assert (answer.status_code, answer.get_json()) == (409, {"error": "There is nothing to undo."})


def test_a_full_disk_is_told_apart(client: FlaskClient, race: FakeRace) -> None:
    """When nothing can be stored the answer is 503, so that nobody thinks it was kept."""
    race.fill_the_disk()
    answer = client.post("/command", json={"do": "close"})
    assert (answer.status_code, answer.get_json()["error"]) == (503, "The disk is full: nothing was saved.")


@pytest.mark.parametrize("number", ["9223372036854775808", "99999999999", "9" * 5000, "0", "-1", "٣"])
@pytest.mark.parametrize(
    "path",
    ["evidence/{}/before.jpg", "clip/{}/0.jpg", "clip/3/{}.jpg", "reading/{}/0.svg", "reading/3/{}.svg",
     "thumbnail/{}.jpg", "moment/{}", "fingerprint/{}", "frame.jpg?after={}"],
)  # fmt: skip
def test_a_number_beyond_all_is_nothing_at_all(
    client: FlaskClient, race: FakeRace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: str, path: str
) -> None:
    """However large a number in an address is, there is nothing there, also in a real record."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    monkeypatch.setattr(race, "evidence", lambda entry, name: _picture_of(store, entry, name))
    monkeypatch.setattr(race, "fingerprint", store.head)
    with client.get("/" + path.format(number)) as answer:
        assert answer.status_code in ((200, 204) if "after" in path else (200, 404))
        assert answer.status_code != 200 or number in ("0", "٣") or "after" in path
    store.close()


def _picture_of(store: SqliteStore, entry: int, name: str) -> bytes:
    try:
        return store.picture(entry, name)
    except RecordError as problem:
        raise KeyError(str(problem)) from None


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/race.zip", 404), ("/state", 500)])
def test_whoever_goes_to_an_address_by_hand_gets_a_page(
    app: Flask, client: FlaskClient, race: FakeRace, path: str, status: int
) -> None:
    """A browser that asks for a page gets the sentence as one, in its language's frame, with the way back."""
    if status == 500:
        race.state = {"seq": 2, "secret": {1, 2}}
    answer = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "de"})
    text = answer.get_data(as_text=True)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert 'href="/">Zum Rennen<' in text
    assert 'role="alert"' in text
    assert "secret" not in text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("GET", "/evidence/9/before.jpg", 404), ("GET", "/evidence/x/before.jpg", 404),
     ("GET", "/command", 405), ("POST", "/state", 405), ("GET", "/static/../app.py", 404)],
)  # fmt: skip
def test_errors_are_json_with_one_sentence(client: FlaskClient, method: str, path: str, status: int) -> None:
    """Every error is JSON with one plain sentence."""
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert re.fullmatch(r"[^\n<]+\.", answer.get_json()["error"])


def test_an_unforeseen_fault_shows_no_insides(app: Flask, client: FlaskClient, race: FakeRace) -> None:
    """A fault in the program itself is one sentence to the page; its details stay in the terminal."""
    race.state = {"seq": 2, "secret": {1, 2}}
    answer = client.get("/state")
    assert answer.status_code == 500
    assert "secret" not in answer.get_data(as_text=True)
    assert answer.get_json()["error"].startswith("Something went wrong inside the referee")


def test_state_is_the_snapshot(client: FlaskClient, race: FakeRace) -> None:
    """/state is the race's snapshot, and never an old one."""
    assert client.get("/state").get_json() == race.state
    race.show(phase="over", outcome="red wins")
    answer = client.get("/state")
    assert answer.get_json()["outcome"] == "red wins"
    assert answer.headers["Cache-Control"] == "no-store"


def test_pictures_come_one_by_one(client: FlaskClient, race: FakeRace) -> None:
    """A browser gets each live picture once, and nothing while there is none newer."""
    first = client.get("/frame.jpg?after=0")
    assert (first.status_code, first.data, first.headers["X-Picture"]) == (200, race.jpeg, "1")
    assert client.get("/frame.jpg?after=1").status_code == 204
    race.number = 2
    assert client.get("/frame.jpg?after=1").headers["X-Picture"] == "2"
    race.jpeg = b""
    assert client.get("/frame.jpg").status_code == 204


def test_a_fingerprint_is_given_to_whoever_holds_an_older_one(client: FlaskClient) -> None:
    """Of an entry that is there; of another there is none."""
    assert client.get("/fingerprint/3").get_json() == {"fingerprint": "race-3-key-link"}
    assert client.get("/fingerprint/4").status_code == 404


def test_evidence_is_fetched_once(client: FlaskClient, race: FakeRace) -> None:
    """A kept picture is given, and not sent again to a browser that has it."""
    answer = client.get("/evidence/3/before.jpg")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", race.jpeg)
    again = client.get("/evidence/3/before.jpg", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("address", ["/evidence/3/before.jpg", "/clip/3/0.jpg", "/incident/3/after.jpg"])
def test_an_entry_of_the_next_race_has_a_picture_of_its_own(
    client: FlaskClient, race: FakeRace, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """It has the number of one of the race before, whose picture a browser still holds: that is not shown beside it."""

    class Place:
        def __init__(self, jpeg: bytes) -> None:
            self.picture = lambda *_: jpeg

    def shows(jpeg: bytes) -> None:
        monkeypatch.setattr(race, "evidence", lambda *_: jpeg)
        monkeypatch.setattr(race, "clip", lambda *_: [jpeg])
        monkeypatch.setattr(race, "incident", lambda *_: Place(jpeg))

    shows(b"of this race")
    first = client.get(address)
    assert "no-cache" in first.headers["Cache-Control"]
    known = {"If-None-Match": first.headers["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    shows(b"of the next one")
    assert client.get(address, headers=known).data == b"of the next one"


def test_the_page_asks_nobody_else(client: FlaskClient) -> None:
    """The page and all it loads come from this machine: no address of another host in any shipped file."""
    shipped = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.iterdir())]
    for text in [client.get("/").get_data(as_text=True), *shipped]:
        assert set(re.findall(r"https?://[\w.]+", text)) <= {"http://www.w3.org"}


def test_the_page_holds_no_inline_code(client: FlaskClient) -> None:
    """No inline script, style or handler, so that the content security policy can forbid them all."""
    page = client.get("/").get_data(as_text=True)
    for attributes, inside in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert not inside or 'type="application/json"' in attributes
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    assert json.loads(re.findall(r'id="boot">(.*?)</script>', page, re.DOTALL)[0])["words"] == words("en")


def test_every_text_of_the_page_is_in_the_message_file() -> None:
    """Each text key that a script or the template uses exists."""
    sources = [*FOLDER.glob("*.js"), FOLDER.parent / "templates" / "page.html"]
    pattern = r"""\bt\("([\w.]+)"|words\["([\w.]+)"\]|words\['([\w.]+)'\]|"(key\.\w+)\""""
    used = {next(filter(None, found)) for path in sources for found in re.findall(pattern, path.read_text("utf-8"))}
    assert len(used) > 60
    assert used <= words("en").keys()


def test_the_fake_race_has_the_shape_of_a_snapshot(race: FakeRace) -> None:
    """The tests' own race shows what a real one must show."""
    assert shape_faults(race.snapshot()) == ()


def test_a_misshapen_snapshot_is_described(race: FakeRace) -> None:
    """A snapshot with missing or wrong fields is described field by field."""
    broken = {**race.snapshot(), "phase": "lunch", "problems": [1], "verdict": {"entry": "3"}}
    del broken["pad"]
    faults = " ".join(shape_faults(broken))
    for part in (
        "snapshot.pad is missing",
        "snapshot.phase should be one of setup",
        "snapshot.problems[0]",
        "verdict.entry",
    ):
        assert part in faults
