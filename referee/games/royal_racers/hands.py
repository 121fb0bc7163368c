"""What simulated players choose and get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.games.base import Dice
from referee.games.royal_racers.board import SQUARES, distance, parse_square
from referee.games.royal_racers.book import Play, actions, show, slips
from referee.games.royal_racers.position import (
    BACK,
    PLACING,
    THROWN,
    Observation,
    Position,
    how_it_lies,
)
from referee.games.royal_racers.rules import due_flag
from referee.games.royal_racers.start import throw
from referee.games.rulebook import Step

ON_THE_WAY = 0.85
"""How often a random player takes a step that brings him nearer to his flag, if there is one."""
FORGETS = 0.2
"""How often a random player names a wrong card though he could turn over a right one."""


def _thrown(before: Position, step: Step[Play], dice: Dice) -> Step[Play]:
    """A roll with the die where it comes to rest, always elsewhere than before."""
    suit, after = before.to_move, step.after
    lain = dict(before.dice).get(suit)
    die = throw(suit, after.rolled, dice)
    while lain is not None and how_it_lies(lain, die) != THROWN:
        die = throw(suit, after.rolled, dice)
    lying = tuple((one, die if one == suit else lies) for one, lies in after.position.dice)
    return replace(step, after=replace(after, position=replace(after.position, dice=lying)))


def choose(play: Play, dice: Dice) -> Step[Play]:
    """What a player does who wants to get on: he mostly heads for his flag and mostly remembers the cards."""
    steps = tuple(actions(play))
    tried = [step for step in steps if step.text.startswith("~")]
    turned = [step for step in steps if step.text[:1] in ("+", "-") and step.text]
    if tried or turned:
        steps = tuple(tried if tried and (not turned or dice.random() < FORGETS) else turned)
    position, walks = play.position, [step for step in steps if step.text.startswith(">")]
    goal = position.goal(position.to_move) if walks else None
    if goal is not None and dice.random() < ON_THE_WAY:
        here = distance(position.at[position.to_move], goal)
        steps = tuple(one for one in walks if distance(parse_square(one.text[1:]), goal) < here) or tuple(walks)
    step = steps[dice.randrange(len(steps))]
    return _thrown(position, step, dice) if step.chance else step


def blunders(play: Play, dice: Dice) -> Iterator[tuple[Step[Play], ...]]:
    """What hands may do wrong: the pawn put down near by, or the way to a table on which everything lies otherwise."""
    position, seen, suit = play.position, show(play), play.position.to_move
    for place in (square for square in SQUARES if distance(position.at[suit], square) <= 2):
        pawns = tuple((one, place if one == suit else there) for one, there in seen.pawns)
        yield from ((slip,) for slip in slips(play, replace(seen, pawns=pawns)))
    yield from ((slip,) for slip in slips(play, _topsy_turvy(position, seen, dice)))


def _topsy_turvy(position: Position, seen: Observation, dice: Dice) -> Observation:
    """A look at which every card lies on its other side and two are swapped, and pawns and flags lie anywhere."""
    cells = list(seen.cards)
    one, other = dice.randrange(len(cells)), dice.randrange(len(cells))
    if cells[one].startswith(BACK) == cells[other].startswith(BACK):
        cells[one], cells[other] = cells[other], cells[one]
    cards = tuple(cell.removeprefix(BACK) if cell.startswith(BACK) else BACK + cell for cell in cells)
    pawns = tuple((suit, dice.randrange(len(cells))) for suit, _ in seen.pawns)
    taken = {*position.at.values(), *position.flagged, *(square for _, square in pawns)}
    free = [square for square in SQUARES if square not in taken]
    placing = (due_flag(position)[0],) if position.phase == PLACING else ()
    flags = tuple((flag, free[dice.randrange(len(free))]) for flag in (*position.flag_at, *placing))
    return replace(seen, cards=cards, pawns=pawns, flags=flags[dice.randrange(2) :])
