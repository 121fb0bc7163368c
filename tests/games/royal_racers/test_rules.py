"""Every rule: a turn that just breaks it, one that just keeps it, and for a fact unseen the question that settles it.

The board (conftest.py): in rows 2 to 5 the columns a to e hold ace to five; red starts on c3, black on d4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.base import Verdict
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.position import parse_position
from referee.games.royal_racers.rules import RULES, due_flag, instead
from referee.games.words_said import HERE, Spoken
from referee.judge import judge

Table = Callable[..., str]
GAME = RoyalRacers()


def ruled(before: str, *looks: str, said: tuple[str, ...] = (), closed: bool = True) -> Verdict:
    """The verdict on what the looks show; a fault by a word alone counts once it was said again."""
    seen = [GAME.observe(look) for look in looks]
    verdict = judge(GAME, before, seen, said, closed)
    if any(answer == HERE for question in verdict.questions for _, answer in question.answers):
        verdict = judge(GAME, before, seen, [Spoken(word, sure=True) for word in said], closed)
    return verdict


def short(verdict: Verdict) -> str:
    """LEGAL, UNDECIDED, or the broken rules without the game's name."""
    if verdict.violations:
        return " ".join(dict.fromkeys(fault.rule.removeprefix("royal-racers/") for fault in verdict.violations))
    return verdict.status.value


FOUR = {"pawns": "S:c2,M:c3,C:c4,A:c5", "flags": "S2:c3,M2:d4,C2:c4,A2:d3", "ranks": "a2"}
AWAY = {"pawns": "S:b3,M:d3"}
ONE_FLAG = {"flags": "S5:c3,M5:c4", "ranks": "5", "variants": "opponent-flag"}

