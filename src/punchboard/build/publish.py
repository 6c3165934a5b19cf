"""Files that were made become a game's output: a stream of them goes into its folder, which is whole at the end."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from punchboard import __version__
from punchboard.build.artifacts import BuiltFile
from punchboard.build_result import BuildResult, FileRecord
from punchboard.model.snapshot import Snapshot
from punchboard.problem import Place, Problem, ProblemsFound, SuppressedProblem, fail
from punchboard.products import PRODUCTS
from punchboard.products.game.selection import ProductSelection
from punchboard.render.printing import ink_problems
from punchboard.write import GameSummary, ManifestExtras, OutputFolder, lock, manifest_parts

Progress = Callable[[str, float], None]
"""Told each file that was written, and what part of the game's products is done."""

_PRODUCT_ORDER: Final = tuple(PRODUCTS)

_COMPONENT_FOLDERS: Final = {
    "components": "components/",
    "pictures": "pictures/bleed/",
    "shops": "shops/",
    "tabletop-simulator": "tabletop-simulator/",
    "tabletopia": "tabletopia/",
}
"""The folders of files that are named after components, by the products that make them whole.

What lies in the others goes by papers and layouts, too.
"""

KeptFiles = Mapping[str, tuple[str, int]]
"""The files of an output that stay as they are: the product and the pages of each, by its path."""


class BuildSummary(NamedTuple):
    """What there is to say of a game: to the person who builds it, and in the manifest of its files."""

    head: GameSummary
    snapshot: Snapshot
    extras: ManifestExtras = ManifestExtras()
    pieces: int = 0
    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()
    changes_text: str = ""


class OutputTarget(NamedTuple):
    """The output of a game: where it lies, and what of it is made."""

    out: Path
    name: str
    only: tuple[str, ...] = ()
    """The products that are made; what else is there is kept."""
    changes_only: bool = False
    """Whether sheets are made of what has changed alone."""

    def is_stale(self, path: str) -> bool:
        """Tell whether a file holds what had changed when it was made, and is made no more, or anew."""
        return path.endswith("-changed.pdf") and (self.changes_only or ProductSelection(self.only).wants("sheets"))

    def is_rebuilt(self, path: str) -> bool:
        """Tell whether a file is one of a component, which is made anew or is no more; pages in any form stay."""
        names = [name for name in self.only if name.partition("/")[0] in _COMPONENT_FOLDERS]
        folders = tuple(_COMPONENT_FOLDERS.get(name, f"{name}/") for name in names)
        folder, _, form = path.rpartition(".")
        is_page = form == "pdf" or folder.rpartition("/")[0].endswith(f"-{form}")
        return path.startswith(folders) and not is_page and not self.changes_only

    def kept_files(self, files: Iterable[FileRecord]) -> dict[str, FileRecord]:
        """Return those of the files of the old output that stay."""
        if not self.only:
            return {}
        return {file.path: file for file in files if not (self.is_stale(file.path) or self.is_rebuilt(file.path))}


class PendingFiles(NamedTuple):
    """How the stream of files comes about, and what is said when it has ended."""

    stream: Callable[[KeptFiles], Iterable[tuple[float, BuiltFile]]]
    """Yields every file with what part of the work was done before it, given what is kept of the old output."""
    summary: Callable[[], BuildSummary]
    notes: Callable[[], Iterable[Problem]] = tuple
    """Yields what products have to say of themselves."""


def publish_files(game: str, output: OutputTarget, work: PendingFiles, progress: Progress) -> BuildResult:
    """Put every file into a new folder, and that in the place of the old one.

    Raises:
        ProblemsFound: when a file cannot be made or written, or is not what it should be; the old output stays.
    """
    made_all: list[BuiltFile] = []
    with (
        lock(output.out, output.name) as held,
        OutputFolder(output.out, output.name, keep_old=bool(output.only), locked=held) as folder,
    ):
        files = _keep_files(folder, output)
        for done, made in work.stream({path: (file.product, file.pages) for path, file in files.items()}):
            _write_file(made, folder)
            made_all.append(made._replace(data=b""))
            progress(made.record.path, done)
        made_all.sort(key=_sort_key)
        if any(made.problems for made in made_all):
            raise ProblemsFound(tuple(problem for made in made_all for problem in made.problems))
        files |= {made.record.path: made.record for made in made_all}
        told = work.summary()
        state = _printed_snapshot(folder, output, told)
        folder.write("manifest.json", manifest_parts(told.head, __version__, files.values(), state, told.extras))
        folder.exchange()
    problems = (*told.problems, *ink_problems(made.ink for made in made_all), *work.notes())
    return BuildResult(game, tuple(files.values()), told.pieces, problems, told.suppressed, told.changes_text)


def _sort_key(made: BuiltFile) -> tuple[int, int]:
    """Return where a file stands among all, in whatever order they were made."""
    return _PRODUCT_ORDER.index(made.record.product), made.number


def _keep_files(folder: OutputFolder, output: OutputTarget) -> dict[str, FileRecord]:
    """Return the files of the old output that are kept; those that tell of what had changed are taken away."""
    old = folder.kept_records()
    kept = output.kept_files(old)
    for file in old if output.only else ():
        if file.path not in kept:
            folder.drop(file.path)
    return kept


def _write_file(made: BuiltFile, folder: OutputFolder) -> None:
    """Write a file, and make sure that a PDF lies on the disk as it was proved."""
    path = made.record.path
    folder.write(path, made.data)
    if path.endswith(".pdf") and not folder.is_intact(path, made.data):
        hint = "the last good output is untouched; look at the disk"
        raise fail("FILE004", Place(str(folder.final / path)), "what is read is not what was written", hint)


def _printed_snapshot(folder: OutputFolder, output: OutputTarget, told: BuildSummary) -> Snapshot:
    """Return what the manifest says of components: what they were when they were last laid on sheets, one and all."""
    if output.only and (output.changes_only or not ProductSelection(output.only).wants("sheets")):
        from punchboard.revisions.comparison import output_state

        return output_state(folder.final) or told.snapshot
    return told.snapshot
