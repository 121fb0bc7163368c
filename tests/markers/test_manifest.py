"""The manifest as JSON: nothing is lost on the way, and damage is named."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from markers import kits
from markers.kit import Manifest, Page, PrintedItem, PrintedMarker
from markers.manifest import from_json, to_json
from referee.errors import KitError

NUMBERS = st.floats(-1000, 1000, allow_nan=False)
POINTS = st.tuples(NUMBERS, NUMBERS)
NAMES = st.text(min_size=1, max_size=12)
MARKERS = st.builds(
    PrintedMarker,
    family=st.just("DICT_4X4_1000"),
    marker_id=st.integers(0, 999),
    corners_mm=st.tuples(POINTS, POINTS, POINTS, POINTS),
)
ITEMS = st.builds(
    PrintedItem,
    piece=NAMES,
    side=NAMES,
    page=st.integers(0, 1),
    outline_mm=st.lists(POINTS, min_size=3, max_size=8).map(tuple),
    origin_mm=POINTS,
    height_mm=NUMBERS,
    markers=st.lists(MARKERS, max_size=4).map(tuple),
    fixed=st.booleans(),
)
MANIFESTS = st.builds(
    Manifest,
    kit=NAMES,
    version=NAMES,
    paper=NAMES,
    pages=st.just((Page(210.0, 297.0), Page(215.9, 279.4))),
    items=st.lists(ITEMS, max_size=4).map(tuple),
)
WHOLE = json.loads(to_json(kits.manifest("racepack")))


@given(MANIFESTS)
def test_round_trip(manifest: Manifest) -> None:
    """Any manifest comes back from its text exactly as it was."""
    assert from_json(to_json(manifest)) == manifest


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_kit_round_trips(paper: str) -> None:
    """The Racepack kit's own manifest comes back unchanged on both papers."""
    kit = kits.manifest("racepack", paper)
    assert from_json(to_json(kit)) == kit


def test_fields_are_those_of_the_contract() -> None:
    """The text has the documented keys, and a stranger's extra keys do no harm."""
    assert list(WHOLE) == ["kit", "version", "paper", "pages", "items"]
    item = WHOLE["items"][0]
    assert set(item) == {
        "piece",
        "side",
        "page",
        "outline_mm",
        "origin_mm",
        "up_mm",
        "height_mm",
        "fixed",
        "markers",
    }
    assert set(item["markers"][0]) == {"family", "id", "corners_mm"}
    extra = {**WHOLE, "owner": "me", "items": [{**WHOLE["items"][0], "colour": "red"}]}
    assert from_json(json.dumps(extra)).items[0].piece == item["piece"]


def test_fixed_and_up_may_be_absent() -> None:
    """A manifest with only the contract's keys is read, its items not fixed."""
    item = {key: value for key, value in WHOLE["items"][0].items() if key not in ("fixed", "up_mm")}
    assert from_json(json.dumps({**WHOLE, "items": [item]})).items[0].fixed is False


REQUIRED = [
    *[(key,) for key in ("kit", "version", "paper", "pages", "items")],
    *[("items", 0, key) for key in ("piece", "side", "page", "outline_mm", "origin_mm", "height_mm", "markers")],
    *[("items", 0, "markers", 0, key) for key in ("family", "id", "corners_mm")],
    *[("pages", 0, key) for key in ("width_mm", "height_mm")],
]


def _small() -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps({**WHOLE, "items": WHOLE["items"][:1]}))
    return copied


@pytest.mark.parametrize("path", REQUIRED)
def test_a_missing_key_is_named(path: tuple[Any, ...]) -> None:
    """Each key of the contract is asked for by name when it is gone."""
    facts = _small()
    holder: Any = facts
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    with pytest.raises(KitError, match=str(path[-1])):
        from_json(json.dumps(facts))


@given(st.sampled_from(REQUIRED), st.sampled_from([None, True, {}, -1, [[1]], "", "x", [1, "a"], 1e400]))
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=80)
def test_a_wrong_value_is_refused_or_harmless(path: tuple[Any, ...], value: Any) -> None:
    """Any value in any place is read as it stands or refused with a sentence, never a crash."""
    facts = _small()
    holder: Any = facts
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    text = json.dumps(facts)
    try:
        read = from_json(text)
    except KitError:
        return
    assert from_json(to_json(read)) == read


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", to_json(kits.manifest("racepack"))[:500]])
def test_a_broken_file_is_refused(text: str) -> None:
    """A file that is cut off or no manifest at all gives one sentence."""
    with pytest.raises(KitError, match="manifest"):
        from_json(text)
