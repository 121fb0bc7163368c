"""Wrong input to the commands that people start a race with: one clear sentence, exit code 2, nothing lost."""

from __future__ import annotations

import io
import os
import signal
import socket
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calibration.camera_model import guess
from referee.devices.store import SqliteStore
from referee.record.entry import Entry
from tests.cli.in_process import exit_code

SAMPLES = Path(__file__).parents[2] / "sample_images"
STILL = str(SAMPLES / "racepack-still-1.jpg")


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Exit code and everything said by `referee ...`, run in this process: a new one takes a second to start."""
    interrupted = signal.getsignal(signal.SIGINT)

    def run_here(*arguments: str) -> tuple[int, str]:
        code = exit_code(monkeypatch, arguments)
        said = capfd.readouterr()
        return code, said.out + said.err

    yield run_here
    signal.signal(signal.SIGINT, interrupted)


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and everything said by `referee ...`, as people start it."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=100,
        check=False,
    )
    return done.returncode, done.stdout


def not_a_video(folder: Path) -> list[str]:
    """A file that only looks like a video."""
    (folder / "race.mp4").write_bytes(b"this is no film")
    return ["watch", "--source", str(folder / "race.mp4"), "--headless"]


def small_calibration(folder: Path) -> str:
    """A calibration for 640 x 480 pictures."""
    (folder / "camera.json").write_text(guess(640, 480).to_json(), encoding="utf-8")
    return str(folder / "camera.json")


def record_there(folder: Path) -> list[str]:
    """A record with one entry, and a command that would overwrite it."""
    store = SqliteStore.create(folder / "race.sqlite", {"game": "racepack"})
    store.append(Entry(1, "camera", "note", "test", "", ""), {})
    store.close()
    return ["watch", "--source", STILL, "--record", str(folder / "race.sqlite"), "--headless"]


def damaged_record(folder: Path) -> list[str]:
    """Something that is no record any more."""
    (folder / "race.sqlite").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 20)
    return ["watch", "--source", STILL, "--record", str(folder / "race.sqlite"), "--resume", "--headless"]


def a_file(folder: Path, name: str, content: bytes | str) -> str:
    """A file with something in it that somebody made up."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def a_pipe(folder: Path) -> str:
    """A pipe nobody writes to."""
    os.mkfifo(folder / "pipe.jpg")
    return str(folder / "pipe.jpg")


def huge(folder: Path) -> str:
    """A PNG of a few bytes that claims 30,000 by 30,000 pixels."""
    head = b"IHDR" + struct.pack(">2I", 30_000, 30_000) + b"\x08\x02\0\0\0"
    chunks = [struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in (head, b"IEND")]
    return a_file(folder, "huge.png", b"\x89PNG\r\n\x1a\n" + b"".join(chunks))


LOST = "nestorgames-gp board=harbour cars=R:s99"
DIGITS = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=S:b5,M:q3 lap=" + "9" * 5000


