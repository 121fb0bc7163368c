"""The tournament's page: everybody in the room sees it, only its organiser changes something; and the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.cli.report import page_of
from referee.devices.store import SqliteStore
from referee.tournament.evening import Evening
from referee.tournament.log import Leave, made
from referee.tournament.page import ASKED, tournament_app
from referee.tournament.words import OWN
from referee.words.catalogue import LANGUAGES
from referee.words.fact import Fact
from tests.cli.in_process import exit_code
from tests.tournament.evenings import BEGAN_NS, evening, record
from web.guard import TOKEN_HEADER, desk_of

LAN = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def running(tmp_path: Path) -> tuple[Evening, FlaskClient, dict[str, str]]:
    """A page of four players, and what its organiser's browser sends along."""
    evening(tmp_path / "evening", 4, rounds=2)
    here = Evening(tmp_path / "evening", tmp_path / "races", lambda: BEGAN_NS)
    app = tournament_app(here, lambda path, language: page_of(SqliteStore.read(path), True, language))
    return here, app.test_client(), {TOKEN_HEADER: desk_of(app).token}


def test_an_evening_from_the_first_round_to_the_end(
    running: tuple[Evening, FlaskClient, dict[str, str]], tmp_path: Path
) -> None:
    """The organiser pairs, races are recorded, one result is given by hand; the page shows and links it all."""
    here, client, mine = running
    assert "4 players" in client.get("/").text
    assert client.post("/pair", json={}, headers=mine).get_json()["message"] == "The round is paired: 2 races."
    first, second = here.log.read().rounds[0].heats
    record(tmp_path / "races", first.seats, BEGAN_NS)
    board = client.get("/board")
    assert '/race/1/1"' in board.text
    assert "still racing" in board.text
    assert client.get("/board", headers={"If-None-Match": board.headers["ETag"]}).status_code == 304
    assert "missing" in client.post("/pair", json={}, headers=mine).get_json()["error"]
    kept = client.post("/result", json={"round": 1, "heat": 2, "order": " = ".join(second.seats)}, headers=mine)
    assert kept.get_json()["message"] == "The result is kept."
    assert client.post("/pair", json={}, headers=mine).status_code == 200
    assert first.seats[0] in client.get("/race/1/1").text
    assert client.get("/race/1/2").status_code == 404
    assert here.log.read().rounds[1].heats[0].seats[0] in client.get("/table/1").text
    assert client.get("/table/9").status_code == 409
    assert client.get("/tables").text.count('<img src="data:image/svg+xml') == 2


def test_anybody_in_the_room_looks_on_and_nobody_else_says_anything(
    running: tuple[Evening, FlaskClient, dict[str, str]], tmp_path: Path
) -> None:
    """Another device sees rounds and standings without a code and has no tools; its commands are refused."""
    here, client, mine = running
    here.pair()
    for view in ("/", "/board", "/tables", "/table/1", "/?screen=wall"):
        seen = client.get(view, environ_base=LAN)
        assert seen.status_code == 200
        assert mine[TOKEN_HEADER] not in seen.text
        assert "data-command" not in seen.text
    for name in set(ASKED) - {"join"}:
        asked = client.post(ASKED[name].path, json={}, headers=mine, environ_base=LAN)
        assert asked.status_code in (401, 403)
    assert client.post("/pair", json={}).status_code == 403
    assert client.get("/invitations", environ_base=LAN).status_code == 401


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_in_the_readers_language(
    running: tuple[Evening, FlaskClient, dict[str, str]], language: str
) -> None:
    """Headings, tools and refusals; nothing is left unsaid."""
    here, client, mine = running
    here.pair()
    client.set_cookie("race_language", language)
    text = client.get("/").text
    for kind in ("standings", "head-player", "do-pair", "still-racing"):
        assert OWN.say(Fact(kind), language) in text
    refused = client.post("/leave", json={"player": "Zoe"}, headers=mine).get_json()["error"]
    assert refused == re.sub("x", "Zoe", OWN.say(Fact("no-such-player", (("name", "x"),)), language))


