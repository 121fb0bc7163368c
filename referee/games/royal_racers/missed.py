"""Several turns between two looks: up to one round of legal turns that together give what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from referee.games.base import Line
from referee.games.fact import Fact, fact
from referee.games.royal_racers.actions import Action, Flip, Place, Try, turn_text
from referee.games.royal_racers.between import accept
from referee.games.royal_racers.board import FACES, NEXT_TO, NULL, SQUARES, SUITS, Square, distance
from referee.games.royal_racers.declarations import NO, Said, parse_declarations
from referee.games.royal_racers.evidence import Rolls, rolls_of
from referee.games.royal_racers.explain import explain
from referee.games.royal_racers.observation import Observation
from referee.games.royal_racers.position import PLACING, Position, position_text
from referee.games.royal_racers.rules import setup
from referee.games.royal_racers.rules.morph import all_under_pawns
from referee.games.royal_racers.succession import hand_on
from referee.games.royal_racers.turns import legal_turns, with_flag
from referee.games.royal_racers.words import WORDS

MOST_BRANCHES = 400
"""How many missed turns are tried at most before giving up on finding a history."""


@dataclass(frozen=True)
class Missed:
    """One turn that nobody saw: its notation, what it takes for granted, and the position after it."""

    text: str
    assumes: tuple[Fact, ...]
    after: Position


@dataclass
class Search:
    """A search for a history: what is seen now, what was said, and how much has been tried.

    A `thorough` search also tries rolls and cards that leave no trace, as a card turned down and up again.
    """

    first: Position
    stops: Sequence[Observation]
    declared: Sequence[str]
    closed: bool
    thorough: bool = False
    tried: int = field(default=0, init=False)
    hopeless: set[tuple[Position, int]] = field(default_factory=set, init=False)

    @property
    def final(self) -> Observation:
        """What the table shows now."""
        return self.stops[-1]

    def said(self, suit: str) -> Said:
        """What was said about a player's turn; words without a name are about the first one."""
        return parse_declarations(self.declared, self.first.seats, suit, suit == self.first.to_move)

    def rolls(self, suit: str) -> Rolls:
        """What is known of a player's roll since the first of the missed turns."""
        return rolls_of(self.first, suit, self.stops, self.said(suit))


def missed_turns(
    position: Position, stops: Sequence[Observation], declared: Sequence[str], closed: bool
) -> tuple[Line, ...]:
    """Lines of two turns or more, none of them breaking a rule; the fewest turns that do it, empty when none do.

    A player whose die lies untouched has not had a turn.
    """
    search = Search(position, stops, declared, closed)
    if not stops or search.said(position.to_move).done:
        return ()
    if position.phase == PLACING:
        return _placings(search)
    thorough = replace(search, thorough=True)
    return _round(search, position, (), 1) or _round(thorough, position, (), 1) or _given_up(thorough)


def _round(search: Search, position: Position, before: tuple[Missed, ...], fewest: int) -> tuple[Line, ...]:
    """Histories of up to a round of turns, the shortest that there are."""
    for count in range(fewest, len(position.seats)):
        if any(search.rolls(suit).unmoved for suit in (position.to_move, *_next_movers(position, count))):
            return ()
        lines = _histories(search, position, before, count)
        if lines:
            return lines
    return ()


def _given_up(search: Search) -> tuple[Line, ...]:
    """When there were too many histories to try them all, nobody is accused."""
    if search.tried <= MOST_BRANCHES:
        return ()
    after = position_text(accept(search.first, search.final))
    assumes = (WORDS.tell(fact("missed")),)
    return (Line(turn_text(search.first.to_move, ()), (), assumes, search.closed, after),)


def _histories(search: Search, position: Position, before: tuple[Missed, ...], left: int) -> tuple[Line, ...]:
    """Histories of `left` more missed turns and then the one that may still be under way."""
    if not position.queue or (position, left) in search.hopeless:
        return ()
    if left == 0:
        return tuple(_joined(before, line) for line in _last(search, position))
    for missed in _candidates(search, position, left):
        search.tried += 1
        if search.tried > MOST_BRANCHES:
            return ()
        lines = _histories(search, missed.after, (*before, missed), left - 1)
        if lines:
            return lines
    search.hopeless.add((position, left))
    return ()


def _last(search: Search, position: Position) -> list[Line]:
    lines = explain(position, search.stops[-1:], search.said(position.to_move), search.closed)
    return [line for line in lines if not line.violations]


