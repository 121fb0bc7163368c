"""Backgammon as a rule book: what hands, dice and cube may do, what they do wrong, and what a camera sees of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from race_backgammon import law
from race_backgammon.law import BAR, HOME, MEN, OFF, START, Men, landing, moved, moves, thrown
from referee.errors import NotationError
from referee.frozen import replace
from referee.games import line_of_fields as fields
from referee.games import rulebook
from referee.games.base import Dice, Rule
from referee.games.options import Agreed, agreed, check_players, number, switch
from referee.games.rulebook import Ask, Claim, Step
from referee.words.catalogue import Catalogue
from referee.words.fact import Fact, fact

name, title = "backgammon", "Backgammon"
players_allowed = (2,)
words = Catalogue("race_backgammon.words")
options = (
    number("length", "How many points is the match?", 1, 25, 5),
    switch("cube", "Do you play with the doubling cube?", default=True),
)
rules = {
    f"backgammon/{short}": Rule(
        f"backgammon/{short}",
        what,
        section,
        takes_turns=short == "turn-order",
        by_dice=short in ("dice", "both-dice", "must-play"),
        of_end=short in ("direction", "dice", "point"),
    )
    for short, what, section in (
        ("turn-order", "Players take turns, and nobody moves the other's men", "Movement of the men"),
        ("direction", "Men move from higher points to lower ones only", "Movement of the men"),
        ("dice", "Each die is one man's move over just so many points", "Movement of the men"),
        ("point", "Nobody lands on a point with two or more of the other's men", "Movement of the men"),
        ("both-dice", "Both dice must be played if they can be, else the larger", "Movement of the men"),
        ("must-play", "A throw that can be played must be played", "Movement of the men"),
        ("hit", "A man who is hit goes to the bar", "Hitting and entering"),
        ("bar", "Men on the bar enter before any other man moves", "Hitting and entering"),
        ("bear-off", "Men are borne off when all fifteen are home", "Bearing off"),
        ("doubling", "Who may double does so before his throw, to twice the stakes", "Doubling"),
    )
}
WHITE, BLACK = "white", "black"
OPEN, ROLL, OFFERED, MOVE, OVER = "open", "roll", "offered", "move", "over"
THROWS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
MOST_PIPS, MOST_HITS = 24, 4  # in one turn
PLACES = ("off", *map(str, range(1, BAR)), "bar")
LAST_CUBE, MIDDLE = 64, "middle"


@dataclass(frozen=True)
class State:
    """A game in the course of a match; men are told from their own side's view (`race_backgammon.law.Men`)."""

    white: Men = START
    black: Men = START
    turn: str = WHITE  # who is to act; "" when the game is over
    stage: str = OPEN  # what comes next: the opening throw, a throw or the cube, the answer to it, a man
    dice: tuple[int, ...] = ()  # as they lie, the higher first
    left: tuple[int, ...] = ()  # what of the throw is still to be played
    before: tuple[Men, Men] | None = None  # when the dice were thrown: until they are picked up men may go back there
    cube: tuple[int, str] = (1, "")  # the stakes, and who may double next ("" for both)
    cubes: str = "yes"  # whether the match is played with the cube; "crawford": this game alone is not
    length: int = 5
    score: tuple[int, int] = (0, 0)  # points won by white and black
    winner: str = ""
    points: int = 0

    def men(self, side: str) -> Men:
        """One side's men."""
        return self.white if side == WHITE else self.black

    def with_men(self, side: str, mine: Men, theirs: Men, left: tuple[int, ...]) -> State:
        """The state with a side's and the other side's men, and what is left to play."""
        white, black = (mine, theirs) if side == WHITE else (theirs, mine)
        return replace(self, white=white, black=black, left=left)


