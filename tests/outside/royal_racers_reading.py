"""Royal Racers read by brute force: every story of up to a round of turns that the rule book allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from math import hypot
from random import Random

from tests.outside.reading import Answers, Change, fields_of, line_of, one_dropped

GAME = "royal-racers"
COLUMNS = "abcdef"
CELLS = tuple(column + row for row in "654321" for column in COLUMNS)
"""Row by row from the top, as the notation lists the cards."""
CENTRE = ("c3", "c4", "d3", "d4")
FACES = "na2345"
QUADRANTS = ((0, 1), (1, 1), (1, 0), (0, 0))
"""Clockwise from the upper left: whether right, whether up."""


def rule(*names: str) -> frozenset[str]:
    """Rule ids from their short names."""
    return frozenset(f"{GAME}/{name}" for name in names)


ANY = rule(
    *("layout", "flag-placement", "turn-order", "morph", "flip-fixed", "flip-pawn", "flip-flag", "flip-memory"),
    *("flip-any", "step", "occupied", "face-down", "flag-order", "opponent-flag", "campaign"),
)


def neighbours(cell: str) -> list[str]:
    """The cells one space away along a row or a column."""
    column, row = COLUMNS.index(cell[0]), int(cell[1])
    around = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return [f"{COLUMNS[x]}{y}" for x, y in around if 0 <= x < 6 and 1 <= y <= 6]


def quadrant(cell: str) -> int:
    """Which quadrant a cell lies in, clockwise from the upper left."""
    return QUADRANTS.index((int(cell[0] > "c"), int(cell[1] > "3")))


# -- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """What may change during a race, and what is known of it.

    Attributes
    ----------
    cards : rank and suit of each cell.
    down : the cells whose card lies face down.
    flags : owner and rank of each flag, and where it lies.
    pawns : where each pawn stands.
    touched : how many flags each player has touched.
    """

    cards: Mapping[str, str]
    down: frozenset[str]
    flags: Mapping[str, str]
    pawns: Mapping[str, str]
    touched: Mapping[str, int]
    ranks: str
    seats: tuple[str, ...]
    variants: frozenset[str]

    @cached_property
    def flagged(self) -> frozenset[str]:
        """The cells with a flag."""
        return frozenset(self.flags.values())

    @cached_property
    def taken(self) -> frozenset[str]:
        """The cells with a pawn."""
        return frozenset(self.pawns.values())

    def of_rank(self, rank: str) -> list[str]:
        """The four cells with a card of this rank."""
        return [cell for cell, card in self.cards.items() if card[0] == rank]

    def last_flag(self, player: str) -> str:
        """Where a player's last touched flag lies, or the start."""
        count = self.touched[player]
        return self.flags[player + (self.ranks[count - 1] if count else self.ranks[-1])]

    def next_flag(self, player: str) -> str:
        """Where a player's next flag lies."""
        return self.flags[player + self.ranks[self.touched[player]]]


@dataclass(frozen=True)
class Story:
    """A turn: the states of the table that it goes through, and what no camera sees of it.

    `sure` is False where the rule book does not say whether it is allowed.
    """

    player: str
    roll: str
    named: str
    turned: str
    states: tuple[Table, ...]
    sure: bool = True


def morphs(table: Table, player: str, roll: str) -> Iterator[Story]:
    """Every way to carry out the board morph after a roll."""
    quiet = Story(player, roll, "", "", (table, table))
    if roll == "n":
        yield quiet
        return
    those = table.of_rank(roll)
    free = [cell for cell in those if cell not in table.taken]
    if not free:
        for cell in table.down:
            yield Story(player, roll, cell, cell, (table, table, replace(table, down=table.down - {cell})))
        yield quiet
        return
    unflagged = [cell for cell in those if cell not in table.down and cell not in table.flagged]
    downward = [cell for cell in free if cell not in table.down and not (cell in table.flagged and unflagged)]
    upward = [cell for cell in free if cell in table.down]
    for cell in downward:
        yield Story(player, roll, "", cell, (table, table, replace(table, down=table.down | {cell})))
    for cell in upward:
        yield Story(player, roll, cell, cell, (table, table, replace(table, down=table.down - {cell})))
    for cell in table.down:
        if table.cards[cell][0] != roll:  # in vain; whether one may guess when none of the rank lies down is open
            for sure, back in _ways_back(table, player):
                shown = replace(table, down=table.down - {cell})
                states = (table, table, shown, table, replace(table, pawns={**table.pawns, player: back}))
                yield Story(player, roll, cell, "", states, sure and bool(upward))
    if not downward and not upward:
        yield quiet


