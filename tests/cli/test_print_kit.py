"""`referee print`: files on disk, words on the screen, and a sentence for every wrong wish."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from markers import kits
from markers.design import Wish
from markers.manifest import from_json
from markers.order import Order
from referee.cli.common import load_kit, load_prints
from referee.cli.print_kit import command
from referee.errors import KitError, SetupError


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def test_writes_sheets_and_manifest(tmp_path: Path) -> None:
    """Both files are written, and the words say what to do next."""
    result = _run("racepack", "--paper", "letter", "--out", str(tmp_path / "new" / "kit"))
    assert result.exit_code == 0
    assert (tmp_path / "new" / "kit" / "racepack-letter.pdf").read_bytes().startswith(b"%PDF")
    kit = from_json((tmp_path / "new" / "kit" / "manifest.json").read_text())
    assert (kit.kit, kit.paper) == ("racepack", "letter")
    assert "100 %" in result.output
    assert "--kit" not in result.output
    assert "6 sheets, 50 cuts, about 20 minutes." in result.output
    assert len(result.output.splitlines()) == 7


@pytest.mark.parametrize("more", [(), ("--stickers",)])
@pytest.mark.few(1)
def test_a_bar_runs_while_the_sheets_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    """On a terminal, on stderr, to its end; nothing of it where nobody looks, nor with --json."""
    words = ("racepack", "--out", str(tmp_path), *more)
    assert "drawing the sheets" not in _run(*words).stderr
    monkeypatch.setenv("FORCE_COLOR", "1")  # so a terminal is told to rich
    monkeypatch.setenv("TERM", "xterm")
    result = _run(*words)
    assert "drawing the sheets of Racepack" in result.stderr
    assert "100%" in result.stderr
    assert "drawing the sheets" not in result.stdout
    assert "drawing the sheets" not in _run(*words, "--json").stderr


def test_a_ready_track_is_a_print_of_its_own(tmp_path: Path) -> None:
    """It has a name of its own, goes to the other commands with --kit, and is printed whole."""
    result = _run("racepack", "--track", "castle", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert f"--kit {tmp_path / 'racepack-a4-castle.json'}" in result.output
    assert load_kit("racepack", str(tmp_path / "racepack-a4-castle.json")).version == "3"
    assert "leave --stickers out" in _run("racepack", "--track", "castle", "--stickers").output
    assert all(name in _run("--help").output for name in ("figure-1", "oval", "castle", "horseshoe"))


def test_a_kit_in_another_language_has_the_same_manifest(tmp_path: Path) -> None:
    """The sheets' name says the language; what lies where is the same, so one manifest serves all."""
    for language in ("de", "fr"):
        result = _run("royal-racers", "--language", language, "--out", str(tmp_path))
        assert result.exit_code == 0
        assert (tmp_path / f"royal-racers-a4-{language}.pdf").exists()
        assert (tmp_path / f"command-cards-a4-{language}.pdf").exists()
        assert "--kit" not in result.output
    assert load_kit("royal-racers", str(tmp_path)) == Order(game="royal-racers").manifest()


def test_json_names_the_files(tmp_path: Path) -> None:
    """With --json the answer is one JSON object and nothing else."""
    answer = json.loads(_run("racepack", "--out", str(tmp_path), "--json").output)
    assert answer == {
        "pdf": str(tmp_path / "racepack-a4.pdf"),
        "manifest": str(tmp_path / "manifest.json"),
        "pages": 6,
        "cards": str(tmp_path / "command-cards-a4.pdf"),
    }


def test_command_cards_come_with_every_kit(tmp_path: Path) -> None:
    """One page beside the sheets, of the same paper; a flag leaves it out, and the help says so."""
    for game in kits.GAMES_WITH_KITS:
        folder = tmp_path / game
        said = _run(game, "--out", str(folder), "--paper", "letter", "--stickers").output
        assert (folder / "command-cards-letter.pdf").read_bytes() == kits.pdf("command-cards", "letter", Wish())
        assert "command-cards-letter.pdf (1 page)" in said
        assert load_kit(game, str(folder)).kit == game
        assert "--kit" not in said  # Letter's pieces are A4's
    assert len(kits.manifest("command-cards", "letter").pages) == 1
    alone = _run("command-cards", "--out", str(tmp_path / "alone"))
    assert alone.output.count("(1 page)") == 1
    assert "first sheet says" not in alone.output
    left_out = json.loads(_run("racepack", "--out", str(tmp_path / "bare"), "--no-cards", "--json").output)
    assert left_out["cards"] == ""
    assert not list((tmp_path / "bare").glob("command-cards*"))
    assert "--no-cards" in _run("--help").output


def test_own_heights_reach_the_manifest(tmp_path: Path) -> None:
    """A file of heights and single heights add up, and the next step names the manifest to use."""
    (tmp_path / "mine.toml").write_text("tile = 5\npawn = 20.5\n")
    result = _run("racepack", "--out", str(tmp_path), "--heights", str(tmp_path / "mine.toml"), "--height", "pawn=30")
    heights = {item.piece: item.height_mm for item in from_json((tmp_path / "manifest.json").read_text()).items}
    assert (heights["tile:Sa"], heights["pawn:S"]) == (5.0, 35.0)
    assert f"referee race --kit {tmp_path / 'racepack-a4.json'}" in result.output
    assert f"--source 0 --kit {tmp_path / 'racepack-a4.json'}" in result.output


