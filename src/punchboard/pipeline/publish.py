"""Publishing a game: its files are written into a new folder, which then replaces the old output in one step."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Final, NamedTuple

from punchboard import __version__
from punchboard.build_result import MANIFEST, BuildResult, FileRecord
from punchboard.model.game.game import TEXT_SHEETS
from punchboard.model.snapshot import Snapshot
from punchboard.pipeline.artifacts import BuiltFile
from punchboard.problem import Place, Problem, ProblemsFound, Severity, SuppressedProblem, fail
from punchboard.products import PRODUCTS
from punchboard.products.game.books import ProductSelection
from punchboard.products.product import BuiltPaths
from punchboard.render import format_of
from punchboard.render.printing import ink_problems
from punchboard.write import GameSummary, ManifestExtras, OutputFolder, lock, manifest_parts

Progress = Callable[[str, float], None]
"""Called with the path of each written file and the share of the game's products that is done, from 0 to 1."""

_PRODUCT_ORDER: Final = tuple(PRODUCTS)

_COMPONENT_FOLDERS: Final = {
    "components": "components/",
    "pictures": "pictures/bleed/",
    "shops": "shops/",
    "tabletop-simulator": "tabletop-simulator/",
    "tabletopia": "tabletopia/",
}
"""The folders of files that are named after components, by product: such a product replaces its whole folder.

Other products name their files after papers and layouts as well.
"""


class BuildSummary(NamedTuple):
    """The summary of a finished game, for the user and the manifest."""

    head: GameSummary
    snapshot: Snapshot
    extras: ManifestExtras = ManifestExtras()
    pieces: int = 0
    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()
    changes_text: str = ""


class OutputTarget(NamedTuple):
    """The output of a game: its folder, and which products are made."""

    out: Path
    name: str
    only: tuple[str, ...] = ()
    """The products to make; all other files are kept."""
    changes_only: bool = False
    """Whether sheets show changed components only."""
    formats: tuple[str, ...] = ()
    """The requested formats of pages, besides PDF."""

    def is_stale(self, path: str) -> bool:
        """Tell whether a file shows an older set of changes, which this build replaces or removes."""
        return path.endswith("-changed.pdf") and (self.changes_only or ProductSelection(self.only).wants("sheets"))

    def is_rebuilt(self, path: str) -> bool:
        """Tell whether a file is named after a component, so that this build replaces or removes it; pages stay."""
        names = [name for name in self.only if name.partition("/")[0] in _COMPONENT_FOLDERS]
        folders = tuple(_COMPONENT_FOLDERS.get(name, f"{name}/") for name in names)
        stem, _, suffix = path.rpartition(".")
        file_format = format_of(path)
        has_all_pages = file_format is not None and file_format.is_one_file
        is_page = has_all_pages or stem.rpartition("/")[0].endswith(f"-{suffix}")
        return path.startswith(folders) and not is_page and not self.changes_only

    def kept_files(self, files: Iterable[FileRecord]) -> dict[str, FileRecord]:
        """Return the files of the old output that stay, by path."""
        if not self.only:
            return {}
        return {file.path: file for file in files if not (self.is_stale(file.path) or self.is_rebuilt(file.path))}


class PendingFiles(NamedTuple):
    """The files of a game, made one by one as they are written, and the summary for when all are made."""

    stream: Callable[[BuiltPaths], Iterable[tuple[float, BuiltFile]]]
    """Yields each file with the share of the work done before it, from 0 to 1, given the kept files of the output."""
    summary: Callable[[], BuildSummary]