CASES = [
    # what it shows, before, after, said, verdict
    ("null and a step", {}, {"rolled": "Sn", "pawns": "S:c4,M:d4"}, (), "LEGAL"),
    ("null and no step", {}, {"rolled": "Sn"}, (), "LEGAL"),
    ("a card of the rank", {}, {"rolled": "S4", "down": "d5"}, (), "LEGAL"),
    ("no card turned", {}, {"rolled": "S4"}, (), "morph"),
    ("no card turned, and a step", {}, {"rolled": "S4", "pawns": "S:c4,M:d4"}, (), "morph"),
    ("two cards turned", {}, {"rolled": "S4", "down": "d5,d2"}, (), "morph"),
    ("null turns nothing", {}, {"rolled": "Sn", "down": "d5"}, (), "morph"),
    ("another rank turned down", {}, {"rolled": "S4", "down": "e5"}, (), "morph"),
    ("said that there was no roll", {}, {"down": "d5"}, ("roll=no",), "morph"),
    ("nobody saw the roll", {}, {"down": "d5"}, (), "UNDECIDED"),
    ("the roll is said", {}, {"down": "d5"}, ("roll=4",), "LEGAL"),
    ("another roll is said", {}, {"down": "d5"}, ("roll=5",), "morph"),
    ("cards of the rank face down: one must be tried", {**AWAY, "down": "d2,d5", "pawns": "S:d4,M:d3"},
     {**AWAY, "rolled": "S4", "down": "d2,d5", "pawns": "S:d4,M:d3"}, (), "morph"),
    ("no card of the rank may be turned", {"pawns": "S:d5,M:d3", "flags": "Sa:a1,S2:c3,Ma:d2,M2:d4", "ranks": "a2"},
     {"pawns": "S:d5,M:d3", "flags": "Sa:a1,S2:c3,Ma:d2,M2:d4", "rolled": "S4"}, (), "LEGAL"),
    ("a six", {}, {"rolled": "S4", "down": "a1"}, (), "flip-fixed"),
    ("a six and a right card", {}, {"rolled": "S4", "down": "a1,d5"}, (), "flip-fixed"),
    ("a six that lay face down is turned up", {"down": "a1"}, {"rolled": "Sn"}, (), "LEGAL"),
    ("a six is turned up, and a right card down", {"down": "a1"}, {"rolled": "S4", "down": "d5"}, (), "LEGAL"),
    ("a six is named in vain and stays up", {"down": "a1"}, {"rolled": "S4"}, (), "LEGAL"),
    ("a five", {}, {"rolled": "S5", "down": "e5"}, (), "LEGAL"),
    ("under another's pawn", AWAY, {**AWAY, "rolled": "S4", "down": "d3"}, (), "flip-pawn"),
    ("under his own pawn", AWAY, {**AWAY, "rolled": "S2", "down": "b3"}, (), "flip-pawn"),
    ("beside the pawn", AWAY, {**AWAY, "rolled": "S4", "down": "d2"}, (), "LEGAL"),
    ("under a flag, others up", AWAY, {**AWAY, "rolled": "S3", "down": "c3"}, (), "flip-flag"),
    ("under a flag, no other up", {**AWAY, "down": "c2,c4,c5"}, {**AWAY, "rolled": "S3", "down": "c2,c3,c4,c5"}, (),
     "LEGAL"),
    ("under a flag, one other up", {**AWAY, "down": "c2,c4"}, {**AWAY, "rolled": "S3", "down": "c2,c3,c4"}, (),
     "flip-flag"),
    ("a wrong card stays up", {"down": "c4,b2"}, {"rolled": "S3", "down": "c4"}, (), "flip-memory"),
    ("the right card stays up", {"down": "c4,b2"}, {"rolled": "S3", "down": "b2"}, (), "LEGAL"),
    ("sent back, nobody saw the card", {"down": "c4,b2", "pawns": "S:e3,M:d4"},
     {"rolled": "S3", "down": "c4,b2", "pawns": "S:c3,M:d4"}, (), "UNDECIDED"),
    ("sent back, a wrong card named", {"down": "c4,b2", "pawns": "S:e3,M:d4"},
     {"rolled": "S3", "down": "c4,b2", "pawns": "S:c3,M:d4"}, ("named=b2",), "LEGAL"),
    ("sent back and one step on", {"down": "c4,b2", "pawns": "S:e3,M:d4"},
     {"rolled": "S3", "down": "c4,b2", "pawns": "S:b3,M:d4"}, ("named=b2",), "LEGAL"),
    ("sent back though the right card was named", {"down": "c4,b2", "pawns": "S:e3,M:d4"},
     {"rolled": "S3", "down": "c4,b2", "pawns": "S:c3,M:d4"}, ("named=c4",), "flip-memory"),
    ("sent back for a card that lies face up", {"down": "c4,b2", "pawns": "S:e3,M:d4"},
     {"rolled": "S3", "down": "c4,b2", "pawns": "S:c3,M:d4"}, ("named=a5",), "flip-memory"),
    ("a wrong card named and not sent back", {"down": "c4,b2", "pawns": "S:e3,M:d4"},
     {"rolled": "S3", "down": "c4,b2", "pawns": "S:e3,M:d4"}, ("named=b2",), "flip-memory"),
    ("sent back to the last flag touched", {"down": "c4,b2", "pawns": "S:e3,M:d4", "touched": "S:1"},
     {"rolled": "S3", "down": "c4,b2", "pawns": "S:a1,M:d4"}, ("named=b2",), "LEGAL"),
    ("blocked way back, nothing said", {"down": "c4,b2", "pawns": "S:e3,M:c3"},
     {"rolled": "S4", "down": "c4,b2", "pawns": "S:e3,M:c3"}, ("named=b2",), "UNDECIDED"),
    ("blocked way back, the pawn stays", {"down": "c4,b2", "pawns": "S:e3,M:c3"},
     {"rolled": "S4", "down": "c4,b2", "pawns": "S:e3,M:c3"}, ("named=b2", "back=stay"), "LEGAL"),
    ("way back face down, the pawn goes", {"down": "c3,b2", "pawns": "S:e3,M:d4"},
     {"rolled": "S4", "down": "c3,b2", "pawns": "S:c3,M:d4"}, ("named=b2", "back=c3"), "LEGAL"),
    ("any card up, all of the rank under pawns", {**FOUR, "down": "b2,e4"}, {**FOUR, "rolled": "S3", "down": "e4"}, (),
     "LEGAL"),
    ("a card down, all of the rank under pawns", {**FOUR, "down": "b2"}, {**FOUR, "rolled": "S3", "down": "b2,e4"}, (),
     "flip-any"),
    ("nothing, all of the rank under pawns", {**FOUR, "down": "b2"}, {**FOUR, "rolled": "S3", "down": "b2"}, (),
     "LEGAL"),
    ("any card claimed, not all under pawns", {"down": "b2"}, {"rolled": "S3"}, ("any",), "flip-any"),
    ("two steps", {}, {"rolled": "Sn", "pawns": "S:c5,M:d4"}, (), "step"),
    ("a diagonal step", {}, {"rolled": "Sn", "pawns": "S:b2,M:d4"}, (), "step"),
    ("off the board", {}, {"rolled": "Sn", "pawns": "S:off,M:d4"}, (), "step"),
    ("onto another pawn", {"pawns": "S:c3,M:c4"}, {"rolled": "Sn", "pawns": "S:c4,M:c4"}, (), "occupied"),
    ("beside another pawn", {"pawns": "S:c3,M:c5"}, {"rolled": "Sn", "pawns": "S:c4,M:c5"}, (), "LEGAL"),
    ("onto a face-down card", {"down": "c4"}, {"rolled": "Sn", "down": "c4", "pawns": "S:c4,M:d4"}, (), "face-down"),
    ("onto a card turned down just now", {}, {"rolled": "S3", "down": "c4", "pawns": "S:c4,M:d4"}, (), "face-down"),
    ("onto a card turned up just now", {"down": "c4"}, {"rolled": "S3", "pawns": "S:c4,M:d4"}, (), "LEGAL"),
    ("onto a card nobody sees", {"down": "c4"}, {"rolled": "S3", "down": "c4", "unseen": "c4", "pawns": "S:c4,M:d4"},
     (), "UNDECIDED"),
    ("onto a hidden card that was turned up", {"down": "c4"},
     {"rolled": "S3", "down": "c4", "unseen": "c4", "pawns": "S:c4,M:d4"}, ("turned=c4",), "LEGAL"),
    ("a flag touched in order", {"pawns": "S:a2,M:d4"}, {"rolled": "Sn", "pawns": "S:a1,M:d4"}, ("touch=a",), "LEGAL"),
    ("a flag claimed out of order", {"pawns": "S:a5,M:d4"}, {"rolled": "Sn", "pawns": "S:a6,M:d4"}, ("touch=2",),
     "flag-order"),
    ("a flag passed out of order", {"pawns": "S:a5,M:d4"}, {"rolled": "Sn", "pawns": "S:a6,M:d4"}, (), "LEGAL"),
    ("another's flag without the variant", {"pawns": "S:b2,M:d4"}, {"rolled": "Sn", "pawns": "S:b1,M:d4"}, (),
     "LEGAL"),
    ("another's flag, a path free", {"pawns": "S:b2,M:d4", "variants": "opponent-flag"},
     {"rolled": "Sn", "pawns": "S:b1,M:d4"}, (), "opponent-flag"),
    ("another's flag, every path blocked", {"pawns": "S:b2,M:d4", "variants": "opponent-flag", "down": "a2"},
     {"rolled": "Sn", "pawns": "S:b1,M:d4", "down": "a2"}, (), "LEGAL"),
    ("another's flag from one's own, ways back free", {**ONE_FLAG, "pawns": "S:c3,M:d3"},
     {**ONE_FLAG, "rolled": "Sn", "pawns": "S:c4,M:d3"}, (), "opponent-flag"),
    ("another's flag from one's own, no way back", {**ONE_FLAG, "pawns": "S:c3,M:d3", "down": "b3,c2"},
     {**ONE_FLAG, "rolled": "Sn", "pawns": "S:c4,M:d3", "down": "b3,c2"}, (), "LEGAL"),
    ("another player moved", {}, {"rolled": "Mn", "pawns": "S:c3,M:d5"}, (), "turn-order"),
    ("the player, then another", {}, {"rolled": "Sn Mn", "pawns": "S:c3,M:d5"}, (), "LEGAL"),
    ("a step by a roll from before people looked, then another", {"down": "b5", "touched": "S:0,M:1"},
     {"rolled": "Ma", "down": "b5", "pawns": "S:c2,M:e6"}, (), "UNDECIDED"),
    ("a card of a roll from before people looked, then another",
     {"rolled": "S4", "down": "b5", "touched": "S:0,M:1"},
     {"rolled": "S4 Ma", "down": "b5,d2", "pawns": "S:c3,M:e6"}, (), "UNDECIDED"),
    ("another's turn and a card of no roll", {"rolled": "S4", "down": "b5", "touched": "S:0,M:1"},
     {"rolled": "S4 Ma", "down": "b5,e2", "pawns": "S:c3,M:e6"}, (), "turn-order"),
    ("another moved, nobody saw dice", {"dice": False}, {"dice": False, "pawns": "S:c3,M:d5"}, (), "UNDECIDED"),
    ("another moved, both rolls said", {"dice": False}, {"dice": False, "pawns": "S:c3,M:d5"}, ("roll=n", "M:roll=n"),
     "LEGAL"),
    ("another moved, no roll before", {"dice": False}, {"dice": False, "pawns": "S:c3,M:d5"}, ("roll=no", "done"),
     "turn-order"),
    ("a coin too many", {"pawns": "S:c2,M:d4", "variants": "campaign", "races": "1/2", "touched": "S:4,M:2"},
     {"rolled": "Sn", "pawns": "S:c3,M:d4"}, ("coin:S=5", "coin:M=3"), "campaign"),
    ("the right coins", {"pawns": "S:c2,M:d4", "variants": "campaign", "races": "1/2", "touched": "S:4,M:2"},
     {"rolled": "Sn", "pawns": "S:c3,M:d4"}, ("coin:S=5", "coin:M=2"), "LEGAL"),
    ("a coin in a single race", {}, {"rolled": "Sn"}, ("coin:S=0",), "campaign"),
    ("a step without a roll", {}, {"pawns": "S:c2,M:d4"}, ("roll=no",), "morph"),
    ("a flag moved", {"ranks": "a2", "flags": "Sa:a1,S2:c3,Ma:e6,M2:d4"},
     {"rolled": "Sn", "flags": "Sa:a2,S2:c3,Ma:e6,M2:d4"}, (), "flag-placement"),
    ("a flag taken before it was touched", {"ranks": "a2", "flags": "Sa:a1,S2:c3,Ma:e6,M2:d4"},
     {"rolled": "Sn", "flags": "S2:c3,Ma:e6,M2:d4"}, (), "flag-placement"),
    ("a flag taken after it was touched", {"ranks": "a2", "flags": "Sa:a1,S2:c3,Ma:e6,M2:d4", "touched": "S:1"},
     {"rolled": "Sn", "flags": "S2:c3,Ma:e6,M2:d4"}, (), "LEGAL"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said", "word"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_rule(table: Table, before: dict[str, str], after: dict[str, str], said: tuple[str, ...], word: str) -> None:
    """One turn, seen only at its end, gets the verdict it should."""
    verdict = ruled(table(turn="S,M", **before), table(**after), said=said)
    assert short(verdict) == word, verdict.sentence
    assert bool(verdict.questions) == (word == "UNDECIDED")


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("sent back though the right card was named", "named the right card on c4"),
        ("sent back for a card that lies face up", "named the card on a5, which lies face up"),
        ("a wrong card named and not sent back", "did not go back to c3"),
        ("a step without a roll", "did not roll the die"),
        ("a flag moved", "flag ace was moved"),
        ("a flag taken before it was touched", "flag ace was taken away before it was touched"),
    ],
)
def test_a_rule_that_can_be_broken_in_several_ways_says_which(table: Table, case: str, words: str) -> None:
    """The sentence tells what was done, not only which rule it broke."""
    found: Any = next(one[1:4] for one in CASES if one[0] == case)
    before, after, said = found
    assert words in ruled(table(turn="S,M", **before), table(**after), said=said).sentence


