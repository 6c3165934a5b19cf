"""The fonts of a theme, found in installed packages or the game's folder; the packages and letters that lack."""

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from punchboard.fonts import Cut, Family, Typeface
from punchboard.fonts.family import TypefaceNames
from punchboard.fonts.script_table import SCRIPTS, alphabet, script_code
from punchboard.load.files import check_file, resolve_inside
from punchboard.load.font_files import RULE, Axes, last_fallback_files, matched, open_typeface
from punchboard.load.layout_files import THEME, RawLayout, SearchPath, game_search_path, resolve_layout
from punchboard.load.lazy_mapping import LazyMapping
from punchboard.load.themes import resolve_theme
from punchboard.load.yaml.places import read_yaml_file
from punchboard.load.yaml.validate import display_value
from punchboard.model.layout.layout import FontFile, ThemeFile
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.workspace import builtin_folder, find_games, game_folder

ENTRY_POINT_GROUPS: Final = ("fonts_ttf", "fontpkg.family")
"""Entry point groups in which font packages register themselves."""

_PACKAGE_NAME: Final = re.compile(r"[A-Za-z0-9]+(?:[-_.]+[A-Za-z0-9]+)*")
"""Names of packages: no address and no option of an installer, since the name becomes part of a command."""


def families(theme: ThemeFile, game: Path, last: Sequence[Path] = (), language: str = "") -> LazyMapping[Family]:
    """Return the font families of a theme by name.

    Accessing a family that cannot be opened raises ProblemsFound (FONT001).

    Args:
        theme: the theme, whose fonts name packages and files.
        game: the folder with the files of fonts that name no package.
        last: the files of further fonts, which every family falls back to last.
        language: the tag of the game's language: a family that lacks some of its letters begins with a fallback that
            has them all, so that a sentence is in one font.
    """

    def fetch(name: str) -> Family:
        chain = [theme.fonts[name], *(theme.fonts[other] for other in theme.fonts[name].fallback)]
        faces = [_faces(font, game) for font in chain]
        cuts = {cut: (*(face[cut] for face in faces), *matched(last, faces[0][cut])) for cut in Cut}
        return Family(name, {cut: _with_letters_first(cuts, cut, letters) for cut in Cut})

    letters = alphabet(language)
    return LazyMapping(fetch, theme.fonts.keys)


