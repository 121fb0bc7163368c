"""What the players agree on before a race: laps, places, the tiles' size and fit, and house rules for special tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.home_racers.position import ACROSS_MM, GAP_MM, HOUSE_KINDS
from referee.games.options import Agreed, Option, agreed, number

PLAYERS = (1, 2, 3, 4)
_EFFECTS = (
    ("ask", "ask each time"),
    ("none", "none"),
    ("stop", "the car stops on it"),
    *((f"move{steps:+}", f"{steps:+} tiles") for steps in (1, 2)),
    *((f"gear{steps:+}", f"gear {steps:+}") for steps in (1, -1)),
)
_KIND_WORDS = {
    "caltrops": "House rule: what do caltrops do?",
    "leak": "House rule: what does a leak do?",
    "tires": "House rule: what does a tire station do?",
    "booster": "House rule: what does a booster do?",
    "collision": "House rule: what if a path lies over another car's tile?",
}
OPTIONS = (
    number("laps", "How many laps?", 1, 9, 1),
    number("places", "How many places do you race for?", 1, 4, 1),
    Option(
        "danger",
        "More turns or lane changes than the gear allows:",
        (("fault", "are a fault"), ("ask", "ask: danger dice may allow them")),
        "fault",
    ),
    Option("reverse", "The rear gear:", (("none", "is not played with"), ("ask", "ask each time")), "none"),
    *(Option(kind, words, _EFFECTS, "ask") for kind, words in _KIND_WORDS.items()),
    Option(
        "across",
        "How wide is a road tile, across its flats (mm)?",
        tuple((str(mm), f"{mm} mm") for mm in (80, 85, 90, 95, 100, 110, 120)),
        f"{ACROSS_MM:g}",
    ),
    Option(
        "gap",
        "How far apart may two tiles lie that still touch (mm)?",
        tuple((str(mm), f"{mm} mm") for mm in (3, 4, 5, 6, 8, 10)),
        f"{GAP_MM:g}",
    ),
)


def terms(given: Agreed) -> Mapping[str, Any]:
    """Options as fields of a position. Raises NotationError for one that there is not."""
    values = agreed(OPTIONS, given)
    usual = {option.name: option.default for option in OPTIONS}
    house = [(kind, values[kind]) for kind in HOUSE_KINDS if values[kind] != usual[kind]]
    return {
        "race": int(values["laps"]),
        "places": int(values["places"]),
        "danger": values["danger"],
        "house": tuple(sorted(house)),
        "across_mm": float(values["across"]),
        "gap_mm": float(values["gap"]),
    }
