"""What was found on one sheet: its pages, its components as they come to lie on paper, its backs with their fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from punchboard.geometry import Affine, Size
from punchboard.model.printing.expected_pdf import ExpectedPart, ExpectedPdf
from punchboard.verify.backs import BackMatch, folds, match_backs, turned_over
from punchboard.verify.pages import ReadPage
from punchboard.verify.placement import Corners, PlacedSide, corners, shape_fault, size_error
from punchboard.verify.printer import printer_transform


class ShapeChecks:
    """The corners that components have on paper, each with the size that it must have, looked at once."""

    def __init__(self, parts: Mapping[str, ExpectedPart]) -> None:
        self._parts = parts
        self._known: dict[tuple[int, Size], tuple[Corners, str]] = {}
        self.worst_error = 0.0
        """The most by which a width or a height differs from what it must be, in mm."""

    def fault(self, one: PlacedSide) -> str:
        """Return what is wrong with the shape of a component; nothing of one that is not known."""
        part = self._parts.get(one.id)
        if part is None:
            return ""
        found = self._known.get((id(one.corners), part.size))
        if found is None:  # the corners are kept, so that no others have their identity
            self.worst_error = max(self.worst_error, size_error(one.corners, part.size))
            found = self._known[id(one.corners), part.size] = one.corners, shape_fault(one.corners, part.size)
        return found[1]


class ReadSheet:
    """One sheet of a file as it was read: its page, or two where its other side is one, beside what it must show.

    Args:
        number: the number of its first page.
        pages: the pages.
        printed: what the file must show.
        shapes: what looks at the shapes of components.
    """

    def __init__(self, number: int, pages: Sequence[ReadPage], printed: ExpectedPdf, shapes: ShapeChecks) -> None:
        self.number, self.pages, self.printed, self.shapes = number, pages, printed, shapes
        self.parts = printed.parts or {}
        self.sides = tuple(tuple(self._laid(at, page)) for at, page in enumerate(pages, number))
        self.back_matches = tuple(self._behind())

    def _laid(self, number: int, page: ReadPage) -> Iterator[PlacedSide]:
        press = self._press(number, page)
        for id_, side, trim, place in page.components:
            yield PlacedSide(id_, side, number, corners(place, trim, press))

    def _press(self, number: int, page: ReadPage) -> Affine | None:
        """Return what the printer does to a page, if one was measured; only a second side is a back to it."""
        if self.printed.printer is None:
            return None
        flip = self.printed.backing
        two_sided = flip in {"long edge", "short edge"}
        back = two_sided and (number % 2 == 0) is (self.printed.first != "back")
        return printer_transform(self.printed.printer, page.size, flip, back=back)

    def _behind(self) -> Iterator[BackMatch]:
        """Yield every back with its front."""
        flip, down = self.printed.backing, self.printed.is_back_upside_down
        if flip == "fold":
            for page, laid in zip(self.pages, self.sides, strict=True):
                sides = on_side(laid, "front"), on_side(laid, "back")
                yield from min((match_backs(*sides, fold, heads_down=down) for fold in folds(page.size)), key=_worst)
        elif flip:
            for page, one, two in zip(self.pages[::2], self.sides[::2], (*self.sides[1::2], ()), strict=False):
                mirror = turned_over(page.size, flip)
                for fronts, backs in ((one, two), (two, one)):
                    sides = on_side(fronts, "front"), on_side(backs, "back")
                    yield from match_backs(*sides, mirror, heads_down=down)

    def all_sides(self) -> Iterator[PlacedSide]:
        """Yield every side of every component, page by page."""
        return (one for laid in self.sides for one in laid)


def on_side(laid: Iterable[PlacedSide], side: str) -> tuple[PlacedSide, ...]:
    """Return the components that show one side."""
    return tuple(one for one in laid if one.side == side)


def _worst(pairs: Sequence[BackMatch]) -> tuple[int, float]:
    return sum(one.offset is None for one in pairs), max((one.offset or 0.0 for one in pairs), default=0.0)
