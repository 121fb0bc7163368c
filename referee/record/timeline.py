"""The race as it stood at any entry of its record: what a replay shows while it is scrubbed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import RecordError
from referee.games.base import Verdict
from referee.mind.reasoned import Game
from referee.record.accused import accused
from referee.record.entry import Entry
from referee.record.fold import RaceState, fold, is_provisional, step
from referee.record.races import races
from referee.record.verdict_json import verdict_from_json
from referee.record.words import sentence_in


@dataclass(frozen=True)
class Moment:
    """The race just after one entry.

    Attributes
    ----------
    entry : the newest entry then.
    state : what the entries up to it add up to.
    newest_verdict : the newest verdict entry that stood then and is about the turn shown; None before the first.
    """

    entry: Entry
    state: RaceState
    newest_verdict: Entry | None

    @property
    def shown(self) -> str:
        """The position to draw: where an open turn has led so far, else the one that stands; "" before the start."""
        verdict = self.newest_verdict
        if verdict is not None and is_provisional(verdict):
            return str(verdict.data.get("after") or self.state.position)
        return self.state.position

    def verdict(self) -> Verdict | None:
        """The newest verdict as an object. Raises RecordError when it cannot be read."""
        return None if self.newest_verdict is None else verdict_from_json(self.newest_verdict.data)

    @property
    def status(self) -> str:
        """The newest verdict's standing then, overrulings counted; "" before the first."""
        return "" if self.newest_verdict is None else self.state.status(self.newest_verdict)


def moments(entries: Sequence[Entry]) -> Iterator[Moment]:
    """Every moment of a race, one an entry, oldest first."""
    state = RaceState()
    for entry in entries:
        state = step(state, entry)
        yield Moment(entry, state, _newest_verdict(state, entry))


def moment_at(entries: Sequence[Entry], entry_id: int) -> Moment:
    """The race just after the entry with this id. Raises RecordError when the record has no such entry."""
    index = next((index for index, entry in enumerate(entries) if entry.id == entry_id), None)
    if index is None:
        raise RecordError(f"The record holds no entry {entry_id}.")
    state = fold(entries[: index + 1])
    return Moment(entries[index], state, _newest_verdict(state, entries[index]))


def _newest_verdict(state: RaceState, entry: Entry) -> Entry | None:
    """After a correction or a new start the last verdict no longer says how the table came to stand as it does."""
    if entry.kind in ("start", "correct"):
        return None
    newest = state.last_verdicts[-1] if state.last_verdicts else None
    closed = state.closed
    if closed is not None and closed.entry.kind == "correct" and (newest is None or newest.id < closed.entry.id):
        return None
    return newest


def diagram_at(game: Game, moment: Moment) -> str:
    """The table at a moment as SVG, with the newest verdict's move; "" before the start. Raises NotationError."""
    if not moment.shown:
        return ""
    marks: dict[str, Any] = {}
    verdict = moment.newest_verdict
    if verdict is not None and verdict.data.get("after"):
        marks |= game.moved(verdict.before, str(verdict.data["after"]))
        marks["fault"] = moment.status == "ILLEGAL"
    return game.diagram(moment.shown, marks)


def closes_a_turn(entry: Entry) -> bool:
    """Whether an entry is the last word on a turn."""
    return entry.kind == "verdict" and not is_provisional(entry)


def turn_rows(entries: Sequence[Entry], game: Game | None = None) -> tuple[dict[str, Any], ...]:
    """Every turn that was closed, as JSON-able data; turns that were taken back or overruled say so.

    Fields: ``race`` (from 1), ``entry, time_ns, player, about`` (as `accused` tells), ``turn, status, overruled`` (the
    reason or None), ``undone, rules, sentence, before, after, pictures``.
    """
    state = fold(entries)
    race_of = {entry.id: number for number, race in enumerate(races(entries), start=1) for entry in race}
    return tuple(_row(game, entry, state, race_of[entry.id]) for entry in entries if closes_a_turn(entry))


def _row(game: Game | None, entry: Entry, state: RaceState, race: int) -> dict[str, Any]:
    data: Mapping[str, Any] = entry.data
    overruling = state.overruled.get(entry.id)
    return {
        "race": race,
        "entry": entry.id,
        "time_ns": entry.time_ns,
        "player": data.get("player", ""),
        "about": sorted(accused(game, data)),
        "turn": data.get("turn", ""),
        "status": state.status(entry),
        "overruled": None if overruling is None else overruling.why,
        "undone": entry.id in state.undone,
        "rules": [violation["rule"] for violation in data.get("violations", ())],
        "sentence": sentence_in(data),
        "before": entry.before,
        "after": entry.after,
        "pictures": list(entry.pictures),
    }
