"""The table as it stands: what changed between two looks, whether the next turn began, and a piece set by hand.

By hand a car is put on a space, beside a corner or off the track, its tokens and laps are set; a hazard is put
elsewhere or turned over; the dice are set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.errors import NotationError
from referee.frozen import replace, with_one
from referee.games.deeds import FLIP, LAPS, PITS, UNDER, Deed, Handled, counted, faces, held
from referee.games.racepack.at_turn import has_no_move
from referee.games.racepack.check import HAZARDS, need_spaces
from referee.games.racepack.diagram import HAZARD, LAP_DIE, PENALTY_DIE
from referee.games.racepack.in_words import place_words
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Square, square_name
from referee.games.racepack.position import FACES, Position, parse_place, place_text, sorted_hand, visible
from referee.games.racepack.rules import drove, hand_on, order_of_cars
from referee.games.racepack.state import Play, begin, elsewhere, seen_elsewhere, stands_by, stopped
from referee.games.racepack.words import WORDS


def _cars_changed(before: Observation, after: Observation) -> tuple[str, ...]:
    was, now = dict(before.cars), dict(after.cars)
    return tuple(car for car in was if car in now and was[car] != now[car])


def next_turn_began(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether a look can only be the next driver's doing, but for a roll that may have been made meanwhile."""
    if not stops or not position.queue:
        return False
    car = position.to_move
    changed = set(_cars_changed(stops[-1], now))
    others, later = _out_of_place(position, stops[-1]) - {car}, changed & _out_of_place(position, now)
    own = any(car in _out_of_place(position, stop) for stop in stops)
    if car in changed:
        return bool(others) and not own
    if own:
        return bool(later)
    return bool(later - others) if others else bool(later) and has_no_move(position)


def _out_of_place(position: Position, seen: Observation) -> set[str]:
    """The cars that are seen where they can only be by a turn of theirs, or by a fault."""
    return {car for car, *places in elsewhere(position, seen) if not stands_by(position, car, *places)}


def thrown_anew(before: Observation, now: Observation) -> bool:
    """Whether the penalty die was thrown between two looks that both show it."""
    return bool(before.tray and now.tray and before.tray.thrown_to(now.tray))


