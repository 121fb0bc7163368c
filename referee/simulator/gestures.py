"""How a hand goes about it: reach in, lift, carry, put down, leave, picture by picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from markers.kit import PlacedPiece
from referee.simulator.hands import Hand
from referee.simulator.tabletop import Step

LIFT_MM = 22.0
DRAW_BACK_MM = 170.0
GRIP_MM = 12.0
"""How far above the piece's face the fingertips are."""


@dataclass(frozen=True)
class Gesture:
    """One picture's worth of doing: the pieces as they are at that moment, and the hand if one is there."""

    pieces: tuple[PlacedPiece, ...]
    hand: Hand | None


def gestures_for(
    before: tuple[PlacedPiece, ...], steps: tuple[Step, ...], person: int, rng: np.random.Generator
) -> list[Gesture]:
    """Every picture between the table as it was and the table after all steps; none when there is no step."""
    if not steps:
        return []
    arm = arm_direction(person, rng)
    table = {piece.piece: piece for piece in before}
    done: list[Gesture] = []

    def show(hand: Hand) -> None:
        done.append(Gesture(tuple(table[name] for name in sorted(table)), hand))

    show(drawn_back(_above(_where(steps[0].before or steps[0].after), arm, person)))
    for step in steps:
        carried = step.before or step.after
        if step.before is not None:
            show(_above(step.before, arm, person))
        for moment in _carry(step):
            table[moment.piece] = moment
            show(_above(moment, arm, person))
        if step.after is None:
            table.pop(_where(carried).piece, None)
        else:
            table[step.after.piece] = step.after
            show(_above(step.after, arm, person))
    show(drawn_back(_above(_where(steps[-1].after or steps[-1].before), arm, person)))
    return done


def passing_hand(pieces: tuple[PlacedPiece, ...], person: int, rng: np.random.Generator) -> list[Gesture]:
    """A hand that points at something and goes away again."""
    arm = arm_direction(person, rng)
    target = pieces[int(rng.integers(len(pieces)))]
    over = _above(target, arm, person)
    return [Gesture(pieces, drawn_back(over)), Gesture(pieces, over), Gesture(pieces, drawn_back(over))]


def arm_direction(person: int, rng: np.random.Generator) -> float:
    """Each of four people sits at a side of the table; degrees in which the arm leaves it."""
    return (-90.0, 180.0, 90.0, 0.0)[person % 4] + float(rng.uniform(-25.0, 25.0))


def drawn_back(hand: Hand) -> Hand:
    """The same hand on its way in or out."""
    turn = math.radians(hand.from_deg)
    return replace(
        hand,
        x_mm=hand.x_mm + DRAW_BACK_MM * math.cos(turn),
        y_mm=hand.y_mm + DRAW_BACK_MM * math.sin(turn),
        z_mm=hand.z_mm + 20.0,
    )


def _above(piece: PlacedPiece, arm_deg: float, person: int) -> Hand:
    """A hand that holds a piece: its fingertips reach a little over it."""
    turn = math.radians(arm_deg)
    beyond = 16.0
    return Hand(
        piece.x_mm - beyond * math.cos(turn),
        piece.y_mm - beyond * math.sin(turn),
        arm_deg,
        piece.z_mm + GRIP_MM,
        person,
    )


def _carry(step: Step) -> list[PlacedPiece]:
    """The piece in the air, half way; a piece that only turns over is lifted where it is."""
    if step.before is None or step.after is None:
        return []
    return [
        replace(
            step.after,
            x_mm=(step.before.x_mm + step.after.x_mm) / 2.0,
            y_mm=(step.before.y_mm + step.after.y_mm) / 2.0,
            z_mm=max(step.before.z_mm, step.after.z_mm) + LIFT_MM,
            angle_deg=step.before.angle_deg,
        )
    ]


def _where(piece: PlacedPiece | None) -> PlacedPiece:
    if piece is None:
        raise ValueError("a step must name the piece before or after it")
    return piece
