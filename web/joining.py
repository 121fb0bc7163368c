"""Phones at the table: the page on which a code is given, and the codes the referee's own screen shows."""

from __future__ import annotations

import segno
from flask import Blueprint, Response, current_app, jsonify, render_template, request

from referee.commands import NOBODY, Invite, Role, for_the_page
from referee.words.catalogue import told
from web.feed import Desk
from web.guard import VISITOR_COOKIE, desk_of, refusal, refuse_role
from web.openapi import gives
from web.visitors import VISIT_LASTS_S, Invitation
from web.words import language_of, words

joining = Blueprint("joining", __name__)


@joining.get("/join")
@gives("text/html")
def door() -> str:
    """The page that gives the code after the # of its address, or asks for one."""
    language = language_of(request)
    boot = {"words": words(language), "language": language, "commands": for_the_page()}
    return render_template("join.html", boot=boot, **boot)


def let_in(code: str) -> Response:
    """Take a code and let the browser in."""
    visitors, address = desk_of(current_app).visitors, request.remote_addr or ""
    wait_s = visitors.has_to_wait_s(address)
    if wait_s:
        answer = refusal(429, told("code-wait", n=wait_s))
        answer.headers["Retry-After"] = str(wait_s)
        return answer
    cookie = visitors.join(code, address)
    if cookie is None:
        return refusal(403, told("code-wrong"))
    answer = jsonify(ok=True)
    answer.set_cookie(VISITOR_COOKIE, cookie, max_age=int(VISIT_LASTS_S), httponly=True, samesite="Strict")
    return answer


@joining.get("/invitations")
@gives(
    "application/json",
    403,
    fields={"open": {"type": "boolean"}, "joined": {"type": "integer"}, "codes": {"type": "array"}},
)
def invitations() -> Response:
    """The codes in force, for the referee only: address, QR as a picture, seconds left."""
    desk = desk_of(current_app)
    refused = refuse_role(Invite)
    if refused is not None:
        return refused
    codes = [_shown(desk, one) for one in desk.visitors.invitations()]
    return jsonify(open=bool(desk.hosts), joined=desk.visitors.count(), codes=codes)


def invite(word: str) -> Response:
    """Make a new code for a role; for `NOBODY`, send everybody away."""
    desk = desk_of(current_app)
    if word == NOBODY:
        desk.visitors.send_away()
        return jsonify(ok=True, message=told("everybody-sent-away"))
    return jsonify(ok=True, code=_shown(desk, desk.visitors.invite(Role[word.upper()])))


def address(host: str, port: str, invitation: Invitation) -> str:
    """Where a phone joins with this code. The code stands after the #, so that no browser sends it on.

    >>> address("192.168.1.5", "8000", Invitation("ABCD2345", Role.WATCH, 0.0))
    'http://192.168.1.5:8000/join#ABCD2345'
    """
    return f"http://{host}:{port}/join#{invitation.code}"


def _shown(desk: Desk, one: Invitation) -> dict[str, object]:
    port = request.host.rpartition(":")[2] if ":" in request.host else "80"
    url = address(desk.hosts[0] if desk.hosts else "127.0.0.1", port, one)
    picture = segno.make(url, error="m", micro=False).svg_data_uri(scale=5, border=4)
    return {
        "role": one.role.word,
        "code": one.code,
        "url": url,
        "qr": picture,
        "seconds": desk.visitors.seconds_left(one),
    }
