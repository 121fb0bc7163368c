"""What a game's kit has to say for itself: its faces, its art, its instructions. One `KitDesign` a game.

To add a kit: a module with the faces (as `markers.racepack`), one with the art (as `markers.racepack_art`), and one
that binds them in a constant ``DESIGN`` (as `markers.racepack_kit`); then name it in `markers.kits.DESIGNS`. Sheets,
PDF, `referee print`, manifest and demo work from the design alone; what the pieces are made of and how people put them
down on the simulated table stands in `referee.simulator.kinds`. Facts that only the game knows (a board file) come in
through `Wish`, filled by `referee.cli.common.usual_wish`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markers.geometry import ItemGeometry
from markers.heights import PAPER, Heights, with_numbers
from markers.kit import Manifest, PipDice
from markers.pen import BLACK, Colour, Pen
from markers.sheet import Section
from markers.words import ENGLISH
from referee.errors import KitError

Step = tuple[str, ...]
"""One step of the instructions: its title, then its text in parts; it is set anew to the width of the sheet."""


@dataclass(frozen=True)
class Wish:
    """What the user wants of a print; a kit takes what concerns it and leaves the rest.

    Attributes
    ----------
    heights : thickness of the pieces, None for the kit's usual ones.
    die_mm : edge of the dice, None for the usual ones.
    low_ink : whether coloured and grey surfaces are printed as pale tints with a coloured edge.
    packs : how many piecepacks the kit is for.
    language : of the words on the sheets: ``en``, ``de`` or ``fr``.
    small_markers : whether no marker is larger than the kit can be read by.
    track : the ready track to print as a poster, "" for tiles to cut out.
    typed : whether it is asked for on the command line: the sheets name its options, else what to choose on the page.
    boards : texts of the board files to print, for a game that is played on boards; empty for those that come with it.
    """

    heights: Heights | None = field(default=None, hash=False)  # a mapping: compared, not hashed
    die_mm: float | None = None
    low_ink: bool = False
    boards: tuple[str, ...] = ()
    packs: int = 1
    track: str = ""
    language: str = ENGLISH
    small_markers: bool = False
    typed: bool = True


USUAL = Wish()


def _by_its_code(item: ItemGeometry) -> str:
    return item.piece.replace(":", " ")


@dataclass(frozen=True, eq=False)
class KitDesign:
    """One game's kit.

    Attributes
    ----------
    name : the game's name, also that of the kit in manifests and on the sheets.
    title : as printed at the top of each sheet.
    version : changes whenever a marker's number or place does.
    profiles : named heights; the first one is the usual one. Its keys are the kinds `--height KIND=MM` takes.
    die_mm, die_mm_range : the usual edge of the dice and what is allowed; None without dice.
    sections : the faces in the order of the sheets, for a wish with its heights and dice filled in.
    draw_face : draws everything of a face but its markers, the pen's origin at the item's, pale where ink is saved.
    marker_ink : the dark colour that a face's markers are printed in.
    caption : the words printed below a face, "" for none.
    name_of : how a piece is called on the tab of its sticker.
    kind_words : how kinds of pieces are called where the stickers' places are told; the others by their kind.
    steps : the instructions on the first sheet.
    height_words : how the kinds of piece are called where the sheet tells the heights it was made for; the key is the
        part of the piece's name before the colon.
    most_packs : how many piecepacks the kit can be printed for.
    pip_dice : the ordinary dice of the game, by colour: their names; empty when its dice bear stickers.
    small_markers_mm, small_version : the largest marker of a print with small ones, by kind of piece and under "" for
        the other kinds, and the version of that print; empty where no smaller ones are read as well.
    track_version : the version of a kit with a ready track; "" when there are none.
    glued : the kinds of pieces whose faces are glued on something.
    needs : what to have at hand or to buy, in lines for the first sheet.
    ready : tracks or boards that may be printed by themselves: the name of each, its title and the wish for it.
    own : the wish for a track or board of somebody's own, as it was drawn or written. Raises KitError for what is none.
    lone : the faces are all there is: no sheet of instructions (they stand below the faces), no calibration board.
    """

    name: str
    title: str
    version: str
    profiles: Mapping[str, Heights]
    sections: Callable[[Wish], tuple[Section, ...]]
    draw_face: Callable[[Pen, ItemGeometry, Wish], None]
    caption: Callable[[ItemGeometry], str]
    steps: Callable[[Manifest], tuple[Step, ...]]
    height_words: Mapping[str, str]
    die_mm: float | None = None
    die_mm_range: tuple[float, float] = (0.0, 0.0)
    most_packs: int = 1
    pip_dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    name_of: Callable[[ItemGeometry], str] = _by_its_code
    kind_words: Mapping[str, str] = field(default_factory=dict)
    lone: bool = False
    track_version: str = ""
    small_markers_mm: Mapping[str, float] = field(default_factory=dict)
    small_version: str = ""
    ready: Mapping[str, tuple[str, Wish]] = field(default_factory=dict)
    own: Callable[[str], Wish] = lambda text: Wish(track=text)
    glued: tuple[str, ...] = ()
    marker_ink: Callable[[ItemGeometry], Colour] = lambda item: BLACK
    needs: Callable[[Manifest], Sequence[str]] = lambda manifest: ()

    @property
    def usual_heights(self) -> Heights:
        """The first profile."""
        return next(iter(self.profiles.values()))

    @property
    def usual(self) -> Wish:
        """What is printed when nothing is wished: markers no larger than the game can be read by."""
        return Wish(small_markers=bool(self.small_markers_mm))

    def complete(self, wish: Wish) -> Wish:
        """The wish with what it leaves open filled in. Raises KitError for dice or piecepacks that do not fit."""
        if not 1 <= wish.packs <= self.most_packs:
            most = "one piecepack" if self.most_packs == 1 else f"1 to {self.most_packs} piecepacks"
            raise KitError(f"The kit of {self.title} is for {most}, not {wish.packs}.")
        if wish.track and not self.track_version:
            raise KitError(f"{self.title} has no ready tracks: leave --track out.")
        if wish.track and wish.packs > 1:
            raise KitError("Ready tracks are for one piecepack: leave --packs out.")
        if wish.small_markers and not self.small_markers_mm:
            raise KitError(
                f"Smaller markers than those of {self.title} are not read as well: leave --small-markers out."
            )
        die_mm = self.die_mm if wish.die_mm is None else wish.die_mm
        if die_mm is not None and wish.die_mm is not None:
            low, high = self.die_mm_range
            if self.die_mm is None:
                raise KitError(f"The kit of {self.title} has no dice; leave --die-mm out.")
            if not low <= die_mm <= high:
                raise KitError(f"Dice of {die_mm:g} mm do not fit; give {low:g} to {high:g} mm.")
        heights = self.usual_heights if wish.heights is None else wish.heights
        if wish.track:
            heights = with_numbers(heights, {"tile": PAPER["tile"]})
        return replace(wish, heights=heights, die_mm=die_mm)

    def version_of(self, wish: Wish) -> str:
        """The version of a print."""
        return self.small_version if wish.small_markers else self.track_version if wish.track else self.version

    def laid_out(self, wish: Wish) -> tuple[Section, ...]:
        """The sections for a completed wish, their markers as large as it says."""
        sections = self.sections(wish)
        return tuple(self._with_small_markers(one) for one in sections) if wish.small_markers else sections

    def _with_small_markers(self, section: Section) -> Section:
        """Markers around the middles where larger ones were; a die's are of its own size."""

        def smaller(face: ItemGeometry) -> ItemGeometry:
            kind = face.piece.split(":")[0]
            most_mm = math.inf if kind == "die" else self.small_markers_mm.get(kind, self.small_markers_mm[""])
            return replace(face, markers=tuple(one.at_most(most_mm) for one in face.markers))

        items = tuple(map(smaller, section.items))
        return replace(section, items=items, upon=tuple((smaller(face), at) for face, at in section.upon))


def dice_of(design: KitDesign, wish: Wish) -> tuple[PipDice, ...]:
    """The ordinary dice of a kit for a completed wish."""
    if not design.pip_dice:
        return ()
    return tuple(PipDice(colour, names, die_mm_of(wish)) for colour, names in design.pip_dice.items())


def heights_of(wish: Wish) -> Heights:
    """The heights of a completed wish."""
    assert wish.heights is not None
    return wish.heights


def die_mm_of(wish: Wish) -> float:
    """The dice of a completed wish."""
    assert wish.die_mm is not None
    return wish.die_mm


def of_kind(faces: tuple[ItemGeometry, ...], kind: str) -> tuple[ItemGeometry, ...]:
    """The faces whose piece is of a kind: the part of its name before the colon."""
    return tuple(face for face in faces if face.piece.split(":")[0] == kind)
