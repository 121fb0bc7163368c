"""Legal races of people who never say a word, press no button and answer no question, as the match takes them.

    python tools/silent_races.py --races 30 --turns 40 [--seed 0] [--game NAME] [--say 0.5]

Every stop of every turn is laid before the match without pictures. A verdict ILLEGAL is a false accusation: it is
printed, and the exit code is 1. With `--say` that share of the turns is spoken, on the pad of whoever the referee
thinks is at turn; then words may come too late for their own turn, and some accusations are the speakers' own making.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from markers import kits
from referee.errors import RefereeError
from referee.games.base import Game
from referee.games.registry import GAMES, game
from referee.match import Match
from referee.record.entry import Entry
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import settled

SECOND_NS = 1_000_000_000
MOST = 4
"""More Racepack drivers need a second set of tiles."""


class SilentTable:
    """A match before which positions are laid as the camera would see them."""

    def __init__(self, law: Game, players: int, dice: Random) -> None:
        self.law, self.manifest = law, kits.manifest(law.name)
        self.match = Match(law, self.manifest, MemoryStore({"game": law.name}))
        self.time_ns = 0
        self.position = law.start(players, dice)
        self.show(self.position)
        self.match.start(players, self.time_ns, self.position)

    def show(self, text: str) -> tuple[Entry, ...]:
        """What the match says when the table comes to rest like this."""
        self.time_ns += SECOND_NS
        return self.match.feed(settled(self.law.layout(text, self.manifest), self.time_ns), lambda: b"")


def race(law: Game, seed: int, turns: int, say: float) -> Counter[str]:
    """One race: how often each status was said. Accusations are printed."""
    dice, found = Random(seed), Counter[str]()
    allowed = [count for count in law.players_allowed if count <= MOST]
    table = SilentTable(law, allowed[seed % len(allowed)], dice)
    for number in range(turns):
        if law.over(table.position) is not None:
            break
        turn = law.play(table.position, dice, None)
        if dice.random() < say:
            _speak(table, turn.declared)
        for stop in turn.stops:
            for entry in table.show(stop):
                status = str(entry.data.get("status", ""))
                found[status] += entry.kind == "verdict"
                if status == "ILLEGAL":
                    print(f"{law.name} race {seed} turn {number} {turn.turn}: {entry.data['sentence']}")
        table.position = turn.after
        found["turns"] += 1
    return found


def _speak(table: SilentTable, declared: tuple[str, ...]) -> None:
    for text in declared:
        try:
            table.match.declare(text, table.time_ns)
        except RefereeError as refused:
            print(f"not heard: {refused}")


def main() -> int:
    """Play, print a line a game, and fail when anybody was accused."""
    parser = argparse.ArgumentParser(description="Plays legal races of silent people and counts false accusations.")
    parser.add_argument("--races", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first race")
    parser.add_argument("--turns", type=int, default=40, help="of each race at most")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--say", type=float, default=0.0, help="share of turns about which something is said")
    wanted = parser.parse_args()
    accused = 0
    for name in [wanted.game] if wanted.game else sorted(GAMES):
        found = Counter[str]()
        for seed in range(wanted.seed, wanted.seed + wanted.races):
            found += race(game(name), seed, wanted.turns, wanted.say)
        print(f"{name}: {dict(found)}")
        accused += found["ILLEGAL"]
    return 1 if accused else 0


if __name__ == "__main__":
    sys.exit(main())
