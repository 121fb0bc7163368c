"""Seeded races: the start, and what simulated players choose and get wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.games.base import Dice
from referee.games.fact import fact
from referee.games.options import Agreed
from referee.games.royal_racers.agreeing import terms
from referee.games.royal_racers.board import CENTRE, DECK, SQUARES, SUITS, distance, parse_square
from referee.games.royal_racers.book import Play, actions, show, slips
from referee.games.royal_racers.check import first_position
from referee.games.royal_racers.notation import dice_text, parse_dice
from referee.games.royal_racers.observation import BACK, THROWN, Die, Observation, how_it_lies
from referee.games.royal_racers.position import CAMPAIGN, NORMAL_RANKS, PLACING, Position
from referee.games.royal_racers.rules.setup import due_flag
from referee.games.royal_racers.words import WORDS
from referee.games.rulebook import Step

ON_THE_WAY = 0.85
"""How often a random player takes a step that brings him nearer to his flag, if there is one."""
FORGETS = 0.2
"""How often a random player names a wrong card though he could turn over a right one."""
T = TypeVar("T")
DIE_X_MM, DIE_APART_MM, THROW_MM = 60.0, 95.0, 30.0


def start(
    players: int,
    dice: Dice,
    ranks: str = NORMAL_RANKS,
    variants: tuple[str, ...] = (),
    races: int = 1,
) -> Position:
    """A shuffled board with the pawns on centre squares; the flags are still to be placed (Setup)."""
    cards = tuple(_shuffled(DECK, dice))
    seats = SUITS[:players]
    starts = _shuffled(CENTRE, dice)[:players]
    thrown = tuple((suit, throw(suit, "n", dice)) for suit in seats)
    return first_position(cards, zip(seats, starts, strict=True), seats, ranks, thrown, variants, races)


def agreed_start(players: int, dice: Dice, agreed: Agreed) -> Position:
    """A shuffled board for what was agreed on. Raises NotationError."""
    on = terms(agreed)
    return start(players, dice, on.ranks, on.variants, on.races)


def next_race(position: Position, dice: Dice) -> Position | None:
    """The next race of a campaign: a new board, the same players and score; None when none follows."""
    if not position.winner or position.race >= position.races:
        return None
    players = len(position.seats)
    fresh = start(players, dice, position.ranks, position.variants, position.races)
    by_seat = dict(zip(fresh.seats, position.seats, strict=True))
    pawns = [(by_seat[suit], square) for suit, square in fresh.pawns]
    first = first_position(
        fresh.cards, pawns, position.seats, position.ranks, position.dice, position.variants, position.races
    )
    return replace(first, race=position.race + 1, score=position.score)


def _shuffled(sequence: Sequence[T], dice: Dice) -> list[T]:
    things = list(sequence)
    for last in range(len(things) - 1, 0, -1):
        other = dice.randrange(last + 1)
        things[last], things[other] = things[other], things[last]
    return things


def throw(suit: str, face: str, dice: Dice) -> Die:
    """A die thrown to its player's place beside the board."""
    row = SUITS.index(suit) - (len(SUITS) - 1) / 2
    x_mm = DIE_X_MM + THROW_MM * (2 * dice.random() - 1)
    y_mm = -DIE_APART_MM * row + THROW_MM * (2 * dice.random() - 1)
    return parse_dice(dice_text([(suit, Die(face, x_mm, y_mm, float(dice.randrange(360))))]))[0][1]


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


def over(position: Position) -> str | None:
    """The outcome once somebody has touched the last flag, else None; in a campaign with the score."""
    if not position.winner:
        return None
    king = WORDS.tell(fact("outcome", who=position.winner))
    if CAMPAIGN not in position.variants:
        return king
    scores = [WORDS.tell(fact("outcome", how="count", who=suit, count=count)) for suit, count in position.score]
    if position.race < position.races:
        after = fact("outcome", how="score", race=position.race, races=position.races)
        return WORDS.tell(after, king=king, scores=scores)
    most = max(count for _, count in position.score)
    best = [WORDS.tell(fact("outcome", how="name", who=suit)) for suit, count in position.score if count == most]
    return WORDS.tell(fact("outcome", how="campaign"), king=king, scores=scores, best=best)