def _candidates(search: Search, position: Position, left: int) -> Iterator[Missed]:
    """Legal turns of the player to act after which the rest can still be explained."""
    suit = position.to_move
    rolls = search.rolls(suit)
    if rolls.faces[0][0] == NO:
        return
    again = suit in _next_movers(position, left)
    overrolled = tuple((face, fact("roll", how="first", by=suit, value=face)) for face in FACES)
    for face, guess in overrolled if again else rolls.faces:
        if guess and not _worth_guessing(search, position, face):
            continue
        search.tried += 1
        found: set[Position] = set()
        for turn in legal_turns(position, (face,)):
            fruitless = any(isinstance(action, Try) for action in turn.actions)
            if not _fits(search, turn.position, suit, left, again) or turn.position in found:
                continue
            if guess and not _needed(search, position, turn.actions):
                continue
            found.add(turn.position)
            vain = (fact("named", how="vain", by=suit),) if fruitless else ()
            after = _with_die(turn.position, search.final, suit)
            yield Missed(turn_text(suit, _unnamed(turn.actions)), ((guess,) if guess else ()) + vain, after)


def _worth_guessing(search: Search, position: Position, face: str) -> bool:
    """Whether a roll that nobody saw would explain anything that null would not."""
    if search.thorough or face == NULL or _is_far(search, position) or all_under_pawns(position, face):
        return True
    return any(_differs(search.final, position, square) for square in position.squares_of(face))


def _is_far(search: Search, position: Position) -> bool:
    """Whether the pawn stands where no step leads, so that it may have been sent back."""
    here = position.at[position.to_move]
    place = dict(search.final.pawns).get(position.to_move, here)
    return place is not None and place != here and place not in NEXT_TO[here]


def _next_movers(position: Position, left: int) -> tuple[str, ...]:
    """Who acts in the `left` turns after this one."""
    found: list[str] = []
    ahead = position
    for _ in range(left):
        ahead = hand_on(ahead)
        found += ahead.queue[:1]
    return tuple(found)


def _fits(search: Search, after: Position, suit: str, left: int, again: bool) -> bool:
    """Whether what is left to explain after a turn can be done in the turns that are left."""
    seen = search.final
    wrong = sum(_differs(seen, after, square) for square in SQUARES)
    place = dict(seen.pawns).get(suit, after.at[suit])
    if place is None or wrong > left:
        return False
    if again:
        home = after.last_flag(suit)
        return distance(place, after.at[suit]) <= left or (home is not None and distance(place, home) <= left)
    return suit not in dict(seen.pawns) or place == after.at[suit]


def _differs(seen: Observation, position: Position, square: Square) -> bool:
    side = seen.lies_down(square)
    return side is not None and side != (square in position.down)


def _needed(search: Search, before: Position, actions: tuple[Action, ...]) -> bool:
    """Whether a turn with a roll that nobody saw does no more to the cards than what is seen."""
    if search.thorough:
        return True
    if any(isinstance(action, Try) for action in actions) and not _is_far(search, before):
        return False
    flips = [action.square for action in actions if isinstance(action, Flip)]
    return all(_differs(search.final, before, square) for square in flips)


def _unnamed(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple(Try(None) if isinstance(action, Try) else action for action in actions)


def _with_die(position: Position, seen: Observation, suit: str) -> Position:
    dice = {**dict(position.dice), **{one: die for one, die in seen.dice if one == suit}}
    return replace(position, dice=tuple((one, dice[one]) for one in SUITS if one in dice))


def _joined(before: tuple[Missed, ...], line: Line) -> Line:
    turns = " / ".join([*(missed.text for missed in before), line.turn])
    assumes = tuple(WORDS.tell(assumed) for missed in before for assumed in missed.assumes)
    return Line(turns, (), (*assumes, *line.assumes), line.complete, line.after)


def _placings(search: Search) -> tuple[Line, ...]:
    """Flags placed one after another, each where it may lie."""
    position = search.first
    before: list[Missed] = []
    while position.phase == PLACING:
        lines = [line for line in explain(position, search.stops[-1:], Said(), search.closed) if not line.violations]
        if lines and before:
            return tuple(_joined(tuple(before), line) for line in lines)
        due, _ = setup.due_flag(position)
        square = dict(search.final.flags).get(due)
        if square is None or setup.flag_placement(position, due, square):
            return ()
        suit = position.to_move
        position = hand_on(with_flag(position, due, square))
        before.append(Missed(turn_text(suit, (Place(due, square),)), (), position))
    return _round(search, position, tuple(before), 0)
