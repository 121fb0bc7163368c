"""A made-up game for the mind: two pawns climb a ladder, a die says how far, and a secret rope adds a rung."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from referee.errors import NotationError
from referee.games.base import Dice, Rule
from referee.games.options import Agreed
from referee.games.rulebook import Ask, Claim, Step
from referee.words.fact import Fact, fact

TOP = 12
FACES = (1, 2, 3)


@dataclass(frozen=True)
class State:
    """Where the pawns stand, who is to act, the die as it lies, and what only the players know: the ropes left."""

    red: int = 0
    blue: int = 0
    turn: str = "red"
    die: tuple[int, int] = (1, 0)
    thrown: bool = False
    roped: bool = False
    ropes: tuple[str, ...] = ("blue", "red")

    def at(self, who: str) -> int:
        """The rung on which a pawn stands."""
        return self.red if who == "red" else self.blue


@dataclass(frozen=True)
class Look:
    """What is seen: each pawn's rung, and the die's face and the number of its throw; None where it is covered."""

    red: int | None
    blue: int | None
    die: tuple[int, int] | None


_LOOK = re.compile(
    r"ladder red=(?P<red>\d+|\?) blue=(?P<blue>\d+|\?) die=(?:\?|(?P<face>\d):(?P<throw>\d+))(?: turn=.*)?", re.ASCII
)
_STATE = re.compile(
    r"ladder red=(?P<red>\d+) blue=(?P<blue>\d+) die=(?P<face>\d):(?P<throw>\d+) turn=(?P<turn>red|blue|) "
    r"thrown=(?P<thrown>[01]) roped=(?P<roped>[01]) ropes=(?P<ropes>[a-z,]*)",
    re.ASCII,
)


def _read(form: re.Pattern[str], text: str) -> re.Match[str]:
    found = form.fullmatch(text)
    if found is None:
        raise NotationError(f"'{text[:40]}' is no line of the ladder.")
    return found


def other(who: str) -> str:
    """The other player."""
    return "blue" if who == "red" else "red"


class Ladder:
    """The rule book: throw, perhaps pull the rope (nobody sees it), climb just so far."""

    players_allowed = (2,)
    rules: ClassVar[dict[str, Rule]] = {
        f"ladder/{name}": Rule(f"ladder/{name}", title, "The climb", takes_turns=name == "turn-order")
        for name, title in (
            ("throw", "Throw before you climb"),
            ("exact", "Climb as far as the die says"),
            ("turn-order", "Climb in turn"),
        )
    }

    def start(self, players: int, dice: Dice, agreed: Agreed) -> State:
        """At the foot of the ladder."""
        return State()

    def round_length(self, state: State) -> int:
        """Red and blue."""
        return 2

    def text(self, state: State) -> str:
        """Every field by name."""
        die = f"die={state.die[0]}:{state.die[1]}"
        flags = f"thrown={int(state.thrown)} roped={int(state.roped)} ropes={','.join(state.ropes)}"
        return f"ladder red={state.red} blue={state.blue} {die} turn={state.turn} {flags}"

    def worlds(self, text: str) -> tuple[State, ...]:
        """The one state that a line tells."""
        found = _read(_STATE, text)
        ropes = tuple(name for name in found["ropes"].split(",") if name)
        die, thrown, roped = (int(found["face"]), int(found["throw"])), found["thrown"] == "1", found["roped"] == "1"
        return (State(int(found["red"]), int(found["blue"]), found["turn"], die, thrown, roped, ropes),)

    def look_text(self, seen: Look) -> str:
        """What is covered is a question mark."""
        red, blue = ("?" if rung is None else str(rung) for rung in (seen.red, seen.blue))
        return f"ladder red={red} blue={blue} die={'?' if seen.die is None else f'{seen.die[0]}:{seen.die[1]}'}"

    def parse_look(self, text: str) -> Look:
        """The visible part of a line."""
        found = _read(_LOOK, text)
        red, blue = (None if found[name] == "?" else int(found[name]) for name in ("red", "blue"))
        return Look(red, blue, None if found["face"] is None else (int(found["face"]), int(found["throw"])))

    def driver(self, state: State) -> str:
        """Who is to act."""
        return state.turn

    def actions(self, state: State, toward: Look | None = None) -> Iterator[Step[State]]:
        """Throw first, then climb; the rope adds a rung, once in a race."""
        who = state.turn
        if not state.thrown:
            for face in FACES:
                after = replace(state, die=(face, state.die[1] + 1), thrown=True)
                claim = Claim(fact("roll", by=who, value=str(face)), "die")
                yield Step(f"r{face}", after, fact("rolled"), (claim,), chance=True)
            return
        yield self._climb(state, state.die[0] + state.roped, ())
        if who in state.ropes and not state.roped:
            ropes = tuple(one for one in state.ropes if one != who)
            claim = Claim(fact("rope", by=who, value="yes"))
            yield Step("rope", replace(state, roped=True, ropes=ropes), fact("roped"), (claim,))

    def slips(self, state: State, toward: Look) -> Iterator[Step[State]]:
        """A climb of another length, one without a throw, and the other's pawn moved."""
        who = state.turn
        to = toward.red if who == "red" else toward.blue
        if to is not None and to != state.at(who):
            rung = to - state.at(who)
            if not state.thrown:
                yield self._climb(state, rung, (fact("ladder/throw", who=who),))
            elif rung != state.die[0] + state.roped:
                yield self._climb(state, rung, (fact("ladder/exact", who=who),))
        theirs = toward.blue if who == "red" else toward.red
        if theirs is not None and theirs != state.at(other(who)):
            after = replace(state, blue=theirs) if who == "red" else replace(state, red=theirs)
            broken = (fact("ladder/turn-order", who=other(who)),)
            yield Step("!", after, fact("moved"), broken=broken, over=True)

    def _climb(self, state: State, rungs: int, broken: tuple[Fact, ...]) -> Step[State]:
        who = state.turn
        to = min(TOP, state.at(who) + rungs)
        moved = {"red": state.red, "blue": state.blue, who: to}
        turn = "" if to == TOP else other(who)
        after = replace(state, red=moved["red"], blue=moved["blue"], turn=turn, thrown=False, roped=False)
        return Step(f"+{rungs}", after, fact("climbed"), broken=broken, over=True)

    def heard(self, state: State, toward: Look, word: Fact) -> Iterator[Step[State]]:
        """Every word is about something that `actions` knows."""
        yield from ()

    def misstated(self, state: State, word: Fact) -> Iterator[Step[State]]:
        """No word names a fault."""
        yield from ()

    def show(self, state: State) -> Look:
        """All but the ropes."""
        return Look(state.red, state.blue, state.die)

    def settle(self, state: State, seen: Look) -> State:
        """The rules decide all that is seen."""
        return state

    def clash(self, shown: Look, seen: Look) -> int:
        """Pawns and die that both show and that differ."""
        pairs = ((shown.red, seen.red), (shown.blue, seen.blue), (shown.die, seen.die))
        return sum(a is not None and b is not None and a != b for a, b in pairs)

    def shows(self, seen: Look, thing: str) -> bool:
        """Whether the die is in view."""
        return thing == "die" and seen.die is not None

    def reach(self, state: State, toward: Look, turns: int) -> bool:
        """Four rungs a turn at most, and nobody climbs down."""
        mine, theirs = (turns + 1) // 2, turns // 2
        for who, most in ((state.turn, mine), (other(state.turn), theirs)):
            seen = toward.red if who == "red" else toward.blue
            if seen is not None and not state.at(who) <= seen <= state.at(who) + 4 * most:
                return False
        return True

    def asks(self, state: State) -> Sequence[Ask]:
        """What may be said."""
        who = state.turn
        return (Ask(fact("roll", by=who), ("1", "2", "3")), Ask(fact("rope", by=who), ("yes", "no")))
