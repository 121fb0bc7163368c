"""Random turns through corners at speed 2, made from the rule book alone: honest ones and six ways of cheating the die.

    python -m tests.games.racepack.penalty_turns --turns 20000 --seed 1

The roads are written out by hand, the table is played out event by event (the car is set down, the die thrown, pushed
or left alone), and what may be answered follows from how the turn was made and which of its looks are left, never from
the referee's own reasoning.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from referee.games.base import Status, Verdict
from referee.games.racepack.game import Racepack
from referee.games.words_said import Spoken
from tests.games.racepack.asked_again import judge

TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"
OTHERS = "M:l1,C:m1,A:n2"
LEFT_OUT_SHARE, COVERED_SHARE, SAID_SHARE, TOKEN_SHARE, FIDDLE_SHARE = 0.35, 0.1, 0.3, 0.3, 0.15

LEGAL, ILLEGAL, UNDECIDED = Status.LEGAL, Status.ILLEGAL, Status.UNDECIDED


@dataclass(frozen=True)
class Step:
    """One movement: the space it ends on, its speed, the corner tile it enters at speed 2 (or ""), a lane change."""

    square: str
    speed: int
    corner: str = ""
    sideways: bool = False


def road(start: str, *steps: str) -> tuple[str, tuple[Step, ...]]:
    """A start and its movements: `b2/2!a1` ends on b2 at speed 2 and so enters the corner a1; `x` is a lane change."""
    made = []
    for step in steps:
        square, _, rest = step.lstrip("x").partition("/")
        speed, _, corner = rest.partition("!")
        made.append(Step(square, int(speed), corner, step.startswith("x")))
    return start, tuple(made)


ONE_CORNER = (
    road("d2", "b2/2!a1", "b4/2", "b5/1"),
    road("d2", "b2/2!a1", "b3/1", "b4/1"),
    road("d1", "b1/2!a1", "b3/2", "b6/3"),
    road("f2", "d2/2", "b2/2!a1", "b4/2"),
    road("g2", "e2/2", "d2/1", "b2/2!a1"),
    road("b5", "b7/2!a7", "c7/1", "c8/1"),
    road("b4", "b6/2", "xa7/2!a7", "b7/1"),
    road("i10", "k10/2!k9", "k8/2", "k7/1"),
    road("h9", "i9/1", "k9/2!k9", "k7/2"),
    road("k8", "k6/2!k5", "l6/1", "m6/1"),
    road("o6", "q6/2!q5", "q4/2", "q3/1"),
)
SEVERAL_CORNERS = (
    road("b5", "b7/2!a7", "d7/2!c7", "d8/1"),
    road("b5", "b7/2!a7", "d7/2!c7", "d9/2!c9"),
    road("b6", "b7/1", "d7/2!c7", "d9/2!c9"),
)
KINDS = ("honest", "a", "b", "c", "d", "e", "f")


@dataclass(frozen=True)
class Look:
    """The table after one event: the car, the die as `face:x:y:angle`, how many movements were made by then."""

    car: str
    die: str
    made: int
    covered: bool = False


@dataclass
class Turn:
    """A turn as it is played out. `allowed` are the answers that a referee may give to it, None for any."""

    kind: str
    start: str
    dice: Random
    die: str = "n:0:0:0"
    car: str = ""
    made: int = 0
    looks: list[Look] = field(default_factory=list)
    said: list[tuple[int, str]] = field(default_factory=list)
    allowed: frozenset[Status] | None = None

    def look(self) -> int:
        """The table is seen; the number of this look."""
        self.looks.append(Look(self.car, self.die, self.made))
        return len(self.looks) - 1

    def say(self, *words: str) -> None:
        """Something is said once the newest look was taken."""
        self.said += [(len(self.looks) - 1, word) for word in words]

    def move(self, step: Step) -> int:
        """The car is set down; its speed is said."""
        self.car, self.made = step.square, self.made + 1
        number = self.look()
        self.say(f"speed:{self.made}={step.speed}")
        return number

    def throw(self, face: str = "", but: str = "") -> str:
        """The die is thrown and lies quite elsewhere."""
        shown = face or self.dice.choice([one for one in "na2345" if one not in but])
        before = [int(number) for number in self.die.split(":")[1:]]
        # never the same pose, nor one that a push could lead to
        x, y = ((now + self.dice.choice((28, 32, 36)) + 40) % 80 - 40 for now in before[:2])
        angle = (before[2] + 15 * self.dice.randrange(4, 21)) % 360
        self.die = f"{shown}:{x}:{y}:{angle}"
        self.look()
        return shown

    def push(self) -> None:
        """The die is pushed a little and shows what it showed."""
        face, *pose = self.die.split(":")
        x, y, angle = (int(number) for number in pose)
        self.die = f"{face}:{x + self.dice.choice((-8, 8, 9, 12))}:{y + self.dice.choice((-4, 0, 4))}:{angle}"
        self.look()

    def set_out(self, corner: str) -> None:
        """The car is set outside the corner."""
        self.car = f"out:{corner}"
        self.look()


def value(face: str) -> int:
    """What a face or a token counts: null 0, ace 1."""
    return "na2345".index(face)


def played(kind: str, dice: Random) -> Turn:
    """A whole turn of this kind with what may be answered to it, all looks at hand."""
    several = kind in ("b", "c") or dice.random() < 0.3
    start, steps = dice.choice(SEVERAL_CORNERS if several else ONE_CORNER)
    turn = Turn(kind, start, dice, car=start, die=f"{dice.choice('na234')}:0:0:0")
    turn.look()
    turn.said.append((0, "token=no"))
    entries = [index for index, step in enumerate(steps) if step.corner]
    cheated = dice.choice(entries[:-1] if kind == "c" else entries)
    if kind == "d" and cheated == len(steps) - 1:
        return played(kind, dice)
    turn.allowed = frozenset({LEGAL})
    late = False
    for index, step in enumerate(steps):
        rolling = index > 0 and steps[index - 1].corner
        if kind == "honest" and not rolling and dice.random() < FIDDLE_SHARE:
            turn.throw()  # for fun: it serves no entry
            turn.allowed = frozenset({LEGAL, UNDECIDED})
        turn.move(step)
        if late:
            turn.throw(but="5")
            late = False
        if not step.corner:
            continue
        if kind != "honest" and index == cheated:
            late = kind == "d"
            if not cheat(turn, step):
                return turn
        elif not roll(turn, step):
            return turn
    return turn


def roll(turn: Turn, step: Step) -> bool:
    """The penalty roll by the book, tokens of others included; whether the car stays on the road."""
    face = turn.throw(but="" if turn.kind == "honest" else "5")
    tokens = [(pool, token) for pool in "MCA" for token in "a2345"]
    forced = turn.kind == "honest" and face != "5" and turn.dice.random() < TOKEN_SHARE
    if forced or turn.dice.random() < SAID_SHARE:
        turn.say(f"roll={face}")
    out = face == "5"
    while forced and not out:
        pool, token = tokens.pop(turn.dice.randrange(len(tokens)))
        again = turn.throw()
        turn.say(f"defence:{pool}={token}", f"reroll={again}")
        out, forced = value(again) >= value(token), turn.dice.random() < TOKEN_SHARE
    if out:
        turn.set_out(step.corner)
    return not out


def cheat(turn: Turn, step: Step) -> bool:
    """What is done in the roll's stead; whether the car stays on the road."""
    dice = turn.dice
    turn.allowed = frozenset({ILLEGAL})
    if turn.kind == "a":
        turn.throw("5")
        again = turn.throw(but="5")
        words = ((), ("defence=no",), (f"roll={again}",), ("roll=5", "defence:M=5", f"reroll={again}"))
        turn.say(*dice.choice(words))
    elif turn.kind == "c":
        turn.throw("5")
    elif turn.kind == "e":
        turn.throw(but="5")
        out = bool(dice.randrange(2))
        turn.throw(but="n" if out else "")
        denied = bool(dice.randrange(2))
        turn.allowed = frozenset({ILLEGAL if out else LEGAL} if denied else {UNDECIDED})
        turn.say(*["defence=no"] * denied)
        if out:
            turn.set_out(step.corner)
            return False
    elif turn.kind == "f":
        turn.push()
        turn.allowed = frozenset({UNDECIDED})
        if dice.randrange(2):
            turn.say("roll=no")
            turn.allowed = frozenset({ILLEGAL})
    return True


