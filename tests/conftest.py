"""Fixtures for tests of all packages: typefaces, styles, and tiny games written as a designer writes them."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
import yaml
from filelock import FileLock
from hypothesis import settings

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Cut, Family, Typeface
from punchboard.geometry import Outline, path_from_svg
from punchboard.load import load
from punchboard.model.game.game import LoadedGame
from punchboard.model.layout.face import Face
from punchboard.pixels import can_decode

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))  # for the helpers beside this file, as patience
pytest_plugins = ["time_limit"]
PROFILES = ("/usr/share/color/icc/ghostscript", "/usr/share/ghostscript")

# what tests start finds its output held back as a reader at a pipe does, also where this is asked for
os.environ.pop("PYTHONUNBUFFERED", None)

# A shell ignores these signals for what it starts in the background, and a child inherits an ignored signal, but no
# handler. So a handler is set here that does nothing.
for _name in ("SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM"):
    if (_one := getattr(signal, _name, None)) and signal.getsignal(_one) is signal.SIG_IGN:
        signal.signal(_one, lambda *_: None)

settings.register_profile("punchboard", deadline=None, derandomize=True, database=None)
settings.load_profile("punchboard")

THEME = """\
colours:
  {ink: "#1d1d1f", paper: "#ffffff", red: "#c8402f", rule: "#9b9b9f", callout: "#f1f0ec", callout-edge: "#2f4b7c"}
fonts:
  body:
    package: font-source-serif-pro
    regular: SourceSerifPro-Regular
    bold: SourceSerifPro-Bold
    italic: SourceSerifPro-It
    fallback: [sans]
  sans: {package: font-source-sans-pro, regular: SourceSansPro-Regular, bold: SourceSansPro-Bold}
styles:
  body: {font: body, size: 9, leading: 11.5}
  label: {font: sans, size: 6}
  title: {size: 13, bold: true}
  p: {}
  list: {indent: 4.4}
  marker: {colour: red}
  h1: {size: 18, bold: true}
  h2: {size: 12, bold: true}
  h3: {bold: true}
  h4: {extends: h3}
  table: {size: 8}
  table-head: {extends: table, bold: true}
  callout: {size: 8}
  caption: {size: 8, italic: true}
  contents-1: {bold: true}
  contents-2: {indent: 4}
"""

GAME = """\
title: The Tiny Game
version: 0.1.0
players: {range: 2-4, stated: Players}
lists:
  realm: {stated: Realms, entries: {ember: {name: Ember, colour: "#a3282f", icon: star}, tide: {name: Tide}}}
kinds:
  card:
    name: Card
    shape: SHAPE
    face: card
    BACK
    id: "{{ name }}"
    stated: Components
    fields:
      name: {type: text}
      text: {type: markdown, default: ""}
      rank: {type: integer, default: 1}
      realm: {one of: realm, default: ember}
    rows: ROWS
