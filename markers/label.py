"""What the printed code on every sheet says: which kit, version and paper, and how long its ruler should be."""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import KitError

PROGRAM = "race-referee"
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
        """The label as it is printed.

        >>> KitLabel("racepack", "1", "a4").text
        'race-referee kit=racepack version=1 paper=a4 ruler_mm=100'
        """
        return f"{PROGRAM} kit={self.kit} version={self.version} paper={self.paper} ruler_mm={self.ruler_mm:g}"


def is_label(text: str) -> bool:
    """Whether a code's text claims to be a label of this program."""
    return text.split(" ")[0] == PROGRAM


def parse_label(text: str) -> KitLabel:
    """Read a label's text. Raises KitError when it is none or lacks a field.

    >>> parse_label("race-referee kit=racepack version=1 paper=a4 ruler_mm=100").kit
    'racepack'
    """
    if not is_label(text):
        raise KitError("This code is not on a kit of this program; show it a printed sheet of `referee print`.")
    found = dict(part.split("=", 1) for part in text.split(" ")[1:] if "=" in part)
    missing = [name for name in ("kit", "version", "paper", "ruler_mm") if not found.get(name)]
    if missing:
        raise KitError(f"The code on this sheet lacks {', '.join(missing)}; print the kit again.")
    try:
        ruler_mm = float(found["ruler_mm"])
    except ValueError as problem:
        raise KitError("The code on this sheet gives no ruler length; print the kit again.") from problem
    return KitLabel(found["kit"], found["version"], found["paper"], ruler_mm)
