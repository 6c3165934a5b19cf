"""The drawings of an e-book: figures as SVG files of their own, and icons within the text."""

from typing import Final

from markupsafe import Markup

from punchboard.compose.text.layout.column import Figure
from punchboard.geometry import Outline, Size, path_to_svg
from punchboard.products.web.rulebook.figures import PIXELS, Drawings, Icons, square_view
from punchboard.scene import Page

FIGURE: Final = "figures/{:03}.svg"
"""The path of a figure beside the chapters, numbered from 1."""


class FigureFiles(Drawings):
    """Collects figures, each of which becomes a file; chapters show them as pictures with a text."""

    def svg(self, figure: Figure, label: str) -> Markup:
        """Return the element that shows a figure, with a text for screen readers."""
        self._pages.append(Page(Size(figure.width, figure.height), tuple(figure.draw(0.0, 0.0))))
        return Markup('<img class="drawing" src="{}" width="{}" height="{}" alt="{}"/>').format(
            FIGURE.format(len(self._pages)), round(figure.width * PIXELS), round(figure.height * PIXELS), label
        )


class InlineIcons(Icons):
    """Icons drawn where they are in the text, in its colour: a symbol would have to be in every chapter."""

    def _element(self, name: str, outline: Outline, reading: Markup) -> Markup:
        del name
        return Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" class="icon" {} viewBox="{}"><path d="{}"/></svg>'
        ).format(reading, square_view(outline), path_to_svg(outline))