"""


NAMED = ("slow", "alone")
"""Marks that a module gives its tests itself, so that its text says whether it has any."""

KEPT = 2
"""How many cases of a slow proof with many each change runs."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session) -> Generator[None, object, object]:
    """Collect without collections of garbage, which take a third of that time; what is collected stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(20_000, 20, 20)  # tests make much that stays, and each whole collection looks at all of it


def names(path: Path, mark: str) -> bool:
    """Return whether a module, or what is beside it for its folder, gives a mark to tests."""
    both = (path, path.with_name("conftest.py"))
    return any(f"mark.{mark}" in one.read_text(encoding="utf-8") for one in both if one.exists())


def pytest_ignore_collect(collection_path, config) -> bool | None:
    """Leave out modules that have none of the tests that ``-m`` asks for: to import all of them takes a while."""
    asked = config.option.markexpr
    if " or " in asked or not collection_path.match("test_*.py"):
        return None
    lacks = any(mark in asked.split(" and ") and not names(collection_path, mark) for mark in NAMED)
    return True if lacks else None


def refuse_unnamed(items) -> None:
    """End a run whose tests have a mark that their modules do not name: to ask for the mark would not find them."""
    for mark in NAMED:
        marked = {item.path for item in items if item.get_closest_marker(mark)}
        lacking = sorted(str(path) for path in marked if not names(path, mark))
        if lacking:
            raise pytest.UsageError(f"say pytest.mark.{mark} in {', '.join(lacking)}, or -m {mark} does not find it")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items) -> None:
    """Mark what runs only before a release, and skip what only Unix can do.

    Of a slow proof with many cases, such as one for each game or for each face in each theme, each change runs two,
    drawn by the name of the test, so that all tests together run all games; unless the cases are examples of their own,
    which only stay true if all of them run (``every_case``).
    Unix alone has forked processes, their signals, terminals, permissions and limits.
    """
    refuse_unnamed(items)
    proofs: dict[tuple[str, str], list[pytest.Function]] = {}
    whole = ("long", "every_case")
    for item in items:
        if (
            item.get_closest_marker("slow")
            and not any(map(item.get_closest_marker, whole))
            and hasattr(item, "callspec")
        ):
            proofs.setdefault((str(item.path), item.originalname), []).append(item)
    for (_, name), cases in proofs.items():
        if len(cases) > KEPT + 1:
            kept = Random(name).sample(range(len(cases)), KEPT)
            for number, case in enumerate(cases):
                if number not in kept:
                    case.add_marker(pytest.mark.long)
    if not hasattr(os, "fork"):
        for item in items:
            if item.get_closest_marker("unix"):
                item.add_marker(pytest.mark.skip(reason="this system is no Unix"))


@pytest.fixture(scope="session")
def need() -> Callable[[str], str]:
    """Return the path of an external tool; without it the test is skipped, or fails when CI is set."""
    packages = {
        "qpdf": "qpdf",
        "gs": "ghostscript",
        "java": "default-jre-headless",
        "openssl": "openssl",
        "lou_translate": "liblouis-bin",
    }

    def need(tool: str) -> str:
        path = shutil.which(tool)
        if path is not None:
            return path
        reason = f"{tool} is not installed: apt-get install {packages.get(tool, 'poppler-utils')}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)

    return need


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """Return a function that fills a folder, once for all workers of this run, and returns it and what was returned.

    Whoever comes first fills the folder, and the others wait. Nobody changes it afterwards.
    """
    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def made_once(name, fill):
        folder, told = base / f"shared-{name}", base / f"shared-{name}.json"
        with FileLock(base / f"shared-{name}.lock"):
            if not told.exists():
                shutil.rmtree(folder, ignore_errors=True)  # of one who failed
                folder.mkdir()
                told.write_text(json.dumps(fill(folder)), encoding="utf-8")
        return folder, json.loads(told.read_text(encoding="utf-8"))

    return made_once


@contextmanager
def missing_pillow():
    """Let Pillow be missing, as in a browser."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "PIL", None)
        patch.setitem(sys.modules, "PIL.Image", None)
        can_decode.cache_clear()
        try:
            yield
        finally:
            can_decode.cache_clear()


@pytest.fixture
def no_pillow():
    """Pillow is missing, as in a browser."""
    with missing_pillow():
        yield


@pytest.fixture
def without_pillow():
    """Return what lets Pillow be missing for a while."""
    return missing_pillow


@pytest.fixture(scope="session")
def web_app(made_once):
    """The program as static files for a browser, from what the gate has fetched and from this repository."""
    kept = os.environ.get("WEB_KEPT") or pytest.skip("no packages for the browser: release/web.py fetch, WEB_KEPT")
    make = [sys.executable, str(ROOT / "release" / "web.py"), "make", "--kept", kept]
    return made_once("web", lambda folder: subprocess.run([*make, str(folder)], check=True).returncode)[0]


@pytest.fixture(scope="session")
def forker(tmp_path_factory):
    """What runs the program in processes of their own, forked from one that is warm."""
    from forker import Forker

    forker = Forker(tmp_path_factory.mktemp("prints"))
    yield forker
    forker.close()


@pytest.fixture(scope="session")
def font_data() -> Callable[[str, str], bytes]:
    """Return the bytes of a font file of an installed package, by the package's module and the file's name."""

    def font_data(module: str, name: str) -> bytes:
        found = find_spec(module)
        assert found is not None
        assert found.submodule_search_locations is not None
        (path,) = Path(next(iter(found.submodule_search_locations))).rglob(name)
        return path.read_bytes()

    return font_data


@pytest.fixture(scope="session")
def typeface(font_data) -> Typeface:
    """Source Serif, which has kerning, ligatures and small caps."""
    return Typeface("SourceSerifPro-Regular", font_data("font_source_serif_pro", "SourceSerifPro-Regular.ttf"))


@pytest.fixture(scope="session")
def bold(font_data) -> Typeface:
    """Source Serif bold."""
    return Typeface("SourceSerifPro-Bold", font_data("font_source_serif_pro", "SourceSerifPro-Bold.ttf"))


