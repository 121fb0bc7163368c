"""What simulated players choose and get wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.frozen import replace, with_one
from referee.games.base import Dice
from referee.games.royal_racers.board import SQUARES, distance, parse_square
from referee.games.royal_racers.book import Play, actions
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
from referee.mind.plant import Hands

ON_THE_WAY = 0.85
"""How often a random player takes a step that brings him nearer to his flag, if there is one."""
NEAR = 2
"""A pawn is put down by mistake so near to where it stood."""
FORGETS = 0.2
"""How often a random player names a wrong card though he could turn over a right one."""


def _thrown(before: Position, step: Step[Play], dice: Dice) -> Step[Play]:
    """A roll with the die where it comes to rest, always elsewhere than before."""
    suit, after = before.to_move, step.after
    lain = dict(before.dice).get(suit)
    die = throw(suit, after.rolled, dice)
    while lain is not None and how_it_lies(lain, die) != THROWN:
        die = throw(suit, after.rolled, dice)
    return replace(step, after=replace(after, position=with_one(after.position, "dice", suit, die)))


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


def otherwise(play: Play, looks: Sequence[Observation], dice: Dice) -> Iterator[Observation]:
    """The pawn is put down near by; or everything lies otherwise, and the book names each by itself."""
    look, position, suit, cells = looks[0], play.position, play.position.to_move, list(looks[0].cards)
    for place in (square for square in SQUARES if distance(position.at[suit], square) <= NEAR):
        yield with_one(look, "pawns", suit, place)
    one, other = dice.randrange(len(cells)), dice.randrange(len(cells))
    if cells[one].startswith(BACK) == cells[other].startswith(BACK):
        cells[one], cells[other] = cells[other], cells[one]
    cards = tuple(cell.removeprefix(BACK) if cell.startswith(BACK) else BACK + cell for cell in cells)
    pawns = tuple((one, dice.randrange(len(cells))) for one, _ in look.pawns)
    taken = {*position.at.values(), *position.flagged, *(square for _, square in pawns)}
    free = [square for square in SQUARES if square not in taken]
    placing = (due_flag(position)[0],) if position.phase == PLACING else ()
    flags = tuple((flag, free[dice.randrange(len(free))]) for flag in (*position.flag_at, *placing))
    yield replace(look, cards=cards, pawns=pawns, flags=flags[dice.randrange(2) :])


HANDS = Hands(choose, otherwise)
