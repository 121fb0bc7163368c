"""Which play explains what was seen: legal lines if there are any, else the ones that break the fewest rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.base import Line
from referee.games.fact import Fact, fact
from referee.games.royal_racers.actions import turn_text
from referee.games.royal_racers.board import SIDE, SUITS, square_name
from referee.games.royal_racers.declarations import Said
from referee.games.royal_racers.evidence import Seen, see
from referee.games.royal_racers.observation import Observation
from referee.games.royal_racers.placing import explain_placing, line_of
from referee.games.royal_racers.position import CAMPAIGN, PLACING, Position, parse_position, position_text
from referee.games.royal_racers.rules import race, setup
from referee.games.royal_racers.story import Story, stories
from referee.games.royal_racers.succession import hand_on, out_of_turn, put, touch
from referee.games.royal_racers.words import WORDS

HANDFUL = 8
PLACES_TRIED = 6
"""For a pawn that is not seen."""
Rank = tuple[int, int, bool, bool]


def explain(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    """Every line that gives what was seen in the stops, best first and at most a handful.

    A pawn that is not seen may stand elsewhere than it did: when only then no rule was broken, it is taken for granted.
    """
    lines = _explained(position, stops, said, closed)
    if lines[0].violations and position.queue and position.phase != PLACING:
        lines = _turned_before(position, stops, said, closed) or lines
    ghosts = tuple(suit for suit in stops[-1].missing if suit != position.to_move) if stops and position.queue else ()
    if not ghosts or not lines[0].violations or position.phase == PLACING:
        return lines
    assumes = tuple(WORDS.tell(fact("pawn", how="elsewhere", by=suit)) for suit in ghosts)
    for elsewhere in _out_of_the_way(position, stops, ghosts):
        found = _explained(elsewhere, stops, said, closed)
        if not found[0].violations:
            return tuple(
                replace(line, assumes=(*line.assumes, *assumes), after=_put_back(line.after, position, ghosts))
                for line in found
            )
    return lines


def _turned_before(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    """Legal lines once cards count as turned before the turn that lay covered as it began; () when there are none.

    Whoever turned them did so when nobody saw it: that is not the player's to answer for.
    """
    turned = see(position, stops, said, closed).turned
    covered = [square for square in turned if stops and stops[0].lies_down(square) is None]
    for squares in [[square] for square in covered] + ([covered] if len(covered) > 1 else []):
        lines = _explained(replace(position, down=position.down ^ set(squares)), stops, said, closed)
        if not lines[0].violations:
            before = [fact("turned", how="before", by=position.to_move, value=square_name(one)) for one in squares]
            granted = tuple(WORDS.tell(one) for one in before)
            return tuple(replace(line, assumes=(*line.assumes, *granted)) for line in lines)
    return ()


def _out_of_the_way(position: Position, stops: Sequence[Observation], ghosts: Sequence[str]) -> Iterator[Position]:
    """The position with these pawns on some free spaces, first where the player to move might have to go back to."""
    taken = {square for _, square in position.pawns} | {square for stop in stops for _, square in stop.pawns}
    taken |= {square for _, square in position.flags} | position.down
    free = [square for square in range(SIDE * SIDE) if square not in taken]
    back = position.last_flag(position.to_move)
    starts = [[back, *free]] if back is not None and back not in {square for _, square in stops[-1].pawns} else []
    starts += [free[first:] for first in range(0, len(free) - len(ghosts), max(1, len(free) // PLACES_TRIED))]
    for spaces in starts:
        places = dict(zip(ghosts, spaces, strict=False))
        yield replace(position, pawns=tuple((suit, places.get(suit, square)) for suit, square in position.pawns))


def _put_back(after: str, before: Position, ghosts: Sequence[str]) -> str:
    """The position after a turn with these pawns where they were last seen: nobody knows better."""
    moved = parse_position(after)
    pawns = tuple((suit, before.at[suit] if suit in ghosts else square) for suit, square in moved.pawns)
    return position_text(replace(moved, pawns=pawns))


def _explained(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    seen = see(position, stops, said, closed)
    if position.phase == PLACING:
        return explain_placing(seen)
    if _not_begun(seen):
        return (Line(turn_text(seen.suit, ()), (), (), False, position_text(position)),)
    if _idle(seen) and seen.others:
        return (_out_of_turn(seen),)
    found: dict[object, tuple[Rank, _Draft]] = {}
    for story in stories(seen):
        draft = _draft(seen, story)
        rank = (len(draft.faults), len(story.assumes), story.pending, not draft.complete)
        key = (replace(story.board, dice=()), tuple(fault.kind for fault in draft.faults), story.assumes[1:])
        if key not in found or rank < found[key][0]:
            found[key] = (rank, draft)
    ranked = sorted(found.values(), key=lambda pair: pair[0])
    fewest = [draft for rank, draft in ranked if rank[0] == ranked[0][0][0]]
    return tuple(draft.line for draft in fewest[:HANDFUL])


@dataclass(frozen=True)
class _Draft:
    """A story to its end; only the best ones are put into words."""

    suit: str
    story: Story
    faults: tuple[Fact, ...]
    complete: bool
    after: Position

    @property
    def line(self) -> Line:
        turn = turn_text(self.suit, self.story.actions)
        return line_of(turn, self.faults, self.story.assumes, self.complete, self.after)


def _nothing_done(seen: Seen) -> bool:
    return not (seen.turned or seen.tried or seen.moved or seen.hidden or seen.rolls.seen or seen.said != Said())


def _not_begun(seen: Seen) -> bool:
    """Nothing has happened yet in an open turn."""
    return not seen.closed and _nothing_done(seen) and not seen.others and not _touched_things(seen)


def _idle(seen: Seen) -> bool:
    """The player to move has done nothing for certain: a card that was turned may be the work of another."""
    return not (seen.moved or seen.tried or seen.rolls.seen or seen.said.named is not None)


def _out_of_turn(seen: Seen) -> Line:
    """Another player took his turn though it was not his."""
    position = replace(seen.position, down=seen.position.down ^ set(seen.turned))
    for suit, place in seen.others:
        if place is not None:
            position, _ = touch(put(position, suit, place), suit)
    suits = tuple(suit for suit, _ in seen.others)
    after = out_of_turn(_with_dice(position, seen, suits), suits)
    after = hand_on(after) if after.winner else after
    return line_of(turn_text(seen.suit, ()), _foreign(seen), (), False, after)


def _draft(seen: Seen, story: Story) -> _Draft:
    moved = story.board
    touched = ""
    if story.stepped and seen.pawn is not None:
        moved, touched = touch(moved, seen.suit)
    for suit, place in seen.others:
        moved = moved if place is None else put(moved, suit, place)
    moved = _with_dice(_without_gone(moved, seen), seen, (seen.suit,))
    complete = seen.closed or (story.stepped and not story.pending)
    after = out_of_turn(moved, tuple(suit for suit, _ in seen.others))
    after = hand_on(after) if complete else after
    faults = (*story.faults, *_foreign(seen), *_claims(seen, after, touched))
    return _Draft(seen.suit, story, faults, complete, after)


def _with_dice(position: Position, seen: Seen, suits: Sequence[str]) -> Position:
    """The dice of these players as they lie now; another's new roll is still to be judged in his turn."""
    now = {suit: die for suit, die in seen.final.dice if suit in suits}
    dice = {**now, **{suit: die for suit, die in position.dice if suit not in now}}
    return replace(position, dice=tuple((suit, dice[suit]) for suit in SUITS if suit in dice))


