"""nestorgames GP read by brute force: every turn of the basic rules on the three shipped boards, without items."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tests.outside.reading import Answers, Change, Said, fields_of, line_of, one_dropped

GAME = "nestorgames-gp"
BOARDS = Path(__file__).parents[2] / "markers" / "nestorgames_gp" / "boards"
DICE = 6


def rule(*names: str) -> frozenset[str]:
    """Rule ids from their short names."""
    return frozenset(f"{GAME}/{name}" for name in names)


# -- the board --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """What a board file says; a node is a place on the way: a bay below 0 (pole -1), else the place in the lap."""

    name: str
    track: tuple[str, ...]
    bays: tuple[str, ...]
    corners: frozenset[str]
    line: int
    exit: int
    shortcut: tuple[str, str] | None
    gate: tuple[str, str] | None
    switches: frozenset[str]
    teleport: tuple[str, ...]

    def space(self, node: int) -> str:
        """The name of the space at a node."""
        return self.bays[-node - 1] if node < 0 else self.track[node]

    def node(self, space: str, heading: str = "") -> int:
        """The node of a space; on a loop space the heading tells which of the two."""
        if space in self.bays:
            return -1 - self.bays.index(space)
        those = [node for node, name in enumerate(self.track) if name == space]
        return next((node for node in those if heading in ("", self.space(self.on(node)))), those[0])

    def on(self, node: int) -> int:
        """The next node straight on."""
        if node < -1:
            return node + 1
        return self.exit if node == -1 else (node + 1) % len(self.track)

    def loop(self, space: str) -> bool:
        """Whether a space is crossed in two ways."""
        return self.track.count(space) > 1


@cache
def board_named(name: str) -> Board:
    """A board that comes with the program."""
    told: dict[str, Any] = json.loads((BOARDS / f"{name}.json").read_text("utf-8"))
    track = tuple(told["track"])
    shortcut, gate = told.get("shortcut"), told.get("gate")
    return Board(
        name,
        track,
        tuple(bay["id"] for bay in told["pit"]["bays"]),
        frozenset(space["id"] for space in told["spaces"] if space.get("corner")),
        track.index(told.get("line", track[0])),
        track.index(told["pit"]["exit"]),
        (shortcut["from"], shortcut["to"]) if shortcut else None,
        (gate["from"], gate["to"]) if gate else None,
        frozenset(gate["switches"] if gate else ()),
        tuple(told.get("teleport", ())),
    )


# -- the race ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Car:
    """A car and its box: where it stands, whether belly-up, discs and lost dice in the box, whether the cylinder is."""

    node: int
    belly_up: bool
    discs: int
    lost: int
    cylinder: bool
    started: bool


@dataclass(frozen=True)
class Race:
    """The table, and who has crossed the line."""

    board: Board
    cars: Mapping[str, Car]
    gate_open: bool
    seats: str

    def at(self, space: str) -> list[str]:
        """The cars on a space."""
        return [name for name, car in self.cars.items() if car.discs and self.board.space(car.node) == space]

    def having(self, **cars: Car) -> Race:
        """The race with some cars changed."""
        return replace(self, cars={**self.cars, **cars})


@dataclass(frozen=True)
class Turn:
    """A turn that the rules allow: dice (in no order), what was done, and the table after it.

    `sure` is False where the rule book does not say what happens.
    """

    kind: str
    dice: tuple[int, ...]
    ways: frozenset[str]
    after: Race
    sure: bool = True


def crash(race: Race, names: Sequence[str]) -> Race:
    """The race after these cars crashed."""
    hit = {name: race.cars[name] for name in names}
    return race.having(**{name: replace(car, belly_up=True, lost=min(DICE, car.lost + 1)) for name, car in hit.items()})


def crossing(board: Board, car: Car, node: int) -> Car:
    """A car one node on; the line is the near edge of its space, and its first crossing takes no disc."""
    if node != board.line or car.node < 0:
        return replace(car, node=node)
    return replace(car, node=node, started=True, discs=car.discs - car.started)


def paths(race: Race, car: Car, steps: int, ways: frozenset[str]) -> Iterator[tuple[Car, frozenset[str]]]:
    """Every way to go so many spaces."""
    if not steps:
        yield car, ways
        return
    board, here = race.board, race.board.space(car.node)
    yield from paths(race, crossing(board, car, board.on(car.node)), steps - 1, ways)
    if board.shortcut and here == board.shortcut[0] and not car.cylinder:
        onward = replace(car, node=board.node(board.shortcut[1]), cylinder=True)
        yield from paths(race, onward, steps - 1, ways | {"shortcut"})
    if board.gate and here == board.gate[0] and race.gate_open:
        yield from paths(race, replace(car, node=board.node(board.gate[1])), steps - 1, ways | {"gate"})


def arrive(race: Race, name: str, car: Car) -> tuple[Race, bool]:
    """The race after a car ended its own movement, and whether the book says what happens."""
    board = race.board
    space = board.space(car.node)
    if space in board.switches:
        race = replace(race, gate_open=not race.gate_open)
    if space in board.teleport:
        car = replace(car, node=board.node(next(other for other in board.teleport if other != space)))
        space = board.space(car.node)
    there = [one for one in race.at(space) if one != name]
    race = race.having(**{name: car})
    if not there or not car.discs:
        return race, bool(car.discs)
    if space in board.corners:
        return crash(race, [*there, name]), True
    return push(race, there[0], car.node)


def push(race: Race, name: str, node: int) -> tuple[Race, bool]:
    """The race after a car on a node was pushed one space on, the way of the car that pushes."""
    board = race.board
    here, to = board.space(node), board.on(node)
    forks = [fork[0] for fork in (board.shortcut, board.gate) if fork]
    car = crossing(board, replace(race.cars[name], node=node), to)
    there = race.at(board.space(to))
    race = race.having(**{name: car})
    sure = here not in forks and bool(car.discs)
    if board.space(to) in board.corners:
        return crash(race, [*there, name]), sure
    if not there:
        return race, sure
    race, rest = push(race, there[0], to)
    return race, sure and rest


def turns(race: Race, name: str, shown: tuple[int, ...] | None = None) -> Iterator[Turn]:
    """Every turn that the rules allow a driver, with the dice that were seen; a bust is told with its repeated die."""
    car = race.cars[name]
    if car.belly_up:
        if not shown:
            yield Turn("up", (), frozenset(), race.having(**{name: replace(car, belly_up=False)}))
        return
    if car.lost and not shown:
        yield Turn("fix", (), frozenset(), race.having(**{name: replace(car, lost=car.lost - 1)}))
    free = DICE - car.lost
    busted = crash(race, [name]) if race.board.space(car.node) in race.board.corners else race
    for count in range(1, free + 1):
        for dice in combinations(range(1, 7), count):
            if count < free:
                for face in dice:
                    if shown in (None, tuple(sorted((*dice, face)))):
                        yield Turn("bust", tuple(sorted((*dice, face))), frozenset(), busted)
            if shown not in (None, dice):
                continue
            for moved, ways in paths(race, car, sum(dice), frozenset()):
                after, sure = arrive(race, name, moved)
                yield Turn("move", dice, ways, after, sure)


# -- text -------------------------------------------------------------------------------------------------------------


def pairs(text: str) -> dict[str, str]:
    """A list of `name:value`."""
    return {name: value for name, _, value in (item.partition(":") for item in text.split(",")) if name}


def place_text(board: Board, car: Car) -> str:
    """Where a car stands, as the notation says it."""
    space = board.space(car.node)
    heading = f">{board.space(board.on(car.node))}" if board.loop(space) else ""
    return space + heading + "!" * car.belly_up


def box_text(car: Car) -> str:
    """What lies in a box."""
    return f"{car.discs}/{car.lost}" + "/c" * car.cylinder


def seen(race: Race, dice: str = "") -> dict[str, str]:
    """What a camera sees."""
    gate = ("open" if race.gate_open else "closed") if race.board.gate else ""
    return {
        "board": race.board.name,
        "cars": ",".join(f"{name}:{place_text(race.board, car)}" for name, car in race.cars.items()),
        "box": ",".join(f"{name}:{box_text(car)}" for name, car in race.cars.items()),
        "gate": gate,
        "dice": dice,
    }


def race_of(fields: Mapping[str, str]) -> Race:
    """The race of a position."""
    board = board_named(fields["board"])
    boxes, started = pairs(fields["box"]), fields.get("started", "")
    cars = {}
    for name, place in pairs(fields["cars"]).items():
        space, _, heading = place.rstrip("!").partition(">")
        discs, lost, *cylinder = boxes[name].split("/")
        node = board.node(space, heading)
        cars[name] = Car(node, place.endswith("!"), int(discs), int(lost), bool(cylinder), name in started)
    return Race(board, cars, fields.get("gate") == "open", fields["seats"])


def faces(fields: Mapping[str, str], name: str) -> tuple[int, ...] | None:
    """A driver's dice on the throwing card; None when the card was not seen."""
    text = fields.get("dice", "")
    if text == "?":
        return None
    return tuple(sorted(int(place[0]) for which, place in pairs(text).items() if which[0] == name))


