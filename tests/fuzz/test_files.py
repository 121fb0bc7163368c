"""Kits, lenses, boards, settings, words, pictures: whatever is in such a file, it is read or refused in a sentence."""

from __future__ import annotations

import json
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera_model import CameraModel, guess
from markers import kits, manifest
from markers.nestorgames_gp.boards import shipped_board
from referee.cli.common import load_camera, load_kit, load_prints, load_settings
from referee.cli.judge_batch import judge_batch
from referee.cli.recording import load_said
from referee.devices.bundle import LIST, open_bundle, write_bundle
from referee.devices.jpeg import LARGEST_SIDE_PX, decode_picture, is_too_large, is_whole_jpeg, picture_size
from referee.devices.sources import open_source
from referee.devices.stills import Stills
from referee.errors import RefereeError, SourceError
from referee.games.nestorgames_gp.board_file import board_from_json, board_text
from referee.record.ppn_read import final_table, read_ppn
from referee.settings import from_toml
from referee.vision.eye import Eye
from referee.vision.scene import Frame
from tests.fuzz.mangled import FEWER, ODD_TEXTS, mangled_bytes, mangled_text, mangled_value
from tests.fuzz.test_notations import sentence_or_answer

READERS: dict[str, tuple[Callable[[str], object], Callable[[], str]]] = {
    "kit": (manifest.from_json, lambda: manifest.to_json(kits.manifest("home-racers"))),
    "lens": (CameraModel.from_json, lambda: guess(640, 480).to_json()),
    "board": (lambda text: (board_from_json(text), board_text(text)), lambda: shipped_board("harbour")),
}


@cache
def right(name: str) -> str:
    """A file of this kind as it should be."""
    return READERS[name][1]()


@FEWER
@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_any_json_file_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """JSON with something of another kind in it, and text that is nearly JSON."""
    value = data.draw(mangled_value([json.loads(right(name))]))
    sentence_or_answer(lambda: READERS[name][0](json.dumps(value)))
    text = data.draw(mangled_text([right(name)]) | st.sampled_from(ODD_TEXTS))
    sentence_or_answer(lambda: READERS[name][0](text))


@FEWER
@given(mangled_text(('port = 8000\nhost = "127.0.0.1"\n', "a = " + "[" * 5000, "port = 9" * 900)))
def test_any_settings_are_read_or_refused(text: str) -> None:
    """TOML that was right once."""
    sentence_or_answer(lambda: from_toml(text))


@FEWER
@given(mangled_text(("---\nSetUp: None\n...\nsetup. S@b2 M@c3\n1R. b2-c3 {said}\n2. c3-d4\n",)))
def test_any_piecepack_notation_is_read_or_refused(text: str) -> None:
    """An export of a game, mangled."""
    sentence_or_answer(lambda: [final_table(one) for one in read_ppn(text)])


@FEWER
@given(mangled_bytes((b'[{"time_s": 1.5, "text": "speed:2=3"}]', b"[" * 5000, b'{"a": 1}', b"\xff\xfe")))
def test_any_words_file_is_read_or_refused(data: bytes) -> None:
    """The list of what was said during a recording."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.json"
        path.write_bytes(data)
        sentence_or_answer(lambda: load_said(str(path)))


@pytest.mark.parametrize("what", ["pipe", "/dev/zero", "folder", "x" * 4000, "nul\0", ""])
def test_what_is_no_regular_file_is_told_wherever_one_is_named(what: str, tmp_path: Path) -> None:
    """A pipe, a device without end, a folder, a name that is none: no command waits, each says a sentence."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    name = str(tmp_path / what) if what in ("pipe", "folder") else what
    asked: tuple[Callable[[], Any], ...] = (
        lambda: load_kit("racepack", name), lambda: load_prints(name), lambda: load_camera(name),
        lambda: load_settings(name), lambda: load_said(name), lambda: open_source(name),
        lambda: next(Stills(Path(name)).frames()), lambda: open_bundle(Path(name), tmp_path / "new"),
        lambda: judge_batch(name, "racepack", closed=True, language="en"),
    )  # fmt: skip
    for ask in asked:
        if ask is asked[5] and what == "nul\0":
            continue
        with pytest.raises((RefereeError, OSError, ValueError)) as caught:
            ask()
        assert isinstance(caught.value, RefereeError | OSError) or "\0" in name
        assert len(str(caught.value)) < 4500


# -- pictures ---------------------------------------------------------------------------------------------------------