def test_a_die_that_comes_into_sight_was_not_thrown(table: Table) -> None:
    """Black's die was never seen: that it lies there now tells of no turn of his, and red's roll is asked about."""
    before = table(turn="S,M").replace(",M:n@60:50:0", "")
    assert short(ruled(before, table(down="d5"))) == "UNDECIDED"
    assert short(ruled(before, table(down="d5"), said=("roll=4",))) == "LEGAL"


def test_every_rule_is_broken_by_some_case() -> None:
    """The cases above and the tests of layout below leave no rule id out."""
    broken = {word for case in CASES for word in case[4].split()}
    assert {name.removeprefix("royal-racers/") for name in RULES} - broken == {"layout"}


RULED = {
    # rule: a case that just breaks it, one that just keeps it, and one that stays open until the fact is said
    "morph": ("no card turned", "a card of the rank", ("nobody saw the roll", "the roll is said")),
    "flip-fixed": ("a six", "a five", None),
    "flip-pawn": ("under another's pawn", "beside the pawn", None),
    "flip-flag": ("under a flag, one other up", "under a flag, no other up", None),
    "flip-memory": ("a wrong card stays up", "the right card stays up",
                    ("sent back, nobody saw the card", "sent back, a wrong card named")),
    "flip-any": ("a card down, all of the rank under pawns", "any card up, all of the rank under pawns", None),
    "step": ("two steps", "null and a step", None),
    "occupied": ("onto another pawn", "beside another pawn", None),
    "face-down": ("onto a card turned down just now", "onto a card turned up just now",
                  ("onto a card nobody sees", "onto a hidden card that was turned up")),
    "flag-order": ("a flag claimed out of order", "a flag touched in order", None),
    "flag-placement": ("a flag taken before it was touched", "a flag taken after it was touched", None),
    "turn-order": ("another player moved", "the player, then another",
                   ("another moved, nobody saw dice", "another moved, both rolls said")),
    "opponent-flag": ("another's flag, a path free", "another's flag, every path blocked", None),
    "campaign": ("a coin too many", "the right coins", None),
}  # fmt: skip


