"""The build pipeline of one game: load, compose, check, render, verify, write.

Progress bars, worker processes and the sandbox attach to it by `BuildHooks`.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from punchboard.build_result import BuildResult
from punchboard.checks import check_game
from punchboard.checks.accessible import face_pictures, hyphenation
from punchboard.checks.composed import backs, colours, drawings, rule_coverage, symbols
from punchboard.checks.faces import check_book
from punchboard.checks.ink.colours import similar_colours
from punchboard.checks.severities import ReportedProblems, apply_overrides
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.hyphenation import has_patterns
from punchboard.load import load
from punchboard.load.files import (
    changed_file_warnings,
    confirm_snapshot,
    display_path,
    report_os_errors,
    run_on_snapshot,
)
from punchboard.load.layouts.lazy_layouts import lazy_layout_problems
from punchboard.model.game.game import BOOK_TEXTS, Component, Game, LoadedGame
from punchboard.model.layout.face import fault_problems
from punchboard.model.print_options import ChangedParts
from punchboard.model.values import did_you_mean
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.artifacts import BuiltFile, FileOptions, build_files, make_printing
from punchboard.pipeline.deck_chunks import DrawnDeck, MapChunks, draw_deck
from punchboard.pipeline.publish import BuildSummary, OutputTarget, PendingFiles, Progress, publish_files
from punchboard.problem import Place, Problem, ProblemsFound, fail, has_errors
from punchboard.products import BuildReport, ComposedGame
from punchboard.products.game.recovery import data_problems, part_problems, without_follow_ups
from punchboard.products.game.snapshots import BOX_NAME
from punchboard.products.game.validation import needs_books, resolve_papers, select_products, validate_layouts
from punchboard.products.product import BuiltPaths
from punchboard.workspace import workspace_root
from punchboard.write import ManifestExtras, game_summary


def played_problems(game: Game, problems: Iterable[Problem], games: int | None = None) -> tuple[Problem, ...]:
    """Return the problems that playing set-up and turns shows; a game with errors in its data is not played."""
    file = game.file
    if not (file.setup or file.turn or file.round) or has_errors(problems):
        return ()

    from punchboard.checks.played import check_plays  # noqa: PLC0415 - a deck without a script is never played
    from punchboard.engine.proof import proof_of  # noqa: PLC0415

    return tuple(check_plays(proof_of(game, games)))


def composed_problems(composed: ComposedGame, faulty: Collection[FaceSpec]) -> Iterator[Problem]:
    """Yield the problems that only a composed game shows: those of all backs and colours, and of its books.

    Args:
        composed: the game.
        faulty: the sides whose drawing found a fault.
    """
    game = composed.game
    yield from backs.check(game, dict(_backs(composed, faulty)))
    theme = composed.loaded.layouts.theme.colours
    # colours are compared as they are meant to be printed, for a build in grey too
    if composed.print_options.ink == "full" and any(similar_colours(game, theme)):
        yield from colours.check(game, theme, composed.drawn_cards, composed.drawn_dice)
    yield from composed.loaded.layouts.warnings
    yield from symbols.check(game, composed.loaded.icons, composed.loaded.layouts)
    if composed.icon_credits:
        from punchboard.checks.composed import icon_credits  # noqa: PLC0415 - few games have icons of sets

        yield from icon_credits.check(game, composed.icon_credits)
    if "rulebook" in composed.book_names:
        bound = [composed.book(name).rule_pages for name in composed.book_names if name in BOOK_TEXTS]
        yield from rule_coverage.check(game, {rule for pages in bound for rule in pages})
        if composed.wants("booklet"):
            from punchboard.products.rulebook import booklet_problems  # noqa: PLC0415 - sheets alone need no booklets

            yield from booklet_problems(composed)
    yield from _product_problems(composed)
    yield from face_pictures.check(game, composed.loaded.layouts, composed.composer.values_of)
    yield from drawings.check(game, composed.loaded.layouts, composed.composer.values_of)
    yield from hyphenation.check(game, composed.loaded.layouts.theme.styles, has_patterns)
    if game.texts.keys() & {"rulebook", "reference"}:
        yield from _prose_problems(game)
    for name in composed.book_names:
        book = composed.book(name)
        yield from check_book(book.document, book.faces, Place(_own_file(composed, name)))


def _own_file(composed: ComposedGame, name: str) -> str:
    """Return the file of a book's text, or of its boxes or the game if the text is one of the program's."""
    game, text = composed.game, composed.game.text_file(name)
    boxes = (face.source.file for face in composed.book(name).faces if face.source is not None)
    return next((file for file in (text, *boxes, game.place.file) if not Path(file).is_absolute()), text)


def _product_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield what products leave out, and what a print shop would not accept."""
    if composed.book_names:
        from punchboard.products.sheets import sheet_problems  # noqa: PLC0415 - sheets alone need no books

        yield from sheet_problems(composed)
    selected = select_products(composed, everything=composed.print_options.everything)
    if "cutting" in selected:
        from punchboard.products.cutting import left_out_problems  # noqa: PLC0415 - few builds use machines

        yield from left_out_problems(composed)
    if "braille" in selected:
        from punchboard.products.braille import braille_problems  # noqa: PLC0415 - few builds make Braille

        yield from braille_problems(composed)
    if "shops" in selected:
        from punchboard.products.shops import shop_problems  # noqa: PLC0415 - few builds make files for shops

        yield from shop_problems(composed)


