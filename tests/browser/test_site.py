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


@pytest.mark.parametrize("address", ["index.html", "gallery.html", "from-squib.html", "reference/face.html"])
def test_a_page_can_be_read_by_everybody(site, axe, new_page, address):
    """Axe finds nothing, at the usual size and at twice it."""
    for width in (1200, 600):
        page = new_page(viewport={"width": width, "height": 900}, bypass_csp=True)
        page.goto((site / address).as_uri())
        page.wait_for_load_state()
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_the_search_works_from_disk(site, new_page):
    """Without a server: a word of a how-to is found."""
    page = new_page(viewport={"width": 1200, "height": 900})
    page.goto((site / "index.html").as_uri())
    page.click(".md-search__input")
    page.keyboard.type("duplex")
    page.wait_for_selector(".md-search-result__link")
    assert page.locator(".md-search-result__link").count() > 0
