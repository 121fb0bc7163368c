"""A table finds the hall by what it announces in the network (DNS-SD), over real multicast."""

from __future__ import annotations

import pytest

from referee.errors import SetupError
from referee.hall import found
from referee.hall.messages import Broker, broker_at


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
