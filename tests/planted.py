"""Turns with a fault of every rule: what may slip on the way is thought of once for all rules that still lack turns."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from referee.games.base import PlayedTurn
from referee.mind.plant import Game, faulty_turn


def planted(
    game: Game, positions: Iterable[str], chance: random.Random, rules: Sequence[str], of_each: int
) -> dict[str, list[PlayedTurn]]:
    """So many turns in which each rule is broken, as far as these positions give them."""
    found: dict[str, list[PlayedTurn]] = {rule: [] for rule in rules}
    for position in positions:
        lacking = [rule for rule in rules if len(found[rule]) < of_each]
        if not lacking:
            break
        played = faulty_turn(game, position, chance, lacking)
        if played is not None:
            found[played.truth].append(played)
    return found
