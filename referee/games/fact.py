"""`referee.words.fact` under the name by which games know it."""

from referee.words.fact import ABOUT, DONE, NO, Fact, Value, fact, parse_word, several, word_text

__all__ = ["ABOUT", "DONE", "NO", "Fact", "Value", "fact", "parse_word", "several", "word_text"]
