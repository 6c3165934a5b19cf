"""Punchboard, a compiler for tabletop games: checked data goes in, everything that a table needs comes out."""

__version__ = "0.1.0"
