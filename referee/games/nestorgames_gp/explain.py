"""Which play explains what was seen: legal lines if there are any, else the ones that break the fewest rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.base import Line, violation
from referee.games.fact import Fact, fact
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points, turn_text
from referee.games.nestorgames_gp.candidates import DOUBLE_SIX, Scene, candidates
from referee.games.nestorgames_gp.compare import Pair, as_seen, differences
from referee.games.nestorgames_gp.declarations import Said
from referee.games.nestorgames_gp.effects import Outcome, resolve
from referee.games.nestorgames_gp.evidence import dice_known, fresh_dice
from referee.games.nestorgames_gp.law import faults_of, rolls_for
from referee.games.nestorgames_gp.notation import position_text
from referee.games.nestorgames_gp.observation import DICE, Observation
from referee.games.nestorgames_gp.position import Position, car_seen, leaders, visible
from referee.games.nestorgames_gp.qualifying import qualify, qualifying_value
from referee.games.nestorgames_gp.rules import extras, race
from referee.games.nestorgames_gp.scores import championship_scores, race_scores, team_scores
from referee.games.nestorgames_gp.words import WORDS

HANDFUL = 6
PUT_COST = 2
PLAINEST = (actions.MOVE, actions.UP, actions.FIX, actions.BUST, actions.HELD, actions.QUALIFY, actions.ROLLING)


@dataclass(frozen=True)
class Reading:
    """One explanation before it is put into notation."""

    turn: Turn
    faults: tuple[Fact, ...]
    assumes: tuple[str, ...]
    pending: int
    after: Position

    @property
    def complete(self) -> bool:
        """Whether the turn is over, with nothing left to do on the table.

        After a repeat a driver may still go on rolling, which is a fault: that turn ends when the next one begins.
        """
        return self.turn.kind not in (actions.ROLLING, actions.BUST) and not self.pending

    @property
    def cost(self) -> int:
        """How much it breaks: its rules, and more for a car that was simply put somewhere."""
        return len({fault.kind for fault in self.faults}) + (PUT_COST if self.turn.kind == actions.PUT else 0)

    @property
    def rank(self) -> tuple[int, bool, int, int, int, bool, int, int]:
        """Best first: the cheapest, those that fit the dice, then few assumptions and things to do, the plainest."""
        kind = PLAINEST.index(self.turn.kind) if self.turn.kind in PLAINEST else len(PLAINEST)
        miscounted = any(fault.kind == race.EXACT_MOVE.id for fault in self.faults)
        doubts = len(self.assumes)
        todo = len(self.faults) + self.pending
        return self.cost, miscounted, doubts, todo, len(self.faults), bool(self.turn.use), len(self.turn.via), kind


def explain(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Line, ...]:
    """Every line of play for the turn that gives what was seen, best first and at most a handful."""
    return tuple(line_of(reading) for reading in readings(position, stops, said, closed or said.done))


def line_of(reading: Reading) -> Line:
    """A reading in notation."""
    faults = tuple(violation(WORDS, fault) for fault in reading.faults)
    return Line(turn_text(reading.turn), faults, reading.assumes, reading.complete, position_text(reading.after))


def readings(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> tuple[Reading, ...]:
    """The best readings: the driver's own legal turns, else any turn of any car with the fewest broken rules."""
    final = stops[-1] if stops else visible(position)
    found = _best(_tried(position, position.turn, stops, final, said, closed))
    if (not found or found[0].faults) and position.hand(position.turn) and said.use is None:
        found = _best((*found, *_tried(position, position.turn, stops, final, said, closed, thorough=True)))
    if not found or found[0].faults:
        more = [*found]
        for car in _actors(position, final):
            more += _tried(position, car, stops, final, said, closed, relaxed=True)
        found = _best(more)
    return found


