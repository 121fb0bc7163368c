"""`referee hall`: all tables of an evening on one page."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from referee.cli.common import hall_password, machines
from referee.cli.page import TABLE_USER, hall_needs, invite_phones
from referee.errors import SetupError

if TYPE_CHECKING:
    from referee.hall.messages import Broker
    from referee.hall.mosquitto import Mosquitto

ANSWER_WITHIN_S = 5.0
LOOK_EVERY_S = 2.0


@click.command()
@click.option("--name", default="evening", show_default=True, help="The hall's name: halls of one broker do not mix.")
@click.option("--broker", "address", metavar="ADDRESS", help="An MQTT broker that runs already, instead of our own.")
@click.option("--mqtt-port", type=click.IntRange(1, 65535), help="Our own broker's (default 1883, or the next free).")
@click.option("--host", help="Address to serve the page on (default 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="Port of the page.")
@click.option("--lan", is_flag=True, help="Tables on other computers may join, and phones may look on.")
@click.option("--records", type=click.Path(path_type=Path), metavar="FOLDER",
              help="Copy the record of each race that is over to this folder, such as a tournament's.")  # fmt: skip
def command(
    name: str,
    address: str | None,
    mqtt_port: int | None,
    host: str | None,
    port: int,
    lan: bool,
    records: Path | None,
) -> None:
    """Show every table of a hall on one page, those first that need somebody.

    Each table is refereed by a process of its own, here or on another computer; it is told where the hall is by the
    line that this command prints. A table that dies turns grey and comes back by itself; the hall's end costs no table
    its race.

    \b
    On this computer:       referee hall
    For a whole club:       referee hall --lan
    With your own broker:   referee hall --broker mqtts://referee:password@broker.example/evening
    For a tournament:       referee hall --lan --records friday/records
    A table:                referee watch --source 0 --hall mqtt://table:...@192.168.1.5:1883/evening --table 7
    """
    hall_needs()
    from referee.devices.clock import SystemClock
    from referee.devices.network import lan_address, names_of
    from referee.hall.floor import Floor
    from referee.hall.keeper import Keeper
    from referee.hall.messages import broker_at, hall_name
    from referee.hall.mosquitto import Mosquitto, free_port
    from referee.hall.page import hall_app
    from web.serve import refuse_port, serve

    page_at = "0.0.0.0" if lan else host or "127.0.0.1"
    refuse_port(page_at, port)
    own: Mosquitto | None = None
    if address is None:
        password = hall_password(lambda: secrets.token_urlsafe(9))
        network = "0.0.0.0" if lan else "127.0.0.1"
        mqtt = mqtt_port or free_port(network)
        broker = broker_at(f"mqtt://{TABLE_USER}:{quote(password)}@127.0.0.1:{mqtt}/{hall_name(name)}")
        own = Mosquitto(broker, network)
        for_tables = replace(broker, host=lan_address()) if lan else broker
    else:
        broker = for_tables = broker_at(address)
    floor = Floor(broker, SystemClock().now_ns)
    stop = threading.Event()
    keeper = None if records is None else Keeper(floor, records, lambda news: click.echo(news, err=True))
    try:
        if not floor.open(ANSWER_WITHIN_S):
            click.echo(f"The hall hears no table: {floor.trouble}. It is tried again.", err=True)
        if keeper is not None:
            keeper.start()
        app = hall_app(floor, hosts=names_of(page_at), machines=machines())

        def ready(url: str) -> None:
            here = url.replace("0.0.0.0", "127.0.0.1")
            if lan:
                invite_phones(app, here)
            click.echo(f"Each table joins with:  --hall {_whole(for_tables)} --table NAME", err=True)
            click.echo(f"Open {here} in a browser. Stop with Ctrl-C.", err=True)
            threading.Thread(target=_look_after, args=(own, stop), name="broker", daemon=True).start()

        with _announced(for_tables, lan):
            serve(app, page_at, port, ready=ready)
    finally:
        stop.set()
        if keeper is not None:
            keeper.stop()
        floor.close()
        if own is not None:
            own.stop()


def _whole(broker: Broker) -> str:
    """The address with all that a table needs."""
    who = f"{quote(broker.user)}:{quote(broker.password)}@" if broker.password else ""
    return broker.address.replace("://", f"://{who}")


@contextmanager
def _announced(broker: Broker, lan: bool) -> Iterator[None]:
    """Say in the local network where the broker is, so that tables may join with --hall find."""
    if not lan:
        yield
        return
    from referee.devices.network import lan_address
    from referee.hall.found import Announcement

    try:
        announcement = Announcement(broker, lan_address())
    except SetupError as problem:
        click.echo(f"note: {problem}", err=True)
        yield
        return
    try:
        yield
    finally:
        announcement.stop()


def _look_after(own: Mosquitto | None, stop: threading.Event) -> None:
    """Start our own broker again when it has died."""
    while own is not None and not stop.wait(LOOK_EVERY_S):
        try:
            own.start()
        except SetupError as problem:
            click.echo(str(problem), err=True)
