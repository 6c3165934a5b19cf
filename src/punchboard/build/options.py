"""What to build, where to, and in which form."""

from pathlib import Path
from typing import Final, NamedTuple

from punchboard.model.options import PrintOptions

SINCE_PRODUCTS: Final = ("sheets", "boards", "nets", "reference")
"""The products that a build of what has changed makes, when no others are named."""


class BuildOptions(NamedTuple):
    """What to build, and where to."""

    workspace: Path
    out: Path
    only: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    formats: tuple[str, ...] = ("pdf",)
    print_options: PrintOptions = PrintOptions()
    since: str = ""
    """The older state of the games: only components that are new or have changed since are printed; all when empty."""
    games: int | None = None
    """How many games are played at random where turns cannot be searched exhaustively; a few when None."""
    locale: str = ""
    """The language of the games, one of those in their ``locale/``; their own when empty."""

    def output(self, game: str) -> Path:
        """Return the folder that a game is built into."""
        return self.out / (f"{game}-{self.locale}" if self.locale else game)

    def with_products(self) -> "BuildOptions":
        """Return the options with their products named, where only what has changed is printed."""
        return self._replace(only=SINCE_PRODUCTS) if self.since and not self.only else self
