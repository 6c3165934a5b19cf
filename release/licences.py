"""Check the licences of the packages that the program needs.

usage: licences.py [--write]

Prints every problem and fails if there is any: a package whose licence is unknown or not in ``ALLOWED``, or a font
without its licence text. ``--write`` writes ``docs/licences.md``. The licences are those in the metadata of the
installed packages, for every package of ``release/locked.txt``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from email.message import Message
from functools import cache
from importlib import metadata
from typing import NamedTuple, cast

from dependencies import (
    ROOT,
    declared_requirements,
    installed_packages,
    licence_texts,
    locked_packages,
    requirements_of,
)
from license_expression import AND, OR, ExpressionError, LicenseExpression, Licensing, get_spdx_licensing

PAGE = ROOT / "docs" / "licences.md"
OFL = "OFL-1.1"
MANY = 5

# Licences that may be installed beside a program under MIT: permissive ones, and those that only require changes to the
# package itself to be published. None has conditions for the games that are built.
ALLOWED = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CC0-1.0",
        "ISC",
        "LGPL-2.1-or-later",
        "LGPL-3.0-or-later",
        "MIT",
        "MIT-CMU",
        "MPL-1.1",
        "MPL-2.0",
        "OFL-1.1",
        "PSF-2.0",
        "Zlib",
    }
)

# licence names in older metadata
WORDS = {
    "Apache License 2.0": "Apache-2.0",
    "ISC License": "ISC",
    "MIT License": "MIT",
    "SIL OFL 1.1": OFL,
}

# Licences read from the texts of packages whose metadata are ambiguous; valid while the metadata stay the same.
_GNU_OR_MOZILLA = (
    "GNU General Public License v2 or later (GPLv2+); GNU Lesser General Public License v2 or later (LGPLv2+);"
    " Mozilla Public License 1.1 (MPL 1.1)"
)
READ = {
    ("jinja2", "BSD License"): "BSD-3-Clause",
    ("markupsafe", "BSD License"): "BSD-3-Clause",
    ("pypdfium2", "BSD-3-Clause, Apache-2.0, dependency licenses"): "BSD-3-Clause AND Apache-2.0",
    ("pyphen", _GNU_OR_MOZILLA): "GPL-2.0-or-later OR LGPL-2.1-or-later OR MPL-1.1",
    ("python-bidi", "GNU Library or Lesser General Public License (LGPL)"): "LGPL-3.0-or-later",
    ("reportlab", "BSD License"): "BSD-3-Clause",
    ("tinycss2", "BSD License"): "BSD-3-Clause",
    ("webencodings", "BSD License"): "BSD-3-Clause",
}

# packages that are installed on some systems only; their licences were read there
ELSEWHERE = {"colorama": "BSD-3-Clause"}

# packages whose metadata name no licence; the text that they contain is this one
UNNAMED = {"resvg-py": "MIT"}

HEAD = """\
# Licences of what Punchboard needs

Punchboard has the MIT licence ([LICENSE](../LICENSE)). `pip install` also installs the packages below. None of them is
in Punchboard's own wheel, and each contains the text of its licence; for fonts this is the SIL Open Font License. What
you build is yours: no licence here has conditions for a printed game, or for its PDF files with embedded fonts. For
icon sets that you add yourself, and their credits, see [how to use icons](how-to/icons.md).

Punchboard's wheel has one thing that is not its own: the text editor of the studio, [CodeMirror](https://codemirror.net)
6 and its parts, which have the MIT licence. The text of the licence is at the head of the built file,
`src/punchboard/server/studio/page/vendor/codemirror.js`. `release/editor` lists the parts with their versions
and builds that file: `npm ci --ignore-scripts`, `npm run build`.

