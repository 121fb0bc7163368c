"""What so many turns can lead to: a bound that is never too strict, and sharp where a search would go far."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from referee.games.base import Status
from referee.games.nestorgames_gp import book
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.state import Observation
from referee.games.rulebook import Step
from referee.judge.verdict import judge
from tests.by_lot import lot, so_many
from tests.games.nestorgames_gp.conftest import before_text
from tests.outside import nestorgames_gp_reading as reading
from tests.outside.reading import line_of

GAME = NestorgamesGP()
ROUND = 5
"""So many turns may be missed with two or three cars."""
DOWN = {"cars": "R:s2!,B:s15!,G:s20!"}
"""Cars of which none moves before each has had a turn."""
LOCKGATE = {"board": "lockgate", "gate": "open"}
TRAY = {"switches": "items:tray", "tray": "s33:wrench"}
BOARD = {"switches": "items:board", "items": "s3:oil,s30:rocket"}


@pytest.mark.parametrize(
    ("before", "seen"),
    [
        (LOCKGATE, {"gate": "closed"}),
        (TRAY, {"items": "s2:oil"}),
        (TRAY, {"items": "s2:rocket"}),
        ({**TRAY, "held": "R:oil"}, {"items": "s4:oil"}),
        (TRAY, {"tray": "s20:rocket"}),
        (BOARD, {"items": "s30:rocket"}),
        (BOARD, {"items": "s3:oil"}),
        ({**TRAY, "items": "s30:bomb!"}, {"items": ""}),
    ],
)
def test_things_that_nobody_came_by_are_out_of_reach(before: dict[str, str], seen: dict[str, str]) -> None:
    """No car can have moved: the gate stands, the tray lies and items stay, but for what a driver may leave behind."""
    (state,) = book.worlds(before_text({**before, **DOWN}))
    look = book.parse_look(before_text({**before, **DOWN, **seen}))
    assert not any(book.reach(state, look, turns) for turns in (1, 2, 3))


TWO = {"seats": "RB", "cars": "R:s10,B:s14", "started": "RB"}
"""Red and blue, with two turns of red's and one of blue's in three turns, two of each in four."""


@pytest.mark.parametrize(
    ("before", "seen", "turns"),
    [
        ({**TWO, "box": "R:3/0,B:3/0", **TRAY, "tray": "s33:wrench"}, {"items": "s10:oil"}, 4),
        ({**TWO, "box": "R:3/0,B:3/1", "cars": "R:s10,B:s17"}, {"box": "R:3/0,B:3/2"}, 1),
        ({**TWO, "box": "R:3/4,B:3/0"}, {"cars": "R:s30,B:s14"}, 1),
        ({"box": "R:1/0,B:1/0,G:0/0", "cars": "R:s2,B:s15,G:off", "finished": "G"}, {"box": "R:1/0,B:1/0,G:1/0"}, 4),
    ],
)
def test_what_nobody_can_have_done_in_so_many_turns_is_out_of_reach(
    before: dict[str, str], seen: dict[str, str], turns: int
) -> None:
    """Oil out of a tray that nobody came by, a lost die where no car crashes, two dice that carry a car 20 spaces, and
    a disc that lies again in the box of who has finished."""
    (state,) = book.worlds(before_text(before))
    assert not book.reach(state, book.parse_look(before_text({**before, **seen})), turns)


def test_who_crashed_on_a_corner_loses_a_die() -> None:
    """Red ends on the corner where blue stands."""
    corner = next(space.id for space in board_named("harbour").spaces if space.corner)
    before = {**TWO, "box": "R:3/0,B:3/0", "cars": f"R:s2,B:{corner}"}
    (state,) = book.worlds(before_text(before))
    crashed = {**before, "cars": f"R:{corner}!,B:{corner}!", "box": "R:3/1,B:3/1"}
    assert book.reach(state, book.parse_look(before_text(crashed)), 1)


@pytest.mark.parametrize(
    ("before", "seen"),
    [
        ({**TRAY, "held": "R:oil"}, {"items": "s2:oil"}),
        ({**TRAY, "held": "R:any"}, {"items": "s2:bomb!"}),
        ({**TRAY, "tray": "s9:wrench"}, {"tray": "s20:rocket", "cars": "R:s9"}),
        (BOARD, {"items": "s3:oil", "cars": "R:s30"}),
        ({**TRAY, "items": "s9:bomb!"}, {"items": "", "cars": "R:s9!"}),
    ],
)
def test_things_that_a_driver_came_by_are_in_reach(before: dict[str, str], seen: dict[str, str]) -> None:
    """The driver may have laid what he holds where he stood, and taken what lay where he stopped."""
    position = before_text(before)
    (state,) = book.worlds(position)
    assert book.reach(state, book.parse_look(before_text({**before, **seen})), 1)


def test_a_die_may_be_lost_before_the_car_is_pushed_into_the_corner() -> None:
    """Red ends behind the corner, where blue stands: hands take blue's die, and have yet to push it on and over."""
    lap, corners = board_named("harbour").track, {one.id for one in board_named("harbour").spaces if one.corner}
    here = next(one for one, after in pairwise(lap) if after in corners and one not in corners)
    (state,) = book.worlds(before_text({**TWO, "box": "R:3/0,B:3/0", "cars": f"R:s2,B:{here}"}))
    for red in ("s2", here):
        look = book.parse_look(before_text({**TWO, "box": "R:3/0,B:3/1", "cars": f"R:{red},B:{here}"}))
        assert book.reach(state, look, 1)