@dataclass(frozen=True)
class Look:
    """What is seen of the table: at least so many men at each place."""

    white: Men
    black: Men
    unsure: frozenset[str] = frozenset()  # places, as ``w6``, where more of a side's men may stand than are seen
    dice: tuple[int, ...] | None = None  # the higher first; None when they are not both seen
    cube: tuple[int, str] | None = None  # the stakes, and on whose side it lies ("" in the middle)


def other(side: str) -> str:
    """The other side."""
    return BLACK if side == WHITE else WHITE


def start(players: int, dice: Dice, terms: Agreed) -> State:
    """The first game of a match, before the opening throw. Raises NotationError."""
    check_players(title, players_allowed, players)
    on = agreed(options, terms)
    return State(length=int(on["length"]), cubes=on["cube"])


def next_game(state: State) -> State | None:
    """The next game of the match, None when the match is over; the cube rests once when one point lacks (Crawford)."""
    if max(state.score) >= state.length:
        return None
    crawford = state.score[state.winner == BLACK] == state.length - 1 != state.score[state.winner == WHITE]
    cubes = "no" if state.cubes == "no" else "crawford" if crawford else "yes"
    return State(length=state.length, score=state.score, cubes=cubes)


driver, round_length = attrgetter("turn"), rulebook.of_two


def outcome(state: State) -> Fact | None:
    """Who won the game, and how many points."""
    return fact("won", who=state.winner, points=state.points) if state.winner else None


def may_double(state: State) -> bool:
    """Whether whose turn it is may double now."""
    stakes, owner = state.cube
    return state.cubes == "yes" and state.stage == ROLL and stakes < LAST_CUBE and owner in ("", state.turn)


def actions(state: State, toward: Look | None = None) -> Iterator[Step[State]]:
    """A throw, the cube and its answer, or one man's move by one die."""
    side, them = state.turn, other(state.turn)
    if state.stage == OPEN:
        for dice in THROWS:
            for first in (WHITE, BLACK) if dice[0] != dice[1] else ():
                after, threw = _throw(replace(state, turn=first), dice), _digits(dice)
                claims = (Claim(fact("roll", value=threw), "dice"), Claim(fact("first", value=first), free=True))
                deed = fact("opened", who=first, dice=threw)
                yield Step(f"{threw}:{first}", after, deed, claims, over=True, chance=True)
    elif state.stage == ROLL:
        for dice in THROWS:
            after, done = _handed_on(_throw(state, dice))
            shown = toward is None or toward.dice in (None, dice)  # else others were thrown before that look
            claim = (Claim(fact("roll", by=side, value=_digits(dice)), "dice" if shown else ""),)
            yield Step(_digits(dice), after, fact("threw", who=side, dice=_digits(dice)), claim, over=done, chance=True)
        if may_double(state):
            claim = (Claim(fact("cube", by=side, value="double"), free=True),)
            yield Step("double", replace(state, stage=OFFERED), fact("doubled", who=side), claim)
    elif state.stage == OFFERED:
        taken = replace(state, stage=ROLL, cube=(2 * state.cube[0], them))
        yield Step("take", taken, fact("took", who=them), (Claim(fact("cube", by=them, value="take"), "cube"),))
        claim = (Claim(fact("cube", by=them, value="drop")),)
        yield Step("drop", _won(state, side, state.cube[0]), fact("dropped", who=them), claim, over=True)
    elif state.stage == MOVE:
        for place, to, die in moves(state.men(side), state.men(them), state.left):
            yield _moved(state, place, to, law.without(state.left, die), ())


def _digits(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice))


def _throw(state: State, dice: tuple[int, int]) -> State:
    return replace(state, stage=MOVE, dice=dice, left=thrown(dice), before=(state.white, state.black))


def _passed(state: State) -> State:
    return replace(state, turn=other(state.turn), stage=ROLL, left=(), before=None)


def _handed_on(state: State) -> tuple[State, bool]:
    """The state once nothing more can be played, and whether the turn is over."""
    mine, theirs = state.men(state.turn), state.men(other(state.turn))
    if mine[OFF] == MEN:
        return _won(state, state.turn, state.cube[0] * law.points(mine, theirs)), True
    if any(law.singles(mine, theirs, state.left)):
        return state, False
    return _passed(state), True