def sample(name: str) -> Callable[[Path], list[str]]:
    """Watch one of the broken boards."""
    return lambda folder: ["watch", "--source", str(SAMPLES / name), "--headless"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (lambda folder: ["watch", "--source", "97", "--headless"], "There is no camera 97"),
        (lambda folder: ["watch", "--source", str(folder / "none.mp4"), "--headless"], "no file, folder or camera"),
        (not_a_video, "is not a video that can be read"),
        (sample("racepack-broken-other-kit.jpg"), "pieces of the royal-racers kit"),
        (sample("racepack-broken-not-closed.jpg"), "the track is open at"),
        (sample("racepack-broken-two-copies.jpg"), "two copies of marker"),
        (lambda f: ["watch", "--source", STILL, "--camera", small_calibration(f), "--headless"], "another resolution"),
        (lambda f: ["read", STILL, "--game", "racepack", "--camera", small_calibration(f)], "another resolution"),
        (damaged_record, "is not the record of a race"),
        (record_there, "is there already; add --resume"),
        (lambda folder: ["watch", "--game", "chess", "--source", "0"], "no game called 'chess'"),
        (lambda folder: ["watch", "--source", STILL, "--option", "laps=77"], "the option laps is 1, 2, 3, 4 or 5"),
        (lambda folder: ["play", "--option", "speed=1"], "no option 'speed'"),
        (
            lambda f: ["watch", "--source", STILL, "--said", str(f / "none.json"), "--headless"],
            "no list of what was said",
        ),
        (lambda f: ["watch", "--source", STILL, "--position", "racepack nonsense", "--headless"], "not a field"),
        (lambda folder: ["demo", "--size", "big", "--headless"], "is no picture size"),
        (lambda f: ["watch", "--source", record_there(f)[4], "--headless"], "is the record of a race, no recording"),
        (
            lambda f: ["demo", "--record", record_there(f)[4], "--headless"],
            "race.sqlite is there already; name another",
        ),
        (lambda folder: ["demo", "--size", "3x3", "--headless"], "no picture a camera takes"),
        (lambda folder: ["demo", "--turns", "-1", "--headless"], "'--turns': -1 is not in the range"),
        (lambda folder: ["demo", "--faults", "2", "--headless"], "'--faults': 2.0 is not in the range"),
        (lambda folder: ["demo", "--port", "70000"], "'--port': 70000 is not in the range"),
        (lambda folder: ["replay", str(folder / "none.sqlite"), "--page", "--port", "70000"], "is not in the range"),
        (lambda folder: ["watch", "--source", STILL, "--players", "0", "--headless"], "not 0"),
        (lambda folder: ["bench", "damage", "--frames", "0"], "'--frames': 0 is not in the range"),
        (lambda folder: ["print", "--check", str(folder / "none.jpg")], "No such file"),
        (lambda folder: ["print", "--check", str(folder)], "is a folder"),
        (lambda folder: ["print", "--check", str(Path(not_a_video(folder)[2]))], "not a whole picture"),
        (lambda folder: ["replay", ""], "is a folder: name a record's file"),
        (lambda folder: ["report", str(folder)], "is a folder: name a record's file"),
        (lambda f: ["replay", record_there(f)[4], "--from", "999"], "the record has 0 turns"),
        (lambda f: ["export", record_there(f)[4], "--to", "mp4", "--out", str(f / "x.txt")], "is called FILE.mp4"),
        (lambda f: ["read", STILL, "--kit", a_file(f, "kit.json", "")], "kit.json: The manifest is not JSON"),
        (lambda folder: ["layout", "--game", "nestorgames-gp", "--position", LOST], "has no space s99"),
        (lambda folder: ["layout", "--position", DIGITS], "must be a whole number"),
        (lambda folder: ["judge", "--position", DIGITS, "--observed", DIGITS], "must be a whole number"),
        (lambda folder: ["watch", "--source", "x" * 3999, "--headless"], "There is no file, folder or camera called"),
        (lambda folder: ["watch", "--source", "9" * 3999, "--headless"], "There is no file, folder or camera called"),
        (lambda folder: ["watch", "--source", a_pipe(folder), "--headless"], "is no regular file"),
        (lambda folder: ["watch", "--source", "/dev/zero", "--headless"], "There is no file, folder or camera called"),
        (lambda folder: ["read", a_pipe(folder)], "is no regular file"),
        (lambda folder: ["read", "/dev/zero"], "is no regular file"),
        (lambda folder: ["read", huge(folder)], "is larger than any camera takes"),
        (lambda folder: ["print", "--check", huge(folder)], "is larger than any camera takes"),
        (lambda f: ["read", STILL, "--kit", a_file(f, "kit.json", "[" * 5000)], "nested too deeply"),
        (lambda f: ["read", STILL, "--camera", a_file(f, "c.json", '{"width_px": ' + "9" * 5000)], "c.json: The calib"),
        (lambda f: ["read", STILL, "--camera", "/dev/zero"], "is no regular file"),
        (lambda f: ["watch", "--source", STILL, "--said", a_pipe(f), "--headless"], "is no regular file"),
        (lambda f: ["export", record_there(f)[4], "--to", "csv", "--out", a_pipe(f)], "is no regular file"),
        (lambda f: ["export", record_there(f)[4], "--to", "csv", "--out", "/dev/null"], "is no regular file"),
        (lambda f: ["export", record_there(f)[4], "--to", "csv", "--out", str(f / "race.sqlite")], "the record itself"),
        (lambda f: ["report", record_there(f)[4], "--out", str(f / "race.sqlite")], "the record itself"),
        (lambda f: ["export", record_there(f)[4], "--to", "csv", "--out", a_file(f, "a", "x")], "add --overwrite"),
        (lambda f: ["export", record_there(f)[4], "--to", "gif", "--out", a_file(f, "a.gif", "x")], "add --overwrite"),
    ],
)
def test_wrong_input_gets_one_sentence(
    command: Callable[[Path], list[str]], said: str, tmp_path: Path, here: Run
) -> None:
    """No traceback, exit code 2, and a sentence that says what is wrong; nothing else is heard, of OpenCV neither."""
    code, output = here(*command(tmp_path))
    assert (code, "Traceback" in output, "WARN" in output) == (2, False, False), output
    assert said in output


def test_a_process_of_its_own_says_the_same(tmp_path: Path) -> None:
    """Started as people do, wrong input is one sentence and exit code 2 too."""
    code, output = run(*not_a_video(tmp_path))
    assert (code, "Traceback" in output) == (2, False), output
    assert "is not a video that can be read" in output


def test_a_port_in_use_is_said_before_the_race(tmp_path: Path) -> None:
    """A taken port is one sentence with the option that helps."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, output = run("watch", "--source", STILL, "--record", str(tmp_path / "r.sqlite"), "--port", port)
    assert (code, "Traceback" in output) == (2, False), output
    assert f"Port {port} is already in use" in output
    assert "--port" in output
    assert not (tmp_path / "r.sqlite").exists()


def test_an_export_writes_over_a_file_only_when_somebody_says_so(
    tmp_path: Path, here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a terminal nobody can be asked; with one the answer counts; --overwrite needs no question."""
    record, out = record_there(tmp_path)[4], tmp_path / "race.csv"
    out.write_text("mine")
    words = ("export", record, "--to", "csv", "--out", str(out))
    assert (here(*words)[0], out.read_text()) == (2, "mine")
    for answer, code in (("n\n", 130), ("y\n", 0)):
        monkeypatch.setattr(sys, "stdin", Typed(answer))
        assert "Write over it?" in (said := here(*words))[1]
        assert (said[0], out.read_text() == "mine") == (code, code != 0)
    out.write_text("mine")
    monkeypatch.setattr(sys, "stdin", Typed(""))
    assert here(*words, "--overwrite")[0] == 0
    assert out.read_text() != "mine"


class Typed(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_a_refused_record_is_untouched(tmp_path: Path, here: Run) -> None:
    """Refusing to overwrite a record changes nothing in it."""
    command = record_there(tmp_path)
    before = (tmp_path / "race.sqlite").read_bytes()
    here(*command)
    assert (tmp_path / "race.sqlite").read_bytes() == before
