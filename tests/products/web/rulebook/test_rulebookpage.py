"""`rulebook.html`: the words of the printed rulebook, in an accessible page for any screen."""

import io
import re
from base64 import b64decode, b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from punchboard.load import load
from punchboard.model.print_options import DEFAULT_OPTIONS
from punchboard.pipeline.artifacts import make_printing, render_product
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.products.web.assets import content_policy
from punchboard.srgb import contrast

ROOT = Path(__file__).resolve().parents[4]
VOID = {"meta", "br", "hr", "link"}
LOOSE = {"em", "strong", "span", "a", "svg", "small"}
"""Elements within a word, which part none."""

TEXT = """\
---
title: The Grove
---
# Play & *more*

Draw a **card**, ^^small caps^^ here, and :star: shine. [#deal-one] See
[play](#play-more) or [there](https://example.org/a?b=1&c=2), not [here](javascript:alert).
Take the [mot juste](lang:fr).

> **Example.** Ada <draws> & falls.

1. First.
2. Second:

   - inner one
   - inner two

## Table

| Pile | 2 | 3 |
|:-----|--:|--:|
| deck | 9 | 8 |

| left | right |
|------|-------|
| a *b* | c |

### Play & more

7. Seven.

---

```components
```

```cards
show: [root, crown]
caption: Two *cards*.
```

```cards
show: crown
```

```scene
size: [90, 40]
items:
  - {show: root, at: [5, 5], width: 15mm, label: the root}
  - {icon: star, at: [40, 5], width: 9mm}
caption: The table.
```

```setup
```

```variants
```

```open
```

```standings
```

```credits
```

```tally
rows: [Tricks, {name: Luck, note: if any}, {total: Score}]
columns: [one, two]
```
"""
STAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H512V512Z"/></svg>'
BARE = 'boxes:\n  ground: {area: bleed, fill: "#345678"}\n'
MORE = """\
credits: ["By A & B <c>."]
decks: {pack: {name: the pack, contains: card}}
setup: [{shuffle: pack}]
variants: [{name: Quick, text: Play one., prototype: for a test}]
open: [{question: "Who begins?", ruling: The oldest.}]
"""


class Page(HTMLParser):
    """The elements of a page: each (name, attributes, words within); what is not closed rightly is an error."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.html, self.tags, self._open = html, [], []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, name, attributes):
        """Open an element."""
        assert len(dict(attributes)) == len(attributes), (name, attributes)
        tag = (name, dict(attributes), [])
        self.tags.append(tag)
        if name not in LOOSE:
            self.handle_data(" ")
        if name not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, name, attributes):
        """Take an element that closes itself."""
        self.tags.append((name, dict(attributes), []))

    def handle_endtag(self, name):
        """Close the innermost element, which must be this one."""
        assert self._open.pop()[0] == name
        if name not in LOOSE:
            self.handle_data(" ")

    def handle_data(self, data):
        """Add text to all elements that are open."""
        for _, _, words in self._open:
            words.append(data)

    def all(self, name):
        """Return the attributes of all elements of a name."""
        return [attributes for tag, attributes, _ in self.tags if tag == name]

    def texts(self, name):
        """Return the words within each element of a name."""
        return [" ".join("".join(words).split()) for tag, _, words in self.tags if tag == name]


def page_of(composed):
    printed, page = PRODUCTS["rulebook"].make(composed)
    (made,) = render_product(page, ("pdf",), DEFAULT_OPTIONS, make_printing(composed))
    (pdf,) = render_product(printed, ("pdf",), DEFAULT_OPTIONS, make_printing(composed))
    assert made.path == "rulebook.html"
    return Page(made.data.decode()), pdf.data


@pytest.fixture
def made(composed, plain, tmp_path):
    """Return a function that composes the small game with a rulebook, its cards without words."""

    def made(text=TEXT, game=plain + MORE, **files):
        composed(("a4",), ("rulebook",), texts=("rulebook",))
        folder = tmp_path / "catalog" / "grove"
        (folder / "game.yaml").write_text(game)
        for name, content in {
            "rulebook.md": text,
            "layouts/icons/star.svg": STAR,
            "layouts/faces/card.yaml": BARE,
            **files,
        }.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content)
        return ComposedGame(load("grove", tmp_path), ("a4",), ("rulebook",))

    return made


def words(text):
    """Return the words of a text, ignoring line breaks."""
    return Counter(re.findall(r"[^\W_]+", text))


def test_the_page_has_the_words_of_the_print(made):
    """Every word as often as in print; printed pages also have numbers, and their icons are copied by name."""
    composed = made()
    page, pdf = page_of(composed)
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    printed = words("\n".join(document[number].get_textpage().get_text_range() for number in range(len(document))))
    read = words(" ".join(page.texts("main")))
    assert read - printed == Counter()
    assert all(word.isdigit() or word in {"the", "root", "star"} for word in printed - read), printed - read


def test_the_page_is_self_contained(made):
    """No script, no style, picture or font from elsewhere, and each link leads to a part of it or to the web."""
    page, _ = page_of(made())
    names = {name for name, *_ in page.tags}
    assert names.isdisjoint({"script", "img", "iframe", "object", "embed", "base", "form"})
    assert not re.search(r"url\((?!#|data:font/)|@import|\sstyle=|\son\w+=", page.html)
    ids = [attributes["id"] for _, attributes, _ in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes[key] for _, attributes, _ in page.tags for key in ("href", "xlink:href") if key in attributes]
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    assert {link for link in links if not link.startswith(("#", "data:image/"))} == {"https://example.org/a?b=1&c=2"}
    assert "rule-deal-one" in ids


CHAPTERS = """\
extends: rulebook
styles: {h1: loud}
chapter:
  height: 20
  boxes: {band: {at: [0, 0], size: [104, 6], fill: accent}, title: {at: [0, 8], size: [104, 10], text: "{{ title }}"}}
