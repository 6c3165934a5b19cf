"""The rulebook, its booklet and the reference cards, read back."""

import re

import pikepdf
import pytest
import yaml

PT = 25.4 / 72


def boxes(page):
    """Return a page's boxes as (left, bottom, right, top) in mm, by name."""
    return {name: [float(value) * PT for value in page.obj[f"/{name}"]] for name in ("MediaBox", "TrimBox", "BleedBox")}


def test_the_rulebook_has_a5_pages_with_bleed(output, game):
    """Every page's trim is 148 x 210 mm, its bleed box and its media box 3 mm larger all round."""
    with pikepdf.open(output.path / game / "rulebook.pdf") as pdf:
        for page in pdf.pages:
            found = boxes(page)
            assert found["MediaBox"] == pytest.approx([0, 0, 154, 216], abs=0.002)
            assert found["BleedBox"] == pytest.approx([0, 0, 154, 216], abs=0.002)
            assert found["TrimBox"] == pytest.approx([3, 3, 151, 213], abs=0.002)


def test_reference_cards_have_tarot_pages_with_bleed(output, game):
    """Every page of the reference has a trim of 2.75 x 4.75 in inside a bleed of 3 mm, and cards have two sides."""
    width, height = 69.85, 120.65
    with pikepdf.open(output.path / game / "reference.pdf") as pdf:
        assert len(pdf.pages) % 2 == 0
        for page in pdf.pages:
            found = boxes(page)
            assert found["TrimBox"] == pytest.approx([3, 3, width + 3, height + 3], abs=0.002)
            assert found["BleedBox"] == pytest.approx([0, 0, width + 6, height + 6], abs=0.002)


def test_every_page_of_every_file_has_its_boxes_one_inside_the_other(output):
    """Trim lies in bleed, and bleed in the media box, on each page of each PDF of all games."""
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
    """Fold the booklet by hand: return what is read on its pages, first to last, as (left edge, runs)."""
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


def test_the_folded_booklet_reads_as_the_rulebook_does(read, game):
    """Nested and folded, the sheets give every page of the rulebook in order, then fewer than four pages for notes."""
    booklet = read(f"{game}/print-and-play/a4-rulebook-booklet.pdf")
    pages = [" ".join(run.text for run in page.runs if run.text.strip()) for page in read(f"{game}/rulebook.pdf")]
    folded = stacked(booklet)
    assert len(booklet) % 2 == 0
    assert len(folded) % 4 == 0
    assert 0 <= len(folded) - len(pages) < 4
    assert [number for number, page in enumerate(pages) if folded[number] != page] == []


def test_the_booklet_lies_on_a4_across_and_folds_in_the_middle(read, game):
    """Each side is A4 across, with two pages clipped at the fold, each as large as A5 with what bleed the paper has."""
    for page in read(f"{game}/print-and-play/a4-rulebook-booklet.pdf"):
        assert (page.width, page.height) == pytest.approx((297, 210), abs=0.01)
        left, right = (placed.box for placed in page.placed)
        assert left[2] == pytest.approx(148.5, abs=0.01)
        assert right[0] == pytest.approx(148.5, abs=0.01)
        assert [placed.place.scale for placed in page.placed] == pytest.approx([1, 1], abs=1e-4)


def test_every_page_after_the_cover_has_its_number(read, game):
    """The numbers that rulebook pages carry in their margins are those of their places, once numbering has begun."""
    pages = read(f"{game}/rulebook.pdf")
    numbered = [
        number for number, page in enumerate(pages, 1) if any(run.text.strip() == str(number) for run in page.runs)
    ]
    assert numbered == list(range(numbered[0], len(pages) + 1))
    assert numbered[0] <= 4


def letters(text):
    """Keep letters and digits alone: white space, hyphens at line ends and quotation marks are the typesetter's."""
    return re.sub(r"[\W_]+", "", text.casefold())


def found_under(value, key):
    """Yield every text that stands under a key anywhere in plain data."""
    if isinstance(value, dict):
        if isinstance(value.get(key), str):
            yield value[key]
        for inner in value.values():
            yield from found_under(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from found_under(inner, key)


def test_the_rulebook_tells_of_every_kind(read, material, game):
    """Every kind of component is named in the rulebook."""
    catalog = material(game).game
    whole = letters(" ".join(page.text for page in read(f"{game}/rulebook.pdf")))
    assert [kind.name for kind in catalog.kinds.values() if letters(kind.name) not in whole] == []


@pytest.mark.parametrize("key", ["prototype", "question", "ruling"])
def test_the_last_pages_hold_what_the_rules_leave_open(read, root, game, key):
    """The reason of each prototype value, each open question and each ruling of game.yaml stands in the last pages."""
    data = yaml.safe_load((root / "catalog" / game / "game.yaml").read_text(encoding="utf-8"))
    del data["variants"]  # each stands in its own section, marked as ours
    del data["expect"]  # counts that are checked: the values that they count have standings of their own
    wanted = set(found_under(data, key))
    pages = read(f"{game}/rulebook.pdf")
    last = letters(" ".join(run.text for page in pages[len(pages) // 2 :] for run in page.runs))
    assert wanted
    assert sorted(text for text in wanted if letters(text) not in last) == []
