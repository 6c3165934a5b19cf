"""The documentation as a site: it builds without a warning, its links lead somewhere, and it works from disk."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


class Addresses(HTMLParser):
    """The addresses and ids of a page."""

    def __init__(self):
        super().__init__()
        self.links, self.loaded, self.ids = [], [], set()

    def handle_starttag(self, tag, attributes):
        """Note what a tag links to, loads and is called."""
        values = dict(attributes)
        self.ids |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        self.loaded += [values[key] for key in ("src", "srcset") if values.get(key)]
        if tag == "link" and values.get("rel") in {"stylesheet", "icon", "preload"}:
            self.loaded.append(values["href"])


@pytest.fixture(scope="module")
def site(made_once):
    """Return the folder of the site, which is built without a warning."""

    def fill(folder):
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
        env = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")

    return made_once("site", fill)[0]


@pytest.fixture(scope="module")
def pages(site):
    """Return the addresses of each page of the site."""
    found = {}
    for path in site.rglob("*.html"):
        found[path] = Addresses()
        found[path].feed(path.read_text(encoding="utf-8"))
    return found


def test_every_link_leads_to_a_page_and_its_anchor(site, pages):
    """Also those to pages that lie outside docs/ in the repository."""
    dead = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        for link in page.links:
            address, anchor = urldefrag(link)
            if "://" in address or address.startswith("mailto:"):
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or (anchor and target in pages and unquote(anchor) not in pages[target].ids):
                dead.append((str(path.relative_to(site)), link))
    assert dead == []


def test_no_page_loads_anything_from_another_machine(pages):
    """Neither fonts nor scripts, so that it can be read without a network."""
    assert [one for page in pages.values() for one in page.loaded if "//" in one] == []


WIDE = "benchmarks/results.html"
"""The page with the widest tables."""


def faults(axe, page, address):
    """Return what axe finds on a page of any severity, at the usual size and that of a phone, and what is too wide."""
    found = []
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(address)
        page.wait_for_load_state()
        found += axe(page, every=True)
        found += page.evaluate("document.documentElement.scrollWidth > innerWidth + 1 ? ['wider than the window'] : []")
    return found


@pytest.mark.parametrize("address", ["index.html", "gallery.html", "from-squib.html", "reference/face.html", WIDE])
def test_a_page_can_be_read_by_everybody(site, axe, new_page, address):
    """Axe finds nothing, on a desk or a phone (which is also a desk at three times the size)."""
    assert faults(axe, new_page(), (site / address).as_uri()) == []


@pytest.mark.long
def test_every_page_can_be_read_by_everybody(site, axe, new_page):
    """All but the one for addresses that lead nowhere, which only a server shows in its style."""
    page = new_page()
    paths = [path for path in sorted(site.rglob("*.html")) if path.name != "404.html"]
    found = {str(path.relative_to(site)): faults(axe, page, path.as_uri()) for path in paths}
    assert {address: one for address, one in found.items() if one} == {}


def test_a_wide_table_is_scrolled_by_the_keyboard(site, new_page):
    """It is reached by Tab and says what it is; one that fits is not a stop."""
    page = new_page(viewport={"width": 390, "height": 900})
    page.goto((site / WIDE).as_uri())
    wide = page.get_by_role("group", name="Wide table: Text cards")
    wide.press("ArrowRight")
    page.wait_for_function("box => box.scrollLeft > 0", arg=wide.element_handle())
    page.set_viewport_size({"width": 2400, "height": 900})
    page.goto((site / "licences.html").as_uri())
    assert page.locator(".md-typeset__scrollwrap").count() > 0
    assert page.locator(".md-typeset__scrollwrap[tabindex]").count() == 0


def test_the_search_works_from_disk(site, new_page):
    """Without a server: a word of a how-to is found."""
    page = new_page(viewport={"width": 1200, "height": 900})
    page.goto((site / "index.html").as_uri())
    page.click(".md-search__input")
    page.keyboard.type("duplex")
    page.wait_for_selector(".md-search-result__link")
    assert page.locator(".md-search-result__link").count() > 0
