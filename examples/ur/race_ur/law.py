"""The law of the Royal Game of Ur as Irving Finkel reads the tablet: 20 squares, seven men a side, four binary dice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from referee.errors import NotationError
from referee.games import rulebook
from referee.games.base import Dice, Rule
from referee.games.options import Agreed, Option, agreed, check_players
from referee.games.rulebook import Ask, Claim, Step
from referee.words.catalogue import Catalogue
from referee.words.fact import Fact, fact

name, title = "ur", "The Royal Game of Ur"
players_allowed = (2,)
options: tuple[Option, ...] = ()
words = Catalogue("race_ur.words")
rules = {
    f"ur/{short}": Rule(
        f"ur/{short}",
        what,
        section,
        takes_turns=short == "turn-order",
        by_dice=short in ("throw", "must-move"),
        of_end=short in ("throw", "occupied", "safe"),
    )
    for short, what, section in (
        ("turn-order", "Sides take turns", "Play"),
        ("throw", "A man goes as far as the dice say, home included", "Moving"),
        ("occupied", "One man to a square", "Moving"),
        ("safe", "Nobody is struck on the middle rosette", "Rosettes"),
        ("must-move", "Who can move must move", "Moving"),
    )
}
MEN, WAY, DICE, PITCH_MM = 7, 14, 4, 27.0
LIGHT, DARK, EMPTY, UNSEEN = "light", "dark", ".", "?"
ROSETTES, SAFE = (4, 8, 14), 8
SQUARES = tuple(f"{column}{row}" for column in "abc" for row in range(1, 9) if column == "b" or row not in (5, 6))
WAYS = {
    side: (*(f"{own}{row}" for row in (4, 3, 2, 1)), *(f"b{row}" for row in range(1, 9)), f"{own}8", f"{own}7")
    for side, own in ((LIGHT, "a"), (DARK, "c"))
}
"""The 14 squares of each side's way, in order; the eight in the middle are both sides'."""
STARS = {WAYS[side][number - 1] for side in WAYS for number in ROSETTES}
MIDDLE_MM = {square: (("abc".index(square[0]) - 1) * PITCH_MM, (int(square[1]) - 4.5) * PITCH_MM) for square in SQUARES}
_LOOK = re.compile(r"ur squares=([ld.?]{20}) dice=([0-4?])", re.ASCII)
_MEN = r"((?:1?\d,){6}1?\d)"
_STATE = re.compile(rf"ur light={_MEN} dark={_MEN} dice=([0-4]) turn=(light|dark|over)( due)?", re.ASCII)


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


def start(players: int, dice: Dice, terms: Agreed) -> State:
    """Nobody has begun; light throws first. Raises NotationError."""
    check_players(title, players_allowed, players)
    agreed(options, terms)
    return State()


def text(state: State) -> str:
    """A state as one line."""
    light, dark = (",".join(map(str, state.men(side))) for side in (LIGHT, DARK))
    return f"ur light={light} dark={dark} dice={state.dice} turn={state.turn or 'over'}{' due' * state.due}"


def worlds(line: str) -> tuple[State, ...]:
    """The one state that a line tells. Raises NotationError."""
    found = _STATE.fullmatch(line)
    light, dark = (tuple(map(int, found[side].split(","))) for side in (1, 2)) if found else ((99,), (99,))
    if not found or max(*light, *dark) > WAY + 1:
        raise NotationError(f"'{line[:60]}' is no position: write ur light=0,0,1,2,3,4,15 dark=.. dice=3 turn=light.")
    return (State(light, dark, found[4].replace("over", ""), int(found[3]), bool(found[5])),)


def look_text(seen: Look) -> str:
    """A look as one line."""
    return f"ur squares={seen.squares} dice={UNSEEN if seen.dice is None else seen.dice}"


def parse_look(line: str) -> Look:
    """A look from its line, or what a state's line shows. Raises NotationError."""
    found = _LOOK.fullmatch(line)
    if not found:
        return show(worlds(line)[0])
    return Look(found[1], None if found[2] == UNSEEN else int(found[2]))


def show(state: State) -> Look:
    """What a camera sees of a state; while one man hides another, who is not seen may stand on any square."""
    stand = [(WAYS[side][man - 1], side[0]) for side in (LIGHT, DARK) for man in state.men(side) if 0 < man <= WAY]
    at, bare = dict(stand), EMPTY if len(dict(stand)) == len(stand) else UNSEEN
    return Look("".join(at.get(square, bare) for square in SQUARES), state.dice)


def clash(shown: Look, seen: Look) -> int:
    """In how many squares and dice two looks differ."""
    squares = sum(a != b and UNSEEN not in (a, b) for a, b in zip(shown.squares, seen.squares, strict=True))
    return squares + (None not in (shown.dice, seen.dice) and shown.dice != seen.dice)


def shows(seen: Look, thing: str) -> bool:
    """Whether the dice are in view."""
    return seen.dice is not None


driver, round_length = attrgetter("turn"), rulebook.of_two


def other(side: str) -> str:
    """The other side."""
    return DARK if side == LIGHT else LIGHT


def outcome(state: State) -> Fact | None:
    """Who has brought all men home."""
    return next((fact("won", who=side) for side in (LIGHT, DARK) if min(state.men(side)) > WAY), None)


