"""The rulebook, its booklet and the reference cards, read back."""

import re

import pikepdf
import pytest
import yaml

pytestmark = pytest.mark.slow

PT = 25.4 / 72


def boxes(page):
    """Return a page's boxes as (left, bottom, right, top) in mm, by name."""
    return {name: [float(value) * PT for value in page.obj[f"/{name}"]] for name in ("MediaBox", "TrimBox", "BleedBox")}


def test_the_rulebook_has_a5_pages_with_bleed(output, game):
    """Every page has a trim of 148 x 210 mm; its bleed box and media box are 3 mm larger on each side."""
    with pikepdf.open(output.path / game / "rulebook.pdf") as pdf:
        for page in pdf.pages:
            found = boxes(page)
            assert found["MediaBox"] == pytest.approx([0, 0, 154, 216], abs=0.002)
            assert found["BleedBox"] == pytest.approx([0, 0, 154, 216], abs=0.002)
            assert found["TrimBox"] == pytest.approx([3, 3, 151, 213], abs=0.002)


def test_reference_cards_have_tarot_pages_with_bleed(output, game):
    """Every page of the reference has a trim of 2.75 x 4.75 in and a bleed of 3 mm, and each card has two sides."""
    width, height = 69.85, 120.65
    with pikepdf.open(output.path / game / "reference.pdf") as pdf:
        assert len(pdf.pages) % 2 == 0
        for page in pdf.pages:
            found = boxes(page)
            assert found["TrimBox"] == pytest.approx([3, 3, width + 3, height + 3], abs=0.002)
            assert found["BleedBox"] == pytest.approx([0, 0, width + 6, height + 6], abs=0.002)


def test_the_boxes_of_every_page_are_nested(output):
    """The trim box lies in the bleed box, and that in the media box, on each page of each PDF of all games."""
    pdfs = output.pdfs()
    assert pdfs
    for path in pdfs:
        with pikepdf.open(path) as pdf:
            assert len(pdf.pages) > 0
            for page in pdf.pages:
                found = boxes(page)
                for inner, outer in (("TrimBox", "BleedBox"), ("BleedBox", "MediaBox")):
                    (a, b, c, d), (e, f, g, h) = found[inner], found[outer]
                    assert e - 0.002 <= a < c <= g + 0.002, path
                    assert f - 0.002 <= b < d <= h + 0.002, path


