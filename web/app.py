"""The app factory: a `LiveRace` in, a Flask app out."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from flask import Flask

from web import guard
from web.feed import Desk, Feed
from web.live import LiveRace
from web.routes import page

LARGEST_BODY_BYTES = 16 * 1024


def create_app(live: LiveRace, *, token: str | None = None, hosts: Sequence[str] = ()) -> Flask:
    """The page of one running race.

    Parameters
    ----------
    live : the race to show; see `web.live.LiveRace`.
    token : the secret commands must carry; a fresh one by default.
    hosts : further host names or addresses this machine is reached by, when the page is open to the local network.
    """
    app = Flask(__name__)
    app.config.update(
        TRUSTED_HOSTS=[*guard.LOOPBACK, *hosts],
        MAX_CONTENT_LENGTH=LARGEST_BODY_BYTES,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
    )
    app.extensions["race_referee"] = Desk(live, Feed(live), token or secrets.token_urlsafe(24), secrets.token_hex(4))
    app.register_blueprint(page)
    guard.install(app)
    return app
