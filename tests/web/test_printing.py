"""The kits as the page hands them out: the same as `referee print`, in every language, for the referee alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from pypdfium2 import PdfDocument

import web
from markers import kits
from markers.nestorgames_gp.drawn import WAYS, board_of_way
from markers.order import Order
from markers.racepack_tracks import TRACKS
from referee.cli.print_kit import command
from referee.errors import KitError

OWN = "NNNNNNEEEEEESSSSSSWWWWWW"
PRINTS = {
    "": ["racepack"],
    "game=racepack&ready=castle&language=de": ["racepack", "--track", "castle", "--language", "de"],
    f"game=racepack&ready={OWN}&low_ink=1": ["racepack", "--track", OWN, "--low-ink"],
    "game=racepack&packs=2&paper=letter": ["racepack", "--packs", "2", "--paper", "letter"],
    "game=nestorgames-gp&ready=lockgate&heights=paper": ["nestorgames-gp", "--board", "lockgate", "--heights", "paper"],
    "game=royal-racers&stickers=1&language=fr": ["royal-racers", "--stickers", "--language", "fr"],
}


@pytest.mark.parametrize("order", PRINTS)
@pytest.mark.few(2)
def test_the_page_hands_out_what_the_command_line_prints(client: FlaskClient, tmp_path: Path, order: str) -> None:
    """The same file under the same name, byte by byte but for what those who type are told, with the same counts."""
    printed = CliRunner().invoke(command, [*PRINTS[order], "--out", str(tmp_path), "--json"])
    told = client.get(f"/kit/order.json?{order}").get_json()
    wrote = json.loads(printed.output)
    assert (told["file"], told["pages"]) == (Path(wrote["pdf"]).name, wrote["pages"])
    page, typed = client.get(f"/kit/sheets.pdf?{order}").data, Path(wrote["pdf"]).read_bytes()
    asked = Order.read(order)
    wanted = asked.game, asked.paper, replace(asked.wish, typed=True)
    drawn = kits.sticker_pdf(*wanted)[0] if asked.stickers else kits.pdf(*wanted)
    assert drawn == typed
    assert pages_of(page)[1:] == pages_of(typed)[1:]
    assert told["text"] == Order.read(order).text
    assert Order.read(told["text"]) == Order.read(order)


def pages_of(pdf: bytes) -> list[str]:
    """The words on each sheet."""
    return [page.get_textpage().get_text_range() for page in PdfDocument(pdf)]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", kits.GAMES_WITH_KITS)
@pytest.mark.few(4)
def test_the_sheets_of_the_page_name_no_option_of_the_command_line(
    client: FlaskClient, game: str, language: str
) -> None:
    """Where there is something to choose instead, they say what; the command line's own go on naming options."""
    order = f"game={game}&language={language}"
    first, *_ = pages_of(client.get(f"/kit/sheets.pdf?{order}").data)
    assert "--" not in first
    assert "referee " not in first
    assert "--" in pages_of(kits.pdf(game, wish=replace(Order.read(order).wish, typed=True)))[0]
    messages = Path(web.__file__).with_name("static") / f"messages.{language}.json"
    assert (
        json.loads(messages.read_text(encoding="utf-8"))["kit.heights"] in first
        or len(kits.design_of(game).profiles) < 2
    )


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", kits.GAMES_WITH_KITS)
@pytest.mark.few(4)
def test_what_to_buy_and_to_do_is_told_without_a_terminal(client: FlaskClient, game: str, language: str) -> None:
    """What the first sheet says, but for what would have to be typed."""
    told = client.get(f"/kit/order.json?game={game}", headers={"Accept-Language": language}).get_json()
    assert told["needs"]
    assert told["steps"]
    assert all(told["effort"][name] > 0 for name in ("sheets", "cuts", "minutes"))
    assert "--" not in json.dumps([told["needs"], told["steps"]])


