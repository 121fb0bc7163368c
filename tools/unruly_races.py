"""Legal races of people who do things out of order, as the match takes them: no legal turn may be called a fault.

    python tools/unruly_races.py --races 30 --turns 30 [--game NAME] [--habits early,late,undo] [--faults 0.2]

Any number of players and any options that go together. People say things too early, too late or never, answer
questions late, press "turn done" or do not, take moves back before that, undo turns, overrule questions, take the
table as it stands, and lay dice or other pieces after the rest. A sleeve nudges pieces, somebody lifts one and puts it
back, the board slides. People set a piece by hand on the place where it lies, begin a break and end it, and the program
is killed and goes on. Each verdict ILLEGAL on a legal turn is printed and the exit code is 1. With `--habits silent`
nobody ever says a word, presses a button or answers. `wrong` makes people answer questions wrongly: what follows is
their own making, and only counted. With `--faults` that share of the turns breaks a rule; it is spoken in time, and how
often it was named is counted.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from random import Random

from markers import kits
from markers.design import Wish
from markers.kit import PlacedPiece
from referee.errors import IllegalAction, NotationError, RefereeError
from referee.games.base import PlayedTurn
from referee.games.registry import GAMES, game
from referee.games.rigid import Transform
from referee.games.words_said import ABOUT_THEM
from referee.match import Match
from referee.mind.reasoned import Game
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import settled

SECOND_NS = 1_000_000_000
SPOKEN = ("early", "late", "silent", "in time")
HABITS = (
    *SPOKEN, "answer", "wrong", "done", "back", "undo", "overrule", "correct", "dice", "order", "nudge", "lift",
    "slide", "hand", "break", "kill",
)  # fmt: skip
USUAL = tuple(habit for habit in HABITS if habit not in ("wrong", "order"))
SHARE = 0.15
"""How often people do each of these things in a turn."""
LATE_DIE = 0.7
"""How often each die comes to lie later than the rest: all of them, or they are thrown one after the other."""
NUDGED, SLID = (3.0, 5.0), (20.0, 4.0)
"""So many mm, and degrees, a sleeve nudges pieces and the board slides (standard deviations)."""
LOOSE = ("coin:", "pawn:", "car:", "disc:", "oil:")
"""So begin the names of what a sleeve moves, and what people lift to look at it."""
NEAR_MM = 40.0
"""A sleeve that nudges a piece nudges what stands so near to it, too."""


class UnrulyTable:
    """A match, and people around it who follow the rules of the game and no others."""

    def __init__(self, law: Game, start: str, players: int, seed: int, habits: Sequence[str]) -> None:
        self.law, self.dice, self.habits = law, Random(seed), habits
        self.manifest = kits.manifest(law.name, wish=replace(Wish(), packs=law.sets_of(start)))
        self.match = Match(law, self.manifest, MemoryStore({"game": law.name}))
        self.time_ns, self.counted = 0, 0
        self.pending: list[tuple[int, str]] = []
        self.truth: list[str] = []
        self.doings: list[str] = []
        self.laid: list[PlacedPiece] = []
        self.nudged: dict[str, tuple[PlacedPiece, Transform]] = {}
        self.slid = Transform()
        self.lifted: set[int] = set()
        self.show(start)
        self.match.start(players, self.time_ns, start)

    def show(self, text: str) -> None:
        """The table comes to rest like this, perhaps with some pieces put there later than others."""
        new = list(self.law.layout(text, self.manifest))
        for partly in self._partly(new):
            self._look(partly)
        self._look(new)
        self._meddle()

    def _meddle(self) -> None:
        """What happens to pieces that nobody plays with: each is seen once the table rests again."""
        loose = [one for one in self.laid if one.piece.startswith(LOOSE)]
        if "nudge" in self.habits and loose and self.chance():
            hit = self.dice.choice(loose)
            near = [one for one in loose if math.hypot(one.x_mm - hit.x_mm, one.y_mm - hit.y_mm) < NEAR_MM]
            self.nudged |= {one.piece: (one, self._off(NUDGED)) for one in near}
            self.doings.append("nudge")
            self._look(self.laid)
        if "slide" in self.habits and self.chance():
            self.slid = self._off(SLID)
            self.doings.append("slide")
            self._look(self.laid)
        if "lift" in self.habits and loose and self.chance():
            laid, lifted = self.laid, self.dice.choice(loose)
            self.doings.append(f"lift {lifted.piece}")
            before = len(self.match.entries)
            self._look([one for one in laid if one is not lifted])
            self.lifted |= {*range(before, len(self.match.entries))}  # that it is gone so far is true
            self._look(laid)

    def _off(self, spread: tuple[float, float]) -> Transform:
        mm, deg = spread
        return Transform(self.dice.gauss(0.0, mm), self.dice.gauss(0.0, mm), self.dice.gauss(0.0, deg))

    def _lies(self, one: PlacedPiece) -> PlacedPiece:
        """How a piece really lies: nudged since it was laid there, on a board that slid."""
        laid, off = self.nudged.get(one.piece, (None, Transform()))
        nudge = off if laid == one else Transform()
        x_mm, y_mm = self.slid.of((one.x_mm + nudge.dx_mm, one.y_mm + nudge.dy_mm))
        return replace(one, x_mm=x_mm, y_mm=y_mm, angle_deg=one.angle_deg + nudge.turn_deg + self.slid.turn_deg)

    def _partly(self, new: list[PlacedPiece]) -> Iterator[list[PlacedPiece]]:
        """The table on the way: only dice, or only some pieces, are still where they were."""
        before = {one.piece: one for one in self.laid}
        changed = [one for one in new if before.get(one.piece, one) != one]
        dice = {one.piece for one in changed if one.piece.startswith("die") and self.dice.random() < LATE_DIE}
        some = {one.piece for one in changed if self.dice.random() < 0.5}
        for habit, late in (("dice", dice), ("order", some)):
            if habit in self.habits and 0 < len(late) < len(changed) and self.chance():
                self.doings.append(habit)
                yield [before[one.piece] if one.piece in late else one for one in new]

    def _look(self, laid: list[PlacedPiece]) -> None:
        self.laid = laid
        self.time_ns += SECOND_NS
        self.match.feed(settled(map(self._lies, laid), self.time_ns), lambda: b"")
        due = [text for left, text in self.pending if left <= 0]
        self.pending = [(left - 1, text) for left, text in self.pending if left > 0]
        for text in due:
            self.say(text)

    def chance(self) -> bool:
        """Whether somebody does it this time."""
        return self.dice.random() < SHARE

    def say(self, text: str) -> None:
        """Something is said, if the referee lets it be said."""
        self._try(lambda: self.match.declare(text, self.time_ns))

    def _try(self, what: Callable[[], object]) -> None:
        try:
            what()
        except RefereeError:
            self.doings.append("refused")

    def play(self, turn: PlayedTurn, other: PlayedTurn) -> None:
        """A turn is played; `other` is one that may be begun and taken back before."""
        if "back" in self.habits and self.chance():
            self.doings.append("back")
            begun = self._before_the_throw(turn.before, other.stops)
            count = self.dice.randrange(len(begun) + 1)
            for text in (
                *begun[:count],
                *(reversed(other.stops[: count - 1]) if count and self.chance() else ()),
            ):
                self.show(text)
            self.show(turn.before)
        how = self.dice.choice([habit for habit in SPOKEN if habit in self.habits] or ["silent"])
        self.truth = list(turn.declared)
        self._speak(how, turn)
        for text in turn.stops:
            self.show(text)
            self._answer()
            for habit in ("hand", "break", "kill"):
                if habit in self.habits and self.chance():
                    self.doings.append(habit)
                    getattr(self, f"_{habit}")(self.law.accept(turn.before, self.law.observe(text)))
        for habit in ("done", "undo", "overrule", "correct"):
            if habit in self.habits and self.chance():
                self.doings.append(habit)
                getattr(self, f"_{habit}")()
                self._look(self.laid)

    def _before_the_throw(self, before: str, stops: Sequence[str]) -> list[str]:
        """The looks before any die is thrown: nobody may put dice back and throw them again, in any of the games."""

        def dice(text: str) -> list[PlacedPiece]:
            return [one for one in self.law.layout(text, self.manifest) if one.piece.startswith("die")]

        return list(takewhile(lambda text: dice(text) == dice(before), stops))

    def _speak(self, how: str, turn: PlayedTurn) -> None:
        if not turn.declared or how == "silent":
            return
        self.doings.append(how)
        if how == "late":
            self.pending += [(len(turn.stops) + self.dice.randrange(4), text) for text in turn.declared]
            return
        if how == "in time" and self.match.state.provisional:
            self._done()
        for text in turn.declared:
            self.say(text)

    def _answer(self) -> None:
        newest = self.match.verdict()
        if newest is None or not newest[1].questions or not {"answer", "wrong"} & set(self.habits) or not self.chance():
            return
        offered = [text for _, text in newest[1].questions[0].answers if text not in ABOUT_THEM]
        right = [text for text in offered if text in self.truth]
        if "wrong" in self.habits and offered and self.chance():
            self.doings.append("WRONG")
            self.say(self.dice.choice(offered))
        elif right and "answer" in self.habits:
            self.doings.append("answer")
            self.say(right[0])

    def _done(self) -> None:
        self._try(lambda: self.match.close(self.time_ns))

    def _undo(self) -> None:
        if not self.match.state.turns or self.match.state.closers[-1].entry.kind != "verdict":
            return
        self._try(lambda: self.match.undo(self.time_ns))
        if self.match.state.provisional or len(self.match.state.stops) > 1:
            self._done()

    def _overrule(self) -> None:
        newest = self.match.verdict()
        if newest is not None and newest[1].status.value == "UNDECIDED":
            self._try(lambda: self.match.overrule(newest[0].id, "LEGAL", "", self.time_ns))

    def _hand(self, laid: str) -> None:
        """A piece is set by hand on the board that the page shows, where it lies on the table."""
        where = {one.piece: one.at for one in self.law.handled(laid) if one.moves and one.at and not one.spent}
        for piece in self.dice.sample([*where], min(1, len(where))):
            self._try(lambda piece=piece: self.match.place(piece, where[piece], self.time_ns))  # type: ignore[misc]

    def _break(self, laid: str) -> None:
        for on in (True, False):
            self._try(lambda on=on: self.match.pause(on, self.time_ns))  # type: ignore[misc]
            self._look(self.laid)

    def _kill(self, laid: str) -> None:
        """The program ends anywhere and goes on with what is on the disk."""
        self.match = Match(self.law, self.manifest, self.match.store)
        self.match.go_on(self.time_ns)
        self._look(self.laid)

    def _correct(self) -> None:
        self._try(lambda: self.match.correct(self.time_ns))

    def accusations(self) -> list[str]:
        """The sentences of the faults called since the last time, those of open turns too."""
        new = list(enumerate(self.match.entries))[self.counted :]
        self.counted += len(new)
        return [
            f"{'so far' if one.data['provisional'] else 'CLOSED'}: {one.data['sentence']}"
            for at, one in new
            if one.kind == "verdict" and one.data["status"] == "ILLEGAL"
            if not (one.data["provisional"] and at in self.lifted)
        ]


def begin(law: Game, dice: Random) -> tuple[str, int]:
    """A start with random players and, every other time, random options that go together."""
    while True:
        players = dice.choice(law.players_allowed)
        agreed = {one.name: dice.choice(one.values) for one in law.options if dice.random() < 0.3}
        try:
            start = law.start(players, dice, agreed)
        except NotationError:
            continue
        if not law.check_position(start):
            return start, players


def race(law: Game, seed: int, wanted: argparse.Namespace) -> Counter[str]:
    """One race: what was counted. Accusations are printed."""
    dice, found = Random(seed), Counter[str]()
    position, players = begin(law, dice)
    table = UnrulyTable(law, position, players, seed, wanted.habits)
    for number in range(wanted.turns):
        if law.over(position) is not None:
            break
        if dice.random() < wanted.faults and _faulty(table, position, dice, found):
            continue
        try:
            turn, other = law.play(position, dice, None), law.play(position, dice, None)
        except IllegalAction:
            break
        done = len(table.doings)
        table.play(turn, other)
        found["turns"] += 1
        for said in table.accusations():
            lied = "WRONG" in table.doings
            found["after a wrong answer" if lied else "ACCUSED" if said.startswith("CLOSED") else "accused so far"] += 1
            if not lied or "wrong" not in wanted.habits:
                doings = ",".join(table.doings[max(0, done - 4) :])
                print(f"{law.name} seed {seed} turn {number} {turn.turn} [{doings}] {said}", flush=True)
        position = turn.after
    statuses = Counter(str(one.data["status"]) for one in table.match.state.turns)
    return found + statuses


def _faulty(table: UnrulyTable, position: str, dice: Random, found: Counter[str]) -> bool:
    """A turn that breaks a rule, spoken in time and done; then the table is set right."""
    turn = table.law.play(position, dice, dice.choice(table.law.faults()))
    if turn.truth == "legal":
        return False
    table.match.correct(table.time_ns, position)
    table.show(position)
    for text in turn.declared:
        table.say(text)
    for text in turn.stops:
        table.show(text)
    if len(table.match.state.stops) > 1:
        table._done()
    newest = table.match.verdict()
    found[f"fault {newest[1].status.value if newest else 'unseen'}"] += 1
    if newest and newest[1].status.value != "ILLEGAL":
        found[f"fault {newest[1].status.value} {turn.truth}"] += 1
    table.pending = []
    table.show(position)
    table.match.correct(table.time_ns, position)
    table.accusations()
    return True


def main() -> int:
    """Play, print a line a game, and fail when anybody was accused of a legal turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=10)
    parser.add_argument("--turns", type=int, default=30, help="of each race at most")
    parser.add_argument("--seed", type=int, default=0, help="of the first race")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--habits", type=lambda text: tuple(text.split(",")), default=USUAL, help=", ".join(HABITS))
    parser.add_argument("--faults", type=float, default=0.0, help="share of turns that break a rule")
    wanted = parser.parse_args()
    if unknown := sorted({*wanted.habits} - {*HABITS}):
        parser.error(f"no such habit: {', '.join(unknown)}; there are {', '.join(HABITS)}")
    accused = 0
    for name in [wanted.game] if wanted.game else sorted(GAMES):
        found = Counter[str]()
        for seed in range(wanted.seed, wanted.seed + wanted.races):
            found += race(game(name), seed, wanted)
        print(f"{name}: {dict(sorted(found.items()))}", flush=True)
        accused += found["ACCUSED"] + found["accused so far"]
    return 1 if accused else 0


if __name__ == "__main__":
    sys.exit(main())
