"""The penalty die in time: each throw serves one entry, after the car stands there and before anybody moves on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.games.base import Rule, Status, Verdict
from referee.games.racepack import rules
from referee.games.racepack.game import Racepack
from referee.games.racepack.hands import HANDS
from referee.games.racepack.observation import Observation
from referee.games.racepack.state import OUT
from referee.games.rulebook import Step
from tests.by_lot import lot, so_many
from tests.games.racepack import penalty_turns
from tests.games.racepack.asked_again import judge

OLD, ROLLED = "n:0:0:0", "3:30:30:40"
TURNS = so_many(5, 60)
TRACK, REST = penalty_turns.TRACK, "hazards=none lap=3"


def _judged(law: Racepack, start: str, looks: str, *said: str, closed: bool = True) -> Verdict:
    """The word on red's turn; each look is `car die`, with a comma between."""

    def table(look: str, more: str = "") -> str:
        car, *die = look.split()
        shown = f" die={die[0]}" if die else ""
        return f"{TRACK} cars=S:{car},M:q3,C:r4,A:q5 {REST}{shown}{more}"

    stops = [law.observe(table(look.strip())) for look in looks.split(",")]
    return judge(law, table(f"{start} {OLD}", " turn=S,M,C,A"), stops, said, closed=closed)


