"""The outside fuzzer: random changes and random words, and whether the referee's answer is one that is right.

    python -m tests.outside.fuzz --game royal-racers [--seconds 60] [--seed 1] [--judge MODULE:FUNCTION] [--only 17]

Every disagreement is printed as the smallest one found: a line for `referee judge --batch`, what was answered and what
would be right. A judge is a function (position, looks, words, closed, earlier) -> an answer with `status`, `rules` and
`after`, as in `tools/golden.py`; without one the batch door of the command line is asked. The exit code is 1 if there
was a disagreement. `--only` judges one case again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple, Protocol

from referee.cli.judged import Change as Asked
from referee.cli.judged import in_json
from referee.cli.judged import judged as answer_of_the_door
from tests.outside.reading import Change, Reading, Said

TOOLS = Path(__file__).parents[2] / "tools"
GAMES = ("royal-racers", "nestorgames-gp", "racepack", "home-racers")
DOOR = "tests.outside.fuzz:by_the_door"


class Answer(Protocol):
    """What a judge made of a change."""

    @property
    def status(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def after(self) -> str: ...


class DoorAnswer(NamedTuple):
    """What the batch door says."""

    status: str
    rules: tuple[str, ...]
    after: str


Judge = Callable[[str, Sequence[str], Sequence[Said], bool, None], Answer]


def by_the_door(position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: None) -> DoorAnswer:
    """The word of `referee judge --batch`; `earlier` is always None: a batch knows no turn before."""
    asked = Asked(position.split(" ", 1)[0], position, looks[1:-1], looks[-1], [text for _, text in words], closed)
    told = in_json(answer_of_the_door(asked))
    return DoorAnswer(told["verdict"], tuple(fault["rule"] for fault in told["violations"]), str(told["after"]))


def judge_named(name: str) -> Judge:
    """The judge called MODULE:FUNCTION."""
    module, _, function = name.partition(":")
    sys.path.insert(0, str(TOOLS))
    found: Judge = getattr(import_module(module), function)
    return found


def reading_of(game: str) -> Reading:
    """The reading of a game's rule book."""
    found: Reading = import_module(f"tests.outside.{game.replace('-', '_')}_reading")
    return found


@dataclass(frozen=True)
class Disagreement:
    """An answer that is not right, on the smallest change found that gets such a one."""

    number: int
    kind: str
    change: Change
    wrong: str

    def line(self, game: str) -> str:
        """The change as a line for the batch door, with what is wrong as its id."""
        position, looks, words, closed = self.change
        told = {"game": game, "position": position, "stops": looks[1:-1], "observed": looks[-1]}
        said = {"declared": [text for _, text in words], "closed": closed}
        return json.dumps({"id": f"{self.number} {self.kind}: {self.wrong}", **told, **said}, ensure_ascii=False)


def wrong_with(reading: Reading, judge: Judge, change: Change) -> str:
    """What is wrong with a judge's answer to a change, "" when nothing is."""
    right = reading.answers(change)
    try:
        found = judge(*change, None)
    except Exception as failed:  # noqa: BLE001  a judge may fail in any way, and that is a finding
        return f"failed: {type(failed).__name__}: {failed}"
    return right.wrong(found.status, found.rules, found.after)


def smallest(reading: Reading, judge: Judge, change: Change, wrong: str) -> tuple[Change, str]:
    """The change with fewer words and looks, as long as the answer is wrong in the same way."""
    status = wrong.split(" ", 1)[0]
    for less in _smaller(change):
        still = wrong_with(reading, judge, less)
        if still and still.split(" ", 1)[0] == status:
            return smallest(reading, judge, less, still)
    return change, wrong


def _smaller(change: Change) -> Iterator[Change]:
    for index in range(len(change.words)):
        yield change._replace(words=change.words[:index] + change.words[index + 1 :])
    for index in range(1, len(change.looks) - 1):
        words = tuple((at - (at > index), text) for at, text in change.words)
        yield change._replace(looks=change.looks[:index] + change.looks[index + 1 :], words=words)


def case(reading: Reading, seed: int, number: int) -> tuple[str, Change]:
    """The case of this number: the same in every run."""
    return reading.change(Random(f"{seed} {number}"))


def disagreements(game: str, judge: Judge, seed: int, numbers: Iterable[int]) -> Iterator[Disagreement | str]:
    """Judge the cases of these numbers: the kind of each that is answered right, else the disagreement."""
    reading = reading_of(game)
    for number in numbers:
        kind, change = case(reading, seed, number)
        wrong = wrong_with(reading, judge, change)
        yield Disagreement(number, kind, *smallest(reading, judge, change, wrong)) if wrong else kind


def _until(seconds: float) -> Iterator[int]:
    end, number = monotonic() + seconds, 0
    while monotonic() < end:
        yield number
        number += 1


def main() -> int:
    """Fuzz a game for some time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", default=DOOR, metavar="MODULE:FUNCTION")
    parser.add_argument("--only", type=int, help="only the case of this number")
    wanted = parser.parse_args()
    numbers = _until(wanted.seconds) if wanted.only is None else range(wanted.only, wanted.only + 1)
    kinds: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for found in disagreements(wanted.game, judge_named(wanted.judge), wanted.seed, numbers):
        if isinstance(found, Disagreement):
            print(found.line(wanted.game), flush=True)
            wrong[found.kind] += 1
        kinds[found.kind if isinstance(found, Disagreement) else found] += 1
    for kind, count in sorted(kinds.items()):
        print(f"{kind:40} {count:6} judged {wrong[kind]:5} not right", file=sys.stderr)
    print(f"{'all':40} {kinds.total():6} judged {wrong.total():5} not right", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
