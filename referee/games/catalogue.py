"""`referee.words.catalogue` under the name by which games know it."""

from referee.words.catalogue import (
    COMMON,
    COMMON_PACKAGE,
    ENGLISH,
    LANGUAGES,
    Catalogue,
    Message,
    NoWordsError,
    Sentence,
    messages_of,
    sentences_in,
    source,
)

__all__ = [
    "COMMON",
    "COMMON_PACKAGE",
    "ENGLISH",
    "LANGUAGES",
    "Catalogue",
    "Message",
    "NoWordsError",
    "Sentence",
    "messages_of",
    "sentences_in",
    "source",
]