CHEATS = {
    "a 5 is thrown again and the car drives on": (
        "b5", f"b7 {OLD}, b7 5:-30:-30:80, b7 {ROLLED}, c7 {ROLLED}, c8 {ROLLED}", ("token=no", "defence=no"),
        "racepack/spin-out", "Red rolled 5, which is a spin-out, but the car is still on the road.",
    ),
    "two entries at speed 2 and one roll": (
        "b5", f"b7 {OLD}, d7 {OLD}, d7 {ROLLED}, d8 {ROLLED}", ("roll=3",),
        "racepack/penalty-roll", "the penalty die was not rolled while the car stood there",
    ),
    "the first entry rolls a 5 and drives on": (
        "b5", f"b7 {OLD}, b7 5:-30:-30:80, d7 5:-30:-30:80, d7 {ROLLED}, d8 {ROLLED}", (),
        "racepack/spin-out", "Red rolled 5, which is a spin-out, and drove on.",
    ),
    "the roll comes only after driving on": (
        "d2", f"b2 {OLD}, b3 {OLD}, b4 2:40:0:0", ("speed:1=2",),
        "racepack/penalty-roll", "the penalty die was not rolled while the car stood there",
    ),
    "the roll that came too late is told": (
        "d2", f"b2 {OLD}, b3 {OLD}, b4 2:40:0:0", ("speed:1=2", "roll=2"),
        "racepack/penalty-roll", "the penalty die was not rolled while the car stood there",
    ),
    "nobody's token threw the die again": (
        "d2", "b2 3:9:9:90, out:a1 5:30:30:30", ("defence=no",),
        "racepack/spin-out", "Red stands off the road, but no roll spun the car out.",
    ),
    "the die was pushed and not rolled": (
        "d2", "b2 n:0:0:0, b2 n:9:0:0, b4 n:9:0:0, b5 n:9:0:0", ("roll=no",),
        "racepack/penalty-roll", "the penalty die was not rolled",
    ),
    "the die was thrown for one entry and pushed for the next": (
        "b5", f"b7 {OLD}, b7 4:30:30:165, d7 4:30:30:165, d7 4:42:34:165, d8 4:42:34:165", ("roll=no",),
        "racepack/penalty-roll", "the penalty die was not rolled",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_that_the_looks_prove_is_named(name: str, game: Racepack) -> None:
    """The verdict names the rule and says what was seen, in an open turn and in one that is over."""
    start, looks, said, rule, words = CHEATS[name]
    for closed in (True, False):
        verdict = _judged(game, start, looks, *said, closed=closed)
        assert [fault.rule for fault in verdict.violations] == [rule], verdict.sentence
        assert words in verdict.sentence


ASKED = {
    "a second throw after a safe one: whose token?": (
        "d2", "b2 3:9:9:90, out:a1 5:30:30:30", "Did another player spend a token against red?", "defence:M=4",
    ),
    "a second throw after a safe one, and the car drives on": (
        "d2", "b2 3:9:9:90, b2 2:30:30:30, b4 2:30:30:30, b5 2:30:30:30",
        "Did another player spend a token against red?", "defence:C=4",
    ),
    "a second throw after a safe one, and only the look after it shows the car outside": (
        "d2", "b2 3:9:9:90, b2 2:30:30:30, out:a1 2:30:30:30",
        "Did another player spend a token against red?", "defence:C=2",
    ),
    "the same face a little further on": (
        "d2", "b2 n:0:0:0, b2 n:9:0:0, b4 n:9:0:0, b5 n:9:0:0", "What did red's penalty roll show?", "roll=n",
    ),
    "one look of the whole turn": ("d2", f"b5 {OLD}", "What did red's penalty roll show?", "roll=2"),
    "the die is out of sight": ("d2", "b2, b4, b5", "What did red's penalty roll show?", "roll=2"),
    "two entries before one look, and one throw": (
        "b5", f"d7 {ROLLED}, d8 {ROLLED}", "What did red's penalty roll show?", "roll=2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_the_looks_do_not_prove_is_asked_and_can_be_answered(name: str, game: Racepack) -> None:
    """The question offers the answer, and with it the turn is legal; nobody is accused before."""
    start, looks, text, answer = ASKED[name]
    asked = _judged(game, start, looks, "token=no")
    assert asked.status is Status.UNDECIDED, asked.sentence
    assert answer in [said for one in asked.questions if one.text == text for _, said in one.answers]
    answered = _judged(game, start, looks, "token=no", answer)
    assert answered.status is Status.LEGAL, answered.sentence


def test_a_second_throw_without_a_token_is_not_said_to_have_met_one(game: Racepack) -> None:
    """The sentence tells the two throws; whose token it was, if anybody's, is only asked."""
    looks = "b2 3:9:9:9, b2 2:30:30:30, b4 2:30:30:30, b5 2:30:30:30"
    for said in ((), ("defence=no",)):
        told = _judged(game, "d2", looks, "token=no", *said).sentence
        assert "rolled 3" in told
        assert "met somebody's token" not in told


def test_a_5_that_is_seen_to_fall_is_not_talked_away(game: Racepack) -> None:
    """Where another number is said than the one seen, either may be wrong: that is asked about, and never LEGAL."""
    looks = f"b2 {OLD}, b2 5:30:30:30, b4 5:30:30:30, b5 5:30:30:30"
    for nobodys in ((), ("defence=no",)):
        asked = _judged(game, "d2", looks, "token=no", "roll=3", *nobodys)
        assert asked.status is Status.UNDECIDED
    assert "roll=5" in [said for one in asked.questions for _, said in one.answers]
    assert _judged(game, "d2", looks, "token=no", "roll=5").status is Status.ILLEGAL


def test_a_throw_before_the_corner_takes_no_word_from_the_roll(game: Racepack) -> None:
    """The die was thrown for nothing before and showed the same 3; the roll itself was missed, its re-roll seen."""
    looks = "b4 3:36:28:75, b6 3:36:28:75, a7 3:36:28:75, a7 n:16:8:90, a7, out:a7"
    said = ("speed:1=2", "speed:2=2", "roll=3", "defence:C=4", "reroll=n", "defence:M=a", "reroll=a")
    assert _judged(game, "b4", looks, "token=no", *said).status is not Status.ILLEGAL


def test_a_re_roll_may_show_what_the_roll_before_it_is_said_to_have_shown(game: Racepack) -> None:
    """The roll was missed and is told, the re-roll that spun the car out was seen; both were 2."""
    looks = f"i9 {OLD}, k9 2:30:30:30, out:k9 2:30:30:30"
    said = ("speed:1=1", "speed:2=2", "roll=2", "defence:M=2", "reroll=2")
    assert _judged(game, "h9", looks, "token=no", *said).status is not Status.ILLEGAL


UNDER_A_HAND = " missing=S unseen=a5,a6,a7,a8,b5,b6,b7,b8,c7,c8,d7,d8"


def _thrown_out_of_sight(law: Racepack, looks: str, *said: str) -> Verdict:
    """The word on red's turn from b5: the die is seen to have been thrown once while a hand lies over both corners."""
    table = f"{TRACK} cars=%sM:q3,C:r4,A:q5 {REST} die=%s"
    seen = [table % ("", ROLLED) + UNDER_A_HAND, *(table % (f"S:{look},", ROLLED) for look in looks.split())]
    before = table % ("S:b5,", OLD) + " turn=S,M,C,A"
    return judge(law, before, [law.observe(look) for look in seen], said, closed=True)


def test_under_one_hand_the_die_may_have_been_thrown_for_each_of_two_entries(game: Racepack) -> None:
    """Where red was never seen on the first corner nobody is accused; seen there, its second entry needs a throw."""
    assert _thrown_out_of_sight(game, "d7 d8").status is Status.UNDECIDED
    assert _thrown_out_of_sight(game, "d7 d8", "token=no", "roll=2", "roll=3").status is Status.LEGAL
    second = _thrown_out_of_sight(game, "b7 d7 d8")
    assert [fault.rule for fault in second.violations] == ["racepack/penalty-roll"]


def test_where_movements_lead_it_is_the_roll_that_was_not_made(game: Racepack) -> None:
    """Who goes round two corners and says that there was no roll has broken that rule, and moved straight as he may.

    So he has where the die is seen to lie untouched all the while.
    """
    found = (
        _thrown_out_of_sight(game, "d7 d8", "roll=no"),
        _thrown_out_of_sight(game, "d7 d8", "token=no", "roll=no", "roll=no"),
        *(_judged(game, "b5", f"d7 {OLD}, d8 {OLD}", *said) for said in ((), ("roll=no",))),
    )
    assert [{fault.rule for fault in one.violations} for one in found] == [{"racepack/penalty-roll"}] * 4


def test_no_number_is_named_that_the_roll_did_not_show(game: Racepack) -> None:
    """The first roll is told as a 5; the 3 that the die shows is another throw's, and is not said to spin red out."""
    told = _thrown_out_of_sight(game, "d7 d8", "token=no", "roll=5")
    assert told.sentence.startswith("Red's roll was a spin-out")


def test_what_the_die_shows_at_the_end_says_nothing_of_a_roll_that_nobody_saw(game: Racepack) -> None:
    """No look shows the die until red stands off the corner: a 3 is no more than the roll may have been, a 5 is not."""
    assert _judged(game, "d2", "b2, b4, b5 3:9:9:90", "token=no").status is Status.LEGAL
    assert _judged(game, "d2", "b2, b4, b5 5:9:9:90", "token=no").status is Status.UNDECIDED


@pytest.mark.by_lot
@pytest.mark.parametrize("kind", penalty_turns.KINDS)
@pytest.mark.few(3)
def test_random_throws_are_answered_as_the_rule_book_has_it(kind: str, game: Racepack) -> None:
    """Honest turns are never accused, and each way of cheating is named wherever the looks prove it."""
    counts, dice = Counter[str](), Random(f"penalty {kind} {lot(0)}")
    found = [penalty_turns.wrong(game, kind, dice, counts) for _ in range(TURNS)]
    assert not any(found), "\n\n".join(one for one in found if one)


Way = Callable[[Any, Step[Any], Any], bool]


class Cheating(Racepack):
    """A game whose simulated players cheat in one way only: in this state, by this slip, toward this look."""

    def __init__(self, way: Way) -> None:
        def told(state: Any, slip: Step[Any], toward: Any) -> Step[Any] | None:
            right = isinstance(toward, Observation) and way(state, slip, toward)
            return HANDS.told(state, slip, toward) if right else None

        self.hands = replace(HANDS, told=told)


def _thrown(play: Any, look: Observation) -> bool:
    return look.tray is not None and bool(play.tray.thrown_to(look.tray)) and not play.tray.pushed_to(look.tray)


def _pushed(play: Any, look: Observation) -> bool:
    return look.tray is not None and look.tray != play.tray and bool(play.tray.pushed_to(look.tray))


def _heedless(play: Any, slip: Step[Any], look: Observation) -> bool:
    return bool(play.due == OUT and look.tray == play.tray)


BEFORE_A_CORNER = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:h1,C:g2,M:f2,S:g1 hazards=b6-,g9-,n5-,p5- lap=3 "
    "die=n:0:0:0 players=4 race=3 round=2 turn=M,C,S,A order=M,C,S,A laps=S:1,M:1,C:1,A:1 "
    "tokens=S:a2345,M:a2345,C:a2345,A:a2345"
)
BEFORE_TWO = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:d9,C:e9,M:e10,S:b5 hazards=b6-,g9-,n5-,p5- lap=3 "
    "die=n:-4:4:240 players=4 race=3 round=4 turn=S order=C,M,A,S laps=S:1,M:1,C:1,A:1 tokens=S:a2345,M:a25,C:2345,A:5"
)
AFTER_A_5 = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:out:a7,C:b1,M:a2,S:a3 hazards=c7-,e10-,k5-,q4- lap=3 "
    "die=5:0:-20:225 players=4 race=3 round=3 turn=S,M,C order=A,S,M,C laps=S:1,M:1,C:1,A:1 "
    "tokens=S:a34,M:a235,C:a2345,A:a2345"
)

PLANTED: dict[str, tuple[Rule, Way, int, str, int]] = {
    "the die is never thrown": (
        rules.PENALTY_ROLL, lambda play, slip, look: look.tray == play.tray, 1, BEFORE_A_CORNER, 1
    ),
    "one roll for two entries": (
        rules.PENALTY_ROLL, lambda play, slip, look: look.tray == play.tray, 2, BEFORE_TWO, 4
    ),
    "the roll comes too late": (
        rules.PENALTY_ROLL, lambda play, slip, look: _thrown(play, look), 2, BEFORE_A_CORNER, 1
    ),
    "the die is pushed": (rules.PENALTY_ROLL, lambda play, slip, look: _pushed(play, look), 2, BEFORE_A_CORNER, 1),
    "a 5 is ignored": (rules.SPIN_OUT, _heedless, 2, BEFORE_A_CORNER, 4),
    "a 5 is thrown again": (
        rules.SPIN_OUT, lambda play, slip, look: play.due == OUT and _thrown(play, look), 3, BEFORE_A_CORNER, 25
    ),
    "nobody's token": (
        rules.SPIN_OUT, lambda play, slip, look: slip.text.startswith("out@") and not play.against, 3,
        BEFORE_A_CORNER, 1,
    ),
}  # fmt: skip
"""The rule, the way, in how many places the die is seen to lie at least, and where and with which dice it comes up."""


@pytest.mark.parametrize("name", PLANTED)
def test_every_way_to_cheat_with_the_die_is_planted_and_named(name: str) -> None:
    """Each of them comes up, and its turn breaks just the rule that it is planted for."""
    rule, way, places, position, seed = PLANTED[name]
    game = Cheating(way)
    played = game.play(position, Random(seed), rule.id)
    assert played.truth == rule.id
    assert len({game.observe(text).tray for text in (position, *played.stops)}) >= places


def test_a_5_that_was_ignored_may_come_before_a_second_entry() -> None:
    """The driver goes on as if nothing had happened, and rolls for the next corner."""
    played = Cheating(_heedless).play(AFTER_A_5, Random(12), rules.SPIN_OUT.id)
    assert played.truth == rules.SPIN_OUT.id
    assert " roll=" in played.turn.partition("roll=5")[2]