def _prose_problems(game: Game) -> Iterator[Problem]:
    """Yield the problems of a game's texts: of their structure, and compared with its components."""
    from punchboard.checks.accessible import check_texts  # noqa: PLC0415 - sheets alone need no prose
    from punchboard.checks.prose import check_prose, game_texts  # noqa: PLC0415
    from punchboard.compose.books.prose import prose_values  # noqa: PLC0415

    values = prose_values(game)
    texts = game_texts(game, values)
    yield from check_texts(texts)
    translated = set(map(game.text_file, game.text_files))
    yield from check_prose(game, values, tuple(text for text in texts if text.file not in translated))


def _backs(composed: ComposedGame, faulty: Collection[FaceSpec]) -> Iterator[tuple[str, FaceSpec | None]]:
    """Yield the back of each component; all faulty backs of one layout count as the same back."""
    failed: dict[str, FaceSpec] = {}
    for component, _, back in composed.specs:
        yield component.id, failed.setdefault(back.layout, back) if back is not None and back in faulty else back


class CheckedGame(NamedTuple):
    """A game that is composed, drawn and checked."""

    composed: ComposedGame
    deck: DrawnDeck
    findings: ReportedProblems
    """The problems of the game after its severity overrides, and the suppressed ones."""


def load_and_compose(name: str, options: BuildOptions) -> ComposedGame:
    """Return a loaded game that composes its faces and books when they are first needed.

    Raises:
        ProblemsFound: when it cannot be loaded.
    """
    try:
        loaded = load_for_build(name, options)
    except ProblemsFound as error:
        raise ProblemsFound(tuple(dict.fromkeys((*error.problems, *data_problems(name, options.workspace))))) from None
    if options.first is not None:
        loaded = _first_components(loaded, options.first)
    validate_layouts(loaded, options.only)
    print_options = options.print_options._replace(changed=changed_components(loaded, options))
    return ComposedGame(loaded, resolve_papers(loaded.layouts.papers, options.papers), options.only, print_options)


def _first_components(loaded: LoadedGame, count: int) -> LoadedGame:
    """Return a game with only the first components of each kind."""
    by_kind = defaultdict[str, list[Component]](list)
    for component in loaded.game.components:
        by_kind[component.kind].append(component)
    first = tuple(component for components in by_kind.values() for component in components[:count])
    return replace(loaded, game=replace(loaded.game, components=first))


def load_for_build(name: str, options: BuildOptions) -> LoadedGame:
    """Return a game's data and the layouts that its products need.

    Raises:
        ProblemsFound: when it cannot be loaded.
    """
    books = needs_books(options.only)
    return load(name, options.workspace, books=books, locale=options.locale, proof_fonts=options.proof_fonts)


def changed_components(loaded: LoadedGame, options: BuildOptions) -> ChangedParts | None:
    """Return the components to print when only changed ones, or some by their ids, are wanted; None when all are.

    Raises:
        ProblemsFound: when the older state that the options name cannot be read, or there is no such component.
    """
    changed = options.print_options.changed
    if options.since:
        from punchboard.revisions.comparison import changes_since  # noqa: PLC0415 - few builds need it

        changes = changes_since(options.since, loaded, options.workspace)
        changed = ChangedParts(changes.versions[0], changes.copies)
    return _chosen_components(loaded.game, options.cards, changed) if options.cards else changed


