"""The referee's word on the open turn of a record, with all the turns before it in mind."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from referee.games.base import Game, Status, Verdict
from referee.games.catalogue import messages_of
from referee.games.fact import parse_word, word_text
from referee.judge.hindsight import could_be_legal
from referee.judge.missed import turns_in
from referee.judge.past import Past, Told, Word
from referee.judge.verdict import doubted, judge
from referee.judge.words import ANOTHER, Astray, elsewhere, whose_words
from referee.record.entry import Entry
from referee.record.fold import Closed, RaceState

MOST_TOLD_AGAIN = 4
"""So many turns are told again at most before anybody is accused."""


def word_on(game: Game, state: RaceState, closed: bool) -> Verdict:
    """Judge the open turn with all that is known. Raises NotationError for what cannot be read."""
    now = open_turn(game, state)
    return excused(game, state, judge(game, now.position, now.stops, now.declared, closed), closed)


def excused(game: Game, state: RaceState, verdict: Verdict, closed: bool) -> Verdict:
    """The word on the open turn; a fault is asked about while something unsaid or unseen before may excuse it."""
    if verdict.status is not Status.ILLEGAL:
        return verdict
    if game.weighs_words:
        unclear = state.unexplained or _bridged(state) or _fault_put_back(game, state)
        unclear = unclear or _legal_together(game, state, closed)
        return doubted(verdict) if unclear else verdict
    past, now = past_turns(game, state), open_turn(game, state)
    asked = elsewhere(game, past, now, closed)
    if asked is not None:
        return whose_words(game, past, now, asked, verdict)
    if state.in_doubt or _fault_put_back(game, state) or could_be_legal(game, past, now, closed):
        return doubted(verdict)
    return verdict


def _bridged(state: RaceState) -> bool:
    """Whether one of the last verdicts tells several turns that were seen at one look.

    Who had them is then a guess, be it the likeliest, and so is whose turn it is now.
    """
    return any(turns_in(str(one.data.get("turn", ""))) > 1 for one in state.turns[-MOST_TOLD_AGAIN:])


def _legal_together(game: Game, state: RaceState, closed: bool) -> bool:
    """Whether the open turn is legal play together with turns before it, told otherwise than they were.

    They are told again back to one that left nothing open, to a fault, or to a position that people set.
    """
    turns: list[Told] = [open_turn(game, state)]
    for past in reversed(state.closers):
        entry, taken = past.entry, past.entry.data.get("guessed") and len(past.stops) > 1
        if entry.kind != "verdict" and not taken:
            if entry.before != entry.after:
                return False
            continue
        if entry.kind == "verdict" and state.status(entry) == Status.ILLEGAL.value:
            return False
        looks = [game.observe(text) for text in past.stops or (game.visible(entry.before),)]
        looks += [game.observe(str(entry.data["baseline"]))] if taken else []
        turns.insert(0, Told(entry.before, looks, _words(past.said, past.said_at)))
        if game.legal_together(entry.before, [(turn.stops, turn.declared) for turn in turns], closed):
            return True
        if len(turns) > MOST_TOLD_AGAIN or (not taken and len(entry.data.get("lines", ())) == 1):
            return False
    return False


def _fault_put_back(game: Game, state: RaceState) -> bool:
    """Whether the table looked in this turn as it did before the fault of the last one.

    Somebody put the fault back, which is nobody's move; who plays next, nobody has said.
    """
    last = state.closers[-1] if state.closers else None
    if last is None or last.entry.kind != "verdict" or state.status(last.entry) != Status.ILLEGAL.value:
        return False
    return any(looked_so(game, last, game.observe(text)) for text in state.stops[1:])


def looked_so(game: Game, closed: Closed, look: Any) -> bool:
    """Whether the table looked like this in a closed turn, before the last that was seen of it."""
    return any(not game.changed(game.observe(text), look) for text in closed.stops[:-1])


def astray(game: Game, state: RaceState, closed: bool) -> Astray | None:
    """The words of the open turn that may be about another, for a turn that is a fault or a question with them."""
    now = open_turn(game, state)
    if not game.weighs_words:
        return elsewhere(game, past_turns(game, state), now, closed)
    verdict = judge(game, now.position, now.stops, now.declared, closed)
    strange = {str(one.fact.get("word")) for one in messages_of(verdict.lines[0].assumes) if one.fact.kind == "astray"}
    words = tuple(
        word for word in now.words if strange & {word.text, word_text(parse_word(word.text, ascii_uppercase))}
    )
    return (verdict, words, ANOTHER) if words else None


def open_turn(game: Game, state: RaceState) -> Told:
    """The turn under way."""
    return Told(state.position, looks_of(game, state), _words(state.said, state.said_at))


def looks_of(game: Game, state: RaceState) -> list[Any]:
    """The looks of the turn under way, the first one before anything was done in it.

    Where people have set the position by hand otherwise than the camera saw the table then, they are believed.
    """
    start = game.observe(game.visible(state.position))
    looks = [game.observe(text) for text in state.stops]
    return [start, *looks[1:]] if not looks or game.changed(start, looks[0]) else looks


def past_turns(game: Game, state: RaceState) -> tuple[Past, ...]:
    """The turns since the start, or since anybody set the position by hand, oldest first."""
    found: list[Past] = []
    for closed in reversed(state.closers):
        if closed.entry.kind == "verdict":
            found.append(_past(game, closed, state.status(closed.entry) == Status.LEGAL.value))
        elif closed.entry.data.get("guessed") and len(closed.stops) > 1:
            found.append(_taken(game, closed))
        elif closed.entry.before != closed.entry.after:
            break
    return tuple(reversed(found))


def _past(game: Game, closed: Closed, fine: bool) -> Past:
    entry = closed.entry
    looks = [game.observe(text) for text in closed.stops or (game.visible(entry.before),)]
    lines = entry.data.get("lines", ())
    legal = [str(line["after"]) for line in lines if not line["violations"]]
    if len(looks) < 2:
        legal.append(entry.before)  # nothing was seen of it: perhaps it was no turn at all
    others = tuple(dict.fromkeys(after for after in legal if after != entry.after))
    return Past(entry.before, looks, _words(closed.said, closed.said_at), others, fine)


def _taken(game: Game, closed: Closed) -> Past:
    """A turn that ended when people took the table as it stood: what it was is open, with its words or without."""
    entry, words = closed.entry, _words(closed.said, closed.said_at)
    looks = [game.observe(text) for text in closed.stops]
    told = [judge(game, entry.before, looks, said, True) for said in (tuple(word.text for word in words), ())]
    legal = [line.after for found in told for line in found.lines if not line.violations]
    others = tuple(dict.fromkeys(after for after in legal if after != entry.after))
    return Past(entry.before, looks, words, others, False, game.observe(str(entry.data["baseline"])))


def _words(said: Sequence[Entry], at: Sequence[int]) -> tuple[Word, ...]:
    return tuple(
        Word(str(one.data.get("text", "")), index, bool(one.data.get("sure")), bool(one.data.get("carried")), one.id)
        for one, index in zip(said, at, strict=True)
    )