def test_every_rule_is_broken_kept_and_asked_about() -> None:
    """The ids of the ruling, each with its cases and their verdicts; `layout` has a test of its own below."""
    words = {case[0]: case[4] for case in CASES}
    assert {name.removeprefix("royal-racers/") for name in RULES} == {*RULED, "layout"}
    for rule, (broken, kept, unseen) in RULED.items():
        assert words[broken] == rule
        assert words[kept] == "LEGAL"
        if unseen is not None:
            assert (words[unseen[0]], words[unseen[1]]) == ("UNDECIDED", "LEGAL")


def test_a_pawn_moved_before_the_race_moves_no_quadrant(table: Table) -> None:
    """Flags go round from the quadrant of the start flag, wherever the pawn stands by now (Setup d)."""
    due = [
        due_flag(parse_position(table(phase="flags", round="1", turn="M", flags="S5:c3,M5:d4", pawns=f"S:{at},M:d4")))
        for at in ("c3", "d3")
    ]
    assert due[0] == due[1]
    assert due[0][0] == "Sa"


def test_who_turns_a_card_up_before_the_race_puts_right_what_a_fault_left(table: Table) -> None:
    """Every card lies face up then (Setup b): whoever turns one up does nothing wrong, whoever turns one down does."""
    flags = "Sa:a1,S2:a6,S3:f6,S5:c3,Ma:e6,M2:e1,M3:b1,M5:d4"
    lying, shown = table(flags=flags, phase="flags", round="4", turn="S,M", down="e2"), table(flags=flags)
    flag, _ = due_flag(parse_position(lying))
    for place in ("a5", "b5", "a3", "e5", "f5", "e2", "f3"):
        placed = table(flags=f"{flags},{flag}:{place}")
        verdict = short(ruled(lying, shown, placed))
        assert verdict == short(ruled(table(flags=flags, phase="flags", round="4", turn="S,M"), shown, placed)), place
    assert "layout" in short(ruled(lying, table(flags=flags, down="e2,e3")))


