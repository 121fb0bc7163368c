"""Home Racers read by brute force: every order in which the tiles that were seen may be a path, and every gear.

Tiles lie free on a floor. What is within the agreed gap and skew touches, what is beyond `SURELY_OFF` does not, and of
what lies between nothing is stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from random import Random

from tests.outside.reading import Answers, Change, Said, fields_of, line_of, one_dropped

GAME = "home-racers"
ACROSS_MM = 80.0
HIGH = 3**0.5 / 2
CODES: Mapping[str, tuple[float, float, float]] = {
    "st": (1, 0, 0),
    "fl": (1, 0, 60),
    "fr": (1, 0, -60),
    "ll": (0.5, HIGH, 0),
    "rl": (0.5, -HIGH, 0),
    "lt": (0.5, HIGH, 60),
    "rt": (0.5, -HIGH, -60),
    "ls": (0.5, HIGH, 120),
    "rs": (0.5, -HIGH, -120),
}
"""Where the next tile lies, in tiles ahead and to the left, and how much its heading differs."""
TURNS, LANES, SKIDS = ("fl", "fr", "lt", "rt"), ("ll", "rl"), ("ls", "rs")
LIMITS: Mapping[int, tuple[int, int]] = {0: (0, 0), 1: (2, 0), 2: (2, 0), 3: (1, 1), 4: (0, 2), 5: (0, 2)}
"""Turns and lane changes of each gear."""
TOUCHING = (5.0, 4.0)
SURELY_OFF = (15.0, 12.0)
"""Millimetres and degrees."""

Pose = tuple[float, float, float]


def rule(*names: str) -> frozenset[str]:
    """Rule ids from their short names."""
    return frozenset(f"{GAME}/{name}" for name in names)


ANY = rule(
    *("player-order", "start-tile", "gear-change", "path-length", "connection", "turns", "lane-changes"),
    *("move-distance", "tiles-cleared", "portal", "laps"),
)


def after(pose: Pose, code: str) -> Pose:
    """The exact place of the next tile."""
    x, y, heading = pose
    ahead, left, turn = CODES[code]
    c, s = cos(radians(heading)), sin(radians(heading))
    return (
        x + ACROSS_MM * (ahead * c - left * s),
        y + ACROSS_MM * (ahead * s + left * c),
        (heading + turn) % 360,
    )


def off(one: Pose, other: Pose) -> tuple[float, float]:
    """How far two poses are apart, in millimetres and degrees."""
    return hypot(one[0] - other[0], one[1] - other[1]), abs((one[2] - other[2] + 180) % 360 - 180)


def within(apart: tuple[float, float], bound: tuple[float, float]) -> bool:
    """Whether poses are no further apart than a bound."""
    return apart[0] <= bound[0] and apart[1] <= bound[1]


# -- text -------------------------------------------------------------------------------------------------------------


def pose_of(text: str) -> Pose:
    """A pose from its text."""
    x, y, heading = (float(part) for part in text.split(":")[:3])
    return x, y, heading


def pose_text(pose: Pose) -> str:
    """A pose as text."""
    return ":".join(f"{round(part, 2):g}" if part == round(part) else f"{part:.2f}" for part in pose)


def poses(text: str) -> list[Pose]:
    """A list of poses."""
    return [pose_of(item) for item in text.split(",") if item]


def named(text: str) -> dict[str, str]:
    """A list of `name:value`."""
    return {name: value for name, _, value in (item.partition(":") for item in text.split(",")) if name}


def dice_of(look: Mapping[str, str], car: str) -> list[int]:
    """A driver's dice in the tray."""
    return sorted(int(item[1]) for item in look.get("tray", "").split(",") if item[:1] == car)


# -- the answers ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Path:
    """Tiles in an order in which they may be a path; `sure` if each surely touches the one before."""

    codes: tuple[str, ...]
    tiles: tuple[Pose, ...]
    sure: bool


def orders(start: Pose, tiles: Sequence[Pose]) -> Iterator[Path]:
    """Every order in which all these tiles may be a path."""
    if not tiles:
        yield Path((), (), True)
        return
    for index, tile in enumerate(tiles):
        for code in CODES:
            apart = off(after(start, code), tile)
            if within(apart, SURELY_OFF):
                for rest in orders(tile, [*tiles[:index], *tiles[index + 1 :]]):
                    sure = rest.sure and within(apart, TOUCHING)
                    yield Path((code, *rest.codes), (tile, *rest.tiles), sure)


@dataclass(frozen=True)
class Seen:
    """A change that shows a path, then dice, then the car on the path."""

    car: str
    gear: int
    path: Sequence[Pose]
    dice: Sequence[int]
    start: Pose
    end: Pose
    left: int
    others_stay: bool


