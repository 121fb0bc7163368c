"""Random races for golden playthroughs: what was played, seen and said, turn after turn, from fixed seeds.

How people speak (`SPOKEN`): all of it in time, nothing, a part, also what belongs to the turn before or after, or
something else than what was done; of missed turns the first, the last or every driver's words. What is seen (`SHOWN`,
`DOINGS`): every look, the last one only, looks with something covered or read inexactly, a part of an open turn,
several missed turns in one look, a table where the record is mistaken about a car out of sight, or nothing new.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from golden_text import LATE, LEGAL, UNKNOWN, Found, Judged, Said, fields_of

from referee.errors import IllegalAction, NotationError
from referee.games.base import PlayedTurn
from referee.games.home_racers.geometry import ahead
from referee.games.racepack.circuit import tile_squares
from referee.games.racepack.observation import OnSquare, OutsideCorner
from referee.games.registry import GAMES
from referee.mind.reasoned import Game

SPOKEN = {"spoken": 28, "silent": 22, "half": 16, "early": 16, "wrong": 18}
"""How people speak of a turn that is watched, with how often; `late` may follow a silent turn."""
SPOKEN_OF_MISSED = {"silent": 40, "last": 25, "first": 15, "every": 20}
SHOWN = {"all": 42, "last": 13, "covered": 23, "part": 15, "shaken": 7}
"""What is seen of a turn that is watched, with how often; the floor of Home Racers is also read inexactly."""
SHAKEN_MM, SHAKEN_DEG = 1.5, 0.6
"""How far off poses are read then, at most."""
DOINGS = {"watched": 75, "missed": 15, "mistaken": 7, "nothing": 3}
FAULTY, STANDS, OPEN, SPOKEN_LATE, RANDOM_OPTION = 0.4, 0.3, 0.15, 0.6, 0.25
"""Shares: turns with a fault, faults that the table lets stand, whole turns not yet closed, silent turns spoken of in
the next one, options agreed on."""
TURNS = 40
"""So many judged turns of each race at most."""
PLAYED_BEFORE = (0, 0, 10, 40, 120, 250)
"""So many turns were played before the first that is judged."""
NEAR_THE_END = 25
"""A race that is over before begins so many turns before its end."""
MOST_TRIED = 6
"""So many rules are tried before a turn stays legal, as not every one can be broken everywhere."""
AGO = 4
"""The record is mistaken by so many turns about a car out of sight."""
PLACES = {"racepack": "cars", "royal-racers": "pawns"}

THEME_EVERY, THEME_FAULTY = 4, 0.6
"""Every so many races one has a theme, and then this share of faults."""


@dataclass(frozen=True)
class Theme:
    """A race that gives rules a chance to be broken which seldom come up.

    Attributes
    ----------
    rules : the rules, without the game's name; they are tried first.
    agreed : the options it takes, as `main=pit stop=1`.
    played : how many turns are played before the first that is judged.
    fields : fields of the start position that are set, as `specials=...`, or taken out, as `-cars`.
    """

    rules: str
    agreed: str = ""
    played: int = 0
    fields: str = ""


THEMES = {
    "racepack": (
        Theme("starting-grid start-speed"),
        Theme("pit-lane-speed", "main=pit stop=1", 10),
        Theme("re-entry spare-hazards", "spare=yes", 30),
        Theme("pit-stop finish", "main=pit stop=2 laps=1", 250),
        Theme("timer hazard-stop", "timer=40", 20),
    ),
    "royal-racers": (Theme("opponent-flag occupied", "opponent-flag=yes", 30),),
    "nestorgames-gp": (
        Theme("qualifying", "qualifying=yes"),
        Theme("safety-car", "safety=yes", 30),
        Theme("loop teleport", "board=crossover", 10),
        Theme("gate", "board=lockgate", 5),
        Theme("tray", "items=tray", 5),
        Theme("fastest-turn wet-race", "fastest=yes wet=yes", 20),
    ),
    "home-racers": (
        Theme("start-tile", fields="-cars"),
        Theme(
            "portal",
            fields="specials=blue:300:60:0,blue:0:680:180,green:340:-70:0,green:-300:680:180 entrances=blue:1,green:2",
        ),
    ),
}

NOTHING = Found("", (), (), "", "")


def begin(law: Game, number: int) -> tuple[str, str, Random]:
    """The start of a race, what was agreed on, and its dice: players and options by turns, other options by dice."""
    dice, theme = Random(f"{law.name} {number}"), theme_of(law.name, number)
    players = law.players_allowed[number % len(law.players_allowed)]
    choices = [(option.name, value) for option in law.options for value in option.values]
    while True:
        agreed = {one.name: dice.choice(one.values) for one in law.options if dice.random() < RANDOM_OPTION}
        agreed |= (
            dict(word.split("=") for word in theme.agreed.split())
            if theme
            else [choices[_plain(number) % len(choices)]]
        )
        try:
            start = _set_up(law, law.start(players, dice, agreed), theme)
        except NotationError:
            players = dice.choice(law.players_allowed)  # options that do not go together, or not with so many players
            continue
        if not law.check_position(start):
            words = " ".join(f"{name}={value}" for name, value in sorted(agreed.items()))
            return start, f"players={players} {words}", dice


def theme_of(name: str, number: int) -> Theme | None:
    """The theme of a race, if it has one."""
    themes = THEMES[name]
    return themes[number // THEME_EVERY % len(themes)] if number % THEME_EVERY == 1 else None


def _plain(number: int) -> int:
    """How many races before this one have no theme."""
    return number - (number + THEME_EVERY - 2) // THEME_EVERY


def _set_up(law: Any, start: str, theme: Theme | None) -> str:
    """The start position as the theme wants it."""
    if theme is None or not theme.fields:
        return start
    head, words = start.split(" ", 1)[0], [word.partition("=") for word in theme.fields.split()]
    fields = {**fields_of(start), **{key: value for key, equals, value in words if equals}}
    gone = {key[1:] for key, equals, _ in words if not equals}
    text = " ".join((head, *(f"{key}={value}" for key, value in fields.items() if key not in gone)))
    return str(law.parts.position_text(law.parts.parse_position(text)))


class Race:
    """One race from its seed."""

    def __init__(self, name: str, number: int) -> None:
        self.law, self.number = GAMES[name], number
        start, self.agreed, self.dice = begin(self.law, number)
        theme = theme_of(name, number)
        self.faulty = THEME_FAULTY if theme else FAULTY
        self.first = tuple(f"{name}/{rule}" for rule in theme.rules.split()) if theme else ()
        self.position = self._later(start, theme.played if theme else self.dice.choice(PLAYED_BEFORE))
        self.planted: Counter[str] = Counter()
        self.unsaid: tuple[str, ...] = ()
        self.next: PlayedTurn | None = None
        self.past: deque[str] = deque(maxlen=AGO)

    def turns(self) -> Iterator[Judged]:
        """Its turns, not judged yet."""
        last: Judged | None = None
        for number in range(1, TURNS + 1):
            if not self._goes_on():
                return
            try:
                last = replace(self._turn(), number=number).after(last)
            except IllegalAction:
                return
            yield last

    def _later(self, position: str, turns: int) -> str:
        """The position so many turns later; a race that ends before is left shortly before its end."""
        way = deque([position], maxlen=NEAR_THE_END)
        for _ in range(turns):
            if self.law.over(way[-1]) is not None:
                following = self.law.next_race(way[-1], self.dice)
                if following is None:
                    return way[0]
                way = deque([following], maxlen=NEAR_THE_END)
            try:
                way.append(self.law.play(way[-1], self.dice, None).after)
            except IllegalAction:
                return way[0]
        return way[-1]

    def _goes_on(self) -> bool:
        if self.law.over(self.position) is None:
            return True
        following = self.law.next_race(self.position, self.dice)
        self.position, self.next, self.unsaid = following or self.position, None, ()
        self.past.clear()
        return following is not None

    def _pick(self, shares: dict[str, int]) -> str:
        return self.dice.choices(list(shares), list(shares.values()))[0]

    def _turn(self) -> Judged:
        if self.next is not None:
            turn, self.next = self.next, None
            return self._watched(turn, "silent", planned=True)
        doing = self._pick(DOINGS)
        found = self._missed() if doing == "missed" else self._mistaken() if doing == "mistaken" else None
        if doing == "nothing":
            look, self.unsaid = self.law.visible(self.position), ()
            return self._judged(UNKNOWN, "silent", "nothing", True, self.position, (look, look), (), "nothing")
        if found is not None:
            return found
        turn = self._faulty() if self.dice.random() < self.faulty else self.law.play(self.position, self.dice, None)
        late = self.unsaid and self.dice.random() < SPOKEN_LATE
        return self._watched(turn, LATE if late else self._pick(SPOKEN))

    def _faulty(self) -> PlayedTurn:
        """A turn with a fault, if one of a few rules can be broken here; those not broken yet are tried first."""
        rules = sorted(self.law.faults(), key=lambda rule: (self.planted[rule], self.dice.random()))
        rules = [*(rule for rule in self.first if self.dice.random() < 0.7), *rules[:MOST_TRIED]]
        for rule in rules:
            turn = self.law.play(self.position, self.dice, rule)
            if turn.truth != LEGAL:
                self.planted[turn.truth] += 1
                return turn
            self.planted[rule] += self.dice.random() < 0.3  # let others have their turn
        return turn

    # -- a turn that is watched ---------------------------------------------------------------------------------------

    def _watched(self, turn: PlayedTurn, spoken: str, planned: bool = False) -> Judged:
        """A turn as it is seen and spoken of; of one that was `planned` people have spoken already."""
        first = self.law.visible(turn.before)
        shown = self._pick(SHOWN)
        looks = (first, *turn.stops)
        if shown == "part" and len(looks) < 3:
            shown = "all"
        if shown == "part":
            looks = looks[: self.dice.randrange(2, len(looks))]
        elif shown == "last":
            looks = (first, looks[-1])
        elif shown == "covered":
            looks = self._covered(looks)
        elif shown == "shaken" and self.law.name == "home-racers":
            looks = (first, *(self._shaken(text) for text in looks[1:]))
        else:
            shown = "all"
        closed = shown != "part" and self.dice.random() >= OPEN
        legal = turn.truth == LEGAL
        spoken, said = self._words(turn, spoken, len(looks))
        self.unsaid = self._true_words(turn, 1.0) if spoken == "silent" and legal and closed and not planned else ()
        if legal:
            self.past.append(turn.before)
            self.position = turn.after
        elif self.dice.random() < STANDS and self._can_stand(turn.after):
            self.position, self.next = turn.after, None
            self.past.clear()
        return self._judged(turn.truth, spoken, shown, closed, turn.before, looks, said, turn.turn)

    def _can_stand(self, position: str) -> bool:
        return not self.law.check_position(position) and self.law.over(position) is None

    def _covered(self, looks: Sequence[str]) -> tuple[str, ...]:
        """The looks with something covered: in all from one on, or only in one."""
        seen = [self.law.observe(text) for text in looks]
        mask = COVERS[self.law.name](seen[0], seen[-1], self.dice)
        begun = self.dice.randrange(1, len(looks))
        ended = self.dice.choice((len(looks), len(looks), begun + 1))
        hidden = (self.law.observation_notation(mask(one)) for one in seen[begun:ended])
        return (*looks[:begun], *hidden, *looks[ended:])

    def _shaken(self, look: str) -> str:
        """A floor with its cars and tiles read a little beside where they are."""
        seen = self.law.observe(look)

        def shaken(where: Any) -> Any:
            x_mm, y_mm = (self.dice.uniform(-SHAKEN_MM, SHAKEN_MM) for _ in range(2))
            return ahead(where, x_mm, y_mm, self.dice.uniform(-SHAKEN_DEG, SHAKEN_DEG))

        cars = tuple((car, replace(stand, pose=shaken(stand.pose))) for car, stand in seen.cars)
        seen = replace(seen, cars=cars, tiles=tuple(sorted(shaken(tile) for tile in seen.tiles)))
        return self.law.observation_notation(seen)

    # -- words --------------------------------------------------------------------------------------------------------

    def _words(self, turn: PlayedTurn, spoken: str, count: int) -> tuple[str, tuple[Said, ...]]:
        """How it was really spoken, and what was said of `count` looks."""
        own = self._true_words(turn)
        if spoken == LATE and self.unsaid:
            late = self._sayable(turn.before, self.unsaid)
            own = own if self.dice.random() < 0.5 else ()
            return LATE, (*((self.dice.choice((1, 1, count)), text) for text in late[:1]), *self._timed(own, count))
        if spoken == "early" and turn.truth == LEGAL and self.law.over(turn.after) is None and self.next is None:
            following = self.law.play(turn.after, self.dice, None)
            early = self._sayable(turn.before, self._true_words(following, 1.0))
            if early:
                self.next = following
                own = own if self.dice.random() < 0.7 else ()
                return "early", (*self._timed(own, count), *((count, text) for text in early))
        if spoken == "wrong":
            wrong = self._wrong_words(turn, own)
            return ("wrong", self._timed(wrong, count)) if wrong else ("silent", ())
        if spoken == "half" and len(own) > 1:
            some = [text for text in own if self.dice.random() < 0.5][: len(own) - 1]
            return ("half", self._timed(some, count)) if some else ("silent", ())
        if spoken == "silent" or not own:
            return "silent", ()
        return "spoken", self._timed(own, count)

    def _timed(self, words: Sequence[str], count: int) -> tuple[Said, ...]:
        """Words with when they were said: mostly before the turn, else in its course."""
        if self.dice.random() < 0.6:
            return tuple((1, text) for text in words)
        times = sorted(self.dice.randrange(1, count + 1) for _ in words)
        return tuple(zip(times, words, strict=True))

    def _sayable(self, position: str, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(text for text in words if self._can_say(position, text))

    def _can_say(self, position: str, text: str) -> bool:
        try:
            return self.law.check_declaration(position, text) == text
        except NotationError:
            return False

    def _true_words(self, turn: PlayedTurn, share: float = 0.5) -> tuple[str, ...]:
        """What is declared, and a share of what the turn's notation tells and people may say too."""
        if turn.truth != LEGAL:
            return turn.declared
        told = [re.sub(r"^r(?=[\dna]$)", "roll=", word) for word in turn.turn.split()]
        kinds = {_kind(text) for text in turn.declared}
        more = (text for text in told if re.fullmatch(r"[a-z]+=[^@?]+", text) and _kind(text) not in kinds)
        return (*turn.declared, *(text for text in self._sayable(turn.before, [*more]) if self.dice.random() < share))

    def _wrong_words(self, turn: PlayedTurn, own: Sequence[str]) -> tuple[str, ...]:
        """The words with another value in one, or one more that nobody needed."""
        offered = [
            text
            for question in self.law.declarations(turn.before)
            for _, text in question.answers
            if text not in own and text != "done"
        ]
        if own and self.dice.random() < 0.75:
            index = self.dice.randrange(len(own))
            others = [text for text in offered if _kind(text) == _kind(own[index])] or self._with_other_digit(
                own[index]
            )
            others = [text for text in others if text != own[index] and self._can_say(turn.before, text)]
            if others:
                return (*own[:index], self.dice.choice(others), *own[index + 1 :])
        offered = [text for text in offered if self._can_say(turn.before, text)]
        return (*own, self.dice.choice(offered)) if offered else ()

    def _with_other_digit(self, text: str) -> list[str]:
        digits = [index for index, letter in enumerate(text) if letter.isdigit() and index > text.find("=")]
        return [f"{text[:index]}{face}{text[index + 1 :]}" for index in digits for face in "123456"]

    # -- other turns --------------------------------------------------------------------------------------------------

    def _missed(self) -> Judged | None:
        """Two to four turns of which only the end is seen; None when the race is over before."""
        begun, turns = self.position, list[PlayedTurn]()
        for _ in range(self.dice.choice((2, 2, 3, 3, 4))):
            if self.law.over(turns[-1].after if turns else begun) is not None:
                return None
            turns.append(self.law.play(turns[-1].after if turns else begun, self.dice, None))
        spoken = self._pick(SPOKEN_OF_MISSED)
        whose = {"silent": (), "first": turns[:1], "last": turns[-1:], "every": turns}[spoken]
        words = self._sayable(begun, [text for turn in whose for text in self._true_words(turn, 1.0)])
        looks = (self.law.visible(begun), turns[-1].stops[-1])
        self.position, self.unsaid = turns[-1].after, ()
        self.past.clear()
        said = tuple((self.dice.choice((1, 2)), text) for text in words)
        said = tuple(sorted(said, key=lambda one: one[0]))
        played = " / ".join(turn.turn for turn in turns)
        closed = self.dice.random() >= OPEN
        return self._judged(LEGAL, spoken if words else "silent", "missed", closed, begun, looks, said, played)

    def _mistaken(self) -> Judged | None:
        """A legal turn of one driver while the record has another's car, out of sight, where it stood before."""
        field = PLACES.get(self.law.name)
        if field is None or len(self.past) < AGO:
            return None
        turn = self.law.play(self.position, self.dice, None)
        then, now = (_items(text, field) for text in (self.past[0], turn.before))
        for car, place in then.items():
            if car not in now or place == now[car] or car == turn.turn[: len(car)]:
                continue
            believed = turn.before.replace(f"{car}:{now[car]}", f"{car}:{place}", 1)
            if not self.law.check_position(believed):
                looks = tuple(self._without(text, car) for text in (self.law.visible(believed), *turn.stops))
                said = tuple((1, text) for text in self._sayable(believed, turn.declared))
                self.position, self.unsaid = turn.after, ()
                spoken = "spoken" if said else "silent"
                return self._judged(LEGAL, spoken, "mistaken", True, believed, looks, said, turn.turn)
        return None

    def _without(self, text: str, car: str) -> str:
        """A look in which one car is out of sight."""
        seen = self.law.observe(text)
        if self.law.name == "racepack":
            seen = replace(seen, cars=tuple(one for one in seen.cars if one[0] != car), unseen_cars=(car,))
        else:
            seen = replace(seen, pawns=tuple(one for one in seen.pawns if one[0] != car), missing=(car,))
        return self.law.observation_notation(seen)

    def _judged(
        self,
        truth: str,
        spoken: str,
        shown: str,
        closed: bool,
        before: str,
        looks: Sequence[str],
        said: Sequence[Said],
        played: str,
    ) -> Judged:
        said = tuple(sorted(said, key=lambda one: one[0]))
        return Judged(self.number, 0, truth, spoken, shown, closed, before, tuple(looks), said, played, NOTHING)


