"""Checks of what layouts refer to: names of colours, fonts, icons, boxes; the syntax of templates.

A name built by an expression is known only when a face is composed, so only fixed names are checked here.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path as Folder
from typing import Final, NamedTuple

from pydantic import ValidationError

from punchboard.expression import ExpressionError, UnknownNameError, expression, is_fixed, template
from punchboard.load.game_pictures import read_picture
from punchboard.load.layout_files import RawLayout
from punchboard.load.yaml.places import KEY
from punchboard.load.yaml.validate import place_of, validation_problems
from punchboard.model.layout.box_contents import template_sources
from punchboard.model.layout.box_drawing import OrnamentFile, gradient_paint
from punchboard.model.layout.layout import Box, StyleFile, ThemeFile
from punchboard.model.values import LayoutSource, Path, did_you_mean, is_colour, message_and_hint, picture_crop
from punchboard.ornament import params_model
from punchboard.problem import Place, Problem, ProblemsFound

BODY: Final = "body"
"""The name of the default style and of the default font."""

INK: Final = "ink"
"""The name of the default colour."""

_GRADIENT_WORDS: Final = re.compile(r"\b(to|at|radial|linear)\b|@")
_GRADIENTS: Final = (
    "a gradient is 'paper to ink', 'paper to ink at 45' or 'radial paper to ink', of two or three colours"
)

_TINT: Final = re.compile(r"(\S+?)(?: +\d{1,3}%)?")


class KnownNames(NamedTuple):
    """The names that boxes can use."""

    colours: Collection[str]
    styles: Collection[str]
    icons: Collection[str]
    game: Folder
    """The folder with the pictures."""
    ornaments: Collection[str] = ()
    """The ornaments of the theme."""


class BoxSet(NamedTuple):
    """The boxes of a face or of a page, and their path in the layout file."""

    boxes: Mapping[str, Box | None]
    path: Path
    source: RawLayout

    def present(self) -> Iterator[tuple[Path, Box]]:
        """Return an iterator over boxes that are not null, each with its path."""
        return (((*self.path, name), box) for name, box in self.boxes.items() if box is not None)


class _Reference(NamedTuple):
    """A name used at a path of a layout."""

    noun: str
    name: str
    path: Path
    may_vary: bool = False
    """Whether a template may stand in its place, which gives each component a name of its own."""


def box_set_problems(boxes: BoxSet, known: KnownNames) -> Iterator[Problem]:
    """Yield a problem for every unknown fixed name in a set of boxes."""
    names = {"colour": known.colours, "style": {*known.styles, BODY}, "icon": known.icons}
    for path, box in boxes.present():
        for use in _references(box, path):
            yield from _unknown_name(use, names[use.noun], boxes.source)
        yield from _linked_box_problems(box, path, boxes)
        if box.ornament is not None and box.ornament.kind not in known.ornaments:
            yield from ornament_problems(box.ornament, (*path, "ornament"), boxes.source)
        if box.picture is not None and is_fixed(box.picture):
            yield from _picture_problems(box.picture, layout_place(boxes.source, (*path, "picture")), known.game)


def _references(box: Box, path: Path) -> Iterator[_Reference]:
    """Yield the names in one box."""
    yield from (_Reference("colour", paint, (*path, "fill"), may_vary=True) for paint in _fixed_paints(box.fill))
    if box.colour is not None:
        yield _Reference("colour", box.colour, (*path, "colour"), may_vary=True)
    yield from _effect_references(box, path)
    if box.stroke is not None:
        yield _Reference("colour", box.stroke.colour, (*path, "stroke", "colour"), may_vary=True)
    for index, paint in enumerate(box.ornament.colours if box.ornament else ()):
        yield _Reference("colour", paint, (*path, "ornament", "colours", index), may_vary=True)
    yield _Reference("style", box.style, (*path, "style"))
    if box.icon is not None:
        yield _Reference("icon", box.icon, (*path, "icon"), may_vary=True)


def _fixed_paints(fill: str | None) -> tuple[str, ...]:
    """Return the colours of a gradient, or the one colour of another fill."""
    if fill is None:
        return ()
    gradient = gradient_paint(fill) if is_fixed(fill) else None
    return gradient.paints if gradient is not None else (fill,)


def _effect_references(file: Box | StyleFile, path: Path) -> Iterator[_Reference]:
    """Yield the colours of shadows and of the outline of texts."""
    for key in ("shadow", "text shadow", "text outline"):
        effect = getattr(file, key.replace(" ", "_"), None)
        if effect is not None:
            yield _Reference("colour", effect.colour, (*path, key, "colour"))


def _linked_box_problems(box: Box, path: Path, boxes: BoxSet) -> Iterator[Problem]:
    """Yield a problem for each name of another box that the face does not have."""
    links = {"goes with": box.goes_with, "stands in for": box.stands_in_for, "icon of": box.icon_of}
    links |= {"ornament": (box.ornament.motif,)} if box.ornament and box.ornament.motif else {}
    links |= {"over": (box.over,)} if box.over else {}
    links |= {"sides": tuple(sorted(box.sides.box_names))} if box.sides else {}
    for key, names in links.items():
        for name in names:
            if name not in boxes.boxes:
                at = layout_place(boxes.source, (*path, key))
                yield Problem("REF001", at, f"no box {name!r}", did_you_mean(name, boxes.boxes))


def _unknown_name(use: _Reference, known: Collection[str], source: RawLayout) -> Iterator[Problem]:
    name = _colour_name(use.name) if use.noun == "colour" else use.name
    if name and name not in known and (is_fixed(use.name) or not use.may_vary):
        hint = did_you_mean(name, known)
        if use.noun == "colour" and _GRADIENT_WORDS.search(name):
            hint = _GRADIENTS if use.path[-1] == "fill" else "write one colour; only a 'fill' can be a gradient"
        yield Problem("REF001", layout_place(source, use.path), f"no {use.noun} {name!r}", hint)


def _colour_name(paint: str) -> str:
    """Return the colour name in a paint such as ``ink 40%``; empty for ``#c8402f``."""
    match = _TINT.fullmatch(paint.strip())
    name = match.group(1) if match else paint
    return "" if is_colour(name) else name


