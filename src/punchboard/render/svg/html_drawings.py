"""SVG drawings inside an HTML page: equal symbols, clips and paths are defined once, and drawings can be packed.

Words are only outlines here; the page gives each drawing a label instead.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from punchboard.fonts import Typeface
from punchboard.geometry import IDENTITY, Outline, Size, path_to_svg
from punchboard.render.letters import glyph_places
from punchboard.render.svg.writer import (
    SvgWriter,
    glyph_path,
    insert_leaves,
    matrix,
    paint_text,
    path_element,
    use_element,
)
from punchboard.scene import Anchor, Item, Line, Link, Page, Shape, Symbol, Text, Use, symbols_on
from punchboard.system.packing import gzip_base64
from punchboard.units import format_number

SHARED_MARK: Final = b"<!--drawings-->"
_SHORT: Final = {"M": "m%.6g %.6g", "L": "l%.6g %.6g", "C": "c%.6g %.6g %.6g %.6g %.6g %.6g", "Z": "z"}
_AGAIN: Final = {("L", "L"): " %.6g %.6g", ("C", "C"): " %.6g %.6g %.6g %.6g %.6g %.6g", ("M", "L"): " %.6g %.6g"}
"""Repeated commands, and a line after a move, which need no letter."""
_POINTS: Final = re.compile(r"(?<=\.\d) (?=\.)|(?<=\.\d\d) (?=\.)")
"""A space before a number that begins with a point, after a number with decimals: the second point separates them."""
_ZEROS: Final = (" 0.", "-0.", "m0.", "l0.", "c0.")
"""A zero before a point, after each character that can precede a number."""
_PATH: Final = re.compile(rb'<path ([^>]*?)d="([^"]{100,})"([^>]*?)/>')
"""A path longer than the element that would place it."""
_TAG: Final = re.compile("<[a-zA-Z]+")
_PLACE: Final = re.compile(rb"<!--drawing (\d+)-->")


def insert_drawings(html: bytes, pages: Sequence[Page]) -> bytes:
    """Return an HTML page with its drawings.

    Args:
        html: the page. ``<!--drawing 0-->`` marks the place of drawing 0, in an ``<svg>`` whose viewBox is the
            drawing's size in mm; ``<!--drawings-->`` stands once before all drawings.
        pages: the drawings by number.
    """
    uses = Counter(symbols_on(pages))
    writer = _Inline(frozenset(symbol for symbol, count in uses.items() if count == 1))
    drawings = [writer.drawing(page) for page in pages]
    page = html.replace(SHARED_MARK, f"<defs>{''.join(writer.shared.values())}</defs>".encode() + SHARED_MARK)
    return _share_paths(_PLACE.sub(lambda match: drawings[int(match.group(1))].encode(), page))


def _share_paths(html: bytes) -> bytes:
    """Return a page with repeated paths defined once: different cards have equal ornaments."""
    times = Counter(path for _, path, _ in _PATH.findall(html))
    names = {path: b"p-%d" % number for number, path in enumerate(path for path, count in times.items() if count > 1)}

    def use(match: re.Match[bytes]) -> bytes:
        before, path, after = match.groups()
        return b'<use href="#%b" %b%b/>' % (names[path], before, after) if path in names else match[0]

    paths = b"".join(b'<path id="%b" d="%b"/>' % (name, path) for path, name in names.items())
    return _PATH.sub(use, html).replace(SHARED_MARK, b"<defs>%b</defs>" % paths if paths else b"")


@lru_cache(maxsize=8192)  # a watched game is drawn again after each change, mostly with the same outlines
def short_path_data(outline: Outline) -> str:
    """Return an outline as relative path data rounded to 0.01 mm, which is half as long as absolute data."""
    pattern: list[str] = []
    steps: list[float] = []
    left = top = x = y = 0.0  # in 0.01 mm, rounded by adding 0.5 and flooring: round() takes three times as long
    last = ""
    for command, numbers in outline.segments:  # tuned for speed: ornaments have hundreds of thousands of segments
        pattern.append(_AGAIN.get((last, command)) or _SHORT[command])
        last = command
        if command == "C":
            x1, y1, x2, y2, to_x, to_y = numbers
            to_x, to_y = (to_x * 100 + 0.5) // 1, (to_y * 100 + 0.5) // 1
            steps += (
                ((x1 * 100 + 0.5) // 1 - x) / 100,
                ((y1 * 100 + 0.5) // 1 - y) / 100,
                ((x2 * 100 + 0.5) // 1 - x) / 100,
                ((y2 * 100 + 0.5) // 1 - y) / 100,
                (to_x - x) / 100,
                (to_y - y) / 100,
            )
            x, y = to_x, to_y
        elif command == "Z":
            x, y = left, top
        else:
            to_x, to_y = (numbers[0] * 100 + 0.5) // 1, (numbers[1] * 100 + 0.5) // 1
            steps += ((to_x - x) / 100, (to_y - y) / 100)
            x, y = to_x, to_y
            if command == "M":
                left, top = x, y
    text = ("".join(pattern) % tuple(steps)).replace(" -", "-")
    for zero in _ZEROS:
        text = text.replace(zero, f"{zero[0]}.")
    return _POINTS.sub("", text)


class _Inline(SvgWriter):
    """Writes the drawings of one page."""

    def __init__(self, in_place: Collection[Symbol]) -> None:
        super().__init__(Page(Size(1, 1), ()), "")
        self._paths: dict[Outline, str] = {}
        self._glyphs: dict[tuple[Typeface, int], str] = {}
        self._in_place: Collection[Symbol] = in_place
        self.shared: dict[str, str] = {}
        """Elements shared by drawings, by id; an id is a hash of its element."""
        self._ids: dict[Symbol, str] = {}

    def drawing(self, page: Page) -> str:
        """Return a drawing as SVG elements."""
        return self._text(page.items)

    def _text(self, items: Iterable[Item]) -> str:
        group = self._drawing.g()
        self._draw(items, group)
        return insert_leaves(group.tostring(), self._leaves)

    def _use(self, item: Use, into: Any) -> None:
        if item.symbol in self._in_place:
            outer, self._in_place = self._in_place, ()
            self._inside(item.transform, None, item.symbol.items, into)
            self._in_place = outer
            return
        name = self._ids.get(item.symbol)
        if name is None:
            in_place, self._in_place = self._in_place, ()
            name = self._ids[item.symbol] = self._add_shared(self._text(item.symbol.items))
            self._in_place = in_place
        self._put(use_element(name, "" if item.transform == IDENTITY else matrix(item.transform)), into)

    def _add_shared(self, text: str) -> str:
        """Add a shared element given as text without an id, and return its id."""
        hashed = blake2b(text.encode(), digest_size=6).digest()
        name = f"d-{urlsafe_b64encode(hashed).decode()}"
        tag = _TAG.match(text)
        assert tag is not None
        self.shared[name] = f'{tag[0]} id="{name}"{text[tag.end() :]}'
        return name

    def _clip(self, outline: Outline) -> str:
        name = self._clips.get(outline)
        if name is None:
            name = self._clips[outline] = self._add_shared(f'<clipPath><path d="{path_to_svg(outline)}"/></clipPath>')
        return name

    def _shape(self, item: Shape) -> str:
        data = self._paths.get(item.outline)
        if data is None:
            data = self._paths[item.outline] = short_path_data(item.outline)
        return path_element(
            data, paint_text(self._blend(item) or item.fill, item.stroke, item.opacity, even_odd=item.even_odd)
        )

    def _line(self, item: Text, line: Line) -> str:
        place = f"translate({format_number(line.x)} {format_number(line.y)}) scale({item.size / item.face.upem:.6g})"
        letters = [
            use_element(self._glyph(item.face, glyph), f"translate({x:.6g} {y:.6g})" if x or y else "")
            for glyph, x, y in glyph_places(item, line)
            if item.face.outline(glyph).segments
        ]
        return f'<g fill="{item.colour}" transform="{place}">{"".join(letters)}</g>'

    def _glyph(self, face: Typeface, glyph: int) -> str:
        """Return the id of a letter's outline, which is shared by all drawings."""
        if (face, glyph) not in self._glyphs:
            self._glyphs[face, glyph] = self._add_shared(path_element(glyph_path(face, glyph), ""))
        return self._glyphs[face, glyph]

    def _link(self, item: Link) -> Any:
        del item
        return self._drawing.g()

    def _anchor(self, item: Anchor, into: Any) -> None:
        """Omit it: the page has its own anchors."""


