"""The table's key: what it signs was recorded here. Made at first use, one small file that only its owner may read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from referee.devices.files import read_file

FILE = "table.key"
_SEED_BYTES, _RACE_BYTES = 32, 8


class TableKey:
    """An Ed25519 key."""

    def __init__(self, key: Ed25519PrivateKey, randomness: Callable[[int], bytes], note: str = "") -> None:
        self._key, self._randomness, self._note = key, randomness, note

    @classmethod
    def passing(cls, randomness: Callable[[int], bytes] = os.urandom, note: str = "") -> TableKey:
        """A key that lasts as long as the program."""
        return cls(Ed25519PrivateKey.from_private_bytes(randomness(_SEED_BYTES)), randomness, note)

    @classmethod
    def of(cls, folder: Path, randomness: Callable[[int], bytes] = os.urandom) -> TableKey:
        """The key kept in a folder, made there when there is none yet.

        A key that cannot be read or kept holds no race up: another one then lasts as long as the program.
        """
        file = folder / FILE
        try:
            if not file.exists():
                _keep(cls.passing(randomness), file, randomness)
            key = load_pem_private_key(read_file(file), None)
        except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as problem:
            return cls.passing(randomness, _why_not(file, problem))
        if not isinstance(key, Ed25519PrivateKey):
            return cls.passing(randomness, _why_not(file, ValueError("it is a key of another kind")))
        return cls(key, randomness)

    @cached_property
    def public(self) -> str:
        """The public half in hexadecimal."""
        return self._key.public_key().public_bytes_raw().hex()

    @property
    def note(self) -> str:
        """Why the key is not kept, in a sentence; "" when it is, or need not be."""
        return self._note

    def sign(self, link: bytes) -> bytes:
        """An Ed25519 signature."""
        return self._key.sign(link)

    def new_race(self) -> str:
        """Sixteen hexadecimal digits that no other race has."""
        return self._randomness(_RACE_BYTES).hex()

    def pem(self) -> bytes:
        """The key as OpenSSL reads it too."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _keep(key: TableKey, file: Path, randomness: Callable[[int], bytes]) -> None:
    """Give a key its file whole and once: of programs that begin together the first one's key is everybody's."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{randomness(_RACE_BYTES).hex()}")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new:
            new.write(key.pem())
            new.flush()
            os.fsync(new.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def _why_not(file: Path, problem: Exception) -> str:
    reason = getattr(problem, "strerror", None) or problem
    return (
        f"The table's key {file} cannot be used ({reason}), so this race is sealed with a key that is kept nowhere. "
        "Mend or remove that file to have a lasting one."
    )
