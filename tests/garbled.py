"""English catalogues in which every word is another one: what hangs on an English word goes otherwise then."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.visitor import Transformer

from referee.games import words_said
from referee.words import catalogue
from referee.words.catalogue import ENGLISH, HOUSE, Catalogue, source


class _Garbled(Transformer):
    """Every letter becomes an x, so that many texts that differed are one."""

    def visit_TextElement(self, node: Any) -> Any:
        node.value = re.sub(r"[a-zA-Z]", "x", node.value)
        return node

    def visit_StringLiteral(self, node: Any) -> Any:
        return self.visit_TextElement(node)


def garbled(package: str, language: str, read: Callable[[str, str], str] = source) -> str:
    """A catalogue whose English says nothing."""
    resource = FluentParser().parse(read(package, language))
    if language == ENGLISH:
        for entry in resource.body:
            _Garbled().visit(entry)
    return FluentSerializer().serialize(resource)


def garbling(monkeypatch: pytest.MonkeyPatch, catalogues: Iterable[Catalogue]) -> Iterator[Callable[[], None]]:
    """A fixture: garbles the English of these catalogues from the moment on that what it yields is called."""
    told = (HOUSE, *catalogues)

    def forget() -> None:
        for words in told:
            words.forget()
        words_said._offered.cache_clear()

    def now() -> None:
        monkeypatch.setattr(catalogue, "source", garbled)
        forget()

    yield now
    monkeypatch.undo()
    forget()
