"""The phone as camera: its page, this computer's certificate, and the door for its pictures."""

from __future__ import annotations

import re
from http import HTTPStatus

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request

from referee.commands import Role, for_the_page
from referee.devices.phone import LARGEST_BYTES
from referee.errors import SourceError
from referee.words.catalogue import told
from web.feed import Desk
from web.guard import CAMERA_COOKIE, desk_of, may_use_the_camera, refusal, visitor_now
from web.openapi import gives
from web.words import language_of, told_in, words

PICTURE = "/camera/picture"
_COOKIE = re.compile(rf"(?:^|;)\s*{CAMERA_COOKIE}=([\w-]+)")

phone_pages = Blueprint("phone", __name__)


@phone_pages.get("/camera")
@gives("text/html")
def door() -> Response:
    """The page on which a phone is the camera; over plain HTTP it says how to come to HTTPS, or takes photographs."""
    desk, visitor, language = desk_of(current_app), visitor_now(), language_of(request)
    host = request.host.rpartition(":")[0] or request.host
    boot = {
        "token": "" if visitor is None else visitor.token,
        "joined": visitor is not None and visitor.role is Role.CAMERA,
        "secure": f"https://{host}:{desk.doors.secure_port}/camera" if desk.doors.secure_port else "",
        "commands": for_the_page(),
        "words": words(language),
        "language": language,
    }
    answer = make_response(render_template("camera.html", boot=boot, doors=desk.doors, **boot))
    answer.headers["Permissions-Policy"] = may_use_the_camera()
    return answer


@phone_pages.get("/camera/authority.crt")
@gives("application/x-x509-ca-cert")
def certificate() -> Response:
    """The certificate of this computer, for phones that are to trust it for good."""
    return Response(desk_of(current_app).doors.authority.certificate, mimetype="application/x-x509-ca-cert")


@phone_pages.post(PICTURE)
@gives("application/json", 403, 409, 413, asked=("number", "battery", "still"))
def picture() -> Response:
    """One JPEG of the phone that joined as the camera; `still=1`: a photograph of the table at rest."""
    desk, visitor = desk_of(current_app), visitor_now()
    if visitor is None or visitor.role is not Role.CAMERA:
        return refusal(HTTPStatus.FORBIDDEN, told("only-camera-sends"))
    request.max_content_length = LARGEST_BYTES
    number, battery = request.args.get("number", 0, type=int), request.args.get("battery", 100, type=int)
    try:
        desk.phone.take(request.get_data(), request.args.get("page", "")[:40], number, "still" in request.args, battery)
    except SourceError as problem:
        return refusal(HTTPStatus.CONFLICT, told_in(str(problem), language_of(request)))
    return jsonify(ok=True)


def largest_body(desk: Desk, usual: int, target: bytes, cookie: bytes) -> int:
    """How much is waited for after a request's head: pictures are large, and come from the camera alone."""
    given = _COOKIE.search(cookie.decode("latin-1"))
    if target.partition(b"?")[0] != PICTURE.encode() or given is None:
        return usual
    visitor = desk.visitors.visitor(given[1])
    return LARGEST_BYTES if visitor is not None and visitor.role is Role.CAMERA else usual
