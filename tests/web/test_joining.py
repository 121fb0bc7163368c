"""Phones join with a code that says what they may do, and that runs out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.commands import Command, Role, read
from referee.devices.camera_visit import FILE, CameraVisit
from tests.devices.test_phone import jpeg
from web.app import create_app
from web.guard import TOKEN_HEADER, desk_of
from web.visitors import CODE_LASTS_S, FREE_TRIES, LONGEST_PAUSE_S, MOST_GUESSERS, VISIT_LASTS_S, Visitor, Visitors

from .test_commands import ALL, OF_THE_RACE, body_of
from .test_guard import UNSAFE, everywhere

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace

LAN = "192.168.1.7"
ORIGIN = {"Origin": f"http://{LAN}:8000"}


class Phone(FlaskClient):
    """A browser on another device of the network."""

    def open(self, *args: Any, **options: Any) -> TestResponse:
        """Send a request to this machine's address in the network."""
        return super().open(*args, **{"base_url": f"http://{LAN}:8000", **options})


class Hands:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Hands:
    """The clock by which codes run out."""
    return Hands()


@pytest.fixture
def open_app(race: FakeRace, clock: Hands) -> Flask:
    """The page, open to the local network."""
    return create_app(race, hosts=[LAN], now_s=clock)


@pytest.fixture
def phone(open_app: Flask) -> FlaskClient:
    """A browser on another device that knows nothing."""
    client = Phone(open_app, open_app.response_class)
    client.environ_base.update(REMOTE_ADDR="192.168.1.23")
    return client


def joined(app: Flask, phone: FlaskClient, role: Role) -> dict[str, str]:
    """Let the phone join; the headers of its commands."""
    code = desk_of(app).visitors.invite(role).code
    assert phone.post("/join", json={"code": code}, headers=ORIGIN).status_code == 200
    return {**ORIGIN, TOKEN_HEADER: visitor_of(app, phone, role).token}


def visitor_of(app: Flask, phone: FlaskClient, role: Role) -> Visitor:
    """Who the phone is in this role."""
    cookie = phone.get_cookie("race_camera" if role is Role.CAMERA else "race_visitor", domain=LAN)
    assert cookie is not None
    visitor = desk_of(app).visitors.visitor(cookie.value)
    assert visitor is not None
    return visitor


