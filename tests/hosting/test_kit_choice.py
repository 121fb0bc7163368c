"""A kit chosen on the page is the one that the camera looks for and that lies on the simulated table."""

from __future__ import annotations

from pathlib import Path

import pytest

from markers import kits
from markers.design import Wish
from markers.racepack_tracks import track_named
from referee.commands import Start
from referee.errors import IllegalAction, KitError, NotationError
from referee.games.racepack.drawn_track import circuit_of
from referee.games.racepack.position import parse_position
from referee.hosting import Host
from referee.hosting.choices import SIMULATED
from tests.hosting.conftest import guide, make_host, turns_judged, until

WAY = "WWWWNNNNEEEEEEEESSSSWWWW"
HAIRPIN = "WWWNNNEEEEEEEEESWSSWWWWW"


@pytest.mark.usefixtures("smaller_pictures")
@pytest.mark.long
def test_a_race_on_a_drawn_track_goes_on_with_its_kit(tmp_path: Path) -> None:
    """The poster's kit is in force, the race is on that track, and so it is when an unfinished race is gone on with."""
    way = WAY[1:] + WAY[:1]
    kit = kits.manifest("racepack", wish=Wish(track=way, small_markers=True))
    host = make_host(tmp_path)
    try:
        guide(host, "kit", f"game=racepack&ready={way}&low_ink=1")
        assert until(host, lambda state: state["phase"] == "setup")["guide"]["kit"]
        guide(host, "source", SIMULATED)
        guide(host, "go", "table")
        until(host, lambda state: state["setup"]["players"] and state["diagram"])
        host.command(Start(4))
        assert host.referee is not None
        assert host.referee.match.manifest == kit
        assert parse_position(host.referee.match.state.position).circuit == circuit_of(track_named(way))
        until(host, lambda state: turns_judged(state) > 0)
        for what, value in (("kit", "game=racepack"), ("game", "royal-racers")):
            with pytest.raises(IllegalAction, match="under way"):
                guide(host, what, value)
    finally:
        host.stop()
    again = make_host(tmp_path)
    try:
        offered = until(again, lambda state: state["phase"] == "setup")["guide"]["unfinished"]
        guide(again, "resume", offered[0]["record"])
        guide(again, "go", "table")
        assert again.referee is not None
        assert again.referee.match.manifest == kit
    finally:
        again.stop()


def test_what_a_kit_needs_is_agreed_on(host: Host) -> None:
    """A board, a hairpin, a second piecepack; the usual kit again forgets it, and nonsense changes nothing."""
    guide(host, "kit", "game=nestorgames-gp&ready=crossover")
    assert (host.choices.game, dict(host.choices.agreed)) == ("nestorgames-gp", {"board": "crossover"})
    guide(host, "kit", f"game=racepack&ready={HAIRPIN}")
    assert dict(host.choices.agreed) == {"hairpins": "yes"}
    guide(host, "kit", "game=racepack&packs=2")
    assert dict(host.choices.agreed) == {"packs": "2"}
    with pytest.raises(KitError):
        guide(host, "kit", "game=racepack&ready=NS")
    assert host.choices.kit == "packs=2"
    guide(host, "kit")
    assert (host.choices.game, host.choices.kit, dict(host.choices.agreed)) == ("racepack", "", {})


def test_more_drivers_than_a_poster_is_for_play_on_tiles(host: Host) -> None:
    """Five need a second piecepack, and posters are for one: the usual kit is looked for."""
    guide(host, "kit", "game=racepack&ready=oval")
    guide(host, "players", "5")
    guide(host, "source", "0")
    guide(host, "go", "table")
    assert host.referee is not None
    assert host.referee.match.manifest == kits.manifest("racepack", wish=Wish(packs=2, small_markers=True))


@pytest.mark.usefixtures("smaller_pictures")
def test_what_is_agreed_on_after_the_simulated_table_was_opened_reaches_it(host: Host) -> None:
    """Its players lay the race out that was chosen last, with as many cars."""
    guide(host, "source", SIMULATED)
    guide(host, "go", "game")
    guide(host, "players", "3")
    guide(host, "options", "laps=2")
    guide(host, "go", "table")
    state = until(host, lambda state: state["setup"]["players"] and state["diagram"] and not state["problems"])
    assert not any("calibration" in one for one in state["warnings"]), "nobody can measure a simulated lens"
    host.command(Start(3))
    assert host.referee is not None
    position = parse_position(host.referee.match.state.position)
    assert (position.players, position.lap) == (3, 2)


@pytest.mark.parametrize(("what", "value"), [("options", "main=pit"), ("options", "stop=1"), ("options", "main=four")])
def test_what_the_drawn_track_has_no_room_for_is_refused_where_it_is_chosen(host: Host, what: str, value: str) -> None:
    """No lane beside the main straight on a track that takes all tiles of a piecepack: said at once."""
    guide(host, "kit", f"game=racepack&ready={WAY}")
    before = host.choices
    with pytest.raises(NotationError):
        guide(host, what, value)
    assert host.choices == before
    guide(host, "kit")
    guide(host, "options", "main=pit stop=1")
    assert host.choices.agreed["stop"] == "1"