def faults(seen: Seen, path: Path) -> set[str]:
    """The rules that a path breaks, with the gear that the dice show."""
    gear = len(seen.dice)
    turns, lanes = LIMITS.get(gear, (0, 0))
    found: set[str] = set()
    if abs(gear - seen.gear) > 1 or gear > 5:
        found.add("gear-change")
    if len(path.tiles) != 2 * gear:
        found.add("path-length")
    if any(code in SKIDS for code in path.codes) or sum(code in TURNS for code in path.codes) > turns:
        found.add("turns")
    if sum(code in LANES for code in path.codes) > lanes:
        found.add("lane-changes")
    move = gear + sum(face >= 5 for face in seen.dice)
    if not 0 < move <= len(path.tiles) or not within(off(path.tiles[move - 1], seen.end), TOUCHING):
        found.add("move-distance")
    if seen.left:
        found.add("tiles-cleared")
    if not seen.others_stay:
        found.add("player-order")
    return found


def agrees(seen: Seen, word: str) -> bool:
    """Whether what was said is true of a change that was seen whole."""
    what, _, value = word.partition("=")
    if what == "gear":
        return int(value) == len(seen.dice)
    if what == "roll":
        return sorted(int(face) for face in value.split(".") if face != "-") == list(seen.dice)
    return word in ("laid", "done", "touching=yes")


def answers(change: Change) -> Answers:
    """What may be said of a change."""
    fields = fields_of(change.position)
    looks = [fields_of(look) for look in change.looks]
    words = [text for _, text in change.words]
    car = fields["turn"].split(",")[0]
    cars, last = named(fields["cars"]), named(looks[-1]["cars"])
    laid = [look for look in looks[1:-1] if look.get("tiles")]
    seen = Seen(
        car,
        int(named(fields["gears"])[car]),
        poses(laid[-1]["tiles"]) if laid else [],
        dice_of(looks[-1], car),
        pose_of(cars[car]),
        pose_of(last[car]),
        len(poses(looks[-1].get("tiles", ""))),
        all(last[name] == cars[name] for name in cars if name != car),
    )
    if not laid and not seen.others_stay:
        return several(fields, looks[-1], words)
    thrown_on_path = bool(laid) and dice_of(laid[-1], car) == seen.dice and bool(seen.dice)
    if not laid:
        return unseen_path(seen, words)
    found = list(orders(seen.start, seen.path))
    if not found:
        return Answers(False, True, ANY, why="the tiles touch in no order")
    broken = {path: faults(seen, path) for path in found}
    kept = [path for path in found if not broken[path]]
    if kept:
        true = all(agrees(seen, word) for word in words)
        spared = any(all(agrees(seen, word) for word in some) for some in one_dropped(words))
        sure = any(path.sure for path in kept) and thrown_on_path and change.closed
        rules = frozenset[str]() if spared and any(path.sure for path in kept) else ANY
        after_it = {"turn": fields["turn"].split(",", 1)[1]} if sure and true else {}
        return Answers(True, not (sure and true), rules, after_it, why="a path")
    fewest = min(map(len, broken.values()))
    named_rules = {name for those in broken.values() if len(those) <= fewest + 1 for name in those}
    sure = (
        change.closed
        and thrown_on_path
        and not words
        and all(path.sure and len(those) == 1 for path, those in broken.items())
        and not named_rules & {"path-length", "player-order"}
        and not any(code in SKIDS for path in found for code in path.codes)
    )
    return Answers(False, not sure, rule(*named_rules, "connection") if not words else ANY, why="no such path")


def several(fields: Mapping[str, str], last: Mapping[str, str], words: Sequence[str]) -> Answers:
    """What may be said when several cars have moved: nobody is at fault if each may have driven, in the order due."""
    cars, now, gears = named(fields["cars"]), named(last["cars"]), named(fields["gears"])
    drivers = [
        Seen(car, int(gears[car]), (), dice_of(last, car), pose_of(cars[car]), pose_of(now[car]), 0, True)
        for car in fields["turn"].split(",")
    ]
    ways = [possible_gears(one) for one in drivers]
    true = sum(any(_said_truly(one, gears, word) for one, gears in zip(drivers, ways, strict=True)) for word in words)
    fine = all(ways) and true >= len(words) - 1
    return Answers(True, True, frozenset() if fine else ANY, why=f"{len(drivers)} drivers")


def possible_gears(seen: Seen) -> list[int]:
    """The gears with which a car may have come where it stands."""
    gears = [gear for gear in range(1, 6) if abs(gear - seen.gear) <= 1 and len(seen.dice) in (0, gear)]
    return [gear for gear in gears if any(within(off(end, seen.end), TOUCHING) for end in ends(seen, [gear]))]


