"""Matches as `.mat` text: the layout that GNU Backgammon reads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from race_backgammon import game as book
from race_backgammon.match import mat_text
from referee.contract import Chance, turn
from referee.games.rulebook import Step

CELL = r"(?:[1-6]{2}:(?: (?:bar|[1-9]|1\d|2[0-4])/(?:off|\d+)\*?){0,4}| Doubles => \d+| Takes| Drops)"
ROW = re.compile(rf" {{0,2}}\d+\) (?:{CELL})? *(?:{CELL})?(?: *Wins [\w ]+)?")


def played(state: book.State, *texts: str) -> list[Step[book.State]]:
    """The steps of these names from a state on."""
    steps = []
    for text in texts:
        steps.append(next(step for step in book.actions(state) if step.text == text))
        state = steps[-1].after
    return steps


def a_match(seed: int) -> list[Sequence[Step[book.State]]]:
    """A whole match played by chance."""
    chance = Chance(seed)
    state: book.State | None = book.start(2, chance, {"length": "3"})
    games = []
    while state is not None:
        steps: list[Step[book.State]] = []
        while book.driver(state):
            for step in turn(book, state, chance):
                steps.append(step)
                state = step.after
        games.append(steps)
        state = book.next_game(state)
    return games


def test_two_columns() -> None:
    """White on the left, black on the right, whoever begins; a drop and what it wins stand in one line."""
    steps = played(book.State(), "31:black", "8/5", "6/5", "double", "drop")
    assert mat_text([steps], "Ann", "Ben").splitlines() == [
        " 5 point match",
        "",
        " Game 1",
        " Ann : 0                           Ben : 0",
        "  1)                               31: 8/5 6/5",
        "  2)  Doubles => 2                  Drops",
        "      Wins 1 point",
        "",
    ]


def test_whoever_drops_on_the_left_loses_in_the_same_line() -> None:
    """So the other programs read it."""
    steps = played(book.State(), "31:white", "8/5", "6/5", "64", "24/18", "13/9", "double", "take", "66")
    assert mat_text([steps]).splitlines()[4:] == [
        "  1) 31: 8/5 6/5                   64: 24/18 13/9",
        "  2)  Doubles => 2                  Takes",
        "  3) 66:",
        "",
    ]
    steps = played(book.State(), "31:white", "8/5", "6/5", "double", "drop")
    assert mat_text([steps]).splitlines()[4:] == [
        "  1) 31: 8/5 6/5                    Doubles => 2",
        "  2)  Drops                         Wins 1 point",
        "",
    ]


def test_whole_matches() -> None:
    """Every row of matches played by chance is of the form, and the score goes on from game to game."""
    for seed in range(2):
        games = a_match(seed)
        lines = mat_text(games).splitlines()
        assert lines[0] == " 3 point match"
        assert sum(line.startswith(" Game ") for line in lines) == len(games)
        assert sum("Wins" in line for line in lines) == len(games)
        assert sum("and the match" in line for line in lines) == 1
        rows = [line for line in lines if re.match(r" {0,2}\d+\)", line)]
        assert [row for row in rows if not ROW.fullmatch(row)] == []
