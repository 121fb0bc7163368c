"""Programs that may talk to this computer's pages: each with a name, a role and a token that its owner can revoke."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import threading
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from referee.commands import Role
from referee.devices.files import read_file, write_private
from referee.errors import SetupError
from referee.plain_json import read_json
from referee.words.catalogue import told

FILE = "machines.json"
ROLES = tuple(role for role in Role if role is not Role.CAMERA)
NAME = re.compile(r"[\w.-]{1,32}")
MOST = 100


@dataclass(frozen=True)
class Machine:
    """One program: what it is called, its role's word, the day it was let in, and of its token the SHA-256 alone."""

    name: str
    role: str
    since: str
    sha256: str


class Machines:
    """The programs that are let in; without a file none ever is. Every run and page of this user shares the file.

    Parameters
    ----------
    folder : where the file lies.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = None if folder is None else folder / FILE
        self._lock = threading.Lock()
        self._read: tuple[tuple[int, int], tuple[Machine, ...]] = ((0, 0), ())

    def all(self) -> tuple[Machine, ...]:
        """Every program that is let in. Raises SetupError when the file cannot be read."""
        if self._file is None:
            return ()
        try:
            found = self._file.stat()
        except OSError:
            return ()
        stamp = (found.st_mtime_ns, found.st_ino)
        if stamp != self._read[0]:
            try:
                rows = read_json(read_file(self._file))
                self._read = (
                    stamp,
                    tuple(Machine(**{key: str(one[key]) for key in Machine.__annotations__}) for one in rows),
                )
            except (OSError, ValueError, TypeError, KeyError) as problem:
                raise SetupError(told("machines-unreadable", text=str(self._file))) from problem
        return self._read[1]

    def role(self, token: str) -> Role | None:
        """The role of who shows this token; None for nobody. A file that cannot be read lets nobody in."""
        try:
            every = self.all()
        except SetupError:
            return None
        shown = _sum(token)
        found = next((one for one in every if secrets.compare_digest(one.sha256, shown)), None)
        return next((role for role in ROLES if found is not None and role.word == found.role), None)

    def admit(self, name: str, role: str) -> str:
        """Let a program in; returns its token, which nobody can look up later.

        Raises SetupError when there is one of that name, or it cannot be kept.
        """
        with self._lock:
            every = self.all()
            if not NAME.fullmatch(name):
                raise SetupError(told("machine-name"))
            if len(every) >= MOST or any(one.name == name for one in every):
                raise SetupError(told("machine-is-there", text=name))
            token = secrets.token_urlsafe(32)
            self._keep((*every, Machine(name, role, f"{datetime.now():%Y-%m-%d}", _sum(token))))
            return token

    def revoke(self, name: str) -> None:
        """Let a program in no more, from now on. Raises SetupError when there is none of that name."""
        with self._lock:
            every = self.all()
            left = tuple(one for one in every if one.name != name)
            if len(left) == len(every):
                raise SetupError(told("no-such-machine", text=name))
            self._keep(left)

    def _keep(self, every: tuple[Machine, ...]) -> None:
        if self._file is None:
            raise SetupError(told("machines-not-kept"))
        try:
            write_private(self._file, json.dumps([asdict(one) for one in every]).encode())
        except OSError as problem:
            raise SetupError(told("machines-not-kept")) from problem


def _sum(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
