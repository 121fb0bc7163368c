"""Sightings and scenes made by hand: what the tables of all four games are read from in tests."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.handles import Point


@dataclass(frozen=True)
class Seen:
    """One sighting of a piece: its middle on the table in mm and its turn in degrees."""

    piece: str
    side: str
    x_mm: float
    y_mm: float
    angle_deg: float
    confidence: float = 1.0
    remembered: bool = False


@dataclass(frozen=True)
class From:
    """From where a table is seen: the camera's place, and the part of the table in the picture (all when empty)."""

    camera_mm: tuple[float, float, float]
    shown_mm: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Look:
    """A scene: sightings, places seen bare, places hidden and outlines of what covers the table, all in mm."""

    sightings: tuple[Seen, ...]
    clear_mm: tuple[Point, ...] = ()
    hidden_mm: tuple[Point, ...] = ()
    covered: tuple[tuple[Point, ...], ...] = ()
    standpoint: From | None = None
