"""Turns under way, missed turns, the table taken as it stands, the page's words, and bad notation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.errors import NotationError
from referee.games.base import Status, Verdict
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.state import parse_position
from referee.judge.verdict import judge
from tests.games.nestorgames_gp.conftest import before_text

GAME = NestorgamesGP()
Write = Callable[..., str]
Judged = Callable[..., Verdict]


def test_dice_on_the_card_open_a_turn(verdict: Judged) -> None:
    """While dice are thrown and nothing has moved the verdict is provisional, after a repeat too: one may roll on."""
    rolling = verdict({}, {"dice": "R26"}, closed=False)
    assert (rolling.status, rolling.provisional, rolling.turn) == (Status.LEGAL, True, "R roll=2+6 rolling")
    bust = verdict({}, {"dice": "R22"}, closed=False)
    assert (bust.status, bust.provisional, bust.turn) == (Status.LEGAL, True, "R roll=2+2 bust")


def test_turning_up_ends_a_turn(verdict: Judged) -> None:
    """A belly-up car that has been turned up has had its turn, with nothing more to wait for."""
    turned = verdict({"cars": "R:s2!"}, {"cars": "R:s2"}, closed=False)
    assert (turned.status, turned.provisional, turned.turn) == (Status.LEGAL, False, "R up")


def test_what_is_still_to_do_is_no_fault_yet(verdict: Judged) -> None:
    """A bumped car not pushed yet is waited for while the turn goes on, and a fault once it is over."""
    before, after = {"cars": "B:s3"}, {"cars": "R:s3", "dice": "R1"}
    assert verdict(before, after, closed=False).provisional
    assert verdict(before, after, closed=False).status is Status.LEGAL
    assert verdict(before, after).status is Status.ILLEGAL
    done = verdict(before, {"cars": "R:s3,B:s4", "dice": "R1"}, closed=False)
    assert (done.status, done.provisional) == (Status.LEGAL, False)


@pytest.mark.parametrize("value", [0, 7, 12, 20])
def test_a_qualifying_value_that_nobody_saw_is_asked_for_and_kept_as_it_is_said(verdict: Judged, value: int) -> None:
    """Whether it loses, ties or leads: red has 12, blue rolled unseen, and of the answers each is believed."""
    before = {"qualifying": "R:12", "turn": "B", "cars": "R:off,B:off,G:off", "started": ""}
    asked = verdict(before, {})
    assert asked.status is Status.UNDECIDED
    assert f"value={value}" in [answer for question in asked.questions for _, answer in question.answers]
    told = verdict(before, {}, f"value={value}")
    assert (told.status, parse_position(told.after).rolled) == (Status.LEGAL, (("R", 12), ("B", value)))


def test_missed_turns_of_a_whole_round(verdict: Judged) -> None:
    """Three cars moved while hands covered the table: three turns are found, and their dice are asked for."""
    found = verdict({}, {"cars": "R:s6,B:s17,G:s26", "dice": "G6"}, alone=False)
    assert found.status is Status.UNDECIDED
    assert [part[0] for part in found.turn.split(" / ")] == ["R", "B", "G"]
    assert found.questions
    alone = verdict({}, {"cars": "R:s6,B:s17,G:s26", "dice": "G6"})
    assert " / " not in alone.turn
    assert alone.status is not Status.LEGAL


def test_missed_turns_that_each_take_the_trays_item(verdict: Judged) -> None:
    """Red and blue took what lay in the tray, and what red had laid into it nobody saw: asked, never a fault."""
    before = {"tray": "s5:rocket", "switches": "items:tray"}
    found = verdict(before, {"cars": "R:s5,B:s21", "tray": "s22:turbo", "dice": "?"}, alone=False)
    assert found.status is Status.UNDECIDED
    assert [part[0] for part in found.turn.split(" / ")] == ["R", "B"]
    assert parse_position(found.after).held == (("B", ("any",)), ("R", ("rocket",)))
    assert GAME.check_position(found.after) == ()


def test_an_unseen_item_may_be_any(verdict: Judged) -> None:
    """Who took an item that nobody saw may use each kind of it once; who holds a rocket has no wrench."""
    before = {"box": "R:3/2", "switches": "items:tray"}
    wrench = ({"box": "R:3/0", "cars": "R:s4", "dice": "R2"}, "use=wrench")
    assert verdict({**before, "held": "R:any"}, *wrench).status is Status.LEGAL
    assert "held" not in verdict({**before, "held": "R:any"}, *wrench).after
    assert verdict({**before, "held": "R:rocket"}, *wrench).status is Status.ILLEGAL


def test_a_missed_bump_is_followed(verdict: Judged) -> None:
    """Red moved, then blue landed on it and pushed it on: red stands one space further than it drove."""
    dice = "R1:6@0/0/1,R2:3@34/0/2,B1:5@-34/0/3"
    found = verdict({"cars": "B:s6"}, {"cars": "R:s12,B:s11", "dice": dice}, alone=False)
    assert (found.status, found.turn) == (Status.LEGAL, "R roll=6+3 move=9 / B roll=5 move=5")


def test_eight_cars_missed_for_a_round(verdict: Judged) -> None:
    """A full round of eight cars that nobody saw is not called a fault."""
    cars = ",".join(f"{car}:s{2 + 4 * n}" for n, car in enumerate("RBGYKWOP"))
    moved = ",".join(f"{car}:s{3 + 4 * n}" for n, car in enumerate("RBGYKWOP"))
    boxes = ",".join(f"{car}:3/0" for car in "RBGYKWOP")
    before = {"cars": cars, "box": boxes, "seats": "RBGYKWOP", "started": "RBGYKWOP"}
    found = verdict(before, {"cars": moved, "dice": "?"}, alone=False)
    assert found.status is Status.UNDECIDED
    assert [part[0] for part in found.turn.split(" / ")] == list("RBGYKWOP")


def test_a_leader_with_a_turbo_may_be_held(verdict: Judged) -> None:
    """Behind the safety car the leader's one die and the turbo give an even movement: it may be the one not made."""
    before = {
        "cars": "R:s28,B:p2,G:s3", "box": "R:2/0,B:2/0,G:2/0", "held": "R:turbo", "started": "RG", "safety": "G:2",
        "switches": "items:tray,safety:yes",
    }  # fmt: skip
    assert verdict(before, {"dice": "?"}).status is Status.UNDECIDED
    assert verdict(before, {"dice": "?"}, "use=turbo", "roll=6").status is Status.LEGAL
    assert verdict(before, {"dice": "?"}, "use=turbo", "roll=1").status is Status.ILLEGAL


