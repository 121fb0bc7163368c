"""Everything that the rules allow next."""

from __future__ import annotations

from collections.abc import Iterator

from referee.frozen import replace
from referee.games.fact import Fact
from referee.games.racepack.book.dice import (
    defences,
    defended_by,
    idle_throw,
    may_be_met,
    may_spend_more,
    rolls,
    spun_out,
    with_re_roll,
)
from referee.games.racepack.book.ending import ends, timed_out, upkeep_of
from referee.games.racepack.book.looks import may_look_like, same_die, stands_by
from referee.games.racepack.book.moving import as_said, most_movements, movements
from referee.games.racepack.book.state import (
    AGAIN,
    FASTEST,
    MOVEMENTS,
    OUT,
    ROLL,
    Play,
    begin,
    claim_of,
    driver,
    field_of,
    gone_on,
    others_tokens,
    said_tokens,
    seen_at,
    step_to,
)
from referee.games.racepack.declarations import spend
from referee.games.racepack.notation import FACES
from referee.games.racepack.observation import (
    Observation,
    OnSquare,
    Place,
    Square,
)
from referee.games.racepack.rules import corners
from referee.games.racepack.upkeep import on_road
from referee.games.rulebook import Step


def actions(play: Play, toward: Observation | None = None) -> Iterator[Step[Play]]:
    """Everything the rules allow next."""
    if not driver(play):
        return
    if play.due == OUT:
        yield spun_out(play)
        return
    if play.due:
        yield from rolls(play, toward)
        return
    if play.safe:
        yield from defences(play, toward)
    if toward is not None:
        yield from _by_the_way(play, toward)
    if not play.stopped:
        steps = movements(play, toward)
        yield from steps if toward is not None else (step for step in steps if may_be_finished(step.after))
    yield from ends(play, toward)


def may_be_finished(play: Play) -> bool:
    """Whether a turn that has come so far has a legal end: fewer movements than were possible are none."""
    if play.stopped or play.due == OUT or play.used >= most_movements(begin(play.position)):
        return True
    return any(may_be_finished(step.after) for step in movements(replace(play, due=""), None))


def heard(play: Play, toward: Observation, word: Fact) -> Iterator[Step[Play]]:
    """What the rules allow and nobody would think of but for a word: a speed, a token, a roll that was not seen."""
    if not driver(play):
        return
    value, at = str(word.get("value")), str(word.get("at"))
    if word.kind in ("roll", "reroll") and play.due == (ROLL if word.kind == "roll" else AGAIN) and value in FACES:
        yield from rolls(play, toward, value)
    elif word.kind == "defence" and play.safe and may_spend_more(play):
        hand = dict(others_tokens(play.position, play.car)).get(at, "")
        left = spend(hand, value) if value in said_tokens(hand) else None
        if left is not None:
            if not may_be_met(play, toward):
                # the camera saw no re-roll: it has to be told as well
                yield defended_by(play, at, value, left)
                return
            faces = FACES if toward.tray is None else ("",)
            yield from with_re_roll(defended_by(play, at, value, left), toward, faces)
    elif word.kind == "time" and value == "up" and (at >= str(play.used) or not (at or play.stopped)):
        yield from timed_out(play, toward)
    elif word.kind in ("speed", "token") and at == str(play.used + 1) and not (play.due or play.stopped):
        yield from as_said(play, toward, word.kind, value)


def _by_the_way(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What may be done at any time: the die pushed or thrown for nothing, a token turned, a movement taken back."""
    here, there = play.place, seen_at(play, toward)
    aside = _set_aside(play, toward)
    if aside is not None:
        yield aside
    if there is not None and here != there:
        yield from _taken_back(play, there)
    if not play.used and not play.stopped:
        yield from _ghosts(play, toward)
    # a 5 first seen where the car has come to may have been thrown for nothing before it went there
    early = not gone_on(play) and toward.tray is not None and corners.spins_out(toward.tray.face)
    if there is not None and here != there and isinstance(here, OnSquare) and not early:
        return
    if toward.tray is not None and play.tray is not None and not same_die(play.tray, toward.tray):
        yield from idle_throw(play, toward.tray, there is None)
    if not play.stopped and (play.lap != toward.lap or play.hazards != toward.hazards):
        tidied = upkeep_of(play, toward)
        if not tidied.faults and (tidied.lap, tidied.hazards) != (play.lap, play.hazards):
            yield step_to(play, None, replace(play, lap=tidied.lap, hazards=tidied.hazards))


def _set_aside(play: Play, toward: Observation) -> Step[Play] | None:
    """Cars whose place is free: finished ones, spun-out ones beside the road, waiting ones that move up."""
    position, shape = play.position, field_of(play.position).shape
    cars = dict(position.cars)
    changed = {}
    for car, seen in toward.cars:
        place, now = cars.get(car), on_road(shape, seen)
        if car == play.car or place is None or now is None or place == now:
            continue
        if car in play.strayed or (stands_by(position, car, place, now) and not may_look_like(place, now)):
            changed[car] = now
    if not changed:
        return None
    moved = tuple((car, changed.get(car, place)) for car, place in position.cars)
    return step_to(play, None, replace(play, position=replace(position, cars=moved)))


def _ghosts(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Cars on the road that are not in sight may have been knocked over, or lifted off once they had finished."""
    position, seen = play.position, {car for car, _ in toward.cars}
    covers = len(toward.hazards) < len(play.hazards)  # wherever it was, a token may lie under it now
    gone = {
        car
        for car, place in position.cars
        if car not in seen and car != play.car and isinstance(place, OnSquare)
        if car not in play.ghosts and (covers or _is_ahead(play, place.square))
    }
    lost = gone - {*position.finished}
    if gone:
        claims = tuple(claim_of("elsewhere", car, "yes") for car in sorted(lost))
        yield step_to(play, None, replace(play, ghosts=play.ghosts | gone), claims, odd=1)


def _is_ahead(play: Play, square: Square) -> bool:
    shape = field_of(play.position).shape
    if not isinstance(play.place, OnSquare) or play.place.square not in shape.tile_at:
        return True
    return square in shape.tile_at and 0 <= shape.gained(play.place.square, square) <= MOVEMENTS * FASTEST


def _taken_back(play: Play, there: Place) -> Iterator[Step[Play]]:
    """A movement that was seen is taken back: it was not made; its speed is open again."""
    for index, stand in enumerate(play.stands[:-1]):
        if stand.place == there:
            yield step_to(
                play,
                None,
                replace(
                    play,
                    place=stand.place,
                    used=stand.used,
                    turned=stand.turned,
                    hand=stand.hand,
                    crossings=stand.crossings,
                    stops=stand.stops,
                    stands=play.stands[: index + 1],
                    speeds=0,
                    due="",
                    safe=False,
                    stopped=False,
                    adrift=False,
                ),
                odd=1,
            )
            return
