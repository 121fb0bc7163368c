"""Explaining a turn of the flag placement: one flag a turn (Setup, e)."""

from __future__ import annotations

from dataclasses import replace

from referee.games.base import Line, violation
from referee.games.fact import Fact, fact
from referee.games.royal_racers.actions import Place, turn_text
from referee.games.royal_racers.board import SQUARES, Square, square_name
from referee.games.royal_racers.evidence import Seen
from referee.games.royal_racers.observation import UNSEEN
from referee.games.royal_racers.position import Position, position_text
from referee.games.royal_racers.rules import setup
from referee.games.royal_racers.succession import hand_on
from referee.games.royal_racers.turns import with_flag
from referee.games.royal_racers.words import WORDS


def explain_placing(seen: Seen) -> tuple[Line, ...]:
    """The flag that was placed, or the covered cards it may lie on, or what was done instead."""
    position = seen.position
    due, _ = setup.due_flag(position)
    new = tuple((flag, square) for flag, square in seen.final.flags if flag not in position.flag_at)
    others = _others(seen)
    if new:
        broken = (setup.flag_placement(position, flag, square) for flag, square in new)
        faults = (*(fault for fault in broken if fault), *others)
        done = any(flag == due for flag, _ in new)
        return (_line(seen, new, faults, (), done),)
    if others or not (seen.closed or seen.said.flag is not None):
        return (_line(seen, (), others, (), False),)
    free = [square for square in SQUARES if setup.flag_placement(position, due, square) is None]
    covered = [square for square in free if square in seen.final.unseen or seen.final.cards[square] == UNSEEN]
    if seen.said.flag is not None:
        return (_said(seen, due, seen.said.flag, covered),)
    lies = fact("flag", by=seen.suit, who=due[0], rank=due[1])
    hidden = [(square, (lies.also(value=square_name(square)),)) for square in covered]
    lines = tuple(_line(seen, ((due, square),), (), assumes, True) for square, assumes in hidden)
    return lines or (_line(seen, (), (setup.not_placed(position),), (), False),)


def _said(seen: Seen, due: str, square: Square, covered: list[Square]) -> Line:
    """The flag lies where the player says, if it can."""
    fault = setup.flag_placement(seen.position, due, square)
    if fault is None and square not in covered:
        fault = setup.not_placed(seen.position)
    return _line(seen, ((due, square),), (fault,) if fault else (), (), True)


def _others(seen: Seen) -> tuple[Fact, ...]:
    """Pawns that moved, cards that were turned or swapped, flags that were moved."""
    movers = ([seen.suit] if seen.moved else []) + [suit for suit, _ in seen.others]
    found: list[Fact | None] = [setup.before_race(suit) for suit in movers]
    if seen.turned:
        found.append(setup.layout(seen.position.cards, frozenset(seen.turned)))
    found += [setup.card_moved(square) for square in seen.swapped[:1]]
    found += [setup.flag_moved(flag, gone=False) for flag, _ in seen.moved_flags]
    found += [setup.flag_moved(flag, gone=True) for flag in seen.gone_flags]
    return tuple(fault for fault in found if fault)


def _line(
    seen: Seen,
    placed: tuple[tuple[str, Square], ...],
    faults: tuple[Fact, ...],
    assumes: tuple[Fact, ...],
    done: bool,
) -> Line:
    after: Position = replace(seen.position, down=seen.position.down ^ set(seen.turned))
    for flag, square in placed:
        after = with_flag(after, flag, square)
    moved = {suit: place for suit, place in (*seen.others, (seen.suit, seen.pawn)) if place is not None}
    after = replace(after, pawns=tuple((suit, moved.get(suit, square)) for suit, square in after.pawns))
    after = hand_on(after) if done else after
    actions = tuple(Place(flag, square) for flag, square in placed)
    return line_of(turn_text(seen.position.to_move, actions), faults, assumes, done, after)


def line_of(turn: str, faults: tuple[Fact, ...], assumes: tuple[Fact, ...], complete: bool, after: Position) -> Line:
    """A line as the judge has it, its facts in words."""
    broken = tuple(violation(WORDS, fault) for fault in faults)
    return Line(turn, broken, tuple(WORDS.tell(assumed) for assumed in assumes), complete, position_text(after))
