"""The part that every game has in common: text is read, a pure function is asked, and its answer is written again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from markers.kit import Manifest, PlacedPiece
from referee.errors import IllegalAction, NotationError
from referee.games.base import Dice, Line, PlayedTurn, Question, Reading, Rule, SceneLike, Violation, WhatNow
from referee.games.catalogue import COMMON, Catalogue
from referee.games.deeds import Handled
from referee.games.hard import HardTurns
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.season import Season

PositionT = TypeVar("PositionT")
ObservationT = TypeVar("ObservationT")


def no_hard_turns(dice: Dice) -> HardTurns:
    """A game that names none."""
    return {}


def no_questions(position: object, lines: Sequence[Line]) -> tuple[Question, ...]:
    """A game whose rule book asks."""
    return ()


def never_goes_back(position: object, stops: Sequence[object], observation: object) -> bool:
    """A game in which the table looks as before only when a move is taken back."""
    return False


def always_a_move(position: object) -> bool:
    """A game in which a turn is never over before it began."""
    return False


def played_by_hands(position: object, dice: Dice) -> PlayedTurn:
    """A game whose turns the mind plays, from its rule book."""
    raise NotImplementedError


def never_goes_wrong(position: object, dice: Dice, fault: str) -> PlayedTurn | None:
    """A game in whose turns the mind plants faults."""
    return None


@dataclass(frozen=True)
class Parts(Generic[PositionT, ObservationT]):
    """The functions of one game, named as the methods of `Game` that ask them; positions and looks are its own."""

    rules: Mapping[str, Rule]
    parse_position: Callable[[str], PositionT]
    position_text: Callable[[PositionT], str]
    parse_observation: Callable[[str], ObservationT]
    observation_text: Callable[[ObservationT], str]
    status: Callable[[PositionT], frozenset[Violation]]
    unplayable: Callable[[PositionT], frozenset[Violation]]
    driver: Callable[[PositionT], str]
    turn_in_words: Callable[[str, bool], str]
    went_on: Callable[[PositionT, Sequence[ObservationT], ObservationT], bool]
    out_of_sight: Callable[[PositionT, ObservationT], Mapping[str, str]]
    changed: Callable[[ObservationT, ObservationT], bool]
    accept: Callable[[PositionT, ObservationT], PositionT]
    handled: Callable[[PositionT], tuple[Handled, ...]]
    with_piece: Callable[[PositionT, str, str], PositionT]
    moved: Callable[[PositionT, PositionT], Mapping[str, Any]]
    what_now: Callable[[PositionT], WhatNow]
    pad: Callable[[PositionT], tuple[Question, ...]]
    layout: Callable[[str, Manifest], tuple[PlacedPiece, ...]]
    read: Callable[[SceneLike, Manifest, str | None], Reading]
    diagram: Callable[[str, Mapping[str, Any]], str]
    over: Callable[[PositionT], str | None]
    hard_turns: Callable[[Dice], HardTurns] = no_hard_turns
    questions: Callable[[PositionT, Sequence[Line]], tuple[Question, ...]] = no_questions
    next_turn_began: Callable[[PositionT, Sequence[ObservationT], ObservationT], bool] = never_goes_back
    goes_back: Callable[[PositionT, Sequence[ObservationT], ObservationT], bool] = never_goes_back
    has_no_move: Callable[[PositionT], bool] = always_a_move
    legal_turn: Callable[[PositionT, Dice], PlayedTurn] = played_by_hands
    faulty_turn: Callable[[PositionT, Dice, str], PlayedTurn | None] = never_goes_wrong
    faults: tuple[str, ...] = ()


@lru_cache(maxsize=512)
def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    """What a line of notation says: the looks and the positions of a turn are asked about many times."""
    return parse(text)


class GameInText(Generic[PositionT, ObservationT]):
    """What a `Game` answers in the same way as every other, from its `Parts`."""

    parts: Parts[PositionT, ObservationT]
    words: Catalogue = COMMON

    def _position(self, position: str) -> PositionT:
        """A position from its notation. Raises NotationError."""
        read: PositionT = _parsed(self.parts.parse_position, position)
        return read

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id."""
        return self.parts.rules

    def sets(self, players: int, agreed: Agreed = NOTHING_AGREED) -> int:
        """How many sets of pieces such a race takes: one."""
        return 1

    def sets_of(self, position: str) -> int:
        """How many sets of pieces the race of a position takes: one."""
        return 1

    def next_race(self, position: str, seed_dice: Dice) -> str | None:
        """The start of the next race: None, for this game has single races only."""
        return None

    def next_from(self, position: str, observation: ObservationT) -> str:
        """The start of the next race as a survey shows it. Raises NotationError: this game has single races only."""
        raise NotationError("this game has single races: start a new one.")

    def season(self, position: str) -> Season | None:
        """The season a race belongs to: None, for this game has single races only."""
        return None

    def status(self, position: str) -> frozenset[Violation]:
        """Everything that is wrong with a position, each under its rule."""
        return self.parts.status(self._position(position))

    def check_position(self, position: str) -> tuple[str, ...]:
        """What is wrong with a position, in sentences."""
        return tuple(sorted(fault.message for fault in self.status(position)))

    def unplayable(self, position: str) -> tuple[str, ...]:
        """What keeps a race from going on from a position, in sentences."""
        return tuple(sorted(fault.message for fault in self.parts.unplayable(self._position(position))))

    def visible(self, position: str) -> str:
        """What a camera can see of a position (or of an observation)."""
        return self.parts.observation_text(self.observe(position))

    def observe(self, text: str) -> ObservationT:
        """The observation object of visible notation or a position."""
        seen: ObservationT = _parsed(self.parts.parse_observation, text)
        return seen

    def observation_notation(self, observation: ObservationT) -> str:
        """The text of an observation."""
        return self.parts.observation_text(observation)

    def questions(self, position: str, lines: Sequence[Line]) -> tuple[Question, ...]:
        """What to ask so that these lines become one."""
        return self.parts.questions(self._position(position), lines)

    def alternatives(self, position: str, observation: ObservationT) -> tuple[str, ...]:
        """The nearest legal turns to what was seen, in words."""
        return tuple(words for words, _ in self.nearest(position, observation))

    def nearest(self, position: str, observation: ObservationT) -> tuple[tuple[str, str], ...]:
        """The same with where each ends: none for a game that names none."""
        return ()

    def driver(self, position: str) -> str:
        """Who is to move, as called at the table; "" when the race is over."""
        return self.parts.driver(self._position(position))

    def in_words(self, turn: str, complete: bool) -> str:
        """A turn's notation as a part of a sentence."""
        return self.parts.turn_in_words(turn, complete) if turn else "the race is over"

    def next_turn_began(self, position: str, stops: Sequence[ObservationT], observation: ObservationT) -> bool:
        """Whether the next driver has begun."""
        return self.parts.next_turn_began(self._position(position), stops, observation)

    def went_on(self, position: str, stops: Sequence[ObservationT], observation: ObservationT) -> bool:
        """Whether the driver of the turn shown by `stops` has moved once more."""
        before = self._position(position)
        return bool(self.parts.driver(before)) and self.parts.went_on(before, stops, observation)

    def goes_back(self, position: str, stops: Sequence[ObservationT], observation: ObservationT) -> bool:
        """Whether a look like an earlier one is play and no move taken back."""
        before = self._position(position)
        return bool(self.parts.driver(before)) and self.parts.goes_back(before, stops, observation)

    def has_no_move(self, position: str) -> bool:
        """Whether the driver cannot move at all, so that the next driver's move is no breach of the order."""
        return self.parts.has_no_move(self._position(position))

    def out_of_sight(self, position: str, observation: ObservationT) -> Mapping[str, str]:
        """The drivers whose piece should be on the table and was not made out, with that piece."""
        return self.parts.out_of_sight(self._position(position), observation)

    def changed(self, before: ObservationT, after: ObservationT) -> bool:
        """Whether two looks differ in something both saw."""
        return self.parts.changed(before, after)

    def accept(self, position: str, observation: ObservationT) -> str:
        """The position that takes the table as it stands."""
        return self.parts.position_text(self.parts.accept(self._position(position), observation))

    @property
    def open_notation(self) -> bool:
        """Whether everybody may read the notation: it names nothing that lies hidden."""
        return True

    def handled(self, position: str) -> tuple[Handled, ...]:
        """The pieces that can be set by hand, and what can be done to each."""
        return self.parts.handled(self._position(position))

    def with_piece(self, position: str, piece: str, space: str) -> str:
        """The position with one piece elsewhere. Raises NotationError also when that makes something wrong."""
        before = self._position(position)
        after = self.parts.with_piece(before, piece, space)
        wrong = sorted(fault.message for fault in self.parts.status(after) - self.parts.status(before))
        if wrong:
            raise NotationError(f"it cannot be put there: {'; '.join(wrong)}")
        return self.parts.position_text(after)

    def moved(self, before: str, after: str) -> Mapping[str, Any]:
        """Marks that show the move between two positions."""
        return self.parts.moved(self._position(before), self._position(after))

    def what_now(self, position: str) -> WhatNow:
        """Whose turn it is and how the race stands."""
        return self.parts.what_now(self._position(position))

    def declarations(self, position: str) -> tuple[Question, ...]:
        """What may be said now; nothing when the race is over."""
        before = self._position(position)
        return self.parts.pad(before) if self.parts.driver(before) else ()

    def layout(self, position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
        """Where every piece lies for a position."""
        return self.parts.layout(position, manifest)

    def read(self, scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
        """What a scene shows."""
        return self.parts.read(scene, manifest, expected)

    def diagram(self, position: str, marks: Mapping[str, Any]) -> str:
        """The position as SVG."""
        return self.parts.diagram(position, marks)

    def play(self, position: str, dice: Dice, fault: str | None) -> PlayedTurn:
        """One random turn, with a planted fault if asked for and possible. Raises IllegalAction after the race."""
        before = self._position(position)
        if not self.parts.driver(before) or self.parts.over(before):
            raise IllegalAction("the race is over: there is no turn to play.")
        planted = self.parts.faulty_turn(before, dice, fault) if fault is not None else None
        return planted or self.parts.legal_turn(before, dice)

    def faults(self) -> tuple[str, ...]:
        """The rule ids that `play` can plant."""
        return self.parts.faults

    def hard_turns(self, dice: Dice) -> HardTurns:
        """Turns that are hard to explain, by name, for the benchmark."""
        return self.parts.hard_turns(dice)

    def over(self, position: str) -> str | None:
        """The outcome, or None while the race goes on."""
        return self.parts.over(self._position(position))