def _ways_back(table: Table, player: str) -> Iterator[tuple[bool, str]]:
    """Where a pawn may go after naming a wrong card; the book does not say what happens when the way is blocked."""
    back, here = table.last_flag(player), table.pawns[player]
    if back in table.down or (back in table.taken and back != here):
        yield False, here
        yield False, back
    else:
        yield True, back


def turns(table: Table, player: str, rolls: str, goal: str = "") -> Iterator[Story]:
    """Every turn that the rule book allows; only those that end on `goal` if that is given."""
    for roll in rolls:
        for morph in morphs(table, player, roll):
            now = morph.states[-1]
            if goal in ("", now.pawns[player]):
                yield morph
            for cell in neighbours(now.pawns[player]):
                if goal in ("", cell) and cell not in now.taken and cell not in now.down:
                    sure = morph.sure and not through_flag(now, player, cell)
                    if sure or not morph.sure or doubtful_flag(now, player, cell):
                        then = stepped(now, player, cell)
                        yield replace(morph, states=(*morph.states, then), sure=sure)


def stepped(table: Table, player: str, cell: str) -> Table:
    """The table after a step; a flag that is due is touched by ending on it."""
    count = table.touched[player] + (table.next_flag(player) == cell)
    return replace(table, pawns={**table.pawns, player: cell}, touched={**table.touched, player: count})


def through_flag(table: Table, player: str, cell: str) -> bool:
    """Whether a step breaks the flag variant: onto another's flag although another way is open."""
    others = {place for flag, place in table.flags.items() if flag[0] != player}
    if "opponent-flag" not in table.variants or cell not in others:
        return False
    seen, goal = {table.pawns[player]}, table.next_flag(player)
    front = list(seen)
    while front:
        front = [
            near
            for here in front
            for near in neighbours(here)
            if near not in seen and near not in table.down and near not in table.taken and near not in others
        ]
        seen.update(front)
        if goal in seen:
            return True
    return False


def doubtful_flag(table: Table, player: str, cell: str) -> bool:
    """Whether the flag in the way was touched already, so that the book may not mean it."""
    return any(
        place == cell and table.ranks.index(flag[1]) < table.touched[flag[0]]
        for flag, place in table.flags.items()
        if flag[0] != player
    )


# -- looks ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """What was seen: nothing is said of a card, a pawn or a die that is not listed."""

    cards: Mapping[str, str]
    flags: Mapping[str, str] | None
    pawns: Mapping[str, str]
    dice: Mapping[str, tuple[str, float, float, float]]
    unseen: frozenset[str]

    @cached_property
    def known(self) -> frozenset[str]:
        """The cells whose card was seen."""
        return frozenset(self.cards)

    @cached_property
    def down(self) -> frozenset[str]:
        """The cells whose card was seen lying face down."""
        return frozenset(cell for cell, card in self.cards.items() if card[0] == "-")


def look_of(fields: Mapping[str, str]) -> Look:
    """A look from its text."""
    cards = dict(zip(CELLS, fields["cards"].replace("/", ",").split(","), strict=True)) if "cards" in fields else {}
    dice = {}
    for name, where in pairs(fields.get("dice", "")).items():
        face, _, pose = where.partition("@")
        x, y, angle = (float(part) for part in pose.split(":"))
        dice[name] = (face, x, y, angle)
    return Look(
        {cell: card for cell, card in cards.items() if card != "?"},
        pairs(fields["flags"]) if fields.get("flags") else None,
        pairs(fields.get("pawns", "")),
        dice,
        frozenset(filter(None, fields.get("unseen", "").split(","))),
    )


def pairs(text: str) -> dict[str, str]:
    """A list of `name:value`."""
    return {name: value for name, _, value in (item.partition(":") for item in text.split(",")) if name}


