"""What turns lead to is never said to be out of reach of so many, whatever of it a look hides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace as changed
from random import Random

import pytest

from referee.frozen import replace
from referee.games.royal_racers import book
from referee.games.royal_racers.book import ANYWHERE, FLIP, ROLL, STEP, Play
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.hands import HANDS
from referee.games.royal_racers.position import SAME, UNSEEN, Die, Observation, how_it_lies
from referee.games.rulebook import Step
from referee.words.fact import fact
from tests.by_lot import lot, so_many
from tests.games.royal_racers.conftest import FLAGS
from tests.outside import royal_racers_reading as reading
from tests.outside.reading import line_of

GAME = RoyalRacers()


def _thrown(play: Play, lain: Iterable[Die], chance: Random) -> Play:
    """The play with the die that was thrown at rest, elsewhere than any lay before."""

    def rest(die: Die) -> Die:
        poses = (
            Die(die.face, *map(float, (chance.randint(40, 110), chance.randint(-170, 170), chance.randrange(360))))
            for _ in iter(int, 1)
        )
        return next(one for one in poses if all(how_it_lies(other, one) != SAME for other in lain))

    dice = tuple((suit, rest(die) if die.x_mm == ANYWHERE else die) for suit, die in play.position.dice)
    return replace(play, position=replace(play.position, dice=dice))


def _half_seen(look: Observation, chance: Random) -> Observation:
    """A look of which cards, pawns, flags or dice are hidden."""
    how, share = chance.choice(("nothing", "cards", "pawns", "flags", "dice", "all")), chance.choice((0.05, 0.4))
    covered = {square for square in range(36) if how in ("cards", "all") and chance.random() < share}
    lost = {suit for suit, at in look.pawns if at in covered or (how in ("pawns", "all") and chance.random() < 0.4)}
    covered |= {at for suit, at in look.pawns if suit in lost and at is not None}
    return changed(
        look,
        cards=tuple(UNSEEN if square in covered else cell for square, cell in enumerate(look.cards)),
        flags=() if how == "flags" else tuple(one for one in look.flags if one[1] not in covered),
        pawns=tuple(one for one in look.pawns if one[0] not in lost),
        missing=tuple(sorted(lost)),
        dice=tuple(one for one in look.dice if how not in ("dice", "all") or chance.random() < 0.5),
        unseen=frozenset(covered),
    )


def _race(chance: Random) -> Play:
    """A position of the outside reading in mid-race, or one of a race from the first flag on."""
    if chance.random() < 0.8:
        return book.worlds(line_of(reading.GAME, reading.position(chance)))[0]
    agreed = {"flags": chance.choice("12356"), "opponent-flag": chance.choice(("yes", "no"))}
    position = GAME.start(chance.choice((2, 3, 4)), chance, agreed)
    for _ in range(chance.choice((0, 1, 3, 8, 12, 30))):
        after = GAME.play(position, chance, None).after
        position = position if GAME.over(after) else after
    return book.worlds(position)[0]


def _turns(play: Play, turns: int, chance: Random) -> list[tuple[Step[Play], Play, int]]:
    """So many turns: each step, the table after it, and how many turns are over by then."""
    found: list[tuple[Step[Play], Play, int]] = []
    over, lain = 0, [die for _, die in play.position.dice]
    while over < turns and book.driver(play):
        steps = list(book.actions(play))
        if play.stage == FLIP and chance.random() < 0.6:
            steps = [one for one in steps if one.after.wrong is None] or steps
        step = chance.choice(steps)
        play, over = _thrown(step.after, lain, chance), over + step.over
        lain += [die for _, die in play.position.dice]
        found.append((step, play, over))
    return found


def test_who_rolled_before_people_looked_may_have_had_his_turn(table: Callable[..., str]) -> None:
    """Red's die lies as it lay and red steps in a first look; then black rolls and steps: two turns lead there."""
    (play,) = book.worlds(table(seats="S,M", ranks="a2345", phase="race", round="3", turn="S,M", touched="S:0,M:0"))
    looks = [book.parse_look(table(pawns="S:c2,M:d4")), book.parse_look(table(pawns="S:c2,M:d5", rolled="Mn"))]
    assert [[book.reach(play, look, turns) for turns in (1, 2)] for look in looks] == [[True, True], [False, True]]


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(so_many(40, 3000)))
def test_turns_of_any_race_are_in_reach(seed: int) -> None:
    """Over up to six turns that one to three looks show in part, from each state on the true way to the next look and
    to the last, with slips or without; also where a die was thrown before people first looked."""
    chance = Random(lot(seed))
    first = _race(chance)
    told = _turns(replace(first, opening=False), chance.choice((1, 2, 3, 4, 6)), chance)
    for _ in range(6):
        at = sorted(chance.sample(range(len(told)), min(len(told), chance.choice((1, 1, 2, 3)))))
        looks = [_half_seen(book.show(told[place][1]), chance) for place in at]
        play = first
        if play.stage == ROLL and chance.random() < 0.5:
            thrown = replace(play, position=replace(play.position, dice=told[0][1].position.dice))
            play = play if book._others_acted(play.position, looks[0]) else thrown
        seen = had = 0
        for place, (step, _, over) in enumerate(told[: at[-1] + 1]):
            for goal in {seen, len(looks) - 1}:
                turns = told[at[goal]][2] - had + (not told[at[goal]][0].over)
                assert book.reach(play, looks[goal], turns), (turns, book.text(play), looks[goal])
                assert book.near(play, looks[goal], 1, turns), (turns, book.text(play), looks[goal])
            said = (one for claim in step.claims for one in book.heard(play, looks[seen], claim.fact))
            ways = (*book.actions(play, looks[seen]), *said)
            play, had = next(one for one in ways if (one.text, one.over) == (step.text, step.over)).after, over
            if place == at[seen]:
                play, seen = book.settle(play, looks[seen]), min(seen + 1, len(looks) - 1)


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(so_many(60, 6000)))
def test_slips_of_any_two_turns_are_near(seed: int) -> None:
    """One turn or two in which hands slip up to three times, every state on the true way to what a look shows of it."""
    chance = Random(lot(seed))
    for _ in range(6):
        first, turns = replace(_race(chance), opening=False), chance.choice((1, 2, 2))
        told = _with_slips(first, turns, chance)
        if not told:
            continue
        look, broken = _half_seen(book.show(told[-1][1]), chance), told[-1][2]
        slipped, play = 0, first
        for step, _, _, had in told:
            assert book.near(play, look, broken - slipped, turns - had + step.over), (book.text(play), look, step)
            said = (one for claim in step.claims for one in book.heard(play, look, claim.fact))
            likely = (*book.actions(play, look), *said, *book.slips(play, look))
            alike = [one for one in likely if (one.text, one.over, one.broken) == (step.text, step.over, step.broken)]
            if not alike:
                break  # what it moved lies otherwise by the time of the look
            play, slipped = alike[0].after, slipped + len(step.broken)


