"""Resolved text styles of a theme: every value is set, and sizes are in mm."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from punchboard.compose.inks import Palette
from punchboard.fonts import Cut, Family, Typeface
from punchboard.fonts.script_table import is_rtl_language
from punchboard.model.layout.box_drawing import OutlineFile, ShadowFile
from punchboard.model.layout.layout import StyleFile
from punchboard.units import MM_PER_POINT

_FIGURES: Final = {"tabular": "tnum lnum", "lining": "lnum", "oldstyle": "onum", "default": ""}
_ROOT: Final = StyleFile(
    font="body",
    size=9,
    bold=False,
    italic=False,
    caps="none",
    figures="lining",
    tracking=0,
    colour="ink",
    align="start",
    indent=0,
    hyphenate=False,
    balance=False,
    keep=False,
)
_LEADING: Final = 1.25
"""Default leading of a style, as a multiple of its size."""

_SIDES: Final = {False: {"start": "left", "end": "right"}, True: {"start": "right", "end": "left"}}
"""Where lines start and end in left-to-right languages (False) and right-to-left languages (True)."""

_SAME_SIZE: Final = 1e-6
"""Sizes in mm that differ by less are the same."""

SMALL_CAPS_SCALE: Final = 0.8
"""Relative size of the capitals that replace small caps where a typeface has none."""


@dataclass(frozen=True, eq=False)
class TextStyle:
    """A resolved text style; lengths in mm, tracking in em. Styles are compared by identity."""

    name: str
    family: Family
    size: float
    leading: float
    bold: bool
    italic: bool
    caps: str
    features: str
    tracking: float
    colour: str
    align: str
    space_before: float
    space_after: float
    indent: float
    hyphenate: bool
    balance: bool
    keep: bool
    coloured_icons: bool = False
    cell_icons: float = 1.0
    text_outline: OutlineFile | None = None
    text_shadow: ShadowFile | None = None

    @cached_property
    def face(self) -> Typeface:
        """The typeface in the style's own weight and slope."""
        return self.family.face(Cut.of(bold=self.bold, italic=self.italic))

    @cached_property
    def cap_height(self) -> float:
        """Height in mm of capitals above the baseline."""
        return self.face.cap_height * self.size

    @cached_property
    def descent(self) -> float:
        """Depth in mm that is reserved below the last baseline."""
        return 0.24 * self.size

    def sizes(self, floor: float | None, step: float) -> "tuple[TextStyle, ...]":
        """Return the style at its own size and at smaller sizes, ``step`` mm apart, down to ``floor`` mm."""
        return _sizes(self, floor, step)

    def scale(self, floor: float | None, largest: float, factor: float) -> "tuple[TextStyle, ...]":
        """Return the style at the steps of a scale that are at most ``largest`` mm, down to ``floor`` mm.

        Each step is ``factor`` of the step before it; the first is the style's own size, and the last one the floor.
        """
        sizes, size = [], self.size
        while size > (self.size if floor is None else floor) + _SAME_SIZE:
            sizes.append(size)
            size *= factor
        last = self.size if floor is None else min(floor, self.size)
        return tuple(self.at_size(one) for one in (*sizes, last) if one <= largest + _SAME_SIZE or one == last)

    def at_size(self, size: float) -> "TextStyle":
        """Return the style at another size in mm, with leading in proportion."""
        return replace(self, size=size, leading=self.leading * size / self.size)

    def height(self, lines: int) -> float:
        """Return the height in mm of ``lines`` lines, from the top of the capitals to the descenders."""
        return self.cap_height + (lines - 1) * self.leading + self.descent if lines else 0.0


@lru_cache(maxsize=256)
def _sizes(style: TextStyle, floor: float | None, step: float) -> tuple[TextStyle, ...]:
    if floor is None or floor >= style.size:
        return (style,)
    count = int((style.size - floor) / step + 1e-6)
    smaller = [style.at_size(style.size - index * step) for index in range(1, count + 1)]
    return (
        (style, *smaller, style.at_size(floor)) if not smaller or smaller[-1].size > floor + 1e-6 else (style, *smaller)
    )


class Styles:
    """The text styles of a theme by name; each is resolved once."""

    def __init__(
        self, files: Mapping[str, StyleFile], families: Mapping[str, Family], palette: Palette, language: str = "en"
    ) -> None:
        self._files = files
        self._sides = _SIDES[is_rtl_language(language)]
        # fonts have localised glyphs for some languages, none for English
        self._language_feature = "" if language.partition("-")[0] == "en" else f" language={language}"
        self._families = families
        self._palette = palette
        self._resolved: dict[tuple[str, str | None, str | None], TextStyle] = {}

    def has(self, name: str) -> bool:
        """Tell whether the theme has a style of this name."""
        return name in self._files

    def get(self, name: str, colour: str | None = None, align: str | None = None) -> TextStyle:
        """Return the style, in another colour (``#rrggbb``) or alignment where given.

        ``start`` and ``end`` follow the reading direction of the language; ``left`` and ``right`` do not.

        Raises:
            KeyError: if the theme has no such style.
        """
        key = (name, colour, align)
        resolved = self._resolved.get(key)
        if resolved is None:
            style = self._resolve(name)
            side = self._sides.get(align or "", align) or style.align
            resolved = self._resolved[key] = replace(style, colour=colour or style.colour, align=side)
        return resolved

    def _resolve(self, name: str) -> TextStyle:
        merged = _ROOT
        for file in self._chain(name):
            merged = merged.model_copy(update=_own_values(file))
        size = (merged.size or 0) * MM_PER_POINT
        caps = merged.caps or "none"
        return TextStyle(
            name=name,
            family=self._families[merged.font or "body"],
            size=size,
            leading=merged.leading * MM_PER_POINT if merged.leading else size * _LEADING,
            bold=bool(merged.bold),
            italic=bool(merged.italic),
            caps=caps,
            features=f"{_FIGURES[merged.figures or 'default']}{self._language_feature}".strip(),
            tracking=(merged.tracking or 0) / 1000,
            colour=self._palette.colour(merged.colour or "ink"),
            align=self._sides.get(merged.align or "start", merged.align or ""),
            space_before=merged.space_before or 0,
            space_after=merged.space_after or 0,
            indent=merged.indent or 0,
            hyphenate=bool(merged.hyphenate),
            balance=bool(merged.balance),
            keep=bool(merged.keep),
            coloured_icons=bool(merged.coloured_icons),
            cell_icons=merged.cell_icons or 1,
            text_outline=merged.text_outline,
            text_shadow=merged.text_shadow,
        )

    def _chain(self, name: str) -> tuple[StyleFile, ...]:
        """Return the style's ancestors and itself, base first; every style extends ``body`` in the end."""
        chain: list[StyleFile] = []
        seen: set[str] = set()
        current: str | None = name
        while current is not None and current not in seen:
            seen.add(current)
            if current not in self._files and current == "body":
                break
            file = self._files[current]
            chain.append(file)
            current = file.extends or ("body" if current != "body" else None)
        return tuple(reversed(chain))


def _own_values(file: StyleFile) -> dict[str, object]:
    """Return the values that a style file sets."""
    values = {name: getattr(file, name) for name in StyleFile.model_fields if name != "extends"}
    return {name: value for name, value in values.items() if value is not None}
