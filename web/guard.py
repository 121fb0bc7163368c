"""Who may talk to the page: its own host, its own origin, and for commands whoever holds the run's token.

A page of another site that a player has open in the next tab can send requests here too, so nothing changes on GET and
every other method must come from this very origin and carry the token, which only our own page knows. This machine's
own browser is the referee; a browser on another device has to join with a code first (see `web.visitors`), and its role
says what it may do.
"""

from __future__ import annotations

import hmac
import ipaddress
import math
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, g, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response as AnyResponse

from referee.commands import COMMANDS, Command, CommandError, Role
from referee.errors import RecordError, RefereeError
from referee.games.registry import found
from referee.words.catalogue import COMMON, told, with_names
from web.feed import Desk
from web.live import LiveRace
from web.visitors import Visitor
from web.words import language_of, told_in, words

RACE = "race_referee.race"
"""Where an app that shows a race keeps it."""
TOKEN_HEADER = "X-Race-Token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK = ("127.0.0.1", "localhost")
VISITOR_COOKIE = "race_visitor"
CAMERA_COOKIE = "race_camera"
"""A cookie of its own: one phone may be the camera and a player, each in a tab."""
OPEN_DOORS = frozenset(
    {
        "static",
        "joining.door",
        "phone.door",
        "phone.certificate",
        *(f"page.{one.name}" for one in COMMANDS.values() if one.may is None),
        *(f"tournament.{view}" for view in ("home", "board", "table", "tables", "race")),
    }
)
"""What a stranger from the local network may ask for: to join, its page and files, a tournament's standings."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def may_use_the_camera() -> str:
    """The policy of the one page that does."""
    return HEADERS["Permissions-Policy"].replace("camera=()", "camera=(self)")


CAMERA_DOORS = OPEN_DOORS | {"phone.picture"}
"""What a phone may ask for that is the camera and nothing more."""

SAID = frozenset({400, 404, 405, 413, 415})
"""What there is a sentence for."""


def install(app: Flask) -> None:
    """Put the guards before every request, the headers on every answer, and one sentence into every error."""
    app.before_request(_refuse_strangers)
    app.after_request(_add_headers)
    app.register_error_handler(HTTPException, _http_problem)
    app.register_error_handler(RefereeError, _referee_problem)


def refusal(status: int, sentence: str) -> Response:
    """An answer that says no: JSON with one sentence, or a page with it for whoever went to the address by hand."""
    language = language_of(request)
    sentence = told_in(sentence, language)
    if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
        answer = Response(render_template("problem.html", sentence=sentence, words=words(language), language=language))
    else:
        answer = jsonify(error=sentence)
    answer.status_code = status
    return answer


def desk_of(app: Flask) -> Desk:
    """What the app's routes share."""
    desk: Desk = app.extensions["race_referee"]
    return desk


def race_of(app: Flask) -> LiveRace:
    """The race that the app shows."""
    race: LiveRace = app.extensions[RACE]
    return race


def with_drivers(language: str) -> str:
    """A language in which the drivers of the race that the app shows have their names."""
    return with_names(language, race_of(current_app).snapshot()["names"])


def in_race(value: Any, language: str) -> Any:
    """JSON-able data in a language, as the race that the app shows says it: by its law, with its drivers' names."""
    law = found(str(race_of(current_app).snapshot()["game"]))
    return told_in(value, with_drivers(language), COMMON if law is None else law.words)


def proof(kept: bytes, mimetype: str = "image/jpeg") -> Response:
    """What is kept of an entry. The next race has one of this number, too: a browser asks if it is still the same."""
    answer = Response(kept, mimetype=mimetype, headers={"Cache-Control": "private, no-cache"})
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def visitor_now() -> Visitor | None:
    """Who sends this request; None for a stranger from the local network."""
    found: Visitor | None = g.visitor
    return found


def refuse_role(asked: type[Command]) -> Response | None:
    """A refusal when the visitor's role does not reach to this command."""
    visitor, least = visitor_now(), asked.may
    if least is None or (visitor is not None and visitor.role >= least):
        return None
    return _too_low(Role.WATCH if visitor is None else visitor.role, least)


def _too_low(may: Role, least: Role) -> Response:
    return refusal(HTTPStatus.FORBIDDEN, told("role-too-low", may=may.word, role=least.word))


