"""Turns with a fault of every rule: what may slip on the way is thought of once for all rules that still lack turns."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from referee.games.base import PlayedTurn
from referee.mind.plant import faulty_turns
from referee.mind.reasoned import Game


def planted(
    game: Game, positions: Iterable[str], chance: random.Random, rules: Sequence[str], of_each: int
) -> dict[str, list[PlayedTurn]]:
    """So many turns in which each rule is broken, as far as these positions give them."""
    found: dict[str, list[PlayedTurn]] = {rule: [] for rule in rules}
    lacking = set(rules)
    for position in positions:
        for played in faulty_turns(game, position, chance, lacking):
            found[played.truth].append(played)
            if len(found[played.truth]) == of_each:
                lacking.remove(played.truth)
            if not lacking:
                return found
    return found
