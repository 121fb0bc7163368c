"""Golden playthroughs: thousands of judged turns of every game, frozen as text, and what a judge makes of them today.

    python tools/golden.py compare [--game NAME] [--most N] [--judge MODULE:FUNCTION]
    python tools/golden.py renew [--game NAME]
    python tools/golden.py write --turns 5000 [--game NAME]
    python tools/golden.py show --game NAME --turn RACE.NUMBER

`compare` judges the turns again and lists the differences by kind; the exit code is 1 if a legal turn is now called a
fault, a fault that was named is now LEGAL, or a judge fails. `renew` keeps the turns and writes down what the judge
says now, unless it is worse; `write` plays new turns from the same seeds (see `golden_turns`) and judges them. The
files are described in `golden_text`. A judge is a function (position, looks, words, closed, earlier) ->
`golden_text.Found`, all in notation; `earlier` is the turn before if some words may be about it, else None.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from multiprocessing import Pool, cpu_count
from pathlib import Path
from time import process_time

from golden_text import LEGAL, UNKNOWN, Earlier, Found, Judged, Said, agreed, read, write
from golden_turns import Race
from rich.console import Console
from rich.progress import Progress

from referee.games.registry import GAMES, game
from referee.games.words_said import Spoken
from referee.judge import judge

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
TODAY = "golden:judged"
ACCUSED, MISSED, FAILED = "NEW FALSE ACCUSATION", "NEWLY MISSED FAULT", "THE JUDGE FAILS"
BAD = (ACCUSED, MISSED, FAILED)
"""Kinds of differences that must never land."""
CHUNK = 20
A_SLICE = 1
"""So many turns of every sort are in the slice that the suite replays."""

Judge = Callable[[str, Sequence[str], Sequence[Said], bool, Earlier | None], Found]


def judged(
    position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: Earlier | None = None
) -> Found:
    """What the referee makes of one turn; `looks` begins with the table at the beginning of the turn."""
    law = game(position.split(" ", 1)[0])
    declared = tuple(Spoken(text, at) for at, text in words)
    found = judge(law, position, [law.observe(look) for look in looks], declared, closed)
    return Found(
        found.status.value,
        tuple(sorted(fault.rule for fault in found.violations)),
        tuple(tuple(text for _, text in question.answers) for question in found.questions),
        found.turn,
        found.after,
    )


def judge_named(name: str) -> Judge:
    """The judge called MODULE:FUNCTION."""
    if name == TODAY:
        return judged
    module, _, function = name.partition(":")
    found: Judge = getattr(import_module(module), function)
    return found


def file_of(name: str) -> Path:
    """Where the golden playthroughs of a game are."""
    return FOLDER / f"{name}.txt"


# -- differences ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """A turn that is judged otherwise than it was: what kind of difference that is, and the new word."""

    kind: str
    turn: Judged
    now: Found


def judge_again(turn: Judged, reasoner: Judge) -> Found:
    """The word of a judge on a turn; a judge that fails is told of instead of ending the comparison."""
    try:
        return reasoner(turn.before, turn.looks, turn.said, turn.closed, turn.earlier)
    except Exception as failed:  # noqa: BLE001  a judge under work may fail in any way: counted, and the exit code is 1
        return Found(FAILED, (), (), f"{type(failed).__name__}: {failed}", "")


def difference(turn: Judged, now: Found) -> Difference | None:
    """How a word differs from the one that was frozen; None when it does not."""
    kind = _kind(turn, now)
    return Difference(kind, turn, now) if kind else None


def _kind(turn: Judged, now: Found) -> str:
    was = turn.found
    if now.status == FAILED:
        return FAILED
    if turn.truth == LEGAL and now.status == "ILLEGAL" and was.status != "ILLEGAL":
        return ACCUSED
    if now.status == "LEGAL" and was.status == "ILLEGAL" and _was_there(turn):
        return MISSED
    truth = turn.truth if turn.truth in (LEGAL, UNKNOWN) else "fault"
    if (was.status, _rules(was)) != (now.status, _rules(now)):
        return f"{truth}: {_word(was)} -> {_word(now)}"
    told = {
        "other answers": _answers(was) != _answers(now),
        "told otherwise": was.turn != now.turn,
        "another position": was.after != now.after,
    }
    other = ", ".join(what for what, differs in told.items() if differs)
    return f"{truth}: {was.status}, {other}" if other else ""


def _was_there(turn: Judged) -> bool:
    """Whether the fault could be seen: of a turn that was seen in part it may have come later, unless it was named."""
    return turn.truth not in (LEGAL, UNKNOWN) and (turn.shown != "part" or turn.truth in turn.found.rules)


def _rules(found: Found) -> list[str]:
    return sorted(found.rules)


def _word(found: Found) -> str:
    return " ".join((found.status, *(rule.partition("/")[2] for rule in _rules(found))))


def _answers(found: Found) -> list[list[str]]:
    return sorted(sorted(answers) for answers in found.answers)


def worse(turn: Judged, now: Found) -> bool:
    """Whether a legal turn is no longer known to be legal or at least not accused, or a fault no longer named."""
    if turn.truth == LEGAL:
        goodness = ("ILLEGAL", "UNDECIDED", LEGAL.upper())
        return goodness.index(now.status) < goodness.index(turn.found.status)
    return turn.truth in turn.found.rules and turn.truth not in now.rules


def replay_slice(turns: Sequence[Judged]) -> tuple[Judged, ...]:
    """Turns of every sort: each truth, and each way to speak with each way to see, by truth and word."""
    taken: dict[tuple[object, ...], int] = defaultdict(int)
    some = []
    for turn in turns:
        sorts = ((turn.truth,), (turn.spoken, turn.shown, turn.closed), (turn.truth == LEGAL, turn.found.status))
        if any(taken[sort] < A_SLICE for sort in sorts):
            some.append(turn)
            for sort in sorts:
                taken[sort] += 1
    return tuple(some)


# -- many processes ---------------------------------------------------------------------------------------------------


def _again(work: tuple[str, Sequence[Judged]]) -> list[Found]:
    reasoner = judge_named(work[0])
    return [judge_again(turn, reasoner) for turn in work[1]]


def _found(turn: Judged) -> Found:
    return judged(turn.before, turn.looks, turn.said, turn.closed, turn.earlier)


def _played(work: tuple[str, int]) -> tuple[str, list[Judged], float]:
    """A race from its seed: what was agreed on, its turns as they are judged today, and seconds of computing."""
    begun = process_time()
    race = Race(*work)
    turns = [replace(turn, found=_found(turn)) for turn in race.turns()]
    return race.agreed, turns, process_time() - begun


def words_on(name: str, turns: Sequence[Judged], processes: int, progress: Progress, title: str) -> list[Found]:
    """The words of the judge `name` on turns."""
    task = progress.add_task(title, total=len(turns))
    chunks = [(name, turns[index : index + CHUNK]) for index in range(0, len(turns), CHUNK)]
    found: list[Found] = []
    with Pool(processes) as pool:
        for words in pool.imap(_again, chunks):
            found += words
            progress.advance(task, len(words))
    return found


def play_races(name: str, turns: int, processes: int, progress: Progress) -> tuple[dict[int, str], list[Judged], float]:
    """Whole races from the seeds on until there are so many turns, and the seconds of one core that it took."""
    task = progress.add_task(name, total=turns)
    races: dict[int, str] = {}
    found: list[Judged] = []
    seconds, first = 0.0, 0
    with Pool(processes) as pool:
        while len(found) < turns:
            batch = range(first, first + 2 * processes)
            first = batch.stop
            for number, (words, judged_turns, took) in zip(
                batch, pool.imap(_played, [(name, number) for number in batch]), strict=True
            ):
                if len(found) < turns and judged_turns:
                    races[number] = words
                    found += judged_turns
                    seconds += took
                    progress.advance(task, len(judged_turns))
    return races, found, seconds


@contextmanager
def _bar() -> Iterator[Progress]:
    with Progress(console=Console(stderr=True)) as progress:
        yield progress


# -- commands ---------------------------------------------------------------------------------------------------------


def compare(wanted: argparse.Namespace) -> int:
    """List the differences by kind; 1 when one of them must not land."""
    differences: list[Difference] = []
    counted = 0
    with _bar() as progress:
        for name in wanted.game:
            turns = tuple(read(file_of(name)))
            step = max(1, -(-len(turns) // wanted.most)) if wanted.most else 1
            turns = turns[::step]
            counted += len(turns)
            found = words_on(wanted.judge, turns, wanted.processes, progress, name)
            pairs = (difference(turn, now) for turn, now in zip(turns, found, strict=True))
            differences += [one for one in pairs if one is not None]
    print(report(differences, counted))
    return int(any(one.kind in BAD for one in differences))


def report(differences: Sequence[Difference], counted: int) -> str:
    """The differences by kind and game, the bad ones first, with counts and an example each."""
    kinds: dict[tuple[bool, str, str], list[Difference]] = defaultdict(list)
    for one in differences:
        kinds[one.kind not in BAD, one.turn.before.split(" ", 1)[0], one.kind].append(one)
    lines = [f"{counted} turns judged again, {len(differences)} judged otherwise"]
    for (_, name, kind), those in sorted(kinds.items(), key=lambda item: (item[0][0], item[0][1], -len(item[1]))):
        turn, now = those[0].turn, those[0].now
        lines.append(f"\n{len(those):5}  {name}  {kind}")
        lines.append(
            f"       e.g. {file_of(name).name}:{turn.line}  show --game {name} --turn {turn.race}.{turn.number}"
        )
        lines.append(f"       was {' '.join((turn.found.status, *turn.found.rules))}: {turn.found.turn}")
        lines.append(f"       now {' '.join((now.status, *now.rules))}: {now.turn}")
    return "\n".join(lines)


def renew(wanted: argparse.Namespace) -> int:
    """Write down what the judge says now of the same turns; where that is worse the frozen word stays."""
    with _bar() as progress:
        for name in wanted.game:
            turns = tuple(read(file_of(name)))
            found = words_on(wanted.judge, turns, wanted.processes, progress, name)
            failed = sum(one.status == FAILED for one in found)
            if failed:
                raise SystemExit(f"{name}: the judge fails on {failed} turns, see compare; nothing was written")
            kept = [
                turn if worse(turn, now) else replace(turn, found=now) for turn, now in zip(turns, found, strict=True)
            ]
            write(file_of(name), name, agreed(file_of(name)), [replace(turn, line=0) for turn in kept])
    return 0


def write_new(wanted: argparse.Namespace) -> int:
    """Play new turns and freeze them; print what they are."""
    for name in wanted.game:
        with _bar() as progress:
            races, turns, seconds = play_races(name, wanted.turns, wanted.processes, progress)
        write(file_of(name), name, races, turns)
        size = file_of(name).stat().st_size
        print(f"{name}: {len(turns)} turns in {len(races)} races, {size / 1e6:.2f} MB, {seconds:.0f} s of one core")
        for what, counts in summary(name, turns).items():
            print(f"  {what}: {', '.join(f'{key} {count}' for key, count in counts.items())}")
    return 0


def summary(name: str, turns: Sequence[Judged]) -> Mapping[str, Mapping[str, int]]:
    """What turns there are, and how they were judged; every rule that can be planted is listed."""
    tables: dict[str, dict[str, int]] = {"words": {}, "seen": {}, "legal turns": {}, "faulty turns": {}, "planted": {}}
    tables["planted"] = dict.fromkeys((rule.partition("/")[2] for rule in GAMES[name].faults()), 0)
    for turn in turns:
        _count(tables["words"], turn.spoken)
        _count(tables["seen"], f"{turn.shown} {'closed' if turn.closed else 'open'}")
        if turn.truth == LEGAL:
            _count(tables["legal turns"], f"{turn.found.status} {turn.spoken}")
        elif turn.truth != UNKNOWN:
            named = turn.truth in turn.found.rules
            _count(tables["faulty turns"], "named" if named else f"otherwise {turn.found.status}")
            _count(tables["planted"], turn.truth.partition("/")[2])
    return {what: dict(sorted(counts.items())) for what, counts in tables.items()}


def _count(table: dict[str, int], key: str) -> None:
    table[key] = table.get(key, 0) + 1


def show(wanted: argparse.Namespace) -> int:
    """Print one turn in full, with what was frozen and what the judge says now."""
    race, _, number = wanted.turn.partition(".")
    for name in wanted.game:
        for turn in read(file_of(name)):
            if (str(turn.race), str(turn.number)) == (race, number):
                print("\n".join(_in_full(turn, judge_again(turn, judge_named(wanted.judge)))))
                return 0
    raise SystemExit(f"there is no turn {wanted.turn}")


def _in_full(turn: Judged, now: Found) -> Iterator[str]:
    if turn.earlier:
        yield f"earlier  {turn.earlier.position}"
        yield from (f"  seen   {look}" for look in turn.earlier.looks)
    yield f"truth {turn.truth}, words {turn.spoken}, seen {turn.shown}, {'closed' if turn.closed else 'open'}"
    yield f"position {turn.before}"
    for index, look in enumerate((*turn.looks, "")):
        yield from (f"said     {text}" for at, text in turn.said if at == index)
        if look:
            yield f"seen     {look}"
    yield f"played   {turn.played}"
    for title, found in (("was", turn.found), ("now", now)):
        yield f"{title:8} {' '.join((found.status, *found.rules))}: {found.turn}"
        yield from (f"  asks   {' '.join(answers)}" for answers in found.answers)
        yield f"  after  {found.after}"


def main() -> int:
    """Do what is asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, function in {"compare": compare, "renew": renew, "write": write_new, "show": show}.items():
        command = commands.add_parser(name, help=function.__doc__)
        command.set_defaults(function=function)
        command.add_argument("--game", choices=sorted(GAMES), help="only this game")
        if name != "show":
            command.add_argument("--processes", type=int, default=cpu_count())
        if name != "write":
            command.add_argument("--judge", default=TODAY, metavar="MODULE:FUNCTION", help="who judges them")
        if name == "compare":
            command.add_argument("--most", type=int, default=0, help="only so many turns of each game, evenly spread")
        if name == "write":
            command.add_argument("--turns", type=int, default=5000, help="of each game (default: 5000)")
        if name == "show":
            command.add_argument("--turn", required=True, metavar="RACE.NUMBER")
    wanted = parser.parse_args()
    wanted.game = [wanted.game] if wanted.game else sorted(GAMES)
    found: int = wanted.function(wanted)
    return found


if __name__ == "__main__":
    sys.exit(main())
