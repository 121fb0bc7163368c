"""A Royal Racers board as SVG: cards face up with their rank, backs of the others, flags, pawns and dice.

The back of a card tells nothing: what lies face down is for the players to remember.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.colours import BY_DAY, BY_NIGHT, DRIVERS, badge, css, sign, style
from referee.games.handles import drawing, piece, space_handles, text, themes, titled
from referee.games.royal_racers.board import SIDE, SQUARES, Square, flag_words, parse_square, square_name
from referee.games.royal_racers.position import BACK, UNSEEN, Observation, parse_observation
from referee.games.royal_racers.table import CARD_MM, GAP_MM
from referee.games.royal_racers.words import WORDS

CELL, MARGIN, STRIP = 60.0, 24.0, 44.0
PLACED = (MARGIN + SIDE / 2 * CELL,) * 2 + (CELL / (CARD_MM[0] + GAP_MM), -CELL / (CARD_MM[1] + GAP_MM))
"""Where a mm of the table lies in the drawing, whose spaces are square (as `referee.games.handles.IN_MM`)."""
_PIPS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
STYLE = (
    themes("royal-racers", BY_DAY, BY_NIGHT)
    + style("royal-racers")
    + ".royal-racers .card{fill:var(--paper);stroke:var(--space);stroke-width:1}"
    ".royal-racers .back{fill:var(--back);stroke:var(--edge);stroke-width:1.6}"
    ".royal-racers .unseen{fill:none;stroke:var(--ink);stroke-dasharray:2 3}"
    ".royal-racers .rank{font-size:15px;font-weight:700}.royal-racers .red{fill:var(--fault)}"
    ".royal-racers .name{font-size:11px}.royal-racers .kerb{stroke-width:2.4;stroke-dasharray:5 5}"
    ".royal-racers .end{fill:var(--end);fill-opacity:.25;stroke:var(--end);stroke-width:2;stroke-dasharray:5 3}"
    ".royal-racers .turned{fill:none;stroke:var(--move);stroke-width:2.5}"
    ".royal-racers .move{stroke:var(--move);stroke-width:3.5;fill:none;opacity:.9}"
    ".royal-racers .fault{stroke:var(--fault);stroke-dasharray:7 5}"
    ".royal-racers .flag{stroke:#fafafa;stroke-width:1.2}"
    ".royal-racers .light{fill:#fafafa!important;font-weight:700;font-size:12px}"
    ".royal-racers .die{fill:#fffdf5;stroke-width:3}.royal-racers .face{fill:#222!important;font-weight:700}"
)


def diagram(position: str, marks: Mapping[str, Any]) -> str:
    """The position, or an observation, as SVG.

    Parameters
    ----------
    position : visible notation or a whole position.
    marks : ``from`` and ``to`` (the last move), ``ends`` (spaces a legal turn can end on), ``turned`` (cards turned
        over), ``fault`` (whether the last move was illegal). Any may be missing.

    Raises
    ------
    NotationError : the text cannot be read.
    """
    seen = parse_observation(position)
    parts = [
        *_names(),
        *(_card(seen, square) for square in SQUARES),
        *(_ring(parse_square(str(name)), "turned") for name in marks.get("turned", ())),
        *(_ring(parse_square(str(name)), "end") for name in marks.get("ends", ())),
        *(_flag(flag, square) for flag, square in seen.flags),
        *_arrow(marks),
        *(_pawn(suit, place) for suit, place in seen.pawns if place is not None),
        *_strip(seen),
        space_handles((square_name(square), square_name(square), _middle(square)) for square in SQUARES),
    ]
    side = SIDE * CELL + 2 * MARGIN
    ground = f'<rect class="ground" width="{side:g}" height="{side + STRIP:g}" rx="10"/>'
    return drawing(
        "royal-racers", f"0 0 {side:g} {side + STRIP:g}", 14, _in_words(seen), STYLE, [ground, *parts], mm=PLACED
    )


def _in_words(seen: Observation) -> str:
    """The position as a sentence for those who cannot see the drawing."""
    pieces = [_pawn_words(suit, place) for suit, place in seen.pawns]
    down = [square_name(square) for square in SQUARES if seen.cards[square].startswith(BACK)]
    pieces += [WORDS.told("lie-face-down", list=" ".join(down))] if down else []
    return WORDS.told("board-shows", pieces=pieces) if pieces else WORDS.told("board-shows", how="empty")


def _pawn_words(suit: str, place: Square | None) -> str:
    if place is None:
        return WORDS.told("pawn-is", how="off", who=suit)
    return WORDS.told("pawn-is", how="on", who=suit, space=square_name(place))


def _middle(square: Square) -> tuple[float, float]:
    return MARGIN + (square % SIDE + 0.5) * CELL, MARGIN + (SIDE - square // SIDE - 0.5) * CELL


def _names() -> list[str]:
    """Column letters below and row numbers on the left, so that people can say `c3`."""
    side = SIDE * CELL + MARGIN
    columns = [text((_middle(column)[0], side + 12), "abcdef"[column], "name") for column in range(SIDE)]
    return columns + [text((12, _middle(row * SIDE)[1]), str(row + 1), "name") for row in range(SIDE)]


def _card(seen: Observation, square: Square) -> str:
    x, y = _middle(square)
    at, cell, half = square_name(square), seen.cards[square], CELL / 2 - 2
    kind = "unseen" if cell == UNSEEN else "back" if cell.startswith(BACK) else "card"
    box = f'<rect class="{kind}" x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="5"/>'
    name = ""
    if kind == "card":
        colour, rank = " red" if cell[1] in "hd" else "", "A" if cell[0] == "a" else cell[0]
        kerbs = "".join(f"M{x + side * (half - 2.2):g} {y - half + 5:g}v{2 * half - 10:g}" for side in (-1, 1))
        name = (
            f'<path class="kerb" d="{kerbs}"/>'
            f'<text class="rank{colour}" x="{x - half + 18:g}" y="{y - half + 12:g}">{rank}{_PIPS[cell[1]]}</text>'
        )
    words, title = WORDS.told("card-on", space=at), WORDS.told("card-is", how=kind, space=at)
    return piece(f"card:{at}", words, (x - 15, y - 17), box + name, title)


def _ring(square: Square, kind: str) -> str:
    x, y = _middle(square)
    half = CELL / 2 - 4
    place = f'x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="5"'
    words = WORDS.told("turn-can-end" if kind == "end" else "turned-over", space=square_name(square))
    return f'<rect class="{kind}" {place}>{titled(words)}</rect>'


def _flag(flag: str, square: Square) -> str:
    x, y = _middle(square)
    rank = {"n": "0", "a": "A"}.get(flag[1], flag[1])
    fill = css(DRIVERS[flag[0]])
    shape = f'<rect class="flag" fill="{fill}" x="{x + 1:g}" y="{y - 3:g}" width="25" height="26" rx="2"/>'
    shape += sign(flag[0], (x + 19, y + 16), 4.6, "#fafafa") + text((x + 8, y + 6), rank, "light")
    return piece(flag, flag_words(flag), (x + 14, y + 10), shape)


def _pawn(suit: str, square: Square) -> str:
    x, y = _middle(square)
    at = (x - 10, y + 9)
    return piece(suit, WORDS.told("called", who=suit), at, badge(suit, at, 12.0), _pawn_words(suit, square))


def _arrow(marks: Mapping[str, Any]) -> list[str]:
    if not marks.get("from") or not marks.get("to"):
        return []
    (x1, y1), (x2, y2) = _middle(parse_square(str(marks["from"]))), _middle(parse_square(str(marks["to"])))
    kind = "move fault" if marks.get("fault") else "move"
    line = f'<path class="{kind}" d="M{x1 - 10:g} {y1 + 9:g}L{x2 - 10:g} {y2 + 9:g}"/>'
    return [line, f'<circle class="{kind}" cx="{x2 - 10:g}" cy="{y2 + 9:g}" r="16"/>']


def _strip(seen: Observation) -> list[str]:
    """Below the board: the dice, and pawns that are not on it."""
    y = SIDE * CELL + 2 * MARGIN + STRIP / 2 - 6
    parts = []
    for index, (suit, die) in enumerate(seen.dice):
        x = MARGIN + 16 + 44 * index
        face = {"n": "0", "a": "A"}.get(die.face, die.face)
        box = f'x="{x - 13:g}" y="{y - 13:g}" width="26" height="26" rx="5"'
        shape = f'<rect class="die" stroke="{css(DRIVERS[suit])}" {box}/>'
        shape += text((x, y + 0.5), face, "face")
        parts.append(piece(f"die:{suit}", WORDS.told("die-of", who=suit), (x, y), shape))
    away = [*(suit for suit, place in seen.pawns if place is None), *seen.missing]
    if away:
        words = WORDS.told("not-on-board", list=[WORDS.told("called", who=suit) for suit in away])
        parts.append(text((SIDE * CELL - 40, y), words, "name"))
    return parts
