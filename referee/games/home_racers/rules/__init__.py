"""Every rule of Home Racers that the sample of its rule book holds, by its id; each is one function."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import Rule
from referee.games.home_racers.rules import path, race

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        race.PLAYER_ORDER,
        race.START_TILE,
        path.GEAR_CHANGE,
        path.PATH_LENGTH,
        path.CONNECTION,
        path.TURNS,
        path.LANE_CHANGES,
        path.MOVE_DISTANCE,
        path.TILES_CLEARED,
        race.PORTAL,
        race.LAPS,
    )
}
