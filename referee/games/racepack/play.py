"""Seeded races: the start on the recommended track and one random turn after another."""

from __future__ import annotations

from dataclasses import replace

from referee.errors import IllegalAction
from referee.games.base import Dice, PlayedTurn
from referee.games.fact import fact
from referee.games.racepack.actions import Forward, LaneChange, turn_text
from referee.games.racepack.book.state import field_of
from referee.games.racepack.book.ways import Way, leads_there
from referee.games.racepack.circuit import road, tile_squares
from referee.games.racepack.notation import CARS
from referee.games.racepack.observation import Circuit, OnSquare, Square, TrayDie
from referee.games.racepack.plan import plan
from referee.games.racepack.position import (
    DRIVERS,
    Position,
    is_racing,
    position_text,
)
from referee.games.racepack.staging import Stage, leave_if_finished, play_out, tidy_up
from referee.games.racepack.teams import Teams, teams_for
from referee.games.racepack.tracks import recommended
from referee.games.racepack.turnstate import TurnState, sheet_for
from referee.games.racepack.variants import BASE_GAME, Variants
from referee.games.racepack.words import WORDS

LAPS = 3
PLACES_RACED_FOR = 3
TIME_RUNS_OUT_SHARE = 0.1


def start(
    players: int, dice: Dice, circuit: Circuit | None = None, laps: int = LAPS, variants: Variants = BASE_GAME
) -> Position:
    """The grid, by dice, on a track; four hazards placed by dice, blank side up (Setup)."""
    circuit = circuit or recommended(variants)
    teams = teams_for(players, variants.packs)
    order = grid_order(teams, dice)
    rows = [road(circuit).grid_row(index // 2)[index % 2] for index in range(len(order))]
    squares = dict(zip(order, rows, strict=True))
    return on_the_grid(circuit, squares, teams, laps, place_hazards(circuit, dice), order, variants)


def on_the_grid(
    circuit: Circuit,
    squares: dict[str, Square],
    teams: Teams,
    laps: int,
    hazards: tuple[tuple[Square, bool], ...],
    order: tuple[str, ...],
    variants: Variants = BASE_GAME,
) -> Position:
    """A position before the first turn."""
    return Position(
        circuit=circuit,
        cars=tuple(sorted((car, OnSquare(square)) for car, square in squares.items())),
        hazards=hazards,
        lap=laps,
        players=teams.players,
        race=laps,
        round=1,
        queue=order,
        order=order,
        crossings=tuple((car, 0) for car in sorted(teams.cars, key=CARS.index)),
        tokens=tuple((pool, teams.full_hand) for pool in teams.pools),
        tray=TrayDie("n", 0.0, 0.0, 0.0),
        grid=order,
        variants=variants,
    )


def grid_order(race: Teams, dice: Dice) -> tuple[str, ...]:
    """Who starts where: the highest of three dice has the pole; each player's second car in the opposite order."""
    teams = list(race.sets)
    teams.sort(key=lambda _: (sum(dice.randrange(6) for _ in range(3)), dice.random()), reverse=True)
    firsts = [team[0] for team in teams]
    seconds = [team[1] for team in reversed(teams) if len(team) > 1]
    return tuple(firsts + seconds)


def place_hazards(circuit: Circuit, dice: Dice) -> tuple[tuple[Square, bool], ...]:
    """Four hazards counted in tiles by die from corner 1 (a null is rolled again), on any quarter of the tile."""
    shape = road(circuit)
    tile = shape.corners[0]
    found = []
    for _ in range(4):
        tile = (tile + 1 + dice.randrange(5)) % shape.count
        found.append((tile_squares(circuit.tiles[tile])[dice.randrange(4)], False))
    return tuple(sorted(found))


def legal_turn(position: Position, dice: Dice) -> PlayedTurn:
    """One random legal turn of the car to move. Raises IllegalAction when the race is over."""
    if over(position):
        raise IllegalAction("the race is over: there is no turn to play.")
    car = position.to_move
    path = plan(replace(sheet_for(position, car), tokens=True), dice) or plan(sheet_for(position, car), dice)
    stage = Stage(position, car, dice)
    path = _caught_by_the_timer(stage, path) if path and position.variants.timer_s else path
    state = play_out(stage, path) if path else None
    if path is None or state is None:
        raise IllegalAction(f"no turn was found for {DRIVERS[car]}.")
    after = tidy_up(stage, position, leave_if_finished(stage, state))
    if len(path) > 1 and _may_face_either_way(position, path[-2], path[-1]):
        after = replace(after, turned=tuple(car for car in after.turned if car != stage.car))
    return played(stage, position, after, "legal")


def _may_face_either_way(position: Position, before: TurnState, last: TurnState) -> bool:
    """Whether a look cannot tell which way the car faced that made the last movement; the driver may know better."""
    action, start = last.actions[-1], before.square
    if start is None or not isinstance(action, Forward | LaneChange):
        return False
    field = field_of(position)
    first, *others = field.shape.facings(start, before.turned)
    way = Way(action.end, action.speed if isinstance(action, Forward) else 0, (), first, action.old)
    return any(leads_there(field, start, one, way) for one in ([first] if action.old else others))


def _caught_by_the_timer(stage: Stage, path: tuple[TurnState, ...]) -> tuple[TurnState, ...]:
    """Now and then the time runs out before the last movements; that is said."""
    if stage.dice.random() > TIME_RUNS_OUT_SHARE or stage.car in stage.position.grid:
        return path
    made = stage.dice.randrange(len(path))
    if made < len(path) - 1:
        stage.declared.append(f"time:{made}=up")
    return path[: made + 1]


def played(stage: Stage, before: Position, after: Position, truth: str) -> PlayedTurn:
    """The record of a turn on the stage."""
    return PlayedTurn(
        player=DRIVERS[stage.car],
        turn=turn_text(stage.car, stage.actions),
        before=position_text(before),
        after=position_text(after),
        stops=tuple(stage.stops),
        declared=tuple(stage.declared),
        truth=truth,
        rolls=tuple(stage.rolls),
    )


def over(position: Position) -> str | None:
    """The outcome once the first three places are taken (or no car is left on the table), else None."""
    racing = [car for car in position.teams.cars if is_racing(position, car)]
    if len(position.finished) < PLACES_RACED_FOR and racing:
        return None
    places = zip(("first", "second", "third"), position.finished, strict=False)
    told = [WORDS.tell(fact("outcome", how=place, who=car)) for place, car in places]
    return WORDS.tell(fact("outcome", how="places"), places=told) if told else WORDS.tell(fact("outcome"))