def _said_truly(seen: Seen, gears: Sequence[int], word: str) -> bool:
    what, _, value = word.partition("=")
    if what == "gear":
        return int(value) in gears
    roll = sorted(int(face) for face in value.split(".") if face != "-")
    if seen.dice:
        return what == "roll" and roll == list(seen.dice)
    thrown = Seen(seen.car, seen.gear, (), roll, seen.start, seen.end, 0, True)
    return what == "roll" and bool(possible_gears(thrown))


def unseen_path(seen: Seen, words: Sequence[str]) -> Answers:
    """What may be said when only the car's new place was seen: joints that are off add up, so only what no number of
    tiles can reach is surely wrong."""
    if seen.start == seen.end and not seen.dice:
        return Answers(
            seen.gear <= 1, True, frozenset() if seen.gear <= 1 and len(words) < 2 else ANY, why="stood still"
        )
    gears = [len(seen.dice)] if seen.dice else [gear for gear in range(1, 6) if abs(gear - seen.gear) <= 1]
    reach = max((gear + sum(face >= 5 for face in seen.dice) if seen.dice else 2 * gear) for gear in gears)
    far = hypot(seen.end[0] - seen.start[0], seen.end[1] - seen.start[1]) > reach * (ACROSS_MM + SURELY_OFF[0])
    legal = not far and (not seen.dice or abs(gears[0] - seen.gear) <= 1)
    exact = legal and any(within(off(end, seen.end), TOUCHING) for end in ends(seen, gears))
    return Answers(legal, True, frozenset() if exact and seen.others_stay and len(words) < 2 and not seen.left else ANY)


def ends(seen: Seen, gears: Sequence[int]) -> Iterator[Pose]:
    """Every place where a path of exact joints may take the car."""
    for gear in gears:
        turns, lanes = LIMITS[gear]
        moves = [gear + sum(face >= 5 for face in seen.dice)] if seen.dice else range(gear, 2 * gear + 1)
        front = {(seen.start, 0, 0)}
        for number in range(1, max(moves) + 1):
            front = {
                (_rounded(after(pose, code)), turned + (code in TURNS), changed + (code in LANES))
                for pose, turned, changed in front
                for code in CODES
                if code not in SKIDS and turned + (code in TURNS) <= turns and changed + (code in LANES) <= lanes
            }
            if number in moves:
                yield from (pose for pose, _, _ in front)


def _rounded(pose: Pose) -> Pose:
    return round(pose[0], 3), round(pose[1], 3), round(pose[2], 3)


# -- random changes ---------------------------------------------------------------------------------------------------


def jittered(random: Random, pose: Pose, mm: float = 2.0, degrees: float = 1.5) -> Pose:
    """A tile as a hand lays it."""
    x, y, heading = pose
    return (
        round(x + random.uniform(-mm, mm), 2),
        round(y + random.uniform(-mm, mm), 2),
        round((heading + random.uniform(-degrees, degrees)) % 360, 2),
    )


def codes_for(random: Random, gear: int, count: int, more_turns: int = 0, more_lanes: int = 0) -> list[str]:
    """A random path for a gear, with so many turns and lane changes too many."""
    turns, lanes = LIMITS[gear]
    turned = turns + more_turns if more_turns else random.randint(0, turns)
    changed = lanes + more_lanes if more_lanes else random.randint(0, lanes)
    some = [random.choice(TURNS) for _ in range(turned)] + [random.choice(LANES) for _ in range(changed)]
    codes = (some + ["st"] * count)[: max(count, len(some))][:count]
    random.shuffle(codes)
    return codes