The files for browsers ([how they are made](releasing.md#in-a-browser)) have an interpreter besides: Pyodide, under
MPL-2.0, which is CPython, under PSF-2.0, compiled to WebAssembly. `licences.txt` among them names both, and where their
sources are.

`python release/licences.py --write` writes this page from the metadata of the packages in `release/locked.txt`. A test
fails when the licence of a package is unknown or not allowed.

| package | licence | for |
|---|---|---|
"""


class PackageLicence(NamedTuple):
    """A package, its licence as an SPDX expression (empty if unknown), and the packages that need it."""

    name: str
    licence: str
    wanted_by: tuple[str, ...]


def licence(package: metadata.Distribution) -> str:
    """Return the SPDX expression of a package's licence, from its metadata, `READ` or `UNNAMED`; "" if unknown."""
    name = package.metadata["Name"].lower().replace("_", "-")
    for field in licence_fields(package):
        known = READ.get((name, field)) or WORDS.get(field, field)
        if expression(known) is not None:
            return known
    return UNNAMED.get(name, "")


def licence_fields(package: metadata.Distribution) -> Iterator[str]:
    """Yield what the metadata give as the licence: the SPDX expression, the older field, the joined classifiers."""
    fields = cast("Message", package.metadata)
    classes = [line.rpartition(" :: ")[2] for line in fields.get_all("Classifier") or () if line.startswith("License")]
    yield from filter(None, (fields.get("License-Expression"), fields.get("License"), "; ".join(classes)))


@cache
def expression(text: str) -> LicenseExpression | None:
    """Return a licence expression as a tree; None when a part of it is not in the SPDX list."""
    try:
        return _spdx().parse(text, validate=True, strict=True)
    except ExpressionError:
        return None


def is_allowed(text: str) -> bool:
    """Tell whether allowed licences satisfy a licence expression: all of AND, any of OR."""
    tree = expression(text) if text else None
    return tree is not None and _met(tree)


def package_licences() -> tuple[PackageLicence, ...]:
    """Return the licence of every locked package, in the order of names."""
    here, direct = installed_packages(), {requirement.name.lower() for requirement in declared_requirements()}
    wanting: dict[str, set[str]] = {name: {"punchboard"} for name in direct}
    for name, package in here.items():
        for line in requirements_of(package):
            wanting.setdefault(line.name.lower().replace("_", "-"), set()).add(name)
    names = sorted({pin.name for pin in locked_packages()} | set(here))
    return tuple(
        PackageLicence(
            name, licence(here[name]) if name in here else ELSEWHERE.get(name, ""), tuple(sorted(wanting.get(name, ())))
        )
        for name in names
    )


def licence_problems() -> Iterator[str]:
    """Yield every licence that is unknown or not allowed, and every font without its licence text."""
    for name, found, _ in package_licences():
        if not is_allowed(found):
            problem = f"licence {found} is not allowed" if found else "unknown licence"
            yield f"{name}: {problem}; see release/licences.py"
    for name, package in installed_packages().items():
        if licence(package) == OFL and not any(
            "SIL OPEN FONT LICENSE" in text.upper() for text in licence_texts(package).values()
        ):
            yield f"{name}: the package does not contain the text of its licence"


def page() -> str:
    """Return the text of docs/licences.md."""
    return HEAD + "".join(f"| {name} | {found} | {purpose(wanting)} |\n" for name, found, wanting in package_licences())


def purpose(wanting: tuple[str, ...]) -> str:
    """Return the last column of the page: what needs a package."""
    if "punchboard" in wanting:
        return "this program"
    return "fonts" if len(wanting) > MANY else ", ".join(wanting) or "other systems"


def main() -> int:
    """Print every problem, and write the page if asked to."""
    parser = argparse.ArgumentParser(description="Check the licences of the packages that the program needs.")
    parser.add_argument("--write", action="store_true", help="write docs/licences.md")
    arguments = parser.parse_args()
    found = tuple(licence_problems())
    print("\n".join(found) or f"{len(package_licences())} packages, all with an allowed licence")
    if arguments.write:
        PAGE.write_text(page(), encoding="utf-8")
    return 1 if found else 0


@cache
def _spdx() -> Licensing:
    return get_spdx_licensing()


def _met(tree: LicenseExpression) -> bool:
    match tree:
        case OR():
            return any(map(_met, tree.args))
        case AND():
            return all(map(_met, tree.args))
    return str(tree) in ALLOWED


if __name__ == "__main__":
    sys.exit(main())
