"""The tournament's page: who races where, the standings, and what its organiser says; for screens, phones and paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote, urlsplit

import segno
from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

from referee.commands import Command, Invite, Join, Number, Words, for_the_page, read
from referee.devices.machines import Machines
from referee.errors import NotationError
from referee.tournament.evening import Evening, Now, heat_of
from referee.tournament.log import Enter as Entering
from referee.tournament.log import Leave as Leaving
from referee.tournament.log import Unpair as Unpairing
from referee.tournament.log import made
from referee.tournament.standings import championship, figure
from referee.tournament.words import OWN
from referee.words.fact import Value, fact
from web.app import new_app
from web.guard import desk_of, refuse_role, visitor_now
from web.joining import invite, joining, let_in
from web.keepsakes import REPORT_POLICY
from web.words import LANGUAGES, language_of, told_in, words

page = Blueprint("page", __name__)
"""What changes something; the guards know the door by that name."""
tournament = Blueprint("tournament", __name__)
"""What everybody in the room may see."""

PAPER = ("base.css", "parts.css", "tournament.css")

ASKED: dict[str, type[Command]] = {"join": Join, "invite": Invite}
"""What may be asked of a tournament."""


class Pair(Command, path="/pair", among=ASKED):
    """Pair the next round."""


class Unpair(Command, path="/unpair", among=ASKED):
    """Take the newest round back."""


class Result(Command, path="/result", among=ASKED):
    """Say how a heat ended, best first, such as `Ann, Bob = Cem`; without an order the records decide again."""

    round: Number
    heat: Number
    order: Words
    why: Words = ""


class Enter(Command, path="/enter", among=ASKED):
    """Let somebody take part from the next round on."""

    player: Words


class Leave(Command, path="/leave", among=ASKED):
    """Let somebody take part no more."""

    player: Words


class _Quiet:
    """A tournament tells nothing by itself: its page asks."""

    def snapshot(self) -> Mapping[str, object]:
        """Nothing."""
        return {"seq": 1}

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Nothing newer comes."""
        return 1


def tournament_app(
    evening: Evening, report: Callable[[Path, str], str], hosts: Sequence[str] = (), machines: Machines | None = None
) -> Flask:
    """The page of one evening.

    Parameters
    ----------
    report : makes a record's report, as HTML, in a language.
    hosts : the names by which other devices reach it.
    """
    app = new_app(_Quiet(), (tournament, page, joining), hosts=hosts, machines=machines)
    app.extensions["race_referee.tournament"] = evening
    app.extensions["race_referee.report"] = report
    app.extensions["race_referee.boards"] = {}
    return app


def _evening() -> Evening:
    found: Evening = current_app.extensions["race_referee.tournament"]
    return found


@tournament.get("/")
def home() -> str:
    """The page itself; ``?screen=wall`` in large type, for a projector."""
    language, visitor = language_of(request), visitor_now()
    boot = {
        "token": "" if visitor is None else visitor.token,
        "level": 0 if visitor is None else visitor.role,
        "commands": for_the_page(ASKED),
        "words": words(language),
        "language": language,
        "languages": list(LANGUAGES.items()),
    }
    now = _evening().now()
    wall = request.args.get("screen") == "wall"
    return render_template("tournament.html", boot=boot, now=now, wall=wall, **_helpers(language), **boot)


@tournament.get("/board")
def board() -> Response:
    """What changes of it; 304 while nothing has."""
    language = language_of(request)
    answer = Response(_board(_evening().now(), language))
    answer.add_etag()
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.make_conditional(request)
    return answer


def _board(now: Now, language: str) -> str:
    """The board, written once for everybody who reads that language."""
    written: dict[str, tuple[Now, str]] = current_app.extensions["race_referee.boards"]
    if language not in written or written[language][0] is not now:
        written[language] = now, render_template("tournament_board.html", now=now, **_helpers(language))
    return written[language][1]


