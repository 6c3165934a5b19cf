"""Faces on pages of a shop's size: centred, turned and scaled, with the whole page filled."""

from typing import NamedTuple

from punchboard.geometry import Affine, Outline, Point, Rect, Size, rectangle
from punchboard.model.layout.face import Face
from punchboard.products.shops.product_match import ProductMatch
from punchboard.scene import ComponentMark, Group, Item, Page, Use

_HAIR = 0.02
"""How much the covered outline is reduced, in mm, so that no pixel at its edge is partly empty."""


class PlacedFace(NamedTuple):
    """A face on a page: the page's size in mm, the matched shop product, the side, and the component's id."""

    face: Face
    size: Size
    match: ProductMatch
    side: str
    component: str = ""

    @property
    def transform(self) -> Affine:
        """The transform from the face's trim to the page.

        Front and back turn in opposite directions, so that the card is still turned over on the same edge.
        """
        middle = self.face.trim.frame().centre
        quarter = (90.0 if self.side == "front" else -90.0) if self.match.turned else 0.0
        place = Affine.move(self.size.width / 2, self.size.height / 2)
        return place @ Affine.turn(quarter) @ Affine.scale(self.match.scale) @ Affine.move(-middle.x, -middle.y)

    @property
    def covered_outline(self) -> Outline:
        """The area of the page that the face covers, with its bleed."""
        trim = self.face.trim
        return trim.outline(trim.frame(self.face.bleed - _HAIR)).placed(self.transform)

    @property
    def covers_page(self) -> bool:
        """Whether the face covers the whole page."""
        if not self.face.trim.is_rectangular:
            return False
        bounds, slack = self.transform.bounds(self.face.trim.frame(self.face.bleed)), 0.001
        wide = bounds.x <= slack and bounds.right >= self.size.width - slack
        return wide and bounds.y <= slack and bounds.bottom >= self.size.height - slack

    @property
    def trim(self) -> Rect:
        """The product's trim on the page."""
        width, height = self.match.product.trim
        return Rect((self.size.width - width) / 2, (self.size.height - height) / 2, width, height)

    def picture_page(self) -> Page:
        """Return the page of a picture; the area that the face does not cover is filled when it is rendered."""
        return Page(self.size, (Group((Use(self.face.symbol),), self.transform),), self.trim)

    def pdf_page(self) -> Page:
        """Return the page of a PDF; a face that does not cover it is drawn over an enlarged copy of itself."""
        use, whole = Use(self.face.symbol), Rect(0, 0, *self.size)
        mark = ComponentMark(self.component, self.side, self.face.trim.size)
        own: tuple[Item, ...] = (
            Group((use,), self.transform, None if self.covers_page else self.covered_outline, mark),
        )
        if not self.covers_page:
            own = (Group((use,), self._enlarged(), rectangle(whole)), *own)
        return Page(self.size, own, self.trim, whole, side=self.side)

    def _enlarged(self) -> Affine:
        """Return the transform with which the face covers every corner of the page."""
        middle = Point(self.size.width / 2, self.size.height / 2)
        bounds = self.covered_outline.bounds
        factor = max(self.size.width / bounds.width, self.size.height / bounds.height)
        if not self.face.trim.is_rectangular:
            factor *= 2
        return Affine.move(*middle) @ Affine.scale(factor) @ Affine.move(-middle.x, -middle.y) @ self.transform
