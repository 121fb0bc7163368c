"""`referee print`: writes a kit's sheets and its manifest, and says what to do next."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from markers import kits, manifest
from markers.design import KitDesign
from markers.heights import Heights, with_numbers
from markers.kit import Manifest
from markers.sheet import PAPERS
from referee.cli.common import print_json, usual_wish
from referee.errors import KitError, SetupError


@click.command(
    "print",
    epilog="Example: referee print racepack --paper a4 --out kit --height pawn=30",
)
@click.argument("game")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The sheets' size.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("kit"), show_default=True, help="Folder to write to."
)
@click.option(
    "--heights",
    metavar="NAME|FILE.toml",
    help="How thick the pieces are: wood (the usual ones), paper (bare paper), or a file with lines like  pawn = 30.0",
)
@click.option(
    "--height",
    "own",
    multiple=True,
    metavar="KIND=MM",
    help="One height of your own in mm, for example pawn=30. May be given again.",
)
@click.option("--die-mm", type=float, help="Edge of your dice in mm.")
@click.option("--packs", type=int, default=1, show_default=True, help="For how many piecepacks (Racepack: 1 or 2).")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def command(
    game: str,
    paper: str,
    out: Path,
    heights: str | None,
    own: tuple[str, ...],
    die_mm: float | None,
    packs: int,
    as_json: bool,
) -> None:
    """Write the printable kit of GAME: a PDF at exact scale and its manifest.

    Pieces are recognised by printed markers. Their heights matter: a pawn's cap stands well above the table and is
    seen beside the space it stands on, so tell the kit when your pieces are not the usual wooden ones.

    The manifest is GAME-PAPER.json, beside the PDF. A copy of the first print's is called manifest.json.
    """
    design = kits.design_of(game)
    wish = replace(usual_wish(game), heights=with_numbers(_profile(design, heights), _numbers(own)), die_mm=die_mm)
    wish = replace(wish, packs=packs)
    kit = kits.manifest(game, paper, wish)
    sets = (f"{packs}-piecepacks",) if packs > 1 else ()
    name = "-".join((game, paper, *sets))
    sheets, facts = out / f"{name}.pdf", out / f"{name}.json"
    files = {sheets: kits.pdf(game, paper, wish), facts: manifest.to_json(kit).encode()}
    common = out / "manifest.json"
    if _is_ours(common, kit):
        files[common] = files[facts]
    _write(out, files)
    named = common if common in files else facts
    if as_json:
        print_json({"pdf": str(sheets), "manifest": str(named), "pages": len(kit.pages)})
        return
    click.echo(f"Wrote {sheets} ({len(kit.pages)} pages) and {named}.")
    click.echo("Next:")
    click.echo("1. Print at 100 %, without 'fit to page', on matt paper; check the ruler on the first sheet.")
    click.echo("2. Cut along the thin lines; the first sheet says which face goes where.")
    usual = kit.items == kits.manifest(game, wish=usual_wish(game)).items
    watch = f"referee watch --game {game} --source 0" + ("" if usual else f" --kit {facts}")
    click.echo(f"3. Hang the camera about 1 m above the table and run  {watch}")


def _is_ours(path: Path, kit: Manifest) -> bool:
    """Whether there is no file yet, or one of the same kit on the same paper: another print's is left alone."""
    if not path.exists():
        return True
    try:
        there = manifest.from_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, KitError):
        return False
    return (there.kit, there.paper) == (kit.kit, kit.paper)


def _profile(design: KitDesign, name: str | None) -> Heights:
    """A named profile of the kit, or the numbers in a TOML file on top of the usual pieces."""
    if name is None:
        return design.usual_heights
    if name in design.profiles:
        return design.profiles[name]
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise KitError(
            f"'{name}' is neither {' nor '.join(design.profiles)} nor a readable file of heights."
        ) from problem
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise KitError(f"{name} is not TOML ({problem}); write lines such as  pawn = 30.0") from problem
    wrong = [key for key, value in found.items() if type(value) not in (int, float)]
    if wrong:
        raise KitError(f"{name}: '{wrong[0]}' is no number; write lines such as  pawn = 30.0")
    return with_numbers(design.usual_heights, {key: float(value) for key, value in found.items()})


def _numbers(own: Sequence[str]) -> dict[str, float]:
    """The heights given as KIND=MM."""
    out = {}
    for part in own:
        kind, _, number = part.partition("=")
        try:
            out[kind.strip()] = float(number)
        except ValueError as problem:
            raise KitError(f"'{part}' is no height; write for example --height pawn=30") from problem
    return out


def _write(folder: Path, files: Mapping[Path, bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            path.write_bytes(content)
    except OSError as problem:
        reason = problem.strerror or "unknown reason"
        raise SetupError(f"Cannot write to {folder} ({reason}); choose another folder with --out.") from problem
