"""Text styles of a theme, resolved: every value is there, sizes are in mm."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from punchboard.compose.inks.paints import Palette
from punchboard.fonts import Cut, Family, Typeface
from punchboard.fonts.scripts import is_rtl_language
from punchboard.model.layout.layout import StyleFile
from punchboard.units import MM_PER_POINT

_FIGURES: Final = {"tabular": "tnum lnum", "lining": "lnum", "oldstyle": "onum", "default": ""}
_ROOT: Final = StyleFile(
    font="body",
    size=9,
    bold=False,
    italic=False,
    caps="none",
    figures="default",
    tracking=0,
    colour="ink",
    align="start",
    space_before=0,
    space_after=0,
    indent=0,
    hyphenate=False,
    balance=False,
    keep=False,
)
_LEADING: Final = 1.25
"""Leading for a style that gives none, as a part of its size."""

_SIDES: Final = {False: {"start": "left", "end": "right"}, True: {"start": "right", "end": "left"}}
"""Where lines begin and end, in languages that are read from the left, and from the right."""

SMALL_CAPS_SCALE: Final = 0.8
"""Size of capitals that stand in for small caps where a face has none."""


@dataclass(frozen=True, eq=False)
class TextStyle:
    """How text is set; lengths in mm, tracking in em. Styles are compared by identity."""

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

    @cached_property
    def face(self) -> Typeface:
        """The typeface of the style's own cut."""
        return self.family.face(Cut.of(bold=self.bold, italic=self.italic))

    @cached_property
    def cap_height(self) -> float:
        """Height in mm from the first baseline up to the top of capitals."""
        return self.face.cap_height * self.size

    @cached_property
    def descent(self) -> float:
        """Depth in mm that is kept below the last baseline."""
        return 0.24 * self.size

    def sizes(self, floor: float | None, step: float) -> "tuple[TextStyle, ...]":
        """Return the style at its own size, then smaller by steps, down to the floor; all in mm."""
        return _sizes(self, floor, step)

    def at_size(self, size: float) -> "TextStyle":
        """Return the style at another size in mm, leading in proportion."""
        return replace(self, size=size, leading=self.leading * size / self.size)

    def height(self, lines: int) -> float:
        """Return the height in mm of so many lines, capitals to descenders."""
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
    """The text styles of a theme by name, each resolved once."""

    def __init__(
        self, files: Mapping[str, StyleFile], families: Mapping[str, Family], palette: Palette, language: str = "en"
    ) -> None:
        self._files = files
        self._sides = _SIDES[is_rtl_language(language)]
        # fonts have letters of their own for some languages; English has none
        self._way = "" if language.partition("-")[0] == "en" else f" language={language}"
        self._families = families
        self._palette = palette
        self._known: dict[tuple[str, str | None, str | None], TextStyle] = {}

    def has(self, name: str) -> bool:
        """Tell whether the theme has a style of this name."""
        return name in self._files

    def get(self, name: str, colour: str | None = None, align: str | None = None) -> TextStyle:
        """Return the style, in another colour (``#rrggbb``) or alignment where these are given.

        What begins or ends, it does as the language is read; left and right are the sides of the paper.

        Raises:
            KeyError: when the theme has no such style.
        """
        key = (name, colour, align)
        found = self._known.get(key)
        if found is None:
            style = self._resolved(name)
            side = self._sides.get(align or "", align) or style.align
            found = self._known[key] = replace(style, colour=colour or style.colour, align=side)
        return found

    def _resolved(self, name: str) -> TextStyle:
        merged = _ROOT
        for file in self._chain(name):
            merged = merged.model_copy(update=_given(file))
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
            features=f"{_FIGURES[merged.figures or 'default']}{self._way}".strip(),
            tracking=(merged.tracking or 0) / 1000,
            colour=self._palette.colour(merged.colour or "ink"),
            align=self._sides.get(merged.align or "start", merged.align or ""),
            space_before=merged.space_before or 0,
            space_after=merged.space_after or 0,
            indent=merged.indent or 0,
            hyphenate=bool(merged.hyphenate),
            balance=bool(merged.balance),
            keep=bool(merged.keep),
        )

    def _chain(self, name: str) -> tuple[StyleFile, ...]:
        """Return the style's ancestors and itself, eldest first; ``body`` is everybody's eldest."""
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


def _given(file: StyleFile) -> dict[str, object]:
    """Return what a style gives itself."""
    found = {name: getattr(file, name) for name in StyleFile.model_fields if name != "extends"}
    return {name: value for name, value in found.items() if value is not None}
