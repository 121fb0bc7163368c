"""Between two looks: what counts as a change, when the next turn begins, and taking the table as it stands."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.believed import Otherwise, all_of, believed
from referee.games.racepack.game import Racepack
from referee.games.racepack.position import parse_position

Text = Callable[..., str]


def test_noise_and_covered_things_are_no_change(game: Racepack, position: Text, look: Text) -> None:
    """A jitter of the die, a car not seen and a covered token do not count; a moved car and a new roll do."""
    before = position(hazards="a3+")
    seen = game.observe(look(before))

    def differs(**fields: str) -> bool:
        return game.changed(seen, game.observe(look(before, **fields)))

    assert not differs()
    assert not differs(die="n:1:1:355")
    assert not differs(hazards="", unseen="a3")
    assert not differs(hazards="", cars="M:a3") or differs(cars="M:a3")
    assert not game.changed(seen, game.observe("racepack missing=S unseen=a3"))
    assert differs(die="n:9:9:90")
    assert differs(hazards="none")
    assert not differs(hazards=""), "left out: nobody looked"
    assert differs(hazards="a3-")
    assert differs(lap="2")
    assert differs(cars="S:f2")


def test_the_next_turn_begins_when_another_car_moves(game: Racepack, position: Text, look: Text) -> None:
    """After red has moved, black's move begins the next turn; red's own next movement does not."""
    before = position(cars="M:h1")
    stops = [game.observe(look(before)), game.observe(look(before, cars="S:f2"))]
    assert game.next_turn_began(before, stops, game.observe(look(before, cars="S:f2,M:g1")))
    assert not game.next_turn_began(before, stops, game.observe(look(before, cars="S:e2")))
    assert not game.next_turn_began(before, stops[:1], game.observe(look(before, cars="M:g1"))), "that is out of turn"


def test_a_turn_out_of_turn_ends_when_the_right_driver_moves(game: Racepack, position: Text, look: Text) -> None:
    """Black moves twice out of turn; red's first movement then begins red's turn."""
    before = position(cars="M:h1")
    stops = [game.observe(look(before, cars=f"M:{place}")) for place in ("h1", "g1")]
    assert not game.next_turn_began(before, stops, game.observe(look(before, cars="M:e1")))
    assert game.next_turn_began(before, stops, game.observe(look(before, cars="M:g1,S:f2")))


def test_a_blocked_driver_is_passed_over(game: Racepack, position: Text, look: Text) -> None:
    """Red is shut in and cannot move: black's move begins the next turn."""
    before = position(cars="M:f2,C:f1")
    assert game.next_turn_began(before, [game.observe(look(before))], game.observe(look(before, cars="M:e2")))


def test_waiting_cars_moving_up_begin_nothing(game: Racepack, position: Text, look: Text) -> None:
    """Black moves up on the grid after red's movement: red's turn goes on."""
    before = position(cars="M:l1", grid="M", laps="M:0")
    stops = [game.observe(look(before)), game.observe(look(before, cars="S:f2"))]
    assert not game.next_turn_began(before, stops, game.observe(look(before, cars="S:f2,M:k1")))


def test_the_table_can_be_taken_as_it_stands(game: Racepack, position: Text, look: Text) -> None:
    """Accepting keeps what is not seen, counts a crossing of the line, and passes the turn when red has moved."""
    before = position(cars="S:k2", hazards="a3+")
    after = parse_position(game.accept(before, game.observe(look(before, cars="S:a8", lap="2"))))
    assert after.to_move == "M"
    assert after.lap == 2
    assert dict(after.hazards) == {(1, 3): True}
    crossed = parse_position(game.accept(before, game.observe(look(before, cars="S:h2"))))
    assert crossed.crossed("S") == 2
    others = parse_position(game.accept(before, game.observe(look(before, cars="M:q6"))))
    assert others.to_move == "S"
    unsure = believed((Otherwise(before), Otherwise(position(cars="S:k2", hazards="a3+", tokens="S:a"))))
    lies = game.accept(unsure, game.observe(look(before, cars="S:h2")))
    taken = [parse_position(one.position) for one in all_of(lies)]
    assert [one.crossed("S") for one in taken] == [2, 2]
    assert len({one.tokens for one in taken}) == 2, "what nobody sees of the table may be so or so, as before"


def test_marks_show_the_move(game: Racepack, position: Text) -> None:
    """The move between two positions is that of the car whose turn it was."""
    assert game.moved(position(), position(cars="S:d2")) == {"from": "g2", "to": "d2"}
    assert game.moved(position(), position(cars="S:out:a1")) == {"from": "g2", "to": "out:a1"}
    assert game.moved(position(), position()) == {}