def _with_letters_first(cuts: Mapping[Cut, tuple[Typeface, ...]], cut: Cut, letters: str) -> tuple[Typeface, ...]:
    """Return the typefaces of a cut, begun with one that has all letters if the first lacks some and another has them.

    Of several the one is taken that is as slanted as the first, and nearest to its weight.
    """
    own = cuts[cut][0]
    if all(map(own.has_glyph, letters)):
        return cuts[cut]
    every = [
        (face, other.is_italic) for other in reversed(Cut) for face in cuts[other]
    ]  # an upright one may stand for both
    whole = {face: is_italic for face, is_italic in every if all(map(face.has_glyph, letters))}
    if not whole:
        return cuts[cut]
    best = min(whole, key=lambda face: (whole[face] is not cut.is_italic, abs(face.weight - own.weight)))
    return (best, *(face for face in cuts[cut] if face is not best))


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
    spec = find_spec(module) if module.isidentifier() else None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _entry_point_folder(package: str) -> Path | None:
    """Return the folder of a package whose module has a different name, from its font entry points."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow and rarely needed

    module = _module_name(package).lower()
    entries = (entry for group in ENTRY_POINT_GROUPS for entry in entry_points(group=group))
    for entry in entries:
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
        except ProblemsFound as error:
            yield from error.problems


def typeface_names(opened: Mapping[str, Family]) -> TypefaceNames:
    """Return the typeface names of a game, given its families."""
    return TypefaceNames(opened, opened.fetched_names if isinstance(opened, LazyMapping) else lambda: opened)


class FontRequirement(NamedTuple):
    """A font package and what needs it."""

    package: str
    games: tuple[str, ...]
    """Games whose own theme uses it."""
    themes: tuple[str, ...]
    """Shared themes that use it."""
    installed: bool


def font_requirements(workspace: Path) -> tuple[tuple[FontRequirement, ...], tuple[Problem, ...]]:
    """Return the font packages that the themes of a workspace need, and the problems of unreadable themes."""
    games: dict[str, dict[str, None]] = {}
    themes: dict[str, dict[str, None]] = {}
    problems: dict[Problem, None] = {}
    for game, theme, resolve in _themes(workspace):
        try:
            fonts = resolve().validated(ThemeFile).fonts.values()
        except ProblemsFound as error:
            problems |= dict.fromkeys(error.problems)
            continue
        for package in {font.package for font in fonts if font.package}:
            (games if game else themes).setdefault(package, {})[game or theme] = None
    needs = (
        FontRequirement(package, tuple(games.get(package, ())), tuple(themes.get(package, ())), is_installed(package))
        for package in sorted({*games, *themes})
    )
    return tuple(needs), tuple(problems)


def _themes(workspace: Path) -> Iterator[tuple[str, str, Callable[[], RawLayout]]]:
    """Yield the game and the name of each theme, and a function that reads it. The game is empty for shared themes."""
    builtin = builtin_folder()
    for game in find_games(workspace):
        search_path = game_search_path(game, workspace, builtin)
        yield game, game, partial(_game_theme, game, workspace, search_path)
    shared = game_search_path("", workspace, builtin)
    for name in sorted(shared.files_by_name(THEME.folder)):
        if "/" not in name:
            place = Place(f"layouts/themes/{name}.yaml")
            yield "", name, partial(resolve_layout, shared, THEME, name, place)


def _game_theme(game: str, workspace: Path, search_path: SearchPath) -> RawLayout:
    path = game_folder(game, workspace) / "game.yaml"
    file = search_path.display_path(path)
    raw, places = read_yaml_file(path, file)
    name = raw.get("theme") if isinstance(raw, Mapping) else None
    return resolve_theme(search_path, name if isinstance(name, str) else None, places.get(("theme",), Place(file)))


_KNOWN: Final = frozenset(code for script in SCRIPTS for code in script.codes)


def missing_letters(texts: Iterable[str], theme: str, search_path: SearchPath, folder: Path) -> frozenset[str]:
    """Return the letters of texts, of scripts in the table, that no font of a theme has.

    Args:
        texts: the texts.
        theme: the name of the theme.
        search_path: where the theme and the fonts in ``layouts/fonts`` are.
        folder: the folder of the game.

    Raises:
        ProblemsFound: when the theme or a font cannot be read.
    """
    letters = {letter for text in texts if not text.isascii() for letter in text}
    letters = {letter for letter in letters if script_code(letter) in _KNOWN}
    if not letters:
        return frozenset()
    file = resolve_theme(search_path, theme, Place("--theme")).validated(ThemeFile)
    for family in families(file, folder, last_fallback_files(search_path)).values():
        faces = family.cuts[Cut.REGULAR]
        letters = {letter for letter in letters if not any(face.has_glyph(letter) for face in faces)}
    return frozenset(letters)


_PROGRAM: Final = "punchboard"
_UV_RECEIPT: Final = "uv-receipt.toml"
_PIPX_METADATA: Final = "pipx_metadata.json"
_SOURCES: Final = ("directory", "editable", "path", "url", "git")
"""Keys of a uv receipt for the source of a program that was not installed by name."""


def install_command(*packages: str) -> str:
    """Return the command that installs packages into the environment of the running program."""
    root = Path(sys.prefix)
    if (root / _PIPX_METADATA).is_file():
        return shlex.join(("pipx", "inject", root.name, *packages))
    if (root / _UV_RECEIPT).is_file():
        return shlex.join(_uv_command(root / _UV_RECEIPT, packages))
    if find_spec("pip") is None:
        return shlex.join(("uv", "pip", "install", "--python", sys.executable, *packages))
    return shlex.join((sys.executable, "-m", "pip", "install", *packages))


def _uv_command(receipt: Path, packages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the uv command. It reinstalls the tool, so it must name all packages added earlier."""
    import tomllib  # noqa: PLC0415 - slow, and only for a package that lacks

    try:
        entries = tomllib.loads(receipt.read_text(encoding="utf-8")).get("tool", {}).get("requirements", [])
    except (OSError, ValueError):
        entries = []
    named = (entry for entry in entries if isinstance(entry, dict) and "name" in entry)
    required: dict[str, Any] = {entry["name"]: entry for entry in named}
    program = required.pop(_PROGRAM, {})
    source = next((str(program[key]) for key in _SOURCES if key in program), _PROGRAM)
    source = f"git+{source}" if "git" in program and not source.startswith("git+") else source
    added = (part for name in dict.fromkeys((*required, *packages)) for part in ("--with", name))
    return ("uv", "tool", "install", source, *added)