def _won(state: State, winner: str, points: int) -> State:
    score = (state.score[0] + points * (winner == WHITE), state.score[1] + points * (winner == BLACK))
    return replace(state, turn="", stage=OVER, left=(), before=None, winner=winner, points=points, score=score)


def _moved(
    state: State, place: int, to: int, left: tuple[int, ...], broken: tuple[Fact, ...], lifted: bool = True
) -> Step[State]:
    """One man's move of the side whose turn it is; a man that he hits is lifted to the bar, or not."""
    side, theirs = state.turn, state.men(other(state.turn))
    mine, struck = moved(state.men(side), theirs, place, to)
    after, over = _handed_on(state.with_men(side, mine, struck if lifted else theirs, left))
    text = f"{PLACES[place]}/{PLACES[to]}{'*' * (struck != theirs)}"
    deed = fact("moved", who=side, man=PLACES[place], to=PLACES[to])
    return Step(text, after, deed, broken=broken, over=over, reversible=True)


def slips(state: State, toward: Look) -> Iterator[Step[State]]:
    """A man moved as the rules do not allow, a throw not played, the other's men, a hit man left, the cube turned."""
    side, them = state.turn, other(state.turn)
    if state.stage == MOVE:
        mine, theirs = state.men(side), state.men(them)
        if moves(mine, theirs, state.left):
            broken = (fact("backgammon/must-play", how="left", who=side, left=_digits(state.left)),)
            yield Step("-", _passed(state), fact("passed", who=side), broken=broken, over=True)
        for place, to in _ways(state, side, toward):
            wrong = broken_by(state, place, to)
            for die in {place - to} & {*state.left} or {*state.left} if wrong else ():
                yield _moved(state, place, to, law.without(state.left, die), wrong)
        seen = _seen(toward, side)
        for place, to, die in moves(mine, theirs, state.left):
            nearer = mine[place] > seen[place] or mine[to] < seen[to]
            lies = _seen(toward, them)[25 - to] or f"{them[0]}{25 - to}" in toward.unsure  # under the other man
            if nearer and to > OFF and theirs[25 - to] == 1 and lies:
                unlifted = (fact("backgammon/hit", how="stays", who=them, point=25 - to),)
                yield _moved(state, place, to, law.without(state.left, die), unlifted, lifted=False)
    if state.stage != OVER:
        for place, to in _ways(state, them, toward):
            after = state.with_men(them, *moved(state.men(them), state.men(side), place, to), state.left)
            after = _handed_on(after)[0] if state.stage == MOVE else after
            deed = fact("moved", who=them, man=PLACES[place], to=PLACES[to])
            broken = (Fact("backgammon/turn-order", deed.also(how="moved", who2=side).params),)
            yield Step(f"!{PLACES[place]}/{PLACES[to]}", after, deed, broken=broken, over=True)
        if toward.cube not in (None, state.cube):
            stakes = toward.cube[0]
            wrong = (fact("backgammon/doubling", how="turned", cube=stakes),)
            yield Step("!cube", replace(state, cube=toward.cube), fact("turned", who=side, cube=stakes), broken=wrong)


def broken_by(state: State, place: int, to: int) -> tuple[Fact, ...]:
    """The rules that a man's move of the side whose turn it is breaks."""
    mine, theirs, left = state.men(state.turn), state.men(other(state.turn)), state.left
    away = place > HOME or any(mine[HOME + 1 :])
    fits = place - to in left or (not to and any(landing(mine, theirs, place, die) == 0 for die in left))
    wrong = {
        "bar": bool(mine[BAR]) and place != BAR,
        "point": to > OFF and theirs[25 - to] > 1,
        "bear-off": to == OFF and away,
        "dice": not fits and (to > OFF or not away),
    }
    found = [short for short, is_so in wrong.items() if is_so]
    if to > place or place == OFF:
        found = ["direction"]
    elif not found and not any(way[:2] == (place, to) for way in moves(mine, theirs, left)):
        found = ["both-dice"]
    where = {"who": state.turn, "man": PLACES[place], "to": PLACES[to], "dice": _digits(left)}
    return tuple(fact(f"backgammon/{short}", how="went", **where) for short in found)


