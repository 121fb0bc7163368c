"""Phones at the table: the page on which a code is given, and the codes the referee's own screen shows."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, current_app, jsonify, render_template, request

from referee.commands import NOBODY, Invite, Role, for_the_page
from referee.words.catalogue import told
from web.feed import Desk
from web.guard import CAMERA_COOKIE, VISITOR_COOKIE, by_hand, desk_of, refusal, refuse_role, visitor_now
from web.openapi import gives
from web.visitors import VISIT_LASTS_S, Invitation
from web.words import language_of, told_in, words

joining = Blueprint("joining", __name__)


@joining.get("/join")
@gives("text/html")
def door() -> str:
    """The page that gives the code after the # of its address, or asks for one; who has joined may come as another."""
    language, visitor = language_of(request), visitor_now()
    token = "" if visitor is None else visitor.token
    boot = {"token": token, "words": words(language), "language": language, "commands": for_the_page()}
    return render_template("join.html", boot=boot, **boot)


def let_in(code: str) -> Response:
    """Take a code and let the browser in; `page` says where it goes on."""
    visitors, address = desk_of(current_app).visitors, request.remote_addr or ""
    wait_s = visitors.has_to_wait_s(address)
    if wait_s:
        answer = refusal(429, told("code-wait", n=wait_s))
        answer.headers["Retry-After"] = str(wait_s)
        return answer
    cookie = visitors.join(code, address)
    visitor = None if cookie is None else visitors.visitor(cookie)
    if cookie is None or visitor is None:
        return refusal(403, told("code-wrong"))
    name, page = (CAMERA_COOKIE, "/camera") if visitor.role is Role.CAMERA else (VISITOR_COOKIE, "/")
    answer = jsonify(ok=True, page=page)
    answer.set_cookie(name, cookie, max_age=int(VISIT_LASTS_S), httponly=True, samesite="Strict")
    return answer


@joining.get("/invitations")
@gives(
    "application/json",
    403,
    fields={"open": {"type": "boolean"}, "joined": {"type": "integer"}, "codes": {"type": "array"}},
)
def invitations() -> Response:
    """The codes in force, for the referee only: address, QR as a picture, seconds left.

    While a phone is the camera, `camera` holds the fingerprint of what it is to trust.
    """
    desk = desk_of(current_app)
    refused = refuse_role(Invite)
    if refused is not None:
        return refused
    codes = [_shown(desk, one) for one in desk.visitors.invitations()]
    camera = {"camera": desk.doors.authority.fingerprint} if desk.phone.wanted else {}
    return jsonify(open=bool(desk.doors.hosts), joined=desk.visitors.count(), codes=codes, **camera)


def invite(word: str) -> Response:
    """Make a new code for a role, and open the doors if they are shut; for `NOBODY`, send everybody away."""
    desk = desk_of(current_app)
    if word == NOBODY:
        desk.visitors.send_away()
        desk.doors.shut()
        return jsonify(ok=True, message=told("everybody-sent-away"))
    role = Role[word.upper()]
    desk.doors.open(secure=role is Role.CAMERA)
    return jsonify(ok=True, code=_shown(desk, desk.visitors.invite(role)))


@joining.get("/machines")
@gives("application/json", 403, fields={"machines": {"type": "array"}})
def machines() -> Response:
    """The programs that are let in by tokens, for the referee at this computer only."""
    if not by_hand():
        return refusal(HTTPStatus.FORBIDDEN, told("only-by-hand"))
    every = desk_of(current_app).machines.all()
    return jsonify(machines=[{"name": one.name, "role": one.role, "since": one.since} for one in every])


def admit(name: str, role: str) -> Response:
    """Let a program in; its token is told this once."""
    if not by_hand():
        return refusal(HTTPStatus.FORBIDDEN, told("only-by-hand"))
    return jsonify(ok=True, token=desk_of(current_app).machines.admit(name, role))


def revoke(name: str) -> Response:
    """Let a program in no more."""
    if not by_hand():
        return refusal(HTTPStatus.FORBIDDEN, told("only-by-hand"))
    desk_of(current_app).machines.revoke(name)
    return jsonify(ok=True, message=told_in(told("machine-is-revoked", text=name), language_of(request)))


def address(desk: Desk, asked: str, invitation: Invitation) -> str:
    """Where a phone joins with this code, told whoever asked at that address.

    The code stands after the #, so that no browser sends it on.
    """
    here = urlsplit(asked)
    server = desk.doors.server
    host = desk.doors.hosts[0] if desk.doors.hosts else "127.0.0.1"
    page = "camera" if invitation.role is Role.CAMERA else "join"
    return f"http://{host}:{server.port if server else here.port or 80}/{page}#{invitation.code}"


def _shown(desk: Desk, one: Invitation) -> dict[str, object]:
    url = address(desk, request.host_url, one)
    picture = segno.make(url, error="m", micro=False).svg_data_uri(scale=5, border=4)
    return {
        "role": one.role.word,
        "code": one.code,
        "url": url,
        "qr": picture,
        "seconds": desk.visitors.seconds_left(one),
    }
