"""What people take home from a race: its report, and once it is over its record in one file and any turn again.

Nothing here changes anything.
"""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template, request, send_file

from referee.devices.packing import packed
from referee.record.incident_picture import places_in
from referee.record.kept import Kept
from referee.record.report import kept_in
from referee.record.report_season import whole_report
from referee.record.story import tell_races
from referee.words.catalogue import told
from web.feed import Shown
from web.guard import race_of, refusal
from web.openapi import STATE, gives
from web.words import language_of, words

keepsakes = Blueprint("keepsakes", __name__)

REPORT_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""A report brings its style and pictures along and may load or run nothing."""


@keepsakes.get("/report")
@gives("text/html", 404, asked=("begin",))
def show_report() -> Response:
    """The race, so far or whole, as one page that needs nothing else: to read, print, or save and send.

    With ``?begin`` a page that says that it is being written, and gives way to it: a long race takes a while.
    """
    kept = _kept(whole=False)
    if "begin" in request.args:
        language = language_of(request)
        return Response(render_template("report.html", words=words(language), language=language))
    stories = tell_races(kept.game, kept.store.header, kept.entries)
    places = places_in(kept.game, kept.kit, kept.store)
    text = whole_report(stories, kept.game, kept_in(kept.store), language_of(request), kept.store.head(), places)
    return Response(text, mimetype="text/html", headers={"Content-Security-Policy": REPORT_POLICY})


@keepsakes.get("/race.zip")
@gives("application/zip", 404)
def bundle() -> Response:
    """The record with its print and lens in one file, as `referee bundle` packs it; `referee open-bundle` opens it."""
    kept = _kept()
    if not kept.path:
        return refusal(HTTPStatus.NOT_FOUND, told("race-in-memory-only"))
    whole = packed(Path(kept.path), kept.kit)
    return send_file(whole, mimetype="application/zip", as_attachment=True, download_name=f"{Path(kept.path).stem}.zip")


@keepsakes.get("/moment/<int:at>")
@gives("application/json", 404, fields=STATE)
def moment(at: int) -> Response:
    """The whole state after the n-th turn, in the visitor's language; its `replay` says how many there are."""
    from referee.hosting.replay import Replay  # brings the whole set-up along: a page that shows a race is up sooner

    kept = _kept()
    try:
        shown = Shown(Replay(kept.game, kept.store, kept.path).moment(at))
    except IndexError:
        abort(404)
    return Response(shown.text(language_of(request)), mimetype="application/json")


def _kept(whole: bool = True) -> Kept:
    kept = race_of(current_app).kept()
    if kept is None or (whole and not kept.over):
        abort(refusal(HTTPStatus.NOT_FOUND, told("nothing-to-take-home" if whole else "no-race-yet")))
    return kept
