"""Styles for Markdown in a box: paragraphs in the box's style, all else in the theme's, all at one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from punchboard.compose.inks.paints import Palette
from punchboard.compose.text.blocks import Block, Callout, Directive, Heading, ListBlock, PictureBlock
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.layout.column import Slab
from punchboard.compose.text.style import Styles, TextStyle
from punchboard.expression import ExpressionError
from punchboard.geometry import Outline


class BoxLook:
    """Styles, colours and icons for the Markdown of one box, at one scale."""

    def __init__(self, base: TextStyle, styles: Styles, palette: Palette, setter: Typesetter, scale: float) -> None:
        self.setter = setter
        self._base, self._styles, self._palette, self._scale = base, styles, palette, scale

    def style(self, role: str) -> TextStyle:
        """Return the style for a role such as ``h1`` or ``list``: the theme's, else one derived from the box's own."""
        return _scaled(self._named(role), self._scale)

    def _named(self, role: str) -> TextStyle:
        base = self._base
        for name in (f"{base.name}-{role}", role):
            if role != "p" and self._styles.has(name):
                return self._styles.get(name)
        if role.startswith("h") or role == "table-head":
            return replace(base, bold=True, space_before=base.size * 0.4)
        if role == "list":
            return replace(base, indent=base.size * 0.9, space_after=base.size * 0.2)
        if role == "table":
            return replace(base, space_after=base.size * 0.4)
        return base

    def colour(self, paint: str) -> str:
        """Return a colour of the theme as ``#rrggbb``."""
        return self._palette.colour(paint)

    def fill(self, paint: str) -> str:
        """Return a background colour of the theme."""
        return self._palette.fill(paint)

    def icon(self, name: str) -> Outline:
        """Return the outline of an icon."""
        return self.setter.icon(name)

    def directive(self, directive: Directive, width: float) -> Iterator[Slab]:
        """Yield nothing: boxes ignore directives."""
        del directive, width
        return iter(())

    def picture(self, picture: PictureBlock, width: float) -> Iterator[Slab]:
        """Yield nothing: `reject_pictures` reports pictures in a box."""
        del picture, width
        return iter(())

    def side_figure(self, directive: Directive, width: float) -> None:
        """Return None: a box has no figures beside its text."""
        del directive, width

    def heading(self, heading: Heading, width: float) -> None:
        """Return None: headings in boxes are plain."""
        del heading, width


@lru_cache(maxsize=128)  # each entry keeps all shaped words of its family in memory
def _scaled(style: TextStyle, scale: float) -> TextStyle:
    if scale == 1.0:
        return style
    return replace(
        style.at_size(style.size * scale),
        space_before=style.space_before * scale,
        space_after=style.space_after * scale,
        indent=style.indent * scale,
    )


def reject_pictures(content: Sequence[Block]) -> None:
    """Reject Markdown with a picture; boxes of text hold no pictures.

    Raises:
        ExpressionError: for the first picture, with what to write instead.
    """
    for one in _pictures(content):
        hint = "add a field of 'type: picture' to the table, and a box with 'picture: \"{{ field }}\"' to the face"
        raise ExpressionError(f"text in a box cannot contain the picture {one.path!r}", hint)


def _pictures(content: Sequence[Block]) -> Iterator[PictureBlock]:
    for block in content:
        if isinstance(block, PictureBlock):
            yield block
        elif isinstance(block, Callout):
            yield from _pictures(block.blocks)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from _pictures(item)
