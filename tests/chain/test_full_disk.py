"""A disk that fills up during a race: told on the page, nothing claimed, and on it goes when there is space."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from markers import kits
from referee.assemble import Referee
from referee.commands import CommandError, Declare, Mode, Start, read
from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.games.registry import game

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on file sizes to play this with")


def test_the_banner_comes_with_the_full_disk_and_goes_with_the_next_entry(tmp_path: Path) -> None:
    """A word that could not be saved is refused and shown as a banner; the record holds all that was claimed."""
    import random
    import resource

    law = game("racepack")
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    referee = Referee(law, kits.manifest("racepack"), store, record_path=str(tmp_path / "race.sqlite"))
    referee.command(Start(position=law.start(4, random.Random(1)), players=4))
    claimed = referee.match.entries
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(RecordError, match="Nothing was saved"):
            referee.command(Declare("speed:1=1"))
        assert any("Not saved" in warning for warning in referee.snapshot()["warnings"])
        assert referee.match.entries == claimed
        with pytest.raises(RecordError, match="Nothing was saved"):
            referee.command(Declare("speed:1=2"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    referee.command(Declare("speed:1=3"))
    assert not any("Not saved" in warning for warning in referee.snapshot()["warnings"])
    store.close()
    kept = SqliteStore.read(tmp_path / "race.sqlite")
    assert kept.damage == ()
    assert [entry.data["text"] for entry in kept.entries() if entry.kind == "declare"] == ["speed:1=3"]


@pytest.mark.parametrize("field", ["who", "why"])
def test_half_a_character_in_a_name_is_refused_and_the_next_word_is_kept(tmp_path: Path, field: str) -> None:
    """JSON can name half of a surrogate pair; it is no text, and holds up nobody else."""
    import random

    law = game("racepack")
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    referee = Referee(law, kits.manifest("racepack"), store)
    referee.command(Start(position=law.start(4, random.Random(1)), players=4))
    with pytest.raises(CommandError, match="holds a sign that is none"):
        referee.command(read({"do": "undo", field: "\ud83d"}))
    referee.command(Mode("record", "\U0001f600"))
    assert referee.match.state.mode == "record"
    store.close()
