"""The stages of a build: a game is loaded, composed, checked, and its files are made."""

from collections.abc import Iterator
from typing import NamedTuple

from punchboard.build.artifacts import BuiltFile, FileOptions, build_files
from punchboard.build.checking import composed_problems, face_problems, layout_problems, played_problems
from punchboard.build.deck_chunks import DrawnDeck, MapChunks, draw_deck
from punchboard.build.file_formats import make_printing
from punchboard.build.options import BuildOptions
from punchboard.build.publish import BuildSummary, KeptFiles, OutputTarget, PendingFiles
from punchboard.checks import check_game
from punchboard.checks.severities import apply_overrides
from punchboard.load import load
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.options import ChangedParts
from punchboard.problem import Problem, ProblemsFound, SuppressedProblem
from punchboard.products import ComposedGame
from punchboard.products.game.recovery import data_problems, part_problems, without_follow_ups
from punchboard.products.game.snapshots import BOX_NAME
from punchboard.products.game.validation import needs_books, resolve_papers, select_products, validate_layouts
from punchboard.write import ManifestExtras, game_summary


class CheckedGame(NamedTuple):
    """A game that is composed, drawn and checked."""

    composed: ComposedGame
    deck: DrawnDeck
    problems: tuple[Problem, ...]
    """What the checks found, as severe as the game takes it."""
    suppressed: tuple[SuppressedProblem, ...] = ()
    """The problems that the game suppresses, each with its reason."""


def load_and_compose(name: str, options: BuildOptions) -> ComposedGame:
    """Return a game that is loaded; its faces and books are composed when they are first asked for.

    Raises:
        ProblemsFound: when it cannot be loaded.
    """
    try:
        loaded = load_for_build(name, options)
    except ProblemsFound as found:
        raise ProblemsFound(tuple(dict.fromkeys((*found.problems, *data_problems(name, options.workspace))))) from None
    validate_layouts(loaded, options.only)
    print_options = options.print_options._replace(changed=changed_components(loaded, options))
    return ComposedGame(loaded, resolve_papers(loaded.layouts.papers, options.papers), options.only, print_options)


def load_for_build(name: str, options: BuildOptions) -> LoadedGame:
    """Return a game's data and layouts.

    Raises:
        ProblemsFound: when it cannot be loaded.
    """
    return load(name, options.workspace, books=needs_books(options.only), locale=options.locale)


def changed_components(loaded: LoadedGame, options: BuildOptions) -> ChangedParts | None:
    """Return the components that alone are printed; None when all are.

    Raises:
        ProblemsFound: when the older state that the options name cannot be read.
    """
    if not options.since:
        return options.print_options.changed
    from punchboard.revisions.comparison import changes_since

    found = changes_since(options.since, loaded, options.workspace)
    return ChangedParts(found.versions[0], found.copies)


def check_and_draw(
    composed: ComposedGame, options: BuildOptions, map_chunks: MapChunks = map, *, sheets: bool = False
) -> CheckedGame:
    """Return a game with every problem of its data, its play, its faces and its books.

    Args:
        composed: the game.
        options: what is built.
        map_chunks: calls the function that draws a chunk of a large deck with the number of each.
        sheets: whether the sheets of a large deck are drawn with its faces, because they are made next.

    Raises:
        ProblemsFound: when it cannot be composed, with the problems of its data.
    """
    game = composed.game
    data = check_game(game)
    known = (
        *data,
        *played_problems(game, apply_overrides(game, data, is_complete=False).problems, options.games),
        *(layout_problems(composed) if not options.only else ()),
    )
    try:
        deck = draw_deck(composed, options if sheets else None, map_chunks)
        drawn = (*face_problems(composed, deck.report), *composed_problems(composed, deck.faulty))
    except ProblemsFound as found:
        wrong = without_follow_ups(composed, data, (*found.problems, *part_problems(composed)))
        raise ProblemsFound(
            apply_overrides(game, dict.fromkeys((*known, *wrong)), is_complete=False).problems
        ) from None
    composed.judged = apply_overrides(
        game, (*known, *without_follow_ups(composed, data, drawn)), is_complete=composed.wants("checks")
    )
    return CheckedGame(composed, deck, *composed.judged)


def pending_files(checked: CheckedGame, options: BuildOptions, problems: tuple[Problem, ...]) -> PendingFiles:
    """Return the files of a checked game, each made when it is asked for, and what is reported when all are made."""
    composed = checked.composed
    making = FileOptions(options.formats, make_printing(composed, checked.deck.section))

    def stream(kept: KeptFiles) -> Iterator[tuple[float, BuiltFile]]:
        composed.made |= kept
        wanted = select_products(composed, everything=composed.print_options.everything)
        for index, name in enumerate(wanted):
            for made in build_files(composed, name, making):
                yield index / len(wanted), made

    return PendingFiles(stream, lambda: summary_of(composed, problems), lambda: composed.notes)


def summary_of(composed: ComposedGame, problems: tuple[Problem, ...]) -> BuildSummary:
    """Return what is reported of a game whose files are made, to its builder and in its manifest.

    Args:
        composed: the game.
        problems: what was found, as severe as it is taken.
    """
    pieces = sum(component.copies for component, _, _ in composed.specs)
    more = ManifestExtras(composed.icon_credits, composed.continued)
    head, aside = game_summary(composed.game), composed.judged.suppressed
    return BuildSummary(head, composed.snapshot, more, pieces, problems, aside, _changes_text(composed))


def _changes_text(composed: ComposedGame) -> str:
    """Return how many components a build of changed components prints; nothing for any other build."""
    changed = composed.print_options.changed
    if changed is None:
        return ""
    since = f"since {changed.version}" if changed.version else "and all is new"
    boxes = frozenset() if composed.wants("boxes") else frozenset(map(BOX_NAME.format, composed.game.file.tuck_boxes))
    count = sum(copies for part, copies in changed.copies.items() if part not in boxes)
    return f"{count} to print {since}" if count else f"nothing to print {since}"


def output_target(name: str, options: BuildOptions) -> OutputTarget:
    """Return the output that a game is built into."""
    changed = bool(options.since) or options.print_options.changed is not None
    return OutputTarget(options.out, options.output(name).name, options.only, changed)
