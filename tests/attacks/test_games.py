import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.unix]

GAMES = Path(__file__).parent / "games"
slow = pytest.mark.slow

REFUSED = {
    "box-outside-the-world": "VALUE001",
    "brackets-in-brackets": "YAML003",
    "card-of-a-kilometre": "VALUE001",
    "copies-without-end": "VALUE001",
    "escape-by-attr": "EXPR001",
    "escape-by-class": "EXPR001",
    "escape-by-format": "EXPR001",
    "escape-by-globals": "EXPR001",
    "escape-in-a-rulebook": "EXPR001",
    "extends-above": "REF001",
    "extends-itself": "REF001",
    "face-above": "REF001",
    "font-above": "FILE003",
    "font-that-is-none": "FONT001",
    "icon-from-the-network": "PICT001",
    "icon-of-laughs": "PICT001",
    "icon-with-a-picture": "PICT001",
    "icon-with-a-script": "PICT001",
    "icon-with-a-style-import": "PICT001",
    "icon-with-an-entity": "PICT001",
    "icon-with-an-event": "PICT001",
    "icon-with-foreign-html": "PICT001",
    "id-of-a-value-that-climbs": "VALUE001",
    "id-that-climbs": "VALUE001",
    "id-that-counts-for-ever": "EXPR001",
    "import-of-a-file": "EXPR001",
    "include-of-a-file": "EXPR001",
    "language-that-climbs": "VALUE001",
    "lists-in-lists": "EXPR001",
    "loops-in-loops": "EXPR001",
    "loops-that-leave-all-out": "EXPR001",
    "macro-that-calls-itself": "EXPR001",
    "number-without-end": "VALUE001",
    "picture-above": "FILE003",
    "picture-by-a-value": "FILE003",
    "picture-elsewhere": "FILE003",
    "power-of-powers": "EXPR001",
    "repeat-without-end": "EXPR001",
    "round-to-a-billion": "EXPR001",
    "rows-above": "FILE003",
    "rows-elsewhere": "FILE003",
    "rows-of-a-url": "FILE003",
    "text-that-doubles": "EXPR001",
    "text-times-a-billion": "EXPR001",
    "theme-above": "REF001",
    "wide-centre": "EXPR001",
    "wide-format": "EXPR001",
    "yaml-of-laughs": "YAML003",
    "yaml-of-python": "YAML003",
}

HARMLESS = (
    "formulas-in-cells",
    "html-in-titles",
    "markdown-in-markdown",
    "names-that-steer-a-terminal",
    "players-without-end",
)

LONG = frozenset({"id-that-counts-for-ever", "loops-in-loops", "loops-that-leave-all-out", "lists-in-lists"})
"""Attacks that work until their budget is spent."""


@pytest.mark.parametrize("name", [pytest.param(one, marks=slow) if one in LONG else one for one in REFUSED])
def test_an_attack_is_refused_with_its_code(name, trap):
    """The error says what is wrong; no file is written, and nothing outside is read, printed or changed."""
    trap.lay(name)
    result = trap.build(only=["sheets/fronts", "rulebook"])
    assert REFUSED[name] in result.codes
    assert not any(file.suffix == ".pdf" for file in trap.files())
    assert not {code for code in result.codes if code.startswith("LIMIT")}


def test_every_attack_has_an_outcome():
    """Every folder of an attack is listed above."""
    assert {file.name for file in GAMES.iterdir()} == {*REFUSED, *HARMLESS}


@pytest.mark.parametrize("name", ["markdown-in-markdown", "names-that-steer-a-terminal", "players-without-end"])
def test_a_harmless_attack_is_built_and_escaped(name, trap):
    """A game that might just be clumsy is printed as it is."""
    trap.lay(name)
    result = trap.build(only=["sheets/fronts", "page"])
    assert not result.codes
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", result.messages)


class _BrowserView(HTMLParser):
    """The tags, scripts, event handlers and addresses that a browser would find in a page."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.events, self.addresses, self.tags = [], [], [], []
        self._open = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.events += [name for name, _ in attrs if name.startswith("on")]
        self.addresses += [(value or "").strip().lower() for name, value in attrs if name.endswith(("href", "src"))]
        self._open = tag == "script"
        self.scripts += [""] if self._open else []

    def handle_endtag(self, tag):
        self._open = False

    def handle_data(self, data):
        if self._open:
            self.scripts[-1] += data


@pytest.fixture(scope="module")
def pages(tmp_path_factory, new_trap):
    """Return the pages of a game whose texts are all HTML, and of a game with harmless texts."""
    found = []
    for name in ("html-in-titles", ""):
        made = new_trap(tmp_path_factory.mktemp("pages"))
        made.lay(name)
        if not name:
            (made.game / "rulebook.md").write_text("---\ntitle: Rules\n---\n\n# Rules\n\nA Card.\n\n## On\n\nText.\n")
        result = made.build(only=["page", "rulebook", "checks", "components"])
        assert not result.codes, result.messages
        found.append({file.name: file.read_text("utf-8") for file in made.files() if file.suffix in {".html", ".svg"}})
    return found


def test_html_in_texts_is_escaped_on_every_page(pages):
    """A hostile page has as many scripts as a harmless one, no event handlers and no address that runs code."""
    hostile, harmless = pages
    assert {"index.html", "rulebook.html", "checks.html"} <= hostile.keys()
    for name, text in hostile.items():
        seen = _BrowserView(text)
        assert not seen.events, name
        assert not any(one.startswith(("javascript:", "data:text", "vbscript:")) for one in seen.addresses), name
        assert not any("alert(" in one and "<script" in one for one in seen.scripts), name
        if name in harmless:
            assert len(seen.scripts) == len(_BrowserView(harmless[name]).scripts), name
        if name.endswith(".svg"):
            assert not set(seen.tags) & {"script", "img", "iframe", "foreignobject"}, name