def _with_slips(play: Play, turns: int, chance: Random) -> list[tuple[Step[Play], Play, int, int]]:
    """So many turns with slips: each step, the table after it, the rules broken and the turns over by then."""
    found: list[tuple[Step[Play], Play, int, int]] = []
    broken, over, lain = 0, 0, [die for _, die in play.position.dice]
    while over < turns and book.driver(play):
        steps = list(book.actions(play))
        if broken < 2 and chance.random() < 0.4:
            wrong = list(HANDS.otherwise(play, (book.show(play),), chance))
            steps = list(book.slips(play, chance.choice(wrong))) or steps
        if play.stage == FLIP and chance.random() < 0.6:
            steps = [one for one in steps if one.after.wrong is None] or steps
        step = chance.choice(steps)
        if broken + len(step.broken) > 3:
            continue
        play = _thrown(step.after, lain, chance)
        broken, over = broken + len(step.broken), over + step.over
        lain += [die for _, die in play.position.dice]
        found.append((step, play, broken, over))
    return found


def test_throws_that_a_look_gainsays_leave_one_table(table: Callable[..., str]) -> None:
    """Who threw unseen what his die does not show at the look throws again before it: what he threw lies nowhere."""
    (play,) = book.worlds(table(seats="S,M", ranks="a2345", phase="race", round="3", turn="S,M", touched="S:0,M:0"))
    look = book.parse_look(table(rolled="S3"))
    thrown = [step.after for step in book.actions(play, look)]
    assert len({one.rolled for one in thrown}) == 6
    assert len({one.position for one in thrown}) == 2