def _kind(text: str) -> str:
    return text.partition("=")[0]


def _items(position: str, field: str) -> dict[str, str]:
    return {name: place for name, _, place in (one.partition(":") for one in fields_of(position)[field].split(","))}


# -- what a hand or a cup covers --------------------------------------------------------------------------------------

Cover = Callable[[Any, Any, Random], Callable[[Any], Any]]
"""From the first look and the last: what turns a look into one with something covered."""


def _racepack(first: Any, last: Any, dice: Random) -> Callable[[Any], Any]:
    """Around a car; sometimes the dice as well."""
    circuit = last.circuit or first.circuit
    road = {square for tile in circuit.all_tiles for square in tile_squares(tile)}
    spots = [place.square for _, place in (*first.cars, *last.cars) if isinstance(place, OnSquare)]
    column, row = dice.choice(spots or sorted(road))
    reach = dice.choice((0, 1, 1, 2))
    area = {square for square in road if max(abs(square[0] - column), abs(square[1] - row)) <= reach}
    no_die, no_lap = dice.random() < 0.3, dice.random() < 0.2

    def hides(place: Any) -> bool:
        beside = isinstance(place, OutsideCorner) and area & set(tile_squares(place.tile))
        return bool(beside) or (isinstance(place, OnSquare) and place.square in area)

    def mask(seen: Any) -> Any:
        gone = [car for car, place in seen.cars if hides(place)]
        return replace(
            seen,
            cars=tuple(one for one in seen.cars if one[0] not in gone),
            unseen_cars=tuple(sorted({*seen.unseen_cars, *gone})),
            hazards=tuple(one for one in seen.hazards if one[0] not in area),
            unseen=seen.unseen | area,
            tray=None if no_die else seen.tray,
            lap=None if no_lap else seen.lap,
        )

    return mask