def asks(state: State) -> tuple[Ask, ...]:
    """What may be said."""
    return (Ask(fact("roll", by=state.turn), tuple(str(dice) for dice in range(DICE + 1))),)


heard, misstated = rulebook.heard_nothing, rulebook.misstates_nothing
settle, turn_text = rulebook.leaves_nothing_open, rulebook.spaced


def wrong(state: State, man: int, to: int) -> tuple[Fact, ...]:
    """The rules that moving a man of the side whose turn it is would break."""
    side, found = state.turn, []
    if to - man != state.dice:
        found.append(fact("ur/throw", how="far", who=side, went=to - man, dice=state.dice))
    if to <= WAY and to in state.men(side):
        found.append(fact("ur/occupied", how="two", who=side, square=WAYS[side][to - 1]))
    if to == SAFE and to in state.men(other(side)):
        found.append(fact("ur/safe", how="struck", who=side, square=WAYS[side][to - 1]))
    return tuple(found)


def moved(state: State, side: str, man: int, to: int) -> State:
    """The men after a move of one side, who strikes what stands there."""
    own, struck = list(state.men(side)), list(state.men(other(side)))
    own[own.index(man)] = to
    if 4 < to <= 12 and to in struck:
        struck[struck.index(to)] = 0
    men = {side: tuple(sorted(own)), other(side): tuple(sorted(struck))}
    return replace(state, light=men[LIGHT], dark=men[DARK])


def moves(state: State) -> list[tuple[int, int]]:
    """Every legal move for what the dice show: from and to."""
    ways = {(man, man + state.dice) for man in state.men(state.turn) if man <= WAY and man + state.dice <= WAY + 1}
    return sorted(way for way in ways if state.dice and not wrong(state, *way))


def actions(state: State, toward: Look | None = None) -> Iterator[Step[State]]:
    """A throw, or a move of one man; a throw that lets nobody move ends the turn."""
    if state.due:
        yield from (_step(state, man, to, ()) for man, to in moves(state))
        return
    for dice in range(DICE + 1 if state.turn else 0):
        after = replace(state, dice=dice, due=True)
        over = not moves(after)
        if over:
            after = replace(after, due=False, turn=other(state.turn))
        claim = Claim(fact("roll", by=state.turn, value=str(dice)), shown_by="dice")
        yield Step(f"r{dice}", after, fact("threw", who=state.turn, dice=dice), (claim,), over=over, chance=True)


def _step(state: State, man: int, to: int, broken: tuple[Fact, ...]) -> Step[State]:
    side, again = state.turn, to in ROSETTES
    after = moved(state, side, man, to)
    won = min(after.men(side)) > WAY
    after = replace(after, due=False, turn="" if won else side if again else other(side))
    return _went(side, man, to, after, broken, won or not again)


def _went(side: str, man: int, to: int, after: State, broken: tuple[Fact, ...], over: bool) -> Step[State]:
    left, came = ("off" if at == 0 else "home" if at > WAY else WAYS[side][at - 1] for at in (man, to))
    return Step(f"{left}>{came}", after, fact("moved", who=side, man=left, to=came), broken=broken, over=over)


def slips(state: State, toward: Look) -> Iterator[Step[State]]:
    """What hands do wrong: a man that goes elsewhere, a move that is not made, a man of the side that is not to act."""
    side, theirs = state.turn, other(state.turn)
    if state.due:
        passed, broken = replace(state, due=False, turn=theirs), (fact("ur/must-move", how="stayed", who=side),)
        yield Step("-", passed, fact("passed", who=side), broken=broken, over=True)
        for man, to in _shown(state, side, toward):
            if wrong(state, man, to):
                yield _step(state, man, to, wrong(state, man, to))
    for man, to in _shown(state, theirs, toward) if side else ():
        broken = (fact("ur/turn-order", how="moved", who=theirs, who2=side),)
        yield _went(theirs, man, to, moved(state, theirs, man, to), broken, True)


def _shown(state: State, side: str, toward: Look) -> Iterator[tuple[int, int]]:
    """Ways of one man, from where a look shows him no more to where it shows one, who may have stood there before."""
    men = {man: toward.squares[SQUARES.index(WAYS[side][man - 1])] for man in range(1, WAY + 1)}
    left = [man for man in sorted(set(state.men(side))) if man == 0 or (man <= WAY and men[man] != side[0])]
    come = [man for man, seen in men.items() if seen in (side[0], UNSEEN)]
    yield from ((man, to) for man in left for to in (*come, WAY + 1) if man != to and (man or to <= WAY))


def reach(state: State, toward: Look, turns: int) -> bool:
    """Whether so many turns may lead to a look.

    Only the last man of a turn comes to stand on no rosette, five at most leave their squares in one, one is struck.
    """
    if not state.turn:
        return not clash(show(state), toward)
    mine, theirs = (turns + 1) // 2, turns // 2
    for side, most, strikes in ((state.turn, mine, theirs), (other(state.turn), theirs, mine)):
        stand = {WAYS[side][man - 1] for man in state.men(side) if 0 < man <= WAY}
        seen = [(square, toward.squares[SQUARES.index(square)]) for square in WAYS[side]]
        come = sum(square not in stand and square not in STARS and letter == side[0] for square, letter in seen)
        gone = sum(square in stand and letter not in (side[0], UNSEEN) for square, letter in seen)
        if come > most or gone > 5 * most + strikes:
            return False
    return True