# -- the answers ------------------------------------------------------------------------------------------------------


def differences(after: Race, name: str, look: Mapping[str, str]) -> dict[str, set[str]]:
    """Where the table is not as a story leaves it, and the rules that may part the two."""
    right, board = seen(after), after.board
    found: dict[str, set[str]] = {}
    cars, boxes = pairs(look.get("cars", "")), pairs(look.get("box", ""))
    for one, car in after.cars.items():
        should = place_text(board, car)
        told = cars.get(one, should)
        if not car.discs and told == "off":  # whether a finished car still stands there is not judged
            told = should
        if told.rstrip("!") != should.rstrip("!"):
            own = {"exact-move", "shortcut", "gate", "teleport", "loop"}
            found[f"{one} place"] = own if one == name else {"bump", "turn-order"}
        if told.endswith("!") != car.belly_up:
            found[f"{one} side"] = {"crash", "belly-up"}
        discs, lost, *cylinder = boxes.get(one, box_text(car)).split("/")
        if int(discs) != car.discs:
            found[f"{one} discs"] = {"lap"}
        if int(lost) != car.lost:
            found[f"{one} dice"] = {"crash", "fix"}
        if bool(cylinder) != car.cylinder:
            found[f"{one} cylinder"] = {"shortcut"}
    if look.get("gate", right["gate"]) != right["gate"]:
        found["gate"] = {"gate"}
    return found


