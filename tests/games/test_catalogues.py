"""The catalogues: each language says everything, with the gaps that English has, and nothing that is left over."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from golden import FOLDER
from golden_text import LEGAL, read
from hypothesis import given
from hypothesis import strategies as st

from referee.games.options import in_words
from referee.games.racepack.table.places import listed, piece_words
from referee.games.registry import GAMES
from referee.words.catalogue import (
    COMMON,
    COMMON_PACKAGE,
    ENGLISH,
    HOUSE_PACKAGE,
    LANGUAGES,
    Catalogue,
    NoWordsError,
    Sentence,
    in_language,
    source,
)
from referee.words.fact import fact, several
from tests.by_lot import so_many
from web.words import LANGUAGES as OF_THE_PAGE

FAULTS_TRIED = so_many(30, 1000)
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
PACKAGES = sorted({HOUSE_PACKAGE, *(package for law in GAMES.values() for package in law.words.packages)})
RULES = {rule_id.rpartition("/")[2] for law in GAMES.values() for rule_id in law.rules}


class _Gaps(Visitor):
    """The gaps of a pattern and the messages that it quotes."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.variables: set[str] = set()

    def visit_VariableReference(self, node: Any) -> None:
        self.variables.add(node.id.name.partition("_")[0])
        self.found |= self.variables

    def visit_MessageReference(self, node: Any) -> None:
        self.found.add(node.id.name)


@cache
def patterns(package: str, language: str) -> dict[str, set[str]]:
    """Every message and attribute of a catalogue with its gaps; grammatical forms of a word are a language's own."""
    found = {}
    for entry in FluentParser().parse(source(package, language)).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            named = [(entry.id.name, entry.value)] if entry.value else []
            word = _is_word(entry)
            named += [(f"{entry.id.name}.{one.id.name}", one.value) for one in entry.attributes if not word]
            for name, pattern in named:
                assert name not in found, f"{name} is worded twice, and the second hides the first"
                gaps = _Gaps()
                gaps.visit(pattern)
                found[name] = gaps.found
    return found


def _is_word(message: Any) -> bool:
    """Whether a message is how a parameter's value is called (`who-S`)."""
    name, value = message.id.name, message.value
    return "-" in name and name not in RULES and value is not None and not list(_variables(value))


def _variables(pattern: Any) -> Iterator[str]:
    gaps = _Gaps()
    gaps.visit(pattern)
    yield from gaps.variables


@pytest.mark.parametrize("package", [*PACKAGES, "referee.tournament.words"])
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_what_english_says_with_the_same_gaps(package: str, language: str) -> None:
    """No message is missing or left over, none cannot be parsed, and each has just the gaps of the English one."""
    english, other = patterns(package, ENGLISH), patterns(package, language)
    words = {name for name in english if name not in other and name.partition("-")[0] in ("rank",)}
    assert {name: gaps for name, gaps in english.items() if name not in words} == other


@pytest.mark.parametrize("package", [package for package in PACKAGES if package not in (COMMON_PACKAGE, HOUSE_PACKAGE)])
def test_a_game_words_anew_only_what_it_says_as_all_games_do(package: str) -> None:
    """A rule that were called as a common message (`turns`) would be said in its place: the gaps tell them apart."""
    common, own = patterns(COMMON_PACKAGE, ENGLISH), patterns(package, ENGLISH)
    assert {name: own[name] for name in own if name in common} == {name: common[name] for name in common if name in own}


def test_what_the_referee_says_has_no_name_that_a_game_uses() -> None:
    """A game's words come first: one of the same name would be said in the place of what the referee says."""
    house = {name for name in patterns(HOUSE_PACKAGE, ENGLISH) if "-joint" not in name}
    others = {name: package for package in PACKAGES if package != HOUSE_PACKAGE for name in patterns(package, ENGLISH)}
    assert {name: others[name] for name in house & others.keys()} == {}


def test_the_catalogues_and_the_page_know_the_same_languages() -> None:
    """Whoever can choose a language on the page hears the law in it."""
    assert set(LANGUAGES) == set(OF_THE_PAGE)


@pytest.mark.parametrize("name", [name for name, law in GAMES.items() if law.words is not COMMON])
def test_every_rule_has_the_same_title_in_the_catalogue(name: str) -> None:
    """English titles stand with the rule and in the catalogue: they must not drift apart."""
    law = GAMES[name]
    assert {rule.id: law.words.say(fact(rule.id)) for rule in law.rules.values()} == {
        rule.id: rule.title for rule in law.rules.values()
    }


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_can_be_said_as_it_is_called(name: str, language: str) -> None:
    """What the table agrees on, and each value that is a word; in English just as the option says it, where it does."""
    law = GAMES[name]
    for option in law.options:
        words, choices = in_words(law.words, option)
        if option.words:
            assert (words, choices) == (option.words, option.choices)
        for text in (words, *(label for _, label in choices)):
            assert in_language(text, language) is not None or not re.search("[a-z]", text), text


def test_a_sentence_is_its_text_and_knows_what_it_says() -> None:
    """It is compared and joined as text, and survives being copied and sent."""
    told = COMMON.tell(fact("turn", who="red", how="nothing"))
    assert isinstance(told, Sentence)
    assert told == "red did nothing"
    assert type(told + "!") is str
    for again in (copy.deepcopy(told), pickle.loads(pickle.dumps(told))):
        assert again == told
        assert again.message == told.message


