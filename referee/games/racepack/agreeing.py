"""What the players agree on before a race: laps and the variants in force."""

from __future__ import annotations

from referee.games.options import Agreed, Option, agreed, number, switch
from referee.games.racepack.variants import Variants

PLAYERS = (2, 3, 4)
OPTIONS = (
    number("laps", "How many laps?", 1, 5, 3),
    switch("defence", "May only one token be spent against one corner entry?"),
    Option(
        "timer",
        "Is there a move timer?",
        (("0", "no"), ("30", "30 seconds"), ("40", "40 seconds, for teams"), ("60", "60 seconds")),
        "0",
    ),
    switch("spare", "Is a spare hazard put where a car spins out?"),
)


def laps(given: Agreed) -> int:
    """How many laps were agreed on. Raises NotationError for options that there are not."""
    return int(agreed(OPTIONS, given)["laps"])


def variants(given: Agreed) -> Variants:
    """The variants agreed on. Raises NotationError for options that there are not."""
    values = agreed(OPTIONS, given)
    return Variants(
        timer_s=int(values["timer"]),
        spare_hazards=values["spare"] == "yes",
        one_defence=values["defence"] == "yes",
    )
