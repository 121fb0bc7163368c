"""What a game is to the rest of the program: rules, violations, lines, verdicts, and what its parts answer.

Positions, observations and actions are frozen objects of each game; everything here is pure and knows no picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.games.believed import Otherwise, all_of, believed, not_known
from referee.games.deeds import HELD, NEXT, TAKE, UNSEEN, WHOSE_TURN, Deed, Handled, by_hand, kind_of, told_by
from referee.games.options import NOTHING_AGREED, Agreed, Option, check_players
from referee.games.season import Season
from referee.games.turn_facts import TurnFacts
from referee.words.catalogue import COMMON, Catalogue, Drawing, told
from referee.words.fact import Fact, fact

if TYPE_CHECKING:
    from referee.games.rulebook import RuleBook


@dataclass(frozen=True)
class Rule:
    """One rule: `id` as verdicts name it (``racepack/speed-change``), a short title, and the rule book's section.

    `takes_turns` marks the rule by which drivers act in turn: who breaks it came in another's turn, unless a round was
    missed. `die` is what the names of the dice begin with that it asks to roll, ``{who}`` being the driver's letter.
    `by_place` marks one that hangs on where the car of another stands, whom its facts call ``who2``, as of who is last
    or in the lead; `by_dice` one that hangs on what dice showed;
    `by_way` names the place over which a car drove on which one of other things hangs. `of_end` marks one about where a
    piece ends: only beside its breach stands where legal turns would have led that piece. `any_way` marks one that no
    way breaks: what is wrong is what a piece is like where it stands, or what was left undone there.
    """

    id: str
    title: str
    section: str
    takes_turns: bool = False
    die: str = ""
    by_place: bool = False
    by_dice: bool = False
    by_way: str = ""
    of_end: bool = False
    any_way: bool = False


def rules_in(module: Mapping[str, object]) -> Mapping[str, Rule]:
    """The rules that a module has names for, by their ids, in its order."""
    return {rule.id: rule for rule in module.values() if isinstance(rule, Rule)}


@dataclass(frozen=True)
class Violation:
    """One broken rule, in one sentence for the table: who, what was seen, what the rule allows."""

    rule: str
    message: str


def violation(words: Catalogue, broken: Fact) -> Violation:
    """A broken rule, a fact whose kind is the rule's id, in words."""
    return Violation(broken.kind, words.tell(broken))


OWN = "{own}"
"""What a broken rule is about if nothing else is said: the driver's own piece, see `Game.own`."""

BACK = "back"
"""Where what a broken rule is about lay before its last step: it should have stayed there, see `Game.instead`."""

PositionT = TypeVar("PositionT")
ObservationT = TypeVar("ObservationT")


def sound(position: PositionT, wrong: Iterable[Violation]) -> PositionT:
    """The position of a start with which nothing is wrong. Raises NotationError with all that is."""
    problems = sorted(fault.message for fault in wrong)
    if problems:
        raise NotationError(told("said", sentences=problems))
    return position


class Status(Enum):
    """The three answers."""

    LEGAL = "LEGAL"
    ILLEGAL = "ILLEGAL"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True)
class Question:
    """What would settle an undecided verdict.

    `answers` are (words for the button, declaration text that says so). Up to `dice` thrown dice may be told instead,
    face by face in the order in which they fell: `roll=2+6+1`.
    """

    text: str
    answers: tuple[tuple[str, str], ...]
    dice: int = 0


