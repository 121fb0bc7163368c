"""Every rule of nestorgames GP by its id; each lives as one function or more in the file of its chapter."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import Rule
from referee.games.nestorgames_gp.rules import crashes, extras, features, items, race

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        race.QUALIFYING,
        race.TURN_ORDER,
        race.ROLL,
        race.BELLY_UP,
        race.EXACT_MOVE,
        crashes.BUMP,
        crashes.CRASH,
        race.FIX,
        race.LAP,
        features.SHORTCUT,
        features.LOOP,
        features.GATE,
        features.TELEPORT,
        items.TRAY,
        items.ROCKET,
        items.BOMB,
        items.WRENCH,
        items.TURBO,
        items.OIL,
        extras.SAFETY_CAR,
        extras.FASTEST_TURN,
        extras.WET_RACE,
        items.ITEMS_ON_BOARD,
        extras.CHAMPIONSHIP,
        extras.TEAMS,
    )
}