def _ways(state: State, side: str, toward: Look) -> Iterator[tuple[int, int]]:
    """Ways of one man, from where a look shows fewer to where it shows more."""
    men, seen = state.men(side), _seen(toward, side)
    fewer = [place for place in range(BAR + 1) if men[place] > seen[place] and f"{side[0]}{place}" not in toward.unsure]
    more = [place for place in range(BAR + 1) if men[place] < seen[place]]
    yield from ((place, to) for place in fewer for to in more)


heard, misstated = rulebook.heard_nothing, rulebook.misstates_nothing
settle, turn_text = rulebook.leaves_nothing_open, rulebook.spaced


def _seen(look: Look, side: str) -> Men:
    return look.white if side == WHITE else look.black


def show(state: State) -> Look:
    """What a camera sees; where the cube lies while it is offered is left open."""
    cube = None if state.stage == OFFERED else state.cube
    return Look(state.white, state.black, dice=state.dice or None, cube=cube)


def clash(shown: Look, seen: Look) -> int:
    """How many men, dice and cubes two looks have in other places."""
    others = (shown.dice, seen.dice), (shown.cube, seen.cube)
    apart = sum(one != two and None not in (one, two) for one, two in others)
    for side in (WHITE, BLACK):
        for place, (one, two) in enumerate(zip(_seen(shown, side), _seen(seen, side), strict=True)):
            if one != two:
                unsure = (shown if one < two else seen).unsure
                apart += abs(one - two) if f"{side[0]}{place}" not in unsure else 0
    return apart


def shows(seen: Look, thing: str) -> bool:
    """Whether the dice or the cube are in view."""
    return (seen.cube if thing == "cube" else seen.dice) is not None


def asks(state: State) -> tuple[Ask, ...]:
    """What may be said: the throw, who begins, the cube."""
    values = tuple(_digits(dice) for dice in THROWS)
    if state.stage == OPEN:
        return Ask(fact("roll"), values), Ask(fact("first"), (WHITE, BLACK))
    cube = (Ask(fact("cube", by=state.turn), ("double",)), Ask(fact("cube", by=other(state.turn)), ("take", "drop")))
    return Ask(fact("roll", by=state.turn), values), *(cube if state.cubes != "no" else ())


def reach(state: State, toward: Look, turns: int) -> bool:
    """Whether so many turns may lead to a look.

    Men only move forward, as far as the dice say or at most 24 pips a turn, unless the other side hits them.
    """
    if not turns or state.stage == OVER:
        return not clash(show(state), toward)
    if turns == 1:
        return near(state, toward, 0)
    if state.stage == OPEN:
        return all(_levels(*_from_to(state, toward, side), MOST_HITS * turns)[0] for side in (WHITE, BLACK))
    them, mine, theirs = other(state.turn), (turns + 1) // 2, turns // 2
    last = sum(thrown(toward.dice)) if toward.dice else MOST_PIPS
    first = sum(thrown(state.dice)) if state.stage == MOVE else MOST_PIPS
    pips = {state.turn: first + MOST_PIPS * (mine - 1), them: MOST_PIPS * theirs}
    pips[state.turn if turns % 2 else them] += last - MOST_PIPS
    for side, hits in ((state.turn, MOST_HITS * theirs), (them, MOST_HITS * mine)):
        possible, forward = _levels(*_from_to(state, toward, side), hits, turns == 2 and side == state.turn)
        if not possible or forward > pips[side]:
            return False
    return True


