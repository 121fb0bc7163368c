"""Every rule of the base game: a turn that just breaks it and one that just keeps it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from referee.games.base import Status
from referee.games.racepack import rules
from referee.games.racepack.circuit import FIGURE_1, road
from referee.games.racepack.game import Racepack
from referee.games.racepack.observation import Circuit
from referee.games.racepack.position import parse_position
from referee.games.racepack.rules import RULES
from referee.games.racepack.words import WORDS
from referee.judge.verdict import judge as judged_at_first
from tests.games.racepack.asked_again import judge

ROLLED = "3:9:9:90"
FIVE = "5:9:9:90"
IN_OTHER_FILES = ("timer", "pit-lane-speed", "pit-stop", "spare-hazards")
"""Broken and kept in test_timer.py, test_pits.py and test_spares.py."""
WAITING = {"grid": "S", "laps": "S:0"}


@dataclass(frozen=True)
class Case:
    """A turn of red: where the car is put down in turn, what else is seen at the end, and what was said.

    `thrown` is the look, counted from 0, from which on the die lies as it does at the end.
    """

    rule: str
    name: str
    breaks: bool
    places: str
    before: dict[str, str] = field(default_factory=dict)
    after: dict[str, str] = field(default_factory=dict)
    said: tuple[str, ...] = ("token=no",)
    thrown: int = -1


CASES = (
    Case("three-movements", "a fourth movement", True, "f2 e2 d2 c2"),
    Case("three-movements", "three movements", False, "f2 e2 d2"),
    Case("three-movements", "one movement of one space", True, "f2"),
    Case("three-movements", "three movements, one of them made anew", False, "f2 d2 f2 e2 d2"),
    Case(
        "three-movements", "two movements because both lanes are blocked", False, "f2 e2",
        before={"cars": "M:d2,C:d1,A:r6"},
    ),
    Case(
        "three-movements", "one movement where two were possible", True, "f2",
        before={"cars": "M:d2,C:d1,A:r6"},
    ),
    Case("three-movements", "no movement because the car is shut in", False, "", before={"cars": "M:f2,C:f1,A:r6"}),
    Case("forward", "back to the space beside the start of the turn", True, "f2 d2 f1"),
    Case("forward", "round the bend in one movement", True, "e2 d2 b4"),
    Case("forward", "straight ahead to the bend", False, "e2 d2 b2", after={"die": ROLLED}),
    Case("speed-change", "3 after 1", True, "i2 h2 e2", before={"cars": "S:j2"}),
    Case("speed-change", "2 after 1", False, "i2 h2 f2", before={"cars": "S:j2"}),
    Case("speed-change", "1 after 4", True, "f2 e2 d2", before={"cars": "S:j2"}),
    Case("speed-change", "2 after 4", False, "f2 d2 c2", before={"cars": "S:j2"}),
    Case("start-speed", "the race begins with speed 2", True, "i2 h2 g2", before={"cars": "S:k2", **WAITING}),
    Case("start-speed", "the race begins with speed 1", False, "j2 h2 g2", before={"cars": "S:k2", **WAITING}),
    Case("lane-change", "sideways without gaining ground", True, "f2 e2 e1"),
    Case("lane-change", "two spaces diagonally", True, "f2 e2 c1"),
    Case("lane-change", "one space diagonally", False, "f2 e2 d1"),
    Case(
        "inside-corner-edge", "from c2 to b3 past the inner corner of b2", True, "b3 b4 b5",
        before={"cars": "S:c2"}, said=("token=no", "speed:1=1"),
    ),
    Case(
        "inside-corner-edge", "from c1 to b2 within the stretch", False, "b2 b3 b4",
        before={"cars": "S:c1"}, said=("speed:1=1",),
    ),
    Case("no-bumping", "over black", True, "e2 d2 c2", before={"cars": "M:f2"}),
    Case("no-bumping", "over black, at a token's speed", True, "i2 e2 d1", before={"cars": "S:j2,M:f2"},
         said=("token:2=4", "speed:3=4")),
    Case("no-bumping", "onto black, straight ahead", True, "f2 e2 d2", before={"cars": "M:d2"}),
    Case("no-bumping", "onto black, changing lanes", True, "f2 e2 d1", before={"cars": "M:d1"}),
    Case(
        "no-bumping", "between two cars on diagonal spaces", False, "f1 e1 d1",
        before={"cars": "M:f2,C:g1"}, said=("speed:1=1",),
    ),
    Case("corner-speed", "into corner 1 at speed 3", True, "b2 b4 b5", before={"cars": "S:e2"}),
    Case("corner-speed", "into corner 1 at speed 2", False, "b2 b4 b5", {"cars": "S:d2"}, {"die": ROLLED}, thrown=0),
    Case("penalty-roll", "the die lies as it lay", True, "b2 b4 b5", before={"cars": "S:d2"}),
    Case("penalty-roll", "the die lies elsewhere", False, "b2 b4 b5", {"cars": "S:d2"}, {"die": "n:9:9:90"}, thrown=0),
    Case("penalty-roll", "the die is thrown once the car has driven on", True, "b2 b4 b5",
         {"cars": "S:d2"}, {"die": ROLLED}),
    Case("penalty-roll", "no roll is needed at speed 1", False, "b2 b3 b5", before={"cars": "S:c2"}),
    Case("spin-out", "a 5 was rolled and the car drove on", True, "b2 b4 b5",
         {"cars": "S:d2"}, {"die": FIVE}, thrown=0),
    Case("spin-out", "a 5 was thrown for nothing on a straight", False, "f2 e2 d2", {}, {"die": FIVE}, thrown=1),
    Case("spin-out", "a 5 was rolled and the car was set outside", False, "b2 out:a1", {"cars": "S:d2"}, {"die": FIVE}),
    Case(
        "spin-out", "a 3 was rolled and the car was set outside", True, "b2 out:a1", {"cars": "S:d2"},
        {"die": ROLLED}, ("defence=no",),
    ),
    Case(
        "spin-out", "a 3 met a defence token of 2", False, "b2 out:a1", {"cars": "S:d2"},
        {"die": ROLLED}, ("roll=a", "defence:M=2", "reroll=3"),
    ),
    Case("re-entry", "on the inner vertex", True, "b2 b3 b4", before={"cars": "S:out:a1"}),
    Case("re-entry", "on an outside space", False, "a2 a3 a4", before={"cars": "S:out:a1"}),
    Case("re-entry", "not as all three are taken", False, "", before={"cars": "S:out:a1,M:a1,C:a2,A:b1"}),
    Case(
        "strategy-token", "a 4 that was used before", True, "i2 e2 d1",
        before={"cars": "S:j2", "tokens": "S:a235,M:a2345,C:a2345,A:a2345"}, said=("token:2=4",),
    ),
    Case("strategy-token", "a 4 for two spaces", True, "i2 g2 e2", before={"cars": "S:j2"}, said=("token:2=4",)),
    Case("strategy-token", "a 4 that is still there", False, "i2 e2 d1", before={"cars": "S:j2"}, said=("token:2=4",)),
    Case("strategy-token", "a lane change said to be as fast as a 4 that is there", False, "i2 h1 f1",
         before={"cars": "S:j2"}, said=("speed:2=4",)),
    Case(
        "strategy-token", "a token for the first movement of the race", True, "j2 h2 g2",
        before={"cars": "S:k2", **WAITING}, said=("token:1=a",),
    ),
    Case("strategy-token", "a token for re-entry", True, "a2 a3 a4", before={"cars": "S:out:a1"}, said=("token:1=a",)),
    Case("hazard-stop", "two movements after a suit-up hazard", True, "e2 d2 c2", before={"hazards": "f2+"}),
    Case("hazard-stop", "no movement after a suit-up hazard", False, "e2", before={"hazards": "f2+"}),
    Case("hazard-stop", "driving on over a blank hazard", False, "e2 d2 c2", {"hazards": "f2-", "cars": "M:j2"}),
    Case("hazard-stop", "a lane change passes over nothing", False, "f1 e1 d1", before={"hazards": "f2+,g1+"}),
    Case("hazard-flip", "the last car has passed and it lies blank", True, "f2 e2 d2",
         before={"cars": "M:a5,C:a6,A:b6", "hazards": "f2-"}, after={"hazards": "f2-"}),
    Case("hazard-flip", "the last car has passed and it is turned", False, "e2 d2 c2",
         before={"cars": "M:a5,C:a6,A:b6", "hazards": "f2-"}, after={"hazards": "f2+"}),
    Case("hazard-flip", "turned before the last car has passed", True, "f2 e2 d2",
         before={"cars": "M:h1", "hazards": "a3-"}, after={"hazards": "a3+"}),
    Case("hazard-place", "a token was moved", True, "f2 e2 d2", before={"hazards": "a3+"}, after={"hazards": "a4+"}),
    Case("hazard-place", "a token more lies on the road", True, "f2 e2 d2",
         before={"hazards": "a3+"}, after={"hazards": "a3+,a6+"}),
    Case("hazard-place", "a token is covered", False, "f2 e2 d2",
         before={"hazards": "a3+"}, after={"hazards": "", "unseen": "a3"}),
    Case("lap-die", "the leader crossed and the die was not turned", True, "j2 i2 h2",
         before={"cars": "S:k2"}, after={"lap": "3"}),
    Case("lap-die", "the leader crossed and the die shows one less", False, "j2 i2 h2",
         before={"cars": "S:k2"}, after={"lap": "2"}),
    Case("lap-die", "the start crossing does not count", False, "j2 i2 h2", before={"cars": "S:k2", **WAITING}),
    Case("finish", "taken off before the last crossing", True, "f2 e2 off"),
    Case("finish", "taken off after the last crossing", False, "j2 off",
         before={"cars": "S:k2", "laps": "S:3", "race": "3", "lap": "1"}, after={"lap": "1"}),
    Case("starting-grid", "moving up into the other lane", True, "k1 j1 i1 h1", before={"cars": "S:l2", **WAITING}),
    Case("starting-grid", "moving up in the own lane", False, "k2 j2 i2 h2", before={"cars": "S:l2", **WAITING}),
    Case("turn-order", "black moves instead of red", True, "", before={"cars": "M:h1"}, after={"cars": "M:f1"}),
    Case("turn-order", "black moves instead of red, to just before the line", True, "",
         before={"cars": "M:m1"}, after={"cars": "M:k1"}),
    Case("turn-order", "the next driver has already moved up on the grid", False, "f2 e2 d2",
         before={"cars": "M:l1", "grid": "M", "laps": "M:0"}, after={"cars": "S:d2,M:k1"}),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule}: {case.name}" for case in CASES])
def test_turn(case: Case, game: Racepack, position: Callable[..., str], look: Callable[..., str]) -> None:
    """The judge names just the broken rule, and finds nothing wrong with the turn that keeps it."""
    before = position(**case.before)
    die = {"die": case.after["die"]} if "die" in case.after and case.thrown >= 0 else {}
    places = list(enumerate(case.places.split()))
    stops = [look(before, cars=f"S:{place}", **(die if number >= case.thrown else {})) for number, place in places]
    last = case.places.split()[-1:] or [""]
    final = look(before, **({"cars": f"S:{last[0]}" if last[0] else ""} | case.after))
    verdict = judge(game, before, [game.observe(text) for text in (*stops[:-1], final)], case.said, closed=True)
    assert verdict.status is (Status.ILLEGAL if case.breaks else Status.LEGAL), verdict.sentence
    assert [fault.rule for fault in verdict.violations] == ([f"racepack/{case.rule}"] if case.breaks else [])
    if case.breaks:
        assert RULES[f"racepack/{case.rule}"].section in verdict.sentence


@pytest.mark.parametrize(("now", "words"), [("a4+,a5+", "was moved to a4"), ("a5+", "was taken away")])
def test_a_hazard_that_lies_elsewhere_was_moved(
    now: str, words: str, game: Racepack, position: Callable[..., str], look: Callable[..., str]
) -> None:
    """A token that is gone from its space while a new one lies elsewhere was moved; only one seen nowhere was taken."""
    before = position(hazards="a3+,a5+")
    stops = [game.observe(look(before, cars=f"S:{place}")) for place in ("f2", "e2")]
    final = game.observe(look(before, cars="S:d2", hazards=now))
    verdict = judge(game, before, [*stops, final], (), closed=True)
    assert [fault.message for fault in verdict.violations] == [
        f"The hazard on a3 {words}; hazards stay in their place."
    ]


@pytest.mark.parametrize("hidden", [True, False])
def test_a_hazard_may_have_been_turned_by_who_is_out_of_sight(
    hidden: bool, game: Racepack, position: Callable[..., str], look: Callable[..., str]
) -> None:
    """Black, the last car, may have driven on behind a hand and past the hazard; while it is seen before it, nobody
    may turn it."""
    before = position(cars="S:c2,M:g1,C:a7,A:a8", hazards="f1-")
    stops = [look(before, cars=f"S:{place}") for place in ("b2", "b3", "b4")]
    stops.append(look(before, cars="S:b4", hazards="f1+"))
    if hidden:
        stops[-1] = stops[-1].replace("M:g1,", "") + " missing=M unseen=g1,h1"
    verdict = judge(game, before, [game.observe(stop) for stop in stops], ("token=no",), closed=True)
    assert [fault.rule for fault in verdict.violations] == ["racepack/hazard-flip"] * (not hidden), verdict.sentence


def test_every_rule_has_a_test_that_breaks_it_and_one_that_keeps_it() -> None:
    """The tables above and below leave no rule id out."""
    elsewhere = {"racepack/track", "racepack/order"} | {f"racepack/{rule}" for rule in IN_OTHER_FILES}
    for breaks in (True, False):
        assert {f"racepack/{case.rule}" for case in CASES if case.breaks is breaks} | elsewhere == set(RULES)


HEADINGS = {
    "Construct The Track", "Determine The Order Of The Cars On The Starting Grid", "Movement Details",
    "Forward Movements", "Lane Change Movements", "Entering Corners and Spinning Out",
    "The Use Of Strategy Tokens To Affect Movement", "Blocking And Bumping", "Track Hazards", "Starting The Race",
    "Turn Order", "Winning The Race", "Variant With Timer", "Other Variants",
}  # fmt: skip


def test_every_rule_cites_headings_of_the_book() -> None:
    """Who looks a rule up finds the section under just that name."""
    cited = {part for rule in RULES.values() for part in rule.section.split("; ")}
    assert cited <= HEADINGS


def test_track_rule() -> None:
    """Figure 1 is a track; with one tile taken out, or two legs touching, it is not."""
    assert rules.track(FIGURE_1, 4) == ()
    short = Circuit(FIGURE_1.tiles[:-1])
    assert {fault.kind for fault in rules.track(short, 4)} == {"racepack/track"}
    assert any("touches 1 other" in WORDS.say(fault) for fault in rules.track(short, 4))


def test_order_rule(position: Callable[..., str]) -> None:
    """On a corner beats not yet on it, out of it beats in it, and level cars go by the inside lane."""
    on_corner = parse_position(position(cars="S:c2,M:b2,C:b3,A:a2"))
    assert rules.order_of_cars(on_corner) == ("C", "M", "A", "S")
    level = parse_position(position(cars="S:g1,M:g2,C:h1,A:h2"))
    assert rules.order_of_cars(level) == ("M", "S", "A", "C")
    spun_out = parse_position(position(cars="S:out:a1,M:b1,C:c2,A:c1"))
    assert rules.order_of_cars(spun_out) == ("M", "S", "C", "A")
    both_out = parse_position(position(cars="S:out:a1,M:out:a1,C:c2,A:c1", order="M,S,C,A"))
    assert rules.order_of_cars(both_out) == ("M", "S", "C", "A")
    a_lap_more = parse_position(position(cars="S:j2,M:c1", laps="S:2,M:1"))
    assert rules.order_of_cars(a_lap_more)[0] == "S"
    assert rules.order(level, ("M", "S", "A", "C")) is None
    broken = rules.order(level, ("S", "M", "A", "C"))
    assert broken is not None
    assert broken.kind == "racepack/order"


def test_forward_movement_of_eight_spaces_is_too_long() -> None:
    """Seven spaces are the most for one movement."""
    assert rules.forward_length("S", 7) is None
    too_long = rules.forward_length("S", 8)
    assert too_long is not None
    assert too_long.kind == "racepack/forward"


def test_three_movements_are_made_or_as_many_as_are_possible() -> None:
    """No fewer than are possible, and never a fourth."""
    made = [(3, 3), (2, 2), (4, 3), (2, 3)]
    assert [rules.three_movements("S", used, most) is None for used, most in made] == [True, True, False, False]


@pytest.mark.parametrize(("place", "words"), [("f2", "made only one movement"), ("e2", "made fewer than 3 movements")])
def test_movements_are_counted_only_where_the_looks_tell_how_many_they_were(
    place: str, words: str, game: Racepack, position: Callable[..., str], look: Callable[..., str]
) -> None:
    """One space straight ahead is one movement; two spaces may have been one or two."""
    before = position()
    verdict = judge(game, before, [game.observe(look(before, cars=f"S:{place}"))], ("token=no",), closed=True)
    assert words in verdict.sentence


def test_hazard_places_are_counted_from_corner_one() -> None:
    """Each hazard lies one to five tiles after the one before; corner 1 is where the count begins."""
    shape = road(FIGURE_1)
    assert rules.hazard_place(shape, [(1, 3), (1, 5), (1, 7), (3, 7)]) is None
    too_far = rules.hazard_place(shape, [(1, 3), (1, 5), (1, 7), (17, 5)])
    assert too_far is not None
    assert too_far.kind == "racepack/hazard-place"
    assert rules.hazard_place(shape, [(1, 3)]) is not None


def test_with_a_second_piecepack_up_to_eight_hazards_lie_on_the_road() -> None:
    """It brings four more null tokens: nobody can have a ninth."""
    shape = road(FIGURE_1)
    squares = sorted(shape.tile_at)
    assert rules.hazard_place(shape, squares[:8], spare=True) is None
    ninth = rules.hazard_place(shape, squares[:9], spare=True)
    assert ninth is not None
    assert ninth.kind == "racepack/hazard-place"


def test_who_went_too_far_aside_is_shown_the_space_diagonally_ahead(position: Callable[..., str]) -> None:
    """A lane change leads one space diagonally, not straight ahead."""
    before = parse_position(position())
    assert [*rules.instead(before, before, "lane-change.far", {"who": "S", "square": "g2"})] == ["f1"]


def test_who_was_moved_over_the_line_out_of_turn_waits_on_the_grid_no_more() -> None:
    """Let stand, blue has started like everybody else: no place on the grid is left to move up from."""
    law = Racepack()
    position = (
        "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:l1,C:a5,M:l2,S:f1 hazards=b7-,i9-,p2-,p5- lap=3 "
        "die=n:0:0:0 players=2 race=3 round=1 turn=M,A order=C,S,M,A laps=S:1,M:0,C:1,A:0 grid=M,A "
        "tokens=S:a2345,M:a2345,C:a2345,A:a2345"
    )
    seen = law.visible(position)
    verdict = judge(law, position, [law.observe(seen), law.observe(seen.replace("A:l1", "A:i2"))], (), False)
    assert [one.rule for one in verdict.violations] == ["racepack/turn-order"]
    assert " grid=M " in verdict.after


def test_a_covered_car_whose_driver_names_a_speed_is_asked_about() -> None:
    """Blue is out of sight, with his spaces: his turn may have ended there, and the word be a slip of the tongue."""
    law = Racepack()
    position = (
        "racepack track=i1:WWWWNNNNNEEEEEEESSSSSWWW line=0 cars=S:a9,M:b7,C:b11,A:b10 hazards=b12+,c11+ lap=4 "
        "die=n:4:-3:99 players=4 race=5 round=20 turn=A,M order=S,C,A,M laps=S:2,M:2,C:2,A:2 "
        "tokens=S:25,M:a4,C:,A:a45"
    )
    covered = (
        "racepack track=i1:WWWWNNNNNEEEEEEESSSSSWWW line=0 cars=S:a9,M:b7,C:b11 hazards=c11+ lap=4 die=n:4:-3:99 "
        "missing=A unseen=a5,a6,b10,b12,f12,h11,i11,o8,o9"
    )
    seen = [law.observe(text) for text in (law.visible(position), covered)]
    assert judged_at_first(law, position, seen, ("speed:1=1",), True).status is Status.UNDECIDED


def test_of_faults_that_show_the_same_the_one_is_named_that_was_spoken_of() -> None:
    """Red comes from b5 round the corner to d8 in one look: too fast, across the edge, or at 2 without a roll.

    Who says that there was no roll speaks of the last.
    """
    law = Racepack()
    position = (
        "racepack track=i1:WWWWNNNEEEEEEEESSSWWWW line=0 cars=S:b5,M:m1,C:d1,A:f2 hazards= lap=3 die=n:4:-3:99 "
        "players=4 race=3 round=5 turn=S,M,C,A order=S,M,C,A laps=S:1,M:1,C:1,A:1 tokens=S:,M:,C:,A:"
    )
    lay = law.visible(position)
    seen = [law.observe(lay), law.observe(lay.replace("S:b5", "S:d8"))]
    verdict = judged_at_first(law, position, seen, ("roll=no",), True)
    assert [one.rule for one in verdict.violations] == ["racepack/penalty-roll"]
