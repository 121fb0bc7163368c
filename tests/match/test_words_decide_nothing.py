"""No verdict, no question and no state of a race hangs on an English word: all of them are garbled, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from referee.errors import KitError, NotationError, RefereeError
from referee.games.base import PlayedTurn
from referee.games.registry import GAMES
from referee.snapshot import Surroundings, snapshot
from referee.words.catalogue import COMMON
from tests.garbled import garbling
from tests.match.conftest import Table

TURNS = {"racepack": 4, "royal-racers": 8, "nestorgames-gp": 4, "home-racers": 8}
"""So many are enough for every verdict."""
WORD = re.compile(r"[a-zA-Z]{3,}")
DECLARATION = r"[a-z]+(?::\w+)?=\S+"
"""As it is written: what no pad asks for has no other words."""
SEEDS = {"racepack": (5,), "royal-racers": (3,), "nestorgames-gp": (7,), "home-racers": (4,)}
AGREED = {"royal-racers": {"flags": "3"}}
"""What is agreed on, so that its rules can be broken."""


@pytest.fixture
def garble(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Garbles the English catalogues of all games from the moment on that this is called."""
    yield from garbling(monkeypatch, (COMMON, *(law.words for law in GAMES.values())))


def raced(name: str, seed: int) -> tuple[list[Any], list[str]]:
    """A race with faults, silence and questions that somebody answers: all that was decided, and its sentences."""
    table, chance, said = Table(name), Random(seed), []
    law, match = table.game, table.match
    start = law.start(3, chance, AGREED.get(name, {}))
    table.show(start)
    match.start(3, table.time_ns, start)
    decided: list[Any] = []
    for _ in range(TURNS[name]):
        if match.phase != "race":
            break
        faults = law.faults()
        turn = played(table, chance, chance.choice(faults) if chance.random() < 0.5 else None)
        for text in turn.declared if chance.random() < 0.5 else ():
            attempt(lambda text=text: match.declare(text, table.time_ns))  # type: ignore[misc]
        pieces = [one.piece for one in law.layout(turn.stops[-1], table.manifest)]
        for stop in turn.stops:
            table.show(stop, without=chance.choice(pieces) if chance.random() < 0.3 else "")
        attempt(lambda: match.close(table.time_ns))
        newest = match.verdict()
        if newest is not None and newest[1].questions and newest[1].questions[0].answers:
            answer = chance.choice(newest[1].questions[0].answers)[1]
            attempt(lambda answer=answer: match.declare(answer, table.time_ns))  # type: ignore[misc]
        if chance.random() < 0.2:
            attempt(lambda: match.undo(table.time_ns))
        shown = snapshot(match.moment(), Surroundings(1, "", True, "", 0.0, (), ""))
        pad = [[value for _, value in one["answers"]] for one in shown["pad"]]
        decided.append((match.phase, pad, [row["car"] for row in shown["now"]["standings"]]))
        said += read_by_people(shown)
        if not can_be_laid(table, [match.state.position]):
            break
        table.show(match.state.position)
    for entry in match.entries:
        data = entry.data
        rules = [one["rule"] for one in data.get("violations", ())]
        lines = [(one["turn"], one["after"], [v["rule"] for v in one["violations"]]) for one in data.get("lines", ())]
        asked = [[value for _, value in one["answers"]] for one in data.get("questions", ())]
        what = (data.get("status"), data.get("turn"), data.get("text"), data.get("observation"), data.get("entry"))
        decided.append((entry.kind, entry.origin, entry.before, entry.after, what, rules, lines, asked))
        said.append(str(data.get("sentence", "")))
    return decided, [one for one in said if one]


READ = ("sentence", "text", "tokens", "note", "title", "message", "due", "words", "answer", "name")
"""Fields of a state that hold what people read, wherever they are in these:"""
SHOWN = ("now", "pad", "verdict", "entries", "hands")


def read_by_people(shown: Any, name: str = "") -> list[str]:
    """What a page says of a state."""
    if name == "answers":
        return [label for label, *_ in shown]
    if isinstance(shown, dict):
        inner = {key: shown[key] for key in SHOWN} if "seq" in shown else shown
        return [text for key, one in inner.items() for text in read_by_people(one, key)]
    if isinstance(shown, list | tuple):
        return [text for one in shown for text in read_by_people(one, name)]
    return [shown] if name in READ and shown else []


def played(table: Table, chance: Random, fault: str | None) -> PlayedTurn:
    """A turn with the fault; a legal one where it asks for a coin too many, or for words that nobody can say."""
    law, position = table.game, table.match.state.position
    try:
        turn = law.play(position, chance, fault)
    except NotationError:
        return law.play(position, chance, None)
    return turn if can_be_laid(table, turn.stops) else law.play(position, chance, None)


def can_be_laid(table: Table, stops: Sequence[str]) -> bool:
    """Whether the kit has pieces enough: a planted fault may ask for a coin too many."""
    try:
        return all(table.game.layout(stop, table.manifest) for stop in stops)
    except KitError:
        return False


def attempt(what: Callable[[], object]) -> None:
    """Do it if it can be done now."""
    try:
        what()
    except RefereeError:
        return


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.few(1)
def test_no_race_goes_otherwise_when_every_english_word_is_another(name: str, garble: Callable[[], None]) -> None:
    """Same entries, verdicts, rules, questions with the same answers, pads and standings; other sentences.

    No word of these comes from anywhere but a catalogue.
    """
    before = [raced(name, seed) for seed in SEEDS[name]]
    garble()
    after = [raced(name, seed) for seed in SEEDS[name]]
    assert [decided for decided, _ in after] == [decided for decided, _ in before]
    assert {"LEGAL", "ILLEGAL", "UNDECIDED"} <= {one[4][0] for decided, _ in before for one in decided if len(one) > 3}
    sentences = [pair for (_, old), (_, new) in zip(before, after, strict=True) for pair in zip(old, new, strict=True)]
    assert len(sentences) > 10
    assert all(old != new for old, new in sentences if WORD.search(old))
    sections = sorted({re.escape(rule.section) for rule in GAMES[name].rules.values()}, key=len, reverse=True)
    cited = re.compile("|".join((*sections, DECLARATION)))
    words = {word for _, new in sentences for word in WORD.findall(cited.sub("", new))}
    assert {word for word in words if set(word.lower()) != {"x"}} == set()
