"""A match as `.mat` text, which GNU Backgammon and other programs import: a turn of each side in a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from race_backgammon.book import BLACK, WHITE, State
from referee.games.rulebook import Step

COLUMN = 34  # how wide white's is


def mat_text(games: Iterable[Sequence[Step[State]]], white: str = WHITE, black: str = BLACK) -> str:
    """The games of a match, each as the steps that were taken from its start on; white's column is the left one."""
    lines: list[str] = []
    for number, steps in enumerate(games, 1):
        first, last = steps[0].after, steps[-1].after
        lines += [] if lines else [f" {first.length} point match", ""]
        names = (f"{white} : {first.score[0]}", f"{black} : {first.score[1]}")
        rows = _rows(_turns(steps))
        if last.winner:
            points = f"Wins {last.points} point{'s' * (last.points > 1)}"
            match = " and the match" * (max(last.score) >= last.length)
            beside = last.winner == BLACK and len(rows[-1]) <= COLUMN
            before = f"{rows.pop():<{COLUMN + 2}}" if beside else " " * (6 if last.winner == WHITE else COLUMN + 2)
            rows.append(before + points + match)
        lines += [f" Game {number}", f" {names[0]:<{COLUMN}}{names[1]}", *rows, ""]
    return "\n".join(lines) + "\n"


def _turns(steps: Iterable[Step[State]]) -> list[tuple[str, str]]:
    """Each side's turns, and what it did with the cube, in order."""
    turns: list[tuple[str, list[str]]] = []
    for step in steps:
        side, kind = str(step.deed.get("who")), step.deed.kind
        match kind:
            case "opened":
                turns.append((step.after.turn, [f"{step.text[:2]}:"]))
            case "threw":
                turns.append((side, [f"{step.text}:"]))
            case "moved":
                turns[-1][1].append(step.text)
            case "doubled" | "took" | "dropped":
                said = {"doubled": f" Doubles => {2 * step.after.cube[0]}", "took": " Takes", "dropped": " Drops"}[kind]
                turns.append((side, [said]))
    return [(side, " ".join(words)) for side, words in turns]


def _rows(turns: Sequence[tuple[str, str]]) -> list[str]:
    """The turns in two columns; who begins may be either side."""
    cells = [*([""] if turns and turns[0][0] == BLACK else []), *(words for _, words in turns)]
    pairs = zip(cells[::2], [*cells[1::2], ""], strict=False)
    return [f"{number:3}) {left:<{COLUMN - 4}}{right}".rstrip() for number, (left, right) in enumerate(pairs, 1)]
