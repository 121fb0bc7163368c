"""Pictures of faults and questions to be read by eyes that see nothing else, and what really happened, apart.

    .venv/bin/python tools/incident_sheets.py FOLDER [--each 5] [--seed 1] [--game NAME]

Each sheet shows a few incidents, before and after; `truth.txt` says what each was; `incidents.jpg`, all small, is
the one in docs/page. Pieces are drawn as they lie and seen by an eye that misses nothing. docs/figures.md says how many
were read rightly.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from markers import kits
from referee.errors import IllegalAction
from referee.games.registry import GAMES, game
from referee.mind.reasoned import Game
from referee.record.entry import Entry
from referee.record.incident_picture import Incidents
from referee.simulator.look import look
from referee.simulator.plain_view import settled
from referee.simulator.race import picture_size, race_camera
from referee.simulator.render import Renderer
from referee.vision.plane import standpoint
from tools.planted_races import PlainTable, most_players, planted

A_SHEET, PICTURE_PX, HEAD_PX = 3, (720, 600), 40
A_ROW, SMALL_PX, QUALITY = 5, (318, 265), 80
FAULTS, MOST_TURNS = 0.5, 60
Image = NDArray[np.uint8]


class PicturedTable(PlainTable):
    """The same with a picture of each look."""

    def __init__(self, law: Game, players: int, start: str) -> None:
        wish = kits.design_of(law.name).usual
        kit = kits.manifest(law.name, wish=wish)
        camera = race_camera(law.layout(start, kit), picture_size(law.name), 1, kit)
        self._renderer = Renderer(kit, kits.pdf(law.name, wish=wish), camera, look("living-room"))
        self._noise = np.random.default_rng(1)
        lens = CameraModel(camera.width_px, camera.height_px, camera.matrix, camera.distortion, origin="the truth")
        self._from = standpoint(TablePlane(lens, camera.rotation, camera.position_mm))
        super().__init__(law, players, start, kit)

    def show(self, text: str) -> tuple[Entry, ...]:
        """What the match says when the table comes to rest like this."""
        self.time_ns += 1_000_000_000
        laid = self.law.layout(text, self.manifest)
        seen = settled(laid, self.time_ns)
        seen = replace(seen, scene=replace(seen.scene, standpoint=self._from))
        return self.match.feed(seen, lambda: _jpeg(self._renderer.render(laid, (), self._noise)))


def incidents(law: Game, seed: int, wanted: int) -> Iterator[tuple[str, list[Image]]]:
    """So many faults and questions of races, no two of the same rule: what happened, and the pictures."""
    told = set[str]()
    for race in count(seed):
        played, *others = islice(planted(law, race, FAULTS), MOST_TURNS)
        table = PicturedTable(law, most_players(law), played.before)
        for turn in (played, *others):
            table.play(turn)
            with suppress(IllegalAction):  # what came closed it
                table.match.close(table.time_ns)
            entries = table.match.entries
            verdict = next((one for one in reversed(entries) if one.kind == "verdict"), None)
            if verdict is not None and verdict.data["turn"] == turn.turn and turn.truth not in {"legal"} | told:
                told.add(turn.truth)
                place = Incidents(law, table.manifest, table.match.store.picture).of(
                    entries, verdict.id, table.match.state
                )
                truth = f"{turn.truth} {turn.player} said {turn.declared}: {verdict.data['sentence']}"
                yield truth, [_image(place.picture(name)) for name in ("before", "after")]
                if len(told) == wanted:
                    return
            table.put_right(turn)


def sheets(shown: Sequence[list[Image]]) -> Iterator[Image]:
    """Incidents below each other, each with its number."""
    for first in range(0, len(shown), A_SHEET):
        rows = []
        for number, pictures in enumerate(shown[first : first + A_SHEET], first + 1):
            head = np.full((HEAD_PX, 2 * PICTURE_PX[0], 3), 255, np.uint8)
            cv2.putText(head, str(number), (10, 30), cv2.FONT_HERSHEY_DUPLEX, 1.0, (0, 0, 0), 2, cv2.LINE_AA)
            rows += [head, np.hstack([cv2.resize(one, PICTURE_PX, interpolation=cv2.INTER_AREA) for one in pictures])]
        yield np.vstack(rows)


def overview(shown: Sequence[list[Image]]) -> Image:
    """All of them as they ended, in rows."""
    small = [cv2.resize(pictures[-1], SMALL_PX, interpolation=cv2.INTER_AREA) for pictures in shown]
    small += [np.full_like(small[0], 255)] * (-len(small) % A_ROW)
    return np.vstack([np.hstack(small[first : first + A_ROW]) for first in range(0, len(small), A_ROW)])


def _jpeg(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


def _image(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def main() -> None:
    """Play until there are enough, and write the sheets."""
    parser = argparse.ArgumentParser(description="Draws the places of faults on sheets, and tells the truth apart.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=5, help="incidents a game")
    parser.add_argument("--seed", type=int, default=1, help="of the first race")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    shown, truths = [], []
    for name in [wanted.game] if wanted.game else sorted(GAMES):
        for truth, pictures in incidents(game(name), wanted.seed, wanted.each):
            shown.append(pictures)
            truths.append(f"{len(shown)} {name} {truth}\n")
    for number, sheet in enumerate(sheets(shown), 1):
        cv2.imwrite(str(wanted.folder / f"sheet-{number}.png"), sheet)
    cv2.imwrite(str(wanted.folder / "incidents.jpg"), overview(shown), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    (wanted.folder / "truth.txt").write_text("".join(truths), encoding="utf-8")


if __name__ == "__main__":
    main()
