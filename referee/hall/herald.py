"""A table's voice in the hall: what its page shows goes to the broker, and a steward's sealed word is obeyed."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.commands import Close, Declare, Overrule, Stand, Undeclare, Undo, read
from referee.devices.copied import Rows, rows_of
from referee.errors import NotationError, RecordError, RefereeError
from referee.hall.line import Line
from referee.hall.messages import (
    ALIVE,
    ENTRY,
    OFFLINE,
    ONLINE,
    PICTURE,
    SAID,
    SAY,
    STATE,
    VERDICT,
    Broker,
    Word,
    as_json,
    entry_message,
    replaced_of,
    shown,
    state_of,
    verdict_of,
)
from referee.record.seal import head_from
from referee.words.catalogue import told
from web.live import LiveRace
from web.words import LANGUAGES, told_in

SLICE_S = 0.5
ASKS_WITHIN_S = 3.0
PICTURE_EVERY_NS = 2_000_000_000
PICTURE_QUALITY = 70
PICTURE_WIDTH_PX = 640
OBEYED = (Declare, Undeclare, Close, Overrule, Stand, Undo)
"""What a steward may say from the hall; anything else is done at the table."""


class Herald:
    """Tells the hall of one race, from `start` to `stop`; a dead broker costs the race nothing.

    Parameters
    ----------
    live : the race.
    broker, table : where it is told, and as which table.
    page : the address of the table's own page, "" for none.
    now_ns : tells the time in nanoseconds since 1970.
    tell : gets a sentence when the line to the hall comes up or goes down.
    """

    def __init__(
        self,
        live: LiveRace,
        broker: Broker,
        table: str,
        page: str,
        now_ns: Callable[[], int],
        tell: Callable[[str], None],
    ) -> None:
        self._live, self._broker, self._table, self._page = live, broker, table, page
        self._now_ns, self._tell = now_ns, tell
        self._run = secrets.token_hex(8)
        self._heard = 0
        self._asked = (0, 0.0)
        self._anew = threading.Event()
        self._ending = threading.Event()
        self._obeying = ThreadPoolExecutor(1, "steward")
        self._line = Line(broker, self._hear, self._line_changed, will=(self._topic(ALIVE), OFFLINE))
        self._thread = threading.Thread(target=self._run_on, name="herald", daemon=True)

    def start(self) -> None:
        """Begin to tell; returns at once."""
        self._line.open(self._topic(SAY))
        self._thread.start()

    def stop(self) -> None:
        """Tell the newest state once more, let the hall fetch the record of a race that is over, and hang up."""
        self._ending.set()
        self._thread.join()
        self._wait_for_the_hall()
        self._obeying.shutdown()
        self._line.close({self._topic(ALIVE): OFFLINE})

    def _wait_for_the_hall(self) -> None:
        """Until it has asked for the newest entry, or for none for a while: it may keep no records."""
        snapshot, began_s = self._live.snapshot(), time.monotonic()
        if snapshot["phase"] != "over" or not snapshot["head"]:
            return
        last = head_from(snapshot["head"]).entry
        while (
            self._line.up and self._asked[0] < last and time.monotonic() < max(began_s, self._asked[1]) + ASKS_WITHIN_S
        ):
            time.sleep(SLICE_S / 10)

    def _topic(self, what: str) -> str:
        return self._broker.topic(self._table, what)

    def _line_changed(self, why: str) -> None:
        if why:
            self._tell(f"The hall does not hear this table: {why}. The race goes on; it is tried again.")
            return
        self._line.say(self._topic(ALIVE), ONLINE, retain=True)
        self._anew.set()
        self._tell(f"The hall hears this table, {self._table}, at {self._broker.address}.")

    # -- what the hall hears --------------------------------------------------------------------------------------

    def _run_on(self) -> None:
        seq, last, settled, picture, due_ns = -1, b"", None, 0, 0
        while True:
            ending = self._ending.is_set()
            if self._anew.is_set():  # the broker may have lost all that it knew
                self._anew.clear()
                last, picture, due_ns = b"", 0, 0
            newest = self._live.wait(seq, 0.0 if ending else SLICE_S)
            if newest > seq or not last:
                seq = newest
                last, settled = self._say_news(last, settled)
            if self._line.up and self._now_ns() >= due_ns:
                picture, due_ns = self._say_picture(picture), self._now_ns() + PICTURE_EVERY_NS
            if ending:
                return

    def _say_news(self, last: bytes, settled: dict[str, Any] | None) -> tuple[bytes, dict[str, Any] | None]:
        """Send the state and the verdict where they are new; returns both."""
        snapshot = self._live.snapshot()
        state = as_json(state_of(snapshot, self._table, self._run, self._page))
        if state != last and self._line.up:
            self._line.say(self._topic(STATE), state, retain=True)
            last = state
        for replaced in [] if settled is None else replaced_of(snapshot, self._table, self._now_ns(), settled["entry"]):
            self._line.say(self._topic(VERDICT), as_json(replaced))
            settled = {**replaced, "at_ns": 0}
        verdict = verdict_of(snapshot, self._table, self._now_ns())
        if verdict is None or {**verdict, "at_ns": 0} == settled:
            return last, settled
        self._line.say(self._topic(VERDICT), as_json(verdict))
        return last, {**verdict, "at_ns": 0}

    def _say_picture(self, shown: int) -> int:
        jpeg, number = self._live.picture()
        if jpeg and number != shown:
            self._line.say(self._topic(PICTURE), smaller(jpeg), retain=True, sure=False)
        return number

    # -- what the hall says ---------------------------------------------------------------------------------------

    def _hear(self, topic: str, message: bytes) -> None:
        self._obeying.submit(self._obey, message)

    def _obey(self, message: bytes) -> None:
        """Do what a sealed word says, once, and answer; who has no key gets no answer."""
        try:
            word = Word.read(message, self._broker.password)
        except NotationError:
            return
        if word.run != self._run or word.number <= self._heard:
            return
        self._heard = word.number
        try:
            if word.command.get("do") == ENTRY:
                self._line.say(self._topic(ENTRY), entry_message(word, self._rows(word.about)))
                self._asked = (word.about, time.monotonic())
                return
            ok, said = True, self._do(word)
        except RefereeError as refused:
            ok, said = False, str(refused)
        answer = {"run": word.run, "number": word.number, "ok": ok}
        self._line.say(self._topic(SAID), as_json({**answer, "said": {one: told_in(said, one) for one in LANGUAGES}}))

    def _rows(self, number: int) -> Rows:
        """An entry of the record, for the hall to copy. Raises RecordError when there is none."""
        record = str(self._live.snapshot()["record"])
        if not record:
            raise RecordError(told("race-in-memory-only"))
        return rows_of(Path(record), number)

    def _do(self, word: Word) -> str:
        asked = read(dict(word.command))
        if not isinstance(asked, OBEYED):
            raise NotationError(told("only-at-the-table"))
        verdict = shown(self._live.snapshot())
        if word.about != (verdict["entry"] if verdict else 0):
            raise NotationError(told("something-newer-is-shown"))
        return self._live.command(asked)


def smaller(jpeg: bytes) -> bytes:
    """A picture for a card of the hall's page."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_REDUCED_COLOR_2)
    if image is None:
        return jpeg
    height, width = image.shape[:2]
    if width > PICTURE_WIDTH_PX:
        size = (PICTURE_WIDTH_PX, height * PICTURE_WIDTH_PX // width)
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, PICTURE_QUALITY])[1].tobytes())
