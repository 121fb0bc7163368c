"""Seals: each entry names the one before it by its hash and is signed, so that nobody can rewrite a race unseen.

An entry's link is a SHA-256 over the header, the link before, its pictures and what it says; the table's key signs it.
docs/record-format.md describes both for other programs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from referee.errors import RecordError

NO_LINK = "0" * 64
"""What the first entry names in the place of a link."""
KEY_SHOWN, LINK_SHOWN = 16, 32
"""So many hexadecimal digits tell a key, and a link, on paper."""
_SEAL = re.compile(r"([0-9a-f]{16}) ([0-9a-f]{64}) ([0-9a-f]{64}) ([0-9a-f]{64}) ([0-9a-f]{128})")
_HEAD = re.compile(rf"([0-9a-f]{{16}})-([0-9]{{1,10}})-([0-9a-f]{{{KEY_SHOWN}}})-([0-9a-f]{{{LINK_SHOWN}}})")


class Signer(Protocol):
    """A table's key."""

    @property
    def public(self) -> str:
        """The public half in hexadecimal."""

    @property
    def note(self) -> str:
        """Why it is not kept, in a sentence; "" when it is, or need not be."""

    def sign(self, link: bytes) -> bytes:
        """An Ed25519 signature."""

    def new_race(self) -> str:
        """Sixteen hexadecimal digits that no other race has."""


@dataclass(frozen=True)
class Seal:
    """What is kept beside an entry.

    Attributes
    ----------
    race : a random number that all entries of a record share.
    previous : the link of the entry before.
    pictures : a SHA-256 over the names and checksums of the pictures beside the entry.
    key : the public half of the key that signed.
    signature : over this entry's link.
    """

    race: str
    previous: str
    pictures: str
    key: str
    signature: str = ""

    def __str__(self) -> str:
        return f"{self.race} {self.previous} {self.pictures} {self.key} {self.signature}"

    def link(self, header: str, number: int, line: str) -> str:
        """The hash that names the entry of this number and line, and by that all before it."""
        before = hashlib.sha256(header.encode()).hexdigest()
        words = ("referee seal 1", before, self.race, self.previous, self.pictures, self.key, str(number), line)
        return hashlib.sha256("\n".join(words).encode()).hexdigest()


@dataclass(frozen=True)
class Chain:
    """Where a record's chain stands: the next entry is sealed onto it. `head` is the newest one's, "" before any."""

    header: str
    race: str
    link: str = NO_LINK
    head: str = ""

    def add(self, number: int, line: str, pictures: Mapping[str, str], key: Signer) -> tuple[Seal, Chain]:
        """Seal the next entry; `pictures` are their checksums by name."""
        open_seal = Seal(self.race, self.link, pictures_sum(pictures), key.public)
        link = open_seal.link(self.header, number, line)
        seal = replace(open_seal, signature=key.sign(bytes.fromhex(link)).hex())
        return seal, replace(self, link=link, head=str(Head.of(seal, number, link)))


@dataclass(frozen=True)
class Head:
    """An entry's fingerprint, as it stands on paper and as phones keep it.

    It says which race, which entry, and the first digits of its key and link.
    """

    race: str
    entry: int
    key: str
    link: str

    @classmethod
    def of(cls, seal: Seal, number: int, link: str) -> Head:
        """The fingerprint of a sealed entry."""
        return cls(seal.race, number, seal.key[:KEY_SHOWN], link[:LINK_SHOWN])

    def __str__(self) -> str:
        return f"{self.race}-{self.entry}-{self.key}-{self.link}"


def head_from(text: str) -> Head:
    """The inverse of ``str(head)``; spaces and capitals do not matter. Raises RecordError."""
    found = _HEAD.fullmatch(re.sub(r"\s", "", text).lower())
    if found is None:
        raise RecordError(f"{text!r} is no fingerprint of a race; a report's QR code says it: RACE-ENTRY-KEY-LINK.")
    return Head(found[1], int(found[2]), found[3], found[4])


def seal_from(text: str) -> Seal | None:
    """The inverse of ``str(seal)``; None when it is none."""
    found = _SEAL.fullmatch(text)
    return None if found is None else Seal(*found.groups())


def pictures_sum(pictures: Mapping[str, str]) -> str:
    """A SHA-256 over the checksums of an entry's pictures."""
    listed = "".join(f"{name} {checksum}\n" for name, checksum in sorted(pictures.items()))
    return hashlib.sha256(listed.encode()).hexdigest()


