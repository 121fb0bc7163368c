"""Plants small mistakes in a game's rule book, one at a time, and counts those that its tests notice.

    .venv/bin/python tools/mutants.py --game racepack --mutants 40 --seed 1

A mistake is a comparison, a sum, a number or a condition turned into its neighbour, drawn by lot from the modules
that say what is legal. Each is tried in a copy of the tree by its module's own examples, the rule cases, the contract
suite and the frozen turns of that game, the quickest first, which stop at the first failure. A mistake that no test
notices is printed with its line, and the exit code is 1: either it changes nothing that people could see, or a promise
has no test. `--share 0.5` leaves out the slowest tests, which take the other half of the time. `--again FILE` tries
only those that an earlier run, printed into that file, did not notice.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rich.progress import track

TREE = Path(__file__).parents[1]
GAMES = {
    "racepack": ("rules*", "book*", "actions*", "upkeep*"),
    "royal-racers": ("rules*", "book*", "actions*", "succession*"),
    "nestorgames-gp": ("rules*", "law*", "book*", "actions*", "effects*"),
    "home-racers": ("rules*", "book*", "actions*", "ways*", "succession*"),
}
"""The modules of each game that say what is legal: files, or folders of them."""
SIGHT = ("frames", "lost_dice", "sheets")
"""Tests with these words in their names hold the eye or the printer to a promise, not the rule book."""
PLUGINS = ("-p", "pytest_timeout", "-p", "_hypothesis_pytestplugin")
"""What these tests need: to load all others takes two thirds of the time until the first test runs."""
TOO_LONG_S = 600.0
"""A mistake that makes its tests run for ever is noticed, too."""
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SUMMED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mod: ast.FloorDiv, ast.FloorDiv: ast.Mod, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One mistake: a module of the tree and its text with the mistake in it."""

    path: Path
    text: str

    def difference(self) -> str:
        """The lines that are other than in the tree."""
        lines = difflib.unified_diff(
            (TREE / self.path).read_text("utf-8").splitlines(), self.text.splitlines(), n=0, lineterm=""
        )
        return "\n".join(f"    {line}" for line in list(lines)[2:])

    def __str__(self) -> str:
        return f"{self.path}\n{self.difference()}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mistake that can be planted in a module."""
    text = (TREE / path).read_text("utf-8")
    lines = text.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line.encode()))
    raw, tree = text.encode(), ast.parse(text)
    aside = {part for node in ast.walk(tree) for one in _aside(node) for part in ast.walk(one)}
    for node in ast.walk(tree):
        other = _mistaken(node)
        if other is None or not isinstance(node, ast.expr) or node in aside:
            continue
        begin = begins[node.lineno - 1] + node.col_offset
        end = begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        yield Mutant(path, (raw[:begin] + f"({ast.unparse(other)})".encode() + raw[end:]).decode())


