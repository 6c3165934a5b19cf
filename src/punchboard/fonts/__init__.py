"""Typefaces, font families and shaped words with their measurements. Start with `typeface`."""

from punchboard.fonts.family import Cut, Family
from punchboard.fonts.typeface import MAX_CACHED_WORDS, Typeface, Word, damaged_font_message

__all__ = ["MAX_CACHED_WORDS", "Cut", "Family", "Typeface", "Word", "damaged_font_message"]
