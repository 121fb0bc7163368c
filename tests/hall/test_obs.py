"""Scenes of OBS follow a race: here one of our own that speaks its protocol (RFC 6455, obs-websocket 5)."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from referee.errors import SetupError
from referee.hall.obs import Scenes, Switcher, scenes_at
from tests.web.conftest import ILLEGAL, FakeRace, question, verdict

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
SALT, CHALLENGE = "a-salt", "a-challenge"
WRONG_PASSWORD = 4009


def sha(*parts: str) -> str:
    """As the protocol has it."""
    return base64.b64encode(hashlib.sha256("".join(parts).encode()).digest()).decode()


class Obs:
    """A server with scenes; `scene` is what is on, `shown` all that were switched to."""

    def __init__(self, password: str) -> None:
        self.scene, self.shown, self._password = "Table", list[str](), password
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def hang_up(self) -> None:
        """As when OBS ends and is started again."""
        for line in self._lines:
            with suppress(OSError):  # hung up already
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()
        self.hang_up()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._socket.accept()
            except OSError:
                return
            self._lines.append(line)
            threading.Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        try:
            with line, line.makefile("rb") as heard:
                asked = b"".join(iter(heard.readline, b"\r\n"))
                key = next(part.split(b":")[1].strip() for part in asked.splitlines() if b"Sec-WebSocket-Key" in part)
                accept = base64.b64encode(hashlib.sha1(key + MAGIC).digest())
                line.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
                line.sendall(b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
                proof = {"challenge": CHALLENGE, "salt": SALT}
                say(line, 0, {"obsWebSocketVersion": "5.5.0", "rpcVersion": 1, "authentication": proof})
                if read(heard)["d"].get("authentication") != sha(sha(self._password, SALT), CHALLENGE):
                    line.sendall(b"\x88\x02" + WRONG_PASSWORD.to_bytes(2, "big"))
                    return
                say(line, 2, {"negotiatedRpcVersion": 1})
                while True:
                    said = read(heard)["d"]
                    if said["requestType"] == "SetCurrentProgramScene":
                        self.scene = said["requestData"]["sceneName"]
                        self.shown.append(self.scene)
                    answer = {name: said[name] for name in ("requestType", "requestId")}
                    scenes = [{"sceneName": name} for name in ("Interview", "Close-up", "Table")]
                    data = {"currentProgramSceneName": self.scene, "scenes": scenes}
                    say(line, 7, {**answer, "requestStatus": {"result": True, "code": 100}, "responseData": data})
        except (OSError, EOFError, struct.error):
            return


def say(line: socket.socket, kind: int, data: dict[str, Any]) -> None:
    """One message of a server: a text frame, not masked."""
    text = json.dumps({"op": kind, "d": data}).encode()
    line.sendall(b"\x81" + (bytes([len(text)]) if len(text) < 126 else b"\x7e" + struct.pack(">H", len(text))) + text)


def read(heard: Any) -> dict[str, Any]:
    """One message of a client: a text frame, masked. Raises EOFError, struct.error at the end."""
    first, length = struct.unpack(">BB", heard.read(2))
    if first & 15 != 1:
        raise EOFError
    size = length & 127
    if size == 126:
        (size,) = struct.unpack(">H", heard.read(2))
    mask, masked = heard.read(4), heard.read(size)
    text = bytes(byte ^ mask[at % 4] for at, byte in enumerate(masked))
    answer: dict[str, Any] = json.loads(text)
    return answer


@pytest.fixture
def obs() -> Iterator[Obs]:
    """OBS, running."""
    server = Obs("a-password")
    yield server
    server.close()


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + 60.0
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def follow(race: FakeRace, obs: Obs, news: list[str], **more: Any) -> Switcher:
    """Let it follow a race."""
    scenes = Scenes("127.0.0.1", obs.port, more.pop("password", "a-password"), "Close-up", **more)
    switcher = Switcher(race, scenes, news.append)
    switcher.start()
    return switcher


def test_a_fault_has_its_scene_until_it_is_settled(obs: Obs) -> None:
    """By password; then the scene that was on before comes back, also when OBS was started again in between."""
    race, news = FakeRace(), list[str]()
    switcher = follow(race, obs, news, seconds=0.0)
    until(lambda: bool(news))
    assert obs.shown == []
    race.show(verdict=ILLEGAL)
    until(lambda: obs.shown == ["Close-up"])
    obs.hang_up()
    race.show(verdict=verdict("LEGAL", "Legal."))
    until(lambda: obs.shown == ["Close-up", "Table"])
    assert any("does not switch" in one for one in news)
    switcher.stop()


def test_a_scene_that_somebody_chose_is_left_alone(obs: Obs) -> None:
    """A question has no scene where none is named; what people switch to stays."""
    race, news = FakeRace(), list[str]()
    switcher = follow(race, obs, news, seconds=0.0)
    race.show(questions=[question("Which speed?", ("2", "speed=2"))])
    race.show(verdict=ILLEGAL)
    until(lambda: obs.shown == ["Close-up"])
    obs.scene = "Interview"
    race.show(verdict=verdict("LEGAL", "Legal."))
    race.show(verdict=verdict("LEGAL", "Legal."))
    time.sleep(0.7)
    switcher.stop()
    assert (obs.scene, obs.shown) == ("Interview", ["Close-up"])


def test_a_fault_that_stands_at_once_has_its_scene_for_some_seconds(obs: Obs) -> None:
    """Where faults are marked only: once each, and none for one that is over when OBS comes."""
    race, news = FakeRace(), list[str]()
    race.show(mode="advise", verdict={**ILLEGAL, "stands": True})
    switcher = follow(race, obs, news, seconds=0.0)
    until(lambda: bool(news))
    assert obs.shown == []
    race.show(verdict={**ILLEGAL, "stands": True, "entry": 9})
    until(lambda: obs.shown == ["Close-up", "Table"])
    time.sleep(0.7)
    switcher.stop()
    assert obs.shown == ["Close-up", "Table"]


def test_a_wrong_password_costs_the_race_nothing_and_is_said_once(obs: Obs) -> None:
    """One sentence, however often it is tried."""
    race, news = FakeRace(), list[str]()
    switcher = follow(race, obs, news, password="wrong")
    until(lambda: bool(news))
    race.show(verdict=ILLEGAL)
    switcher.stop()
    assert len(news) == 1
    assert "another password" in news[0]
    assert obs.shown == []


def test_a_scene_that_obs_does_not_have_is_said_before_the_first_fault(obs: Obs) -> None:
    """Once, with those that there are."""
    race, news = FakeRace(), list[str]()
    switcher = follow(race, obs, news, question="Ask")
    until(lambda: bool(news))
    race.show(verdict=ILLEGAL)
    switcher.stop()
    assert news == [
        "OBS does not switch scenes: it has no scene Ask, only Table, Close-up, Interview. "
        "The race goes on; it is tried again."
    ]
    assert obs.shown == []


@pytest.mark.parametrize(
    "text", ["ws://127.0.0.1?fault=a", "obs://127.0.0.1", "obs://:x@h:port?fault=a", "obs://h?fault=a&scene=b"]
)
def test_a_wrong_address_is_refused(text: str) -> None:
    """With how it is written."""
    with pytest.raises(SetupError, match="--obs wants"):
        scenes_at(text)


def test_an_address_names_scenes_by_its_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The password may stand in RACE_OBS_PASSWORD, so that no list of processes shows it."""
    monkeypatch.setenv("RACE_OBS_PASSWORD", "kept")
    asked = scenes_at("obs://127.0.0.1?fault=Close%20up&question=Ask&race=Table&seconds=3")
    assert asked == Scenes("127.0.0.1", 4455, "kept", "Close up", "Ask", "Table", 3.0)
    assert scenes_at("obs://:a%40b@h:1?fault=F").password == "a@b"
