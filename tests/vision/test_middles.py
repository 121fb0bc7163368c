"""A road tile is bare only when its own middle is seen."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.table_plane import TablePlane
from markers import kits
from referee.games.home_racers.game import HomeRacers
from referee.simulator.look import look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Image, Scene

GAME = HomeRacers()
KIT = kits.manifest(GAME.name)
FLOOR = (
    "home-racers line=0:150:0:-150 cars=B:-100:0:0,G:-190:-80:0,R:120:60:10,Y:130:-70:-20 tray= "
    "order=B,G,R,Y turn=B,G,R,Y"
)
BARE_TILE = "tiles=240:200:30"
LONG = pytest.mark.long
COLOURS = {"red": (30, 25, 190), "black": (25, 25, 25), "yellow": (30, 180, 225)}


def floor() -> str:
    """What is seen of the floor, with one tile on which nothing stands."""
    return f"{GAME.visible(FLOOR)} {BARE_TILE}"


@cache
def lit(light: str) -> Renderer:
    """The table in a light."""
    pieces = GAME.layout(floor(), KIT)
    return Renderer(KIT, kits.pdf(GAME.name), race_camera(pieces, (1280, 720), 5, KIT), look(light))


@cache
def drawn(light: str, seed: int) -> Image:
    """The floor in a light, not to be written to: drawing it takes longer than looking at it."""
    image = lit(light).render(GAME.layout(floor(), KIT), [], np.random.default_rng(seed))
    image.flags.writeable = False
    return image


def photograph(light: str, seed: int, grey: bool = False) -> tuple[Image, Eye]:
    """A picture of the floor, and an eye that knows it."""
    image = drawn(light, seed)
    if grey:
        image = np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    return image, Eye(KIT)


def places(scene: Scene, kind: str) -> dict[str, tuple[float, float]]:
    """Where pieces of a kind lie on the table."""
    return {one.piece: (one.x_mm, one.y_mm) for one in scene.sightings if one.piece.startswith(kind)}


def has(points: tuple[tuple[float, float], ...], at: tuple[float, float]) -> bool:
    """Whether one of the points is this place."""
    return any(math.dist(point, at) < 3.0 for point in points)


def without_its_number(image: Image, plane: TablePlane, scene: Scene, car: str, colour: tuple[int, int, int]) -> Image:
    """The same picture, the roof of a car all of one colour."""
    one = next(sighting for sighting in scene.sightings if sighting.piece == car)
    turn = math.radians(one.angle_deg)
    along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    roof = [
        (one.x_mm, one.y_mm) + a * 34.0 * along + b * 13.0 * across for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    px = plane.image_of(np.column_stack([roof, np.full(4, 32.0)]))
    painted = image.copy()
    cv2.fillPoly(painted, [np.round(px).astype(np.int32)], colour)
    return np.asarray(cv2.GaussianBlur(painted, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize(
    "light", ["living-room", *(pytest.param(one, marks=LONG) for one in ("dusk", "window", "busy"))]
)
@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.few(1)
def test_a_bare_tile_is_bare_and_those_under_cars_are_not(light: str, grey: bool) -> None:
    """In all lights, in colour and in grey, the bare tile's middle is clear, those of the four others are hidden."""
    image, eye = photograph(light, 3, grey)
    scene = eye.look(Frame(image, 0, light, 0), still=True)
    cars, roads = places(scene, "car:"), places(scene, "road:")
    assert len(cars) == 4
    assert len(roads) == 5
    for at in roads.values():
        under = any(math.dist(at, car) < 30.0 for car in cars.values())
        assert has(scene.hidden_mm, at) is under
        assert has(scene.clear_mm, at) is not under


@pytest.mark.parametrize("colour", ["red", "black", "yellow"])
@pytest.mark.few(1)
def test_a_tile_under_a_car_that_is_not_read_is_not_called_bare(colour: str) -> None:
    """The car is missing, and the tile under it is covered and none of a path; the bare one stays bare."""
    image, eye = photograph("living-room", 4)
    before = eye.look(Frame(image, 0, "all", 0), still=True)
    assert eye.plane is not None
    painted = without_its_number(image, eye.plane, before, "car:R", COLOURS[colour])
    scene = Eye(KIT).look(Frame(painted, 0, colour, 0), still=True)
    assert "car:R" not in places(scene, "car:")
    stood = GAME.observe(floor()).car("R")
    seen = GAME.read(scene, KIT, FLOOR).observation
    assert stood is not None
    assert seen is not None
    assert seen.missing == ("R",)
    bare = [tile for tile in seen.tiles if math.dist(tile.at, (240.0, 200.0)) < 10.0]
    under = [tile for tile in seen.tiles if math.dist(tile.at, stood.pose.at) < 10.0]
    assert (len(bare), len(under)) == (1, 0)
    middles = [tuple(np.mean(area, axis=0).tolist()) for area in seen.covered]
    assert any(math.dist(middle, stood.pose.at) < 10.0 for middle in middles)
    assert not any(math.dist(middle, bare[0].at) < 60.0 for middle in middles)


def test_in_a_film_a_middle_is_looked_at_anew_when_the_picture_changes() -> None:
    """The bare tile stays bare while nothing changes; something dark laid on it, without a number, is told."""
    image, eye = photograph("living-room", 5)
    quiet = [eye.look(Frame(image, n * 100_000_000, "film", n)) for n in range(3)]
    assert [len(scene.hidden_mm) for scene in quiet] == [len(quiet[0].hidden_mm)] * 3
    assert eye.plane is not None
    bare = [at for at in places(quiet[-1], "road:").values() if has(quiet[-1].clear_mm, at)]
    assert len(bare) == 1
    x, y = np.round(eye.plane.image_of(np.array([[*bare[0], 2.0]]))[0]).astype(int).tolist()
    laid = cv2.ellipse(image.copy(), (x, y), (15, 15), 0.0, 0.0, 360.0, (40, 40, 40), -1)
    scene = eye.look(Frame(np.asarray(laid, np.uint8), 300_000_000, "film", 3))
    at = next(place for place in places(scene, "road:").values() if math.dist(place, bare[0]) < 5.0)
    assert has(scene.hidden_mm, at)
    assert not has(scene.clear_mm, at)