def test_who_was_pushed_to_where_he_pushes_may_have_driven_on() -> None:
    """Blue ends on green and pushes it onto red, which is pushed into the corner; green drives in as well, red turns
    its car up."""
    before = {"board": "crossover", "cars": "R:s22!,B:s5,G:s21", "turn": "B"}
    (state,) = book.worlds(before_text(before))
    look = {**before, "cars": "R:s23,B:s21,G:s23!", "box": "R:3/2,B:3/0,G:3/1", "dice": "?"}
    assert book.reach(state, book.parse_look(before_text(look)), 3)


def test_of_a_row_of_cars_the_foremost_may_be_pushed_on_first() -> None:
    """Orange ends on red, which is pushed onto green: hands push green on before they move anything else."""
    before = {"board": "lockgate", "seats": "RGO", "cars": "R:s30,G:s31,O:s25", "turn": "O", "started": "RGO"}
    before |= {"box": "R:3/0,G:3/0,O:3/0", "gate": "closed"}
    (state,) = book.worlds(before_text(before))
    look = before_text({**before, "cars": "R:s30,G:s32,O:s25", "dice": "?"})
    assert book.reach(state, book.parse_look(look), 1)


def test_a_teleport_ends_a_movement() -> None:
    """Red, one space before a T, is moved to the other one and goes on from there in its next turn only."""
    near, far = board_named("crossover").teleport
    (state,) = book.worlds(before_text({**CROSSOVER, "cars": "R:s20,B:s30"}))
    looks = [book.parse_look(before_text({**CROSSOVER, "cars": f"R:{space},B:s30"})) for space in (near, "s12")]
    assert (near, far) == ("s7", "s21")
    assert [[book.reach(state, look, turns) for look in looks] for turns in (1, 3)] == [[True, False], [True, True]]


CROSSOVER = {"board": "crossover", "seats": "RB", "box": "R:3/0,B:3/0", "started": "RB"}


@pytest.mark.parametrize(
    ("before", "after"),
    [("R:s29,B:x>s13", "R:x>s30,B:s30"), ("R:s12,B:x>s30", "R:x>s13,B:s13"), ("R:s12,B:x>s13", "R:x>s13,B:s13")],
)
def test_a_car_on_the_loop_is_pushed_the_way_of_the_car_that_pushes_it(before: str, after: str) -> None:
    """It goes on in the new direction then (The loop): one turn brings it there, and it was nobody's but red's."""
    (state,) = book.worlds(before_text({**CROSSOVER, "cars": before}))
    look = book.parse_look(before_text({**CROSSOVER, "cars": after}))
    assert book.reach(state, look, 1)
    seen = [GAME.observe(before_text({**CROSSOVER, "cars": cars, "dice": "R1"})) for cars in (before, after)]
    found = judge(GAME, before_text({**CROSSOVER, "cars": before}), seen, (), closed=True)
    assert (found.status, found.turn) == (Status.LEGAL, "R roll=1 move=1")


def test_a_car_on_the_loop_is_not_turned_by_anybody() -> None:
    """Nobody has pushed it: it stands there as it stood."""
    (state,) = book.worlds(before_text({**CROSSOVER, "cars": "R:s29,B:x>s13"}))
    turned = book.parse_look(before_text({**CROSSOVER, "cars": "R:s30,B:x>s30"}))
    assert not book.reach(state, turned, 1)


