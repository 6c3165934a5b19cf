"""Face fingerprints: hashes of all that a component's faces are drawn from, computed without drawing them.

A face depends on what its boxes show (`compiled_layout.BoxSpecs`), and on the layout and theme. So a card's own text
changes only that card's fingerprint, the colour of a list entry those of the cards that show it, and a layout those of
the kinds that use it. Fingerprints leave out the edition mark, which is meant to change, and the version of Punchboard.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from struct import pack
from typing import Final, NamedTuple

from punchboard.compose.boxes.box_spec import BoxSpec
from punchboard.compose.boxes.drawing import CompiledBox
from punchboard.compose.faces.compiled_layout import FaceProgram
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.inks import Palette
from punchboard.expression import ExpressionError, is_fixed
from punchboard.geometry import Outline
from punchboard.model.game.game import LoadedGame
from punchboard.model.layout.box_drawing import OrnamentFile, gradient_paint
from punchboard.model.layout.icon_set import ICON_PATTERN
from punchboard.model.layout.layout import TEXT_CONTENT, Box, FaceFile, ThemeFile
from punchboard.model.values import canonical_text, picture_crop
from punchboard.problem import ProblemsFound

HASH_DIGITS: Final = 16
"""Hexadecimal digits of a hash: 64 bits, enough for the components of a game."""

_WORD: Final = re.compile(r"[\w-]+")

_MARKDOWN: Final = ("list", "table", "table-head", "marker", "callout", "h1", "h2", "h3", "h4")
"""Styles of Markdown in a box, other than the box's own."""

_MARKDOWN_COLOURS: Final = ("rule", "callout", "callout-edge")


def text_hash(*parts: str) -> str:
    """Return the hash of some texts in order."""
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=HASH_DIGITS // 2).hexdigest()


class _VaryingBoxes(NamedTuple):
    """A compiled layout prepared for fingerprints: the hash of what its faces share, its sources, and varying boxes.

    Each varying box comes with its index in the box specs, and whether it shows just one text.
    """

    shared: str
    names: frozenset[str]
    boxes: list[tuple[int, CompiledBox, bool]]


