"""The hall's page in a real browser: the table that needs somebody stands first, and is answered from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.commands import Declare
from referee.hall.messages import Broker
from referee.hall.mosquitto import Mosquitto
from referee.hall.page import hall_app
from tests.hall.conftest import mosquitto as mosquitto
from tests.hall.test_hall import at_table, hall, when
from tests.web.conftest import FakeRace, question, verdict

from .axe import axe_faults

if TYPE_CHECKING:
    from .conftest import Visit


def test_a_question_is_answered_from_the_hall(
    serve: Callable[..., str], visit: Callable[..., Visit], mosquitto: tuple[Mosquitto, Broker]
) -> None:
    """The card turns up first with its answers; a tap answers at the table, whose card says so; a dead one is grey."""
    race, other = FakeRace(), FakeRace()
    asked = verdict("UNDECIDED", "How fast did red go?", questions=[question("Speed?", ("2", "speed:2=2"))])
    with hall(mosquitto[1]) as floor, at_table(mosquitto[1], race, "2"):
        with at_table(mosquitto[1], other, "1"):
            when(floor, lambda one: one["alive"], "1")
            tab = visit(serve(hall_app(floor)), locale="de-DE")
            tab.until("document.querySelectorAll('.table').length === 2")
            race.show(verdict=asked)
            tab.until("document.querySelector('.table h2').textContent === 'Tisch 2'")
            assert axe_faults(tab.page) == []
            tab.click("speed:2=2")
            tab.until("document.querySelector('.table .done').textContent === 'Done.'")
            assert race.asked == [Declare("speed:2=2")]
        tab.until("document.querySelectorAll('.table')[1].hasAttribute('data-away')")
        tab.click("forget")
        tab.until("document.querySelectorAll('.table').length === 1")
