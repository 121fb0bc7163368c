"""Who may talk to the page: every address, every method, every stranger."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule

from referee.commands import Close
from web.app import create_app
from web.guard import TOKEN_HEADER

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace

HOST = "127.0.0.1:8000"
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
VALUES = {"entry_id": "3", "number": "0", "at": "0", "name": "before", "filename": "base.css"}


def address(rule: Rule) -> str:
    """An address that a rule of the url map answers."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: VALUES[found[1]], rule.rule)


def everywhere(app: Flask) -> list[str]:
    """One address for every rule of the app."""
    return [address(rule) for rule in app.url_map.iter_rules()]


@pytest.mark.parametrize("method", UNSAFE)
@pytest.mark.parametrize(
    "stranger",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:8000"},
        {"Origin": "http://127.0.0.1:8001"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {TOKEN_HEADER: ""},
        {TOKEN_HEADER: "the-token-of-another-run"},
        {TOKEN_HEADER: "schlüssel"},
    ],
    ids=str,
)
def test_unsafe_methods_refuse_strangers(
    app: Flask, client: FlaskClient, race: FakeRace, method: str, stranger: dict[str, str]
) -> None:
    """Another origin, another site or a wrong token changes nothing, at any address, and gets one sentence."""
    for path in everywhere(app):
        answer = client.open(path, method=method, json={"do": "close"}, headers=stranger)
        assert answer.status_code == 403, path
        assert answer.get_json()["error"].endswith((".", "again."))
    assert race.asked == []


@pytest.mark.parametrize("method", ["GET", "HEAD", *UNSAFE])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.1.7:8000"])
def test_foreign_hosts_are_refused(app: Flask, client: FlaskClient, race: FakeRace, method: str, host: str) -> None:
    """A name that is not this machine's gets nothing at all, so that no foreign name can be pointed at the page."""
    for path in everywhere(app):
        answer = client.open(path, method=method, json={"do": "close"}, headers={"Host": host})
        assert answer.status_code == 400, path
    assert race.asked == []


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "localhost"])
def test_own_hosts_are_served(client: FlaskClient, host: str) -> None:
    """The page answers under each of this machine's own names."""
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_further_hosts_can_be_named(race: FakeRace) -> None:
    """On request the page also answers under an address of the local network."""
    client = create_app(race, hosts=["192.168.1.7"]).test_client()
    assert client.get("/", headers={"Host": "192.168.1.7:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "192.168.1.8:8000"}).status_code == 400


def test_nothing_changes_on_get(app: Flask, client: FlaskClient, race: FakeRace) -> None:
    """No address does anything when it is only looked at, even by our own page."""
    for path in everywhere(app):
        for method in ("GET", "HEAD", "OPTIONS"):
            client.open(path, method=method, query_string={"do": "close"}).close()
    assert race.asked == []


def test_our_own_page_may_command(client: FlaskClient, race: FakeRace) -> None:
    """The right origin with the right token is obeyed."""
    headers = {"Host": HOST, "Origin": f"http://{HOST}", "Sec-Fetch-Site": "same-origin"}
    answer = client.post("/command", json={"do": "close"}, headers=headers)
    assert (answer.status_code, answer.get_json()) == (200, {"ok": True, "message": "Done."})
    assert race.asked == [Close()]


def test_every_answer_is_locked_down(app: Flask, client: FlaskClient) -> None:
    """No answer may be framed, embedded, sniffed or run foreign code, and none opens the door to other sites."""
    for path in [*everywhere(app), "/nowhere"]:
        answer = client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control-")]
        answer.close()


@pytest.mark.parametrize(
    ("base", "said"),
    [("http://127.0.0.1:8000", True), ("https://192.168.1.5:8443", True), ("http://192.168.1.5:8000", False)],
)
def test_a_window_of_its_own_is_asked_for_where_browsers_listen(race: FakeRace, base: str, said: bool) -> None:
    """Over plain HTTP from another computer they ignore it, with an error on the console of every phone."""
    app = create_app(race, hosts=("192.168.1.5",))
    answer = app.test_client().get("/join", base_url=base)
    assert ("Cross-Origin-Opener-Policy" in answer.headers) == said


@cache
def nobodys_page() -> Flask:
    """The page of a race that must not be asked anything; making it takes longer than asking it."""
    return create_app(_Nobody(), token="the one")  # type: ignore[arg-type]


@settings(deadline=None)
@given(token=st.text(max_size=40))
def test_no_other_token_opens(token: str) -> None:
    """Whatever is sent instead of the token, it is refused."""
    client = nobodys_page().test_client()
    sent = token.encode().decode("latin-1").translate({10: None, 13: None, 0: None})
    answer = client.post("/command", json={"do": "close"}, headers={"Host": HOST, TOKEN_HEADER: sent})
    assert answer.status_code == 403


def test_each_run_has_its_own_token(race: FakeRace) -> None:
    """Two runs share no token, and each page carries its own."""
    pages = [create_app(race).test_client().get("/", headers={"Host": HOST}).get_data(as_text=True) for _ in "12"]
    tokens = [re.search(r'"token": "([^"]+)"', page) for page in pages]
    assert all(token and len(token[1]) >= 24 for token in tokens)
    assert len({token[1] for token in tokens if token}) == 2


class _Nobody:
    """A race that must not be asked anything."""
