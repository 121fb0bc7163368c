"""Whatever is typed or sent: exit code 0, 1 or 2 and no traceback; on the page an answer that is no fault of ours."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from markers import kits
from referee.assemble import Referee
from referee.cli import unforeseen
from referee.commands import COMMANDS as ASKED
from referee.devices.store import SqliteStore
from referee.games.registry import GAMES
from referee.record.memory import MemoryStore
from tests.cli.in_process import exit_code
from tests.fuzz.mangled import FEWER, ODD_TEXTS, lines_of, mangled_text, mangled_value, words_of
from tests.record.races import play_into
from web.app import create_app

TOKEN = "the-token-of-this-run"
SAMPLE = Path(__file__).parents[2] / "sample_images" / "racepack-still-1.jpg"
WRONG_INSIDE = "went wrong inside"

Run = Callable[..., tuple[int, str]]
ONE_FOLDER = settings(FEWER, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""Nothing is written there but what each case writes anew."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Run]:
    """Exit code and everything said by `referee ...`, run in this process with a home of its own."""
    interrupted = signal.getsignal(signal.SIGINT)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str]:
        code = exit_code(monkeypatch, words)
        said = capfd.readouterr()
        return code, said.out + said.err

    yield run
    signal.signal(signal.SIGINT, interrupted)


def a_record(path: Path) -> str:
    """A short race on the disk."""
    store = SqliteStore.create(path, {"game": "racepack"})
    play_into(store, "racepack", 2)
    store.close()
    return str(path)


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("judge", "--position", "POSITION", "--observed", "POSITION", "--declare", "WORD", "--json"),
    ("judge", "--game", "GAME", "--position", "POSITION", "--observed", "POSITION"),
    ("judge", "--batch", "TEXT", "--game", "GAME"),
    ("layout", "--position", "POSITION", "--json"),
    ("layout", "--game", "GAME", "--position", "POSITION", "--kit", "TEXT"),
    ("play", "--seed", "NUMBER", "--turns", "2", "--players", "NUMBER", "--json"),
    ("play", "--game", "GAME", "--turns", "1", "--option", "TEXT"),
    ("replay", "RECORD", "--from", "NUMBER", "--json"),
    ("replay", "TEXT"),
    ("export", "RECORD", "--to", "TEXT", "--out", "TEXT"),
    ("export", "RECORD", "--to", "csv", "--overwrite", "--out", "TEXT"),
    ("report", "TEXT", "--out", "TEXT"),
    ("rejudge", "TEXT", "--json"),
    ("bundle", "TEXT", "--note", "TEXT"),
    ("open-bundle", "TEXT", "--into", "TEXT"),
    ("read", "TEXT", "--game", "GAME"),
    ("watch", "--source", "TEXT", "--headless", "--players", "NUMBER"),
    ("watch", "--source", "SAMPLE", "--headless", "--said", "TEXT"),
    ("watch", "--source", "SAMPLE", "--headless", "--position", "POSITION", "--kit", "TEXT"),
    ("print", "GAME", "--measured", "NUMBER"),
    ("TEXT", "TEXT"),
)
ALLOWED = {0, 1, 2}


@ONE_FOLDER
@given(data=st.data())
def test_any_command_ends_with_a_sentence(here: Run, tmp_path: Path, data: st.DataObject) -> None:
    """Commands as they are typed, with odd texts, numbers, files and positions in their places."""
    record = tmp_path / "race.sqlite"
    still = tmp_path / "still.jpg"  # a copy: whatever is named may be written over
    if not record.exists():
        a_record(record)
    still.write_bytes(SAMPLE.read_bytes())
    text = st.sampled_from([one for one in ODD_TEXTS if "\0" not in one and "\ud83d" not in one])
    given_for = {
        "POSITION": mangled_text(lines_of("racepack")) | st.sampled_from(lines_of("racepack")),
        "WORD": mangled_text(words_of("racepack")),
        "GAME": st.sampled_from([*GAMES, "chess", ""]),
        "TEXT": text
        | st.sampled_from(["/dev/zero", "/dev/null", "/", ".", "x" * 3999, str(record), str(still), "csv"]),
        "NUMBER": st.sampled_from(["0", "1", "3", "-1", "9" * 5000, "1e9", "x", "", "٣"]),
        "RECORD": st.just(str(record)) | text,
        "SAMPLE": st.just(str(still)),
    }
    words = [data.draw(given_for[word]) if word in given_for else word for word in data.draw(st.sampled_from(COMMANDS))]
    code, said = here(*(word.replace("\0", "").encode("utf-8", "ignore").decode() for word in words))
    assert code in ALLOWED, (words, said)
    assert "Traceback" not in said
    assert WRONG_INSIDE not in said, (words, said)


def test_what_nobody_thought_of_is_one_sentence(here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program is told in a sentence with exit code 2, its traceback kept without anybody's password."""

    def broken(*_: object) -> None:
        raise KeyError("http://ann:secret@cam.local/video")

    monkeypatch.setattr("referee.games.registry.game", broken)
    code, said = here("layout", "--position", "racepack")
    assert (code, said.count("\n"), "Traceback" in said) == (2, 1, False)
    assert f"{WRONG_INSIDE} (KeyError), a fault of this program" in said
    kept = Path(said.partition("kept in ")[2].partition(";")[0])
    text = kept.read_text(encoding="utf-8")
    assert "KeyError" in text
    assert "in broken" in text
    assert "secret" not in text
    assert kept.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(unforeseen, "_keep", lambda text: None)
    assert "please report it" in here("layout", "--position", "racepack")[1]


