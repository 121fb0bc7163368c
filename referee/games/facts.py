"""Which games tell facts for statistics. It is optional: a game that is not here is reported without them."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.home_racers.actions import turn_facts as home_racers
from referee.games.nestorgames_gp.actions import turn_facts as nestorgames_gp
from referee.games.racepack.actions import turn_facts as racepack
from referee.games.royal_racers.actions import turn_facts as royal_racers
from referee.games.turn_facts import FactsReader, TurnFacts

READERS: Mapping[str, FactsReader] = {
    "racepack": racepack,
    "royal-racers": royal_racers,
    "nestorgames-gp": nestorgames_gp,
    "home-racers": home_racers,
}


def facts_of(game: str, turn: str) -> tuple[TurnFacts, ...]:
    """The facts in a turn of a game; none for a game that tells none."""
    return READERS[game](turn) if game in READERS else ()
