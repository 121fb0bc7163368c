"""nestorgames GP as a `Game`: what is asked in notation, answered by the pure functions of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, starmap
from typing import Any

from markers.kit import Manifest
from referee.games import deeds
from referee.games.base import BACK, OWN, Line, Parts, violation
from referee.games.nestorgames_gp import actions, at_turn, book, by_hand, diagram, laying, reading, start, state
from referee.games.nestorgames_gp.at_turn import nearest_turns
from referee.games.nestorgames_gp.hands import HANDS
from referee.games.nestorgames_gp.looks import DISCS, threw
from referee.games.nestorgames_gp.rules import CHAMPIONSHIP, FASTEST_TURN, QUALIFYING, TEAMS
from referee.games.nestorgames_gp.state import (
    CARS,
    NAMES,
    Observation,
    Position,
    observation_text,
    parse_position,
    position_text,
)
from referee.games.nestorgames_gp.words import WORDS
from referee.mind.reasoned import Game
from referee.words.fact import parse_word

BOOK: Any = book  # a module is no protocol to the type checker; the contract suite checks it
DICE, BOX = "die:{who}*", "@box:{who}"
LOST = f"{DICE}{BOX}"
ABOUT = {
    "roll": DICE,
    **{f"{rule}.rolled": DICE for rule in ("turn-order", "belly-up", "fix")},
    "turn-order.rolled-on": DICE,
    "qualifying.value": DICE,
    "safety-car.leads": DICE,
    "exact-move.stayed": "car:{who}",
    "championship": "",
    "teams": "",
    "fastest-turn": "",
    "lap": "disc:{who}*",
    "wrench.box": LOST,
    **dict.fromkeys((".dice", ".no-crash", ".not-fixed"), LOST),
    ".took": LOST,
    ".cylinder-due": BOX,
    ".cylinder-lies": "cylinder:{who}",
    "gate": "gate",
    "gate.closed": OWN,
    "tray": "tray",
    ".missing": "@{space}",
    ".gone": "@{space}",
    ".extra": "{item}:*@{space}",
    ".not-held": "",
    "oil.not-held": "{item}:*",
    "bomb.not-held": "{item}:*",
    ".put": "{item}:*@{space}",
}
"""What lies wrongly when a rule is broken, see `Game.about`."""


INSTEAD = {
    **dict.fromkeys(("qualifying.grid", "bump.moved", "teleport.stands", "oil.slides"), "{space2}"),
    **dict.fromkeys(("tray.place", "tray.stays"), "{place}"),
    "exact-move.bust": BACK,
}
"""What would have been right, see `Game.instead`."""


def _place(position: Position, name: str, kit: Manifest) -> tuple[float, float] | None:
    """The middle of a space, of the finish line, or of the box of a car."""
    boxes, middle = zip(position.seats, position.shape.bays, strict=False), position.shape.middle
    (x1, y1), (x2, y2) = (middle[position.shape.track[at]] for at in (0, -1))
    line = (x1 + x2) / 2, (y1 + y2) / 2
    return {**middle, "line": line, **{f"box:{car}": bay.box_mm for car, bay in boxes}}.get(name)


class NestorgamesGP(Game):
    """The game for two to eight cars, on any board that is written as data."""

    name = "nestorgames-gp"
    title = "nestorgames GP"
    players_allowed = start.PLAYERS
    options = start.OPTIONS
    book = BOOK
    words = WORDS
    hands = HANDS
    says_alone = True  # else a round of turns that nobody saw, dice taken up again, may be what the table shows
    only_said = frozenset(rule.id for rule in (QUALIFYING, FASTEST_TURN, CHAMPIONSHIP, TEAMS))
    parts = Parts.of(
        *(actions, at_turn, by_hand, diagram, laying, reading, start, state),
        about=ABOUT,
        instead=lambda before, now, how, said: [INSTEAD[how].format_map(said)] if how in INSTEAD else (),
        own={letter: f"car:{letter}" for letter in NAMES},
        place=_place,
        start=start.agreed_start,
        drivers=NAMES,
        driver=lambda position: position.turn,
        normal_declaration=lambda text, position: at_turn.normal_declaration(text),
        missing=lambda position, seen: [car for car in seen.missing if car not in position.finished],
    )

    def stop(self, state: Any) -> str:
        """What the table shows in a state: cars that have finished stand beside it, and of the discs as many as a set
        has lie in a box."""
        seen: Observation = replace(state.now.seen, dice=state.lying)
        boxes = tuple((car, replace(box, discs=min(box.discs, DISCS))) for car, box in seen.boxes)
        return observation_text(replace(seen, boxes=boxes))

    def explain(
        self, position: str, stops: Sequence[Observation], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Every line of play that gives what was seen, best first; after the race, what was called and is not so."""
        before = parse_position(position)
        if before.turn:
            return super().explain(position, stops, declared, closed)
        words = [parse_word(self.check_declaration(position, text), CARS) for text in declared]
        called = book.called_after(before, words)
        return (Line("", tuple(violation(WORDS, one) for one in called), (), closed, position),)

    def goes_back(self, position: str, stops: Sequence[Observation], observation: Observation) -> bool:
        """Whether a look like an earlier one is legal play, or dice were thrown since: a throw is never taken back."""
        alike = [number for number, one in enumerate(stops[:-1]) if not self.changed(one, observation)]
        back = alike[-1] if alike else self.put_back(stops, observation)
        since = () if back is None else stops[back:]
        return any(starmap(threw, pairwise(since))) or super().goes_back(position, stops, observation)

    def put_back(self, stops: Sequence[Observation], observation: Observation) -> int | None:
        """How many of the stops remain: also that of a throw that still lies there, all else being as before it."""
        thrown = (replace(before, dice=now.dice) for before, now in pairwise(stops))
        alike = (number for number, one in enumerate(thrown, 1) if not self.changed(one, observation))
        exact, since = super().put_back(stops, observation), next(alike, None)
        return since if exact is None else exact

    def nearest(self, position: str, observation: Observation) -> tuple[tuple[str, str, str], ...]:
        """The legal turns that end nearest to where the car is seen."""
        before, found = parse_position(position), list[tuple[str, str, str]]()
        pieces, car = tuple(by_hand.handled(before)), before.turn
        for words, way in nearest_turns(before, observation):
            if way is None:
                found.append((words, "", ""))
            else:
                turn = actions.turn_text(actions.Turn(car, actions.MOVE, steps=way.steps, via=way.via))
                after = deeds.by_hand(pieces, car, before.shape.ids[way.end])
                found.append((words, turn, position_text(after)))
        return tuple(found)
