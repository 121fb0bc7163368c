"""The files of golden playthroughs: judged turns as text that a person can read and a test replays.

    turn 12 legal, spoken, covered, closed      number, truth, how people spoke, what was seen of the turn, over or not
    begins turn=M,C,A                           where it begins: as the turn before left it, with these fields changed;
                                                without this line just there, `again` where the turn before began
    first -cars                                 the table at its beginning, if it shows not just that
    says gear=2 roll=5                          said before the look that follows
    sees tiles=310:12:0 cars~R:400:12:0         a look: the fields that changed since the one before
    played R: gear=2 ...                        what was really done, if the referee tells it otherwise
    is ILLEGAL home-racers/turns                the verdict and the rules it names
    asks roll=4 roll=5                          a question, by the answers it offers; a line for each
    as R: gear=2 ...                            the turn as the referee tells it
    after turn=C,A                              the position that stands afterwards: the one before with what the last
                                                look shows laid over it, and these fields changed

A changed field is `key=value`, or `key+=more` where a list goes on, or `-key` where it is gone; `key~R:1:2,-B` has one
item of a list changed and one taken out (an item is known by what stands before its first colon, a card by its cell).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from referee.frozen import replace

LEGAL, UNKNOWN = "legal", "unknown"
"""Truths that are no broken rule."""

Said = tuple[int, str]
"""The index of the look it was said before (their number: after the last), and a declaration."""

Fields = Mapping[str, str]


class Found(NamedTuple):
    """What a judge made of a turn: no sentence, for those change.

    Attributes
    ----------
    status : LEGAL, ILLEGAL or UNDECIDED.
    rules : the ids of the rules broken.
    answers : for each question the declarations it offers as answers.
    turn : the turn as the judge tells it, in notation.
    after : the position that stands afterwards.
    """

    status: str
    rules: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...]
    turn: str
    after: str


class Earlier(NamedTuple):
    """The turn before: where it began, what was seen and what was said of it."""

    position: str
    looks: tuple[str, ...]
    said: tuple[Said, ...]


LATE = "late"
"""How people spoke when some of it is about the turn before: a judge is told of that turn then."""


@dataclass(frozen=True)
class Judged:
    """A turn, what was seen and said of it, and what the judge made of it.

    Attributes
    ----------
    race, number : which race, and which of its turns.
    truth : `legal`, the rule that was broken on purpose, or `unknown`.
    spoken, shown : how people spoke, and what was seen of the turn; see `golden_turns`.
    closed : whether the turn is said to be over.
    before : the position it begins with.
    looks : what was seen, oldest first; the first is the table at its beginning.
    said : what was said.
    played : what was really done, in turn notation.
    found : what the judge made of it.
    line : the line of the file it stands in.
    earlier : the turn before, when it was spoken of in this one; that turn was legal.
    """

    race: int
    number: int
    truth: str
    spoken: str
    shown: str
    closed: bool
    before: str
    looks: tuple[str, ...]
    said: tuple[Said, ...]
    played: str
    found: Found
    line: int = 0
    earlier: Earlier | None = None

    def after(self, last: Judged | None) -> Judged:
        """The turn with what it has to know of the last one of its race."""
        late = self.spoken == LATE and last is not None
        return replace(self, earlier=Earlier(last.before, last.looks, last.said)) if late and last else self


# -- fields and how they change ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Schema:
    """Which fields a game's positions and looks have, in their order."""

    game: str
    order: tuple[str, ...]
    seen: frozenset[str]
    hides: frozenset[str]

    @classmethod
    def of(cls, game: str, turns: Sequence[Judged]) -> Schema:
        """The fields that occur in these turns."""
        looks = {look for turn in turns for look in turn.looks}
        positions = {text for turn in turns for text in (turn.before, turn.found.after) if text}
        seen = {key for look in looks for key in fields_of(look)}
        held = {key for position in positions for key in fields_of(position)}
        order = _merged({tuple(fields_of(text)) for text in looks | positions})
        return cls(game, order, frozenset(seen), frozenset(seen - held))

    def text(self, fields: Fields) -> str:
        """A position or look from its fields."""
        return " ".join((self.game, *(f"{key}={fields[key]}" for key in self.order if key in fields)))

    def shown(self, position: str) -> str:
        """What a position shows when nothing is hidden."""
        return self.text({key: value for key, value in fields_of(position).items() if key in self.seen})

    def laid_over(self, position: str, look: str) -> dict[str, str]:
        """The fields of a position with what a look shows; what it does not show stays if anything was hidden."""
        fields, new = dict(fields_of(position)), fields_of(look)
        gone = () if self.hides & new.keys() else self.seen - new.keys()
        kept = {key: value for key, value in fields.items() if key not in gone}
        return kept | {key: value for key, value in new.items() if key not in self.hides}


@lru_cache(maxsize=64)
def fields_of(text: str) -> Fields:
    """The fields of a line of notation; those of a turn are asked for again and again.

    >>> fields_of("racepack cars=S:a1 lap=3")
    {'cars': 'S:a1', 'lap': '3'}
    """
    words = [word.partition("=") for word in text.split(" ")[1:]]
    fields = {key: value for key, _, value in words}
    if len(fields) != len(words) or not all(equals for _, equals, _ in words):
        raise ValueError(f"not a line of fields: {text}")
    return fields


