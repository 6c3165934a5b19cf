"""The command ``punchboard fonts``: adds font files to a game, or finds a font for a script."""

import io
import logging
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, TTLibError, newTable
from pydantic_core import from_json

from punchboard.cli.added_packages import archive_files, known_game_folder, npm_package
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.options import HERE, AsJson, Game, Workspace, argument, exit_with, usage_error
from punchboard.cli.report import display_path, failure_status, print_line, show_json, show_problems
from punchboard.expression import slug
from punchboard.fonts import Typeface
from punchboard.fonts.script_table import SCRIPTS, Script, add_command, scripts_of
from punchboard.load import workspace_root
from punchboard.load.files import read_bytes
from punchboard.load.font_files import last_fallback_files
from punchboard.load.layout_files import game_search_path
from punchboard.model.values import did_you_mean, is_slug
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.workspace import builtin_folder


def command(
    action: Annotated[Literal["add", "find"], argument("ACTION", "add or find.")],
    words: Annotated[
        list[str] | None,
        argument(
            "WORDS", "For add: fonts, such as noto-sans-thai, or .ttf or .otf files. For find: a script or a language."
        ),
    ] = None,
    game: Game = "",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Add a font for letters that no theme has (fonts add noto-sans-thai), or find one (fonts find hindi)."""
    if action == "find":
        exit_with(run_find(" ".join(words or ()), workspace, game, as_json=as_json))
    if not words:
        exit_with(usage_error("error: name a font, such as noto-sans-thai, or a file; see punchboard fonts find"))

    exit_with(run_add(words, workspace, game, as_json=as_json))


# A font file as TrueType, whatever it was: .ttf, .otf, .woff, .woff2; with its name, licence and scripts.

RULE: Final = "FONT001"

SUFFIXES: Final = (".ttf", ".otf", ".woff", ".woff2")

_DAMAGE: Final = (
    *(TTLibError, ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, MemoryError, RecursionError),
    *(TypeError, ValueError, struct.error, zlib.error),
)
"""What fontTools raises on damaged fonts."""

_RESTRICTED: Final = 0x0002
"""The bit of ``OS/2.fsType`` that forbids embedding in documents."""

_ERROR: Final = 0.001
"""How far, in em, an outline may move when its cubic curves become quadratic: less than anybody can see in print."""

logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # what it notes about odd fonts is not for our users


class FontFile(NamedTuple):
    """A font as TrueType, with what its name table says."""

    data: bytes
    name: str
    weight: int
    copyright: str
    licence: str
    scripts: tuple[Script, ...]
    has_latin: bool
    converted: bool
    """Whether its outlines were changed from the cubic ones of .otf files."""


def _read_font(data: bytes, file: str) -> FontFile:
    """Return a font file as TrueType.

    Args:
        data: the bytes of the file.
        file: its name, for messages.

    Raises:
        ProblemsFound: FONT001 when it is damaged, no font, or may not be embedded.
    """
    place, hint = Place(file), "download the font again; it is a .ttf, .otf, .woff or .woff2 file"
    try:
        font = TTFont(io.BytesIO(data), lazy=False)
        converted = "glyf" not in font
        if "fvar" in font and converted:
            hint = "use its .ttf, or a file with one weight"
            raise fail(RULE, place, "a variable font with the outlines of .otf files cannot be used", hint)
        if converted:
            _make_quadratic(font)
        restricted = "OS/2" in font and font["OS/2"].fsType & 0x000F == _RESTRICTED
        font.flavor = None
        saved = io.BytesIO()
        font.save(saved)
        name = _name(font, 16) or _name(font, 1) or file
        face = Typeface(name, saved.getvalue())
    except ImportError as error:
        raise fail(RULE, place, ".woff2 needs a package that is not installed", "use .woff, .ttf or .otf") from error
    except _DAMAGE as error:
        raise fail(RULE, place, "not a font that can be read, or a damaged one", hint) from error
    if restricted:
        hint = "ask its makers for a licence, or use a free font: punchboard fonts find"
        raise fail(RULE, place, f"{name} forbids to be embedded in documents", hint)
    scripts = tuple(script for script in SCRIPTS if face.has_glyph(script.letter))
    licence = _name(font, 13) or _name(font, 14)
    weight = round(face.weight)
    return FontFile(
        saved.getvalue(), name, weight, _name(font, 0), licence, scripts, face.has_glyph("x"), converted=converted
    )


def _name(font: TTFont, number: int) -> str:
    """Return an entry of the name table on one line; empty when there is none."""
    entry = font["name"].getDebugName(number) if "name" in font else None
    return re.sub(r"\s+", " ", entry or "").strip()


def _make_quadratic(font: TTFont) -> None:
    """Replace the cubic outlines of a font by the quadratic ones of TrueType."""
    order, glyphs, most = font.getGlyphOrder(), font.getGlyphSet(), _ERROR * font["head"].unitsPerEm
    glyf, loca, maxp = newTable("glyf"), newTable("loca"), newTable("maxp")
    glyf.glyphOrder, glyf.glyphs = order, {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, most, reverse_direction=True))
        glyf.glyphs[name] = pen.glyph()
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    font["loca"], font["glyf"], font["maxp"] = loca, glyf, maxp
    maxp.tableVersion, maxp.numGlyphs = 0x00010000, len(order)
    zeros = "maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs maxStackElements maxSizeOfInstructions"
    for field in zeros.split():
        setattr(maxp, field, 0)
    maxp.maxZones, maxp.maxComponentElements = 1, 0
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"


def run_add(sources: Sequence[str], workspace: Path, game: str, *, as_json: bool) -> int:
    """Add fonts from npm or files; return the exit status."""
    added: list[dict[str, Any]] = []
    problems: list[Problem] = []
    for source in sources:
        try:
            root = known_game_folder(game, workspace) if game else workspace_root(workspace)
            font = _font_source(source)
            folder = root / "layouts" / "fonts" / font.key
            is_new = not folder.exists()
            _write(font, folder)
        except ProblemsFound as error:
            problems += error.problems
            continue
        added.append(_described(font, folder))
        if not as_json:
            for line in _report(font, folder, is_new=is_new):
                print_line(line)
    show_problems(problems)
    if as_json:
        show_json({"added": added})
    return failure_status(problems) if problems else SUCCESS


def _write(font: "FontSource", folder: Path) -> None:
    from punchboard.write.atomic_file import write_atomically

    for name, file in font.files.items():
        write_atomically(folder / name, file.data)
    if font.licence_text:
        write_atomically(folder / "LICENSE.txt", font.licence_text.encode())
    write_atomically(folder / "CREDITS.txt", "".join(f"{line}\n" for line in _credits(font)).encode())


def _credits(font: "FontSource") -> Iterator[str]:
    first = next(iter(font.files.values()))
    yield f"{first.name}, from {font.origin}"
    if first.copyright:
        yield first.copyright
    yield f"Licence: {font.licence or 'not named in the font'}" + ("; see LICENSE.txt" if font.licence_text else "")
    how = (
        "outlines converted to TrueType"
        if first.converted
        else "file format changed to TrueType, outlines as they were"
    )
    yield f"Written by punchboard fonts add: {how}."


def _described(font: "FontSource", folder: Path) -> dict[str, Any]:
    return {
        "name": font.key,
        "folder": display_path(folder),
        "files": sorted(font.files),
        "scripts": _scripts(font),
        "licence": font.licence,
    }


def _scripts(font: "FontSource") -> list[str]:
    return list(dict.fromkeys(script.name for file in font.files.values() for script in file.scripts))


def _report(font: "FontSource", folder: Path, *, is_new: bool) -> Iterator[str]:
    first = next(iter(font.files.values()))
    weights = ", ".join(map(str, sorted({file.weight for file in font.files.values()})))
    word = "weights" if "," in weights else "weight"
    yield f"{'added' if is_new else 'replaced'} {first.name}: {word} {weights}, {display_path(folder)}/"
    scripts = _scripts(font)
    if scripts:
        yield f"letters: {', '.join(scripts)}"
    else:
        yield "it has no letters of another script than Latin: punchboard fonts find shows fonts that have"
    if font.licence or font.licence_text:
        yield (
            f"licence: {font.licence[:80] or 'see its text'}"
            + ("; LICENSE.txt and " if font.licence_text else "; ")
            + "CREDITS.txt lie beside it"
        )
    else:
        yield "the font names no licence: ask its makers before you publish a game with it"
    yield "letters that no font of a theme has are now set in it, in the weight and the size of the letters around them"


# Where fonts come from: npm packages, archives of them, and font files.

NPM_SCOPE: Final = "@fontsource/"

WEIGHTS: Final = ("400", "700", "900")
"""The weights taken from a package: those of text, of bold text, and of heavy titles."""

_SKIPPED_PARTS: Final = frozenset({"latin", "latin-ext", "vietnamese", "cyrillic-ext", "greek-ext", "math", "symbols"})
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


def _font_source(source: str) -> FontSource:
    """Return a font from npm, from an archive of an npm package, or from a file.

    Raises:
        ProblemsFound: ADD001 when npm cannot fetch it, FILE001 when the file is missing, FONT001 when it is no font,
            VALUE001 for what is neither a name nor a file.
    """
    path = Path(source)
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        font = _read_font(read_bytes(path, Place(source), source, _MAX_BYTES), source)
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
    except ProblemsFound as error:
        if name in known or "there is no font" not in error.problems[0].message:
            raise
        raise ProblemsFound((error.problems[0]._replace(hint=did_you_mean(name, known)),)) from None
    return _package(archive_files(data, NPM_SCOPE + name, RULE), NPM_SCOPE + name)


def _package(files: Mapping[str, bytes], name: str) -> FontSource:
    about = _json(files.get("package.json", b"{}"))
    package = str(about.get("name") or name)
    key = slug(package.rpartition("/")[2])
    fonts = {}
    for path, part, weight in _wanted(files, key):
        fonts[f"{part}-{weight}.ttf"] = _read_font(files[path], f"{name}/{path}")
    if not fonts:
        hint = "choose another font; those with the letters of a script: punchboard fonts find"
        raise fail(RULE, Place(name), "the package has no font with letters that themes lack", hint)
    text = next((files[path].decode("utf-8", "replace") for path in ("LICENSE", "LICENSE.txt") if path in files), "")
    licence = str(about.get("license") or "")
    return FontSource(key, fonts, licence, text, f"npm package {package} {about.get('version') or ''}".strip())


def _wanted(files: Mapping[str, bytes], key: str) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each file that is taken, its part of the font's letters, and its weight."""
    matched = [(path, match) for path in sorted(files) if (match := _FILE.fullmatch(path))]
    weights = {match["weight"] for _, match in matched}
    wanted = weights.intersection(WEIGHTS) or weights
    for path, match in matched:
        part = match["part"].removeprefix(f"{key}-")
        if match["weight"] in wanted and part not in _SKIPPED_PARTS:
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


def run_find(words: str, workspace: Path, game: str, *, as_json: bool) -> int:
    """Print the fonts for a script, a language or some letters, or all; return the exit status."""
    scripts = matching_scripts(words)
    try:
        files = last_fallback_files(game_search_path(game, workspace, builtin_folder()))
    except ProblemsFound as problems:
        show_problems(problems.problems)
        return PROBLEMS
    there = {path.parent.name for path in files}
    if as_json:
        rows = [
            {"script": one.name, "languages": one.languages, "font": one.font, "added": one.font in there}
            for one in scripts
        ]
        show_json({"fonts": rows})
        return SUCCESS if scripts else PROBLEMS
    if not scripts:
        print_line(f"no script or language {words!r} is known; all of them: punchboard fonts find")
        return PROBLEMS
    for script in scripts:
        names = ", ".join((script.name, *script.languages))
        print_line(f"{script.font:<24}{names}{' (added)' if script.font in there else ''}")
    wanted = [script for script in scripts if script.font not in there]
    if words and wanted:
        print_line(f"to add: {add_command(wanted, game)}")
    return SUCCESS


def matching_scripts(words: str) -> tuple[Script, ...]:
    """Return the scripts that words name, or that they are written in; all for no words."""
    wanted = words.lower().split()
    named = tuple(
        script
        for script in SCRIPTS
        if all(any(word in name.lower() for name in (script.name, script.font, *script.languages)) for word in wanted)
    )
    return named or scripts_of([words])