def _royal_racers(first: Any, last: Any, dice: Random) -> Callable[[Any], Any]:
    """Cards around a pawn; sometimes dice as well."""
    spot = dice.choice([square for _, square in (*first.pawns, *last.pawns) if square is not None])
    reach = dice.choice((0, 1, 1))
    near = [s for s in range(36) if max(abs(s % 6 - spot % 6), abs(s // 6 - spot // 6)) <= reach]
    area = frozenset(near)
    lost = {suit for suit, _ in last.dice if dice.random() < 0.25}

    def mask(seen: Any) -> Any:
        gone = [pawn for pawn, square in seen.pawns if square in area]
        return replace(
            seen,
            cards=tuple("?" if square in area else card for square, card in enumerate(seen.cards)),
            flags=tuple(one for one in seen.flags if one[1] not in area),
            pawns=tuple(one for one in seen.pawns if one[0] not in gone),
            missing=tuple(sorted({*seen.missing, *gone}, key="SMCA".index)),
            dice=tuple(one for one in seen.dice if one[0] not in lost),
            unseen=seen.unseen | area,
        )

    return mask


def _nestorgames_gp(first: Any, last: Any, dice: Random) -> Callable[[Any], Any]:
    """The spaces of some cars; sometimes boxes, the throwing card, the tray or the gate as well."""
    spaces = [car.space for _, car in (*first.cars, *last.cars) if car.space]
    spaces += [item.space for item in last.items]
    area = frozenset(dice.choice(spaces) for _ in range(dice.choice((0, 1, 2)) if spaces else 0))
    boxes = {car for car, _ in last.boxes if dice.random() < 0.25}
    no_dice, no_tray, no_gate = (dice.random() < share for share in (0.3, 0.2, 0.2))

    def mask(seen: Any) -> Any:
        gone = [name for name, car in seen.cars if car.space in area]
        tray = None if no_tray or (seen.tray is not None and seen.tray.space in area) else seen.tray
        return replace(
            seen,
            cars=tuple(one for one in seen.cars if one[0] not in gone),
            missing=tuple(sorted({*seen.missing, *gone}, key="RBGYKWOP".index)),
            boxes=tuple(one for one in seen.boxes if one[0] not in boxes),
            items=tuple(item for item in seen.items if item.space not in area),
            tray=tray,
            gate_open=None if no_gate else seen.gate_open,
            dice=() if no_dice else seen.dice,
            dice_clear=seen.dice_clear and not no_dice,
            unseen=seen.unseen | area,
        )

    return mask


def _home_racers(first: Any, last: Any, dice: Random) -> Callable[[Any], Any]:
    """Floor around a car or a tile, or the dice tray; what is covered keeps the dice it was known to hold."""
    spots = [car.pose.at for _, car in (*first.cars, *last.cars)] + [tile.at for tile in last.tiles]
    reach_mm = dice.choice((30.0, 60.0, 110.0))
    at_tray = not spots or dice.random() < 0.25
    x_mm, y_mm = (-1800.0, -1800.0) if at_tray else dice.choice(spots)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    area = tuple((round(x_mm + reach_mm * right, 2), round(y_mm + reach_mm * up, 2)) for right, up in corners)

    def inside(pose: Any) -> bool:
        return bool(max(abs(pose.x_mm - x_mm), abs(pose.y_mm - y_mm)) < reach_mm)

    def mask(seen: Any) -> Any:
        gone = [name for name, car in seen.cars if inside(car.pose)]
        beside = {name: count for name, count in seen.beside if name not in gone}
        beside |= {name: count for name, count in first.beside if name in gone}
        return replace(
            seen,
            cars=tuple(one for one in seen.cars if one[0] not in gone),
            missing=tuple(sorted({*seen.missing, *gone})),
            tiles=tuple(tile for tile in seen.tiles if not inside(tile)),
            tray=first.tray if at_tray else seen.tray,
            beside=tuple(sorted(beside.items())),
            covered=(*seen.covered, area),
        )

    return mask


COVERS: dict[str, Cover] = {
    "racepack": _racepack,
    "royal-racers": _royal_racers,
    "nestorgames-gp": _nestorgames_gp,
    "home-racers": _home_racers,
}