@pytest.fixture(scope="session")
def no_small_caps(font_data) -> Typeface:
    """Cinzel, which has Latin capitals only: no small caps and no Cyrillic."""
    return Typeface("Cinzel", font_data("fontpkg_cinzel", "Cinzel*wght*.ttf"))


@pytest.fixture(scope="session")
def family(typeface, bold) -> Family:
    """A family of two faces without a fallback."""
    return Family("body", {cut: (bold if "bold" in cut else typeface,) for cut in Cut})


@pytest.fixture(scope="session")
def icons() -> dict[str, Outline]:
    """Two icons: a square that fills the grid of 512 units, and a flat bar."""
    return {"square": path_from_svg("M0 0H512V512H0Z"), "bar": path_from_svg("M0 200H512V312H0Z")}


@pytest.fixture(scope="session")
def setter(icons) -> Typesetter:
    """A setter with the two icons."""
    return Typesetter(icons)


@pytest.fixture(scope="session")
def text_style(family) -> Callable[..., TextStyle]:
    """Return a style of 3 mm type on 4 mm lines with some of its values changed."""

    def text_style(**changes: object) -> TextStyle:
        plain: dict[str, object] = {
            "name": "body",
            "family": family,
            "size": 3.0,
            "leading": 4.0,
            "bold": False,
            "italic": False,
            "caps": "none",
            "features": "",
            "tracking": 0.0,
            "colour": "#000000",
            "align": "left",
            "space_before": 0.0,
            "space_after": 0.0,
            "indent": 0.0,
            "hyphenate": False,
            "balance": False,
            "keep": False,
        }
        return TextStyle(**{**plain, **changes})  # type: ignore[arg-type]

    return text_style


@pytest.fixture(scope="session")
def english() -> Mapping[str, Mapping[str, str]]:
    """Return the built-in English words."""
    words: Mapping[str, Mapping[str, str]] = yaml.safe_load((ROOT / "layouts" / "words" / "en.yaml").read_text("utf-8"))
    return words


@pytest.fixture
def tiny_game(tmp_path, monkeypatch) -> Callable[..., LoadedGame]:
    """Write a game with one kind of card and load it.

    ``face`` and ``back`` are the YAML of its faces (cards have no back without the second), ``rows`` that of its rows,
    with the fields name, text, rank and realm, ``more`` further lines of game.yaml, and ``files`` further files by
    path in the game's folder.
    """
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: Path(__file__).parent / "games" / "stock")

    def tiny_game(
        face: str = "boxes: {}",
        *,
        back: str | None = None,
        rows: str = "[{name: alder}]",
        shape: str = "poker",
        more: str = "",
        files: Mapping[str, str | bytes] | None = None,
    ) -> LoadedGame:
        game = GAME.replace("SHAPE", shape).replace("ROWS", rows)
        content: dict[str, str | bytes] = {
            "game.yaml": game.replace("    BACK\n", "    back: back\n" if back is not None else "") + more,
            "layouts/theme.yaml": THEME,
            "layouts/faces/card.yaml": face,
            "layouts/faces/back.yaml": back or "boxes: {}",
            **(files or {}),
        }
        for name, text in content.items():
            path = tmp_path / "catalog" / "tiny" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
        return load("tiny", tmp_path)

    return tiny_game


@pytest.fixture
def tiny_face(tiny_game) -> Callable[..., Face]:
    """Return the face of the first card of a tiny game, with boxes given as YAML."""

    def tiny_face(boxes: str, *, head: str = "", **changes: object) -> Face:
        lines = "".join(f"  {line}\n" for line in boxes.strip().splitlines())
        loaded = tiny_game(f"{head}\nboxes:\n{lines}", **changes)
        return FaceComposer(loaded).front_face(loaded.game.components[0])

    return tiny_face


@pytest.fixture(scope="session")
def icc():
    """Return the path of Ghostscript's profile for CMYK."""
    found = [path for folder in PROFILES for path in Path(folder).rglob("default_cmyk.icc")]
    if not found:
        reason = "there is no default_cmyk.icc: apt-get install ghostscript"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    return found[0]


@pytest.fixture(scope="session")
def differs():
    """Return a function that tells whether two picture files show different pictures."""
    import alike

    return lambda kept, made, most=alike.MOST: alike.difference(kept, made) > most


@pytest.fixture
def faces_alive() -> Callable[[], int]:
    """Return a function that counts the composed faces that are still in memory."""

    def count() -> int:
        gc.collect()
        return sum(isinstance(one, Face) for one in gc.get_objects())

    return count
