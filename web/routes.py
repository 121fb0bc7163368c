"""The addresses of the page: what to look at, and one way in for commands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request

from referee.commands import COMMANDS, Admit, Command, Invite, Join, Revoke, Role, for_the_page, read
from referee.errors import RecordError
from referee.games.colours import emblems
from referee.words.catalogue import ENGLISH, told
from web.asyncapi import STREAM, described_events
from web.feed import LINE, stream
from web.guard import (
    at_this_machine,
    desk_of,
    in_race,
    proof,
    race_of,
    refusal,
    refuse_role,
    stays,
    visitor_now,
    with_drivers,
)
from web.joining import admit, invite, let_in, revoke
from web.openapi import STATE, described, gives
from web.words import LANGUAGES, language_of, words

page = Blueprint("page", __name__)


@page.get("/")
@gives("text/html", 302)
def home() -> str:
    """The page itself."""
    return booted("page.html", language_of(request))


@page.get("/overlay")
@gives("text/html", asked=("language", "show", "seconds"))
def overlay() -> str:
    """Scoreboard, verdict and the place of a fault on a transparent ground, to lay over a film of the table."""
    return booted("overlay.html", _asked_language(language_of(request)))


def booted(template: str, language: str, commands: Mapping[str, type[Command]] = COMMANDS, **more: Any) -> str:
    """One of our pages with what its program needs from the start, and `more`. Answers 401 to a stranger."""
    visitor = visitor_now()
    if visitor is None:
        abort(HTTPStatus.UNAUTHORIZED)
    boot = {
        "token": visitor.token,
        "run": desk_of(current_app).run,
        "role": visitor.role.word,
        "level": visitor.role,
        "commands": for_the_page(commands),
        "words": words(language),
        "language": language,
        "languages": list(LANGUAGES.items()),
        "emblems": emblems(),
        **more,
    }
    return render_template(template, boot=boot, **boot)


@page.get("/state")
@gives("application/json", fields=STATE, asked=("language",))
def state() -> Response:
    """The whole state as JSON, for programs and for the curious; in English unless ``?language=de`` or the like."""
    return Response(desk_of(current_app).feed.current(_asked_language())[1], mimetype="application/json")


@page.get("/openapi.json")
@gives("application/json", fields={"openapi": {"type": "string"}})
def openapi() -> Response:
    """What all of these addresses take and answer, for programs that are made from it."""
    return jsonify(described(current_app))


@page.get("/asyncapi.json")
@gives("application/json", fields={"asyncapi": {"type": "string"}})
def asyncapi() -> Response:
    """What the stream of events says, for programs that are made from it."""
    return jsonify(described_events((STREAM,)))


def _asked_language(usual: str = ENGLISH) -> str:
    asked = request.args.get("language", usual)
    return asked if asked in LANGUAGES else usual


@page.get("/events")
@gives("text/event-stream", 503, asked=("language",))
def events() -> Response:
    """The state as server-sent events, from the last one the browser saw; in English unless ``?language=de``."""
    return event_stream(_asked_language())


def event_stream(language: str) -> Response:
    """What is new, as server-sent events in a language, from the last one that the browser saw."""
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")
    last_seen = request.headers.get("Last-Event-ID", type=int)
    desk, visitor = desk_of(current_app), visitor_now()
    if desk.feed.is_full(at_this_machine()):  # the page tries again by itself
        return refusal(HTTPStatus.SERVICE_UNAVAILABLE, told("no-room-to-look-on"))

    heard = stream(desk, last_seen, stays(visitor), request.environ.get(LINE), language)
    answer = Response(heard, mimetype="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@page.get("/frame.jpg")
@gives("image/jpeg", 204, asked=("after",))
def frame() -> Response:
    """The newest live picture, or 204 when the browser (``?after=SEQ``) already has it.

    Its header X-Pause says how many milliseconds to wait before asking again.
    """
    return _newest(*race_of(current_app).picture())


@page.get("/beneath.jpg")
@gives("image/jpeg", 204, asked=("after",))
def beneath() -> Response:
    """The newest live picture laid flat, to lie under the drawn board; else as `/frame.jpg`.

    204 also where it is not known how the camera shows the board.
    """
    return _newest(*race_of(current_app).beneath())


def _newest(image: bytes, number: int) -> Response:
    """A picture with its number and how long to wait before asking again; 204 where there is none or it is known."""
    pause = {"X-Pause": str(desk_of(current_app).feed.pause_ms)}
    if not image or number == request.args.get("after", type=int):
        return Response(status=204, headers=pause)
    return Response(image, mimetype="image/jpeg", headers={"X-Picture": str(number), **pause})


@page.get("/evidence/<int:entry_id>/<name>.jpg")
@gives("image/jpeg", 304, 404)
def evidence(entry_id: int, name: str) -> Response:
    """A picture kept beside an entry of the record."""
    try:
        image = race_of(current_app).evidence(entry_id, name)
    except KeyError:
        abort(404)
    return proof(image)


@page.get("/fingerprint/<int:entry_id>")
@gives("application/json", 404, fields={"fingerprint": {"type": "string"}})
def fingerprint(entry_id: int) -> Response:
    """What names an entry of the record (0: the newest) and all before it, for whoever holds what it once was."""
    found = race_of(current_app).fingerprint(entry_id)
    if not found:
        abort(404)
    return jsonify(fingerprint=found)


@page.get("/incident/<int:entry_id>")
@gives("application/json", 404)
def incident(entry_id: int) -> Response:
    """What the pictures of a verdict's place show, in the page's language, for who cannot see them."""
    try:
        return jsonify(race_of(current_app).incident(entry_id).told(with_drivers(language_of(request))))
    except KeyError:
        abort(404)


@page.get("/incident/<int:entry_id>/<name>.jpg")
@gives("image/jpeg", 304, 404, asked=("language",))
def incident_picture(entry_id: int, name: str) -> Response:
    """The place of a verdict: ``before``, ``after``, or a number among the seconds before, with words in a language."""
    language = _asked_language(language_of(request))
    try:
        image = race_of(current_app).incident(entry_id).picture(name, with_drivers(language))
    except (KeyError, RecordError):
        abort(404)
    return proof(image)


@page.get("/reading/<int:entry_id>/<int:number>.svg")
@gives("image/svg+xml", 404)
def reading(entry_id: int, number: int) -> Response:
    """The drawing of one reading of an undecided turn; the verdict's `readings` says how many there are."""
    try:
        drawing = race_of(current_app).reading(entry_id, number)
    except KeyError:
        abort(404)
    return Response(in_race(drawing, language_of(request)), mimetype="image/svg+xml")


