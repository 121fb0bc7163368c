"""The app factory: a `LiveRace` in, a Flask app out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from flask import Flask

from referee.devices.clock import SystemClock
from web import guard
from web.feed import Desk, Feed
from web.joining import joining
from web.keepsakes import keepsakes
from web.live import LiveRace
from web.routes import page
from web.visitors import Visitors

LARGEST_BODY_BYTES = 16 * 1024


def create_app(
    live: LiveRace,
    *,
    token: str | None = None,
    hosts: Sequence[str] = (),
    now_s: Callable[[], float] | None = None,
) -> Flask:
    """The page of one running race.

    Parameters
    ----------
    live : the race to show; see `web.live.LiveRace`.
    token : the secret commands must carry; a fresh one by default.
    hosts : further host names or addresses this machine is reached by, when the page is open to the local network.
    now_s : tells the time in seconds, by which join codes run out; the system's clock by default.
    """
    app = Flask(__name__)
    app.config.update(
        TRUSTED_HOSTS=[*guard.LOOPBACK, *hosts],
        MAX_CONTENT_LENGTH=LARGEST_BODY_BYTES,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
    )
    clock = SystemClock()
    app.extensions["race_referee"] = Desk(
        live,
        Feed(live),
        token or secrets.token_urlsafe(24),
        secrets.token_hex(4),
        Visitors(now_s or (lambda: clock.now_ns() / 1e9)),
        tuple(hosts),
    )
    app.register_blueprint(page)
    app.register_blueprint(joining)
    app.register_blueprint(keepsakes)
    guard.install(app)
    return app
