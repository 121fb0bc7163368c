"""`referee open-bundle`: checks and unpacks a bundle, and shows whether its race replays identically here."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import print_json


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="FOLDER", help="New folder (default: the file's name)."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(file: Path, into: Path | None, as_json: bool) -> None:
    """Unpack a bundle FILE into a new folder and judge its race again with this program.

    Every file is checked against the bundle's list first; nothing unsafe is written. Exits with 1 when a verdict comes
    out differently here.

    \b
    Example:
      referee open-bundle race.zip
    """
    from referee import __version__
    from referee.cli.rejudge import judged_again, summary_of
    from referee.devices.bundle import RECORD, open_bundle
    from referee.devices.store import SqliteStore

    folder = into or Path(file.name).with_suffix("")
    about = open_bundle(file, folder)
    results = judged_again(SqliteStore.read(folder / RECORD), progress=not as_json)
    counts = summary_of(results)
    films = sorted(name for name in about["files"] if name.startswith("film/"))
    if as_json:
        print_json({"folder": str(folder), "made_by": about.get("program"), "note": about.get("note"), **counts})
    else:
        click.echo(
            f"Unpacked into {folder}: made by version {_one_line(str(about.get('program')))}, this is {__version__}."
        )
        if about.get("note"):
            click.echo(f"Note: {_one_line(str(about['note']))}")
        same = "replays identically" if counts["same"] == counts["verdicts"] else "does not replay identically"
        click.echo(f"The race {same}: {counts['same']} of {counts['verdicts']} verdicts are the same word for word.")
        for name in films:
            how = f"{_lens(folder)}--kit {folder}/manifest.json --source {folder}/{name}"
            click.echo(f"Its film: referee watch --headless {how}")
    if counts["other"]:
        raise click.exceptions.Exit(1)


def _one_line(text: str) -> str:
    """A stranger's words without anything that could move the cursor."""
    return "".join(sign if sign.isprintable() else " " for sign in text)[:500]


def _lens(folder: Path) -> str:
    return f"--camera {folder}/camera.json " if (folder / "camera.json").exists() else ""
