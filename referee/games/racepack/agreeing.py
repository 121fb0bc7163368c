"""What the players agree on before a race: laps and the variants in force."""

from __future__ import annotations

from referee.errors import NotationError
from referee.games.options import Agreed, Option, agreed, number, switch
from referee.games.racepack.variants import MOST_WITH_ONE_PIECEPACK, Variants

PLAYERS = (2, 3, 4, 5, 6, 7, 8)
"""More than four need a second piecepack."""
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
    number("packs", "How many piecepacks? More than four players need two.", 1, 2, 1),
    Option(
        "main",
        "How wide is the main straight?",
        (("two", "two lanes"), ("four", "four lanes"), ("pit", "three lanes and a pit lane")),
        "two",
    ),
    number("stop", "How many pit stops must every car make? They need a pit lane.", 0, 3, 0),
    switch("hairpins", "Does the track have a hairpin?"),
    switch("chicanes", "Does the track have a chicane?"),
)


def laps(given: Agreed) -> int:
    """How many laps were agreed on. Raises NotationError for options that there are not."""
    return int(agreed(OPTIONS, given)["laps"])


def piecepacks(given: Agreed, players: int) -> int:
    """How many piecepacks the race takes. Raises NotationError for options that there are not."""
    return 2 if players > MOST_WITH_ONE_PIECEPACK else int(agreed(OPTIONS, given)["packs"])


def variants(given: Agreed, players: int) -> Variants:
    """The variants agreed on; five players or more have two piecepacks. Raises NotationError for what cannot be."""
    values = agreed(OPTIONS, given)
    stops = int(values["stop"])
    if stops and values["main"] != "pit":
        raise NotationError("pit stops need a pit lane: choose main=pit as well.")
    return Variants(
        packs=piecepacks(given, players),
        main="" if values["main"] == "two" else values["main"],
        stops=stops,
        hairpins=values["hairpins"] == "yes",
        chicanes=values["chicanes"] == "yes",
        timer_s=int(values["timer"]),
        spare_hazards=values["spare"] == "yes",
        one_defence=values["defence"] == "yes",
    )