def stories(race: Race, name: str, shown: tuple[int, ...] | None) -> Iterator[tuple[Turn, ...]]:
    """Every turn with the dice that were seen, and those after it, up to a round, in which no dice were thrown."""
    seats = race.seats[race.seats.index(name) :] + race.seats[: race.seats.index(name)]
    for turn in turns(race, name, shown):
        told: list[tuple[Turn, ...]] = [(turn,)]
        for seat in seats[1:]:
            yield from told
            told = [
                (*past, still) for past in told for still in turns(past[-1].after, seat) if still.kind in ("up", "fix")
            ]
        yield from told


def agrees(turn: Turn, word: str) -> bool:
    """Whether what was said is true of a turn."""
    what, _, value = word.partition("=")
    if what == "roll":
        said = [int(face) for face in value.split("+")]
        return tuple(sorted(said)) == turn.dice and (turn.kind != "bust" or said[-1] in said[:-1])
    if what == "sum":
        return turn.kind == "move" and sum(turn.dice) == int(value)
    if what == "bust":
        return turn.kind == "bust"
    if what == "path":
        return value in turn.ways if value != "main" else turn.kind == "move" and not turn.ways
    return word in ("done", "stop", "alone")


def answers(change: Change) -> Answers:
    """What may be said of a change."""
    fields = fields_of(change.position)
    race, name = race_of(fields), fields["turn"]
    looks = [fields_of(look) for look in change.looks[1:]]
    words = [text for _, text in change.words]
    following = race.seats[(race.seats.index(name) + 1) % len(race.seats)]
    theirs = faces(looks[-1], following)
    if theirs and following != name:
        return two_turns(race, (name, following), theirs, looks[-1], words)
    shown = faces(looks[-1], name)
    possible = list(stories(race, name, shown))
    told = [story for story in possible if not differences(story[-1].after, name, looks[-1])]
    if not told and not all(turn.sure for story in possible for turn in story):
        return Answers(True, True, everything(race.board), why="the rule book does not say")
    if not told:
        thrown_first = bool(shown) and len(looks) > 1 and faces(looks[0], name) == shown
        parted = [differences(story[-1].after, name, looks[-1]) for story in possible if len(story) == 1]
        nearest = [
            those for those in parted if len(those) == 1
        ]  # more, or another's car: a missed turn may have done it
        own = bool(nearest) and all(key.startswith(name) for those in nearest for key in those)
        again = any(f"{name} side" in those for those in nearest)  # a round that nobody saw may have turned it up again
        sure = thrown_first and change.closed and not words and own and not again
        rules = everything(race.board) if words else blame(race, name, looks[-1], parted)
        # his roll may have been said, and the rest be the next driver's doing that everybody sees
        return Answers(shown is None or (bool(words) and not own), not sure, rules, why="no turn")
    true = [story for story in told if all(agrees(story[0], word) for word in words)]
    certain = [story for story in told if all(turn.sure for turn in story)]
    spared = any(all(agrees(story[0], word) for word in some) for some in one_dropped(words) for story in certain)
    clear = shown is not None and change.closed and true == told == certain and len(told) == len(told[0]) == 1
    rules = frozenset[str]() if spared else everything(race.board)
    after = afterwards(race, told[0][0].after, name) if clear else {}
    return Answers(True, not clear, rules, after, why=f"{len(told)} stories")