@dataclass(frozen=True)
class Line:
    """One sequence of actions that gives exactly what was seen.

    Attributes
    ----------
    turn : the actions in the game's turn notation.
    violations : the rules it breaks (empty for a legal line).
    assumes : unseen facts it takes for granted, in words.
    complete : whether the turn is over after it.
    after : the position it leads to, in the game's notation.
    due : what is to be done on the table before the turn can go on, in one short sentence; "" when nothing is.
    told : the turn in words, as a part of a sentence; "" where `Game.in_words` knows them from its notation.
    player : whose turn it tells (``red``); "" for the driver of the position.
    owed : how many rules were broken and how many things taken for granted before, for this line to be so.
    """

    turn: str
    violations: tuple[Violation, ...]
    assumes: tuple[str, ...]
    complete: bool
    after: str
    due: str = ""
    told: str = ""
    player: str = ""
    owed: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Verdict:
    """The referee's word on one turn.

    Attributes
    ----------
    status : LEGAL, ILLEGAL or UNDECIDED.
    player : the driver it is about (``red``).
    turn : the best line's turn notation.
    sentence : the verdict in one plain sentence.
    violations : the rules broken by the least-broken explanation; empty unless ILLEGAL.
    lines : the explanations, best first (at most a handful).
    questions : what would settle it, when UNDECIDED.
    alternatives : the nearest legal turns, in words.
    provisional : the turn may still go on ("legal so far, one of three movements used").
    after : the position that stands afterwards, in notation (what is on the table, legal or not).
    due : what is to be done on the table before the turn can go on; "" when nothing is.
    """

    status: Status
    player: str
    turn: str
    sentence: str
    violations: tuple[Violation, ...]
    lines: tuple[Line, ...]
    questions: tuple[Question, ...]
    alternatives: tuple[str, ...]
    provisional: bool
    after: str
    due: str = ""


@dataclass(frozen=True)
class PieceReading:
    """One piece as read on the board: `space` in the game's own words, None when it stands on no space."""

    piece: str
    side: str
    x_mm: float
    y_mm: float
    angle_deg: float
    space: str | None
    confidence: float