@dataclass(frozen=True)
class SealedRecord:
    """What a record says of itself, as it lies in the file.

    Attributes
    ----------
    headers : the header's text; more than one when its copies differ, none when it was lost.
    lines, seals : of each entry by number.
    pictures : checksums by entry and name.
    spoilt : numbers of entries that stand in the file and cannot be believed.
    """

    headers: Collection[str]
    lines: Mapping[int, str]
    seals: Mapping[int, str]
    pictures: Mapping[int, Mapping[str, str]]
    spoilt: Collection[int] = ()

    @property
    def last(self) -> int:
        """The number of the newest entry, 0 for none."""
        return max(self.lines, default=0)

    @property
    def keys(self) -> tuple[str, ...]:
        """The beginnings of the keys that signed, in the order in which they came in."""
        seals = (seal_from(self.seals[number]) for number in sorted(self.seals))
        return tuple(dict.fromkeys(seal.key[:KEY_SHOWN] for seal in seals if seal is not None))

    def head(self, number: int = 0) -> str:
        """The fingerprint of an entry (0: the newest), "" for one that is not there or has no seal."""
        number = number or self.last
        return head_of(next(iter(self.headers), ""), number, self.lines.get(number, ""), self.seals.get(number, ""))


def head_of(header: str, number: int, line: str, seal_text: str) -> str:
    """The fingerprint of an entry with its seal; "" for one that has none."""
    seal = seal_from(seal_text)
    return "" if seal is None else str(Head.of(seal, number, seal.link(header, number, line)))


@dataclass(frozen=True)
class Finding:
    """The first entry that does not stand as it was recorded, or cannot be proved to.

    `kind` names the sentence in `referee/record/words` (``seal-`` before it):

    - ``changed`` : it was changed, put in or moved here
    - ``pictures`` : a picture beside it was
    - ``missing`` : it is not there, though later ones are
    - ``ends`` : entry `seen` was seen, and the record ends before it
    - ``rewritten`` : another entry `seen` was seen: it or one before it was written anew
    - ``race`` : what was seen is of another race, or all of this one was written anew
    - ``header`` : the header was lost or changed
    - ``stranger`` : from it on signed with a `key` nobody vouches for; a question rather than a fault
    - ``unsealed`` : the record has no seals
    """

    kind: str
    entry: int
    key: str = ""
    seen: int = 0


def findings(record: SealedRecord, trusted: Collection[str], seen: Sequence[Head] = ()) -> tuple[Finding, ...]:
    """What is wrong with a record or cannot be proved, the first entry concerned first; nothing when all is proved.

    Parameters
    ----------
    trusted : public keys, or their beginnings, that are known to be of honest tables.
    seen : fingerprints that paper or phones hold.
    """
    if not record.lines:
        if record.spoilt:
            return (Finding("missing", 1),)
        return tuple(Finding("ends", 1, seen=head.entry) for head in seen[:1])
    if not record.seals:
        return (Finding("unsealed", min(record.lines)),)
    if len(record.headers) != 1:
        return (Finding("header", 1),)
    proved, wrong = _walk(record)
    found = [] if wrong is None else [wrong]
    vouched = 0  # up to here somebody saw these very entries
    for head in seen:
        stands = proved[head.entry - 1] if 0 < head.entry <= len(proved) else None
        if head.race != next((seal.race for seal in map(seal_from, record.seals.values()) if seal is not None), ""):
            found.append(Finding("race", 1))
        elif head.entry > record.last:
            found.append(Finding("ends", record.last + 1, seen=head.entry))
        elif stands == head:
            vouched = max(vouched, head.entry)
        elif stands is not None:
            other = next((one.entry for one in proved[: head.entry] if one.key != head.key), head.entry)
            found.append(Finding("rewritten", other, seen=head.entry))
    known = {*(key[:KEY_SHOWN] for key in trusted), *(one.key for one in proved[:vouched])}
    found += [Finding("stranger", one.entry, key=one.key) for one in proved if one.key not in known][:1]
    return tuple(sorted(found, key=lambda one: one.entry))


def _walk(record: SealedRecord) -> tuple[list[Head], Finding | None]:
    """The fingerprints of all entries up to the first that is wrong, and that one."""
    header, proved, before = next(iter(record.headers)), list[Head](), Seal("", NO_LINK, "", "")
    for number in range(1, max((record.last, *record.spoilt)) + 1):
        if number not in record.lines:
            return proved, Finding("missing", number)
        seal = seal_from(record.seals.get(number, ""))
        if seal is None or seal.previous != before.previous or (before.race and seal.race != before.race):
            return proved, Finding("changed", number)
        link = seal.link(header, number, record.lines[number])
        if not _signed(seal, link):
            return proved, Finding("changed", number)
        if pictures_sum(record.pictures.get(number, {})) != seal.pictures:
            return proved, Finding("pictures", number)
        proved.append(Head.of(seal, number, link))
        before = replace(seal, previous=link)
    return proved, None


def _signed(seal: Seal, link: str) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal.key)).verify(
            bytes.fromhex(seal.signature), bytes.fromhex(link)
        )
    except (InvalidSignature, ValueError):  # not signed by that key, or the key is none
        return False
    return True
