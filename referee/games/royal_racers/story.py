"""One way a turn may have gone, held against the rules: which it breaks and what it takes for granted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.games.fact import Fact, fact
from referee.games.royal_racers.actions import Action, Back, Flip, Odd, Roll, Step, Try
from referee.games.royal_racers.board import NEXT_TO, NULL, Square, square_name
from referee.games.royal_racers.declarations import NO, STAY
from referee.games.royal_racers.evidence import Seen
from referee.games.royal_racers.observation import UNSEEN, Place
from referee.games.royal_racers.position import Position
from referee.games.royal_racers.rules import morph, movement
from referee.games.royal_racers.succession import put, way_back


@dataclass(frozen=True)
class Morph:
    """What was done to the cards.

    Attributes
    ----------
    flips : cards turned over for good; tried : whether a card was named in vain, and `named` which (None: unknown).
    pending : the wrong card still lies face up in an open turn.
    """

    flips: tuple[Square, ...] = ()
    tried: bool = False
    named: Square | None = None
    pending: bool = False
    faults: tuple[Fact, ...] = ()
    assumes: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Path:
    """The way of the pawn: set back to `base` (or not), then to `end`."""

    base: Square
    end: Place
    back: Back | None = None
    faults: tuple[Fact, ...] = ()
    assumes: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Story:
    """A whole explanation of a turn before the succession is worked out.

    `board` is the position with cards turned and the pawn put; `stepped` says that the pawn made its step.
    """

    actions: tuple[Action, ...]
    faults: tuple[Fact, ...]
    assumes: tuple[Fact, ...]
    board: Position
    stepped: bool
    pending: bool


def stories(seen: Seen) -> Iterator[Story]:
    """Every way the turn may have gone that gives what was seen."""
    for roll, guess in seen.rolls.faces:
        for done in morphs(seen, roll):
            for path in paths(seen, roll, done):
                yield _story(seen, roll, guess, done, path)


def morphs(seen: Seen, roll: str) -> Iterator[Morph]:
    """What may have been done to the cards, for one roll."""
    position, said = seen.position, seen.said
    tried = _tried(seen, roll)
    faults = tuple(morph.second_card(position, square) for square in tried[1:])
    if tried:
        more = tuple(morph.second_card(position, square) for square in seen.turned)
        yield Morph(seen.turned, True, tried[0], faults=faults + more)
        return
    if seen.turned:
        yield from _turned(seen, roll)
        return
    told = next((square for square in (said.turned, said.named) if square in seen.hidden_cards), None)
    if isinstance(told, Square):
        yield _flip(seen, roll, told, ())
        return
    yield Morph()
    if said.turned == NO or roll == NULL:
        return
    for square in seen.hidden_cards:
        assumes = (fact("turned", by=seen.suit, value=square_name(square)),)
        flip = _flip(seen, roll, square, assumes)
        if not flip.faults:
            yield flip
    if _could_fail(position, roll):
        yield Morph(tried=True, assumes=(fact("named", how="not-sought", by=seen.suit, rank=roll),))


def _tried(seen: Seen, roll: str) -> tuple[Square, ...]:
    """Cards named in vain, as seen or as declared; the right card turned up and down again was taken back."""
    position, named = seen.position, seen.said.named
    seen_up = tuple(square for square in seen.tried if roll and position.rank(square) != roll)
    if named is None or named in seen.turned or named in seen_up:
        return seen_up
    if named in seen.hidden_cards and position.rank(named) == roll:
        return seen_up
    return (named, *seen_up)


def _turned(seen: Seen, roll: str) -> Iterator[Morph]:
    """Cards seen turned over: one is this turn's, any other is one too many."""
    position = seen.position
    for square in seen.turned:
        wrong_up = square in position.down and position.rank(square) != roll and roll not in ("", NULL, NO)
        if wrong_up and not seen.closed and len(seen.turned) == 1 and not morph.all_under_pawns(position, roll):
            yield Morph(tried=True, named=square, pending=True)
        others = [other for other in seen.turned if other != square]
        extra = tuple(_one_too_many(seen, other) for other in others)
        one = _flip(seen, roll, square, ())
        if not others and seen.final.cards[square] == UNSEEN:
            yield _turned_back(seen, square, wrong_up)
        yield replace(one, flips=(square, *others), faults=one.faults + extra)


def _turned_back(seen: Seen, square: Square, wrong_up: bool) -> Morph:
    """A card that was seen turned over and is covered now may have been turned back since."""
    assumes = (fact("turned", how="back", by=seen.suit, value=square_name(square)),)
    return Morph(tried=True, named=square, assumes=assumes) if wrong_up else Morph(assumes=assumes)


def _one_too_many(seen: Seen, square: Square) -> Fact:
    fixed = [fault for fault in morph.turned_over(seen.position, "", square) if fault.kind == morph.FLIP_FIXED.id]
    return fixed[0] if fixed else morph.second_card(seen.position, square)


def _flip(seen: Seen, roll: str, square: Square, assumes: tuple[Fact, ...]) -> Morph:
    known = "" if roll == NO else roll
    faults = morph.turned_over(seen.position, known, square, seen.said.any_card)
    if _may_be_off(seen, square) and any(fault.kind == morph.FLIP_FLAG.id for fault in faults):
        faults = tuple(fault for fault in faults if fault.kind != morph.FLIP_FLAG.id)
        flag = seen.position.flagged[square]
        assumes = (*assumes, fact("flag", how="off", who=flag[0], rank=flag[1], value=square_name(square)))
    if square in seen.late:
        faults = (*faults, morph.after_move(seen.position, square))
    return Morph((square,), faults=faults, assumes=assumes)