_PACKED: Final = re.compile(rb"<!--packed drawings (\d+)-->")
_PAGE: Final = re.compile(rb"<!--packed page-->(.*?)<!--/packed page-->", re.DOTALL)
_LEVEL: Final = 4
"""The level of gzip: higher ones take longer and save little of drawings."""
_END: Final = b"\0"
"""What ends the shared definitions and each drawing; no SVG contains it."""


def drawn_html(html: bytes, pages: Sequence[Page]) -> bytes:
    """Return an HTML page with its drawings: in their places, or packed where it says so.

    Args:
        html: the page. ``<!--packed drawings 9-->`` stands for the first nine drawings; the others are those of a page
            between ``<!--packed page-->`` and ``<!--/packed page-->``, numbered from 0 there.
        pages: the drawings.
    """
    match = _PACKED.search(html)
    if match is None:
        return insert_drawings(html, pages)
    count = int(match[1])
    whole = _PAGE.sub(lambda page: gzip_base64(insert_drawings(page[1], pages[count:]), _LEVEL), html)
    return _PACKED.sub(lambda _: pack_drawings(pages[:count]), whole)


def pack_drawings(pages: Sequence[Page]) -> bytes:
    """Return drawings as base64 of gzip of text: the definitions that they share, then each, ended by a NUL."""
    marks = [b"<!--drawing %d-->" % number for number in range(len(pages))]
    return gzip_base64(insert_drawings(_END.join((SHARED_MARK, *marks)), pages), _LEVEL)
