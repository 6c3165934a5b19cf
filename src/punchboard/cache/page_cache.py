"""Pages of PDF files as they were drawn last: those on which nothing has changed are not drawn again.

A page is known by the hash of all that lies on it. Faces go into it by their looks, so they need not be drawn for it.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from punchboard.cache.build_inputs import program_digest
from punchboard.cache.digests import Digests
from punchboard.cache.store import CACHE, forget_gone, named_after, read_whole, write_whole
from punchboard.fonts.naming import Naming
from punchboard.load.files.lazy_mapping import Shelf
from punchboard.load.fonts.files import naming_of
from punchboard.model.game.material import Material
from punchboard.problem import ProblemsFound
from punchboard.render.pdf.plain_sections import apart, together
from punchboard.render.pdf.sections import NOTHING, Section
from punchboard.scene import Document, Image, Page

SUFFIX: Final = ".pages"
"""Who looks for PDF files finds none of these."""


FEWEST: Final = 2
"""Pages of a file that are kept: of a single one nothing is left when it changes."""


class PageKeys:
    """Knows pages, and none that was drawn before: for whoever draws some of a file for another process."""

    def __init__(self, digests: Digests | None = None) -> None:
        self._digests = digests or Digests()

    def key(self, page: Page, once: tuple[bool, ...]) -> str:
        """Return the hash of all that is drawn on a page; nothing where it cannot be told."""
        try:
            return self._digests.page(page, once)
        except (TypeError, AttributeError, pickle.PicklingError):
            return ""

    def section(self, _at: int, _of: int) -> Section:
        """Return one without pages."""
        return NOTHING

    def note(self, at: int, of: int, section: Section) -> None:
        """Forget what was drawn."""


class KeptPages(PageKeys):
    """The pages of one file, by the sections in which they were drawn.

    Args:
        file: where they are kept.
        digests: makes the hashes of pages.
        naming: names the typefaces of the game.
        pictures: those of the game, by their paths.
    """

    def __init__(self, file: Path, digests: Digests, naming: Naming, pictures: Shelf[Image]) -> None:
        super().__init__(digests)
        self._file, self._naming, self._pictures = file, naming, pictures
        self._before = _read(file)
        self._now: dict[str, Section] = {}
        self._paths: dict[str, str] = {}

    def section(self, at: int, of: int) -> Section:
        """Return a section as it was drawn last; one without pages where that is not known."""
        try:
            return together(self._before[f"{at}/{of}"], self._naming.face, self._picture)
        except (AttributeError, LookupError, TypeError, ValueError, ProblemsFound):
            return NOTHING

    def note(self, at: int, of: int, section: Section) -> None:
        """Note a section, drawn or taken from before; plates of their own have names that go by what else there is."""
        if not section.spots:
            self._now[f"{at}/{of}"] = section

    def keep(self, into: Path) -> None:
        """Write what was noted into a file; nothing of pages that show what cannot be named."""
        with suppress(KeyError):
            plain = {key: apart(section, self._naming.name, self._name) for key, section in self._now.items()}
            write_whole(into, _packed({"program": program_digest(), "sections": plain}))

    def _name(self, image: Image) -> tuple[str, str]:
        """Return the path of a picture, and its hash.

        Raises:
            KeyError: when it is none of the game as its file has it.
        """
        if image.digest not in self._paths:
            self._paths = {self._pictures[path].digest: path for path in self._pictures.fetched()}
        return self._paths[image.digest], image.digest

    def _picture(self, name: Sequence[str]) -> Image:
        path, hashed = name
        found = self._pictures[path]
        if found.digest != hashed:
            raise ValueError(path)
        return found


class OutputPages:
    """The pages of all files of an output.

    Args:
        out: the folder of outputs.
        output: the name of the game's folder in it.
        material: the loaded game.
        digests: makes the hashes of pages.
    """

    def __init__(self, out: Path, output: str, material: Material, digests: Digests) -> None:
        self._digests = digests
        self._output, self._folder = out / output, out / CACHE / f"{output}.pages"
        self._material, self._naming = material, naming_of(material.families)
        self._new: dict[str, KeptPages] = {}

    def of(self, path: str, document: Document) -> KeptPages | None:
        """Return what is known of the pages of a file; None where it has too few to be kept.

        Args:
            path: the file's path in the output.
            document: what it shows now.
        """
        pictures = self._material.pictures
        if not isinstance(pictures, Shelf) or len(document.pages) < FEWEST:
            return None
        found = self._new[path] = KeptPages(self._folder / _name(path), self._digests, self._naming, pictures)
        return found

    def keep_of(self, path: str) -> None:
        """Keep the pages of one file that was made."""
        if path in self._new:
            self._new[path].keep(self._folder / _name(path))

    def keep(self) -> None:
        """Keep the pages of all files that were made, and those of files that are still there."""
        for path in self._new:
            self.keep_of(path)
        forget_gone(self._folder, self._output)


def _name(path: str) -> str:
    return named_after(path) + SUFFIX


def _packed(value: Any) -> bytes:
    """Return a value with bytes in it: JSON on one line, in which they have their places in what follows."""
    parts = list[bytes]()
    at = 0

    def place(part: object) -> dict[str, int]:
        nonlocal at
        assert isinstance(part, bytes)
        parts.append(part)
        at += len(part)
        return {"to": at, "from": at - len(part)}

    head = json.dumps(value, separators=(",", ":"), default=place)
    return b"".join((head.encode(), b"\n", *parts))


def _unpacked(data: bytes) -> Any:
    """Return the value that was packed.

    Raises:
        ValueError: when it is none.
    """
    head, _, parts = data.partition(b"\n")

    def bytes_of(entry: dict[str, Any]) -> Any:
        return parts[entry["from"] : entry["to"]] if entry.keys() == {"from", "to"} else entry

    return json.loads(head, object_hook=bytes_of)


def _read(file: Path) -> Mapping[str, Sequence[Any]]:
    """Return the pages that a file keeps of the same program, by their sections."""
    data = read_whole(file)
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        found = _unpacked(data) if data is not None else {}
        if found["program"] == program_digest():
            return dict(found["sections"])
    return {}