@page.get("/position")
@gives("application/json", 403, fields={"position": {"type": "string"}})
def position() -> Response:
    """The position in notation, for the referee only; empty where it names what lies face down."""
    visitor = visitor_now()
    if visitor is None or visitor.role < Role.REFEREE:
        return refusal(HTTPStatus.FORBIDDEN, told("position-for-referee-only"))
    return jsonify(position=race_of(current_app).notation())


@page.get("/thumbnail/<int:number>.jpg")
@gives("image/jpeg", 404)
def thumbnail(number: int) -> Response:
    """What a camera of the guide's list sees."""
    try:
        image = race_of(current_app).thumbnail(number)
    except KeyError:
        abort(404)
    return Response(image, mimetype="image/jpeg")


@page.get("/clip/<int:entry_id>/<int:number>.jpg")
@gives("image/jpeg", 304, 404)
def clip(entry_id: int, number: int) -> Response:
    """One picture of the seconds before a verdict; the verdict's `clip_ms` says how many there are."""
    try:
        image = race_of(current_app).clip(entry_id)[number]
    except (KeyError, IndexError):
        abort(404)
    return proof(image)


@page.post("/command")
def command(asked: type[Command] | None = None) -> Response:
    """Do what a person asked, here or at the command's own address; see `referee.commands`."""
    said = read(request.get_json(), asked)
    refused = refuse_role(type(said))
    if refused is not None:
        return refused
    match said:
        case Join(code):
            return let_in(code)
        case Invite(role):
            return invite(role)
        case Admit(name, role):
            return admit(name, role)
        case Revoke(name):
            return revoke(name)
    return jsonify(ok=True, message=in_race(race_of(current_app).command(said), language_of(request)))


for one in COMMANDS.values():
    page.add_url_rule(one.path, one.name, partial(command, one), methods=["POST"])