def _may_be_off(seen: Seen, square: Square) -> bool:
    """Whether a card's flag has been touched and is not seen: the players may have taken it off, which is no fault."""
    flag = seen.position.flagged.get(square)
    if flag is None or flag in dict(seen.final.flags) or square not in seen.final.unseen:
        return False
    return seen.position.ranks.index(flag[1]) < seen.position.count(flag[0])


def _could_fail(position: Position, roll: str) -> bool:
    """Whether there is a face-down card that a player could have named in vain."""
    if roll == NO or morph.all_under_pawns(position, roll):
        return False
    return any(morph.may_try(position, square) and position.rank(square) != roll for square in position.down)


def paths(seen: Seen, roll: str, done: Morph) -> Iterator[Path]:
    """The ways the pawn may have gone."""
    here = seen.position.at[seen.suit]
    for end, assumes in _ends(seen, done):
        if not done.tried:
            yield Path(here, end, assumes=assumes)
        else:
            yield from (replace(path, assumes=path.assumes + assumes) for path in _set_back(seen, roll, done, end))


def _ends(seen: Seen, done: Morph) -> Iterator[tuple[Place, tuple[Fact, ...]]]:
    """Where the pawn stands at the end: where it was seen, or on a hidden square within reach."""
    if not seen.hidden:
        yield seen.pawn, ()
        return
    position = seen.position
    last = position.last_flag(seen.suit) if done.tried else None
    starts = {position.at[seen.suit]} | (set() if last is None else {last})
    reach = {square for start in starts for square in (start, *NEXT_TO[start])}
    covered = [square for square in sorted(reach) if square in seen.final.unseen or seen.final.cards[square] == UNSEEN]
    known = () if seen.pawn is None else (seen.pawn,)
    for square in dict.fromkeys((*known, *covered)):
        yield square, (fact("pawn", by=seen.suit, value=square_name(square)),)
    if seen.pawn is None:
        yield None, ()


def _set_back(seen: Seen, roll: str, done: Morph, end: Place) -> Iterator[Path]:
    """After a card named in vain: back to the last flag or, with that way blocked, where the table puts the pawn."""
    position, here, said = seen.position, seen.position.at[seen.suit], seen.said.back
    known = "" if roll == NO else roll
    last, free = position.last_flag(seen.suit), way_back(position, seen.suit)
    right = morph.tried(position, known, done.named, back=True)
    if free is not None:
        # a way back and a step to the old card again leave no trace: not taken for granted while the turn is open
        unseen_trip = end == here != free and not (seen.closed or seen.travelled)
        if end != here or (here in (free, *NEXT_TO[free]) and not unseen_trip):
            yield Path(free, end, Back(free), right)
        waiting = done.pending or (not seen.closed and end == here)
        if free != here and not waiting:
            yield Path(here, end, None, morph.tried(position, known, done.named, back=False))
        elif waiting:
            yield Path(here, end, None, right)
        return
    places = [here, *(one for one in (last, end) if one is not None and one != here)]
    agreed = here if said == STAY else said if isinstance(said, Square) else None
    for base in dict.fromkeys(places if agreed is None else [agreed]):
        stays = base == here
        assumes = (fact("back", by=seen.suit, value=STAY if stays else square_name(base)),)
        yield Path(base, end, Back(None if stays else base), right, () if agreed is not None else assumes)


def _story(seen: Seen, roll: str, guess: Fact | None, done: Morph, path: Path) -> Story:
    position = seen.position
    board = replace(position, down=position.down ^ set(done.flips))
    stepped = path.end != path.base
    faults = [*done.faults, *path.faults, *_movement_faults(seen, board, path)]
    if roll == NO:
        faults.append(morph.no_roll(position))
    elif not done.flips and not done.tried and (seen.closed or stepped):
        missing = morph.nothing_turned(position, roll)
        faults += [missing] if missing else []
    assumes = (*((guess,) if guess else ()), *done.assumes, *path.assumes)
    end = path.base if path.end is None else path.end
    return Story(
        _actions(seen, roll, done, path), tuple(faults), assumes, put(board, seen.suit, end), stepped, done.pending
    )


def _movement_faults(seen: Seen, board: Position, path: Path) -> list[Fact]:
    if path.end == path.base:
        return []
    far = movement.step(seen.suit, path.base, path.end)
    if path.end is None:
        return [far] if far else []
    broken = (
        far,
        movement.occupied(board, seen.suit, path.end),
        movement.face_down(seen.suit, path.end, board.down),
        None if far else movement.opponent_flag(board, seen.suit, path.base, path.end, board.down),
    )
    return [fault for fault in broken if fault]


def _actions(seen: Seen, roll: str, done: Morph, path: Path) -> tuple[Action, ...]:
    found: list[Action] = [] if roll == NO else [Roll(roll)]
    if done.tried:
        found.append(Try(done.named))
    found += [Flip(square, square in seen.position.down) for square in done.flips]
    if path.back is not None and done.tried:
        found.append(path.back)
    if path.end != path.base:
        proper = path.end is not None and movement.step(seen.suit, path.base, path.end) is None
        found.append(Step(path.end) if proper and path.end is not None else Odd(path.end))
    return tuple(found)