def test_the_card_is_turned_before_the_step(table: Table) -> None:
    """A card turned after the step breaks the morph rule when the stops show it; a step taken back does not count."""
    before, rolled = table(turn="S,M"), table(rolled="S4")
    stepped, late = table(rolled="S4", pawns="S:c4,M:d4"), table(rolled="S4", pawns="S:c4,M:d4", down="d5")
    turned = table(rolled="S4", down="d5")
    assert short(ruled(before, rolled, stepped, late)) == "morph"
    assert short(ruled(before, rolled, turned, late)) == "LEGAL"
    assert short(ruled(before, rolled, stepped, turned, late)) == "LEGAL"


def test_the_last_of_a_round_may_have_begun_the_next_one_before_he_was_seen(table: Table) -> None:
    """Two cards of one rank, each in a turn of its own whose roll nobody parts from the other: asked about. A look of
    the die before the first card parts them."""
    before, rolled = table(turn="M", round="3"), table(rolled="M4")
    first, second = table(rolled="M4", down="d5"), table(rolled="M4", down="d5,d2")
    assert short(ruled(before, first, second)) == "UNDECIDED"
    assert short(ruled(before, rolled, first, second)) == "morph"


def test_a_card_may_have_been_turned_and_turned_back_before_the_die_was_seen(table: Table) -> None:
    """Who is last in a round and first in the next may have had both turns when his die is first seen: asked about.

    A card seen turned over in between parts the turns, for the die was not thrown again since.
    """
    rolled, stepped = table(rolled="M4"), table(rolled="M4", pawns="S:c3,M:e4")
    assert short(ruled(table(turn="S,M"), table(rolled="S4"), table(rolled="S4", pawns="S:b3,M:d4"))) == "morph"
    last = table(turn="M", round="3")
    assert short(ruled(last, rolled, stepped)) == "UNDECIDED"
    assert short(ruled(last, rolled, table(rolled="M4", down="d5"), stepped)) == "morph"


