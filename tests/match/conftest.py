"""A table laid straight from text, so that the loop is tested without pictures."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from markers import kits
from markers.kit import PlacedPiece
from referee.games.base import PlayedTurn
from referee.games.registry import game
from referee.match import Match
from referee.mind.reasoned import Game
from referee.record.entry import Entry
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import scene_of, settled
from referee.vision.scene import Scene


class Table:
    """A match and the table before it: `show` lays a position or observation and lets the match look."""

    def __init__(self, name: str = "racepack") -> None:
        self.game: Game = game(name)
        self.manifest = kits.manifest(name)
        self.match = Match(self.game, self.manifest, MemoryStore({"game": name}))
        self.time_ns = 0

    def show(self, text: str, without: str = "") -> tuple[Entry, ...]:
        """The camera sees this table settled, all of it or without one piece."""
        self.time_ns += 1_000_000_000
        return self.feed(text, self.time_ns, without)

    def feed(self, text: str, at_ns: int, without: str = "") -> tuple[Entry, ...]:
        """The same at a given time."""
        picture = str(at_ns).encode()
        return self.match.feed(settled(self._laid(text, without), at_ns), lambda: picture)

    def scene(self, text: str, without: str = "") -> Scene:
        """This table as one picture shows it."""
        return scene_of(self._laid(text, without), self.time_ns)

    def _laid(self, text: str, without: str) -> list[PlacedPiece]:
        return [piece for piece in self.game.layout(text, self.manifest) if piece.piece != without]

    def play(self, turn: PlayedTurn) -> None:
        """A whole turn as the table shows it: what was said, then every stop."""
        for text in turn.declared:
            self.match.declare(text, self.time_ns)
        for stop in turn.stops:
            self.show(stop)


@pytest.fixture
def table() -> Table:
    """A match whose race has begun with four cars."""
    table = Table()
    start = table.game.start(4, Random(1))
    table.show(start)
    table.match.start(4, table.time_ns, start)
    return table


@pytest.fixture
def played(table: Table) -> Callable[[str | None], PlayedTurn]:
    """One random turn from where the race stands, with a planted fault if one is named."""
    chance = Random(7)
    return lambda fault: table.game.play(table.match.state.position, chance, fault)
