"""Measures of text: typefaces, shaped words, families and the styles made of them."""

from punchboard.fonts.family import Cut, Family
from punchboard.fonts.typeface import MAX_CACHED_WORDS, Typeface, Word, damaged_font_message

__all__ = ["MAX_CACHED_WORDS", "Cut", "Family", "Typeface", "Word", "damaged_font_message"]
