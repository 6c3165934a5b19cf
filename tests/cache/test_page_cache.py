"""Pages that were drawn before are taken from there; all others are drawn, and the file is the same to the byte."""

from pathlib import Path

import pytest

from punchboard.cache import page_cache as kept_pages
from punchboard.cache.digests import Digests
from punchboard.cache.page_cache import OutputPages
from punchboard.load import load
from punchboard.render.pdf import sections
from punchboard.render.pdf.writer import render_pdf


@pytest.fixture
def drawn(monkeypatch):
    """The labels of the pages that were drawn."""
    found = []

    def page(shown, resources, known=sections._page):
        found.append(shown.label)
        return known(shown, resources)

    monkeypatch.setattr(sections, "_page", page)
    return found


@pytest.fixture
def single(grove):
    """The game with one copy of each card, on two sheets."""
    rows = "".join(f"{nr},1,Tree {nr},{nr},Draw **{nr}** cards.\n" for nr in range(1, 13))
    grove.change("cards.csv", lambda _: f"nr,copies,title,cost,text\n{rows}")
    return grove


@pytest.fixture
def pages_of(grove):
    """Return a function that begins a build's knowledge of pages."""

    def begun():
        out = grove.path / "output"
        (out / "grove").mkdir(parents=True, exist_ok=True)
        return OutputPages(out, "grove", load("grove", grove.path), Digests())

    return begun


def kept(grove) -> list[Path]:
    return sorted((grove.path / "output" / ".cache" / "grove.pages").iterdir())


def edited(grove, *, number=5, word="Draw", to="Show"):
    def change(text):
        lines = text.splitlines()
        lines[number] = lines[number].replace(word, to)
        return "\n".join(lines) + "\n"

    grove.change("cards.csv", change)


def test_one_edited_card_draws_the_pages_that_show_it(single, drawn):
    """Its sheet in each layout and nothing else; the bytes are those of a clean build."""
    assert not single.build(only=("sheets",)).failed
    whole = [*drawn]
    drawn.clear()
    edited(single)
    assert not single.build(only=("sheets",)).failed
    assert sorted(drawn) == ["1", "1 front"]
    assert len(whole) == 3 * len(drawn)
    assert single.files() == single.clean(only=("sheets",))[1]


@pytest.mark.parametrize("to", ["Quiz", "Ärger", "fin", "Жук"])
def test_letters_that_no_page_had_change_the_others_not(single, drawn, to):
    """Codes go by what a glyph is, and not by which page showed it first."""
    single.build(only=("sheets/fronts",))
    drawn.clear()
    edited(single, number=1, to=to)
    single.build(only=("sheets/fronts",))
    assert len(drawn) == 1
    assert single.files() == single.clean(only=("sheets/fronts",))[1]


def test_what_only_the_edited_page_showed_is_gone_from_the_file(single, drawn):
    """A glyph of the one page is no more in the font when the page does not show it."""
    edited(single, to="Quiz")
    single.build(only=("sheets/fronts",))
    edited(single, word="Quiz", to="Draw")
    drawn.clear()
    single.build(only=("sheets/fronts",))
    assert len(drawn) == 1
    assert single.files() == single.clean(only=("sheets/fronts",))[1]


def test_a_card_that_comes_once_more_is_an_object_on_all_its_pages(single):
    """What was drawn in place is placed by name when two sheets show it."""
    single.build(only=("sheets/fronts",))
    single.change("cards.csv", lambda text: text.replace("3,1,Tree 3", "3,12,Tree 3"))
    single.build(only=("sheets/fronts",))
    assert single.files() == single.clean(only=("sheets/fronts",))[1]


def test_pictures_of_pages_that_are_kept_are_in_the_file(single, drawn):
    """They are read again, and placed by the same names."""
    from PIL import Image

    for nr in range(1, 13):
        Image.new("RGB", (200, 200), (nr * 20, 90, 90)).save(single.path / "catalog" / "grove" / f"{nr}.png")
    picture = 'leaf: {at: [22, 22], size: [16, 16], picture: "{{ nr }}.png"}'
    single.change("card.yaml", lambda text: text.replace("leaf: {at: [22, 22], size: [16, 16], icon: bush}", picture))
    built = single.build(only=("sheets/fronts",))
    assert not built.failed, built.problems
    drawn.clear()
    edited(single)
    single.build(only=("sheets/fronts",))
    assert len(drawn) == 1
    assert single.files() == single.clean(only=("sheets/fronts",))[1]


def test_pages_of_files_that_are_no_more_are_thrown_away(grove):
    """Of two layouts one is made no more."""
    grove.build(only=("sheets/fronts",))
    assert [path.name for path in kept(grove)] == ["print-and-play+a4-fronts.pdf.pages"]
    grove.build(only=("rulebook",))
    (grove.path / "output/grove/print-and-play/a4-fronts.pdf").unlink()
    grove.change("rulebook.md", lambda text: f"{text}\n# More\n\n" + "Fell trees.\n\n" * 400)
    grove.build(only=("rulebook",))
    assert [path.name for path in kept(grove)] == ["rulebook.pdf.pages"]


WRONG = b'{"program":"this program","sections":{"0/1":[[1],{},{},{}]}}\n'


@pytest.mark.parametrize("plain", [b"", b"{}", b"[1]\n", WRONG])
def test_kept_pages_that_are_none_are_not_gone_by(grove, plain, drawn):
    """Whoever wrote them: all pages are drawn."""
    grove.build(only=("sheets/fronts",))
    whole = len(drawn)
    (file,) = kept(grove)
    kept_pages.write_whole(file, plain)
    drawn.clear()
    edited(grove)
    grove.build(only=("sheets/fronts",))
    assert len(drawn) == whole
    assert grove.files() == grove.clean(only=("sheets/fronts",))[1]


def test_a_document_of_a_single_page_is_not_kept(pages_of, grove):
    """Nothing of it is left when it changes."""
    from punchboard.geometry import Size
    from punchboard.scene import Document, Page

    known = pages_of()
    assert known.of("one.pdf", Document("One", (Page(Size(9, 9), ()),))) is None
    two = Document("Two", (Page(Size(9, 9), ()), Page(Size(9, 9), ())))
    assert render_pdf(two, before=known.of("two.pdf", two)) == render_pdf(two)
