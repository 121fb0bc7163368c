"""What happened in a turn, in mm of the board: which pieces went where in which steps, and where legal ones would have.

Everything comes from what a record holds: the looks of a turn and the game's own layout of each.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import pairwise, starmap
from string import digits
from typing import Any, NamedTuple

from markers.geometry import relative
from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.games.base import BACK, OWN, Rule
from referee.games.polygon import distance_to_edge, inside
from referee.games.rigid import Point, Transform
from referee.mind.reasoned import Game
from referee.record.accused import doer
from referee.record.entry import Entry
from referee.record.facts_json import messages_from, told_by
from referee.record.fold import RaceState, fold
from referee.record.view import View, view_from
from referee.record.words import Tongue
from referee.words.catalogue import Sentence
from referee.words.fact import fact

STILL_MM, STILL_DEG = 18.0, 25.0
"""A piece that lies off by less has not been moved: pieces that share a place make room for each other."""
OVER_MM = 10.0
"""A way that leads so near to the middle of a thing leads over it."""
OFF_MM = 30.0
"""One of some pieces alike that was seen further from where the game lays it is another one of them."""
NOT_HELD = "not-held"
"""How a rule is broken by who uses a piece that he does not have; the fact's `item` is what its name begins with."""

AS_BEFORE, NONE, LOCKED = "=", "none", "locked"
"""The signs of a die that should have been rolled and lies as it lay, of a mat without dice or what a driver does not
hold, and of a die that is out of play."""

LINE = "line"
"""So a game calls the place at which rounds are counted."""

PLACE = ""
"""A place on the table is drawn as a piece of this name."""

NEAREST = 1.1
"""Tiles of a path lie about so much further than the nearest one, if they may be the next as well."""

SPOTS = "spots"
"""So begin the names of places in mm that a fact tells of and no sentence says."""

OVER = "spots_over"
"""So a fact calls the places, parted by commas, over which a movement led."""

ALIKE = "coin"
"""Pieces of one kind that are told apart by no number and yet are all the same to the game."""

Layout = Mapping[str, PlacedPiece]


@dataclass(frozen=True)
class Change:
    """A piece that lies otherwise after a turn.

    Attributes
    ----------
    piece : its name.
    before, after : how it lay and lies, None where it was not (or was not seen) on the table.
    way : each step in which it was moved, with how it lay then; the last one is `after` if it is there. Steps are
        counted from 1 by those of the pieces that are shown.
    look : the number of the look that first shows it as it lies now.
    rolled : whether it is a die, and none that stands for a car.
    road : the places between that the game knows it went through, of a piece that was moved in one step.
    """

    piece: str
    before: PlacedPiece | None
    after: PlacedPiece | None
    way: tuple[tuple[int, PlacedPiece], ...]
    look: int
    rolled: bool
    road: tuple[PlacedPiece, ...] = ()

    @property
    def ends(self) -> tuple[PlacedPiece, PlacedPiece] | None:
        """How it lay and lies; None for what came or went."""
        return (self.before, self.after) if self.before is not None and self.after is not None else None

    @property
    def moved(self) -> bool:
        """Whether it lay elsewhere; what was only turned over did not."""
        return self.ends is not None and apart(*self.ends) > STILL_MM

    @property
    def turned(self) -> bool:
        """Whether it lies where it lay, turned over."""
        return self.ends is not None and not self.moved and not self.rolled and self.ends[0].side != self.ends[1].side

    @property
    def last(self) -> tuple[PlacedPiece, ...]:
        """How it lies, or lay when it was last seen in the turn."""
        ways = (self.before, *(placed for _, placed in self.way), self.after)
        return tuple(one for one in ways if one is not None)[-1:]

    @property
    def places(self) -> tuple[PlacedPiece, ...]:
        """The places that it had in turn, each apart from the one before."""
        places = [one for one in (self.before, *self.road, *(placed for _, placed in self.way)) if one is not None]
        return (*places[:1], *(one for old, one in pairwise(places) if apart(old, one) > 1.0))


class Ghost(NamedTuple):
    """What would have been right: pieces as they would lie, and where that is known, the way of the one that drove."""

    pieces: tuple[PlacedPiece, ...]
    road: tuple[PlacedPiece, ...] = ()