def _merged(lines: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """One order of all fields that agrees with the order in every line."""
    after: dict[str, set[str]] = {}
    for line in sorted(lines):
        for index, key in enumerate(line):
            after.setdefault(key, set()).update(line[:index])
    order: list[str] = []
    while len(order) < len(after):
        ready = sorted(key for key, earlier in after.items() if key not in order and earlier <= set(order))
        if not ready:
            raise ValueError("the fields do not always stand in the same order")
        order.append(ready[0])
    return tuple(order)


def change(before: Fields, now: Fields) -> str:
    """What makes `now` of `before`, in words.

    >>> change({"cars": "R:1,B:2", "dice": "5", "gate": "open"}, {"cars": "R:4", "dice": "5,6"})
    'cars=R:4 dice+=6 -gate'
    >>> change({"cars": "R:11,B:20,G:30", "cards": "5d,7s/ac,2h"}, {"cars": "R:11,G:31", "cards": "5d,7s/ac,?"})
    'cars~-B,G:31 cards~b2:?'
    """
    changed = (_field(key, before.get(key), value) for key, value in now.items() if before.get(key) != value)
    return " ".join((*changed, *(f"-{key}" for key in before if key not in now)))


def _field(key: str, before: str | None, now: str) -> str:
    whole = f"{key}={now}"
    if before is None:
        return whole
    if now.startswith(f"{before},"):
        return f"{key}+={now[len(before) + 1 :]}"
    old, new = _items(before), _items(now)
    parts = [f"-{name}" if name not in new else f"{name}:{new[name]}" for name in old if old[name] != new.get(name)]
    part = f"{key}~{','.join(parts)}"
    told = new and parts and _patched(before, ",".join(parts)) == now
    return part if told and len(part) < len(whole) else whole


def _items(value: str) -> dict[str, str]:
    """A list's items by what stands before their first colon, a table's by their cells (a1, b1, ...); else nothing."""
    if _is_table(value):
        return {
            f"{chr(ord('a') + column)}{row}": cell
            for row, cells in enumerate(value.split("/"), start=1)
            for column, cell in enumerate(cells.split(","))
        }
    pairs = [item.partition(":") for item in value.split(",")]
    return {name: rest for name, _, rest in pairs} if all(colon for _, colon, _ in pairs) else {}


def _is_table(value: str) -> bool:
    return "/" in value and ":" not in value


def _patched(value: str, patch: str) -> str:
    """A list or table with the items of a patch replaced or, with a minus before their name, taken out."""
    items = _items(value)
    for item in patch.split(","):
        name, colon, rest = item.partition(":")
        if colon:
            items[name] = rest
        else:
            del items[name[1:]]
    if not _is_table(value):
        return ",".join(f"{name}:{rest}" for name, rest in items.items())
    cells = iter(items.values())
    return "/".join(",".join(next(cells) for _ in row.split(",")) for row in value.split("/"))


def changed(before: Fields, words: str) -> dict[str, str]:
    """The fields after a change: the inverse of `change`.

    >>> changed({"cars": "R:1,B:2", "dice": "5", "gate": "open"}, "cars~R:4 dice+=6 -gate")
    {'cars': 'R:4,B:2', 'dice': '5,6'}
    """
    now = dict(before)
    for word in words.split():
        mark = re.match(r"([a-z]+)(\+=|=|~)", word)
        if word.startswith("-"):
            del now[word[1:]]
        elif mark is None:
            raise ValueError(f"not a changed field: {word}")
        else:
            key, value = mark[1], word[mark.end() :]
            old = now.get(key, "")
            now[key] = _patched(old, value) if mark[2] == "~" else value if mark[2] == "=" else f"{old},{value}"
    return now


# -- writing ----------------------------------------------------------------------------------------------------------


def write(path: Path, game: str, races: Mapping[int, str], turns: Sequence[Judged]) -> None:
    """Write a file of golden playthroughs; `races` says of each race what was agreed on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(_lines(Schema.of(game, turns), races, turns)) + "\n", encoding="utf-8")
    strip = [replace(turn, line=0) for turn in read(path)]
    for wrote, meant in zip(strip, turns, strict=True):
        if wrote != meant:
            raise ValueError(f"race {meant.race} turn {meant.number} does not read back: {wrote} is not {meant}")


def _lines(schema: Schema, races: Mapping[int, str], turns: Sequence[Judged]) -> Iterator[str]:
    yield f"golden {schema.game}"
    yield f"fields {' '.join(schema.order)}"
    yield f"seen {' '.join(key for key in schema.order if key in schema.seen)}"
    yield f"hides {' '.join(key for key in schema.order if key in schema.hides)}"
    last: Judged | None = None
    for turn in turns:
        if last is None or last.race != turn.race:
            yield f"\nrace {turn.race} {races[turn.race]}".rstrip()
            last = None
        yield ""
        yield from _turn(schema, last, turn)
        last = turn


def _turn(schema: Schema, last: Judged | None, turn: Judged) -> Iterator[str]:
    over = "closed" if turn.closed else "open"
    yield f"turn {turn.number} {turn.truth}, {turn.spoken}, {turn.shown}, {over}"
    if last is None or not last.found.after:
        yield f"begins {turn.before}"
    elif turn.before == last.before:
        yield "again"
    elif turn.before != last.found.after:
        yield f"begins {change(fields_of(last.found.after), fields_of(turn.before))}"
    seen = schema.shown(turn.before)
    if turn.looks[0] != seen:
        yield f"first {change(fields_of(seen), fields_of(turn.looks[0]))}".rstrip()
    for index, look in enumerate((*turn.looks[1:], ""), start=1):
        words = " ".join(text for at, text in turn.said if at == index)
        if words:
            yield f"says {words}"
        if index < len(turn.looks):
            yield f"sees {change(fields_of(turn.looks[index - 1]), fields_of(look))}".rstrip()
    found = turn.found
    if turn.played != found.turn:
        yield f"played {turn.played}"
    yield " ".join(("is", found.status, *found.rules))
    yield from (" ".join(("asks", *answers)) for answers in found.answers)
    yield f"as {found.turn}".rstrip()
    if found.after:
        yield f"after {change(schema.laid_over(turn.before, turn.looks[-1]), fields_of(found.after))}".rstrip()


# -- reading ----------------------------------------------------------------------------------------------------------


def read(path: Path) -> Iterator[Judged]:
    """The turns of a file, one after the other."""
    reader = _Reader()
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            word, _, rest = line.rstrip("\n").partition(" ")
            if word:
                yield from reader.take(number, word, rest)
    yield from reader.finish()


def agreed(path: Path) -> dict[int, str]:
    """What was agreed on in each race of a file."""
    lines = [line.split(" ", 2) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("race ")]
    return {int(words[1]): " ".join(words[2:]) for words in lines}


class _Reader:
    """Takes a file line by line; `open` is the turn under way, `last` the one before."""

    def __init__(self) -> None:
        self.header: dict[str, list[str]] = {}
        self.last: Judged | None = None
        self.open: Judged | None = None
        self.race = 0
        self.schema = Schema("", (), frozenset(), frozenset())

    def take(self, number: int, word: str, rest: str) -> Iterator[Judged]:
        """Takes a line; gives the turn that ends with it."""
        if word in ("golden", "fields", "seen", "hides"):
            self.header[word] = rest.split()
        elif word == "race":
            yield from self.finish()
            self.race = int(rest.split()[0])
        elif word == "turn":
            yield from self.finish()
            self._begin(number, rest)
        elif self.open is not None:
            self.open = self._with(self.open, word, rest, number)
        else:
            raise ValueError(f"line {number} stands before any turn: {word} {rest}")

    def _begin(self, line: int, rest: str) -> None:
        if not self.schema.game:
            seen, hides = frozenset(self.header["seen"]), frozenset(self.header["hides"])
            self.schema = Schema(self.header["golden"][0], tuple(self.header["fields"]), seen, hides)
        head, spoken, shown, over = rest.split(", ")
        number, truth = head.split()
        last = self.last if self.last is not None and self.last.race == self.race else None
        before = last.found.after if last else ""
        nothing = Found("", (), (), "", "")
        looks = (self.schema.shown(before),) if before else ()
        begun = Judged(
            self.race, int(number), truth, spoken, shown, over == "closed", before, looks, (), "", nothing, line
        )
        self.open = begun.after(last)

    def _with(self, turn: Judged, word: str, rest: str, number: int) -> Judged:
        schema, found = self.schema, turn.found
        match word:
            case "begins" | "again":
                before = self.last.before if word == "again" and self.last else self._from(turn.before, rest)
                return replace(turn, before=before, looks=(schema.shown(before),))
            case "first" | "sees":
                look = schema.text(changed(fields_of(turn.looks[-1]), rest))
                return replace(turn, looks=(look,) if word == "first" else (*turn.looks, look))
            case "says":
                return replace(turn, said=(*turn.said, *((len(turn.looks), text) for text in rest.split())))
            case "played":
                return replace(turn, played=rest)
            case "is":
                status, *rules = rest.split()
                return replace(turn, found=found._replace(status=status, rules=tuple(rules)))
            case "asks":
                return replace(turn, found=found._replace(answers=(*found.answers, tuple(rest.split()))))
            case "as":
                return replace(turn, found=found._replace(turn=rest), played=turn.played or rest)
            case "after":
                after = changed(schema.laid_over(turn.before, turn.looks[-1]), rest)
                return replace(turn, found=found._replace(after=schema.text(after)))
        raise ValueError(f"line {number} is no line of a golden playthrough: {word} {rest}")

    def _from(self, before: str, rest: str) -> str:
        whole = rest.split(" ", 1)[0] == self.schema.game
        return rest if whole else self.schema.text(changed(fields_of(before), rest))

    def finish(self) -> Iterator[Judged]:
        """The turn under way, if one is: it has ended."""
        if self.open is not None:
            self.last, self.open = self.open, None
            yield self.last
