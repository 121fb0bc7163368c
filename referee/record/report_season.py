"""A record of several races as one page: the season's standings first, then each race."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from referee.games.base import Game
from referee.games.season import Season
from referee.record.report import Pictures, page, race_parts, report, when, wide
from referee.record.report_style import colour_of
from referee.record.story import Story


def whole_report(stories: Sequence[Story], game: Game, pictures: Pictures | None) -> str:
    """The report of every race of a record, one or several; see `report`."""
    if len(stories) == 1 and stories[0].season is None:
        return report(stories[0], game, pictures)
    standings = next((story.season for story in reversed(stories) if story.season is not None), None)
    body = _standings(standings, stories[-1].outcome) if standings is not None else ""
    for number, story in enumerate(stories, start=1):
        race = story.season.race if story.season is not None else number
        body += race_parts(story, game, pictures, f"Race {race}")
    return page(f"{game.title}: the races of {when(stories[0]) or 'a recording'}", body)


def _standings(season: Season, outcome: str) -> str:
    wins = season.target > 0
    of = f" of {season.races}" if season.races else ""
    aim = f"{season.target} points win it" if wins else "the most flags win it"
    names = ("place", "driver", "points" if wins else "flags", *(("races won",) if wins else ()))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = "".join(
        f'<tr><td>{escape(row.place)}</td><th scope="row"><span class="r-dot" style="--r-c:{colour_of(row.player)}">'
        f"</span>{escape(row.player)}</th><td>{row.score:g}</td>{f'<td>{row.won}</td>' if wins else ''}</tr>"
        for row in season.rows
    )
    table = wide(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
    return (
        f"<header><h1>{escape(season.name.capitalize())}</h1><p>{escape(outcome) or 'The race is still on.'}</p>"
        f'<p class="r-soft">Race {season.race}{of}; {aim}.</p></header><section><h2>Standings</h2>{table}</section>'
    )