@dataclass(frozen=True)
class Incident:
    """A turn to be shown.

    Attributes
    ----------
    status, player : the verdict's, as it counts now.
    changes : the dice, and the pieces that the verdict is about or that were led over it, that lie otherwise than when
        the turn began; all in a legal one.
    steps : how many movements of pieces were seen.
    ghosts : what would have been right: one that the rule itself tells, or those of legal turns.
    lying : by name, how these pieces lie.
    dice : whether the verdict hangs on what dice showed.
    rolled : the names of all pieces that are rolled and not driven.
    drivers : what people call them, by their letters and their cars.
    place_only : whether of a way only the places that it is about are wrong: one step of it, or what lies at its end.
    path : a piece where it set out and the tiles that were laid before it, in their order.
    about : the pieces and places that the verdict is about: only they are wrong, or in doubt.
    carriers : the tiles that carry what is wrong or would be right.
    places : by the name that the verdict gives them, the middles of places, mm; `LINE` where rounds are counted.
    cast : the cars of the drivers of whom it tells, or whose turn it was if nobody knows who did it.
    passing : pieces that were laid down during the turn and taken away again, as they lay then: likewise.
    signs : what bears a sign, and which: dice that a broken rule asks to roll and that lie as they lay, or could not
        have been rolled (where a kit has mats for dice, his that lie beside them), the mat on which dice should lie if
        none does, and what was used by who does not hold it, which lies nowhere.
    passed : the places of a movement that the verdict is about, in their order: it hangs on how many they are.
    heading, more : what the verdict says, and what it says besides or asks, or the one rule that was broken.
    by : who did it, as people call him; "" where nobody knows.
    badges : of each broken rule, in a few words with bars between: what it is about, what was done, what should be.
    views : by the name of a kept picture, how it shows the board.
    """

    status: str
    player: str
    changes: tuple[Change, ...]
    steps: int
    ghosts: tuple[Ghost, ...]
    lying: Mapping[str, PlacedPiece]
    passing: tuple[PlacedPiece, ...]
    views: Mapping[str, View]
    rolled: Set[str]
    signs: tuple[tuple[str, PlacedPiece], ...] = ()
    about: tuple[PlacedPiece, ...] = ()
    carriers: Mapping[PlacedPiece, PlacedPiece] = field(default_factory=dict)
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    cast: tuple[PlacedPiece, ...] = ()
    dice: bool = False
    drivers: Mapping[str, str] = field(default_factory=dict)
    place_only: bool = False
    path: tuple[PlacedPiece, ...] = ()
    passed: tuple[PlacedPiece, ...] = ()
    heading: str = ""
    more: str = ""
    badges: tuple[str, ...] = ()
    by: str = ""

    def alt(self, name: str, t: Tongue) -> str:
        """What the picture of this name shows, in words."""
        view = self.views.get(name)
        moved = any(one.before is not None and not one.rolled for one in self.changes)
        lacking, bare = (any(one == NONE and lies(piece) == so for one, piece in self.signs) for so in (False, True))
        yes = {"outlined": moved, "covered": view is not None and bool(view.covered), "held": not lacking}
        told = {fact: "yes" if so else "no" for fact, so in yes.items()}
        rolled = "bare" if bare else "no" if AS_BEFORE in dict(self.signs) else "yes"
        counts = {"steps": self.steps, "ghosts": len(self.ghosts)}
        return t.say("incident", how=name, who=t.named("who", self.player), rolled=rolled, **told, **counts)


