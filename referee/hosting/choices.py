"""What has been chosen on the way to the race: plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

STEPS = ("game", "camera", "picture", "lens", "table")
"""The guided path. Each step but the first two can be passed over, at a cost that the page states."""

SIMULATED = "simulated"
"""The source that is a simulated table."""


@dataclass(frozen=True)
class Choices:
    """What was chosen so far.

    Attributes
    ----------
    step : one of `STEPS`.
    game, players, agreed : what is played, by how many, with which options.
    source : what `open_source` takes, or `SIMULATED`; "" while none is chosen.
    names : what drivers are called, by their colours.
    ruler_mm : what people measured on the printed ruler of 100 mm; 0 while nobody did.
    passed : steps that were passed over.
    resume, standing : the record of a race to go on with and the position it stands at; "" for a new race.
    kit : the print that was ordered on the page (`markers.order.Order`), "" for the usual one or people's own.
    resumed_from : the source of the pictures that race had until then; "" when it is not known.
    """

    step: str = "game"
    game: str = "racepack"
    players: int = 4
    agreed: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    ruler_mm: float = 0.0
    passed: frozenset[str] = frozenset()
    resume: str = ""
    standing: str = ""
    resumed_from: str = ""
    kit: str = ""


RULER_MM = 100.0
RULER_TOLERANCE = 0.01


def ruler_state(measured_mm: float) -> str:
    """What the measured ruler says of the print's scale.

    >>> ruler_state(0), ruler_state(99.5), ruler_state(97)
    ('wait', 'ok', 'bad')
    """
    if measured_mm <= 0:
        return "wait"
    return "ok" if abs(measured_mm / RULER_MM - 1.0) <= RULER_TOLERANCE else "bad"
