"""A race told from its record: every turn that stands, who was where after it, and the statistics of each driver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from referee.errors import NotationError
from referee.games.base import place_of
from referee.games.season import Season
from referee.games.turn_facts import TurnFacts
from referee.games.words_said import declared_in_words
from referee.mind.reasoned import Game
from referee.record.accused import accused
from referee.record.entry import Entry
from referee.record.fold import Closed, RaceState, fold
from referee.record.played_time import played_ns
from referee.record.podium import outcome
from referee.record.races import races
from referee.record.words import sentence_in


@dataclass(frozen=True)
class Chapter:
    """One turn, or a correction by hand, that stands.

    Attributes
    ----------
    number : of the turn, from 1; 0 for a correction.
    entry : the record's entry.
    player : the driver whose turn it was; "" for a correction.
    about : whom the verdict is about (`accused`).
    status : LEGAL, ILLEGAL or UNDECIDED with overrulings counted; "" for a correction.
    words : the verdict in a sentence, or the correction's cause.
    rules : (title, section) of each rule broken.
    was_overruled, overruled : whether a person said otherwise than the referee, and why, if that was said.
    said : what was declared in the turn.
    places : by driver, the place in the race after the turn.
    laps : by driver, the lap as the game says it.
    facts : the turn's facts for statistics.
    lasted_s : for how long it was played, breaks and absences apart.
    """

    number: int
    entry: Entry
    player: str
    about: tuple[str, ...]
    status: str
    words: str
    rules: tuple[tuple[str, str], ...]
    was_overruled: bool
    overruled: str
    said: tuple[str, ...]
    places: Mapping[str, int]
    laps: Mapping[str, str]
    facts: tuple[TurnFacts, ...]
    lasted_s: float

    @property
    def counted(self) -> str:
        """Its number as it begins a heading; a correction is no turn and has none."""
        return f"{self.number}. " if self.number else ""


@dataclass
class DriverSheet:
    """What one driver did in a race."""

    player: str
    turns: int = 0
    faults: int = 0
    questions: int = 0
    measures: dict[str, list[float]] = field(default_factory=dict)
    dice: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def take(self, facts: TurnFacts) -> None:
        """Count one turn's facts in."""
        for name, values in facts.measures.items():
            self.measures.setdefault(name, []).extend(values)
        self.dice.update(facts.dice)
        self.events.update(facts.events)


@dataclass(frozen=True)
class Story:
    """A whole race.

    Attributes
    ----------
    game : the game's name; `title` as people call it.
    header : the record's.
    start : the start entry.
    chapters : oldest first.
    standings : at the end, best first: {car, player, lap, place, tokens, note}.
    outcome : in a sentence, or "" while the race goes on.
    sheets : by driver.
    position : where it ended, in notation.
    season : the championship or campaign it belongs to, as it stood at its end; None for a single race.
    names : what drivers are called, by their colours.
    """

    game: str
    title: str
    header: Mapping[str, Any]
    start: Entry
    chapters: tuple[Chapter, ...]
    standings: tuple[Mapping[str, str], ...]
    outcome: str
    sheets: Mapping[str, DriverSheet]
    position: str
    season: Season | None = None
    names: Mapping[str, str] = field(default_factory=dict)


def tell(game: Game, header: Mapping[str, Any], entries: Sequence[Entry]) -> Story:
    """The story of a record. Raises NotationError when it has no start or holds no positions of this game."""
    start = next((entry for entry in entries if entry.kind == "start"), None)
    if start is None:
        raise NotationError("This record has no start of a race, so there is nothing to tell.")
    state = fold(entries)
    turn = count(1)
    numbered = ((next(turn) if closed.entry.kind == "verdict" else 0, closed) for closed in state.closers)
    begun, chapters = start, tuple[Chapter, ...]()
    for number, closed in numbered:
        until = [one for one in entries if one.id <= closed.entry.id]
        lasted_s = played_ns(until, begun, closed.entry.time_ns) / 1e9
        chapters, begun = (*chapters, _chapter(game, state, number, closed, lasted_s)), closed.entry
    standings = tuple(sorted(game.what_now(state.position).standings, key=place_of))
    ending = outcome(game, state) or ""
    sheets = _sheets(game, chapters, standings)
    season = game.season(state.position)
    ended = (standings, ending, sheets, state.position, season, state.names)
    return Story(game.name, game.title, header, start, chapters, *ended)


def tell_races(game: Game, header: Mapping[str, Any], entries: Sequence[Entry]) -> tuple[Story, ...]:
    """The story of each race of a record, one or several. Raises NotationError as `tell` does."""
    return tuple(tell(game, header, race) for race in races(entries))


def told_so_far(game: Game, header: Mapping[str, Any], entries: Sequence[Entry]) -> Story:
    """The story of the race that is on, or was last. Raises KeyError before its start."""
    begun = [race for race in races(entries) if any(entry.kind == "start" for entry in race)]
    if not begun:
        raise KeyError("start")
    return tell(game, header, begun[-1])


def _chapter(game: Game, state: RaceState, number: int, closed: Closed, lasted_s: float) -> Chapter:
    entry = closed.entry
    data = entry.data
    rows = game.what_now(entry.after).standings
    rules = [game.rules[str(fault["rule"])] for fault in data.get("violations", ()) if fault["rule"] in game.rules]
    overruling = state.overruled.get(entry.id)
    turn = entry.kind == "verdict"
    return Chapter(
        number=number,
        entry=entry,
        player=str(data.get("player", "")),
        about=tuple(sorted(accused(game, data))),
        status=state.status(entry) if turn else "",
        words=sentence_in(data) or entry.cause,
        rules=tuple((game.words.title(rule.id, rule.title), rule.section) for rule in rules),
        was_overruled=overruling is not None,
        overruled="" if overruling is None else overruling.why,
        said=tuple(declared_in_words(game, one.before, str(one.data.get("text", ""))) for one in closed.said),
        places={row["player"]: place_of(row) for row in rows},
        laps={row["player"]: row["lap"] for row in rows},
        facts=game.turn_facts(str(data.get("turn", ""))) if turn else (),
        lasted_s=lasted_s,
    )


def _sheets(game: Game, chapters: Sequence[Chapter], standings: Sequence[Mapping[str, str]]) -> dict[str, DriverSheet]:
    player_of = {row["car"]: row["player"] for row in standings}
    sheets = {row["player"]: DriverSheet(row["player"]) for row in standings}
    for chapter in (chapter for chapter in chapters if chapter.status):
        sheet = sheets.setdefault(chapter.player, DriverSheet(chapter.player))
        sheet.turns += 1
        sheet.questions += chapter.status == "UNDECIDED"
        for player in chapter.about if chapter.status == "ILLEGAL" else ():
            sheets.setdefault(player, DriverSheet(player)).faults += 1
        for facts in chapter.facts:
            player = player_of.get(facts.car, chapter.player)
            sheets.setdefault(player, DriverSheet(player)).take(facts)
    return sheets
