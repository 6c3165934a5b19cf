"""The environment of targets: a small game in a temporary workspace, and the catalog's games as seeds."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import punchboard.load as loading
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.inline import Typesetter
from punchboard.geometry import Outline
from punchboard.load import font_files, load
from punchboard.load.files import MAX_BYTES
from punchboard.model.game.game import LoadedGame

ROOT: Final = Path(__file__).resolve().parents[2]
STOCK: Final = ROOT / "tests" / "games" / "stock"

GAME: Final = """\
title: The Tiny Game
version: 0.1.0
players: {range: 2-4, stated: Players}
numbers: {deal: {value: 3, stated: Setting up}}
lists:
  realm:
    name: Realm
    stated: Realms
    entries: {ember: {name: Ember, colour: "#a3282f", icon: star}, tide: {name: Tide, colour: "#2f4b7c", icon: star}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "{{ name }}"
    stated: Components
    fields:
      name: {type: text}
      text: {type: markdown, default: ""}
      rank: {type: integer, default: 1}
      realm: {one of: realm, default: ember}
      art: {type: picture, missing: warning, optional: true}
    rows: cards.csv
dice:
  die: {name: Die, faces: [1, 2, 3, 4, 5, 6], stated: Dice}
"""

ROWS: Final = "name,text,rank,realm,art,copies\nalder,**Draw** 2 :star: cards.,1,ember,art/a.png,2\nbirch,,2,tide,,1\n"

FILES: Final = {
    "game.yaml": GAME,
    "cards.csv": ROWS,
    "rulebook.md": "# Start\n\nDeal {{ numbers.deal }} cards.\n\n## End\n\n- one\n- two\n",
    "layouts/faces/card.yaml": (
        'boxes:\n  name: {at: [6, 6], size: [40, 8], text: "{{ name }}"}\n'
        '  text: {at: [6, 20], size: [50, 40], markdown: "{{ text }}", fit: "shrink to 6pt"}\n'
    ),
    "layouts/theme.yaml": "extends: plain\n",
    "layouts/themes/plain.yaml": (ROOT / "layouts" / "themes" / "plain.yaml").read_text(),
    "layouts/faces/back.yaml": "boxes:\n  ground: {area: bleed, fill: ink}\n",
    "locale/de/texts.csv": "id,source,translation\nalder.name,alder,Erle\n",
}

WORKSPACE: Final = Path(tempfile.mkdtemp(prefix="punchboard-fuzz-"))
FOLDER: Final = WORKSPACE / "catalog" / "tiny"
"""The folder of the small game."""

atexit.register(shutil.rmtree, WORKSPACE, ignore_errors=True)


class Own:
    """Whether the target itself is writing its input for the program to read."""

    writing = False


def put(relative: str, data: bytes | str) -> Path:
    """Write a file of the small game, and return its path."""
    path = FOLDER / relative
    Own.writing = True
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    finally:
        Own.writing = False
    return path


def write_small_game() -> None:
    """Write the small game in its first state."""
    for name, text in FILES.items():
        put(name, text)


write_small_game()


def load_tiny(*, books: bool = True, locale: str = "") -> LoadedGame:
    """Return the small game with the tests' small set of layouts, because a target should spend its time on its input.

    Raises:
        ProblemsFound: when it cannot be loaded.
    """
    own, loading.builtin_folder = loading.builtin_folder, lambda: STOCK
    try:
        return load("tiny", WORKSPACE, books=books, locale=locale)
    finally:
        loading.builtin_folder = own


class CachedGame:
    """The loaded small game and its composer; renewed at times, because caches grow."""

    uses = 0
    loaded: LoadedGame | None = None
    composer: FaceComposer | None = None


def tiny_game() -> LoadedGame:
    """Return the small game."""
    if CachedGame.loaded is None or CachedGame.uses > 5000:
        write_small_game()
        font_files._opened.cache_clear()
        CachedGame.loaded, CachedGame.composer, CachedGame.uses = load_tiny(), None, 0
    CachedGame.uses += 1
    return CachedGame.loaded


def composer() -> FaceComposer:
    """Return the composer of the small game's faces."""
    known = tiny_game()
    if CachedGame.composer is None:
        CachedGame.composer = FaceComposer(known)
    return CachedGame.composer


def setter(language: str = "en") -> Typesetter:
    """Return the typesetter for a language."""
    return Typesetter(_AnyIcon(star=tiny_game().icons["star"]), language)


class _AnyIcon(dict[str, Outline]):
    """Icons of every name, so that a text is always typeset to its end."""

    def __missing__(self, _name: str) -> Outline:
        return self["star"]


@cache
def files(*patterns: str) -> tuple[bytes, ...]:
    """Return the content of files of the repository, those of the catalog and the tests' games first."""
    return tuple(path.read_bytes() for path in _paths(patterns) if path.stat().st_size < MAX_BYTES)


def _paths(patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        yield from sorted(path for path in ROOT.glob(pattern) if path.is_file())