def table_of(fields: Mapping[str, str]) -> Table:
    """The table of a position."""
    cards = dict(zip(CELLS, fields["cards"].replace("/", ",").split(","), strict=True))
    seats = tuple(fields["seats"].split(","))
    return Table(
        {cell: card.removeprefix("-") for cell, card in cards.items()},
        frozenset(cell for cell, card in cards.items() if card[0] == "-"),
        pairs(fields["flags"]),
        pairs(fields["pawns"]),
        {player: int(pairs(fields.get("touched", "")).get(player, "0")) for player in seats},
        fields.get("ranks", "a2345"),
        seats,
        frozenset(filter(None, fields.get("variants", "").split(","))),
    )


def fits(table: Table, look: Look) -> bool:
    """Whether a look may show how cards and pawns lie and stand on the table."""
    if table.down & look.known != look.down:
        return False
    for player, place in table.pawns.items():
        if player in look.pawns and look.pawns[player] != place:
            return False
        if player not in look.pawns and look.unseen and place not in look.unseen:
            return False
    return True


def as_they_lay(table: Table, look: Look) -> bool:
    """Whether cards and flags lie where they lay."""
    if any(card.removeprefix("-") not in ("", table.cards[cell]) for cell, card in look.cards.items()):
        return False
    if look.flags is None:
        return True
    return look.flags == {flag: place for flag, place in table.flags.items() if place not in look.unseen}


def thrown(before: tuple[str, float, float, float], look: Look, player: str) -> str:
    """The faces that the die may have shown when it was thrown since, with `-` if it may not have been thrown."""
    if player not in look.dice:
        return FACES + "-"
    (face, x, y, angle), (now, to_x, to_y, to_angle) = before, look.dice[player]
    way, turn = hypot(to_x - x, to_y - y), abs((to_angle - angle + 180) % 360 - 180)
    if now != face or way >= 20 or turn >= 45:
        return now
    return "-" if way <= 4 and turn <= 12 else now + "-"


# -- the answers ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """A change that is read: the table, the looks after the first one, and each player's possible rolls by look."""

    table: Table
    order: tuple[str, ...]
    looks: tuple[Look, ...]
    rolls: tuple[Mapping[str, str], ...]
    closed: bool


def seen_of(change: Change) -> Seen:
    """Read a change."""
    fields = fields_of(change.position)
    table = table_of(fields)
    begun = look_of(fields)
    looks = tuple(look_of(fields_of(look)) for look in change.looks[1:])
    rolls = tuple({player: thrown(begun.dice[player], look, player) for player in table.seats} for look in looks)
    due = tuple(fields["turn"].split(","))
    rounds = range(int(fields["round"]), int(fields["round"]) + MOST_TURNS)
    starts = [number % len(table.seats) for number in rounds]
    order = (*due, *(one for start in starts for one in table.seats[start:] + table.seats[:start]))
    return Seen(table, order[:MOST_TURNS], looks, rolls, change.closed)


Placed = tuple[tuple[int, int], ...]
"""Of each look that was taken: in which turn, and after which of its states."""


