"""What players say aloud, as text: `gear=3`, `roll=2.4.5`, `laid`, `first=G` ... (see docs/notation-home-racers.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.errors import NotationError
from referee.games.home_racers.actions import parse_roll, roll_text
from referee.games.home_racers.observation import CARS

_PATTERNS = (
    re.compile(r"gear=[0-5]"),
    re.compile(r"roll=(-|[1-6](\.[1-6]){0,4})"),
    re.compile(r"(touching|danger|effect)=(yes|no)"),
    re.compile(r"first=[RYGB]"),
    re.compile(r"lap=[0-9]{1,3}"),
    re.compile(r"entrance:(blue|yellow|green|orange|violet)=[12]"),
    re.compile(r"laid|done|finished"),
)


def normal_declaration(text: str, racers: Sequence[str]) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    A car's letter in front says whose turn is meant when several were missed.

    >>> normal_declaration(" roll=5.2 ", ("R",)), normal_declaration("R:gear=2", ("R",))
    ('roll=2.5', 'R:gear=2')
    """
    text = text.strip()
    car, colon, rest = text.partition(":")
    if colon and car in CARS:
        need_racer(car, racers)
        return f"{car}:{normal_declaration(rest, racers)}"
    if not any(pattern.fullmatch(text) for pattern in _PATTERNS):
        raise NotationError(
            f"'{text}' is not a declaration; write for example gear=3, roll=2.4.5, laid, touching=yes, danger=no, "
            "effect=no, first=G, lap=2, entrance:blue=1, finished or done."
        )
    key, _, value = text.partition("=")
    if key == "roll":
        return f"roll={roll_text(parse_roll(value))}"
    if key == "lap":
        return f"lap={int(value)}"
    if key == "first":
        need_racer(value, racers)
    return text


def need_racer(car: str, racers: Sequence[str]) -> None:
    """Raises NotationError for a car that does not race."""
    if car not in racers:
        raise NotationError(f"{car} is not in this race; the cars are {', '.join(racers)}.")
