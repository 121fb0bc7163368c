"""Turns with something over the table: what is covered may turn a fault into a question, and only where it matters.

    python tools/covered_turns.py --turns 2000 [--tables 500] [--seed 0] [--game NAME] [--show 5]

Every turn, legal or with a planted fault, is laid on a virtual table and read back. Then a patch is put somewhere: over
one look, over the last one or over all of them, over a piece or anywhere. What has its middle under it is not seen, and
the place is said to be covered. With it no fault may be LEGAL and no legal turn ILLEGAL; and a patch far from all that
belongs to the turn may change neither the status nor the broken rules.

Two things are no breach, and both are shown each time. A fault that only the looks before the last one show, as a
movement that another way explains, is gone with the look: without it the turn must be LEGAL with nothing covered, too.
And what a legal turn leaves as it lies, as somebody's lap discs, or what was said of dice, is not asked about while it
is covered, for then every turn beside a cup would be a question: it is judged when it comes into view. With the patch
gone the fault must be named or asked about, and nobody else may be accused of it, not then and not while the next
driver plays. An item laid where nobody could see is no change of the table by itself; that is asked about when the
next driver acts, still before his turn is over ("a turn later" in the counts).
A legal turn that was covered, the patch gone and the next turn played, may not lead to a fault.

And tables at rest, of which any pieces are not read, now these and now those: no turn may begin there and no fault be
called. What is not so is printed, exit code 1.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.games.base import PlayedTurn, Status, Verdict
from referee.games.polygon import distance_to, inside
from referee.games.registry import GAMES, game
from referee.judge import judge
from referee.match import Match
from referee.match.camera_side import SEEN_WHOLE
from referee.mind.reasoned import Game
from referee.record.facts_json import caused_by
from referee.record.memory import MemoryStore
from referee.record.verdict_json import verdict_from_json
from referee.simulator.plain_view import scene_of
from referee.vision.scene import Point, Scene, SettledScene
from referee.words.catalogue import messages_of

FAR_MM = {"racepack": 200.0, "royal-racers": 110.0, "nestorgames-gp": 130.0, "home-racers": 250.0}
"""How far from all that moves in a turn a patch lies that has nothing to do with it: further than one turn reaches."""
LIES = {
    "racepack": ("tile",),
    "royal-racers": ("card",),
    "nestorgames-gp": ("board", "throw"),
    "home-racers": ("gear", "line", "twin", "tray"),
}
"""Pieces that lie where they lie all race long."""
HALVES_MM = (9.5, 20.0, 40.0, 80.0)
"""Half the side of a patch: from a die that cannot be read to a hand."""
AROUND_MM = 150.0
UNDER_MM = 30.0
"""What is not read hides the marker of what it stands on, or is one itself."""
LOOKS, WARM_UP = 5, 12
SECOND_NS = 1_000_000_000
LEGAL_SHARE = 0.3
VARIANT_SHARE = 0.4
TURNS_OF_A_RACE = 15
SILENT_SHARE = 0.2
"""Turns of people who say nothing."""
PATCHES = 4
LOOKED_BACK_SHARE = 0.1
"""Legal turns that were covered are followed on this often: that takes as long as ten patches."""
MOST_PLAYERS = 4


@dataclass(frozen=True)
class Finding:
    """One turn with one patch.

    Attributes
    ----------
    kind : ``plain`` (nothing covered), ``somewhere`` or ``far``.
    wrong : what must not be, in words; "" when all is well.
    later : when a fault that is LEGAL under the patch is judged: ``when seen`` or ``a turn later``; "" for others.
    """

    kind: str
    turn: PlayedTurn
    patch: tuple[Point, ...]
    looks: tuple[int, ...]
    verdict: Verdict
    wrong: str = ""
    later: str = ""


class Covering:
    """Turns of one game, each judged with nothing covered and with patches here and there."""

    def __init__(self, law: Game, seed: int) -> None:
        self.law, self.dice, self.later = law, Random(seed), Random(seed)
        self.manifest: Manifest = kits.manifest(law.name)
        self.position, self.players = "", 0

    def findings(self, turns: int) -> Iterator[Finding]:
        """All that is found out about so many turns."""
        for _ in range(turns):
            fresh = self.dice.random() < 1.0 / TURNS_OF_A_RACE
            if fresh or not self.position or self.law.over(self.position) is not None:
                self.position = self._start()
            fault = None if self.dice.random() < LEGAL_SHARE else self.dice.choice(self.law.faults())
            turn = self.law.play(self.position, self.dice, fault)
            silent = self.dice.random() < SILENT_SHARE
            yield from self._of(replace(turn, declared=()) if silent else turn)
            if turn.truth != "legal" and not self.law.over(self.position):
                turn = self.law.play(self.position, self.dice, None)
            self.position = turn.after

    def resting(self, tables: int) -> Iterator[str]:
        """For each of so many tables at rest what went wrong when some of its pieces were not read; "" when nothing."""
        for _ in range(tables):
            position = self._start()
            for _ in range(self.dice.randrange(WARM_UP)):
                if self.law.over(position) is None:
                    before, position = position, self.law.play(position, self.dice, None).after
                    position = before if self.law.over(position) is not None else position
            yield self._rested(position)

    def _rested(self, position: str) -> str:
        """A race that starts from this position, some looks at its table and the end of the recording."""
        match, time_ns = Match(self.law, self.manifest, MemoryStore({"game": self.law.name})), 0
        scene, told = scene_of(self.law.layout(position, self.manifest), 0), ""
        laid = self.law.read(scene, self.manifest, position).observation
        if self.law.changed(self.law.observe(self.law.visible(position)), laid):
            return ""  # more laps than the kit has discs: such a table cannot be laid
        for look in range(LOOKS):
            time_ns += SECOND_NS
            part, lost = unread(scene, self.dice) if self.dice.random() < 0.8 else (scene, ())
            match.feed(SettledScene(part, 4, time_ns, time_ns), lambda: b"")
            told += f"  look {look} without {', '.join(lost)}\n"
            if match.phase == "survey":
                match.start(self.players, time_ns, position)
        match.finish(time_ns)
        made = [entry for entry in match.entries if entry.kind != "start" and not caused_by(entry, SEEN_WHOLE)]
        if not made:
            return ""
        words = "; ".join(
            f"{entry.kind}: {entry.data.get('sentence', entry.data.get('observation'))}" for entry in made
        )
        return f"{self.law.name}: a table at rest: {words}\n  {position}\n{told}"

    def _start(self) -> str:
        while True:
            agreed = {
                option.name: self.dice.choice(option.values)
                for option in self.law.options
                if self.dice.random() < VARIANT_SHARE
            }
            players = self.dice.choice([count for count in self.law.players_allowed if count <= MOST_PLAYERS])
            try:
                start = self.law.start(players, self.dice, agreed)
                self.players = players
                if self.law.sets_of(start) == 1 and not self.law.check_position(start):
                    return start
            except NotationError:
                continue  # options that do not go together, or not with so many players

    def _of(self, turn: PlayedTurn) -> Iterator[Finding]:
        laid = [self.law.layout(text, self.manifest) for text in turn.stops]
        begun = self.law.layout(turn.before, self.manifest)
        scenes = [scene_of(pieces, 0) for pieces in laid]
        plain = self._judged(turn, scenes)
        if plain is None:
            return
        yield Finding("plain", turn, (), (), plain)
        near = _of_the_turn(self.law.name, [begun, *laid])
        for _ in range(PATCHES):
            patch, looks = self._patch([begun, *laid]), self._looks(len(scenes))
            verdict = self._judged(turn, [cover(one, patch) if n in looks else one for n, one in enumerate(scenes)])
            if verdict is None:
                continue
            far = all(distance_to(point, patch) > FAR_MM[self.law.name] for point in near)
            wrong, later = _wrong(turn, plain, verdict, far), ""
            if not wrong:
                wrong, later = self._judged_later(turn, scenes, patch, looks, plain, verdict)
            yield Finding("far" if far else "somewhere", turn, patch, looks, verdict, wrong, later)

    def _judged_later(
        self,
        turn: PlayedTurn,
        scenes: Sequence[Scene],
        patch: tuple[Point, ...],
        looks: Sequence[int],
        plain: Verdict,
        verdict: Verdict,
    ) -> tuple[str, str]:
        """What must not be once the patch is gone and the next driver plays, and when a hidden fault is judged."""
        if verdict.status is not Status.LEGAL:
            return "", ""
        faulty = plain.status is Status.ILLEGAL
        if faulty:
            if self._is_gone_with_a_look(turn, scenes, looks):
                return "", ""
        elif turn.truth != "legal" or not self._looks_back():
            return "", ""
        if self.law.over(turn.after) is not None:
            return "", ""  # nobody plays on
        covered = [cover(one, patch) if n in looks else one for n, one in enumerate(scenes)]
        then = self.law.play(turn.after, self.later, None)
        if not faulty:
            found = self._gone_on(turn, covered, then)
            wrong = any(one.status is Status.ILLEGAL for one in found)
            return "a legal turn is ILLEGAL once it is seen" if wrong else "", ""
        guilty = _accused(self.law, plain) | {turn.turn.partition(" ")[0].rstrip(":")}
        for when, following in (("when seen", None), ("a turn later", then)):
            found = self._gone_on(turn, covered, following)
            accused = [_accused(self.law, one) for one in found if one.status is Status.ILLEGAL]
            if not all(whom & guilty for whom in accused):
                return f"somebody else is accused of a fault ({turn.truth}) that was covered", when
            if any(one.status is not Status.LEGAL for one in found):
                return "", when
        return f"a fault ({turn.truth}) is LEGAL, and never named once it is seen", ""

    def _looks_back(self) -> bool:
        return self.later.random() < LOOKED_BACK_SHARE

    def _is_gone_with_a_look(self, turn: PlayedTurn, scenes: Sequence[Scene], looks: Sequence[int]) -> bool:
        """Whether the looks that nothing covered, and the last one with nothing over it, show no fault."""
        last = len(scenes) - 1
        kept = self._judged(turn, [one for n, one in enumerate(scenes) if n == last or n not in looks])
        return kept is not None and kept.status is Status.LEGAL

    def _gone_on(self, turn: PlayedTurn, covered: Sequence[Scene], then: PlayedTurn | None = None) -> list[Verdict]:
        """All that a match says from the look on that shows the turn's end with nothing covered, `then` or at the end.

        Nobody plays on after a fault that is told at once: the next driver might put it right.
        """
        match, time_ns = Match(self.law, self.manifest, MemoryStore({"game": self.law.name})), SECOND_NS

        def look(scene: Scene) -> None:
            nonlocal time_ns
            time_ns += SECOND_NS
            match.feed(SettledScene(scene, 4, time_ns, time_ns), lambda: b"")

        look(scene_of(self.law.layout(turn.before, self.manifest), 0))
        match.start(self.players, time_ns, turn.before)
        for text in turn.declared:
            match.declare(text, time_ns)
        for scene in covered:
            look(scene)
        if len(match.state.stops) > 1:
            match.close(time_ns)
        first = len(match.entries)
        look(scene_of(self.law.layout(turn.after, self.manifest), 0))
        for text in then.declared if then else ():
            match.declare(text, time_ns)
        for stop in then.stops if then else ():
            look(scene_of(self.law.layout(stop, self.manifest), 0))
        match.finish(time_ns)
        told = [entry for entry in match.entries[first:] if entry.kind == "verdict"]
        return [verdict_from_json(entry.data) for entry in told if entry.id not in match.state.undone]

    def _judged(self, turn: PlayedTurn, scenes: Sequence[Scene]) -> Verdict | None:
        """The verdict on these scenes; None when no board can be made out in one of them."""
        read = [self.law.read(scene, self.manifest, turn.before).observation for scene in scenes]
        if any(one is None for one in read):
            return None
        seen = [self.law.observe(self.law.observation_notation(one)) for one in read]
        return judge(self.law, turn.before, seen, turn.declared, closed=True)

    def _patch(self, laid: Sequence[Sequence[PlacedPiece]]) -> tuple[Point, ...]:
        half = self.dice.choice(HALVES_MM)
        pieces = self.dice.choice(laid)
        if self.dice.random() < 0.5:
            moved = [one for one in pieces if any(one not in other for other in laid)] or pieces
            over = self.dice.choice(moved)
            x_mm, y_mm = over.x_mm + self.dice.uniform(-half, half), over.y_mm + self.dice.uniform(-half, half)
        else:
            xs, ys = [one.x_mm for one in pieces], [one.y_mm for one in pieces]
            x_mm = self.dice.uniform(min(xs) - AROUND_MM, max(xs) + AROUND_MM)
            y_mm = self.dice.uniform(min(ys) - AROUND_MM, max(ys) + AROUND_MM)
        return tuple((x_mm + x * half, y_mm + y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))

    def _looks(self, count: int) -> tuple[int, ...]:
        return self.dice.choice(((count - 1,), tuple(range(count)), (self.dice.randrange(count),)))


def cover(scene: Scene, patch: tuple[Point, ...]) -> Scene:
    """The scene with a patch over it: it hides what has its middle there, and the eye says where it can see nothing."""
    seen = tuple(one for one in scene.sightings if not inside((one.x_mm, one.y_mm), patch))
    bare = tuple(point for point in scene.clear_mm if not inside(point, patch))
    gone = tuple((one.x_mm, one.y_mm) for one in scene.sightings if inside((one.x_mm, one.y_mm), patch))
    return replace(scene, sightings=seen, clear_mm=bare, hidden_mm=gone, covered=(patch,))


def unread(scene: Scene, dice: Random) -> tuple[Scene, tuple[str, ...]]:
    """The scene without some of its pieces, and which: one, a few, all of a kind, or each by lot."""
    pieces = [one.piece for one in scene.sightings]
    kind = dice.choice(pieces).partition(":")[0]
    lost = dice.choice(
        (
            [dice.choice(pieces)],
            dice.sample(pieces, min(3, len(pieces))),
            [one for one in pieces if one.startswith(kind)],
            [one for one in pieces if one.startswith(kind) and dice.random() < 0.5],
            [one for one in pieces if dice.random() < 0.3],
        )
    )
    seen = tuple(one for one in scene.sightings if one.piece not in lost)
    gone = tuple((one.x_mm, one.y_mm) for one in scene.sightings if one.piece in lost)
    bare = tuple(point for point in scene.clear_mm if all(math.dist(point, one) > UNDER_MM for one in gone))
    return replace(scene, sightings=seen, clear_mm=bare, hidden_mm=gone), tuple(sorted(lost))


def _of_the_turn(name: str, looks: Sequence[Sequence[PlacedPiece]]) -> list[Point]:
    """Where anything of the turn is or was, and the way of each piece between two looks."""
    points: list[Point] = []
    for before, after in zip(looks, [*looks[1:], looks[-1]], strict=True):
        then = {one.piece: one for one in before}
        for now in after:
            old = then.get(now.piece, now)
            if not now.piece.startswith(LIES[name]) or old != now:
                steps = 1 + int(math.dist((old.x_mm, old.y_mm), (now.x_mm, now.y_mm)) / 20.0)
                shares = [step / steps for step in range(steps + 1)]
                points += [(old.x_mm + s * (now.x_mm - old.x_mm), old.y_mm + s * (now.y_mm - old.y_mm)) for s in shares]
    return points


def _accused(law: Game, verdict: Verdict) -> set[str]:
    """Whom a verdict accuses, by the letters of the notation: who came out of turn, or whose turn it was."""
    out_of_turn = (one.message for one in verdict.violations if law.rules[one.rule].takes_turns)
    named = {str(message.fact.get("who")) for message in messages_of(out_of_turn)}
    return named or {verdict.turn.partition(" ")[0].rstrip(":")}


def _wrong(turn: PlayedTurn, plain: Verdict, verdict: Verdict, far: bool) -> str:
    if turn.truth == "legal" and verdict.status is Status.ILLEGAL:
        return "a legal turn is ILLEGAL"
    rules = [{fault.rule for fault in one.violations} for one in (plain, verdict)]
    if far and (plain.status is not verdict.status or rules[0] != rules[1]):
        return f"a patch far away makes {verdict.status.value} of {plain.status.value} ({turn.truth})"
    return ""


def told(law: Game, finding: Finding) -> str:
    """A finding in lines for whoever looks into it."""
    middle = [round(sum(values) / 4) for values in zip(*finding.patch, strict=True)]
    half = round((finding.patch[1][0] - finding.patch[0][0]) / 2)
    turn = finding.turn
    lines = [f"{law.name}: {finding.wrong}: {finding.verdict.sentence}"]
    lines += [f"  patch at {middle}, half {half} mm, over looks {finding.looks} of {len(turn.stops)}"]
    lines += [f"  {turn.turn} {turn.declared}", f"  {turn.before}", *(f"    {stop}" for stop in turn.stops)]
    return "\n".join(lines)


def main() -> int:
    """Play, print a line a game and what is wrong, and fail when anything is."""
    parser = argparse.ArgumentParser(description="Covers places of random turns and checks what that changes.")
    parser.add_argument("--turns", type=int, default=500)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--show", type=int, default=5, help="so many of each kind that is wrong are printed")
    wanted = parser.parse_args()
    failed = 0
    for name in [wanted.game] if wanted.game else sorted(GAMES):
        law, counts, wrong = game(name), Counter[str](), Counter[str]()
        for finding in Covering(law, wanted.seed).findings(wanted.turns):
            truth = "legal" if finding.turn.truth == "legal" else "fault"
            later = f", judged {finding.later}" if finding.later else ""
            counts[f"{finding.kind} {truth} {finding.verdict.status.value}{later}"] += 1
            if finding.wrong:
                wrong[finding.wrong] += 1
                if wrong[finding.wrong] <= wanted.show:
                    print(told(law, finding))
        for told_of in Covering(law, wanted.seed).resting(wanted.tables):
            counts["tables at rest"] += 1
            if told_of:
                wrong["a table at rest"] += 1
                if wrong["a table at rest"] <= wanted.show:
                    print(told_of)
        print(f"{name}: {dict(sorted(counts.items()))} wrong: {dict(wrong)}")
        failed += sum(wrong.values())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
