"""The legal turns: counted by an enumeration written from the rule text alone, and pinned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from referee.games.royal_racers import book
from referee.games.royal_racers.actions import parse_deed
from referee.games.royal_racers.board import SQUARES, parse_square, quadrant, square_name
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.in_words import over
from referee.games.royal_racers.position import Position, parse_position, position_text, turn_order
from referee.games.royal_racers.start import Terms, next_race, start, status
from referee.mind.legal import LegalTurn, legal_turns
from tests.by_lot import lot, so_many

Table = Callable[..., str]
BOOK: Any = book
GAME = RoyalRacers()


def played_on(position: Position, dice: Random) -> Position:
    """The position after a random legal turn."""
    return parse_position(GAME.play(position_text(position), dice, None).after)


class Plain:
    """A board in plain dictionaries by square name, as far as one turn needs it."""

    def __init__(self, position: Position) -> None:
        self.rank = {square_name(n): card[0] for n, card in enumerate(position.cards)}
        self.up = {square_name(n): n not in position.down for n in SQUARES}
        self.pawns = {suit: square_name(n) for suit, n in position.pawns}
        self.flags = {square_name(n): flag for flag, n in position.flags}
        self.position = position


def plain_turns(position: Position) -> Iterator[tuple[str, ...]]:
    """Every legal turn as words, from the rule text: (roll, what was done to a card, where the pawn ended)."""
    table, suit = Plain(position), position.queue[0]
    for roll in "na2345":
        for words, up, here in plain_morphs(table, suit, roll):
            yield (roll, words, here)
            for column, row in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                there = chr(ord(here[0]) + column) + str(int(here[1]) + row)
                if up.get(there) and there not in table.pawns.values():
                    yield (roll, words, there)


def plain_morphs(table: Plain, suit: str, roll: str) -> Iterator[tuple[str, dict[str, bool], str]]:
    """What may be done to a card after a roll: in words, the board after it, and where the pawn then stands."""
    here, taken = table.pawns[suit], set(table.pawns.values())
    mine = [square for square in table.rank if table.rank[square] == roll]
    shut = [square for square in table.rank if not table.up[square] and square not in taken]
    covered = bool(mine) and all(square in taken for square in mine)
    right = []
    bare = [square for square in mine if table.up[square] and square not in table.flags]
    for square in mine:
        if square not in taken and (not table.up[square] or square not in table.flags or not bare):
            right.append(square)
    if covered:
        right = shut
    for square in right:
        yield f"turn {square}", {**table.up, square: not table.up[square]}, here
    if covered or not right:
        yield "nothing", table.up, here
    if mine and not covered:
        touched = table.position.count(suit)
        flag = suit + (table.position.ranks[touched - 1] if touched else table.position.ranks[-1])
        home = next(square for square, name in table.flags.items() if name == flag)
        free = home == here or (table.up[home] and home not in taken)
        for square in shut:
            if table.rank[square] != roll:
                yield f"try {square}", table.up, home if free else here


def midrace(table: Table) -> dict[str, Position]:
    """Positions in the middle of a race, each with its own difficulty."""
    four = "Sa:b1,S2:d3,Ma:a2,M2:d4,Ca:e6,C2:c4,Aa:f1,A2:c3"
    texts = {
        "all up": table(turn="S,M"),
        "some down": table(down="a2,b2,c4,e5", turn="S,M"),
        "blocked way back": table(down="a2,c3", pawns="S:c5,M:d4", turn="S,M"),
        "last flag": table(down="a2,d2", pawns="S:e5,M:d4", touched="S:1", turn="S,M"),
        "pawns on one rank": table(down="a2,b3", pawns="S:c2,M:c3,C:c4,A:c5", flags=four, ranks="a2", turn="S,M,C,A"),
        "only flagged": table(down="a2,a3", flags="Sa:a4,S2:c3,Ma:a5,M2:d4", ranks="a2", turn="M,S"),
        "shut in": table(down="b1,a2", pawns="S:a1,M:d4", turn="S,M"),
    }
    return {name: parse_position(text) for name, text in texts.items()}


PINNED = {
    "all up": (91, 8529),
    "some down": (138, 17_763),
    "blocked way back": (132, 16_762),
    "last flag": (104, 13_166),
    "pawns on one rank": (94, 7326),
    "only flagged": (131, 15_957),
    "shut in": (65, 8367),
}


def turns_of(play: book.Play) -> list[LegalTurn[book.Play]]:
    """Every legal turn; where the way back is blocked the pawn stays, whatever else the table may agree on."""
    turns = legal_turns(BOOK, play)
    told = ((turn, [claim.fact for step in turn.steps for claim in step.claims]) for turn in turns)
    return [turn for turn, facts in told if all(one.kind != "back" or one.get("value") == "stay" for one in facts)]


BACK_ON_A_COVERED_FLAG = (
    "royal-racers cards=6d,-3c,8s,ah,4c,3s/ad,7h,8c,6s,6c,ac/2h,5c,3d,9h,9c,-2c/4d,as,-3h,6h,-4h,5h/4s,7s,8h,2d,7d,-2s/"
    "8d,9d,9s,5d,7c,5s flags=Sa:e2,S2:c2,S3:a4,S4:f6,S5:d3,Ma:a3,M2:b4,M3:e5,M4:f3,M5:c3,Ca:b6,C2:d5,C3:d2,C4:c1,C5:c4,"
    "Aa:f5,A2:f2,A3:b2,A4:c6,A5:d4 pawns=S:d4,M:f3,C:c4,A:d6 seats=S,M,C,A ranks=a2345 phase=race round=4 turn=M,C"
)


@pytest.mark.parametrize("name", PINNED)
@pytest.mark.few(4)
def test_counts_of_legal_turns(table: Table, name: str) -> None:
    """The number of legal turns to depth 1 and 2 is pinned and agrees with an independent enumeration."""
    position = midrace(table)[name]
    turns = turns_of(book.begin(position))
    independent = sorted(plain_turns(position))
    assert len(turns) == len(independent) == len(set(independent))
    going_on = [turn.after for turn in turns if book.driver(turn.after)]
    deeper = sum(len(list(plain_turns(after.position))) for after in going_on)
    assert (len(turns), deeper) == PINNED[name]
    assert deeper == sum(len(turns_of(after)) for after in going_on)


def test_flags_are_placed_by_the_left_neighbour_quadrant_by_quadrant() -> None:
    """In the normal game each player gets one flag in each quadrant, his own first, and the starter alternates."""
    dice = Random(4)
    position = start(4, dice, Terms())
    placers = []
    while position.phase == "flags":
        placers.append(position.to_move)
        for step in book.actions(book.begin(position)):
            placed = parse_deed(step.text)
            assert placed.get("how") == "placed"
            owner = position.seats[position.seats.index(position.to_move) - 1]
            assert f"{placed.get('who')}{placed.get('rank')}" == owner + position.ranks[position.round - 1]
        position = played_on(position, dice)
    assert "".join(placers) == "SMCAMCASCASMASMC"
    for suit in position.seats:
        quarters = [quadrant(position.flag_at[suit + rank]) for rank in "a234"]
        first = quadrant(position.at[suit])
        assert quarters == [(first + step) % 4 for step in range(4)]
    assert (position.round, position.queue) == (1, ("S", "M", "C", "A"))
    assert len(set(position.flag_at.values())) == 20


def test_the_starter_moves_on_one_seat_each_round() -> None:
    """Player 1 starts the first round, Player 2 the second, and so on round the table."""
    seats = ("S", "M", "C", "A")
    rounds = ["".join(turn_order(seats, number)) for number in range(1, 6)]
    assert rounds == ["SMCA", "MCAS", "CASM", "ASMC", "SMCA"]


@pytest.mark.parametrize("ranks", ["4", "a2", "345", "a2345", "na2345"])
def test_any_number_of_flags(ranks: str) -> None:
    """Races to one, two, three, five and six flags are placed, run and won by touching all of them, the start last."""
    dice = Random(7)
    position = start(3, dice, Terms(ranks))
    assert position.phase == ("race" if len(ranks) == 1 else "flags")
    while over(position) is None:
        position = played_on(position, dice)
    assert position.count(position.winner) == len(ranks)
    assert position.at[position.winner] == position.start(position.winner)
    assert len(position.flags) == 3 * len(ranks)


@pytest.mark.by_lot
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_races_conserve_the_pieces(players: int) -> None:
    """Over whole races cards, flags, pawns and dice are conserved and every position is a proper one."""
    for seed in range(lot(0), lot(so_many(2, 12))):
        dice = Random(seed)
        position = start(players, dice, Terms(variants=("opponent-flag",) if seed % 2 else ()))
        deck = position.cards
        while over(position) is None:
            assert not status(position)
            turn = GAME.play(position_text(position), dice, None)
            position = parse_position(turn.after)
            assert position.cards == deck
            assert len(position.pawns) == len(position.dice) == players
            assert all(position.cards[square][0] in "a2345" for square in position.down)
            if " <" in turn.turn and len(set(position.at.values())) == players - 1:
                break  # sent back to where another pawn stands: the book is silent, and people are asked
            assert len(set(position.at.values())) == players


def test_only_what_the_rules_allow_is_offered(table: Table) -> None:
    """Nobody steps before the roll; after it other cards, cards under pawns and passing are not offered."""
    play = book.begin(parse_position(table(turn="S,M")))
    rolls = {step.text: step.after for step in book.actions(play)}
    assert set(rolls) == {"rn", "ra", "r2", "r3", "r4", "r5"}
    turned = {step.text: step.after for step in book.actions(rolls["r4"])}
    assert "-d5" in turned
    assert not turned.keys() & {"-c4", "-d4", "~a2", "", ">c4"}
    assert turned["-d5"].position.down == {parse_square("d5")}
    assert {step.text: step.over for step in book.actions(turned["-d5"])}[">c4"]


def test_a_campaign_counts_the_flags_of_every_race() -> None:
    """After each race everyone's flags are added to the score; the next race starts on a new board with that score."""
    dice = Random(3)
    position = start(2, dice, Terms("a2", ("campaign",), 2))
    boards, total = set(), {"S": 0, "M": 0}
    for race in (1, 2):
        assert position.race == race
        while over(position) is None:
            position = played_on(position, dice)
        boards.add(position.cards)
        total = {suit: total[suit] + position.count(suit) for suit in total}
        assert dict(position.score) == total
        if race == 1:
            assert "after race 1 of 2" in str(over(position))
            following = next_race(position, dice)
            assert following is not None
            position = following
    assert "campaign is over" in str(over(position))
    assert len(boards) == 2
    assert next_race(position, dice) is None


def test_a_pawn_that_goes_back_may_come_to_stand_on_a_card_that_lies_face_down() -> None:
    """Its last flag's card was turned over meanwhile; people who let it go there all the same see it in reach."""
    play, look = book.worlds(BACK_ON_A_COVERED_FLAG)[0], BACK_ON_A_COVERED_FLAG.replace("M:f3", "M:c3")
    assert book.reach(play, book.parse_look(look), 1)
    assert not book.reach(play, book.parse_look(look.replace("M:c3", "M:e4")), 1)
