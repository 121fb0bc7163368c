"""What people are told: a turn, the nearest legal ones, whose turn it is, how the race stands; what they may say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.errors import NotationError
from referee.games.base import Question, standing
from referee.games.home_racers import rules as law
from referee.games.home_racers.actions import (
    ODD,
    START,
    UNSEEN,
    Turn,
    parse_hop,
    parse_roll,
    parse_turn,
    roll_text,
)
from referee.games.home_racers.geometry import Pose, ahead, apart
from referee.games.home_racers.position import CARS, DRIVERS, HIGHEST_GEAR, PORTALS, Observation, Position, pose_text
from referee.games.home_racers.shapes import LIMITS, legal_shapes, tiles_of
from referee.games.home_racers.succession import progress, race_order
from referee.games.home_racers.ways import nudged
from referee.games.home_racers.words import WORDS
from referee.games.words_said import Pad, Sayable
from referee.words.fact import Fact, fact, several

NEAREST = 3
PAD = Pad(WORDS)


def turn_in_words(turn: str, complete: bool = True) -> str:
    """A turn in one sentence part.

    >>> turn_in_words("R: gear=3 path=st-fl-st-st-ll-st roll=2.4.5 move=4")
    'red drove 4 tiles in gear 3 (forward left turn; rolled 2, 4 and 5)'
    >>> turn_in_words("G: path=st-st", complete=False)
    'green has laid 2 tiles; the turn is not over'
    """
    done = parse_turn(turn)
    said = WORDS.tell(fact("turn", who=done.car), deeds=WORDS.tell(deed(done)))
    return said if complete else WORDS.tell(fact("unfinished"), said=said)


def deed(turn: Turn) -> Fact:
    """What was done."""
    if turn.end:
        return fact("deed", how={START: "placed", ODD: "odd", UNSEEN: "unseen"}[turn.end])
    gear = "none" if turn.gear is None else turn.gear
    dice = several(turn.roll or ())
    if turn.move is None or (turn.move == 0 and turn.path):
        if not turn.path:
            return fact("deed", how="not-moved", gear=gear, dice=dice)
        return fact("deed", how="laid", count=len(turn.path), gear=gear, dice=dice)
    if turn.move == 0:
        return fact("deed", how="stood", gear=gear)
    bends, met = bends_of(turn.path[: turn.move]), several(turn.met)
    return fact("deed", how="drove", count=turn.move, gear=gear, met=met, bends=bends, dice=dice)


def bends_of(codes: Sequence[str]) -> str:
    """The placements that are no straight ones, and the portals that were gone through, as one parameter."""
    hops = (parse_hop(code) for code in codes)
    return several(hop[0] if hop else code for hop, code in zip(hops, codes, strict=True) if hop or code != "st")


def legal_ends(position: Position) -> dict[Pose, tuple[int, int, tuple[str, ...]]]:
    """Where a legal turn can end: each pose with its gear, number of tiles and placements (portals left out)."""
    car, across = position.to_move, position.across_mm
    start = position.place(car)
    found: dict[Pose, tuple[int, int, tuple[str, ...]]] = {}
    if start is None:
        return found
    for gear in law.next_gears(position.gear(car)):
        for moved in range(gear, tiles_of(gear) + 1):
            for one in legal_shapes(*LIMITS[gear], moved):
                end = ahead(start, across * one.x, across * one.y, one.heading_deg)
                found.setdefault(end, (gear, moved, one.codes))
    return found


def nearest_turns(position: Position, seen: Observation) -> tuple[tuple[str, Pose | None], ...]:
    """The legal turns that end nearest to where the car is seen, in words, and where; None where that is not told."""
    car = position.to_move
    stand, start = seen.car(car), position.place(car)
    if start is None:
        return ((WORDS.tell(fact("advice", how="place", who=car)), None),)
    ends = legal_ends(position)
    if stand is None or nudged(position, start, stand.pose):
        gears = several(law.next_gears(position.gear(car)))
        return ((WORDS.tell(fact("advice", how="gears", who=car, gears=gears)), None),)
    thrown = [die.face for die in seen.tray if die.car == car]
    fitting = (len(thrown), len(thrown) + law.extra_moves(thrown))  # of the gear and the tiles that the dice ask for
    given = [end for end, (gear, moved, _) in ends.items() if (gear, moved) == fitting]
    near = sorted(
        given or ends, key=lambda end: (apart(end, stand.pose) + abs(end.angle_deg - stand.pose.angle_deg) % 360, end)
    )
    return tuple((_could(car, *ends[end]), end) for end in near[:NEAREST])


def _could(car: str, gear: int, moved: int, codes: tuple[str, ...]) -> str:
    if not moved:
        return WORDS.tell(fact("advice", how="still", who=car))
    advised = fact("advice", who=car, gear=gear, count=moved, bends=bends_of(codes), good=moved - gear)
    return WORDS.tell(advised)


MOST_ENDS = 400


def now(position: Position) -> tuple[str, tuple[str, ...]]:
    """What the driver may do, and where a legal turn can end."""
    return _sentence(position), tuple(pose_text(end) for end in list(legal_ends(position))[:MOST_ENDS])


def _sentence(position: Position) -> str:
    car = position.to_move
    if position.place(car) is None:
        return WORDS.tell(fact("now", how="place", who=car))
    gears = law.next_gears(position.gear(car))
    lengths = several(tiles_of(gear) for gear in gears)
    return WORDS.tell(fact("now", how="drive", who=car, gears=several(gears), lengths=lengths))


def standings(position: Position) -> Iterator[Mapping[str, str]]:
    """One row a car, the leader first."""
    order = race_order(position) or position.order or position.racers
    ranked = [*position.finished, *(car for car in order if car not in position.finished)]
    ranked += [car for car in position.racers if car not in ranked]
    for place, car in enumerate(ranked, 1):
        lap = str(min(max(1, position.crossed(car)), position.race))
        gears = WORDS.tell(fact("gear", how="standing", gears=several(position.gear(car))))
        yield standing(car, DRIVERS[car], lap, place, gears, _note(position, car))


def _note(position: Position, car: str) -> str:
    notes = [WORDS.tell(fact("note", **one)) for one in _notes(position, car)]
    return WORDS.tell(fact("note"), notes=notes) if notes else ""


def _notes(position: Position, car: str) -> Iterator[dict[str, str | int]]:
    if car in position.finished:
        yield {"how": "finished"}
    elif position.place(car) is None:
        yield {"how": "to-place"}
    else:
        if car in position.lost:
            yield {"how": "lost"}
        if car in position.marks:
            yield {"how": "caltrops"}
        if position.course and position.crossed(car):
            tenths = round(max(0.0, progress(position, car)) / 100.0)
            yield {"how": "way", "metres": tenths // 10, "tenths": tenths % 10}


def over(position: Position) -> str | None:
    """The outcome once the agreed number of cars has finished, else None."""
    ended = position.finished
    if len(ended) < min(position.places, len(position.racers)):
        return None
    places = [WORDS.tell(fact("outcome", how="place", who=car, place=place)) for place, car in enumerate(ended[:4], 1)]
    return WORDS.tell(fact("outcome"), places=places)


Answers = tuple[tuple[str, str], ...]


def pad(position: Position) -> tuple[Question, ...]:
    """Everything the driver and the others may say in this turn, each with its buttons."""
    car = position.to_move
    if position.place(car) is None:
        return (PAD.heading("done", [PAD.button("done", "done", how="placed")], how="pad-placed", by=car),)
    found = [PAD.heading("gear", PAD.values("gear", map(str, range(HIGHEST_GEAR + 1))), by=car)]
    for gear in law.next_gears(position.gear(car)):
        if gear:
            answers = ((WORDS.tell(one), f"roll={said}") for one, said in fives(gear))
            found.append(PAD.heading("roll", answers, how="pad-gear", gear=gear))
    found += [
        PAD.heading("laid", (PAD.button("laid", "laid"), *_yes_no("touching"))),
        PAD.heading("first", PAD.values("first", position.queue)),
        PAD.heading("lap", PAD.values("lap", map(str, range(position.race + 2))), by=car),
        *(
            PAD.heading("entrance", _entrances(position, colour), at=colour)
            for colour in sorted(PORTALS)
            if len(position.portals(colour)) == 2 and colour not in dict(position.entrances)
        ),
    ]
    for kind in ("effect", "danger") if position.danger == "ask" else ("effect",):
        found.append(PAD.heading(kind, _yes_no(kind)))
    ends = (PAD.button("done", "done"), PAD.button("finished", "finished", how="pad-over"))
    return (*found, PAD.heading("done", ends, by=car))


def fives(gear: int, how: str = "pad-fives") -> tuple[tuple[Fact, str], ...]:
    """A throw for each number of fives and sixes: which other faces were rolled does not matter."""
    return tuple(
        (fact("roll", how=how, gear=gear, good=good), roll_text((1,) * (gear - good) + (5,) * good))
        for good in range(gear + 1)
    )


def portals_called(position: Position, colour: str) -> tuple[Fact, ...]:
    """The portals of one colour by where they lie."""
    places = (portal.pose for portal in position.portals(colour))
    return tuple(fact("entrance", how="place", x=round(where.x_mm), y=round(where.y_mm)) for where in places)


def _entrances(position: Position, colour: str) -> Answers:
    called = portals_called(position, colour)
    return tuple((WORDS.tell(one), f"entrance:{colour}={number}") for number, one in enumerate(called, 1))


def _yes_no(kind: str) -> Answers:
    return PAD.button(f"{kind}=yes", kind), PAD.button(f"{kind}=no", kind, how="no")


SAYABLE = Sayable(
    (
        r"gear=[0-5]",
        r"roll=(-|[1-6](\.[1-6]){0,4})",
        r"(touching|danger|effect|again)=(yes|no)",
        r"first=[RYGB]",
        r"lap=[0-9]{1,3}",
        r"entrance:(blue|yellow|green|orange|violet)=[12]",
        r"laid|done|finished",
    ),
    "gear=3, roll=2.4.5, laid, touching=yes, danger=no, again=no, first=G, lap=2, entrance:blue=1, finished, done",
    CARS,
)


def normal_declaration(text: str, racers: Sequence[str]) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    >>> normal_declaration(" roll=5.2 ", ("R",)), normal_declaration("R:gear=2", ("R",))
    ('roll=2.5', 'R:gear=2')
    """
    whose, said = SAYABLE.read(text)
    key, _, value = said.partition("=")
    for car in (whose.rstrip(":"), value if key == "first" else ""):
        if car and car not in racers:
            raise NotationError(WORDS.told("not-in-this-race", text=car, list=racers))
    if key == "roll":
        said = f"roll={roll_text(parse_roll(value))}"
    if key == "lap":
        said = f"lap={int(value)}"
    return whose + said
