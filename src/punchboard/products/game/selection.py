"""Which products and layouts a build was asked for."""

from __future__ import annotations

from collections.abc import Sequence


class ProductSelection:
    """The names that ``--only`` was given; all products are wanted when it was given none."""

    def __init__(self, only: Sequence[str]) -> None:
        self._only = frozenset(only)

    def wants(self, product: str, layout: str = "") -> bool:
        """Tell whether a product, or one layout of it (``sheets/fronts``), was asked for."""
        if not self._only or product in self._only:
            return True
        return f"{product}/{layout}" in self._only if layout else any(f"{product}/" in name for name in self._only)

    def names_layout(self, product: str, layout: str) -> bool:
        """Tell whether a layout was asked for by its own name."""
        return f"{product}/{layout}" in self._only

    def names_product(self, product: str) -> bool:
        """Tell whether a product, or a layout of it, was asked for by its name."""
        return any(name.partition("/")[0] == product for name in self._only)
