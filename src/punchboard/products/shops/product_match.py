"""Matching of components with a shop's products, by shape and size."""

from collections.abc import Iterator
from math import log
from typing import Final, NamedTuple

from punchboard.geometry import Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.destinations import ShopFile, ShopProduct
from punchboard.units import MM_PER_INCH

SIZE_TOLERANCE: Final = 0.6
"""Sizes that differ by at most this many mm are equal: shops round inches to mm, and mm to inches."""

MAX_SCALE: Final = 1.12
"""Components are enlarged by at most this factor, and reduced by at most its inverse."""

_GAP: Final = 2.0
"""How many mm of bleed may show at an edge of a product with other proportions."""


class ProductMatch(NamedTuple):
    """A product, the scale of a component for it, and whether the component is turned by 90 degrees."""

    product: ShopProduct
    scale: float = 1.0
    turned: bool = False


def match_product(trim: Trim, shop: ShopFile) -> ProductMatch | None:
    """Return the shop's product for a trim, or None if no product comes close.

    If the shop cuts a shape to any size, this is the trim itself. Otherwise it is the product with the least scaling.
    """
    made = ShopProduct(name=f"{trim.size.width:g} x {trim.size.height:g} mm", trim=trim.size)
    if trim.form in shop.any_size:
        return ProductMatch(made)
    found = list(_matches(trim, shop))
    return min(found, key=lambda one: abs(log(one.scale)), default=None)


def _matches(trim: Trim, shop: ShopFile) -> Iterator[ProductMatch]:
    for product in shop.products:
        if product.shape != trim.form:
            continue
        wide, high = product.trim
        turned = (wide - high) * (trim.size.width - trim.size.height) < 0
        width, height = trim.size if not turned else trim.size[::-1]
        if abs(wide - width) <= SIZE_TOLERANCE and abs(high - height) <= SIZE_TOLERANCE:
            yield ProductMatch(product, 1.0, turned)
            continue
        scale = min(wide / width, high / height)
        gap = max(wide - width * scale, high - height * scale) / 2
        if 1 / MAX_SCALE <= scale <= MAX_SCALE and gap <= _GAP:
            yield ProductMatch(product, scale, turned)


def page_size(product: ShopProduct, shop: ShopFile) -> Size:
    """Return the size in mm of a product's picture or page, with bleed."""
    if shop.form == "png":
        return Size(*(pixels / shop.dpi * MM_PER_INCH for pixels in shop.canvas(product)))
    if product.page is not None:
        return Size(*product.page)
    return Size(*(length + 2 * shop.bleed for length in product.trim))