@dataclass(frozen=True)
class Reading:
    """What a table shows, in a game's words.

    Attributes
    ----------
    observation : the game's observation object, or None when no board could be made out.
    notation : the observation in text (the visible part of a position), or "" without a board.
    pieces : every piece with its place in the board frame.
    problems : what is wrong with the board, in sentences; empty when all is well.
    board_from_table : (dx_mm, dy_mm, turn_deg): rotate a table point by turn_deg, then add dx, dy, to get board mm.
    """

    observation: Any
    notation: str
    pieces: tuple[PieceReading, ...]
    problems: tuple[str, ...]
    board_from_table: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Lying(Protocol):
    """A piece as it is seen, or as it was put."""

    @property
    def piece(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def x_mm(self) -> float: ...
    @property
    def y_mm(self) -> float: ...
    @property
    def angle_deg(self) -> float: ...


class SightingLike(Lying, Protocol):
    """What `read` needs of a sighting (so that the law does not import the eye)."""

    @property
    def confidence(self) -> float: ...
    @property
    def remembered(self) -> bool: ...


class StandpointLike(Protocol):
    """From where a table is seen; see `referee.vision.scene.Standpoint`."""

    @property
    def camera_mm(self) -> tuple[float, float, float]: ...
    @property
    def shown_mm(self) -> Sequence[tuple[float, float]]: ...


class SceneLike(Protocol):
    """What `read` needs of a scene; see `referee.vision.scene.Scene`."""

    @property
    def sightings(self) -> Sequence[SightingLike]: ...
    @property
    def clear_mm(self) -> Sequence[tuple[float, float]]: ...
    @property
    def hidden_mm(self) -> Sequence[tuple[float, float]]: ...
    @property
    def covered(self) -> Sequence[Sequence[tuple[float, float]]]: ...
    @property
    def standpoint(self) -> StandpointLike | None: ...


class Dice(Protocol):
    """Where chance comes from: `random.Random` fits."""

    def randrange(self, stop: int, /) -> int: ...
    def random(self) -> float: ...


@dataclass(frozen=True)
class PlayedTurn:
    """One turn of a seeded race with its truth.

    Attributes
    ----------
    player : the driver.
    turn : what was really done, in turn notation (planted faults included).
    before, after : positions in notation; `after` is what stands on the table.
    stops : what the table shows after each movement (visible notation), the last one equal to `after`'s visible part.
    declared : what the players said aloud, in declaration notation.
    rolls : dice seen in the tray during the turn, as (stop index, face).
    truth : ``legal`` or the id of the broken rule.
    culprit : who broke it: the driver, or who came in his turn; "" of a legal turn.
    """

    player: str
    turn: str
    before: str
    after: str
    stops: tuple[str, ...]
    declared: tuple[str, ...]
    truth: str
    rolls: tuple[tuple[int, str], ...] = ()
    culprit: str = ""


@dataclass(frozen=True)
class WhatNow:
    """What the page shows beside the board.

    Attributes
    ----------
    player : who is to move (``red``).
    sentence : what they may do, in one sentence.
    ends : spaces a legal turn can end on.
    standings : one row a car, in race order: {car, player, lap, place, tokens, note}; for the place see `place_of`.
    seconds : how long the driver has for this turn, 0 without a move timer.
    time_up : the declaration that says the time has run out, "" without a timer. Who shows the timer makes it.
    """

    player: str
    sentence: str
    ends: tuple[str, ...]
    standings: tuple[Mapping[str, str], ...]
    seconds: int = 0
    time_up: str = ""


LAST = 10**6
"""Behind every place."""


def place_of(row: Mapping[str, str]) -> int:
    """The place in a row of standings: a number from 1, the same for who is level; `LAST` for who has none.

    >>> place_of({"place": "2"}) < place_of({"place": ""})
    True
    """
    return int(row["place"]) if row["place"].isdecimal() else LAST


def standing(car: str, player: str, lap: str, place: int, tokens: str, note: str) -> Mapping[str, str]:
    """One row of the standings."""
    return {"car": car, "player": player, "lap": lap, "place": str(place), "tokens": tokens, "note": note}


Cell = tuple[int, int]
"""Column and row of a drawing, counted from 0."""
_CELL = re.compile(r"([a-z])([1-9]\d?)")


def cell_name(cell: Cell) -> str:
    """A cell by its column and row.

    >>> cell_name((2, 0)), cells_named("c1d12")
    ('c1', ((2, 0), (3, 11)))
    """
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def cells_named(text: str) -> tuple[Cell, ...]:
    """The cells of names that stand one behind the other. Raises NotationError."""
    names = _CELL.findall(text)
    if "".join(letter + digits for letter, digits in names) != text:
        raise NotationError(told("drawn-no-cells", text=text[:40]))
    return tuple((ord(letter) - ord("a"), int(digits) - 1) for letter, digits in names)


@dataclass(frozen=True)
class Drawn:
    """What there is to say of a track that somebody drew.

    Attributes
    ----------
    problems : what is wrong, as sentences; cells are called as `cell_name` does.
    wrong : the cells that these speak of.
    road : the cells in driving order from the line on, empty while the road is not closed.
    corners : those of its corners, in the order of their numbers.
    way : the way round as kits and positions have it, "" unless the track is legal.
    agreed : what has to be agreed on to race on it.
    """

    problems: tuple[str, ...] = ()
    wrong: tuple[Cell, ...] = ()
    road: tuple[Cell, ...] = ()
    corners: tuple[Cell, ...] = ()
    way: str = ""
    agreed: Agreed = field(default_factory=dict)


class TrackDrawing(Protocol):
    """How a game whose track people may draw holds a drawing against its rules; a way is a track as its kit has it."""

    def drawn(self, cells: Collection[Cell], line: Cell | None) -> Drawn:
        """What there is to say of tiles on some cells."""

    def agreed_on(self, name: str) -> Agreed:
        """What has to be agreed on for a race on a track of the kit. Raises KitError."""

    def start_on(self, name: str, players: int, dice: Dice, agreed: Mapping[str, str]) -> str:
        """The start on a track of the kit, by its name or way. Raises NotationError and KitError."""


def nothing_follows(observation: object, position: object) -> Any:
    """The next race of a game that has single races only. Raises NotationError."""
    raise NotationError(told("this-game-has-single-races"))


@dataclass(frozen=True)
class Parts(Generic[PositionT, ObservationT]):
    """The functions of one game beside its rule book, named as the methods of `Game` that ask them.

    Positions and looks are its own. `may_be` is what no look shows after turns that nobody saw: every position that may
    be so, given the one before them and the one that takes the table as it stands. `unknown` is what stays unknown of a
    driver after such turns until he shows it: too much to think of before it matters, as states of the rule book.
    `under_way` are the positions of a race that is no start any more, as a table shows it, the likeliest first; what no
    look tells is in each as is likeliest. `turns` are the letters of those whose turn it may be, each with the position
    in which it is his. `now`
    is what the driver may do, in one sentence, and the spaces on which a legal turn can end. `driver` is the letter of
    who is to act, `missing` those of whose piece is not made out, `drivers` what people call them. `about`, `instead`,
    `own` and `place` are asked by the methods of `Game` of these names.
    """

    parse_position: Callable[[str], PositionT]
    position_text: Callable[[PositionT], str]
    start: Callable[[int, Dice, Agreed], PositionT]
    start_from: Callable[[ObservationT, int, Agreed], PositionT]
    turn_in_words: Callable[[str, bool], str]
    normal_declaration: Callable[[str, PositionT], str]
    accept: Callable[[PositionT, ObservationT], PositionT]
    now: Callable[[PositionT], tuple[str, tuple[str, ...]]]
    pad: Callable[[PositionT], tuple[Question, ...]]
    layout: Callable[[str, Manifest], tuple[PlacedPiece, ...]]
    read: Callable[[SceneLike, Manifest, str | None], Reading]
    diagram: Callable[[str, Mapping[str, Any]], str]
    over: Callable[[PositionT], str | None]
    driver: Callable[[PositionT], str] = lambda position: next(iter(position.queue), "")  # type: ignore[attr-defined]
    status: Callable[[PositionT], frozenset[Violation]] = lambda position: frozenset()
    unplayable: Callable[[PositionT], frozenset[Violation]] = lambda position: frozenset()
    standings: Callable[[PositionT], Iterable[Mapping[str, str]]] = lambda position: ()
    went_on: Callable[[PositionT, Sequence[ObservationT], ObservationT], bool] = lambda position, stops, seen: False
    missing: Callable[[PositionT, ObservationT], Iterable[str]] = lambda position, seen: ()
    handled: Callable[[PositionT], Iterable[Handled]] = lambda position: ()
    under_way: Callable[[ObservationT, int, Agreed], Iterable[PositionT]] | None = None
    turns: Callable[[PositionT], Iterable[tuple[str, PositionT]]] = lambda position: ()
    moved: Callable[[PositionT, PositionT], Mapping[str, Any]] = lambda before, after: {}
    went_through: Callable[[PositionT, str], Mapping[str, Sequence[tuple[float, float]]]] = lambda before, turn: {}
    changed: Callable[[ObservationT, ObservationT], bool] | None = None
    may_be: Callable[[PositionT, PositionT], Iterable[PositionT]] = lambda before, taken: (taken,)
    unknown: Callable[[PositionT, PositionT, str], Iterable[Any]] = lambda before, now, driver: ()
    has_no_move: Callable[[PositionT], bool] = lambda position: False
    next_race: Callable[[PositionT, Dice], PositionT | None] = lambda position, dice: None
    next_from: Callable[[ObservationT, PositionT], PositionT] = nothing_follows
    season: Callable[[PositionT], Season | None] = lambda position: None
    timer: Callable[[PositionT], tuple[int, str]] = lambda position: (0, "")
    turn_facts: Callable[[str], TurnFacts] | None = None
    about: Mapping[str, str] = field(default_factory=dict)
    drivers: Mapping[str, str] = field(default_factory=dict)
    instead: Callable[[PositionT, PositionT, str, Mapping[str, Any]], Iterable[str]] = lambda before, now, how, said: ()
    own: Mapping[str, str] = field(default_factory=dict)
    place: Callable[[PositionT, str, Manifest], tuple[float, ...] | None] = lambda position, name, kit: None

    @classmethod
    def of(cls, *modules: ModuleType, **own: Any) -> Parts[Any, Any]:
        """The functions that a game's modules define under these names, and some of its `own` instead.

        Raises TypeError for a part that is lacking. As with a rule book, the contract suite checks what they take.
        """
        names = {one.name for one in fields(cls)} - own.keys()
        found = [(name, vars(module)[name], module) for module in modules for name in names & vars(module).keys()]
        # what a module has only imported is another one's
        return cls(**{name: one for name, one, module in found if one.__module__.startswith(module.__name__)}, **own)


@lru_cache(maxsize=512)
def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    """What a line of notation says: the looks and the positions of a turn are asked about many times."""
    return parse(text)


@lru_cache(maxsize=64)
def _laid(lay: Callable[[str, Manifest], Any], text: str, manifest: Manifest) -> Any:
    """Where the pieces of a look lie: it is asked whether they can be laid, then they are, and lie there a while."""
    return lay(text, manifest)


class InParts:
    """A game as far as its `Parts` answer: text is read, one of their pure functions is asked, the answer is written.

    Attributes
    ----------
    players_allowed : how many may play, rising.
    options : what the table may agree on before the race: variants, laps and the like, as a page can ask for them.
    book : its rule book.
    words : what its facts are called in people's languages.
    """

    name: str
    title: str
    players_allowed: tuple[int, ...]
    options: tuple[Option, ...]
    book: RuleBook[Any, Any]
    parts: Parts[Any, Any]
    words: Catalogue = COMMON
    only_said: frozenset[str] = frozenset()
    """Rules that nothing but a word breaks: people are asked about it, so it is no fault to plant."""
    confirmed: frozenset[str] = frozenset()
    """Rules that a word breaks of which people are asked first whether it was meant: planted as if they said so."""
    trusts = True
    """Whether a story that takes for granted what was neither seen nor said tells that the next turn began, or excuses
    a fault as a turn before that went otherwise than it was taken."""
    says_alone = False
    """Whether of a fault that is planted is said that nobody else has had a turn unseen."""

    def _position(self, position: str) -> Any:
        """A position from its notation. Raises NotationError."""
        return _parsed(self.parts.parse_position, position)

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id."""
        return self.book.rules

    def sets(self, players: int, agreed: Agreed = NOTHING_AGREED) -> int:
        """How many sets of pieces such a race takes: one, or two piecepacks. Raises NotationError as `start` does."""
        return 1

    def whose(self, position: str) -> str:
        """Who drives which pieces, in a sentence, where somebody drives several. Raises NotationError."""
        return ""

    def sets_of(self, position: str) -> int:
        """How many sets of pieces the race of a position takes. Raises NotationError when it cannot be read."""
        return 1

    def start(self, players: int, seed_dice: Dice, agreed: Agreed = NOTHING_AGREED) -> str:
        """A position to start a race from (the recommended board), grid order by `seed_dice`.

        Raises NotationError for a number of players or an option that there is not.
        """
        check_players(self.title, self.players_allowed, players)
        return self.parts.position_text(self.parts.start(players, seed_dice, agreed))

    def start_from(self, observation: Any, players: int, agreed: Agreed = NOTHING_AGREED) -> str:
        """The start position that a survey of the table shows. Raises NotationError when it is none."""
        return self.parts.position_text(self.parts.start_from(observation, players, agreed))

    @property
    def can_be_joined(self) -> bool:
        """Whether a race of it can be begun in the middle."""
        return self.parts.under_way is not None

    def under_way(
        self, observation: Any, players: int, agreed: Agreed = NOTHING_AGREED, said: Sequence[tuple[str, str]] = ()
    ) -> str:
        """The position of a race that is under way, as a survey shows it, and what else may be so.

        `said` is what people tell of what no camera sees, by pieces and deeds of `unseen`. Raises NotationError when
        the table shows no such race, or what was said cannot be.
        """
        if self.parts.under_way is None:
            raise NotationError(told("begins-at-its-start", title=self.title))
        shown = [one for one in self.parts.under_way(observation, players, agreed) if self.parts.over(one) is None]
        if not shown:
            raise NotationError(told("race-is-over"))
        worlds = (world for one in shown for world in self.parts.may_be(one, one))
        position = believed(Otherwise(self.parts.position_text(one)) for one in worlds)
        deeds = ((one, deed) for one in self.unseen(position) for deed in one.deeds)
        # whoever may be to act is believed to be, and nobody is accused of what he holds beside what he may hold
        doubtful = {told_by(one.piece, deed.text) for one, deed in deeds if kind_of(deed) not in (NEXT, TAKE)}
        for piece, text in said:
            position = self.with_piece(position, piece, text)
        return not_known(position, "", frozenset(doubtful - {told_by(*one) for one in said}))

    def unseen(self, position: str) -> tuple[Handled, ...]:
        """What no camera sees of a position and people may tell: the deeds by which nothing changes that is seen."""
        look = self.visible(position)

        def hidden(deed: Deed) -> bool:
            now = self.visible(self.parts.position_text(deed.after))
            alike = now == look or (
                kind_of(deed) not in HELD and not self.changed(self.observe(look), self.observe(now))
            )
            return kind_of(deed) in UNSEEN and alike

        found = []
        for one in self.handled(position):
            kinds = {kind_of(deed) for deed in one.deeds if not deed.so and hidden(deed)}
            deeds = tuple(deed for deed in one.deeds if kind_of(deed) in kinds and hidden(deed))
            if deeds:
                found.append(replace(one, put=None, deeds=deeds))
        return tuple(found)

    def next_race(self, position: str, seed_dice: Dice) -> str | None:
        """The start of the next race of a campaign or championship; None when this race is not over or was the last."""
        following = self.parts.next_race(self._position(position), seed_dice)
        return None if following is None else self.parts.position_text(following)

    def next_from(self, position: str, observation: Any) -> str:
        """The start of the next race as a survey shows it: `position` is the race that is over, its score goes on.

        Raises NotationError with what is wrong, also when there is no next race.
        """
        return self.parts.position_text(self.parts.next_from(observation, self._position(position)))

    def season(self, position: str) -> Season | None:
        """The campaign or championship that a race belongs to, as it stands; None for a single race."""
        return self.parts.season(self._position(position))

    def status(self, position: str) -> frozenset[Violation]:
        """What is wrong with a position, each under its rule, as a set. Raises NotationError if it cannot be read."""
        return self.parts.status(self._position(position))

    def check_position(self, position: str) -> tuple[str, ...]:
        """What is wrong with a position, in sentences: `status` in words. Raises NotationError."""
        return tuple(sorted(fault.message for fault in self.status(position)))

    def unplayable(self, position: str) -> tuple[str, ...]:
        """What keeps a race from going on from a position, in sentences. Raises NotationError.

        The rest of `check_position` is the trace of faults that the table let stand: it is told, and play goes on.
        """
        return tuple(sorted(fault.message for fault in self.parts.unplayable(self._position(position))))

    def visible(self, position: str) -> str:
        """The part of a position that a camera can see, as an observation in text."""
        return self.observation_notation(self.observe(position))

    def observe(self, text: str) -> Any:
        """The observation object for visible notation or a whole position. Raises NotationError."""
        return _parsed(self.book.parse_look, text)

    def observation_notation(self, observation: Any) -> str:
        """The text of an observation: the inverse of `observe`."""
        return self.book.look_text(observation)

    def driver(self, position: str) -> str:
        """Who is to move, as called at the table (``red``)."""
        return self.called(self.parts.driver(self._position(position)))

    def called(self, letter: str) -> str:
        """What people call a driver whom notation and facts call by a letter."""
        return self.parts.drivers.get(letter, letter)

    def went_on(self, position: str, stops: Sequence[Any], observation: Any) -> bool:
        """Whether the driver whose turn `stops` showed moved a piece of his own once more in `observation`."""
        before = self._position(position)
        return bool(self.parts.driver(before)) and self.parts.went_on(before, stops, observation)

    def put_back(self, stops: Sequence[Any], observation: Any) -> int | None:
        """How many of the stops remain when the table lies again as at an earlier one; None when it shows another.

        What was thrown before that may lie there still.
        """
        alike = (index for index, earlier in enumerate(stops[:-1]) if not self.changed(earlier, observation))
        return next(alike, None)

    def has_no_move(self, position: str) -> bool:
        """Whether the driver cannot move at all: his turn is over as soon as the next driver moves."""
        return self.parts.has_no_move(self._position(position))

    def out_of_sight(self, position: str, observation: Any) -> Mapping[str, str]:
        """The drivers, as `driver` calls them, whose piece should be on the table and was not made out: its name."""
        missing = self.parts.missing(self._position(position), observation)
        return {self.called(letter): self.own(letter) for letter in missing}

    def changed(self, before: Any, after: Any) -> bool:
        """Whether two observations differ in something both saw (pose noise and covered things do not count)."""
        own = self.parts.changed
        return own(before, after) if own is not None else self.book.clash(before, after) > 0

    def accept(self, position: str, observation: Any) -> str:
        """The position that takes the table as it stands, whatever led to it; unseen things stay as they were.

        What else may be so lives on, with the same table.
        """
        worlds = ((one, self.parts.accept(self._position(one.position), observation)) for one in all_of(position))
        return believed(replace(one, position=self.parts.position_text(taken)) for one, taken in worlds)

    def after_turns_missed(self, position: str, observation: Any) -> str:
        """The position that takes the table as it stands after too many turns to follow, and what else may be so."""
        before = self._position(position)
        may_be = self.parts.may_be(before, self.parts.accept(before, observation))
        return believed(map(Otherwise, map(self.parts.position_text, may_be)))

    @property
    def open_notation(self) -> bool:
        """Whether everybody may read the notation; not when it names what lies face down."""
        return True

    def handled(self, position: str) -> tuple[Handled, ...]:
        """The pieces that can be set by hand, and what can be done to each."""
        return tuple(self._handled(self._position(position)))

    def _handled(self, position: Any) -> Iterable[Handled]:
        """The pieces, and whose turn it is."""
        yield from self.parts.handled(position)
        now = self.parts.driver(position)
        turns = [
            Deed(f"{NEXT}:{who}", after, self.words.told("called", who=who), who == now)
            for who, after in (self.parts.turns(position) if now else ())
        ]
        if len(turns) > 1:
            yield Handled(WHOSE_TURN, told("whose-turn"), deeds=tuple(turns))

    def with_piece(self, position: str, piece: str, space: str) -> str:
        """The position with one piece set elsewhere by hand; whose turn it is stays.

        Pieces and spaces are called as the diagram does: ``data-piece`` and ``data-space``; where there are no spaces,
        a place is `x:y` in mm of the board (with `:angle` to turn the piece). In the stead of a space stands what else
        is done to the piece, as `handled` offers it (see `referee.games.deeds`). Raises NotationError with a sentence
        when there is no such piece or place, that cannot be done, or the position would break a rule that it kept.

        What else may be so lives on with the piece set so, but for what it cannot be done in.
        """
        first, *others = all_of(position)
        worlds = [replace(first, position=self._with_piece(first.position, piece, space))]
        for one in others:
            with suppress(NotationError):  # what people can do rules out what they could not do it in
                worlds.append(replace(one, position=self._with_piece(one.position, piece, space)))
        return believed(worlds)

    def _with_piece(self, position: str, piece: str, space: str) -> str:
        before = self._position(position)
        after = by_hand(self._handled(before), piece, space)
        wrong = sorted(fault.message for fault in self.parts.status(after) - self.parts.status(before))
        if wrong:
            raise NotationError(told("it-cannot-be-put-there", points=wrong))
        return self.parts.position_text(after)

    def what_now(self, position: str) -> WhatNow:
        """Whose turn it is and how the race stands."""
        before = self._position(position)
        ended, driver, rows = self.parts.over(before), self.driver(position), tuple(self.parts.standings(before))
        if ended or not driver:
            nobody = fact("now")
            return WhatNow("", ended or (self.words.tell(nobody) if self.words.knows(nobody) else ""), (), rows)
        sentence, ends = self.parts.now(before)
        return WhatNow(driver, sentence, ends, rows, *self.parts.timer(before))

    def declarations(self, position: str) -> tuple[Question, ...]:
        """The declaration pad: what may be said now, each with its buttons."""
        before = self._position(position)
        return self.parts.pad(before) if self.parts.driver(before) else ()

    def check_declaration(self, position: str, text: str) -> str:
        """A declaration in normal form. Raises NotationError with a sentence."""
        return self.parts.normal_declaration(text, self._position(position))

    def layout(self, position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
        """Where every piece lies for a position."""
        pieces: tuple[PlacedPiece, ...] = _laid(self.parts.layout, position, manifest)
        return pieces

    def read(self, scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
        """What the scene shows; `expected` (a position) carries board, facing and covered fixed pieces over."""
        return self.parts.read(scene, manifest, expected)

    def about(self, broken: str, how: str) -> str:
        """Which pieces lie wrongly when this rule is broken so, to be filled from its fact: ``coin:*@{square}``.

        A name of pieces with ``*``, then after ``@`` the places on which they lie, parted by ``+``; without a name it
        is the place itself, and "" is nothing on the table. Parts have it by ``rule.how``, ``.how`` or ``rule``.
        """
        rule = broken.rpartition("/")[2]
        keys = (f"{rule}.{how}", f".{how}", rule)
        return next((self.parts.about[key] for key in keys if key in self.parts.about), OWN)

    def instead(self, before: str, now: str, broken: str, said: Mapping[str, Any]) -> tuple[str, ...]:
        """Places that would have been right where this rule was broken in a turn, as far as its fact tells.

        Named as in sentences; a number is a tile of the path that was laid. The game has it by ``rule.how``. Where a
        place tells how what lies there is turned, what the rule is about belongs there; ``card:*@c3`` is what lies
        there, and `BACK` where that was before.
        """
        how = f"{broken.rpartition('/')[2]}.{said.get('how', '')}"
        try:
            return tuple(self.parts.instead(self._position(before), self._position(now), how, said))
        except (KeyError, NotationError):  # a fact of another version, that does not tell it
            return ()

    def own(self, who: str) -> str:
        """The piece that drives for whom facts call so: its name, where it is another than the letter, or a pattern."""
        return self.parts.own.get(who, f"*:{who}")

    def rolled(self, manifest: Manifest) -> frozenset[str]:
        """The pieces that are rolled: a die that stands for somebody's car is driven."""
        return manifest.rollable - {*self.parts.own.values()}

    def place(self, position: str, name: str, manifest: Manifest) -> tuple[float, ...] | None:
        """Where a place of facts is, mm as in `layout`, and the angle of what belongs there; None for none."""
        try:
            return self.parts.place(self._position(position), name, manifest)
        except NotationError:
            return None

    def diagram(self, position: str, marks: Mapping[str, Any]) -> str:
        """The position as SVG; marks: {"from": space, "to": space, "ends": [...], "fault": bool}."""
        return Drawing(self.parts.diagram(position, marks), self.words)

    def moved(self, before: str, after: str) -> Mapping[str, Any]:
        """Marks for `diagram` that show the move between two positions ({} when no piece moved)."""
        return self.parts.moved(self._position(before), self._position(after))

    def over(self, position: str) -> str | None:
        """The outcome in a sentence, or None while the race goes on."""
        return self.parts.over(self._position(position))
