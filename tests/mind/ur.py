"""The law of the Royal Game of Ur as Irving Finkel reads the tablet: 20 squares, seven men a side, four binary dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.rulebook import Ask, Claim, Step

MEN, WAY = 7, 14
LIGHT, DARK = "light", "dark"
ROSETTES, SAFE = (4, 8, 14), 8
SQUARES = tuple(f"{column}{row}" for column in "abc" for row in range(1, 9) if column == "b" or row not in (5, 6))
WAYS = {
    side: tuple(f"{own}{row}" for row in (4, 3, 2, 1))
    + tuple(f"b{row}" for row in range(1, 9))
    + (f"{own}8", f"{own}7")
    for side, own in ((LIGHT, "a"), (DARK, "c"))
}
"""The 14 squares of each side's way, in order; the eight in the middle are both sides'."""
STARS = {WAYS[side][number - 1] for side in WAYS for number in ROSETTES}
EMPTY, UNSEEN = ".", "?"

RULES = {
    name: Rule(f"ur/{name}", title, section)
    for name, title, section in (
        ("turn-order", "Sides take turns", "Play"),
        ("throw", "A man goes as far as the dice say, home included", "Moving"),
        ("occupied", "One man to a square", "Moving"),
        ("safe", "Nobody is struck on the middle rosette", "Rosettes"),
        ("must-move", "Who can move must move", "Moving"),
    )
}


@dataclass(frozen=True)
class State:
    """Where the men stand on their ways (0 not begun, 15 home), who is to act, and the dice.

    `due` says that the dice were thrown and a man must still be moved.
    """

    light: tuple[int, ...] = (0,) * MEN
    dark: tuple[int, ...] = (0,) * MEN
    turn: str = LIGHT
    dice: int = 0
    due: bool = False

    def men(self, side: str) -> tuple[int, ...]:
        """One side's men."""
        return self.light if side == LIGHT else self.dark


@dataclass(frozen=True)
class Look:
    """What is seen: a letter for each square (`l d . ?`), and the sum of the dice, None when they are not all seen."""

    squares: str
    dice: int | None


def other(side: str) -> str:
    """The other side."""
    return DARK if side == LIGHT else LIGHT


def misstated(state: State, word: Fact) -> Iterator[Step[State]]:
    """No word names a fault."""
    yield from ()


def show(state: State) -> Look:
    """What a camera sees of a state."""
    at = {WAYS[side][man - 1]: side[0] for side in (LIGHT, DARK) for man in state.men(side) if 0 < man <= WAY}
    return Look("".join(at.get(square, EMPTY) for square in SQUARES), state.dice)


def settle(state: State, seen: Look) -> State:
    """The rules decide all that is seen."""
    return state


def clash(shown: Look, seen: Look) -> int:
    """In how many squares and dice two looks differ."""
    squares = sum(a != b and UNSEEN not in (a, b) for a, b in zip(shown.squares, seen.squares, strict=True))
    return squares + (None not in (shown.dice, seen.dice) and shown.dice != seen.dice)


def wrong(state: State, man: int, to: int) -> tuple[Fact, ...]:
    """The rules that moving a man of the side whose turn it is would break."""
    side, found = state.turn, []
    if to - man != state.dice:
        found.append(fact("ur/throw", who=side, went=to - man, dice=state.dice))
    if to <= WAY and to in state.men(side):
        found.append(fact("ur/occupied", who=side, square=WAYS[side][to - 1]))
    if to == SAFE and to in state.men(other(side)):
        found.append(fact("ur/safe", who=side, square=WAYS[side][to - 1]))
    return tuple(found)


def moved(state: State, side: str, man: int, to: int) -> State:
    """The men after a move of one side, who strikes what stands there."""
    own = sorted([*_without(state.men(side), man), to])
    struck = state.men(other(side))
    if 4 < to <= 12 and to in struck:
        struck = (0, *_without(struck, to))
    men = {side: tuple(own), other(side): tuple(struck)}
    return replace(state, light=men[LIGHT], dark=men[DARK])


def _without(men: tuple[int, ...], man: int) -> tuple[int, ...]:
    place = men.index(man)
    return men[:place] + men[place + 1 :]


