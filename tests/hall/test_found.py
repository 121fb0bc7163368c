"""A table finds the hall by what it announces in the network (DNS-SD), over real multicast."""

from __future__ import annotations

from typing import Any

import pytest
from zeroconf import EventLoopBlocked, Zeroconf

from referee.cli.hall import _announced
from referee.errors import SetupError
from referee.hall import found
from referee.hall.messages import Broker, broker_at


@pytest.mark.long
def test_a_hall_is_found_without_its_password_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is, its name and whether TLS is spoken; then a sentence says that there is none."""
    monkeypatch.setattr(found, "KIND", "_race-test._tcp.local.")  # beside halls that really run
    announced = found.Announcement(broker_at("mqtts://table:secret@192.0.2.7:8884/cup"), "192.0.2.7")
    try:
        assert found.hall_nearby() == Broker("192.0.2.7", 8884, hall="cup", tls=True)
    finally:
        announced.stop()
    with pytest.raises(SetupError, match="No hall was heard"):
        found.hall_nearby(0.5)


def test_a_hall_that_cannot_be_announced_is_opened_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A network in which nobody answers in time costs the hall nothing: people type its address."""

    def blocked(*_: Any, **__: Any) -> None:
        raise EventLoopBlocked

    monkeypatch.setattr(Zeroconf, "register_service", blocked)
    with _announced(Broker("192.0.2.7", 8884, hall="cup"), lan=True):
        assert "tables need the address" in capsys.readouterr().err
