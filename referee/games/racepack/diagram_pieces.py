"""The signs on a drawn Racepack board: cars, hazard tokens, dice, and the style sheet of the drawing."""

from __future__ import annotations

from html import escape

from referee.games.handles import piece_handle

Point = tuple[float, float]

_LIGHT = {
    "road": "#e9e3d5", "edge": "#5d574b", "space": "#bdb5a3", "ink": "#2b2822", "faint": "#a49b86",
    "end": "#0b7a4b", "move": "#1757b8", "fault": "#b3121d", "paper": "#ffffff",
}  # fmt: skip
_DARK = {
    "road": "#45423b", "edge": "#a39b8a", "space": "#625d53", "ink": "#f1ede4", "faint": "#857e70",
    "end": "#4ed596", "move": "#7db4ff", "fault": "#ff7d7d", "paper": "#1c1b19",
}  # fmt: skip


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:var(--racepack-{name},{value});" for name, value in colours.items())


STYLE = (
    f".racepack{{{_variables(_LIGHT)}}}"
    f"@media(prefers-color-scheme:dark){{.racepack{{{_variables(_DARK)}}}}}"
    ".racepack text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:var(--ink)}"
    ".racepack .edge{fill:var(--edge);stroke:var(--edge);stroke-width:4;stroke-linejoin:round}"
    ".racepack .road rect{fill:var(--road);stroke:var(--space);stroke-width:.8}"
    ".racepack .space{stroke:var(--space);stroke-width:.7;stroke-dasharray:3 2;fill:none}"
    ".racepack .wall{stroke:var(--edge);stroke-width:4.5;stroke-linecap:square;fill:none}"
    ".racepack .pit{font-size:9px;letter-spacing:.5px;fill:var(--faint)!important}"
    ".racepack .corner{font-size:24px;font-weight:700;fill:var(--faint)}"
    ".racepack .name{font-size:9.5px;opacity:.8}"
    ".racepack .caption{font-size:11px;text-anchor:start}"
    ".racepack .line{stroke:#fff;stroke-width:5;fill:none}"
    ".racepack .chequers{stroke:#111;stroke-width:5;stroke-dasharray:3.175 3.175;fill:none}"
    ".racepack .way{stroke:var(--faint);stroke-width:2;fill:none;stroke-linecap:round}"
    ".racepack .unseen{fill:var(--faint);fill-opacity:.45;stroke:var(--ink);stroke-width:.8;stroke-dasharray:1.5 2}"
    ".racepack .end{fill:var(--end);fill-opacity:.28;stroke:var(--end);stroke-width:1.8;stroke-dasharray:5 2.5}"
    ".racepack .move{stroke:var(--move);stroke-width:3.2;fill:none;stroke-linejoin:round;opacity:.85}"
    ".racepack .origin{fill:var(--move);stroke:var(--paper);stroke-width:1}"
    ".racepack .target{stroke:var(--move);stroke-width:3;fill:none}"
    ".racepack .fault{stroke:var(--fault);stroke-dasharray:7 5}"
    ".racepack .cross{stroke:var(--fault);stroke-width:3.2;stroke-linecap:round}"
    ".racepack .car{stroke:#fff;stroke-width:1.4}"
    ".racepack .car-S{fill:#c4182b}.racepack .car-M{fill:#26262b}.racepack .car-C{fill:#16703a}"
    ".racepack .car-A{fill:#1d57b0}.racepack .second{stroke:#e0a020;stroke-width:2.6}"
    ".racepack .letter{font-size:12px;font-weight:700;fill:#fff!important}"
    ".racepack .token{fill:#d8d8d8;stroke:#555;stroke-width:1.2}.racepack .danger{fill:#ffc93d;stroke:#7a4b00}"
    ".racepack .sign{font-size:13px;font-weight:800;fill:#222!important}"
    ".racepack .step rect{fill:var(--paper);stroke:var(--move);stroke-width:1.2}.racepack .step text{font-size:9.5px}"
    ".racepack .die{fill:#fffdf5;stroke:#444;stroke-width:1.2}"
)


def text(at: Point, words: str, kind: str) -> str:
    """Words centred on a point (a caption starts there)."""
    return f'<text class="{kind}" x="{at[0]:g}" y="{at[1]:g}">{escape(words)}</text>'


def car(name: str, at: Point, words: str) -> str:
    """A car: circle, square, triangle or hexagon by suit, a small square for a die, with its letter.

    A second piecepack's has a broad yellow edge and a 2 before its letter.
    """
    x, y = at
    suit = name[-1]
    shapes = {
        "S": f'<circle cx="{x:g}" cy="{y:g}" r="10"/>',
        "M": f'<rect x="{x - 9:g}" y="{y - 9:g}" width="18" height="18" rx="1.5"/>',
        "C": f'<path d="M{x:g} {y - 12.5:g}L{x + 12:g} {y + 8:g}H{x - 12:g}z" stroke-linejoin="round"/>',
        "A": f'<path d="M{x - 5.8:g} {y - 10:g}h11.6l5.8 10l-5.8 10h-11.6l-5.8 -10z" stroke-linejoin="round"/>',
    }
    shape = shapes[suit]
    if name.startswith("d"):
        shape = f'<rect x="{x - 10:g}" y="{y - 10:g}" width="20" height="20" rx="6"/>'
    second = " second" if name.startswith("2") else ""
    return (
        f'<g{piece_handle(name, words, at)}><title>{escape(words)}</title><g class="car car-{suit}{second}">{shape}</g>'
        f"{text((x, y + (1.5 if name == 'C' else 0.3)), name, 'letter')}</g>"
    )


def hazard(at: Point, suit_up: bool, square: str) -> str:
    """A hazard token: a grey disc with a dot while blank, a warning triangle when its suit is up."""
    x, y = at
    handle = piece_handle(f"hazard:{square}", f"hazard on {square}", at)
    if suit_up:
        shape = f'<path class="token danger" d="M{x:g} {y - 11:g}l11 19h-22z" stroke-linejoin="round"/>'
        return f"<g{handle}><title>hazard on {square}, suit up</title>{shape}{text((x, y + 2.5), '!', 'sign')}</g>"
    shape = f'<circle class="token" cx="{x:g}" cy="{y:g}" r="9"/><circle cx="{x:g}" cy="{y:g}" r="2" fill="#555"/>'
    return f"<g{handle}><title>hazard on {square}, blank side up</title>{shape}</g>"


def die(at: Point, face: str, words: str, name: str) -> str:
    """A die with its face in a letter or number; `name` is what `with_piece` calls it."""
    x, y = at
    shape = f'<rect class="die" x="{x - 9:g}" y="{y - 9:g}" width="18" height="18" rx="3"/>'
    handle = piece_handle(name, words, at)
    return f"<g{handle}><title>{escape(words)}</title>{shape}{text((x, y + 0.5), face, 'sign')}</g>"