def _best(found: Iterator[Reading] | Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings with the fewest broken rules, each outcome once."""
    best: dict[object, Reading] = {}
    for reading in found:
        rules = tuple(fault.kind for fault in reading.faults)
        key = (reading.turn.kind, reading.turn.use, reading.turn.steps, rules, reading.assumes, reading.after)
        if key not in best or reading.rank < best[key].rank:
            best[key] = reading
    ordered = sorted(best.values(), key=lambda reading: reading.rank)
    return tuple(one for one in ordered if one.cost == ordered[0].cost)[:HANDFUL]


def _actors(position: Position, final: Observation) -> tuple[str, ...]:
    """The driver whose turn it is, and any other whose car or dice changed."""
    board, found = position.shape, [position.turn]
    looks, boxes = dict(final.cars), dict(final.boxes)
    for car in position.racing:
        look, box = looks.get(car), boxes.get(car)
        changed = look is not None and look != car_seen(board, position.stand(car))
        if car != position.turn and (changed or (box and box != position.box(car)) or fresh_dice(position, car, final)):
            found.append(car)
    return tuple(found)


def _tried(
    position: Position,
    car: str,
    stops: Sequence[Observation],
    final: Observation,
    said: Said,
    closed: bool,
    relaxed: bool = False,
    thorough: bool = False,
) -> Iterator[Reading]:
    look = dict(final.cars).get(car)
    shifted = look is not None and look.space != car_seen(position.shape, position.stand(car)).space
    known = dice_known(position, car, stops, said, finished=closed or shifted or said.stop)
    scene = Scene(position, car, final, known, said, closed, relaxed, thorough)
    for turn in candidates(scene):
        yield weigh(scene, turn)


def weigh(scene: Scene, turn: Turn) -> Reading:
    """Hold one candidate against the rules, the dice, the words and the table."""
    position = scene.position
    if position.qualifying:
        return _weigh_qualifying(scene, turn)
    outcome = resolve(position, turn)
    found = differences(Pair(position, turn, outcome, scene.final, scene.closed))
    if found.faults and outcome.disputed:
        mild = resolve(position, turn, mild=True)
        other = differences(Pair(position, turn, mild, scene.final, scene.closed))
        outcome, found = (outcome, found) if other.faults else (mild, other)
    faults, assumes = choices(scene, turn, outcome)
    return Reading(
        turn,
        (*faults, *found.faults),
        (*assumes[0], *found.assumes, *assumes[1]),
        found.pending,
        as_seen(outcome.after, scene.final),
    )


def choices(scene: Scene, turn: Turn, outcome: Outcome) -> tuple[list[Fact], tuple[Sequence[str], Sequence[str]]]:
    """What the driver's choices break by the rules, the dice and the words, whatever the table shows.

    Also what they take for granted: about the roll, and about items and who leads.
    """
    position = scene.position
    ordered = scene.dice.ordered and turn.roll == scene.dice.roll
    faults = [*faults_of(position, turn, ordered, scene.said.leader)]
    more, assumes = _roll_evidence(scene, turn)
    faults += [fault for fault in more if fault.kind not in {one.kind for one in faults}]
    faults += _said_faults(scene, outcome)
    return faults, (assumes, _use_assumed(scene, turn) + _leader_assumed(scene, turn))


def _weigh_qualifying(scene: Scene, turn: Turn) -> Reading:
    position, said, final = scene.position, scene.said, scene.final
    faults = list(faults_of(position, turn, scene.dice.ordered and scene.dice.whole))
    assumes = []
    value = qualifying_value(turn.roll)
    if turn.kind == actions.ROLLING:
        return Reading(turn, tuple(faults), (), 0, position)
    if not scene.dice.whole and said.value is None:
        assumes.append(WORDS.tell(fact("value", by=turn.car, value=str(value))))
    fault = race.qualifying(turn.car, said.value, value) if said.value is not None else None
    faults += [fault] if fault else []
    after = qualify(position, turn.car, turn.roll, said.refill or (final.tray.item if final.tray else ""))
    placed = any(look.space for _, look in final.cars)
    if after.qualifying or not placed:
        return Reading(turn, tuple(faults), tuple(assumes), 0, replace(after, dice=final.dice))
    due = replace(after, turn=turn.car)
    found = differences(Pair(due, turn, Outcome(after, {}), final, scene.closed))
    faults += found.faults if scene.closed else []
    return Reading(turn, tuple(faults), (*assumes, *found.assumes), 0, as_seen(after, final) if scene.closed else after)


# -- dice ---------------------------------------------------------------------------------------------------------


def _roll_evidence(scene: Scene, turn: Turn) -> tuple[list[Fact], list[str]]:
    """What an unseen or unfinished roll must have been, and whether that can be."""
    if turn.kind in (actions.UP, actions.FIX, actions.ROLLING, actions.PUT):
        return [], []
    said, car, free = scene.said, turn.car, _free(scene, turn)
    if scene.dice.whole:
        if turn.kind == actions.BUST and not has_repeat(turn.roll):
            return [race.stayed(car, points(turn.roll, turn.use == "turbo"))], []
        return [], []
    if turn.kind == actions.BUST:
        return _unseen_bust(scene, turn, free)
    if said.bust:
        return [race.moved_on_bust(car, scene.dice.roll)] if turn.kind == actions.MOVE else [], []
    if said.total is not None and said.total != turn.steps:
        fault = race.exact_move(car, (said.total,), said.total, turn.steps)
        return [fault] if fault else [], []
    having = () if turn.use == "rocket" else scene.dice.roll
    most = 1 if _must_roll_one(scene) else free
    if free and not rolls_for(turn.steps, turn.use == "turbo", most, having):
        return [_cannot_roll(scene, turn, free)], []
    if said.total is not None:
        return [], []
    return [], [WORDS.tell(fact("sum", by=car, value=str(turn.steps)))]


def _unseen_bust(scene: Scene, turn: Turn, free: int) -> tuple[list[Fact], list[str]]:
    if scene.said.total is not None:
        return [race.stayed(turn.car, scene.said.total)], []
    if free < 2 or _must_roll_one(scene):
        return [race.stayed(turn.car, sum(scene.dice.roll) or 1)] if free else [], []
    if turn.roll == DOUBLE_SIX:
        return [], [WORDS.tell(fact("sum", by=turn.car, value="double-six"))]
    return [], [] if scene.said.bust else [WORDS.tell(fact("sum", by=turn.car, value="bust"))]


def _cannot_roll(scene: Scene, turn: Turn, free: int) -> Fact:
    alone = extras.leader_dice(turn.car, 2) if _must_roll_one(scene) and not scene.dice.roll else None
    return alone or race.no_such_roll(turn.car, turn.steps, scene.dice.roll, free)


def _free(scene: Scene, turn: Turn) -> int:
    return DICE if turn.use == "wrench" else scene.position.dice_left(turn.car)


def _must_roll_one(scene: Scene) -> bool:
    """Whether the driver surely leads behind the safety car."""
    position, car = scene.position, scene.car
    if not position.safety:
        return False
    return scene.said.leader == car if scene.said.leader else leaders(position) == (car,)


def _leader_assumed(scene: Scene, turn: Turn) -> list[str]:
    """Where cars are level, who leads must be said: it matters when more than one die was rolled."""
    position, car = scene.position, turn.car
    level = leaders(position)
    matters = turn.kind in (actions.MOVE, actions.HELD, actions.BUST) and len(turn.roll) != 1
    if not position.safety or not matters or len(level) < 2 or car not in level or scene.said.leader:
        return []
    other = next(one for one in level if one != car)
    return [WORDS.tell(fact("leader", how="not", by=car, value=other))]


def _use_assumed(scene: Scene, turn: Turn) -> list[str]:
    """Items whose use nobody spoke of and the table does not prove."""
    if not turn.use or scene.said.use is not None:
        return []
    if turn.use == "turbo" and not (scene.dice.whole and turn.kind == actions.MOVE):
        return [WORDS.tell(fact("use", by=turn.car, value="turbo"))]
    if turn.use == "rocket" and not scene.said.aim and turn.aim not in scene.dice.roll:
        return [WORDS.tell(fact("aim", by=turn.car, value=str(turn.aim)))]
    return []


# -- words --------------------------------------------------------------------------------------------------------


def _said_faults(scene: Scene, outcome: Outcome) -> list[Fact]:
    said = scene.said
    if said.fastest is None or not scene.position.switches.fastest:
        return []
    fault = extras.fastest_turn(said.fastest, outcome.after.record)
    return [fault] if fault else []


def score_faults(position: Position, said: Said) -> tuple[Fact, ...]:
    """Said scores of a finished race held against the right ones; the championship's are accumulated."""
    right: dict[str, float] = championship_scores(position) if position.championship else race_scores(position)
    teams = team_scores(position)
    found: list[Fact | None] = []
    for who, score in said.scores.items():
        if len(who) == 1 and who in right:
            found.append(extras.score(who, score, right[who]))
        elif len(who) == 2:
            team = next((team for team in teams if set(team) == set(who)), None)
            found.append(extras.team_score(who, score, teams[team] if team else -1.0))
    if said.fastest and position.switches.fastest:
        found.append(extras.fastest_turn(said.fastest, position.record))
    return tuple(fault for fault in found if fault)
