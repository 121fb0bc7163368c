"""The camera's picture under the drawn board: what stands on a space lies where the drawing has that space."""

from __future__ import annotations

import math
import re
from random import Random

import cv2
import numpy as np
import pytest

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from markers import kits
from referee import commands
from referee.games.registry import GAMES, game
from referee.hosting.replay import Replay
from referee.record.flat_picture import OUTSIDE, flat
from referee.record.view import View
from tests.browser.laid_table import LaidTable
from tests.record.races import race
from tests.record.test_incident import played

CARS = {"racepack": "pawn:", "nestorgames-gp": "car:", "home-racers": "car:", "royal-racers": ""}
HANDLE = re.compile(r'data-(piece|space)="([^"]+)"(?: data-name="[^"]*")? data-at="(\S+) ([^"]+)"')


def handles_of(svg: str) -> list[tuple[str, str, tuple[float, float]]]:
    """Kind, name and middle of all that can be taken hold of in a drawing."""
    return [(kind, name, (float(x), float(y))) for kind, name, x, y in HANDLE.findall(svg)]


def places(name: str, position: str, svg: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Points of the board in mm, and where the drawing has them: of the cars, or of the cards' spaces."""
    laid = game(name).layout(position, kits.manifest(name))
    if name == "royal-racers":
        spaces = [at for kind, _, at in handles_of(svg) if kind == "space"]
        return [((one.x_mm, one.y_mm), at) for one, at in zip(laid, spaces, strict=False)]
    drawn = {CARS[name] + piece: at for kind, piece, at in handles_of(svg) if kind == "piece"}
    return [((one.x_mm, one.y_mm), drawn[one.piece]) for one in laid if one.piece in drawn]


def leaning() -> View:
    """A camera with a bent lens that looks at the table from aside."""
    lens = np.array([[1100.0, 0.0, 650.0], [0.0, 1090.0, 350.0], [0.0, 0.0, 1.0]])
    camera = CameraModel(1280, 720, lens, np.array([-0.12, 0.03, 0.001, -0.001, 0.0]))
    lean, c, s = 0.2, np.cos(0.2), np.sin(0.2)
    down = np.array([[1.0, 0.0, 0.0], [0.0, -c, -s], [0.0, s, -c]])
    return View(TablePlane(camera, down, np.array([20.0, -1100.0 * np.tan(lean), 1100.0])))


@pytest.mark.parametrize("name", GAMES)
def test_every_place_lies_where_the_drawing_has_it(name: str) -> None:
    """Light points on a dark table, taken aslant through a bent lens, lie within a px of the drawn pieces."""
    law, view = game(name), leaning()
    position = law.start(max(law.players_allowed[:3]), Random(4))
    svg = str(law.diagram(position, {}))
    box = [float(one) for one in svg.split('viewBox="')[1].split('"')[0].split()]
    image, drawn = np.zeros((720, 1280, 3), np.uint8), list[tuple[float, float]]()
    for (x_mm, y_mm), at in places(name, position, svg):
        px = view.px(np.array([[x_mm, y_mm, 0.0]]), 1280)[0]
        if 10 < px[0] < 1270 and 10 < px[1] < 710:
            own = (190 + 8 * (len(drawn) % 8), 190 + 8 * (len(drawn) // 8), 255)
            cv2.circle(image, tuple((px * 16).round().astype(int).tolist()), 64, own, -1, cv2.LINE_AA, 4)
            drawn.append(at)
    laid = flat(image, view, svg)
    assert laid is not None
    scale = laid.shape[1] / box[2]
    assert laid.shape[0] == pytest.approx(box[3] * scale, abs=1.0)
    _, _, _, middles = cv2.connectedComponentsWithStats(cv2.inRange(laid, (181, 181, 181), (255, 255, 255)))
    white = middles[1:].tolist()  # the first is what is dark
    there = [((x - box[0]) * scale - 0.5, (y - box[1]) * scale - 0.5) for x, y in drawn]
    assert len(white) == len(there) >= 3
    assert max(min(math.dist(one, other) for other in white) for one in there) < 1.5
    for number, (x, y) in enumerate(there):  # each its own
        blue, green, _ = laid[round(y), round(x)].tolist()
        assert (round((blue - 190) / 8), round((green - 190) / 8)) == (number % 8, number // 8)


def test_where_the_camera_sees_nothing_it_is_grey() -> None:
    """Beside the picture; a drawing that does not say where the board lies in it gets no picture."""
    law, white = game("racepack"), np.full((360, 640, 3), 255, np.uint8)
    svg = str(law.diagram(law.start(3, Random(4)), {}))
    far = TablePlane(leaning().plane.camera, leaning().plane.R_camera_table, np.array([200.0, -200.0, 600.0]))
    laid = flat(white, View(far), svg)
    assert laid is not None
    assert {tuple(one) for one in laid.reshape(-1, 3).tolist()} >= {OUTSIDE, (255, 255, 255)}
    assert flat(white, View(far), svg.replace("data-mm", "data-none")) is None


def test_the_table_gives_its_newest_picture() -> None:
    """Once it was read; what lies there is drawn where it lies: the road is paler than the table around it."""
    table = LaidTable()
    jpeg, number = table.referee.beneath()
    laid = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
    svg = str(table.referee.snapshot()["diagram"])
    box = [float(one) for one in svg.split('viewBox="')[1].split('"')[0].split()]
    scale = laid.shape[1] / box[2]
    spaces = [at for kind, name, at in handles_of(svg) if kind == "space" and ":" not in name]
    on_road = [int(laid[round((y - box[1]) * scale), round((x - box[0]) * scale)]) for x, y in spaces]
    assert np.median(on_road) > np.median(laid[:, :20]) + 20
    table.again()
    assert table.referee.beneath()[1] > number


def test_a_replay_shows_the_picture_of_its_moment() -> None:
    """That of the start or of the newest verdict; none of a record that was kept without views."""
    kept = played("racepack")
    replay = Replay(game("racepack"), kept.store, "race.sqlite")
    numbers = []
    for at in (0, 1):
        replay.command(commands.Replay(at))
        jpeg, number = replay.beneath()
        assert jpeg.startswith(b"\xff\xd8")
        assert number == replay.picture()[1]
        numbers.append(number)
    assert numbers[0] < numbers[1]
    assert Replay(game("racepack"), race("racepack", turns=3), "race.sqlite").beneath() == (b"", 0)
