"""Pictures from an HTTP address that sends JPEG after JPEG (``multipart/x-mixed-replace``), as IP cameras do."""

from __future__ import annotations

import http.client
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

from referee.addresses import shown_address
from referee.devices.jpeg import Decoded, decode_brightness
from referee.devices.live import EndOfStreamError
from referee.errors import SourceError
from referee.words.catalogue import told

_TIMEOUT_S = 5.0
_LONGEST_LINE = 8_192
_LARGEST_PICTURE = 64 * 1024 * 1024


class MjpegGrabber:
    """One open connection. Raises SourceError when the address cannot be reached or sends something else."""

    def __init__(self, url: str, timeout_s: float = _TIMEOUT_S) -> None:
        self._shown = shown_address(url)
        self._response = self._ask(url, timeout_s)
        kind = self._response.headers.get_content_type()
        boundary = self._response.headers.get_param("boundary")
        if not kind.startswith("multipart/") or not isinstance(boundary, str):
            self._response.close()
            raise SourceError(told("address-no-mjpeg", text=self._shown, text2=kind))
        self._boundary = b"--" + boundary.strip('"').removeprefix("--").encode("latin-1")
        self._at_boundary = self._over = False

    def grab(self) -> Decoded | None:
        """The next part as a picture, None when it is no whole JPEG."""
        try:
            return decode_brightness(self._next_part())
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise SourceError(told("address-broke-off", text=self._shown, text2=reason_of(problem))) from problem

    def close(self) -> None:
        """Hang up."""
        self._response.close()

    def _ask(self, url: str, timeout_s: float) -> Any:
        try:
            address, opener = _with_password(url)
        except ValueError as problem:  # whose own words may hold the password
            raise SourceError(told("address-improper", text=self._shown)) from problem
        try:
            return opener(address, timeout_s)
        except urllib.error.HTTPError as problem:
            problem.close()
            if problem.code == 401:
                raise SourceError(told("address-asks-password", text=self._shown)) from problem
            raise SourceError(
                told("address-answers", text=self._shown, code=problem.code, text2=str(problem.reason))
            ) from problem
        except http.client.InvalidURL as problem:
            raise SourceError(told("address-improper", text=self._shown)) from problem
        except (OSError, http.client.HTTPException, ValueError) as problem:
            why = reason_of(problem)
            raise SourceError(told("address-unreached", text=self._shown, text2=why)) from problem

    def _next_part(self) -> bytes:
        if not self._at_boundary:
            self._to_boundary()
        self._at_boundary = False
        if self._over:
            raise EndOfStreamError
        length = self._part_headers()
        if length is None:
            data = self._to_boundary()
            self._at_boundary = True
            return data
        if length > _LARGEST_PICTURE:
            raise ValueError("a picture is too large")
        data = bytes(self._response.read(length))
        if len(data) < length:
            raise ConnectionError(told("address-closed"))
        return data

    def _part_headers(self) -> int | None:
        """Reads the headers of a part; returns its length when it is stated."""
        length = None
        while line := self._line().strip():
            found = re.match(rb"content-length:\s*([0-9]+)$", line, re.IGNORECASE)
            if found:
                length = int(found[1])
        return length

    def _to_boundary(self) -> bytes:
        """Everything up to the next boundary line, which may be the last one."""
        parts: list[bytes] = []
        size = 0
        while True:
            line = self._response.readline(_LARGEST_PICTURE)
            if not line:
                raise ConnectionError(told("address-closed"))
            if line.startswith(self._boundary):
                self._over = line.strip() == self._boundary + b"--"
                return b"".join(parts)
            size += len(line)
            if size > _LARGEST_PICTURE:
                raise ValueError("a picture is too large")
            parts.append(line)

    def _line(self) -> bytes:
        line: bytes = self._response.readline(_LONGEST_LINE)
        if not line:
            raise ConnectionError(told("address-closed"))
        return line


def _with_password(url: str) -> tuple[str, Callable[[str, float], Any]]:
    """The address without name and password, and something that opens it with them; proxies are for the far web."""
    parts = urllib.parse.urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname or ""
    address = urllib.parse.urlunsplit((parts.scheme, host + port, parts.path or "/", parts.query, ""))
    if not parts.hostname:
        raise ValueError("an address without a host")
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({}), _StayOnHost()]
    if parts.username is not None:
        keys = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        password = urllib.parse.unquote(parts.password or "")
        keys.add_password(None, address, urllib.parse.unquote(parts.username), password)
        handlers += [urllib.request.HTTPBasicAuthHandler(keys), urllib.request.HTTPDigestAuthHandler(keys)]
    director = urllib.request.build_opener(*handlers)
    return address, lambda where, timeout_s: director.open(where, timeout=timeout_s)


class _StayOnHost(urllib.request.HTTPRedirectHandler):
    """Follows a camera to another address of its own host only: it must not send us on to other machines."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        there = urllib.parse.urlsplit(newurl)
        if there.scheme not in ("http", "https") or there.hostname != urllib.parse.urlsplit(req.full_url).hostname:
            raise ConnectionRefusedError(0, told("address-redirects"))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def reason_of(problem: BaseException) -> str:
    """The part of a network error that people understand."""
    inner = getattr(problem, "reason", None)
    if isinstance(inner, BaseException):
        return reason_of(inner)
    if isinstance(problem, TimeoutError):
        return told("address-slow")
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
