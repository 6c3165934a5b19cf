"""Looks: the hash of all that a component's faces are drawn from, without drawing them.

What a face shows is what its boxes were asked to show (`faceprogram.Key`) and what the layout and theme say. So a look
changes with one card's text for that card alone, with a list entry's colour for the cards that show it, with a layout
for the kinds that have it. The mark of the edition is no part of it: that it changes is what it is for. A program that
sets type in another way makes no new looks.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from struct import pack
from typing import Final, NamedTuple

from punchboard.compose.boxes.drawing import BoxProgram, BoxSpec
from punchboard.compose.faces.compiled_layout import FaceProgram
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.inks.paints import Palette
from punchboard.expression import ExpressionError, is_fixed
from punchboard.geometry import Outline
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.layout.icon_set import ICON_PATTERN
from punchboard.model.layout.layout import Box, FaceFile, ThemeFile
from punchboard.model.values import canonical_text
from punchboard.problem import ProblemsFound

HASH_DIGITS: Final = 16
"""Hexadecimal digits of a hash: 64 bits, which tell the components of a game apart."""

_WORD: Final = re.compile(r"[\w-]+")

_MARKDOWN: Final = ("list", "table", "table-head", "marker", "callout", "h1", "h2", "h3", "h4")
"""Styles of Markdown in a box, beside the box's own."""

_MARKDOWN_COLOURS: Final = ("rule", "callout", "callout-edge")


def text_hash(*parts: str) -> str:
    """Return the hash of texts."""
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=HASH_DIGITS // 2).hexdigest()


class _Live(NamedTuple):
    """A face's program for looks: the hash of what its faces share, where that comes from, and what differs.

    Of each box that differs there are its place in the key, and whether it is nothing but one text.
    """

    head: str
    names: frozenset[str]
    boxes: list[tuple[int, BoxProgram, bool]]


