"""`referee judge --batch`: changes as JSON lines, and a line of JSON for each, at once."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import click

from referee.cli.judged import Change, in_json, judged
from referee.cli.unforeseen import kept_and_told
from referee.cli.waiting import bar
from referee.devices.files import open_regular
from referee.errors import RefereeError
from referee.plain_json import read_json

STDIN = "-"
LONGEST_LINE_BYTES = 2**20
"""Far beyond any change of a table: what has no line ends must not fill the memory."""
FINE, FINDING, BROKEN = 0, 1, 2
_FIELDS = ("id", "game", "position", "stops", "observed", "declared", "closed")


def judge_batch(source: str, game_name: str, closed: bool, language: str) -> int:
    """Answer every line of a file or of stdin on stdout, in their order; the exit code.

    Parameters
    ----------
    source : a regular file's name, or `-`.
    game_name, closed : what holds for a line that does not say.
    language : of the sentences.

    Raises
    ------
    RefereeError
        when there is no such game.
    OSError
        when the file cannot be read.
    """
    from referee.games.registry import game

    usual = {"game": game(game_name).name, "closed": closed}
    worst = FINE
    with _lines_of(source) as (lines, advance):
        for number, line in enumerate(lines, 1):
            advance(len(line))
            if line.strip():
                text, code = _answer(line, number, usual, language)
                click.echo(text)
                worst = max(worst, code)
    return worst


def _answer(line: bytes, number: int, usual: dict[str, Any], language: str) -> tuple[bytes, int]:
    """The answer to a line, and what it makes of the exit code."""
    from referee.games.registry import game
    from referee.record.words import Tongue

    key, code = None, FINDING
    try:
        said = _read(line)
        key = said.get("id")
        change = _change(said, usual)
        found = Tongue(game(change.game).words, language).of_all(in_json(judged(change)))
        code = FINDING if found["verdict"] == "ILLEGAL" else FINE
    except (RefereeError, ValueError) as problem:
        found = _refused(number, str(problem))
    except Exception as problem:  # noqa: BLE001 -- as at the end of every command: told, kept, and exit code 2
        found, code = _refused(number, kept_and_told(problem)), BROKEN
    try:
        return _written({"id": key, **found}), code
    except RecursionError:  # what can be read can be nested too deeply to be written
        return _written({"id": None, **_refused(number, "its id is nested too deeply")}), max(code, FINDING)


def _read(line: bytes) -> dict[str, Any]:
    """The object in a line. Raises ValueError with what is wrong."""
    if len(line) > LONGEST_LINE_BYTES:
        raise ValueError(f"it is longer than {LONGEST_LINE_BYTES // 2**20} MB")
    try:
        said = read_json(line.removeprefix(codecs.BOM_UTF8))
    except UnicodeDecodeError:
        raise ValueError("it is no text in UTF-8") from None
    except UnicodeEncodeError:
        raise ValueError("it holds half a character") from None
    except json.JSONDecodeError as problem:
        raise ValueError(f"it is no JSON ({problem.msg} at character {problem.pos + 1})") from None
    if not isinstance(said, dict):
        raise ValueError("it must be a JSON object with position and observed")
    return said


def _change(said: dict[str, Any], usual: dict[str, Any]) -> Change:
    """What a line asks about; null stands for a field left out. Raises ValueError with what is wrong."""
    for name in said:
        if name not in _FIELDS:  # a slip in a name would leave out what was said, and change the verdict
            known = f"{', '.join(_FIELDS[:-1])} and {_FIELDS[-1]}"
            raise ValueError(f"there is no field '{name}'; the fields are {known} (id may hold anything of yours)")
    told = {"stops": [], "declared": [], **usual, **{name: value for name, value in said.items() if value is not None}}
    for name in ("game", "position", "observed"):
        if name not in told:
            raise ValueError(f"{name} is missing")
        if not isinstance(told[name], str):
            raise ValueError(f"{name} must be a text")
    for name in ("stops", "declared"):
        if not isinstance(told[name], list) or not all(isinstance(text, str) for text in told[name]):
            raise ValueError(f"{name} must be a list of texts")
    if not isinstance(told["closed"], bool):
        raise ValueError("closed must be true or false")
    told.pop("id", None)
    return Change(**told)


def _refused(number: int, why: str) -> dict[str, Any]:
    return {"error": f"Line {number}: {why.rstrip('.')}."}


def _written(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, ensure_ascii=False).encode("utf-8")  # the same bytes on every system


@contextmanager
def _lines_of(source: str) -> Iterator[tuple[Iterator[bytes], Callable[[int], object]]]:
    """The lines, and what is to be told how many bytes are done."""
    if source == STDIN:
        if sys.stdin is None:
            raise click.UsageError("there is no stdin to read from.")
        yield _cut(sys.stdin.buffer), lambda done: None
        return
    with open_regular(source) as file, _bar(file) as advance:
        yield _cut(file), advance


def _cut(file: BinaryIO) -> Iterator[bytes]:
    """The lines as they come; of one that is too long no more than tells so."""
    while line := file.readline(LONGEST_LINE_BYTES + 1):
        more = line
        while len(more) > LONGEST_LINE_BYTES and not more.endswith(b"\n"):
            more = file.readline(LONGEST_LINE_BYTES + 1)
        yield line


@contextmanager
def _bar(file: BinaryIO) -> Iterator[Callable[[int], object]]:
    """A bar on stderr for a person who waits; where the answers themselves run over the terminal it would disturb."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda done: None
        return
    import os

    with bar(os.fstat(file.fileno()).st_size, "judging") as waiting:
        yield waiting.advance