def publish_files(game: str, output: OutputTarget, pending: PendingFiles, progress: Progress) -> BuildResult:
    """Write every file into a new folder, and replace the old output with it.

    Raises:
        ProblemsFound: when a file cannot be made or written, or fails its verification; the old output stays.
    """
    with (
        lock(output.out, output.name) as held,
        OutputFolder(output.out, output.name, keep_old=bool(output.only), locked=held) as folder,
    ):
        records = _keep_files(folder, output)
        stream = pending.stream({path: (file.product, file.pages) for path, file in records.items()})
        write = partial(_write_file, folder, progress)
        built_files = sorted(starmap(write, stream), key=_sort_key)  # a loop would hold a file while the next is made
        if any(built.problems for built in built_files):
            raise ProblemsFound(tuple(problem for built in built_files for problem in built.problems))
        made = {built.record.path: built.record for built in built_files}
        kept = tuple(path for path in records if path not in made)
        records |= made
        summary = pending.summary()
        snapshot = _printed_snapshot(folder, output, summary)
        folder.write(MANIFEST, manifest_parts(summary.head, __version__, records.values(), snapshot, summary.extras))
        folder.exchange()
    # a game without changes has nothing to print, which is no surprise
    requested = ((), ()) if output.changes_only else (output.only, output.formats)
    missing = _missing_file_problems(output.name, *requested, made.values(), summary.problems)
    problems = (*summary.problems, *missing, *ink_problems(built.ink for built in built_files))
    return BuildResult(
        game, tuple(records.values()), summary.pieces, problems, summary.suppressed, summary.changes_text, kept
    )


def _sort_key(built: BuiltFile) -> tuple[int, int]:
    """Return the position of a file among all files, which does not depend on the order they were made in."""
    return _PRODUCT_ORDER.index(built.record.product), built.number


def _keep_files(folder: OutputFolder, output: OutputTarget) -> dict[str, FileRecord]:
    """Return the files of the old output that are kept, by path, and drop the others of a partial build."""
    old = folder.kept_records()
    kept = output.kept_files(old)
    for file in old if output.only else ():
        if file.path not in kept:
            folder.drop(file.path)
    return kept


def _write_file(folder: OutputFolder, progress: Progress, done: float, built: BuiltFile) -> BuiltFile:
    """Write a file and return it without its data; read a verified one back to confirm that the disk has its bytes."""
    path = built.record.path
    folder.write(path, built.data)
    file_format = format_of(path)
    if file_format is not None and file_format.is_verified and not folder.is_intact(path, built.data):
        hint = "check the disk; the last good output is unchanged"
        raise fail("FILE004", Place(str(folder.final / path)), "the file on disk differs from what was written", hint)
    progress(path, done)
    return built._replace(data=b"")


def _printed_snapshot(folder: OutputFolder, output: OutputTarget, summary: BuildSummary) -> Snapshot:
    """Return the state of all components when they were last laid on sheets, for the manifest."""
    if output.only and (output.changes_only or not ProductSelection(output.only).wants("sheets")):
        from punchboard.revisions.comparison import output_state  # noqa: PLC0415 - whole builds do not need it

        return output_state(folder.final) or summary.snapshot
    return summary.snapshot


# Warnings about requested products and formats for which a build made no file.

RULE: Final = "BUILD003"

_COMPONENT_PRODUCTS: Final[Mapping[str, str]] = {"png": "pictures", "svg": "components"}
"""The products that make a file of each component in a format: ``--format`` makes one of each page."""

_EXPLAINED: Final[Mapping[str, Collection[str]]] = {
    "SHEET001": (*TEXT_SHEETS, "cutting"),
    "SHOP001": ("shops",),
    "BRAILLE001": ("braille",),
    "BRAILLE002": ("braille",),
}
"""The products of which other warnings say why they have no files, by the rule of the warning."""


def _missing_file_problems(
    game: str, only: Sequence[str], formats: Sequence[str], made: Collection[FileRecord], known: Collection[Problem]
) -> Iterator[Problem]:
    """Yield a warning for each requested product or format that made no file, unless another problem says why.

    Args:
        game: the name of the game's output.
        only: the requested products, and layouts of products.
        formats: the requested formats of pages, besides PDF.
        made: the files that the build made.
        known: the other problems of the build.
    """
    accounted_for = {file.product for file in made}.union(*(_EXPLAINED.get(problem.rule, ()) for problem in known))
    for product in dict.fromkeys(name.partition("/")[0] for name in only):
        if product not in accounted_for:
            message = f"product {product!r} made no file for {game!r}"
            yield Problem(RULE, Place("--only"), message, "the game has nothing for it", Severity.WARNING)
    suffixes = {file.path.rpartition(".")[2] for file in made}
    for name in formats if made else ():
        if name not in suffixes:
            other = _COMPONENT_PRODUCTS.get(name)
            hint = f"for a {name.upper()} of each component: --only {other}" if other else ""
            message = f"no {name.upper()} file was made for {game!r}, because the products made have no pages"
            yield Problem(RULE, Place("--format"), message, hint, Severity.WARNING)