class FaceFingerprints:
    """Works out looks; what layouts and themes give to them is worked out once.

    Args:
        loaded: the loaded game.
        before: the looks of another state of the game with the same layouts, icons and pictures: what those give is
            known already.
    """

    def __init__(self, loaded: LoadedGame, before: "FaceFingerprints | None" = None) -> None:
        self._material = loaded
        self._theme = loaded.layouts.theme
        self._palette = Palette(self._theme.colours)
        self.layout_sources: dict[str, dict[str, str]] = dict(before.layout_sources) if before else {}
        """What each layout gives to its faces, as `sources` has it."""
        self._live: dict[FaceProgram, _Live] = {}
        self._nothing: set[str] = set()
        self.sources: dict[str, str] = dict(before.sources) if before else {}
        """The hashes of what the looks so far come from, by name: ``face hero``, ``colour ink``, ``icon flame``."""

    def fingerprint(self, specs: Iterable[FaceSpec], used: set[str]) -> str:
        """Return the look of the sides of a component; the names of what it comes from are added to those used."""
        shown: list[str] = []
        for spec in specs:
            program, key = spec.program, spec.box_specs
            live = self._live.get(program)
            if live is None:
                live = self._live[program] = self._live_boxes(program)
            if not live.names <= used:
                used |= live.names
            shown.append(live.head)
            for index, box, is_words in live.boxes:  # written out: every box of every card goes through here
                asked = key[index]
                if is_words and asked is not None and ":" not in (asked[0].content or ""):
                    shown.append(asked[0].content or "")
                else:
                    shown += self._shown(box, asked, used)
        return text_hash(*shown)

    def _live_boxes(self, program: FaceProgram) -> _Live:
        """Return what differs from card to card on the faces of a program."""
        head = self._head(program)
        boxes = [
            (index, box, box.has_constant_paints and box.content in _WORDS and box.box.repeat is None)
            for index, box in enumerate(program.boxes)
            if not box.is_constant
        ]
        return _Live(head, frozenset(self.layout_sources[program.layout]), boxes)

    def _head(self, program: FaceProgram) -> str:
        trim = program.trim
        found = self.sources_of_layout(program.layout)
        return text_hash(trim.form, repr(tuple(trim.size)), self._material.game.file.language, *found.values())

    def _shown(self, program: BoxProgram, asked: tuple[BoxSpec, ...] | None, used: set[str]) -> Iterator[str]:
        """Yield what a box shows."""
        if asked is None:
            yield "\x1d"
            return
        for one in asked:
            yield one.content or ""
            if not program.has_constant_paints:
                yield from self._painted(one)
            if one.content and (program.content in _SHELVES or ":" in one.content):
                for name in self._fetched(program, one):
                    used.add(name)
                    yield self.sources[name]

    def _painted(self, asked: BoxSpec) -> Iterator[str]:
        """Yield the colours and parameters that were worked out for a box."""
        for paint in (asked.fill, asked.stroke, asked.colour, *asked.inks):
            yield self._colour(paint) if paint else ""
        yield from asked.extra
        yield from (self._theme.colours[value] for value in asked.extra if value in self._theme.colours)

    def _colour(self, paint: str) -> str:
        try:
            return self._palette.colour(paint)
        except ExpressionError:
            return paint

    def _fetched(self, program: BoxProgram, asked: BoxSpec) -> Iterator[str]:
        """Yield what the icons, the picture or the layout that the content of a box names are called."""
        content = asked.content or ""
        match program.content:
            case "icon" | "picture" as shelf:
                names = [self._from_shelf(shelf, content)]
            case "layout":
                names = list(self.sources_of_layout(content)) if content in self._material.layouts.faces else []
                handed = [sign for value in asked.extra for sign in (value, *ICON_PATTERN.findall(value))]
                names += [self._from_shelf("icon", value) for value in handed]
            case _:
                names = [self._from_shelf("icon", name) for name in ICON_PATTERN.findall(content)]
        yield from filter(None, names)

    def _from_shelf(self, shelf: str, name: str) -> str:
        """Return what an icon or a picture is called, with its hash worked out; nothing when there is none."""
        called = f"{shelf} {name}"
        if called in self._nothing:  # what is handed to a nested layout need be no icon, and a shelf looks on the disk
            return ""
        if called not in self.sources:
            try:
                if shelf == "icon":
                    self.sources[called] = _drawn(self._material.icons[name])
                else:
                    self.sources[called] = self._material.pictures[name].digest[:HASH_DIGITS]
            except (KeyError, ProblemsFound):
                self._nothing.add(called)
                return ""
        return called

    def sources_of_layout(self, name: str) -> dict[str, str]:
        """Return what a layout gives to each of its faces: itself, nested layouts, styles, colours, fixed icons."""
        found = self.layout_sources.get(name)
        if found is None:
            file = self._material.layouts.faces.get(name)
            self.layout_sources[name] = {}  # a layout that nests itself is a problem that others tell
            if file is not None:
                found = self.layout_sources[name] = dict(self._gives(name, file))
                self.sources |= found
        return self.layout_sources[name]

    def _gives(self, name: str, file: FaceFile) -> Iterator[tuple[str, str]]:
        text = canonical_text(file, "edition")
        yield f"face {name}", text_hash(text)
        boxes = [box for box in file.boxes.values() if box is not None]
        styles = dict.fromkeys(style for box in boxes for style in self._styles(box))
        chain = dict.fromkeys(one for style in styles for one in _ancestry(style, self._theme))
        for style in chain:
            yield f"style {style}", text_hash(canonical_text(self._theme.styles[style]))
        yield from self._fonts(chain)
        words = {word for text in (text, *map(self._style_colour, chain)) for word in _WORD.findall(text)}
        words |= {"ink", *(_MARKDOWN_COLOURS if any(box.markdown for box in boxes) else ())}
        for colour in sorted(words & self._theme.colours.keys()):
            yield f"colour {colour}", text_hash(self._theme.colours[colour])
        for box in boxes:
            yield from self._fixed(box)

    def _styles(self, box: Box) -> Iterator[str]:
        if box.text is None and box.markdown is None:
            return
        wanted = [box.style]
        if box.markdown is not None:
            wanted += [name for role in _MARKDOWN for name in (f"{box.style}-{role}", role)]
        yield from (name for name in wanted if name in self._theme.styles)

    def _style_colour(self, name: str) -> str:
        return self._theme.styles[name].colour or ""

    def _fonts(self, styles: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the fonts of styles, and those that stand in for them."""
        fonts = self._theme.fonts
        named = dict.fromkeys(("body", *(self._theme.styles[style].font or "body" for style in styles)))
        for name in dict.fromkeys(one for font in named if font in fonts for one in (font, *fonts[font].fallback)):
            if name in fonts:
                yield f"font {name}", text_hash(canonical_text(fonts[name]))

    def _fixed(self, box: Box) -> Iterator[tuple[str, str]]:
        """Yield what a box names itself, and no value of a component."""
        content = getattr(box, box.content) if box.content else None
        if not isinstance(content, str) or not is_fixed(content):
            return
        if box.content == "layout":
            yield from self.sources_of_layout(content).items()
            return
        names = [content] if box.content in _SHELVES else ICON_PATTERN.findall(content)
        for name in names:
            called = self._from_shelf(box.content if box.content in _SHELVES else "icon", name)
            if called:
                yield called, self.sources[called]


@lru_cache(maxsize=512)
def _drawn(icon: Outline) -> str:
    """Return the hash of an icon: of its commands and, as they are in memory, of its numbers."""
    numbers = [*chain.from_iterable([numbers for _, numbers in icon.segments])]
    commands = "".join([command for command, _ in icon.segments])
    return text_hash(commands, pack(f"<{len(numbers)}d", *numbers).hex())


_SHELVES: Final = frozenset({"icon", "picture", "layout"})
_WORDS: Final = frozenset({"text", "markdown"})


def _ancestry(name: str, theme: ThemeFile) -> Iterator[str]:
    """Yield a style and those that it extends; ``body`` is everybody's eldest."""
    seen: set[str] = set()
    current: str | None = name
    while current in theme.styles and current not in seen:
        seen.add(current)
        yield current
        current = theme.styles[current].extends or ("body" if current != "body" else None)