def _without_gone(position: Position, seen: Seen) -> Position:
    """Flags that were touched may be taken off the board; flags that lie elsewhere lie there now."""
    now = dict(seen.final.flags)
    flags = tuple((flag, now.get(flag, square)) for flag, square in position.flags)
    back = {flag for flag in position.off if flag in now}
    off = tuple(sorted((set(position.off) - back) | set(seen.gone_flags)))
    if flags == position.flags and off == position.off:
        return position
    return replace(position, flags=flags, off=off)


def _touched_things(seen: Seen) -> bool:
    return bool(seen.swapped or seen.moved_flags or seen.gone_flags)


def _foreign(seen: Seen) -> tuple[Fact, ...]:
    """What nobody may do in this turn: move another's pawn, swap cards, move flags."""
    position = seen.position
    found = [race.turn_order(suit, seen.suit) for suit, _ in seen.others]
    found += [setup.card_moved(square) for square in seen.swapped[:1]]
    found += [setup.flag_moved(flag, gone=False) for flag, _ in seen.moved_flags]
    for flag in seen.gone_flags:
        count = position.count(flag[0])
        done = position.ranks[: count + (flag[0] == seen.suit and seen.pawn == position.goal(seen.suit))]
        if flag[1] not in done:
            found.append(setup.flag_moved(flag, gone=True))
    return tuple(found)


def _claims(seen: Seen, after: Position, touched: str) -> tuple[Fact, ...]:
    """What a player says he touched or took, held against what he did."""
    found: list[Fact | None] = []
    if seen.said.touch:
        found.append(race.flag_order(seen.position, seen.suit, touched, seen.said.touch))
    for suit, coin in seen.said.coins.items():
        if CAMPAIGN not in after.variants or not after.winner:
            found.append(race.campaign_not_played(suit))
        else:
            found.append(race.campaign(suit, coin, after.count(suit)))
    return tuple(fault for fault in found if fault)