def near(state: State, toward: Look, slips: int, turns: int = 1) -> bool:
    """Whether the rest of this turn and so many slips may lead to a look: each slip moves a man anywhere."""
    if state.stage == OVER:
        return slips > 0 or not clash(show(state), toward)
    if state.stage == MOVE and (toward.dice or state.dice) != state.dice:
        return False
    doubled = (2 * state.cube[0], other(state.turn))
    turns_cube = toward.cube == doubled and (state.stage == OFFERED or may_double(state))
    slips -= toward.cube not in (None, state.cube) and not turns_cube
    theirs, seen, *_ = _from_to(state, toward, other(state.turn))
    slips -= sum(max(0, more - men) for men, more in zip(theirs[:BAR], seen, strict=False))
    if slips < 0:
        return False
    dice = state.dice if state.stage == MOVE else toward.dice
    pips = sum(thrown(dice)) if dice else MOST_PIPS
    possible, forward = _levels(*_from_to(state, toward, state.turn), slips)
    return possible and forward <= (0 if state.stage == OPEN else pips)


def _from_to(state: State, toward: Look, side: str) -> tuple[Men, Men, frozenset[str], str]:
    """A side's men, those seen, what may be more, and its letter; while a throw is played men may still be put back."""
    white, black = state.before or (state.white, state.black)
    return white if side == WHITE else black, _seen(toward, side), toward.unsure, side[0]


@lru_cache(maxsize=50_000)
def _levels(
    now: Men, seen: Men, unsure: frozenset[str], letter: str, backward: int, hit_last: bool = False
) -> tuple[bool, int]:
    """Whether a side's men may come to stand as seen if so many of them go back, and how many pips others go at least.

    Counted over levels between places: how many men stand behind each one, now and as seen. `hit_last` says that who
    goes back goes to the bar and stays there. Kept, for in thousands of states one side's men stand alike.
    """
    if hit_last and f"{letter}{BAR}" not in unsure:
        backward, seen = min(backward, seen[BAR]), (*seen[:BAR], 0)
    behind = shown = hidden = 0
    lacks, levels = False, []
    for place in range(BAR, OFF, -1):
        behind += now[place]
        shown += seen[place]
        hidden += f"{letter}{place}" in unsure
        if shown - behind > (0 if hit_last else backward):
            return False, 0
        levels.append(behind - (MEN - sum(seen[:place]) if hidden else shown))
        lacks = lacks or shown > behind
    return True, sum(max(0, level - (0 if lacks else backward)) for level in levels)


def _men_text(men: Men, unsure: frozenset[str] = frozenset(), letter: str = "") -> str:
    """Men from the bar down, as in ``bar:1,13:5,6:4+``; the plus says that there may be more."""
    places = [place for place in range(BAR, OFF - 1, -1) if men[place] or f"{letter}{place}" in unsure]
    return ",".join(f"{PLACES[place]}:{men[place]}{'+' * (f'{letter}{place}' in unsure)}" for place in places)


def _parse_men(text: str, letter: str = "") -> tuple[Men, frozenset[str]]:
    words = text.replace("off", str(OFF)).replace("bar", str(BAR))
    found = [(int(place), int(count), plus) for place, count, plus in re.findall(r"(\d+):(\d+)(\+?)", words)]
    men = law.men({place: count for place, count, _ in found})
    if sum(men) > MEN or len({place for place, _, _ in found}) < len(found):
        raise NotationError(f"'{text[:60]}': a side has {MEN} men, each place is told once.")
    return men, frozenset(f"{letter}{place}" for place, _, plus in found if plus)


def _cube_text(cube: tuple[int, str] | None) -> str:
    return f"{cube[0]}:{cube[1] or MIDDLE}" if cube else "?"


def _parse_cube(text: str) -> tuple[int, str] | None:
    stakes, _, owner = text.partition(":")
    return (int(stakes), owner.replace(MIDDLE, "")) if owner else None


def _parse_dice(text: str) -> tuple[int, ...] | None:
    return _FACES.read(text) if text != "?" else None


