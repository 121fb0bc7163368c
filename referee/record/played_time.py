"""For how long people played: by the times of the entries, without breaks and absences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.record.entry import Entry


def played_ns(entries: Sequence[Entry], begun: Entry, now_ns: int) -> int:
    """Nanoseconds of play from an entry until now, the time after the last of the `entries`."""
    return max(0, now_ns - begun.time_ns - not_played_ns(entries, begun, now_ns))


def not_played_ns(entries: Sequence[Entry], begun: Entry, now_ns: int) -> int:
    """Breaks since an entry, and the time in which the referee was switched off; the clock may have been set then."""
    away_ns, since = 0, begun.time_ns if began_in_a_break(entries, begun) else None
    for before, entry in pairwise(e for e in entries if e.id >= begun.id):
        if entry.data.get("pause") is True:
            since = entry.time_ns if since is None else since
        elif entry.data.get("pause") is False and since is not None:
            away_ns, since = away_ns + entry.time_ns - since, None
        elif "resumed" in entry.data and since is None:
            away_ns += entry.time_ns - before.time_ns
    return away_ns if since is None else away_ns + now_ns - since


def began_in_a_break(entries: Sequence[Entry], begun: Entry) -> bool:
    """Whether the race was paused when this entry was written."""
    before = [e for e in entries if e.id < begun.id and "pause" in e.data]
    return bool(before) and bool(before[-1].data["pause"])
