"""The whole way, as a page of verbs: load, check, compose, preflight, render, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from punchboard import __version__
from punchboard.check import backs, check_game, colours, told
from punchboard.check.faces import check_faces
from punchboard.check.faces.books import check_book
from punchboard.check.severities import SetAside, judged
from punchboard.load import load
from punchboard.model.game import Game
from punchboard.model.layout import PaperFile
from punchboard.model.values import did_you_mean
from punchboard.model.wishes import Wishes
from punchboard.outputs import rendered
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.products import PRODUCTS, Composed, Maker, Product
from punchboard.write import FileRecord, Folder, lock, manifest, record

Progress = Callable[[str, float], None]
"""Told each file that was written, and what part of the game's products is done."""


class Options(NamedTuple):
    """What to build, and where."""

    workspace: Path
    out: Path
    only: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    formats: tuple[str, ...] = ("pdf",)
    wishes: Wishes = Wishes()
    games: int | None = None
    """How many games are played at random where turns are too much to be walked through; a few when None."""


class Built(NamedTuple):
    """What became of one game."""

    game: str
    files: tuple[FileRecord, ...] = ()
    pieces: int = 0
    problems: tuple[Problem, ...] = ()
    set_aside: tuple[SetAside, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether any problem is an error."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def checked(name: str, options: Options) -> tuple[Composed, tuple[Problem, ...]]:
    """Return a game composed, and all that the checks say of its data and its faces, as the game judges it.

    Raises:
        ProblemsFound: when it cannot be loaded, or, with what the checks say of its data, composed at all.
    """
    material = load(name, options.workspace)
    problems = check_game(material.game)
    _known_layouts(material.layouts.sheets, options.only)
    composed = Composed(material, _papers(material.layouts.papers, options.papers), options.only, options.wishes)
    played = played_problems(material.game, judged(material.game, problems, whole=False).problems, options.games)
    known = (*problems, *played)
    try:
        drawn = (*composed.problems, *check_faces(composed.all_faces), *composed_problems(composed))
    except ProblemsFound as found:
        raise ProblemsFound((*judged(material.game, known, whole=False).problems, *found.problems)) from None
    composed.judged = judged(material.game, (*known, *drawn), whole=composed.wants("checks"))
    return composed, composed.judged.problems


def played_problems(game: Game, problems: Iterable[Problem], games: int | None = None) -> Iterator[Problem]:
    """Yield what playing set-up and turns through shows; a game with errors in its data is not played."""
    file = game.file
    if not (file.setup or file.turn or file.round) or any(one.severity is Severity.ERROR for one in problems):
        return
    from punchboard.check.plays import check_plays  # noqa: PLC0415 - a deck without a script is never played
    from punchboard.play.proof import proof_of  # noqa: PLC0415

    yield from check_plays(proof_of(game, games))


def composed_problems(composed: Composed) -> Iterator[Problem]:
    """Yield what can be told only of a game that is composed: of its backs and colours together, and of its books."""
    game = composed.game
    yield from backs.check(game, {component.id: back for component, _, back in composed.faces})
    yield from colours.check(game, composed.faces, composed.dice)
    if composed.rulebook is not None:
        yield from told.check(game, composed.rulebook.told)
    if game.texts.keys() & {"rulebook", "reference"}:
        from punchboard.check.prose import check_prose  # noqa: PLC0415 - sheets alone need no prose
        from punchboard.compose.prose import prose_values  # noqa: PLC0415

        yield from check_prose(game, prose_values(game))
    for name, book in composed.all_books.items():
        yield from check_book(book.document, book.faces, Place(game.file_of(name)))


def build(name: str, options: Options, progress: Progress = lambda _path, _done: None) -> Built:
    """Build one game: all its files, or, when anything is an error, none of them."""
    try:
        composed, problems = checked(name, options)
        set_aside = composed.judged.set_aside
        if any(problem.severity is Severity.ERROR for problem in problems):
            return Built(name, problems=problems, set_aside=set_aside)
        files = _written(composed, options, progress)
    except ProblemsFound as found:
        return Built(name, problems=found.problems)
    return Built(name, files, sum(component.copies for component in composed.game.components), problems, set_aside)


def _written(composed: Composed, options: Options, progress: Progress) -> tuple[FileRecord, ...]:
    """Render the products into a new folder and put it in the place of the old one."""
    game = composed.game
    partial = bool(options.only)
    with lock(options.out, game.id), Folder(options.out, game.id, keep=partial) as folder:
        files = {file.path: file for file in folder.kept()} if partial else {}
        for product, done, made in _products(composed):
            for path, data, pages in rendered(made, options.formats, composed.wishes):
                folder.write(path, data)
                files[path] = record(path, product, data, pages=pages, pieces=made.pieces)
                progress(path, done)
        folder.write("manifest.json", manifest(game, __version__, files.values()))
        folder.exchange()
    return tuple(files.values())


def _products(composed: Composed) -> Iterator[tuple[str, float, Product]]:
    """Yield every product that is wanted with its name and what part of them all was done before it."""
    wanted = [name for name, maker in PRODUCTS.items() if _wanted(name, maker, composed)]
    for index, name in enumerate(wanted):
        yield from ((name, index / len(wanted), product) for product in PRODUCTS[name].make(composed))


def _wanted(name: str, maker: Maker, composed: Composed) -> bool:
    """Tell whether a product is made: one that is named, or else one of the table set, or any with ``--all``."""
    return composed.named(name) or (composed.wants(name) and (composed.wishes.everything or not maker.extra))


def _papers(known: Mapping[str, PaperFile], wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted papers, all of them known."""
    for name in wanted:
        if name not in known:
            raise fail("REF001", Place("--paper"), f"{name!r} is not a paper", did_you_mean(name, known))
    return tuple(wanted)


def _known_layouts(known: Iterable[str], only: Sequence[str]) -> None:
    """Make sure that every layout asked for, as in ``sheets/fronts``, is one."""
    names = [f"sheets/{layout}" for layout in known]
    for name in only:
        if "/" in name and name not in names:
            raise fail("REF001", Place("--only"), f"{name!r} is not a product", did_you_mean(name, names))