def test_dice_of_another_size_need_their_print(tmp_path: Path) -> None:
    """Ordinary dice are not on the sheets; the manifest tells their size all the same, and the next step names it."""
    said = _run("home-racers", "--die-mm", "14", "--out", str(tmp_path)).output
    assert f"referee race --kit {tmp_path / 'home-racers-a4.json'}" in said


def test_own_prints_are_found_in_a_file_or_a_folder(tmp_path: Path) -> None:
    """By game; a folder without a print, or with two of one game, is refused in a sentence."""
    with pytest.raises(KitError, match="no print"):
        load_prints(str(tmp_path))
    for arguments in (("racepack", "--height", "pawn=30"), ("home-racers", "--paper", "letter")):
        _run(*arguments, "--out", str(tmp_path))
    found = load_prints(str(tmp_path))
    assert {game: kit.paper for game, kit in found.items()} == {"racepack": "a4", "home-racers": "letter"}
    assert load_prints(str(tmp_path / "racepack-a4.json")) == {"racepack": found["racepack"]}
    assert load_prints(None) == {}
    _run("home-racers", "--out", str(tmp_path))
    with pytest.raises(KitError, match="several prints"):
        load_prints(str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("chess",), "racepack"),
        (("racepack", "--height", "pawn"), "--height pawn=30"),
        (("racepack", "--height", "cup=3"), "tile, coin, pawn, card"),
        (("racepack", "--heights", "no-such-file.toml"), "neither wood nor paper"),
        (("racepack", "--die-mm", "3"), "14 to 30"),
        (("racepack", "--packs", "3"), "1 to 2 piecepacks"),
    ],
)
def test_wrong_wishes(arguments: tuple[str, ...], word: str) -> None:
    """Each wrong wish ends in one sentence that says what would be right."""
    problem = _run(*arguments).exception
    assert isinstance(problem, KitError)
    assert word in str(problem)


def test_two_piecepacks_are_a_print_of_their_own(tmp_path: Path) -> None:
    """A kit for two piecepacks lies beside that for one and says how to watch with it."""
    _run("racepack", "--out", str(tmp_path))
    said = _run("racepack", "--out", str(tmp_path), "--packs", "2").output
    both = tmp_path / "racepack-a4-2-piecepacks.json"
    assert f"--kit {both}" in said
    tiles = [item for item in from_json(both.read_text()).items if item.piece.startswith("tile:")]
    assert len(tiles) == 48
    assert len(from_json((tmp_path / "racepack-a4.json").read_text()).items) == 62


@pytest.mark.parametrize("text", ["pawn =", "pawn = 'high'", "cup = 3.0", "pawn = true"])
def test_a_bad_file_of_heights(tmp_path: Path, text: str) -> None:
    """A damaged or strange file of heights is refused."""
    (tmp_path / "mine.toml").write_text(text)
    problem = _run("racepack", "--out", str(tmp_path), "--heights", str(tmp_path / "mine.toml")).exception
    assert isinstance(problem, KitError)


def test_no_place_to_write(tmp_path: Path) -> None:
    """When the folder cannot be made, the sentence points at --out."""
    (tmp_path / "file").write_text("in the way")
    problem = _run("racepack", "--out", str(tmp_path / "file" / "kit")).exception
    assert isinstance(problem, SetupError)
    assert "--out" in str(problem)


def test_a_second_print_leaves_the_first_manifest_alone(tmp_path: Path) -> None:
    """Another paper or game in the same folder has a manifest of its own; the same print again is written anew."""
    for arguments in (("racepack",), ("racepack", "--paper", "letter"), ("royal-racers",)):
        assert _run(*arguments, "--out", str(tmp_path)).exit_code == 0
    facts = [from_json((tmp_path / name).read_text()) for name in ("manifest.json", "racepack-letter.json")]
    assert [(kit.kit, kit.paper) for kit in facts] == [("racepack", "a4"), ("racepack", "letter")]
    assert load_kit("royal-racers", str(tmp_path)).kit == "royal-racers"
    with pytest.raises(KitError, match="several prints"):
        load_kit("racepack", str(tmp_path))
    _run("racepack", "--out", str(tmp_path), "--height", "pawn=20")
    assert (tmp_path / "manifest.json").read_bytes() == (tmp_path / "racepack-a4.json").read_bytes()


def test_stickers_share_the_manifest_of_the_full_print(tmp_path: Path) -> None:
    """Stickers are a PDF of their own; where the markers belong is the same."""
    answer = json.loads(_run("royal-racers", "--stickers", "--out", str(tmp_path), "--json").output)
    assert answer["pdf"] == str(tmp_path / "royal-racers-a4-stickers.pdf")
    assert from_json((tmp_path / "manifest.json").read_text()) == Order(game="royal-racers").manifest()


@pytest.mark.parametrize(("length", "code", "word"), [("99.8", 0, "true to scale"), ("96", 1, "print again")])
def test_a_measured_ruler_is_judged(length: str, code: int, word: str) -> None:
    """`--measured` needs no game and says what to do."""
    result = _run("--measured", length)
    assert result.exit_code == code
    assert word in result.output
