"""Counts the files and functions of ours that one picture passes through: a quiet one, and one that leads to a verdict.

    .venv/bin/python tools/rooms_visited.py                        all four games, a few turns each
    .venv/bin/python tools/rooms_visited.py --game racepack --list    every file and function, most visited first

A reader who follows a picture must open so many files. Medians over the turns of a simulated race.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from types import CodeType, FrameType

from markers import kits
from referee.assemble import Referee
from referee.cli.common import usual_wish
from referee.cli.demo_events import take
from referee.games.registry import GAMES
from referee.games.registry import game as find_game
from referee.record.memory import MemoryStore
from referee.scoring import Score
from referee.simulator.race import SimulatedFrame, SimulatedRace, frames_a_stop, picture_size

TOP = str(Path(__file__).parents[1])
NAMELESS = ("<module>", "<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")
QUIET, VERDICT = "a quiet picture", "a picture with a verdict"


@contextmanager
def visits() -> Iterator[Counter[CodeType]]:
    """How often each function of ours is entered meanwhile."""
    entered: Counter[CodeType] = Counter()

    def enter(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered[frame.f_code] += 1

    sys.setprofile(enter)
    try:
        yield entered
    finally:
        sys.setprofile(None)


def ours(entered: Counter[CodeType]) -> Counter[tuple[str, str]]:
    """Of those, the named functions in this tree, by file and name."""
    found: Counter[tuple[str, str]] = Counter()
    for code, often in entered.items():
        mine = code.co_filename.startswith(TOP) and ".venv" not in code.co_filename and code.co_filename != __file__
        if mine and code.co_name not in NAMELESS:
            found[code.co_filename.removeprefix(TOP + "/"), code.co_qualname] += often
    return found


def race(name: str, turns: int, seed: int) -> dict[str, list[Counter[tuple[str, str]]]]:
    """The visits of each picture of a simulated race, by what the picture led to."""
    law, wish = find_game(name), usual_wish(name)
    kit = kits.manifest(name, wish=wish)
    simulated = SimulatedRace(
        law, kit, kits.pdf(name, wish=wish), seed=seed, turns=turns, size=picture_size(name),
        frames_a_stop=frames_a_stop(name),
    )  # fmt: skip
    referee, score = Referee(law, kit, MemoryStore({"game": name})), Score()
    referee.start_by_itself(4, simulated.start)
    referee.attend(simulated.name)
    found: dict[str, list[Counter[tuple[str, str]]]] = {QUIET: [], VERDICT: []}
    for event in simulated.events():
        entries = len(referee.match.entries)
        with visits() as entered:
            take(event, referee, score)
        told = any(entry.kind == "verdict" for entry in referee.match.entries[entries:])
        if told:
            found[VERDICT].append(ours(entered))
        elif isinstance(event, SimulatedFrame) and len(referee.match.entries) == entries:
            found[QUIET].append(ours(entered))
    return found


def counted(visited: Sequence[Counter[tuple[str, str]]]) -> dict[str, float]:
    """Median number of files and functions."""
    return {
        "pictures": len(visited),
        "files": median(len({file for file, _ in one}) for one in visited),
        "functions": median(len(one) for one in visited),
    }


def main() -> None:
    """Play and tell."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", choices=sorted(GAMES), action="append")
    asked.add_argument("--turns", type=int, default=4)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--list", action="store_true", help="name every file and function that a verdict visits")
    asked.add_argument("--json", action="store_true")
    chosen = asked.parse_args()
    for name in chosen.game or sorted(GAMES):
        for kind, visited in race(name, chosen.turns, chosen.seed).items():
            if not visited:
                continue
            said = {"game": name, "of": kind, **counted(visited)}
            print(json.dumps(said) if chosen.json else
                  f"{name:15} {kind:25} {said['files']:4.0f} files {said['functions']:5.0f} functions"
                  f"   ({said['pictures']} pictures)")  # fmt: skip
            if chosen.list and kind == VERDICT:
                every = Counter[tuple[str, str]]()
                for one in visited:
                    every.update(one.keys())
                for (file, function), often in sorted(every.items()):
                    print(f"    {often:3} {file}:{function}")


if __name__ == "__main__":
    main()