def boot_of(phone: FlaskClient, path: str) -> Any:
    """What a page knows from the start."""
    found = re.search(r'id="boot">(.*?)</script>', phone.get(path).get_data(as_text=True), re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_a_stranger_of_the_network_sees_only_the_door(open_app: Flask, phone: FlaskClient, race: FakeRace) -> None:
    """Without a code a phone gets the join page and nothing of the race."""
    assert phone.get("/").location == "/join"
    assert phone.get("/join").status_code == 200
    with phone.get(f"{open_app.static_url_path}/join.js") as file:
        assert file.status_code == 200
    for path in ("/state", "/events", "/frame.jpg", "/evidence/3/before.jpg", "/invitations"):
        answer = phone.get(path)
        assert answer.status_code == 401, path
        assert answer.get_json()["error"].startswith("Join first")
    assert phone.post("/command", json={"do": "close"}, headers=ORIGIN).status_code == 401
    assert race.asked == []


@pytest.mark.parametrize("asked", ALL, ids=lambda one: one.name)
def test_who_may_not_is_refused(
    open_app: Flask,
    phone: FlaskClient,
    race: FakeRace,
    asked: type[Command],
) -> None:
    """A viewer, and a player whose role does not reach so far, gets 403 and nothing happens; who may is heard."""
    for role in Role:
        phone.delete_cookie("race_visitor", domain=LAN)
        headers = joined(open_app, phone, role)
        before = len(race.asked)
        status = phone.post(asked.path, json=body_of(asked), headers=headers).status_code
        refused = asked.may is not None and role < asked.may
        # "x" is no code that anybody has, and programs are let in by nobody's phone
        assert (status == 403) == (refused or asked.name in ("join", "admit", "revoke")), (role, status)
        assert len(race.asked) == before + (asked in OF_THE_RACE and not refused)
    if asked.may is not None:
        assert asked.may > Role.WATCH


@pytest.mark.parametrize(
    ("role", "command", "status"),
    [
        (Role.WATCH, {"do": "declare", "text": "roll:5"}, 403),
        (Role.WATCH, {"do": "close"}, 403),
        (Role.DECLARE, {"do": "declare", "text": "roll:5"}, 200),
        (Role.DECLARE, {"do": "close"}, 200),
        (Role.DECLARE, {"do": "undo"}, 403),
        (Role.DECLARE, {"do": "overrule", "entry": 3, "status": "LEGAL", "why": "agreed"}, 403),
        (Role.REFEREE, {"do": "undo"}, 200),
    ],
)
def test_a_code_says_what_its_holder_may_do(
    open_app: Flask, phone: FlaskClient, race: FakeRace, role: Role, command: dict[str, object], status: int
) -> None:
    """A watcher watches, a player declares, a referee decides; a command beyond the role changes nothing."""
    headers = joined(open_app, phone, role)
    assert phone.get("/state").status_code == 200
    assert phone.post("/command", json=command, headers=headers).status_code == status
    assert race.asked == ([read(command)] if status == 200 else [])


@pytest.mark.parametrize("role", Role)
def test_a_phone_that_joined_takes_another_code_at_the_door(open_app: Flask, phone: FlaskClient, role: Role) -> None:
    """A player who scans the referee's code becomes a referee; the door asks for no token, whoever he was before."""
    joined(open_app, phone, Role.DECLARE)
    for headers in (ORIGIN, {**ORIGIN, TOKEN_HEADER: "of an earlier page"}):
        code = desk_of(open_app).visitors.invite(role).code
        answer = phone.post("/join", json={"code": code}, headers=headers)
        assert (answer.status_code, answer.get_json()["page"]) == (200, "/camera" if role is Role.CAMERA else "/")
        assert visitor_of(open_app, phone, role).role is role


@pytest.mark.parametrize("order", [(Role.CAMERA, Role.DECLARE), (Role.DECLARE, Role.CAMERA)], ids=str)
def test_one_phone_is_player_and_camera(
    open_app: Flask, phone: FlaskClient, race: FakeRace, order: tuple[Role, Role]
) -> None:
    """In whichever order it joins as both: its pictures arrive, its player declares, and each page knows its part."""
    seen_through = desk_of(open_app).phone.open()
    headers = {role: joined(open_app, phone, role) for role in order}
    sent = phone.post("/camera/picture?number=1", data=jpeg(50), headers=headers[Role.CAMERA])
    said = phone.post("/command", json={"do": "declare", "text": "roll:5"}, headers=headers[Role.DECLARE])
    assert (sent.status_code, said.status_code, seen_through.status.frames) == (200, 200, 1)
    assert boot_of(phone, "/camera")["joined"]
    assert boot_of(phone, "/")["role"] == "declare"
    seen_through.close()


@pytest.mark.parametrize("wrong", [{}, {TOKEN_HEADER: "x"}, {"Origin": "http://evil.example"}], ids=str)
def test_a_joined_phone_needs_its_own_token_and_origin(
    open_app: Flask, phone: FlaskClient, race: FakeRace, wrong: dict[str, str]
) -> None:
    """The cookie alone, which a foreign page could make the browser send, opens nothing."""
    headers = {**joined(open_app, phone, Role.REFEREE), **wrong}
    if not wrong:
        del headers[TOKEN_HEADER]
    assert phone.post("/command", json={"do": "close"}, headers=headers).status_code == 403
    assert race.asked == []


WRONG = [{TOKEN_HEADER: ""}, {TOKEN_HEADER: "another"}, {"Origin": "http://evil.example"}, {"Origin": "null"},
         {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}]  # fmt: skip


@pytest.mark.parametrize("role", [None, *Role], ids=str)
@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_no_address_takes_anything_from_elsewhere(
    open_app: Flask, phone: FlaskClient, race: FakeRace, role: Role | None, wrong: dict[str, str]
) -> None:
    """Whoever joined as what: a foreign host, origin or site, or a missing token changes nothing at any address.

    Each case goes through the addresses with one method after the other, all cases together with every method at each.
    """
    held = joined(open_app, phone, role) if role is not None else ORIGIN
    codes = desk_of(open_app).visitors.invitations()
    for number, path in enumerate(everywhere(open_app), (0 if role is None else role) + WRONG.index(wrong)):
        method = UNSAFE[number % len(UNSAFE)]
        if role is None and path == "/join" and TOKEN_HEADER in wrong:
            continue  # the door needs no token: that is what it gives
        answer = phone.open(path, method=method, json={"do": "close", "role": "watch"}, headers={**held, **wrong})
        assert answer.status_code in (400, 401, 403), (method, path)
    assert (race.asked, desk_of(open_app).visitors.invitations()) == ([], codes)


@pytest.mark.parametrize("role", [Role.WATCH, Role.DECLARE])
def test_only_the_referee_makes_codes_and_reads_positions(open_app: Flask, phone: FlaskClient, role: Role) -> None:
    """With all that a player's own page sends, a player's phone lets nobody in, and sees no notation."""
    headers = joined(open_app, phone, role)
    codes = desk_of(open_app).visitors.invitations()
    assert phone.post("/invitations", json={"role": "referee"}, headers=headers).status_code == 403
    assert phone.get("/position").status_code == 403
    assert desk_of(open_app).visitors.invitations() == codes


def test_the_token_of_the_referees_own_page_is_never_given_away(open_app: Flask, phone: FlaskClient) -> None:
    """A phone's page carries the phone's own token, not the machine's."""
    headers = joined(open_app, phone, Role.WATCH)
    text = phone.get("/").get_data(as_text=True)
    assert headers[TOKEN_HEADER] in text
    assert desk_of(open_app).token not in text


def test_the_camera_needs_no_new_code_after_a_restart_and_everybody_else_does(
    race: FakeRace, clock: Hands, tmp_path: Path
) -> None:
    """With the page that it has open it goes on, until its visit ends, another phone takes its place or everybody is
    sent away. What is kept of it lets nobody else in."""

    def restarted(before: FlaskClient | None = None) -> tuple[Flask, FlaskClient]:
        app = create_app(race, hosts=[LAN], now_s=clock, camera=CameraVisit(tmp_path))
        desk_of(app).phone.open()
        client = Phone(app, app.response_class)
        client.environ_base.update(REMOTE_ADDR="192.168.1.23")
        client._cookies = {} if before is None else before._cookies
        return app, client

    def sends(client: FlaskClient, headers: dict[str, str]) -> int:
        return client.post("/camera/picture?number=1", data=jpeg(50), headers=headers).status_code

    app, phone = restarted()
    camera, player = joined(app, phone, Role.CAMERA), joined(app, phone, Role.DECLARE)
    app, phone = restarted(phone)
    assert sends(phone, camera) == 200
    assert sends(phone, player) == 403
    assert phone.post("/command", json={"do": "close"}, headers=player).status_code == 401
    assert phone.get("/").location == "/join", "the player is led to his door, not to the camera's page"
    kept = (tmp_path / FILE).read_text(encoding="utf-8")
    cookie = phone.get_cookie("race_camera", domain=LAN)
    assert cookie is not None
    assert not any(secret in kept for secret in (cookie.value, camera[TOKEN_HEADER]))
    clock.now_s += VISIT_LASTS_S
    assert sends(phone, camera) == 401

    camera = joined(app, phone, Role.CAMERA)
    app, another = restarted()
    joined(app, another, Role.CAMERA)
    app, phone = restarted(phone)
    assert sends(phone, camera) == 401, "another phone took its place"
    camera = joined(app, phone, Role.CAMERA)
    desk_of(app).visitors.send_away()
    _, phone = restarted(phone)
    assert sends(phone, camera) == 401, "everybody was sent away"
    for damage in ("", "[", "{}", '{"sha256": "", "until_s": 9e99}', '{"sha256": "é", "until_s": 9e99}'):
        (tmp_path / FILE).write_text(damage, encoding="utf-8")
        _, phone = restarted()
        assert sends(phone, camera) == 401


def test_codes_and_visits_run_out(open_app: Flask, phone: FlaskClient, clock: Hands) -> None:
    """An old code opens nothing, and a visitor of yesterday has to join again."""
    late = desk_of(open_app).visitors.invite(Role.WATCH).code
    joined(open_app, phone, Role.DECLARE)
    clock.now_s += CODE_LASTS_S + 1
    assert phone.post("/join", json={"code": late}, headers=ORIGIN).status_code == 403
    assert phone.get("/state").status_code == 200
    clock.now_s += VISIT_LASTS_S
    assert phone.get("/state").status_code == 401


def test_codes_cannot_be_guessed(clock: Hands) -> None:
    """Each wrong code after some free ones costs its address twice the pause, in which the right one waits too."""
    visitors = Visitors(clock)
    code = visitors.invite(Role.REFEREE).code
    pauses = []
    for number in range(FREE_TRIES + 12):
        assert visitors.join(f"WRONG{number:03}", "10.0.0.2") is None
        pauses.append(visitors.has_to_wait_s("10.0.0.2"))
        if pauses[-1]:
            assert visitors.join(code, "10.0.0.2") is None
        clock.now_s += pauses[-1]
    assert pauses[:FREE_TRIES] == [0] * FREE_TRIES
    assert pauses[FREE_TRIES : FREE_TRIES + 4] == [1, 2, 4, 8]
    assert pauses[-1] == LONGEST_PAUSE_S
    code = visitors.invite(Role.REFEREE).code
    assert visitors.join(code, "10.0.0.2") is not None
    assert visitors.has_to_wait_s("10.0.0.2") == 0


def test_whoever_guesses_locks_out_nobody_else(open_app: Flask, clock: Hands) -> None:
    """A wrong code every 0.7 s for ten minutes: that device has to wait, others join at once."""
    code = desk_of(open_app).visitors.invite(Role.WATCH).code

    def give(address: str, given: str) -> TestResponse:
        phone = Phone(open_app, open_app.response_class)
        phone.environ_base.update(REMOTE_ADDR=address)
        return phone.post("/join", json={"code": given}, headers=ORIGIN)

    codes = set()
    for number in range(int(600 / 0.7)):
        clock.now_s += 0.7
        codes.add(give("192.168.1.66", f"WRONG{number:03}").status_code)
        if number == 400:
            assert give("192.168.1.7", code).status_code == 200
    code = desk_of(open_app).visitors.invite(Role.WATCH).code
    refused = give("192.168.1.66", code)
    assert codes == {403, 429}
    assert (refused.status_code, 0 < int(refused.headers["Retry-After"]) <= LONGEST_PAUSE_S) == (429, True)
    assert give("192.168.1.8", code).status_code == 200


def test_only_so_many_guessers_are_remembered(clock: Hands) -> None:
    """Guesses from ever new addresses fill no memory, and those of one network of long addresses count together."""
    visitors = Visitors(clock)
    code = visitors.invite(Role.WATCH).code
    for number in range(2 * MOST_GUESSERS):
        visitors.join("WRONG", f"10.1.{number // 250}.{number % 250}")
    assert len(visitors._guesses) == MOST_GUESSERS
    for number in range(FREE_TRIES + 1):
        visitors.join("WRONG", f"fd00::{number:x}")
    assert visitors.join(code, "fd00::ffff") is None
    assert visitors.join(code, "fd00:0:0:1::1") is not None


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Dieser Code ist falsch"), ("fr", "Ce code est faux"), ("en", "This code is wrong")]
)
def test_a_refusal_comes_in_the_phones_language(phone: FlaskClient, language: str, said: str) -> None:
    """What is refused is said in the language that the browser asks for."""
    answer = phone.post("/join", json={"code": "XXXX"}, headers={**ORIGIN, "Accept-Language": language})
    assert answer.status_code == 403
    assert answer.get_json()["error"].startswith(said)