def test_parts_are_said_in_the_language_of_the_whole() -> None:
    """Also their joints; a part that is plain text makes the whole plain text."""
    words = GAMES["royal-racers"].words
    deeds = [words.tell(fact("deed", how="went", square=square)) for square in ("c3", "c4", "d4")]
    whole = words.tell(fact("turn", who="S"), deeds=deeds)
    assert whole == "red went to c3, went to c4 and went to d4"
    assert isinstance(whole, Sentence)
    assert words.say(whole.message, "de") == "Rot ging nach c3, ging nach c4 und ging nach d4"
    plain = words.tell(fact("turn", who="S"), deeds=[*deeds, "sneezed"])
    assert plain == "red went to c3, went to c4, went to d4 and sneezed"
    assert not isinstance(plain, Sentence)


def test_several_values_of_a_parameter_are_joined_as_parts_are() -> None:
    """Each in its own words; none is left as it stands, and a parameter without a joint is one value."""
    words = GAMES["home-racers"].words
    far = fact("gear-change", how="far", who="R", gear=5, gears=several((1, 2)), gears2=several((0, 1, 2, 3)))
    assert words.say(far) == "Red drove in gear 5 after gear 1 or 2; only gear 0, 1, 2 or 3 was possible."
    assert words.say(far, "de") == "Rot fuhr im Gang 5 nach Gang 1 oder 2; möglich war nur Gang 0, 1, 2 oder 3."
    drove = fact("deed", how="drove", count=2, gear=1, met="leak+collision", bends="ll+blue", dice="6")
    assert words.say(drove) == (
        "drove 2 tiles in gear 1 over a leak and another car (left lane change, through the blue portal; rolled 6)"
    )
    still = drove.also(met=several(()), bends=several(()), dice=several(()))
    assert words.say(still) == "drove 2 tiles in gear 1"
    royal = GAMES["royal-racers"].words
    assert royal.say(fact("step", how="left", who="S+M")) == "S+M left the board."


def test_a_parameter_may_list_what_it_holds() -> None:
    """Each part is called as it is alone, and they are joined as the language joins them."""
    words = GAMES["racepack"].words
    change = fact("racepack/speed-change", how="change", who="S", speed=6, speeds="4", speeds2="2,3,4,5")
    assert words.say(change) == "Red moved at speed 6 after speed 4; only 2, 3, 4 or 5 was possible."
    assert words.say(change, "de") == "Rot fuhr Tempo 6 nach Tempo 4; möglich war nur 2, 3, 4 oder 5."
    order = fact("racepack/order", how="other", cars="S,2M,dA")
    assert words.say(order) == "The order of the cars is red, second black, blue die."
    assert words.say(order, "fr") == "L’ordre des voitures est Rouge, Noir 2, dé Bleu."


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fallback; a fact that English has no words for is a fault of the catalogue."""

    def short(package: str, language: str) -> str:
        return source(package, language) if language == ENGLISH else "who-red = Rot\nlegal = { $said } { $nothing }"

    monkeypatch.setattr("referee.words.catalogue.source", short)
    monkeypatch.setattr("referee.words.catalogue.HOUSE", Catalogue(HOUSE_PACKAGE))
    words = Catalogue()
    assert words.say(fact("turn", who="red", how="nothing"), "de") == "red did nothing"
    assert not words.knows(fact("turn", who="red", how="nothing"), "de")
    with pytest.raises(NoWordsError):
        words.say(fact("no-such-thing"), "de")
    with pytest.raises(NoWordsError):
        words.say(fact("turn", how="nothing"), "de")


@given(st.text(min_size=1, max_size=12), st.integers(0, 10_000))
def test_a_gap_holds_what_it_is_given(text: str, number: int) -> None:
    """Braces, quotes and other signs in a parameter are no commands, and a number is written as it stands."""
    words = GAMES["royal-racers"].words
    assert words.say(fact("step", how="far", who="S", square=text, square2="c3")) == (
        f"Red went from {text} to c3; a pawn goes to a space beside its own, never diagonally."
    )
    assert f" {number} flags" in words.say(fact("campaign", how="coin", who="S", coin=1, touched=number))


@pytest.mark.by_lot
@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_a_fault_hangs_on_can_be_said_to_be_otherwise(name: str) -> None:
    """A fault that hangs on what nobody saw is asked about: each such thing has words for being otherwise."""
    law: Any = GAMES[name]
    turns = list(islice((one for one in read(FOLDER / f"{name}.txt") if one.truth != LEGAL), FAULTS_TRIED))
    silent = set()
    for turn in turns:
        state, looks = law.book.worlds(turn.before)[0], map(law.observe, turn.looks[1:])
        slips = (slip for look in looks for slip in law.book.slips(state, look))
        claims = {claim.fact.also(how="otherwise") for slip in slips for claim in slip.claims if not claim.free}
        silent |= {(told.kind, one) for told in claims for one in LANGUAGES if not law.words.knows(told, one)}
    assert turns
    assert silent == set()


def test_what_is_wrong_on_a_table_is_put_together_in_each_language() -> None:
    """Pieces, where they lie and their list are parts of the sentence, which is said in German as a whole."""
    words = GAMES["racepack"].words
    where = words.told("third", row="top", column="left")
    ends = listed([words.told("loose-end", piece=piece_words("tile:Sa"), where=where), piece_words("lap")])
    told = words.told("and-track-is-open-at", unseen_words=words.told("tiles-not-seen", count=1), ends=ends)
    assert told == ("one tile is not to be seen and the track is open at the tile suns ace (top left) and the lap card")
    assert in_language(told, "de") == (
        "eine Platte ist nicht zu sehen, und die Strecke ist offen bei: die Platte Sonnen Ass (oben links) "
        "und die Rundenkarte"
    )
