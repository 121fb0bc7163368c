"""The one loop that looks through a source: an error that nobody foresaw costs one picture, never the race."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from referee.errors import CalibrationError, RefereeError, SourceError
from referee.words.catalogue import told

Item = TypeVar("Item")

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 5.0

_log = logging.getLogger(__name__)


class Pause:
    """Pauses between attempts, each twice as long as the one before."""

    def __init__(self, stop: threading.Event, patience_s: float | None = None) -> None:
        self._stop, self._next_s = stop, FIRST_PAUSE_S
        self._until_s = None if patience_s is None else time.monotonic() + patience_s

    def wait(self) -> bool:
        """Wait a little; False when nobody wants another attempt, since all is to stop or patience is at its end."""
        if self._until_s is not None and time.monotonic() >= self._until_s:
            return False
        pause_s, self._next_s = self._next_s, min(2.0 * self._next_s, LONGEST_PAUSE_S)
        return not self._stop.wait(pause_s)


class _Forgiving:
    """What goes wrong in here is told, and nothing more; see `supervised` for what passes through."""

    def __init__(self, stop: threading.Event, stumble: Callable[[Exception], object] | None) -> None:
        self._stop, self._stumble = stop, stumble
        self._last = ""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> bool:
        if not isinstance(problem, Exception) or isinstance(problem, SourceError | CalibrationError):
            return False
        if self._stumble is None or self._stop.is_set():
            return False
        if not isinstance(problem, RefereeError) and repr(problem) != self._last:  # once, not with every picture
            _log.error(in_words(problem), exc_info=problem)
        self._last = repr(problem)
        self._stumble(problem)
        return True


def supervised(
    begin: Callable[[], Iterable[Item]],
    take: Callable[[Item], object],
    stop: threading.Event,
    stumble: Callable[[Exception], object] | None,
) -> None:
    """Take each item of a source until it ends or `stop` is set.

    Parameters
    ----------
    begin : gives the items; called again when it died, then it is to go on where it was.
    take : looks at one; when it fails that one is passed over.
    stumble : told what went wrong; None lets everything pass through.

    SourceError and CalibrationError always pass: with them there is nothing to go on with. So does all when stopping.
    """
    forgiving, pause = _Forgiving(stop, stumble), Pause(stop)
    ended = False
    while not ended and not stop.is_set():
        with forgiving:
            for item in begin():
                if stop.is_set():
                    return
                with forgiving:
                    take(item)
                    pause = Pause(stop)
            ended = True
        if not ended:
            pause.wait()


def in_words(problem: Exception) -> str:
    """What went wrong, as a banner of the page."""
    if isinstance(problem, RefereeError):
        return str(problem)
    text = f"{type(problem).__name__}: {problem}"
    return told("something-went-wrong", text=text)
