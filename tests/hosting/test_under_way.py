"""A race that has begun already, as the page's server takes it: what it asks, and what it does with what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from markers import kits
from referee.assemble import Referee
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.simulator.look import look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.vision.scene import Frame
from web.app import create_app
from web.shape import shape_faults

NAME, TURNS = "royal-racers", 14


@pytest.fixture(scope="module")
def picture() -> tuple[str, Any]:
    """A race of two some turns in, and a picture of it."""
    import numpy as np

    law, dice, kit = game(NAME), Random(4), kits.manifest(NAME)
    position = law.start(2, dice)
    for _ in range(TURNS):
        position = law.play(position, dice, None).after
    laid = law.layout(position, kit)
    renderer = Renderer(kit, kits.pdf(NAME), race_camera(laid, (1280, 720), 1, kit), look("living-room"))
    return position, renderer.render(laid, (), np.random.default_rng(1))


@pytest.fixture
def table(picture: tuple[str, Any]) -> Iterator[tuple[FlaskClient, Referee, str]]:
    """The page of a referee who has looked at it once, and where the race really stands."""
    position, image = picture
    referee = Referee(game(NAME), kits.manifest(NAME), MemoryStore({"game": NAME}))
    referee.look(Frame(image, 1_000_000_000, "table", 1), still=True)
    referee.announce()
    with create_app(referee, hosts=["localhost"]).test_client() as client:
        found = re.search(r'"token":\s*"([^"]+)"', client.get("/").get_data(as_text=True).replace("&#34;", '"'))
        assert found is not None
        client.environ_base["HTTP_X_RACE_TOKEN"] = found[1]
        yield client, referee, position


def test_the_state_asks_what_no_camera_sees(table: tuple[FlaskClient, Referee, str]) -> None:
    """Whose turn it is first, then of each driver the flags touched; in the reader's language and without notation."""
    client, *_ = table
    state = client.get("/state?language=de").get_json()
    assert shape_faults(state) == ()
    asked = state["setup"]["joining"]
    assert (asked["players"], asked["problem"]) == (2, "")
    assert [(one["kind"], one["player"]) for one in asked["unseen"]] == [
        ("next", ""),
        ("flags", "red"),
        ("flags", "black"),
    ]
    assert [about for _, about, _ in asked["unseen"][0]["deeds"]] in (["Rot", "Schwarz"], ["Schwarz", "Rot"])


def test_the_race_goes_on_with_what_was_said(table: tuple[FlaskClient, Referee, str]) -> None:
    """One start, of a race that stands as people say; what they did not say is kept with it."""
    client, referee, _ = table
    answer = client.post("/command/start", json={"players": 2, "under_way": True, "said": "turn next:M\nS flags:2"})
    assert answer.status_code == 200, answer.get_json()
    state = client.get("/state").get_json()
    assert (state["phase"], state["now"]["player"], state["setup"]["joining"]) == ("race", "black", None)
    (start,) = (one for one in referee.match.entries if one.kind == "start")
    assert start.data["unsaid"] == ["M flags"]
    assert "S:2" in start.after


@pytest.mark.parametrize("said", ["turn", "turn next:Q", "Q flags:1", "S flags:1 2"])
def test_what_cannot_be_is_refused_with_a_sentence(table: tuple[FlaskClient, Referee, str], said: str) -> None:
    """And nothing is begun."""
    client, referee, _ = table
    answer = client.post("/command/start", json={"players": 2, "under_way": True, "said": said})
    assert answer.status_code == 409
    assert " " in answer.get_json()["error"]
    assert referee.match.phase == "survey"


def test_a_plain_start_still_wants_the_table_of_a_start(table: tuple[FlaskClient, Referee, str]) -> None:
    """Whoever presses the other button is told what is missing."""
    client, referee, _ = table
    assert client.post("/command/start", json={"players": 2}).status_code == 409
    assert referee.match.phase == "survey"
