"""A state on the table and back, and as a drawing; places are called by white's numbers, in board mm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markers.kit import Manifest, PlacedPiece
from race_backgammon import book
from race_backgammon.book import BLACK, WHITE, Look, State
from race_backgammon.law import BAR, MEN, OFF
from referee.games.base import Reading, SceneLike
from referee.games.fixed_board import FixedBoard
from referee.games.handles import piece_handle, space_handles
from referee.games.rigid import Point

POINT_MM, ROW_MM, ROWS, BAR_MM, LEAF_MM = 26.0, 23.5, 4, 26.0, (182.0, 216.0)
ON_SPOT_MM, BETWEEN_MM, DOT_AWAY_MM = 12.8, 20.0, 4.0
CARD, CARD_AT, CUBE_X_MM = "throw", (-290.0, 0.0), -203.0
CUBE_AT = {"": (CUBE_X_MM, 0.0), WHITE: (CUBE_X_MM, -80.0), BLACK: (CUBE_X_MM, 80.0)}
LEAVES = {"board:left": (-LEAF_MM[0] / 2, 0.0), "board:right": (LEAF_MM[0] / 2, 0.0)}
SHEETS = LEAVES | {CARD: CARD_AT}


def column_mm(point: int) -> tuple[float, float]:
    """Where a point (white's number) lies: its x, and whether it points up from below (-1) or down from above (1)."""
    across = (12 - point if point <= 12 else point - 13) - 5.5
    return across * POINT_MM + (BAR_MM if across > 0 else -BAR_MM), -1.0 if point <= 12 else 1.0


def _spots() -> dict[str, Point]:
    """Where men lie: on points, as ``6/0`` to ``6/3`` from the edge inward, on the bar and off the board."""
    found: dict[str, Point] = {}
    for point in range(1, BAR):
        x, up = column_mm(point)
        found |= {f"{point}/{row}": (x, up * (LEAF_MM[1] / 2 - 12.0 - row * ROW_MM)) for row in range(ROWS)}
    for side, up in ((WHITE, -1.0), (BLACK, 1.0)):
        found |= {f"bar{side[0]}/{row}": (-BAR_MM / 2, up * (22.0 + 24.0 * row)) for row in range(3)}
        for n in range(MEN):
            found[f"off{side[0]}/{n}"] = CARD_AT[0] + 24.0 * (n % 5 - 2), up * (54.0 + 24.0 * (n // 5))
    return found


SPOTS = _spots()


def _place(side: str, place: int) -> str:
    """A side's place by the name it has on the table."""
    return {OFF: f"off{side[0]}", BAR: f"bar{side[0]}"}.get(place, str(place if side == WHITE else 25 - place))


def layout(state: State, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Where every piece lies; men beyond the fourth of a point lie on the first ones."""
    height_mm = {item.piece: item.height_mm for item in manifest.items}
    placed = [PlacedPiece(sheet, "top", *at, height_mm[sheet], 0.0) for sheet, at in SHEETS.items()]
    for side in (WHITE, BLACK):
        number = 0
        for place, count in enumerate(state.men(side)):
            rows = {OFF: MEN, BAR: 3}.get(place, ROWS)
            for n in range(count):
                number += 1
                piece, at = f"man:{side}{number}", SPOTS[f"{_place(side, place)}/{n % rows}"]
                placed.append(PlacedPiece(piece, "top", *at, height_mm[piece] * (1 + n // rows), 0.0))
    stakes, owner = state.cube
    face = str(stakes if stakes > 1 else book.LAST_CUBE)
    placed.append(PlacedPiece("cube", face, *CUBE_AT[owner], height_mm["cube"], 0.0))
    for piece, pips, x_mm in zip(manifest.dice[0].pieces, state.dice, (-18.0, 18.0), strict=False):
        placed.append(PlacedPiece(piece, str(pips), CARD_AT[0] + x_mm, CARD_AT[1], manifest.dice[0].edge_mm, 0.0))
    return tuple(placed)


def read(scene: SceneLike, manifest: Manifest, expected: State | None) -> Reading:
    """What a scene shows. A man who is not seen lies in a full pile or on a dot that is neither bare nor taken.

    Where there is no such place somebody has piled men up early: he may be at any place that is not bare.
    """
    board = FixedBoard(scene, LEAVES, {CARD: CARD_AT})
    standing = board.standing("man", SPOTS, ON_SPOT_MM, BETWEEN_MM)
    bare = board.bare(SPOTS, DOT_AWAY_MM) - set(standing.values())  # beside a man a dot may be seen all the same
    places = {spot: spot.partition("/")[0] for spot in SPOTS}
    filled = {places[spot] for spot in SPOTS if spot not in bare}
    hidden = {places[spot] for spot in SPOTS if spot not in bare and spot not in standing.values()}
    piled = filled - {places[spot] for spot in bare}
    men, unsure = {}, set()
    for side in (WHITE, BLACK):
        mine = [places[spot] for man, spot in standing.items() if man.startswith(f"man:{side}")]
        names = [_place(side, place) for place in range(BAR + 1)]
        men[side] = tuple(mine.count(one) for one in names)
        if len(mine) < MEN:
            maybe = hidden | (piled & {*mine}) or filled
            unsure |= {f"{side[0]}{place}" for place, one in enumerate(names) if one in maybe}
    dice = sorted((int(board.pieces[die].side) for die in board.of_kind("die")), reverse=True)
    cube = None
    if "cube" in board.pieces:
        shown, y_mm = int(board.pieces["cube"].side), board.at("cube")[1]
        owner = "" if abs(y_mm) < 40.0 else BLACK if y_mm > 0 else WHITE
        cube = (1 if shown == book.LAST_CUBE and not owner else shown, owner)
    look = Look(men[WHITE], men[BLACK], frozenset(unsure), tuple(dice) if len(dice) == 2 else None, cube)
    return board.reading(look, book.look_text(look))


def drawing(state: State, marks: Mapping[str, Any]) -> str:
    """The board as SVG."""
    at = {spot: (x_mm + 190.0, 115.0 - y_mm) for spot, (x_mm, y_mm) in SPOTS.items()}
    parts = ['<rect x="6" y="5" width="368" height="220" fill="#efe6d2" stroke="#555"/>']
    for point in range(1, BAR):
        (x_mm, up), fill = column_mm(point), ("#d9c69c", "#8a4b38")[point % 2]
        x, base, tip = x_mm + 190.0, 115.0 - up * 108.0, 115.0 - up * 18.0
        parts.append(f'<path d="M{x - 12:g} {base:g}h24L{x:g} {tip:g}z" fill="{fill}"/>')
    for side, fill, ink in ((WHITE, "#fffaf0", "#222"), (BLACK, "#26262b", "#fff")):
        for place, count in enumerate(state.men(side)):
            name, rows = _place(side, place), {OFF: MEN, BAR: 3}.get(place, ROWS)
            for n in range(min(count, rows)):
                x, y = at[f"{name}/{n}"]
                handle = piece_handle(f"{side}:{name}", side, (x, y))
                parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{fill}" stroke="#777"{handle}/>')
            if count > rows:
                words = f'text-anchor="middle" font-size="11" fill="{ink}">{count}</text>'
                parts.append(f'<text x="{x:g}" y="{y + 4:g}" {words}')
    words = f"dice {' '.join(map(str, state.dice)) or '-'}, cube {state.cube[0]}"
    parts.append(f'<text x="190" y="240" text-anchor="middle" font-size="11">{words}</text>')
    handles = space_handles((name, name, at[f"{name}/0"]) for name in map(str, range(1, BAR)))
    head = 'viewBox="-172 0 552 246" role="img" aria-label="Backgammon"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{"".join(parts)}{handles}</svg>'
