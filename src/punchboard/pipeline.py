"""The whole way, as a page of verbs: load, check, compose, preflight, render, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from punchboard import __version__
from punchboard.check import backs, check_game, colours, told
from punchboard.check.faces import check_faces
from punchboard.check.faces.books import check_book
from punchboard.check.severities import SetAside, judged
from punchboard.compose.snapshots import BOX
from punchboard.load import load
from punchboard.load.shelves import shelf_problems
from punchboard.model.changes import Snapshot
from punchboard.model.game import Game
from punchboard.model.material import Material
from punchboard.model.printed import Printed
from punchboard.model.sheet import PaperFile, paper_named
from punchboard.model.values import did_you_mean
from punchboard.model.wishes import Changed, Wishes
from punchboard.outputs import printing_of, rendered
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.products import PRODUCTS, Composed, Maker, Product, layouts_of
from punchboard.products.expected import expectation
from punchboard.write import FileRecord, Folder, lock, manifest, record

if TYPE_CHECKING:
    from punchboard.readback import Proof

WITH_CHANGES: Final = ("sheets", "boards", "nets", "reference")
"""The products that are made of what has changed alone."""

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
    since: str = ""
    """The older state of the games that only new and changed components are printed since; all are when empty."""
    games: int | None = None
    """How many games are played at random where turns are too much to be walked through; a few when None."""


class Built(NamedTuple):
    """What became of one game."""

    game: str
    files: tuple[FileRecord, ...] = ()
    pieces: int = 0
    problems: tuple[Problem, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    said: str = ""
    """What there is to say of a build that printed what has changed."""

    @property
    def failed(self) -> bool:
        """Whether any problem is an error."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def checked(name: str, options: Options) -> tuple[Composed, tuple[Problem, ...]]:
    """Return a game composed, and all that the checks say of its data and its faces, as the game judges it.

    Raises:
        ProblemsFound: when it cannot be loaded, or, with what the checks say of its data, composed at all.
    """
    material = load(name, options.workspace, books=_needs_books(options.only))
    problems = check_game(material.game)
    _known_layouts(material, options.only)
    wishes = options.wishes._replace(changed=_changed(material, options))
    composed = Composed(material, _papers(material.layouts.papers, options.papers), options.only, wishes)
    played = played_problems(material.game, judged(material.game, problems, whole=False).problems, options.games)
    unused = shelf_problems(material.layouts.shelves) if not options.only else ()
    known = (*problems, *played, *unused)
    try:
        drawn = (*composed.problems, *check_faces(composed.all_faces), *composed_problems(composed))
    except ProblemsFound as found:
        raise ProblemsFound((*judged(material.game, known, whole=False).problems, *found.problems)) from None
    composed.judged = judged(material.game, (*known, *drawn), whole=composed.wants("checks"))
    return composed, composed.judged.problems


def _changed(material: Material, options: Options) -> Changed | None:
    """Return what alone is to be printed, if not everything."""
    if not options.since:
        return None
    from punchboard.editions import since  # noqa: PLC0415 - few builds look back

    found = since(options.since, material, options.workspace)
    return Changed(found.versions[0], found.copies)


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
    if composed.wishes.ink == "full":  # colours are judged as they are meant to be printed, in grey print too
        yield from colours.check(game, composed.faces, composed.dice)
    if composed.rulebook is not None:
        yield from told.check(game, composed.rulebook.told)
        if composed.wants("booklet"):
            from punchboard.products.booklets import booklet_problems  # noqa: PLC0415 - sheets alone need no booklets

            yield from booklet_problems(composed)
    if game.texts.keys() & {"rulebook", "reference"}:
        from punchboard.check.prose import check_prose  # noqa: PLC0415 - sheets alone need no prose
        from punchboard.compose.prose import prose_values  # noqa: PLC0415

        yield from check_prose(game, prose_values(game))
    for name, book in composed.all_books.items():
        yield from check_book(book.document, book.faces, Place(game.file_of(name)))


def build(name: str, options: Options, progress: Progress = lambda _path, _done: None) -> Built:
    """Build one game: all its files, or, when anything is an error, none of them."""
    if options.since and not options.only:
        options = options._replace(only=WITH_CHANGES)
    try:
        composed, problems = checked(name, options)
        set_aside = composed.judged.set_aside
        if any(problem.severity is Severity.ERROR for problem in problems):
            return Built(name, problems=problems, set_aside=set_aside)
        files, printed = _written(composed, options, progress)
    except ProblemsFound as found:
        return Built(name, problems=found.problems)
    pieces = sum(component.copies for component in composed.game.components)
    return Built(name, files, pieces, (*problems, *printed), set_aside, _said(composed))