def test_the_disc_of_the_last_lap_may_still_have_to_be_taken() -> None:
    """Red drove twice, the second time over the line, and has not taken its disc yet; or has taken it before."""
    before = {**TWO, "box": "R:3/0,B:3/0", "cars": "R:s20,B:s14"}
    last = board_named("harbour").track[-1]
    (state,) = book.worlds(before_text(before))
    over = {**before, "cars": "R:s1,B:s14"}
    assert book.reach(state, book.parse_look(before_text(over)), 3)
    early = {**before, "cars": f"R:{last},B:s14", "box": "R:2/0,B:3/0"}
    assert book.reach(state, book.parse_look(before_text(early)), 3)


def test_the_disc_of_a_car_that_was_pushed_over_the_line_may_still_have_to_be_taken() -> None:
    """Red pushed blue over the line: the look shows both cars moved, and blue's disc where it lay."""
    before_last, last = board_named("harbour").track[-2:]
    (state,) = book.worlds(before_text({**TWO, "box": "R:3/0,B:3/0", "cars": f"R:{before_last},B:{last}"}))
    look = book.parse_look(before_text({**TWO, "box": "R:3/0,B:3/0", "cars": f"R:{last},B:s1"}))
    assert book.reach(state, look, 1)


ALIKE, CAME_HOME = (3014, 3029), 3027
"""Two of the dice thrown came to lie as two had lain; a car came home in one of the turns that were missed."""


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", [*range(so_many(8, 80)), *ALIKE, CAME_HOME])
def test_what_hands_have_half_done_is_in_reach(seed: int) -> None:
    """However many turns went before, and whatever of what follows from the last one is done: never out of reach."""
    chance = Random(lot(seed))
    switches = {"items": chance.choice(("none", "tray", "board"))}
    switches |= {one: chance.choice(("yes", "no")) for one in ("safety", "pushed-items", "pushed-laps", "wet")}
    board = chance.choice(("harbour", "crossover", "lockgate"))
    position = GAME.start(chance.choice((2, 3, 5)), chance, {"board": board, "laps": "2", **switches})
    states = [book.worlds(position)[0]]
    while len(states) < 60 and not GAME.over(position):
        position = GAME.play(position, chance, None).after
        states.append(book.worlds(position)[0])
    for _ in range(30):
        turns = chance.randint(1, min(ROUND, len(states) - 1))
        last = chance.randrange(turns, len(states))
        first, before, after = states[last - turns], book.show(states[last - 1]), book.show(states[last])
        assert book.reach(first, after, turns), (book.text(first), after)
        half = _mixed(before, after, chance)
        steps = book.actions(states[last - 1], half)
        if any(not step.over and not book.clash(book.show(step.after), half) for step in steps):
            assert book.reach(first, half, turns), (book.text(first), half)


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(so_many(24, 2000)))
def test_turns_by_an_outside_reading_of_the_rule_book_are_in_reach(seed: int) -> None:
    """One to three turns of any race, many with bumps and crashes, whatever of the last one hands have done."""
    chance = Random(f"x{lot(seed)}")
    race = reading.race_at_random(chance)
    seat, hidden = chance.choice(race.seats), {"edition": "tray", "seats": race.seats}
    hidden |= {"turn": seat, "started": "".join(one for one in race.seats if race.cars[one].started)}
    (state,) = book.worlds(line_of(reading.GAME, {**reading.seen(race), **hidden}))
    for turns in (1, 2, 3):
        before = book.parse_look(line_of(reading.GAME, reading.seen(race)))
        legal = [
            one for one in reading.turns(race, seat) if one.sure and all(car.discs for car in one.after.cars.values())
        ]
        if not legal:
            return
        met = [one for one in legal if sum(was != now for was, now in reading._cars(race, one.after)) > 1]
        turn = chance.choice(met if met and chance.random() < 0.5 else legal)
        dice = "?" if chance.random() < 0.5 else reading.thrown(chance, seat, reading.order_of(chance, turn))
        race = turn.after
        after = book.parse_look(line_of(reading.GAME, reading.seen(race, dice)))
        for look in (after, *(_mixed(before, after, chance) for _ in range(3))):
            assert book.reach(state, look, turns), (turns, book.text(state), look)
        seat = race.seats[(race.seats.index(seat) + 1) % len(race.seats)]


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(so_many(8, 80)))
def test_every_turn_of_a_qualifying_round_is_in_reach(seed: int) -> None:
    """From each moment of each turn to each later look, over ties rolled again and the first turns of the race."""
    chance = Random(lot(seed))
    position = GAME.start(chance.choice((2, 2, 3, 4)), chance, {"board": "harbour", "qualifying": "yes"})
    turns: list[list[book.Play]] = []
    while len(turns) < 9 and not GAME.over(position):
        played = GAME.play(position, chance, None)
        (state,) = book.worlds(position)
        looks = [state]
        for stop in played.stops:
            steps = book.actions(looks[-1], book.parse_look(stop))
            looks += [step.after for step in steps if not book.clash(book.show(step.after), book.parse_look(stop))][:1]
        turns.append(looks)
        position = played.after
    for first, looks in enumerate(turns):
        for last in range(first, len(turns)):
            seen = [book.show(state) for state in turns[last]]
            for state in looks:
                assert last == first or book.reach(state, seen[-1], last - first + 1), (book.text(state), seen[-1])


