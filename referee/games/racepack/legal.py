"""Where legal turns end, the nearest of them to one that was not legal, and what is due before a turn goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.games.fact import fact
from referee.games.racepack.actions import Action, parse_turn
from referee.games.racepack.book.doing import most_movements, movements
from referee.games.racepack.book.state import AGAIN, OUT, ROLL, Play, begin, field_of
from referee.games.racepack.in_words import advised
from referee.games.racepack.observation import Observation, OnSquare, Square
from referee.games.racepack.position import Position
from referee.games.racepack.words import WORDS
from referee.games.rulebook import Step

NEAREST = 3
Steps = tuple[Step[Play], ...]


def has_no_move(position: Position) -> bool:
    """Whether the car at turn cannot move, so that its turn passes."""
    return bool(position.queue) and most_movements(begin(position)) == 0


def legal_ends(position: Position) -> Mapping[Square, Steps]:
    """Where a legal turn of the car to move can end without tokens, each with the movements of one with few rolls."""
    found: dict[Square, tuple[int, Steps]] = {}
    for rolls, steps in _turns(begin(position)):
        place = steps[-1].after.place
        if isinstance(place, OnSquare) and (place.square not in found or rolls < found[place.square][0]):
            found[place.square] = rolls, steps
    return {square: steps for square, (_, steps) in found.items()}


def _turns(start: Play) -> Iterator[tuple[int, Steps]]:
    most = most_movements(start)
    todo: list[tuple[Play, int, Steps]] = [(start, 0, ())]
    while todo:
        play, rolls, steps = todo.pop()
        if play.used and (play.stopped or play.used >= most):
            yield rolls, steps
        elif play.used < most:
            for step in movements(replace(play, due="", hand=""), None):
                todo.append((step.after, rolls + bool(step.after.due), (*steps, step)))


def nearest_turns(position: Position, seen: Observation) -> tuple[tuple[str, Play | None], ...]:
    """The legal turns that end nearest to where the car is seen, in words, and how the play stands then."""
    car, ends, play = position.to_move, legal_ends(position), begin(position)
    shape, place = field_of(position).shape, dict(seen.cars).get(position.to_move)
    if not isinstance(place, OnSquare) or place.square not in shape.tile_at:
        place = play.place
    if not ends:
        none = WORDS.tell(fact("advice", how="none", who=car))
        return () if most_movements(play, plainly=False) else ((none, None),)
    goal = place.square if isinstance(place, OnSquare) else next(iter(ends))
    near = sorted(ends, key=lambda end: (_apart(goal, end), abs(shape.gained(goal, end)), end))[:NEAREST]
    advice = fact("advice", who=car)
    return tuple(
        (WORDS.tell(advice, deeds=map(advised, _actions(car, ends[end]))), ends[end][-1].after) for end in near
    )


def _actions(car: str, steps: Steps) -> tuple[Action, ...]:
    return parse_turn(" ".join([f"{car}:", *(step.text for step in steps)]))[1]


def _apart(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def due_in_words(play: Play) -> str:
    """What has to be done on the table before the turn can go on; "" when nothing has."""
    if play.due in (ROLL, AGAIN):
        return WORDS.tell(fact("due", how="roll", who=play.car))
    if play.due == OUT and isinstance(play.place, OnSquare) and play.tray is not None:
        shape = field_of(play.position).shape
        corner = shape.corner_number(shape.tile_at[play.place.square])
        return WORDS.tell(fact("due", how="out", who=play.car, face=play.tray.face, corner=corner))
    return ""
