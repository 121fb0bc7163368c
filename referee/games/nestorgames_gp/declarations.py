"""What players say aloud, as text: `roll=2+6+1`, `sum=12`, `bust`, `use=turbo` (docs/notation-nestorgames-gp.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.errors import NotationError
from referee.games.nestorgames_gp.observation import CARS, KINDS

MAIN_ROAD = "main"


@dataclass(frozen=True)
class Said:
    """Everything declared for one turn; None where nothing was said.

    Attributes
    ----------
    roll : the dice in the order they were rolled.
    total : the movement points (the highest die twice with the turbo boost).
    use : the item used, "" for none.
    path : the turnings taken, () for the main road.
    scores : said scores by car or, with two letters, by team.
    stop : the driver stopped rolling; `alone` : nobody else took a turn unseen; `done` : the turn is over.
    """

    roll: tuple[int, ...] | None = None
    total: int | None = None
    bust: bool = False
    use: str | None = None
    aim: int = 0
    path: tuple[str, ...] | None = None
    leader: str = ""
    refill: str = ""
    value: int | None = None
    fastest: tuple[str, int] | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    stop: bool = False
    alone: bool = False
    done: bool = False


_KINDS = "|".join(KINDS)
_PATTERNS = {
    "roll": re.compile(r"roll=([1-6](?:\+[1-6]){0,5})"),
    "sum": re.compile(r"sum=([1-9]\d?)"),
    "use": re.compile(rf"use=({_KINDS}|no)"),
    "aim": re.compile(r"aim=([1-6])"),
    "path": re.compile(r"path=(main|(?:gate|shortcut)(?:\+(?:gate|shortcut))*)"),
    "leader": re.compile(rf"leader=([{''.join(CARS)}])"),
    "refill": re.compile(rf"refill=({_KINDS})"),
    "value": re.compile(r"value=(\d{1,2})"),
    "fastest": re.compile(rf"fastest=([{''.join(CARS)}]):([1-9]\d?)"),
    "score": re.compile(rf"score:([{''.join(CARS)}])=(\d{{1,3}}(?:\.5)?)"),
    "team": re.compile(rf"team:([{''.join(CARS)}]{{2}})=(\d{{1,3}}(?:\.5)?)"),
    "bust": re.compile("bust"),
    "stop": re.compile("stop"),
    "alone": re.compile("alone"),
    "done": re.compile("done"),
}


def normal_declaration(text: str) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    >>> normal_declaration(" roll=2,6,1 ")
    'roll=2+6+1'
    """
    text = text.strip().replace(",", "+")
    kind = re.split("[:=]", text)[0]
    if kind not in _PATTERNS or not _PATTERNS[kind].fullmatch(text):
        raise NotationError(
            f"'{text}' is not a declaration; write for example roll=2+6+1, sum=12, bust, use=turbo, use=no, aim=4, "
            "path=gate, path=main, leader=R, refill=bomb, value=9, fastest=R:12, score:R=4, team:RB=7, stop, alone "
            "or done."
        )
    return text


def parse_declarations(texts: Sequence[str]) -> Said:
    """All that was said in a turn; of two words on one thing the later counts. Raises NotationError."""
    told: dict[str, re.Match[str]] = {}
    scores: dict[str, float] = {}
    for text in map(normal_declaration, texts):
        kind = re.split("[:=]", text)[0]
        match = _PATTERNS[kind].fullmatch(text)
        assert match is not None
        if kind in ("score", "team"):
            scores[match[1]] = float(match[2])
        told[kind] = match
    path = told["path"][1] if "path" in told else None
    return Said(
        roll=tuple(int(face) for face in told["roll"][1].split("+")) if "roll" in told else None,
        total=int(told["sum"][1]) if "sum" in told else None,
        bust="bust" in told,
        use=("" if told["use"][1] == "no" else told["use"][1]) if "use" in told else None,
        aim=int(told["aim"][1]) if "aim" in told else 0,
        path=None if path is None else () if path == MAIN_ROAD else tuple(path.split("+")),
        leader=told["leader"][1] if "leader" in told else "",
        refill=told["refill"][1] if "refill" in told else "",
        value=int(told["value"][1]) if "value" in told else None,
        fastest=(told["fastest"][1], int(told["fastest"][2])) if "fastest" in told else None,
        scores=scores,
        stop="stop" in told,
        alone="alone" in told,
        done="done" in told,
    )
