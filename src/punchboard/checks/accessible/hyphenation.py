"""READ005: a language has no hyphenation patterns.

What: a style of the theme has ``hyphenate: true``, but the program has no patterns for the language of the game, or of
the translation that is built. The text is printed without hyphens. A warning.

Why: in narrow columns, long words that are not hyphenated leave wide gaps or do not fit.

Bad: ``language: tlh`` and ``styles: {card-text: {hyphenate: true}}``.

Good: ``language: de`` and ``styles: {card-text: {hyphenate: true}}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from punchboard.model.game.game import Game
from punchboard.model.layout.layout import StyleFile
from punchboard.problem import Problem, Severity

ID: Final = "READ005"

_SHOWN: Final = 4
"""The most styles that a message lists."""


def check(game: Game, styles: Mapping[str, StyleFile], has_patterns: Callable[[str], bool]) -> Iterator[Problem]:
    """Yield a warning if a style hyphenates a language without patterns.

    Args:
        game: the game.
        styles: the styles of its theme.
        has_patterns: returns whether there are hyphenation patterns for a language.
    """
    hyphenated = [name for name, style in styles.items() if style.hyphenate]
    if hyphenated and not has_patterns(game.file.language):
        names = ", ".join(map(repr, hyphenated[:_SHOWN])) + (", ..." if len(hyphenated) > _SHOWN else "")
        noun = "style hyphenates" if len(hyphenated) == 1 else "styles hyphenate"
        message = f"language {game.file.language!r} has no hyphenation patterns, but {len(hyphenated)} {noun} ({names})"
        hint = "texts are printed without hyphens; set 'hyphenate: false' in these styles of the theme"
        yield Problem(ID, game.place_of("language"), message, hint, Severity.WARNING)
