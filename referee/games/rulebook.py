"""What a game must give: its rules and pieces, and nothing of how a change is explained."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from markers.kit import Manifest, PlacedPiece
from referee.frozen import dataclass
from referee.games.base import Dice, Reading, Rule, SceneLike
from referee.games.options import Agreed, Option
from referee.words.catalogue import Catalogue
from referee.words.fact import NO, Fact

StateT = TypeVar("StateT", bound=Hashable)
SeenT = TypeVar("SeenT", bound=Hashable)


@dataclass(frozen=True)
class Claim:
    """Something a step takes to have happened.

    Attributes
    ----------
    fact : what it is; a word that says it bears it out.
    shown_by : the thing on the table whose sight bears it out, as the game's `shows` knows it; "" when none does.
    free : whether it needs nothing to bear it out: said or not, nobody is asked about it.
    others : other words that say it as well, without whom they are about (`roll=6+3` for 9 spaces).
    before : whether it is about how things lay before the step, so that only a look from before it bears it out.
    """

    fact: Fact
    shown_by: str = ""
    free: bool = False
    others: frozenset[Fact] = frozenset()
    before: bool = False

    def told_by(self, said: Fact) -> bool:
        """Whether a word says it: one that names no value says no “no”."""
        if said.says(self.fact) and (said.get("value") == NO or self.fact.get("value") != NO):
            return True
        if not self.others:
            return False
        by = ("by", self.fact.get("by"))
        return Fact(said.kind, tuple(one for one in said.params if one != by)) in self.others


@dataclass(frozen=True)
class Step(Generic[StateT]):
    """One thing that hands or dice do.

    Attributes
    ----------
    text : the action in the game's turn notation; "" for one that is not written, such as the end of a turn.
    after : the state it leads to.
    deed : what was done, for sentences; bare where there is nothing to tell.
    claims : what it takes to have happened; of a step that breaks a rule, what the fault hangs on.
    broken : the rules it breaks; none for an action that the rules allow.
    over : whether the turn is over after it.
    odd : how unlikely it is beside others that show the same, from 0.
    chance : whether dice decide it rather than the driver.
    reversible : whether it may be taken back before anybody went on: it showed its driver nothing new.
    unwatched : whether nobody can have looked since it was done: a piece in view was moved to where no look shows it.
    """

    text: str
    after: StateT
    deed: Fact
    claims: tuple[Claim, ...] = ()
    broken: tuple[Fact, ...] = ()
    over: bool = False
    odd: int = 0
    chance: bool = False
    reversible: bool = False
    unwatched: bool = False


def heard_nothing(state: object, toward: object, word: Fact) -> Iterable[Step[Any]]:
    """`heard` of a game in which every word is about something that `actions` knows."""
    return ()


def misstates_nothing(state: object, word: Fact) -> Iterable[Step[Any]]:
    """`misstated` of a game in which no word alone names a fault."""
    return ()


def leaves_nothing_open(state: StateT, seen: object) -> StateT:
    """`settle` of a game whose rules decide all that is seen."""
    return state


def of_two(state: object) -> int:
    """`round_length` of a game for two."""
    return 2


JOINED = " / "
"""What stands between the turns of a story of several."""


def spaced(driver: str, steps: Sequence[Step[Any]]) -> str:
    """A turn as most games write it: who, and the steps in their order."""
    return " ".join([driver, *(step.text for step in steps if step.text)])


@dataclass(frozen=True)
class Ask:
    """Something that may be said or asked: what it is about, and the values it may have.

    `called` are the facts that say the values, one each, where that takes more than the value (where a portal lies).
    """

    about: Fact
    values: tuple[str, ...]
    called: tuple[Fact, ...] = ()

    def offers(self, word: Fact) -> bool:
        """Whether a word is one of its answers."""
        return word.kind == self.about.kind and any(
            word.says(Fact(word.kind, (*self.about.params, ("value", value)))) for value in self.values
        )


@runtime_checkable
class Narrowing(Protocol):
    """What a rule book may say beside all that it must, so that a fault is found soon.

    Legal steps on the way to a slip are all followed otherwise: where one position has hundreds of legal turns, more
    than a search may look into.
    """

    def near(self, state: Any, toward: Any, slips: int, turns: int) -> bool:
        """Whether so many slips may lead to the next look in the rest of this turn; never False when they do.

        So many `turns`, this one included, may have been had; a book may leave it at this one.
        """


class RuleBook(Protocol[StateT, SeenT]):
    """One game. States are complete (what lies there and what only players know), frozen and hashable."""

    @property
    def name(self) -> str:
        """As the command line calls it."""

    @property
    def title(self) -> str:
        """As people call it."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id; a broken rule is a fact whose kind is the id."""

    @property
    def words(self) -> Catalogue:
        """What its facts are called in people's languages."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What the table may agree on before the race."""

    @property
    def players_allowed(self) -> tuple[int, ...]:
        """How many may play, rising."""

    def start(self, players: int, dice: Dice, agreed: Agreed) -> StateT:
        """A state to start from. Raises NotationError for what cannot be agreed on."""

    def text(self, state: StateT) -> str:
        """A state as one line of notation."""

    def worlds(self, text: str) -> tuple[StateT, ...]:
        """The states that a line of notation leaves possible. Raises NotationError.

        One for what `text` wrote, its inverse; several for a line that keeps doubt in a field, as old records do.
        """

    def turn_text(self, driver: str, steps: Sequence[Step[StateT]]) -> str:
        """A turn in the game's notation."""

    def driver(self, state: StateT) -> str:
        """Who is to act (``red``); "" when the race is over."""

    def round_length(self, state: StateT) -> int:
        """How many turns a round has: about so many may be missed while hands are over the table."""

    def actions(self, state: StateT, toward: SeenT | None = None) -> Iterable[Step[StateT]]:
        """Everything the rules allow next.

        With `toward`, a look that is to be reached, actions that cannot lead there may be left out, and what the rules
        leave open (where a die comes to lie) is taken from the look.
        """

    def heard(self, state: StateT, toward: SeenT, word: Fact) -> Iterable[Step[StateT]]:
        """What the rules allow next and `actions` leaves out, because nobody would think of it but for a word."""

    def slips(self, state: StateT, toward: SeenT) -> Iterable[Step[StateT]]:
        """What hands may do wrong on the way to a look, each step naming the rules it breaks."""

    def misstated(self, state: StateT, word: Fact) -> Iterable[Step[StateT]]:
        """What a word says that somebody did and may not have done: each step claims the word and names the rule."""

    def show(self, state: StateT) -> SeenT:
        """What a camera sees of a state."""

    def clash(self, shown: SeenT, seen: SeenT) -> int:
        """In how many things two looks differ that both show; 0 when they may be of one table."""

    def settle(self, state: StateT, seen: SeenT) -> StateT:
        """The state with what a look that agrees with it shows and no rule decides, as where a die came to rest."""

    def shows(self, seen: SeenT, thing: str) -> bool:
        """Whether a look shows a thing that a claim names."""

    def look_text(self, seen: SeenT) -> str:
        """A look as one line of notation."""

    def parse_look(self, text: str) -> SeenT:
        """A look from its notation, or the visible part of a state's. Raises NotationError."""

    def reach(self, state: StateT, toward: SeenT, turns: int) -> bool:
        """Whether so many turns or fewer, the one under way included, may lead to a look; never False when they do."""

    def asks(self, state: StateT) -> Sequence[Ask]:
        """What may be said now."""

    def layout(self, state: StateT, manifest: Manifest) -> tuple[PlacedPiece, ...]:
        """Where every piece lies."""

    def read(self, scene: SceneLike, manifest: Manifest, expected: StateT | None) -> Reading:
        """What a scene shows."""

    def drawing(self, state: StateT, marks: Mapping[str, Any]) -> str:
        """The board as SVG."""

    def outcome(self, state: StateT) -> Fact | None:
        """How the race ended; None while it goes on."""
