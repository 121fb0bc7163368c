"""The referee's word on the open turn of a record, with all the turns before it in mind."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from referee.games.base import Line, Status, Verdict
from referee.games.believed import all_of
from referee.games.looking import Looks
from referee.games.words_said import BEFORE
from referee.judge.verdict import doubted, judge
from referee.mind.reasoned import MOST_LINES, Game
from referee.record.entry import Entry
from referee.record.fold import Closed, RaceState
from referee.record.put_back import lies_as_before_it_was_set
from referee.words.catalogue import messages_of
from referee.words.fact import fact, parse_word, word_text

MOST_TOLD_AGAIN = 4
"""So many turns are told again at most before anybody is accused."""


def word_on(game: Game, state: RaceState, closed: bool) -> Verdict:
    """Judge the open turn with all that is known. Raises NotationError for what cannot be read."""
    return excused(game, state, judge(game, state.position, looks_of(game, state), state.declared, closed), closed)


def excused(game: Game, state: RaceState, verdict: Verdict, closed: bool) -> Verdict:
    """The word on the open turn; a fault is asked about while something unsaid or unseen before may excuse it.

    One that people have had their word on already is not asked about. Words are of a turn before only where one was.
    """
    told = _excused(game, state, verdict, closed)
    if state.turns:
        return told
    asked = (replace(one, answers=tuple(two for two in one.answers if two[1] != BEFORE)) for one in told.questions)
    return replace(told, questions=tuple(asked))


def _excused(game: Game, state: RaceState, verdict: Verdict, closed: bool) -> Verdict:
    if verdict.status is not Status.ILLEGAL or state.word_about([one.rule for one in verdict.violations]):
        return verdict
    if state.doubts(verdict.player):
        return doubted(verdict)
    if _fault_put_back(game, state):
        return doubted(verdict, "put-back")
    if lies_as_before_it_was_set(game, state):
        return doubted(verdict, "set-by-hand")
    legal = _legal_together(game, state, closed)
    if legal is None:  # told as what it is: a fault but for turns that are too many to follow
        legal = (Line("", (), (game.words.tell(fact("missed")),), True, verdict.after),)
    return replace(doubted(verdict, "together"), lines=(*verdict.lines, *legal)) if legal else verdict


def _legal_together(game: Game, state: RaceState, closed: bool) -> tuple[Line, ...] | None:
    """The lines in which the open turn is legal play together with turns before it, told otherwise than they were.

    None where there are too many to know. So what else may be so is known when the next turn is judged.
    They are told again back to one that left nothing open and did not begin with more than was told, to a fault, or to
    a position that people set.
    """
    turns = [(looks_of(game, state), state.declared)]
    for index, past in reversed(list(enumerate(state.closers))):
        entry, taken = past.entry, past.entry.data.get("guessed") and len(past.stops) > 1
        if entry.kind != "verdict" and not taken:
            if entry.before != entry.after:
                return ()
            continue
        if entry.kind == "verdict" and state.status(entry) == Status.ILLEGAL.value:
            return ()
        stops = past.stops or (game.visible(entry.before),)
        begun = state.closers[index + 1].stops if index + 1 < len(state.closers) else state.stops
        again = next((count for count in range(len(stops) - 1, 0, -1) if stops[-count:] == begun[1 : 1 + count]), 0)
        if again:  # the next driver had begun by then: those are his looks, and what lay there before them nobody saw
            (_, *later), said = turns[0]
            turns[0] = Looks(later, turns[0][0].unseen_ns[1:]), said
            stops = stops[:-again]
        looks = [game.observe(text) for text in stops]
        looks += [game.observe(str(entry.data["baseline"]))] if taken else []
        turns.insert(0, (Looks(looks, past.unseen_ns), past.declared))
        told = len(entry.data.get("lines", ()))
        told_before = len(state.closers[index - 1].entry.data.get("lines", ()) if index else all_of(past.before))
        one_story = not taken and told == 1 and told_before < MOST_LINES
        legal = game.legal_together(past.before, turns, closed)
        if legal or (legal is None and not one_story):  # a search that gave up doubts no turn that can be told one way
            return legal
        if len(turns) > MOST_TOLD_AGAIN or one_story:
            return ()
    return ()


def _fault_put_back(game: Game, state: RaceState) -> bool:
    """Whether the table looked in this turn as it did before the fault of the last one.

    Somebody put the fault back, which is nobody's move; who plays next, nobody has said.
    """
    last = state.closed
    if last is None or last.entry.kind != "verdict" or state.status(last.entry) != Status.ILLEGAL.value:
        return False
    return any(looked_so(game, last, game.observe(text)) for text in state.stops[1:])


def looked_so(game: Game, closed: Closed, look: Any) -> bool:
    """Whether the table looked like this in a closed turn, before the last that was seen of it."""
    return game.put_back([game.observe(text) for text in closed.stops], look) is not None


def astray(game: Game, state: RaceState, closed: bool) -> tuple[Entry, ...]:
    """The words of the open turn that the likeliest story leaves about nothing: they may be about another turn."""
    verdict = judge(game, state.position, looks_of(game, state), state.declared, closed)
    strange = {str(one.fact.get("word")) for one in messages_of(verdict.lines[0].assumes) if one.fact.kind == "astray"}
    said = [(one, str(one.data["text"])) for one in state.said]
    return tuple(one for one, text in said if strange & {text, word_text(parse_word(text, ascii_uppercase))})


def looks_of(game: Game, state: RaceState) -> Looks:
    """The looks of the turn under way, the first one before anything was done in it.

    Where people have set the position by hand otherwise than the camera saw the table then, they are believed.
    """
    start = game.observe(game.visible(state.position))
    looks = [game.observe(text) for text in state.stops]
    looks = [start, *looks[1:]] if not looks or game.changed(start, looks[0]) else looks
    return Looks(looks, (*state.unseen_ns, *[None] * (len(looks) - len(state.unseen_ns))))
