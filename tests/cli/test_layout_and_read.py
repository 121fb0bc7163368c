"""`referee layout` and `referee read` from a person's side: what they print, and how they end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from markers import kits, manifest
from markers.kit import PlacedPiece
from referee.cli.main import main
from referee.games.racepack.table import layout
from referee.simulator.camera import camera_over
from referee.simulator.look import look
from referee.simulator.render import Renderer

POSITION = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:n1,C:out:a1,M:l1,S:a5 hazards=c9-,k9+,q4- lap=3"
SIZE = (1280, 720)


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command line."""
    monkeypatch.setattr(sys, "argv", ["referee", *words])
    code = 0
    try:
        main()
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, *capsys.readouterr()


def photograph(pieces: tuple[PlacedPiece, ...], path: Path) -> Path:
    """A rendered picture of laid pieces."""
    camera = camera_over((-270.0, -240.0), (400.0, 180.0), SIZE)
    renderer = Renderer(kits.manifest("racepack"), kits.pdf("racepack"), camera, look("living-room"))
    assert cv2.imwrite(str(path), renderer.render(pieces, [], np.random.default_rng(1)))
    return path


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a right board and one whose road is open."""
    folder = tmp_path_factory.mktemp("pictures")
    pieces = layout(POSITION, kits.manifest("racepack"))
    photograph(pieces, folder / "right.png")
    gone = [piece.piece for piece in pieces if piece.piece.startswith("tile:")][8:20:4]
    photograph(tuple(piece for piece in pieces if piece.piece not in gone), folder / "open.png")
    (folder / "torn.png").write_bytes((folder / "right.png").read_bytes()[:5000])
    return folder


def test_layout_lists_every_piece(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As JSON each piece comes with side, place, height and angle."""
    code, out, _ = run(capsys, monkeypatch, "layout", "--position", POSITION, "--json")
    pieces = json.loads(out)
    assert code == 0
    assert len(pieces) == 24 + 3 + 4 + 3
    assert set(pieces[0]) == {"piece", "side", "x_mm", "y_mm", "z_mm", "angle_deg"}


