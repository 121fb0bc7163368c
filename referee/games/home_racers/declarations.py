"""What players say aloud, as text: `gear=3`, `roll=2.4.5`, `laid`, `first=G` ... (see docs/notation-home-racers.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.errors import NotationError
from referee.games.home_racers.actions import parse_roll, roll_text


@dataclass(frozen=True)
class Said:
    """Everything declared for one turn.

    Attributes
    ----------
    gear, roll : the gear number and the faces of the gear dice.
    laid : the path is complete as it lies.
    touching : the tiles of the path were as many as the gear asks and touched as they should (yes) or not (no).
    danger : danger dice allowed the further turns or lane changes (yes) or not.
    effect : the effect of a special tile, a collision or the rear gear explains it (yes) or not.
    first : who was next in race order.
    lap : how often the driver's car has crossed the line after this turn.
    entrances : (portal colour, number of its entrance).
    finished : the driver's car has ended the race.
    done : the turn is over.
    """

    gear: int | None = None
    roll: tuple[int, ...] | None = None
    laid: bool = False
    touching: bool | None = None
    danger: bool | None = None
    effect: bool | None = None
    first: str = ""
    lap: int | None = None
    entrances: tuple[tuple[str, int], ...] = ()
    finished: bool = False
    done: bool = False


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

    >>> normal_declaration(" roll=5.2 ", ("R",))
    'roll=2.5'
    """
    text = text.strip()
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
    if key == "first" and value not in racers:
        raise NotationError(f"{value} is not in this race; the cars are {', '.join(racers)}.")
    return text


def parse_declarations(texts: Sequence[str], racers: Sequence[str]) -> Said:
    """All that was said in a turn; the last word on a matter counts. Raises NotationError."""
    found = dict(normal_declaration(text, racers).partition("=")[::2] for text in texts)
    entrances = {key.partition(":")[2]: int(value) for key, value in found.items() if key.startswith("entrance:")}
    return Said(
        gear=int(found["gear"]) if "gear" in found else None,
        roll=parse_roll(found["roll"]) if "roll" in found else None,
        laid="laid" in found,
        touching=_yes(found.get("touching")),
        danger=_yes(found.get("danger")),
        effect=_yes(found.get("effect")),
        first=found.get("first", ""),
        lap=int(found["lap"]) if "lap" in found else None,
        entrances=tuple(sorted(entrances.items())),
        finished="finished" in found,
        done="done" in found,
    )


def _yes(text: str | None) -> bool | None:
    return None if text is None else text == "yes"
