"""Warnings about requested products and formats for which a build made no file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from punchboard.build_result import FileRecord
from punchboard.model.game.text_sheets import TEXT_SHEETS
from punchboard.problem import Place, Problem, Severity

RULE: Final = "BUILD003"

_COMPONENT_PRODUCTS: Final[Mapping[str, str]] = MappingProxyType({"png": "pictures", "svg": "components"})
"""The products that make a file of each component in a format: ``--format`` makes one of each page."""

_EXPLAINED: Final[Mapping[str, Collection[str]]] = MappingProxyType(
    {
        "SHEET001": (*TEXT_SHEETS, "cutting"),
        "SHOP001": ("shops",),
        "BRAILLE001": ("braille",),
        "BRAILLE002": ("braille",),
    }
)
"""The products of which other warnings say why they have no files, by the rule of the warning."""


def unmade_problems(
    game: str, only: Sequence[str], formats: Sequence[str], made: Collection[FileRecord], known: Collection[Problem]
) -> Iterator[Problem]:
    """Yield a warning for each requested product or format that made no file, unless another problem says why.

    Args:
        game: the name of the game's output.
        only: the requested products, and layouts of products.
        formats: the requested formats of pages, besides PDF.
        made: the files that the build made.
        known: the other problems of the build.
    """
    accounted_for = {file.product for file in made}.union(*(_EXPLAINED.get(problem.rule, ()) for problem in known))
    for product in dict.fromkeys(name.partition("/")[0] for name in only):
        if product not in accounted_for:
            message = f"product {product!r} made no file for {game!r}"
            yield Problem(RULE, Place("--only"), message, "the game has nothing for it", Severity.WARNING)
    suffixes = {file.path.rpartition(".")[2] for file in made}
    for name in formats if made else ():
        if name not in suffixes:
            other = _COMPONENT_PRODUCTS.get(name)
            hint = f"for a {name.upper()} of each component: --only {other}" if other else ""
            message = f"no {name.upper()} file was made for {game!r}, because the products made have no pages"
            yield Problem(RULE, Place("--format"), message, hint, Severity.WARNING)