@pytest.mark.parametrize(
    "order",
    [
        "game=chess",
        "paper=a3",
        "ready=monza",
        "ready=NNSS",
        "heights=gold",
        "language=xx",
        "packs=9",
        "game=home-racers&ready=oval",
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(client: FlaskClient, order: str) -> None:
    """No address of the page ends in a traceback."""
    for what in ("order.json", "sheets.pdf", "sheet/0.jpg"):
        answer = client.get(f"/kit/{what}?{order}")
        assert answer.status_code == 409
        assert answer.get_json()["error"].endswith(".")
    with pytest.raises(KitError):
        Order.read(order)


def test_a_sheet_that_there_is_not_has_no_picture(client: FlaskClient) -> None:
    """Pictures go as far as there are sheets."""
    assert client.get("/kit/sheet/0.jpg?game=command-cards").mimetype == "image/jpeg"
    assert client.get("/kit/sheet/1.jpg?game=command-cards").status_code == 409


@pytest.mark.parametrize(("language", "word"), [("en", "takes all 24"), ("de", "24"), ("fr", "24")])
def test_a_drawn_track_is_judged_in_the_readers_language(client: FlaskClient, language: str, word: str) -> None:
    """What is wrong is a sentence; nonsense instead of tiles is refused."""
    ask = {"Accept-Language": language}
    told = client.get("/kit/track.json?tiles=a1a2b2", headers=ask).get_json()
    assert word in told["problems"][0]
    assert told["wrong"] == ["a1", "b2"]
    assert told["way"] == ""
    assert client.get("/kit/track.json?tiles=%00", headers=ask).status_code == 409
    assert client.get("/kit/track.json?game=ur&tiles=a1", headers=ask).status_code == 409
    assert client.get("/kit/track.json?tiles=a1&line=zz", headers=ask).status_code == 409


@pytest.mark.parametrize(
    ("language", "word"), [("en", "has an unknown entry"), ("de", "unbekannten"), ("fr", "inconnue")]
)
def test_a_board_is_drawn_or_written_and_held_against_the_rules(client: FlaskClient, language: str, word: str) -> None:
    """A way, or a file: what is wrong is named, what is right can be ordered and is shown as a picture."""
    ask = {"Accept-Language": language}
    told = client.get("/kit/track.json?game=nestorgames-gp&tiles=a1b1", headers=ask).get_json()
    assert (len(told["problems"]), told["wrong"]) == (2, ["a1", "b1"])
    text = board_of_way(WAYS["Ring"])
    wrong = client.get(
        "/kit/track.json", query_string={"game": "nestorgames-gp", "file": text[:-1] + ',"hill":1}'}, headers=ask
    )
    assert word in wrong.get_json()["problems"][0]
    for strange in ("{", "[]", '{"name":1}', "nonsense"):
        refused = client.get("/kit/track.json", query_string={"game": "nestorgames-gp", "file": strange}).get_json()
        assert (len(refused["problems"]), refused["way"]) == (1, "")
    written = text.replace('"own"', '"mine"')
    found = client.get("/kit/track.json", query_string={"game": "nestorgames-gp", "file": written}).get_json()
    assert found["problems"] == []
    for ready in (found["way"], WAYS["Esses"], "harbour"):
        asked = {"game": "nestorgames-gp", "ready": ready}
        assert client.get("/kit/order.json", query_string=asked, headers=ask).get_json()["effort"]["sheets"] > 5
        picture = client.get("/kit/picture.svg", query_string=asked, headers=ask)
        assert picture.mimetype == "image/svg+xml"
        assert picture.get_data(as_text=True).startswith("<svg")
    assert client.get("/kit/track.json?game=racepack&file=x").status_code == 409
    assert client.get("/kit/picture.svg?game=racepack&ready=castle").status_code == 200


def test_only_the_referee_prints(app: Flask) -> None:
    """A phone that looks on gets no kit drawn."""
    stranger = app.test_client().get("/kit/sheets.pdf", environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert stranger.status_code == 401


@pytest.mark.parametrize("name", TRACKS)
def test_the_page_shows_the_ready_tracks(client: FlaskClient, name: str) -> None:
    """Their ways, from which a drawing may begin."""
    assert TRACKS[name].way in client.get("/kit").get_data(as_text=True)
