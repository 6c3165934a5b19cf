"""The build of one game: load, check, compose, render, verify, write.

Start with `build`. `artifacts` turns a composed game into a stream of files, and `publish`
writes them and replaces the output folder. Only the command line, the workers, the server and the sandbox import this.
"""

from pathlib import Path
from typing import Final, NamedTuple

from punchboard.model.print_options import PrintOptions

SINCE_PRODUCTS: Final = ("sheets", "boards", "nets", "reference")
"""The products that a build of some of the cards makes when none are named."""


class BuildOptions(NamedTuple):
    """The options of a build."""

    workspace: Path
    out: Path
    only: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    """Names or sizes as typed; `ComposedGame.papers` has the papers themselves."""
    formats: tuple[str, ...] = ("pdf",)
    print_options: PrintOptions = PrintOptions()
    since: str = ""
    """An older state of the games, to print only components that are new or changed since; empty for all."""
    cards: tuple[str, str] | None = None
    """The first and the last component to print, by id, in the order of the tables; all when None."""
    games: int | None = None
    """How many random games to play where turns cannot be searched exhaustively; a few when None."""
    first: int | None = None
    """How many components of each kind to draw and check, from the first row; all when None."""
    locale: str = ""
    """The language of the games, one of those in their ``locale/``; empty for their own."""
    proof_fonts: tuple[Path, ...] = ()
    """Files of fonts of this machine, for the first proof of a new game whose letters no font of its theme has."""

    def output(self, game: str) -> Path:
        """Return the folder that a game is built into."""
        return self.out / (f"{game}-{self.locale}" if self.locale else game)

    def with_products(self) -> "BuildOptions":
        """Return these options; for some of the cards and no named products, they name `SINCE_PRODUCTS`."""
        return self._replace(only=SINCE_PRODUCTS) if (self.since or self.cards) and not self.only else self