def test_who_went_bust_qualifies_again_only_after_a_tie_of_all() -> None:
    """Red rolled 4, 4 and then 5: for its next roll blue and green must have gone bust as well."""
    before = {"cars": "R:off,B:off,G:off", "started": "", "qualifying": "begins"}
    rolled = ["R1:4@-34/0/1", "R1:4@-34/0/1,R2:4@0/0/2", "R1:4@-34/0/1,R2:4@0/0/2,R3:5@34/0/3"]
    (state,) = book.worlds(before_text(before))
    looks = [book.parse_look(before_text({**before, "dice": dice})) for dice in rolled]
    for look in looks[:2]:
        state = next(step.after for step in book.actions(state, look) if step.chance)
    assert [book.reach(state, looks[2], turns) for turns in (1, 2, 3, 4)] == [False, False, False, True]
    blue = next(step.after for step in book.actions(state, looks[1]) if step.over)
    scored = [step.after for step in book.actions(blue, looks[2]) if step.over and dict(step.after.before.rolled)["B"]]
    assert scored
    assert not any(
        book.reach(state, looks[2], turns) for state in scored for turns in (1, 2)
    )  # the third is in the race


def _mixed(before: Observation, after: Observation, chance: Random) -> Observation:
    """Of each thing either how it was or how it is."""
    cars, boxes = dict(before.cars), dict(before.boxes)
    return replace(
        after,
        cars=tuple((car, chance.choice((cars.get(car, look), look))) for car, look in after.cars),
        boxes=tuple((car, chance.choice((boxes[car], box))) for car, box in after.boxes),
        gate_open=chance.choice((before.gate_open, after.gate_open)),
        tray=chance.choice((before.tray, after.tray)),
        items=chance.choice((before.items, after.items)),
    )


def test_whose_dice_lie_as_they_lay_has_not_rolled_in_a_turn_that_nobody_saw_begin() -> None:
    """Red's two dice lie there still: he threw no third beside them in a later turn, nor was his car moved by others.

    Only where a look showed the dice so as the turn began, they may have been left there.
    """
    lay = {"cars": "R:s8,B:p1", "dice": "R1:4@-34/0/1,R2:4@0/0/2"}
    (seen,) = book.worlds(before_text(lay))
    third = book.parse_look(before_text({**lay, "dice": lay["dice"] + ",R3:5@34/0/3"}))
    moved = book.parse_look(before_text({**lay, "cars": "R:s13,B:p1"}))
    rolls = [
        [any(step.after.rolled for step in book.actions(state, third)), any(map(_moves, book.actions(state, moved)))]
        for state in (seen, replace(seen, lain=True))
    ]
    assert rolls == [[True, True], [False, False]]


def _moves(step: Step[book.Play]) -> bool:
    return "move" in step.text


def test_dice_that_were_pushed_were_thrown_by_nobody() -> None:
    """One of red's dice lies elsewhere with the number that it showed, and it is still blue's turn."""
    before = {"turn": "B", "dice": "R1:2@-34/0/1,R2:6@0/0/2"}
    (state,) = book.worlds(before_text(before))
    looks = [book.parse_look(before_text({**before, "dice": f"R1:{face}@-10/30/1,R2:6@0/0/2"})) for face in (2, 3)]
    assert [book.reach(state, look, 1) for look in looks] == [True, False]


@pytest.mark.parametrize(("dice", "moves"), [("R55", False), ("R46", True)])
def test_whose_dice_show_a_repeat_has_not_moved(dice: str, moves: bool) -> None:
    """Ten spaces on, beside dice that add up to them."""
    (state,) = book.worlds(before_text({}))
    assert book.reach(state, book.parse_look(before_text({"cars": "R:s12", "dice": dice})), 1) is moves
