"""A phone's pictures come in one by one: the newest counts, photographs all, broken ones not at all."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import ssl
import stat
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from cryptography import x509

from referee.devices.authority import FILE, LINE_FILE, Authority
from referee.devices.phone import LARGEST_BYTES, LOW_BATTERY, MOST_STILLS, PhoneCamera, PhoneSource
from referee.devices.sources import open_source
from referee.devices.status import LOST, RUNNING, SourceStatus
from referee.errors import SourceError
from referee.words.catalogue import kind_of


def jpeg(brightness: int, width_px: int = 640, height_px: int = 360) -> bytes:
    """A plain picture."""
    return bytes(cv2.imencode(".jpg", np.full((height_px, width_px, 3), brightness, np.uint8))[1])


def opened() -> tuple[PhoneCamera, PhoneSource, list[SourceStatus]]:
    """A phone that is looked through, and what was told of it."""
    phone, told = PhoneCamera(), list[SourceStatus]()
    source = open_source("phone", phone=phone, on_status=told.append)
    assert isinstance(source, PhoneSource)
    return phone, source, told


def shades(source: PhoneSource, count: int) -> list[tuple[int, bool]]:
    """How bright the next pictures are, and whether each is a settled scene by itself."""
    return [
        (10 * round(float(frame.image.mean()) / 10), source.stills)
        for frame in itertools.islice(source.frames(), count)
    ]


def test_of_pictures_that_wait_the_newest_is_looked_at_and_of_photographs_every_one() -> None:
    """Also one that was overtaken on its way is left out; photographs come in their order, before what follows them."""
    phone, source, _ = opened()
    for number, brightness in ((1, 20), (3, 60), (2, 40)):
        phone.take(jpeg(brightness), "a", number)
    assert shades(source, 1) == [(60, False)]
    phone.take(jpeg(80), "a", 4, still=True)
    phone.take(jpeg(100), "a", 5, still=True)
    phone.take(jpeg(120), "b", 1)
    assert shades(source, 3) == [(80, True), (100, True), (120, False)]


@pytest.mark.parametrize(
    "broken",
    [b"", b"no picture", jpeg(50)[:-40], jpeg(50, 100, 80), jpeg(50, 5000, 300), jpeg(50) + bytes(LARGEST_BYTES)],
    ids=["nothing", "text", "torn", "tiny", "huge", "heavy"],
)
def test_a_bad_picture_is_refused_and_nothing_is_lost(broken: bytes) -> None:
    """The one before it and the one after it are looked at; the sender is told in a sentence."""
    phone, source, _ = opened()
    phone.take(jpeg(20), "a", 1, still=True)
    with pytest.raises(SourceError) as refused:
        phone.take(broken, "a", 2, still=True)
    assert kind_of(refused.value.args[0]) == "phone-picture-broken"
    phone.take(jpeg(60), "a", 2, still=True)
    assert shades(source, 2) == [(20, True), (60, True)]


def test_photographs_that_nobody_looks_at_do_not_fill_the_memory() -> None:
    """One more than there is room for is refused, and taken once there is room again."""
    phone, source, _ = opened()
    for number in range(MOST_STILLS):
        phone.take(jpeg(20), "a", number, still=True)
    with pytest.raises(SourceError) as refused:
        phone.take(jpeg(40), "a", 99, still=True)
    assert kind_of(refused.value.args[0]) == "phone-pictures-wait"
    shades(source, 1)
    phone.take(jpeg(40), "a", 99, still=True)
    assert shades(source, MOST_STILLS)[-1] == (40, True)


def test_a_silent_phone_is_lost_and_comes_back_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waited for, here, silent, here again; who sends a photograph a turn may be silent as long as the turn takes."""
    monkeypatch.setattr("referee.devices.phone.LOST_AFTER_S", 0.0)
    phone, source, told = opened()
    frames = source.frames()

    def lost() -> None:
        if told[-1].state == LOST:
            phone.take(jpeg(60), "a", 2, still=True)
            phone.take(jpeg(80), "a", 3, still=True)

    source._on_status = lambda status: (told.append(status), lost())[0]  # type: ignore[func-returns-value]
    told.append(source.status)
    phone.take(jpeg(20), "a", 1)
    assert [next(frames).image.mean().round(-1) for _ in range(3)] == [20, 60, 80]
    states = [(status.state, kind_of(status.text)) for status in told]
    assert states[-3:] == [(RUNNING, ""), (LOST, "phone-silent"), (RUNNING, "")]
    assert (LOST, "phone-awaited") in states


