"""The end of a race in a real browser: the podium, what can be taken home, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from markers import kits
from referee.assemble import Referee
from referee.games.registry import game
from referee.record.memory import MemoryStore
from tests.record.races import play_into
from web.app import create_app

from .axe import axe_faults
from .laid_table import LaidTable, before_the_end

if TYPE_CHECKING:
    from .conftest import Visit

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.mark.parametrize(
    "look",
    [pytest.param({"color_scheme": "light"}, marks=pytest.mark.long), {"color_scheme": "dark", **PHONE}],
    ids=["laptop", "phone"],
)
def test_the_last_turn_leads_to_the_podium(
    serve: Callable[[Flask], str], visit: Callable[..., Visit], look: dict[str, Any]
) -> None:
    """The turn that ends the race is judged and the podium shows the winner with shape and figures; it is there again
    after a reload, the board is one step away, and nothing asks for another turn."""
    start, turn = before_the_end(game("racepack"))
    table = LaidTable(start=start)
    tab = visit(serve(create_app(table.referee)), **look)
    tab.see("body[data-phase=race]")
    assert not tab.page.is_visible("#podium")
    table.play(turn)
    tab.see("#podium .step[data-place='1'] .suit")
    state = table.referee.snapshot()
    first = state["podium"]["rows"][0]
    assert first["player"] in tab.page.inner_text(".step[data-place='1']").lower()
    assert state["outcome"] in tab.page.inner_text("#podium")
    assert not tab.page.is_visible('[data-key="close"], #board')
    assert axe_faults(tab.page) == []
    assert int(tab.page.evaluate("document.documentElement.scrollWidth")) <= tab.page.viewport_size["width"]
    tab.page.reload()
    tab.see("#podium .step[data-place='1']")
    tab.click("podium-race")
    tab.see("#board-picture")
    winner = tab.page.inner_text("#standings-body tbody tr:first-child")
    assert first["player"] in winner.lower()
    assert axe_faults(tab.page) == []
    tab.click("podium")
    tab.see("#podium")
    assert f"{state['undoing']['player']}’s turn" in tab.see('[data-key="podium-undo"]').inner_text(), (
        "what it takes back"
    )
    tab.click("podium-undo")
    tab.see("body[data-phase=race] #board-picture")
    assert not tab.page.is_visible("#podium")


def test_a_race_is_ended_early_from_the_menu(serve: Callable[[Flask], str], visit: Callable[..., Visit]) -> None:
    """Asked twice; the podium says that the race was ended before its end, and its Undo lets the race go on."""
    table = LaidTable()
    tab = visit(serve(create_app(table.referee)), **PHONE)
    tab.see("body[data-phase=race]")
    tab.page.click("#settings-open")
    tab.page.click("#end-open")
    tab.page.click("#end [data-close]")
    assert table.referee.match.phase == "race"
    tab.page.click("#settings-open")
    tab.page.click("#end-open")
    assert axe_faults(tab.page) == []
    tab.page.click("#end-send")
    tab.see("#podium .step[data-place='1']")
    assert "was ended before its end" in tab.page.inner_text("#podium .outcome-large")
    assert "the end of the race" in tab.see('[data-key="podium-undo"]').inner_text()
    tab.click("podium-undo")
    tab.see("body[data-phase=race] #board-picture")
    tab.page.click("#settings-open")
    assert tab.page.is_visible("#end-open")


def test_a_race_that_is_over_is_looked_back_at(serve: Callable[[Flask], str], visit: Callable[..., Visit]) -> None:
    """Turn by turn on one device, while another stays at the podium; back again; the report opens and names the
    winner."""
    store = MemoryStore({"game": "nestorgames-gp"})
    play_into(store, "nestorgames-gp", turns=200, faults=0.1, agreed={"laps": "1"})
    referee = Referee(game("nestorgames-gp"), kits.manifest("nestorgames-gp"), store)
    url = serve(create_app(referee))
    tab, other = visit(url), visit(url)
    tab.see("#podium .step[data-place='3']")
    tab.click("podium-replay")
    tab.see("#replay-at")
    tab.see("body[data-phase=race]")
    tab.until("document.activeElement.id === 'replay-at'")
    tab.click("replay-fault")
    tab.see("#verdict[data-status=ILLEGAL], #verdict[data-status=UNDECIDED]")
    for key in ("close", "undo", "correct", "overrule"):
        assert not tab.page.is_visible(f'[data-key="{key}"]'), key
    assert other.page.is_visible("#podium")
    tab.click("replay-leave")
    tab.see("#podium")
    tab.until("document.activeElement.id === 'podium'")
    tab.click("podium-race")
    tab.see("#board-picture")
    tab.page.go_back()
    tab.see("#podium")
    tab.page.go_forward()
    tab.see("#board-picture")
    tab.click("podium")
    tab.see("#podium")
    with tab.context.expect_page() as opened:
        tab.click("podium-report")
    report = opened.value
    report.wait_for_selector(".r-podium")
    assert str(referee.snapshot()["outcome"]) in report.inner_text("body")


def test_a_fault_at_the_end_is_settled_before_the_podium(
    serve: Callable[[Flask], str], visit: Callable[..., Visit]
) -> None:
    """A last turn that broke a rule is shown first, with the way to the podium beside it, also once it stands."""
    played = MemoryStore({"game": "home-racers"})
    play_into(played, "home-racers", turns=200, players=2, faults=0.0)
    law, store = game("home-racers"), MemoryStore({"game": "home-racers"})
    *before, last = played.entries()
    fault = {"rule": next(iter(law.rules)), "message": "red drove through blue."}
    for entry in (*before, replace(last, data={**last.data, "status": "ILLEGAL", "violations": [fault]}, pictures=())):
        store.append(replace(entry, pictures=()), {})
    referee = Referee(law, kits.manifest("home-racers"), store)
    tab = visit(serve(create_app(referee)))
    tab.see("#verdict[data-status=ILLEGAL]")
    assert not tab.page.is_visible("#podium")
    tab.click("podium")
    tab.see("#podium .step[data-place='1']")
    tab.click("podium-race")
    tab.click("stand")
    tab.see("#verdict .settled")
    tab.page.reload()
    tab.click("podium")
    tab.see("#podium")


@pytest.mark.long
def test_between_two_races_of_a_campaign_the_standings_are_shown_and_the_next_race_is_asked_for(
    serve: Callable[[Flask], str], visit: Callable[..., Visit]
) -> None:
    """The podium has the standings, says what is missing on the table, and starts the next race when it is laid."""
    law, chance = game("royal-racers"), Random(3)
    over = law.start(2, chance, {"flags": "2", "races": "3"})
    while law.over(over) is None:
        over = law.play(over, chance, None).after
    following = law.next_race(over, chance)
    assert following is not None
    table = LaidTable(law.name, start=over)
    tab = visit(serve(create_app(table.referee)), **PHONE)
    tab.see("#podium .season table")
    told = tab.page.inner_text("#podium")
    assert "race 1 of 3" in told
    assert "For the next race:" in told
    assert tab.page.inner_text(".season tbody tr:first-child td:last-child") == "2"
    assert axe_faults(tab.page) == []
    assert int(tab.page.evaluate("document.documentElement.scrollWidth")) <= tab.page.viewport_size["width"]
    table.show(following)
    tab.see("#podium :text('The table is laid for the next race.')")
    tab.click("podium-next-race")
    tab.see("body[data-phase=race]")
    assert not tab.page.is_visible("#podium")
    assert "race 2 of 3" in tab.page.inner_text("#standings-body summary")
    tab.page.click("#standings-body summary")
    assert tab.page.inner_text("#standings-body .season tbody tr:first-child td:last-child") == "2"
    assert axe_faults(tab.page) == []
    season = table.referee.snapshot()["season"]
    assert (season["race"], season["rows"][0]["score"]) == (2, 2)
