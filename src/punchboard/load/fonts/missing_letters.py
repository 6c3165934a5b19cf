"""The letters of a new game's table that no font of its theme has."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from punchboard.fonts import Cut
from punchboard.fonts.script_table import SCRIPTS, script_code
from punchboard.load.fonts.last_fallbacks import last_fallback_files
from punchboard.load.fonts.theme_fonts import families
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.layout_files.themes import resolve_theme
from punchboard.load.yaml.validate import validated
from punchboard.model.layout.layout import ThemeFile
from punchboard.problem import Place

_KNOWN: Final = frozenset(code for script in SCRIPTS for code in script.codes)


def missing_letters(texts: Iterable[str], theme: str, search_path: SearchPath, folder: Path) -> frozenset[str]:
    """Return the letters of texts, of scripts in the table, that no font of a theme has.

    Args:
        texts: the texts.
        theme: the name of the theme.
        search_path: where the theme and the fonts in ``layouts/fonts`` are.
        folder: the folder of the game.

    Raises:
        ProblemsFound: when the theme or a font cannot be read.
    """
    letters = {letter for text in texts if not text.isascii() for letter in text}
    letters = {letter for letter in letters if script_code(letter) in _KNOWN}
    if not letters:
        return frozenset()
    source = resolve_theme(search_path, theme, Place("--theme"))
    file = validated(ThemeFile, source.raw, source.places, source.file)
    for family in families(file, folder, last_fallback_files(search_path)).values():
        faces = family.cuts[Cut.REGULAR]
        letters = {letter for letter in letters if not any(face.has_glyph(letter) for face in faces)}
    return frozenset(letters)
