"""Every rule of Royal Racers as a function that returns what is wrong, chapter by chapter of the rule book.

No fact here says what lies face down: the players have to remember it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.games.base import BACK, Rule, rules_in
from referee.games.royal_racers.board import (
    CENTRE,
    DECK,
    NEXT_TO,
    NULL,
    TURNABLE,
    Square,
    parse_square,
    quadrant,
    square_name,
)
from referee.games.royal_racers.position import OPPONENT_FLAG as FLAG_VARIANT
from referee.games.royal_racers.position import Position
from referee.words.fact import Fact, fact

# -- before the race: the board of cards, the starts and the flags (Setup) --

LAYOUT = Rule("royal-racers/layout", "36 cards face up in six rows, pawns on the centre four", "Setup a) to c)")
FLAG_PLACEMENT = Rule(
    "royal-racers/flag-placement", "Flags go quadrant by quadrant, one to a card", "Setup d) and e)", of_end=True
)
TURN_ORDER = Rule(
    "royal-racers/turn-order", "Each player in turn, the starter moving on each round", "Gameplay", takes_turns=True
)


def layout(cards: Sequence[str], down: frozenset[Square]) -> Fact | None:
    """Each card from ace to nine once, all of them face up."""
    missing = len(set(DECK) - set(cards))
    if missing or len(cards) != len(DECK):
        return fact(LAYOUT.id, how="missing", count=missing)
    if down:
        return fact(LAYOUT.id, how="face-down", square=square_name(min(down)))
    return None


def start_square(suit: str, square: Square) -> Fact | None:
    """A pawn starts on one of the four squares in the middle."""
    if square in CENTRE:
        return None
    return fact(LAYOUT.id, how="start", who=suit, square=square_name(square))


def card_moved(square: Square) -> Fact:
    """The cards stay where they were laid."""
    return fact(LAYOUT.id, how="moved", square=square_name(square))


def due_flag(position: Position) -> tuple[str, int]:
    """The flag that is placed next, and its quadrant; the placer sits on the owner's left."""
    seats = position.seats
    owner = seats[seats.index(position.to_move) - 1]
    start = position.start(owner)
    first = quadrant(start if start is not None else position.at[owner])
    return owner + position.ranks[position.round - 1], (first + position.round - 1) % 4


def flag_placement(position: Position, flag: str, square: Square) -> Fact | None:
    """The flag that is due, in its quadrant, on a card without a flag."""
    due, quarter = due_flag(position)
    placed = partial(fact, FLAG_PLACEMENT.id, who=position.to_move, who2=flag[0], rank=flag[1])
    if flag != due:
        return placed(how="other", who3=due[0], rank2=due[1])
    if quadrant(square) != quarter:
        return placed(how="quadrant", quadrant=quadrant(square), quadrant2=quarter)
    if square in position.flagged:
        return placed(how="taken", square=square_name(square))
    return None


def not_placed(position: Position) -> Fact:
    """The turn is over and the flag that was due is not on the board."""
    due, quarter = due_flag(position)
    return fact(FLAG_PLACEMENT.id, how="not-placed", who=position.to_move, who2=due[0], rank=due[1], quadrant=quarter)


def flag_moved(flag: str, gone: bool) -> Fact:
    """A flag stays on its card; whose it is does not tell who took it."""
    return fact(FLAG_PLACEMENT.id, how="removed" if gone else "shifted", who2=flag[0], rank=flag[1])


def before_race(suit: str) -> Fact:
    """Pawns stand still and cards stay face up while flags are placed."""
    return fact(FLAG_PLACEMENT.id, how="pawn", who=suit)


def strange_flag(position: Position) -> Fact | None:
    """Every flag is one of this race's."""
    for flag, _ in position.flags:
        if flag[0] not in position.seats or flag[1] not in position.ranks:
            return fact(FLAG_PLACEMENT.id, how="strange", who=flag[0], rank=flag[1])
    return None