def stories(seen: Seen, most: int, *, one_each: bool = False) -> Iterator[tuple[Story, ...]]:
    """Every story of up to so many whole turns that goes through all looks; while open the last turn may be half done.

    With `one_each` only one of those that begin by other ways to the same table.
    """
    been: set[object] = set()
    twice = len(set(seen.order[:most])) < most  # then it matters after which throw a look was taken

    def onward(table: Table, told: tuple[Story, ...], placed: Placed) -> Iterator[tuple[Story, ...]]:
        player = seen.order[len(told)]
        final, rest = seen.looks[-1], most - len(told) - 1
        again = player in seen.order[len(told) + 1 : most]
        rolls = seen.rolls[-1][player].replace("-", "")
        goal = final.pawns.get(player, "") if seen.closed and not again else ""
        for turn in turns(table, player, FACES if again and rolls else rolls, goal):
            ended = turn.states[-1]
            if not rest and seen.closed and not fits(ended, final):
                continue
            for now in walks(told, turn, placed):
                done = len(now) == len(seen.looks)
                if done and (not seen.closed or over(ended, told, turn, now)):
                    yield (*told, turn)
                elif rest and not won(ended, player):
                    turned = len((ended.down & final.known) ^ final.down)
                    been_to = (len(told), now, ended.down, *ended.pawns.values(), twice and turn.roll)
                    if turned <= rest and not (one_each and been_to in been):
                        been.add(been_to)
                        yield from onward(ended, (*told, turn), now)

    def walks(told: tuple[Story, ...], turn: Story, placed: Placed) -> Iterable[Placed]:
        """The ways to take the next looks in a turn: each as soon as it may be taken, or later where that matters."""
        ways = {placed: None}
        for number, state in enumerate(turn.states):
            for way in tuple(ways):
                been = way
                while (
                    len(been) < len(seen.looks)
                    and fits(state, seen.looks[len(been)])
                    and dice(len(been), told, turn, number, been)
                ):
                    been = (*been, (len(told), number))
                    ways[been] = None
                if been != way and not twice:
                    del ways[way]
        return ways if twice else [max(ways, key=len)]

    def dice(place: int, told: tuple[Story, ...], turn: Story, number: int, placed: Placed) -> bool:
        """Whether the dice of a look are as they are in this state: the drivers so far have thrown, others may have."""
        had = {turn.player: turn.roll if number else "-", **{past.player: past.roll for past in told}}
        if number:
            had[turn.player] = turn.roll
        if not all(roll in seen.rolls[place][player] for player, roll in had.items()):
            return False
        before = _seen_between(seen, told, turn, placed) if number else None
        return before is None or turn.roll in thrown(before, seen.looks[place], turn.player)

    def over(table: Table, told: tuple[Story, ...], turn: Story, placed: Placed) -> bool:
        last = len(seen.looks) - 1
        return fits(table, seen.looks[-1]) and dice(last, told, turn, 1, placed[:-1])

    if all(as_they_lay(seen.table, look) for look in seen.looks):
        yield from onward(seen.table, (), ())


def _seen_between(
    seen: Seen, told: tuple[Story, ...], turn: Story, placed: Placed
) -> tuple[str, float, float, float] | None:
    """How a player's die was first seen to lie between his last throw and this one; None if nobody saw it then."""
    last = [number for number, past in enumerate(told) if past.player == turn.player][-1:]
    return next(
        (
            look.dice[turn.player]
            for look, at in zip(seen.looks, placed, strict=False)
            if last and (last[0], 1) <= at < (len(told), 1) and turn.player in look.dice
        ),
        None,
    )


def won(table: Table, player: str) -> bool:
    """Whether a player has touched the last flag."""
    return table.touched[player] == len(table.ranks)


def agrees(story: tuple[Story, ...], word: str) -> bool:
    """Whether what was said is true in a story. A word without a name is about the last driver or the first."""
    name, colon, text = word.partition(":")
    if colon and len(name) == 1 and name.isupper():
        return any(_true(turn, text) for turn in story if turn.player == name)
    return any(_true(turn, word) for turn in (story[0], story[-1]))


def _true(turn: Story, word: str) -> bool:
    what, _, value = word.partition("=")
    if what == "roll":
        return turn.roll == value
    if what == "named":
        return turn.named == value
    if what == "turned":
        return (turn.turned or "no") == value
    if what == "any":
        before = turn.states[0]
        return turn.roll != "n" and before.taken.issuperset(before.of_rank(turn.roll))
    if what == "touch":
        after = turn.states[-1]
        return value == after.ranks[after.touched[turn.player] - 1] and after.touched != turn.states[0].touched
    return what == "done"


