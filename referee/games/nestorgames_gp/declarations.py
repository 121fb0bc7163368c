"""What players say aloud, as text: `roll=2+6+1`, `sum=12`, `bust`, `use=turbo` (docs/notation-nestorgames-gp.md)."""

from __future__ import annotations

from referee.games.nestorgames_gp.observation import CARS, KINDS
from referee.games.words_said import Sayable

_KINDS, _CAR, _SCORE = "|".join(KINDS), f"[{''.join(CARS)}]", r"\d{1,3}(?:\.5)?"
SAYABLE = Sayable(
    (
        r"roll=([1-6](?:\+[1-6]){0,5}|no)",
        r"sum=([1-9]\d?|no|bust|double-six)",
        rf"use=({_KINDS}|no)",
        r"aim=[1-6]",
        r"path=(main|(?:gate|shortcut)(?:\+(?:gate|shortcut))*)",
        rf"leader={_CAR}",
        rf"refill=({_KINDS})",
        r"value=\d{1,2}",
        rf"fastest={_CAR}:[1-9]\d?",
        rf"score:{_CAR}={_SCORE}",
        rf"team:{_CAR}{{2}}={_SCORE}",
        "bust(=no)?|stop|alone|done",
    ),
    "roll=2+6+1, sum=12, bust, use=turbo, use=no, aim=4, path=gate, path=main, leader=R, refill=bomb, value=9, "
    "fastest=R:12, score:R=4, team:RB=7, stop, alone or done; B:sum=12 for blue's turn",
    CARS,
)
ROLLED = {"sum=bust": "bust", "sum=double-six": "roll=6+6"}
"""What a sum may be asked for and is said otherwise."""


def normal_declaration(text: str) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    >>> normal_declaration(" roll=2,6,1 "), normal_declaration("B:sum=bust")
    ('roll=2+6+1', 'B:bust')
    """
    whose, said = SAYABLE.read(text.replace(",", "+"))
    return whose + ROLLED.get(said, said)