@cache
def pictures() -> tuple[bytes, ...]:
    """One small picture in each form that is read."""
    image = np.random.default_rng(1).integers(0, 255, (40, 60, 3), np.uint8)
    return tuple(cv2.imencode(form, image)[1].tobytes() for form in (".jpg", ".png", ".bmp", ".webp", ".tiff"))


def claiming(width_px: int, height_px: int) -> dict[str, bytes]:
    """Files of a few bytes that claim pictures of this size."""
    size = struct.pack(">2I", width_px, height_px)
    head = b"IHDR" + size + b"\x08\x02\0\0\0"
    body = b"IDAT" + zlib.compress(b"\0" * 1000)
    chunks = [
        struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in (head, body, b"IEND")
    ]
    jpeg = bytearray(pictures()[0])
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">2H", height_px % 65536, width_px % 65536)
    return {"png": b"\x89PNG\r\n\x1a\n" + b"".join(chunks), "jpg": bytes(jpeg)}


@pytest.mark.parametrize("form", ["png", "jpg"])
@pytest.mark.parametrize(
    "size", [(30_000, 30_000), (65_000, 10), (10, 65_000), (LARGEST_SIDE_PX + 1, 1), (12_001, 10_000)]
)
def test_a_picture_that_claims_to_be_huge_is_refused_before_it_is_decoded(
    form: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """Its size stands in its first bytes: nothing is decoded, and nothing of that size is ever in memory."""
    path = tmp_path / f"huge.{form}"
    path.write_bytes(claiming(*size)[form])
    assert is_too_large(path.read_bytes())
    with pytest.raises(SourceError, match="larger than any camera takes"):
        next(Stills(path).frames())
    assert decode_picture(path.read_bytes()) is None


def test_pictures_of_cameras_are_not_too_large() -> None:
    """A picture of 108 million pixels is still taken for one, however it is turned."""
    for form, data in {**claiming(12_000, 9_000), "tall": claiming(9_000, 12_000)["jpg"]}.items():
        width_px, height_px = picture_size(data)
        assert width_px * height_px == 108_000_000, form


@given(mangled_bytes(pictures()))
def test_any_bytes_are_a_picture_or_none(data: bytes) -> None:
    """Whatever is left of a picture is decoded or refused, and a decoded one has the size it claims."""
    is_whole_jpeg(data)
    size = picture_size(data)
    image = decode_picture(data)
    if image is not None:
        assert image.dtype == np.uint8
        assert sorted(image.shape[:2]) == sorted(size)


@FEWER
@given(st.integers(1, 90), st.integers(1, 90), st.integers(0, 2**32 - 1), st.sampled_from([0, 64, 255]))
def test_the_eye_looks_at_any_picture(width_px: int, height_px: int, seed: int, spread: int) -> None:
    """One pixel, a strip, plain grey, noise: there is nothing there, and that is said."""
    noise = np.random.default_rng(seed).integers(128 - spread // 2, 129 + spread // 2, (height_px, width_px, 3))
    eye = Eye(kits.manifest("racepack"), None)
    eye.camera_for(width_px, height_px)
    scene = eye.look(Frame(np.clip(noise, 0, 255).astype(np.uint8), 0, "noise", 0), True)
    assert scene.sightings == ()


@FEWER
@given(st.data())
def test_any_bundle_is_opened_or_refused(data: st.DataObject) -> None:
    """A bundle with bytes changed, or with something else in its list: opened as listed, or nothing is left behind."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_bundle(folder / "b.zip", {"race.sqlite": b"r" * 300, "settings.json": b"{}"}, {"note": "hello"})
        whole = (folder / "b.zip").read_bytes()
        with zipfile.ZipFile(folder / "b.zip") as bundle:
            about = json.loads(bundle.read(LIST))
        if data.draw(st.booleans()):
            (folder / "b.zip").write_bytes(data.draw(mangled_bytes([whole])))
        else:
            with zipfile.ZipFile(folder / "b.zip", "w") as bundle:
                bundle.writestr("race.sqlite", b"r" * 300)
                bundle.writestr("settings.json", b"{}")
                bundle.writestr(LIST, json.dumps(data.draw(mangled_value([about]))))
        sentence_or_answer(lambda: open_bundle(folder / "b.zip", folder / "out"))
        left = {path.name for path in folder.iterdir()}
        assert left in ({"b.zip"}, {"b.zip", "out"})
        if "out" in left:
            assert (folder / "out" / "race.sqlite").read_bytes() == b"r" * 300
