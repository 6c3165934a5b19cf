"""The subject of the accessibility report: the drawn sides and pages of a composed game, and its rules."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from punchboard.checks.accessible.subject import Side, Subject, Use, use_of
from punchboard.checks.ink.readable_inks import page_face
from punchboard.checks.prose import ENGLISH
from punchboard.checks.prose.reading.catalog import game_reading, game_texts
from punchboard.checks.prose.reading.reading import Reading
from punchboard.compose.books.prose import prose_values
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.game.game import Game
from punchboard.problem import Place
from punchboard.products.game.composed_game import ComposedGame

MAX_SIDES: Final = 500
"""The most sides of components that are measured: those of a larger deck repeat the same layouts. All kinds have the
same share of them, unless they have fewer sides."""

_DIE: Final = "dice"
_REFERENCE: Final = "reference cards"


def accessibility_subject(composed: ComposedGame) -> Subject:
    """Return what the accessibility report of a game measures."""
    by_owner = dict[str, dict[FaceSpec, _Owner]]()
    for owner, spec in _owned_specs(composed):
        by_owner.setdefault(owner.name, {}).setdefault(spec, owner)
    total = sum(map(len, by_owner.values()))
    share = total if total <= MAX_SIDES else MAX_SIDES // len(by_owner)
    sides = [
        Side(owner.name, owner.use, composed.draw(spec), owner.component)
        for specs in by_owner.values()
        for spec, owner in islice(specs.items(), share)
    ]
    return Subject(
        composed.game,
        (*sides, *_pages(composed)),
        composed.loaded.layouts.sources,
        _reading(composed.game),
        composed.loaded.layouts.theme.colours,
        total - len(sides),
    )


class _Owner(NamedTuple):
    """What a side belongs to, how it is read, and the id of its component."""

    name: str
    use: Use
    component: str


def _owned_specs(composed: ComposedGame) -> Iterator[tuple[_Owner, FaceSpec]]:
    kinds = composed.game.kinds
    for component, *sides in composed.specs:
        kind = kinds[component.kind]
        owner = _Owner(kind.name, use_of(kind.trim), component.id)
        yield from ((owner, side) for side in sides if side is not None)
    for name, die in composed.dice.items():
        yield from ((_Owner(_DIE, "token", f"{name}-{number}"), side) for number, side in enumerate(die, 1))
    for card in composed.reference_cards:
        yield from ((_Owner(_REFERENCE, "card", card.id), side) for side in card.sides)


def _pages(composed: ComposedGame) -> Iterator[Side]:
    for name in composed.book_names:
        book, place = composed.book(name), Place(composed.game.text_file(name))
        parts = {face.symbol: face for face in book.faces}
        yield from (Side(name, "page", page_face(page, parts, place)) for page in book.document.pages)


def _reading(game: Game) -> Reading | None:
    if game.file.language.partition("-")[0] != ENGLISH or game.locale:
        return None
    values = prose_values(game)
    texts = game_texts(game, values)
    return game_reading(game, values, texts) if texts else None