def answers(change: Change) -> Answers:
    """What may be said of a change."""
    seen = seen_of(change)
    words = [text for _, text in change.words]
    if _thrown_twice(change) or _blocked_way_back(seen):
        return Answers(True, True, ANY, why="the rule book does not say")
    whole = all(not look.unseen and len(look.dice) == len(seen.table.seats) for look in seen.looks)
    told = list(stories(seen, len(seen.table.seats), one_each=not words))
    if not told:
        lying = replace(seen, rolls=tuple(dict.fromkeys(rolls, FACES + "-") for rolls in seen.rolls))
        if any(True for _ in stories(lying, len(seen.table.seats), one_each=True)):  # but for a die that lies as it lay
            return Answers(bool(words), True, ANY, why="a story but for the dice")
        more = [*stories(seen, MOST_TURNS, one_each=True)]
        if more:
            allowed = any(all(turn.sure for turn in story) for story in more)
            return Answers(True, True, frozenset() if allowed else ANY, why="a story of more than a round")
        rules = blame(seen, words) if whole and len(seen.looks) == 1 else ANY
        sure = whole and change.closed and len(seen.looks) == 1 and not words and not _pushed(seen)
        sure = sure and _wrong_at_least(seen) <= MOST_WRONG
        return Answers(False, not sure, rules, why="no story")
    early = any("-" not in seen.rolls[-1][player] for player in seen.table.seats if player != seen.order[0])
    certain = [story for story in told if all(turn.sure for turn in story)]
    true = [story for story in certain if agrees_all(story, words)]
    spared = any(agrees_all(story, some) for some in one_dropped(words) for story in certain)
    rules = frozenset[str]() if spared else ANY
    claims = [word for word in words if "touch=" in word]
    if not all(agrees(story, word) for story in told for word in claims):
        rules |= rule("flag-order")  # a claim to have touched a flag is no slip of the tongue
    clear = (
        whole
        and change.closed
        and len(true) == len(told) == len(true[0]) == 1
        and not (_in_vain(true[0][0]) or _pushed(seen) or early)
    )
    return Answers(True, not clear, rules, _afterwards(change, true[0][0]) if clear else {}, why=f"{len(told)} stories")


MOST_TURNS = 4
"""So many turns may have gone by at one look, also where a round has fewer."""
MOST_WRONG = 2
"""When more is wrong than this, a person may say that the table was set up anew rather than what was done."""


def _wrong_at_least(seen: Seen) -> int:
    """In how many ways things lie wrong: cards turned over with a pawn or a flag on them, or both, flags and pawns."""
    table, look = seen.table, seen.looks[-1]
    flips = [cell for cell in look.down ^ table.down if cell in look.known]
    on_them = sum(max(1, (cell in table.taken) + (cell in table.flagged)) for cell in flips)
    moved = [player for player, place in look.pawns.items() if table.pawns[player] != place]
    own = look.pawns.get(seen.order[0], "")
    jumped = seen.order[0] in moved and own not in neighbours(table.pawns[seen.order[0]])
    onto = list(look.pawns.values()).count(own) > 1
    swapped = any(card.removeprefix("-") not in ("", table.cards[cell]) for cell, card in look.cards.items())
    return on_them + (look.flags != table.flags) + len({*moved} - {seen.order[0]}) + jumped + onto + swapped


def _blocked_way_back(seen: Seen) -> bool:
    """Whether somebody may have had to go back to where his pawn cannot stand: the table says what becomes of it."""
    table = seen.table
    return bool(table.down) and not all(
        rolls[player] in ("-", "n") or all(sure for sure, _ in _ways_back(table, player))
        for player in seen.order
        for rolls in seen.rolls
    )


def agrees_all(story: tuple[Story, ...], words: Sequence[str]) -> bool:
    """Whether all words are true in a story."""
    return all(agrees(story, word) for word in words)


def _thrown_twice(change: Change) -> bool:
    """Whether a die was seen to move twice: what the second throw was for is open."""
    poses = [look_of(fields_of(look)).dice for look in change.looks]
    lies = [[look[player] for look in poses if player in look] for player in "SMCA"]
    return any(sum(one != other for one, other in pairwise(those)) > 1 for those in lies)


def _pushed(seen: Seen) -> bool:
    """Whether a die may or may not have been thrown."""
    return any(len(rolls) > 1 for look in seen.rolls for rolls in look.values())


def _in_vain(turn: Story) -> bool:
    return bool(turn.named) and not turn.turned


