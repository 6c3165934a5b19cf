"""The checks that need more than a game's data: its play, its faces and its books."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from punchboard.checks.accessible.structure import face_pictures, hyphenation
from punchboard.checks.composed import backs, colours, drawings, rule_coverage
from punchboard.checks.faces import FaceReport
from punchboard.checks.faces.book_pages import check_book
from punchboard.checks.ink.similar_colours import similar_colours
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.faces.faults import fault_problems
from punchboard.compose.text.hyphenation import has_patterns
from punchboard.load.layouts.lazy_layouts import lazy_layout_problems
from punchboard.model.game.game import Game
from punchboard.problem import Place, Problem, has_errors
from punchboard.products import ComposedGame
from punchboard.products.game.validation import select_products


def played_problems(game: Game, problems: Iterable[Problem], games: int | None = None) -> tuple[Problem, ...]:
    """Return the problems that playing set-up and turns shows; a game with errors in its data is not played."""
    file = game.file
    if not (file.setup or file.turn or file.round) or has_errors(problems):
        return ()

    from punchboard.checks.played import check_plays  # noqa: PLC0415 - a deck without a script is never played
    from punchboard.engine.proof import proof_of  # noqa: PLC0415

    return tuple(check_plays(proof_of(game, games)))


def layout_problems(composed: ComposedGame) -> tuple[Problem, ...]:
    """Return the problems of layouts that few products use, such as those of print shops."""
    return tuple(lazy_layout_problems(composed.loaded.layouts.lazy_mappings))


def face_problems(composed: ComposedGame, report: FaceReport) -> tuple[Problem, ...]:
    """Return the problems of a game's faces and of the texts of its books, each once."""
    return tuple(dict.fromkeys((*fault_problems(report.faults), *composed.book_problems, *report.problems)))


def composed_problems(composed: ComposedGame, faulty: Collection[FaceSpec]) -> Iterator[Problem]:
    """Yield the problems that only a composed game shows: those of all backs and colours, and of its books.

    Args:
        composed: the game.
        faulty: the sides whose drawing found a fault.
    """
    game = composed.game
    yield from backs.check(game, dict(_backs(composed, faulty)))
    # colours are compared as they are meant to be printed, for a build in grey too
    if composed.print_options.ink == "full" and any(similar_colours(game)):
        yield from colours.check(game, composed.drawn_cards, composed.drawn_dice)
    if game.file.symbols:
        from punchboard.checks.composed import symbols  # noqa: PLC0415 - few games have symbols

        yield from symbols.check(game, composed.loaded.icons)
    if composed.icon_credits:
        from punchboard.checks.composed import icon_credits  # noqa: PLC0415 - few games have icons of sets

        yield from icon_credits.check(game, composed.icon_credits)
    if "rulebook" in composed.book_names:
        yield from rule_coverage.check(game, composed.book("rulebook").rule_pages)
        if composed.wants("booklet"):
            from punchboard.products.booklets import booklet_problems  # noqa: PLC0415 - sheets alone need no booklets

            yield from booklet_problems(composed)
    yield from _product_problems(composed)
    yield from face_pictures.check(game, composed.loaded.layouts, composed.composer.values_of)
    yield from drawings.check(game, composed.loaded.layouts, composed.composer.values_of)
    yield from hyphenation.check(game, composed.loaded.layouts.theme.styles, has_patterns)
    if game.texts.keys() & {"rulebook", "reference"}:
        yield from _prose_problems(game)
    for name in composed.book_names:
        book = composed.book(name)
        yield from check_book(book.document, book.faces, Place(game.text_file(name)))


def _product_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield what products leave out, and what a print shop would not accept."""
    if composed.book_names:
        from punchboard.products.table_sheets import sheet_problems  # noqa: PLC0415 - sheets alone need no books

        yield from sheet_problems(composed)
    made = select_products(composed, everything=composed.print_options.everything)
    if "cutting" in made:
        from punchboard.products.cutting.left_out import left_out_problems  # noqa: PLC0415 - few builds use machines

        yield from left_out_problems(composed)
    if "braille" in made:
        from punchboard.products.braille import braille_problems  # noqa: PLC0415 - few builds make Braille

        yield from braille_problems(composed)
    if "shops" in made:
        from punchboard.products.shops import shop_problems  # noqa: PLC0415 - few builds make files for shops

        yield from shop_problems(composed)


def _prose_problems(game: Game) -> Iterator[Problem]:
    """Yield the problems of a game's texts: of their structure, and compared with its components."""
    from punchboard.checks.accessible.structure.text_rules import check_texts  # noqa: PLC0415 - sheets alone need no prose
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
