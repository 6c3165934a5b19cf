"""The fonts of a theme, found in installed packages or the game's folder and opened on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from punchboard.fonts import Cut, Family, Typeface
from punchboard.fonts.family import TypefaceNames
from punchboard.load.files.lazy_mapping import LazyMapping
from punchboard.load.files.paths import check_file, resolve_inside
from punchboard.load.fonts.last_fallbacks import matched
from punchboard.load.fonts.opened import RULE, Axes, open_typeface
from punchboard.load.yaml.validate import display_value
from punchboard.model.layout.layout import FontFile, ThemeFile
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail

ENTRY_POINT_GROUPS: Final = ("fonts_ttf", "fontpkg.family")
"""Entry point groups in which font packages register themselves."""

_PACKAGE_NAME: Final = re.compile(r"[A-Za-z0-9]+(?:[-_.]+[A-Za-z0-9]+)*")
"""Names of packages: no address and no option of an installer, since the name becomes part of a command."""


def families(theme: ThemeFile, game: Path, last: Sequence[Path] = ()) -> LazyMapping[Family]:
    """Return the font families of a theme by name.

    Accessing a family that cannot be opened raises ProblemsFound (FONT001).

    Args:
        theme: the theme, whose fonts name packages and files.
        game: the folder with the files of fonts that name no package.
        last: the files of further fonts, which every family falls back to last.
    """

    def fetch(name: str) -> Family:
        chain = [theme.fonts[name], *(theme.fonts[other] for other in theme.fonts[name].fallback)]
        faces = [_faces(font, game) for font in chain]
        return Family(name, {cut: (*(face[cut] for face in faces), *matched(last, faces[0][cut])) for cut in Cut})

    return LazyMapping(fetch, theme.fonts.keys)


def font_paths(font: FontFile, game: Path, place: Place) -> dict[Cut, tuple[Path, Axes]]:
    """Return the file and the axis values of each cut.

    Raises:
        ProblemsFound: FONT001 for a package that is not installed or lacks the file, FILE003 for a file outside the
            game's folder.
    """
    files = _package_files(font.package, place) if font.package else None
    return {cut: (_path(name, files, font, game, place), axes) for cut, (name, axes) in _cuts(font).items()}


def _cuts(font: FontFile) -> dict[Cut, tuple[str, Axes]]:
    """Return each cut's file and axes. The nearest available cut replaces a missing one."""
    plain, heavy = font.axes, {**font.axes, **font.bold_axes}
    regular = (font.regular, plain)
    bold = (font.bold or font.regular, heavy)
    italic = (font.italic, plain) if font.italic else regular
    slanted_bold = (font.italic, heavy) if font.italic and font.bold_axes else italic if font.italic else bold
    bold_italic = (font.bold_italic, heavy) if font.bold_italic else slanted_bold
    chosen = {Cut.REGULAR: regular, Cut.BOLD: bold, Cut.ITALIC: italic, Cut.BOLD_ITALIC: bold_italic}
    return {cut: (name, tuple(sorted(axes.items()))) for cut, (name, axes) in chosen.items()}


def _path(name: str, files: Mapping[str, Path] | None, font: FontFile, game: Path, place: Place) -> Path:
    if files is None:
        return resolve_inside(game, name, place)
    if name not in files:
        raise fail(RULE, place, f"{font.package!r} has no font file {name!r}", did_you_mean(name, files))
    return files[name]


def _package_files(package: str, place: Place) -> dict[str, Path]:
    """Return the TrueType files of an installed package by their stems."""
    if not _PACKAGE_NAME.fullmatch(package):
        hint = "give a name such as 'fontpkg-cinzel', or leave 'package' out and give font files of the game"
        raise fail(RULE, place, f"{display_value(package)} is not the name of a font package", hint)
    folder = _package_folder(package)
    if folder is None:
        from punchboard.load.files.packages import install_command  # noqa: PLC0415 - only for a missing package

        raise fail(RULE, place, f"font package {package!r} is not installed", install_command(package))
    return {path.stem: path for path in sorted(folder.rglob("*.ttf"))}


def is_installed(package: str) -> bool:
    """Return whether a font package is installed."""
    return _package_folder(package) is not None


def _package_folder(package: str) -> Path | None:
    return _module_folder(_module_name(package)) or _entry_point_folder(package)


def _module_name(package: str) -> str:
    """Return the module name of a package: its PyPI name with underscores."""
    return re.sub(r"[-_.]+", "_", package)


def _module_folder(module: str) -> Path | None:
    """Return the folder of a module without importing it."""
    found = find_spec(module) if module.isidentifier() else None
    places = found.submodule_search_locations if found else None
    return Path(next(iter(places))) if places else None


def _entry_point_folder(package: str) -> Path | None:
    """Return the folder of a package whose module has a different name, from its font entry points."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow and rarely needed

    module = _module_name(package).lower()
    for group in ENTRY_POINT_GROUPS:
        for entry in entry_points(group=group):
            if entry.dist is not None and _module_name(entry.dist.name).lower() == module:
                return _module_folder(entry.module.partition(".")[0])
    return None


def _faces(font: FontFile, game: Path) -> dict[Cut, Typeface]:
    paths = font_paths(font, game, Place("theme.yaml"))
    return {cut: open_typeface(path, axes) for cut, (path, axes) in paths.items()}


def font_problems(theme: ThemeFile, game: Path, places: Callable[[str], Place]) -> Iterator[Problem]:
    """Yield a problem for each font of a theme that is not found. ``places`` returns the place of a font by name."""
    for name, font in theme.fonts.items():
        try:
            for path, _axes in font_paths(font, game, places(name)).values():
                check_file(path, places(name), path.name, rule=RULE)
        except ProblemsFound as found:
            yield from found.problems


def typeface_names(found: Mapping[str, Family]) -> TypefaceNames:
    """Return the typeface names of a game, given its families."""
    return TypefaceNames(found, found.fetched_names if isinstance(found, LazyMapping) else lambda: found)
