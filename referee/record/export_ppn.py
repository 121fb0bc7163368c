"""A record as Portable Piecepack Notation, for viewers of piecepack games.

One move number a turn (``3R.`` is red's third), `` ; `` between its movements, and what no diagram shows (the verdict,
what was said) in comments. No set-up of PPN fits our games, so every piece is put down in ``setup.``.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markers.kit import PlacedPiece
from referee.errors import NotationError
from referee.record.entry import Entry
from referee.record.export_csv import time_text
from referee.record.fold import Closed, RaceState, fold
from referee.record.ppn_pieces import Put, card_words, follow, numbered, puts
from referee.record.words import Tongue, sentence_in

Layout = Callable[[str], Sequence[PlacedPiece]]
"""From a position, or an observation, in notation to the pieces on the table; raises NotationError."""

_LETTERS = {"red": "R", "black": "K", "green": "G", "blue": "B"}  # the colours' letters in PPN
_WIDTH = 100
_AS_KEPT = Tongue()
Puts = dict[str, Put]


def export_ppn(
    header: Mapping[str, Any], entries: Iterable[Entry], layout: Layout, *, result: str = "", tongue: Tongue = _AS_KEPT
) -> str:
    """The record as one game in PPN; `result` is the outcome in words, if there is one, and `tongue` tells verdicts.

    Raises NotationError when the start position cannot be laid out.
    """
    entries = tuple(entries)
    start = next((entry for entry in entries if entry.kind == "start"), None)
    if start is None:
        raise NotationError("This record has no start of a race, so there is nothing to write in PPN.")
    table = numbered(puts(layout(start.after)))
    blocks = [_block("setup", [f"{put.spec}@{put.place}" for put in table.values()])]
    blocks += _turns(fold(entries), table, layout, tongue)
    return _header(header, start, result) + "".join(blocks)


def _header(header: Mapping[str, Any], start: Entry, result: str) -> str:
    facts = {
        "Event": header.get("game", ""),
        "Round": header.get("round", ""),
        "Date": _date(start.time_ns),
        "Result": result,
    }
    facts |= {"Players": header.get("players", ""), "Source": header.get("source", "")}
    lines = [f"{name}: {json.dumps(_plain(str(value)), ensure_ascii=False)}" for name, value in facts.items() if value]
    return "\n".join(["---", "SetUp: None", *lines, "..."]) + "\n"


def _date(time_ns: int) -> str:
    """Day and time, "" for a recording, whose clock starts at 0."""
    text = time_text(time_ns)
    return text if text.endswith("Z") else ""


def _turns(state: RaceState, table: Puts, layout: Layout, tongue: Tongue) -> list[str]:
    blocks: list[str] = []
    turns_of: dict[str, int] = {}
    corrections = 0
    for closed in state.closers:
        entry = closed.entry
        before = follow(table, puts(layout(entry.before)))
        gap = differences(table, before)
        if gap or entry.kind == "correct":
            corrections += 1
            after = follow(before, puts(layout(entry.after))) if entry.kind == "correct" else before
            blocks.append(_block(f"Correction{corrections}", [*differences(table, after), comment(entry.cause)]))
            table = after
        if entry.kind == "verdict":
            player = str(entry.data.get("player", ""))
            turns_of[player] = turns_of.get(player, 0) + 1
            tokens, table = _turn(closed, before, layout)
            blocks.append(_block(f"{turns_of[player]}{_letter(player)}", [*tokens, *_remarks(closed, state, tongue)]))
    return blocks


def _turn(closed: Closed, before: Puts, layout: Layout) -> tuple[list[str], Puts]:
    """The moves of one turn, movement by movement as far as the stops show them, and the table after it."""
    table, movements = before, []
    for stop in closed.stops:
        try:
            seen = follow(table, puts(layout(stop)))
        except NotationError:  # a stop with half the table covered shows no whole board
            continue
        moves = differences(table, seen, missing_is_gone=False)
        if moves:
            movements.append(moves)
            table = {**table, **seen}
    after = follow(table, puts(layout(closed.entry.after)))
    last = differences(table, after)
    movements += [last] if last else []
    tokens: list[str] = []
    for number, moves in enumerate(movements):
        tokens += ([";"] if number else []) + moves
    return tokens, after


def _remarks(closed: Closed, state: RaceState, tongue: Tongue) -> list[str]:
    data, status = closed.entry.data, state.status(closed.entry)
    rules = " ".join(str(violation["rule"]) for violation in data.get("violations", ()))
    remarks = [f"{status} {rules}".strip() + f": {tongue.told(sentence_in(data))}", str(data.get("turn", ""))]
    if status != data.get("status"):
        remarks.append(f"the referee had said {data.get('status')}; overruled: {state.overruled[closed.entry.id].why}")
    remarks += [f"said: {entry.data.get('text', '')}" for entry in closed.said]
    return [comment(remark) for remark in remarks if remark]


def differences(before: Puts, after: Puts, *, missing_is_gone: bool = True) -> list[str]:
    """The moves that turn one laid table into another, what stands on something last.

    `missing_is_gone=False`: pieces that `after` does not show were only not seen.
    """
    moves = [f"*{put.called}" for name, put in before.items() if name not in after] if missing_is_gone else []
    for name, put in after.items():
        old = before.get(name)
        if old is None:
            moves.append(f"{put.spec}@{put.place}")
        else:
            moves += [*_changed(old, put), *_moved(old, put)]
    return moves


def _changed(old: Put, put: Put) -> list[str]:
    """What else a piece shows now: a coin or card turned over, a die rolled, a tile turned."""
    if old.spec == put.spec:
        return []
    if put.is_card:
        return [f"+{old.called}", comment(f"{card_words(put.name)} turned {'down' if put.down else 'up'}")]
    if put.name[0] == "c":
        return [f"+{old.called}"]
    if put.name[0] == "d":
        return [f"{old.called}~{put.spec[-1]}"]
    return [f"{old.called}={put.spec}"]


def _moved(old: Put, put: Put) -> list[str]:
    if (old.x, old.y) == (put.x, put.y):
        return []
    return [f"{put.called}{'_' if put.is_card else '-'}{put.place}"]  # a card goes under what lies there


def comment(text: str) -> str:
    """A comment: braces would end it and three hyphens could begin a new game, so they are written otherwise.

    >>> comment("so {fast} --- stop")
    '{so (fast) – stop}'
    """
    return "{" + _plain(text).replace("{", "(").replace("}", ")").replace("---", "–") + "}"


def _plain(text: str) -> str:
    """On one line, without anything invisible."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _letter(player: str) -> str:
    return _LETTERS.get(player) or "".join(letter for letter in player.title() if letter.isalnum() and letter.isascii())


def _block(number: str, tokens: list[str]) -> str:
    """One move number with its tokens, in lines of a readable length (words never begin a line with a full stop)."""
    text = " ".join([f"{number}.", *tokens])
    lines = textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"
