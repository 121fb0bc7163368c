"""Ready tracks: legal roads, printed just where the law lays their tiles, and read from a picture as they lie."""

from __future__ import annotations

import pytest
from read_racepack_tables import read_tables

from markers import kits
from markers.design import Wish
from markers.racepack_tracks import TRACKS
from referee.errors import KitError
from referee.games.racepack.circuit import FIGURE_1, road
from referee.games.racepack.drawn_track import circuit_of
from referee.games.racepack.observation import Observation
from referee.games.racepack.position import observation_text
from referee.games.racepack.table import layout
from referee.games.racepack.track_check import circuit_problems
from referee.simulator.bodies import on_posters


@pytest.mark.parametrize("name", TRACKS)
def test_a_ready_track_is_legal(name: str) -> None:
    """The rule book has nothing against any of them; the first is its own recommendation."""
    assert circuit_problems(circuit_of(TRACKS[name])) == ()
    assert circuit_of(TRACKS["figure-1"]) == FIGURE_1
    assert len(road(circuit_of(TRACKS[name])).corners) >= 4


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", TRACKS)
def test_a_poster_has_its_tiles_where_the_law_lays_them(name: str, paper: str) -> None:
    """Three sheets bear all 24 tiles; sheets laid edge to edge bring each to its place on the table."""
    kit = kits.manifest("racepack", paper, Wish(track=name))
    laid = {one.piece: one for one in layout(observation_text(Observation(circuit_of(TRACKS[name]), ())), kit)}
    printed = list(on_posters(kit))
    assert len(printed) == 24
    assert len({sheet.page for _, sheet in printed}) == 3
    lower_left = {sheet.piece: sheet.outline_mm[3] for _, sheet in printed}
    widths, left = {}, 0.0
    for _, sheet in sorted(printed, key=lambda pair: pair[1].page):
        if sheet.piece not in widths:
            widths[sheet.piece] = left
            left += sheet.outline_mm[1][0] - sheet.outline_mm[0][0]
    first = None
    for tile, sheet in printed:
        corner = lower_left[sheet.piece]
        on_poster = (tile.origin_mm[0] - corner[0] + widths[sheet.piece], corner[1] - tile.origin_mm[1])
        place = laid[tile.piece]
        off = (on_poster[0] - place.x_mm, on_poster[1] - place.y_mm)
        first = first or off
        assert off == pytest.approx(first, abs=0.01)
        page = kit.pages[sheet.page]
        assert all(6.0 < x < page.width_mm - 6.0 and 6.0 < y < page.height_mm - 6.0 for x, y in sheet.outline_mm)


@pytest.mark.parametrize("tracks", [1, pytest.param(len(TRACKS), marks=pytest.mark.long)])
def test_a_track_is_read_from_a_picture_as_it_lies(tracks: int) -> None:
    """Each ready track with cars and coins by lot, at 960 x 540, the lens guessed."""
    for table in read_tables(tracks, (960, 540), 1, tracks=True):
        assert not table.found, table.text


def test_a_kit_with_a_track_says_so_in_its_manifest() -> None:
    """Its markers are smaller than on tiles of wood: it is another version, and a kit without tracks has none."""
    assert kits.manifest("racepack", wish=Wish(track="oval")).version == "2"
    assert kits.manifest("racepack").version == "1"
    with pytest.raises(KitError, match="no ready tracks"):
        kits.manifest("royal-racers", wish=Wish(track="oval"))
    with pytest.raises(KitError, match="figure-1, oval"):
        kits.manifest("racepack", wish=Wish(track="monza"))
    with pytest.raises(KitError, match="one piecepack"):
        kits.manifest("racepack", wish=Wish(track="oval", packs=2))
