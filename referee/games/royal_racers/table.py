"""Royal Racers on the table: `layout` puts a position down in millimetres, `read` finds it again in a scene.

The pieces and their sides: 36 cards ``card:as`` (rank, suit) with sides ``face`` and ``back``; flags ``tile:Sa`` (suit
and rank) with side ``face``, on the middle of a card; pawns ``pawn:S`` with side ``cap``, in the middle of a card or of
the flag on it; dice ``die:S`` whose side is the face shown (n a 2 3 4 5), anywhere beside the board. Flags that are not
placed yet are in the players' hands and are not laid.

Board frame: origin in the middle of the 36 cards, x right, y up, a1 at the lower left; cards upright at angle 0.
What is covered is never read as empty or as it was, and a piece between two spaces is on neither: it is reported.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass, field

from markers.geometry import relative
from markers.kit import Manifest, PlacedPiece
from referee.games.base import Reading, SceneLike, SightingLike
from referee.games.problem import Problem
from referee.games.rigid import Point, Transform, fit, turned
from referee.games.royal_racers.board import DECK, FACES, FLAG_RANKS, SIDE, SQUARES, SUITS, Square, square_name
from referee.games.royal_racers.position import (
    BACK,
    UNSEEN,
    Die,
    Observation,
    Place,
    flag_key,
    observation_text,
    parse_observation,
    parse_position,
)
from referee.games.royal_racers.words import WORDS
from referee.games.sighted import Sighted, sorted_out

CARD_MM: Point = (63.0, 88.0)
"""A playing card, when the kit has none of its own."""
GAP_MM = 4.0
CARD_Z_MM, TILE_Z_MM, PAWN_Z_MM, DIE_Z_MM = 0.3, 6.65, 28.9, 20.0
"""Heights of the faces above the table when the kit does not say: a pawn is meant standing on a card."""
ON_SPACE = 0.4
"""A piece is on a space within this part of the pitch from its middle, along and across."""


@dataclass(frozen=True)
class Grid:
    """The distances between neighbouring cards."""

    across_mm: float
    up_mm: float

    @property
    def half(self) -> Point:
        """Half the width and height of the board."""
        return self.across_mm * SIDE / 2, self.up_mm * SIDE / 2

    def middle(self, square: Square) -> Point:
        """Board mm of the middle of a square."""
        column, row = square % SIDE, square // SIDE
        return (column - (SIDE - 1) / 2) * self.across_mm, (row - (SIDE - 1) / 2) * self.up_mm

    def inside(self, point: Point) -> bool:
        """Whether a board point lies on the board."""
        return abs(point[0]) <= self.half[0] and abs(point[1]) <= self.half[1]

    def square(self, point: Point) -> Square | None:
        """The square a piece at a board point stands on; None between two spaces or off the board."""
        column, row = point[0] / self.across_mm + (SIDE - 1) / 2, point[1] / self.up_mm + (SIDE - 1) / 2
        near = (round(column), round(row))
        if not all(0 <= index < SIDE for index in near) or max(abs(column - near[0]), abs(row - near[1])) > ON_SPACE:
            return None
        return near[0] + SIDE * near[1]

    def squares_near(self, point: Point) -> tuple[Square, ...]:
        """The squares a piece between spaces may belong to."""
        column, row = point[0] / self.across_mm + (SIDE - 1) / 2, point[1] / self.up_mm + (SIDE - 1) / 2
        columns = {min(max(index, 0), SIDE - 1) for index in (math.floor(column), math.ceil(column))}
        rows = {min(max(index, 0), SIDE - 1) for index in (math.floor(row), math.ceil(row))}
        return tuple(sorted(c + SIDE * r for c in columns for r in rows))


def grid_of(manifest: Manifest) -> Grid:
    """The pitch of a board laid with the cards of a kit, a small gap apart."""
    card = next((relative(item) for item in manifest.items if item.piece.startswith("card:")), None)
    if card is None:
        return Grid(CARD_MM[0] + GAP_MM, CARD_MM[1] + GAP_MM)
    xs, ys = [x for x, _ in card.outline_mm], [y for _, y in card.outline_mm]
    return Grid(max(xs) - min(xs) + GAP_MM, max(ys) - min(ys) + GAP_MM)


ASIDE_MM = 14.0
"""How far two pawns on one card stand from its middle."""

FLAGS_APART_MM = 38.0
"""From flag to flag where, against the rules, two lie on one card: the upper one leaves the lower one's marker free."""


