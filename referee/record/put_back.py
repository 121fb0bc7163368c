"""Where the table lies otherwise than the position has it, for people took a turn back or set a piece by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from referee.errors import NotationError
from referee.games.deeds import Handled
from referee.mind.reasoned import Game
from referee.record.fold import RaceState


@dataclass(frozen=True)
class PutBack:
    """One piece that lies otherwise than it should: how it lies, and a sentence that says what to do."""

    piece: str
    lies: str
    words: str


def to_put_back(game: Game, state: RaceState) -> tuple[str, ...]:
    """What is still to be put back after an undo, in sentences; nothing once anything else is moved instead."""
    if state.taken_back is None:
        return ()
    looks = state.taken_back.then, state.taken_back.now
    then, now = (tuple(_otherwise(game, state.position, look)) for look in looks)
    return tuple(one.words for one in now) if set(then).issuperset(now) else ()


def lies_as_before_it_was_set(game: Game, state: RaceState) -> bool:
    """Whether something lies as it lay when people set it otherwise by hand: nobody has moved it since."""
    by_hand = takewhile(lambda one: one.entry.kind == "correct", reversed(state.closers))
    for data in (one.entry.data for one in by_hand):
        seen = data.get("seen", data.get("baseline"))
        looks = (str(seen), state.stops[-1]) if seen and state.stops else ()
        lies = [{(one.piece, one.lies) for one in _otherwise(game, state.position, look)} for look in looks]
        if lies and any(piece == data.get("piece", piece) for piece, _ in lies[0] & lies[1]):
            return True
    return False


def _otherwise(game: Game, position: str, look: str) -> Iterator[PutBack]:
    """The pieces that a look shows otherwise than the position has them.

    Those that no name tells apart, as road tiles, are counted: the drawn board shows which.
    """
    lying, due = game.handled(game.accept(position, game.observe(look))), game.handled(position)
    say = partial(game.words.told, "put-back")
    here = {one.piece: one for one in lying}
    for one in due:
        now = here.get(one.piece)
        if now is not None and _stands_elsewhere(game, position, one, now):
            how = "on" if any(map(str.isalpha, one.at)) else "there"
            yield PutBack(one.piece, now.at, say(how=how, piece=one.words, space=one.called_at or one.at))
        elif now is not None and now.side != one.side:
            how = "face" if one.side.isalnum() else "over"
            yield PutBack(one.piece, now.side, say(how=how, piece=one.words, rank=one.side))
    there, wanted = (Counter(one.words for one in some) for some in (lying, due))
    spent = {one.words for one in (*lying, *due) if one.spent}
    for words in sorted((wanted - there).keys() - spent):
        yield PutBack(words, "", say(how="again", piece=words, count=(wanted - there)[words]))
    for words in sorted((there - wanted).keys() - spent):
        yield PutBack(words, str(there[words]), say(how="away", piece=words, count=(there - wanted)[words]))
    if thrown := sorted((there - wanted).keys() & spent):
        yield PutBack("", " ".join(thrown), say(how="dice"))


def _stands_elsewhere(game: Game, position: str, due: Handled, now: Handled) -> bool:
    """Whether it stands on another space; a piece that was nudged does not."""
    if not due.moves or due.at == now.at:
        return False
    try:
        moved = game.with_piece(position, due.piece, now.at)
    except NotationError:
        return True
    return game.changed(game.observe(game.visible(position)), game.observe(game.visible(moved)))
