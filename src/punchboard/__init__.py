"""Punchboard, a compiler for tabletop games: checked data goes in, printable files come out."""

__version__ = "1.0.0"
