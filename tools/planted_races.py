"""Races in which some turns break a rule on purpose, as the match takes them without pictures.

    python tools/planted_races.py --races 5 --turns 60 --faults 0.3 [--seed 101] [--game NAME] [--show]

What `referee demo --headless --faults` plays in minutes, in seconds: every stop is laid before the match, every word
is said, and "turn done" is pressed when a turn did not close by itself. A false accusation or a wrong rule is printed,
and the exit code is 1; with `--show` so is every turn that differs from its truth or ended in a question. `--keep DIR`
writes what was played there, for tests that judge it again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from markers import kits
from markers.kit import Manifest
from referee.games.base import PlayedTurn
from referee.games.registry import GAMES, game
from referee.match import Match
from referee.mind.reasoned import Game
from referee.record.entry import Entry
from referee.record.memory import MemoryStore
from referee.scoring import Score
from referee.simulator.plain_view import settled
from referee.simulator.race import next_turn, words_by_stop

SECOND_NS = 1_000_000_000
MOST = 4
"""More Racepack drivers need a second set of tiles."""
COUNTED = ("turns", "legal", "illegal", "undecided", "false_accusations", "missed_faults", "wrong_rule")


class PlainTable:
    """A match before which positions are laid as the camera would see them; it `begins` with the first one."""

    def __init__(self, law: Game, players: int, start: str, kit: Manifest | None = None, begins: bool = True) -> None:
        self.law, self.manifest = law, kit or kits.manifest(law.name)
        self.match = Match(law, self.manifest, MemoryStore({"game": law.name}))
        self.time_ns = 0
        self.show(start)
        if begins:
            self.match.start(players, self.time_ns, start)

    def show(self, text: str) -> tuple[Entry, ...]:
        """What the match says when the table comes to rest like this."""
        self.time_ns += SECOND_NS
        return self.match.feed(settled(self.law.layout(text, self.manifest), self.time_ns), lambda: b"")

    def play(self, played: PlayedTurn) -> None:
        """Lay each stop of a turn and say its words."""
        said = words_by_stop(played)
        for stop, words in zip(played.stops, said, strict=True):
            self.show(played.after if stop == self.law.visible(played.after) else stop)
            for text in words:
                self.match.declare(text, self.time_ns)
        for text in () if played.stops else played.declared:
            self.match.declare(text, self.time_ns)

    def put_right(self, played: PlayedTurn) -> None:
        """Lay the table as the game goes on from."""
        if played.stops and self.law.visible(played.after) != played.stops[-1]:
            self.show(played.after)


def planted(law: Game, seed: int, fault_share: float) -> Iterator[PlayedTurn]:
    """The turns of one race, such a share of them faulty."""
    dice, played, kit = Random(seed + 1), None, kits.manifest(law.name)
    position = law.start(most_players(law), Random(seed))
    while law.over(position) is None:
        played = next_turn(law, position, dice, fault_share, played, kit)
        yield played
        position = played.after


def most_players(law: Game) -> int:
    """As many as the usual kit has pieces for."""
    return max(count for count in law.players_allowed if count <= MOST)


def kept(file: Path) -> Iterator[PlayedTurn]:
    """The turns that `--keep` wrote."""
    for line in file.read_text(encoding="utf-8").splitlines():
        player, turn, before, after, stops, declared, truth, rolls, culprit = json.loads(line)
        rolled = tuple((stop, face) for stop, face in rolls)
        yield PlayedTurn(player, turn, before, after, tuple(stops), tuple(declared), truth, rolled, culprit)


def race(law: Game, seed: int, played_turns: Iterable[PlayedTurn], haste: float = 0.0) -> dict[str, Any]:
    """One race: the counts of `referee demo --json`, and `surprises`, the turns that were not judged as they were.

    `haste` is the share of turns that are said to be done while a hand is still over the table.
    """
    hurry, (first, *others) = Random(seed + 2), played_turns
    table = PlainTable(law, most_players(law), first.before)
    score, match = Score(), table.match
    for played in (first, *others):
        table.play(played)
        at_rest = hurry.random() >= haste
        score.over(played, lambda: match.entries, lambda: match.close(table.time_ns, at_rest))  # noqa: B023
        table.put_right(played)
    match.finish(table.time_ns)
    counts = score.summary(law, match.entries)
    return {**{name: counts[name] for name in COUNTED}, "surprises": score.surprises}


def main() -> int:
    """Play, print a line a race, and fail when anybody was accused falsely."""
    parser = argparse.ArgumentParser(description="Plays races with planted faults and holds the verdicts to the truth.")
    parser.add_argument("--races", type=int, default=5)
    parser.add_argument("--seed", type=int, default=101, help="of the first race")
    parser.add_argument("--turns", type=int, default=60, help="of each race at most")
    parser.add_argument("--faults", type=float, default=0.3, help="share of turns that break a rule")
    parser.add_argument("--haste", type=float, default=0.3, help="share of turns said to be done under a hand")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--keep", type=Path, help="write the turns of each race into a file of this folder")
    parser.add_argument("--show", action="store_true", help="every turn that differs from its truth")
    wanted = parser.parse_args()
    wrong = 0
    for name in [wanted.game] if wanted.game else sorted(GAMES):
        for seed in range(wanted.seed, wanted.seed + wanted.races):
            turns = list(islice(planted(game(name), seed, wanted.faults), wanted.turns))
            if wanted.keep:
                lines = "".join(f"{json.dumps(astuple(turn))}\n" for turn in turns)
                (wanted.keep / f"{name}-{seed}.jsonl").write_text(lines, encoding="utf-8")
            found = race(game(name), seed, turns, wanted.haste)
            surprises = found.pop("surprises")
            print(f"{name} {seed}: " + ", ".join(f"{found[key]} {key.replace('_', ' ')}" for key in COUNTED))
            wrong += found["false_accusations"] + found["wrong_rule"]
            print(*(f"    {one}\n" for one in surprises if wanted.show), sep="", end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