def test_what_has_no_words_of_its_own_is_told_by_the_system(here: Run) -> None:
    """A file name beyond all length, where no command asked before: the system's own reason, exit code 2."""
    for words in (["export", "x" * 3999, "--to", "csv"], ["replay", "x" * 3999], ["read", "x" * 3999]):
        code, said = here(*words)
        assert (code, "Traceback" in said, WRONG_INSIDE in said) == (2, False, False), said
        assert len(said) < 5000


BODIES: tuple[dict[str, Any], ...] = (
    {"do": "start", "players": 4}, {"do": "declare", "text": "speed:2=3"}, {"do": "undeclare"}, {"do": "close"},
    {"do": "undo", "who": "Ann"}, {"do": "correct", "position": "racepack"}, {"do": "correct", "accept": True},
    {"do": "place", "piece": "S", "space": "c3"}, {"do": "overrule", "entry": 1, "status": "LEGAL", "why": "x"},
    {"do": "stand", "entry": 1}, {"do": "mode", "mode": "advise", "who": "Ann"}, {"do": "pause", "on": True},
    {"do": "next"}, {"do": "again"}, {"do": "replay", "at": 1}, {"do": "guide", "what": "source", "value": "x"},
)  # fmt: skip


@cache
def page_of_a_race() -> Flask:
    """The page of a real race under way, without a camera."""
    store = MemoryStore({"game": "racepack"})
    play_into(store, "racepack", 2)
    return create_app(Referee(GAMES["racepack"], kits.manifest("racepack"), store), token=TOKEN)


@FEWER
@given(data=st.data())
def test_any_command_to_the_page_is_done_or_refused(data: st.DataObject) -> None:
    """Commands with something else in them, and bodies of any kind: never a fault of ours."""
    body = data.draw(mangled_value(BODIES) | st.sampled_from([{"do": name} for name in ASKED]))
    text = json.dumps(body)
    sent = data.draw(st.just(text) | mangled_text([text]))
    client = page_of_a_race().test_client()
    headers = {"X-Race-Token": TOKEN}
    answer = client.post(
        "/command", data=sent.encode("utf-8", "surrogatepass"), content_type="application/json", headers=headers
    )
    assert answer.status_code in (200, 400, 409, 413, 503), (sent, answer.get_json())
    assert client.get("/state").status_code == 200


@FEWER
@given(
    st.sampled_from(("/evidence/{}/{}.jpg", "/clip/{}/{}.jpg", "/reading/{}/{}.svg", "/moment/{}", "/thumbnail/{}.jpg",
                     "/{}/{}", "/static/{}", "/events?{}", "/frame.jpg?after={}")),
    st.sampled_from([*ODD_TEXTS, "1", "0", "before", "after", "9223372036854775808"]),
    st.sampled_from([*ODD_TEXTS, "1", "0", "before", "9" * 12]),
)  # fmt: skip
def test_any_address_gives_something_or_nothing(pattern: str, first: str, second: str) -> None:
    """Addresses with odd numbers and names in them."""
    path = pattern.format(first, second).encode("utf-8", "surrogatepass").decode("latin-1")
    with page_of_a_race().test_client().head(path) as answer:
        assert answer.status_code in (200, 204, 304, 308, 400, 404), path