def test_a_weak_battery_is_told_while_the_pictures_go_on() -> None:
    """Once, not with every picture; charged again it is silent."""
    phone, source, told = opened()
    for number, battery in enumerate((100, LOW_BATTERY, LOW_BATTERY, 100)):
        phone.take(jpeg(20), "a", number, battery=battery)
    assert [(status.ok, kind_of(status.text)) for status in told] == [(True, ""), (True, "phone-battery"), (True, "")]
    source.close()


def test_without_anybody_who_looks_nothing_is_taken() -> None:
    """A phone that goes on sending is told so; without a page there is no phone at all."""
    phone, source, _ = opened()
    source.close()
    assert not phone.wanted
    for one in (phone, PhoneCamera()):
        with pytest.raises(SourceError) as refused:
            one.take(jpeg(20), "a", 1)
        assert kind_of(refused.value.args[0]) == "phone-not-wanted"
    with pytest.raises(SourceError, match="--headless"):
        open_source("phone")


def test_the_certificate_authority_stays_the_same_and_its_key_is_private(tmp_path: Path) -> None:
    """What a phone trusts today it trusts tomorrow; a file that is damaged is replaced."""
    first = Authority.of(tmp_path)
    assert Authority.of(tmp_path).certificate == first.certificate
    assert stat.S_IMODE(os.stat(tmp_path / FILE).st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    (tmp_path / FILE).write_bytes(b"broken")
    assert Authority.of(tmp_path).certificate != first.certificate
    assert Authority.of(tmp_path).certificate == Authority.of(tmp_path).certificate


def test_a_line_that_a_phone_took_once_is_the_same_after_a_restart(tmp_path: Path) -> None:
    """A browser takes only the very certificate it was told to take; other names, or a damaged file, get another."""

    def line(*hosts: str) -> bytes:
        with contextlib.ExitStack() as ends:
            server, client = (ends.enter_context(one) for one in socket.socketpair())
            context = Authority.of(tmp_path).context(hosts)
            served = threading.Thread(target=lambda: context.wrap_socket(server.dup(), server_side=True).close())
            served.start()
            careless = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            careless.check_hostname, careless.verify_mode = False, ssl.CERT_NONE
            with careless.wrap_socket(client.dup()) as spoken:
                shown = spoken.getpeercert(binary_form=True)
            served.join()
            assert shown is not None
            return shown

    first = line("192.168.1.5")
    assert line("192.168.1.5") == first
    assert stat.S_IMODE(os.stat(tmp_path / LINE_FILE).st_mode) == 0o600
    assert line("192.168.1.6") != first
    for damaged in (LINE_FILE, FILE):
        before = line("192.168.1.5")
        (tmp_path / damaged).write_bytes(b"broken")
        assert line("192.168.1.5") != before


def test_the_authority_vouches_for_private_addresses_only() -> None:
    """Stolen, its key could not pass for a site of the internet; a name or address from there is not even tried."""
    authority = Authority.passing()
    constraints = x509.load_der_x509_certificate(authority.certificate).extensions.get_extension_for_class(
        x509.NameConstraints
    )
    assert constraints.critical
    permitted = [str(one.value) for one in constraints.value.permitted_subtrees or ()]
    assert {"local", "192.168.0.0/16", "10.0.0.0/8"} <= set(permitted)
    assert not any("0.0.0.0/0" in one for one in permitted)
    context = authority.context(["192.168.1.5", "8.8.8.8", "table.local", "example.org"])
    assert isinstance(context, ssl.SSLContext)
