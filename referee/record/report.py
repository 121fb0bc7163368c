"""A race as one HTML page that needs nothing else: no script, no picture from elsewhere, nothing is ever asked for."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html import escape
from statistics import fmean

from referee.games.base import Game
from referee.record.export_csv import time_text
from referee.record.report_chart import dice_bars, lap_chart
from referee.record.report_style import STYLE, colour_of
from referee.record.story import Chapter, DriverSheet, Story

Pictures = Callable[[int, str], bytes | None]
"""From an entry's id and a picture's name to the JPEG; None when it is not there (any more)."""

_WORDS = {"LEGAL": "legal", "ILLEGAL": "fault", "UNDECIDED": "open question", "": "correction"}
_STILLS = ("before", "after")
_OWN_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def report(story: Story, game: Game, pictures: Pictures | None) -> str:
    """The whole page. `pictures` gives the evidence, None leaves it out; `game` draws the boards.

    Raises NotationError for a position that is not of this game.
    """
    return page(f"{story.title}: the race of {when(story) or 'a recording'}", race_parts(story, game, pictures))


def race_parts(story: Story, game: Game, pictures: Pictures | None, heading: str = "") -> str:
    """Everything about one race, under the game's name or another heading."""
    faults = "".join(_fault(one, pictures) for one in story.chapters if _doubtful(one))
    parts = [
        _head(story, heading),
        _podium(story),
        _section("Places by turn", wide(lap_chart(story.chapters))),
        _section("Drivers", _drivers(story)),
        _section("Dice", _dice(story.sheets)),
        _section("Faults and open questions", faults),
        _section("Every turn", _turns(story, game)),
    ]
    return "".join(parts)


