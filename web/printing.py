"""The kits, handed out: what to choose, what it costs in sheets, cuts and minutes, pictures of the sheets, the PDF.

A track of one's own is drawn on the same page and held against the rule book as the tiles on a table are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from http import HTTPStatus
from random import Random
from threading import Lock
from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from markers import kits, raster
from markers.command_cards import NAME as CARDS
from markers.nestorgames_gp.drawn import WAYS
from markers.nestorgames_gp.kit import KIT as NESTORGAMES_GP
from markers.order import Order
from markers.racepack import KIT as RACEPACK
from markers.racepack_tracks import TRACKS
from markers.sheet import PAPERS
from markers.words import ENGLISH
from markers.words import told as on_paper
from referee.commands import Role
from referee.errors import KitError, NotationError
from referee.games.base import cell_name, cells_named
from referee.games.registry import BOARD_FILES, TRACK_DRAWINGS
from referee.games.registry import game as game_named
from referee.published import encode_jpeg
from referee.words.catalogue import told
from web.guard import refusal, visitor_now
from web.openapi import gives
from web.routes import booted
from web.words import language_of, told_in

printing = Blueprint("printing", __name__, url_prefix="/kit")
PX_PER_MM, SHEET_PX, QUALITY = 4.0, 840, 82
_DRAWING = Lock()
"""A page asks for all its sheets at once: the first request draws them, the others find them drawn."""


@printing.before_request
def _for_the_referee() -> AnyResponse | None:
    visitor = visitor_now()
    if visitor is None or visitor.role < Role.REFEREE:
        return refusal(HTTPStatus.FORBIDDEN, told("kit-for-referee-only"))
    return None


@printing.get("")
@gives("text/html", 302, 403)
def choose() -> str:
    """The page on which a kit is chosen and looked at, and a track drawn."""
    language = language_of(request)
    games = [_game(name, language) for name in (*kits.games_with_kits(), CARDS)]
    tracks = {RACEPACK: {name: track.way for name, track in TRACKS.items()}, NESTORGAMES_GP: dict(WAYS)}
    return booted("kit.html", language, kits={"games": games, "papers": list(PAPERS), "tracks": tracks})


def _game(name: str, language: str) -> dict[str, Any]:
    design = kits.design_of(name)
    return {
        "name": name,
        "title": on_paper(design.title, language),
        "ready": [[ready, on_paper(title, language)] for ready, (title, _) in design.ready.items()],
        "own": name in TRACK_DRAWINGS,
        "boards": name in BOARD_FILES,
        "packs": design.most_packs,
        "heights": list(design.profiles),
        "races": not design.lone,
        "small": bool(design.small_markers_mm),
    }


@printing.get("/order.json")
@gives("application/json", 403, 409)
def order() -> Response:
    """What an order (the page's address says how one is written) costs, what to buy for it and what to do."""
    asked, language = _asked(), language_of(request)
    design, kit = kits.design_of(asked.game), asked.manifest()
    drawn_pages, work = len(kit.pages), None
    left_out: tuple[str, ...] = ()
    if asked.stickers:
        with _DRAWING:
            _, drawn_pages, left_out = kits.sticker_pdf(asked.game, asked.paper, asked.wish)
    elif not design.lone:
        work = kits.effort(asked.game, asked.paper, asked.wish)
    sheets = kit.pages[0]
    return jsonify(
        text=asked.text,
        ready=on_paper(design.ready[asked.ready][0], language) if asked.ready in design.ready else "",
        file=f"{asked.name}{'-stickers' if asked.stickers else ''}{_in_language(asked)}.pdf",
        pages=drawn_pages,
        shape=[sheets.width_mm, sheets.height_mm],
        effort={**asdict(work), "cuts": work.cuts, "minutes": work.minutes} if work else None,
        needs=_chosen_here(design.needs(kit), language),
        left_out=[on_paper(one, language) for one in left_out],
        steps=[[on_paper(title, language), _chosen_here(lines, language)] for title, *lines in design.steps(kit)],
        cards=url_for(".pdf", game=CARDS, paper=asked.paper, language=asked.language),
    )


def _chosen_here(lines: Sequence[str], language: str) -> str:
    """Words of the sheets for the page."""
    return on_paper(" ".join(lines), language, typed=False)


def _in_language(asked: Order) -> str:
    return "" if asked.language == ENGLISH else f"-{asked.language}"


@printing.get("/sheets.pdf")
@gives("application/pdf", 403, 409)
def pdf() -> Response:
    """The sheets of an order, to print: the same that `referee print` writes."""
    return Response(_drawn(_asked()), mimetype="application/pdf")


@printing.get("/sheet/<int:number>.jpg")
@gives("image/jpeg", 403, 409)
def sheet(number: int) -> Response:
    """A picture of one sheet of an order, counted from 0."""
    picture = raster.OpenedSheets(_drawn(_asked())).picture(number, PX_PER_MM)
    answer = Response(encode_jpeg(picture, QUALITY, SHEET_PX), mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


@printing.get("/track.json")
@gives("application/json", 403, 409)
def track() -> Response:
    """What a rule book says of some tiles (``?tiles=a1b1...``) with the line before one of them (``&line=b1``).

    ``&game=NAME`` names a game whose track may be drawn; without it, the first one. ``&file=`` gives a board file
    instead.
    """
    game = request.args.get("game", next(iter(TRACK_DRAWINGS)))
    if game not in TRACK_DRAWINGS:
        raise KitError(
            f"Nobody can draw a track for '{game}'; games with a track to draw: {', '.join(TRACK_DRAWINGS)}."
        )
    if "file" in request.args:
        return _board_file(game, request.args["file"])
    law = TRACK_DRAWINGS[game]
    line = cells_named(request.args.get("line", ""))
    found = law.drawn(frozenset(cells_named(request.args.get("tiles", ""))), line[0] if line else None)

    def named(cells: Iterable[tuple[int, int]]) -> list[str]:
        return [cell_name(cell) for cell in cells]

    return jsonify(
        problems=[told_in(one, language_of(request)) for one in found.problems],
        wrong=named(found.wrong),
        road=named(found.road),
        corners=named(found.corners),
        way=found.way,
        agreed=dict(found.agreed),
        file=kits.design_of(game).own(found.way).boards[0] if found.way and game in BOARD_FILES else "",
    )


def _board_file(game: str, text: str) -> Response:
    """What is wrong with a board file, or the board in one line as an order takes it."""
    if game not in BOARD_FILES:
        raise KitError(f"Boards of {game} are not written; games with boards: {', '.join(BOARD_FILES)}.")
    found, problems = "", list[str]()
    try:
        found = BOARD_FILES[game](text)
    except NotationError as problem:
        problems = [told_in(problem.args[0], language_of(request))]
    return jsonify(problems=problems, wrong=[], road=[], corners=[], way=found, agreed={}, file=found)


@printing.get("/picture.svg")
@gives("image/svg+xml", 403, 409)
def picture() -> Response:
    """The board or track of an order, drawn as the page draws it in a race, with the cars on their grid."""
    asked, language = _asked(), language_of(request)
    law = game_named(asked.game)
    cars = law.players_allowed[0]
    if asked.wish.track:
        drawing = TRACK_DRAWINGS[asked.game]
        agreed = drawing.agreed_on(asked.wish.track)
        start = drawing.start_on(asked.wish.track, cars, Random(0), agreed)
    else:
        start = law.start(cars, Random(0), {"board": asked.wish.boards[0]} if asked.wish.boards else {})
    return Response(told_in(law.diagram(start, {}), language), mimetype="image/svg+xml")


def _asked() -> Order:
    return Order.of(request.args)


def _drawn(asked: Order) -> bytes:
    with _DRAWING:
        return asked.pdf()
