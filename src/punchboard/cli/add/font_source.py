"""Where fonts come from: npm packages, archives of them, and font files."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from pydantic_core import from_json

from punchboard.cli.add.font_file import RULE, SUFFIXES, FontFile, read_font
from punchboard.cli.add.packages import archive_files, npm_package
from punchboard.expression import slug
from punchboard.fonts.script_table import SCRIPTS
from punchboard.load.files.paths import read_bytes
from punchboard.model.values import did_you_mean, is_slug
from punchboard.problem import Place, ProblemsFound, fail

NPM_SCOPE: Final = "@fontsource/"

WEIGHTS: Final = ("400", "700", "900")
"""The weights taken from a package: those of text, of bold text, and of heavy titles."""

SKIPPED_PARTS: Final = frozenset({"latin", "latin-ext", "vietnamese", "cyrillic-ext", "greek-ext", "math", "symbols"})
"""Parts of a package whose letters every theme has, or that belong to no script."""

_FILE: Final = re.compile(r"files/(?P<part>[a-z0-9-]*[a-z])-(?P<weight>\d+)-normal\.woff")
_FILE_HINT: Final = "name a file instead: punchboard fonts add FILE.ttf"
_MAX_BYTES: Final = 100_000_000


class FontSource(NamedTuple):
    """The files of one font, and who may be thanked for it."""

    key: str
    """The name of its folder."""
    files: dict[str, FontFile]
    """The files by their names."""
    licence: str
    licence_text: str
    origin: str


def font_source(source: str) -> FontSource:
    """Return a font from npm, from an archive of an npm package, or from a file.

    Raises:
        ProblemsFound: ADD001 when npm cannot fetch it, FILE001 when the file is missing, FONT001 when it is no font,
            VALUE001 for what is neither a name nor a file.
    """
    path = Path(source)
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        font = read_font(read_bytes(path, Place(source), source, _MAX_BYTES), source)
        key = slug(path.stem) or "font"
        return FontSource(key, {f"{key}.ttf": font}, font.licence, _licence_beside(path), path.name)
    if suffix in {".tgz", ".gz"}:
        return _package(archive_files(read_bytes(path, Place(source), source, _MAX_BYTES), source, RULE), source)
    name = source.removeprefix(NPM_SCOPE)
    if not is_slug(name):
        hint = "a font has a name such as noto-sans-thai; a file ends with .ttf, .otf, .woff or .tgz"
        raise fail("VALUE001", Place("FONT"), f"{source!r} is not the name of a font", hint)
    known = dict.fromkeys(script.font for script in SCRIPTS)
    try:
        data = npm_package(NPM_SCOPE + name, "font", _FILE_HINT)
    except ProblemsFound as found:
        if name in known or "there is no font" not in found.problems[0].message:
            raise
        raise ProblemsFound((found.problems[0]._replace(hint=did_you_mean(name, known)),)) from None
    return _package(archive_files(data, NPM_SCOPE + name, RULE), NPM_SCOPE + name)


def _package(files: Mapping[str, bytes], name: str) -> FontSource:
    about = _json(files.get("package.json", b"{}"))
    package = str(about.get("name") or name)
    key = slug(package.rpartition("/")[2])
    fonts = {}
    for path, part, weight in _wanted(files, key):
        fonts[f"{part}-{weight}.ttf"] = read_font(files[path], f"{name}/{path}")
    if not fonts:
        hint = "choose another font; those with the letters of a script: punchboard fonts find"
        raise fail(RULE, Place(name), "the package has no font with letters that themes lack", hint)
    text = next((files[path].decode("utf-8", "replace") for path in ("LICENSE", "LICENSE.txt") if path in files), "")
    licence = str(about.get("license") or "")
    return FontSource(key, fonts, licence, text, f"npm package {package} {about.get('version') or ''}".strip())


def _wanted(files: Mapping[str, bytes], key: str) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each file that is taken, its part of the font's letters, and its weight."""
    found = [(path, match) for path in sorted(files) if (match := _FILE.fullmatch(path))]
    weights = {match["weight"] for _, match in found}
    wanted = weights.intersection(WEIGHTS) or weights
    for path, match in found:
        part = match["part"].removeprefix(f"{key}-")
        if match["weight"] in wanted and part not in SKIPPED_PARTS:
            yield path, part, match["weight"]


def _json(data: bytes) -> dict[str, object]:
    try:
        content = from_json(data)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _licence_beside(path: Path) -> str:
    """Return the text of the licence that lies beside a font file; empty when there is none."""
    for name in ("OFL.txt", "LICENSE.txt", "LICENSE", "LICENCE.txt"):
        beside = path.parent / name
        if beside.is_file():
            return read_bytes(beside, Place(str(beside))).decode("utf-8", "replace")
    return ""