@tournament.get("/table/<name>")
def table(name: str) -> str:
    """Who races at a table now: its QR code leads here."""
    now, language = _evening().now(), language_of(request)
    number, heat = heat_of(now.found, name)
    told = {"table": name, "number": number, "heat": heat, "now": now}
    boot = {"token": "", "words": words(language), "language": language}
    return render_template("tournament_table.html", boot=boot, **told, **_helpers(language), **boot)


@tournament.get("/tables")
def tables() -> str:
    """A code for each table, to print and to lay on it."""
    now, language = _evening().now(), language_of(request)
    names = dict.fromkeys([*now.found.plan.tables, *(one.table for every in now.found.rounds for one in every.heats)])
    codes = [(name, *_code(name)) for name in names]
    boot = {"token": "", "words": words(language), "language": language}
    return render_template("tournament_tables.html", boot=boot, now=now, codes=codes, **_helpers(language), **boot)


def _code(name: str) -> tuple[str, str]:
    """The address of a table's page, and its QR code as a picture."""
    desk, here = desk_of(current_app), urlsplit(request.host_url)
    host = desk.doors.hosts[0] if desk.doors.hosts else here.hostname
    url = f"http://{host}:{here.port or 80}/table/{quote(name)}"
    return url, segno.make(url, error="m", micro=False).svg_data_uri(scale=6, border=4)


@tournament.get("/race/<int:number>/<int:heat>")
def race(number: int, heat: int) -> Response:
    """The record of a heat, as its report."""
    result = _evening().now().counted.get((number, heat))
    if result is None or result.race is None:
        abort(HTTPStatus.NOT_FOUND)
    text = current_app.extensions["race_referee.report"](Path(result.race.path), language_of(request))
    return Response(text, mimetype="text/html", headers={"Content-Security-Policy": REPORT_POLICY})


def _helpers(language: str) -> dict[str, object]:
    """What the templates say things with."""

    def say(kind: str, **gaps: Value) -> str:
        return OWN.say(fact(kind, **gaps), language)

    def points(number: float | None) -> str:
        return "" if number is None else figure(number).replace(".", "." if language == "en" else ",")

    return {"say": say, "points": points, "told": lambda text: told_in(text, language), "champions": _champions}


def _champions(now: Now) -> Sequence[object]:
    earlier = _evening().earlier(now.found)
    return championship([*earlier, (now.found, now.counted)]) if earlier else ()


def command(asked: type[Command]) -> Response:
    """Do what somebody asked; see `ASKED`."""
    refused = refuse_role(asked)
    if refused is not None:
        return refused
    evening = _evening()
    match read(request.get_json(), asked):
        case Join(code):
            return let_in(code)
        case Invite(role):
            return invite(role)
        case Pair():
            said = OWN.told("round-is-paired", n=len(evening.pair().heats))
        case Unpair():
            evening.log.say(Unpairing())
            said = OWN.told("round-is-taken-back")
        case Result(number, heat, order, why):
            evening.rule(number, heat, order, why)
            said = OWN.told("result-is-kept")
        case Enter(player):
            said = OWN.told("player-entered", name=evening.log.say(made(Entering, player=player)).player(player))
        case Leave(player):
            evening.log.say(made(Leaving, player=player))
            said = OWN.told("player-left", name=player)
        case _:
            raise NotationError(asked.name)
    return jsonify(ok=True, message=told_in(said, language_of(request)))


for one in ASKED.values():
    page.add_url_rule(one.path, one.name, partial(command, one), methods=["POST"])


def on_paper(evening: Evening, language: str) -> str:
    """Rounds, results and standings as one page that needs nothing else."""
    now = evening.now()
    app = tournament_app(evening, lambda path, told: "")
    style = "".join(Path(app.static_folder or "", name).read_text(encoding="utf-8") for name in PAPER)
    with app.app_context():
        return render_template(
            "tournament_paper.html", now=now, style=style, paper=True, language=language, **_helpers(language)
        )
