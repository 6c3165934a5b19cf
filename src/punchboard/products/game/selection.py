"""The selection of products and layouts by ``--only``."""

from __future__ import annotations

from collections.abc import Sequence


class ProductSelection:
    """The products and layouts that ``--only`` names; all products when it names none."""

    def __init__(self, only: Sequence[str]) -> None:
        self._only = frozenset(only)

    def wants(self, product: str, layout: str = "") -> bool:
        """Tell whether a product, or one layout of it (``sheets/fronts``), is selected."""
        if not self._only or product in self._only:
            return True
        return f"{product}/{layout}" in self._only if layout else any(f"{product}/" in name for name in self._only)

    def names_layout(self, product: str, layout: str) -> bool:
        """Tell whether ``--only`` names this layout."""
        return f"{product}/{layout}" in self._only

    def names_product(self, product: str) -> bool:
        """Tell whether ``--only`` names this product or a layout of it."""
        return any(name.partition("/")[0] == product for name in self._only)