def _said(composed: Composed) -> str:
    """Return what a build of changed components says of itself."""
    changed = composed.wishes.changed
    if changed is None:
        return ""
    since = f"since {changed.version}" if changed.version else "and all is new"
    boxes = frozenset() if composed.wants("boxes") else frozenset(map(BOX.format, composed.game.file.tuck_boxes))
    count = sum(copies for part, copies in changed.copies.items() if part not in boxes)
    return f"{count} to print {since}" if count else f"nothing to print {since}"


def _written(
    composed: Composed, options: Options, progress: Progress
) -> tuple[tuple[FileRecord, ...], tuple[Problem, ...]]:
    """Render the products into a new folder and put it in the place of the old one; return what printing showed too."""
    game, printing = composed.game, printing_of(composed)
    partial, wrong = bool(options.only), list[Problem]()
    with lock(options.out, game.id), Folder(options.out, game.id, keep=partial) as folder:
        files = {file.path: file for file in folder.kept()} if partial else {}
        for path in [path for path in files if _is_stale(path, composed)]:
            folder.drop(path)
            del files[path]
        for product, done, made in _products(composed):
            for path, data, pages in rendered(made, options.formats, composed.wishes, printing):
                folder.write(path, data)
                proof = _proof(folder, path, expectation(made, pages, composed.wishes))
                wrong += proof.problems if proof is not None else ()
                counted = proof.record if proof is not None else None
                files[path] = record(path, product, data, pages=pages, pieces=made.pieces, proof=counted)
                progress(path, done)
        if wrong:
            raise ProblemsFound(tuple(wrong))
        state = _state(folder, composed, partial=partial)
        folder.write("manifest.json", manifest(game, __version__, files.values(), state))
        folder.exchange()
    return tuple(files.values()), (*printing.problems(), *composed.notes)


def _is_stale(path: str, composed: Composed) -> bool:
    """Tell whether a file holds what had changed when it was made, and is made no more, or anew."""
    return path.endswith("-changed.pdf") and (composed.wishes.changed is not None or composed.wants("sheets"))


def _state(folder: Folder, composed: Composed, *, partial: bool) -> Snapshot:
    """Return what the manifest says of components: what they were when they were last laid on sheets, one and all."""
    if partial and (composed.wishes.changed is not None or not composed.wants("sheets")):
        from punchboard.editions import kept_state  # noqa: PLC0415 - whole builds keep nothing

        return kept_state(folder.final) or composed.state
    return composed.state


def _proof(folder: Folder, path: str, expected: Printed) -> Proof | None:
    """Open a PDF that was written again, and return what is in it and what is wrong; other files are not proved."""
    if not path.endswith(".pdf"):
        return None
    from punchboard.readback import prove  # noqa: PLC0415 - a check writes no file

    return prove(f"{folder.final.name}/{path}", folder.read(path), expected)


def _products(composed: Composed) -> Iterator[tuple[str, float, Product]]:
    """Yield every product that is wanted with its name and what part of them all was done before it."""
    wanted = [name for name, maker in PRODUCTS.items() if _wanted(name, maker, composed)]
    for index, name in enumerate(wanted):
        yield from ((name, index / len(wanted), product) for product in PRODUCTS[name].make(composed))


def _wanted(name: str, maker: Maker, composed: Composed) -> bool:
    """Tell whether a product is made: one that is named, or else one of the table set, or any with ``--all``."""
    return composed.named(name) or (composed.wants(name) and (composed.wishes.everything or not maker.extra))


def _papers(known: Mapping[str, PaperFile], wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the wanted papers: known ones, or sizes."""
    names = []
    for text in wanted:
        try:
            names.append(paper_named(text, known)[0])
        except ValueError as error:
            raise fail("REF001", Place("--paper"), *error.args) from None
    return tuple(dict.fromkeys(names))


def _needs_books(only: Sequence[str]) -> bool:
    """Tell whether any product that is asked for is set as a book is; all are when none is named."""
    return not only or any(PRODUCTS[name.partition("/")[0]].book for name in only)


def _known_layouts(material: Material, only: Sequence[str]) -> None:
    """Make sure that every layout asked for, as in ``sheets/fronts``, is one of its product's."""
    for name in only:
        product, slash, layout = name.partition("/")
        known = layouts_of(material, product)
        if slash and layout not in known:
            hint = did_you_mean(name, [f"{product}/{one}" for one in known])
            raise fail("REF001", Place("--only"), f"{name!r} is not a product", hint)
