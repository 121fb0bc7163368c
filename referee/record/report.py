"""A race as one HTML page that needs nothing else: no script, no picture from elsewhere, nothing is ever asked for."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html import escape
from statistics import fmean

import segno

from referee.errors import RecordError
from referee.mind.reasoned import Game
from referee.record.entry import Store
from referee.record.export_csv import time_text
from referee.record.incident_loop import loop
from referee.record.incident_picture import Places, Shown, close_up
from referee.record.report_chart import by_turn, dice_bars, lap_chart
from referee.record.report_style import STYLE, colour_of
from referee.record.story import Chapter, DriverSheet, Story
from referee.record.words import Tongue
from referee.words.catalogue import ENGLISH, with_names

Pictures = Callable[[int, str], bytes | None]
"""From an entry's id and a picture's name to the JPEG; None when it is not there (any more)."""


def no_place(entry_id: int) -> Shown | None:
    """A record of which no place is shown."""
    return None


_STILLS = ("before", "after")
_OWN_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def report(
    story: Story,
    game: Game,
    pictures: Pictures | None,
    language: str = ENGLISH,
    head: str = "",
    places: Places = no_place,
) -> str:
    """The whole page. `pictures` gives the evidence, None leaves it out; `places` shows faults in close-up instead.

    `game` draws the boards; `head` is the record's fingerprint, "" for one without seals. Raises NotationError for a
    position that is not of this game.
    """
    t = Tongue(game.words, with_names(language, story.names))
    body = race_parts(story, game, pictures, t, places=places) + fingerprint(head, t)
    return page(title(t, story, ""), body, language)


def kept_in(store: Store) -> Pictures:
    """The pictures of a record; one that is lost is None."""

    def picture(entry: int, name: str) -> bytes | None:
        try:
            return store.picture(entry, name)
        except RecordError:
            return None

    return picture


def title(t: Tongue, story: Story, how: str) -> str:
    """Which race this is about, or which `races`."""
    return t.say("title", how=how, title=story.title, when=when(story) or "none")


def race_parts(
    story: Story, game: Game, pictures: Pictures | None, t: Tongue, heading: str = "", places: Places = no_place
) -> str:
    """Everything about one race, under the game's name or another heading."""
    parts = {
        "places": wide(lap_chart(story.chapters, t)),
        "drivers": _drivers(story, t) + by_turn(story.chapters, t),
        "dice": _dice(story.sheets, t),
        "faults": "".join(_fault(one, pictures, places, t) for one in story.chapters if _doubtful(one)),
        "turns": _turns(story, game, t),
    }
    sections = (f"<section><h2>{escape(t.say(name))}</h2>{body}</section>" for name, body in parts.items() if body)
    return _head(story, heading, t) + _podium(story, t) + "".join(sections)


def fingerprint(head: str, t: Tongue) -> str:
    """What proves later, on paper, that nobody changed the record; as text and as QR code."""
    if not head:
        return ""
    code = segno.make(head, error="m", micro=False).svg_inline(scale=3, border=4, light="white")
    said = f"{escape(t.say('fingerprint', how='proves'))}<br><code>referee verify RECORD --seen {escape(head)}</code>"
    return (
        f'<section class="r-seal"><h2>{escape(t.say("fingerprint"))}</h2>{code}<p class="r-soft">{said}</p></section>'
    )


