"""A whole `Game` from nothing but a rule book: how a game that another package brings comes to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.games.base import Line, Parts, Question, Reading, SceneLike
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.rulebook import RuleBook
from referee.mind.belief import belief_in
from referee.mind.reasoned import Game, heard
from referee.mind.search import Evidence, Turn, Word
from referee.mind.verdict import ALONE, DONE, rule
from referee.words.catalogue import Message
from referee.words.fact import Fact, fact, parse_word, word_text

LOTS = 64
"""So many starts are drawn to find the one that lies on the table: enough for who begins, not for a shuffled board."""


class FromBook(Game):
    """A game of which there is a rule book and no more: positions and looks are the book's own.

    Parameters
    ----------
    book : the rule book; its `text` also tells what lies there in the middle of a turn, and after a slip.
    """

    trusts = False  # where all throw the same dice, a throw that nobody saw lets anybody have done anything
    says_alone = True

    def __init__(self, book: RuleBook[Any, Any]) -> None:
        self.book, self.words = book, book.words
        self.name, self.title = book.name, book.title
        self.players_allowed, self.options = book.players_allowed, book.options
        self.parts = Parts(
            parse_position=self._state,
            position_text=book.text,
            start=book.start,
            start_from=self._start_shown,
            driver=book.driver,
            turn_in_words=lambda turn, complete: turn,
            normal_declaration=self._normal,
            accept=self._accepted,
            now=lambda state: (self.words.tell(fact("to-act", who=self.book.driver(state))), ()),
            pad=self._pad,
            layout=self._layout,
            read=self._read,
            diagram=self._diagram,
            over=self._over,
        )

    def explain(self, position: str, stops: Sequence[Any], declared: Sequence[str], closed: bool) -> tuple[Line, ...]:
        """The worlds that are left as lines of play; of a turn that none explains, that it is not clear."""
        lines = super().explain(position, stops, declared, closed)
        unclear = fact("turn", who=self.book.driver(self._state(position)), how="unclear")
        return tuple(
            replace(line, told=self.words.tell(unclear)) if line.turn and not line.told else line for line in lines
        )

    def told(self, turns: Sequence[Turn[Any]]) -> str:
        """Some turns in words: what the book's catalogue calls their deeds."""
        return self.words.sentence(_story(turns))

    def word(self, position: str, text: str) -> Word:
        return heard(self._said(text), text)

    def stop(self, state: Any) -> str:
        """A whole position: a look does not tell where everything lies."""
        return self.book.text(state)

    def spoken(self, position: str, driver: str, told: Fact) -> str:
        """Who is meant is always said, for all may throw the same dice."""
        return word_text(told)

    def _said(self, text: str) -> Fact:
        """A declaration; a player of whom the catalogue has a name may stand in front."""
        head = text.strip().partition(":")[0]
        return parse_word(text, {head} if self.words.knows(Fact(f"who-{head}")) else ascii_uppercase)

    def _answer(self, driver: str, about: Fact, value: str, called: Fact | None) -> tuple[str, str]:
        """A button and what it declares, with who is meant."""
        return super()._answer(driver, about, value, called)[0], word_text(about.also(value=value))

    def _start_shown(self, look: Any, players: int, agreed: Agreed) -> Any:
        state, apart = self._nearest_start(look, players, agreed)
        if apart:
            raise NotationError(self.words.told("is-no-start-of", title=self.title, n=apart))
        return state

    def _normal(self, text: str, state: Any) -> str:
        said = self._said(text)
        by = said.get("by") or self.book.driver(state)
        if said.kind not in (DONE, ALONE) and not self.words.knows(said.also(by=by, how="pad")):
            pad = [answer for question in self._pad(state) for _, answer in question.answers]
            how = "example" if pad else ""
            raise NotationError(
                self.words.told("says-nothing", how=how, text=text[:40], title=self.title, text2=(pad or [""])[0])
            )
        return text

    def called(self, driver: str) -> str:
        """A player as people call him."""
        name = Fact(f"who-{driver}")
        return self.words.tell(name) if driver and self.words.knows(name) else driver

    def _state(self, text: str) -> Any:
        return self.book.worlds(text)[0]

    def _nearest_start(self, look: Any, players: int, agreed: Agreed) -> tuple[Any, int]:
        """The start that comes nearest to a look, and in how many things the look differs from it."""
        starts = dict.fromkeys(self.book.start(players, _Lots(lot), agreed) for lot in range(LOTS))
        settled = [self.book.settle(state, look) for state in starts]
        apart = [self.book.clash(self.book.show(state), look) for state in settled]
        return settled[apart.index(min(apart))], min(apart)

    def _lying(self, text: str) -> Any:
        """The state of a position, or the start that a look shows; None for a look at anything else."""
        try:
            return self._state(text)
        except NotationError:
            state, apart = self._nearest_start(self.book.parse_look(text), self.players_allowed[0], NOTHING_AGREED)
            return None if apart else state

    def _accepted(self, state: Any, look: Any) -> Any:
        """What the mind's best story makes of a look; the state as it was when there is none."""
        if not self.book.driver(state):
            return state
        worlds = rule(self.book, belief_in(state), Evidence((self.book.show(state), look))).found.worlds
        return worlds[0].state if worlds else state

    def _pad(self, state: Any) -> tuple[Question, ...]:
        driver = self.book.driver(state)
        found = []
        for ask in self.book.asks(state):
            about = ask.about.also(by=ask.about.get("by") or driver, how="pad")
            called = dict(zip(ask.values, ask.called, strict=False))
            answers = tuple(self._answer(driver, ask.about, value, called.get(value)) for value in ask.values)
            found.append(Question(self.words.tell(about), answers))
        return tuple(found)

    def _layout(self, text: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
        state = self._lying(text)
        if state is None:
            raise NotationError(self.words.told("needs-whole-position"))
        return self.book.layout(state, manifest)

    def _read(self, scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
        return self.book.read(scene, manifest, None if expected is None else self._state(expected))

    def _diagram(self, text: str, marks: Mapping[str, Any]) -> str:
        """The board as SVG; nothing while a survey shows no start."""
        state = self._lying(text)
        return "" if state is None else self.book.drawing(state, marks)

    def _over(self, state: Any) -> str | None:
        ended = self.book.outcome(state)
        return None if ended is None else self.words.tell(ended)


class _Lots:
    """Chance as a row of numbers that is always the same: where the law draws lots, nobody has to be surprised."""

    def __init__(self, lot: int) -> None:
        self._drawn = lot

    def randrange(self, stop: int, /) -> int:
        """A number below `stop`; the first one goes through all of them from lot to lot."""
        drawn = self._drawn % stop
        self._drawn = (self._drawn * 1_103_515_245 + 12_345) % 2**31
        return drawn

    def random(self) -> float:
        """A number from 0 to 1."""
        return self.randrange(1 << 16) / (1 << 16)


def _story(turns: Sequence[Turn[Any]]) -> Message:
    """What was done in some turns, such as those of a world."""
    told = tuple(_turn(turn) for turn in turns)
    return told[0] if len(told) == 1 else Message(fact("story"), (("turns", told),))


def _turn(turn: Turn[Any]) -> Message:
    """Who did what, also out of turn; a step that no notation writes is told as a turn's end, a bare deed never."""
    told = dict.fromkeys(step.deed for step in turn.steps if step.deed.params and (step.text or step.over))
    deeds = tuple(Message(deed) for deed in told)
    if not deeds:
        return Message(fact("turn", who=turn.driver, how="nothing" if turn.over else "not-yet"))
    who = next((by for one in deeds if (by := one.fact.get("by"))), turn.driver)
    return Message(fact("turn", who=who), (("deeds", deeds),))
