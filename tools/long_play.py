"""A long run outside `make test`: thousands of random turns of every game, with variants and planted faults, judged.

    python tools/long_play.py --turns 2000 --seed 1 [--game NAME] [--json]

Every legal turn must be LEGAL from all its stops and words, and LEGAL or asked about from its last picture alone; every
planted fault ILLEGAL or UNDECIDED; several turns that nobody saw must never be a fault; pieces are conserved and every
position and look reads back from its text. What is not so is printed with the position and what was seen, and the exit
code is 1.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from referee.cli.hard_turns import missed
from referee.errors import IllegalAction, NotationError
from referee.games.base import PlayedTurn, Status, Verdict
from referee.games.registry import GAMES
from referee.judge import judge
from referee.mind.reasoned import Game

FAULT_SHARE, MISSED_SHARE, VARIANT_SHARE = 0.25, 0.25, 0.5
MOST_SHOWN = 12
COLUMNS = (
    "turns", "races", "legal", "asked", "faulty", "named", "other rule", "fault asked", "missed", "bridged",
    "missed asked", "wrong",
)  # fmt: skip


class Run:
    """One game's long run and what came out of it."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.dice = game, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.wrong: list[dict[str, Any]] = []
        self.planted: Counter[str] = Counter()
        self.slowest_ms = 0.0

    def play(self, turns: int) -> None:
        """Race after race until so many turns were judged."""
        while self.counts["turns"] < turns:
            position, agreed = self._start()
            self.counts["races"] += 1
            pieces = conserved(self.game.name, position)
            while self.game.over(position) is None and self.counts["turns"] < turns:
                position = self._turn(position, agreed)
                if position and conserved(self.game.name, position) != pieces:
                    self._note("pieces appeared or vanished", agreed, position, (), None)
                    break
                if not position:
                    break

    def _start(self) -> tuple[str, dict[str, str]]:
        """A start with random players and, every other time, random options that go together."""
        while True:
            players = self.dice.choice(self.game.players_allowed)
            agreed = {
                option.name: self.dice.choice(option.values)
                for option in self.game.options
                if self.dice.random() < VARIANT_SHARE
            }
            try:
                start = self.game.start(players, self.dice, agreed)
            except NotationError:
                continue  # options that do not go together, or not with so many players
            if not self.game.check_position(start):
                return start, agreed

    def _turn(self, position: str, agreed: dict[str, str]) -> str:
        if self.dice.random() < MISSED_SHARE:
            return self._missed(position, agreed)
        return self._watched(position, agreed)

    def _watched(self, position: str, agreed: dict[str, str]) -> str:
        fault = self.dice.choice(self.game.faults()) if self.dice.random() < FAULT_SHARE else None
        turn = self.game.play(position, self.dice, fault)
        self.counts["turns"] += 1
        self._reads_back(turn, agreed)
        if turn.truth == "legal":
            self._legal(turn, agreed)
            return turn.after
        self._faulty(turn, agreed)
        return position  # the fault is taken back and the race goes on

    def _legal(self, turn: PlayedTurn, agreed: dict[str, str]) -> None:
        self.counts["legal"] += 1
        whole = self._judge(turn.before, turn.stops, turn.declared)
        if whole.status is not Status.LEGAL:
            self._note("a legal turn is not LEGAL with all its stops", agreed, turn.before, turn.stops, whole, turn)
        elif whole.after != turn.after:
            self._note("judge and play differ in what stands afterwards", agreed, turn.before, turn.stops, whole, turn)
        alone = self._judge(turn.before, turn.stops[-1:], ())
        if alone.status is Status.ILLEGAL:
            self._note(
                "a legal turn is faulted from its last picture", agreed, turn.before, turn.stops[-1:], alone, turn
            )
        self.counts["asked"] += alone.status is Status.UNDECIDED
        if self.game.check_position(turn.after):
            self._note("a legal turn leads to a position that cannot be", agreed, turn.after, (), None, turn)

    def _faulty(self, turn: PlayedTurn, agreed: dict[str, str]) -> None:
        self.counts["faulty"] += 1
        self.planted[turn.truth] += 1
        found = self._judge(turn.before, turn.stops, turn.declared)
        if found.status is Status.LEGAL:
            self._note(f"a planted fault ({turn.truth}) passes", agreed, turn.before, turn.stops, found, turn)
        elif found.status is Status.UNDECIDED:
            self.counts["fault asked"] += 1
        else:
            named = any(fault.rule == turn.truth for fault in found.violations)
            self.counts["named" if named else "other rule"] += 1

    def _missed(self, position: str, agreed: dict[str, str]) -> str:
        """Several turns of which only the end is seen; "" when the race ended among them."""
        drivers = [row for row in self.game.what_now(position).standings if row.get("note") != "finished"]
        if len(drivers) < 2:
            return self._watched(position, agreed)
        count = self.dice.randrange(2, len(drivers) + 1)
        try:
            turn = missed(self.game, position, self.dice, count)
        except IllegalAction:
            return ""
        self.counts["turns"] += count
        self.counts["missed"] += 1
        found = self._judge(position, turn.stops, ())
        if found.status is Status.ILLEGAL:
            self._note(f"{count} missed turns are faulted", agreed, position, turn.stops, found, turn)
        self.counts["bridged"] += " / " in found.turn or found.status is Status.LEGAL
        self.counts["missed asked"] += found.status is Status.UNDECIDED
        return turn.after

    def _reads_back(self, turn: PlayedTurn, agreed: dict[str, str]) -> None:
        parts: Any = getattr(self.game, "parts", None)
        for text in (turn.before, turn.after):
            if parts is not None and parts.position_text(parts.parse_position(text)) != text:
                self._note("a position does not read back", agreed, text, (), None, turn)
        for stop in turn.stops:
            if self.game.observation_notation(self.game.observe(stop)) != stop:
                self._note("a look does not read back", agreed, stop, (), None, turn)

    def _judge(self, position: str, stops: tuple[str, ...], declared: tuple[str, ...]) -> Verdict:
        seen = [self.game.observe(stop) for stop in stops]
        begun = process_time()
        found = judge(self.game, position, seen, declared, closed=True)
        self.slowest_ms = max(self.slowest_ms, (process_time() - begun) * 1000.0)
        return found

    def _note(
        self,
        what: str,
        agreed: dict[str, str],
        position: str,
        stops: tuple[str, ...],
        verdict: Verdict | None,
        turn: PlayedTurn | None = None,
    ) -> None:
        self.counts["wrong"] += 1
        self.wrong.append(
            {
                "what": what,
                "agreed": agreed,
                "position": position,
                "stops": list(stops),
                "declared": list(turn.declared) if turn else [],
                "played": turn.turn if turn else "",
                "said": verdict.sentence if verdict else "",
            }
        )

    def result(self) -> dict[str, Any]:
        """The figures, and what was wrong."""
        figures = {name: self.counts[name] for name in COLUMNS}
        return {
            **figures,
            "slowest_ms": round(self.slowest_ms, 1),
            "planted": dict(sorted(self.planted.items())),
            "wrong_cases": self.wrong[:MOST_SHOWN],
        }


