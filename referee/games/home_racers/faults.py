"""Planted faults: turns that break just one rule, for test benches and demonstrations.

Each planter puts a faulty turn on a stage; it counts only when our own search, with everything seen and said, finds no
legal line and names that rule and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from referee.games.base import Dice, Line, PlayedTurn
from referee.games.home_racers.actions import Drive, Place, Turn, parse_hop
from referee.games.home_racers.geometry import Pose, ahead, apart, pose
from referee.games.home_racers.notation import parse_observation
from referee.games.home_racers.observation import Observation
from referee.games.home_racers.play import apply, over, route
from referee.games.home_racers.position import HIGHEST_GEAR, Position, parse_position, position_text, visible
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.shapes import CORE, LIMITS, legal_shapes, tiles_of
from referee.games.home_racers.staging import Stage, free_start, in_corridor, perform, plan, rolled, through_portal
from referee.games.words_said import Spoken

TRIES = 8
Explain = Callable[[str, Sequence[Observation], Sequence[str], bool], tuple[Line, ...]]
Planter = Callable[[Position, Dice], tuple[Stage, Turn] | None]


def faulty_turn(position: Position, dice: Dice, fault: str, explain: Explain) -> PlayedTurn | None:
    """A turn that breaks just this rule, or None when the position does not allow one; `explain` as of a `Game`."""
    planter = PLANTERS.get(fault)
    placing = bool(position.queue) and position.place(position.to_move) is None
    if planter is None or over(position) or placing != (fault == race.START_TILE.id):
        return None
    for _ in range(TRIES):
        planted = planter(position, dice)
        planted = planted if planted and (position.entrances or _on_the_floor(position, planted[0])) else None
        line = proven(position, planted[0], fault, explain) if planted else None
        if planted and line:
            stage, turn = planted
            return stage.played(turn, parse_position(line.after), fault)
    return None


def _on_the_floor(position: Position, stage: Stage) -> bool:
    """Whether nothing was laid or driven far from the declared course: there the floor ends."""
    seen = [parse_observation(text) for text in stage.stops]
    before = {stand for _, stand in position.cars}
    laid = {tile for table in seen for tile in (*table.tiles, *(stand.pose for _, stand in table.cars))} - before
    return in_corridor(position, tuple(laid))


def proven(position: Position, stage: Stage, fault: str, explain: Explain) -> Line | None:
    """The least-broken line for a staged turn, if it breaks this rule alone; a word that makes a fault is sure."""
    seen = [parse_observation(text) for text in stage.stops]
    meant = [Spoken(text, sure=fault == race.LAPS.id) for text in stage.declared]
    lines = explain(position_text(position), [visible(position), *seen], meant, True)
    rules = {violation.rule for line in lines for violation in line.violations}
    return lines[0] if rules == {fault} and len(lines[0].violations) == 1 else None


def _random_path(gear: int, dice: Dice) -> tuple[str, ...]:
    shapes = legal_shapes(*LIMITS[gear], tiles_of(gear))
    return shapes[dice.randrange(len(shapes))].codes


def _staged(position: Position, dice: Dice, turn: Drive, left: tuple[Pose, ...] = ()) -> tuple[Stage, Turn]:
    stage = Stage(position, dice)
    perform(stage, turn, route(position, turn.car, turn.path), left)
    return stage, turn


def _wrong_gear(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    allowed = path.next_gears(position.gear(position.to_move))
    gears = [gear for gear in range(1, HIGHEST_GEAR + 1) if gear not in allowed]
    if not gears:
        return None
    gear = gears[0] if dice.randrange(3) else gears[dice.randrange(len(gears))]
    return _staged(position, dice, rolled(position, Drive(position.to_move, gear, _random_path(gear, dice)), dice))


def _driving(position: Position, dice: Dice) -> Drive | None:
    """A legal turn that moves the car."""
    turn = plan(position, dice)
    return turn if turn.gear and not any(parse_hop(code) for code in turn.path) else None


def _wrong_length(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    turn = _driving(position, dice)
    if turn is None:
        return None
    shorter = len(turn.path) > (turn.move or 0) and dice.randrange(2)
    return _staged(position, dice, replace(turn, path=turn.path[:-1] if shorter else (*turn.path, "st")))


def _apart_tiles(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    """From one tile on the path lies aside."""
    turn = _driving(position, dice)
    if turn is None:
        return None
    tiles = list(route(position, turn.car, turn.path))
    first = dice.randrange(len(tiles))
    slip = position.gap_mm + 12.0 + dice.randrange(10)
    where = tiles[first]
    slipped = ahead(where, 0.0, slip if dice.randrange(2) else -slip, 0.0)
    shift = (slipped.x_mm - where.x_mm, slipped.y_mm - where.y_mm)
    tiles[first:] = [pose(tile.x_mm + shift[0], tile.y_mm + shift[1], tile.angle_deg) for tile in tiles[first:]]
    stage = Stage(position, dice)
    perform(stage, turn, tiles)
    return stage, turn


def _bent(turns: bool) -> Planter:
    """A path with one turn or one lane change too many."""

    def plant(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
        turn = _driving(position, dice)
        if turn is None or turn.gear is None:
            return None
        bends = [one.code for one in CORE if (one.turns if turns else one.lanes)]
        count = LIMITS[turn.gear][0 if turns else 1] + 1
        if count > len(turn.path):
            return None
        codes = ["st"] * len(turn.path)
        for _ in range(count):
            place = dice.randrange(len(codes))
            while codes[place] != "st":
                place = (place + 1) % len(codes)
            codes[place] = bends[dice.randrange(len(bends))]
        return _staged(position, dice, rolled(position, replace(turn, path=tuple(codes), roll=None, move=None), dice))

    return plant


def _wrong_distance(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    turn = _driving(position, dice)
    if turn is None or turn.move is None:
        return None
    wrong = [move for move in (turn.move - 1, turn.move + 1) if 1 <= move <= len(turn.path)]
    if not wrong:
        return None
    return _staged(position, dice, replace(turn, move=wrong[dice.randrange(len(wrong))]))


def _left_over(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    turn = _driving(position, dice)
    if turn is None or turn.move is None:
        return None
    tiles = route(position, turn.car, turn.path)
    left = [tile for number, tile in enumerate(tiles, 1) if number != turn.move]
    return _staged(position, dice, turn, (left[dice.randrange(len(left))],))


def _out_of_turn(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    """Another car drives as if it were its turn."""
    others = [car for car in position.racers if car != position.to_move and position.place(car) is not None]
    others = [car for car in others if car not in position.finished]
    if not others:
        return None
    car = others[dice.randrange(len(others))]
    swapped = replace(position, queue=(car, *(one for one in position.queue if one != car)))
    turn = _driving(swapped, dice)
    if turn is None:
        return None
    stage = Stage(position, dice)
    perform(stage, turn, route(position, turn.car, turn.path))
    return stage, turn


def _wrong_portal(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    """In at the exit and on from the entrance, or on from another colour's portal."""
    car = position.to_move
    backwards = replace(position, entrances=tuple((colour, 3 - number) for colour, number in position.entrances))
    gears = [gear for gear in path.next_gears(position.gear(car)) if gear]
    ways_in = [pair[number - 1].pose for colour, number in backwards.entrances if (pair := position.portals(colour))]
    if not gears or not ways_in or not any(_near(position, car, portal) for portal in ways_in):
        return None
    for _ in range(TRIES * 2):
        gear = gears[dice.randrange(len(gears))]
        codes = through_portal(backwards, car, _random_path(gear, dice), dice)
        turn = rolled(backwards, Drive(car, gear, codes), dice)
        if any(parse_hop(code) for code in codes[: turn.move]):
            stage = Stage(position, dice)
            perform(stage, turn, route(backwards, car, codes))
            return stage, turn
    return None