def test_layout_in_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --json it is a table for people."""
    code, out, _ = run(capsys, monkeypatch, "layout", "--position", POSITION)
    assert code == 0
    assert "pawn:S" in out


def test_layout_knows_a_printed_kit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Heights come from the manifest of the print."""
    from markers.design import Wish
    from markers.heights import PAPER

    kit = tmp_path / "manifest.json"
    kit.write_text(manifest.to_json(kits.manifest("racepack", wish=Wish(PAPER))), encoding="utf-8")
    _, out, _ = run(capsys, monkeypatch, "layout", "--position", POSITION, "--kit", str(kit), "--json")
    assert json.loads(out)[0]["z_mm"] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("layout", "--position", "rubbish"), "starts with the word racepack"),
        (("layout", "--game", "ludo", "--position", POSITION), "no game called 'ludo'"),
        (("layout",), "--position"),
        (("layout", "--position", POSITION, "--kit", "nowhere.json"), "nowhere.json"),
        (("read", "nowhere.png"), "nowhere.png"),
        (("read", "."), "There are no pictures in"),
        (("read", "right.png", "torn.png", "--overlay", "seen.png"), "An overlay is drawn for one picture"),
        (("read", "nowhere.png", "--camera", "nowhere.json"), "nowhere.json"),
        (("read", "nowhere.png", "--overlay", "seen.txt"), "must end in .png or .jpg"),
    ],
)
def test_bad_use_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    """Bad input ends with exit code 2, a sentence on stderr and nothing on stdout."""
    code, out, err = run(capsys, monkeypatch, *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_a_torn_picture(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pictures: Path) -> None:
    """Half a file is no picture."""
    code, _, err = run(capsys, monkeypatch, "read", str(pictures / "torn.png"))
    assert code == 2
    assert "torn.png" in err


def test_read_gives_the_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    """A picture of a right board: its notation, its pieces with their spaces, no problems, exit code 0."""
    code, out, _ = run(capsys, monkeypatch, "read", str(pictures / "right.png"), "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["problems"] == []
    assert answer["position"] == POSITION
    spaces = {piece["piece"]: piece["space"] for piece in answer["pieces"]}
    assert (spaces["pawn:S"], spaces["pawn:C"], spaces["lap"]) == ("a5", "outside a1", "lap")
    assert set(answer["pieces"][0]) == {"piece", "side", "x_mm", "y_mm", "angle_deg", "space", "confidence"}


def test_every_piece_of_the_position_is_told_of(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    """With a position each of its pieces is listed as seen or not, as JSON and in words; without one none is."""
    laid = [piece.piece for piece in layout(POSITION, kits.manifest("racepack"))]
    for name, whole in (("right.png", True), ("open.png", False)):
        words = ("read", str(pictures / name), "--position", POSITION)
        _, out, _ = run(capsys, monkeypatch, *words, "--json")
        expected = json.loads(out)["expected"]
        assert [one["piece"] for one in expected] == laid
        assert set(expected[0]) == {"piece", "side", "state", "seen_as", "why"}
        away = [one["piece"] for one in expected if one["state"] == "not seen"]
        assert away == [] if whole else len(away) == 3
        assert all(piece.startswith("tile:") for piece in away)
        _, out, _ = run(capsys, monkeypatch, *words)
        assert out.count("not seen") == len(away)
        assert all(piece in out for piece in laid)
    _, out, _ = run(capsys, monkeypatch, "read", str(pictures / "right.png"), "--json")
    assert "expected" not in json.loads(out)


def test_many_pictures_are_read_at_once_a_line_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    """A folder and a picture: each line is what the picture alone gives; a torn one is told and stops nothing."""
    alone = run(capsys, monkeypatch, "read", str(pictures / "right.png"), "--json")[1]
    code, out, _ = run(capsys, monkeypatch, "read", str(pictures), str(pictures / "right.png"), "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    names = sorted(path.name for path in pictures.glob("*.png"))
    assert [Path(line.pop("picture")).name for line in lines] == [*names, "right.png"]
    told = dict(zip([*names, "again"], lines, strict=True))
    assert told["right.png"] == told["again"] == json.loads(alone)
    assert "not a whole picture" in told["torn.png"]["problems"][0]
    assert code == 1
    assert run(capsys, monkeypatch, "read", str(pictures / "right.png"), str(pictures / "right.png"))[0] == 0


def test_a_bar_runs_while_many_pictures_are_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    """On a terminal, on stderr; what is told on stdout is whole, and --json has no bar."""
    words = ("read", str(pictures / "right.png"), str(pictures / "torn.png"))
    code, plain, quiet = run(capsys, monkeypatch, *words)
    assert "reading" not in quiet
    monkeypatch.setenv("FORCE_COLOR", "1")  # so a terminal is told to rich
    monkeypatch.setenv("TERM", "xterm")
    shown, out, err = run(capsys, monkeypatch, *words)
    assert (code, shown) == (1, 1)
    assert "reading" in err
    assert "100%" in err
    assert "reading" not in out
    assert POSITION in out
    assert "not a whole picture" in out
    assert plain.splitlines()[0] == out.splitlines()[0] == f"{words[1]}:"
    assert "reading" not in run(capsys, monkeypatch, *words, "--json")[2]


def test_read_in_words_with_an_overlay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    """For people it is a table and the notation, and the overlay is a picture of the same size."""
    overlay = pictures / "seen.png"
    code, out, _ = run(capsys, monkeypatch, "read", str(pictures / "right.png"), "--overlay", str(overlay))
    assert code == 0
    assert POSITION in out
    picture = cv2.imread(str(overlay))
    assert picture is not None
    assert picture.shape == (SIZE[1], SIZE[0], 3)


def test_a_wrong_board_is_a_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    """An open road ends with exit code 1 and says where it is open; with the position known it is read."""
    code, out, _ = run(capsys, monkeypatch, "read", str(pictures / "open.png"), "--json")
    assert code == 1
    assert any("not to be seen" in problem for problem in json.loads(out)["problems"])
    code, out, _ = run(capsys, monkeypatch, "read", str(pictures / "open.png"), "--position", POSITION, "--json")
    assert code == 0
    assert json.loads(out)["position"].startswith(POSITION.split(" hazards")[0])