@pytest.mark.parametrize("said", [(), ("use=rocket", "alone")])
def test_the_rockets_die_is_none_of_the_roll(said: tuple[str, ...]) -> None:
    """Red fires with a 1 and misses, and rolls 1 and 5 for its turn: the two looks on the way show 1, 1 and then 5."""
    before = {"cars": "R:s2,B:s4,G:s20", "switches": "items:tray", "held": "R:rocket"}
    dice = ["R1:1@-34/0/1", "R2:1@0/0/2", "R3:5@34/0/3"]
    looks = [{}, {"dice": ",".join(dice[:2])}, {"dice": ",".join(dice)}, {"cars": "R:s8,B:s4", "dice": ",".join(dice)}]
    seen = [GAME.observe(before_text({**before, **look})) for look in looks]
    for number in (3, 4):
        found = judge(GAME, before_text(before), seen[:number], said, closed=number == 4)
        assert found.status is not Status.ILLEGAL, found.sentence
    assert judge(GAME, before_text({**before, "held": ""}), seen, said[1:], closed=True).status is Status.ILLEGAL


def test_a_fault_says_who_what_and_where(verdict: Judged) -> None:
    """The sentence names the driver, what was seen, what is allowed and the section; legal turns are offered."""
    found = verdict({}, {"cars": "R:s12", "dice": "R2613"})
    assert found.sentence.startswith("Red rolled 2 + 6 + 1 + 3 and moved 10; it moves exactly 12")
    assert "(How to race)" in found.sentence
    assert found.alternatives
    assert all(one.startswith("Red could") for one in found.alternatives)


@pytest.mark.parametrize(
    ("before", "after", "offered"),
    [
        ({}, {"cars": "R:s13", "dice": "R64"}, {10}),
        ({}, {"cars": "R:s4", "dice": "R64"}, {10}),
        ({}, {"dice": "R64"}, {10}),
        ({"held": "R:turbo"}, {"cars": "R:s4", "dice": "R64"}, {10, 16}),
        ({"held": "R:rocket"}, {"cars": "R:s8", "dice": "R64"}, {10, 6, 4}),
        ({}, {"cars": "R:s4", "dice": "R44"}, set()),
    ],
)
def test_what_is_offered_is_what_was_rolled(
    position: Write, before: dict[str, str], after: dict[str, str], offered: set[int]
) -> None:
    """How to race: exactly the sum of the dice, after a repeat not at all; fixing is the whole turn, without a roll."""
    lost = {"box": "R:3/1", **before}
    look = GAME.observe(GAME.visible(position(**lost, **after)))
    said = GAME.alternatives(position(**lost), look)
    assert {int(one.split("could move ")[1].split(" space")[0]) for one in said if "could move" in one} == offered
    assert any("a repeat does not move" in one for one in said) == (not offered)
    assert not any("take one die back" in one for one in said)
    assert len(GAME.alternatives(position(**lost), GAME.observe(GAME.visible(position(**lost))))) == 3


