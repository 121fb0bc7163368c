"""Golden playthroughs: what the judge said of thousands of turns is frozen; every difference is told by its kind."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import golden_text
import pytest
from golden import ACCUSED, FAILED, MISSED, difference, file_of, judge_again, judged, replay_slice, report, worse
from golden_text import LEGAL, Earlier, Found, Judged, Said, agreed, read, write
from golden_turns import DOINGS, SHOWN, SPOKEN, SPOKEN_OF_MISSED

from referee.games.registry import GAMES
from tests.by_lot import lot, so_many

TOOL = Path(__file__).parents[2] / "tools" / "golden.py"
GAME = pytest.mark.parametrize("name", sorted(GAMES))

AGAIN = """
import sys
from itertools import islice
from golden import judged
from golden_turns import Race
seed, most, *names = sys.argv[1:]
for name in names:
    for turn in islice(Race(name, int(seed)).turns(), int(most)):
        print(turn, judged(turn.before, turn.looks, turn.said, turn.closed, turn.earlier))
"""


WRITTEN = so_many(400, 100_000)
"""So many turns of a file are written again."""

SOME = so_many(20, 60)
"""So many turns are put before judges with a fault of their own."""

todays = cache(judged)
"""Today's judge, who thinks about each turn once."""


@cache
def turns_of(name: str) -> tuple[Judged, ...]:
    """The frozen turns of a game, read once."""
    return tuple(read(file_of(name)))


@GAME
def test_golden_turns_are_judged_as_they_were(name: str) -> None:
    """A slice with every sort of turn: the same status, rules, answers offered, turn and position as were frozen."""
    turns = replay_slice(turns_of(name))
    found = [difference(turn, judge_again(turn, todays)) for turn in turns]
    differences = [one for one in found if one is not None]
    assert not differences, report(differences, len(turns))


@GAME
def test_the_slice_holds_every_sort_of_turn(name: str) -> None:
    """Every way to speak and to see, open and closed turns, every verdict, and every planted rule of the whole file."""
    turns = turns_of(name)
    some = replay_slice(turns)
    spoken = {*SPOKEN, *SPOKEN_OF_MISSED, "late"}
    shown = {*SHOWN, *DOINGS} - {"watched"}
    shown -= {"shaken"} if name != "home-racers" else set()
    shown -= {"mistaken"} if name not in ("racepack", "royal-racers") else set()
    assert {turn.spoken for turn in some} == spoken
    assert {turn.shown for turn in some} == shown
    assert {turn.closed for turn in some} == {True, False}
    assert {turn.found.status for turn in some} == {"LEGAL", "ILLEGAL", "UNDECIDED"}
    assert {turn.truth for turn in some} == {turn.truth for turn in turns} > {LEGAL, "unknown"}
    assert {turn.truth for turn in turns} - {LEGAL, "unknown"} <= set(GAMES[name].rules)


def test_the_examples_of_the_format_hold() -> None:
    """What is written about changed fields is so."""
    tried = doctest.testmod(golden_text)
    assert tried.attempted > 2
    assert tried.failed == 0


@pytest.mark.by_lot
@GAME
def test_a_file_reads_back_as_it_was_written(name: str, tmp_path: Path) -> None:
    """Read and written again, what a file begins with is the same to the letter."""
    copy = tmp_path / "copy.txt"
    write(copy, name, agreed(file_of(name)), [replace(turn, line=0) for turn in turns_of(name)[:WRITTEN]])
    _, race, again = copy.read_text(encoding="utf-8").partition("\nrace ")
    was = file_of(name).read_text(encoding="utf-8").partition(race)[2]
    assert len(again) > WRITTEN
    assert was.startswith(again)


@pytest.mark.by_lot
@pytest.mark.long
def test_the_same_seeds_play_the_same_turns() -> None:
    """Two programs whose sets lie in another order write the same."""
    told = [
        subprocess.run(
            [sys.executable, "-c", AGAIN, str(lot(1)), str(so_many(2, 40)), *GAMES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TOOL.parent)},
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].count("Judged(") > len(GAMES)


def accuser(position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: Earlier | None) -> Found:
    """A judge to whom everything is a fault."""
    found = todays(position, looks, words, closed, earlier)
    return found._replace(status="ILLEGAL", rules=("some/rule",), answers=())


def pardoner(
    position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: Earlier | None
) -> Found:
    """A judge to whom nothing is a fault."""
    return todays(position, looks, words, closed, earlier)._replace(status="LEGAL", rules=(), answers=())


def storyteller(
    position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: Earlier | None
) -> Found:
    """A judge that tells every turn otherwise."""
    return todays(position, looks, words, closed, earlier)._replace(turn="otherwise")


def stumbler(
    position: str, looks: Sequence[str], words: Sequence[Said], closed: bool, earlier: Earlier | None
) -> Found:
    """A judge that fails."""
    raise ValueError("stumbled")


JUDGES = (accuser, pardoner, storyteller, stumbler)


@pytest.mark.by_lot
@GAME
def test_a_new_false_accusation_a_missed_fault_and_a_failure_are_told_from_the_rest(name: str) -> None:
    """Judges with a fault of their own are found out, each by the kind of its fault."""
    turns = turns_of(name)[:SOME]
    kinds = {judge: [difference(turn, judge_again(turn, judge)) for turn in turns] for judge in JUDGES}
    for turn, accused, pardoned, told, failed in zip(turns, *kinds.values(), strict=True):
        was = turn.found
        innocent = turn.truth == LEGAL and was.status != "ILLEGAL"
        guilty = turn.truth in was.rules
        assert (accused is not None and accused.kind == ACCUSED) == innocent
        assert not guilty or (pardoned is not None and pardoned.kind == MISSED)
        assert pardoned is None or pardoned.kind != ACCUSED
        assert (pardoned is None) == (was.status == "LEGAL")
        assert told is not None
        assert was.status in told.kind
        assert "told otherwise" in told.kind
        assert failed is not None
        assert failed.kind == FAILED


@pytest.mark.by_lot
@GAME
def test_a_word_that_got_worse_is_not_frozen(name: str) -> None:
    """A fault that is no longer named, a legal turn that is accused; to tell it otherwise is none of that."""
    for turn in turns_of(name)[:SOME]:
        was, (accused, pardoned, told) = turn.found, (judge_again(turn, judge) for judge in JUDGES[:3])
        assert worse(turn, accused) == (was.status != "ILLEGAL" if turn.truth == LEGAL else turn.truth in was.rules)
        assert worse(turn, pardoned) == (turn.truth in was.rules)
        assert not worse(turn, told._replace(rules=was.rules, status=was.status))


@pytest.mark.parametrize(
    ("judge", "code", "said"),
    [
        pytest.param("golden:judged", 0, " 0 judged otherwise", marks=pytest.mark.long),
        ("os:listdir", 1, FAILED),
    ],
)
def test_compare_says_by_its_exit_code_whether_something_must_not_land(judge: str, code: int, said: str) -> None:
    """Today's judge differs in nothing; another judge may be put in its place, and that one fails."""
    command = [sys.executable, str(TOOL), "compare", "--game", "royal-racers", "--most", "30", "--judge", judge]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert said in done.stdout