def moves(state: State) -> list[tuple[int, int]]:
    """Every legal move for what the dice show: from and to."""
    ways = {(man, man + state.dice) for man in state.men(state.turn) if man <= WAY and man + state.dice <= WAY + 1}
    return sorted(way for way in ways if state.dice and not wrong(state, *way))


def actions(state: State, toward: Look | None = None) -> Iterator[Step[State]]:
    """A throw, or a move of one man; a throw that lets nobody move ends the turn."""
    if not state.due:
        for dice in range(5):
            yield _thrown(state, dice)
        return
    for man, to in moves(state):
        yield _step(state, man, to, ())


def _thrown(state: State, dice: int) -> Step[State]:
    after = replace(state, dice=dice, due=True)
    over = not moves(after)
    if over:
        after = replace(after, due=False, turn=other(state.turn))
    claim = Claim(fact("roll", by=state.turn, value=str(dice)), shown_by="dice")
    return Step(f"r{dice}", after, fact("throw", who=state.turn, dice=dice), (claim,), over=over, chance=True)


def _step(state: State, man: int, to: int, broken: tuple[Fact, ...]) -> Step[State]:
    side = state.turn
    again = to in ROSETTES
    after = moved(state, side, man, to)
    won = all(one > WAY for one in after.men(side))
    after = replace(after, due=False, turn="" if won else side if again else other(side))
    return Step(
        _place(side, man) + ">" + _place(side, to),
        after,
        fact("move", who=side, man=man, to=to),
        broken=broken,
        over=won or not again,
    )


def _place(side: str, man: int) -> str:
    return "off" if man == 0 else "home" if man > WAY else WAYS[side][man - 1]


def slips(state: State, toward: Look) -> Iterator[Step[State]]:
    """What hands do wrong: a man that goes elsewhere, a move that is not made, a man of the side that is not to act."""
    side = state.turn
    if state.due:
        passed = replace(state, due=False, turn=other(side))
        yield Step("-", passed, fact("pass", who=side), broken=(fact("ur/must-move", who=side),), over=True)
        for man, to in _shown(state, side, toward):
            broken = wrong(state, man, to)
            if broken:
                yield _step(state, man, to, broken)
    for man, to in _shown(state, other(side), toward):
        after, deed = moved(state, other(side), man, to), fact("move", who=other(side), man=man, to=to)
        broken = (fact("ur/turn-order", who=other(side), turn=side),)
        yield Step(f"!{_place(other(side), man)}>{_place(other(side), to)}", after, deed, broken=broken, over=True)


def _shown(state: State, side: str, toward: Look) -> Iterator[tuple[int, int]]:
    """Ways of one man, from where a look shows him no more to where it shows one that was not there."""
    men = {man: toward.squares[SQUARES.index(WAYS[side][man - 1])] for man in range(1, WAY + 1)}
    left = [man for man in sorted(set(state.men(side))) if man == 0 or (man <= WAY and men[man] != side[0])]
    come = [man for man, seen in men.items() if man not in state.men(side) and seen in (side[0], UNSEEN)]
    yield from ((man, to) for man in left for to in (*come, WAY + 1) if man or to <= WAY)


def driver(state: State) -> str:
    """Who is to act; "" when the race is over."""
    return state.turn


def shows(seen: Look, thing: str) -> bool:
    """Whether the dice are in view."""
    return seen.dice is not None


def asks(state: State) -> tuple[Ask, ...]:
    """What may be said."""
    return (Ask(fact("roll", by=state.turn), ("0", "1", "2", "3", "4")),)


def reach(state: State, toward: Look, turns: int) -> bool:
    """Whether so many turns may lead to a look.

    Only the last man of a turn comes to stand on no rosette, five at most leave their squares in one, one is struck.
    """
    mine, theirs = (turns + 1) // 2, turns // 2
    for side, most, strikes in ((state.turn, mine, theirs), (other(state.turn), theirs, mine)):
        stand = {WAYS[side][man - 1] for man in state.men(side) if 0 < man <= WAY}
        seen = [(square, toward.squares[SQUARES.index(square)]) for square in WAYS[side]]
        come = sum(square not in stand and square not in STARS and letter == side[0] for square, letter in seen)
        gone = sum(square in stand and letter not in (side[0], UNSEEN) for square, letter in seen)
        if come > most or gone > 5 * most + strikes:
            return False
    return True