def flag_set(position: Position) -> Fact | None:
    """Where every flag lies that should: each in its quadrant, one to a card."""
    seen: set[Square] = set()
    for flag, square in position.flags:
        if flag[0] not in position.seats or flag[1] not in position.ranks:
            continue
        if square in seen:
            return fact(FLAG_PLACEMENT.id, how="two", square=square_name(square))
        seen.add(square)
        start = position.start(flag[0])
        step = position.ranks.index(flag[1])
        if flag[1] != position.ranks[-1] and start is not None and quadrant(square) != (quadrant(start) + step) % 4:
            quarter = (quadrant(start) + step) % 4
            return fact(FLAG_PLACEMENT.id, how="belongs", who=flag[0], rank=flag[1], quadrant=quarter)
    return None


# -- the board morph: the roll and the one card that is turned over (Gameplay, 1-Board Morph) --

BOARD_MORPH = "Gameplay, 1-Board Morph"
MORPH = Rule(
    "royal-racers/morph",
    "Roll, then turn over exactly one card of that rank, then move",
    BOARD_MORPH,
    die="die:{who}",
    by_dice=True,
)
FLIP_FIXED = Rule("royal-racers/flip-fixed", "Cards 6 to 9 are never turned over", BOARD_MORPH)
FLIP_PAWN = Rule("royal-racers/flip-pawn", "Never a card under a pawn", BOARD_MORPH)
FLIP_FLAG = Rule("royal-racers/flip-flag", "A card under a flag only when no other of its rank is face up", BOARD_MORPH)
FLIP_MEMORY = Rule("royal-racers/flip-memory", "A wrong card turned up goes back, and so does the pawn", BOARD_MORPH)
FLIP_ANY = Rule(
    "royal-racers/flip-any", "Any card may be turned up when all of the rank are under pawns", BOARD_MORPH, by_dice=True
)


def all_under_pawns(position: Position, rank: str) -> bool:
    """Whether a pawn stands on every card of this rank."""
    taken = set(position.at.values())
    return all(square in taken for square in position.squares_of(rank))


def flag_in_the_way(position: Position, square: Square) -> bool:
    """Whether a face-up card keeps its side because of its flag: another of its rank, unflagged, is still face up."""
    if square not in position.flagged:
        return False
    others = position.squares_of(position.rank(square))
    return any(other not in position.down and other not in position.flagged for other in others)


def may_turn(position: Position, square: Square) -> bool:
    """Whether the card on a square may be turned over once its own rank is rolled."""
    if position.rank(square) not in TURNABLE or square in position.at.values():
        return False
    return square in position.down or not flag_in_the_way(position, square)


def must_turn(position: Position, roll: str) -> bool:
    """Whether some card of the rolled rank may be turned over, so that one must be."""
    return roll in TURNABLE and any(may_turn(position, square) for square in position.squares_of(roll))


def may_try(position: Position, square: Square) -> bool:
    """Whether a player may name the card on this square: it lies face down and no pawn stands on it."""
    return square in position.down and square not in position.at.values()


def standing_on(position: Position, square: Square) -> list[str]:
    """Whose pawn stands on a card: of two, after a fault, another's."""
    suits = (suit for suit, at in position.at.items() if at == square)
    return sorted(suits, key=lambda suit: suit == position.to_move)[:1]


def turned_over(position: Position, roll: str, square: Square, any_card: bool = False) -> tuple[Fact, ...]:
    """Everything wrong with turning over the card on a square, for good, after this roll ("" if nobody knows it)."""
    who, name, rank = position.to_move, square_name(square), position.rank(square)
    if rank not in TURNABLE:
        return (fact(FLIP_FIXED.id, how="turned", who=who, rank=rank, square=name),)
    found = [fact(FLIP_PAWN.id, how="turned", who=who, who2=one, square=name) for one in standing_on(position, square)]
    if roll == NULL:
        found.append(fact(MORPH.id, how="null", who=who, square=name))
    elif roll and all_under_pawns(position, roll):
        if square not in position.down:
            found.append(fact(FLIP_ANY.id, how="down", who=who, square=name))
    elif any_card and roll:
        found.append(fact(FLIP_ANY.id, how="chosen", who=who, rank=roll, rank2=rank, square=name))
    elif roll and rank != roll:
        found.append(_wrong_rank(position, roll, square))
    if square not in position.down and flag_in_the_way(position, square):
        found.append(fact(FLIP_FLAG.id, how="turned", who=who, rank=rank, square=name))
    return tuple(found)


