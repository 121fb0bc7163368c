"""Reads rows straight from the pages of an SQLite file, for files that SQLite itself no longer opens.

Table rows lie in *leaf pages* (first byte 13), each row complete but for a tail on *overflow pages* that form a chain.
So every leaf can be read by itself, wherever the tree above it is damaged. What comes out may be stale or broken: the
caller believes only rows whose checksum holds. Facts: "Database File Format" of SQLite, sections 1.5, 1.6, 2.1, 4.1 and
4.2.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from itertools import pairwise

Value = int | float | str | bytes | None
Row = tuple[int, tuple[Value, ...]]

_LEAF = 13
_MAX_COLUMNS = 16
_TAILS_A_PAGE = 200
"""How often each page is read as a row's tail, on average: once in a whole file, some times where a log holds many
states of the rows before it."""
_WAL_HEADER = 32
_WAL_FRAME_HEADER = 24


class BrokenCellError(Exception):
    """A cell that does not hold together; only this room ever sees it."""


def split_pages(database: bytes, page_size: int) -> dict[int, bytes]:
    """Page number (from 1) to page; a torn last page is padded with zeros."""
    return {
        1 + start // page_size: database[start : start + page_size].ljust(page_size, b"\0")
        for start in range(0, len(database), page_size)
    }


def wal_pages(wal: bytes, page_size: int) -> Iterator[tuple[int, bytes]]:
    """(page number, page) of every whole frame in a write-ahead log, in the order written."""
    for start in _frames(wal, page_size):
        number = int.from_bytes(wal[start : start + 4], "big")
        yield number, wal[start + _WAL_FRAME_HEADER : start + _WAL_FRAME_HEADER + page_size]


def wal_until_last_commit(wal: bytes, page_size: int) -> bytes:
    """The log without what follows its newest generation's last finished transaction (a torn one, or old frames).

    A frame's head and its page are written one after the other, so a program that is killed in between leaves the head
    of a finished transaction before an old page: only the frame's checksum tells.
    """
    salt, step = _salt(wal), _WAL_FRAME_HEADER + page_size
    frames = [start for start in _frames(wal, page_size) if wal[start + 8 : start + 16] == salt]
    for before, start in reversed(list(pairwise([0, *frames]))):
        if any(wal[start + 4 : start + 8]) and _is_whole(wal, start, before, page_size):
            return wal[: start + step]
    return b""


def _is_whole(wal: bytes, start: int, before: int, page_size: int) -> bool:
    """Whether a frame's checksum follows from the one of the frame before (0: the log's own), section 4.2."""
    seed = wal[before + 16 : before + 24] if before else wal[24:32]
    order = ">" if wal[3] & 1 else "<"
    first, second = struct.unpack(">2I", seed)
    covered = wal[start : start + 8] + wal[start + _WAL_FRAME_HEADER : start + _WAL_FRAME_HEADER + page_size]
    for one, other in struct.iter_unpack(f"{order}2I", covered):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return wal[start + 16 : start + 24] == struct.pack(">2I", first, second)


def _salt(wal: bytes) -> bytes:
    """What marks the frames of the newest generation: the header says it, or, when that is damaged, the first frame."""
    stated = wal[16:24]
    if wal.find(stated, _WAL_HEADER) >= 0:
        return stated
    return wal[_WAL_HEADER + 8 : _WAL_HEADER + 16]


def _frames(wal: bytes, page_size: int) -> Iterator[int]:
    """Where each whole frame begins; bytes that are missing or too many in between do not hide later frames."""
    step = _WAL_FRAME_HEADER + page_size
    salt, start, found = _salt(wal), _WAL_HEADER, 0
    while start + step <= len(wal):
        if wal[start + 8 : start + 16] != salt:
            if 0 <= found < start + 9:  # looked for once: a log has a thousand old frames behind its end
                found = wal.find(salt, start + 9)
            if found >= 0 and (found - 8 - start) % step:
                start = found - 8
                continue
        yield start
        start += step


def rows(leaves: Iterable[tuple[int, bytes]], pages: dict[int, bytes], page_size: int) -> Iterator[Row]:
    """(row id, column values) of every row that can be made out in those of `leaves` that are leaf pages.

    Tails on overflow pages are looked up in `pages`, so many of them at most that a file whose rows claim one another's
    tails ends too.
    """
    left = iter(range(_TAILS_A_PAGE * (len(pages) + 16)))
    for number, page in leaves:
        begin = 100 if number == 1 else 0  # the first page starts with the file's header
        if page[begin] != _LEAF:
            continue
        cells = int.from_bytes(page[begin + 3 : begin + 5], "big")
        for index in range(min(cells, page_size // 2)):
            at = begin + 8 + 2 * index
            offset = int.from_bytes(page[at : at + 2], "big")
            try:
                yield _cell(pages, page, offset, page_size, left)
            except BrokenCellError:
                continue


def _cell(pages: dict[int, bytes], page: bytes, offset: int, page_size: int, left: Iterator[int]) -> Row:
    length, offset = _varint(page, offset)
    row_id, offset = _varint(page, offset)
    if length > len(pages) * page_size:
        raise BrokenCellError("longer than the file")
    here = _local_length(length, page_size)
    payload = page[offset : offset + here]
    if here < length:
        payload += _overflow(pages, page[offset + here : offset + here + 4], length - here, page_size, left)
    return row_id, _record(payload)


def _local_length(length: int, page_size: int) -> int:
    """How much of a row of `length` bytes lies in the leaf itself (section 1.6, with no reserved bytes)."""
    most = page_size - 35
    if length <= most:
        return length
    least = (page_size - 12) * 32 // 255 - 23
    here = least + (length - least) % (page_size - 4)
    return here if here <= most else least


def _overflow(pages: dict[int, bytes], first: bytes, length: int, page_size: int, left: Iterator[int]) -> bytes:
    parts: list[bytes] = []
    number = int.from_bytes(first, "big")
    while length > 0:
        page = pages.get(number)
        if page is None or next(left, None) is None:
            raise BrokenCellError("the chain ends early")
        parts.append(page[4 : 4 + min(length, page_size - 4)])
        length -= page_size - 4
        number = int.from_bytes(page[:4], "big")
    return b"".join(parts)


def _record(payload: bytes) -> tuple[Value, ...]:
    header_length, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < header_length and len(kinds) < _MAX_COLUMNS:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind >= 12:
        end = at + (kind - 12) // 2
        if end > len(payload):
            raise BrokenCellError("a value ends outside its row")
        raw = payload[at:end]
        if kind % 2 == 0:
            return raw, end
        try:
            return raw.decode("utf-8"), end
        except UnicodeDecodeError as problem:
            raise BrokenCellError("not text") from problem
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    if kind > 6:  # 7 is a float and 10, 11 are reserved: our tables have none
        raise BrokenCellError("a kind of value we never write")
    size = (0, 1, 2, 3, 4, 6, 8)[kind]
    return int.from_bytes(payload[at : at + size], "big", signed=True), at + size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for count in range(9):
        if at >= len(data):
            raise BrokenCellError("a number ends outside its page")
        byte = data[at]
        at += 1
        if count == 8:
            return value << 8 | byte, at
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value, at
