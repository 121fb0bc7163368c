"""Words that were said at the edge of two turns: whose turn they are about is a fact that nobody sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from referee.games.base import Game, Question, Status, Verdict
from referee.games.words_said import AFTER, BEFORE, HERE, NOWHERE, declared_in_words
from referee.judge.past import Past, Told, Word, kind_of
from referee.judge.verdict import judge

WHOSE_TURN = "It is not clear whose turn was meant by what was said, so this is a question and no fault."

ANOTHER = "another"
"""Words that can be about neither neighbour, but are about a turn longer ago, or were said as two things at once."""

LATEST = 3
"""So many turns ago a word may have been meant that is said now."""

MOST_APART = 4
"""So many words are tried in every combination; of more one, two, and those said first or last."""


Astray = tuple[Verdict, tuple[Word, ...], str]
"""What a turn is without some words, the words, and the turn they may be about: `BEFORE`, `AFTER` or `ANOTHER`."""


def elsewhere(game: Game, past: Sequence[Past], turn: Told, closed: bool) -> Astray | None:
    """What a faulty turn is without words that may be about another turn; None when none may.

    Parameters
    ----------
    past : the turns that were closed and can be told again, oldest first.
    turn : the turn that would be a fault, with all that was said in it.
    """
    acted = last_acted(game, turn)
    for words in _some_of(turn.words):
        where = _where(game, past, words, turn, acted)
        if where:
            left = tuple(word.text for word in turn.words if word not in words)
            kinder = judge(game, turn.position, turn.stops, left, closed)
            if kinder.status is not Status.ILLEGAL:
                return kinder, words, where
    return None


def _where(game: Game, past: Sequence[Past], words: tuple[Word, ...], turn: Told, acted: int) -> str:
    """Which other turn words of a turn may be about, "" when some can only be about this one."""
    late = tuple(word for word in words if word.at <= acted)
    if not late:
        return AFTER
    judged = bool(past) and past[-1].taken is None
    if judged and late == words and (all(word.carried for word in late) or fits(game, past[-1], late)):
        return BEFORE
    return ANOTHER if all(_is_loose(game, past[-LATEST:], word, turn) for word in late) else ""


def _is_loose(game: Game, past: Sequence[Past], word: Word, turn: Told) -> bool:
    """Whether a word may be about a turn some time ago, or something else was said in this turn of the same."""
    if any(_says_otherwise(word, other) for other in turn.words):
        return True
    return word.carried or any(fits(game, one, (word,)) for one in past)


def whose_words(game: Game, past: Sequence[Past], turn: Told, found: Astray, accused: Verdict) -> Verdict:
    """The question whose turn was meant, instead of a fault that hangs on it; the words as the pad has them."""
    kinder, words, where = found
    before = [one.position for one in past[-1:]]
    said = ", ".join(declared_in_words(game, turn.position, word.text, *before) for word in words)
    who = accused.player
    here, neither = (f"for {who}'s turn", HERE), ("for neither", NOWHERE)
    if where == BEFORE:
        asked = f"Was this said for {who}'s turn or for the turn before: {said}?"
        answers: tuple[tuple[str, str], ...] = (here, ("for the turn before", BEFORE), neither)
    elif where == AFTER:
        asked = f"Was this said for {who}'s turn or for the turn after: {said}?"
        answers = (here, ("for the turn after", AFTER), neither)
    else:
        asked = f"Was this said for {who}'s turn: {said}?"
        answers = (here, ("for another turn", NOWHERE))
    return replace(
        kinder,
        status=Status.UNDECIDED,
        sentence=f"{WHOSE_TURN} {accused.sentence}",
        questions=(Question(asked, answers),),
        alternatives=(),
        provisional=accused.provisional or kinder.provisional,
    )


def last_acted(game: Game, turn: Told) -> int:
    """The last stop at which the driver's own piece was seen to have moved, 0 when it never was.

    What is said after that may be the next driver's, who begins before the turn is seen to be over.
    """
    for index in range(len(turn.stops) - 1, 0, -1):
        if game.went_on(turn.position, turn.stops[:index], turn.stops[index]):
            return index
    return 0


def _some_of(words: tuple[Word, ...]) -> Iterator[tuple[Word, ...]]:
    """Words that may be about another turn, the fewest first."""
    loose = tuple(word for word in words if not word.sure)
    all_of_them = len(loose) <= MOST_APART
    for count in range(1, len(loose) + 1):
        if all_of_them or count <= 2:
            yield from combinations(loose, count)
        else:
            yield loose[:count]
            yield loose[-count:]


def fits(game: Game, before: Told, words: tuple[Word, ...]) -> bool:
    """Whether words may well be about a turn: it is no fault with them, and tells them, or tells itself otherwise.

    Nobody says two things of one kind about a turn, unless the first was none of its business; and a turn that is the
    same with a word and without it, and does not tell it, has no use for it.
    """
    alone = judge(game, before.position, before.stops, before.declared, closed=True)
    new = {word.kind: word.text for word in words}
    doubled = {text for text in before.declared if kind_of(text) in new}
    if any(text not in new.values() and _is_told(text, alone.turn) for text in doubled):
        return False
    if all(_is_told(word.text, alone.turn) for word in words):
        return True
    declared = (*(text for text in before.declared if text not in doubled), *(word.text for word in words))
    told = judge(game, before.position, before.stops, declared, closed=True)
    if told.status is Status.ILLEGAL:
        return False
    return told.turn != alone.turn or all(_is_told(word.text, told.turn) for word in words)


def _says_otherwise(word: Word, other: Word) -> bool:
    """Whether two words are of one kind, or about one movement of a turn though not said in one breath.

    >>> _says_otherwise(Word("roll=4"), Word("roll=5")), _says_otherwise(Word("gear=2"), Word("roll=2"))
    (True, False)
    >>> late, in_one_breath = Word("token:3=a", at=2), Word("token:3=a")
    >>> _says_otherwise(late, Word("speed:3=2")), _says_otherwise(in_one_breath, Word("speed:3=2"))
    (True, False)
    """
    movement = word.kind.partition(":")[2]
    at_odds = bool(movement) and movement == other.kind.partition(":")[2] and word.at != other.at
    return word.text != other.text and (word.kind == other.kind or at_odds)


def _is_told(text: str, turn: str) -> bool:
    """Whether a turn's notation holds a word: `roll=4` itself, or `r4`.

    >>> _is_told("gear=2", "R: gear=2 path=st-st"), _is_told("roll=4", "S r4 -c3"), _is_told("roll=5", "S r4 -c3")
    (True, True, False)
    """
    value = text.partition("=")[2]
    if not value:
        return False
    wordy = not value[0].isdigit()  # a number in one place is not that in another
    parts = turn.split()
    return any(part in (text, f"{part[:1]}{value}") or (wordy and part.endswith(f"={value}")) for part in parts)