def went_on(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether the car to move has moved once more since the last of its stops."""
    return bool(stops) and position.to_move in _cars_changed(stops[-1], now)


def accept(position: Position, seen: Observation) -> Position:
    """The position that takes the table as it stands; the turn passes on when the driver's car stands elsewhere."""
    taken = as_it_lies(position, seen)
    moved = [car for car, place in taken.cars if place != position.place(car)]
    if position.queue and position.to_move in moved:
        return hand_on(taken, position.to_move)
    # it stays the same driver's turn; cars that moved out of turn lose their place in this round's queue
    driven = drove(position, taken, [car for car in moved if car != position.to_move])
    return replace(taken, queue=tuple(car for car in position.queue if car not in driven))


def may_be(before: Position, taken: Position) -> Iterator[Position]:
    """Whoever may be to act: no look shows how far a round has come.

    Who has not driven in it stands where he stood as it began, so those who are left are the last ones of the order;
    who spun out in his turn may stand behind them (Turn Order).
    """
    yield taken
    order = order_of_cars(taken)
    out = {car for car in order if isinstance(taken.place(car), OutsideCorner)}
    for had in range(len(order)):
        for left in dict.fromkeys((order[had:], tuple(car for car in order[had:] if car not in out))):
            if left:
                yield replace(taken, queue=left, order=order)


def unknown(before: Position, now: Position, car: str) -> Iterator[Play]:
    """The pit stops that a car may have made unseen: they show when it finishes, or by a token that it had no more."""
    if now.variants.main == "pit" and now.place(car) != before.place(car):
        for stops in range(1, max(1, now.variants.stops - now.pitted.count(car)) + 1):
            yield stopped(begin(now), car, stops)


def as_it_lies(position: Position, seen: Observation) -> Position:
    """The position with every piece where it is seen; whose turn it is stays."""
    moved = {car: now for car, _, now in elsewhere(position, seen)}
    taken = seen_elsewhere(position, moved)
    tokens = {square: up for square, up in position.hazards if not seen.hazards_seen or square in seen.hidden}
    return replace(
        taken,
        hazards=tuple(sorted({**tokens, **dict(seen.hazards)}.items())),
        lap=position.lap if seen.lap is None else seen.lap,
        tray=seen.tray or position.tray,
    )


def moved(before: Position, after: Position) -> Mapping[str, Any]:
    """From where to where the move between two positions went; of several cars, the one whose turn it was."""
    now = dict(after.cars)
    cars = [car for car, place in before.cars if car in now and now[car] != place]
    if not cars:
        return {}
    first = before.queue[0] if before.queue and before.queue[0] in cars else cars[0]
    start, end = before.place(first), now[first]
    if isinstance(start, OffTrack) or isinstance(end, OffTrack):
        return {}
    return {"from": place_text(start), "to": place_text(end)}


NOTHING = "no"
"""No hazard lies under a car."""


def handled(position: Position) -> Iterator[Handled]:
    """Every piece that can be set by hand, with what can be done to it."""
    for car, place in position.cars:
        deeds = (*_laps(position, car), *_tokens(position, car), *_under(position, car))
        words, put = WORDS.told("called", who=car), partial(_car_put, position, car)
        yield Handled(car, words, put, deeds, place_text(place), place_words(place))
    under = position.occupied()
    for square, up in position.hazards:
        if square not in under:
            name = square_name(square)
            turned = tuple((at, was != (at == square)) for at, was in position.hazards)
            put, flip = partial(_hazard_put, position, square), Deed(FLIP, replace(position, hazards=turned))
            yield Handled(HAZARD + name, WORDS.told("hazard-on", space=name), put, (flip,), name, side="-" * up)
    lap = faces(FACES[position.lap], FACES, lambda face: replace(position, lap=FACES.index(face)))
    yield Handled(LAP_DIE, WORDS.told("hand-lap-die"), deeds=lap, side=FACES[position.lap])
    tray = position.tray
    if tray is not None:
        shown = faces(tray.face, FACES, lambda face: replace(position, tray=replace(tray, face=face)))
        yield Handled(PENALTY_DIE, WORDS.told("hand-penalty-die"), deeds=shown, side=tray.face)


def _tokens(position: Position, car: str) -> Iterator[Deed]:
    """A token of the hand is taken, one that was spent is given; a pool of two cars is the first one's."""
    hand, full = position.hand(car), position.teams.full_hand
    if position.teams.pool(car) != car:
        return
    spent = [token for token in dict.fromkeys(full) if hand.count(token) < full.count(token)]

    def called(token: str) -> str:
        return WORDS.told("hand-token", how="odd" if token == "o" else "plain", rank=token)

    yield from held(hand, spent, lambda tokens: position.with_hand(car, sorted_hand(tokens)), called)


def _laps(position: Position, car: str) -> Iterator[Deed]:
    """How often it has crossed the line, and how many pit stops it has made."""
    if car in position.finished:
        return
    yield from counted(LAPS, position.crossed(car), 0, position.race, partial(with_one, position, "crossings", car))

    def pitted(stops: int) -> Position:
        others = [one for one in position.pitted if one != car]
        return replace(position, pitted=tuple(sorted((*others, *[car] * stops))))

    if position.variants.stops:
        yield from counted(PITS, position.pitted.count(car), 0, position.variants.stops, pitted)


def _under(position: Position, car: str) -> Iterator[Deed]:
    """The hazard under a car, as long as not all of them lie elsewhere or are still to be looked over."""
    square = position.place(car).square
    others = tuple(one for one in position.hazards if one[0] != square)
    most = 2 * HAZARDS if position.variants.spare_hazards else HAZARDS
    if square is None or len(others) >= most or set(position.grid) == set(position.teams.cars):
        return
    now = dict(position.hazards).get(square)
    for how, side, up in (("none", NOTHING, None), ("blank", "-", False), ("suit", "+", True)):
        lying = others if up is None else tuple(sorted((*others, (square, up))))
        yield Deed(f"{UNDER}:{side}", replace(position, hazards=lying), WORDS.told("hand-under", how=how), up is now)


def turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Whose turn it may be: with him those who are behind him are left in the round."""
    order = order_of_cars(position)
    for car in order:
        queue = position.queue if car in position.queue else order
        yield car, replace(position, queue=queue[queue.index(car) :], order=order)


def _car_put(position: Position, car: str, space: str) -> Position:
    """Laps follow a car that was set over the line."""
    seen = with_one(visible(position), "cars", car, parse_place(space))
    need_spaces(seen, position.circuit)
    return as_it_lies(position, replace(seen, hazards_seen=False))


def _hazard_put(position: Position, square: Square, space: str) -> Position:
    tokens, place = dict(position.hazards), parse_place(space)
    up = tokens.pop(square)
    if isinstance(place, OnSquare):
        if place.square in tokens:
            raise NotationError(WORDS.told("hazard-lies-on-already", space=space))
        tokens[place.square] = up
    elif not isinstance(place, OffTrack):
        raise NotationError(WORDS.told("hazard-lies-on-space-road"))
    moved = replace(position, hazards=tuple(sorted(tokens.items())))
    need_spaces(visible(moved), position.circuit)
    return moved
