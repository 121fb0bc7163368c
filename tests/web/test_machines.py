"""Programs come in by tokens: each may do what its role may and no more, until its owner revokes it."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.commands import COMMANDS, Role
from referee.devices.machines import FILE, ROLES, Machines
from referee.errors import SetupError
from tests.cli.in_process import exit_code
from tests.web.conftest import ILLEGAL, TOKEN
from tests.web.test_commands import body_of
from web.app import create_app
from web.serve import PageServer

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace

LAN = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    """Nobody is let in yet."""
    return Machines(tmp_path)


@pytest.fixture
def app(race: FakeRace, machines: Machines) -> Flask:
    """A page that lets programs in."""
    return create_app(race, token=TOKEN, machines=machines)


def shown(token: str) -> dict[str, str]:
    """The header of a program."""
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("role", ROLES)
def test_a_token_may_what_its_role_may_from_anywhere(app: Flask, machines: Machines, role: Role) -> None:
    """State and stream, and just the commands of the role; without the page's token, whatever origin it names."""
    client, mine = app.test_client(), shown(machines.admit("lamp", role.word))
    assert client.get("/state", headers=mine, environ_base=LAN).status_code == 200
    stream = client.get("/events", headers=mine, environ_base=LAN)
    assert b"hello" in next(iter(stream.response))
    stream.close()
    for asked in COMMANDS.values():
        if not asked.path.startswith("/command/"):
            continue
        for path, body in ((asked.path, body_of(asked)), ("/command", {"do": asked.name, **body_of(asked)})):
            answer = client.post(path, json=body, headers=mine, environ_base=LAN)
            assert answer.status_code == (200 if asked.may is not None and role >= asked.may else 403), asked
    assert client.get("/position", headers=mine).status_code == (200 if role is Role.REFEREE else 403)


def test_a_revoked_token_is_nobodys_at_once_also_in_a_stream_that_is_open(app: Flask, machines: Machines) -> None:
    """Another program's revoking counts as well: the file does."""
    client, mine = app.test_client(), shown(machines.admit("lamp", "watch"))
    stream = iter(client.get("/events", headers=mine, environ_base=LAN).response)
    next(stream), next(stream)
    Machines(Path(str(machines._file)).parent).revoke("lamp")
    assert not [said for said in stream if b"event: state" in said]
    assert client.get("/state", headers=mine, environ_base=LAN).status_code == 401
    assert client.get("/state", headers=mine).status_code == 401  # at this very computer, too


@given(token=st.text(max_size=60))
def test_no_other_token_lets_in(token: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Neither nothing, nor anything else than the one that was told."""
    machines = Machines(tmp_path_factory.mktemp("machines"))
    told = machines.admit("lamp", "referee")
    assert machines.role(told) is Role.REFEREE
    assert token == told or machines.role(token) is None


def test_only_who_sits_at_the_computer_lets_programs_in(app: Flask, client: FlaskClient, machines: Machines) -> None:
    """By hand, with the page's token; a program cannot make itself friends, a phone that referees neither."""
    made = client.post("/machines", json={"program": "lamp", "role": "referee"}).get_json()
    assert machines.role(made["token"]) is Role.REFEREE
    assert client.get("/machines").get_json()["machines"][0].keys() == {"name", "role", "since"}
    mine = shown(made["token"])
    program = app.test_client()
    for path, body in (("/machines", {"program": "x", "role": "watch"}), ("/machines/revoke", {"program": "lamp"})):
        assert program.post(path, json=body, headers=mine).status_code == 403
        assert client.post(path, json=body, environ_base=LAN).status_code in (401, 403)
    assert program.get("/machines", headers=mine).status_code == 403
    assert client.post("/machines/revoke", json={"program": "lamp"}).status_code == 200
    assert client.post("/machines/revoke", json={"program": "lamp"}).status_code == 409
    assert machines.all() == ()


def test_the_file_holds_no_token_and_only_its_owner_reads_it(machines: Machines, tmp_path: Path) -> None:
    """A name has one token; a file that cannot be read lets nobody in and is told in a sentence."""
    token = machines.admit("lamp", "watch")
    file = tmp_path / FILE
    assert token not in file.read_text(encoding="utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(SetupError, match="lamp"):
        machines.admit("lamp", "watch")
    for damage in (
        "[",
        "{}",
        '[{"name": 1}]',
        "[3]",
        json.dumps([{"name": "a", "role": "king", "since": "", "sha256": ""}]),
    ):
        file.write_text(damage, encoding="utf-8")
        assert Machines(tmp_path).role(token) is None
    file.write_text("[", encoding="utf-8")
    with pytest.raises(SetupError):
        Machines(tmp_path).all()


def test_the_command_makes_lists_and_revokes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The token alone is printed; the list shows who is let in; what is not there is refused."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert exit_code(monkeypatch, ("token", "new", "lamp", "--role", "declare")) == 0
    token = capsys.readouterr().out.strip()
    assert Machines(tmp_path / "race-referee").role(token) is Role.DECLARE
    assert exit_code(monkeypatch, ("token", "list")) == 0
    assert "lamp" in capsys.readouterr().out
    assert exit_code(monkeypatch, ("token", "revoke", "lamp")) == 0
    assert exit_code(monkeypatch, ("token", "revoke", "lamp")) == 2
    assert Machines(tmp_path / "race-referee").role(token) is None


def test_the_traffic_light_of_the_docs_turns_red_at_a_fault(app: Flask, race: FakeRace, machines: Machines) -> None:
    """The program as docs/page.md prints it, against a page that runs: green, red, and green when it stands."""
    code = Path("docs/page.md").read_text(encoding="utf-8").partition("A traffic light that")[2].partition("## ")[0]
    program = textwrap.dedent("".join(line for line in code.splitlines(True)[1:] if line[:4].strip() == ""))
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    try:
        words = [sys.executable, "-c", program.replace("http://127.0.0.1:8000", server.url.rstrip("/"))]
        surroundings = {**os.environ, "RACE_TOKEN": machines.admit("lamp", "watch")}
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=surroundings) as lamp:
            assert lamp.stdout is not None
            light = iter(lamp.stdout.readline, "")
            assert next(light) == next(light) == "green\n"
            race.show(verdict=ILLEGAL)
            assert "red\n" in light
            race.show(verdict={**ILLEGAL, "stands": True})
            assert "green\n" in light
            lamp.kill()
    finally:
        server.stop()