def two_turns(
    race: Race, drivers: Sequence[str], shown: tuple[int, ...], look: Mapping[str, str], words: Sequence[str]
) -> Answers:
    """What may be said when the dice of the next driver lie on the card: the turn before his was missed."""
    first, second = drivers
    true = [False] * len(words)
    found = False
    for turn in turns(race, first):
        for later in turns(turn.after, second, shown):
            if not differences(later.after, second, look):
                found = found or (turn.sure and later.sure)
                for index, word in enumerate(words):
                    true[index] = true[index] or agrees(turn, word) or agrees(later, word)
    fine = found and sum(true) >= len(words) - 1
    return Answers(True, True, frozenset() if fine else everything(race.board), why="two turns")


def afterwards(race: Race, after: Race, name: str) -> dict[str, str]:
    """Fields of the position after a turn."""
    if any(not car.discs for car in after.cars.values()):
        return {}
    seat = race.seats.index(name)
    look = seen(after)
    started = "".join(one for one in race.seats if after.cars[one].started)
    return {
        "turn": race.seats[(seat + 1) % len(race.seats)],
        "cars": look["cars"],
        "box": look["box"],
        "started": started,
    }


def everything(board: Board) -> frozenset[str]:
    """All rules that may be broken on a board."""
    found = rule("turn-order", "roll", "belly-up", "exact-move", "bump", "crash", "fix", "lap")
    found |= rule("shortcut") if board.shortcut else frozenset()
    found |= rule("gate") if board.gate else frozenset()
    found |= rule("teleport") if board.teleport else frozenset()
    return found | (rule("loop") if any(board.loop(space) for space in board.track) else frozenset())


def blame(race: Race, name: str, look: Mapping[str, str], parted: Sequence[Mapping[str, set[str]]]) -> frozenset[str]:
    """The rules that may be named: those that part the table from the turns that come nearest to it."""
    if not parted:
        return everything(race.board)
    fewest = min(map(len, parted))
    found = {one for those in parted if len(those) <= fewest + 1 for rules in those.values() for one in rules}
    found |= {"exact-move", "roll", "lap", "bump", "crash"}
    found |= {"belly-up"} if race.cars[name].belly_up else set()
    found |= {"turn-order", "crash", "belly-up"} if changed_others(race, name, look) else set()
    return rule(*found) & everything(race.board)