def _afterwards(change: Change, turn: Story) -> dict[str, str]:
    """Fields of the position after a turn."""
    fields, table = fields_of(change.position), turn.states[-1]
    pawns = ",".join(f"{player}:{place}" for player, place in table.pawns.items())
    touched = ",".join(f"{player}:{count}" for player, count in table.touched.items())
    if won(table, turn.player):
        return {"pawns": pawns, "winner": turn.player}
    due = fields["turn"].split(",")[1:]
    start = int(fields["round"]) % len(table.seats)
    following = ",".join(due) or ",".join(table.seats[start:] + table.seats[:start])
    return {"pawns": pawns, "touched": touched, "turn": following}


def blame(seen: Seen, words: Sequence[str]) -> frozenset[str]:
    """The rules that may have been broken, when a single look that shows everything admits no story."""
    table, look, rolls = seen.table, seen.looks[-1], seen.rolls[-1]
    player = seen.order[0]
    found: set[str] = set()
    down = frozenset(cell for cell, card in look.cards.items() if card[0] == "-")
    others = [one for one in table.seats if one != player]
    if any(rolls[one] != "-" or look.pawns.get(one) != table.pawns[one] for one in others):
        found |= {"turn-order", "step", "occupied", "face-down"}
    flips = down ^ table.down
    own = rolls[player]
    found |= {"morph"}  # no flip, or one without a roll, or one too many
    for cell in flips:
        rank = table.cards[cell][0]
        found |= {"flip-fixed"} if rank in "6789" else set()
        found |= {"flip-pawn"} if cell in table.taken | frozenset(look.pawns.values()) else set()
        found |= {"flip-flag"} if cell in table.flagged and cell in down else set()
        found |= {"flip-memory", "flip-any"} if cell in table.down else set()
    here, there = table.pawns[player], look.pawns.get(player, "")
    if there != here:
        found |= {"step", "flip-memory"} if there not in neighbours(here) else set()
        found |= {"occupied"} if list(look.pawns.values()).count(there) > 1 or there in table.taken else set()
        found |= {"face-down"} if there in down or there in table.down else set()
        found |= {"opponent-flag"} if table.variants and there in table.flagged else set()
        found |= {"morph"} if own == "-" else set()
    if look.flags != table.flags:
        found |= {"flag-placement", "layout"}
    if any(card.removeprefix("-") not in ("", table.cards[cell]) for cell, card in look.cards.items()):
        found |= {"layout"}
    if any("touch=" in word for word in words):
        found |= {"flag-order"}
    if any("named=" in word or "turned=" in word for word in words):
        found |= {"flip-memory", "flip-any", "step"}
    return rule(*found)


# -- random changes ---------------------------------------------------------------------------------------------------


def position(random: Random) -> dict[str, str]:
    """A random position in mid-race."""
    seats = random.sample("SMCA", random.choice((2, 2, 3, 4)))
    ranks = random.choice(("a2345", "a2345", "a23", "na2345", "n", "2345"))
    pack = [rank + suit for rank in "a23456789" for suit in "shdc"]
    random.shuffle(pack)
    cards = dict(zip(CELLS, pack, strict=True))
    flags = {seat + ranks[-1]: place for seat, place in zip(seats, random.sample(CENTRE, len(seats)), strict=True)}
    for number, rank in enumerate(ranks[:-1]):
        for seat in seats:
            where = (quadrant(flags[seat + ranks[-1]]) + number) % 4
            free = [cell for cell in CELLS if quadrant(cell) == where and cell not in flags.values()]
            flags[seat + rank] = random.choice(free)
    touched = {seat: random.randrange(len(ranks)) for seat in seats}
    pawns: dict[str, str] = {}
    crowd = random.choice("a2345") if random.random() < 0.15 else ""
    for seat in seats:
        goal = flags[seat + ranks[touched[seat]]]
        places = neighbours(goal) if random.random() < 0.4 else list(CELLS)
        if pawns and random.random() < 0.3:
            places = neighbours(random.choice(list(pawns.values())))
        if crowd:
            places = [cell for cell in CELLS if cards[cell][0] == crowd]
        pawns[seat] = random.choice([cell for cell in places if cell not in pawns.values()] or _free(pawns))
    could = [cell for cell in CELLS if cards[cell][0] in "a2345" and cell not in pawns.values()]
    bare = [cell for cell in could if cell not in flags.values()]
    down = set(random.sample(bare, min(len(bare), random.choice((0, 1, 3, 6, 10)))))
    if random.random() < 0.3:  # a whole rank face down
        rank = random.choice("a2345")
        down |= {cell for cell in could if cards[cell][0] == rank}
    lies = {cell: "-" * (cell in down) + card for cell, card in cards.items()}
    number = random.randint(1, 9)
    first = (number - 1) % len(seats)
    due = (seats[first:] + seats[:first])[random.randrange(len(seats)) :]
    return {
        "cards": _rows(lies),
        "flags": _listed(flags),
        "pawns": _listed(pawns),
        "dice": ",".join(f"{seat}:{_throw(random)}" for seat in seats),
        "seats": ",".join(seats),
        "ranks": ranks,
        "phase": "race",
        "round": str(number),
        "turn": ",".join(due),
        "touched": _listed({seat: str(count) for seat, count in touched.items()}),
        "variants": "opponent-flag" if random.random() < 0.3 else "",
    }