def _chosen_components(game: Game, ends: tuple[str, str], changed: ChangedParts | None) -> ChangedParts:
    """Return the components from one to another, or those of them that have changed."""
    positions = {component.id: number for number, component in enumerate(game.components)}
    for name in ends:
        if name not in positions:
            message = f"there is no component {name!r}"
            raise fail("REF001", Place(game.id), message, did_you_mean(name, positions))
    first, last = sorted(positions[name] for name in ends)
    copies = {component.id: component.copies for component in game.components[first : last + 1]}
    if changed is None:
        return ChangedParts("", copies, is_chosen=True)
    return changed._replace(copies={name: count for name, count in changed.copies.items() if name in copies})


def check_and_draw(
    composed: ComposedGame, options: BuildOptions, map_chunks: MapChunks = map, *, sheets: bool = False
) -> CheckedGame:
    """Return a game with every problem of its data, its play, its faces and its books.

    Args:
        composed: the game.
        options: what is built.
        map_chunks: calls the function that draws a chunk of a large deck with the number of each chunk.
        sheets: whether to draw the sheets of a large deck together with its faces, because they are made next.

    Raises:
        ProblemsFound: when it cannot be composed, with the problems of its data.
    """
    game = composed.game
    data = check_game(game)
    known = (
        *data,
        *played_problems(game, apply_overrides(game, data, is_complete=False).problems, options.games),
        *(lazy_layout_problems(composed.loaded.layouts.lazy_mappings) if not options.only else ()),
    )
    try:
        deck = draw_deck(composed, options if sheets else None, map_chunks)
        drawing = fault_problems((*deck.report.faults, *deck.report.layout_faults))
        faces = dict.fromkeys((*drawing, *composed.book_problems, *deck.report.problems))
        drawn = (*faces, *composed_problems(composed, deck.faulty))
    except ProblemsFound as error:
        distinct = without_follow_ups(game, (*known, *error.problems, *part_problems(composed)))
        raise ProblemsFound(apply_overrides(game, distinct, is_complete=False).problems) from None
    problems = without_follow_ups(game, (*known, *drawn))
    return CheckedGame(composed, deck, apply_overrides(game, problems, is_complete=composed.wants("checks")))


def pending_files(checked: CheckedGame, options: BuildOptions, problems: tuple[Problem, ...]) -> PendingFiles:
    """Return the files of a checked game, each made when it is requested, and a summary for when all are made.

    Args:
        checked: the game.
        options: what is built.
        problems: the problems to report.
    """
    composed, findings = checked.composed, checked.findings
    file_options = FileOptions(options.formats, make_printing(composed, checked.deck.section))

    def stream(kept: BuiltPaths) -> Iterator[tuple[float, BuiltFile]]:
        files = dict(kept)
        selected = select_products(composed, everything=composed.print_options.everything)

        def with_progress(index: int, product: str, built: BuiltFile) -> tuple[float, BuiltFile]:
            files[built.record.path] = (product, built.record.pages)
            return index / len(selected), built

        for index, product in enumerate(selected):
            built_files = build_files(composed, product, BuildReport(findings, files), file_options)
            yield from map(partial(with_progress, index, product), built_files)

    return PendingFiles(stream, lambda: summary_of(composed, ReportedProblems(problems, findings.suppressed)))


def summary_of(composed: ComposedGame, findings: ReportedProblems) -> BuildSummary:
    """Return the summary of a finished game, for the user and the manifest."""
    pieces = sum(component.copies for component, _, _ in composed.specs)
    extras = ManifestExtras(composed.icon_credits, composed.continued)
    return BuildSummary(
        game_summary(composed.game), composed.snapshot, extras, pieces, *findings, _changes_text(composed)
    )


