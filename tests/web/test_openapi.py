"""What `/openapi.json` says is what the page answers: schemathesis asks everything, in good and in bad ways.

Longer: `python -m pytest tests/web/test_openapi.py --hypothesis-profile=wander`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from markers import kits
from referee.commands import COMMANDS
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.record.kept import Kept
from tests.record.races import play_into
from tests.web.conftest import TOKEN, FakeRace
from web.guard import TOKEN_HEADER

ENDLESS = "/events"
BEYOND = [positive_data_acceptance]
"""To JSON Schema 3.0 is a whole number, to us it is none; and it knows no limit to the bytes of a whole body."""
MOST = 3 if settings().max_examples < 1000 else 500


@pytest.fixture
def answering(app: Flask, race: FakeRace, tmp_path: Path) -> Flask:
    """A page that has something at every address: a race that is over, on the disk."""
    store = SqliteStore.create(tmp_path / "race.sqlite", {"game": "racepack"})
    play_into(store, "racepack", 3)
    store.close()
    reader = SqliteStore.read(store.path)
    race.over = Kept(game("racepack"), kits.manifest("racepack"), reader, reader.entries(), str(store.path))
    return app


def test_every_route_is_described_and_says_what_it_gives(app: Flask, client: FlaskClient) -> None:
    """Each address once, each command with its fields."""
    told = client.get("/openapi.json").get_json()
    rules = {rule.rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"}
    assert len(told["paths"]) == len(rules)
    assert {one.path for one in COMMANDS.values()} <= told["paths"].keys()
    assert set(told["components"]["schemas"]) == {"Error", *(one.__name__ for one in COMMANDS.values())}
    assert all(one["summary"] for path in told["paths"].values() for one in path.values())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # schemathesis closes no answer's file
def test_no_answer_is_undescribed(answering: Flask) -> None:
    """Neither status nor content nor shape, whatever is asked; what the description forbids is refused."""

    def at_this_machine(environ: Any, start: Any) -> Any:
        return answering({**environ, "REMOTE_ADDR": "127.0.0.1"}, start)

    schema = schemathesis.openapi.from_wsgi("/openapi.json", at_this_machine)
    asked, answered = set[str](), set[tuple[str, int]]()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path == ENDLESS:
            continue
        asked.add(operation.path)

        @given(case=operation.as_strategy())
        @settings(max_examples=MOST, suppress_health_check=list(HealthCheck))
        def ask(case: Any) -> None:
            response = case.call_and_validate(headers={TOKEN_HEADER: TOKEN}, excluded_checks=BEYOND)
            answered.add((case.operation.path, response.status_code))

        ask()
    assert asked == schema.raw_schema["paths"].keys() - {ENDLESS, "/openapi.json"}
    assert {path for path, status in answered if status in (200, 204)} >= {
        "/state", "/frame.jpg", "/report", "/race.zip", "/command/close", "/command/overrule", "/command/correct",
    }  # fmt: skip
    assert {status for _, status in answered} >= {200, 400, 403, 404}