def changed_others(race: Race, name: str, look: Mapping[str, str]) -> bool:
    """Whether anything about another car than the driver's is otherwise than at the beginning."""
    begun = seen(race)
    return any(
        pairs(begun[key])[one] != pairs(look[key]).get(one)
        for key in ("cars", "box")
        for one in race.seats
        if one != name
    )


# -- random changes ---------------------------------------------------------------------------------------------------


def race_at_random(random: Random) -> Race:
    """A random race under way."""
    board = board_named(random.choice(("harbour", "crossover", "lockgate")))
    seats = random.sample("RBGYKWOP", random.choice((2, 3, 3, 4)))
    middle = random.randrange(len(board.track))
    cars: dict[str, Car] = {}
    taken: set[str] = set()
    for seat in seats:
        while True:
            node = random.choice(
                (random.randrange(len(board.track)), (middle + random.randrange(8)) % len(board.track))
            )
            if random.random() < 0.1:
                node = -random.randint(1, len(board.bays))
            space = board.space(node)
            if space not in taken:
                break
        taken |= set() if space in board.corners else {space}
        cars[seat] = Car(
            node,
            random.random() < 0.15,
            random.choice((3, 3, 2, 2, 1)),
            random.choice((0, 0, 1, 2, 3, 5, 6)),
            board.shortcut is not None and random.random() < 0.4,
            node >= 0 and (node < board.exit or random.random() < 0.7),
        )
        if not cars[seat].started:
            cars[seat] = replace(cars[seat], discs=3, cylinder=False)
    return Race(board, cars, board.gate is not None and random.random() < 0.6, "".join(seats))


def thrown(random: Random, name: str, dice: Sequence[int]) -> str:
    """Dice on the throwing card."""
    return ",".join(
        f"{name}{number}:{face}@{-40 + 16 * number}/{random.randint(-15, 15)}/{random.randint(0, 359)}"
        for number, face in enumerate(dice, 1)
    )


def order_of(random: Random, turn: Turn) -> list[int]:
    """The dice in an order in which they may have been thrown."""
    dice = list(turn.dice)
    random.shuffle(dice)
    if turn.kind == "bust":
        last = next(face for face in dice if dice.count(face) > 1)
        dice.remove(last)
        dice.append(last)
    return dice


def change(random: Random) -> tuple[str, Change]:
    """A random change: a legal turn or one with something wrong, seen and said well or badly."""
    race = race_at_random(random)
    name = random.choice(race.seats)
    begun = seen(race)
    hidden = {
        "edition": "tray",
        "seats": race.seats,
        "turn": name,
        "started": "".join(one for one in race.seats if race.cars[one].started),
    }
    possible = list(turns(race, name))
    kinds = sorted({turn.kind for turn in possible})
    those = [turn for turn in possible if turn.kind == random.choice([*kinds, "move"])] or possible
    turn = random.choice(those)
    bumping = [one for one in possible if sum(a != b for a, b in _cars(race, one.after)) > 1]
    if bumping and random.random() < 0.4:
        turn = random.choice(bumping)
    dice = order_of(random, turn)
    card = thrown(random, name, dice)
    looks = [begun]
    if random.random() < 0.12:
        return "chain", chain(random, race, name, {**begun, **hidden})
    if dice and random.random() < 0.7:
        looks.append({**begun, "dice": card})
    looks.append(seen(turn.after, card))
    kind = random.choice(("legal", "legal", "slip", "slip", "free"))
    if kind != "legal":
        last = dict(looks[-1])
        for _ in range(1 if kind == "slip" else random.randint(2, 3)):
            slip(random, race, name, begun, last)
        looks[-1] = last
    if kind == "legal" and random.random() < 0.2:
        looks = [{**look, "dice": "?"} if number else look for number, look in enumerate(looks)]
    done = [one for one in race.seats if not turn.after.cars[one].discs]
    if done and random.random() < 0.5:  # a finished car leaves the board
        cars = {one: "off" if one in done else place for one, place in pairs(looks[-1]["cars"]).items()}
        looks[-1] = {**looks[-1], "cars": ",".join(f"{one}:{place}" for one, place in cars.items())}
    said = say(random, turn, dice, len(looks))
    position = {**begun, **hidden}
    return kind, Change(line_of(GAME, position), tuple(line_of(GAME, look) for look in looks), said, True)


