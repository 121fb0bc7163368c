"""A record as a table for a spreadsheet: one row for each turn that stands."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

from referee.mind.reasoned import Game
from referee.record.accused import accused
from referee.record.entry import Entry
from referee.record.fold import fold
from referee.record.races import races
from referee.record.words import Tongue, sentence_in

COLUMNS = (
    *("number", "time", "player", "turn", "status", "rules", "sentence", "before", "after"),
    *("race", "time_s", "about"),
)
# Frames of a recording count from 0, those of a camera from 1970: nothing lies between these two in practice.
_FIRST_CALENDAR_NS = 30 * 365 * 86_400 * 10**9


def time_text(time_ns: int) -> str:
    """A time for people: UTC for a camera's clock, seconds since its beginning for a recording.

    >>> time_text(2_500_000_000), time_text(1_700_000_000_123_000_000)
    ('2.500 s', '2023-11-14T22:13:20.123Z')
    """
    if abs(time_ns) < _FIRST_CALENDAR_NS:
        return f"{time_ns / 1e9:.3f} s"
    moment = datetime.fromtimestamp(time_ns // 10**9, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{time_ns // 10**6 % 1000:03d}Z"


def export_csv(entries: Iterable[Entry], tongue: Tongue = Tongue(), game: Game | None = None) -> str:
    """Columns as in `COLUMNS`; `status` is the standing one (overrulings counted), `rules` are separated by spaces.

    Sentences are in the language of the `tongue`. Turns are numbered through the whole record, `race` counts from 1.
    `about` are those whom the verdict is about (`accused`), separated by spaces. `time` is for people, `time_s` a plain
    number: seconds since the race's first entry.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    whole = [(number, one, fold(one)) for number, one in enumerate(races(entries), start=1)]
    told = [(race, one[0].time_ns, state, entry) for race, one, state in whole for entry in state.turns]
    for number, (race, began_ns, state, entry) in enumerate(told, start=1):
        data = entry.data
        rules = " ".join(str(violation["rule"]) for violation in data.get("violations", ()))
        said = (str(data.get("player", "")), str(data.get("turn", "")), state.status(entry), rules)
        time_s = f"{(entry.time_ns - began_ns) / 1e9:.3f}"
        where = (tongue.told(sentence_in(data)), entry.before, entry.after, race, time_s)
        about = " ".join(sorted(accused(game, data)))
        writer.writerow((number, time_text(entry.time_ns), *said, *where, about))
    return text.getvalue()
