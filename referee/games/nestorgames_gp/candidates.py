"""Which turns could have led to what is seen: the legal ones first, then with the rules relaxed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points
from referee.games.nestorgames_gp.declarations import Said
from referee.games.nestorgames_gp.evidence import DiceKnown
from referee.games.nestorgames_gp.law import may_wait, rolls_for
from referee.games.nestorgames_gp.observation import DICE, KINDS, Observation
from referee.games.nestorgames_gp.paths import Path, paths_from, target, turnings_open
from referee.games.nestorgames_gp.position import Position, nodes_seen, visible
from referee.games.nestorgames_gp.qualifying import qualifying_value

EVERY_TURNING = frozenset({"gate", "shortcut", "turn"})
DOUBLE_SIX = (6, 6)
MOST_POINTS = 21


@dataclass(frozen=True)
class Scene:
    """One driver's turn to be explained.

    Attributes
    ----------
    position : where the turn began.
    car : whose turn is tried.
    relaxed : whether turns that break rules are tried too.
    thorough : whether every item held is tried, not only those whose use the table shows.
    """

    position: Position
    car: str
    final: Observation
    dice: DiceKnown
    said: Said
    closed: bool
    relaxed: bool = False
    thorough: bool = False

    @cached_property
    def moved(self) -> bool | None:
        """Whether the car stands on another space than before; None when it is not seen."""
        nodes = self.nodes
        return None if nodes is None else self.position.stand(self.car).node not in nodes

    @property
    def untouched(self) -> bool:
        """Whether the table looks as it did, but for dice."""
        now, was = self.final, visible(self.position)
        looks, boxes = dict(was.cars), dict(was.boxes)
        return (
            all(looks[car] == look for car, look in now.cars if car in looks)
            and all(boxes[car] == box for car, box in now.boxes if car in boxes)
            and now.gate_open in (None, was.gate_open)
            and now.tray in (None, was.tray)
            and (set(now.items) == set(was.items) or bool(now.unseen))
        )

    @cached_property
    def nodes(self) -> tuple[int | None, ...] | None:
        """The nodes on which the car may stand now; None when it is not seen."""
        look = dict(self.final.cars).get(self.car)
        if look is None:
            return None
        board = self.position.shape
        return board.nodes_of.get(look.space, (None,)) if self.relaxed else nodes_seen(board, look)


def candidates(scene: Scene) -> Iterator[Turn]:
    """Every turn worth holding against the table."""
    if scene.position.qualifying:
        yield from _qualifying(scene)
        return
    for use, aim, roll in _uses(scene):
        for turn in _kinds(replace(scene, dice=roll), use, aim):
            for timed in _with_late(scene, turn):
                refill = scene.said.refill or (scene.final.tray.item if scene.final.tray else "")
                yield replace(timed, refill=refill if timed.kind == actions.MOVE else "")


def _qualifying(scene: Scene) -> Iterator[Turn]:
    roll = scene.dice.roll
    finished = scene.closed or scene.said.stop or has_repeat(roll) or len(roll) == DICE or scene.said.value is not None
    if not finished:
        yield Turn(scene.car, actions.ROLLING, roll=roll)
    elif scene.dice.whole:
        yield Turn(scene.car, actions.QUALIFY, roll=roll)
    else:
        for possible in ((1, 1), *(rolls_for(value, False, DICE)[0] for value in range(1, MOST_POINTS + 1))):
            if scene.said.value in (None, qualifying_value(possible)):
                yield Turn(scene.car, actions.QUALIFY, roll=possible)


# -- items --------------------------------------------------------------------------------------------------------


def _uses(scene: Scene) -> Iterator[tuple[str, int, DiceKnown]]:
    """The item that may have been used, with its die and the dice that are left for the roll."""
    said = scene.said.use
    if said is not None:
        kinds = [said]
    else:
        held = {kind for kind in KINDS if scene.position.may_hold(scene.car, kind)}
        held |= {"bomb", "oil"} if scene.relaxed else set()
        kinds = ["", *(kind for kind in KINDS if kind in held and (scene.thorough or _shows(scene, kind)))]
    for kind in kinds:
        if kind == "rocket":
            yield from _rockets(scene)
        else:
            yield kind, 0, scene.dice


def _shows(scene: Scene, kind: str) -> bool:
    """Whether the table may show that an item was used about which nothing was said."""
    position, car, final = scene.position, scene.car, scene.final
    node = position.stand(car).node
    if node is None:
        return False
    space = position.shape.ids[node]
    match kind:
        case "bomb" | "oil":
            before = [item.kind for item in position.items if item.space == space].count(kind)
            now = [item.kind for item in final.items if item.space == space].count(kind)
            covered = space in final.unseen or any(look.space == space for _, look in final.cars)
            return now > before or (covered and not scene.relaxed)
        case "wrench":
            box, lost = dict(final.boxes).get(car), position.box(car).dice
            look = dict(final.cars).get(car)
            turned = not position.stand(car).up and bool(look and look.up and scene.moved)
            return turned or (lost > 0 and (box is None or box.dice < lost))
        case "rocket":
            aimed, looks = target(position, car), dict(final.cars)
            hit = aimed and any(one not in looks or not looks[one].up for one in aimed.cars)
            return bool(hit)
    return scene.moved is not False


def _rockets(scene: Scene) -> Iterator[tuple[str, int, DiceKnown]]:
    """A rocket's die may still lie on the card among the others."""
    dice = scene.dice
    aimed = target(scene.position, scene.car)
    if scene.said.aim:
        faces = [scene.said.aim]
    else:
        hits = {aimed.distance} if aimed and aimed.distance <= 6 else set()
        faces = sorted({1} | hits | set(dice.roll))
    for aim in faces:
        yield "rocket", aim, dice
        if aim in dice.roll and scene.said.roll is None:
            left = list(dice.roll)
            left.remove(aim)
            yield "rocket", aim, replace(dice, roll=tuple(left), whole=dice.whole and bool(left))