def page(title: str, body: str, language: str) -> str:
    """A body as a page that asks for nothing from anywhere."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f'<body class="r">{body}</body></html>\n'
    )


def when(story: Story) -> str:
    """Day and time of the start, "" for a recording."""
    text = time_text(story.start.time_ns)
    return text[:16].replace("T", " ") + " UTC" if text.endswith("Z") else ""


def _head(story: Story, heading: str, t: Tongue) -> str:
    verdicts = Counter(chapter.status for chapter in story.chapters if chapter.status)
    counts = {"legal": verdicts["LEGAL"], "fault": verdicts["ILLEGAL"], "open": verdicts["UNDECIDED"]}
    said = t.say("counts", n=verdicts.total(), **counts)
    began = f"{when(story)}. " if when(story) else ""
    return (
        f"<header><h1>{escape(heading or story.title)}</h1>"
        f"<p>{t.marked(story.outcome) or escape(t.say('not-over'))}</p>"
        f'<p class="r-soft">{escape(began + said)}</p></header>'
    )


def _podium(story: Story, t: Tongue) -> str:
    first = [row for row in story.standings if row["place"] in ("1", "2", "3")][:3]
    if not first or not story.outcome:
        return ""
    steps = "".join(
        f'<li class="r-{index}" style="--r-c:{colour_of(row["player"])}"><strong>{escape(row["place"])}.</strong>'
        f"{escape(t.named('who', row['player']))}<br><span class='r-soft r-small'>{t.marked(row['note'])}</span></li>"
        for index, row in enumerate(first, start=1)
    )
    return f'<ol class="r-podium" aria-label="{escape(t.say("podium"))}">{steps}</ol>'


def wide(body: str) -> str:
    """Something that may be wider than a phone."""
    return f'<div class="r-wide">{body}</div>' if body else ""


def _drivers(story: Story, t: Tongue) -> str:
    sheets = list(story.sheets.values())
    measures = list(dict.fromkeys(name for sheet in sheets for name in sheet.measures))
    names = [t.say(f"head-{name}") for name in ("place", "driver", "lap", "turns", "faults", "open")]
    names += [*(t.say("head-measure", measure=measure) for measure in measures), t.say("head-events")]
    rows_of = {row["player"]: row for row in story.standings}
    rows = []
    for sheet in sheets:
        row = rows_of.get(sheet.player, {})
        cells = [row.get("place", ""), "", row.get("lap", ""), sheet.turns, sheet.faults, sheet.questions]
        cells += [t.figure(_mean_and_most(sheet.measures.get(name, []))) for name in measures]
        cells += [", ".join(f"{count} × {t.named('event', event)}" for event, count in sheet.events.most_common())]
        shown = [f"<td>{escape(str(cell))}</td>" for cell in cells]
        dot = f'<span class="r-dot" style="--r-c:{colour_of(sheet.player)}"></span>'
        shown[1] = f'<th scope="row">{dot}{escape(t.named("who", sheet.player))}</th>'
        rows.append(f"<tr>{''.join(shown)}</tr>")
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return wide(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


def _mean_and_most(values: Sequence[float]) -> str:
    return f"{fmean(values):.1f}; {max(values):g}" if values else "–"


def _dice(sheets: Mapping[str, DriverSheet], t: Tongue) -> str:
    everyone: Counter[str] = Counter()
    for sheet in sheets.values():
        everyone.update(sheet.dice)
    if not everyone:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{escape(t.named("who", sheet.player))}</th><td>{sum(sheet.dice.values())}</td>'
        f"<td>{escape(', '.join(f'{face}: {count}' for face, count in sorted(sheet.dice.items())))}</td></tr>"
        for sheet in sheets.values()
        if sheet.dice
    )
    names = (t.say(f"head-{name}") for name in ("driver", "dice", "faces"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return dice_bars(everyone, t) + wide(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")


def _doubtful(chapter: Chapter) -> bool:
    return chapter.status in ("ILLEGAL", "UNDECIDED") or chapter.was_overruled


def _fault(chapter: Chapter, pictures: Pictures | None, places: Places, t: Tongue) -> str:
    told = [(t.told(name), at) for name, at in chapter.rules if t.told(name) not in t.told(chapter.words)]
    rules = "".join(f'<li>{escape(name)} <span class="r-soft">({escape(at)})</span></li>' for name, at in told)
    shown = _proof(chapter, pictures, places, t) if pictures is not None else ""
    return (
        f'<article class="r-fault r-{chapter.status}"><h3>{_heading(chapter, t)}</h3><p>{t.marked(chapter.words)}</p>'
        + (f'<ul class="r-small">{rules}</ul>' if rules else "")
        + (f"<p>{escape(_overruled(chapter, t))}</p>" if _overruled(chapter, t) else "")
        + (f'<div class="r-pair">{shown}</div>' if shown else "")
        + "</article>"
    )


def _overruled(chapter: Chapter, t: Tongue) -> str:
    return (
        t.say("overruled", why=chapter.overruled or t.say("overruled", how="no-why")) if chapter.was_overruled else ""
    )


def _proof(chapter: Chapter, pictures: Pictures, places: Places, t: Tongue) -> str:
    """The pictures before and after: of the place, drawn over, where the record can show it, else of the table."""
    there = [name for name in _STILLS if name in chapter.entry.pictures]
    if not there:
        return f"<p class='r-soft'>{escape(t.say('incident', how='none'))}.</p>"
    place = places(chapter.entry.id)
    told = {} if place is None else place.told(t.language)
    shown = ""
    for name in there:
        words = t.say("picture", name=name, n=chapter.number)
        jpeg = pictures(chapter.entry.id, name)
        close = None if jpeg is None else close_up(place, name, jpeg, t.language)
        alt = t.say("table", words=words) if close == jpeg else told[name]
        shown += _picture(close, name, words, alt, t)
    return shown + ("" if place is None else _seconds(chapter, place, t))


def _seconds(chapter: Chapter, place: Shown, t: Tongue) -> str:
    """The seconds before, which move only for who opens them."""
    before_ms = chapter.entry.data.get("clip_ms", ())
    try:
        jpegs = [place.picture(str(number), t.language) for number in range(len(before_ms))]
    except (KeyError, RecordError):  # lost
        return ""
    if len(jpegs) < 2:
        return ""
    data, words = base64.b64encode(loop(jpegs, before_ms)).decode("ascii"), escape(t.say("incident", how="clip"))
    return (
        f"<details><summary>{words}</summary>"
        f'<img loading="lazy" alt="{words}" src="data:image/webp;base64,{data}"></details>'
    )


def _picture(jpeg: bytes | None, name: str, words: str, alt: str, t: Tongue) -> str:
    if jpeg is None:
        return f"<p class='r-soft'>{escape(t.say('lost', name=name))}</p>"
    data = base64.b64encode(jpeg).decode("ascii")
    return (
        f'<figure><img loading="lazy" alt="{escape(alt)}" src="data:image/jpeg;base64,{data}">'
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )


def _heading(chapter: Chapter, t: Tongue) -> str:
    status = escape(t.named("status", chapter.status or "correction"))
    word = f'<span class="r-word r-{chapter.status}">{status}</span>'
    when = f' <span class="r-soft r-small">{escape(time_text(chapter.entry.time_ns))}</span>'
    return f"{chapter.counted}{escape(t.all_named('who', chapter.about))} {word}{when}"


def _turns(story: Story, game: Game, t: Tongue) -> str:
    """Every turn's board; their common style is written once."""
    styles: dict[str, None] = {}
    figures = [_figure(escape(t.say("start")), t.told(game.diagram(story.start.after, {})), "", "", styles)]
    for chapter in story.chapters:
        entry = chapter.entry
        marks = {**game.moved(entry.before, entry.after), "fault": chapter.status == "ILLEGAL"}
        marks["turn"] = str(entry.data.get("turn", ""))
        said = f" {t.say('said', words=', '.join(map(t.told, chapter.said)))}" if chapter.said else ""
        board = t.told(game.diagram(entry.after, marks))
        words = t.marked(chapter.words) + escape(said)
        figures.append(_figure(_heading(chapter, t), board, words, chapter.status, styles))
    return f'{"".join(styles)}<div class="r-turns">{"".join(figures)}</div>'


def _figure(heading: str, board: str, words: str, status: str, styles: dict[str, None]) -> str:
    styles.update(dict.fromkeys(_OWN_STYLE.findall(board)))
    return (
        f'<figure class="r-turn r-{status}"><figcaption><b>{heading}</b></figcaption>{_OWN_STYLE.sub("", board)}'
        f"<figcaption>{words}</figcaption></figure>"
    )
