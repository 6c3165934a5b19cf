"""The time to impose a booklet of 64 composed pages."""

import sys
import time

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timed]
PAGES = 64
RUNS = 5


@pytest.fixture(scope="module")
def rulebook(root):
    """The longest rulebook of the catalog, with its pages repeated up to 64."""
    from punchboard.load import load
    from punchboard.products import ComposedGame

    composed = ComposedGame(load("vortex", root), ("a4",), ("booklet",))
    pages = composed.rulebook.document.pages
    return tuple((pages * PAGES)[:PAGES])


@pytest.mark.parametrize("page", ["half", "a6"])
def test_imposing_64_pages_takes_less_than_a_tenth_of_a_second(rulebook, page, capsys):
    """From pages to the stitched document; the time to render it is only printed."""
    from punchboard.compose.booklets.pages import BookletComposer
    from punchboard.compose.booklets.saddle_stitch import booklet_imposition
    from punchboard.geometry import Size
    from punchboard.model.printing.booklet import BookletFile
    from punchboard.render import render
    from punchboard.scene import Document

    paper, file = Size(210, 297), BookletFile(page=page)
    taken = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        pages = BookletComposer(file, booklet_imposition(paper, file.size(paper))).pages(rulebook)
        document = Document("booklet", pages)
        taken.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    size = len(render("pdf", document))
    rendered = time.perf_counter() - begun
    with capsys.disabled():
        sys.stdout.write(
            f"\n{page}: imposed in {min(taken):.4f} s, rendered in {rendered:.2f} s, {size / 1e6:.1f} MB\n"
        )
    assert len(document.pages) == PAGES // (2 if page == "half" else 4)
    assert min(taken) < 0.1
