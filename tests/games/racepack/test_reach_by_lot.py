"""What turns lead to is never said to be out of reach of so many, whatever of it a look hides."""

from __future__ import annotations

from dataclasses import replace as changed
from random import Random

import pytest

from referee.frozen import replace
from referee.games.racepack import book, hands
from referee.games.racepack.game import Racepack
from referee.games.racepack.observation import Observation
from referee.games.racepack.state import Play
from referee.games.rulebook import Step
from tests.by_lot import lot, so_many
from tests.outside import racepack_reading as reading
from tests.outside.reading import line_of

GAME = Racepack()
pytestmark = pytest.mark.by_lot


def _agreed(chance: Random, players: int) -> dict[str, str]:
    """Variants by lot, as far as so many players may agree on them."""
    main = chance.choice(("two", "two", "four", "pit")) if players > 2 else "two"
    packs = "2" if players > 4 or main != "two" else "1"
    switches = {one: chance.choice(("yes", "no")) for one in ("spare", "defence", "hairpins", "chicanes")}
    stop = {"stop": chance.choice("01")} if main == "pit" else {}
    return (
        {"laps": chance.choice("12"), "timer": chance.choice(("0", "30")), "main": main, "packs": packs}
        | switches
        | stop
    )


def _step(play: Play, chance: Random) -> Step[Play] | None:
    """Any step that the rules allow; tokens against a roll seldom, there are so many."""
    steps = list(book.actions(play)) if chance.random() < 0.6 else []
    plain = [step for step in steps if not step.text.startswith("def=")]
    return chance.choice(plain or steps) if steps else hands.choose(play, chance)


def _half_seen(play: Play, look: Observation, chance: Random) -> Observation:
    """A look of which cars, tokens, dice or a patch of the road are hidden."""
    how = chance.choice(("nothing", "cars", "patch", "tokens", "road", "dice"))
    unseen = frozenset[tuple[int, int]]()
    if how == "patch":
        x, y = chance.choice([*play.shape.tile_at])
        unseen = frozenset(at for at in play.shape.tile_at if abs(at[0] - x) <= 2 and abs(at[1] - y) <= 2)
    if how == "tokens":
        unseen = frozenset(square for square, _ in look.hazards if chance.random() < 0.5)
    lost = [car for car, at in look.cars if at.square in unseen or (how == "cars" and chance.random() < 0.4)]
    unseen |= {at.square for car, at in look.cars if car in lost and at.square is not None}
    return changed(
        look,
        cars=tuple(one for one in look.cars if one[0] not in lost),
        unseen_cars=tuple(lost),
        hazards=() if how == "road" else tuple(one for one in look.hazards if one[0] not in unseen),
        hazards_seen=how != "road",
        lap=None if how == "dice" else look.lap,
        tray=None if how == "dice" else look.tray,
        unseen=frozenset(at for at in unseen if at in play.shape.tile_at),
    )


def _half_tidied(before: Play, after: Play, look: Observation, chance: Random) -> Observation:
    """A look with the lap die and each token as they lie after a turn, or lay before it."""
    lay, under = dict(before.hazards), {place.square for _, place in look.cars}
    tokens = [(square, chance.choice((lay.get(square, up), up))) for square, up in after.hazards if square not in under]
    return changed(look, lap=chance.choice((before.lap, after.lap)), hazards=tuple(tokens))


@pytest.mark.parametrize("seed", range(so_many(8, 400)))
@pytest.mark.few(4)
def test_turns_of_any_race_are_in_reach(seed: int) -> None:
    """From any moment of up to six turns to any later one, seen in part; also where a car's last turn nobody saw."""
    chance = Random(lot(seed))
    players = chance.choice((2, 3, 4, 5, 8))
    position = GAME.start(players, chance, _agreed(chance, players))
    for _ in range(chance.choice((0, 10, 40, 80))):
        after = GAME.play(position, chance, None).after
        position = position if GAME.over(after) else after
    plays, begun = [chance.choice(book.worlds(position))], [0]
    while begun[-1] < 6 and plays[-1].driver:
        step = _step(plays[-1], chance)
        assert step is not None
        plays.append(step.after)
        begun.append(begun[-1] + step.over)
    starts = [begun.index(turn) for turn in range(begun[-1] + 1)]
    for _ in range(40):
        first = chance.randrange(starts[-1])
        last = chance.randrange(first, len(plays))
        look, turns = book.show(plays[last]), begun[last] - begun[first] + (last not in starts or last == first)
        if last in starts[1:] and first <= starts[begun[last] - 1]:
            look = _half_tidied(plays[starts[begun[last] - 1]], plays[last], look, chance)
        look, play = _half_seen(plays[last], look, chance), plays[first]
        assert book.reach(play, look, turns), (turns, book.text(play), look)
        car, seen = (
            chance.choice(play.position.cars)[0],
            plays[starts[begun[first] - 1] if begun[first] else 0].position,
        )
        if car != play.car:
            places, laps = dict(play.position.cars) | {car: seen.place(car)}, dict(play.position.crossings)
            laps[car] = seen.crossed(car)
            lost = replace(play.position, cars=tuple(places.items()), crossings=tuple(laps.items()))
            assert book.reach(replace(play, position=lost, ghosts=frozenset((car,))), look, turns), (car, look)


@pytest.mark.parametrize("seed", range(so_many(40, 4000)))
def test_turns_by_an_outside_reading_of_the_rule_book_are_in_reach(seed: int) -> None:
    """What is left of a round, driven by that reading, after each movement and with something over the road."""
    chance = Random(lot(seed))
    fields = reading.position(chance)
    (play,) = book.worlds(line_of(reading.GAME, fields))
    shown = {key: fields[key] for key in reading.VISIBLE}
    for turns, car in enumerate(fields["turn"].split(","), 1):
        cars = reading.pairs(shown["cars"])
        race = reading.race_of(fields, car, cars)
        line, out = reading.drive(chance, race, "")
        if any(movement.crossed for movement in line):
            return
        places = [reading.named(movement.end) for movement in line]
        if out:
            places.append(f"out:{reading.named(race.track.tiles[race.track.tile[line[-1].end]])}")
        for place in places:
            shown["cars"] = reading.placed(cars, car, place)
            look = dict(shown)
            if chance.random() < 0.5:
                reading.hide(look, {square for square in race.track.tile if chance.random() < 0.2})
            seen = book.parse_look(line_of(reading.GAME, look))
            assert book.reach(play, seen, turns), (turns, book.text(play), look)
