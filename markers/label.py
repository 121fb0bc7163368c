"""What the printed code on every sheet says: which kit, version and paper, and how long its ruler should be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from referee.errors import KitError

PROGRAM = "race-referee"
FIELDS = ("kit", "version", "paper", "ruler")
RULER_MM = 100.0


@dataclass(frozen=True)
class KitLabel:
    """A sheet's label; `ruler_mm` is the true length of the printed ruler at 100 %."""

    kit: str
    version: str
    paper: str
    ruler_mm: float = RULER_MM

    @property
    def text(self) -> str:
        """The label as it is printed: in the few signs for which a code needs few and large squares.

        >>> KitLabel("racepack", "1", "a4").text
        'RACE-REFEREE/RACEPACK/1/A4/100'
        """
        return "/".join((PROGRAM, self.kit, self.version, self.paper, f"{self.ruler_mm:g}")).upper()


def is_label(text: str) -> bool:
    """Whether a code's text claims to be a label of this program."""
    return text.lower().split("/")[0] == PROGRAM


def parse_label(text: str) -> KitLabel:
    """Read a label's text. Raises KitError when it is none or lacks a field.

    >>> parse_label("RACE-REFEREE/RACEPACK/1/A4/100").kit
    'racepack'
    """
    if not is_label(text):
        raise KitError("This code is not on a kit of this program; show it a printed sheet of `referee print`.")
    fields = text.lower().split("/")[1:]
    lacking = [str(name) for name, value in zip_longest(FIELDS, fields) if not value]
    if lacking or len(fields) > len(FIELDS):
        raise KitError(f"The code on this sheet lacks {', '.join(lacking) or 'its form'}; print the kit again.")
    kit, version, paper, ruler = fields
    try:
        ruler_mm = float(ruler)
    except ValueError as problem:
        raise KitError("The code on this sheet gives no ruler length; print the kit again.") from problem
    return KitLabel(kit, version, paper, ruler_mm)
