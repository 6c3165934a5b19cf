"""Real sheets of a tiny game, and changes that the proof must find."""

from __future__ import annotations

import io
import json
from typing import NamedTuple

import pikepdf
import pytest

from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Document, Group

FACE = 'bleed: 3\nboxes:\n  title: {at: [6, 6], size: [40, 8], text: "{{ name }} (I)", style: title}\n'
BACK = 'bleed: 3\nboxes:\n  ground: {area: bleed, fill: "#345678"}\n'
ROWS = "[{name: alder, copies: 3}, {name: birch}, {name: cedar}]"


class Made(NamedTuple):
    """A document, and the expectations for its file."""

    document: Document
    expected: ExpectedPdf

    @property
    def data(self):
        """The bytes of its file."""
        return render_pdf(self.document)

    def moved(self, component, side, change):
        """Return it with the transform of the first such side changed by a function."""
        return self._with(component, side, lambda group: [group._replace(transform=change(group.transform))])

    def without(self, component, side):
        """Return it without the first such side."""
        return self._with(component, side, lambda _: [])

    def _with(self, component, side, change):
        pages, left = [], 1
        for page in self.document.pages:
            items = []
            for item in page.items:
                mark = item.mark if isinstance(item, Group) else None
                if left and mark is not None and mark[:2] == (component, side):
                    left = 0
                    items += change(item)
                else:
                    items.append(item)
            pages.append(page._replace(items=tuple(items)))
        assert not left, "there is no such side"
        return self._replace(document=self.document._replace(pages=tuple(pages)))


@pytest.fixture
def made(tiny_game):
    """Return a function that makes sheets with five cards on A4, given the keys of the sheet layout."""
    from punchboard.products import ComposedGame
    from punchboard.products.expected import expected_sheets
    from punchboard.products.sheets import imposed_document

    def make(*, shape="poker", paper="a4", rows=ROWS, **keys):
        files = {"layouts/sheets/tried.yaml": json.dumps(keys)}
        loaded = tiny_game(FACE, back=BACK, rows=rows, shape=shape, files=files)
        composed = ComposedGame(loaded, (paper,))
        (sheet,) = composed.papers.values()
        document = imposed_document(composed, composed.pieces, sheet, "tried", "")
        return Made(document, expected_sheets(composed, sheet, loaded.layouts.sheets["tried"]))

    return make


@pytest.fixture
def duplex(made):
    """Sheets printed on both sides, flipped on the long edge."""
    return made(faces="duplex")


@pytest.fixture
def tampered():
    """Return a function that changes a finished file through pikepdf."""

    def tamper(data, change, **saving):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            change(pdf)
            out = io.BytesIO()
            pdf.save(out, **saving)
        return out.getvalue()

    return tamper
