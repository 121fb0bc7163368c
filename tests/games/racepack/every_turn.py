"""Every legal turn as the rule book has it, for counting."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from referee.frozen import replace
from referee.games.racepack.book import SPEEDS, as_said, most_movements, movements
from referee.games.racepack.position import Position
from referee.games.racepack.state import Play, begin
from referee.games.rulebook import Step


def every_turn(position: Position) -> Iterator[str]:
    """Every legal turn of the car to move that needs no token, in turn notation; rolls are left open."""
    todo: list[tuple[Play, tuple[str, ...]]] = [(replace(begin(position), hand=""), ())]
    while todo:
        play, texts = todo.pop()
        if play.stopped or play.used >= most_movements(begin(position)):
            yield " ".join(texts)
        else:
            after = ((replace(step.after, due="", hand=""), (*texts, step.text)) for step in _known(play))
            todo += after


def _known(play: Play) -> Iterator[Step[Play]]:
    """Every movement, a lane change at each speed that its driver may know it had."""
    yield from (step for step in movements(play, None) if not step.text.startswith("x"))
    yield from chain.from_iterable(as_said(play, None, "speed", speed) for speed in SPEEDS)
