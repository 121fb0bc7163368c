"""A browser that watched a race holds what it saw last, and says when the record says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from markers import kits
from referee.assemble import Referee
from referee.devices.store import SqliteStore
from referee.games.registry import game
from tests.record.races import play_into
from web.app import create_app

if TYPE_CHECKING:
    from .conftest import Visit

HELD = "localStorage.getItem('race-referee.seen')"


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [("-{last}-", "-{later}-", "but this device saw entry {later}"), ("-{last}-", "-{before}-", "written anew")],
    ids=["the end is gone", "written anew"],
)
def test_what_was_seen_is_held_against_the_record(
    was: str, now: str, says: str, tmp_path: Path, serve: Callable[[Flask], str], visit: Callable[..., Visit]
) -> None:
    """An honest record is never accused, also when it has grown; another end is told, and what was seen stays held."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    play_into(store, "racepack", 3)
    referee = Referee(game("racepack"), kits.manifest("racepack"), store)
    tab = visit(serve(create_app(referee)))
    tab.until(f"{HELD}?.includes('{store.head()}')")
    assert store.head() in tab.page.inner_text("#record-head")
    last = len(store.entries())
    numbers = {"last": last, "later": last + 5, "before": last - 1}
    tab.page.evaluate(
        f"localStorage.setItem('race-referee.seen', JSON.stringify({{'{store.head()[:16]}': '{store.head(2)}'}}))"
    )
    tab.page.reload()
    tab.until(f"{HELD}.includes('{store.head()}')")
    assert not tab.page.is_visible("#record-changed")
    other = store.head().replace(was.format(**numbers), now.format(**numbers))
    tab.page.evaluate(
        f"localStorage.setItem('race-referee.seen', JSON.stringify({{'{store.head()[:16]}': '{other}'}}))"
    )
    tab.page.reload()
    tab.see("#record-changed")
    assert says.format(**numbers) in tab.page.inner_text("#record-changed")
    assert other in tab.page.evaluate(HELD)
    store.close()