def _wrong_rank(position: Position, roll: str, square: Square) -> Fact:
    who, name = position.to_move, square_name(square)
    if square not in position.down:
        return fact(MORPH.id, how="rank", who=who, rank=roll, rank2=position.rank(square), square=name)
    rule = FLIP_MEMORY if must_turn(position, roll) else FLIP_ANY
    return fact(rule.id, how="another", who=who, rank=roll, rank2=position.rank(square), square=name)


def tried(position: Position, roll: str, square: Square | None, back: bool) -> tuple[Fact, ...]:
    """What is wrong with naming a card in vain; `back` says whether the pawn went back as it must."""
    who = position.to_move
    if roll == NULL:
        return (fact(MORPH.id, how="null-named", who=who),)
    if roll and all_under_pawns(position, roll):
        return (fact(FLIP_ANY.id, how="put-back", who=who, rank=roll),)
    if square is not None and square not in position.down:
        return (fact(FLIP_MEMORY.id, how="face-up", who=who, square=square_name(square)),)
    if square is not None and (whose := standing_on(position, square)):
        return (fact(FLIP_PAWN.id, how="named", who=who, who2=whose[0], square=square_name(square)),)
    if square is not None and roll and position.rank(square) == roll:
        return (fact(FLIP_MEMORY.id, how="right", who=who, square=square_name(square)),)
    if not back:
        last = position.last_flag(who)
        if last is None:
            return (fact(FLIP_MEMORY.id, how="not-to-start", who=who),)
        return (fact(FLIP_MEMORY.id, how="not-back", who=who, square=square_name(last)),)
    return ()


def nothing_turned(position: Position, roll: str) -> Fact | None:
    """A rank was rolled, a card of it could be turned over, and none was."""
    if not must_turn(position, roll):
        return None
    return fact(MORPH.id, how="nothing", who=position.to_move, rank=roll)


def second_card(position: Position, square: Square) -> Fact:
    """One card a turn."""
    return fact(MORPH.id, how="second", who=position.to_move, square=square_name(square))


def too_early(position: Position, roll: str) -> Fact:
    """The card is turned before the pawn moves."""
    return fact(MORPH.id, how="early", who=position.to_move, rank=roll)


def no_roll(position: Position) -> Fact:
    """Every turn begins with a roll."""
    return fact(MORPH.id, how="no-roll", who=position.to_move)


# -- the step that ends a turn (Gameplay, 2-Movement; Flag Variant) --

MOVEMENT = "Gameplay, 2-Movement"
STEP = Rule("royal-racers/step", "At most one space, not diagonally", MOVEMENT, of_end=True)
OCCUPIED = Rule("royal-racers/occupied", "Only one pawn on a space", MOVEMENT, of_end=True)
FACE_DOWN = Rule("royal-racers/face-down", "Never onto a face-down card", MOVEMENT, of_end=True)
FLAG_ORDER = Rule("royal-racers/flag-order", "Flags are touched in order, the start last", "Gameplay and Game End")
OPPONENT_FLAG = Rule(
    "royal-racers/opponent-flag",
    "Not over another's flag unless every other path is blocked",
    "Flag Variant",
    of_end=True,
)


def step(suit: str, start: Square, end: Square | None) -> Fact | None:
    """At most one space orthogonally."""
    if end is None:
        return fact(STEP.id, how="left", who=suit)
    if end == start or end in NEXT_TO[start]:
        return None
    return fact(STEP.id, how="far", who=suit, square=square_name(start), square2=square_name(end))


def occupied(position: Position, suit: str, end: Square) -> Fact | None:
    """Never onto another pawn."""
    other = position.others(suit).get(end)
    if other is None:
        return None
    return fact(OCCUPIED.id, how="went", who=suit, who2=other, square=square_name(end))


