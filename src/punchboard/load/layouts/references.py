"""What layouts call by name must be there: colours, styles, fonts, icons, pictures, ornaments.

Names that an expression makes are known only when a face is composed; here only fixed text is looked at.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path as Folder
from typing import Final, NamedTuple

from pydantic import ValidationError

from punchboard.expression import is_fixed
from punchboard.load.layout_files.inheritance import RawLayout
from punchboard.load.pictures.pictures import read_picture
from punchboard.load.yaml.places import Path
from punchboard.load.yaml.validate import place_of, validation_problems
from punchboard.model.layout.box_drawing import OrnamentFile
from punchboard.model.layout.layout import Box, ThemeFile
from punchboard.model.values import did_you_mean
from punchboard.ornament import params_model
from punchboard.problem import Place, Problem, ProblemsFound

BODY: Final = "body"
"""The style and the font that text has when nothing else is said."""

INK: Final = "ink"
"""The colour that everything has when nothing else is said."""

_HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
_TINT: Final = re.compile(r"(\S+?)(?: +\d{1,3}%)?")


class KnownNames(NamedTuple):
    """The names that boxes can use."""

    colours: Collection[str]
    styles: Collection[str]
    icons: Collection[str]
    game: Folder
    """The folder that pictures lie in."""


class BoxSet(NamedTuple):
    """The boxes of a face or of a page, and the path that leads to them in their file."""

    boxes: Mapping[str, Box | None]
    path: Path
    source: RawLayout

    def present(self) -> Iterator[tuple[Path, Box]]:
        """Yield the boxes that are there, each with its path."""
        return (((*self.path, name), box) for name, box in self.boxes.items() if box is not None)


class _Use(NamedTuple):
    """A name that stands at a path of a layout."""

    noun: str
    name: str
    path: Path


def box_set_problems(boxes: BoxSet, known: KnownNames) -> Iterator[Problem]:
    """Yield a problem for every fixed name in a set of boxes that names nothing."""
    names = {"colour": known.colours, "style": {*known.styles, BODY}, "icon": known.icons}
    for path, box in boxes.present():
        for use in _uses(box, path):
            yield from _unknown(use, names[use.noun], boxes.source)
        yield from _beside_problems(box, path, boxes)
        if box.ornament is not None:
            yield from _ornament_problems(box.ornament, (*path, "ornament"), boxes.source)
        if box.picture is not None and is_fixed(box.picture):
            yield from _picture_problems(box.picture, layout_place(boxes.source, (*path, "picture")), known.game)


def _uses(box: Box, path: Path) -> Iterator[_Use]:
    """Yield the names in one box."""
    paints = [("fill", box.fill), ("colour", box.colour)]
    yield from (_Use("colour", paint, (*path, key)) for key, paint in paints if paint is not None)
    if box.stroke is not None:
        yield _Use("colour", box.stroke.colour, (*path, "stroke", "colour"))
    for index, paint in enumerate(box.ornament.colours if box.ornament else ()):
        yield _Use("colour", paint, (*path, "ornament", "colours", index))
    yield _Use("style", box.style, (*path, "style"))
    if box.icon is not None:
        yield _Use("icon", box.icon, (*path, "icon"))


def _beside_problems(box: Box, path: Path, boxes: BoxSet) -> Iterator[Problem]:
    """Yield a problem for each box that a box goes by and the face never had."""
    wanted = {"goes_with": box.goes_with, "stands_in_for": box.stands_in_for}
    wanted |= {"sides": tuple(sorted(box.sides.box_names))} if box.sides else {}
    for key, names in wanted.items():
        for name in names:
            if name not in boxes.boxes:
                at = layout_place(boxes.source, (*path, key))
                yield Problem("REF001", at, f"no box {name!r}", did_you_mean(name, boxes.boxes))


def _unknown(use: _Use, known: Collection[str], source: RawLayout) -> Iterator[Problem]:
    name = _colour_name(use.name) if use.noun == "colour" else use.name
    if is_fixed(use.name) and name and name not in known:
        yield Problem("REF001", layout_place(source, use.path), f"no {use.noun} {name!r}", did_you_mean(name, known))


def _colour_name(paint: str) -> str:
    """Return the theme's name in a paint such as ``ink 40%``; nothing for ``#c8402f``."""
    match = _TINT.fullmatch(paint.strip())
    name = match.group(1) if match else paint
    return "" if _HEX.fullmatch(name) else name


