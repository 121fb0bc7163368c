"""Whose turn it is, where legal turns end, what may be said and asked now, and how the race stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.errors import NotationError
from referee.frozen import replace
from referee.games.base import Question, standing
from referee.games.racepack.actions import Action, parse_turn
from referee.games.racepack.book import most_movements, movements
from referee.games.racepack.in_words import advised
from referee.games.racepack.observation import Observation, OnSquare, OutsideCorner, Square, square_name
from referee.games.racepack.position import DRIVERS, FACES, Position
from referee.games.racepack.rules import LONGEST, MOVEMENTS, order_of_cars
from referee.games.racepack.state import AGAIN, OUT, ROLL, Play, begin
from referee.games.racepack.variants import Teams, Variants
from referee.games.racepack.words import WORDS
from referee.games.rulebook import Step
from referee.games.words_said import Pad, Sayable
from referee.words.fact import Fact, fact

NEAREST = 3
PAD = Pad(WORDS)
Steps = tuple[Step[Play], ...]


def has_no_move(position: Position) -> bool:
    """Whether the car at turn cannot move, so that its turn passes."""
    return bool(position.queue) and most_movements(begin(position)) == 0


def legal_ends(position: Position) -> Mapping[Square, Steps]:
    """Where a legal turn of the car to move can end without tokens, each with the movements of one with few rolls."""
    found: dict[Square, tuple[int, Steps]] = {}
    start = begin(position)
    most = most_movements(start)
    level: dict[Play, tuple[int, Steps]] = {replace(start, hand=""): (0, ())}
    while level:
        after: dict[Play, tuple[int, Steps]] = {}
        for play, (rolls, steps) in level.items():
            place = play.place
            if play.used and (play.stopped or play.used >= most):
                if isinstance(place, OnSquare) and (place.square not in found or rolls < found[place.square][0]):
                    found[place.square] = rolls, steps
            elif play.used < most:
                for step in movements(play, None):
                    going = replace(step.after, due="", hand="")
                    more = rolls + bool(step.after.due)
                    if going not in after or more < after[going][0]:
                        after[going] = more, (*steps, step)
        level = after
    return {square: steps for square, (_, steps) in found.items()}


def nearest_turns(position: Position, seen: Observation) -> tuple[tuple[str, Play | None], ...]:
    """The legal turns that end nearest to where the car is seen, in words, and how the play stands then."""
    car, ends, play = position.to_move, legal_ends(position), begin(position)
    shape, place = play.shape, dict(seen.cars).get(position.to_move)
    if place is None or place.square not in shape.tile_at:
        place = play.place
    if not ends:
        none = WORDS.tell(fact("advice", how="none", who=car))
        return () if most_movements(play, plainly=False) else ((none, None),)
    goal = place.square or next(iter(ends))
    near = sorted(ends, key=lambda end: (_apart(goal, end), abs(shape.gained(goal, end)), end))[:NEAREST]
    advice = fact("advice", who=car)
    return tuple(
        (WORDS.tell(advice, deeds=map(advised, _actions(car, ends[end]))), ends[end][-1].after) for end in near
    )


def _actions(car: str, steps: Steps) -> tuple[Action, ...]:
    return parse_turn(" ".join([f"{car}:", *(step.text for step in steps)]))[1]


def _apart(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def due_in_words(play: Play) -> str:
    """What has to be done on the table before the turn can go on; "" when nothing has."""
    if play.due in (ROLL, AGAIN):
        return WORDS.tell(fact("due", how="roll", who=play.car))
    if play.due == OUT and isinstance(play.place, OnSquare) and play.tray is not None:
        shape = play.shape
        corner = shape.corner_number(shape.tile_at[play.place.square])
        return WORDS.tell(fact("due", how="out", who=play.car, face=play.tray.face, corner=corner))
    return ""


def now(position: Position) -> tuple[str, tuple[str, ...]]:
    """What the driver may do, and where a legal turn can end."""
    return WORDS.tell(_now(position)), tuple(sorted(square_name(square) for square in legal_ends(position)))


def _now(position: Position) -> Fact:
    car = position.to_move
    start = begin(position)
    place, most = position.place(car), most_movements(start)
    now = fact("now", how="three", who=car)
    more = most < 3 and most_movements(start, plainly=False) > most
    if most == 0:
        return now.also(how="may-pass" if more else "no-move")
    if isinstance(place, OutsideCorner):
        shape = position.shape
        tile = shape.tile_of(place)
        if tile not in shape.corners:
            return now.also(how="back-somewhere")
        return now.also(how="back", corner=shape.corner_number(tile))
    if car in position.grid:
        return now.also(how="start")
    return now.also(how="enough" if more else "blocked", most=most) if most < 3 else now


def standings(position: Position) -> Iterator[Mapping[str, str]]:
    """One row a car, the leader first."""
    for place, car in enumerate((*position.finished, *order_of_cars(position)), 1):
        lap = str(min(max(1, position.crossed(car)), position.race))
        tokens = WORDS.tell(fact("left", tokens=",".join(position.hand(car))))
        yield standing(car, DRIVERS[car], lap, place, tokens, _note(position, car))


def _note(position: Position, car: str) -> str:
    if car in position.finished:
        return WORDS.tell(fact("note", how="finished", nth=position.finished.index(car) + 1))
    if isinstance(position.place(car), OutsideCorner):
        return WORDS.tell(fact("note", how="out"))
    return WORDS.tell(fact("note")) if car in position.grid else ""


def pad(position: Position) -> tuple[Question, ...]:
    """Everything the driver and the others may say in this turn, each with its buttons."""
    car, numbers = position.to_move, range(1, MOVEMENTS + 1)
    tokens, against = _tokens(position.hand(car)), _against(position, car, "pad-token")
    speeds = range(1, LONGEST + 1)
    found = [PAD.heading("speed", PAD.values(f"speed:{number}", speeds), at=number) for number in numbers]
    found += [PAD.heading("token", PAD.values(f"token:{number}", tokens), at=number) for number in numbers if tokens]
    found.append(PAD.heading("roll", PAD.values("roll", FACES)))
    if against:
        found += [PAD.heading("defence", against, by=car), PAD.heading("reroll", PAD.values("reroll", FACES))]
    old = (PAD.button(f"facing:{number}=old", "facing", how="pad-old", at=number) for number in numbers)
    found.append(PAD.heading("facing", old))
    if position.variants.timer_s:
        others = [PAD.button("time=up", "time", how="pad-up"), PAD.button("time=no", "time", how="pad-no")]
        found.append(PAD.heading("time", _times(2) + others))
    if position.variants.stops:
        stopped = (PAD.button(f"stop={said}", "stop", how=f"pad-{said}") for said in ("yes", "no"))
        found.append(PAD.heading("stop", stopped, by=car))
    found.append(PAD.heading("done", (PAD.button("done", "done"), PAD.button("token=no", "token", how="no")), by=car))
    return tuple(found)


def token_question(play: Play, car: str) -> Question:
    """Whether another player spent a token against a driver, and whose it was."""
    answers = (*_against(play.position, car, "answer"), PAD.button("defence=no", "defence", how="no"))
    return Question(WORDS.tell(fact("defence", how="ask", by=car)), answers)


def time_question(car: str, made: int) -> Question:
    """Whether a driver's time ran out, and after how many of the movements that were made."""
    answers = (*(_times(made) if made else [PAD.button("time=up", "time")]), PAD.button("time=no", "time", how="no"))
    return Question(WORDS.tell(fact("time", how="ask-count" if made else "ask", by=car)), answers)


