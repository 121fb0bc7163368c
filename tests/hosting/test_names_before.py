"""Names given before the race: the referee of every race on this page knows them; who does not race is left out."""

from __future__ import annotations

import pytest

from referee.commands import Name
from referee.errors import NotationError
from referee.games.registry import GAMES
from referee.hosting import Host
from tests.hosting.conftest import guide, until


def test_the_race_begins_with_the_names_that_were_given(host: Host) -> None:
    """Also the next one, with what was changed in between; one who does not race is no driver of it."""
    for value in ("red=  Ann   Lee ", "black=Bob", "yellow="):
        if value != "yellow=":
            guide(host, "name", value)
    guide(host, "game", "nestorgames-gp")
    guide(host, "players", "2")
    assert until(host, lambda state: state["phase"] == "setup")["guide"]["drivers"] == ["red", "blue"]
    guide(host, "name", "blue=Cleo")
    guide(host, "source", "0")
    guide(host, "go", "table")
    assert host.referee is not None
    assert dict(host.referee.match.state.names) == {"red": "Ann Lee", "blue": "Cleo"}
    host.command(Name("blue", "Dan"))
    guide(host, "go", "picture")
    guide(host, "go", "table")
    assert dict(host.referee.match.state.names) == {"red": "Ann Lee", "blue": "Dan"}


@pytest.mark.parametrize("value", ["red=" + 25 * "x", "pink=Ann", "red=bob", "", "red=a\x07"])
def test_what_is_no_name_is_refused_before_the_race_too(host: Host, value: str) -> None:
    """The same sentences as in the race; what was given stays."""
    guide(host, "name", "black=Bob")
    with pytest.raises(NotationError):
        guide(host, "name", value)
    assert dict(host.choices.names) == {"black": "Bob"}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_who_drives(host: Host, name: str) -> None:
    """For every number of players there are as many drivers, or more where one has several cars."""
    guide(host, "game", name)
    for players in GAMES[name].players_allowed:
        guide(host, "players", str(players))
        drivers = until(host, lambda state: state["phase"] == "setup")["guide"]["drivers"]
        assert len(set(drivers)) == len(drivers) >= players
