"""The sentences the referee can say, read out of its sources: every text with words in it, with {} for its gaps.

A text is prose when it holds a space between words. Docstrings, exceptions of programming, notation and drawings are no
prose; which files speak is listed here. Single words (``spun``, ``yes``) cannot be told from names: play finds those.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax.ast import Message, Resource, TextElement

import referee
from referee.words.catalogue import ENGLISH, source

ROOT = Path(referee.__file__).parent
SPEAKING = (
    "games", "judge", "match", "assemble.py", "supervised.py", "obey.py", "snapshot.py",
    "hosting/preparation.py", "hosting/host.py",
    "hosting/look_on.py", "hosting/replay.py", "hosting/cameras.py", "vision/eye.py", "vision/quality.py",
    "vision/bearings.py", "vision/copies.py", "vision/pips", "devices/live.py", "devices/camera.py",
    "devices/mjpeg.py", "devices/opening.py", "devices/why_closed.py", "devices/store.py",
    "devices/salvage.py", "devices/stills.py", "devices/video.py", "devices/sources.py", "devices/lenses.py",
    "../web/guard.py", "../web/joining.py", "../calibration/charuco.py", "../calibration/fit_camera.py",
)  # fmt: skip
SILENT = re.compile(
    r"/(diagram\w*|notation|board_file|laying|staging|hands|bench|hard|faults|faulty_\w+|position|actions|facts|play_facts|handles|hands|line_of_fields)\.py$"
)
"""Drawings, texts in notation and their errors, benches and planters: nobody at the table hears them."""

BOOK_NAMES = ("SECTION", "_BUILD", "_MOVE")
"""Constants that hold a section's name."""

AGREED = ("OPTIONS", "_EFFECTS", "_KIND_WORDS")
"""Options, whose words stand in the game's catalogue; `tests/games/test_catalogues.py` sees to it."""

PROSE = re.compile(r"[A-Za-z]{2,}.* |^ .*[a-z]{2,}|[a-z)] [a-z(]")
TYPED = re.compile(
    r"^'\{\}' |as in |write |=|should be|^\{\} is no command|^a calibration can|is no verdict$|knows \{\}|send \{|"
    r"^a position (must|needs|knows|has)|^(grab|open|close) \{"
)
"""What only a person who types a position or a program that sends a command can meet."""
NOTATION = re.compile(r"^[^ ]*[=@<>]|^<|^\S*$|\(\?P<|%[YmdHS]|PRAGMA|INSERT INTO|^SELECT|^CREATE|^BEGIN |^data-|'none'")


@cache
def templates() -> dict[str, str]:
    """Each template with {} for its gaps, and where it was first found (file:line)."""
    found: dict[str, str] = {}
    for path in _files():
        for line, text in _texts(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(text, f"{path.relative_to(ROOT.parent)}:{line}")
    return found


def messages(package: str) -> Iterator[str]:
    """The English messages of a catalogue that are prose, as templates."""
    for text in _patterns(FluentParser().parse(source(package, ENGLISH))):
        if PROSE.search(text.replace("{}", "x")):
            yield text


def _patterns(catalogue: Resource) -> Iterator[str]:
    for entry in catalogue.body:
        if isinstance(entry, Message):
            for pattern in (entry.value, *(attribute.value for attribute in entry.attributes)):
                if pattern is not None:
                    yield "".join(one.value if isinstance(one, TextElement) else "{}" for one in pattern.elements)


def bare(template: str) -> str:
    """A template without the names of its gaps.

    >>> bare("{who} drove {n} tiles")
    '{} drove {} tiles'
    """
    return re.sub(r"\{\w+\}", "{}", template)


def _files() -> Iterator[Path]:
    for name in SPEAKING:
        path = (ROOT / name).resolve()
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if not SILENT.search(file.as_posix()) and not _has_catalogue(file):
                yield file


def _has_catalogue(file: Path) -> bool:
    """Whether these are rules whose titles stand in a catalogue of their game."""
    rules = file if file.stem == "rules" else file.parent
    return rules.stem == "rules" and (rules.parent / "words").is_dir()


def _texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    silent = {id(node) for node in _unsaid(tree)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        for text in _variants(node):
            prose = PROSE.search(text.replace("{}", "x"))
            if prose and not NOTATION.search(text) and not TYPED.search(text):
                yield node.lineno, text  # type: ignore[attr-defined]


def _unsaid(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, pieces of f-strings, and texts that are looked for, taken apart or typed rather than said."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node.value
            case ast.JoinedStr():
                for part in node.values:
                    yield part
                    if isinstance(part, ast.FormattedValue):
                        yield from ast.walk(part.format_spec) if part.format_spec else ()
                        yield from (part.value, *_choices(part.value))
            case ast.Compare(left=ast.Constant() as left):
                yield left
            case ast.Call(func=ast.Name(id="Rule"), args=[_, _, section]):
                yield section  # named as the rule book prints it
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in BOOK_NAMES:
                yield value
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in AGREED:
                yield from ast.walk(value)
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith" | "split" | "fullmatch" | "partition")):
                yield from node.args
            case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant() as glue)):
                yield glue
            case ast.Call(func=ast.Name(id="AssertionError" | "ValueError" | "TypeError" | "KeyError")):
                yield from node.args


def _variants(node: ast.AST) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=str(glue)))):
            return ["{}" + glue + "{}"] if re.search("[a-z]", glue) else []
        case ast.JoinedStr():
            return ["".join(parts) for parts in product(*(_part(part) for part in node.values))]
    return []


def _part(part: ast.expr) -> list[str]:
    if isinstance(part, ast.Constant):
        return [str(part.value)]
    if isinstance(part, ast.FormattedValue) and part.format_spec is None:
        return [text for choice in _choices(part.value) for text in _variants(choice)] or ["{}"]
    return ["{}"]


def _choices(value: ast.expr) -> list[ast.expr]:
    """The texts between which `this if so else that` inside an f-string chooses; none when one is no text."""
    if isinstance(value, ast.IfExp):
        parts = [value.body, value.orelse]
        found = [one for part in parts for one in (_choices(part) or [part])]
        return found if all(isinstance(one, ast.Constant | ast.JoinedStr) for one in found) else []
    return []
