"""The whole chain on the recorded race in sample_images: pictures in, verdicts out, beside the players' truth."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import pytest

SAMPLES = Path(__file__).parents[2] / "sample_images"
FILM, SAID = SAMPLES / "racepack-race.mp4", SAMPLES / "racepack-race.said.json"
PICTURES_A_SECOND = 10.0


def turns_played() -> list[dict[str, Any]]:
    """Every turn as the simulated players played it."""
    turns: list[dict[str, Any]] = json.loads((SAMPLES / "racepack-race.json").read_text(encoding="utf-8"))["turns"]
    return turns


def truth(turns: list[dict[str, Any]]) -> list[tuple[str, tuple[str, ...]]]:
    """Player and broken rules of turns."""
    return [(t["player"], () if t["truth"] == "legal" else (t["truth"],)) for t in turns]


def referee(source: str, said: Path = SAID) -> tuple[int, list[dict[str, Any]], str]:
    """Run `referee watch` on a source; exit code, verdicts, messages."""
    command = [sys.executable, "-m", "referee", "watch", "--game", "racepack", "--source", source]
    done = subprocess.run(
        [*command, "--said", str(said), "--headless", "--json"],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def check(verdicts: list[dict[str, Any]], turns: list[dict[str, Any]]) -> None:
    """Every turn has its verdict, every fault its rule."""
    told = [(v["player"], tuple(violation["rule"] for violation in v["violations"])) for v in verdicts]
    assert told == truth(turns)
    assert [v["status"] for v in verdicts] == ["ILLEGAL" if rules else "LEGAL" for _, rules in truth(turns)]


@pytest.mark.long  # that of Royal Racers is in the suite
def test_a_recorded_race_is_refereed_to_its_answers() -> None:
    """`referee watch` on the video file names each turn's driver, and the rule of each fault; no other fault."""
    code, verdicts, messages = referee(str(FILM))
    assert code == 1, messages
    check(verdicts, turns_played())


LAID_PICTURES, RESTING_PICTURES = 40, 15
"""So many times the laid table is shown before anybody moves, and the table between two turns: people let their cars
stand for a while, and a machine that has other things to do as well sees every rest."""
TURNS_SHOWN, INTO_THE_NEXT = 4, 15
"""Over the network the film ends so many pictures after its first fault; it is shown whole from its file."""


def shown_over_the_network() -> list[int]:
    """The film's pictures, by number, one for each that is sent."""
    starts = {turn["first_frame"] for turn in turns_played()[1:]}
    end = turns_played()[TURNS_SHOWN]["first_frame"] + INTO_THE_NEXT
    rests = ([number] * (RESTING_PICTURES if number in starts else 1) for number in range(1, end))
    return [0] * LAID_PICTURES + [number for rest in rests for number in rest]


class OneFilm(BaseHTTPRequestHandler):
    """Sends the film's first turns once as motion JPEG, with a rest before each turn."""

    def do_GET(self) -> None:
        """One viewer."""
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=cut")
        self.end_headers()
        film = cv2.VideoCapture(str(FILM))
        began, read = time.monotonic(), -1
        for sent, number in enumerate(shown_over_the_network()):
            while read < number:
                image, read = film.read()[1], read + 1
            jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
            time.sleep(max(0.0, began + sent / PICTURES_A_SECOND - time.monotonic()))
            self.wfile.write(b"--cut\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
            self.wfile.write(jpeg + b"\r\n")
        self.wfile.write(b"--cut--\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def stream() -> Iterator[str]:
    """The address of a camera that shows the film."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), OneFilm)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/video"
    server.shutdown()
    server.server_close()


@pytest.mark.long
def test_the_same_race_over_http_gives_the_same_verdicts(stream: str, tmp_path: Path) -> None:
    """A network camera on loopback, refereed live with only the newest picture kept, leads to the same answers."""
    turns = turns_played()
    ends_s = turns[TURNS_SHOWN]["first_frame"] / PICTURES_A_SECOND
    words = [word for word in json.loads(SAID.read_text(encoding="utf-8")) if word["time_s"] < ends_s]
    shown = shown_over_the_network()
    times_s = [shown.index(round(word["time_s"] * PICTURES_A_SECOND)) / PICTURES_A_SECOND for word in words]
    later = tmp_path / "said.json"
    told = [{**word, "time_s": time_s} for word, time_s in zip(words, times_s, strict=True)]
    later.write_text(json.dumps(told), encoding="utf-8")
    code, verdicts, messages = referee(stream, later)
    assert code == 1, messages
    check(verdicts[:TURNS_SHOWN], turns[:TURNS_SHOWN])


def test_a_recorded_royal_race_is_refereed_to_its_answers() -> None:
    """Royal Racers: the board is surveyed from the film; a legal turn and a card that may not be turned are told."""
    film = SAMPLES / "royal-racers" / "race.mp4"
    command = [sys.executable, "-m", "referee", "watch", "--game", "royal-racers", "--source", str(film)]
    done = subprocess.run([*command, "--headless", "--json"], capture_output=True, text=True, timeout=200, check=False)
    turns = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))["turns"]
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1, done.stderr
    assert [v["player"] for v in verdicts] == [turn["player"] for turn in turns]
    told = [[broken["rule"] for broken in v["violations"]] for v in verdicts]
    assert told == [[] if turn["truth"] == "legal" else [turn["truth"]] for turn in turns]
