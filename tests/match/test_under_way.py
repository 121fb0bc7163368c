"""A race that was under way before the referee came: begun from what the table shows and what people say, or do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from planted_races import PlainTable

from referee.errors import NotationError
from referee.games.base import PlayedTurn
from referee.games.believed import all_of, unsaid
from referee.games.deeds import GIVE, HELD, NEXT, TAKE, WHOSE_TURN, Handled, kind_of, told_by
from referee.games.racepack.observation import OffTrack
from referee.games.registry import GAMES, game
from referee.match.starts import Joining
from referee.mind.reasoned import Game
from referee.snapshot import Surroundings, snapshot
from tests.by_lot import lot, so_many

AROUND = Surroundings(1, "", True, "", 0.0, (), "")
TURNS = 3
LONGEST_BEFORE = {"royal-racers": 40}
"""Turns before the referee comes; in Royal Racers the flags are placed first."""


class JoinedTable(PlainTable):
    """A table at which a race is under way that nobody has started."""

    def __init__(self, law: Game, position: str, players: int) -> None:
        super().__init__(law, players, position, begins=False)
        self.players = players

    def joining(self) -> Joining:
        """What the table shows of the race, and what no camera sees of it."""
        found = self.match.joining((self.players,))
        assert found is not None
        return found

    def begin(self, said: list[tuple[str, str]]) -> None:
        """The referee goes on from what lies there."""
        self.match.start(self.players, self.time_ns, said=said)

    def turn(self, played: PlayedTurn) -> list[str]:
        """What is said of a turn, who was accused of what at last."""
        before = len(self.match.entries)
        self.play(played)
        if len(self.match.state.stops) > 1:
            self.match.close(self.time_ns)
        self.put_right(played)
        return [str(one.data["status"]) for one in self.match.entries[before:] if one.kind == "verdict"]


def raced(law: Game, players: int, turns: int, dice: Random) -> str:
    """A position some honest turns into a race that is not over."""
    position = law.start(players, dice)
    for _ in range(turns):
        after = law.play(position, dice, None).after
        if law.over(after) is not None:
            break
        position = after
    return position


def true_of(law: Game, position: str, asked: tuple[Handled, ...]) -> Iterator[tuple[str, str]]:
    """What people who know all of a position would tap."""
    lying = {one.piece: one.deeds for one in law.unseen(position)}
    for one in asked:
        known, kinds = lying.get(one.piece, ()), {kind_of(deed) for deed in one.deeds}
        yield from ((one.piece, deed.text) for deed in known if deed.so and kind_of(deed) in kinds)
        if kinds & HELD:
            hand, shown = ([deed.text for deed in deeds if kind_of(deed) == TAKE] for deeds in (known, one.deeds))
            yield from ((one.piece, text) for text in shown if text not in hand)
            yield from ((one.piece, text.replace(TAKE, GIVE)) for text in hand if text not in shown)


@pytest.mark.by_lot
@pytest.mark.few(8)
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(so_many(3, 20)))
@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_accused_in_a_race_that_was_begun_in_the_middle(name: str, seed: int, share: float) -> None:
    """The race is taken from what the table shows; of the rest people say all, a part, or nothing. Three honest turns
    follow."""
    law, dice = game(name), Random(lot(seed))
    players = dice.choice([count for count in law.players_allowed if 1 < count <= 3])
    position = raced(law, players, 14 + dice.randrange(LONGEST_BEFORE.get(name, 20)), dice)
    table = JoinedTable(law, position, players)
    joining = table.joining()
    assert joining.problem == ""
    table.begin([one for one in true_of(law, position, joining.unseen) if dice.random() < share])
    for _ in range(TURNS):
        played = law.play(position, dice, None)
        assert "ILLEGAL" not in table.turn(played), played
        position = played.after
        if law.over(position) is not None:
            break


CLEAR = {
    "racepack": "racepack/lane-change", "royal-racers": "royal-racers/step", "nestorgames-gp": "nestorgames-gp/fix",
    "home-racers": "home-racers/move-distance",
}  # fmt: skip


def fault_in(law: Game, position: str, dice: Random) -> PlayedTurn:
    """A turn that breaks a rule which hangs on nothing that is unseen."""
    while (played := law.play(position, dice, CLEAR[law.name])).truth == "legal":
        position = played.after
    return played


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_a_fault_that_hangs_on_nothing_unseen_is_told_all_the_same(name: str) -> None:
    """Doubt about laps, order and hands excuses no way that nobody may go."""
    law, dice = game(name), Random(3)
    played = fault_in(law, raced(law, 2, 24, dice), dice)
    table = JoinedTable(law, played.before, 2)
    table.begin(list(true_of(law, played.before, table.joining().unseen)))
    assert "ILLEGAL" in table.turn(played)


def test_what_is_said_later_by_hand_is_doubtful_no_more_until_that_is_undone() -> None:
    """Whoever knew it not at the beginning may say it in "Correct"; the rest stays open."""
    law, dice = game("royal-racers"), Random(2)
    position = raced(law, 2, 16, dice)
    table = JoinedTable(law, position, 2)
    table.begin([])
    begun = table.match.state.position
    assert unsaid(begun) == {"S flags", "M flags"}
    assert len(all_of(begun)) > 1
    table.match.place("S", "flags:2", table.time_ns)
    assert unsaid(table.match.state.position) == {"M flags"}
    table.match.undo(table.time_ns)
    assert (unsaid(table.match.state.position), all_of(table.match.state.position)) == (unsaid(begun), all_of(begun))


def test_whose_turn_it_is_can_be_set_by_hand() -> None:
    """In every game, for each driver who races."""
    for name in GAMES:
        law = game(name)
        position = raced(law, 2, 20, Random(1))
        turn = next(one for one in law.handled(position) if one.piece == "turn")
        for deed in turn.offered:
            after = law.with_piece(position, "turn", deed)
            assert law.called(deed.partition(":")[2]) == law.driver(after) != law.driver(position)


def test_a_lap_is_guessed_from_the_die_and_the_longest_empty_stretch() -> None:
    """The lap die says how often the leader has crossed the line; he has the longest stretch before him, so who stands
    just before the line then is the last one, a crossing behind."""
    law = game("racepack")
    position = law.start(4, Random(1)).replace("lap=3", "lap=2")
    road = law.book.worlds(position)[0].position.shape
    rows = {road.advance(square): square for square in road.tile_at if square not in road.wide}
    squares = dict(zip("SMCA", (rows[3], rows[1], rows[0], rows[road.rows - 2]), strict=True))
    seen = law.observe(law.visible(position))
    cars = tuple((car, type(place)(squares[car])) for car, place in seen.cars)
    taken = law.under_way(replace(seen, cars=cars), 4)
    assert "laps=S:2,M:2,C:2,A:1" in taken
    assert law.driver(taken) == "red"


def test_what_cannot_be_so_is_refused_with_a_sentence() -> None:
    """A lap that there is not, a piece that is not there, and a table that shows no race."""
    law = game("racepack")
    seen = law.observe(law.visible(raced(law, 2, 8, Random(1))))
    for said in (("S", "laps:9"), ("Q", "laps:1")):
        with pytest.raises(NotationError, match=r"\w+ \w+"):
            law.under_way(seen, 2, said=[said])
    beside = tuple((car, OffTrack()) for car, _ in seen.cars)
    for cars, lap, why in ((seen.cars[1:], 0, "beside a corner"), (beside, 2, "beside a corner"), (beside, 0, "over")):
        with pytest.raises(NotationError, match=why):
            law.under_way(replace(seen, cars=cars, lap=lap), 2)


def test_a_game_that_does_not_tell_what_stands_behind_a_look_begins_at_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one from outside, of which there is a rule book and no more: the page does not offer it."""
    law = game("royal-racers")
    table = JoinedTable(law, law.start(2, Random(1)), 2)
    monkeypatch.setattr(law, "parts", replace(law.parts, under_way=None), raising=False)
    assert table.match.joining((2,)) is None
    with pytest.raises(NotationError, match="start"):
        table.begin([])


@pytest.mark.parametrize("name", GAMES)
def test_whose_turn_it_is_is_not_stated_while_nobody_knows_it(name: str) -> None:
    """Of a race begun in the middle the page names nobody until it is said, or shown by turns."""
    law, dice = game(name), Random(2)
    table = JoinedTable(law, raced(law, 2, 16, dice), 2)
    asked = told_by(WHOSE_TURN, f"{NEXT}:") in {
        told_by(one.piece, deed.text) for one in table.joining().unseen for deed in one.deeds
    }
    table.begin([])
    now = snapshot(table.match.moment(), AROUND)["now"]
    if asked:
        assert (now["player"], now["ends"]) == ("", [])
        assert "whose turn" in now["sentence"]
    else:
        assert now["player"]
