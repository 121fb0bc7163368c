"""What players say aloud, as text: `roll=2+6+1`, `sum=12`, `bust`, `use=turbo` (docs/notation-nestorgames-gp.md)."""

from __future__ import annotations

import re

from referee.errors import NotationError
from referee.games.nestorgames_gp.observation import CARS, KINDS

_KINDS = "|".join(KINDS)
_PATTERNS = {
    "roll": re.compile(r"roll=([1-6](?:\+[1-6]){0,5}|no)"),
    "sum": re.compile(r"sum=([1-9]\d?|no)"),
    "use": re.compile(rf"use=({_KINDS}|no)"),
    "aim": re.compile(r"aim=([1-6])"),
    "path": re.compile(r"path=(main|(?:gate|shortcut)(?:\+(?:gate|shortcut))*)"),
    "leader": re.compile(rf"leader=([{''.join(CARS)}])"),
    "refill": re.compile(rf"refill=({_KINDS})"),
    "value": re.compile(r"value=(\d{1,2})"),
    "fastest": re.compile(rf"fastest=([{''.join(CARS)}]):([1-9]\d?)"),
    "score": re.compile(rf"score:([{''.join(CARS)}])=(\d{{1,3}}(?:\.5)?)"),
    "team": re.compile(rf"team:([{''.join(CARS)}]{{2}})=(\d{{1,3}}(?:\.5)?)"),
    "bust": re.compile("bust(?:=no)?"),
    "stop": re.compile("stop"),
    "alone": re.compile("alone"),
    "done": re.compile("done"),
}


ROLLED = {"bust": "bust", "double-six": "roll=6+6"}
"""Of the values that a sum may be asked for those that are said otherwise."""


def normal_declaration(text: str) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    A driver's letter in front says whose turn is meant when several were missed.

    >>> normal_declaration(" roll=2,6,1 "), normal_declaration("B:sum=bust")
    ('roll=2+6+1', 'B:bust')
    """
    text = text.strip().replace(",", "+")
    whose, colon, rest = text.partition(":")
    if not (colon and whose in CARS):
        whose, colon, rest = "", "", text
    kind, _, value = rest.partition("=")
    rest = ROLLED.get(value, rest) if kind == "sum" else rest
    kind = re.split("[:=]", rest)[0]
    if kind not in _PATTERNS or not _PATTERNS[kind].fullmatch(rest):
        raise NotationError(
            f"'{text}' is not a declaration; write for example roll=2+6+1, sum=12, bust, use=turbo, use=no, aim=4, "
            "path=gate, path=main, leader=R, refill=bomb, value=9, fastest=R:12, score:R=4, team:RB=7, stop, alone "
            "or done; B:sum=12 for blue's turn."
        )
    return f"{whose}{colon}{rest}"
