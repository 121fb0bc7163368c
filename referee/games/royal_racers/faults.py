"""Planted faults: turns that break just one rule, for test benches and demonstrations.

Each planter puts a faulty turn on a stage; it counts only when, with everything seen and said, no legal explanation is
left (not even one of several missed turns) and that rule alone is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.games.base import Dice, Line, PlayedTurn
from referee.games.royal_racers.actions import Action, Flip, Step, Try, parse_turn
from referee.games.royal_racers.board import FACES, FLAG_RANKS, NEXT_TO, NULL, SQUARES, TURNABLE, Square, distance
from referee.games.royal_racers.notation import flag_key, parse_observation
from referee.games.royal_racers.observation import Observation
from referee.games.royal_racers.play import Stage, act, choose, throw_anew
from referee.games.royal_racers.position import PLACING, Position, parse_position, position_text, visible
from referee.games.royal_racers.rules import morph, movement, race, setup
from referee.games.royal_racers.succession import put
from referee.games.royal_racers.turns import FLIP, OVER, ROLL, STEP, Turn, begin, legal_actions, turned, with_flag
from referee.games.words_said import Spoken

TRIES = 6
Explain = Callable[[str, Sequence[Observation], Sequence[str], bool], tuple[Line, ...]]
Planter = Callable[[Position, Dice], Stage | None]
T = TypeVar("T")


def faulty_turn(position: Position, dice: Dice, fault: str, explain: Explain) -> PlayedTurn | None:
    """A turn that breaks just this rule, or None when the position does not allow one; `explain` as of a `Game`."""
    planter = PLANTERS.get(fault)
    if planter is None or not position.queue:
        return None
    for _ in range(TRIES):
        stage = planter(position, dice)
        line = proven(position, stage, fault, explain) if stage else None
        if stage and line:
            _, actions = parse_turn(line.turn)
            return stage.played(parse_position(line.after), actions, fault)
    return None


def proven(position: Position, stage: Stage, fault: str, explain: Explain) -> Line | None:
    """The least-broken line for a staged turn, if it breaks this rule alone and nothing legal explains it."""
    seen = [parse_observation(text) for text in stage.stops]
    if not seen:
        return None
    meant = [Spoken(text, sure=True) for text in stage.declared]
    lines = explain(position_text(position), [visible(position), *seen], meant, True)
    rules = {violation.rule for line in lines for violation in line.violations}
    if rules != {fault} or len(lines[0].violations) != 1:
        return None
    return lines[0]


def _any(things: Sequence[T], dice: Dice) -> T | None:
    return things[dice.randrange(len(things))] if things else None


def _rolled(position: Position, dice: Dice, face: str) -> tuple[Stage, Position]:
    stage = Stage(position, dice)
    return stage, stage.roll(position, face)


def _morphed(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    """A turn played legally as far as the step; the pawn was not sent back."""
    if position.phase == PLACING:
        return None
    stage, turn = Stage(position, dice), begin(position)
    while turn.stage != STEP:
        action = choose(turn, dice)
        if isinstance(action, Try):
            flips = [one for one in legal_actions(turn) if isinstance(one, Flip)]
            action = _any(flips, dice) or action
        turn = act(stage, turn, action)
        if turn.stage == OVER or isinstance(action, Try):
            return None
    return stage, turn


def _stepping(wrong: Callable[[Turn, Square], bool], far: bool = False) -> Planter:
    """A legal morph and then a step onto a square that is wrong."""

    def plant(position: Position, dice: Dice) -> Stage | None:
        begun = _morphed(position, dice)
        if begun is None:
            return None
        stage, turn = begun
        here = turn.position.at[turn.suit]
        reach = SQUARES if far else NEXT_TO[here]
        end = _any([square for square in reach if wrong(turn, square)], dice)
        if end is None:
            return None
        stage.show(put(turn.position, turn.suit, end))
        return stage

    return plant


def _too_far(turn: Turn, square: Square) -> bool:
    position, suit = turn.position, turn.suit
    free = square not in position.at.values() and square not in position.down
    return free and distance(position.at[suit], square) == 2


def _another_flag(turn: Turn, square: Square) -> bool:
    position, suit = turn.position, turn.suit
    return movement.opponent_flag(position, suit, position.at[suit], square, position.down) is not None


def _turning(wrong: Callable[[Position, str, Square], bool]) -> Planter:
    """A roll and a card turned over that must not be."""

    def plant(position: Position, dice: Dice) -> Stage | None:
        if position.phase == PLACING:
            return None
        pairs = [(face, square) for face in FACES for square in SQUARES if wrong(position, face, square)]
        pair = _any(pairs, dice)
        if pair is None:
            return None
        stage, rolled = _rolled(position, dice, pair[0])
        after = turned(rolled, pair[1])
        stage.show(after)
        _step_on(stage, Turn(after, position.to_move, STEP, pair[0]), dice)
        return stage

    return plant


def _step_on(stage: Stage, turn: Turn, dice: Dice) -> None:
    action = choose(turn, dice)
    if isinstance(action, Step):
        act(stage, turn, action)


def _breaks(rule: str) -> Callable[[Position, str, Square], bool]:
    """Turning over this card breaks this rule and no other."""

    def wrong(position: Position, face: str, square: Square) -> bool:
        return tuple(fault.kind for fault in morph.turned_over(position, face, square)) == (rule,)

    return wrong


def _no_card(position: Position, dice: Dice) -> Stage | None:
    """A rank is rolled and no card turned over, a second one is, or one after the step."""
    if position.phase == PLACING:
        return None
    face = _any([face for face in TURNABLE if morph.must_turn(position, face)], dice)
    if face is None:
        return None
    stage, rolled = _rolled(position, dice, face)
    flips = [square for square in position.squares_of(face) if morph.may_turn(position, square)]
    turn = Turn(rolled, position.to_move, STEP, face)
    kind = dice.randrange(3)
    if kind == 0:
        _step_on(stage, turn, dice)
    elif kind == 1:
        for square in flips[:2]:
            rolled = turned(rolled, square)
            stage.show(rolled)
    else:
        action = _any([one for one in legal_actions(turn) if isinstance(one, Step)], dice)
        square = flips[dice.randrange(len(flips))]
        if action is None or not isinstance(action, Step) or action.square == square:
            return None
        moved = put(rolled, position.to_move, action.square)
        stage.show(moved)
        stage.show(turned(moved, square))
    return stage


def _morph(position: Position, dice: Dice) -> Stage | None:
    return (_no_card if dice.randrange(2) else _turning(_breaks(morph.MORPH.id)))(position, dice)


def _memory(position: Position, dice: Dice) -> Stage | None:
    """A wrong card is turned up and left so, or turned back while the pawn stays."""
    if dice.randrange(2):
        return _turning(_breaks(morph.FLIP_MEMORY.id))(position, dice)
    if position.phase == PLACING:
        return None
    turn = begin(position)
    face = TURNABLE[dice.randrange(len(TURNABLE))]
    wrong = [one for one in legal_actions(Turn(position, turn.suit, FLIP, face)) if isinstance(one, Try)]
    named = _any(wrong, dice)
    if named is None or turn.stage != ROLL or position.last_flag(turn.suit) == position.at[turn.suit]:
        return None
    stage, rolled = _rolled(position, dice, face)
    stage.show(rolled, named.square)
    stage.show(rolled)
    return stage


def _any_card(position: Position, dice: Dice) -> Stage | None:
    """Any card is turned up with the rank not under pawns, and the player says that it was."""
    stage = _turning(_breaks(morph.FLIP_ANY.id))(position, dice)
    if stage is not None:
        return stage
    stage = _turning(_breaks(morph.FLIP_MEMORY.id))(position, dice)
    if stage is not None:
        stage.declared.append("any")
    return stage


def _saying(words: Callable[[Position, Turn, Dice], str | None]) -> Planter:
    """A legal turn, and a claim that is not true."""

    def plant(position: Position, dice: Dice) -> Stage | None:
        if position.phase == PLACING:
            return None
        stage, turn = Stage(position, dice), begin(position)
        while turn.stage != OVER:
            turn = act(stage, turn, choose(turn, dice))
        text = words(position, turn, dice)
        if text is None:
            return None
        stage.declared.append(text)
        return stage

    return plant


def _false_touch(position: Position, turn: Turn, dice: Dice) -> str | None:
    if turn.position.count(turn.suit) != position.count(turn.suit):
        return None
    return f"touch={position.ranks[dice.randrange(len(position.ranks))]}"


def _false_coin(position: Position, turn: Turn, dice: Dice) -> str | None:
    wrong = (turn.position.count(turn.suit) + 1 + dice.randrange(4)) % len(FLAG_RANKS)
    return f"coin:{turn.suit}={FACES[wrong]}"


def _other_player(position: Position, dice: Dice) -> Stage | None:
    """Another player rolls null and steps."""
    other = _any([suit for suit in position.seats if suit != position.to_move], dice)
    if other is None or position.phase == PLACING:
        return None
    stage = Stage(position, dice)
    rolled = throw_anew(position, other, NULL, dice)
    steps = [one for one in legal_actions(Turn(rolled, other, STEP)) if isinstance(one, Step)]
    step: Action | None = _any(steps, dice)
    if not isinstance(step, Step):
        return None
    stage.show(rolled)
    stage.show(put(rolled, other, step.square))
    return stage


def _swapped(position: Position, dice: Dice) -> Stage | None:
    """Two cards change places."""
    begun = (Stage(position, dice), begin(position)) if position.phase == PLACING else _morphed(position, dice)
    if begun is None:
        return None
    stage, turn = begun
    free = [square for square in SQUARES if square not in turn.position.at.values()]
    one, other = free[dice.randrange(len(free))], free[dice.randrange(len(free))]
    cards = list(turn.position.cards)
    cards[one], cards[other] = cards[other], cards[one]
    if one == other or (one in turn.position.down) != (other in turn.position.down):
        return None
    stage.show(replace(turn.position, cards=tuple(cards)))
    return stage


def _misplaced(position: Position, dice: Dice) -> Stage | None:
    """A flag goes to a wrong card, or one that lies is moved; never under a pawn or a flag, where nobody sees it."""
    free = [square for square in SQUARES if square not in {*position.at.values(), *position.flagged}]
    if position.phase == PLACING:
        stage = Stage(position, dice)
        due, _ = setup.due_flag(position)
        wrong = [square for square in free if setup.flag_placement(position, due, square) is not None]
        stage.show(with_flag(position, due, wrong[dice.randrange(len(wrong))]))
        return stage
    begun = _morphed(position, dice)
    flag = _any([flag for flag, square in position.flags if square not in position.at.values()], dice)
    if begun is None or flag is None:
        return None
    stage, turn = begun
    flags = {**turn.position.flag_at, flag: free[dice.randrange(len(free))]}
    stage.show(replace(turn.position, flags=tuple(sorted(flags.items(), key=flag_key))))
    return stage


PLANTERS: Mapping[str, Planter] = {
    setup.LAYOUT.id: _swapped,
    setup.FLAG_PLACEMENT.id: _misplaced,
    race.TURN_ORDER.id: _other_player,
    morph.MORPH.id: _morph,
    morph.FLIP_FIXED.id: _turning(_breaks(morph.FLIP_FIXED.id)),
    morph.FLIP_PAWN.id: _turning(_breaks(morph.FLIP_PAWN.id)),
    morph.FLIP_FLAG.id: _turning(_breaks(morph.FLIP_FLAG.id)),
    morph.FLIP_MEMORY.id: _memory,
    morph.FLIP_ANY.id: _any_card,
    movement.STEP.id: _stepping(_too_far, far=True),
    movement.OCCUPIED.id: _stepping(lambda turn, square: square in turn.position.at.values()),
    movement.FACE_DOWN.id: _stepping(lambda turn, square: square in turn.position.down),
    race.FLAG_ORDER.id: _saying(_false_touch),
    movement.OPPONENT_FLAG.id: _stepping(_another_flag),
    race.CAMPAIGN.id: _saying(_false_coin),
}
FAULTS = tuple(PLANTERS)
