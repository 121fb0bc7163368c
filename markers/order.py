"""A kit as somebody orders it by choosing: on the page, in an address, in a record. `referee print` makes the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from urllib.parse import parse_qsl, urlencode

from markers import kits
from markers.design import USUAL, Wish
from markers.kit import Manifest
from markers.sheet import paper_size
from markers.words import ENGLISH, LANGUAGES
from referee.errors import KitError


@dataclass(frozen=True)
class Order:
    """What was chosen, each as text.

    Attributes
    ----------
    game, paper, language : as `referee print` takes them.
    ready : one of the kit's ready tracks or boards, one of one's own as its way, or a board file; "" for the usual.
    heights : the name of a profile of the kit, "" for the usual pieces.
    packs : how many piecepacks.
    low_ink, stickers, large_markers : "1" for pale tints, for the markers alone, for large ones as older kits have.

    >>> Order.read("game=racepack&ready=oval").name
    'racepack-a4-oval'
    """

    game: str = "racepack"
    paper: str = "a4"
    language: str = ENGLISH
    ready: str = ""
    heights: str = ""
    packs: str = "1"
    low_ink: str = ""
    stickers: str = ""
    large_markers: str = ""

    @classmethod
    def read(cls, text: str) -> Order:
        """An order from `text`; what it does not name is as usual. Raises KitError for what cannot be printed."""
        return cls.of(dict(parse_qsl(text)))

    @classmethod
    def of(cls, words: Mapping[str, str]) -> Order:
        """An order from its fields; others are left out. Raises KitError for what cannot be printed."""
        names = {field.name for field in fields(cls)}
        order = cls(**{name: value for name, value in words.items() if name in names})
        paper_size(order.paper)
        order.manifest()
        return order

    @property
    def text(self) -> str:
        """The order in one line, as `read` takes it: only what is not as usual."""
        usual = asdict(Order())
        return urlencode({name: value for name, value in asdict(self).items() if value != usual[name]})

    @property
    def wish(self) -> Wish:
        """What the kit's design takes. Raises KitError."""
        design = kits.design_of(self.game)
        if self.heights and self.heights not in design.profiles:
            profiles = ", ".join(design.profiles)
            raise KitError(f"{design.title} has no pieces called '{self.heights}'; there are {profiles}.")
        if self.language not in LANGUAGES or self.packs not in ("1", "2"):
            raise KitError(f"There are kits in {', '.join(LANGUAGES)}, for one piecepack or two.")
        ready = (
            design.ready[self.ready][1]
            if self.ready in design.ready
            else design.own(self.ready)
            if self.ready
            else USUAL
        )
        return replace(
            ready,
            heights=design.profiles.get(self.heights),
            packs=int(self.packs),
            low_ink=bool(self.low_ink),
            small_markers=bool(design.small_markers_mm) and not self.large_markers,
            language=self.language,
            typed=False,
        )

    def manifest(self) -> Manifest:
        """What is printed and where. Raises KitError."""
        return kits.manifest(self.game, self.paper, self.wish)

    @property
    def name(self) -> str:
        """What the files are called."""
        return kits.file_name(self.game, self.paper, self.wish, (self.ready,) if self.wish.boards else ())

    def pdf(self) -> bytes:
        """The sheets."""
        if self.stickers:
            return kits.sticker_pdf(self.game, self.paper, self.wish)[0]
        return kits.pdf(self.game, self.paper, self.wish)
