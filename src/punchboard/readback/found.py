"""What was found in a file: its pages, its components as they come to lie on paper, its backs with their fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from punchboard.geometry import Affine
from punchboard.model.printed import Printed
from punchboard.readback.backs import Behind, behind, folds, turned_over
from punchboard.readback.fonts import ReadFont
from punchboard.readback.pages import ReadPage
from punchboard.readback.places import Laid, corners, size_error
from punchboard.readback.press import on_paper


class Found:
    """A file as it was read, beside what it must show."""

    def __init__(self, pages: Sequence[ReadPage], fonts: Sequence[ReadFont], printed: Printed) -> None:
        self.pages, self.fonts, self.printed = pages, fonts, printed
        self.parts = printed.parts or {}
        self.laid = tuple(tuple(self._laid(number, page)) for number, page in enumerate(pages, 1))
        self.behind = tuple(self._behind())
        self.shapes = {
            (id(one.corners), part.size): (one.corners, part.size)
            for one in self.everything()
            if (part := self.parts.get(one.id)) is not None
        }
        """The corners that components have on paper, each once, with the size that they must have."""

    def _laid(self, number: int, page: ReadPage) -> Iterator[Laid]:
        press = self._press(number, page)
        for id_, side, trim, place in page.components:
            yield Laid(id_, side, number, corners(place, trim, press))

    def _press(self, number: int, page: ReadPage) -> Affine | None:
        """Return what the printer does to a page, if one was measured; only a second side is a back to it."""
        if self.printed.printer is None:
            return None
        flip = self.printed.backing
        two_sided = flip in {"long edge", "short edge"}
        back = two_sided and (number % 2 == 0) is (self.printed.first != "back")
        return on_paper(self.printed.printer, page.size, flip, back=back)

    def _behind(self) -> Iterator[Behind]:
        """Yield every back with its front."""
        flip, down = self.printed.backing, self.printed.heads_down
        if flip == "fold":
            for page, laid in zip(self.pages, self.laid, strict=True):
                sides = of_side(laid, "front"), of_side(laid, "back")
                yield from min((behind(*sides, fold, heads_down=down) for fold in folds(page.size)), key=_worst)
        elif flip:
            for page, one, two in zip(self.pages[::2], self.laid[::2], (*self.laid[1::2], ()), strict=False):
                mirror = turned_over(page.size, flip)
                for fronts, backs in ((one, two), (two, one)):
                    sides = of_side(fronts, "front"), of_side(backs, "back")
                    yield from behind(*sides, mirror, heads_down=down)

    @property
    def record(self) -> Mapping[str, float]:
        """What was counted, and the most that anything is off, in mm."""
        offs = [one.off for one in self.behind if one.off is not None]
        offs += [size_error(found, size) for found, size in self.shapes.values()]
        return {
            "pages": len(self.pages),
            "components": sum(one.side == "front" for one in self.everything()),
            "pairs": len(self.behind),
            "worst_mm": round(max(offs, default=0.0), 3),
            "fonts": len(self.fonts),
        }

    def everything(self) -> Iterator[Laid]:
        """Yield every side of every component, page by page."""
        return (one for laid in self.laid for one in laid)


def of_side(laid: Iterable[Laid], side: str) -> tuple[Laid, ...]:
    """Return the components that show one side."""
    return tuple(one for one in laid if one.side == side)


def _worst(pairs: Sequence[Behind]) -> tuple[int, float]:
    return sum(one.off is None for one in pairs), max((one.off or 0.0 for one in pairs), default=0.0)