def stacked(pages):
    """Fold the booklet as by hand: return the text of its pages, first to last, as (left edge, runs)."""
    halves = []
    for page in pages:
        middle = page.width / 2
        halves.append(
            tuple(
                " ".join(run.text for run in page.runs if (run.x < middle) == left and run.text.strip())
                for left in (True, False)
            )
        )
    order = {}
    count = 2 * len(pages)
    for sheet in range(len(pages) // 2):
        outside, inside = halves[2 * sheet], halves[2 * sheet + 1]
        order[count - 2 * sheet], order[1 + 2 * sheet] = outside
        order[2 + 2 * sheet], order[count - 1 - 2 * sheet] = inside
    return [order[number] for number in range(1, count + 1)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_folded_booklet_has_the_pages_of_the_rulebook_in_order(read, game, paper):
    """The nested, folded sheets give every page in order, with fewer than four pages for notes before the last."""
    booklet = read(f"{game}/print-and-play/{paper}-rulebook-booklet.pdf")
    pages = [" ".join(run.text for run in page.runs if run.text.strip()) for page in read(f"{game}/rulebook.pdf")]
    folded = stacked(booklet)
    assert len(booklet) % 2 == 0
    assert len(folded) % 4 == 0
    added = len(folded) - len(pages)
    assert 0 <= added < 4
    before, back = pages[:-1], pages[-1]
    assert [number for number, page in enumerate(before) if folded[number] != page] == []
    assert folded[-1] == back


@pytest.mark.parametrize(
    ("paper", "size", "height"), [("a4", (297, 210), 210), ("letter", (279.4, 215.9), 216 * 139.7 / 148)]
)
def test_the_booklet_is_landscape_and_folds_in_the_middle(read, game, paper, size, height):
    """Each side has two pages clipped at the fold: A5, or scaled to half the paper, with its bleed."""
    for page in read(f"{game}/print-and-play/{paper}-rulebook-booklet.pdf"):
        assert (page.width, page.height) == pytest.approx(size, abs=0.01)
        left, right = (placed.box for placed in page.placed)
        assert left[2] == pytest.approx(page.width / 2, abs=0.01)
        assert right[0] == pytest.approx(page.width / 2, abs=0.01)
        assert [placed.box[3] - placed.box[1] for placed in page.placed] == pytest.approx([height, height], abs=0.01)


def outline(pdf):
    """Return the bookmarks as (level, title, index of the page that they lead to)."""
    pages = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
    found = []

    def walk(entries, level):
        for entry in entries:
            found.append((level, entry.title, pages[entry.destination[0].objgen]))
            walk(entry.children, level + 1)

    with pdf.open_outline() as opened:
        walk(opened.root, 0)
    return found


def test_bookmarks_lead_to_the_headings_of_the_rulebook(output, read, game):
    """Chapters with their sections, in reading order; each title is on the page it leads to."""
    pages = read(f"{game}/rulebook.pdf")
    with pikepdf.open(output.path / game / "rulebook.pdf") as pdf:
        found = outline(pdf)
    assert len(found) >= 5
    assert {level for level, _, _ in found} <= {0, 1}
    assert [page for _, _, page in found] == sorted(page for _, _, page in found)
    missing = [title for _, title, page in found if letters(title) not in letters(pages[page].text)]
    assert missing == []


def test_links_of_the_rulebook_lead_to_pages(output, game):
    """Every link within the book has a destination on one of its pages, and lies on its own page."""
    with pikepdf.open(output.path / game / "rulebook.pdf") as pdf:
        pages = {page.obj.objgen for page in pdf.pages}
        links = [(note, page) for page in pdf.pages for note in page.obj.get("/Annots", []) if note.Subtype == "/Link"]
        within = [(note, page) for note, page in links if "/Dest" in note]
        assert within
        for note, page in within:
            target, kind, x, y, _ = note.Dest
            assert target.objgen in pages
            assert kind == "/XYZ"
            left, bottom, right, top = (float(value) for value in target.MediaBox)
            assert left <= float(x) <= right
            assert bottom <= float(y) <= top + 12
            _, low, _, high = (float(value) for value in note.Rect)
            assert float(page.mediabox[1]) <= low < high <= float(page.mediabox[3])
        assert all(str(note.A.URI).startswith("http") for note, _ in links if "/Dest" not in note)


def test_pages_of_the_rulebook_are_labelled_with_their_numbers(output, game):
    """A viewer shows the page number that is printed in the margin."""
    with pikepdf.open(output.path / game / "rulebook.pdf") as pdf:
        assert [page.label for page in pdf.pages] == [str(number) for number in range(1, len(pdf.pages) + 1)]


def test_sides_of_the_booklet_are_labelled_front_and_back(output, game):
    """So that users who print single pages see which side of which sheet a page is."""
    with pikepdf.open(output.path / game / "print-and-play" / "a4-rulebook-booklet.pdf") as pdf:
        count = len(pdf.pages) // 2
        assert [page.label for page in pdf.pages] == [
            f"sheet {number} {side}" for number in range(1, count + 1) for side in ("front", "back")
        ]


def test_every_page_between_the_covers_has_its_number(read, game):
    """The number in the margin is that of the page, from where numbering starts to the page before the back cover."""
    pages = read(f"{game}/rulebook.pdf")
    numbered = [
        number for number, page in enumerate(pages, 1) if any(run.text.strip() == str(number) for run in page.runs)
    ]
    assert numbered == list(range(numbered[0], len(pages)))
    assert numbered[0] <= 4


def letters(text):
    """Keep only letters and digits, because typesetting changes white space, hyphens and quotation marks."""
    return re.sub(r"[\W_]+", "", text.casefold())


def found_under(value, key):
    """Yield every text under a key, at any depth of plain data."""
    if isinstance(value, dict):
        if isinstance(value.get(key), str):
            yield value[key]
        for inner in value.values():
            yield from found_under(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from found_under(inner, key)


def test_the_rulebook_names_every_kind(read, loaded, game):
    """Every kind of component is named in the rulebook."""
    catalog = loaded(game).game
    whole = letters(" ".join(page.text for page in read(f"{game}/rulebook.pdf")))
    assert [kind.name for kind in catalog.kinds.values() if letters(kind.name) not in whole] == []


@pytest.mark.parametrize("key", ["prototype", "question", "ruling"])
def test_the_design_notes_list_open_questions(read, root, game, key):
    """The reason of each prototype value, each open question and each ruling of game.yaml is in the design notes."""
    data = yaml.safe_load((root / "catalog" / game / "game.yaml").read_text(encoding="utf-8"))
    del data["variants"]  # each has its own section, marked as ours
    del data["expect"]  # checked counts: the values that they count have their own status
    wanted = set(found_under(data, key))
    notes = letters(" ".join(run.text for page in read(f"{game}/design-notes.pdf") for run in page.runs))
    assert wanted
    assert sorted(text for text in wanted if letters(text) not in notes) == []
