"""What sentences say goes into the record beside them, and comes back; records without it are as they were."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import RecordError
from referee.games.base import Line, Question, Status, Verdict, Violation
from referee.games.registry import game
from referee.judge import judge
from referee.record.entry_json import dumps
from referee.record.verdict_json import verdict_from_json, verdict_to_json
from referee.words.catalogue import Message, Sentence, messages_of, sentences_in
from referee.words.fact import fact

words = st.text(max_size=8)
facts = st.builds(lambda kind, params: fact(kind, **params), words, st.dictionaries(words, words | st.integers()))
messages = st.recursive(
    st.builds(Message, facts),
    lambda inner: st.builds(
        lambda said, parts: Message(said, tuple(sorted(parts.items()))),
        facts,
        st.dictionaries(words, st.lists(inner, max_size=2).map(tuple), max_size=2),
    ),
    max_leaves=5,
)


@given(st.dictionaries(words, messages, min_size=1, max_size=6), st.randoms())
def test_what_is_said_comes_back(known: dict[str, Message], chance: Random) -> None:
    """Wherever a sentence stood, it knows again what it says."""

    def told() -> str:
        text = chance.choice(list(known))
        return Sentence(text, known[text])

    line = Line("S r4", (Violation("a/b", told()),), (told(), told()), True, "", told())
    asked = Question(told(), ((told(), "roll=4"), (told(), "roll=5")))
    verdict = Verdict(
        Status.ILLEGAL, "red", "S r4", told(), line.violations, (line,), (asked,), (told(),), False, "", told()
    )
    data = verdict_to_json(verdict)
    again = verdict_from_json(json.loads(dumps(data)))
    assert again == verdict
    assert verdict_to_json(again) == data
    assert {str(one): one.message for one in sentences_in(data)} == {
        str(one): one.message for one in sentences_in(verdict_to_json(again))
    }
    assert list(messages_of([again.questions[0].answers[0][0]])) == [known[again.questions[0].answers[0][0]]]


def fault() -> dict[str, Any]:
    """An illegal turn of Royal Racers, as a record has it."""
    law, chance = game("royal-racers"), Random(2)
    start = law.start(2, chance)
    played = law.play(start, chance, "royal-racers/flag-placement")
    verdict = judge(law, start, [law.observe(text) for text in played.stops], (), closed=True)
    data: dict[str, Any] = json.loads(dumps(verdict_to_json(verdict)))
    return data


def test_facts_stand_beside_the_sentences() -> None:
    """Everything that was there before is there as it was; a fault's fact has its rule's id and what was seen."""
    data = fault()
    assert list(data["violations"][0]) == ["message", "rule"]
    said = {one["text"]: one for one in data["facts"]}[data["violations"][0]["message"]]
    assert said["kind"] == data["violations"][0]["rule"] == "royal-racers/flag-placement"
    assert said["params"]["who"] in "SM"


def test_an_old_record_is_read_as_it_was() -> None:
    """Without facts its sentences are plain English text."""
    data = fault()
    del data["facts"]
    old = verdict_from_json(data)
    assert old.sentence == data["sentence"]
    assert not list(sentences_in(verdict_to_json(old)))
    assert verdict_to_json(old) == data


@pytest.mark.parametrize("bad", [[1], [{}], [{"text": "x"}], [{"text": "x", "kind": "k", "params": []}], 5])
def test_facts_that_cannot_be_read_are_refused(bad: Any) -> None:
    """In one sentence, as everything else that a record may hold."""
    with pytest.raises(RecordError):
        verdict_from_json({**fault(), "facts": bad})


def test_facts_within_facts_without_end_are_refused() -> None:
    """Nobody's record makes the referee run out of room."""
    deep: dict[str, Any] = {"kind": "k", "params": {}}
    for _ in range(2000):
        deep = {"kind": "k", "params": {}, "parts": {"a": [deep]}}
    with pytest.raises(RecordError):
        verdict_from_json({**fault(), "facts": [{"text": "x", **deep}]})
