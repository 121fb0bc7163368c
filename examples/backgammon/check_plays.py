"""The same positions in OpenSpiel's backgammon, an engine that knows nothing of this one.

It plays doubles as two turns of two dice each, keeps each side's bar and men off apart from the points, and writes a
play as one number; here a position is its two sides' men, and a play the position that it leads to.

    python examples/backgammon/check_plays.py 10000
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import islice

import pyspiel

from race_backgammon.law import MEN, Men, moved, moves, thrown, without

WALKS_DOWN = 1
"""The player who walks from 24 down to 1, as our men do."""
Position = tuple[Men, Men]


def seen_by(state: pyspiel.State, player: int) -> Position:
    """A player's men and the other's, each from its own view."""
    mine, theirs = (_men(state, side) for side in (player, 1 - player))
    return mine, theirs


def _men(state: pyspiel.State, player: int) -> Men:
    """OpenSpiel numbers the points as O walks down them; X walks up. The bar is its place 100, off its place 101."""
    points = [state.board(player, place) for place in range(24)]
    own = points if player == WALKS_DOWN else points[::-1]
    on_bar = state.board(player, 100)
    return (MEN - sum(own) - on_bar, *own, on_bar)


def positions(seed: int) -> Iterator[tuple[pyspiel.State, tuple[int, int]]]:
    """Every position of random games in which dice were just thrown, with the throw; without end."""
    chance, game = random.Random(seed), pyspiel.load_game("backgammon")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
                yield state, _dice(state)
            state.apply_action(chance.choice(state.legal_actions()))


def _dice(state: pyspiel.State) -> tuple[int, int]:
    line = next(line for line in str(state).splitlines() if line.startswith("Dice:"))
    one, other = sorted(int(digit) for digit in line.split(":")[1].strip())
    return other, one


def ends(state: pyspiel.State, player: int) -> set[Position]:
    """Every position that the player's turn may end in; the second half of a double is played where there is one."""
    found: set[Position] = set()
    for action in state.legal_actions():
        after = state.child(action)
        if not after.is_terminal() and not after.is_chance_node() and after.current_player() == player:
            found |= ends(after, player)
        else:
            found.add(seen_by(after, player))
    return found


def plays(mine: Men, theirs: Men, left: tuple[int, ...]) -> set[tuple[Men, Men]]:
    """Every position that the rest of a turn may end in."""
    ends: set[tuple[Men, Men]] = set()
    seen = {(mine, theirs, left)}
    todo = [(mine, theirs, left)]
    while todo:
        own, other, dice = todo.pop()
        ways = moves(own, other, dice)
        if not ways:
            ends.add((own, other))
        for place, to, die in ways:
            after = (*moved(own, other, place, to), without(dice, die))
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return ends


def differences(seed: int, count: int) -> Iterator[tuple[Position, tuple[int, int], set[Position]]]:
    """Positions among `count` random ones of which our law says otherwise: with the throw, and the plays in dispute."""
    for state, dice in islice(positions(seed), count):
        player = state.current_player()
        before = seen_by(state, player)
        disputed = plays(*before, thrown(dice)) ^ ends(state, player)
        if disputed:
            yield before, dice, disputed


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    wrong = list(differences(seed=1, count=many))
    for position, throw, plays_in_dispute in wrong:
        print(position, throw, plays_in_dispute)
    print(f"{many} random positions, {len(wrong)} with other legal plays than OpenSpiel's")
    sys.exit(bool(wrong))
