"""A report's pictures that are drawn from numbers: places, speeds and times turn by turn, and how the dice fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from statistics import fmean

from referee.games.base import LAST
from referee.record.report_style import CHART, DARK, colour_of
from referee.record.story import Chapter
from referee.record.words import Tongue

_LEFT, _RIGHT, _TOP, _ROW, _BOTTOM = 34, 120, 14, 30, 34
_WIDTH, _BARS, FACES = 960, 52, 6
LONGEST_TURN_S = 1800.0
"""A longer one was a break that nobody told."""
_DASHES = ("", "9 4", "2 4", "12 3 2 3")  # a second way to tell the lines apart


def lap_chart(chapters: Sequence[Chapter], t: Tongue = Tongue(), width: int = 960) -> str:
    """Places by turn as SVG, the leader on top; turns with a fault are ringed. "" when nobody has a place."""
    turns = [chapter for chapter in chapters if chapter.places]
    drivers = list(dict.fromkeys(player for chapter in turns for player in chapter.places))
    last = max((place for chapter in turns for place in chapter.places.values() if place < LAST), default=0)
    if not last:
        return ""
    rows = max(last, len(drivers))
    step = (width - _LEFT - _RIGHT) / max(1, len(turns) - 1)
    height = _TOP + rows * _ROW + _BOTTOM
    parts = [_grid(turns, rows, step, width, t)]
    parts += [_lane(player, number, turns, step, t) for number, player in enumerate(drivers)]
    parts += [_ring(index, chapter, step, t) for index, chapter in enumerate(turns) if chapter.status == "ILLEGAL"]
    names = ", ".join(t.named("who", player) for player in drivers)
    label = t.say("chart", drivers=names, n=len(turns))
    return (
        f'<svg class="r-chart" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title>{''.join(parts)}</svg>"
    )


def chart_alone(chapters: Sequence[Chapter], t: Tongue, width: int) -> str:
    """The same as a picture of its own for a dark ground; "" when nobody has a place."""
    drawn = lap_chart(chapters, t, width)
    style = f"<style>:root{{{DARK}}}.r-chart{{font:15px sans-serif;fill:var(--r-ink)}}{CHART}</style>"
    return drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).replace("<title>", f"{style}<title>", 1)


def _y(place: float) -> float:
    return _TOP + (place - 0.5) * _ROW


def _seen_at(chapter: Chapter) -> Mapping[str, float]:
    """By driver who has a place, where the line is: who is level lies half a row below the other, not on it."""
    level, seen = Counter[int](), dict[str, float]()
    for player, place in chapter.places.items():
        if place < LAST:
            seen[player] = place + level[place] / 2
            level[place] += 1
    return seen


def _grid(turns: Sequence[Chapter], rows: int, step: float, width: int, t: Tongue) -> str:
    parts = []
    for place in range(1, rows + 1):
        parts.append(f'<path class="r-grid" d="M{_LEFT} {_y(place):.1f}H{width - _RIGHT}"/>')
        parts.append(f'<text x="{_LEFT - 12}" y="{_y(place) + 4:.1f}" text-anchor="end">{place}</text>')
    every = max(1, -(-len(turns) // 12))
    foot = _TOP + rows * _ROW + 22
    for index in range(0, len(turns), every):
        x = _LEFT + index * step
        parts.append(f'<text x="{x:.1f}" y="{foot}" text-anchor="middle">{turns[index].number}</text>')
    return "".join(parts) + f'<text x="{width - _RIGHT + 14}" y="{foot}">{escape(t.say("axis"))}</text>'


def _lane(player: str, number: int, turns: Sequence[Chapter], step: float, t: Tongue) -> str:
    points = [
        (_LEFT + index * step, _y(seen[player])) for index, seen in enumerate(map(_seen_at, turns)) if player in seen
    ]
    if not points:
        return ""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dash = _DASHES[number % len(_DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    x, y = points[-1]
    return (
        f'<g style="--r-c:{colour_of(player)}"><polyline class="r-lane"{dashes} points="{path}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour_of(player)}"/>'
        f'<text x="{x + 12:.1f}" y="{y + 4:.1f}">{escape(t.named("who", player))}</text></g>'
    )


def _ring(index: int, chapter: Chapter, step: float, t: Tongue) -> str:
    place = _seen_at(chapter).get(chapter.player)
    if place is None:
        return ""
    x, y = _LEFT + index * step, _y(place)
    title = t.say("turn", n=chapter.number, words=t.told(chapter.words))
    return f'<circle class="r-mark" cx="{x:.1f}" cy="{y:.1f}" r="6"><title>{escape(title)}</title></circle>'


def by_turn(chapters: Sequence[Chapter], t: Tongue = Tongue()) -> str:
    """What each driver did turn by turn, as rows of bars: what the game measures, and the time; "" without any."""
    taken: dict[str, dict[str, list[float]]] = {}
    for chapter in chapters:
        for facts in chapter.facts if chapter.player else ():
            for name, values in facts.measures.items():
                taken.setdefault(t.say("by-turn", measure=name), {}).setdefault(chapter.player, []).append(max(values))
    for chapter in chapters[1:]:  # before the first one people were still getting ready
        if chapter.player and 0.0 < chapter.lasted_s < LONGEST_TURN_S:
            taken.setdefault(t.say("by-turn-time"), {}).setdefault(chapter.player, []).append(chapter.lasted_s)
    return "".join(_rows(heading, rows, t) for heading, rows in taken.items())


def _rows(heading: str, rows: Mapping[str, Sequence[float]], t: Tongue) -> str:
    """A bar for each turn of each driver; the number of the tallest stands at the end."""
    most, count = max(max(values) for values in rows.values()), max(len(values) for values in rows.values())
    if not most:
        return ""
    wide = min(48.0, (_WIDTH - _LEFT - _RIGHT) / count)
    parts = []
    for row, (player, values) in enumerate(rows.items()):
        foot = _TOP + (row + 1) * _BARS
        bars = "".join(
            f'<rect x="{_LEFT + index * wide:.1f}" y="{foot - (_BARS - 12) * value / most:.1f}" '
            f'width="{0.8 * wide:.1f}" height="{(_BARS - 12) * value / most:.1f}" rx="1.5"/>'
            for index, value in enumerate(values)
        )
        name = f"{escape(t.named('who', player))}: {t.figure(f'{max(values):.3g}')}"
        parts.append(
            f'<g style="--r-c:{colour_of(player)}"><g class="r-bar">{bars}</g>'
            f'<path class="r-grid" d="M{_LEFT} {foot}H{_WIDTH - _RIGHT}"/>'
            f'<text x="{_WIDTH - _RIGHT + 14}" y="{foot - 4}">{name}</text></g>'
        )
    means = ", ".join(f"{t.named('who', player)} {t.figure(f'{fmean(values):.1f}')}" for player, values in rows.items())
    label = t.say("by-turn-means", heading=heading, list=means)
    height = _TOP + len(rows) * _BARS + 8
    return (
        f'<h3>{escape(heading)}</h3><div class="r-wide">'
        f'<svg class="r-chart" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(label)}"><title>{escape(label)}</title>{"".join(parts)}</svg></div>'
    )


def dice_bars(counts: Mapping[str, int], t: Tongue) -> str:
    """How often each face fell, as bars with their numbers; "" when nothing was rolled."""
    most = max(counts.values(), default=0)
    if not most:
        return ""
    bars = "".join(
        f'<div>{count}<i style="height:{4.5 * count / most:.2f}rem"></i><b>{escape(face)}</b></div>'
        for face, count in sorted(counts.items(), key=lambda one: _face_order(one[0]))
    )
    said = ", ".join(t.say("times", face=face, n=count) for face, count in counts.items())
    chance = t.say("by-chance", n=t.figure(f"{sum(counts.values()) / FACES:.1f}"))
    return (
        f'<div class="r-bars" role="img" aria-label="{escape(said)}. {escape(chance)}">{bars}'
        f'<u style="bottom:{1.2 + 4.5 * sum(counts.values()) / FACES / most:.2f}rem"></u></div>'
        f'<p class="r-soft r-small">{escape(chance)}</p>'
    )


def _face_order(face: str) -> tuple[int, str]:
    return ({"n": 0, "a": 1}.get(face, int(face) if face.isdecimal() else 99), face)