def with_gaps(turn: Turn) -> Turn:
    """The same turn with some looks left out and the die covered in others; `allowed` is what is left to answer.

    Who was honest is never accused. A cheat must be named if the looks that prove it are left, and none is if not.
    """
    dice = turn.dice
    *early, last = turn.looks
    kept = [one for one in early if dice.random() > LEFT_OUT_SHARE] + [last]
    looks = [Look(one.car, one.die, one.made, dice.random() < COVERED_SHARE) for one in kept]
    cut = Turn(turn.kind, turn.start, dice, looks=looks)
    numbers = {id(one): index for index, one in enumerate(turn.looks)}
    places = [numbers[id(one)] for one in kept]
    cut.said = [(sum(place < at for place in places), word) for at, word in turn.said]
    cut.said = [(min(at, len(looks) - 1), word) for at, word in cut.said]
    followed = {one.made for one in looks} == {one.made for one in turn.looks}  # else another way leads there too
    proofs = {"b": _never_thrown_in_time, "d": _never_thrown_in_time, "a": _five_seen_to_fall, "c": _five_seen_to_fall}
    if turn.kind == "honest":
        cut.allowed = frozenset({LEGAL, UNDECIDED})
    elif followed and turn.kind in proofs and proofs[turn.kind](turn, looks):
        # words that say another number than the 5 that was seen fall may be right where the eye was wrong: a question
        otherwise = any(word.startswith("roll=") and word != "roll=5" for _, word in turn.said)
        cut.allowed = frozenset({ILLEGAL, UNDECIDED} if otherwise and turn.kind in ("a", "c") else {ILLEGAL})
    return cut