def test_a_fault_in_either_of_two_turns_running_is_their_players(table: Table) -> None:
    """Two cards of one rank and a six, by who is last in a round and first in the next: the six is never turned."""
    before, after = table(turn="M", round="3"), table(rolled="M4", down="d5,d2,a1")
    assert short(ruled(before, after)) == "flip-fixed"


def test_a_word_that_the_table_gainsays_accuses_nobody(table: Table) -> None:
    """The card that was named lies face up, and nobody saw the roll: who says that none was turned only slips."""
    before, up = table(turn="S,M", down="c4"), table(dice=False)
    assert short(ruled(before, up, said=("named=c4", "turned=no"))) == "UNDECIDED"
    assert short(ruled(before, up, said=("roll=3", "named=c4", "turned=no"))) == "LEGAL"


def test_a_card_that_may_not_be_turned_is_told_as_it_was_seen(table: Table) -> None:
    """No story in which a pawn goes back onto the card and away again is told for a card turned beside a pawn."""
    before = table(turn="S,M", down="b2", pawns="S:b3,M:d4")
    assert short(ruled(before, table(rolled="S4", down="b2,c3", pawns="S:b3,M:d4"))) == "morph flip-flag"


def test_a_wrong_card_seen_and_the_pawn_left_where_it_was(table: Table) -> None:
    """A wrong card seen turned up and down again sends the pawn back; the stops show whether it went."""
    before = table(turn="S,M", down="c4,b2", pawns="S:e3,M:d4")
    up = table(rolled="S3", down="c4", pawns="S:e3,M:d4")
    stayed = table(rolled="S3", down="c4,b2", pawns="S:e3,M:d4")
    back = table(rolled="S3", down="c4,b2", pawns="S:c3,M:d4")
    assert short(ruled(before, up, stayed)) == "flip-memory"
    assert short(ruled(before, up, back)) == "LEGAL"
    assert short(ruled(before, up, closed=False)) == "LEGAL"
    assert short(ruled(before, up)) == "flip-memory"
    covered = ruled(before, up, table(rolled="S3", down="c4", unseen="b2", pawns="S:c3,M:d4"))
    assert short(covered) == "UNDECIDED"
    assert covered.questions[0].text.startswith("Does the card that red turned up lie face down again?")


def test_an_open_turn_waits_for_the_card(table: Table) -> None:
    """After the roll the turn is legal so far; it is over by itself after the step."""
    before = table(turn="S,M")
    waiting = ruled(before, table(rolled="S4"), closed=False)
    assert (short(waiting), waiting.provisional) == ("LEGAL", True)
    over = ruled(before, table(rolled="S4", down="d5", pawns="S:c4,M:d4"), closed=False)
    assert (short(over), over.provisional) == ("LEGAL", False)
    untouched = ruled(before, table(), closed=False)
    assert (short(untouched), untouched.provisional) == ("LEGAL", True)


