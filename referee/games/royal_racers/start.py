"""How a race starts: what is agreed on, a start by dice or from a survey, and what a position must keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TypeVar

from referee.errors import NotationError
from referee.games.base import Dice, Violation, sound, violation
from referee.games.options import NOTHING_AGREED, Agreed, agreed, number, switch
from referee.games.royal_racers import rules as law
from referee.games.royal_racers.board import (
    CENTRE,
    DECK,
    FLAG_RANKS,
    SUITS,
    TURNABLE,
    Square,
    square_name,
)
from referee.games.royal_racers.position import (
    BACK,
    CAMPAIGN,
    NORMAL_RANKS,
    OPPONENT_FLAG,
    PLACING,
    RACING,
    UNSEEN,
    Die,
    Observation,
    Position,
    flag_key,
    turn_order,
)
from referee.games.royal_racers.words import WORDS
from referee.words.fact import Fact, fact

PLAYERS = (2, 3, 4)
OPTIONS = (
    number("flags", "How many flags must each player touch?", 1, len(FLAG_RANKS), len(NORMAL_RANKS)),
    switch(OPPONENT_FLAG, "Flag variant: is it forbidden to travel through another player's flag?"),
    number("races", "How many races? More than one are a campaign, in which coins keep the score.", 1, 9, 1),
)


@dataclass(frozen=True)
class Terms:
    """What was agreed on: the flags of the race in order, the variants in force, and the number of races."""

    ranks: str = NORMAL_RANKS
    variants: tuple[str, ...] = ()
    races: int = 1


def terms(given: Agreed) -> Terms:
    """Options as the rules need them. Raises NotationError for one that there is not."""
    values = agreed(OPTIONS, given)
    races = int(values["races"])
    variants = [OPPONENT_FLAG] if values[OPPONENT_FLAG] == "yes" else []
    variants += [CAMPAIGN] if races > 1 else []
    return Terms(ranks_of(int(values["flags"])), tuple(variants), races)


def _terms_of(position: Position) -> Terms:
    return Terms(position.ranks, position.variants, position.races)


def ranks_of(flags: int) -> str:
    """The flags of a race of so many: from the ace on; the null is used when all six are (Setup d).

    >>> ranks_of(3), ranks_of(6)
    ('a23', 'na2345')
    """
    return FLAG_RANKS if flags == len(FLAG_RANKS) else NORMAL_RANKS[:flags]


T = TypeVar("T")
DIE_X_MM, DIE_APART_MM, THROW_MM = 60.0, 95.0, 30.0


def unplayable(position: Position) -> frozenset[Violation]:
    """What keeps a race from going on; the rest of `status` are pieces that a fault has left so."""
    found = [law.layout(position.cards, frozenset()), law.strange_flag(position)]
    found += [_no_start(suit) for suit in position.seats if position.start(suit) is None]
    if any(position.count(suit) > len(position.ranks) for suit in position.seats):
        found.append(fact(law.FLAG_ORDER.id, how="too-many"))
    return frozenset(violation(WORDS, fault) for fault in found if fault)


def _no_start(suit: str) -> Fact:
    return fact(law.FLAG_PLACEMENT.id, how="no-start", who=suit)


def status(position: Position) -> frozenset[Violation]:
    """Everything that is wrong with a position, each under its rule; empty when it can be played from."""
    found = [law.flag_set(position)]
    fresh = position.phase == PLACING or _untouched(position)
    found += [_fixed(position, square) for square in position.down]
    if position.phase == PLACING:
        found.append(law.layout(position.cards, position.down))
    found += _pawns(position, fresh)
    found += _flags(position)
    return unplayable(position) | {violation(WORDS, fault) for fault in found if fault}


def _untouched(position: Position) -> bool:
    return position.round == 1 and position.queue == position.seats and not any(n for _, n in position.touched)


def _fixed(position: Position, square: Square) -> Fact | None:
    if position.rank(square) in TURNABLE:
        return None
    return fact(law.FLIP_FIXED.id, how="lies", rank=position.rank(square), square=square_name(square))


def _pawns(position: Position, fresh: bool) -> list[Fact | None]:
    found: list[Fact | None] = []
    taken: dict[Square, str] = {}
    for suit, square in position.pawns:
        if square in taken:
            both = fact(law.OCCUPIED.id, how="both", who=taken[square], who2=suit, square=square_name(square))
            found.append(both)
        taken[square] = suit
        if fresh:
            found.append(law.start_square(suit, square))
    return found


def _flags(position: Position) -> list[Fact | None]:
    """Each player's start flag lies there, and in the race all the others."""
    found: list[Fact | None] = []
    for suit in position.seats:
        start = position.start(suit)
        if start is not None and start not in CENTRE:
            found.append(law.start_square(suit, start))
        missing = [rank for rank in position.ranks if suit + rank not in position.flag_at]
        if position.phase == RACING and missing and start is not None:
            found.append(fact(law.FLAG_PLACEMENT.id, how="missing", who=suit, ranks=", ".join(missing)))
    return found