# -- what is conserved ------------------------------------------------------------------------------------------------


def conserved(name: str, position: str) -> tuple[Any, ...]:
    """What no turn may change: the pieces in play, wherever they are."""
    return _PIECES[name](position)


def _royal(text: str) -> tuple[Any, ...]:
    from referee.games.royal_racers.position import parse_position

    position = parse_position(text)
    return sorted(position.cards), len(position.pawns), len(position.dice), position.seats


def _gp(text: str) -> tuple[Any, ...]:
    from referee.games.nestorgames_gp.state import parse_position

    position = parse_position(text)
    sound = all(count >= 0 for count in position.stock.values())
    boxes = all(0 <= box.dice <= 6 and 0 <= box.discs <= position.switches.laps for _, box in position.boxes)
    return sorted(position.seats), sound, boxes


def _home(text: str) -> tuple[Any, ...]:
    from referee.games.home_racers.position import parse_position

    position = parse_position(text)
    return position.racers, len(position.cars), position.specials


def _racepack(text: str) -> tuple[Any, ...]:
    from referee.games.racepack.position import parse_position

    position = parse_position(text)
    return tuple(car for car, _ in position.cars), position.circuit


_PIECES: dict[str, Callable[[str], tuple[Any, ...]]] = {
    "royal-racers": _royal,
    "nestorgames-gp": _gp,
    "home-racers": _home,
    "racepack": _racepack,
}


def main() -> int:
    """Run, print the table, and say by the exit code whether anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=2000, help="turns of each game (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    wanted = parser.parse_args()
    results = dict(_results(wanted))
    if wanted.json:
        print(json.dumps(results, ensure_ascii=False))
    else:
        print("\n".join(_table(results)))
    return int(any(result["wrong"] for result in results.values()))


def _results(wanted: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, game in GAMES.items():
        if wanted.game in (None, name):
            run = Run(game, wanted.seed)
            run.play(wanted.turns)
            yield name, run.result()


def _table(results: dict[str, dict[str, Any]]) -> Iterator[str]:
    head = (*COLUMNS, "slowest_ms")
    yield f"{'':16}" + "".join(f"{name:>13}" for name in head)
    for name, result in results.items():
        yield f"{name:16}" + "".join(f"{result[column]!s:>13}" for column in head)
    for name, result in results.items():
        for case in result["wrong_cases"]:
            yield f"\n{name}: {case['what']}"
            for key in ("agreed", "position", "stops", "declared", "played", "said"):
                yield f"  {key}: {case[key]}"


if __name__ == "__main__":
    sys.exit(main())