def test_the_last_flag_wins(table: Table) -> None:
    """Ending on the start after all other flags ends the race; one flag short it does not."""
    for touched, winner in (("S:4", "S"), ("S:3", "")):
        before = table(turn="S,M", pawns="S:c2,M:d4", touched=touched)
        after = parse_position(ruled(before, table(rolled="Sn", pawns="S:c3,M:d4")).after)
        assert after.winner == winner
        assert bool(after.queue) != bool(winner)
    assert GAME.over(ruled(table(turn="S,M", pawns="S:c2,M:d4", touched="S:4"),
                           table(rolled="Sn", pawns="S:c3,M:d4")).after) is not None  # fmt: skip


def test_swapped_cards_break_the_layout(table: Table) -> None:
    """Two cards that change places break the layout rule; the same cards in their places keep it."""
    before, after = table(turn="S,M"), table(rolled="Sn")
    swapped = after.replace("6s,7s", "7s,6s")
    assert short(ruled(before, after)) == "LEGAL"
    assert short(ruled(before, swapped)) == "layout"


def test_swapped_cards_lie_as_they_are_seen(table: Table) -> None:
    """A card that lies face down and changes its place with another is one fault, whoever may have had two turns."""
    before, after = table(turn="M", round="3", down="b2"), table(rolled="Mn", down="b2")
    swapped = after.replace("ac,-2c", "-2c,ac")
    assert swapped != after
    assert short(ruled(before, swapped)) == "layout"
    before, after = table(turn="S,M", down="b2"), table(rolled="S5", down="b2,e5")
    assert short(ruled(before, after.replace("6c,", "-2c,").replace("ac,-2c", "ac,6c"))) == "layout"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ""),
        ({"down": "a2"}, "lies face down"),
        ({"pawns": "S:c5,M:d4"}, "in the middle"),
        ({"flags": "S5:c3"}, "no flag on his start"),
    ],
)
def test_a_start_is_checked(table: Table, change: dict[str, str], words: str) -> None:
    """A position before the flags are placed has all cards face up and the pawns, on their flags, in the middle."""
    start = table(**{"flags": "S5:c3,M5:d4", "phase": "flags", "round": "1", "turn": "S,M", **change})
    problems = " ".join(GAME.check_position(start))
    assert words in problems
    assert bool(problems) == bool(words)


PLACING = {"flags": "S5:c3,M5:d4", "phase": "flags", "round": "1", "turn": "S,M"}


@pytest.mark.parametrize(
    ("after", "said", "word"),
    [
        ({"flags": "S5:c3,M5:d4,Ma:e5"}, (), "LEGAL"),
        ({"flags": "S5:c3,M5:d4,Ma:a5"}, (), "flag-placement"),
        ({"flags": "S5:c3,M5:d4,M2:e5"}, (), "flag-placement"),
        ({"flags": "S5:c3,M5:d4,Sa:a1"}, (), "flag-placement"),
        ({"flags": "S5:c3,M5:d4,Ma:d4"}, (), "flag-placement"),
        ({"flags": "S5:c3,M5:d4"}, (), "flag-placement"),
        ({"flags": "S5:c3,M5:d4", "unseen": "f6,e5"}, (), "UNDECIDED"),
        ({"flags": "S5:c3,M5:d4", "unseen": "f6,e5"}, ("flag=e5",), "LEGAL"),
        ({"flags": "S5:c3,M5:d4", "unseen": "f6,e5"}, ("flag=a1",), "UNDECIDED"),
        ({"flags": "S5:c3,M5:d4", "pawns": "S:c4,M:d4"}, (), "flag-placement"),
        ({"flags": "S5:c3,M5:d4,Sa:b1,Ma:e5"}, (), "LEGAL"),
        ({"flags": "S5:c3,M5:d4,Sa:b1,Ma:e5,Sa:b1,S2:a6"}, (), "LEGAL"),
    ],
)
@pytest.mark.few(5)
def test_flags_are_placed_one_by_one(table: Table, after: dict[str, str], said: tuple[str, ...], word: str) -> None:
    """The flag due goes into its quadrant on a card without a flag; several at once are as many turns."""
    look = table(**after).replace("Sa:b1,Ma:e5,Sa:b1", "Sa:b1,Ma:e5")
    assert short(ruled(table(**PLACING), look, said=said)) == word