def face_down(suit: str, end: Square, down: Collection[Square]) -> Fact | None:
    """Never onto a card that lies face down after the morph."""
    if end not in down:
        return None
    return fact(FACE_DOWN.id, how="went", who=suit, square=square_name(end))


def opponent_flag(position: Position, suit: str, start: Square, end: Square, down: Collection[Square]) -> Fact | None:
    """With the flag variant: not onto another's flag while a free path leads to the player's own next flag."""
    flag = position.flagged.get(end)
    if FLAG_VARIANT not in position.variants or flag is None or flag[0] == suit:
        return None
    if not free_path(position, suit, start, down):
        return None
    return fact(OPPONENT_FLAG.id, how="went", who=suit, who2=flag[0], square=square_name(end))


def free_path(position: Position, suit: str, start: Square, down: Collection[Square]) -> bool:
    """Whether the next flag can be reached past face-down cards, other pawns and other players' flags.

    A pawn that stands on that flag without having touched it must leave it and come back: any free neighbour will do.
    """
    goal = position.goal(suit)
    flags = {square for square, flag in position.flagged.items() if flag[0] != suit}
    blocked = set(down) | set(position.others(suit)) | flags
    if goal == start:
        return any(square not in blocked for square in NEXT_TO[start])
    found, todo = {start}, [start]
    while todo:
        fresh = [square for square in NEXT_TO[todo.pop()] if square not in found and square not in blocked]
        if goal in fresh:
            return True
        found.update(fresh)
        todo.extend(fresh)
    return False


# -- the race as a whole: whose turn it is, the order of the flags, and the score (Gameplay, Campaign Variant) --

CAMPAIGN = Rule("royal-racers/campaign", "A coin for the flags touched in each race", "Campaign Variant")


def turn_order(suit: str, to_move: str) -> Fact:
    """Only the player whose turn it is moves his pawn."""
    return fact(TURN_ORDER.id, how="moved", who=suit, who2=to_move)


def flag_order(position: Position, suit: str, touched: str, claimed: str) -> Fact | None:
    """The flag a player says he touched is the next one, and he stands on it (`touched` is "" if on none)."""
    if claimed == touched:
        return None
    count = position.count(suit)
    if count >= len(position.ranks):
        return fact(FLAG_ORDER.id, how="none-left", who=suit, rank=claimed)
    return fact(FLAG_ORDER.id, how="not-touched", who=suit, rank=claimed, rank2=position.ranks[count])


def campaign(suit: str, coin: int, touched: int) -> Fact | None:
    """The coin shows how many flags were touched in the race."""
    if coin == touched:
        return None
    return fact(CAMPAIGN.id, how="coin", who=suit, coin=coin, touched=touched)


def campaign_not_played(suit: str) -> Fact:
    """Coins are taken only in a campaign."""
    return fact(CAMPAIGN.id, how="single", who=suit)


def instead(before: Position, now: Position, how: str, said: Mapping[str, Any]) -> Iterator[str]:
    """The squares that a broken rule would have allowed: of cards to turn down, all face up, or of the pawn's step."""
    if how in ("morph.rank", "morph.early", "morph.nothing", "flip-flag.turned", "flip-any.chosen"):
        known = [one for one in before.squares_of(str(said["rank"])) if one not in before.down]
        yield from (f"card:*@{square_name(one)}" for one in known if may_turn(before, one))
    elif how == "flip-memory.not-back":
        yield str(said["square"])
    elif how in ("flag-placement.moved", "flag-placement.shifted", "flag-placement.pawn"):
        yield BACK
    elif how in ("step.far", "occupied.went", "face-down.went"):
        suit, down = str(said["who"]), now.down
        here = parse_square(str(said["start"]))
        for end in sorted(NEXT_TO[here]):
            if end not in down and not occupied(now, suit, end) and not opponent_flag(now, suit, here, end, down):
                yield square_name(end)


RULES = rules_in(globals())
