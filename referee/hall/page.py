"""The hall's page: all tables at a glance, and a steward's answers to their questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

from referee.commands import COMMANDS, CommandError, Invite, Join, Role, for_the_page, read
from referee.hall.floor import Floor
from referee.words.catalogue import told
from web.app import new_app
from web.feed import LINE, stream
from web.guard import at_this_machine, desk_of, refusal, visitor_now
from web.joining import invite, joining, let_in
from web.words import LANGUAGES, language_of, told_in, words

page = Blueprint("page", __name__)
"""Named as a table's own page is: the guards know the door by that name."""

SHOWN_BY_GUIDES = ("join", "invite")


def hall_app(floor: Floor, hosts: Sequence[str] = (), now_s: Callable[[], float] | None = None) -> Flask:
    """The hall's page; `hosts` are the names by which other devices reach it, and may join as on a table's page."""
    app = new_app(floor, (page, joining), hosts=hosts, now_s=now_s)
    app.extensions["race_referee.hall"] = floor
    return app


def _floor() -> Floor:
    floor: Floor = current_app.extensions["race_referee.hall"]
    return floor


@page.get("/")
def home() -> str:
    """The page itself."""
    desk, visitor = desk_of(current_app), visitor_now()
    if visitor is None:
        abort(HTTPStatus.UNAUTHORIZED)
    language = language_of(request)
    boot = {
        "token": visitor.token,
        "run": desk.run,
        "role": visitor.role.word,
        "level": visitor.role,
        "commands": {name: one for name, one in for_the_page().items() if name in SHOWN_BY_GUIDES},
        "words": words(language),
        "language": language,
        "languages": list(LANGUAGES.items()),
    }
    return render_template("hall.html", boot=boot, **boot)


@page.get("/state")
def state() -> Response:
    """All tables as JSON."""
    return Response(desk_of(current_app).feed.current()[1], mimetype="application/json")


@page.get("/events")
def events() -> Response:
    """All tables as server-sent events, from the last one that the browser saw."""
    desk, visitor = desk_of(current_app), visitor_now()
    if desk.feed.is_full(at_this_machine()):
        return refusal(HTTPStatus.SERVICE_UNAVAILABLE, "So many look on already that there is no room for another.")

    def welcome() -> bool:
        return visitor is not None and desk.visitors.knows(visitor)

    last_seen = request.headers.get("Last-Event-ID", type=int)
    return Response(stream(desk, last_seen, welcome, request.environ.get(LINE)), mimetype="text/event-stream")


@page.get("/table/<name>.jpg")
def picture(name: str) -> Response:
    """What a table's camera saw last."""
    try:
        jpeg, number = _floor().picture(name)
    except KeyError:
        abort(HTTPStatus.NOT_FOUND)
    return Response(jpeg, mimetype="image/jpeg", headers={"X-Picture": str(number)})


@page.post("/say")
def say() -> Response:
    """A steward's word: ``{"table": "7", "about": 12, "command": {"do": "declare", "text": "roll=3"}}``."""
    body = _asked({"table": str, "about": int, "command": dict})
    if isinstance(body, Response):
        return body
    read(body["command"])  # refused here already when it is no command
    ok, said = _floor().say(body["table"], body["about"], body["command"])
    language = language_of(request)
    text = said.get(language) or said.get("en", "")
    return jsonify(ok=True, message=text) if ok else refusal(HTTPStatus.CONFLICT, text)


@page.post("/forget")
def forget() -> Response:
    """Take a table that is away off the page: ``{"table": "7"}``."""
    body = _asked({"table": str})
    if isinstance(body, Response):
        return body
    _floor().forget(body["table"])
    return jsonify(ok=True, message=told_in(told("table-is-forgotten", table=body["table"]), language_of(request)))


def _asked(fields: Mapping[str, type]) -> dict[str, Any] | Response:
    """What a steward sent, or a refusal for who is none. Raises CommandError."""
    visitor = visitor_now()
    if visitor is None or visitor.role < Role.REFEREE:
        may = Role.WATCH if visitor is None else visitor.role
        return refusal(HTTPStatus.FORBIDDEN, told("role-too-low", may=may.word, role=Role.REFEREE.word))
    body = request.get_json()
    if not isinstance(body, dict) or {name: type(one) for name, one in body.items()} != dict(fields):
        raise CommandError(f"This takes an object of {', '.join(fields)}.")
    return body


@page.post(COMMANDS["join"].path, endpoint="join")
def join() -> Response:
    """Come in with a code."""
    asked = read(request.get_json(), Join)
    assert isinstance(asked, Join)
    return let_in(asked.code)


@page.post(COMMANDS["invite"].path, endpoint="invite")
def make_code() -> Response:
    """A new code for a role, or all codes and visits ended."""
    asked = read(request.get_json(), Invite)
    visitor = visitor_now()
    if visitor is None or visitor.role < Role.REFEREE:
        return refusal(HTTPStatus.FORBIDDEN, told("role-too-low", may=Role.WATCH.word, role=Role.REFEREE.word))
    assert isinstance(asked, Invite)
    return invite(asked.role)
