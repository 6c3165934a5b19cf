"""Palette: resolves paints (theme colours, tints, plain ``#rrggbb``) to colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from punchboard.compose.inks.inks import INKS, Inks
from punchboard.expression import ExpressionError, tint
from punchboard.model.values import did_you_mean, is_colour

_NAMED = re.compile(r"(\S+?)(?: +(\d{1,3})%)?")


class Palette:
    """The colours of a theme in an ink mode.

    A paint is ``ink``, ``ink 40%`` (a 40% tint on white), ``#c8402f`` or ``#c8402f 20%``.
    """

    def __init__(self, colours: Mapping[str, str], inks: Inks = INKS["full"]) -> None:
        self.inks = inks
        self._colours = dict(colours)
        self._content: dict[str, str] = {}
        self._backgrounds: dict[str, str] = {}

    def colour(self, paint: str) -> str:
        """Return ``#rrggbb`` for a paint of text, icons or lines.

        Raises:
            ExpressionError: for a name that the theme does not have.
        """
        return self._convert(paint, self._content, self.inks.content_colour)

    def fill(self, paint: str) -> str:
        """Return ``#rrggbb`` for a paint of a background.

        Raises:
            ExpressionError: for a name that the theme does not have.
        """
        return self._convert(paint, self._backgrounds, self.inks.background_colour)

    def _convert(self, paint: str, cache: dict[str, str], convert: Callable[[str], str]) -> str:
        found = cache.get(paint)
        if found is None:
            found = cache[paint] = convert(self._resolve(paint))
        return found

    def _resolve(self, paint: str) -> str:
        match = _NAMED.fullmatch(paint.strip())
        name, percent = match.groups() if match else (paint, None)
        base = name.lower() if is_colour(name) else self._colours.get(name)
        if base is None:
            raise ExpressionError(f"{paint!r} is not a colour of the theme", did_you_mean(name, self._colours))
        return tint(base, float(percent)) if percent else base
