"""`referee race`, and `referee` alone: the page, from choosing the game to the podium."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import load_prints, load_settings, races_folder, table_key
from referee.cli.kept_races import tell_where_kept
from referee.cli.page import Where, faults_option, page_options, serve_page


@click.command()
@page_options
@click.option("--records", "folder", type=click.Path(file_okay=False, path_type=Path), help="Folder that keeps races.")
@click.option("--kit", "kit_file", help="manifest.json of your print, or its folder, if it is not the default one.")
@faults_option
@click.option("--no-browser", is_flag=True, help="Do not open the page by itself.")
@click.option("--settings", "settings_file", help="TOML file of settings.")
def command(
    host: str | None,
    port: int | None,
    lan: bool,
    hall: str | None,
    table: str | None,
    obs: str | None,
    folder: Path | None,
    kit_file: str | None,
    faults: float,
    no_browser: bool,
    settings_file: str | None,
) -> None:
    """Set a race up on the page, step by step: game, camera, light and focus, calibration, the table, the race.

    No camera at hand? Choose the simulated table there. A race that was left unfinished is offered first.

    \b
    referee race                 opens the page on this machine
    referee race --lan           phones may join
    referee race --kit kit       with pieces, heights or a board of your own
    referee race --faults 0.5    more faults to see on the simulated table
    """
    import webbrowser

    from referee.devices.lenses import LensFolder
    from referee.devices.phone import PhoneCamera
    from referee.devices.races import RecordsFolder
    from referee.devices.sources import open_source
    from referee.hosting import Host
    from referee.hosting.cameras import CameraList

    settings = load_settings(settings_file)
    prints = load_prints(kit_file)
    races, phone = folder or races_folder(), PhoneCamera()
    running = Host(
        RecordsFolder(races, key=table_key),
        lambda text, hear: open_source(text, realtime=True, on_status=hear, phone=phone),
        CameraList(),
        LensFolder(races.parent / "lenses"),
        settings,
        prints=prints,
        faults=faults,
    )

    def ready(address: str) -> None:
        click.echo(f"Open {address} in a browser. Stop with Ctrl-C.", err=True)
        if not no_browser:
            webbrowser.open(address)

    try:
        serve_page(running, settings, Where(host, port, lan, hall, table, obs), ready, phone)
    finally:
        running.stop()
        tell_where_kept(running.record_path)