def _near(position: Position, car: str, portal: Pose) -> bool:
    where = position.place(car)
    return where is not None and apart(where, portal) <= 5 * position.across_mm


def _too_early(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    """The driver says that the race is over for his car before it is."""
    turn = plan(position, dice)
    if turn.car in apply(position, turn).finished:
        return None
    stage, _ = _staged(position, dice, turn)
    stage.declared.append("finished")
    return stage, turn


def _bad_start(position: Position, dice: Dice) -> tuple[Stage, Turn] | None:
    """The tile lies over the line, or over another tile."""
    tile, car = free_start(position, dice), position.to_move
    placed = [where for one, where in position.cars if one != car]
    if placed and dice.randrange(2):
        wrong = ahead(placed[0], 0.0, position.across_mm * 0.6, 0.0)
    else:
        wrong = ahead(tile, position.across_mm * (0.7 + dice.randrange(5) / 10.0), 0.0, 0.0)
    stage = Stage(position, dice)
    stage.move(car, wrong)
    return stage, Place(car, wrong)


PLANTERS: Mapping[str, Planter] = {
    race.PLAYER_ORDER.id: _out_of_turn,
    race.START_TILE.id: _bad_start,
    path.GEAR_CHANGE.id: _wrong_gear,
    path.PATH_LENGTH.id: _wrong_length,
    path.CONNECTION.id: _apart_tiles,
    path.TURNS.id: _bent(True),
    path.LANE_CHANGES.id: _bent(False),
    path.MOVE_DISTANCE.id: _wrong_distance,
    path.TILES_CLEARED.id: _left_over,
    race.PORTAL.id: _wrong_portal,
    race.LAPS.id: _too_early,
}
"""The planter of each rule."""

FAULTS = tuple(PLANTERS)