def _never_thrown_in_time(turn: Turn, looks: list[Look]) -> bool:
    """Whether the die is seen just alike before an entry and after the next movement (or at the end)."""
    for entry in range(1, turn.made + 1):
        there = [one for one in turn.looks if one.made == entry]
        if len({one.die for one in there}) > 1 or not _entered(turn, there[0]):
            continue
        seen = [one for one in looks if not one.covered]
        before = [Look(turn.start, turn.looks[0].die, 0), *(one for one in seen if one.made < entry)]
        after = [one for one in seen if one.made > entry]
        if entry == turn.made:
            after = seen[-1:] if seen[-1:] == looks[-1:] else []
        if after and after[0].die == before[-1].die == there[0].die:
            return True
    return False


def _entered(turn: Turn, look: Look) -> bool:
    """Whether the movement before this look entered a corner at speed 2."""
    for start, steps in (*ONE_CORNER, *SEVERAL_CORNERS):
        if start == turn.start and len(steps) >= look.made and steps[look.made - 1].square == look.car:
            return bool(steps[look.made - 1].corner)
    return False


def _five_seen_to_fall(turn: Turn, looks: list[Look]) -> bool:
    """Whether the car is seen in the corner with the die as it lay before, then with a 5, and then driving on."""
    seen = [Look(turn.start, turn.looks[0].die, -1), *(one for one in looks if not one.covered)]
    for index, now in enumerate(seen[1:-1], 1):
        one = seen[index - 1]
        before = next(other.die for other in reversed(seen) if other.made < now.made)
        fell = now.die.startswith("5") and before == one.die != now.die and one.car == now.car
        if fell and looks[-1].made > now.made:
            return True
    return False


def notation(turn: Turn, look: Look) -> str:
    """A look in the notation of Racepack."""
    die = "" if look.covered else f" die={look.die}"
    return f"{TRACK} cars=S:{look.car},{OTHERS} hazards=none lap=3{die}"


def position(turn: Turn) -> str:
    """The position that the turn began from."""
    die = turn.looks[0].die if turn.looks[0].made == 0 and not turn.looks[0].covered else "n:0:0:0"
    return f"{TRACK} cars=S:{turn.start},{OTHERS} hazards=none lap=3 die={die} turn=S,M,C,A"


def judged(law: Racepack, before: str, turn: Turn, until: int | None = None) -> Verdict:
    """The word on a turn; with `until` on the open turn after so many of its looks."""
    looks = turn.looks if until is None else turn.looks[:until]
    said = [Spoken(word, at + 1) for at, word in turn.said if at < len(looks)]
    return judge(law, before, [law.observe(notation(turn, one)) for one in looks], said, closed=until is None)


def wrong(law: Racepack, kind: str, dice: Random, counts: Counter[str]) -> str:
    """Play one turn and have it judged; what is wrong with the answers, "" if nothing."""
    whole = played(kind, dice)
    before = position(whole)
    for name, turn in (("whole", whole), ("gaps", with_gaps(whole))):
        found = judged(law, before, turn)
        counts[f"{kind} {name} {'proven ' if turn.allowed == frozenset({ILLEGAL}) else ''}{found.status.value}"] += 1
        if turn.allowed is not None and found.status not in turn.allowed:
            return told(f"{kind} {name}", before, turn, found)
        if kind != "honest":
            continue
        for until in range(1, len(turn.looks)):
            open_turn = judged(law, before, turn, until)
            if open_turn.status is ILLEGAL:
                return told(f"{kind} {name}, open after {until} looks", before, turn, open_turn)
    return ""


def told(name: str, before: str, turn: Turn, found: Verdict) -> str:
    """A wrong answer with all that led to it."""
    allowed = " or ".join(sorted(one.value for one in turn.allowed or ()))
    looks = [notation(turn, one) for one in turn.looks]
    return "\n".join([f"{name}: {found.status.value}, not {allowed}", before, *looks, str(turn.said), found.sentence])


def main() -> int:
    """Play as many turns as wished; 1 when an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    law, dice, counts = Racepack(), Random(given.seed), Counter[str]()
    failed = 0
    for number in range(given.turns):
        answer = wrong(law, KINDS[number % len(KINDS)], dice, counts)
        if answer and failed < 10:
            print(answer, "\n")
        failed += bool(answer)
    for name, count in sorted(counts.items()):
        print(f"{count:7d} {name}")
    print(f"{given.turns} turns, {2 * given.turns} closed verdicts, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
