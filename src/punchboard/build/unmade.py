"""Warnings about products and formats that a build was asked for, and that made no file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from punchboard.build_result import FileRecord
from punchboard.problem import Place, Problem, Severity

RULE: Final = "BUILD003"

_COMPONENT_PRODUCTS: Final[Mapping[str, str]] = MappingProxyType({"png": "pictures", "svg": "components"})
"""The products that make a file of each component in a format: ``--format`` makes one of each page."""


def unmade_problems(
    game: str, only: Sequence[str], formats: Sequence[str], made: Collection[FileRecord]
) -> Iterator[Problem]:
    """Yield a warning for each requested product, and for each requested format, that made no file.

    Args:
        game: the name of the game's output.
        only: the requested products, and layouts of products.
        formats: the requested formats of pages, besides PDF.
        made: the files that the build made.
    """
    products = {file.product for file in made}
    for product in dict.fromkeys(name.partition("/")[0] for name in only):
        if product not in products:
            hint = "the game has nothing that it shows, unless another problem gives the reason"
            message = f"product {product!r} made no file for {game!r}"
            yield Problem(RULE, Place("--only"), message, hint, Severity.WARNING)
    suffixes = {file.path.rpartition(".")[2] for file in made}
    for name in formats if made else ():
        if name not in suffixes:
            other = _COMPONENT_PRODUCTS.get(name)
            hint = f"for a {name.upper()} of each component: --only {other}" if other else ""
            message = f"no {name.upper()} file was made for {game!r}, because the products made have no pages"
            yield Problem(RULE, Place("--format"), message, hint, Severity.WARNING)