def _free(pawns: Mapping[str, str]) -> list[str]:
    return [cell for cell in CELLS if cell not in pawns.values()]


def _rows(lies: Mapping[str, str]) -> str:
    cards = [lies[cell] for cell in CELLS]
    return "/".join(",".join(cards[row : row + 6]) for row in range(0, 36, 6))


def _listed(items: Mapping[str, str]) -> str:
    return ",".join(f"{name}:{value}" for name, value in items.items())


def _throw(random: Random, face: str = "") -> str:
    return (
        f"{face or random.choice(FACES)}@{random.randint(40, 110)}:{random.randint(-170, 170)}:{random.randint(0, 359)}"
    )


def shown(fields: Mapping[str, str], table: Table, dice: Mapping[str, str]) -> dict[str, str]:
    """What a camera sees of a table."""
    lies = {cell: "-" * (cell in table.down) + card for cell, card in table.cards.items()}
    pawns = {**pairs(fields["pawns"]), **table.pawns}
    return {"cards": _rows(lies), "flags": _listed(table.flags), "pawns": _listed(pawns), "dice": _listed(dice)}


def change(random: Random) -> tuple[str, Change]:
    """A random change: a few legal turns, or one with something wrong, seen and said well or badly."""
    fields = position(random)
    table = table_of(fields)
    order = seen_of(Change(line_of(GAME, fields), (line_of(GAME, fields),), (), True)).order
    dice = pairs(fields["dice"])
    kind = random.choice(("legal", "legal", "slip", "slip", "free", "chain", "open"))
    looks = [shown(fields, table, dice)]
    words: list[tuple[int, str]] = []
    count = random.randint(2, len(order)) if kind == "chain" else 1
    for player in order[:count]:
        turn = random_turn(random, table, player)
        dice[player] = _throw(random, turn.roll)
        states = turn.states[1:]
        if kind == "open":
            states = states[: random.randint(1, len(states))]
        looks += [shown(fields, state, dice) for state in states]
        words += [(len(looks) - 1, word) for word in spoken(turn, player, own=player == order[count - 1] or count == 1)]
        table = states[-1]
        if won(table, player):
            break
    if kind in ("slip", "free"):
        last = dict(looks[-1])
        for _ in range(1 if kind == "slip" else random.randint(1, 3)):
            slip(random, table, order[0], looks[0], last)
        looks[-1] = last
    said = say(random, words, order, len(looks))
    if random.random() < 0.7:
        looks = [looks[0], looks[-1]]
    if kind != "chain" and random.random() < 0.2:
        hide(random, looks, order[0])
    said = tuple((min(at, len(looks)), word) for at, word in said)
    return kind, Change(line_of(GAME, fields), tuple(line_of(GAME, look) for look in looks), said, kind != "open")


def random_turn(random: Random, table: Table, player: str) -> Story:
    """A random legal turn."""
    roll = random.choice(FACES)
    those = list(turns(table, player, roll))
    vain = [turn for turn in those if _in_vain(turn)]
    other = [turn for turn in those if turn not in vain and turn.sure]
    touching = [turn for turn in other if turn.states[-1].touched != table.touched]
    if touching and random.random() < 0.5:
        return random.choice(touching)
    return random.choice(vain if vain and (random.random() < 0.2 or not other) else other or those)


