"""What is drawn on the loose pieces around their markers; nothing comes nearer to one than its white margin."""

from __future__ import annotations

from markers.dots import DOT_MM
from markers.geometry import ItemGeometry, disc
from markers.margins import FACE, draw_margins, margin_mm
from markers.nestorgames_gp.pieces import CARS, DISC_MM, TRAY_ITEM_RIGHT_MM
from markers.pen import WHITE, Colour, Pen, grey

INK = grey(0.15)
MAT = grey(0.50)
COLOURS: dict[str, Colour] = {
    "R": (0.77, 0.09, 0.17), "B": (0.11, 0.34, 0.69), "G": (0.08, 0.46, 0.23), "Y": (0.93, 0.72, 0.05),
    "K": (0.13, 0.13, 0.15), "W": (0.80, 0.80, 0.82), "O": (0.90, 0.42, 0.05), "P": (0.42, 0.17, 0.57),
}  # fmt: skip
ITEM_COLOURS: dict[str, Colour] = {
    "rocket": (0.70, 0.13, 0.16), "bomb": (0.45, 0.45, 0.47), "wrench": (0.13, 0.37, 0.62), "turbo": (0.75, 0.45, 0.05),
    "oil": (0.16, 0.14, 0.20),
}  # fmt: skip
NEARLY_WHITE = 0.7
ACTIVE_BOMB: Colour = (0.80, 0.08, 0.10)


def pale(colour: Colour) -> Colour:
    """The tint of a colour that low ink prints; white stays as it is, or its stripes would be lost on the paper."""
    if min(colour) > NEARLY_WHITE:
        return colour
    red, green, blue = (1.0 - 0.3 * (1.0 - level) for level in colour)
    return red, green, blue


def draw_piece(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """Everything of a loose piece's face but its markers."""
    pen.shape([item.outline_mm], FACE)
    kind = item.piece.split(":")[0]
    draw = {"car": _car, "disc": _disc, "cylinder": _disc, "tray": _tray, "gate": _gate, "throw": _throw}.get(
        kind, _item
    )
    draw(pen, item, low_ink)


def caption(item: ItemGeometry) -> str:
    """The words printed below a face that has no room for its own name."""
    kind, _, name = item.piece.partition(":")
    if kind == "car":
        return f"{CARS[name]}, {'on wheels' if item.side == 'up' else 'belly-up'}"
    if kind == "disc":
        return f"{CARS[name[0]]} disc {name[1:]}"
    if kind == "cylinder":
        return f"{CARS[name]} cylinder"
    return f"bomb {name}, {item.side}" if kind == "bomb" else ""


def _shade(colour: Colour, low_ink: bool) -> tuple[Colour, Colour]:
    """The fill and the letters on it."""
    dark = sum(colour) < 1.9
    return (pale(colour), INK) if low_ink else (colour, WHITE if dark else INK)


def _car(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """The driver's colour all round, widest at the nose, where an arrow points ahead; belly-up it is striped."""
    fill, letters = _shade(COLOURS[item.piece.split(":")[1]], low_ink)
    (left, top), (right, _), (_, bottom), _ = item.outline_mm
    pen.shape([item.outline_mm], fill)
    if item.side == "down":
        pen.clip(item.outline_mm)
        for step in range(-6, 12):
            x = left + 4.0 * step
            pen.shape([((x, bottom), (x + 1.6, bottom), (x + 1.6 + top - bottom, top), (x + top - bottom, top))], FACE)
        pen.release()
    draw_margins(pen, item)
    nose = item.markers[0].corners_mm[0][1] + margin_mm(item.markers[0])
    if item.side == "down":
        pen.rect(left, nose, right, top, fill)
    pen.shape([((0.0, top - 0.2), (2.8, nose + 0.2), (-2.8, nose + 0.2))], letters)
    for x, anchor in ((left + 1.0, "l"), (right - 1.0, "r")):
        pen.text((x, nose + 0.4), item.piece.split(":")[1], 1.4, letters, anchor, bold=True)


def _disc(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """A coloured edge outside the marker's white margin; a cylinder's is doubled."""
    kind, _, name = item.piece.partition(":")
    fill, letters = _shade(COLOURS[name[0]], low_ink)
    pen.shape([item.outline_mm], fill)
    pen.clip(item.outline_mm)
    if kind == "cylinder":
        pen.line(disc(DISC_MM - 1.2), 0.35, letters, closed=True)
    draw_margins(pen, item)
    pen.release()


def _item(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """A strip with the item's name below the marker."""
    kind = item.piece.split(":")[0]
    colour = ACTIVE_BOMB if item.side == "active" else ITEM_COLOURS[kind]
    fill, letters = _shade(colour, low_ink)
    (left, _), _, (right, bottom), _ = item.outline_mm
    marker = item.markers[0]
    top = marker.corners_mm[2][1] - margin_mm(marker)
    pen.rect(left, bottom, right, top, fill)
    words = {"active": "BOMB !", "inactive": "bomb"}.get(item.side, kind.upper())
    pen.text((0.0, bottom + 1.6), words, 2.2, letters, bold=True)


def _tray(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """A frame where the item lies, beside the marker, with a dot that the item hides."""
    x = TRAY_ITEM_RIGHT_MM
    frame = ((x - 10.3, 12.3), (x + 10.3, 12.3), (x + 10.3, -12.3), (x - 10.3, -12.3))
    pen.line(frame, 0.4, grey(0.5), closed=True)
    for point in item.dots_mm:
        pen.at(*point).shape([disc(DOT_MM)], INK)
    pen.text((x, 8.2), "ITEM", 2.2, grey(0.6), bold=True)
    pen.text((x, -10.6), "TRAY", 2.2, grey(0.6), bold=True)


def _gate(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """Warning stripes on both sides of the marker."""
    fill = pale((0.83, 0.11, 0.13)) if low_ink else (0.83, 0.11, 0.13)
    (left, top), (right, _), (_, bottom), _ = item.outline_mm
    for start in (left, right - 10.5):
        ring = ((start, top), (start + 10.5, top), (start + 10.5, bottom), (start, bottom))
        pen.clip(ring)
        for step in range(8):
            y = bottom - 10.5 + 6.0 * step
            pen.shape([((start, y), (start + 10.5, y + 10.5), (start + 10.5, y + 13.5), (start, y + 3.0))], fill)
        pen.release()


def _throw(pen: Pen, item: ItemGeometry, low_ink: bool) -> None:
    """The plain grey mat; it is printed in full even with little ink, for the eye tells dice from it."""
    pen.shape(item.mats_mm, MAT)