def test_an_unplaced_grid_is_found(verdict: Judged) -> None:
    """Before the start a car in another's bay is a fault of qualifying."""
    before = {"cars": "R:p1,B:p2,G:p3", "started": ""}
    found = verdict(before, {"cars": "R:s34,B:p3,G:p2", "dice": "R2"})
    assert {fault.rule for fault in found.violations} == {"nestorgames-gp/qualifying"}


def test_the_next_turn_begins_with_the_next_drivers_dice(position: Write) -> None:
    """Blue's dice on the card end red's turn; red's own next die does not."""
    text = position()
    first = GAME.observe(position(dice="R26"))
    moved = GAME.observe(position(cars="R:s10,B:s15,G:s20", dice="R26"))
    assert not GAME.next_turn_began(text, [first], moved)
    assert GAME.next_turn_began(text, [moved], GAME.observe(position(cars="R:s10,B:s15,G:s20", dice="B2")))
    assert GAME.next_turn_began(text, [moved], GAME.observe(position(cars="R:s10,B:s17,G:s20", dice="R26")))
    assert GAME.went_on(text, [moved], GAME.observe(position(cars="R:s11,B:s15,G:s20", dice="R26")))


def test_a_move_first_seen_beside_the_next_drivers_die_is_not_left_out(position: Write) -> None:
    """Hands were hardly away: red's move and blue's die are seen at one look, so red's turn is not over without it."""
    both = GAME.observe(position(cars="R:s10,B:s15,G:s20", dice="B2"))
    assert not GAME.next_turn_began(position(), [GAME.observe(position(dice="R26"))], both)


def test_dice_picked_up_are_no_change(position: Write) -> None:
    """Picking up dice changes nothing; throwing one, moving a car or flipping it does."""
    base = GAME.observe(position(dice="R26"))
    assert not GAME.changed(base, GAME.observe(position()))
    assert not GAME.changed(base, GAME.observe(position(dice="?", unseen="s3")))
    assert GAME.changed(GAME.observe(position()), base)
    assert GAME.changed(base, GAME.observe(position(dice="R26", cars="R:s2!,B:s15,G:s20")))
    assert GAME.changed(base, GAME.observe(position(dice="R26", items="s3:oil")))
    assert not GAME.changed(GAME.observe(position(items="s3:oil")), GAME.observe(position(unseen="s3")))


def test_the_table_is_taken_as_it_stands(position: Write) -> None:
    """Accepting a table keeps what is unseen and passes the turn when the driver's car stands elsewhere."""
    taken = parse_position(GAME.accept(position(), GAME.observe(position(cars="R:s9,B:s15", box="", dice="R2"))))
    assert taken.shape.ids[taken.stand("R").node or 0] == "s9"
    assert (taken.turn, taken.box("G").discs) == ("B", 3)
    assert parse_position(GAME.accept(position(), GAME.observe(position()))).turn == "R"
    marks = GAME.moved(position(), position(cars="R:s9,B:s15,G:s20"))
    assert (marks["from"], marks["to"]) == ("s2", "s9")
    driven = (GAME.went_through(position(), f"R {turn}")["car:R"] for turn in ("roll=3+4 move=7", "move=2"))
    assert list(map(len, driven)) == [8, 3]


def test_the_page_knows_what_now(position: Write) -> None:
    """Whose turn it is, what they may do, where they may end, and how the race stands."""
    now = GAME.what_now(position(box="R:2/4,B:3/0,G:3/0", held="R:bomb"))
    assert now.player == "red"
    assert "up to 2 dice, or takes one die back" in now.sentence
    assert "s13" in now.ends
    assert "s14" not in now.ends
    assert [row["player"] for row in now.standings] == ["red", "green", "blue"]
    assert "belly-up" in GAME.what_now(position(cars="R:s2!,B:s15,G:s20")).sentence
    texts = [question.text for question in GAME.declarations(position(held="R:rocket", switches="items:tray"))]
    assert texts == ["What red rolled", "Item used", "The rocket's die", "Way taken", "The turn"]
    for question in GAME.declarations(position(held="R:rocket", switches="items:tray")):
        for _, text in question.answers:
            assert GAME.check_declaration(position(), text) == text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cars": "R:s2,B:s2,G:s20"}, "only a corner"),
        ({"items": "s7:bomb", "switches": "items:tray", "board": "crossover"}, "where none may lie"),
        ({"edition": "open", "switches": "items:tray"}, "open edition has no tray"),
        ({"teams": "RB"}, "every car is in one team"),
        ({"switches": "wet:yes"}, "In a wet race"),
        ({"held": "R:bomb+bomb+bomb"}, "more of the item 'bomb'"),
        ({"box": "R:0/0,B:3/0,G:3/0"}, "last disc"),
        ({"gate": "open"}, "gate is open or closed"),
    ],
)
def test_what_is_wrong_with_a_position(changes: dict[str, str], words: str, position: Write) -> None:
    """Each thing that cannot be is said in a sentence."""
    assert any(words in problem for problem in GAME.check_position(position(**changes)))
    assert GAME.check_position(position()) == ()


