"""What a stream of the race takes besides the overlay: what was said, to be read aloud or shown, and films of it."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from referee.devices.clip_film import FORMS, write_clip
from referee.games.registry import found
from referee.record.report_chart import chart_alone
from referee.record.words import Tongue
from referee.words.catalogue import COMMON, ENGLISH, with_names
from web.guard import in_race, proof, race_of
from web.openapi import gives
from web.shape import schema_of
from web.words import LANGUAGES

streaming = Blueprint("streaming", __name__)

TOLD = ("start", "verdict", "correct", "overrule", "undo", "end")
"""What is told of a record; what the camera saw on the way and what was declared is not."""
CHART_PX = 560
LINE = {"entry": int, "time": int, "kind": str, "player": str, "about": [str], "status": str, "text": str}


@streaming.get("/commentary")
@gives("application/json", fields={"lines": schema_of([LINE])}, asked=("after", "language"))
def commentary() -> Response:
    """What was said of the race, oldest first; ``?after=ENTRY`` for what is newer, ``?language=de`` or ``fr``."""
    return jsonify(lines=_lines())


@streaming.get("/commentary.txt")
@gives("text/plain", asked=("after", "language"))
def commentary_as_text() -> Response:
    """The same as text, a line each."""
    return Response("".join(f"{one['text']}\n" for one in _lines()), mimetype="text/plain")


def _lines() -> list[dict[str, Any]]:
    state, after = race_of(current_app).snapshot(), request.args.get("after", 0, type=int)
    lines = [_line(one) for one in reversed(state["entries"]) if one["id"] > after and _is_told(one)]
    told: list[dict[str, Any]] = in_race(lines, _language())
    return told


def _is_told(entry: Mapping[str, Any]) -> bool:
    return entry["kind"] in TOLD and not entry["provisional"] and not entry["undone"] and bool(entry["sentence"])


def _line(entry: Mapping[str, Any]) -> dict[str, Any]:
    line = {name: entry[name] for name in ("time", "kind", "player", "about", "status")}
    return {"entry": entry["id"], **line, "text": entry["sentence"]}


@streaming.get("/chart.svg")
@gives("image/svg+xml", 404, asked=("language",))
def chart() -> Response:
    """Places by turn so far, as the report has them, for a dark ground."""
    language = _language()
    try:
        story = race_of(current_app).story()
    except KeyError:
        abort(404)
    law = found(story.game)
    tongue = Tongue(COMMON if law is None else law.words, with_names(language, story.names))
    drawn = chart_alone(story.chapters, tongue, CHART_PX)
    if not drawn:
        abort(404)
    return Response(drawn, mimetype="image/svg+xml")


def _language() -> str:
    asked = request.args.get("language", ENGLISH)
    return asked if asked in LANGUAGES else ENGLISH


@streaming.get("/clip/<int:entry_id>.mp4")
@gives("video/mp4", 304, 404)
def clip_as_mp4(entry_id: int) -> Response:
    """The seconds before a verdict as a film."""
    return _clip(entry_id, "mp4")


@streaming.get("/clip/<int:entry_id>.gif")
@gives("image/gif", 304, 404)
def clip_as_gif(entry_id: int) -> Response:
    """The same as a GIF."""
    return _clip(entry_id, "gif")


def _clip(entry_id: int, form: str) -> Response:
    live = race_of(current_app)
    try:
        jpegs = live.clip(entry_id)
    except KeyError:
        abort(404)
    times = next((one["clip_ms"] for one in live.snapshot()["entries"] if one["id"] == entry_id), ())
    if not jpegs or len(times) != len(jpegs):
        abort(404)
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder, f"clip.{form}")
        write_clip(film, form, jpegs, times)
        return proof(film.read_bytes(), FORMS[form])
