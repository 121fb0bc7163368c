"""A record of several races as one page: the season's standings first, then each race."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from referee.games.season import Season
from referee.mind.reasoned import Game
from referee.record.incident_picture import Places
from referee.record.report import Pictures, fingerprint, no_place, page, race_parts, report, title, wide
from referee.record.report_style import colour_of
from referee.record.story import Story
from referee.record.words import Tongue
from referee.words.catalogue import ENGLISH, with_names


def whole_report(
    stories: Sequence[Story],
    game: Game,
    pictures: Pictures | None,
    language: str = ENGLISH,
    head: str = "",
    places: Places = no_place,
) -> str:
    """The report of every race of a record, one or several; see `report`."""
    if len(stories) == 1 and stories[0].season is None:
        return report(stories[0], game, pictures, language, head, places)
    t = Tongue(game.words, with_names(language, stories[-1].names))
    standings = next((story.season for story in reversed(stories) if story.season is not None), None)
    body = _standings(standings, stories[-1].outcome, t) if standings is not None else ""
    for number, story in enumerate(stories, start=1):
        race = story.season.race if story.season is not None else number
        body += race_parts(story, game, pictures, t, t.say("race", n=race), places)
    return page(title(t, stories[0], "races"), body + fingerprint(head, t), language)


def _standings(season: Season, outcome: str, t: Tongue) -> str:
    wins = season.target > 0
    race = t.say("race", how="of" if season.races else "", n=season.race, all=season.races)
    aim = t.say("aim-points", n=season.target) if wins else t.say("aim-flags")
    names = ("place", "driver", *(("points", "won") if wins else ("flags",)))
    head = "".join(f'<th scope="col">{escape(t.say(f"head-{name}"))}</th>' for name in names)
    who = [escape(t.named("who", row.player)) for row in season.rows]
    rows = "".join(
        f'<tr><td>{escape(row.place)}</td><th scope="row"><span class="r-dot" style="--r-c:{colour_of(row.player)}">'
        f"</span>{name}</th><td>{t.figure(f'{row.score:g}')}</td>{f'<td>{row.won}</td>' if wins else ''}</tr>"
        for row, name in zip(season.rows, who, strict=True)
    )
    table = wide(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
    return (
        f"<header><h1>{escape(t.named('season', season.name).capitalize())}</h1>"
        f"<p>{t.marked(outcome) or escape(t.say('still-on'))}</p>"
        f'<p class="r-soft">{escape(f"{race}; {aim}.")}</p></header>'
        f"<section><h2>{escape(t.say('standings'))}</h2>{table}</section>"
    )
