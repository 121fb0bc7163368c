"""Whole kits in every language: no English word stays on a sheet, and every translation fits where it stands."""

from __future__ import annotations

import re

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from markers import instructions, kits, pdf, pen
from markers.design import Wish
from markers.pdf import CAPTION_MM
from markers.pen import CAP_HEIGHT, MM
from markers.racepack_tracks import TRACKS
from markers.words import LANGUAGES, told, words_in

OTHERS = [language for language in LANGUAGES if language != "en"]
WISHES = {
    **{game: (game, Wish()) for game in (*kits.GAMES_WITH_KITS, "command-cards")},
    "two packs": ("racepack", Wish(packs=2)),
    **{name: ("racepack", Wish(track=name)) for name in (*TRACKS, "NNNNNNEEEEEESSSSSSWWWWWW")},
}
AS_IT_IS = re.compile(r"kit [a-z-]+ \d · (a4|letter) · .*|\d+ (mm|in)|Racepack|Royal Racers|Home Racers|nestorgames GP")
"""Names, measures and the foot of a sheet, whose words are looked up by themselves."""


@pytest.mark.parametrize(
    ("name", "language"),
    [(name, language) for name in WISHES for language in (OTHERS[:1] if WISHES[name][1].track else OTHERS)],
)
@pytest.mark.few(6)
def test_no_english_word_stays_on_a_sheet(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written is in the catalogue, or comes out of it."""
    game, wish = WISHES[name]
    asked: set[str] = set()

    def noting(text: str, wanted: str, typed: bool = True) -> str:
        asked.add(text)
        return told(text, wanted, typed)

    for module in (pen, instructions, pdf):
        monkeypatch.setattr(module, "told", noting)
    kits.pdf.__wrapped__(game, "a4", Wish(packs=wish.packs, track=wish.track, language=language))
    answers = "\n".join(told(text, language) for text in asked if _known(text, language))
    answers += "".join(words_in(language).values())
    words = {text for text in asked if re.search("[A-Za-z]{2}", text) and not AS_IT_IS.fullmatch(text)}
    lacking = {text for text in words if not _known(text, language) and not _made_of(text, answers)}
    assert not lacking


def _known(text: str, language: str) -> bool:
    """Whether the catalogue has these words, or the same in this language."""
    numbers = iter(range(len(text)))
    return text in words_in(language) or re.sub(r"\d+", lambda _: f"{{{next(numbers)}}}", text) in words_in(language)


def _made_of(text: str, answers: str) -> bool:
    """Whether each part of a text, between its numbers and command line options, comes from the catalogue."""
    parts = re.split(r"\d+(?:[.,]\d+)?(?: mm)?[,.]?|--[a-z-]+(?: ?[a-z]+=)?|\((?:Fortsetzung|suite)\)", text)
    return all(part.strip() in answers for part in parts)


def test_every_language_has_the_same_words() -> None:
    """What one language calls by name, all do, with the same numbers in it."""
    first, *rest = (words_in(language) for language in OTHERS)
    for other in rest:
        assert other.keys() == first.keys()
    for words in (first, *rest):
        for english, foreign in words.items():
            assert sorted(re.findall(r"\{\d\}", foreign)) == sorted(re.findall(r"\{\d\}", english))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", kits.GAMES_WITH_KITS)
def test_captions_fit_in_every_language(game: str, language: str) -> None:
    """The words below a face are no wider than the face and the room beside it."""
    design = kits.design_of(game)
    for section in design.sections(design.complete(Wish(packs=design.most_packs))):
        for face in section.items:
            xs = [x for x, _ in face.outline_mm]
            caption = told(design.caption(face), language)
            wide = stringWidth(caption, "Helvetica", CAPTION_MM / CAP_HEIGHT * MM) / MM
            assert wide <= max(xs) - min(xs) + section.gap_mm, caption


def test_no_line_of_the_page_begins_with_a_french_sign() -> None:
    """Before ; : ! ? and within « » stands a hard space, as in the page's own texts."""
    for text in words_in("fr"):
        said = told(text, "fr", typed=False)
        assert not re.search(r" [;:!?»]|« ", said), said
