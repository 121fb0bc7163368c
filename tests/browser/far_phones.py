"""A phone of the local network, for tests in which every browser is on this machine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "user_agent": "a phone"}


class FarPhones:
    """Makes whoever calls himself a phone come from another device of the network."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_USER_AGENT") == PHONE["user_agent"]:
            environ["REMOTE_ADDR"] = "192.168.1.23"
        return self._app(environ, start)
