"""Games and kits from other packages: found by their entry points, when they are asked for, and never in the way."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from markers import kits
from referee import installed
from referee.devices.races import RecordsFolder
from referee.errors import KitError, NotationError, SetupError
from referee.games import registry
from referee.hosting.choices import Choices
from referee.hosting.guide import guide_view, waiting_page
from referee.hosting.look_on import LookState
from referee.match import Match

TOP = Path(__file__).parents[2]
Install = Callable[[str, dict[str, dict[str, str]]], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Makes a package known as an installer would: by a folder with its name and its entry points."""

    def known(package: str, groups: dict[str, dict[str, str]]) -> None:
        folder = tmp_path / f"{package.replace('-', '_')}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [
            f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()) for group, points in groups.items()
        ]
        (folder / "entry_points.txt").write_text("\n".join(lines))
        monkeypatch.syspath_prepend(str(tmp_path))
        installed._found.cache_clear()

    yield known
    monkeypatch.undo()
    installed._found.cache_clear()


@pytest.mark.parametrize("example", ["ur", "backgammon"])
def test_the_examples_are_found_as_their_pyproject_says(example: str, install: Install) -> None:
    """Their games are listed after ours, the rule book and the kit are loaded by name."""
    project = tomllib.loads((TOP / "examples" / example / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(project["name"], project["entry-points"])
    assert registry.names()[: len(registry.GAMES)] == tuple(registry.GAMES)
    assert example in registry.names()
    assert registry.game(example).book.name == example
    assert installed.load(installed.GAMES, example).name == example
    assert kits.manifest(example).kit == example
    assert kits.pdf(example).startswith(b"%PDF")


def test_a_package_that_cannot_be_imported_is_named(install: Install) -> None:
    """The sentence names the game, the package and what went wrong; games of this tree go on working."""
    install("broken-game", {installed.GAMES: {"broken": "no_such_module_anywhere"}})
    with pytest.raises(SetupError, match=r"'broken' of the package broken-game .*no_such_module_anywhere"):
        registry.game("broken")
    assert registry.game("racepack").name == "racepack"


def test_a_game_that_is_not_whole_is_told_what_it_lacks(install: Install) -> None:
    """Whatever is named as a game and is none is refused before a race begins; so is a kit that is none."""
    install("half-game", {installed.GAMES: {"half": "json"}, installed.KITS: {"half": "json"}})
    with pytest.raises(SetupError, match=r"'half' is not whole: it lacks .*actions"):
        registry.game("half")
    with pytest.raises(KitError, match="'half'"):
        kits.design_of("half")


def test_nobody_takes_the_name_of_one_of_our_games(install: Install) -> None:
    """A package that calls its game as one of ours is called is passed over."""
    install("cuckoo", {installed.GAMES: {"racepack": "json"}, installed.KITS: {"racepack": "json"}})
    assert registry.game("racepack") is registry.GAMES["racepack"]
    assert registry.names().count("racepack") == 1
    assert kits.design_of("racepack") is kits.DESIGNS["racepack"]


def test_our_own_games_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched for on the disk while the games of this tree are asked for."""
    monkeypatch.setattr(installed, "_found", lambda group: pytest.fail("searched"))
    for name in registry.GAMES:
        assert registry.game(name).name == name
        assert kits.design_of(name).name == name


def test_a_game_that_nobody_brings_is_told_with_all_names(install: Install) -> None:
    """The list has the games of other packages too."""
    install("another", {installed.GAMES: {"another": "json"}, installed.KITS: {"another": "json"}})
    with pytest.raises(NotationError, match=r"'chess'.*another.*racepack"):
        registry.game("chess")
    with pytest.raises(KitError, match=r"'chess'.*another"):
        kits.design_of("chess")


@pytest.mark.parametrize("example", ["ur", "backgammon"])
def test_a_game_that_brings_a_rule_book_alone_is_whole(example: str, install: Install) -> None:
    """It starts, plays and is drawn as a game of this tree is, and is the same game whenever it is asked for."""
    project = tomllib.loads((TOP / "examples" / example / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(project["name"], project["entry-points"])
    law, chance = registry.game(example), Random(1)
    assert registry.game(example) is law
    played = law.play(law.start(2, chance), chance, None)
    assert played.truth == "legal"
    assert law.diagram(played.after, {}).startswith("<svg")


def test_people_choose_among_the_games_of_other_packages(install: Install, tmp_path: Path) -> None:
    """The page lists them after ours, also as an unfinished race; a package that is broken keeps nobody
    from the other games."""
    project = tomllib.loads((TOP / "examples" / "ur" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(project["name"], project["entry-points"])
    install("broken-game", {installed.GAMES: {"broken": "no_such_module_anywhere"}})
    records = RecordsFolder(tmp_path / "races")
    store, _ = records.new({"game": "ur", "source": "0"})
    law = registry.game("ur")
    Match(law, kits.manifest("ur"), store).start(2, 0, law.start(2, Random(1)))
    left = records.unfinished()
    shown = guide_view(Choices(), (), LookState(), left, "")
    offered = [one["name"] for one in shown["games"]]
    assert offered[: len(registry.GAMES)] == list(registry.GAMES)
    assert "ur" in offered
    assert "broken" not in offered
    assert [one["game"] for one in shown["unfinished"]] == ["The Royal Game of Ur"]
    waiting = waiting_page(1, guide_view(Choices(game="ur"), (), LookState(), (), ""), {})
    assert waiting["setup"] == {"players": [2], "missing": "", "joining": None}