@pytest.mark.parametrize(
    "text",
    [
        "chess", "nestorgames-gp", "nestorgames-gp colour=red", "nestorgames-gp cars=R:s1,R:s2",
        "nestorgames-gp cars=Q:s1", "nestorgames-gp gate=ajar", "nestorgames-gp tray=here:there",
        "nestorgames-gp items=s1:anvil",
        "nestorgames-gp dice=R7:1@0/0/0", "nestorgames-gp box=R:3", "nestorgames-gp board=monza",
    ],
)  # fmt: skip
def test_bad_notation_is_refused(text: str) -> None:
    """What is no position raises NotationError with a sentence."""
    with pytest.raises(NotationError):
        parse_position(text)


@pytest.mark.parametrize("text", ["", "speed=3", "roll=7", "use=anvil", "path=left", "score:R=x", "roll=1+2+3+4+5+6+1"])
def test_bad_declarations_are_refused(text: str, position: Write) -> None:
    """What is no declaration raises NotationError that shows how to write one."""
    with pytest.raises(NotationError, match="roll=2"):
        GAME.check_declaration(position(), text)


def test_the_lost_die_may_be_one_of_those_thrown(verdict: Judged) -> None:
    """With all six dice thrown or in the box a crash's die still lies on the card; one to spare must be put away."""
    before = {"cars": "R:s5", "box": "R:3/2"}
    bust = verdict(before, {"cars": "R:s5!", "dice": "R1363", "box": "R:3/2"})
    assert bust.status is Status.LEGAL
    assert dict(parse_position(bust.after).boxes)["R"].dice == 3
    assert verdict(before, {"cars": "R:s5!", "dice": "R133", "box": "R:3/2"}).status is Status.ILLEGAL


def test_after_more_than_a_round_the_next_driver_is_known_by_the_dice(verdict: Judged) -> None:
    """Two cars, many turns unseen: nobody is accused, and the race goes on with the driver after the one who rolled."""
    before = {"cars": "R:s12,B:p1", "box": "R:3/0,B:3/0", "seats": "RB", "started": "R"}
    found = verdict(before, {"cars": "R:s31,B:s27", "box": "R:3/0/c,B:3/0", "dice": "R52"}, alone=False)
    assert found.status is Status.UNDECIDED
    assert "too many to follow" in found.sentence
    after = parse_position(found.after)
    assert after.turn == "B"
    assert after.started == {"R", "B"}, "blue has driven over the line: his next crossing is a lap"


def test_two_cars_that_moved_out_of_turn_are_no_drivers_fault(verdict: Judged) -> None:
    """Each is counted: of one the driver is named, of two at one look nobody is; so many may have been missed."""
    one = verdict({}, {"cars": "B:s16"})
    assert [fault.rule for fault in one.violations] == ["nestorgames-gp/turn-order"]
    two = verdict({}, {"cars": "B:s16,G:s21"})
    assert (two.status, two.violations) == (Status.UNDECIDED, ())


def test_turns_beyond_a_round_are_thought_of_before_a_driver_is_out_of_turn(verdict: Judged) -> None:
    """Red drove, stayed belly-up after a repeat on the corner, and blue rolls: six turns unseen before his."""
    before = {"cars": "B:p1,G:p2,R:p3", "seats": "BGR", "turn": "B", "started": ""}
    seen = {"cars": "R:s8!", "box": "R:3/1", "dice": "B11"}
    assert verdict(before, seen, alone=False).status is Status.UNDECIDED


def test_a_car_beyond_the_line_has_crossed_it_however_it_came_there(position: Write) -> None:
    """Taken as it stands, from its bay or from the exit of the pit lane: its next crossing ends a lap."""
    before = position(cars="R:p1,B:s34,G:s20", started="G")
    taken = parse_position(GAME.accept(before, GAME.observe(position(cars="R:s9,B:s3,G:s20"))))
    assert taken.started == {"R", "B", "G"}
