"""A table on which a test lays the pieces and takes one picture after each movement, before a real referee."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from markers import kits
from referee.assemble import Referee
from referee.games.base import PlayedTurn, Status
from referee.games.registry import game
from referee.judge.verdict import judge
from referee.mind.reasoned import Game
from referee.record.memory import MemoryStore
from referee.simulator.look import look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.vision.scene import Frame

PICTURE_NS = 1_000_000_000
TRIES = 400


class LaidTable:
    """A race whose pieces lie where the test says.

    Attributes
    ----------
    referee : sees the table and is what the page shows.
    position : where the race stands, in the game's notation.
    """

    def __init__(self, name: str = "racepack", players: int = 2, start: str = "") -> None:
        self.law: Game = game(name)
        kit = kits.manifest(name, wish=kits.design_of(name).usual)
        self.position = start or first_position(name, players)
        self._renderer = _renderer(name, players)
        self._chance = np.random.default_rng(1)
        self._pictures = 0
        self.referee = Referee(self.law, kit, MemoryStore({"game": name}))
        self.show(self.position)
        self.referee.start_by_itself(players, self.position)
        self.show(self.position)

    def show(self, position: str) -> None:
        """Lay the pieces so and let the referee look."""
        pieces = self.law.layout(position, self.referee.match.manifest)
        picture = self._renderer.render(pieces, (), self._chance)
        self._pictures += 1
        self.referee.look(Frame(picture, self._pictures * PICTURE_NS, "laid table", self._pictures), still=True)

    def again(self) -> None:
        """One more picture of the table as it lies."""
        self.show(self.position)

    def wait(self, seconds: int) -> None:
        """Let so much time pass before the next picture."""
        self._pictures += seconds

    def play(self, turn: PlayedTurn) -> None:
        """Make the movements of a turn without a word."""
        for stop in turn.stops:
            self.show(stop)
        self.position = turn.after


def first_position(name: str, players: int = 2) -> str:
    """How each of these races begins."""
    return game(name).start(players, random.Random(1))


@cache
def _renderer(name: str, players: int) -> Renderer:
    wish = kits.design_of(name).usual
    kit = kits.manifest(name, wish=wish)
    laid = game(name).layout(first_position(name, players), kit)
    return Renderer(kit, kits.pdf(name, wish=wish), race_camera(laid, (1280, 720), 1, kit), look("living-room"))


def turns(law: Game, position: str, fault: str | None = None) -> Iterator[PlayedTurn]:
    """Turns that could be played here, without dice."""
    for seed in range(TRIES):
        turn = law.play(position, random.Random(seed), fault)
        if turn.stops and not turn.rolls:
            yield turn


def legal(law: Game, position: str) -> PlayedTurn:
    """A turn that is legal without a word."""
    return next(turn for turn in turns(law, position) if _is(law, position, turn, Status.LEGAL))


def faulty(law: Game, position: str, *rules: str) -> PlayedTurn:
    """A turn that breaks a rule in full view, one of these if they are named."""
    return _faulty(law.name, position, rules)


@cache
def _faulty(name: str, position: str, rules: tuple[str, ...]) -> PlayedTurn:
    law = game(name)
    for fault in rules or law.faults():
        for turn in turns(law, position, fault):
            if turn.truth != "legal" and _is(law, position, turn, Status.ILLEGAL):
                return turn
            break
    raise AssertionError("no fault can be made here")


def before_a_doubt(law: Game) -> tuple[str, PlayedTurn]:
    """A position and a turn that is legal with one word and undecided without it."""
    return _before_a_doubt(law.name)


def before_the_end(law: Game) -> tuple[str, PlayedTurn]:
    """A position and the turn that ends the race."""
    return _before_the_end(law.name)


@cache
def _before_a_doubt(name: str) -> tuple[str, PlayedTurn]:
    law = game(name)
    return _first(law, lambda position, turn: len(turn.declared) == 1 and _is(law, position, turn, Status.UNDECIDED))


@cache
def _before_the_end(name: str) -> tuple[str, PlayedTurn]:
    law = game(name)
    return _first(
        law, lambda position, turn: law.over(turn.after) is not None and _is(law, position, turn, Status.LEGAL)
    )


def _first(law: Game, fits: Callable[[str, PlayedTurn], bool]) -> tuple[str, PlayedTurn]:
    """The first such turn without dice of races played without a camera."""
    for seed in range(TRIES):
        dice, position = random.Random(seed), first_position(law.name)
        while law.over(position) is None:
            turn = law.play(position, dice, None)
            if turn.stops and not turn.rolls and fits(position, turn):
                return position, turn
            position = turn.after
    raise AssertionError("no race had such a turn")


def _is(law: Game, position: str, turn: PlayedTurn, status: Status) -> bool:
    """Whether the law says this of a turn of which nothing is said."""
    seen = [law.observe(text) for text in (law.visible(position), *turn.stops)]
    return judge(law, position, seen, (), closed=True).status is status