def at_this_machine() -> bool:
    """Whether this request comes from the machine the referee runs on."""
    return is_this_machine(request.remote_addr or "")


def is_this_machine(address: str) -> bool:
    """Whether an address is this very machine's own.

    >>> is_this_machine("127.0.0.1"), is_this_machine("::ffff:127.0.0.1"), is_this_machine("192.168.1.5")
    (True, True, False)
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None) or found
    return bool(mapped.is_loopback)


def stays(visitor: Visitor | None) -> Callable[[], bool]:
    """Tells again and again whether who came may still stay: a program until its token is revoked."""
    desk, token = desk_of(current_app), _bearer()
    if visitor is None or token is None:
        return lambda: visitor is not None and desk.visitors.knows(visitor)
    return lambda: desk.machines.role(token) is not None


def _bearer() -> str | None:
    """The token that a program shows; None for who shows none, such as a browser."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def by_hand() -> bool:
    """Whether somebody at this very computer asks, and not a program with a token."""
    return at_this_machine() and _bearer() is None


def _who() -> Visitor | None:
    desk, token = desk_of(current_app), _bearer()
    if token is not None:
        role = desk.machines.role(token)
        return None if role is None else Visitor(role, token, math.inf)
    if at_this_machine():
        return Visitor(Role.REFEREE, desk.token, math.inf)
    mine, other = (CAMERA_COOKIE, VISITOR_COOKIE) if request.blueprint == "phone" else (VISITOR_COOKIE, CAMERA_COOKIE)
    return desk.visitors.visitor(request.cookies.get(mine) or request.cookies.get(other, ""))


def _refuse_strangers() -> AnyResponse | None:
    host = request.host  # raises SecurityError for a host that is not ours
    visitor = g.visitor = _who()
    if visitor is None and request.endpoint not in OPEN_DOORS:
        if request.endpoint == "page.home" and request.method in SAFE_METHODS:
            return redirect("/join")
        return refusal(HTTPStatus.UNAUTHORIZED, told("join-first"))
    if visitor is not None and visitor.role is Role.CAMERA and request.endpoint not in CAMERA_DOORS:
        if request.endpoint == "page.home" and request.method in SAFE_METHODS:
            return redirect("/camera")
        return _too_low(visitor.role, Role.WATCH)
    if request.method in SAFE_METHODS:
        return None
    if visitor is not None and _bearer() is not None:
        return None  # no page of another site can make a browser send that
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{host}":
        return refusal(HTTPStatus.FORBIDDEN, told("request-from-elsewhere"))
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return refusal(HTTPStatus.FORBIDDEN, told("request-from-elsewhere"))
    if request.endpoint in OPEN_DOORS and not at_this_machine():
        return None  # what gives the token asks for none, whoever this phone was before; from our own page it is
    asked = COMMANDS.get(str(request.endpoint).removeprefix("page."))
    refused = refuse_role(asked) if visitor is not None and asked is not None else None
    if refused is not None:
        return refused  # what the page of another run could not do either
    given = request.headers.get(TOKEN_HEADER, "").encode()
    if visitor is None or not hmac.compare_digest(given, visitor.token.encode()):
        return refusal(HTTPStatus.FORBIDDEN, told("page-from-earlier-run"))
    return None


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    here = request.headers.get("Host", "").partition(":")[0] in LOOPBACK
    if request.is_secure or here:  # elsewhere browsers only complain of it
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
        response.cache_control.immutable = True
    else:
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _http_problem(problem: HTTPException) -> Response:
    status = problem.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if isinstance(problem, SecurityError):
        return refusal(status, told("host-unknown"))
    answer = refusal(status, told(f"request-{status}" if status in SAID else "request-failed"))
    answer.headers.extend(header for header in problem.get_headers() if header[0] == "Allow")
    return answer


def _referee_problem(problem: RefereeError) -> Response:
    if isinstance(problem, CommandError):
        return refusal(HTTPStatus.BAD_REQUEST, str(problem))
    if isinstance(problem, RecordError):
        return refusal(HTTPStatus.SERVICE_UNAVAILABLE, str(problem))
    say = in_race if RACE in current_app.extensions else told_in
    return refusal(HTTPStatus.CONFLICT, say(str(problem), language_of(request)))
