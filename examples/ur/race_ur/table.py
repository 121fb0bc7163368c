"""A state on the table and back, and as a drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markers.kit import Manifest, PlacedPiece
from race_ur import law
from race_ur.law import DARK, LIGHT, MIDDLE_MM, PITCH_MM, SQUARES, WAY, Look, State
from referee.games.base import Reading, SceneLike
from referee.games.fixed_board import FixedBoard
from referee.games.handles import piece_handle, space_handles

INK = {"l": "#d9a833", "d": "#293873"}


def layout(state: State, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Where every piece lies: men that are not on the board in a column at their side, the dice below it."""
    placed = [("board", "top", (0.0, 0.0))]
    for side, x_mm in ((LIGHT, -115.0), (DARK, 115.0)):
        for number, man in enumerate(state.men(side), 1):
            at = MIDDLE_MM[law.WAYS[side][man - 1]] if 0 < man <= WAY else (x_mm, (number - 4) * PITCH_MM)
            placed.append((f"man:{side}{number}", "top", at))
    for n in range(law.DICE):  # what is thrown comes to lie elsewhere
        at = ((n - 1.5) * 40.0, 7.0 * state.dice - 156.0)
        placed.append((f"stick:{n + 1}", "1" if n < state.dice else "0", at))
    height_mm = {item.piece: item.height_mm for item in manifest.items}
    return tuple(PlacedPiece(piece, side, *at, height_mm[piece], 0.0) for piece, side, at in placed)


def read(scene: SceneLike, manifest: Manifest, expected: State | None) -> Reading:
    """What a scene shows. A man who is not seen at all may stand on any square on which nobody is seen."""
    board = FixedBoard(scene, {"board": (0.0, 0.0)})
    on = {place: man[4] for man, place in board.standing("man", MIDDLE_MM, 11.0, PITCH_MM * 0.7).items()}
    all_seen, part = len(board.of_kind("man")) == 2 * law.MEN and not board.problems, (PITCH_MM * 0.6, PITCH_MM * 0.6)
    bare = {one for one in SQUARES if all_seen and not board.is_covered(MIDDLE_MM[one], part)}
    squares = "".join(on.get(one, law.EMPTY if one in bare else law.UNSEEN) for one in SQUARES)
    sticks = [board.pieces[stick] for stick in board.of_kind("stick")]
    dice = [int(stick.side) for stick in sticks if not stick.remembered]
    look = Look(squares, sum(dice) if len(dice) == law.DICE else None)
    return board.reading(look, law.look_text(look))


def drawing(state: State, marks: Mapping[str, Any]) -> str:
    """The board as SVG."""
    x0, y0 = 60.0, 125.0
    at = {square: (x0 + x_mm, y0 - y_mm) for square, (x_mm, y_mm) in MIDDLE_MM.items()}
    parts, marked = [], {*marks.get("ends", ()), marks.get("from"), marks.get("to")}
    for square, letter in zip(SQUARES, law.show(state).squares, strict=True):
        (x, y), fill, line = at[square], "#f0cf8a" if square in law.STARS else "#fffdf5", 3 if square in marked else 1
        box = f'x="{x - 13}" y="{y - 13}" width="26" height="26"'
        parts.append(f'<rect {box} fill="{fill}" stroke="#555" stroke-width="{line}"/>')
        if letter in INK:
            handle = piece_handle(square, LIGHT if letter == "l" else DARK, at[square])
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{INK[letter]}" stroke="#fff"{handle}/>')
    home = ", ".join(f"{side}: {sum(man > WAY for man in state.men(side))} home" for side in (LIGHT, DARK))
    parts.append(f'<text x="60" y="258" text-anchor="middle" font-size="9">{home}; dice {state.dice}</text>')
    handles = space_handles((square, square, at[square]) for square in SQUARES)
    head = f'viewBox="0 0 120 265" data-mm="{x0:g} {y0:g} 1 -1" role="img" aria-label="{home}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{"".join(parts)}{handles}</svg>'