def _with_late(scene: Scene, turn: Turn) -> Iterator[Turn]:
    yield turn
    if scene.position.switches.items == "board" and turn.use in ("rocket", "wrench", "turbo"):
        yield replace(turn, late=True)


# -- what was done ------------------------------------------------------------------------------------------------


def _kinds(scene: Scene, use: str, aim: int) -> Iterator[Turn]:
    position, car, roll = scene.position, scene.car, scene.dice.roll
    turn = Turn(car, actions.ROLLING, use, aim, roll if scene.dice.whole else ())
    up, lost = position.stand(car).up, position.box(car).dice
    if not scene.closed and not has_repeat(roll):
        yield replace(turn, roll=roll)
        if not scene.relaxed and scene.untouched and not scene.said.bust:
            return
    if not up and (use != "wrench" or (scene.relaxed and not roll)):
        yield replace(turn, kind=actions.UP, roll=roll)
    if lost and use != "wrench" and _may_have_fixed(scene):
        yield replace(turn, kind=actions.FIX, roll=roll)
    if up or use == "wrench" or scene.relaxed:
        yield from _stays(scene, turn)
        yield from _moves(scene, turn)
        if scene.relaxed and scene.moved:
            look = dict(scene.final.cars)[car]
            yield replace(turn, kind=actions.PUT, end=look.space, roll=())


def _may_have_fixed(scene: Scene) -> bool:
    """Whether a die may have come back from the box; after a roll only one that was seen to come back."""
    box = dict(scene.final.boxes).get(scene.car)
    came_back = box is not None and box.dice < scene.position.box(scene.car).dice
    return came_back or (not scene.dice.roll and (box is None or scene.relaxed))