def page(title: str, body: str) -> str:
    """A body as a page that asks for nothing from anywhere."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f'<body class="r">{body}</body></html>\n'
    )


def when(story: Story) -> str:
    """Day and time of the start, "" for a recording."""
    text = time_text(story.start.time_ns)
    return text[:16].replace("T", " ") + " UTC" if text.endswith("Z") else ""


def _head(story: Story, heading: str) -> str:
    verdicts = Counter(chapter.status for chapter in story.chapters if chapter.status)
    counts = f"{verdicts['LEGAL']} legal, {verdicts['ILLEGAL']} with a fault, {verdicts['UNDECIDED']} open"
    said = f"{sum(verdicts.values())} turns: {counts}."
    began = f"{when(story)}. " if when(story) else ""
    return (
        f"<header><h1>{escape(heading or story.title)}</h1>"
        f"<p>{escape(story.outcome) or 'The race was not over when this was written.'}</p>"
        f'<p class="r-soft">{escape(began + said)}</p></header>'
    )


def _podium(story: Story) -> str:
    first = [row for row in story.standings if row["place"] in ("1", "2", "3")][:3]
    if not first or not story.outcome:
        return ""
    steps = "".join(
        f'<li class="r-{index}" style="--r-c:{colour_of(row["player"])}"><strong>{escape(row["place"])}.</strong>'
        f"{escape(row['player'])}<br><span class='r-soft r-small'>{escape(row['note'])}</span></li>"
        for index, row in enumerate(first, start=1)
    )
    return f'<ol class="r-podium" aria-label="Podium">{steps}</ol>'


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>" if body else ""


def wide(body: str) -> str:
    """Something that may be wider than a phone."""
    return f'<div class="r-wide">{body}</div>' if body else ""


def _drivers(story: Story) -> str:
    sheets = list(story.sheets.values())
    measures = list(dict.fromkeys(name for sheet in sheets for name in sheet.measures))
    names = ("place", "driver", "lap", "turns", "faults", "open", *(f"{m}: mean, most" for m in measures), "events")
    rows_of = {row["player"]: row for row in story.standings}
    rows = []
    for sheet in sheets:
        row = rows_of.get(sheet.player, {})
        cells = [row.get("place", ""), "", row.get("lap", ""), sheet.turns, sheet.faults, sheet.questions]
        cells += [_mean_and_most(sheet.measures.get(name, [])) for name in measures]
        cells += [", ".join(f"{count} × {event}" for event, count in sheet.events.most_common())]
        shown = [f"<td>{escape(str(cell))}</td>" for cell in cells]
        dot = f'<span class="r-dot" style="--r-c:{colour_of(sheet.player)}"></span>'
        shown[1] = f'<th scope="row">{dot}{escape(sheet.player)}</th>'
        rows.append(f"<tr>{''.join(shown)}</tr>")
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return wide(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


def _mean_and_most(values: Sequence[float]) -> str:
    return f"{fmean(values):.1f}, {max(values):g}" if values else "–"


def _dice(sheets: Mapping[str, DriverSheet]) -> str:
    everyone: Counter[str] = Counter()
    for sheet in sheets.values():
        everyone.update(sheet.dice)
    if not everyone:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{escape(sheet.player)}</th><td>{sum(sheet.dice.values())}</td>'
        f"<td>{escape(', '.join(f'{face}: {count}' for face, count in sorted(sheet.dice.items())))}</td></tr>"
        for sheet in sheets.values()
        if sheet.dice
    )
    head = '<tr><th scope="col">driver</th><th scope="col">dice</th><th scope="col">faces</th></tr>'
    return dice_bars(everyone) + wide(f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>")


def _doubtful(chapter: Chapter) -> bool:
    return chapter.status in ("ILLEGAL", "UNDECIDED") or bool(chapter.overruled)


def _fault(chapter: Chapter, pictures: Pictures | None) -> str:
    told = [(title, at) for title, at in chapter.rules if title not in chapter.words]
    rules = "".join(f'<li>{escape(title)} <span class="r-soft">({escape(at)})</span></li>' for title, at in told)
    shown = (
        "".join(_picture(chapter, name, pictures) for name in _STILLS if name in chapter.entry.pictures)
        if pictures
        else ""
    )
    return (
        f'<article class="r-fault r-{chapter.status}"><h3>{_heading(chapter)}</h3><p>{escape(chapter.words)}</p>'
        + (f'<ul class="r-small">{rules}</ul>' if rules else "")
        + (f"<p>Overruled: {escape(chapter.overruled)}</p>" if chapter.overruled else "")
        + (f'<div class="r-pair">{shown}</div>' if shown else "")
        + "</article>"
    )


def _picture(chapter: Chapter, name: str, pictures: Pictures) -> str:
    jpeg = pictures(chapter.entry.id, name)
    if jpeg is None:
        return f"<p class='r-soft'>The picture “{escape(name)}” is lost.</p>"
    data = base64.b64encode(jpeg).decode("ascii")
    words = f"{name} turn {chapter.number}"
    return (
        f'<figure><img loading="lazy" alt="the table {escape(words)}" src="data:image/jpeg;base64,{data}">'
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )


def _heading(chapter: Chapter) -> str:
    word = f'<span class="r-word r-{chapter.status}">{_WORDS.get(chapter.status, chapter.status)}</span>'
    when = f' <span class="r-soft r-small">{escape(time_text(chapter.entry.time_ns))}</span>'
    return f"{chapter.number}. {escape(chapter.player)} {word}{when}"


def _turns(story: Story, game: Game) -> str:
    """Every turn's board; their common style is written once."""
    styles: dict[str, None] = {}
    figures = [_figure("The start", game.diagram(story.start.after, {}), "", "", styles)]
    for chapter in story.chapters:
        entry = chapter.entry
        marks = {**game.moved(entry.before, entry.after), "fault": chapter.status == "ILLEGAL"}
        said = f" Said: {', '.join(chapter.said)}." if chapter.said else ""
        board = game.diagram(entry.after, marks)
        figures.append(_figure(_heading(chapter), board, chapter.words + said, chapter.status, styles))
    return f'{"".join(styles)}<div class="r-turns">{"".join(figures)}</div>'


def _figure(heading: str, board: str, words: str, status: str, styles: dict[str, None]) -> str:
    styles.update(dict.fromkeys(_OWN_STYLE.findall(board)))
    return (
        f'<figure class="r-turn r-{status}"><figcaption><b>{heading}</b></figcaption>{_OWN_STYLE.sub("", board)}'
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )
