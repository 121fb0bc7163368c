"""The part that every game has in common: text is read, a pure function is asked, and its answer is written again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar

from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.games.base import Dice, Question, Reading, Rule, SceneLike, Violation, WhatNow
from referee.games.believed import Believed, Otherwise
from referee.games.deeds import Handled, by_hand
from referee.games.hard import HardCases, HardTurns, hard_turns
from referee.games.options import NOTHING_AGREED, Agreed, Option, check_players
from referee.games.rulebook import RuleBook
from referee.games.season import Season
from referee.words.catalogue import COMMON, Catalogue, Drawing, told
from referee.words.fact import fact

PositionT = TypeVar("PositionT")
ObservationT = TypeVar("ObservationT")


def no_next_race(position: object, dice: Dice) -> None:
    """A game that has single races only."""


def nothing_follows(observation: object, position: object) -> Any:
    """The next race of a game that has single races only. Raises NotationError."""
    raise NotationError(told("this-game-has-single-races"))


def no_season(position: object) -> None:
    """A game that has single races only."""


def always_a_move(position: object) -> bool:
    """A game in which a turn is never over before it began."""
    return False


@dataclass(frozen=True)
class Parts(Generic[PositionT, ObservationT]):
    """The functions of one game beside its rule book, named as the methods of `Game` that ask them.

    Positions and looks are its own. `may_be` is what no look shows after turns that nobody saw: every position that may
    be so, given the one before them and the one that takes the table as it stands. `unknown` is what stays unknown of a
    driver after such turns until he shows it: too much to think of before it matters. `now` is what the driver may do,
    in one sentence, and the spaces on which a legal turn can end.
    """

    parse_position: Callable[[str], PositionT]
    position_text: Callable[[PositionT], str]
    start: Callable[[int, Dice, Agreed], PositionT]
    start_from: Callable[[ObservationT, int, Agreed], PositionT]
    status: Callable[[PositionT], frozenset[Violation]]
    unplayable: Callable[[PositionT], frozenset[Violation]]
    driver: Callable[[PositionT], str]
    turn_in_words: Callable[[str, bool], str]
    normal_declaration: Callable[[str, PositionT], str]
    went_on: Callable[[PositionT, Sequence[ObservationT], ObservationT], bool]
    out_of_sight: Callable[[PositionT, ObservationT], Mapping[str, str]]
    accept: Callable[[PositionT, ObservationT], PositionT]
    handled: Callable[[PositionT], Iterable[Handled]]
    moved: Callable[[PositionT, PositionT], Mapping[str, Any]]
    now: Callable[[PositionT], tuple[str, tuple[str, ...]]]
    standings: Callable[[PositionT], Iterable[Mapping[str, str]]]
    pad: Callable[[PositionT], tuple[Question, ...]]
    layout: Callable[[str, Manifest], tuple[PlacedPiece, ...]]
    read: Callable[[SceneLike, Manifest, str | None], Reading]
    diagram: Callable[[str, Mapping[str, Any]], str]
    over: Callable[[PositionT], str | None]
    changed: Callable[[ObservationT, ObservationT], bool] | None = None
    may_be: Callable[[PositionT, PositionT], Iterable[PositionT]] = lambda before, taken: (taken,)
    unknown: Callable[[PositionT, PositionT, str], Iterable[PositionT]] = lambda before, now, driver: ()
    has_no_move: Callable[[PositionT], bool] = always_a_move
    next_race: Callable[[PositionT, Dice], PositionT | None] = no_next_race
    next_from: Callable[[ObservationT, PositionT], PositionT] = nothing_follows
    season: Callable[[PositionT], Season | None] = no_season
    timer: Callable[[PositionT], tuple[int, str]] = lambda position: (0, "")
    hard: HardCases = field(default_factory=dict)


@lru_cache(maxsize=512)
def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    """What a line of notation says: the looks and the positions of a turn are asked about many times."""
    return parse(text)


@lru_cache(maxsize=64)
def _laid(lay: Callable[[str, Manifest], Any], text: str, manifest: Manifest) -> Any:
    """Where the pieces of a look lie: it is asked whether they can be laid, then they are, and lie there a while."""
    return lay(text, manifest)


class GameInText(Generic[PositionT, ObservationT]):
    """What a `Game` answers in the same way as every other, from its `Parts`."""

    name: str
    title: str
    players_allowed: tuple[int, ...]
    options: tuple[Option, ...]
    book: RuleBook[Any, Any]
    parts: Parts[PositionT, ObservationT]
    words: Catalogue = COMMON

    def _position(self, position: str) -> PositionT:
        """A position from its notation. Raises NotationError."""
        read: PositionT = _parsed(self.parts.parse_position, position)
        return read

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id."""
        return self.book.rules

    def sets(self, players: int, agreed: Agreed = NOTHING_AGREED) -> int:
        """How many sets of pieces such a race takes: one."""
        return 1

    def sets_of(self, position: str) -> int:
        """How many sets of pieces the race of a position takes: one."""
        return 1

    def start(self, players: int, seed_dice: Dice, agreed: Agreed = NOTHING_AGREED) -> str:
        """A position to start from. Raises NotationError for what cannot be agreed on."""
        check_players(self.title, self.players_allowed, players)
        return self.parts.position_text(self.parts.start(players, seed_dice, agreed))

    def start_from(self, observation: ObservationT, players: int, agreed: Agreed = NOTHING_AGREED) -> str:
        """The start position that a survey shows. Raises NotationError with what is wrong."""
        return self.parts.position_text(self.parts.start_from(observation, players, agreed))

    def next_race(self, position: str, seed_dice: Dice) -> str | None:
        """The start of the next race; None when none follows."""
        following = self.parts.next_race(self._position(position), seed_dice)
        return None if following is None else self.parts.position_text(following)

    def next_from(self, position: str, observation: ObservationT) -> str:
        """The start of the next race as a survey shows it. Raises NotationError with what is wrong."""
        return self.parts.position_text(self.parts.next_from(observation, self._position(position)))

    def season(self, position: str) -> Season | None:
        """The season a race belongs to; None for a single race."""
        return self.parts.season(self._position(position))

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
        return self.book.look_text(self.observe(position))

    def observe(self, text: str) -> ObservationT:
        """The observation object of visible notation or a position."""
        seen: ObservationT = _parsed(self.book.parse_look, text)
        return seen

    def observation_notation(self, observation: ObservationT) -> str:
        """The text of an observation."""
        return self.book.look_text(observation)

    def driver(self, position: str) -> str:
        """Who is to move, as called at the table; "" when the race is over."""
        return self.parts.driver(self._position(position))

    def in_words(self, turn: str, complete: bool) -> str:
        """A turn's notation as a part of a sentence."""
        return self.parts.turn_in_words(turn, complete) if turn else told("race-is-over")

    def went_on(self, position: str, stops: Sequence[ObservationT], observation: ObservationT) -> bool:
        """Whether the driver of the turn shown by `stops` has moved once more."""
        before = self._position(position)
        return bool(self.parts.driver(before)) and self.parts.went_on(before, stops, observation)

    def has_no_move(self, position: str) -> bool:
        """Whether the driver cannot move at all, so that the next driver's move is no breach of the order."""
        return self.parts.has_no_move(self._position(position))

    def out_of_sight(self, position: str, observation: ObservationT) -> Mapping[str, str]:
        """The drivers whose piece should be on the table and was not made out, with that piece."""
        return self.parts.out_of_sight(self._position(position), observation)

    def changed(self, before: ObservationT, after: ObservationT) -> bool:
        """Whether two looks differ in something both saw."""
        own = self.parts.changed
        return own(before, after) if own is not None else self.book.clash(before, after) > 0

    def put_back(self, stops: Sequence[ObservationT], observation: ObservationT) -> int | None:
        """How many of the stops remain when the table lies again as at an earlier one."""
        alike = (index for index, earlier in enumerate(stops[:-1]) if not self.changed(earlier, observation))
        return next(alike, None)

    def accept(self, position: str, observation: ObservationT) -> str:
        """The position that takes the table as it stands."""
        return self.parts.position_text(self.parts.accept(self._position(position), observation))

    def after_turns_missed(self, position: str, observation: ObservationT) -> str:
        """The position that takes the table as it stands after too many turns to follow, and what else may be so."""
        before = self._position(position)
        may_be = self.parts.may_be(before, self.parts.accept(before, observation))
        first, *others = dict.fromkeys(map(self.parts.position_text, may_be))
        return Believed(first, others=tuple(map(Otherwise, others)))

    @property
    def open_notation(self) -> bool:
        """Whether everybody may read the notation: it names nothing that lies hidden."""
        return True

    def handled(self, position: str) -> tuple[Handled, ...]:
        """The pieces that can be set by hand, and what can be done to each."""
        return tuple(self.parts.handled(self._position(position)))

    def with_piece(self, position: str, piece: str, space: str) -> str:
        """The position with one piece elsewhere. Raises NotationError also when that makes something wrong."""
        before = self._position(position)
        after: PositionT = by_hand(self.parts.handled(before), piece, space)
        wrong = sorted(fault.message for fault in self.parts.status(after) - self.parts.status(before))
        if wrong:
            raise NotationError(told("it-cannot-be-put-there", points=wrong))
        return self.parts.position_text(after)

    def moved(self, before: str, after: str) -> Mapping[str, Any]:
        """Marks that show the move between two positions."""
        return self.parts.moved(self._position(before), self._position(after))

    def what_now(self, position: str) -> WhatNow:
        """Whose turn it is and how the race stands."""
        before = self._position(position)
        ended, driver, rows = self.parts.over(before), self.parts.driver(before), tuple(self.parts.standings(before))
        if ended or not driver:
            nobody = fact("now")
            return WhatNow("", ended or (self.words.tell(nobody) if self.words.knows(nobody) else ""), (), rows)
        sentence, ends = self.parts.now(before)
        return WhatNow(driver, sentence, ends, rows, *self.parts.timer(before))

    def declarations(self, position: str) -> tuple[Question, ...]:
        """What may be said now; nothing when the race is over."""
        before = self._position(position)
        return self.parts.pad(before) if self.parts.driver(before) else ()

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError."""
        return self.parts.normal_declaration(text, self._position(position))

    def layout(self, position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
        """Where every piece lies for a position."""
        pieces: tuple[PlacedPiece, ...] = _laid(self.parts.layout, position, manifest)
        return pieces

    def read(self, scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
        """What a scene shows."""
        return self.parts.read(scene, manifest, expected)

    def diagram(self, position: str, marks: Mapping[str, Any]) -> str:
        """The position as SVG."""
        return Drawing(self.parts.diagram(position, marks), self.words)

    def hard_turns(self, dice: Dice) -> HardTurns:
        """Turns that are hard to explain, by name, for the benchmark."""
        game: Any = self  # whole only with what its rule book adds
        return hard_turns(game, self.parts.hard, dice)

    def over(self, position: str) -> str | None:
        """The outcome, or None while the race goes on."""
        return self.parts.over(self._position(position))
