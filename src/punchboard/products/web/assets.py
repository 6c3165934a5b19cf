"""Scripts and styles inside one HTML file: modules bundled, hashes for its policy, data packed for the script."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markupsafe import Markup

_IMPORT: Final = re.compile(r'^import (\{[^}]+\}) from "(\.[\w./]*)\.js";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|const|class) (\$|\w+)", re.MULTILINE)


def bundle(modules: Mapping[str, str]) -> str:
    """Return JavaScript modules as one script, each in a scope of its own that returns its exports.

    Args:
        modules: their texts by their paths without ``.js``, each after the modules that it imports.
    """
    return "\n".join(_module_scope(path, text) for path, text in modules.items())


def _module_scope(path: str, text: str) -> str:
    def imported(found: re.Match[str]) -> str:
        return f"const {found[1]} = {_scope_name(join(dirname(path), found[2]))};"

    exported = ", ".join(found[1] for found in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, text))
    return f"const {_scope_name(path)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"


def _scope_name(path: str) -> str:
    return f"from_{normpath(path).replace('/', '_')}"


def policy_hash(text: str) -> str:
    """Return the hash by which a content security policy allows a script or style."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def trusted(text: str) -> Markup:
    """Return our own script or style unescaped. It must not contain an end tag."""
    from markupsafe import Markup  # noqa: PLC0415 - needed only for HTML pages

    assert "</" not in text
    return Markup(text)  # noqa: S704 - from our own files


def packed(data: bytes) -> str:
    """Return bytes as base64 of gzip, which a script unpacks."""
    return b64encode(gzip.compress(data, 6, mtime=0)).decode()
