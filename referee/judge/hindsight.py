"""Before anybody is accused: could the turns before have gone otherwise than they were taken, and this one be legal?

A turn that was closed may have had several readings, and a word said between two turns may have been about either. What
follows from the reading that was chosen is nobody's fault while another would make it legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.base import Game, Status
from referee.judge.past import Past, Told, Word
from referee.judge.verdict import judge
from referee.judge.words import fits

MOST_JUDGED = 120
"""So many turns are judged again at most; then the accusation stands."""

MOST_LATE = 5
"""So many turns running may each have been spoken of too late."""


@dataclass
class _Search:
    game: Game
    past: Sequence[Past]
    now: Told
    closed: bool
    left: int = MOST_JUDGED

    def legal(self, position: str, turn: Told, closed: bool) -> str | None:
        """Where a turn leads from another position, None when it breaks a rule or too many were judged."""
        self.left -= 1
        if self.left < 0:
            return None
        found = judge(self.game, position, turn.stops, turn.declared, closed)
        if found.status is not Status.ILLEGAL or not isinstance(turn, Past):
            return None if found.status is Status.ILLEGAL else found.after
        if turn.taken is not None:
            return self.game.accept(position, turn.taken)
        return None if turn.legal else found.after

    def from_here(self, index: int, position: str, first: Told | None = None) -> bool:
        """Whether the turns from `index` on, the open one last, are legal from a position.

        `first` stands in for the turn at `index`. When all is again as it was, so is the end.
        """
        if first is not None:
            after = self.legal(position, first, self.closed if index == len(self.past) else True)
            if after is None or index == len(self.past):
                return after is not None
            index, position = index + 1, after
        for turn in self.past[index:]:
            if position == turn.position:
                return False
            after = self.legal(position, turn, True)
            if after is None:
                return False
            position = after
        return position != self.now.position and self.legal(position, self.now, self.closed) is not None

    def all_legal(self, turns: Sequence[Told]) -> bool:
        """Whether turns, the open one last, are legal one after the other."""
        position = turns[0].position
        for number, turn in enumerate(turns, start=1):
            after = self.legal(position, turn, self.closed if number == len(turns) else True)
            if after is None:
                return False
            position = after
        return True


def could_be_legal(game: Game, past: Sequence[Past], now: Told, closed: bool) -> bool:
    """Whether another reading of the turns before makes the open turn legal, and none that was legal a fault.

    `past` are the turns since anybody set the position by hand, oldest first; the newest are told otherwise first.
    """
    search = _Search(game, past, now, closed)
    turns = range(len(past) - 1, -1, -1)
    if any(search.from_here(index + 1, other) for index in turns for other in past[index].others):
        return True
    for index in turns:
        then = past[index + 1] if index + 1 < len(past) else now
        for first, second in _told_otherwise(search, past[index], then):
            after = search.legal(past[index].position, first, True)
            if after is not None and search.from_here(index + 1, after, second):
                return True
    return any(search.all_legal(turns) for turns in _everybody_late(search))


def _told_otherwise(search: _Search, turn: Told, then: Told) -> Iterator[tuple[Told, Told]]:
    """Two turns with the last words of the first given to the second, or the first words of that to the first."""
    words, more = turn.words, then.words
    for count in range(1, len(words) + 1):
        if words[-count].sure or words[-count].at < len(turn.stops):
            break
        yield replace(turn, words=words[:-count]), replace(then, words=(*words[-count:], *more))
    for count in range(1, len(more) + 1):
        if more[count - 1].sure or search.left <= 0:
            break
        search.left -= 2
        if fits(search.game, turn, more[:count]):
            yield replace(turn, words=(*words, *more[:count])), replace(then, words=more[count:])


def _everybody_late(search: _Search) -> Iterator[tuple[Told, ...]]:
    """The last turns, each with what was said of it only when the next one was open already."""
    past, now = search.past, search.now
    late = tuple(word for word in now.words if _said_first(word))
    if not late or len(past) < 2 or not fits(search.game, _without_late(past[-1]), late):
        return
    for first in range(len(past) - 2, max(-1, len(past) - 1 - MOST_LATE), -1):
        turns = (*past[first:], now)
        kept = (turns[0], *(_without_late(turn) for turn in turns[1:]))
        following = [*(tuple(word for word in turn.words if _said_first(word)) for turn in turns[1:]), ()]
        if {word.kind for word in kept[0].words} & {word.kind for word in following[0]}:
            continue
        yield tuple(replace(turn, words=(*turn.words, *more)) for turn, more in zip(kept, following, strict=True))


def _without_late(turn: Told) -> Told:
    return replace(turn, words=tuple(word for word in turn.words if not _said_first(word)))


def _said_first(word: Word) -> bool:
    return word.at <= 1 and not word.sure
