"""Saves what can be saved of a damaged record: rows are read from the bare pages and believed by their checksums."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.devices.record_file import PAGE_SIZE, Contents, PictureKey
from referee.devices.sqlite_pages import Row, rows, split_pages, wal_pages, wal_until_last_commit
from referee.errors import RecordError
from referee.words.catalogue import told

_MOST_SHOWN = 20


def salvage(database: bytes, wal: bytes) -> Contents:
    """Every header, entry and picture in the file or its write-ahead log whose checksum holds.

    Raises RecordError when rows share their pages, so that they hold more than the file does: ours never do.
    """
    contents, most_bytes = Contents(), len(database) + len(wal)
    for row_id, values in _all_rows(database, wal):
        key = _sort_in(contents, row_id, values)
        if key is not None:
            most_bytes -= len(contents.pictures[key])
        if most_bytes < 0:
            raise RecordError(told("record-too-much"))
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


def _sort_in(contents: Contents, row_id: int, values: tuple[object, ...]) -> PictureKey | None:
    """Put a row where it belongs; returns the key of a picture that was not known."""
    match values:
        case (None, str() as body, str() as stated):
            contents.take_entry(row_id, body, stated) or contents.take_header(body, stated)
        case (None, str() as body, str() as stated, str() as seal):
            contents.take_entry(row_id, body, stated, seal)
        case (None, int() as entry_id, str() as name, bytes() as jpeg, str() as stated):
            # what is known is an older state of its page
            known = (entry_id, name) in contents.pictures
            if not known and contents.take_picture(entry_id, name, jpeg, stated, keep=True):
                return (entry_id, name) if (entry_id, name) in contents.pictures else None
    return None


def losses(found: Contents) -> tuple[str, ...]:
    """What is missing among the rows that were saved, in sentences."""
    sentences: list[str] = []
    if found.header is None:
        sentences.append(told("record-header-lost"))
    last = max((*found.entries, *found.spoilt, *(entry for entry, _ in found.pictures)), default=0)
    there = sorted(found.entries)
    gaps = [(before + 1, after - 1) for before, after in pairwise((0, *there, last + 1)) if after - before > 1]
    if gaps:
        many = sum(end - first + 1 for first, end in gaps)
        sentences.append(told("record-entries-lost", n=many, runs=_ranges(gaps)))
    blind = sorted(
        number
        for number, entry in found.entries.items()
        if any(found.same.get((number, name), (number, name)) not in found.pictures for name in entry.pictures)
    )
    if blind:
        runs = _runs(blind)
        sentences.append(told("record-pictures-lost", n=len(blind), runs=_ranges(runs)))
    return tuple(sentences)


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """
    >>> _runs([1, 2, 3, 7])
    [(1, 3), (7, 7)]
    """
    parts: list[tuple[int, int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1] = (parts[-1][0], number)
        else:
            parts.append((number, number))
    return parts


def _ranges(runs: list[tuple[int, int]]) -> str:
    """
    >>> _ranges([(1, 3), (7, 7)])
    '1-3, 7'
    """
    shown = [f"{first}" if first == last else f"{first}-{last}" for first, last in runs[:_MOST_SHOWN]]
    return ", ".join([*shown, *(["..."] if len(runs) > _MOST_SHOWN else [])])
