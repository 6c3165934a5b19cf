"""Tell under which licences the packages stand that the program needs, and refuse what does not go with its own.

usage: licences.py [--write]

Prints what is wrong, and fails then: a package without a licence that is known, with one that is not in ``ALLOWED``, or
a font without the text of its licence. ``--write`` writes ``docs/licences.md``. What is read is the metadata of what is
installed here, for every package of ``release/locked.txt``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from email.message import Message
from functools import cache
from importlib import metadata
from typing import NamedTuple, cast

from dependencies import ROOT, installed, legal, locked, needs, wanted
from license_expression import AND, OR, ExpressionError, LicenseExpression, Licensing, get_spdx_licensing

PAGE = ROOT / "docs" / "licences.md"
OFL = "OFL-1.1"
MANY = 5

# What may be installed beside a program under MIT: permissive licences, and those that ask for changes of the package
# itself alone to be given on. None asks anything of the games that are built.
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

# older words of metadata that have one meaning
WORDS = {
    "Apache License 2.0": "Apache-2.0",
    "ISC License": "ISC",
    "MIT License": "MIT",
    "SIL OFL 1.1": OFL,
}

# What was read in the texts of packages whose metadata do not say enough; each holds as long as the metadata say that.
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

# packages that are installed on some systems only, read on one of those
ELSEWHERE = {"colorama": "BSD-3-Clause"}

HEAD = """\
# Licences of what Punchboard needs

Punchboard itself stands under the MIT licence ([LICENSE](../LICENSE)). `pip install` brings the packages below; none of
them lies in Punchboard's own wheel, and each brings the text of its licence along, the fonts that of the SIL Open Font
License. What you build is yours: no licence here asks anything of a game that is printed, or of its PDF files, in which
fonts are embedded. Icons of sets that you add yourself, and their credits: [how to use icons](how-to/icons.md).

This page is written by `python release/licences.py --write` from the metadata of the packages in
`release/locked.txt`. A test fails when a package has no licence that is known, or one that is not allowed.

| package | licence | for |
|---|---|---|
"""


class Standing(NamedTuple):
    """A package and its licence, as an SPDX expression; empty when nobody knows it."""

    name: str
    licence: str
    wanted_by: tuple[str, ...]


def licence(package: metadata.Distribution) -> str:
    """Return the SPDX expression of a package's licence: as its metadata say, or as they were read; or nothing."""
    name = package.metadata["Name"].lower().replace("_", "-")
    for said in sayings(package):
        known = READ.get((name, said)) or WORDS.get(said, said)
        if expression(known) is not None:
            return known
    return ""


def sayings(package: metadata.Distribution) -> Iterator[str]:
    """Yield what metadata say of a licence: the SPDX expression, the older field, the classifiers together."""
    fields = cast("Message", package.metadata)
    classes = [line.rpartition(" :: ")[2] for line in fields.get_all("Classifier") or () if line.startswith("License")]
    yield from filter(None, (fields.get("License-Expression"), fields.get("License"), "; ".join(classes)))


@cache
def expression(text: str) -> LicenseExpression | None:
    """Return a licence expression as a tree; None when a part of it is no licence that SPDX lists."""
    try:
        return _spdx().parse(text, validate=True, strict=True)
    except ExpressionError:
        return None


def allowed(text: str) -> bool:
    """Tell whether a licence expression can be met with licences that are allowed: all of AND, any of OR."""
    tree = expression(text) if text else None
    return tree is not None and _met(tree)


def standings() -> tuple[Standing, ...]:
    """Return every package that the lock names, by name; those of other systems as they were read."""
    here, direct = installed(), {requirement.name.lower() for requirement in wanted()}
    wanting: dict[str, set[str]] = {name: {"punchboard"} for name in direct}
    for name, package in here.items():
        for line in needs(package):
            wanting.setdefault(line.name.lower().replace("_", "-"), set()).add(name)
    names = sorted({pin.name for pin in locked()} | set(here))
    return tuple(
        Standing(
            name, licence(here[name]) if name in here else ELSEWHERE.get(name, ""), tuple(sorted(wanting.get(name, ())))
        )
        for name in names
    )


def faults() -> Iterator[str]:
    """Yield what is wrong: licences that are not known or not allowed, and fonts without the text of theirs."""
    for name, said, _ in standings():
        if not allowed(said):
            yield f"{name}: {f'{said} is not allowed' if said else 'its licence is not known'}; see release/licences.py"
    for name, package in installed().items():
        if licence(package) == OFL and not any(
            "SIL OPEN FONT LICENSE" in text.upper() for text in legal(package).values()
        ):
            yield f"{name}: the text of its licence is not in the package"


def page() -> str:
    """Return docs/licences.md."""
    return HEAD + "".join(f"| {name} | {said} | {purpose(wanting)} |\n" for name, said, wanting in standings())


def purpose(wanting: tuple[str, ...]) -> str:
    """Return what a package is for, in the page's words."""
    if "punchboard" in wanting:
        return "this program"
    return "fonts" if len(wanting) > MANY else ", ".join(wanting) or "other systems"


def main() -> int:
    """Print what is wrong, or write the page."""
    parser = argparse.ArgumentParser(description="Tell and check the licences of what the program needs.")
    parser.add_argument("--write", action="store_true", help="write docs/licences.md")
    asked = parser.parse_args()
    found = tuple(faults())
    print("\n".join(found) or f"{len(standings())} packages, each under a licence that is allowed")
    if asked.write:
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
