"""The page that hands out kits, in a real browser: choose, draw a track, take the PDF along, race on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from markers import kits, racepack
from markers.design import Wish
from markers.nestorgames_gp.drawn import WAYS, board_of_way
from markers.order import Order
from markers.racepack_tracks import TRACKS, track_named
from referee.games.base import cells_named
from referee.games.racepack.drawn_track import circuit_of, drawn
from referee.games.racepack.position import parse_position
from referee.games.registry import GAMES
from referee.hosting import Host

from .axe import axe_faults
from .conftest import PHONE

if TYPE_CHECKING:
    from .conftest import Visit

LEGAL, WRONG, PDF = "#track-says .ready", "#track-says li", '[data-key="pdf"]'


@pytest.fixture
def page(
    make_host: Callable[..., Host], app_of: Callable[[Host], Flask], serve: Callable[..., str]
) -> tuple[Host, str]:
    """A host and its page's address without a path."""
    host = make_host(turns=6)
    return host, serve(app_of(host)).rstrip("/")


def cell(tab: Visit, name: str) -> tuple[float, float]:
    """The middle of a cell of the drawing."""
    box = tab.page.locator(f'[data-cell="{name}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(tab: Visit, *names: str) -> None:
    """Press on the first cell, go over the others, let go on the last."""
    tab.page.mouse.move(*cell(tab, names[0]))
    tab.page.mouse.down()
    for name in names[1:]:
        tab.page.mouse.move(*cell(tab, name), steps=4)
    tab.page.mouse.up()


def in_address(tab: Visit, name: str) -> str:
    """What the address holds under a name."""
    return parse_qs(urlsplit(str(tab.page.url)).query).get(name, [""])[0]


def downloaded(tab: Visit, folder: Path) -> tuple[str, bytes]:
    """The PDF that the page hands out, and what it is called."""
    with tab.page.expect_download() as loaded:
        tab.page.click(PDF)
    loaded.value.save_as(folder / "kit.pdf")
    return loaded.value.suggested_filename, (folder / "kit.pdf").read_bytes()


def test_a_game_is_chosen_by_its_picture(page: tuple[Host, str], visit: Callable[..., Visit]) -> None:
    """The first screen shows the board of each game and says what is needed for the one that is chosen; its link leads
    to sheets for one board, and who wants all of them keeps them after a reload."""
    _, url = page
    tab = visit(url)
    pictures = "[...document.querySelectorAll('.games .drawn')]"
    tab.until(f"{pictures}.length === {len(GAMES)} && {pictures}.every(one => one.complete && one.naturalWidth > 0)")
    tab.until("document.querySelector('#needs').textContent.includes('A piecepack')")
    tab.page.check('[data-key="game:nestorgames-gp"]')
    tab.until("document.querySelector('#needs').textContent.includes('dice of 16 mm')")
    assert axe_faults(tab.page) == []
    tab.click("kit")
    tab.see('[data-key="ready:harbour"]:checked')
    tab.page.check('[data-key="ready:"]')
    tab.page.reload()
    tab.see('[data-key="ready:"]:checked')


def test_a_kit_is_chosen_looked_at_and_taken_along(
    page: tuple[Host, str], visit: Callable[..., Visit], tmp_path: Path
) -> None:
    """From the first screen without a terminal: game, board, language, paper, low ink; counts, what to buy, a picture
    of every sheet; the PDF is that of `referee print` but for its steps, and a reload loses nothing."""
    host, url = page
    tab = visit(url)
    tab.see('[data-key="kit"]')
    tab.click("kit")
    tab.see(PDF)
    assert not tab.page.is_visible('[data-key="game:command-cards"]'), (
        "no game: they have a button beside the kit's own"
    )
    for key in ("game:nestorgames-gp", "ready:crossover"):
        tab.page.check(f'[data-key="{key}"]')
    tab.page.select_option('[data-key="language"]', "fr")
    tab.page.select_option('[data-key="paper"]', "letter")
    tab.page.check('[data-key="low_ink"]')
    work = kits.effort("nestorgames-gp", "letter", kits.design_of("nestorgames-gp").ready["crossover"][1])
    for number in (work.sheets, work.cuts, work.minutes):
        tab.until(f"[...document.querySelectorAll('.figures dd')].some(one => one.textContent === '{number}')")
    tab.page.reload()
    tab.see(PDF)
    assert tab.page.locator("#sheets img").count() == work.sheets
    tab.until("document.querySelector('#sheets img').naturalWidth > 500")
    assert "dice of 16 mm" in tab.page.inner_text("#cost")
    assert "--" not in tab.page.inner_text("#cost")
    name, sheets = downloaded(tab, tmp_path)
    wish = Wish(
        boards=kits.design_of("nestorgames-gp").ready["crossover"][1].boards,
        low_ink=True,
        language="fr",
        small_markers=True,
        typed=False,
    )
    assert (name, sheets) == ("nestorgames-gp-letter-crossover-fr.pdf", kits.pdf("nestorgames-gp", "letter", wish))
    assert axe_faults(tab.page) == []
    tab.click("race")
    tab.see("#guide-heading")
    assert (host.choices.game, dict(host.choices.agreed)) == ("nestorgames-gp", {"board": "crossover"})
    tab.until("document.querySelector('#ordered').textContent.endsWith('that you chose: Crossover · Low ink.')")


def pulled_inwards(url: str, visit: Callable[..., Visit]) -> Visit:
    """The oval with its upper left corner dragged inwards."""
    tab = visit(f"{url}/kit?game=racepack&ready=oval", color_scheme="dark")
    tab.see(PDF)
    tab.page.check('[data-key="ready:own"]')
    tab.see(LEGAL)
    drag(tab, "b6", "c5")
    tab.see(LEGAL)
    return tab


def way_drawn(tab: Visit) -> str:
    """The way of the track in the editor."""
    return drawn(cells_named(in_address(tab, "tiles")), cells_named(in_address(tab, "line"))[0]).way


def test_a_track_is_pulled_out_of_shape_mended_and_printed(
    page: tuple[Host, str], visit: Callable[..., Visit], tmp_path: Path
) -> None:
    """A ready track is pulled out of shape: the page says at once that it is open, and where; mended by dragging it is
    legal. It survives a reload, and its poster has it."""
    tab = pulled_inwards(page[1], visit)
    tiles = cells_named(in_address(tab, "tiles"))
    assert drawn(tiles).way not in ("", TRACKS["oval"].way)
    drag(tab, "c5", "d8")
    tab.see(WRONG)
    assert "c6" in tab.page.inner_text("#track-says")
    assert not tab.page.is_visible(PDF)
    assert axe_faults(tab.page) == []
    tab.click("back")
    tab.see(LEGAL)
    tab.page.reload()
    tab.see(LEGAL)
    assert cells_named(in_address(tab, "tiles")) == tiles
    tab.see(PDF)
    _, sheets = downloaded(tab, tmp_path)
    assert sheets == kits.pdf("racepack", "a4", Wish(track=way_drawn(tab), small_markers=True, typed=False))
    laid = "document.querySelectorAll('#track-cells [aria-selected=true]').length"
    tab.click("clear")
    tab.until(f"{laid} === 0 && document.querySelector('#track-says .quiet') !== null")
    tab.page.wait_for_timeout(300)
    assert tab.page.evaluate(laid) == 0, "no ready track comes back"


@pytest.mark.long
def test_from_the_track_editor_to_a_race_on_it(page: tuple[Host, str], visit: Callable[..., Visit]) -> None:
    """The simulated table races on a track that was drawn."""
    host, url = page
    tab = pulled_inwards(url, visit)
    tab.see(PDF)
    way = way_drawn(tab)
    tab.click("race")
    for key in ("next:camera", "camera:simulated", "next:picture"):
        tab.see(f'[data-key="{key}"]')
        tab.click(key)
    tab.until("document.querySelectorAll('.checks [data-state=ok]').length >= 4")
    for key in ("next:lens", "pass:lens"):
        tab.click(key)
        tab.page.wait_for_timeout(100)
    tab.see("#turn .ready")
    tab.click("start")
    tab.until("document.querySelectorAll('#record-list .entry').length >= 2")
    assert host.referee is not None
    assert parse_position(host.referee.match.state.position).circuit == circuit_of(track_named(way))
    assert host.referee.match.store.header["kit_version"] == racepack.SMALL_VERSION
    tab.page.click("#settings-open")
    tab.page.click("#kit-open")
    tab.see(PDF)
    tab.click("race")
    tab.until("document.querySelector('#toast').textContent === 'The race is under way'")
    tab.errors.clear()  # that it was refused


def test_a_track_is_drawn_by_keys_alone_on_a_phone(page: tuple[Host, str], visit: Callable[..., Visit]) -> None:
    """Arrows, space and S on a screen 360 px wide, in German: a whole round laid tile by tile."""
    _, url = page
    tab = visit(f"{url}/kit?game=racepack&ready=own&tiles=f4", viewport=PHONE, locale="de-DE")
    tab.see(WRONG)
    tab.page.focus('[data-cell="f4"]')
    for arrow in (*["ArrowLeft"] * 5, *["ArrowUp"] * 4, *["ArrowRight"] * 8, *["ArrowDown"] * 4, *["ArrowLeft"] * 2):
        tab.page.keyboard.press(arrow)
        tab.page.keyboard.press("Space")
    tab.see(LEGAL)
    assert tab.page.evaluate("document.activeElement.dataset.cell") == "g4"
    tab.page.keyboard.press("s")
    tab.until("document.activeElement.getAttribute('aria-label').startsWith('g4 ' + 'Platte, davor')")
    assert in_address(tab, "line") == "g4"
    tab.see(PDF)
    assert axe_faults(tab.page) == []
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.long
def test_a_board_is_drawn_or_pasted_seen_and_raced_on(
    page: tuple[Host, str], visit: Callable[..., Visit], tmp_path: Path
) -> None:
    """nestorgames GP: the ready boards are chosen by their pictures; one is drawn, its fault named at once and mended;
    a file is pasted, its fault named, it is printed, and the race is agreed on it."""
    host, url = page
    tab = visit(f"{url}/kit?game=nestorgames-gp&ready=harbour")
    tab.see(PDF)
    tab.until("[...document.querySelectorAll('.choice .drawn')].filter(one => one.naturalWidth > 50).length === 3")
    tab.page.check('[data-key="ready:own"]')
    tab.see(LEGAL)
    tab.see("#cost .drawn")
    tiles = in_address(tab, "tiles")
    drag(tab, tiles[:2], "k8")
    tab.see(WRONG)
    assert not tab.page.is_visible(PDF)
    tab.click("back")
    tab.see(PDF)
    assert axe_faults(tab.page) == []
    tab.page.check('[data-key="ready:file"]')
    tab.page.click("#file-example")
    tab.see("#file-says .ready")
    text = board_of_way(WAYS["Esses"]).replace('"own"', '"mine"')
    tab.page.fill("#file-text", text.replace('"exit":"s30"', '"exit":"s3"'))
    tab.page.locator("#file-text").blur()
    tab.see("#file-says li")
    assert "s3" in tab.page.inner_text("#file-says")
    tab.page.fill("#file-text", text)
    tab.page.locator("#file-text").blur()
    tab.see("#file-says .ready")
    tab.see("#cost .drawn")
    assert axe_faults(tab.page) == []
    tab.page.reload()
    tab.see(PDF)
    assert downloaded(tab, tmp_path)[1] == Order(game="nestorgames-gp", ready=text).pdf()
    tab.click("race")
    tab.see("#guide-heading")
    assert host.choices.game == "nestorgames-gp"
    assert '"name":"mine"' in host.choices.agreed["board"]
