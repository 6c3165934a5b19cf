"""What the faces of a game are drawn from beside the values of their components: every file but the tables of these.

While it stays, a face is what it was when its boxes are asked for the same.
"""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from punchboard.cache.build_inputs import Sources, program_digest, sources_of, stock_digest, touched_of
from punchboard.cache.file_hashes import Seen
from punchboard.cache.store import digest


class Ground(NamedTuple):
    """The files that a game may read, as they were before it was loaded."""

    game: str
    workspace: Path
    out: Path
    sources: Sources
    program: str
    """The hash of the program and its stock, whose files others may have elsewhere."""

    def stays(self) -> bool:
        """Tell whether nobody has touched them since."""
        return self.sources.touched == touched_of(self.game, self.workspace, self.out)

    def digest(self, tables: Collection[str], *asked: str) -> str:
        """Return the hash of all of them but some.

        Args:
            tables: the tables of components, as the game names them.
            asked: what else faces go by.
        """
        own, shared, _ = self.sources
        kept = own._replace(files=tuple(file for file in own.files if file[0] not in tables))
        return digest(self.program, *asked, kept.digest, shared.digest)


def program_of(workspace: Path) -> str:
    """Return the hash of the program and its stock, as a workspace uses them."""
    return digest(program_digest(), stock_digest(workspace))


def ground_of(game: str, workspace: Path, out: Path, program: str = "") -> Ground | None:
    """Return what faces of a game are drawn from; None when it cannot be told.

    Args:
        game: the game's id.
        workspace: the folder that holds it.
        out: the folder of outputs, which may lie in the game's own and is none of it.
        program: what `program_of` says where it was asked to be built; what it says here when empty.
    """
    sources = sources_of(game, workspace, out, Seen(out))
    if sources is None:
        return None
    return Ground(game, workspace, out, sources, program or program_of(workspace))