def _changes_text(composed: ComposedGame) -> str:
    """Return how many components a build of changed ones prints, or how many cards long texts make of them."""
    changed = composed.print_options.changed
    if changed is None:
        return _continued_text(composed)
    since = f" since {changed.version}" if changed.version else "" if changed.is_chosen else ", all new"
    boxes = frozenset() if composed.wants("boxes") else frozenset(map(BOX_NAME.format, composed.game.file.tuck_boxes))
    count = sum(copies for part, copies in changed.copies.items() if part not in boxes)
    return f"{count} to print{since}" if count else f"nothing to print{since}"


def _continued_text(composed: ComposedGame) -> str:
    """Return how many cards became how many, where texts continue on further cards; empty where none does."""
    components = composed.game.components
    long = sum(sum(card.copies for card, _, _ in composed.cards[one.id]) > one.copies for one in components)
    if not long:
        return ""
    before = sum(component.copies for component in components)
    after = sum(component.copies for component, _, _ in composed.specs)
    became = "1 component became" if before == 1 else f"{before} components became"
    why = "the text of 1 continues on further cards" if long == 1 else f"the texts of {long} continue on further cards"
    return f"{became} {after} to cut out: {why}"


def output_target(name: str, options: BuildOptions) -> OutputTarget:
    """Return the output that a game is built into."""
    changes_only = bool(options.since or options.cards) or options.print_options.changed is not None
    page_formats = tuple(name for name in options.formats if name != "pdf")
    return OutputTarget(options.out, options.output(name).name, options.only, changes_only, page_formats)


FilterProblems = Callable[[tuple[Problem, ...]], tuple[Problem, ...]]
"""Returns the problems to report, with other severities or without some of them."""

Publish = Callable[[str, OutputTarget, PendingFiles, Progress], BuildResult]
"""Writes the files of a game to its output folder, or sends them to another process."""


def _no_progress(_path: str, _done: float) -> None:
    """Ignore the progress of a build."""


def _all_problems(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return all problems as they are."""
    return problems


class BuildHooks(NamedTuple):
    """Functions that a caller may replace; by default the build runs in this process and shows no progress."""

    progress: Progress = _no_progress
    filter_problems: FilterProblems = _all_problems
    publish: Publish = publish_files
    map_chunks: MapChunks = map


def build(name: str, options: BuildOptions, hooks: BuildHooks = BuildHooks()) -> BuildResult:  # noqa: B008 - a frozen value
    """Build one game: all its files, or none when there is any error."""
    options = options.with_products()
    display = _display_path(options)
    try:
        with report_os_errors(display):
            return run_on_snapshot(partial(_build, name, options, hooks, display), display)
    except ProblemsFound as error:
        return BuildResult(name, problems=error.problems)


def _build(name: str, options: BuildOptions, hooks: BuildHooks, display: Callable[[Path], str]) -> BuildResult:
    """Build one game from its files as they are now.

    Raises:
        ProblemsFound: when it cannot be loaded, composed, rendered or written.
    """
    composed = load_and_compose(name, options)
    checked = check_and_draw(composed, options, hooks.map_chunks, sheets=True)
    confirm_snapshot()
    problems = hooks.filter_problems(checked.findings.problems)
    if has_errors(problems):
        return BuildResult(name, problems=problems, suppressed=checked.findings.suppressed)
    files = pending_files(checked, options, problems)  # each is rendered and verified when it is written
    built = hooks.publish(name, output_target(name, options), files, hooks.progress)
    return built._replace(problems=(*built.problems, *changed_file_warnings(display)))


def check(name: str, options: BuildOptions) -> CheckedGame:
    """Return a game with every problem that the checks find.

    Raises:
        ProblemsFound: when it cannot be loaded, or cannot be composed (with the problems of its data).
    """
    with report_os_errors(_display_path(options)):
        return check_and_draw(load_and_compose(name, options), options)


def resolve_since(name: str, options: BuildOptions) -> BuildOptions:
    """Return options that name each component to print instead of an older state, which other machines do not have.

    Raises:
        ProblemsFound: when either state cannot be read.
    """
    options = options.with_products()
    if not options.since and options.cards is None:
        return options
    changed = changed_components(load_for_build(name, options), options)
    return options._replace(since="", cards=None, print_options=options.print_options._replace(changed=changed))


def _display_path(options: BuildOptions) -> Callable[[Path], str]:
    """Return the function that gives a path as messages show it."""
    root = workspace_root(options.workspace).resolve()
    return lambda path: display_path(path.resolve(), root)
