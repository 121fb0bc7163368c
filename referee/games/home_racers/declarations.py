"""What players say aloud, as text: `gear=3`, `roll=2.4.5`, `laid`, `first=G` ... (see docs/notation-home-racers.md)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.errors import NotationError
from referee.games.home_racers.actions import parse_roll, roll_text
from referee.games.home_racers.observation import CARS
from referee.games.words_said import Sayable

SAYABLE = Sayable(
    (
        r"gear=[0-5]",
        r"roll=(-|[1-6](\.[1-6]){0,4})",
        r"(touching|danger|effect)=(yes|no)",
        r"first=[RYGB]",
        r"lap=[0-9]{1,3}",
        r"entrance:(blue|yellow|green|orange|violet)=[12]",
        r"laid|done|finished",
    ),
    "gear=3, roll=2.4.5, laid, touching=yes, danger=no, effect=no, first=G, lap=2, entrance:blue=1, finished or done",
    CARS,
)


def normal_declaration(text: str, racers: Sequence[str]) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    >>> normal_declaration(" roll=5.2 ", ("R",)), normal_declaration("R:gear=2", ("R",))
    ('roll=2.5', 'R:gear=2')
    """
    whose, said = SAYABLE.read(text)
    key, _, value = said.partition("=")
    for car in (whose.rstrip(":"), value if key == "first" else ""):
        if car and car not in racers:
            raise NotationError(f"{car} is not in this race; the cars are {', '.join(racers)}.")
    if key == "roll":
        said = f"roll={roll_text(parse_roll(value))}"
    if key == "lap":
        said = f"lap={int(value)}"
    return whose + said
