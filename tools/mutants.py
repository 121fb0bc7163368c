"""Plants small mistakes in a game's rule book, one at a time, and counts those that its tests notice.

    .venv/bin/python tools/mutants.py --game racepack --mutants 40 --seed 1

A mistake is a comparison, a sum, a number or a condition turned into its neighbour, drawn by lot from the modules
that say what is legal. Each is tried in a copy of the tree by its module's own examples, the rule cases, the contract
suite and the frozen turns of that game, which stop at the first failure. A mistake that no test notices is printed with
its line, and the exit code is 1: either it changes nothing that people could see, or a promise has no test.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
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
        lines = difflib.unified_diff((TREE / self.path).read_text("utf-8").splitlines(), self.text.splitlines(), n=0)
        return "\n".join(f"    {line}" for line in list(lines)[2:])


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mistake that can be planted in a module."""
    text = (TREE / path).read_text("utf-8")
    lines = text.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line.encode()))
    raw, tree = text.encode(), ast.parse(text)
    how_kept = {
        part for node in ast.walk(tree) for one in getattr(node, "decorator_list", ()) for part in ast.walk(one)
    }  # how much of a function's work is remembered says nothing of what is legal
    for node in ast.walk(tree):
        other = _mistaken(node)
        if other is None or not isinstance(node, ast.expr) or node in how_kept:
            continue
        begin = begins[node.lineno - 1] + node.col_offset
        end = begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        yield Mutant(path, (raw[:begin] + f"({ast.unparse(other)})".encode() + raw[end:]).decode())


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
    """What holds a rule book to its promises, quick ones first."""
    name = game.replace("-", "_")
    own = sorted((TREE / "tests/games" / name).glob("test_*.py"), key=lambda path: "rules" not in path.name)
    mind = sorted((TREE / "tests/mind").glob(f"test_{name}*.py"))
    shared = [
        TREE / "tests/judge/test_golden.py",
        *(TREE / f"tests/{room}/test_contract.py" for room in ("mind", "games")),
    ]
    return [str(path.relative_to(TREE)) for path in (*own, *mind, *shared) if "frames" not in path.name]


def noticed(mutant: Mutant, game: str, copy: Path) -> str:
    """The first test that fails with this mistake in the tree; "" when all pass."""
    (copy / mutant.path).write_text(mutant.text, "utf-8")
    others = " and ".join(f"not {other}" for other in GAMES if other != game)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-rfE"]
    try:
        done = subprocess.run(
            [*command, "-k", others, str(mutant.path), *tests_of(game)],
            cwd=copy,
            capture_output=True,
            text=True,
            timeout=TOO_LONG_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "takes too long"
    finally:
        (copy / mutant.path).write_text((TREE / mutant.path).read_text("utf-8"), "utf-8")
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else done.stdout[-400:]


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
    survived = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder)
        copied(copy)
        for mutant in track(drawn, f"{wanted.game}: {len(every)} possible", disable=not sys.stderr.isatty()):
            by = noticed(mutant, wanted.game, copy)
            survived += not by
            print(f"{'noticed' if by else 'SURVIVED'} {mutant.path} {by}\n{mutant.difference()}", flush=True)
    print(f"{wanted.game}: {len(drawn) - survived} of {len(drawn)} noticed")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
