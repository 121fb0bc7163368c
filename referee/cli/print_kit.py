"""`referee print`: writes a kit's sheets and its manifest, and says what to do next."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from markers import command_cards, kits, manifest
from markers.design import KitDesign, Wish
from markers.geometry import relative
from markers.heights import Heights, with_numbers
from markers.kit import Manifest, Point
from markers.racepack_tracks import TRACKS
from markers.sheet import PAPERS
from markers.words import LANGUAGES
from referee.cli.common import boards_wished, print_json, usual_wish
from referee.cli.print_check import report_scale
from referee.cli.waiting import bar
from referee.errors import KitError, SetupError


@click.command(
    "print",
    epilog="Example: referee print racepack --paper a4 --out kit --height pawn=30",
)
@click.argument("game", required=False)
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
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="NAME|FILE.json",
    help="Print this board only, one of the game's or your own (docs/boards-gp.md). May be given again.",
)
@click.option(
    "--track",
    default="",
    metavar="NAME",
    help=f"Racepack: print this track as a poster of a few sheets: {', '.join(TRACKS)}, or the way of one of your own.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Of the words on the sheets.",
)
@click.option("--low-ink", is_flag=True, help="Pale tints instead of full colours.")
@click.option(
    "--large-markers/--small-markers",
    "large_markers",
    default=None,
    help="Large ones, as kits of earlier versions have, to go with their pieces; small by default where they are read "
    "as well.",
)
@click.option("--stickers", is_flag=True, help="Only the markers with their margins, for pieces you own.")
@click.option(
    "--cards/--no-cards",
    default=True,
    show_default=True,
    help='A page of command cards beside the kit: "turn done", "undo" and "break", shown to the camera.',
)
@click.option(
    "--check",
    "photo",
    type=click.Path(path_type=Path),
    metavar="PHOTO",
    help="Print nothing: say from a picture of the calibration board with a bank card on it if the scale is true.",
)
@click.option(
    "--measured",
    "measured_mm",
    type=float,
    metavar="MM",
    help="Print nothing: tell whether a printed 100 mm ruler that measures so much is true to scale.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def command(
    game: str | None,
    paper: str,
    out: Path,
    heights: str | None,
    own: tuple[str, ...],
    die_mm: float | None,
    packs: int,
    boards: tuple[str, ...],
    track: str,
    language: str,
    low_ink: bool,
    large_markers: bool | None,
    stickers: bool,
    cards: bool,
    photo: Path | None,
    measured_mm: float | None,
    as_json: bool,
) -> None:
    """Write the printable kit of GAME: a PDF at exact scale and its manifest.

    Pieces are recognised by printed markers. Their heights matter: a pawn's cap stands well above the table and is
    seen beside the space it stands on, so tell the kit when your pieces are not the usual wooden ones.

    With each kit comes a page of command cards: held into the picture they say "turn done", "undo" and "break" when
    hands are busy. --no-cards leaves it out; GAME command-cards prints it alone.

    The manifest is GAME-PAPER.json, beside the PDF. A copy of the first print's is called manifest.json.

    \b
    Is the print true to scale?
      referee print --check photo.jpg     a bank card lies on the calibration board
      referee print --measured 99.5       the length of a printed 100 mm ruler
    A picture of the sheet alone cannot tell: a smaller print nearer to the camera looks the same.
    """
    if photo is not None or measured_mm is not None:
        report_scale(photo, measured_mm, as_json)
        return
    if game is None:
        raise click.UsageError(f"Name a game: {', '.join(kits.games_with_kits())}.")
    if track and stickers:
        raise click.UsageError("A ready track is printed whole: leave --stickers out.")
    design = kits.design_of(game)
    wish = replace(usual_wish(game), heights=with_numbers(_profile(design, heights), _numbers(own)), die_mm=die_mm)
    wish = replace(
        wish, packs=packs, boards=boards_wished(game, boards), low_ink=low_ink, track=track, language=language,
        small_markers=bool(design.small_markers_mm) if large_markers is None else not large_markers,
    )  # fmt: skip
    kit = kits.manifest(game, paper, wish)
    name = kits.file_name(game, paper, wish, [Path(board).stem for board in boards])
    in_language = "" if language == LANGUAGES[0] else f"-{language}"
    sheets, facts = out / f"{name}{in_language}.pdf", out / f"{name}.json"
    with bar(len(kit.pages), f"drawing the sheets of {design.title}", shown=not as_json) as waiting:
        if stickers:
            sheets = out / f"{name}-stickers{in_language}.pdf"
            drawn, pages, left_out = kits.sticker_pdf(game, paper, wish, waiting.reach)
        else:
            drawn, pages, left_out = kits.drawn(game, paper, wish, waiting.reach), len(kit.pages), ()
    files = {sheets: drawn, facts: manifest.to_json(kit).encode()}
    common = out / "manifest.json"
    is_game = game in kits.games_with_kits()
    if is_game and _is_ours(common, facts):
        files[common] = files[facts]
    beside = out / f"{command_cards.NAME}-{paper}{in_language}.pdf"
    if is_game and cards:
        files[beside] = kits.pdf(command_cards.NAME, paper, Wish(low_ink=low_ink, language=language))
    _write(out, files)
    named = common if common in files else facts
    if as_json:
        with_it = str(beside) if is_game and beside in files else ""
        print_json({"pdf": str(sheets), "manifest": str(named), "pages": pages, "cards": with_it})
        return
    click.echo(f"Wrote {sheets} ({pages} {'page' if pages == 1 else 'pages'}) and {named}.")
    if is_game and beside in files:
        click.echo(f"Wrote {beside} (1 page): cards that say 'turn done', 'undo' and 'break' to the camera.")
    if left_out:
        click.echo(f"Not among the stickers, print them whole (without --stickers): {', '.join(left_out)}.")
    if is_game and not stickers:
        work = kits.effort(game, paper, wish)
        click.echo(f"{work.sheets} sheets, {work.cuts} cuts, about {work.minutes} minutes.")
    click.echo("Next:")
    click.echo("1. Print at 100 %, without 'fit to page', on matt paper; check the ruler on the first sheet.")
    if not is_game:
        click.echo("2. Cut along the thin lines.")
        return
    click.echo("2. Cut along the thin lines; the first sheet says which face goes where.")
    # which of the two prints lies on the table the eye finds out by itself
    asked = replace(usual_wish(game), small_markers=wish.small_markers)
    other = kits.manifest(game, wish=asked)
    usual = (_pieces(kit), kit.dice, kit.boards) == (_pieces(other), other.dice, other.boards)
    with_kit = "" if usual else f" --kit {facts}"
    page, watch = "referee" if usual else f"referee race{with_kit}", f"referee watch --game {game} --source 0{with_kit}"
    click.echo(f"3. Hang the camera about 1 m above the table, type  {page}  and follow the page; or run  {watch}")


def _pieces(kit: Manifest) -> dict[tuple[str, str], tuple[object, ...]]:
    """Each face as it lies on the table, to a hundredth of a mm: on other paper it is the same."""
    return {
        (face.piece, face.side): (
            round(face.height_mm, 2),
            [(marker.marker_id, _rounded(marker.corners_mm)) for marker in face.markers],
            [_rounded(mat) for mat in face.mats_mm],
            _rounded(face.dots_mm),
        )
        for face in map(relative, kit.items)
    }


def _rounded(points: Sequence[Point]) -> list[Point]:
    return [(round(x, 2), round(y, 2)) for x, y in points]


def _is_ours(common: Path, facts: Path) -> bool:
    """Whether manifest.json may be written: it is not there yet, or a copy of what this very print wrote before."""
    try:
        return not common.exists() or (facts.exists() and facts.read_bytes() == common.read_bytes())
    except OSError:
        return False


def _profile(design: KitDesign, name: str | None) -> Heights:
    """A named profile of the kit, or the numbers in a TOML file on top of the usual pieces."""
    if name is None:
        return design.usual_heights
    if name in design.profiles:
        return design.profiles[name]
    from referee.devices.files import read_text

    try:
        text = read_text(name)
    except (OSError, UnicodeDecodeError) as problem:
        raise KitError(
            f"'{name}' is neither {' nor '.join(design.profiles)} nor a readable file of heights."
        ) from problem
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
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
