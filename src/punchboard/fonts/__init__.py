"""Measures of text: typefaces, shaped words, families and the styles made of them."""

from punchboard.fonts.family import Cut, Family
from punchboard.fonts.typeface import Typeface, Word

__all__ = ["Cut", "Family", "Typeface", "Word"]