def _times(made: int) -> list[tuple[str, str]]:
    after = (PAD.button(f"time:{number}=up", "time", how="pad-after", at=number) for number in range(1, made + 1))
    return [PAD.button("time:0=up", "time", how="pad-none"), *after]


def _against(position: Position, car: str, how: str) -> list[tuple[str, str]]:
    pools = ((pool, token) for pool, held in position.others_tokens(car) for token in _tokens(held))
    return [PAD.button(f"defence:{pool}={token}", "defence", how=how, at=pool, value=token) for pool, token in pools]


def _tokens(hand: str) -> list[str]:
    """The tokens of a hand, an odd one as the numbers that it may stand for."""
    return [token for token in hand if token != "o"] + (["o2", "o4"] if "o" in hand else [])


SAYABLE = Sayable(
    (
        r"speed:[1-9]=[1-7]",
        r"token:[1-9]=(a|1|[2-5]|o[24])",
        r"facing:[1-9]=(old|out)",
        r"(roll|reroll)=([na0-5]|no|safe|out)",
        r"defence:(2?[SMCA]|d[CA])=(a|1|[2-5]|o[24])",
        r"time:[0-3]=up|time=(up|no)",
        r"stop=(yes|no)",
        r"(token|defence)=no|done",
    ),
    "speed:2=3, token:2=4, roll=5, reroll=2, defence:M=2, facing:2=old, time=up, stop=yes, token=no, done",
)


def normal_declaration(text: str, position: Position) -> str:
    """A declaration in its normal form. Raises NotationError, also when the race has not the variant it is about."""
    normal = as_written(text, position.teams)
    need_variant(normal, position.variants)
    return normal


def as_written(text: str, teams: Teams) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    Whether the race has the variant that a word is about is not asked here; see `need_variant`.

    >>> from referee.games.racepack.variants import teams_for
    >>> as_written(" token:2=1 ", teams_for(4))
    'token:2=a'
    """
    _, said = SAYABLE.read(text)
    kind, equals, value = said.partition("=")
    if value in ("0", "1") and "roll" in kind:
        value = FACES[int(value)]
    if said == "reroll=no":
        raise NotationError(WORDS.told("say-roll-no"))
    if kind.startswith(("token:", "defence:")):
        value = "a" if value == "1" else value
        if value[0] not in teams.full_hand:
            raise NotationError(WORDS.told("tokens-kept-suit-side-up"))
    if kind.startswith("defence:"):
        car = kind.removeprefix("defence:")
        if car not in teams.cars:
            raise NotationError(WORDS.told("has-no-tokens", text=car, list=teams.pools))
        kind = f"defence:{teams.pool(car)}"
    return f"{kind}{equals}{value}"


def need_variant(text: str, variants: Variants) -> None:
    """Refuse a word about a variant that is not in force. Raises NotationError."""
    if text.startswith("time") and not variants.timer_s:
        raise NotationError(WORDS.told("no-move-timer"))
    if text.startswith("stop") and not variants.stops:
        raise NotationError(WORDS.told("no-pit-stops"))
