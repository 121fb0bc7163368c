"""The end of a race in figures: who came where, and how many turns and faults it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.base import place_of
from referee.mind.reasoned import Game
from referee.record.accused import accused
from referee.record.fold import RaceState
from referee.words.catalogue import told

Standing = Mapping[str, str]


def outcome(game: Game, state: RaceState) -> str | None:
    """How the race ended, in words: by the rules, or by people before that; None while it goes on or has not begun."""
    if not state.position:
        return None
    return game.over(state.position) or (told("race-was-ended") if state.ended else None)


def podium(game: Game, state: RaceState, standings: Sequence[Standing], began_ns: int) -> dict[str, Any]:
    """The podium of a race that is over, as JSON-able data.

    Parameters
    ----------
    state : the race as its entries make it. Overruled verdicts count as people decided.
    standings : one row a car, in race order: {car, player, lap, place, tokens, note}.
    began_ns : when the race was started, by the clock of the entries.

    Returns
    -------
    ``rows`` in the order of their places: {place, car, player, lap, note, turns, faults}; for the whole race ``turns``,
    ``faults``, ``overruled`` and ``corrected`` (people's decisions that stand) and ``lasted_ms``, breaks included.
    """
    turns = state.turns
    driven = Counter(_player(turn.data) for turn in turns)
    faulty = (turn for turn in turns if state.status(turn) == "ILLEGAL")
    broken = Counter(driver for turn in faulty for driver in accused(game, turn.data))
    rows = [
        {
            **{name: row[name] for name in ("place", "car", "player", "lap", "note")},
            "turns": driven[row["player"]],
            "faults": broken[row["player"]],
        }
        for row in sorted(standings, key=place_of)
    ]
    return {
        "rows": rows,
        "turns": len(turns),
        "faults": broken.total(),
        "overruled": sum(turn.id in state.overruled for turn in turns),
        "corrected": sum(closed.entry.kind == "correct" for closed in state.closers),
        "lasted_ms": max(0, turns[-1].time_ns - began_ns) // 1_000_000 if turns else 0,
    }


def _player(data: Mapping[str, Any]) -> str:
    return str(data.get("player", ""))
