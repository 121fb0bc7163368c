"""Ur before the simulated camera: drawn, seen, read, spoken of and judged."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from calibration.camera_model import guess
from calibration.table_plane import TablePlane
from markers import kits
from referee import installed
from referee.assemble import Referee
from referee.cli.demo_events import take
from referee.games.registry import game
from referee.record.flat_picture import flat
from referee.record.memory import MemoryStore
from referee.record.view import View
from referee.scoring import Score
from referee.simulator.race import SimulatedRace


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is known by its entry points as an installer would leave them, whether it is installed or not."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = tmp_path / "race_ur-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    groups = project["entry-points"].items()
    points = (f"[{group}]\n" + "".join(f"{name} = {to}\n" for name, to in every.items()) for group, every in groups)
    (folder / "entry_points.txt").write_text("\n".join(points))
    monkeypatch.syspath_prepend(str(tmp_path))
    installed._found.cache_clear()
    yield
    monkeypatch.undo()
    installed._found.cache_clear()


@pytest.mark.usefixtures("known")
@pytest.mark.long
def test_a_race_before_the_camera_is_refereed_as_its_truth_says() -> None:
    """The printed kit under a camera: each turn gets a word, and none that its truth gainsays."""
    law, kit = game("ur"), kits.manifest("ur")
    race = SimulatedRace(
        law, kit, kits.pdf("ur"), seed=3, turns=4, players=2, fault_share=0.5, size=(960, 720), frames_a_stop=4
    )
    referee, score = Referee(law, kit, MemoryStore({"game": "ur"})), Score()
    before = referee.snapshot()
    assert (before["phase"], before["diagram"]) == ("survey", "")
    referee.start_by_itself(2, race.start)
    referee.attend(race.name)
    for event in race.events():
        take(event, referee, score)
    referee.finish()
    summary = score.summary(law, referee.match.entries)
    assert summary["turns"] == 4
    assert (summary["false_accusations"], summary["missed_faults"]) == (0, 0), score.surprises
    assert summary["legal"] + summary["illegal"] >= 3, score.surprises
    assert any(turn.truth != "legal" for turn in score.played)
    closed = [one for one in referee.match.entries if one.kind == "verdict" and "after" in one.pictures]
    places = [referee.incident(one.id) for one in closed]
    assert any(place.incident.changes for place in places)
    assert all(place.picture("before") and place.picture("after") for place in places)
    shown = json.loads(json.dumps(referee.snapshot()))
    assert shown["diagram"].startswith("<svg")
    assert shown["now"]["sentence"] == f"It is {shown['now']['player']}'s turn."
    assert [question["text"] for question in shown["pad"]] == [f"{shown['now']['player'].capitalize()} threw"]
    assert not shown["problems"]


@pytest.mark.usefixtures("known")
def test_the_camera_picture_fits_under_the_drawn_board() -> None:
    """A man who stands on a square shows where the drawing has that square."""
    law, kit = game("ur"), kits.manifest("ur")
    position = law.start(2, Random(1))
    for _ in range(12):
        position = law.play(position, Random(len(position)), None).after
    svg = str(law.diagram(position, {}))
    men = [(one.x_mm, one.y_mm) for one in law.layout(position, kit) if one.piece.startswith("man:")]
    down = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]])
    view = View(TablePlane(guess(1280, 720), down, np.array([0.0, 0.0, 700.0])))
    drawn = {(float(x), float(y)) for x, y in re.findall(r'data-piece="[^"]+"[^>]*? data-at="(\S+) ([^"]+)"', svg)}
    shown = 0
    for man in men:
        px = view.px(np.array([[*man, 0.0]]), 1280)[0].round().astype(int)
        image = np.zeros((720, 1280, 3), np.uint8)
        image[px[1] - 3 : px[1] + 4, px[0] - 3 : px[0] + 4] = 255
        laid = flat(image, view, svg)
        assert laid is not None
        white = np.argwhere(laid[..., 0] > 180)
        if len(white):  # men who are not on the board stand beside the drawing
            y, x = (white.mean(axis=0) + 0.5) * 265 / laid.shape[0]
            shown += any(abs(x - at[0]) < 1.0 and abs(y - at[1]) < 1.0 for at in drawn)
    assert shown == len(drawn) > 0
