"""Racepack read by brute force: every line of movements that a car may drive in mid-race on the base game's tracks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random

from tests.outside.reading import Answers, Change, Said, fields_of, line_of, one_dropped

GAME = "racepack"
TRACKS = ("i1:WWWWNNNENEEEESSEEESSWWWW", "m1:WWWWWWNNNENEEEESSEEESSWW", "i1:WWWWNNNNNEEEEEEESSSSSWWW")
CARS = "SMCA"
TOKENS = "a2345"
WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
MOVEMENTS = 3
FASTEST = 7

Square = tuple[int, int]


def rule(*names: str) -> frozenset[str]:
    """Rule ids from their short names."""
    return frozenset(f"{GAME}/{name}" for name in names)


ANY = rule(
    *("turn-order", "three-movements", "forward", "speed-change", "lane-change", "inside-corner-edge", "no-bumping"),
    *("corner-speed", "penalty-roll", "spin-out", "re-entry", "strategy-token", "hazard-stop", "lap-die", "order"),
)
RELAXED = (
    "speed-change",
    "corner-speed",
    "no-bumping",
    "hazard-stop",
    "three-movements",
    "inside-corner-edge",
    "lap-die",
)
"""Rules that can be left out one by one, to see which of them a change breaks."""


def named(square: Square) -> str:
    """The name of a square."""
    x, y = square
    column = chr(97 + x) if x < 26 else "a" + chr(97 + x - 26)
    return f"{column}{y + 1}"


def square_of(name: str) -> Square:
    """The square of a name."""
    column = name.rstrip("0123456789")
    x = ord(column[-1]) - 97 + 26 * (len(column) - 1)
    return x, int(name[len(column) :]) - 1


def plus(one: Square, *others: Square) -> Square:
    """Squares and ways added up."""
    return one[0] + sum(x for x, _ in others), one[1] + sum(y for _, y in others)


# -- the track --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Track:
    """The tiles in driving order, and the way out of each."""

    tiles: tuple[Square, ...]
    out: tuple[Square, ...]

    @cached_property
    def tile(self) -> Mapping[Square, int]:
        """The tile of every square."""
        return {plus(tile, (x, y)): index for index, tile in enumerate(self.tiles) for x in (0, 1) for y in (0, 1)}

    def into(self, index: int) -> Square:
        """The way onto a tile."""
        return self.out[index - 1]

    def corner(self, index: int) -> bool:
        """Whether a tile is a corner."""
        return self.into(index) != self.out[index]

    def next(self, index: int) -> int:
        """The tile after one."""
        return (index + 1) % len(self.tiles)

    def outside(self, index: int) -> list[Square]:
        """The three outside spaces of a corner tile: all but the one at the inner vertex, first in and last out."""
        into, out = self.into(index), self.out[index]
        squares = [square for square, tile in self.tile.items() if tile == index]
        inner = max(squares, key=lambda at: (at[0] * (out[0] - into[0])) + at[1] * (out[1] - into[1]))
        return [square for square in squares if square != inner]


@cache
def track_of(text: str) -> Track:
    """The track of a position."""
    start, _, way = text.partition(":")
    tiles = [square_of(start)]
    for letter in way[:-1]:
        x, y = WAYS[letter]
        tiles.append(plus(tiles[-1], (2 * x, 2 * y)))
    return Track(tuple(tiles), tuple(WAYS[letter] for letter in way))


# -- the race ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Race:
    """What a driver finds: where his car is, the cars and hazards in the way, and his tokens."""

    track: Track
    place: Square | None
    out_of: int
    others: frozenset[Square]
    hazards: frozenset[Square]
    tokens: frozenset[int]


@dataclass(frozen=True)
class Movement:
    """One movement: how, its speed, where it ends, with which facing, and what it took."""

    kind: str
    speed: int
    end: Square
    way: Square
    old_facing: bool = False
    token: bool = False
    risky: bool = False
    stopped: bool = False
    crossed: bool = False


Line = tuple[Movement, ...]


def steps(race: Race, square: Square, before: Square | None, relaxed: str) -> Iterator[Movement]:
    """Every movement from a square but for its speed's fitting the last; a lane change once for each speed.

    In a corner a car faces out, or the way it was moving `before`; of one that was not seen that may be the way in.
    """
    track = race.track
    tile = track.tile[square]
    facings = [(track.out[tile], False)]
    if track.corner(tile) and before in (None, track.into(tile)):
        facings.append((track.into(tile), True))
    for way, old in facings:
        at, here, entered, stopped, crossed = square, tile, False, False, False
        for speed in range(1, FASTEST + 1):
            at = plus(at, way)
            if track.tile.get(at) != here:
                if way != track.out[here] or track.tile.get(at) != track.next(here):
                    break
                here = track.next(here)
                entered = entered or track.corner(here)
                crossed = crossed or here == 0
            if at in race.others and relaxed != "no-bumping":
                break
            stopped = stopped or at in race.hazards
            if not entered or speed <= 2 or relaxed == "corner-speed":
                yield Movement("f", speed, at, way, old, risky=entered and speed == 2, stopped=stopped, crossed=crossed)
        region = {tile, track.next(tile)} if way == track.out[tile] else {tile}
        loose = region | {track.next(track.next(tile))} if relaxed == "inside-corner-edge" else region
        for side in ((way[1], way[0]), (-way[1], -way[0])):
            end = plus(square, way, side)
            beside = (plus(square, way), plus(square, side))
            if track.tile.get(end) not in loose or (end in race.others and relaxed != "no-bumping"):
                continue
            if loose == region and not all(track.tile.get(one) in region for one in beside):
                continue
            onto = track.tile[end]
            enters = onto != tile and track.corner(onto)
            most = 2 if enters and relaxed != "corner-speed" else FASTEST
            for speed in range(1, most + 1):
                yield Movement(
                    "x", speed, end, way, old, risky=enters and speed == 2, stopped=end in race.hazards,
                    crossed=onto != tile and onto == 0,
                )  # fmt: skip


def onward(race: Race, line: Line, relaxed: str) -> Iterator[Line]:
    """Every line that is one movement longer."""
    place = line[-1].end if line else race.place
    if place is None:
        for square in race.track.outside(race.out_of):
            if square not in race.others:
                back = Movement("in", 1, square, race.track.into(race.out_of))
                yield (*line, back)
                if square in race.hazards:  # whether coming back is landing on it is not said
                    yield (*line, replace(back, stopped=True))
        return
    last = line[-1].speed if line else 0
    spent = {movement.speed for movement in line if movement.token}
    for step in steps(race, place, line[-1].way if line else None, relaxed):
        if not line or -2 <= step.speed - last <= 1 or relaxed == "speed-change":
            yield (*line, step)
        elif step.speed in race.tokens - spent:
            yield (*line, replace(step, token=True))


def ended(line: Line, relaxed: str) -> bool:
    """Whether a turn is over by what the table shows: three movements, or a hazard."""
    return len(line) == MOVEMENTS or (bool(line) and line[-1].stopped and relaxed != "hazard-stop")


def plain(movement: Movement) -> bool:
    """Whether a movement needs no token, no penalty roll and not the rare facing."""
    return not (movement.token or movement.risky or movement.old_facing)


def most_plain(race: Race) -> int:
    """How many movements a driver can make with plain ones."""

    def most(line: Line) -> int:
        if ended(line, ""):
            return len(line)
        best = len(line)
        for longer in onward(race, line, ""):
            if best < MOVEMENTS and plain(longer[-1]):
                best = max(best, most(longer))
        return best

    return most(())


def lines(race: Race, relaxed: str = "", least: int | None = None) -> Iterator[tuple[Line, bool]]:
    """Every whole turn, and whether it ends in a spin-out."""
    due = most_plain(race) if least is None else least
    least = 0 if relaxed == "three-movements" else due

    def follow(line: Line) -> Iterator[tuple[Line, bool]]:
        if line and line[-1].risky:
            yield line, True
        over = ended(line, relaxed)
        if over or len(line) >= least:
            yield line, False
        if not over:
            for longer in onward(race, line, relaxed):
                yield from follow(longer)

    yield from follow(())


# -- looks ------------------------------------------------------------------------------------------------------------


def pairs(text: str) -> dict[str, str]:
    """A list of `name:value`."""
    return {name: value for name, _, value in (item.partition(":") for item in text.split(",")) if name}


def race_of(fields: Mapping[str, str], car: str, cars: Mapping[str, str]) -> Race:
    """What a driver finds, with the cars where they are now."""
    track = track_of(fields["track"])
    place = cars[car]
    spun = place.startswith("out:")
    others = frozenset(
        square_of(at) for name, at in cars.items() if name != car and not at.startswith("out:") and at != "off"
    )
    hazards = fields["hazards"].split(",") if fields["hazards"] != "none" else []
    return Race(
        track,
        None if spun else square_of(place),
        track.tile[square_of(place[4:])] if spun else -1,
        others,
        frozenset(square_of(one[:-1]) for one in hazards if one[-1] == "+"),
        frozenset(TOKENS.index(token) + 1 for token in pairs(fields["tokens"])[car]),
    )


def threw(fields: Mapping[str, str], look: Mapping[str, str]) -> str:
    """The face of the penalty die if it was thrown since, "" if not, "?" if it may have been pushed or is not seen."""
    if "die" not in look:
        return "?"
    (face, *pose), (now, *lies) = fields["die"].split(":"), look["die"].split(":")
    if (face, pose) == (now, lies):
        return ""
    x, y, angle = (float(b) - float(a) for a, b in zip(pose, lies, strict=True))
    pushed = now == face and (x * x + y * y) ** 0.5 <= 24 and abs((angle + 180) % 360 - 180) <= 30
    return "?" if pushed else now


@dataclass(frozen=True)
class Told:
    """A turn that fits what was seen, and whether nothing had to be taken for granted."""

    line: Line
    out: bool
    sure: bool


def fitting(
    fields: Mapping[str, str], looks: Sequence[Mapping[str, str]], car: str, cars: Mapping[str, str], relaxed: str = ""
) -> Iterator[Told]:
    """The turns of a car that end as the last look shows; `sure` if the die bears them out."""
    race, last = race_of(fields, car, cars), looks[-1]
    seen = pairs(last.get("cars", "")).get(car)
    hidden = {square_of(name) for name in last.get("unseen", "").split(",") if name}
    face = threw(fields, last)
    laps = {name: int(count) for name, count in pairs(fields["laps"]).items()}
    turned = int(fields["lap"]) - int(last.get("lap", fields["lap"]))
    tokens = "".join(hand for name, hand in pairs(fields["tokens"]).items() if name != car)
    met = face in "5?" or any(TOKENS.index(token) <= TOKENS.find(face) for token in tokens)
    for line, out in lines(race, relaxed):
        end = line[-1].end if line else race.place
        if out:
            if face and not met:
                continue  # the die that is seen is the throw that was due, and no token spins a car out at its face
            if seen is not None and not (seen.startswith("out:") and end in _corner(race.track, seen)):
                continue
        elif end is None:
            if seen is not None and seen != cars[car]:
                continue
        elif (end not in hidden) if seen is None else (seen != named(end)):
            continue
        new = any(movement.crossed for movement in line) and laps[car] == max(laps.values())
        if int(new) != turned and relaxed != "lap-die":
            continue
        risks = sum(movement.risky for movement in line)
        if risks and face == "5" and not out:
            continue
        borne = (face == "5") == out and bool(face) == bool(risks) and face != "?" and risks < 2
        yield Told(line, out, borne and not any(movement.token or movement.old_facing for movement in line))


def _corner(track: Track, place: str) -> set[Square]:
    tile = track.tile[square_of(place[4:])]
    return {square for square, index in track.tile.items() if index == tile}


def passes(line: Line, car: str, begun: str, looks: Sequence[Mapping[str, str]]) -> bool:
    """Whether a turn goes through all that was seen of its car."""
    stops = [begun, *(named(movement.end) for movement in line)]
    at = 0
    for look in looks[:-1]:
        seen = pairs(look.get("cars", "")).get(car)
        if seen is not None:
            while at < len(stops) and stops[at] != seen:
                at += 1
        if at == len(stops):
            return False
    return True


# -- the answers ------------------------------------------------------------------------------------------------------


def not_said(line: Line, race: Race) -> bool:
    """Whether the book leaves a turn open: a car comes back onto a hazard, or still faces the way in after it."""
    return (
        bool(line) and line[0].kind == "in" and (line[0].end in race.hazards or (len(line) > 1 and line[1].old_facing))
    )


def agrees(told: Told, words: Sequence[str], tokens: frozenset[int]) -> bool:
    """Whether all that was said is true of a turn."""
    line = told.line
    spent = {(number, movement.speed) for number, movement in enumerate(line, 1) if movement.token}
    for word in words:
        about, _, value = word.partition("=")
        what, _, which = about.partition(":")
        movement = line[int(which) - 1] if which and int(which) <= len(line) else None
        if which and movement is None:
            return False
        if what == "speed" and movement and movement.speed != int(value):
            return False
        if what == "token" and movement:
            number = TOKENS.index(value) + 1
            if movement.speed != number or number not in tokens or movement.kind == "in":
                return False
            spent.add((int(which), number))
        elif word == "token=no" and any(one.token for one in line):
            return False
        risky = any(one.risky for one in line)
        if what == "roll" and (not risky if value != "no" else risky):
            return False
        if what == "roll" and value != "no" and (value == "5") != told.out:
            return False
        if what == "facing" and movement and movement.old_facing != (value == "old"):
            return False
    return len({speed for _, speed in spent}) == len(spent)


def doubted(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """All words, and then all but one that may be a slip of the tongue.

    Whether a token was used only its driver knows: that none was stands, if nobody speaks of one as well.
    """
    denied = "token=no" in words and not any(word.startswith("token:") for word in words)
    return (some for some in one_dropped(words) if not denied or "token=no" in some)


def answers(change: Change) -> Answers:
    """What may be said of a change."""
    fields = fields_of(change.position)
    looks = [fields_of(look) for look in change.looks[1:]]
    words = [text for _, text in change.words]
    cars, last = pairs(fields["cars"]), pairs(looks[-1].get("cars", ""))
    order = fields["turn"].split(",")
    hidden = looks[-1].get("unseen", "").split(",")
    moved = [car for car in CARS if last.get(car, cars[car]) != cars[car]]
    lost = [car for car in CARS if car not in last and (car == order[0] or cars[car] not in hidden)]
    moved += [car for car in lost if car not in moved]
    if set(moved) != set(order[: len(moved)]):
        stayed = [car for car in order if car not in moved]
        if not stayed or any(not most_plain(race_of(fields, car, cars)) for car in stayed):
            return Answers(True, True, ANY, why="the next round has begun, or somebody was blocked")
        unread = [{key: value for key, value in looks[-1].items() if key != "die"}]
        if any(told.line for car in stayed for told in fitting(fields, unread, car, cars)):
            return Answers(True, True, ANY, why="somebody may have gone round and come back")
        sure = not words and len(moved) == 1 and len(order) > 1 and not lost and ":" not in cars[order[0]]
        return Answers(False, not sure, ANY, why="out of turn")
    drivers = order[: max(1, len(moved))]
    if len(drivers) > 1:
        return several(fields, looks, drivers, words)
    car = drivers[0]
    told = list(fitting(fields, looks, car, cars))
    race = race_of(fields, car, cars)
    tokens = race.tokens
    through = [one for one in told if passes(one.line, car, cars[car], looks)]
    if not told:
        alone = bool(moved) and len(looks) == 1 and not words and len(order) > 1 and "unseen" not in looks[-1]
        alone = alone and threw(fields, looks[-1]) == ""
        rules = blame(fields, looks, car, cars) if alone else ANY
        return Answers(False, not (alone and change.closed), rules, why="no line")
    certain = [one for one in through if not not_said(one.line, race)]
    spared = any(agrees(one, some, tokens) for some in doubted(words) for one in certain)
    rules = frozenset[str]() if spared else ANY
    if threw(fields, looks[-1]) == "" and all(any(movement.risky for movement in one.line) for one in certain):
        rules = ANY  # the die lies as it lay: a roll is missing, or the car came there in another way
    clear = change.closed and not words and any(one.sure for one in certain) and car in last
    return Answers(True, not clear, rules, _afterwards(fields) if clear else {}, why=f"{len(told)} lines")


def several(
    fields: Mapping[str, str], looks: Sequence[Mapping[str, str]], drivers: Sequence[str], words: Sequence[str]
) -> Answers:
    """What may be said when several cars have moved: nobody is at fault if each may have driven, in the order due."""
    cars, last = pairs(fields["cars"]), pairs(looks[-1].get("cars", ""))
    if len(set(pairs(fields["laps"]).values())) > 1 or looks[-1].get("lap") != fields["lap"]:
        return Answers(True, True, ANY, why="several cars and the lap die")
    unread = [{key: value for key, value in looks[-1].items() if key != "die"}]  # whose throw it shows is not known
    true: list[bool] = [False] * len(words)
    thrown = True  # or none was due
    for car in drivers:
        race = race_of(fields, car, cars)
        told = [one for one in fitting(fields, unread, car, cars) if not not_said(one.line, race)]
        if not told:
            # who came last may be on his way: that a turn is over may have been said of the one before
            begun = car == drivers[-1] and any(fitting(fields, unread, car, cars, "three-movements"))
            return Answers(begun or any(fitting(fields, unread, car, cars)), True, ANY, why=f"not {car}")
        thrown = thrown and any(_unrisky(told))
        for index, word in enumerate(words):
            true[index] = true[index] or any(agrees(one, [word], race.tokens) for one in told)
        cars[car] = last.get(car, cars[car])
    thrown = thrown or threw(fields, looks[-1]) != ""
    fine = len(looks) == 1 and sum(true) >= len(words) - 1 and thrown
    return Answers(True, True, frozenset() if fine else ANY, why=f"{len(drivers)} drivers")


def _unrisky(told: Iterable[Told]) -> Iterator[bool]:
    """Of each turn, whether it needs no penalty roll."""
    return (not any(movement.risky for movement in one.line) for one in told)


def _afterwards(fields: Mapping[str, str]) -> dict[str, str]:
    rest = fields["turn"].split(",")[1:]
    return {"turn": ",".join(rest)} if rest else {}


def blame(
    fields: Mapping[str, str], looks: Sequence[Mapping[str, str]], car: str, cars: Mapping[str, str]
) -> frozenset[str]:
    """The rules that one by one explain a change; any if none does alone."""
    found = [name for name in RELAXED if any(True for _ in fitting(fields, looks, car, cars, name))]
    return rule(*found, "forward", "lane-change", "three-movements", "spin-out", "re-entry") if found else ANY


# -- random changes ---------------------------------------------------------------------------------------------------


def position(random: Random) -> dict[str, str]:
    """A random position in mid-race, beyond the first lap."""
    text = random.choice(TRACKS)
    track = track_of(text)
    middle = random.randrange(len(track.tiles))
    within = random.choice((2, 5, 5))
    near = [square for square, tile in track.tile.items() if (tile - middle) % len(track.tiles) < within]
    cars: dict[str, str] = {}
    for car in CARS:
        if random.random() < 0.1:
            corner = random.choice([tile for tile in range(len(track.tiles)) if track.corner(tile)])
            cars[car] = f"out:{named(track.tiles[corner])}"
            continue
        squares = near if random.random() < 0.7 else list(track.tile)
        cars[car] = random.choice([name for name in map(named, squares) if name not in cars.values()])
    free = [named(square) for square in near if random.random() < 0.8 or named(square) not in cars.values()]
    hazards = sorted(f"{name}+" for name in random.sample(free, random.choice((0, 1, 2, 4))))
    order = random.sample(CARS, 4)
    laps = dict.fromkeys(CARS, 2)
    if random.random() < 0.3:
        laps[random.choice(CARS)] = 3
    return {
        "track": text,
        "line": "0",
        "cars": ",".join(f"{car}:{place}" for car, place in cars.items()),
        "hazards": ",".join(hazards) or "none",
        "lap": str(6 - max(laps.values())),
        "die": thrown(random, random.choice("na2345")),
        "players": "4",
        "race": "5",
        "round": str(random.randint(6, 20)),
        "turn": ",".join(order[random.choice((0, 0, 0, 1, 2, 3)) :]),
        "order": ",".join(order),
        "laps": ",".join(f"{car}:{count}" for car, count in laps.items()),
        "tokens": ",".join(
            f"{car}:{''.join(sorted(random.sample(TOKENS, random.randrange(6)), key=TOKENS.index))}" for car in CARS
        ),
    }


def thrown(random: Random, face: str) -> str:
    """The penalty die after a throw."""
    return f"{face}:{random.randint(-20, 20)}:{random.randint(-20, 20)}:{random.randint(0, 359)}"


VISIBLE = ("track", "line", "cars", "hazards", "lap", "die")


def change(random: Random) -> tuple[str, Change]:
    """A random change: a legal turn or one with something wrong, seen and said well or badly."""
    fields = position(random)
    if random.random() < 0.12:
        return "chain", chain(random, fields)
    car = fields["turn"].split(",")[0]
    cars = pairs(fields["cars"])
    race = race_of(fields, car, cars)
    kind = random.choice(("legal", "legal", "short", "bent", "slip", "free", "covered"))
    line, out = drive(random, race, RELAXED[random.randrange(len(RELAXED) - 1)] if kind == "bent" else "")
    if kind == "short" and line:
        line, out = line[: random.randint(1, len(line))], False
    begun = {key: fields[key] for key in VISIBLE}
    looks, words = [begun], []
    laps = {name: int(count) for name, count in pairs(fields["laps"]).items()}
    for number, movement in enumerate(line, 1):
        now = dict(looks[-1])
        now["cars"] = placed(cars, car, named(movement.end))
        if movement.crossed and laps[car] == max(laps.values()):
            now["lap"] = str(int(fields["lap"]) - 1)
        looks.append(now)
        if movement.kind == "x":
            words.append(f"speed:{number}={movement.speed}")
        if movement.token:
            words.append(f"token:{number}={TOKENS[movement.speed - 1] if movement.speed <= 5 else 5}")
        if movement.old_facing:
            words.append(f"facing:{number}=old")
        if movement.risky:
            face = "5" if out and number == len(line) else random.choice("na234")
            looks.append({**now, "die": thrown(random, face)})
            words.append(f"roll={face}")
    if out:
        tile = race.track.tiles[race.track.tile[line[-1].end]]
        looks.append({**looks[-1], "cars": placed(cars, car, f"out:{named(tile)}")})
    if len(looks) == 1:
        looks.append(begun)
    last = dict(looks[-1])
    if kind in ("slip", "free"):
        slip(random, race.track, fields, last)
        looks = [begun, last]
    if kind == "free":
        slip(random, race.track, fields, last)
    if kind == "covered":
        place = pairs(last["cars"])[car]
        under = {square for square in race.track.tile if random.random() < 0.1} | (
            {square_of(place)} if ":" not in place else set()
        )
        hide(last, under)
        looks = [begun, last]
    if random.random() < 0.4:
        looks = [begun, looks[-1]]
    said = say(random, words, len(looks))
    return kind, Change(line_of(GAME, fields), tuple(line_of(GAME, look) for look in looks), said, True)


def chain(random: Random, fields: Mapping[str, str]) -> Change:
    """A few legal turns of which only the end was seen; the first, the last or all drivers speak."""
    last = {key: fields[key] for key in VISIBLE}
    order = fields["turn"].split(",")
    words: list[list[str]] = []
    for car in order[: random.randint(2, 4)]:
        line, out = drive(random, race_of(fields, car, pairs(last["cars"])), "")
        if not line or out or any(movement.crossed for movement in line):
            break
        last["cars"] = placed(pairs(last["cars"]), car, named(line[-1].end))
        words.append([])
        for number, movement in enumerate(line, 1):
            words[-1] += [f"speed:{number}={movement.speed}"] if movement.kind == "x" else []
            words[-1] += [f"token:{number}={TOKENS[movement.speed - 1]}"] if movement.token else []
            words[-1] += [f"facing:{number}=old"] if movement.old_facing else []
            if movement.risky:
                face = random.choice("na234")
                last["die"] = thrown(random, face)
                words[-1].append(f"roll={face}")
    speaking = random.choice(([], words[:1], words[-1:], words))
    said = tuple((1, word) for those in speaking for word in those)
    return Change(
        line_of(GAME, fields),
        tuple(line_of(GAME, {key: look[key] for key in VISIBLE}) for look in (fields, last)),
        said,
        True,
    )


def placed(cars: Mapping[str, str], car: str, place: str) -> str:
    """The cars with one of them elsewhere."""
    return ",".join(f"{name}:{place if name == car else at}" for name, at in cars.items())


def drive(random: Random, race: Race, relaxed: str) -> tuple[Line, bool]:
    """A random turn, now and then one that breaks the relaxed rule; and whether it spins out."""
    line: Line = ()
    while not ended(line, relaxed):
        longer = list(onward(race, line, relaxed))
        odd = [one for one in longer if not plain(one[-1])]
        kinds = [one for one in longer if one[-1].kind == random.choice("ffx")]
        choices = odd if odd and random.random() < 0.3 else kinds or longer
        if not choices:
            return line, False
        line = random.choice(choices)
        if line[-1].risky and random.random() < 0.2:
            return line, True
    return line, False


def slip(random: Random, track: Track, fields: Mapping[str, str], last: dict[str, str]) -> None:
    """Something else changes."""
    cars = pairs(last["cars"])
    car = fields["turn"].split(",")[0]
    what = random.choice(("near", "near", "near", "any", "other", "other alone", "lap", "out"))
    who = random.choice(CARS) if what.startswith("other") else car
    if what == "other alone":
        cars = pairs(fields["cars"])
    squares = [square for square in track.tile if named(square) not in cars.values()]
    here = cars[who].removeprefix("out:")
    tile = track.tile[square_of(here)]
    close = [square for square in squares if (track.tile[square] - tile) % len(track.tiles) < 7]
    if what == "lap":
        last["lap"] = str(min(5, max(1, int(last["lap"]) + random.choice((-1, 1)))))
    elif what == "out":
        corners = [index for index in range(len(track.tiles)) if track.corner(index)]
        cars[who] = f"out:{named(track.tiles[random.choice(corners)])}"
    else:
        cars[who] = named(random.choice(squares if what == "any" else close))
    last["cars"] = ",".join(f"{name}:{place}" for name, place in cars.items())


def hide(last: dict[str, str], under: set[Square]) -> None:
    """Something lies over some squares."""
    names = {named(square) for square in under}
    cars = pairs(last["cars"])
    lost = [car for car, place in cars.items() if place in names]
    hazards = [one for one in last["hazards"].split(",") if one[:-1] not in names]
    last["cars"] = ",".join(f"{car}:{place}" for car, place in cars.items() if car not in lost)
    last["missing"] = ",".join(lost)
    last["hazards"] = ",".join(hazards) or "none"
    last["unseen"] = ",".join(sorted(names))


def say(random: Random, true: Sequence[str], looks: int) -> tuple[Said, ...]:
    """What people say: nothing, some of it, all of it, or with a wrong word."""
    manner = random.choice(("nothing", "nothing", "some", "all", "all", "wrong"))
    some = [word for word in true if random.random() < 0.5]
    number = random.randint(1, 3)
    if manner == "wrong":
        some.append(
            random.choice(
                (f"speed:{number}={random.randint(1, 7)}", f"token:{number}={random.choice(TOKENS)}", "token=no",
                 f"roll={random.choice('na2345')}", "roll=no", f"facing:{number}={random.choice(('old', 'out'))}")
            )
        )  # fmt: skip
    said = {"nothing": [], "some": some, "all": list(true), "wrong": some}[manner]
    return tuple((looks - 1, word) for word in said)
