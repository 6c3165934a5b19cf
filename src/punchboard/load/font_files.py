"""Font files: opened once for each weight and size, the last fallbacks of every family, and those of this machine."""

import os
import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import uharfbuzz as hb

from punchboard.fonts import Typeface
from punchboard.fonts.script_table import SCRIPTS
from punchboard.fonts.typeface import scaled_font
from punchboard.load.files import read_bytes
from punchboard.load.layout_files import SearchPath
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.system.user import font_folders

RULE: Final = "FONT001"

Axes = tuple[tuple[str, float], ...]


def open_typeface(path: Path, axes: Axes, scale: float = 1.0) -> Typeface:
    """Return the typeface of a file, its letters ``scale`` times as large as drawn.

    Raises:
        ProblemsFound: FONT001 when the file cannot be read or is no TrueType font.
    """
    place = Place(path.name)
    try:
        return _opened(path, path.stat().st_mtime_ns, axes, scale)
    except OSError as error:
        raise fail(RULE, place, f"{path.name!r} is unreadable: {str(error.strerror).lower()}") from error
    except (ValueError, RuntimeError) as error:
        raise fail(RULE, place, str(error), "use a TrueType file (.ttf) with glyf outlines") from error


@lru_cache(maxsize=256)
def _opened(path: Path, _changed: int, axes: Axes, scale: float) -> Typeface:
    """Open a font once for each state of its file, so that its shaped words stay cached from build to build."""
    values = "".join(f"-{tag}{value:g}" for tag, value in axes) + (f"-{scale:g}" if scale != 1 else "")
    name = re.sub(r"[^\w-]", "", path.stem.partition("[")[0]) + values.replace(".", "p")
    return Typeface(name, scaled_font(read_bytes(path, Place(path.name), rule=RULE), scale), dict(axes))


FOLDER: Final = "fonts"

MAX_SCALE: Final = 1.4
"""The most that a font is enlarged, or reduced; beyond it, one of the two letters compared is not a usual one."""


class FontFacts(NamedTuple):
    """What is known of a font file before it is opened for a family."""

    weights: tuple[float, float]
    """The lightest and the heaviest weight that it can be set in; equal for a font with one weight."""
    is_variable: bool
    height: float
    """The height of a Latin x in em, or of what an x of its design would have; 0 when that is not known."""


def last_fallback_files(search_path: SearchPath) -> tuple[Path, ...]:
    """Return the TrueType files in ``layouts/fonts``, those of the game first.

    Raises:
        ProblemsFound: FILE003 for a link that leads outside.
    """
    files: dict[str, Path] = {}
    for root in search_path.roots:
        for path in sorted((root.folder / FOLDER).rglob("*.ttf")):
            search_path.inside(path)
            files.setdefault(path.relative_to(root.folder).as_posix(), path)
    return tuple(files.values())


def last_fallback_problems(search_path: SearchPath) -> Iterator[Problem]:
    """Yield a problem for each file in ``layouts/fonts`` that is no font."""
    try:
        files = last_fallback_files(search_path)
    except ProblemsFound as error:
        yield from error.problems
        return
    for path in files:
        try:
            font_facts(path)
        except ProblemsFound as error:
            yield from (problem._replace(place=search_path.place(path)) for problem in error.problems)


def matched(files: Sequence[Path], own: Typeface) -> Iterator[Typeface]:
    """Yield the fonts of files as fallbacks of a typeface, those whose weight is nearest to its weight first.

    Each is set so large that its letters look as high as those of the typeface.

    Raises:
        ProblemsFound: FONT001 for a file that is no font.
    """
    known = [(path, font_facts(path)) for path in files]
    for path, facts in sorted(known, key=lambda entry: abs(_nearest(entry[1], own.weight) - own.weight)):
        axes: Axes = (("wght", _nearest(facts, own.weight)),) if facts.is_variable else ()
        scale = own.x_height / facts.height if facts.height else 1.0
        yield open_typeface(path, axes, round(min(max(scale, 1 / MAX_SCALE), MAX_SCALE), 2))


def _nearest(facts: FontFacts, weight: float) -> float:
    least, most = facts.weights
    return min(max(weight, least), most)


def font_facts(path: Path) -> FontFacts:
    """Return the weights and the height of a font file.

    Raises:
        ProblemsFound: FONT001 when it is no font or cannot be read.
    """
    try:
        return _facts(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise fail(RULE, Place(path.name), f"{path.name!r} is unreadable: {str(error.strerror).lower()}") from error


@lru_cache(maxsize=256)
def _facts(path: Path, _changed: int) -> FontFacts:
    face = open_typeface(path, ())
    axes = hb.Face(read_bytes(path, Place(path.name), rule=RULE)).axis_infos
    weight = next((axis for axis in axes if axis.tag == "wght"), None)
    weights = (weight.min_value, weight.max_value) if weight else (face.weight, face.weight)
    return FontFacts(weights, weight is not None, _x_height(face))


def _x_height(face: Typeface) -> float:
    if face.has_glyph("x"):
        return face.x_height
    script = next((script for script in SCRIPTS if face.has_glyph(script.letter)), None)
    return face.height_of(script.letter) / script.height if script else 0.0


VARIABLE: Final = "PUNCHBOARD_SYSTEM_FONTS"
"""The environment variable that names other folders, separated as in PATH."""

MAX_BYTES: Final = 20_000_000
"""The largest font that is used; the game's own fonts have the same limit."""

_UNFIT: Final = re.compile(r"italic|oblique|condensed|narrow|mono|emoji", re.IGNORECASE)


def system_fonts(letters: Collection[str]) -> tuple[Path, ...]:
    """Return the files of a TrueType font of this machine that has all of some letters, in its weights; else nothing.

    Sans-serif fonts are preferred, and among them shorter names, which are the plain ones.
    """
    fitting = [path for path in _font_files() if _has_letters(path, letters)]
    if not fitting:
        return ()
    best = min(fitting, key=lambda path: ("sans" not in path.name.lower(), len(path.name), path.name))
    return tuple(path for path in fitting if path.parent == best.parent and _family(path) == _family(best))


def _family(path: Path) -> str:
    return path.stem.partition("-")[0]


def _font_files() -> Iterator[Path]:
    given = os.environ.get(VARIABLE)
    named = () if given is None else (Path(folder).expanduser() for folder in given.split(os.pathsep))
    for folder in font_folders() if given is None else named:
        yield from sorted(path for path in folder.rglob("*.ttf") if not _UNFIT.search(path.name))


def _has_letters(path: Path, letters: Collection[str]) -> bool:
    try:
        if path.stat().st_size > MAX_BYTES:
            return False
        face = hb.Face(hb.Blob.from_file_path(str(path)))
        if "glyf" not in face.table_tags:
            return False
    except (OSError, RuntimeError, ValueError, hb.HarfBuzzError):  # a system's fonts need not all be good
        return False
    font = hb.Font(face)
    return all(font.get_nominal_glyph(ord(letter)) for letter in letters)