def incident_of(game: Game, kit: Manifest, entries: Sequence[Entry], entry_id: int, now: RaceState) -> Incident | None:
    """The turn that a verdict of a record is about; None for what is none, or was kept without its views.

    `now` says what counts of it.
    """
    index = next((index for index, entry in enumerate(entries) if entry.id == entry_id), None)
    if index is None or entries[index].kind != "verdict" or "after" not in entries[index].data.get("views", {}):
        return None
    entry, rolled = entries[index], game.rolled(kit)
    views = {name: view_from(told) for name, told in entry.data["views"].items()}
    try:
        looks = _looks(game, kit, entries[: index + 1], views, rolled)
        turns = tuple(_legal(game, kit, entry, looks[-1].seen, rolled)) if entry.data.get("alternatives") else ()
        roads = game.went_through(entry.before, str(entry.data.get("turn", "")))
    except NotationError:  # written by another program: its pictures still tell
        return None
    changes, steps = _changes(looks, rolled)
    last = looks[-1]
    moving = {name for moved, _ in turns for name in moved}
    broken, status = _broken(game, entry), now.status(entry)
    who, faults = str(entry.data.get("player", "")), _faults(entry)
    by = next(filter(None, (doer(game, entry.data, one) for one in faults)), "") if faults else who
    changes = tuple(replace(one, road=_road(one, roads.get(one.piece, ()))) for one in changes)
    lying = {name: last.seen[name] for name in sorted(moving & last.seen.keys())}
    passing = _passing(looks, rolled)
    path = _path(changes, passing)
    carriers = {one: path.index(one.after) for one in changes if one.before in path[:1] and one.after in path}
    changes = tuple(replace(one, road=path[1 : carriers[one]]) if one in carriers else one for one in changes)
    wrong = _Wrong(game, kit, entry, changes, passing, last.seen, lying, path, rolled)
    about = wrong.of(broken) if status != "LEGAL" else ()
    right = _each_once([*wrong.instead(broken), *(one for one in about if one in wrong.gone)], rolled) if about else ()
    told = (*about, *right, *(one.after for one in changes if one.after is not None))
    ends = [at for at, tile in enumerate(path, 1) if any(apart(tile, one) < STILL_MM for one in told)]
    ahead = path[max(ends, default=len(path)) :]  # of the car, and nothing hangs on it
    path, passing = path[: len(path) - len(ahead)], tuple(one for one in passing if one not in ahead)
    if status != "LEGAL":  # what else was moved is nobody's concern, and would only look as if it were
        proof = [own for _, own in _ways(game, broken)]
        others = {game.own(letter) for letter, name in game.parts.drivers.items() if name != by}
        mats = _mats(kit, last.seen)
        thrown = [one for one in changes if one.rolled and _on(one.last[0], mats)]
        # that one too many was turned over is seen by those that were turned over
        kinds = {_kind(one.last[0]) for one in changes if one.turned and one.after in about}
        over = [one for one in changes if one.turned and _kind(one.last[0]) in kinds]
        shown = (*thrown, *over)
        changes = _counted([one for one in changes if one in shown or _matters(one, about, path, proof, others)])
        path = path if any(one.before in path[:1] for one in changes) else ()
        passing = tuple(one for one in passing if one in (*path, *about))
    unrolled = tuple(_unrolled(kit, entry, broken, last, changes, rolled))
    of_end = [] if right or unrolled else [one for one in broken if one[0].of_end]
    nearest = _elsewhere(turns, {one.piece for one in wrong.of(of_end)}, last.seen) if of_end else ()
    ghosts = (Ghost(right),) if right else nearest
    drawn = {one.piece for ghost in ghosts for one in ghost.pieces}
    patterns = [game.about(rule.id, str(said.get("how", ""))) for rule, said, _ in broken]
    heading, more, badges = _said(game, entry)
    return Incident(
        status=status,
        player=who,
        changes=changes,
        steps=steps,
        ghosts=ghosts,
        lying={name: last.seen[name] for name in sorted(drawn & last.seen.keys())},
        passing=passing,
        views=views,
        rolled=rolled,
        signs=(*unrolled, *_lacking(kit, broken)),
        about=about,
        carriers=_carriers(kit, (*about, *right), last.seen),
        places=_places(game, kit, entry, broken, changes, last.seen),
        cast=tuple(_cast(game, broken, last.seen, by or who)),
        dice=any(rule.by_dice for rule, *_ in broken),
        drivers={one: name for letter, name in game.parts.drivers.items() for one in (letter, game.own(letter))},
        place_only=any(pattern.startswith(f"{OWN}@") for pattern in patterns)
        or (bool(broken) and all(rule.any_way for rule, *_ in broken)),
        path=path,
        passed=tuple(_passed(game, kit, entry, broken, about)),
        heading=heading,
        more=more,
        badges=badges,
        by=by,
    )


def _matters(
    change: Change, about: Sequence[PlacedPiece], path: Sequence[PlacedPiece], proof: Sequence[str], others: Set[str]
) -> bool:
    """Whether a verdict is about a piece that was moved, hangs on its way, or is about what it was led over.

    The last not of a car of somebody else than who did it.
    """
    way = [(one.x_mm, one.y_mm) for one in led(change, path)]
    named = any(fnmatchcase(change.piece, one) for one in (*proof, *(piece.piece for piece in about)))
    over = any(from_way((one.x_mm, one.y_mm), way) < OVER_MM for one in about)
    return named or (over and change.piece not in others)


