"""The set-up as the page draws it: plain data. Words that people read are keys of the page's message files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from math import isnan
from pathlib import PurePath
from random import Random
from typing import Any

from calibration.camera_model import CameraModel
from markers.livery import DRIVERS
from referee.addresses import shown_address
from referee.devices.races import Unfinished
from referee.errors import RefereeError
from referee.games.options import in_words
from referee.games.registry import game, listed, names
from referee.hosting.cameras import Listed
from referee.hosting.choices import SIMULATED, STEPS, Choices, ruler_state
from referee.hosting.look_on import LookState
from referee.hosting.picture_check import Check
from referee.mind.reasoned import Game

CHECKS = ("markers", "size", "focus", "light")


def guide_view(
    choices: Choices, cameras: Sequence[Listed], look: LookState, unfinished: Sequence[Unfinished], problem: str
) -> dict[str, Any]:
    """Everything the guided path shows."""
    drivers, whose = crew_of(choices.game, choices.players, tuple(choices.agreed.items()))
    return {
        "step": choices.step,
        "steps": [{"name": step, "state": _state(step, choices, look)} for step in STEPS],
        "games": [_game_view(law) for law in listed()],
        "game": choices.game,
        "players": choices.players,
        "agreed": dict(choices.agreed),
        "drivers": list(drivers),
        "whose": whose,
        "names": {driver: name for driver, name in choices.names.items() if name},
        "cameras": [
            {"source": one.source, "title": one.title, "thumbnail": one.thumbnail, "note": one.note} for one in cameras
        ],
        "source": shown_address(choices.source),
        "resuming": (shown_address(choices.resumed_from) or "?") if choices.resume else "",
        "checks": [asdict(check) for check in _checks(choices, look)],
        "lens": _lens_view(look),
        "unfinished": [_unfinished_view(one) for one in unfinished],
        "problem": problem,
        "kit": choices.kit,
        "sheet": look.sheet if look.sheet in names() and look.sheet != choices.game else "",
    }


@lru_cache(maxsize=64)
def crew_of(name: str, players: int, agreed: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], str]:
    """Who drives in a race of so many players, by their colours, and who drives several (`Game.whose`).

    Nobody while what was agreed on does not fit.
    """
    law, order = game(name), list(DRIVERS)
    try:
        position = law.start(players, Random(1), dict(agreed))
        rows, whose = law.what_now(position).standings, law.whose(position)
    except RefereeError:
        return (), ""
    drivers = {row["player"] for row in rows}
    return tuple(sorted(drivers, key=lambda one: (order.index(one) if one in order else len(order), one))), whose


def waiting_page(sequence: int, guide: Mapping[str, Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """The page's state while there is no race, in the shape of one."""
    return {
        "seq": sequence, "game": guide["game"], "title": game(guide["game"]).title, "phase": "setup",
        "source": dict(source), "warnings": [], "problems": [], "diagram": "",
        "now": {"player": "", "sentence": "", "ends": [], "standings": [], "seconds": 0, "time_up": "", "lasted_ms": 0},
        "pad": [], "declared": [], "said": [], "verdict": None, "mode": "strict", "paused": False, "closing": False,
        "turn": 0, "undoing": None, "put_back": None, "waiting": [], "leaves": False,
        "entries": [], "outcome": None, "record": "", "head": "",
        "setup": {"players": list(game(guide["game"]).players_allowed), "missing": "", "joining": None},
        "guide": dict(guide), "replay": None,
        "podium": None, "hands": [], "piece": "", "called": {}, "names": {}, "season": None,
    }  # fmt: skip


def _unfinished_view(one: Unfinished) -> dict[str, Any]:
    film = PurePath(one.film).name
    title = game(one.game).title
    told = {"record": one.path, "game": title, "turns": one.turns, "film": film, "simulated": one.simulated}
    return {**told, "last_ns": one.last_ns}


def _game_view(law: Game) -> dict[str, Any]:
    said = ((one, *in_words(law.words, one)) for one in law.options)
    options = [
        {"name": one.name, "words": words, "choices": [list(two) for two in choices], "default": one.default}
        for one, words, choices in said
    ]
    return {"name": law.name, "title": law.title, "players": list(law.players_allowed), "options": options}


def _state(step: str, choices: Choices, look: LookState) -> str:
    if step == choices.step:
        return "now"
    if step in choices.passed:
        return "passed"
    before = STEPS.index(step) < STEPS.index(choices.step)
    if step == "camera":
        return "done" if choices.source else "todo"
    if step == "lens":
        return "done" if look.lens is not None else "todo"
    return "done" if before else "todo"


def _checks(choices: Choices, look: LookState) -> tuple[Check, ...]:
    seen = {check.name: check for check in look.checks}
    checks = tuple(seen.get(name, Check(name, "wait")) for name in CHECKS)
    if choices.source == SIMULATED:  # its camera cannot be hung lower and nothing is printed
        return tuple(_as_it_is(check) for check in checks)
    ruler = ruler_state(choices.ruler_mm)
    value = f"{choices.ruler_mm:g}" if choices.ruler_mm else ""
    return (*checks, Check("scale", ruler, "off" if ruler == "bad" else "", value))


def _as_it_is(check: Check) -> Check:
    return replace(check, state="ok", why="") if check.name == "size" and check.value else check


def _lens_view(look: LookState) -> dict[str, Any]:
    progress = look.progress
    state = "looking" if progress is not None else "done" if look.lens is not None else "off"
    return {
        "state": state,
        "views": progress.views if progress else 0,
        "wanted": progress.wanted if progress else 0,
        "grid": [list(row) for row in progress.grid] if progress else [],
        "tilted": progress.tilted if progress else 0,
        "news": progress.news if progress else "",
        "wish": progress.wish if progress else "",
        "failed": look.failed,
        "error_mm": f"{look.lens.held_out_error_mm:.2f}" if look.lens is not None else "",
        "errors_mm": _error_rows(look.lens),
        "origin": look.lens.origin if look.lens is not None else "",
        "doubt": look.doubt,
        "off": None if look.off is None else {"car": look.off.car, "mm": f"{look.off.mm:.1f}"},
    }


def _error_rows(lens: CameraModel | None) -> list[list[str]]:
    """The lens's error in each part of the picture, "" where it is not known; empty when nothing is."""
    if lens is None:
        return []
    return [["" if isnan(error) else f"{error:.1f}" for error in row] for row in lens.error_map_mm]
