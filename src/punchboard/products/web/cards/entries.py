"""The entries of ``cards.html``: each component, die and quick-reference card, with what is read of its faces."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.phrases import phrase
from punchboard.model.game.game import die_sides
from punchboard.model.layout.face import SpokenPart, flat_parts, spoken_parts
from punchboard.products.game.composed_game import Cards, ComposedGame
from punchboard.products.web.cards.card_filters import Choices
from punchboard.products.web.components.shown_parts import name_of
from punchboard.scene import Element


class CardEntry(NamedTuple):
    """One component as text, or several that are read alike."""

    id: str
    name: str
    copies: int
    parts: tuple[SpokenPart, ...]
    """What is read of its front, or of the fronts of all its cards."""
    back: tuple[SpokenPart, ...] = ()
    """What is read of its back; empty if all components of its kind have the same back."""
    choices: str = ""
    """The codes of its values, by which it is filtered; see `Choices`."""


class Section(NamedTuple):
    """The entries of one kind."""

    id: str
    title: str
    entries: tuple[CardEntry, ...]


def sections(composed: ComposedGame, choices: Choices) -> Iterator[Section]:
    """Yield the entries by kind in the order of the catalog, then the dice, then the quick-reference cards."""
    by_kind: dict[str, list[Cards]] = {}
    for cards in composed.cards.values():
        by_kind.setdefault(cards[0][0].kind, []).append(cards)
    for kind, found in by_kind.items():
        differ = len({cards[0][2] for cards in found}) > 1
        entries = (_entry(composed, cards, choices, with_back=differ) for cards in found)
        yield Section(
            f"kind-{kind.replace(' ', '-')}", _capitalized(composed.game.kinds[kind].plural), _without_repeats(entries)
        )
    words = composed.game.words
    if composed.dice:
        yield Section("dice", phrase(words, "dice"), tuple(_dice(composed)))
    if composed.reference_cards:
        yield Section("reference", phrase(words, "quick reference"), tuple(_reference(composed)))


def _without_repeats(entries: Iterable[CardEntry]) -> tuple[CardEntry, ...]:
    """Return entries with those that differ only in their pictures as one, with the copies of all."""
    found: dict[tuple[Any, ...], CardEntry] = {}
    for entry in entries:
        parts, back = ([part.whole_text for part in side] for side in (entry.parts, entry.back))
        key = entry.name, *parts, None, *back, None, entry.choices
        first = found.get(key)
        found[key] = entry if first is None else first._replace(copies=first.copies + entry.copies)
    return tuple(found.values())


def _entry(composed: ComposedGame, cards: Cards, choices: Choices, *, with_back: bool) -> CardEntry:
    component, _, back = cards[0]
    return CardEntry(
        f"card-{component.id}",
        name_of(composed, component),
        component.copies,
        _parts(composed, [front for _, front, _ in cards]),
        _parts(composed, [back]) if with_back and back is not None else (),
        choices.codes(component),
    )


def _parts(composed: ComposedGame, faces: Sequence[FaceSpec]) -> tuple[SpokenPart, ...]:
    """Return what is read of faces, each part once: what both ends of a card show is the same."""
    by_text: dict[str, SpokenPart] = {}
    for face in faces:
        for part in flat_parts(spoken_parts(composed.draw(face).symbol.items)):
            by_text.setdefault(part.whole_text, part)
    return tuple(part for text, part in by_text.items() if text)


def _dice(composed: ComposedGame) -> Iterator[CardEntry]:
    game = composed.game
    for name in composed.dice:
        die = game.file.dice[name]
        labels = enumerate(side.label for side in die_sides(die, game.lists))
        sides = tuple(SpokenPart(Element("LI", number), label) for number, label in labels)
        yield CardEntry(f"die-{name}", die.name, die.copies, (SpokenPart(Element("L"), "", sides),))


def _reference(composed: ComposedGame) -> Iterator[CardEntry]:
    for card in composed.reference_cards:
        for number, side in enumerate(card.sides, 1):
            parts = _parts(composed, [side])
            title = next((part.whole_text for part in parts if part.role == "H1"), "")
            words: dict[str, Any] = {"side": number, "card": card.id.rpartition("-")[2]}
            name = title or phrase(composed.game.words, "reference side", **words)
            yield CardEntry(f"{card.id}-{number}", name, composed.seats, parts)


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]