RACE = {"seats": "S,M", "ranks": "a2345", "phase": "race", "round": "3", "turn": "S,M", "touched": "S:1,M:4"}


@pytest.mark.parametrize(
    ("pawns", "down", "turns", "reached"),
    [
        ("S:c4,M:d5", "b4", 2, False),
        ("S:c4,M:d5", "b4,d2", 2, True),
        ("S:b1,M:d5", "b4", 2, True),
        ("S:c3,M:d4", "b4", 1, True),
        ("S:c4,M:d4", "b4", 1, False),
    ],
    ids=["nothing came of the 4", "a 4 was turned", "a card was named in vain", "red is under way", "no card, a step"],
)
def test_something_came_of_a_roll_that_is_seen(
    pawns: str, down: str, turns: int, reached: bool, table: Callable[..., str]
) -> None:
    """Red rolled a 4, then black null: a 4 lies otherwise, or red came from the flag that it touched last."""
    (play,) = book.worlds(table(down="b4", **RACE))
    look = book.parse_look(table(pawns=pawns, down=down, rolled="S4 Mn" if turns == 2 else "S4"))
    assert book.reach(play, look, turns) is reached


def test_cards_named_in_vain_are_one_way_unless_somebody_says_which(table: Callable[..., str]) -> None:
    """Three cards lie face down and do so again by the look; one of them lies face up there, and one was named."""
    (play,) = book.worlds(table(down="a4,b4,c4,e2", **RACE))
    look = book.parse_look(table(down="a4,b4,c4", rolled="S4"))
    thrown = next(step.after for step in book.actions(play, look) if step.after.rolled == "4")
    vain = [step.text for step in book.actions(thrown, look) if step.after.wrong is not None]
    assert sorted(vain) == ["~a4", "~e2"]
    assert [step.text for step in book.heard(thrown, look, fact("named", value="c4"))] == ["~c4"]


def test_two_rolls_of_a_rank_may_turn_a_card_over_and_back(table: Callable[..., str]) -> None:
    """Red rolled a 4, the third player null, and the cards lie as they lay: black must have rolled a 4, too."""
    three = {**RACE, "seats": "S,M,C", "turn": "S,M,C", "touched": "S:4,M:4,C:0", "down": "b4"}
    (play,) = book.worlds(table(pawns="S:c3,M:d4,C:b2", **three))
    rolls = ("S4 Mn Cn", "S4 M4 Cn")
    looks = [book.parse_look(table(pawns="S:c4,M:d5,C:b3", down="b4", rolled=rolled)) for rolled in rolls]
    assert [book.reach(play, look, 3) for look in looks] == [False, True]


def test_who_has_had_his_roll_turns_no_other_card_over(table: Callable[..., str]) -> None:
    """Before the roll a card may come to lie otherwise in the turn, and where only the step is left none may."""
    (play,) = book.worlds(table(down="b4", **RACE))
    look = book.parse_look(table(down="b4,d2"))
    assert [book.reach(replace(play, stage=stage), look, 1) for stage in (ROLL, STEP)] == [True, False]


def test_a_throw_that_a_look_gainsays_leads_to_it_by_no_slip(table: Callable[..., str]) -> None:
    """What red threw unseen lies there until his next turn, whatever hands do wrong."""
    (play,) = book.worlds(table(seats="S,M", ranks="a2345", phase="race", round="3", turn="S,M", touched="S:0,M:0"))
    look = book.parse_look(table(rolled="S3"))
    thrown = [step.after for step in book.actions(play, look)]
    assert {one.rolled for one in thrown if book.near(one, look, 1, 1)} == {"3"}


def test_flags_are_taken_off_by_their_owner(table: Callable[..., str]) -> None:
    """A flag that its owner has touched and a look does not show."""
    (play,) = book.worlds(table(**RACE))
    look = book.parse_look(table(flags=FLAGS.removeprefix("Sa:a1,")))
    assert {step.deed.get("by") for step in book.actions(play, look) if step.deed.kind == "cleared"} == {"S"}
