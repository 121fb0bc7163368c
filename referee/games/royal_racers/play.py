"""Seeded races: the start, and one random legal turn after another with all that is seen and said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from referee.errors import IllegalAction
from referee.games.base import Dice, PlayedTurn
from referee.games.fact import fact
from referee.games.royal_racers.actions import Action, Back, End, Flip, Place, Roll, Step, Try, turn_text
from referee.games.royal_racers.board import (
    CENTRE,
    COLOURS,
    DECK,
    SUITS,
    TURNABLE,
    Square,
    distance,
    square_name,
)
from referee.games.royal_racers.check import first_position
from referee.games.royal_racers.notation import dice_text, observation_text, parse_dice
from referee.games.royal_racers.observation import BACK, THROWN, Die, how_it_lies
from referee.games.royal_racers.position import CAMPAIGN, NORMAL_RANKS, Position, position_text, visible
from referee.games.royal_racers.turns import FLIP, OVER, Turn, advance, begin, legal_actions
from referee.games.royal_racers.words import WORDS

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


def next_race(position: Position, dice: Dice) -> Position:
    """The next race of a campaign: a new board, the same players and score. Raises IllegalAction after the last."""
    if not position.winner or position.race >= position.races:
        raise IllegalAction("there is no next race: this one is not over, or it was the last.")
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


def throw_anew(position: Position, suit: str, face: str, dice: Dice) -> Position:
    """The position after a throw; the die always comes to lie elsewhere than before."""
    before = dict(position.dice).get(suit)
    thrown = throw(suit, face, dice)
    while before is not None and how_it_lies(before, thrown) != THROWN:
        thrown = throw(suit, face, dice)
    lying = {**dict(position.dice), suit: thrown}
    return replace(position, dice=tuple((one, lying[one]) for one in SUITS if one in lying))


@dataclass
class Stage:
    """A turn being played out: what the table shows after each action, and what is said."""

    before: Position
    dice: Dice
    stops: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    rolls: list[tuple[int, str]] = field(default_factory=list)

    @property
    def suit(self) -> str:
        """Whose turn it is."""
        return self.before.to_move

    def show(self, position: Position, shown_up: Square | None = None) -> None:
        """The table comes to rest; `shown_up` is a wrong card lying face up for the moment."""
        seen = visible(position)
        if shown_up is not None:
            cells = list(seen.cards)
            cells[shown_up] = cells[shown_up].removeprefix(BACK)
            seen = replace(seen, cards=tuple(cells))
        self.stops.append(observation_text(seen))

    def roll(self, position: Position, face: str) -> Position:
        """The player throws his die."""
        after = throw_anew(position, self.suit, face, self.dice)
        self.rolls.append((len(self.stops), face))
        self.show(after)
        return after

    def played(self, after: Position, actions: tuple[Action, ...], truth: str) -> PlayedTurn:
        """The record of the turn."""
        return PlayedTurn(
            player=COLOURS[self.suit],
            turn=turn_text(self.suit, actions),
            before=position_text(self.before),
            after=position_text(after),
            stops=tuple(self.stops),
            declared=tuple(self.declared),
            truth=truth,
            rolls=tuple(self.rolls),
        )


def legal_turn(position: Position, dice: Dice) -> PlayedTurn:
    """One random legal turn of the player to act. Raises IllegalAction when the race is over."""
    stage = Stage(position, dice)
    turn = begin(position)
    while turn.stage != OVER:
        turn = act(stage, turn, choose(turn, dice))
    return stage.played(turn.position, turn.actions, "legal")


def act(stage: Stage, turn: Turn, action: Action) -> Turn:
    """Carry out one action on the stage."""
    after = advance(turn, action)
    match action:
        case Roll(face):
            return replace(after, position=stage.roll(after.position, face))
        case Try(square):
            stage.show(turn.position, square)
        case Back():
            if after.position.pawns != turn.position.pawns or action.square is None:
                stage.show(after.position)
            _say_back(stage, turn, action)
        case Flip() | Step() | Place():
            stage.show(after.position)
        case End():
            if len(stage.stops) == 1 or isinstance(turn.actions[-1], Back):
                stage.show(after.position)
    return after


def _say_back(stage: Stage, turn: Turn, action: Back) -> None:
    named = next(one.square for one in turn.actions if isinstance(one, Try))
    if named is not None:
        stage.declared.append(f"named={square_name(named)}")
    if action.square is None:
        stage.declared.append("back=stay")


def choose(turn: Turn, dice: Dice) -> Action:
    """A random action of a player who wants to get on: he mostly heads for his flag and mostly remembers the cards."""
    actions = legal_actions(turn)
    if turn.stage == FLIP:
        flips = [action for action in actions if isinstance(action, Flip)]
        tries = [action for action in actions if isinstance(action, Try)]
        kind: list[Action] = [*tries] if tries and (not flips or dice.random() < FORGETS) else [*flips]
        if kind and (turn.roll in TURNABLE):
            return kind[dice.randrange(len(kind))]
    steps = [action for action in actions if isinstance(action, Step)]
    goal = turn.position.goal(turn.suit) if steps else None
    if steps and goal is not None and dice.random() < ON_THE_WAY:
        here = turn.position.at[turn.suit]
        nearer = [step for step in steps if distance(step.square, goal) < distance(here, goal)]
        return (nearer or steps)[dice.randrange(len(nearer or steps))]
    return actions[dice.randrange(len(actions))]


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
