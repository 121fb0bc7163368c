"""Reads back what `export_ppn` writes, and names everything that PPN's own parser would misread in silence.

It knows the part of PPN that we write: put, move, flip, roll, replace, remove. The traps are those of the reference
parser, which takes a closing ``*`` for a removal, swallows a move number stuck to its move, and more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from referee.errors import NotationError
from referee.plain_json import read_json
from referee.record.ppn_pieces import CARD_SIGNS, SUITS

_PLACE = r"(?:[a-z][1-9][0-9]*|\(-?[0-9]+(?:\.[0-9]+)?,-?[0-9]+(?:\.[0-9]+)?\))"
_TILE, _COIN = rf"t[{SUITS}][na2-5][fb]", rf"c[{SUITS}][na2-5][fb]"
_DIE, _PAWN = rf"d[{SUITS}][na2-5]", rf"p[{SUITS}]"
_TURNED_TILE = rf"{_TILE}(?:[<v>]|,a[0-9]+)?"
_NUMBERED = r"[1-9][0-9]*(?:\.[1-9][0-9]*)?"
_PUT = re.compile(rf"({_TURNED_TILE}|{_PAWN}|{_COIN}|{_DIE}|[{CARD_SIGNS}]b?)@({_PLACE})$")
_MOVE = re.compile(rf"(\?(?:{_TILE}|{_PAWN}|{_COIN}|{_DIE}))-({_PLACE})$")
_UNDER = re.compile(rf"({_NUMBERED})_({_PLACE})$")
_FLIP = re.compile(rf"\+(\?{_COIN}|{_NUMBERED})$")
_ROLL = re.compile(rf"(\?{_DIE})~([na2-5])$")
_REPLACE = re.compile(rf"(\?{_TILE})=({_TURNED_TILE})$")
_REMOVE = re.compile(rf"\*(\?(?:{_TILE}|{_PAWN}|{_COIN}|{_DIE})|{_NUMBERED})$")
_KNOWN = (_PUT, _MOVE, _UNDER, _FLIP, _ROLL, _REPLACE, _REMOVE)
_NUMBER = re.compile(r"[A-Za-z0-9_]+\.$")
_TRAPS = (
    (re.compile(r"(?:0|1|1/2)-(?:0|1|1/2)$"), "a result is no move; it belongs in the header"),
    (re.compile(r"\*$"), "a closing * would remove a piece"),
    (re.compile(r"[!?]+$|\$[0-9]+$"), "a remark like this must stand in a comment, as in {!}"),
    (re.compile(r"[A-Za-z0-9_]+\.\S"), "a move number must stand alone, with a space behind it"),
    (re.compile(rf".*\?[{CARD_SIGNS}]"), "a search for a card finds another card; it must be named by its number"),
    (re.compile(r"[+*]?\??[tcpd]2[SMCA]"), "the 2 would be read as a rank; the second piecepack has the suits ♡♤♧♢"),
    (re.compile(r".*[{}]"), "a comment needs spaces around it and no braces inside"),
    (re.compile(r".*;"), "a semicolon needs spaces around it"),
    (re.compile(r".*[0-9]e-?[0-9]"), "numbers must not be written with an exponent"),
)

Placing = tuple[str, float, float]
"""Spec, x, y in squares."""


@dataclass(frozen=True)
class PpnMove:
    """One numbered move: its movements, each a few tokens, and its comments."""

    number: str
    movements: tuple[tuple[str, ...], ...]
    comments: tuple[str, ...]


@dataclass(frozen=True)
class PpnGame:
    """One game: the header and the moves; `problems` are sentences about what would be misread."""

    header: dict[str, Any]
    moves: tuple[PpnMove, ...]
    problems: tuple[str, ...] = ()


@dataclass
class _Building:
    number: str
    movements: list[list[str]] = field(default_factory=lambda: [[]])
    comments: list[str] = field(default_factory=list)

    def done(self) -> PpnMove:
        return PpnMove(self.number, tuple(tuple(tokens) for tokens in self.movements), tuple(self.comments))


def read_ppn(text: str) -> tuple[PpnGame, ...]:
    """Every game in a file, each with what is wrong with it. Raises NotationError when there is none."""
    starts = [match.start() for match in re.finditer(r"^---$", text, re.MULTILINE)]
    if not starts or text[: starts[0]].strip():
        raise NotationError("A game in PPN starts with a line of three hyphens.")
    return tuple(_game(text[begin:end]) for begin, end in zip(starts, [*starts[1:], len(text)], strict=True))


def lint(text: str) -> tuple[str, ...]:
    """What PPN's parser would misread, in sentences; empty for a good file."""
    try:
        games = read_ppn(text)
    except NotationError as problem:
        return (str(problem),)
    return tuple(problem for game in games for problem in game.problems)


