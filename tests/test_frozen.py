"""Frozen data and quick copies of it are those that the standard library makes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from referee import frozen


@dataclass(frozen=True)
class Oblong:
    """Something with a thing worked out once."""

    width_mm: int
    height_mm: int = 3
    called: tuple[str, ...] = ()

    @cached_property
    def area_mm2(self) -> int:
        """What hangs on two fields."""
        return self.width_mm * self.height_mm


@pytest.mark.parametrize("asked", [False, True])
def test_a_copy_is_what_the_standard_library_makes_and_works_its_area_out_anew(asked: bool) -> None:
    """The same fields, equal and with the same hash; nothing kept from before, and the old one as it was."""
    old = Oblong(2)
    assert not asked or old.area_mm2 == 6
    for changes in ({}, {"width_mm": 5}, {"height_mm": 7, "called": ("a", "b")}):
        copy, expected = frozen.replace(old, **changes), dataclasses.replace(old, **changes)
        assert type(copy) is Oblong
        assert (copy, hash(copy), repr(copy)) == (expected, hash(expected), repr(expected))
        assert copy.area_mm2 == copy.width_mm * copy.height_mm
    assert old == Oblong(2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        frozen.replace(old).width_mm = 3  # type: ignore[misc]


@pytest.mark.parametrize("asked", [False, True])
def test_a_field_that_there_is_not_is_refused(asked: bool) -> None:
    """Also the name of what is worked out is no field."""
    old = Oblong(2)
    assert not asked or old.area_mm2 == 6
    for name in ("depth_mm", "area_mm2"):
        unknown: dict[str, Any] = {name: 1}
        with pytest.raises(TypeError, match=name):
            frozen.replace(old, **unknown)


@frozen.dataclass(frozen=True, order=True)
class Spot:
    """Where something lies, as the law writes it."""

    x_mm: float
    y_mm: float = 0.0


@frozen.dataclass(frozen=True, order=True)
class NamedSpot(Spot):
    """The same with a name."""

    name: str = "there"
    values: tuple[str, ...] = ()


def test_frozen_data_is_what_the_standard_library_makes() -> None:
    """The same arguments and defaults, equal, ordered, hashed, written and kept; nobody writes on it."""
    twin = dataclasses.make_dataclass(
        "NamedSpot",
        [("x_mm", float), ("y_mm", float, 0.0), ("name", str, "there"), ("values", tuple[str, ...], ())],
        frozen=True,
        order=True,
    )
    for given, named in (((1.0,), {}), ((1.0, 2.0), {"name": "here"}), ((), {"values": ("a",), "x_mm": 3.0})):
        own, expected = NamedSpot(*given, **named), twin(*given, **named)
        assert (repr(own), hash(own), dataclasses.astuple(own)) == (
            repr(expected).removeprefix("types."), hash(expected), dataclasses.astuple(expected),
        )  # fmt: skip
        assert own == NamedSpot(*given, **named) == pickle.loads(pickle.dumps(own)) == copy.deepcopy(own)
        assert dataclasses.replace(own, y_mm=5.0) == frozen.replace(own, y_mm=5.0) != own
        with pytest.raises(dataclasses.FrozenInstanceError):
            own.name = "elsewhere"  # type: ignore[misc]
    assert list(inspect.signature(NamedSpot).parameters) == list(inspect.signature(twin).parameters)
    assert Spot(1.0) < Spot(1.0, 2.0)
    assert NamedSpot.__match_args__ == ("x_mm", "y_mm", "name", "values")
    for wrong in ({}, {"x_mm": 1.0, "z_mm": 2.0}):
        with pytest.raises(TypeError, match=r"x_mm|z_mm"):
            NamedSpot(**wrong)  # type: ignore[arg-type]