def layout(position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Every card, flag, pawn and die of a position. Raises NotationError when it cannot be read."""
    state = parse_position(position)
    grid, heights = grid_of(manifest), _heights(manifest)
    card_z, tile_z = heights.get("card", CARD_Z_MM), heights.get("tile", TILE_Z_MM)
    placed = []
    for square, card in enumerate(state.cards):
        side = "back" if square in state.down else "face"
        placed.append(PlacedPiece(f"card:{card}", side, *grid.middle(square), card_z, 0.0))
    for flag, square in state.flags:
        x_mm, y_mm = grid.middle(square)
        here = [one for one, at in state.flags if at == square]
        step = here.index(flag)
        up_mm = FLAGS_APART_MM * (step - (len(here) - 1) / 2)
        placed.append(PlacedPiece(f"tile:{flag}", "face", x_mm, y_mm + up_mm, tile_z + step * (tile_z - card_z), 0.0))
    on_card = heights.get("pawn", PAWN_Z_MM)
    for suit, square in state.pawns:
        x_mm, y_mm = grid.middle(square)
        z_mm = on_card + (tile_z - card_z if square in state.flagged else 0.0)
        placed.append(PlacedPiece(f"pawn:{suit}", "cap", x_mm + _aside(state.pawns, suit, square), y_mm, z_mm, 0.0))
    for suit, die in state.dice:
        z_mm = heights.get("die", DIE_Z_MM)
        placed.append(PlacedPiece(f"die:{suit}", die.face, grid.half[0] + die.x_mm, die.y_mm, z_mm, die.angle_deg))
    return tuple(placed)


def _heights(manifest: Manifest) -> dict[str, float]:
    """The height of each kind of piece in the kit."""
    return {item.piece.split(":")[0]: item.height_mm for item in manifest.items}


def _aside(pawns: tuple[tuple[str, Square], ...], suit: str, square: Square) -> float:
    """Pawns that share a card stand side by side."""
    here = [one for one in SUITS if (one, square) in pawns]
    return ASIDE_MM * (2 * here.index(suit) - len(here) + 1)


CLOSEST, WIDEST, PITCH_STEPS = 0.92, 1.45, 120
"""Between these shares of the usual distance cards of one board lie apart."""
NEAR_LINE = 0.3
"""A card farther than this part of the distance from every row or column lies between them."""
MIDDLE_PART = 2 / 3
"""Of a card so much must be in view, along and across."""
FEWEST_CARDS = 4
"""So many cards must be seen to find a known board again."""


@dataclass(kw_only=True)
class Table(Sighted):
    """A board that was found, while the pieces on it are being read."""

    grid: Grid
    unsure: set[Square] = field(default_factory=set)

    def pieces(self, kind: str) -> list[str]:
        """The found pieces of a kind by name."""
        return [piece.split(":")[1] for piece in self.of_kind(kind)]


def read(scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
    """What the scene shows.

    Parameters
    ----------
    scene : sightings and covered regions in the eye's table frame.
    manifest : the kit on the table; without cards in it, cards of the usual size are taken for granted.
    expected : the position that should stand there, or None for a table never seen before. It says which card lies
        where, and so which way round the board is; a new board is taken as the picture has it upright.

    Raises
    ------
    NotationError : `expected` cannot be read.
    """
    known = parse_observation(expected) if expected else None
    found, problems = sorted_out(
        scene.sightings,
        lambda seen: Problem(WORDS.told("two-copies-are-on-table", text=seen.piece), seen.piece),
        30.0,
        lambda seen: (
            "" if _belongs(seen.piece, seen.side) else WORDS.told("piece-another-kit-lies-on", text=seen.piece)
        ),
    )
    cards = {piece[5:]: (seen.x_mm, seen.y_mm) for piece, seen in found.items() if piece.startswith("card:")}
    nominal = grid_of(manifest)
    squares = _known_squares(cards, known) if known else _new_squares(cards, found, nominal, problems)
    board = _board(cards, squares, nominal)
    if board is None:
        problems.append(WORDS.told("board-is-not-be-seen"))
        return Sighted(scene=scene, found=found, problems=problems).reading(None, "")
    table = Table(scene=scene, found=found, frame=board[1], problems=problems, grid=board[0])
    seen = _observe(table, known)
    return table.reading(seen, observation_text(seen))


def _belongs(piece: str, side: str) -> bool:
    kind, _, name = piece.partition(":")
    match kind:
        case "card":
            return name in DECK and side in ("face", "back")
        case "tile":
            return len(name) == 2 and name[0] in SUITS and name[1] in FLAG_RANKS
        case "die":
            return name in SUITS and side in FACES
    return kind == "pawn" and name in SUITS


def _known_squares(cards: dict[str, Point], known: Observation) -> dict[str, Square]:
    """The square of each card as it was laid."""
    laid = {cell.removeprefix(BACK): square for square, cell in enumerate(known.cards)}
    return {card: laid[card] for card in cards if card in laid}


def _new_squares(
    cards: dict[str, Point], found: dict[str, SightingLike], grid: Grid, problems: list[str]
) -> dict[str, Square]:
    """The squares of cards never seen before: six columns and six rows along the cards' own edges."""
    if len(cards) < FEWEST_CARDS:
        return {}
    angles = [2 * math.radians(found[f"card:{card}"].angle_deg) for card in cards]
    turn_deg = math.degrees(math.atan2(sum(map(math.sin, angles)), sum(map(math.cos, angles)))) / 2
    straight = {card: turned(point, -turn_deg) for card, point in cards.items()}
    columns = _lines({card: x for card, (x, _) in straight.items()}, grid.across_mm)
    rows = _lines({card: y for card, (_, y) in straight.items()}, grid.up_mm)
    width, height = len(set(columns.values())), len(set(rows.values()))
    if (width, height) != (SIDE, SIDE) or max(*columns.values(), *rows.values()) != SIDE - 1:
        problems.append(WORDS.told("rows-and-columns-cards-are", height=height, width=width))
        return {}
    return {card: columns[card] + SIDE * rows[card] for card in cards if card in columns and card in rows}


def _lines(values: dict[str, float], nominal: float) -> dict[str, int]:
    """Number the evenly spaced lines on which values lie, from 0; those far from every line are left out.

    Of the distances that make sense the one is taken for which the values, wound up on a circle, lie closest together.
    """
    pitches = [nominal * (CLOSEST + step * (WIDEST - CLOSEST) / PITCH_STEPS) for step in range(PITCH_STEPS + 1)]
    wound = {pitch: sum(cmath.exp(2j * math.pi * value / pitch) for value in values.values()) for pitch in pitches}
    pitch = max(pitches, key=lambda one: abs(wound[one]))
    first = cmath.phase(wound[pitch]) / (2 * math.pi)
    turns = {card: value / pitch - first for card, value in values.items()}
    near = {card: round(turn) for card, turn in turns.items() if abs(turn - round(turn)) <= NEAR_LINE}
    lowest = min(near.values(), default=0)
    return {card: number - lowest for card, number in near.items()}


def _board(cards: dict[str, Point], squares: dict[str, Square], grid: Grid) -> tuple[Grid, Transform] | None:
    """The pitch as the cards really lie, and the way from table to board; cards far off their place do not count."""
    trusted = list(squares)
    for _ in range(3):
        if len(trusted) < FEWEST_CARDS:
            return None
        frame = fit([(cards[card], grid.middle(squares[card])) for card in trusted])
        at = {card: frame.of(cards[card]) for card in squares}
        off = {card: math.dist(at[card], grid.middle(squares[card])) for card in squares}
        limit = max(sorted(off.values())[len(off) // 2] * 3, min(grid.across_mm, grid.up_mm) * 0.35)
        trusted = [card for card in squares if off[card] <= limit]
        grid = Grid(
            _pitch([(squares[card] % SIDE, at[card][0]) for card in trusted], grid.across_mm),
            _pitch([(squares[card] // SIDE, at[card][1]) for card in trusted], grid.up_mm),
        )
    return grid, fit([(cards[card], grid.middle(squares[card])) for card in trusted])


def _pitch(pairs: list[tuple[int, float]], nominal: float) -> float:
    """The distance between lines that fits best, unless it makes no sense."""
    count = len(pairs)
    if count < FEWEST_CARDS:
        return nominal
    n, v = sum(number for number, _ in pairs) / count, sum(value for _, value in pairs) / count
    spread = sum((number - n) ** 2 for number, _ in pairs)
    slope = sum((number - n) * (value - v) for number, value in pairs) / spread if spread else nominal
    return slope if 0.7 * nominal <= slope <= 1.6 * nominal else nominal


def _observe(table: Table, known: Observation | None) -> Observation:
    part = (table.grid.across_mm * MIDDLE_PART, table.grid.up_mm * MIDDLE_PART)
    covered = {square for square in SQUARES if table.is_covered(table.grid.middle(square), part)}
    cells = _cells(table, covered)
    flags = _flags(table)
    pawns, missing = _pawns(table, known)
    hidden = {square for square in SQUARES if cells[square] == UNSEEN}
    # a card's own markers are seen beside a flag too: that one was not read does not say that it was taken away
    lost = {square for flag, square in (known.flags if known else ()) if flag not in dict(flags)}
    return Observation(
        cards=cells,
        flags=flags,
        pawns=pawns,
        missing=missing,
        dice=_dice(table),
        unseen=frozenset(covered | hidden | lost | table.unsure),
    )


def _cells(table: Table, covered: set[Square]) -> tuple[str, ...]:
    """The card on each square; a covered or a remembered one may have been turned, so it is unseen."""
    cells: dict[Square, str] = {}
    for card in table.pieces("card"):
        piece = f"card:{card}"
        square = table.grid.square(table.at(piece))
        if square is None:
            table.report(WORDS.told("card-lies-between-places-board", near=_near(table, piece)), piece)
            table.unsure.update(table.grid.squares_near(table.at(piece)))
        elif square in cells:
            table.report(WORDS.told("two-cards-lie-on", space=square_name(square)), piece)
            cells[square] = UNSEEN
        else:
            table.spaces[piece] = square_name(square)
            seen = table.found[piece]
            hidden = square in covered or seen.remembered
            cells[square] = UNSEEN if hidden else (BACK if seen.side == "back" else "") + card
    return tuple(cells.get(square, UNSEEN) for square in SQUARES)


def _near(table: Table, piece: str) -> list[str]:
    return [square_name(square) for square in table.grid.squares_near(table.at(piece))]


def _astray(table: Table, piece: str) -> str:
    """Where a piece lies that is on no space: between some, or beyond the edge of one."""
    near = _near(table, piece)
    return WORDS.told("between" if len(near) > 1 else "half-off", near=near)


def _flags(table: Table) -> tuple[tuple[str, Square], ...]:
    found: dict[str, Square] = {}
    for flag in table.pieces("tile"):
        piece = f"tile:{flag}"
        square = table.grid.square(table.at(piece))
        if square is not None:
            table.spaces[piece] = square_name(square)
            found[flag] = square
        elif table.grid.inside(table.at(piece)):
            table.report(WORDS.told("flag-lies", who=flag[0], where=_astray(table, piece)), piece)
            table.unsure.update(table.grid.squares_near(table.at(piece)))
    return tuple(sorted(found.items(), key=flag_key))


def _pawns(table: Table, known: Observation | None) -> tuple[tuple[tuple[str, Place], ...], tuple[str, ...]]:
    """The pawns with their places, and those that should be there and have none."""
    there = table.pieces("pawn")
    sought = {suit for suit, _ in known.pawns} | set(known.missing) if known else set(there)
    placed: dict[str, Place] = {}
    for suit in (suit for suit in there if suit in sought):
        piece = f"pawn:{suit}"
        point = table.at(piece)
        square = table.grid.square(point)
        if square is not None:
            table.spaces[piece] = square_name(square)
            placed[suit] = square
        elif table.grid.inside(point):
            table.report(WORDS.told("pawn-stands", who=suit, where=_astray(table, piece)), piece)
            table.unsure.update(table.grid.squares_near(point))
        elif known:
            placed[suit] = None
    missing = tuple(suit for suit in SUITS if suit in sought and suit not in placed) if known else ()
    return tuple((suit, placed[suit]) for suit in SUITS if suit in placed), missing


def _dice(table: Table) -> tuple[tuple[str, Die], ...]:
    """The dice beside the board; one that lies on the cards is not read."""
    found = {}
    for suit in table.pieces("die"):
        die, (x_mm, y_mm) = table.found[f"die:{suit}"], table.at(f"die:{suit}")
        if table.grid.inside((x_mm, y_mm)):
            table.report(WORDS.told("die-lies-on-board-put", who=suit), f"die:{suit}")
            continue
        angle_deg = round(die.angle_deg + table.frame.turn_deg) % 360
        found[suit] = Die(die.side, round(x_mm - table.grid.half[0], 1) + 0.0, round(y_mm, 1) + 0.0, float(angle_deg))
        table.spaces[f"die:{suit}"] = "beside the board"
    return tuple((suit, found[suit]) for suit in SUITS if suit in found)
