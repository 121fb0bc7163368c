"""Properties over random races: what is conserved, what is never faulted and what is always found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import dist
from random import Random

import pytest

from referee.cli.hard_turns import hard_turns
from referee.errors import IllegalAction
from referee.games.base import PlayedTurn, Status
from referee.games.home_racers import rules as law
from referee.games.home_racers.game import HomeRacers
from referee.games.home_racers.geometry import Pose, ahead
from referee.games.home_racers.in_words import over
from referee.games.home_racers.position import Observation, Position, Special, parse_position, position_text
from referee.games.home_racers.start import empty_start, start
from referee.judge.verdict import judge
from tests.by_lot import lot, so_many
from tests.planted import planted

GAME = HomeRacers()
OF_EACH_RULE = so_many(1, 4)
"""So many of the faults of each rule are judged; `tools/long_play.py` judges as many as one likes."""
PORTALS = (
    Special("blue", Pose(700, 0, 0)),
    Special("blue", Pose(-700, 1000, 180)),
    Special("leak", Pose(-1000, 500, 0)),
)

LITTERED = (
    "home-racers line=0:150:0:-150 cars=G:-515.53:628.8:-122,R:-412.99:-143.01:-61"
    " tiles=-567.88:436.69:-121,-557.92:560.96:-122 racers=R,G round=13 turn=G,R order=G,R gears=R:3,G:2 laps=R:1,G:1"
    " course=0:0/460:0/700:240/700:440/460:680/-460:680/-700:440/-700:240/-460:0"
)
"""Two tiles that faults left lie where green drives on."""
CROWDED = (
    "home-racers line=0:150:0:-150 cars=B:222:-16:0,G:511:-50:60,R:-87:-14:2,Y:463:-143:-122"
    " tiles=-284:-90:62,24:57:60,60:-151:-61,387:142:1,508:62:-2 across=80 gap=5 skew=4 racers=R,Y,G,B round=14"
    " turn=R,G,Y,B order=R,G,Y,B gears=R:2,Y:0,G:0,B:1 laps=R:1,Y:1,G:1,B:1"
    " course=0:0/460:0/700:240/700:440/460:680/-460:680/-700:440/-700:240/-460:0"
)


def races(seed: int) -> Position:
    """Starts of every kind: two to four cars, with portals, from an empty start, with unknown order."""
    dice = Random(seed)
    begun = start(2 + seed % 3, dice)
    if seed % 4 == 1:
        begun = replace(begun, specials=PORTALS, entrances=(("blue", 1 + seed // 4 % 2),))
    if seed % 4 == 2:
        begun = empty_start(begun.queue)
    if seed % 4 == 3:
        begun = replace(begun, order=(), race=2, places=2)
    return begun


def jittered(seen: Observation, dice: Random) -> Observation:
    """The same floor through a careful eye: up to 1.5 mm and 0.6 degrees off."""

    def shaken(where: Pose) -> Pose:
        return ahead(where, dice.uniform(-1.5, 1.5), dice.uniform(-1.5, 1.5), dice.uniform(-0.6, 0.6))

    cars = tuple((car, replace(stand, pose=shaken(stand.pose))) for car, stand in seen.cars)
    return replace(seen, cars=cars, tiles=tuple(sorted(shaken(tile) for tile in seen.tiles)))


def looks(turn: PlayedTurn) -> list[Observation]:
    """The stops as observations."""
    return [GAME.observe(text) for text in turn.stops]


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(4, 12))))
def test_no_legal_turn_is_ever_faulted(seed: int) -> None:
    """With stops and words LEGAL; from the final picture alone, with or without dice, never ILLEGAL."""
    dice = Random(seed)
    position = races(seed)
    for _ in range(so_many(10, 24)):
        if over(position):
            break
        turn = GAME.play(position_text(position), dice, None)
        seen = [jittered(one, dice) for one in looks(turn)]
        verdict = judge(GAME, turn.before, seen, turn.declared, closed=True)
        assert verdict.status is Status.LEGAL, (turn.turn, verdict.sentence)
        assert judge(GAME, turn.before, seen, (), closed=True).status is not Status.ILLEGAL, turn.turn
        assert judge(GAME, turn.before, seen[-1:], (), closed=True).status is not Status.ILLEGAL, turn.turn
        blind = [replace(seen[-1], tray=(), beside=())]
        assert judge(GAME, turn.before, blind, (), closed=True).status is not Status.ILLEGAL, turn.turn
        for upto in range(1, len(seen)):
            open_turn = judge(GAME, turn.before, seen[:upto], (), closed=False)
            assert open_turn.status is not Status.ILLEGAL, (upto, turn.turn, open_turn.sentence)
        position = parse_position(turn.after)


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(4, 12))))
def test_the_judge_and_play_agree_on_what_stands_afterwards(seed: int) -> None:
    """The position after the verdict is the position that play says."""
    dice = Random(seed)
    position = races(seed)
    for _ in range(so_many(8, 40)):
        if over(position):
            break
        played = GAME.play(position_text(position), dice, None)
        assert judge(GAME, played.before, looks(played), played.declared, closed=True).after == played.after
        position = parse_position(played.after)


@pytest.mark.parametrize("seed", range(4))
def test_a_path_over_a_tile_that_a_fault_left_lying_is_driven_with_the_dice_of_its_gear(seed: int) -> None:
    """The tile counts for the path: as many dice are thrown, and the turn ends where they say."""
    played = GAME.play(LITTERED, Random(seed), None)
    verdict = judge(GAME, played.before, looks(played), played.declared, closed=True)
    assert (verdict.status, parse_position(played.after).to_move) == (Status.LEGAL, "R"), played.turn


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.few(2)
def test_pieces_are_conserved(seed: int) -> None:
    """Cars never vanish, no tile stays behind, never more than fourteen road tiles and five dice a colour are used."""
    dice = Random(seed)
    position = races(seed)
    for _ in range(60):
        if over(position):
            break
        before, turn = position, GAME.play(position_text(position), dice, None)
        position = parse_position(turn.after)
        assert {car for car, _ in position.cars} >= {car for car, _ in before.cars}
        assert position.tiles == ()
        for seen in looks(turn):
            assert len(seen.tiles) + len(seen.cars) <= 14
            count = Counter(die.car for die in seen.tray) + Counter(dict(seen.beside))
            assert max(count.values(), default=0) <= 5


@pytest.mark.parametrize("fault", [None, law.PATH_LENGTH.id, law.TILES_CLEARED.id])
def test_a_path_is_laid_of_the_tiles_that_there_are(fault: str | None) -> None:
    """Five tiles that faults left lie there, and red needs six: one of them is taken up, or the eye would miss one."""
    for seed in range(6):
        played = GAME.play(CROWDED, Random(seed), fault)
        assert all(len(seen.tiles) + len(seen.cars) <= 14 for seen in looks(played)), seed
        found = judge(GAME, played.before, looks(played), played.declared, closed=True)
        assert found.status is (Status.ILLEGAL if fault else Status.LEGAL), (seed, found.sentence)


@pytest.mark.parametrize("fault", sorted(set(GAME.faults()) - {law.START_TILE.id, law.PORTAL.id}))
def test_no_die_lies_on_another(fault: str) -> None:
    """Dice are 16 mm wide, and whoever throws has taken those that lay in the tray out of the way."""
    for seed in range(3):
        dice = Random(seed)
        before = GAME.play(positions(seed, 3)[-1], dice, None).after
        for seen in looks(GAME.play(before, dice, fault)):
            apart_mm = [dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)) for a, b in combinations(seen.tray, 2)]
            assert min(apart_mm, default=16.0) >= 16.0, seed


def positions(seed: int, turns: int) -> list[str]:
    """The beginnings of the turns of a race."""
    dice, begun = Random(seed), [position_text(races(seed))]
    while len(begun) < turns and not over(parse_position(begun[-1])):
        begun.append(GAME.play(begun[-1], dice, None).after)
    return begun


@pytest.mark.long  # each rule is planted and named once in tests/mind/test_contract.py
@pytest.mark.by_lot
def test_every_planted_fault_is_found() -> None:
    """Over a few races each rule is planted but for what only a word breaks, which is asked about; with stops and words
    it is ILLEGAL with its id, a sentence that names the rule, and legal alternatives."""
    begun = [one for seed in (2, 5) for one in positions(seed, 30) if not over(parse_position(one))]
    found = planted(GAME, begun, Random(lot(2)), GAME.faults(), OF_EACH_RULE)
    assert {rule for rule in found if found[rule]} == set(GAME.faults()) == set(GAME.rules) - {law.LAPS.id}
    for rule, turns in found.items():
        for turn in turns:
            verdict = judge(GAME, turn.before, looks(turn), turn.declared, closed=True)
            assert verdict.status is Status.ILLEGAL, (rule, turn.turn, verdict.sentence)
            assert [fault.rule for fault in verdict.violations] == [rule]
            assert GAME.rules[rule].title in verdict.sentence
            assert verdict.alternatives


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(1, 3))))
def test_a_random_race_comes_to_its_end(seed: int) -> None:
    """Somebody wins within a few hundred turns, and then nothing more can be played."""
    dice = Random(seed)
    position = start(4, dice)
    for _ in range(400):
        if over(position):
            break
        position = parse_position(GAME.play(position_text(position), dice, None).after)
    assert "wins" in (over(position) or "")
    with pytest.raises(IllegalAction):
        GAME.play(position_text(position), dice, None)


def test_ten_tile_paths_are_judged_right_from_every_side() -> None:
    """The bench's hard cases: with stops LEGAL, from the final picture never ILLEGAL."""
    for turn in hard_turns(GAME, Random(3))["paths of eight and ten tiles"]:
        assert judge(GAME, turn.before, looks(turn), turn.declared, closed=True).status is Status.LEGAL
        assert judge(GAME, turn.before, looks(turn)[-1:], (), closed=True).status is not Status.ILLEGAL