def change(random: Random) -> tuple[str, Change]:
    """A random change: a path, dice and a car that moves on it, kept or broken in one place."""
    was = random.randint(0, 5)
    gear = random.choice([one for one in (was - 1, was, was + 1) if 0 <= one <= 5])
    start: Pose = (float(random.randint(-300, 300)), float(random.randint(-300, 300)), float(random.randint(0, 359)))
    kind = random.choice(
        ("legal", "legal", "legal", "turns", "lanes", "gear", "length", "shifted", "distance", "left", "unseen", "free")
    )
    if random.random() < 0.15:
        return "chain", chain(random)
    if kind == "gear":
        gear = random.choice([one for one in range(1, 6) if abs(one - was) > 1] or [gear])
    count = 2 * gear + (random.choice((-2, -1, 1, 2)) if kind == "length" and gear else 0)
    codes = codes_for(random, gear, count, int(kind == "turns"), int(kind == "lanes"))
    if kind == "free" and codes:
        codes[random.randrange(len(codes))] = random.choice(list(CODES))
    tiles: list[Pose] = []
    for code in codes:
        tiles.append(jittered(random, after(tiles[-1] if tiles else start, code)))
    if kind == "shifted" and tiles:
        index = random.randrange(len(tiles))
        x, y, heading = tiles[index]
        way = radians(random.uniform(0, 360))
        by = random.uniform(18, 60)
        tiles[index] = (round(x + by * cos(way), 2), round(y + by * sin(way), 2), heading)
    dice = [random.randint(1, 6) for _ in range(gear)]
    move = gear + sum(face >= 5 for face in dice)
    if kind == "distance":
        move = random.choice([one for one in range(1, len(tiles) + 1) if one != move] or [move])
    end = tiles[move - 1] if 0 < move <= len(tiles) else start
    other: Pose = (3000.0, 3000.0, 0.0)
    base = {"line": "-5000:240:-5000:-240", "cars": f"R:{pose_text(start)},B:{pose_text(other)}"}
    tray = ",".join(f"R{face}:{-30 + 14 * number}:{random.randint(-15, 15)}" for number, face in enumerate(dice))
    shown = list(tiles)
    random.shuffle(shown)
    laid = {**base, "tiles": ",".join(map(pose_text, shown))}
    remains = ",".join(map(pose_text, [tile for tile in tiles if tile != end][:1])) if kind == "left" else ""
    last = {**base, "cars": f"R:{pose_text(end)},B:{pose_text(other)}", "tiles": remains, "tray": tray}
    looks = [base, *([laid, {**laid, "tray": tray}] if tiles else []), last]
    if kind == "unseen":
        looks = [base, last]
        if random.random() < 0.5:
            last.pop("tray")
    position = {
        **base, "across": "80", "gap": "5", "skew": "4", "racers": "R,B", "race": "3", "places": "1", "round": "4",
        "turn": "R,B", "order": "R,B", "gears": f"R:{was},B:3", "laps": "R:1,B:1", "danger": "fault",
    }  # fmt: skip
    said = say(random, gear, dice, len(looks))
    return kind, Change(line_of(GAME, position), tuple(line_of(GAME, look) for look in looks), said, True)


def chain(random: Random) -> Change:
    """Two legal turns of which only where they ended was seen; the first, the last or both drivers speak."""
    begun, ended, gears, words, tray = [], [], [], [], ""
    for car, at in (("R", 0.0), ("B", 3000.0)):
        was = random.randint(0, 5)
        gear = random.choice([one for one in (was - 1, was, was + 1) if 1 <= one <= 5])
        pose: Pose = (at, at, float(random.randint(0, 359)))
        begun.append(f"{car}:{pose_text(pose)}")
        gears.append(f"{car}:{was}")
        dice = [random.randint(1, 6) for _ in range(gear)]
        for code in codes_for(random, gear, 2 * gear)[: gear + sum(face >= 5 for face in dice)]:
            pose = after(pose, code)
        ended.append(f"{car}:{pose_text(jittered(random, pose, 1.0, 1.0))}")
        words.append([f"gear={gear}", "roll=" + ".".join(map(str, dice))])
        tray = ",".join(
            f"{car}{face}:{-30 + 14 * number}:{random.randint(-15, 15)}" for number, face in enumerate(dice)
        )
    base = {"line": "-5000:240:-5000:-240", "cars": ",".join(begun)}
    last = {**base, "cars": ",".join(ended), "tray": tray if random.random() < 0.7 else ""}
    position = {
        **base, "across": "80", "gap": "5", "skew": "4", "racers": "R,B", "race": "3", "places": "1", "round": "4",
        "turn": "R,B", "order": "R,B", "gears": ",".join(gears), "laps": "R:1,B:1", "danger": "fault",
    }  # fmt: skip
    said = random.choice(([], words[0], words[1], [*words[0], *words[1]]))
    looks = (line_of(GAME, base), line_of(GAME, last))
    return Change(line_of(GAME, position), looks, tuple((1, word) for word in said), True)


def say(random: Random, gear: int, dice: Sequence[int], looks: int) -> tuple[Said, ...]:
    """What people say: nothing, all of it, or something wrong."""
    manner = random.choice(("nothing", "nothing", "right", "wrong"))
    words = [f"gear={gear}", "roll=" + (".".join(map(str, dice)) or "-")]
    if manner == "nothing":
        return ()
    if manner == "wrong":
        roll = ".".join(str(random.randint(1, 6)) for _ in range(random.randint(1, 5)))
        words = [random.choice((f"gear={random.randint(0, 5)}", f"roll={roll}"))]
    return tuple((looks - 1, word) for word in words)