def spoken(turn: Story, player: str, *, own: bool) -> list[str]:
    """All that may be said truly of a turn."""
    said = [f"roll={turn.roll}"]
    said += [f"named={turn.named}"] if turn.named else []
    said += [f"turned={turn.turned or 'no'}"]
    after = turn.states[-1]
    if after.touched != turn.states[0].touched:
        said += [f"touch={after.ranks[after.touched[player] - 1]}"]
    return said if own else [f"{player}:{word}" for word in said]


def say(
    random: Random, true: Sequence[tuple[int, str]], order: Sequence[str], looks: int
) -> tuple[tuple[int, str], ...]:
    """What people say: nothing, some of it, all of it, with a wrong word or one about nothing."""
    manner = random.choice(("nothing", "nothing", "some", "all", "wrong", "astray"))
    some = [word for word in true if random.random() < 0.5]
    if manner in ("nothing", "some", "all"):
        return tuple({"nothing": [], "some": some, "all": list(true)}[manner])
    strange = random.choice(
        (f"roll={random.choice(FACES)}", f"named={random.choice(CELLS)}", f"turned={random.choice(CELLS)}",
         "turned=no", f"touch={random.choice('a2345')}")
    )  # fmt: skip
    if manner == "astray":
        strange = f"{random.choice(order)}:{strange}"
    return (*some, (looks - 1, strange))


def slip(random: Random, table: Table, player: str, before: Mapping[str, str], last: dict[str, str]) -> None:
    """Something else changes, allowed or not."""
    pawns, dice = pairs(last["pawns"]), pairs(last["dice"])
    lies = dict(zip(CELLS, last["cards"].replace("/", ",").split(","), strict=True))
    flags = pairs(last["flags"])
    others = [one for one in pawns if one != player]
    what = random.choice(
        ("pawn", "pawn", "pawn", "near", "flip", "flip", "unflip", "die", "other", "other die", "flag", "cards")
    )
    if what == "pawn":
        pawns[player] = random.choice(CELLS)
    elif what == "near":
        pawns[player] = random.choice(neighbours(random.choice([pawns[player], *(pawns[one] for one in others)])))
    elif what == "flip":
        cell = random.choice(CELLS)
        lies[cell] = lies[cell].removeprefix("-") if lies[cell][0] == "-" else f"-{lies[cell]}"
    elif what == "unflip":
        last["cards"] = before["cards"]
        return
    elif what == "die":
        dice[player] = pairs(before["dice"])[player] if random.random() < 0.5 else _throw(random)
    elif what == "other":
        one = random.choice(others)
        pawns[one] = random.choice(neighbours(pawns[one]))
    elif what == "other die":
        dice[random.choice(others)] = _throw(random)
        if random.random() < 0.5:
            dice[player] = pairs(before["dice"])[player]
    elif what == "flag":
        flags[random.choice(list(flags))] = random.choice([cell for cell in CELLS if cell not in flags.values()])
    else:
        one, two = random.choice(list(combinations(CELLS, 2)))
        lies[one], lies[two] = lies[two], lies[one]
    last.update({"cards": _rows(lies), "pawns": _listed(pawns), "dice": _listed(dice), "flags": _listed(flags)})


def hide(random: Random, looks: list[dict[str, str]], player: str) -> None:
    """Something lies over the last look: some cells, or the driver's die."""
    last = dict(looks[-1])
    if random.random() < 0.5:
        last["dice"] = _listed({one: pose for one, pose in pairs(last["dice"]).items() if one != player})
    else:
        cells = set(random.sample(CELLS, random.randint(1, 6)))
        lies = dict(zip(CELLS, last["cards"].replace("/", ",").split(","), strict=True))
        pawns = pairs(last["pawns"])
        lost = [one for one, place in pawns.items() if place in cells]
        last |= {
            "cards": _rows({cell: "?" if cell in cells else card for cell, card in lies.items()}),
            "flags": _listed({flag: place for flag, place in pairs(last["flags"]).items() if place not in cells}),
            "pawns": _listed({one: place for one, place in pawns.items() if one not in lost}),
            "missing": ",".join(lost),
            "unseen": ",".join(sorted(cells)),
        }
    looks[-1] = last
