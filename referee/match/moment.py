"""One moment of a race as people are shown it: it never changes, so many may read it while the referee thinks on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.games.base import Question, Status, Verdict, WhatNow
from referee.games.believed import all_of, unsaid
from referee.games.deeds import NEXT, WHOSE_TURN, told_by
from referee.games.looking import OF_THE_VIEW
from referee.games.words_said import ABOUT_THEM
from referee.judge.verdict import judge
from referee.mind.reasoned import Game
from referee.record.entry import Entry
from referee.record.fold import RaceState, is_provisional
from referee.record.podium import outcome
from referee.record.put_back import to_put_back
from referee.record.verdict_json import verdict_from_json
from referee.words.fact import NO

MOST_READINGS = 3
"""A doubt is shown as that many drawn readings at most."""


def in_order(question: Question) -> tuple[tuple[str, str], ...]:
    """The answers as people are shown them: of many, the one that nothing was done comes first."""
    answers = question.answers
    return tuple(sorted(answers, key=lambda one: not one[1].endswith(f"={NO}"))) if len(answers) > 2 else answers


@dataclass(frozen=True)
class LikelyReading:
    """What one answer to a question would make of the turn.

    Attributes
    ----------
    answer : the words on the button.
    declaration : what the answer declares.
    words : the turn in words, as this answer tells it.
    after : the position it leads to, in notation; `marks` show the move in a diagram of it.
    """

    answer: str
    declaration: str
    words: str
    after: str
    marks: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Moment:
    """A race after some entries.

    Attributes
    ----------
    game : its law.
    state : position, stops and declarations as the entries make them.
    entries : every entry so far, oldest first.
    """

    game: Game
    state: RaceState
    entries: tuple[Entry, ...]

    @cached_property
    def phase(self) -> str:
        """``survey`` before the start, ``race``, or ``over``."""
        if not self.state.position:
            return "survey"
        return "race" if outcome(self.game, self.state) is None else "over"

    @cached_property
    def verdict(self) -> tuple[Entry, Verdict] | None:
        """The newest verdict entry that still stands, with its verdict."""
        for entry in reversed(self.entries):
            void = is_provisional(entry) and entry != self.state.provisional
            if entry.kind == "verdict" and entry.id not in self.state.undone and not void:
                return entry, verdict_from_json(entry.data)
            if entry.kind in ("start", "correct") or self._took_a_turn_back(entry):
                return None
        return None

    @cached_property
    def waiting(self) -> tuple[tuple[Entry, Verdict], ...]:
        """The faults of a strict referee that nobody has answered, newest first, one of the turn under way apart.

        The race may have gone on: the table decides when the next turn begins, and so does whoever says that a turn is
        done. Neither is an answer: a word over the verdict is, and so is a position that was set by hand since.
        """
        if self.state.mode != "strict":
            return ()
        set_by_hand = (one.id for one in self.entries if one.kind == "correct" and one.id not in self.state.undone)
        since = max(set_by_hand, default=0)
        return tuple(
            (turn, verdict_from_json(turn.data))
            for turn in reversed(self.state.turns)
            if turn.data["status"] == Status.ILLEGAL.value and turn.id > since and not self.state.answered(turn.id)
        )

    @cached_property
    def put_back(self) -> tuple[str, ...]:
        """What of the table is still to be laid as it was before what people have undone, in sentences."""
        return to_put_back(self.game, self.state) if self.phase == "race" else ()

    def _took_a_turn_back(self, entry: Entry) -> bool:
        """Whether a person undid a turn or a correction here: what was said before belongs to what is no more."""
        if entry.kind != "undo" or entry.origin != "person":
            return False
        target = entry.data.get("entry")
        return any(one.id == target and one.kind in ("verdict", "correct", "start") for one in self.entries)

    @cached_property
    def pad(self) -> tuple[Question, ...]:
        """What may be declared now."""
        return self.game.declarations(self.state.position) if self.phase == "race" else ()

    @cached_property
    def now(self) -> WhatNow | None:
        """Who drives next and where everybody stands; None before the start."""
        return self.game.what_now(self.state.position) if self.state.position else None

    @cached_property
    def knows_whose_turn(self) -> bool:
        """Whether it is known whose turn it is: of a race that was begun in the middle nobody may have said it."""
        position = self.state.position
        if told_by(WHOSE_TURN, f"{NEXT}:") in unsaid(position) and self.state.in_doubt:
            return False
        return bool(self.state.turns) or len({self.game.driver(one.position) for one in all_of(position)}) == 1

    @cached_property
    def readings(self) -> tuple[LikelyReading, ...]:
        """What the likeliest answers to the first open question would make of the turn; none without a question.

        Nothing is said of whether a reading is legal: people are to say what happened, not what suits them.
        """
        if self.verdict is None or not self.verdict[1].questions or self.state.answered(self.verdict[0].id):
            return ()
        entry, verdict = self.verdict
        closed = not entry.data.get("provisional", False)
        last = self.state.closed if closed else None
        stops = self.state.stops if last is None else last.stops
        said = self.state.declared if last is None else tuple(str(one.data["text"]) for one in last.said)
        seen = [self.game.observe(text) for text in stops]
        found = []
        for answer, declaration in in_order(verdict.questions[0])[:MOST_READINGS]:
            if declaration in (*ABOUT_THEM, *OF_THE_VIEW):
                continue
            told = judge(self.game, entry.before, seen, (*said, declaration), closed)
            marks = {**self.game.moved(entry.before, told.after), "turn": told.turn}
            words = told.lines[0].told or self.game.in_words(told.turn, not told.provisional)
            found.append(LikelyReading(answer, declaration, words, told.after, marks))
        return tuple(found)
