"""Drawings and pages packed into an HTML page for its script to unpack: a fifth as long as in the open."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Final

from punchboard.render.svg.html_drawings import SHARED_MARK, insert_drawings
from punchboard.scene import Page

_PACKED: Final = re.compile(rb"<!--packed drawings (\d+)-->")
_PAGE: Final = re.compile(rb"<!--packed page-->(.*?)<!--/packed page-->", re.DOTALL)
_END: Final = b"\0"
"""What ends the shared definitions and each drawing; no SVG contains it."""


def drawn_html(html: bytes, pages: Sequence[Page]) -> bytes:
    """Return an HTML page with its drawings: in their places, or packed where it says so.

    Args:
        html: the page. ``<!--packed drawings 9-->`` stands for the first nine drawings; the others are those of a page
            between ``<!--packed page-->`` and ``<!--/packed page-->``, numbered from 0 there.
        pages: the drawings.
    """
    found = _PACKED.search(html)
    if found is None:
        return insert_drawings(html, pages)
    count = int(found[1])
    whole = _PAGE.sub(lambda page: _packed(insert_drawings(page[1], pages[count:])), html)
    return _PACKED.sub(lambda _: pack_drawings(pages[:count]), whole)


def pack_drawings(pages: Sequence[Page]) -> bytes:
    """Return drawings as base64 of gzip of text: the definitions that they share, then each, ended by a NUL."""
    marks = [b"<!--drawing %d-->" % number for number in range(len(pages))]
    return _packed(insert_drawings(_END.join((SHARED_MARK, *marks)), pages))


def _packed(text: bytes) -> bytes:
    return b64encode(gzip.compress(text, 4, mtime=0))