masters: {body: {boxes: {ground: {area: bleed, fill: "#fbf6e6"}}, regions: [[22, 18, 104, 174]]}}
"""
LOUD = """\
extends: plain
fonts: {narrow: {package: fontpkg-oswald, regular: "Oswald[wght]", bold: "Oswald[wght]", bold axes: {wght: 700}}}
styles:
  loud: {font: narrow, size: 18, bold: true, caps: upper, tracking: 50, colour: "#901020"}
  h2: {font: body, size: 13, caps: small}
icon colours: {star: "#0a5a3c"}
"""


def test_the_typefaces_of_headings_are_embedded(made, plain):
    """Only with the characters of headings, also as capitals: a reader need not have the font."""
    page, _ = page_of(
        made(
            **{"layouts/books/rulebook.yaml": CHAPTERS, "layouts/theme.yaml": LOUD},
            game=plain + MORE + "theme: theme\n",
        )
    )
    data = b64decode(re.search(r'@font-face { font-family: "Print 1"; [^}]*base64,([\w+/=]+)', page.html)[1])
    characters = set(TTFont(io.BytesIO(data)).getBestCmap())
    assert set(map(ord, "Play & moreTablePLAYMORETABLE")) <= characters
    assert characters.isdisjoint(map(ord, "zZ@"))
    assert len(data) < 40_000
    assert 'main h2 { font-family: "Print 1", ' in page.html


def test_the_page_has_the_art_and_the_type_of_the_book(made, plain):
    """Its cover, the openings of its chapters, its paper, and each heading in its style; words are still read."""
    files = {"layouts/books/rulebook.yaml": CHAPTERS, "layouts/theme.yaml": LOUD}
    page, _ = page_of(made("# Play\n\n:star: shine.\n\n## Two\n\nOn.\n", plain + "theme: theme\n", **files))
    drawn = [one["class"] for one in page.all("svg") if one.get("class") in {"cover", "opening"}]
    assert drawn == ["cover", "opening"]
    assert all(one["aria-hidden"] == "true" for one in page.all("svg") if one.get("class") in drawn)
    assert page.texts("h1") == ["The Grove"]
    assert page.texts("h2") == ["Contents", "Play"]
    assert "--ground: #fbf6e6;" in page.html
    head = re.search(r"main h2 { (font[^}]*) }", page.html)[1]
    assert "font-weight: 700;" in head
    assert "text-transform: uppercase;" in head
    assert "letter-spacing: 0.05em;" in head
    assert "--ink-h1: #901020;" in page.html
    assert ".i-star { fill: #0a5a3c; }" in page.html


def test_small_capitals_are_never_made_up(made, plain):
    """A typeface without small capitals shows the words as they are written."""
    faces = {"layouts/theme.yaml": LOUD.replace("font: body, size: 13", "font: narrow, size: 13")}
    page, _ = page_of(made("# Play\n\n## Two\n\nOn.\n", plain + "theme: theme\n", **faces))
    assert "small-caps" not in re.search(r"main h3 { (font[^}]*) }", page.html)[1]
    assert "font-synthesis: none" in page.html


def test_an_icon_stays_on_the_line_of_its_word(made, plain):
    """So does a number before it, and a mark after it, which browsers would else part from a picture."""
    page, _ = page_of(made("# A\n\nTake 2 :star: Stars, two (or :star:).\n", plain))
    assert "2 Stars," in page.texts("p")[-1].replace("\u00a0", " ")
    kept = re.findall('<span class="kept">(.*?)</span>', page.html)
    assert [re.sub("<svg.*</svg>", "*", one) for one in kept] == ["2\u00a0*\u00a0Stars,", "(or\u00a0*)."]


def test_the_typefaces_of_the_text_are_embedded(made):
    """Regular, italic and bold, so that the page is set in the game's own type on every machine."""
    page, _ = page_of(made("# One\n\nÅ *word* of **weight**.\n"))
    cuts = re.findall(r'@font-face \{ font-family: "Print Text"; ([^}]*?) src: [^}]*base64,([\w+/=]+)', page.html)
    assert [cut for cut, _ in cuts] == [
        f"font-weight: {weight}; font-style: {slope};"
        for weight in ("100 599", "600 900")
        for slope in ("normal", "italic")
    ]
    for _, data in cuts:
        assert set(map(ord, "Åword.")) <= set(TTFont(io.BytesIO(b64decode(data))).getBestCmap())
    assert '--text-font: "Print Text", ' in page.html


