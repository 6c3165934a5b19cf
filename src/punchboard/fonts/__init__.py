"""Measures of text: typefaces, shaped words, families and the styles made of them."""

from punchboard.fonts.family import Cut, Family
from punchboard.fonts.typeface import MOST_WORDS, Typeface, Word, damaged

__all__ = ["MOST_WORDS", "Cut", "Family", "Typeface", "Word", "damaged"]
