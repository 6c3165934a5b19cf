"""What an HTML page has in itself: template, scripts, styles, fonts, packed data, and the policy for them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Final

from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Cut, Family, Typeface, damaged_font_message
from punchboard.problem import Place, fail
from punchboard.products.game.composed_game import ComposedGame
from punchboard.system.packing import gzip_base64

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

_IMPORT: Final = re.compile(r'^import (\{[^}]+\}) from "(\.[\w./]*)\.js";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|const|class) (\$|\w+)", re.MULTILINE)


def script_modules(folder: Path) -> dict[str, str]:
    """Return the modules of a script by name; ``modules.txt`` lists each after the modules that it imports."""
    names = (folder / "modules.txt").read_text(encoding="utf-8").split()
    return {name: (folder / f"{name}.js").read_text(encoding="utf-8") for name in names}


def bundle(modules: Mapping[str, str]) -> str:
    """Return JavaScript modules as one script, each in a scope of its own that returns its exports.

    Args:
        modules: their texts by their paths without ``.js``, each after the modules that it imports.
    """
    return "\n".join(_module_scope(path, text) for path, text in modules.items())


def _module_scope(path: str, text: str) -> str:
    def imported(match: re.Match[str]) -> str:
        return f"const {match[1]} = {_scope_name(join(dirname(path), match[2]))};"

    exported = ", ".join(export[1] for export in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, text))
    return f"const {_scope_name(path)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"


def _scope_name(path: str) -> str:
    return f"from_{normpath(path).replace('/', '_')}"


def policy_hash(text: str | bytes) -> str:
    """Return the hash by which a content security policy allows a script or style."""
    data = text.encode() if isinstance(text, str) else text
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"


def trusted(text: str) -> Markup:
    """Return our own script or style unescaped. It must not contain an end tag."""
    from markupsafe import Markup  # noqa: PLC0415 - needed only for HTML pages

    assert "</" not in text
    return Markup(text)  # noqa: S704 - from our own files


def packed(data: bytes) -> str:
    """Return bytes as base64 of gzip, which a script unpacks."""
    return gzip_base64(data, 6).decode()


@cache
def web_page(file: Path) -> Template:
    """Return the template of an HTML page. Values are escaped, and an undefined name is an error.

    Args:
        file: the template, which may include others from its folder.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - only for HTML pages

    environment = Environment(
        loader=FileSystemLoader(file.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(file.name)


POLICY: Final = "default-src 'none'; img-src data:; font-src data:; style-src '{}'; base-uri 'none'"
_MARK: Final = b"<!--policy-->"
_STYLE: Final = re.compile(rb"<style>(.*?)</style>", re.DOTALL)


def content_policy(page: bytes) -> str:
    """Return the policy of a page, which allows its style by hash."""
    return POLICY.format(style_hash(page))


def style_hash(page: bytes) -> str:
    """Return the hash by which a policy allows the style of a page."""
    match = _STYLE.search(page)
    return policy_hash(match[1] if match else b"")


def with_policy(page: bytes) -> bytes:
    """Return a page with its policy in place of ``<!--policy-->``."""
    return page.replace(_MARK, f'<meta http-equiv="Content-Security-Policy" content="{content_policy(page)}">'.encode())


SERIF: Final = '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, serif'
SANS: Final = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

EMBEDDED_FAMILY: Final = "Print"
"""The family name of the embedded typeface of headings."""

EMBEDDED_TEXT_FAMILY: Final = "Print Text"
"""The family name of the embedded typefaces of running text."""

_PACKAGE: Final = re.compile(r"^font(?:pkg)?-")
_MAX_SANS_SEGMENTS: Final = 8
"""Most outline segments of a capital I without serifs."""


def embedded_font_rule(
    composed: ComposedGame, style: str, text: str, family: str = EMBEDDED_FAMILY, features: Iterable[str] = ()
) -> str:
    """Return the CSS rule that embeds a style's typeface, with only the characters of a text.

    Args:
        composed: the game.
        style: the name of the style.
        text: the characters.
        family: the name of the typeface on the page.
        features: the OpenType features that the page switches on.

    Raises:
        ProblemsFound: FONT001 for a font with damage that shows only when it is subset.
    """
    return _font_face(family, "font-weight: 100 900;", _type_style(composed, style).face, text, features)


def embedded_text_rules(composed: ComposedGame, style: str, text: str, features: Iterable[str] = ()) -> str:
    """Return the CSS rules that embed the four cuts of a style's family, with only the characters of a text.

    Raises:
        ProblemsFound: FONT001 for a font with damage that shows only when it is subset.
    """
    family = _type_style(composed, style).family
    return "\n".join(
        _font_face(
            EMBEDDED_TEXT_FAMILY,
            f"font-weight: {'600 900' if bold else '100 599'}; font-style: {'italic' if italic else 'normal'};",
            family.face(Cut.of(bold=bold, italic=italic)),
            text,
            features,
        )
        for bold in (False, True)
        for italic in (False, True)
    )


def _type_style(composed: ComposedGame, name: str) -> TextStyle:
    """Return a style of the theme; that of running text if the theme has none of this name."""
    styles = composed.composer.tools.styles
    return styles.get(name if styles.has(name) else "body")


def _font_face(family: str, cut: str, face: Typeface, text: str, features: Iterable[str]) -> str:
    try:
        data = b64encode(face.web_subset("".join(sorted(set(text))), features)).decode()
    except RuntimeError as error:
        raise fail("FONT001", Place("theme.yaml"), *damaged_font_message(face.name)) from error
    return f'@font-face {{ font-family: "{family}"; {cut} src: url(data:font/ttf;base64,{data}); }}'


def font_stack(composed: ComposedGame, style: str) -> str:
    """Return the value of ``font-family`` for a style of the theme: its own font, then similar ones."""
    loaded, family = composed.loaded, _type_style(composed, style).family
    key = next((name for name, known in loaded.families.items() if known is family), "")
    font = loaded.layouts.theme.fonts.get(key)
    package = _PACKAGE.sub("", font.package) if font is not None and font.package else ""
    name = " ".join(re.findall(r"[a-z0-9]+", package.lower())).title()
    similar = SANS if is_sans_serif(family) else SERIF
    return f'"{name}", {similar}' if name else similar


def is_sans_serif(family: Family) -> bool:
    """Return whether a family has no serifs: its capital I is a plain bar."""
    face = family.face(Cut.of(bold=False, italic=False))
    return all(len(face.outline(glyph).segments) <= _MAX_SANS_SEGMENTS for glyph in face.word("I", "").glyphs)
