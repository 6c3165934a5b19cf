"""The site of the documentation has the program for a browser behind its buttons, if that was made."""

from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace

import pytest
from mkdocs.structure.files import Files

MARKS = "Words.\n\n<!-- try -->\n\n<!-- try: vortex -->\n\nMore.\n"


@pytest.fixture
def hooks(root, tmp_path, monkeypatch):
    """The module that mkdocs calls, with a place of its own for the program."""
    spec = spec_from_file_location("hooks", root / "release" / "site.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "APP", tmp_path / "app")
    return module


def text(hooks, address):
    """Return what becomes of the marks on a page with this address."""
    page = SimpleNamespace(file=SimpleNamespace(src_uri=address), meta={})
    return hooks.on_page_markdown(MARKS, page, Files([]))


def test_each_mark_is_a_button_that_leads_to_the_program_or_a_game(hooks):
    """Also from a page in a folder."""
    hooks.APP.mkdir()
    assert 'href="try/index.html">Try it now</a>' in text(hooks, "README.md")
    assert 'href="../try/index.html#open=vortex">Open it in this browser</a>' in text(hooks, "how-to/print.md")


def test_the_program_lies_beside_the_pages(hooks, tmp_path):
    """In the folder that the buttons name."""
    hooks.APP.mkdir()
    (hooks.APP / "index.html").write_text("here")
    hooks.on_post_build({"site_dir": str(tmp_path / "site")})
    assert (tmp_path / "site" / "try" / "index.html").read_text() == "here"


def test_a_site_without_the_program_has_no_button(hooks, tmp_path):
    """What is left are the words."""
    assert text(hooks, "README.md") == "Words.\n\nMore.\n"
    hooks.on_post_build({"site_dir": str(tmp_path / "site")})
    assert not (tmp_path / "site").exists()


def test_every_game_that_a_page_opens_is_one_of_the_program(root):
    """Those of the catalog, and the small one."""
    named = {
        name.split(":")[1].strip()
        for path in sorted((root / "docs").rglob("*.md"))
        for name in path.read_text(encoding="utf-8").replace("-->", "<!--").split("<!--")
        if name.strip().startswith("try:")
    }
    games = {path.parent.name for path in (root / "catalog").glob("*/game.yaml")}
    assert games < named <= games | {"lamplighters"}
