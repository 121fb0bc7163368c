"""`referee bench`: measures the eye and the judge on this machine."""

from __future__ import annotations

from typing import Any

import click

from referee.cli.common import print_json


@click.group()
def command() -> None:
    """Measure how well and how fast the referee works on this machine.

    \b
    Example: referee bench vision --quick
    """


@command.command()
@click.option("--game", default=None, help="Only this game; all games with a kit otherwise.")
@click.option("--quick", is_flag=True, help="Few pictures: done in under 45 seconds on two cores.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def vision(game: str | None, quick: bool, as_json: bool) -> None:
    """How well and how fast the eye sees, beside plain OpenCV on the same pictures.

    \b
    Example: referee bench vision --game racepack --quick --json
    """
    from referee.cli.bench_vision import run

    result = run(quick, game)
    if as_json:
        print_json(result)
        return
    click.echo(f"OpenCV {result['opencv']}, {result['threads']} threads")
    for case in result["cases"]:
        click.echo(_line(case))


@command.command()
@click.option("--quick", is_flag=True, help="Few turns: done in under 45 seconds on two cores.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def explain(quick: bool, as_json: bool) -> None:
    """How fast the judge explains a turn.

    \b
    Example: referee bench explain --quick --json
    """
    from referee.cli.bench_explain import run

    result = run(quick)
    if as_json:
        print_json(result)
        return
    for name, figures in result["games"].items():
        click.echo(
            f"{name}: {figures['turns']} turns, median {figures['median_ms']} ms, 99 of 100 within "
            f"{figures['p99_ms']} ms, longest {figures['max_ms']} ms"
        )


def _line(case: dict[str, Any]) -> str:
    parts = (
        f"{case['game']} {case['size']:>9} {case['kind']:<6}",
        f"{case['ours_ms']:6.1f} ms, OpenCV {case['cv2_default_ms']:6.1f} ms (x{case['ratio']:.1f})",
        f"markers {case['recall']:.1%}, OpenCV {case['cv2_recall']:.1%}, false {case['false_ids']}",
        f"corners {case['corner_px']:.2f} px",
        f"pawns {case['pawns_median_mm']:.2f} mm, 95% {case['pawns_p95_mm']:.2f} mm",
    )
    return "  ".join(parts)
