"""A race is told in each language: the report, its tables and charts, and the sentences of a csv."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import cache
from random import Random

import pytest
from click.testing import CliRunner
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message

from referee.cli.judge import command as judge_command
from referee.cli.kept_races import LANGUAGES as OFFERED
from referee.games.base import Status
from referee.games.registry import GAMES, game
from referee.judge.verdict import judge
from referee.mind.reasoned import Game
from referee.record.entry import Store
from referee.record.export_csv import export_csv
from referee.record.report_season import whole_report
from referee.record.story import tell, tell_races
from referee.record.words import Tongue, sentence_in
from referee.words.catalogue import ENGLISH, LANGUAGES, source
from tests.record.races import race

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


@cache
def told(name: str, language: str, turns: int = 12) -> tuple[str, Game, Store]:
    """A seeded race's report."""
    store, law = race(name, turns, faults=0.4), game(name)
    return whole_report(tell_races(law, store.header, store.entries()), law, None, language), law, store


def ids(language: str) -> dict[str, set[str]]:
    """The messages of a report's catalogue, each with its gaps."""
    body = FluentParser().parse(source("referee.record.words", language)).body
    text = source("referee.record.words", language)
    parts = {one.id.name: text[one.span.start : one.span.end] for one in body if isinstance(one, Message) and one.span}
    return {name: set(re.findall(r"\$(\w+)", part)) for name, part in parts.items()}


def test_each_language_says_all_that_a_report_says() -> None:
    """The same messages with the same gaps, in the languages that the command line offers."""
    assert tuple(OFFERED) == LANGUAGES
    assert len(ids(ENGLISH)) > 50
    for language in OTHERS:
        assert ids(language) == ids(ENGLISH)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.few(3)
def test_a_report_is_told_in_the_readers_language(name: str, language: str) -> None:
    """Its frame, drivers, and every verdict, fault and rule; nothing of them is left in English."""
    text, law, store = told(name, language)
    english, _, _ = told(name, ENGLISH)
    assert f'<html lang="{language}">' in text
    verdicts = [sentence_in(entry.data) for entry in store.entries() if entry.data.get("status")]
    assert len(verdicts) > 10
    tongue = Tongue(law.words, language)
    assert all(tongue.told(one) != one for one in verdicts)
    plain = re.sub(r"<svg.*?</svg>|<style>.*?</style>|<code>.*?</code>", "", text, flags=re.DOTALL)
    assert not re.search(r"Legal:|Rule: |Every turn|open question|>driver<", plain)
    assert re.search(r"Legal:", english)
    assert re.findall(r"<h2>(.*?)</h2>", text) != re.findall(r"<h2>(.*?)</h2>", english)
    assert 'lang="en"' not in plain
    boards, english_boards = (set(re.findall(r"<title>([^<]*[a-z]{3}[^<]*)</title>", one)) for one in (text, english))
    assert len(boards) > 10
    assert boards & english_boards == set()


@pytest.mark.parametrize("name", list(GAMES))
def test_what_is_counted_in_a_turn_has_a_name_in_each_language(name: str) -> None:
    """Every driver, measure and event of seeded races is known to the catalogue."""
    story = tell(game(name), {}, race(name, 25, faults=0.4).entries())
    sheets = story.sheets.values()
    words = {("measure", one) for sheet in sheets for one in sheet.measures}
    words |= {("event", one) for sheet in sheets for one in sheet.events}
    words |= {("who", sheet.player) for sheet in sheets}
    unknown = [one for one in words if Tongue(language="de").named(*one) == one[1]]
    assert unknown == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_a_csv_are_in_the_language_that_was_asked_for(language: str) -> None:
    """All else in it is the same."""
    store, law = race("royal-racers", 12, faults=0.4), game("royal-racers")
    rows = list(csv.DictReader(io.StringIO(export_csv(store.entries(), Tongue(law.words, language)))))
    plain = list(csv.DictReader(io.StringIO(export_csv(store.entries()))))
    assert [{**one, "sentence": ""} for one in rows] == [{**one, "sentence": ""} for one in plain]
    same = [one["sentence"] == other["sentence"] for one, other in zip(rows, plain, strict=True)]
    assert all(same) if language == ENGLISH else not any(same)


@pytest.mark.parametrize("language", OTHERS)
def test_the_command_line_gives_its_verdict_in_the_language_that_was_asked_for(language: str) -> None:
    """`judge`, in words and as JSON: the same but for the sentences, which are the catalogue's."""
    law, chance = game("royal-racers"), Random(3)
    turn = law.play(law.start(2, chance, {"flags": "3"}), chance, None)
    while judge(law, turn.before, [law.observe(turn.stops[-1])], (), True).status is not Status.ILLEGAL:
        position = turn.after
        turn = law.play(position, chance, "royal-racers/step")
    words = ["--game", law.name, "--position", turn.before, "--observed", turn.stops[-1]]

    def said(*more: str) -> str:
        return CliRunner().invoke(judge_command, [*words, *more]).stdout

    english, other = said(), said("--language", language)
    assert english.startswith("ILLEGAL  ")
    assert other.startswith("ILLEGAL  ")
    assert set(english.splitlines()) & set(other.splitlines()) == set()
    plain, told = json.loads(said("--json")), json.loads(said("--json", "--language", language))
    verdict = judge(law, turn.before, [law.observe(turn.stops[-1])], (), True)
    assert plain["sentence"] == verdict.sentence
    assert told["sentence"] == Tongue(law.words, language).told(verdict.sentence)
    assert [plain[key] for key in ("verdict", "turn", "after")] == [told[key] for key in ("verdict", "turn", "after")]


def test_what_nobody_knows_the_facts_of_stays_english_and_is_marked_so() -> None:
    """An old record's sentence, a person's words: as they stand, and said to be English."""
    tongue = Tongue(language="de")
    assert tongue.marked("red <drove> on") == '<span lang="en">red &lt;drove&gt; on</span>'
    assert Tongue().marked("red <drove> on") == "red &lt;drove&gt; on"
    assert tongue.named("event", "sneezed twice") == "sneezed twice"
    assert Tongue(language="fr").say("axis") == "tour"
