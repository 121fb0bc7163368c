"""The start of a race by dice on the recommended track, and its outcome."""

from __future__ import annotations

from referee.games.base import Dice
from referee.games.fact import fact
from referee.games.options import Agreed
from referee.games.racepack.agreeing import laps, variants
from referee.games.racepack.circuit import road, tile_squares
from referee.games.racepack.notation import CARS
from referee.games.racepack.observation import Circuit, OnSquare, Square, TrayDie
from referee.games.racepack.position import (
    Position,
    is_racing,
)
from referee.games.racepack.teams import Teams, teams_for
from referee.games.racepack.tracks import recommended
from referee.games.racepack.variants import BASE_GAME, Variants
from referee.games.racepack.words import WORDS

LAPS = 3
PLACES_RACED_FOR = 3


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


def agreed_start(players: int, dice: Dice, agreed: Agreed) -> Position:
    """The grid on the recommended track, for what was agreed on. Raises NotationError."""
    return start(players, dice, laps=laps(agreed), variants=variants(agreed, players))


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


def over(position: Position) -> str | None:
    """The outcome once the first three places are taken (or no car is left on the table), else None."""
    racing = [car for car in position.teams.cars if is_racing(position, car)]
    if len(position.finished) < PLACES_RACED_FOR and racing:
        return None
    places = zip(("first", "second", "third"), position.finished, strict=False)
    told = [WORDS.tell(fact("outcome", how=place, who=car)) for place, car in places]
    return WORDS.tell(fact("outcome", how="places"), places=told) if told else WORDS.tell(fact("outcome"))