def first_position(
    cards: tuple[str, ...],
    starts: Iterable[tuple[str, Square]],
    seats: tuple[str, ...],
    dice: tuple[tuple[str, Die], ...],
    on: Terms,
) -> Position:
    """The position before the first flag is placed; with a single flag there is none to place and the race begins."""
    pawns = tuple(sorted(starts, key=lambda item: SUITS.index(item[0])))
    return Position(
        cards=cards,
        flags=tuple((suit + on.ranks[-1], square) for suit, square in pawns),
        pawns=pawns,
        seats=seats,
        queue=seats,
        ranks=on.ranks,
        phase=PLACING if len(on.ranks) > 1 else RACING,
        touched=tuple((suit, 0) for suit, _ in pawns),
        dice=dice,
        variants=on.variants,
        races=on.races,
        score=tuple((suit, 0) for suit, _ in pawns),
    )


def start_from(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Position:
    """The start position that a table shows: pawns on the centre four, no flags yet or all of them.

    Seats are taken in the order suns, moons, crowns, arms. Raises NotationError with what is wrong.
    """
    agreed_on = terms(given)
    pawns = _pawns_shown(seen)
    if len(pawns) != players:
        raise NotationError(WORDS.told("pawns-stand-on-board-there", n=len(pawns), players=players))
    seats = tuple(suit for suit, _ in pawns)
    ranks = _ranks_shown(seen, dict(pawns)) or agreed_on.ranks
    if "flags" in given and ranks != agreed_on.ranks:
        raise NotationError(
            WORDS.told("flags-were-agreed-on-but", n=len(agreed_on.ranks), list=agreed_on.ranks, list2=ranks)
        )
    return _as_shown(seen, pawns, seats, replace(agreed_on, ranks=ranks))


def _pawns_shown(seen: Observation) -> list[tuple[str, Square]]:
    """The pawns on a board of which every card is seen, as it has to be before a race. Raises NotationError."""
    hidden = [square_name(square) for square, cell in enumerate(seen.cards) if cell in (UNSEEN, BACK)]
    if hidden:
        raise NotationError(WORDS.told("these-cards-cannot-be-seen", list=hidden))
    return [(suit, place) for suit, place in seen.pawns if place is not None]


def _as_shown(seen: Observation, pawns: list[tuple[str, Square]], seats: tuple[str, ...], on: Terms) -> Position:
    """The position on the table. Raises NotationError with all that is wrong with it."""
    cards = tuple(cell.removeprefix(BACK) for cell in seen.cards)
    position = first_position(cards, pawns, seats, seen.dice, on)
    wrong = law.layout(cards, frozenset(square for square, cell in enumerate(seen.cards) if cell.startswith(BACK)))
    if wrong:
        raise NotationError(WORDS.tell(wrong))
    placed = tuple((flag, square) for flag, square in seen.flags if square not in dict(pawns).values())
    if placed:
        position = _all_placed(position, placed)
    return sound(position, status(position))


def under_way(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Iterator[Position]:
    """A race of which all flags lie there. Nobody is known to have touched one but who stands on it.

    A flag that is not seen lies under a pawn, likeliest under its owner's. Raises NotationError with what is wrong.
    """
    agreed_on, pawns = terms(given), _pawns_shown(seen)
    if len(pawns) != players:
        raise NotationError(WORDS.told("pawns-stand-on-board-there", n=len(pawns), players=players))
    seats = tuple(suit for suit, _ in pawns)
    numbers = [FLAG_RANKS.index(flag[1]) for flag, _ in seen.flags]
    ranks = agreed_on.ranks if "flags" in given or not numbers else FLAG_RANKS[min(numbers) : max(numbers) + 1]
    flags = dict(seen.flags)
    missing = [suit + rank for suit in seats for rank in ranks if suit + rank not in flags]
    bare = [square for _, square in pawns if square not in flags.values()]
    if len(missing) > len(bare):
        raise NotationError(WORDS.told("flags-not-seen", list=missing))
    at = dict(pawns)
    ways = sorted(
        permutations(bare, len(missing)),
        key=lambda way: -sum(at[flag[0]] == square for flag, square in zip(missing, way, strict=True)),
    )
    cards = tuple(cell.removeprefix(BACK) for cell in seen.cards)
    for way in ways:
        lying = {**flags, **dict(zip(missing, way, strict=True))}
        position = replace(
            first_position(cards, pawns, seats, seen.dice, replace(agreed_on, ranks=ranks)),
            down=frozenset(square for square, cell in enumerate(seen.cards) if cell.startswith(BACK)),
            flags=tuple(sorted(lying.items(), key=flag_key)),
            phase=RACING,
            round=2,
            queue=turn_order(seats, 2),
        )
        touched = {flag[0]: ranks.index(flag[1]) + 1 for flag, square in lying.items() if at.get(flag[0]) == square}
        counts = {suit: count for suit, count in touched.items() if count < len(ranks)}
        yield replace(position, touched=tuple((suit, counts.get(suit, 0)) for suit, _ in position.touched))


def _ranks_shown(seen: Observation, pawns: dict[str, Square]) -> str:
    """The flags of this race: those placed, and the one after them under the starts; "" when none are to be seen."""
    under = {flag[1] for flag, square in seen.flags if square in pawns.values()}
    placed = {flag[1] for flag, square in seen.flags if square not in pawns.values()}
    if not placed:
        last = max((FLAG_RANKS.index(rank) for rank in under), default=-1)
        return FLAG_RANKS[min(1, last) : last + 1] if under else ""
    numbers = sorted(FLAG_RANKS.index(rank) for rank in placed)
    last = max((FLAG_RANKS.index(rank) for rank in under), default=numbers[-1] + 1)
    ranks = FLAG_RANKS[numbers[0] : last + 1]
    if last >= len(FLAG_RANKS) or set(ranks[:-1]) != placed:
        raise NotationError(WORDS.told("flags-on-board-are-no"))
    return ranks


def next_from(seen: Observation, finished: Position) -> Position:
    """The start of a campaign's next race as the table shows it: the same players, flags and variants, the score kept.

    Raises NotationError with what is wrong, also when there is no next race.
    """
    if not finished.winner or finished.race >= finished.races:
        raise NotationError(WORDS.told("there-is-no-next-race"))
    pawns = _pawns_shown(seen)
    if sorted(suit for suit, _ in pawns) != sorted(finished.seats):
        raise NotationError(WORDS.told("next-race-campaign-has-same"))
    first = _as_shown(seen, pawns, finished.seats, _terms_of(finished))
    return replace(first, race=finished.race + 1, score=finished.score)


def _all_placed(position: Position, placed: tuple[tuple[str, Square], ...]) -> Position:
    flags = tuple(sorted({**position.flag_at, **dict(placed)}.items(), key=flag_key))
    return replace(position, flags=flags, phase=RACING, queue=turn_order(position.seats, 1))


def start(players: int, dice: Dice, on: Terms) -> Position:
    """A shuffled board with the pawns on centre squares; the flags are still to be placed (Setup)."""
    cards = tuple(_shuffled(DECK, dice))
    seats = SUITS[:players]
    starts = _shuffled(CENTRE, dice)[:players]
    thrown = tuple((suit, throw(suit, "n", dice)) for suit in seats)
    return first_position(cards, zip(seats, starts, strict=True), seats, thrown, on)


def agreed_start(players: int, dice: Dice, agreed: Agreed) -> Position:
    """A shuffled board for what was agreed on. Raises NotationError."""
    return start(players, dice, terms(agreed))


def next_race(position: Position, dice: Dice) -> Position | None:
    """The next race of a campaign: a new board, the same players and score; None when none follows."""
    if not position.winner or position.race >= position.races:
        return None
    on = _terms_of(position)
    fresh = start(len(position.seats), dice, on)
    by_seat = dict(zip(fresh.seats, position.seats, strict=True))
    pawns = [(by_seat[suit], square) for suit, square in fresh.pawns]
    first = first_position(fresh.cards, pawns, position.seats, position.dice, on)
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
    return Die(face, round(x_mm, 1), round(y_mm, 1), float(dice.randrange(360)))