def chain(random: Random, race: Race, name: str, position: Mapping[str, str]) -> Change:
    """Two legal turns of which only the end was seen; the first, the last or both drivers speak."""
    following = race.seats[(race.seats.index(name) + 1) % len(race.seats)]
    turn = random.choice(list(turns(race, name)))
    those = list(turns(turn.after, following))
    later = random.choice([one for one in those if one.kind == "move"] or those)
    dice = [order_of(random, turn), order_of(random, later)]
    words = [["roll=" + "+".join(map(str, one))] if one else [] for one in dice]
    for one, said in zip((turn, later), words, strict=True):
        said += [f"sum={sum(one.dice)}"] if one.kind == "move" else []
    looks = (seen(race), seen(later.after, thrown(random, following, dice[1])))
    speaking = random.choice(([], words[:1], words[-1:], words))
    said_so = tuple((1, word) for those_words in speaking for word in those_words)
    return Change(line_of(GAME, position), tuple(line_of(GAME, look) for look in looks), said_so, True)


def _cars(one: Race, other: Race) -> list[tuple[Car, Car]]:
    return [(one.cars[name], other.cars[name]) for name in one.seats]


def slip(random: Random, race: Race, name: str, begun: Mapping[str, str], last: dict[str, str]) -> None:
    """Something else on the table is changed."""
    board = race.board
    cars, boxes = pairs(last["cars"]), pairs(last["box"])
    what = random.choice(("place", "place", "near", "belly", "lost", "discs", "cylinder", "gate", "other", "stay"))
    one = random.choice(race.seats)
    if what in ("place", "near", "other"):
        who = one if what == "other" else name
        node = random.randrange(len(board.track))
        if what == "near" and race.cars[who].node >= 0:
            node = (race.cars[who].node + random.randint(-2, 22)) % len(board.track)
        cars[who] = place_text(board, replace(race.cars[who], node=node, belly_up=False))
    elif what == "stay":
        cars[name] = pairs(begun["cars"])[name]
    elif what == "belly":
        cars[one] = cars[one].rstrip("!") if cars[one].endswith("!") else cars[one] + "!"
    elif what == "gate" and board.gate:
        last["gate"] = "closed" if last["gate"] == "open" else "open"
    else:
        discs, lost, *cylinder = boxes[one].split("/")
        if what == "lost":
            lost = str(max(0, min(DICE, int(lost) + random.choice((-2, -1, 1, 2)))))
        elif what == "discs":
            discs = str(max(1, min(3, int(discs) + random.choice((-1, 1)))))
        elif board.shortcut:
            cylinder = [] if cylinder else ["c"]
        boxes[one] = "/".join([discs, lost, *cylinder])
    last["cars"] = ",".join(f"{who}:{place}" for who, place in cars.items())
    last["box"] = ",".join(f"{who}:{box}" for who, box in boxes.items())


def say(random: Random, turn: Turn, dice: Sequence[int], looks: int) -> tuple[Said, ...]:
    """What people say: nothing, some of it, all of it, or with a wrong word."""
    true = []
    if turn.dice:
        true.append("roll=" + "+".join(map(str, dice)))
    if turn.kind == "move":
        true.append(f"sum={sum(turn.dice)}")
        true.append(f"path={random.choice(sorted(turn.ways)) if turn.ways else 'main'}")
    if turn.kind == "bust":
        true.append("bust")
    manner = random.choice(("nothing", "nothing", "some", "all", "wrong"))
    some = [word for word in true if random.random() < 0.5]
    if manner == "wrong":
        roll = "+".join(str(random.randint(1, 6)) for _ in range(random.randint(1, 3)))
        sum_of = random.randint(1, 21)
        some.append(random.choice((f"roll={roll}", f"sum={sum_of}", "bust", "path=gate", "path=shortcut", "path=main")))
    said = {"nothing": [], "some": some, "all": true, "wrong": some}[manner]
    return tuple((looks - 1, word) for word in said)
