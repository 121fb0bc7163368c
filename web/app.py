"""The app factory: a `LiveRace` in, a Flask app out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.routing import IntegerConverter

from referee.devices.authority import Authority
from referee.devices.camera_visit import CameraVisit
from referee.devices.clock import SystemClock
from referee.devices.machines import Machines
from referee.devices.phone import PhoneCamera
from referee.plain_json import read_json
from web import guard
from web.doors import Doors
from web.feed import Desk, Feed, News
from web.files import KEPT_S, loaded_by, version
from web.joining import joining
from web.keepsakes import keepsakes
from web.live import LiveRace
from web.phone import phone_pages
from web.printing import printing
from web.routes import page
from web.stream import streaming
from web.visitors import Visitors

LARGEST_BODY_BYTES = 16 * 1024


class PlainJson(DefaultJSONProvider):
    """JSON that can be passed on; anything else is the sender's fault and not ours, however deep or long it is."""

    def loads(self, s: str | bytes, **options: Any) -> Any:
        """The value of what was sent. Raises ValueError."""
        return read_json(s)


class ShortNumber(IntegerConverter):
    """The number of an entry or picture in an address: nothing has so many that it takes more digits."""

    regex = r"\d{1,12}"


def create_app(
    live: LiveRace,
    *,
    token: str | None = None,
    hosts: Sequence[str] = (),
    phone: PhoneCamera | None = None,
    authority: Callable[[], Authority] = Authority.passing,
    now_s: Callable[[], float] | None = None,
    machines: Machines | None = None,
    camera: CameraVisit | None = None,
) -> Flask:
    """The page of one running race.

    Parameters
    ----------
    live : the race to show; see `web.live.LiveRace`.
    token : the secret commands must carry; a fresh one by default.
    hosts : further host names or addresses this machine is reached by, when the page is open to the local network.
    phone : takes in the pictures of a phone that is the camera; one through which nobody looks by default.
    authority : gives what vouches for this machine towards phones; asked for when it is needed.
    now_s : tells the time in seconds, by which join codes run out; the system's clock by default.
    machines : the programs that are let in by tokens; none by default.
    camera : keeps the visit of the phone that is the camera; for this run only by default.
    """
    app = new_app(
        live,
        (page, joining, phone_pages, keepsakes, printing, streaming),
        token=token,
        hosts=hosts,
        phone=phone,
        authority=authority,
        now_s=now_s,
        machines=machines,
        camera=camera,
    )
    app.extensions[guard.RACE] = live
    return app


def new_app(
    news: News,
    pages: Sequence[Blueprint],
    *,
    token: str | None = None,
    hosts: Sequence[str] = (),
    phone: PhoneCamera | None = None,
    authority: Callable[[], Authority] = Authority.passing,
    now_s: Callable[[], float] | None = None,
    machines: Machines | None = None,
    camera: CameraVisit | None = None,
) -> Flask:
    """An app of some pages that show the news, with all that guards it; see `create_app` for the parameters."""
    app = Flask(__name__, static_url_path=f"/static/{version()}")
    app.jinja_env.globals["loaded_by"] = loaded_by
    app.json = PlainJson(app)
    app.url_map.converters["int"] = ShortNumber
    app.config.update(
        TRUSTED_HOSTS=[*guard.LOOPBACK, *hosts],
        MAX_CONTENT_LENGTH=LARGEST_BODY_BYTES,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SEND_FILE_MAX_AGE_DEFAULT=KEPT_S,
    )
    clock = SystemClock()
    app.extensions["race_referee"] = Desk(
        Feed(news),
        token or secrets.token_urlsafe(24),
        secrets.token_hex(4),
        Visitors(now_s or (lambda: clock.now_ns() / 1e9), camera),
        Doors(app.config["TRUSTED_HOSTS"], hosts, authority),
        phone or PhoneCamera(),
        machines or Machines(),
    )
    for blueprint in pages:
        app.register_blueprint(blueprint)
    guard.install(app)
    return app