def _seen_men(letter: str) -> fields.Values:
    """How a side's men are written as they are seen; the side's letter stands before places where more may stand."""
    form = rf"(?:{_ONE}\+?(?:,{_ONE}\+?)*)?"
    return fields.formed(form, "6:4+", lambda seen: _men_text(*seen), lambda text: _parse_men(text, letter))


def _parse_former(text: str) -> tuple[Men, ...] | None:
    return tuple(map(_ALL.read, text.split("/"))) if text else None


_ONE, _CUBE = r"(?:off|bar|[1-9]|1\d|2[0-4]):(?:1[0-5]|\d)", "(?:1|2|4|8|16|32|64):(?:middle|white|black)"
_MEN = f"{_ONE}(?:,{_ONE})*"
_ALL = fields.formed(_MEN, "6:5,bar:1", _men_text, lambda text: _parse_men(text)[0])
_SIDE = fields.formed("white|black|", "white or black")
_FACES = fields.formed("[1-6]{0,4}", "64", _digits, lambda text: tuple(map(int, text)))
_BOTH = fields.formed(f"{_MEN}/{_MEN}|", "6:5/6:5", lambda men: "/".join(map(_men_text, men or ())), _parse_former)
_SCORE = fields.formed(r"\d{1,3}:\d{1,3}", "0:0", fields.pair_text, lambda text: tuple(map(int, text.split(":"))))
_STATE: fields.Table = {
    "white": ("white", _ALL),
    "black": ("black", _ALL),
    "dice": ("dice", fields.formed("[1-6]{2}|", "64", _digits, _FACES.read)),
    "cube": ("cube", fields.formed(_CUBE, "2:white", _cube_text, _parse_cube)),
    "turn": ("turn", _SIDE),
    "stage": ("stage", fields.formed("open|roll|offered|move|over", "roll")),
    "left": ("left", _FACES),
    "before": ("before", _BOTH),
    "cubes": ("cubes", fields.formed("yes|no|crawford", "yes or no or crawford")),
    "length": ("length", fields.formed(r"\d{1,2}", "5", str, int)),
    "score": ("score", _SCORE),
    "winner": ("winner", _SIDE),
    "points": ("points", fields.formed(r"\d{1,3}", "0", str, int)),
}
_LOOK: fields.Table = {
    "white": (lambda look: (look.white, look.unsure, "w"), _seen_men("w")),
    "black": (lambda look: (look.black, look.unsure, "b"), _seen_men("b")),
    "dice": ("dice", fields.formed(r"[1-6]{2}|\?", "64 or ?", lambda dice: _digits(dice or ()) or "?", _parse_dice)),
    "cube": ("cube", fields.formed(rf"{_CUBE}|\?", "2:white or ?", _cube_text, _parse_cube)),
}
STATE, LOOK = fields.Notation(name, title, _STATE, of_old=("rested",)), fields.Notation(name, title, _LOOK)
text, look_text = STATE.text, LOOK.text


def worlds(line: str) -> tuple[State, ...]:
    """The one state that a line tells. Raises NotationError."""
    state = State(**fields.told_of(STATE.fields(line), _STATE))
    men = (state.white, state.black, *(state.before or ()))
    began = {*state.left} <= {*state.dice} and len(men) == 4 if state.stage == MOVE else True
    if not began or (state.stage == OVER) == bool(state.turn) or {sum(one) for one in men} != {MEN}:
        raise NotationError(f"'{line[:60]}' is no position that a game can come to.")
    return (state,)


def parse_look(line: str) -> Look:
    """A look from its line, or what a state's line shows. Raises NotationError."""
    if " stage=" in line:
        return show(worlds(line)[0])
    seen = fields.told_of(LOOK.fields(line), _LOOK)
    (white, more), (black, most) = seen["white"], seen["black"]
    return Look(white, black, more | most, seen["dice"], seen["cube"])