def test_a_code_may_be_typed_as_people_type(clock: Hands) -> None:
    """Small letters and spaces do not matter."""
    visitors = Visitors(clock)
    code = visitors.invite(Role.WATCH).code
    assert visitors.join(f" {code[:4].lower()} {code[4:]} ") is not None


def test_everybody_can_be_sent_away(open_app: Flask, phone: FlaskClient) -> None:
    """The referee ends all codes and visits at once."""
    headers = joined(open_app, phone, Role.REFEREE)
    assert phone.post("/invitations", json={"role": "none"}, headers=headers).status_code == 200
    assert phone.get("/state").status_code == 401
    assert desk_of(open_app).visitors.invitations() == ()


def test_the_referee_sees_the_codes_as_addresses_and_pictures(open_app: Flask, phone: FlaskClient) -> None:
    """Each code comes with the address that phones open, a QR and the seconds left; players are not shown them."""
    own = open_app.test_client()
    own.environ_base.update(HTTP_X_RACE_TOKEN=desk_of(open_app).token)
    made = own.post("/invitations", json={"role": "declare"}).get_json()["code"]
    assert made["url"] == f"http://{LAN}:80/join#{made['code']}"
    assert made["qr"].startswith("data:image/svg+xml")
    assert own.get("/invitations").get_json() == {"open": True, "joined": 0, "codes": [made]}
    joined(open_app, phone, Role.DECLARE)
    assert phone.get("/invitations").status_code == 403


@pytest.mark.parametrize("body", [{}, [], {"code": 5}])
def test_a_misshapen_join_is_told_so(phone: FlaskClient, body: object) -> None:
    """Anything but a code gets one sentence."""
    answer = phone.post("/join", json=body, headers=ORIGIN)
    wrong = (
        "'code' is too long: 40 characters at most." if body == {"code": "A" * 50} else 'To join, send {"code": "..."}.'
    )
    assert (answer.status_code, answer.get_json()["error"]) == (400, wrong)


def test_who_may_not_is_told_so_also_without_the_pages_token(open_app: Flask, phone: FlaskClient) -> None:
    """A program that only watches is not sent to load the page again: that would not help."""
    joined(open_app, phone, Role.WATCH)
    answer = phone.post("/command/close", json={}, headers=ORIGIN)
    assert answer.status_code == 403
    assert "watch" in answer.get_json()["error"]
