"""The hall's page: all tables at a glance, and a steward's answers to their questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request

from referee.commands import Command, Invite, Join, Number, Words, read
from referee.devices.machines import Machines
from referee.hall.floor import Floor
from referee.hall.messages import CHANNELS, HALL_SHAPE
from referee.words.catalogue import ENGLISH, told
from web.app import new_app
from web.asyncapi import described_events, stream_of
from web.guard import desk_of, refusal, refuse_role
from web.joining import invite, joining, let_in
from web.routes import booted, event_stream
from web.words import language_of, told_in

page = Blueprint("page", __name__)
"""Named as a table's own page is: the guards know the door by that name."""

ASKED: dict[str, type[Command]] = {"join": Join, "invite": Invite}
"""What may be asked of the hall."""


class Answer(Command, path="/answer", among=ASKED):
    """Say something for a table, about the verdict that is shown, such as the answer to its question."""

    table: Words
    about: Number
    text: Words


class Allow(Command, path="/allow", among=ASKED):
    """Let the illegal move stand that a table's verdict is about."""

    table: Words
    about: Number


class Forget(Command, path="/forget", among=ASKED):
    """Take a table that is away off the page."""

    table: Words


def hall_app(
    floor: Floor, hosts: Sequence[str] = (), now_s: Callable[[], float] | None = None, machines: Machines | None = None
) -> Flask:
    """The hall's page; `hosts` are the names by which other devices reach it, and may join as on a table's page."""
    app = new_app(floor, (page, joining), hosts=hosts, now_s=now_s, machines=machines)
    app.extensions["race_referee.hall"] = floor
    return app


def _floor() -> Floor:
    floor: Floor = current_app.extensions["race_referee.hall"]
    return floor


@page.get("/")
def home() -> str:
    """The page itself."""
    return booted("hall.html", language_of(request), ASKED)


@page.get("/state")
def state() -> Response:
    """All tables as JSON."""
    return Response(desk_of(current_app).feed.current()[1], mimetype="application/json")


@page.get("/events")
def events() -> Response:
    """All tables as server-sent events, from the last one that the browser saw."""
    return event_stream(ENGLISH)


@page.get("/asyncapi.json")
def asyncapi() -> Response:
    """What this page and the tables tell without being asked, for programs that are made from it."""
    return jsonify(described_events((stream_of(HALL_SHAPE), *CHANNELS)))


@page.get("/table/<name>.jpg")
def picture(name: str) -> Response:
    """What a table's camera saw last."""
    try:
        jpeg, number = _floor().picture(name)
    except KeyError:
        abort(HTTPStatus.NOT_FOUND)
    return Response(jpeg, mimetype="image/jpeg", headers={"X-Picture": str(number)})


def command(asked: type[Command]) -> Response:
    """Do what somebody asked; see `ASKED`."""
    refused = refuse_role(asked)
    if refused is not None:
        return refused
    match read(request.get_json(), asked):
        case Join(code):
            return let_in(code)
        case Invite(role):
            return invite(role)
        case Answer(table, about, text):
            return _told(*_floor().say(table, about, {"do": "declare", "text": text}))
        case Allow(table, about):
            return _told(*_floor().say(table, about, {"do": "stand", "entry": about}))
        case Forget(table):
            _floor().forget(table)
            return jsonify(ok=True, message=told_in(told("table-is-forgotten", table=table), language_of(request)))
    raise LookupError(asked.name)


def _told(ok: bool, said: Mapping[str, str]) -> Response:
    """What a table answered, in the steward's language."""
    text = said.get(language_of(request)) or said.get(ENGLISH, "")
    return jsonify(ok=True, message=text) if ok else refusal(HTTPStatus.CONFLICT, text)


for one in ASKED.values():
    page.add_url_rule(one.path, one.name, partial(command, one), methods=["POST"])