def _stays(scene: Scene, turn: Turn) -> Iterator[Turn]:
    """Rolls after which the car stays where it is."""
    if scene.moved:
        return
    over = scene.closed or has_repeat(scene.dice.roll) or scene.said.bust or _shows_crash(scene)
    if not over:
        return
    position = scene.position
    yield replace(turn, kind=actions.BUST)
    if position.switches.safety and position.on_corner(scene.car) and not scene.dice.whole:
        yield replace(turn, kind=actions.BUST, roll=DOUBLE_SIX)
    if position.safety or scene.relaxed:
        yield from _held(scene, turn)


def _shows_crash(scene: Scene) -> bool:
    """Whether the driver's own car, which has not moved, was turned over or lost a die: then its roll is over."""
    if not scene.position.on_corner(scene.car):
        return False
    look, box = dict(scene.final.cars).get(scene.car), dict(scene.final.boxes).get(scene.car)
    turned = scene.position.stand(scene.car).up and look is not None and not look.up
    return turned or (box is not None and box.dice > scene.position.box(scene.car).dice)


def _held(scene: Scene, turn: Turn) -> Iterator[Turn]:
    """Movements that the safety car does not let happen.

    Of those whose dice were not all seen the nearest one stands for all: one for a leader, who has a single die, and
    one for any other driver.
    """
    turbo = turn.use == "turbo"
    having = () if turn.use == "rocket" else scene.dice.roll
    wanted = {1, DICE if turn.use == "wrench" else scene.position.dice_left(scene.car)}
    for path in _ways(scene, turn):
        held = replace(turn, kind=actions.HELD, steps=path.steps, via=path.via)
        if scene.dice.whole:
            if points(turn.roll, turbo) == path.steps:
                yield held
            continue
        rolled = {most for most in wanted if rolls_for(path.steps, turbo, most, having)}
        if rolled and scene.said.total in (None, path.steps) and may_wait(scene.position, held, path):
            yield held
            wanted -= rolled
        if not wanted:
            return


def _moves(scene: Scene, turn: Turn) -> Iterator[Turn]:
    """Movements that end where the car is seen."""
    if scene.moved is False and scene.closed and not scene.relaxed and not _may_come_round(scene):
        return
    nodes = scene.nodes
    for path in _ways(scene, turn):
        if nodes is None or scene.moved is False or any(node in nodes for node in _ends(scene, path)):
            if scene.moved is False and scene.closed and path.end != path.nodes[0] and not _comes_back(scene, path):
                continue
            yield replace(turn, kind=actions.MOVE, steps=path.steps, via=path.via)


def _may_come_round(scene: Scene) -> bool:
    """Whether a car may move and end where it stood: by a teleport, or on a very short lap."""
    return bool(scene.position.shape.teleport) or len(scene.position.shape.track) <= 27


def _comes_back(scene: Scene, path: Path) -> bool:
    return path.nodes[0] in _ends(scene, path)


def _ways(scene: Scene, turn: Turn) -> Iterator[Path]:
    position, car = scene.position, scene.car
    node = position.stand(car).node
    if node is None:
        return
    turnings = EVERY_TURNING if scene.relaxed else turnings_open(position, car)
    for path in paths_from(position.shape, node, turnings):
        if scene.said.path is None or _told_by(scene.said.path, path.via):
            yield path


def _told_by(said: tuple[str, ...], via: tuple[str, ...]) -> bool:
    """Whether a way that was said may be one that was driven: who takes two turnings may name only one.

    >>> _told_by(("gate",), ("gate", "shortcut")), _told_by(("gate",), ("shortcut",)), _told_by((), ("gate",))
    (True, False, False)
    """
    return said == via or (bool(said) and set(said) <= set(via))


def _ends(scene: Scene, path: Path) -> Iterator[int | None]:
    """Where a car can be seen after a movement: its end, and where it is moved on to."""
    position, board = scene.position, scene.position.shape
    yield path.end
    node = path.end
    other_t = board.other_t(node)
    if other_t is not None:
        node = other_t
        yield node
    if path.crossings and position.box(scene.car).discs <= 1:
        yield None
    if any(item.kind == "oil" and item.space == board.ids[node] for item in position.items):
        while not board.corner[node]:
            node = board.following[node]
        yield node