def test_a_flag_is_asked_about_by_its_owner_and_missed_from_whose_turn_it_is(table: Table) -> None:
    """Red places black's ace: it may lie covered; where black's flag for red lies alone, red has placed none."""
    asked = ruled(table(**PLACING), table(flags="S5:c3,M5:d4", unseen="f6,e5"))
    assert "black's flag ace" in asked.questions[0].text
    missed = ruled(table(**PLACING), table(flags="S5:c3,M5:d4,Sa:a1"))
    assert "did not place" in missed.sentence
    after = parse_position(missed.after)
    assert (after.round, after.to_move) == (2, "M"), "black's turn went by as well"


def test_a_step_may_be_made_to_what_is_free_beside_the_pawn(table: Table) -> None:
    """What a step onto a pawn should have been: not to the card that lies face down either."""
    at = parse_position(table(turn="S,M", pawns="S:c3,M:c4", down="b3"))
    free = instead(at, at, "occupied.went", {"who": "S", "start": "c3"})
    assert sorted(free) == ["c2", "d3"]


def test_a_missed_round_is_followed(table: Table) -> None:
    """Two players' turns between two looks are one legal line; the dice say who rolled what."""
    before = table(turn="S,M")
    both = table(rolled="S4 M3", down="d5,c5", pawns="S:b3,M:e4")
    verdict = ruled(before, both)
    assert short(verdict) == "LEGAL"
    assert verdict.turn == "S r4 -d5 >b3 / M r3 -c5 >e4"
    assert parse_position(verdict.after).round == 3
    assert short(ruled(before, both, said=("done",))) != "LEGAL"


def test_what_lies_face_down_is_never_told(table: Table) -> None:
    """Sentences, questions, advice and the drawing do not give a face-down card away."""
    before = table(turn="S,M", down="b2,c4,d5,e2", pawns="S:e3,M:d4")
    look = table(rolled="S3", down="b2,c4,d5,e2", pawns="S:e4,M:d4")
    verdict = ruled(before, look)
    assert short(verdict) == "morph"
    told = " ".join([verdict.sentence, *verdict.alternatives])
    assert "up c4" not in told
    asked = ruled(before, table(rolled="S3", down="b2,c4,d5,e2", pawns="S:c3,M:d4")).questions
    assert [words for words, _ in asked[0].answers] == ["b2", "e2", "c4", "d5"]
    drawn = GAME.diagram(before, {})
    assert drawn.count('class="back"') == 4
    assert "2♣" not in drawn
    assert "3♥" not in drawn
    names = [question.text for question in GAME.declarations(before)]
    assert not any("c4" in name for name in names)


def test_a_card_named_before_it_is_turned_leaves_the_turn_open(table: Table) -> None:
    """A way back and a step to the old card again would leave no trace: nobody is taken to have gone it unseen."""
    position = table(down="e5", pawns="S:c4,M:d4", turn="S,M", touched="S:0,M:0")
    looks = [table(down="e5", pawns="S:c4,M:d4", rolled=rolled) for rolled in ("", "S4")]
    assert ruled(position, *looks, said=("named=e5",), closed=False).provisional
    closed = ruled(position, *looks, said=("named=e5",))
    assert (short(closed), closed.turn) == ("LEGAL", "S r4 ~e5 <c3 >c4")


def test_a_touched_flag_out_of_sight_may_have_been_taken_off(table: Table) -> None:
    """Turning a card down whose touched flag is not seen is asked about; with the flag in sight it is a fault."""
    flags = "Sa:b3,S2:a6,S3:f6,S4:f1,S5:c3,Ma:e6,M2:e1,M3:b1,M4:b6,M5:d4"
    position = table(flags=flags, turn="S,M", touched="S:1,M:0")
    after = {"down": "b3", "rolled": "S2", "pawns": "S:c4,M:d4"}
    assert short(ruled(position, table(flags=flags, **after))) == "flip-flag"
    unread = table(flags=flags.removeprefix("Sa:b3,"), **after) + " unseen=b3"
    verdict = ruled(position, unread)
    assert short(verdict) == "UNDECIDED"
    assert "taken off b3" in verdict.sentence