def test_a_picture_has_its_caption_and_its_label(made, tmp_path):
    """Screen readers read the label; a missing picture is reported for the printed rulebook and dropped here."""
    data = io.BytesIO()
    Image.new("RGB", (600, 300), "#123456").save(data, "PNG")
    composed = made("# One\n\n![The *map*](map.png 'By night')\n\n![Gone](gone.png)\n")
    (tmp_path / "catalog" / "grove" / "map.png").write_bytes(data.getvalue())
    page, _ = page_of(composed)
    assert page.texts("figcaption") == ["By night"]
    assert [one["aria-label"] for one in page.all("svg") if one.get("class") == "drawing"] == ["The map"]
    assert "data:image/png;base64," in page.html
    assert "gone" not in page.html


def test_the_policy_allows_only_its_own_style(made):
    """It has the hash of the one style; a preview sends the same policy."""
    page, _ = page_of(made())
    style = page.html.partition("<style>")[2].partition("</style>")[0].encode()
    policy = next(tag["content"] for _, tag, _ in page.tags if tag.get("http-equiv") == "Content-Security-Policy")
    assert f"style-src 'sha256-{b64encode(sha256(style).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert content_policy(page.html.encode()) == policy


def test_the_page_is_accessible(made):
    """Landmarks, one h1, headings without gaps, table headers with a scope, graphics with a name."""
    page, _ = page_of(made())
    for landmark in ("header", "nav", "main", "footer", "h1", "title"):
        assert len(page.all(landmark)) == 1, landmark
    assert page.all("html")[0] == {"lang": "en", "dir": "ltr"}
    levels = [int(name[1]) for name, *_ in page.tags if re.fullmatch(r"h\d", name)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(attributes.get("scope") in {"row", "col"} for attributes in page.all("th"))
    assert all(page.texts("th"))
    assert all(one.get("aria-label") or one.get("aria-hidden") for one in page.all("svg"))
    assert {one["aria-label"] for one in page.all("svg") if one.get("class") == "drawing"} == {
        *("1 Card", "5 Cards", "2 Markers", "Root", "Crown", "The table: Root, the root, star"),
    } - {"1 Card"}
    assert page.all("a")[0] == {"class": "skip", "href": "#text"}


def test_a_link_without_words_has_the_title_of_its_heading(made):
    """A page of the web has no numbers."""
    page, _ = page_of(made(f"{TEXT}\n\nSee [](#table), [#](#table)."))
    assert page.texts("p")[-1] == "See Table, Table."
    assert [one["href"] for one in page.all("a")].count("#table") == 3


def test_headings_have_ids_and_are_listed(made):
    """Ids are those of the PDF's anchors, each unique; chapters and sections are listed."""
    page, _ = page_of(made())
    assert [one["id"] for one in page.all("h2")] == ["contents", "play-more"]
    assert [one["id"] for one in page.all("h4")] == ["play-more-2"]
    assert page.texts("nav") == ["Contents Play & more Table"]


def test_texts_are_never_markup(made, plain):
    """A designer's text is shown as written."""
    game = plain.replace("title: The Grove", 'title: "<script>alert(1)</script> & Co"')
    page, _ = page_of(made("# A <b>b</b>\n\n<i>x</i> `<!--drawing 0-->` <!--drawings-->\n", game))
    assert page.texts("h1") == ["<script>alert(1)</script> & Co"]
    assert page.texts("main") == ["A <b>b</b> <i>x</i> <!--drawing 0--> <!--drawings-->"]
    assert page.all("script") == page.all("b") == page.all("i") == []


def test_lists_tables_and_callouts_keep_their_form(made):
    """Numbers, rows of figures with a header, emphasis, small capitals, and links with safe targets only."""
    page, _ = page_of(made())
    assert [one.get("start") for one in page.all("ol")].count("7") == 1
    assert page.texts("strong")[:2] == ["card", "Example."]
    assert "small caps" in [
        " ".join(words) for tag, attributes, words in page.tags if tag == "span" and attributes.get("class") == "small"
    ]
    assert next(" ".join(w).strip() for tag, a, w in page.tags if tag == "th" and a["scope"] == "row") == "deck"
    assert "Example. Ada <draws> & falls." in page.texts("div")
    assert len(page.all("figcaption")) == 2
    assert page.texts("a").count("here") == 0
    assert [
        " ".join(words) for tag, attributes, words in page.tags if tag == "span" and attributes.get("lang") == "fr"
    ] == ["mot juste"]


def test_an_icon_has_a_label(made, plain):
    """The name of the list entry that has it, else its own name."""
    lists = "lists: {sign: {prototype: x, entries: {a: {name: The Star, icon: star}}}}\n"
    page, _ = page_of(made("# A\n\nOne :star:.\n", plain + lists))
    assert [one["aria-label"] for one in page.all("svg") if "icon" in one.get("class", "").split()] == ["The Star"]


def test_an_icon_beside_its_name_is_not_read_twice(made, plain):
    """As in the PDF: the words are enough."""
    page, _ = page_of(made("# A\n\nOne :star: Star, two :star:.\n", plain))
    icons = [one for one in page.all("svg") if "icon" in one.get("class", "").split()]
    assert [(one.get("aria-hidden"), one.get("aria-label")) for one in icons] == [("true", None), (None, "star")]


def test_a_page_from_right_to_left(made, plain):
    """The language determines the reading direction."""
    words = {"layouts/words/ar.yaml": (ROOT / "layouts/words/en.yaml").read_text()}
    page, _ = page_of(made("# A\n\nOne.\n", plain + "language: ar\n", **words))
    assert page.all("html")[0] == {"lang": "ar", "dir": "rtl"}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["atmosfear", "vortex"])
def test_the_pages_of_the_catalog(game):
    """Headings and links are valid, every colour is legible in light and dark mode, two builds are equal."""
    composed = ComposedGame(load(game, ROOT), ("a4",), ("rulebook",))
    page, _ = page_of(composed)
    ids = [attributes["id"] for _, attributes, _ in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {one["href"][1:] for one in page.all("a") if one["href"].startswith("#")} <= set(ids)
    levels = [int(name[1]) for name, *_ in page.tags if re.fullmatch(r"h\d", name)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for mode in re.findall(r"--ground: .*?--on-band: #\w{6};", page.html, re.DOTALL):
        colour = dict(re.findall(r"--([\w-]+): (#\w{6});", mode))
        for name, least in (("ink", 7), ("quiet", 4.5), ("accent", 4.5)):
            assert contrast(colour[name], colour["ground"]) >= least, (name, colour)
            assert contrast(colour[name], colour["panel"]) >= least, (name, colour)
        assert contrast(colour["on-band"], colour["band"]) >= 4.5
    again, _ = page_of(ComposedGame(load(game, ROOT), ("a4",), ("rulebook",)))
    assert again.html == page.html
