"""Fonts in ``layouts/fonts``: the last fallbacks of every family, matched to it in weight and size."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import uharfbuzz as hb

from punchboard.fonts import Typeface
from punchboard.fonts.script_table import SCRIPTS
from punchboard.load.files.paths import read_bytes, resolve_inside
from punchboard.load.fonts.opened import RULE, Axes, open_typeface
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.problem import Place, Problem, ProblemsFound, fail

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
    found: dict[str, Path] = {}
    for root in search_path.roots:
        for path in sorted((root.folder / FOLDER).rglob("*.ttf")):
            resolve_inside(root.path, path.relative_to(root.path).as_posix(), Place(search_path.display_path(path)))
            found.setdefault(path.relative_to(root.folder).as_posix(), path)
    return tuple(found.values())


def last_fallback_problems(search_path: SearchPath) -> Iterator[Problem]:
    """Yield a problem for each file in ``layouts/fonts`` that is no font."""
    try:
        files = last_fallback_files(search_path)
    except ProblemsFound as found:
        yield from found.problems
        return
    for path in files:
        try:
            font_facts(path)
        except ProblemsFound as found:
            yield from (problem._replace(place=Place(search_path.display_path(path))) for problem in found.problems)


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
