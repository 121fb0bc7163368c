"""`referee judge`: the verdict on one change of the table, or on many, from text alone."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from referee.cli.common import print_json
from referee.cli.judged import Change, in_json, judged
from referee.cli.kept_races import language_option

if TYPE_CHECKING:
    from referee.record.words import Tongue


@click.command()
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game.")
@click.option("--position", help="The position before the turn; needed but for a batch.")
@click.option("--observed", help="What the table shows now (a position is fine too); needed but for a batch.")
@click.option("--stops", multiple=True, help="What it showed in between, oldest first; give the option once for each.")
@click.option("--declare", "declared", multiple=True, help="What was said, as in speed:2=3; may be given many times.")
@click.option("--open", "still_open", is_flag=True, help="The turn may still go on.")
@click.option("--batch", metavar="FILE|-", help="Judge every line of a file of JSON lines, or of stdin, in its place.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout; a batch does so anyway.")
@language_option
def command(
    game_name: str,
    position: str | None,
    observed: str | None,
    stops: tuple[str, ...],
    declared: tuple[str, ...],
    still_open: bool,
    batch: str | None,
    as_json: bool,
    language: str,
) -> None:
    """Say whether what changed between POSITION and OBSERVED was a legal turn, and which rule it broke if not.

    The turn counts as over unless --open is given. The exit code is 1 when the turn was illegal.

    \b
    Example (positions shortened; the notation is in docs/notation.md):
      referee judge --position "racepack track=... cars=... turn=S,M,C,A" \\
                    --observed "racepack cars=... hazards=..." --declare speed:2=3

    With --batch a program asks for thousands of verdicts in one process: a JSON object a line, and for each a line
    comes back at once, in the same order, with its id and what --json prints. Only position and observed must be
    given; --game and --open hold for lines without "game" and "closed". A line that cannot be judged is answered with
    its id and an "error", and the next one is judged. The exit code is 1 when a turn was illegal or a line bad.

    \b
    Example (a line of each file, broken to fit; more in docs/notation.md):
      referee judge --batch changes.jsonl > verdicts.jsonl
    changes.jsonl:
      {"id": 7, "game": "racepack", "position": "racepack track=...", "stops": ["racepack cars=..."],
       "observed": "racepack cars=...", "declared": ["speed:2=3"], "closed": true}
    verdicts.jsonl:
      {"id": 7, "verdict": "LEGAL", "sentence": "Legal: ...", "turn": "S: f1@k2 ...", "violations": [],
       "lines": [...], "questions": [], "after": "racepack track=...", ...}
    """
    if batch is not None:
        from referee.cli.judge_batch import judge_batch

        alone = {"--position": position, "--observed": observed, "--stops": stops, "--declare": declared}
        for name, value in alone.items():
            if value:
                raise click.UsageError(f"{name} is for one change; with --batch each line has its own.")
        sys.exit(judge_batch(batch, game_name, closed=not still_open, language=language))
    if position is None or observed is None:
        raise click.UsageError(f"Missing option '{'--position' if position is None else '--observed'}'.")
    from referee.games.registry import game
    from referee.record.words import Tongue

    found = judged(Change(game_name, position, stops, observed, declared, closed=not still_open))
    tongue = Tongue(game(game_name).words, language)
    for sentence in found.wrong_before:
        click.echo(tongue.say("before", words=tongue.told(sentence)), err=True)
    said = tongue.of_all(in_json(found))
    if as_json:
        print_json(said)
    else:
        _print(said, tongue)
    if found.verdict.status.value == "ILLEGAL":
        sys.exit(1)


def _print(said: Mapping[str, Any], tongue: Tongue) -> None:
    click.echo(f"{said['verdict']}  {said['sentence']}")
    if said["due"]:
        click.echo(f"  {said['due']}")
    for question in said["questions"]:
        click.echo(f"  {question['text']}")
        for answer in question["answers"]:
            click.echo(f"    {answer['words']}: --declare {answer['declare']}")
    for other in said["alternatives"]:
        click.echo(f"  {tongue.say('instead', turn=other)}")
