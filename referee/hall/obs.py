"""Scenes of OBS that follow a race: to one for a fault or a question, and back when it is settled."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from referee.errors import SetupError
from referee.hall.messages import FAULT, QUESTION, needs
from web.live import LiveRace

PORT = 4455
PASSWORD = "RACE_OBS_PASSWORD"
ANSWER_WITHIN_S = 3.0
AGAIN_AFTER_S = 2.0
SLICE_S = 0.5


class Scenes(NamedTuple):
    """Where OBS is, and its scenes: for a fault, for a question ("": none), for the race ("": the one that was on).

    `seconds` a scene stays at the least.
    """

    host: str
    port: int
    password: str
    fault: str
    question: str = ""
    race: str = ""
    seconds: float = 6.0


def scenes_at(address: str) -> Scenes:
    """An address such as ``obs://:PASSWORD@127.0.0.1:4455?fault=Close-up&race=Table``. Raises SetupError."""
    wrong = SetupError("--obs wants obs://:PASSWORD@HOST:4455?fault=SCENE (and question=, race=, seconds=).")
    try:
        parts = urlsplit(address)
        asked = {name: values[-1] for name, values in parse_qs(parts.query, strict_parsing=True).items()}
        port, seconds = parts.port or PORT, float(asked.pop("seconds", 6.0))
    except ValueError:
        raise wrong from None
    if parts.scheme != "obs" or not parts.hostname or "fault" not in asked or not 0.0 <= seconds <= 600.0:
        raise wrong
    if not asked.keys() <= {"fault", "question", "race"}:
        raise wrong
    password = unquote(parts.password or "") or os.environ.get(PASSWORD, "")
    return Scenes(parts.hostname, port, password, seconds=seconds, **asked)


def obs_library() -> Any:
    """The package obsws-python. Raises SetupError with what to install when it is not there."""
    try:
        import obsws_python
    except ImportError:
        raise SetupError('Scenes of OBS need one more package: type pip install "race-referee[obs]"') from None
    logging.getLogger("obsws_python").setLevel(logging.CRITICAL)  # what matters is said in our own words
    return obsws_python


class Switcher:
    """Switches scenes from `start` to `stop`; an OBS that is away costs the race nothing and is tried again.

    A scene that somebody chose meanwhile is left alone.
    """

    def __init__(self, live: LiveRace, scenes: Scenes, tell: Callable[[str], None]) -> None:
        self._live, self._scenes, self._tell, self._obs = live, scenes, tell, obs_library()
        self._before, self._ours, self._since_s = "", "", 0.0
        self._fault = _fault(live.snapshot())
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="obs", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Leave OBS as it is."""
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        from websocket import WebSocketException

        away = ""
        while not self._ending.is_set():
            try:
                with self._opened() as obs:
                    self._check(obs)
                    self._tell(f"Scenes of OBS at {self._scenes.host} follow the race.")
                    away = ""
                    self._follow(obs)
            except (OSError, ValueError, KeyError, WebSocketException, SetupError, self._obs.error.OBSSDKError) as why:
                if str(why) != away:
                    away = str(why)
                    self._tell(f"OBS does not switch scenes: {away.rstrip('.')}. The race goes on; it is tried again.")
                self._ending.wait(AGAIN_AFTER_S)

    def _opened(self) -> Any:
        """A connection to OBS. Raises SetupError when it does not take the password."""
        where = {"host": self._scenes.host, "port": self._scenes.port, "password": self._scenes.password}
        obs = self._obs.ReqClient.__new__(self._obs.ReqClient)
        try:
            obs.__init__(**where, timeout=ANSWER_WITHIN_S)
            return obs
        except self._obs.error.OBSSDKError:  # it says so of nothing else before the first request
            obs.base_client.ws.shutdown()  # an attempt that it refused stays open by itself
            raise SetupError("it wants another password (in OBS: Tools, WebSocket Server Settings)") from None

    def _check(self, obs: Any) -> None:
        """Raises SetupError with the scenes that are asked for and not there: now, not at the first fault."""
        there = [one["sceneName"] for one in obs.send("GetSceneList", raw=True)["scenes"]]
        asked = (self._scenes.fault, self._scenes.question, self._scenes.race)
        missing = [scene for scene in asked if scene and scene not in there]
        if missing:
            raise SetupError(f"it has no scene {' and no '.join(missing)}, only {', '.join(reversed(there))}")

    def _follow(self, obs: Any) -> None:
        seq = -1
        while not self._ending.is_set():
            seq = max(seq, self._live.wait(seq, SLICE_S))
            wanted = self._wanted()
            if wanted and wanted != self._ours:
                if not self._ours:
                    self._before = obs.send("GetCurrentProgramScene", raw=True)["currentProgramSceneName"]
                self._show(obs, wanted)
            elif not wanted and self._ours and time.monotonic() - self._since_s >= self._scenes.seconds:
                if obs.send("GetCurrentProgramScene", raw=True)["currentProgramSceneName"] == self._ours:
                    self._show(obs, self._scenes.race or self._before)
                self._ours = ""

    def _wanted(self) -> str:
        """The scene that the race calls for, or "": a fault that stands at once calls once."""
        snapshot = self._live.snapshot()
        before, self._fault = self._fault, _fault(snapshot)
        need = FAULT if self._fault not in (before, None) else needs(snapshot)
        return {FAULT: self._scenes.fault, QUESTION: self._scenes.question}.get(need, "")

    def _show(self, obs: Any, scene: str) -> None:
        obs.send("SetCurrentProgramScene", {"sceneName": scene})
        self._ours, self._since_s = scene, time.monotonic()


def _fault(snapshot: Mapping[str, Any]) -> int | None:
    """The entry of the newest verdict, if it is a fault that people are told of."""
    verdict = snapshot["verdict"]
    told = verdict is not None and snapshot["phase"] == "race" and snapshot["mode"] != "record"
    return verdict["entry"] if told and verdict["status"] == "ILLEGAL" and verdict["overruled"] is None else None
