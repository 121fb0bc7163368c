"""Every rule of Royal Racers by its id; each lives as a function in the file of its chapter."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import Rule
from referee.games.royal_racers.rules import morph, movement, race, setup

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        setup.LAYOUT,
        setup.FLAG_PLACEMENT,
        race.TURN_ORDER,
        morph.MORPH,
        morph.FLIP_FIXED,
        morph.FLIP_PAWN,
        morph.FLIP_FLAG,
        morph.FLIP_MEMORY,
        morph.FLIP_ANY,
        movement.STEP,
        movement.OCCUPIED,
        movement.FACE_DOWN,
        race.FLAG_ORDER,
        movement.OPPONENT_FLAG,
        race.CAMPAIGN,
    )
}