def _counted(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Some changes with their steps counted from 1, none left out."""
    steps = sorted({step for one in changes if not one.rolled for step, _ in one.way})
    return tuple(replace(one, way=tuple((1 + bisect_left(steps, n), at) for n, at in one.way)) for one in changes)


Turn = tuple[Layout, tuple[PlacedPiece, ...]]
"""What a legal turn moves, as it would lie, and the way of the piece that drives."""


def _elsewhere(turns: Sequence[Turn], names: Set[str], seen: Layout) -> tuple[Ghost, ...]:
    """What turns move that lead some pieces to their ends; none if one leaves these where they lie: that is not it."""
    found = [(moved, road) for moved, road in turns if names & moved.keys()]
    if any(not _differ(seen.get(name), moved[name]) for moved, _ in found for name in names & moved.keys()):
        return ()
    away = ((tuple(one for one in moved.values() if _differ(seen.get(one.piece), one)), road) for moved, road in found)
    return tuple(starmap(Ghost, away))


@dataclass(frozen=True)
class _Look:
    """What the table showed: the pieces as the game lays them, and as they really lay, some mm off."""

    laid: Layout
    seen: Layout


def _looks(
    game: Game, kit: Manifest, entries: Sequence[Entry], views: Mapping[str, View], rolled: Set[str]
) -> list[_Look]:
    """The looks of the turn that the last entry is about, oldest first."""
    entry, state = entries[-1], fold(entries)
    closed = state.closers[-1] if state.closers and state.closers[-1].entry.id == entry.id else state
    told = {one.id: one.data.get("pieces", {}) for one in entries if one.id in closed.stop_ids}
    really = [told.get(stop, {}) for stop in closed.stop_ids]
    texts = closed.stops or (game.visible(entry.before),)
    really = [views["before"].pieces if "before" in views else {}, *really[1:]]
    really[-1:] = [views["after"].pieces] if len(texts) > 1 else really[-1:]
    laid = [_by_name(_lying(game, kit, entry.before, text)) for text in texts]
    # what a look did not show, since something stands on it, lies as the position has it
    laid[0] = {**_by_name(game.layout(entry.before, kit)), **laid[0]}
    laid[-1] = {**_by_name(game.layout(str(entry.data.get("after") or entry.before), kit)), **laid[-1]}
    for index in range(1, len(laid) - 1):
        laid[index] = {**{name: one for name, one in laid[index - 1].items() if name in laid[-1]}, **laid[index]}
    found = [_look(pieces, lay, rolled) for pieces, lay in zip(laid, really, strict=True)]
    first = found[0].laid
    ends = {**_named_as(first, found[-1].laid, rolled), **first}
    return [_Look(_named_as(ends, one.laid, rolled), _named_as(ends, one.seen, rolled)) for one in found]


def _named_as(first: Layout, now: Layout, rolled: Set[str]) -> Layout:
    """Pieces that differ by a number only: what lies where one lay has its name, the others those that are left."""
    kinds: dict[str, list[str]] = {}
    for name in sorted({**first, **now}):
        if kind := _alike(name, rolled):
            kinds.setdefault(kind, []).append(name)
    named = dict(now)
    for names in kinds.values():
        moved, stayed = [now[name] for name in names if name in now], dict[str, PlacedPiece]()
        for name in (one for one in names if one in first):
            there = next((one for one in moved if not _differ(first[name], one)), None)
            if there is not None:
                stayed[name] = there
                moved.remove(there)
        if all(now.get(name) == one for name, one in stayed.items()):
            continue
        free = [name for name in names if name not in stayed]
        named = {name: one for name, one in named.items() if name not in names}
        for name, one in (*stayed.items(), *zip(free, moved, strict=False)):
            named[name] = replace(one, piece=name)
    return named


def _alike(name: str, rolled: Set[str]) -> str:
    """How all pieces are called from which this one differs by a number only; "" if it has a name of its own."""
    kind, _, number = name.partition(":")
    if name in rolled:
        return name.rstrip(digits)
    return kind if number.isdecimal() or kind == ALIKE else ""


def _lying(game: Game, kit: Manifest, position: str, look: str) -> tuple[PlacedPiece, ...]:
    """How a look lies; where it does not tell of every piece, as the position has it that takes the table so."""
    try:
        return game.layout(look, kit)
    except NotationError:
        return game.layout(game.accept(position, game.observe(look)), kit)


def _look(laid: Layout, really: Mapping[str, Sequence[float]], rolled: Set[str]) -> _Look:
    told = (replace(laid[name], x_mm=at[0], y_mm=at[1], angle_deg=at[2]) for name, at in really.items() if name in laid)
    real = (one for one in told if not _alike(one.piece, rolled) or apart(one, laid[one.piece]) < OFF_MM)
    return _Look(laid, {**laid, **_by_name(real)})


def spot(x_mm: float, y_mm: float) -> PlacedPiece:
    """A place on the table."""
    return PlacedPiece(PLACE, "", x_mm, y_mm, 0.0, 0.0)


def lies(piece: PlacedPiece) -> bool:
    """Whether a piece is on the table at all."""
    return math.isfinite(piece.x_mm)


def _by_name(pieces: Iterable[PlacedPiece]) -> Layout:
    return {piece.piece: piece for piece in pieces}


def _changes(looks: Sequence[_Look], rolled: Set[str]) -> tuple[tuple[Change, ...], int]:
    """What lies otherwise in the last look than in the first, and in how many steps pieces were moved."""
    first, last = looks[0], looks[-1]
    pairs = ((first.laid, last.laid), (first.seen, last.seen))  # cars that are left on a space are only laid otherwise
    names = [
        name for name in {**first.laid, **last.laid} if all(_differ(one.get(name), two.get(name)) for one, two in pairs)
    ]
    thrown = dict.fromkeys(name for look in looks for name in look.laid if name in rolled)
    names += [name for name in thrown if name not in first.laid and name not in last.laid]  # and picked up again
    ways: dict[str, list[tuple[int, PlacedPiece]]] = {name: [] for name in names}
    newest, steps = dict.fromkeys(names, 0), 0
    for number, (old, new) in enumerate(pairwise(looks), start=1):
        moved = [name for name in names if _differ(old.laid.get(name), new.laid.get(name))]
        steps += bool({*moved} - rolled)
        newest |= dict.fromkeys(moved, number)
        for name in moved:
            if name in new.seen:
                ways[name].append((steps, new.seen[name]))
    known = ((one, first.seen.get(one), last.seen.get(one), tuple(ways[one]), newest[one]) for one in names)
    return tuple(Change(*told, told[0] in rolled) for told in known), steps


def _road(change: Change, places_mm: Sequence[tuple[float, float]]) -> tuple[PlacedPiece, ...]:
    """The piece at the places between, if that is how it got from where it lay to where it lies."""
    if change.ends is None or len(change.way) != 1 or len(places_mm) < 3:
        return ()
    first, *between, last = (replace(change.ends[0], x_mm=x_mm, y_mm=y_mm) for x_mm, y_mm in places_mm)
    return tuple(between) if max(map(apart, change.ends, (first, last))) <= OFF_MM else ()


def _passing(looks: Sequence[_Look], rolled: Set[str]) -> tuple[PlacedPiece, ...]:
    """The pieces, dice aside, that lie otherwise in the midst of a turn than at its beginning and at its end."""
    first, last = looks[0].laid, looks[-1].laid
    found = [
        look.seen[name]
        for look in looks[1:-1]
        for name, one in look.laid.items()
        if name not in rolled and not _differ(first.get(name), last.get(name)) and _differ(one, first.get(name))
    ]
    return _each_once(found, rolled)


def _each_once(pieces: Sequence[PlacedPiece], rolled: Set[str]) -> tuple[PlacedPiece, ...]:
    """Some pieces without those that lie where another one of their kind does."""
    found: list[PlacedPiece] = []
    for one in pieces:
        near = (other for other in found if apart(other, one) < STILL_MM and one.piece not in rolled)
        if _kind(one) not in map(_kind, near):
            found.append(one)
    return tuple(found)


def _path(changes: Sequence[Change], passing: Sequence[PlacedPiece]) -> tuple[PlacedPiece, ...]:
    """From where a piece set out that carried another one, over all tiles of its kind that were laid for it."""
    stayed = [(one.before, one.after) for one in changes if not one.rolled and one.after is not None]
    new = [after for before, after in stayed if before is None]
    for before, after in stayed:
        laid = [one for one in (*passing, *new) if _kind(one) == _kind(after)]
        carried = (end for start, end in stayed if start is not None and _kind(end) != _kind(after))
        if before is not None and laid and any(apart(end, after) < STILL_MM for end in carried):
            return (before, *_chain(before, [after, *(one for one in laid if apart(one, after) > STILL_MM)])[1])
    return ()


def _kind(piece: PlacedPiece) -> str:
    return piece.piece.partition(":")[0]


def _chain(here: PlacedPiece, left: Sequence[PlacedPiece]) -> tuple[float, list[PlacedPiece]]:
    """The shortest way on through all of some pieces, always to one of the nearest, and how long it is."""
    off = {one: apart(one, here) for one in left}
    near = [one for one in left if off[one] <= NEAREST * min(off.values())]
    ways = ((one, _chain(one, [other for other in left if other is not one])) for one in near)
    chains = ((off[one] + length, [one, *way]) for one, (length, way) in ways)
    return min(chains, default=(0.0, []), key=lambda one: one[0])


def _legal(game: Game, kit: Manifest, entry: Entry, seen: Layout, rolled: Set[str]) -> Iterator[Turn]:
    """The nearest legal turns, dice aside."""
    began = _by_name(game.layout(entry.before, kit))
    look = game.observe(str(entry.data.get("baseline") or entry.after))
    for _, turn, after in game.nearest(entry.before, look):
        laid = _named_as(began, _by_name(game.layout(after, kit)), rolled) if after else {}
        moved = [one for name, one in laid.items() if _differ(began.get(name), one) and name not in rolled]
        roads = game.went_through(entry.before, turn)
        road = [replace(began[name], x_mm=x, y_mm=y) for name, way in roads.items() if name in began for x, y in way]
        stay = [(seen[name], one) for name, one in laid.items() if name in seen and one not in moved]
        yield _by_name(_seated(one, stay) for one in moved), tuple(road)


def _seated(moved: PlacedPiece, stay: Sequence[tuple[PlacedPiece, PlacedPiece]]) -> PlacedPiece:
    """A piece as it is laid; if one that stays was seen there, where that one is laid beside it."""
    near = [(now, one) for now, one in stay if _kind(one) == _kind(moved) and apart(one, moved) < OFF_MM]
    free = (one for now, one in near if apart(now, moved) < min(STILL_MM, apart(now, one)))
    seat = next(free, moved)
    return replace(moved, x_mm=seat.x_mm, y_mm=seat.y_mm)


Broken = Sequence[tuple[Rule, Mapping[str, Any], str]]
"""The rules that a verdict names, each with what it says of it, as far as the record knows, and in words."""


def _broken(game: Game, entry: Entry) -> Broken:
    """The rules that were broken, or the one that is asked about."""
    said = {str(one["text"]): one.get("params", {}) for one in entry.data.get("facts", ())}
    named = [one for one in _faults(entry) if one["rule"] in game.rules]
    return [(game.rules[str(one["rule"])], said.get(str(one["message"]), {}), str(one["message"])) for one in named]


def _faults(entry: Entry) -> Sequence[Mapping[str, Any]]:
    """What a verdict calls broken, or asks about."""
    asked = [one for line in entry.data.get("lines", ())[:1] for one in line["violations"][:1]]
    return entry.data.get("violations") or asked


def _places(
    game: Game, kit: Manifest, entry: Entry, broken: Broken, changes: Sequence[Change], seen: Layout
) -> dict[str, tuple[float, float]]:
    """The places that a verdict names, and what a car was led over or where one stands if a broken rule hangs on it."""
    named = {str(one) for _, said, _ in broken for name, one in said.items() if not name.startswith(SPOTS)}
    named |= {way for way, own in _ways(game, broken) if own in {one.piece for one in changes}}
    found = {one: game.place(entry.before, one, kit) for one in sorted(named)}
    stands = [one for rule, said, _ in broken if rule.by_place for one in _of(game, said.get("who2", ""), seen)]
    found |= {one.piece: (one.x_mm, one.y_mm) for one in stands}
    return {name: (at[0], at[1]) for name, at in found.items() if at is not None}


def _passed(
    game: Game, kit: Manifest, entry: Entry, broken: Broken, about: Sequence[PlacedPiece]
) -> Iterator[PlacedPiece]:
    """The places of a movement that broke a rule, as high as what was moved so."""
    named: Sequence[str] = next((str(said[OVER]).split(",") for _, said, _ in broken if OVER in said), ())
    found = (game.place(entry.before, one, kit) for one in named)
    high_mm = max((one.z_mm for one in about), default=0.0)
    yield from (replace(spot(at[0], at[1]), z_mm=high_mm) for at in found if at is not None)


def _cast(game: Game, broken: Broken, seen: Layout, by: str) -> Iterator[PlacedPiece]:
    """The cars of the drivers of whom broken rules tell, and beside whose things are wrong, of one called so."""
    told = {name: str(one) for _, said, _ in broken for name, one in said.items() if name in ("who", "who2", "who3")}
    for letter, name in game.parts.drivers.items():
        if letter in told.values() or ("who" in told and name == by):
            yield from _of(game, letter, seen)


def _of(game: Game, who: str, seen: Layout) -> Iterator[PlacedPiece]:
    """The pieces that drive for whom facts call so."""
    return (one for one in seen.values() if who and fnmatchcase(one.piece, game.own(str(who))))


def _ways(game: Game, broken: Broken) -> list[tuple[str, str]]:
    """What broken rules say that cars were led over, each with that car."""
    told = ((rule.by_way, said.get("who", said.get("who2"))) for rule, said, _ in broken if rule.by_way)
    return [(way, game.own(str(who))) for way, who in told if who]


def _carriers(kit: Manifest, pieces: Iterable[PlacedPiece], seen: Layout) -> dict[PlacedPiece, PlacedPiece]:
    """The tiles, of many that are alike, on which some pieces wholly stand."""
    outlines = {(item.piece, item.side): [relative(item).outline_mm] for item in kit.items}
    standing, tiles = _areas(filter(lies, pieces), outlines), _areas(seen.values(), outlines)
    return {
        one: tile
        for one, (corners,) in standing.items()
        for tile, (area,) in tiles.items()
        if _alike(tile.piece, frozenset()) and tile.z_mm < one.z_mm and all(inside(corner, area) for corner in corners)
    }


@dataclass(frozen=True)
class _Wrong:
    """Finds what broken rules are about: pieces as they lie now or lay in the turn, and places; and what they allow."""

    game: Game
    kit: Manifest
    entry: Entry
    changes: Sequence[Change]
    passing: Sequence[PlacedPiece]
    seen: Layout
    lying: Layout
    path: Sequence[PlacedPiece]
    rolled: Set[str]

    def of(self, broken: Broken) -> tuple[PlacedPiece, ...]:
        """All of them; what was moved where no rule says more, and dice where nothing else was."""
        asked = [(self.game.about(rule.id, str(said.get("how", ""))), said) for rule, said, _ in broken]
        told = [self._found(pattern, said) for pattern, said in asked]
        moved = [one for change in self.changes if not change.rolled for one in change.last]
        dice = [one for change in self.changes if change.rolled and change.way for one in change.last]
        known = [one for pieces in told for one in pieces or ()]
        return _each_once(moved or dice if all(one is None for one in told) else known, self.rolled)

    def _found(self, pattern: str, said: Mapping[str, Any]) -> list[PlacedPiece] | None:
        """The pieces; None where the fact does not tell which."""
        try:
            own = self.game.own(str(said["who"])) if OWN in pattern else ""
            names, _, at = pattern.format_map({**said, "own": own}).partition("@")
        except KeyError:
            return None
        if at:
            spots = [self.game.place(self.entry.before, one, self.kit) for one in at.split("+")]
            return [one for spot in spots if spot is not None for one in self._at(names, *spot[:2])]
        thrown = [one for one in self.changes if one.way and _on(one.last[0], _mats(self.kit, self.seen))]
        moved = [one for change in self.changes if not change.rolled or change in thrown for one in change.last]
        pools = ((*moved, *self.passing), self.lying.values(), () if pattern == OWN else self.seen.values())
        for pool in pools:
            if named := [one for one in pool if fnmatchcase(one.piece, names)]:
                return named
        return None if pattern == OWN else []

    def _at(self, names: str, x_mm: float, y_mm: float) -> list[PlacedPiece]:
        """What was taken from a place, the piece there, or the place itself."""
        place = spot(x_mm, y_mm)
        ways = [placed for change in self.changes for _, placed in change.way]
        taken, near = (
            [one for one in pool if fnmatchcase(one.piece, names) and apart(one, place) < OFF_MM]
            for pool in (self.gone, (*self.seen.values(), *self.passing, *ways))
        )
        return taken or [min(near, key=lambda one: apart(one, place) // STILL_MM, default=place)]

    @property
    def gone(self) -> list[PlacedPiece]:
        """The pieces that were taken away, as they lay: if that was wrong, they belong there."""
        return [one.before for one in self.changes if one.before is not None and one.after is None and not one.way]

    def instead(self, broken: Broken) -> Iterator[PlacedPiece]:
        """What the rules would have allowed, where their facts tell it: the piece there, or what lies there."""
        now = str(self.entry.data.get("after") or self.entry.before)
        for rule, said, _ in broken:
            pattern = self.game.about(rule.id, str(said.get("how", "")))
            if rule.takes_turns and "who2" in said:
                yield from _of(self.game, said["who2"], self.seen)
            for told in self.game.instead(self.entry.before, now, rule.id, said):
                kind, _, name = told.rpartition("@")
                tile = self.path[int(name)] if name.isdecimal() and int(name) < len(self.path) else None
                place = self.game.place(self.entry.before, name, self.kit)
                at = (tile.x_mm, tile.y_mm, tile.angle_deg) if tile else place
                if name == BACK:
                    about = self._found(pattern, said) or ()
                    last = (replace(one, road=()).places for one in self.changes if one.moved and one.after in about)
                    yield from (places[-2] for places in last)
                elif at is not None and kind:
                    yield from self._at(kind, at[0], at[1])
                elif at is not None:
                    yield from self._belongs(pattern, said, at, self.path[:1] if tile else ())

    def _belongs(
        self, pattern: str, said: Mapping[str, Any], at: Sequence[float], beneath: Sequence[PlacedPiece]
    ) -> Iterator[PlacedPiece]:
        """What a rule is about, moved to a place with what carries it, or what lies there."""
        names, there, _ = pattern.partition("@")
        moved = names == OWN or not there or at[2:]
        driven = (self._found(OWN if names == OWN else pattern, said) or ())[:1] if moved else ()
        for one in (*beneath, *driven) if driven else ():
            yield replace(one, x_mm=at[0], y_mm=at[1], angle_deg=(*at, one.angle_deg)[2])
        if not driven:
            yield from self._at(names, at[0], at[1])


def led(change: Change, path: Sequence[PlacedPiece]) -> Sequence[PlacedPiece]:
    """The places that a piece was led over, to the end of a path that was laid for it; or where it lies."""
    return path if change.before in path[:1] else change.places if change.moved else change.last


def from_way(at: Point, way: Sequence[Point]) -> float:
    """How far a point is from a way; infinite from none."""
    return min((distance_to_edge(at, leg) for leg in zip(way, way[1:] or way, strict=False)), default=math.inf)


def apart(one: PlacedPiece, other: PlacedPiece) -> float:
    """How far the middles of two pieces lie apart, mm."""
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


def _said(game: Game, entry: Entry) -> tuple[str, str, tuple[str, ...]]:
    """Heading, words below it and badges: what broke a rule, is asked, or else the whole sentence; and the rule."""
    try:
        told = told_by(messages_from(entry.data.get("facts", ())))
    except (KeyError, TypeError, ValueError):  # facts that nobody can read
        told = str
    faults, broken = _faults(entry), entry.data.get("violations", ())
    said = [*faults, *({"message": one["text"]} for one in entry.data.get("questions", ())[:1] if not broken)]
    first, *others = [told(one["message"]) for one in said] or [told(entry.data.get("sentence", ""))]
    rule = game.rules.get(str(faults[0]["rule"])) if faults else None
    badges = tuple(dict.fromkeys(filter(None, (_badge(game, one) for one in (first, *others)))))
    more = next(iter(others), "")
    if rule and broken and not more:
        more = game.words.tell(fact("rule", section=rule.section), title=game.words.title(rule.id, rule.title))
    return first, more, badges


def _badge(game: Game, message: str) -> str:
    """A broken rule as its catalogue has it in a few words, ``<how>-sign``; or else whose turn it was."""
    if not isinstance(message, Sentence):
        return ""
    said = message.message.fact
    sign = said.also(how=f"{said.get('how')}-sign")
    if game.words.knows(sign):
        return game.words.tell(sign)
    takes_turns = said.kind in game.rules and game.rules[said.kind].takes_turns and "who2" in dict(said.params)
    return game.words.tell(fact("turns-sign", who=said.get("who"), who2=said.get("who2"))) if takes_turns else ""


def _lacking(kit: Manifest, broken: Broken) -> Iterator[tuple[str, PlacedPiece]]:
    """What a driver used and does not hold."""
    for _, said, _ in broken:
        kind = f"{said.get('item')}:"
        face = next((item for item in kit.items if item.piece.startswith(kind)), None)
        if said.get("how") == NOT_HELD and face is not None:
            yield NONE, PlacedPiece(face.piece, face.side, math.nan, math.nan, 0.0, 0.0)


def _unrolled(
    kit: Manifest, entry: Entry, broken: Broken, last: _Look, changes: Sequence[Change], rolled: Set[str]
) -> Iterator[tuple[str, PlacedPiece]]:
    """The dice that a broken rule asks to roll and that lie as they did, a mat left bare, the driver's out of play."""
    names = tuple(rule.die.format(who=str(entry.data.get("turn", ""))[:1]) for rule, *_ in broken if rule.die)
    if not names or any(one.piece.startswith(names) for one in changes):
        return
    mats, dice = _mats(kit, last.seen), [one for name, one in last.seen.items() if name in rolled]
    thrown = [one for one in dice if _on(one, mats)]
    his = [one for one in thrown if one.piece.startswith(names)]
    yield from ((AS_BEFORE, one) for one in his or (thrown if mats else ()))
    yield from ((NONE, one) for one in mats if not thrown)
    yield from ((LOCKED, one) for one in dice if one not in thrown and one.piece.startswith(names))


Areas = dict[PlacedPiece, list[list[Point]]]


def _areas(pieces: Iterable[PlacedPiece], faces: Mapping[tuple[str, str], Sequence[Sequence[Point]]]) -> Areas:
    """Where the areas of those pieces lie of which there are any."""
    on = {one: Transform(one.x_mm, one.y_mm, one.angle_deg).of for one in pieces if (one.piece, one.side) in faces}
    return {one: [[*map(lie, area)] for area in faces[one.piece, one.side]] for one, lie in on.items()}


def _mats(kit: Manifest, seen: Layout) -> Areas:
    """The pieces that have mats for dice, with where these lie."""
    mats = {(item.piece, item.side): relative(item).mats_mm for item in kit.items if item.mats_mm}
    return _areas(seen.values(), mats)


def _on(die: PlacedPiece, mats: Areas) -> bool:
    """Whether a die lies where one is thrown: on a mat, or anywhere where there are none."""
    return not mats or any(inside((die.x_mm, die.y_mm), area) for areas in mats.values() for area in areas)


def _differ(one: PlacedPiece | None, other: PlacedPiece | None) -> bool:
    if one is None or other is None:
        return one is not other
    turned = abs((one.angle_deg - other.angle_deg + 180.0) % 360.0 - 180.0)
    return one.side != other.side or apart(one, other) > STILL_MM or turned > STILL_DEG