def _aside(node: ast.AST) -> Sequence[ast.AST]:
    """What says nothing of what is legal: how much of a function's work is remembered, and that `zip` looks twice."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.decorator_list
    return [node] if isinstance(node, ast.keyword) and node.arg == "strict" else ()


def _mistaken(node: ast.AST) -> ast.expr | None:
    match node:
        case ast.Compare(left, [sign], [right]) if type(sign) in COMPARED:
            return ast.Compare(left, [COMPARED[type(sign)]()], [right])
        case ast.BoolOp(sign, values):
            return ast.BoolOp(ast.Or() if isinstance(sign, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), value):
            return value
        case ast.BinOp(left, sign, right) if type(sign) in SUMMED and not isinstance(right, ast.Name | ast.Constant):
            return ast.BinOp(left, SUMMED[type(sign)](), right)
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
        case _:
            return None


def tests_of(game: str) -> list[str]:
    """What holds a rule book to its promises."""
    name = game.replace("-", "_")
    own = (TREE / "tests/games" / name).glob("test_*.py")
    mind = (TREE / "tests/mind").glob(f"test_{name}*.py")
    shared = [TREE / f"tests/{room}/test_contract.py" for room in ("mind", "games")]
    found = [str(path.relative_to(TREE)) for path in (*own, *mind, *shared)]
    frozen = f"tests/judge/test_golden.py::test_golden_turns_are_judged_as_they_were[{game}]"
    return [*(path for path in found if not any(sight in path for sight in SIGHT)), frozen]


def tried(tests: Sequence[str], copy: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Tests in a copy of the tree, until the first one fails."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-rfE"]
    return subprocess.run(
        [*command, *PLUGINS, *more, *tests],
        cwd=copy,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=TOO_LONG_S,
        check=False,
    )


def quickest_first(game: str, share: float, copy: Path) -> list[str]:
    """The tests of a game by the time that each takes where no mistake is planted, so many that they take this share of
    the time of all; they must all pass."""
    others = [name for other in GAMES if other != game for name in (other, other.replace("-", ""))]
    only_its = " and ".join(f"not {name}" for name in others)
    done = tried(tests_of(game), copy, "--durations=0", "--durations-min=0", "-k", only_its)
    if done.returncode:
        sys.exit(f"without any mistake: {done.stdout[-400:]}")
    took_s = dict[str, float]()
    for seconds, test in re.findall(r"^([\d.]+)s (?:call|setup|teardown) +(.+)$", done.stdout, re.MULTILINE):
        took_s[test] = took_s.get(test, 0.0) + float(seconds)
    quick = sorted(took_s, key=lambda test: took_s[test])
    left_s = share * sum(took_s.values())
    return [test for test in quick if (left_s := left_s - took_s[test]) >= 0]


def noticed(mutant: Mutant, tests: Sequence[str], copy: Path) -> str:
    """The first test that fails with this mistake in the tree; "" when all pass."""
    (copy / mutant.path).write_text(mutant.text, "utf-8")
    try:
        done = tried([str(mutant.path), *tests], copy)
    except subprocess.TimeoutExpired:
        return "takes too long"
    finally:
        (copy / mutant.path).write_text((TREE / mutant.path).read_text("utf-8"), "utf-8")
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else done.stdout[-400:]


def unnoticed(printed: str) -> set[str]:
    """The mistakes that an earlier run did not notice; where in a module they stand may have changed."""
    blocks = re.findall(r"^SURVIVED (\S+)\n((?:    .*\n)+)", printed, re.MULTILINE)
    return {_without_places(f"{path}\n{difference}") for path, difference in blocks}


def _without_places(told: str) -> str:
    return "\n".join(line for line in told.splitlines() if not line.startswith("    @@"))


def copied(into: Path) -> None:
    """The tree's own files as they lie here, with the compiled parts."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TREE, capture_output=True, text=True, check=True).stdout
    compiled = [str(path.relative_to(TREE)) for path in (TREE / "referee").rglob("*.so")]
    for name in (*listed.split("\0")[:-1], *compiled):
        there = into / name
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes((TREE / name).read_bytes())


def main() -> int:
    """Plant, print what nobody noticed, and fail when there is any such mistake."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--mutants", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--again", type=Path, metavar="FILE")
    wanted = parser.parse_args()
    package = TREE / "referee/games" / wanted.game.replace("-", "_")
    modules = sorted(
        {
            path.relative_to(TREE)
            for pattern in GAMES[wanted.game]
            for found in package.glob(pattern)
            for path in (found.rglob("*.py") if found.is_dir() else [found])
            if path.suffix == ".py"
        }
    )
    every = [mutant for path in modules for mutant in mutants_of(path)]
    drawn = Random(wanted.seed).sample(every, min(wanted.mutants, len(every)))
    if wanted.again:
        earlier = unnoticed(wanted.again.read_text("utf-8"))
        drawn = [mutant for mutant in every if _without_places(str(mutant)) in earlier]
    survived = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder)
        copied(copy)
        tests = quickest_first(wanted.game, wanted.share, copy)
        for mutant in track(drawn, f"{wanted.game}: {len(every)} possible", disable=not sys.stderr.isatty()):
            by = noticed(mutant, tests, copy)
            survived += not by
            print(f"{'noticed' if by else 'SURVIVED'} {mutant}\n{by}".rstrip(), flush=True)
    print(f"{wanted.game}: {len(drawn) - survived} of {len(drawn)} noticed")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