def final_table(game: PpnGame) -> dict[str, Placing]:
    """Every piece by name where it lies after the last move.

    Raises NotationError when a move has no piece to move, or the piece does not show what the move says.
    """
    table = _Table()
    for move in game.moves:
        for token in (token for movement in move.movements for token in movement):
            try:
                table.apply(token)
            except KeyError as problem:
                raise NotationError(f"In {move.number} the move {token} has no piece {problem} to move.") from problem
    return table.lies


def _game(text: str) -> PpnGame:
    head, found, body = text.partition("\n...\n")
    problems = [] if found else ["The header must end with a line of three full stops."]
    header = _header(head, problems)
    moves = _moves(_tokens(body, problems), problems)
    numbers = [move.number for move in moves]
    problems += [
        f"The move number {number} comes twice." for number in sorted({n for n in numbers if numbers.count(n) > 1})
    ]
    return PpnGame(header, tuple(moves), tuple(problems))


def _header(head: str, problems: list[str]) -> dict[str, Any]:
    header: dict[str, Any] = {}
    for line in head.split("\n")[1:]:
        name, found, value = line.partition(": ")
        if not found or not re.match(r"\w+$", name):
            problems.append(f"This line of the header is not `name: value`: {line}")
            continue
        try:
            header[name] = read_json(value) if value.startswith('"') else value
        except ValueError:
            problems.append(f"The value of {name} in the header is not well quoted.")
    if header.get("SetUp") != "None":
        problems.append("The header must say `SetUp: None`: no set-up of PPN fits.")
    return header


def _tokens(body: str, problems: list[str]) -> list[str]:
    """Words, with each comment as one token."""
    tokens = re.findall(r"(?:(?<=\s)|^)\{[^{}]*\}(?=\s|$)|\S+", body)
    if any(line.startswith(("...", "---")) for line in body.split("\n")):
        problems.append("A line of the moves begins with full stops or hyphens; it would start or end a header.")
    return tokens


def _moves(tokens: list[str], problems: list[str]) -> list[PpnMove]:
    moves: list[_Building] = []
    for token in tokens:
        if _NUMBER.match(token):
            moves.append(_Building(token))
        elif not moves:
            problems.append(f"{token} stands before the first move number.")
        elif token.startswith("{") and token.endswith("}") and "{" not in token[1:]:
            moves[-1].comments.append(" ".join(token[1:-1].split()))
        elif token == ";":
            moves[-1].movements.append([])
        elif any(known.match(token) for known in _KNOWN):
            moves[-1].movements[-1].append(token)
        else:
            why = next((reason for trap, reason in _TRAPS if trap.match(token)), "this is no move that we write")
            problems.append(f"{token} in {moves[-1].number} would be misread: {why}.")
    return [move.done() for move in moves]


@dataclass
class _Table:
    """What lies where, by name; `order` are the pieces as they were put down, `turns` how often each was turned."""

    lies: dict[str, Placing] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    turns: dict[str, int] = field(default_factory=dict)

    def apply(self, token: str) -> None:
        if found := _PUT.match(token):
            name = _name(found[1])
            self.order.append(name)
            self.lies[name] = (found[1], *_xy(found[2]))
        elif found := _MOVE.match(token) or _UNDER.match(token):
            name = self.find(found[1])
            self.lies[name] = (self.lies[name][0], *_xy(found[2]))
        elif found := _FLIP.match(token):
            self.flip(self.find(found[1]))
        elif found := _ROLL.match(token):
            self.show(self.find(found[1]), found[1][1:3] + found[2])
        elif found := _REPLACE.match(token):
            self.show(self.find(found[1]), found[2])
        elif found := _REMOVE.match(token):
            del self.lies[self.find(found[1])]

    def find(self, called: str) -> str:
        """The name of the piece that a move means. Raises KeyError when there is none that shows that."""
        if called.startswith("?"):
            name = _name(called[1:])
            if not self.lies[name][0].startswith(called[1:]):
                raise KeyError(called)
            return name
        number, _, turns = called.partition(".")
        known = self.order[int(number) - 1] if int(number) <= len(self.order) else ""
        if known not in self.lies or self.turns.get(known, 0) != int(turns or 0):
            raise KeyError(called)
        return known

    def flip(self, name: str) -> None:
        self.turns[name] = self.turns.get(name, 0) + 1
        spec = self.lies[name][0]
        if name in CARD_SIGNS:
            self.show(name, name if spec != name else name + "b")
        else:
            self.show(name, name + ("b" if spec[3] == "f" else "f"))

    def show(self, name: str, spec: str) -> None:
        self.lies[name] = (spec, *self.lies[name][1:])


def _name(spec: str) -> str:
    """A piece's name: what is the same of it whatever it shows."""
    return spec[0] if spec[0] in CARD_SIGNS else spec[:2] if spec[0] in "pd" else spec[:3]


def _xy(place: str) -> tuple[float, float]:
    if place.startswith("("):
        x, _, y = place[1:-1].partition(",")
        return float(x), float(y)
    return float(ord(place[0]) - 96), float(place[1:])
