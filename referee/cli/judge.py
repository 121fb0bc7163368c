"""`referee judge`: the verdict on one change of the table, from text alone."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import click

from referee.cli.common import print_json
from referee.games.base import Question, Verdict
from referee.games.looking import ABOUT_THE_VIEW


@click.command()
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game.")
@click.option("--position", required=True, help="The position before the turn.")
@click.option("--observed", required=True, help="What the table shows now (a position is fine too).")
@click.option("--stops", multiple=True, help="What it showed in between, oldest first; give the option once for each.")
@click.option("--declare", "declared", multiple=True, help="What was said, as in speed:2=3; may be given many times.")
@click.option("--open", "still_open", is_flag=True, help="The turn may still go on.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
def command(
    game_name: str,
    position: str,
    observed: str,
    stops: tuple[str, ...],
    declared: tuple[str, ...],
    still_open: bool,
    as_json: bool,
) -> None:
    """Say whether what changed between POSITION and OBSERVED was a legal turn, and which rule it broke if not.

    The turn counts as over unless --open is given. The exit code is 1 when the turn was illegal.

    \b
    Example (positions shortened; the notation is in docs/notation.md):
      referee judge --position "racepack track=... cars=... turn=S,M,C,A" \\
                    --observed "racepack cars=... hazards=..." --declare speed:2=3
    """
    from referee.games.registry import game
    from referee.judge.verdict import judge

    rules = game(game_name)
    hopeless = rules.unplayable(position)
    if hopeless:
        raise click.UsageError("the position cannot be played from: " + " ".join(hopeless))
    for sentence in rules.check_position(position):
        click.echo(f"Before this turn: {sentence}", err=True)
    seen = [rules.observe(text) for text in (*stops, observed)]
    verdict = judge(rules, position, seen, declared, closed=not still_open)
    if as_json:
        print_json(_as_json(verdict))
    else:
        _print(verdict)
    if verdict.status.value == "ILLEGAL":
        sys.exit(1)


def _as_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "verdict": verdict.status.value,
        "player": verdict.player,
        "sentence": verdict.sentence,
        "turn": verdict.turn,
        "violations": [asdict(fault) for fault in verdict.violations],
        "lines": [asdict(line) for line in verdict.lines],
        "questions": [
            {
                "text": question.text,
                "answers": [{"words": words, "declare": text} for words, text in _sayable(question)],
            }
            for question in verdict.questions
        ],
        "alternatives": list(verdict.alternatives),
        "provisional": verdict.provisional,
        "after": verdict.after,
        "due": verdict.due,
    }


def _print(verdict: Verdict) -> None:
    click.echo(f"{verdict.status.value}  {verdict.sentence}")
    if verdict.due:
        click.echo(f"  {verdict.due}")
    for question in verdict.questions:
        click.echo(f"  {question.text}")
        for words, text in _sayable(question):
            click.echo(f"    {words}: --declare {text}")
    for other in verdict.alternatives:
        click.echo(f"  Legal would be, for example: {other}")


def _sayable(question: Question) -> tuple[tuple[str, str], ...]:
    """The answers that can be declared here: there is no camera to look again."""
    return tuple(answer for answer in question.answers if answer not in ABOUT_THE_VIEW)
