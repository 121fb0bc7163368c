"""`referee bench`: measures the eye, the judge and the page on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee.cli.common import print_json
from referee.cli.waiting import bar


@click.group()
def command() -> None:
    """Measure how well and how fast the referee works on this machine.

    \b
    Example: referee bench vision --quick
    """


@command.command(short_help="The eye: recall, places and speed, beside plain OpenCV.")
@click.option("--game", default=None, help="Only this game; all games with a kit otherwise.")
@click.option("--quick", is_flag=True, help="Few pictures: done in under 45 seconds on two cores.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option(
    "--curves",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Draw recall and error as pictures into this folder instead (needs matplotlib; some minutes).",
)
def vision(game: str | None, quick: bool, as_json: bool, curves: Path | None) -> None:
    """How well and how fast the eye sees, beside plain OpenCV on the same pictures.

    \b
    Examples: referee bench vision --game racepack --quick --json
              referee bench vision --curves docs/
    """
    if curves is not None:
        from markers.kits import GAMES_WITH_KITS
        from referee.cli.bench_curves import draw

        for path in draw(curves, [game] if game else list(GAMES_WITH_KITS), 4 if quick else 16):
            click.echo(f"Drawn: {path}")
        return
    from referee.cli.bench_vision import run

    result = run(quick, game)
    if as_json:
        print_json(result)
        return
    click.echo(f"OpenCV {result['opencv']}, {result['threads']} threads, the eye's loops {result['loops']}")
    for case in result["cases"]:
        click.echo(_line(case))


@command.command(short_help="Torn, odd, mirrored, tiny and huge pictures.")
@click.option("--game", default="racepack", help="Whose table is shown.")
@click.option("--frames", type=click.IntRange(min=1), default=10_000, show_default=True, help="How many pictures.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def damage(game: str, frames: int, as_json: bool) -> None:
    """How the eye bears torn, odd, mirrored, tiny and huge pictures.

    \b
    Example: referee bench damage --frames 500
    """
    from referee.cli.bench_damage import run

    with bar(frames, "damaged pictures") as waiting:
        result = run(game, frames, 11, waiting.advance)
    if as_json:
        print_json(result)
        return
    click.echo(
        f"{result['frames']} damaged pictures: {result['crashes']} crashes, {result['false_ids']} false numbers, "
        f"{result['false_readings']} pieces misread, {result['markers_read']} markers read; "
        f"{result['ms_a_frame']} ms a picture"
    )
    for what in ("crashed", "false", "misread"):
        for which, times in result[f"which_{what}"].items():
            click.echo(f"  {what}, {times} times: {which}")


@command.command(short_help="Numbers read in pictures that have none of the kit's.")
@click.option("--game", default="racepack", help="Whose numbers are in play.")
@click.option("--frames", type=click.IntRange(min=1), default=20_000, show_default=True, help="How many pictures.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def strangers(game: str, frames: int, as_json: bool) -> None:
    """How often the eye reads a number in pictures that have none of the kit's markers.

    \b
    Example: referee bench strangers --frames 2000
    """
    from referee.cli.bench_strangers import run

    with bar(frames, "pictures") as waiting:
        result = run(game, frames, 11, waiting.advance)
    if as_json:
        print_json(result)
        return
    click.echo(
        f"{result['frames']} pictures, {result['markers_in_play']} numbers in play: {result['false_ids']} false, "
        f"{result['false_ids_on_other_markers']} more on markers of other families; "
        f"{result['false_pieces_settled']} pieces settled; {result['find_ms']} ms a picture"
    )


@command.command(short_help="How fast the judge explains a turn.")
@click.option("--game", default=None, help="Only this game; all games otherwise.")
@click.option("--quick", is_flag=True, help="Few turns: done in under 45 seconds on two cores.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def explain(game: str | None, quick: bool, as_json: bool) -> None:
    """How fast the judge explains a turn: races, hard positions, more players, turns that nobody saw.

    \b
    Example: referee bench explain --game home-racers --quick --json
    """
    from referee.cli.bench_explain import run
    from referee.games.registry import game as game_named

    result = run(quick, None if game is None else game_named(game).name)
    if as_json:
        print_json(result)
        return
    for name, figures in result["games"].items():
        click.echo("\n".join(_explained(name, figures)))


@command.command(short_help="The page with 200 viewers.")
@click.option("--quick", is_flag=True, help="Shorter, with fewer reconnections: done in under 45 seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def web(quick: bool, as_json: bool) -> None:
    """The page with 200 viewers: how late events come, whether the camera is slowed, whether stalled readers go.

    \b
    Example: referee bench web --json
    """
    from referee.cli.bench_web import run

    result = run(quick)
    if as_json:
        print_json(result)
        return
    for name, value in result.items():
        click.echo(f"{name.replace('_', ' '):28} {value}")


def _explained(name: str, figures: dict[str, Any]) -> list[str]:
    """One game's figures as a table."""
    rows = [(f"{name}: all", figures), *((f"  {label}", one) for label, one in figures["verdicts"].items())]
    rows += [(f"  {label}", one) for label, one in figures["positions"].items()]
    rows += [(f"  {players} players", one) for players, one in figures["players"].items()]
    rows += [(f"  {turns} turn{'s' if turns != '1' else ''} unseen", one) for turns, one in figures["missed"].items()]
    head = f"{'':40} {'turns':>6} {'median ms':>10} {'p99 ms':>10} {'max ms':>10}"
    return [
        head,
        *(
            f"{label:40} {one['turns']:6} {one['median_ms']:10.2f} {one['p99_ms']:10.2f} {one['max_ms']:10.2f}"
            for label, one in rows
        ),
        f"  most memory for one verdict: {figures['peak_mb']} MB",
    ]


def _line(case: dict[str, Any]) -> str:
    parts = (
        f"{case['game']} {case['size']:>9} {case['kind']:<6}",
        f"{case['ours_ms']:6.1f} ms, OpenCV {case['cv2_default_ms']:6.1f} ms (x{case['ratio']:.1f})",
        f"markers {case['recall']:.1%}, OpenCV {case['cv2_recall']:.1%} (at its best {case['cv2_best_recall']:.1%})",
        f"false {case['false_ids']}",
        f"corners {case['corner_px']:.2f} px",
        f"pawns {case['pawns_median_mm']:.2f} mm, 95% {case['pawns_p95_mm']:.2f} mm",
    )
    if "first_cpu_ms" in case:
        first, bumped = f"first picture {case['first_cpu_ms']:.0f}", f"bumped {case['bump_cpu_ms']:.0f}"
        after = f"the one after {case['after_bump_cpu_ms']:.0f}"
        decoded = f"{case['jpeg_cpu_ms']:.1f}, in colour {case['jpeg_colour_cpu_ms']:.1f}"
        best = f"OpenCV at its best {case['cv2_best_cpu_ms']:.0f}"
        return "  ".join(parts) + (f"\n    processor ms: {first}, {bumped}, {after}; {best}; a JPEG decoded {decoded}")
    return "  ".join(parts)