def test_what_is_shown_is_reckoned_anew_when_a_file_has_changed_and_only_then(tmp_path: Path) -> None:
    """A record, what the organiser says, and an earlier evening's records: each counts at once."""
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder, before in zip(folders, ((), (str(folders[0]),)), strict=True):
        evening(folder, 2, before=before)
    first, second = (Evening(folder, tmp_path / "races", lambda: BEGAN_NS) for folder in folders)
    first.pair()
    shown = second.now()
    assert second.now() is shown
    path = record(folders[0] / "records", ("P02", "P01"), BEGAN_NS)
    assert [row.rating > 0 for row in second.now().rows if row.player == "P02"] == [True]
    shown = second.now()
    path.unlink()
    assert second.now() is not shown
    second.log.say(made(Leave, player="P01"))
    assert [row.here for row in second.now().rows if row.player == "P01"] == []


def test_names_cannot_become_markup(running: tuple[Evening, FlaskClient, dict[str, str]]) -> None:
    """Whatever somebody is called is shown as it is."""
    _here, client, mine = running
    name = "<b>&\"'</b>"
    assert client.post("/enter", json={"player": name}, headers=mine).status_code == 200
    assert "<b>" not in client.get("/").text
    assert "&lt;b&gt;" in client.get("/").text


def test_the_command_line_leads_through_an_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """New, rounds, results, standings, a championship of two evenings, a page for paper; wrong use is one sentence."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.txt").write_text("Ann\nBob\n\nCem\nDan\n", encoding="utf-8")

    def say(*words: str) -> int:
        return exit_code(monkeypatch, ("tournament", *words))

    assert say("new", "one", "--players", "names.txt", "--rounds", "2", "--tables", "4,window") == 0
    assert say("round", "one", "--json") == 0
    heats = json.loads(capsys.readouterr().out.splitlines()[-1])["heats"]
    assert [heat["table"] for heat in heats] == ["4", "window"]
    for number, heat in enumerate(heats, start=1):
        assert say("result", "one", "1", str(number), *heat["seats"], "--why", "no camera") == 0
    assert say("standings", "one", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["points"] for row in told["standings"]] == [1, 1, 0, 0]
    assert told["missing"] == []
    assert (
        say("new", "two", "--player", "Eve", "--player", "Ann", "--after", "one", "--seats", "3", "--points", "5,2,1")
        == 0
    )
    assert say("round", "two") == 0
    assert say("result", "two", "1", "1", "Eve=Ann") == 0
    capsys.readouterr()
    assert say("standings", "one", "two", "--json") == 0
    champions = json.loads(capsys.readouterr().out)["championship"]
    assert champions[0]["player"] == "Ann"
    assert {row["player"]: row["evenings"][1] for row in champions if row["evenings"][1]} == {"Ann": 3.5, "Eve": 3.5}
    assert say("report", "one", "--language", "de") == 0
    paper = (tmp_path / "one/standings.html").read_text(encoding="utf-8")
    assert "<h2>Stand" in paper
    assert "href=" not in paper
    assert "no camera" in paper
    capsys.readouterr()
    for wrong in (("round", "none"), ("result", "one", "7", "1", "Ann"), ("new", "one", "--player", "Ann"),
                  ("new", "three", "--points", "1,2"), ("enter", "one", "A=B")):  # fmt: skip
        assert say(*wrong) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_tournament_of_nobody_yet_has_empty_standings_and_says_how_players_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Begun without a name: standings, report and page are there, only empty, and the command names the next one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = str(tmp_path / "evening")
    assert exit_code(monkeypatch, ("tournament", "new", folder)) == 0
    assert f"referee tournament enter {folder}" in capsys.readouterr().out
    for asked in ("standings", "report"):
        assert exit_code(monkeypatch, ("tournament", asked, folder)) == 0, capsys.readouterr().err
    here = Evening(tmp_path / "evening", tmp_path / "races", lambda: BEGAN_NS)
    assert tournament_app(here, lambda path, language: "").test_client().get("/").status_code == 200