class FaceFingerprints:
    """Computes fingerprints; the contributions of layouts and themes are computed once.

    Args:
        loaded: the loaded game.
        before: fingerprints of another state of the game with the same layouts, icons and pictures, whose hashes are
            reused.
    """

    def __init__(self, loaded: LoadedGame, before: "FaceFingerprints | None" = None) -> None:
        self._loaded = loaded
        self._theme = loaded.layouts.theme
        self._symbols = loaded.symbols
        self._palette = Palette(self._theme.colours)
        self.layout_sources: dict[str, dict[str, str]] = dict(before.layout_sources) if before else {}
        """The sources of each layout, with hashes as in `sources`."""
        self._varying: dict[FaceProgram, _VaryingBoxes] = {}
        self._missing: set[str] = set()
        self.sources: dict[str, str] = dict(before.sources) if before else {}
        """The hashes of all sources used so far, by name: ``face hero``, ``colour ink``, ``icon flame``."""

    def fingerprint(self, specs: Iterable[FaceSpec], used: set[str]) -> str:
        """Return the fingerprint of a component's sides; the names of its sources are added to ``used``."""
        texts: list[str] = []
        for spec in specs:
            program, box_specs = spec.program, spec.box_specs
            varying = self._varying.get(program)
            if varying is None:
                varying = self._varying[program] = self._varying_boxes(program)
            if not varying.names <= used:
                used |= varying.names
            texts.append(varying.shared)
            for index, box, is_one_text in varying.boxes:  # written out: every box of every card passes here
                shown_specs = box_specs[index]
                if is_one_text and shown_specs is not None and not self._has_icons(shown_specs[0].content or ""):
                    texts.append(shown_specs[0].content or "")
                else:
                    texts += self._content_texts(box, shown_specs, used)
        return text_hash(*texts)

    def _varying_boxes(self, program: FaceProgram) -> _VaryingBoxes:
        """Return what differs from card to card on the faces of a compiled layout."""
        shared = self._shared_hash(program)
        boxes = [
            (index, box, box.templates.has_constant_paints and box.content in TEXT_CONTENT and box.box.repeat is None)
            for index, box in enumerate(program.boxes)
            if not box.templates.is_constant
        ]
        return _VaryingBoxes(shared, frozenset(self.layout_sources[program.layout]), boxes)

    def _shared_hash(self, program: FaceProgram) -> str:
        trim = program.trim
        sources = self.sources_of_layout(program.layout)
        sizes = repr(program.type_sizes)
        return text_hash(trim.form, repr(tuple(trim.size)), sizes, self._loaded.game.file.language, *sources.values())

    def _content_texts(self, program: CompiledBox, specs: tuple[BoxSpec, ...] | None, used: set[str]) -> Iterator[str]:
        """Yield texts that identify what a box shows."""
        if specs is None:
            yield "\x1d"
            return
        for spec in specs:
            yield spec.content or ""
            if program.content == "map":  # which names the colours of its land
                named = dict.fromkeys(_WORD.findall(spec.content or ""))
                yield from (self._theme.colours[word] for word in named if word in self._theme.colours)
            if not program.templates.has_constant_paints:
                yield from self._paint_texts(spec)
            if spec.content and (program.content in _LOOKED_UP or self._has_icons(spec.content)):
                for name in self._named_sources(program, spec):
                    used.add(name)
                    yield self.sources[name]

    def _paint_texts(self, spec: BoxSpec) -> Iterator[str]:
        """Yield the colours and parameters of a box, after its templates."""
        gradient = gradient_paint(spec.fill or "")
        fills = (spec.fill,) if gradient is None else (str(gradient), *gradient.paints)
        for paint in (*fills, spec.stroke, spec.colour, *spec.colours):
            yield self._colour(paint) if paint else ""
        yield from spec.extra
        yield from (self._theme.colours[value] for value in spec.extra if value in self._theme.colours)

    def _colour(self, paint: str) -> str:
        try:
            return self._palette.colour(paint)
        except ExpressionError:
            return paint

    def _named_sources(self, program: CompiledBox, spec: BoxSpec) -> Iterator[str]:
        """Yield the source names of the icons, picture or layout that a box's content names."""
        content = spec.content or ""
        match program.content:
            case "icon" | "picture" as sort:
                names = [self._lookup_source(sort, content)]
            case "layout":
                names = list(self.sources_of_layout(content)) if content in self._loaded.layouts.faces else []
                passed = [name for value in spec.extra for name in (value, *self._icons_in(value))]
                names += [self._lookup_source("icon", value) for value in passed]
            case _:
                names = [self._lookup_source("icon", name) for name in self._icons_in(content)]
        yield from filter(None, names)

    def _has_icons(self, text: str) -> bool:
        return ":" in text or self._symbols.occur_in(text)

    def _icons_in(self, text: str) -> Iterator[str]:
        """Yield the names of the icons and symbols in a text."""
        yield from ICON_PATTERN.findall(text)
        yield from filter(None, (self._symbols.icons[token] for token in self._symbols.tokens_in(text)))

    def _lookup_source(self, sort: str, name: str) -> str:
        """Return the source name of an icon or picture, and record its hash; empty if it does not exist."""
        source = f"{sort} {name}"
        if source in self._missing:  # values of a nested layout may not be icons, and a lookup reads the disk
            return ""
        if source not in self.sources:
            try:
                if sort == "icon":
                    self.sources[source] = _icon_hash(self._loaded.icons[name])
                else:
                    self.sources[source] = self._loaded.pictures[picture_crop(name).path].digest[:HASH_DIGITS]
            except (KeyError, ProblemsFound):
                self._missing.add(source)
                return ""
        return source

    def sources_of_layout(self, name: str) -> dict[str, str]:
        """Return the sources of a layout with their hashes: itself, nested layouts, styles, colours, constant icons."""
        sources = self.layout_sources.get(name)
        if sources is None:
            file = self._loaded.layouts.faces.get(name)
            self.layout_sources[name] = {}  # a layout that nests itself is reported elsewhere
            if file is not None:
                sources = self.layout_sources[name] = dict(self._layout_sources(name, file))
                self.sources |= sources
        return self.layout_sources[name]

    def _layout_sources(self, name: str, file: FaceFile) -> Iterator[tuple[str, str]]:
        text = canonical_text(file, "edition")
        yield f"face {name}", text_hash(text)
        boxes = [box for box in file.boxes.values() if box is not None]
        yield from self._theme_sources(boxes)
        styles = dict.fromkeys(style for box in boxes for style in self._styles(box))
        chain = dict.fromkeys(one for style in styles for one in _ancestry(style, self._theme))
        for style in chain:
            yield f"style {style}", text_hash(canonical_text(self._theme.styles[style]))
        if any(self._theme.styles[style].coloured_icons for style in chain):
            yield "icon colours", text_hash(str(sorted(self._theme.icon_colours.items())))
        yield from self._fonts(chain)
        drawings = map(repr, self._theme_drawings(boxes).values())
        texts = (text, *map(self._style_colour, chain), *drawings)
        words = {word for text in texts for word in _WORD.findall(text)}
        words |= {"ink", *(_MARKDOWN_COLOURS if any(box.markdown for box in boxes) else ())}
        for colour in sorted(words & self._theme.colours.keys()):
            yield f"colour {colour}", text_hash(self._theme.colours[colour])
        for box in boxes:
            yield from self._constant_sources(box)

    def _theme_drawings(self, boxes: Iterable[Box]) -> dict[str, tuple[OrnamentFile, ...]]:
        """Return the drawings of the theme that boxes show, by name."""
        kinds = dict.fromkeys(box.ornament.kind for box in boxes if box.ornament is not None)
        return {kind: self._theme.ornaments[kind] for kind in kinds if kind in self._theme.ornaments}

    def _theme_sources(self, boxes: Sequence[Box]) -> Iterator[tuple[str, str]]:
        """Yield the ornaments of the theme that boxes show, and the corners and the line width that they use."""
        for kind, drawings in self._theme_drawings(boxes).items():
            yield f"ornament {kind}", text_hash(*map(canonical_text, drawings))
        if self._theme.corners != "round" and any(box.shape == "rounded" for box in boxes):
            yield "corners", self._theme.corners
        if self._theme.line is not None and any(box.stroke and box.stroke.width == "line" for box in boxes):
            yield "line", str(self._theme.line)

    def _styles(self, box: Box) -> Iterator[str]:
        if box.text is None and box.markdown is None:
            return
        styles = [box.style]
        if box.markdown is not None:
            styles += [name for role in _MARKDOWN for name in (f"{box.style}-{role}", role)]
        yield from (name for name in styles if name in self._theme.styles)

    def _style_colour(self, name: str) -> str:
        style = self._theme.styles[name]
        effects = (effect.colour for effect in (style.text_outline, style.text_shadow) if effect is not None)
        return " ".join((style.colour or "", *effects))

    def _fonts(self, styles: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the fonts of styles and their fallback fonts."""
        fonts = self._theme.fonts
        named = dict.fromkeys(("body", *(self._theme.styles[style].font or "body" for style in styles)))
        for name in dict.fromkeys(one for font in named if font in fonts for one in (font, *fonts[font].fallback)):
            if name in fonts:
                yield f"font {name}", text_hash(canonical_text(fonts[name]))

    def _constant_sources(self, box: Box) -> Iterator[tuple[str, str]]:
        """Yield the icon, picture or layout that a box names itself, without a component's values."""
        content = getattr(box, box.content) if box.content else None
        if not isinstance(content, str) or not is_fixed(content):
            return
        if box.content == "layout":
            yield from self.sources_of_layout(content).items()
            return
        names = [content] if box.content in _LOOKED_UP else self._icons_in(content)
        for name in names:
            source = self._lookup_source(box.content if box.content in _LOOKED_UP else "icon", name)
            if source:
                yield source, self.sources[source]


@lru_cache(maxsize=512)
def _icon_hash(icon: Outline) -> str:
    """Return the hash of an icon, from its commands and the bytes of its numbers."""
    numbers = [*chain.from_iterable([numbers for _, numbers in icon.segments])]
    commands = "".join([command for command, _ in icon.segments])
    return text_hash(commands, pack(f"<{len(numbers)}d", *numbers).hex())


_LOOKED_UP: Final = frozenset({"icon", "picture", "layout"})


def _ancestry(name: str, theme: ThemeFile) -> Iterator[str]:
    """Yield a style and those that it extends, ``body`` last."""
    seen: set[str] = set()
    current: str | None = name
    while current in theme.styles and current not in seen:
        seen.add(current)
        yield current
        current = theme.styles[current].extends or ("body" if current != "body" else None)