def _ornament_problems(file: OrnamentFile, path: Path, source: RawLayout) -> Iterator[Problem]:
    try:
        model = params_model(file.kind)
    except ValueError as error:
        message, _, hint = str(error).partition("; ")
        yield Problem("REF001", layout_place(source, (*path, "kind")), message, hint)
        return
    try:
        model.model_validate({name: value for name, value in file.params.items() if is_fixed(str(value))})
    except ValidationError as error:
        inner = (*path, "params")
        places = {at[len(inner) :]: where for at, where in source.places.items() if at[: len(inner)] == inner}
        yield from validation_problems(error, file.params, places, layout_place(source, path), model)


def _picture_problems(path: str, at: Place, game: Folder) -> Iterator[Problem]:
    try:
        read_picture(game, path, at)
    except ProblemsFound as found:
        yield from found.problems


def paint_problems(paint: str | None, path: Path, source: RawLayout, colours: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for a colour that the theme does not have."""
    if paint is not None:
        yield from _unknown(_Use("colour", paint, path), colours, source)


def style_problems(
    styles: Mapping[str, str], path: Path, source: RawLayout, known: Collection[str]
) -> Iterator[Problem]:
    """Yield a problem for each name of a mapping to styles that is no style."""
    for key, name in styles.items():
        yield from _unknown(_Use("style", name, (*path, key)), {*known, BODY}, source)


def theme_problems(theme: ThemeFile, source: RawLayout) -> Iterator[Problem]:
    """Yield the problems of a theme's own names, and of those that every theme must have."""
    names: dict[str, Collection[str]] = {"colour": theme.colours, "font": theme.fonts, "style": {*theme.styles, BODY}}
    for use in _theme_uses(theme):
        yield from _unknown(use, names[use.noun], source)
    for noun, name, section in (("colour", INK, theme.colours), ("font", BODY, theme.fonts)):
        if name not in section:
            hint = "it is used wherever a layout names no other"
            yield Problem("REF001", layout_place(source, (f"{noun}s",)), f"the theme has no {noun} {name!r}", hint)


def _theme_uses(theme: ThemeFile) -> Iterator[_Use]:
    for name, style in theme.styles.items():
        for noun, key, used in (
            ("colour", "colour", style.colour),
            ("font", "font", style.font),
            ("style", "extends", style.extends),
        ):
            if used is not None:
                yield _Use(noun, used, ("styles", name, key))
    for name, font in theme.fonts.items():
        yield from (_Use("font", used, ("fonts", name, "fallback", at)) for at, used in enumerate(font.fallback))


def nested_layouts(boxes: BoxSet) -> Iterator[tuple[str, Place]]:
    """Yield the layouts that boxes hold, with the places where they are named."""
    for path, box in boxes.present():
        if box.layout is not None:
            yield box.layout, layout_place(boxes.source, (*path, "layout"))


def nesting_problems(faces: Mapping[str, BoxSet]) -> Iterator[Problem]:
    """Yield a problem for each face that holds itself, at any depth."""
    inner = {name: dict(nested_layouts(boxes)) for name, boxes in faces.items()}
    for name, layouts in inner.items():
        for first, place in layouts.items():
            if name in _reachable(first, inner):
                yield Problem("REF001", place, f"the face {name!r} holds itself", "take this box out")


def _reachable(first: str, inner: Mapping[str, Collection[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(inner.get(name, ()))
    return found


def layout_place(source: RawLayout, path: Path) -> Place:
    """Return where something stands in a layout."""
    return place_of(source.places, path, Place(source.file, 1))