def ornament_problems(file: OrnamentFile, path: Path, source: RawLayout) -> Iterator[Problem]:
    """Yield a problem for an unknown kind of ornament, and for each wrong parameter."""
    try:
        model = params_model(file.kind)
    except ValueError as error:
        yield Problem("REF001", layout_place(source, (*path, "kind")), *message_and_hint(str(error)))
        return
    try:
        model.model_validate({name: value for name, value in file.params.items() if is_fixed(str(value))})
    except ValidationError as error:
        inner = (*path, "params")
        places = {at[len(inner) :]: where for at, where in source.places.items() if at[: len(inner)] == inner}
        yield from validation_problems(error, file.params, places, layout_place(source, path), model, named=True)


def _picture_problems(path: str, at: Place, game: Folder) -> Iterator[Problem]:
    try:
        read_picture(game, picture_crop(path).path, at)
    except ProblemsFound as error:
        yield from error.problems


def fill_problems(fill: str | None, path: Path, source: RawLayout, colours: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each colour of a fill that the theme does not have."""
    for paint in _fixed_paints(fill):
        yield from _unknown_name(_Reference("colour", paint, path, may_vary=True), colours, source)


def style_problems(
    styles: Mapping[str, str], path: Path, source: RawLayout, known: Collection[str]
) -> Iterator[Problem]:
    """Yield a problem for each value of a mapping that is not a style."""
    for key, name in styles.items():
        yield from _unknown_name(_Reference("style", name, (*path, key)), {*known, BODY}, source)


def theme_problems(theme: ThemeFile, source: RawLayout, icons: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each unknown name in a theme, and for each name that every theme must have."""
    names: dict[str, Collection[str]] = {"colour": theme.colours, "font": theme.fonts, "style": {*theme.styles, BODY}}
    names["icon"] = icons
    for use in _theme_references(theme):
        yield from _unknown_name(use, names[use.noun], source)
    for noun, name, section in (("colour", INK, theme.colours), ("font", BODY, theme.fonts)):
        if name not in section:
            hint = f"add it: layouts use it as the default {noun}"
            yield Problem("REF001", layout_place(source, (f"{noun}s",)), f"the theme has no {noun} {name!r}", hint)
    for name, drawings in theme.ornaments.items():
        for index, file in enumerate(drawings):
            yield from ornament_problems(file, ("ornaments", name, index), source)


def _theme_references(theme: ThemeFile) -> Iterator[_Reference]:
    if theme.text_font is not None:
        yield _Reference("font", theme.text_font, ("text font",))
    yield from (_Reference("icon", name, ("icon colours", name, KEY)) for name in theme.icon_colours)
    for name, style in theme.styles.items():
        used = (("colour", "colour", style.colour), ("font", "font", style.font), ("style", "extends", style.extends))
        yield from (_Reference(noun, value, ("styles", name, key)) for noun, key, value in used if value is not None)
        yield from _effect_references(style, ("styles", name))
    for name, drawings in theme.ornaments.items():
        for at, file in enumerate(drawings):
            paths = ((paint, ("ornaments", name, at, "colours", index)) for index, paint in enumerate(file.colours))
            yield from (_Reference("colour", paint, path) for paint, path in paths)
    for name, font in theme.fonts.items():
        yield from (_Reference("font", used, ("fonts", name, "fallback", at)) for at, used in enumerate(font.fallback))


def nested_layouts(boxes: BoxSet) -> Iterator[tuple[str, Place]]:
    """Yield the layouts nested in boxes, with the places that name them."""
    for path, box in boxes.present():
        if box.layout is not None:
            yield box.layout, layout_place(boxes.source, (*path, "layout"))


def nesting_problems(faces: Mapping[str, BoxSet]) -> Iterator[Problem]:
    """Yield a problem for each face that contains itself, at any depth."""
    inner = {name: dict(nested_layouts(boxes)) for name, boxes in faces.items()}
    for name, layouts in inner.items():
        for first, place in layouts.items():
            if name in _reachable(first, inner):
                yield Problem("REF001", place, f"face {name!r} contains itself", "remove this box")


def _reachable(first: str, inner: Mapping[str, Collection[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(inner.get(name, ()))
    return reached


def layout_place(source: RawLayout, path: Path) -> Place:
    """Return the place of a path in a layout."""
    return place_of(source.places, path, Place(source.file, 1))


def template_problems(boxes: BoxSet) -> Iterator[Problem]:
    """Yield a problem for each invalid template or expression in boxes. Valid ones are compiled and cached."""
    for path, box in boxes.present():
        for text in template_sources(box):
            place = layout_place(boxes.source, (*path, *text.path))
            yield from syntax_problems(text.source, place, is_expression=text.is_expression)


def syntax_problems(source: str, place: Place, *, is_expression: bool = False) -> Iterator[Problem]:
    """Yield the problem of an invalid template, or of an invalid expression if ``is_expression``."""
    try:
        (expression if is_expression else template)(source)
    except ExpressionError as error:
        yield Problem("EXPR001", place, str(error), _hint(error, is_expression=is_expression))


def _hint(error: ExpressionError, *, is_expression: bool) -> str:
    if isinstance(error, UnknownNameError):
        return did_you_mean(error.name, error.known)
    if is_expression:
        return "write 'a == b' to compare, and names without '{{ }}'"
    return "write a value between '{{' and '}}'"


def layout_source(boxes: BoxSet) -> LayoutSource:
    """Return the source of a set of boxes, from which problems found while drawing take their place."""
    path: Path = boxes.path[:-1]
    return LayoutSource(boxes.source.file, boxes.source.places, path)
