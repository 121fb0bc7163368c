"""Saves what can be saved of a damaged record: rows are read from the bare pages and believed by their checksums."""

from __future__ import annotations

from collections.abc import Iterator

from referee.devices.record_file import (
    PAGE_SIZE,
    Contents,
    believe_entry,
    believe_header,
    believe_picture,
    believe_same,
)
from referee.devices.sqlite_pages import Row, rows, split_pages, wal_pages, wal_until_last_commit


def salvage(database: bytes, wal: bytes) -> Contents:
    """Every header, entry and picture in the file or its write-ahead log whose checksum holds."""
    contents = Contents()
    for row_id, values in _all_rows(database, wal):
        _sort_in(contents, row_id, values)
    return contents


def committed_in_log(wal: bytes) -> Contents:
    """What a write-ahead log says was finished."""
    return salvage(b"", wal_until_last_commit(wal, PAGE_SIZE))


def _all_rows(database: bytes, wal: bytes) -> Iterator[Row]:
    """Rows of the file alone, then of every page in the log, where the same page comes in many states."""
    pages = split_pages(database, PAGE_SIZE)
    yield from rows(pages.items(), pages, PAGE_SIZE)
    logged = list(wal_pages(wal, PAGE_SIZE))
    pages.update(logged)
    yield from rows(logged, pages, PAGE_SIZE)


def _sort_in(contents: Contents, row_id: int, values: tuple[object, ...]) -> None:
    match values:
        case (None, str() as body, str() as stated):
            entry = believe_entry(row_id, body, stated)
            if entry is not None:
                contents.entries[row_id] = entry
            elif (header := believe_header(body, stated)) is not None:
                contents.header = header
        case (None, int() as entry_id, str() as name, bytes() as jpeg, str() as stated):
            if believe_picture(entry_id, name, jpeg, stated):
                contents.pictures[(entry_id, name)] = jpeg
            elif (other := believe_same(entry_id, name, jpeg, stated)) is not None:
                contents.same[(entry_id, name)] = other


def losses(found: Contents) -> tuple[str, ...]:
    """What is missing among the rows that were saved, in sentences."""
    sentences: list[str] = []
    if found.header is None:
        sentences.append("The header (which game, which kit) was lost.")
    last = max((*found.entries, *(entry for entry, _ in found.pictures)), default=0)
    gone = [number for number in range(1, last + 1) if number not in found.entries]
    if gone:
        sentences.append(f"Unreadable and lost: {_count(len(gone), 'entry', 'entries')} ({_ranges(gone)}).")
    blind = sorted(
        number
        for number, entry in found.entries.items()
        if any(found.same.get((number, name), (number, name)) not in found.pictures for name in entry.pictures)
    )
    if blind:
        sentences.append(f"Pictures were lost beside {_count(len(blind), 'entry', 'entries')} ({_ranges(blind)}).")
    return tuple(sentences)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _ranges(numbers: list[int]) -> str:
    """
    >>> _ranges([1, 2, 3, 7])
    '1-3, 7'
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in parts)
