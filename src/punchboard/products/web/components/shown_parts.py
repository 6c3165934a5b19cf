"""The parts shown on the page: components, sides of dice, quick-reference cards."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.compose.faces.face_fingerprints import FaceFingerprints, text_hash
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Component, Entry, Game
from punchboard.model.game.selection import parse_selection
from punchboard.model.snapshot import NON_FIELDS
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.game.snapshots import DIE_NAME, REFERENCE
from punchboard.products.pictures import SideFile, side_files

_TEXT_CONTENT: Final = frozenset({"text", "markdown", "pips", "layout"})
"""Contents of boxes whose words are searchable."""


class Part(NamedTuple):
    """One part with its two sides. ``fields`` are pairs of name and value, both as shown."""

    id: str
    name: str
    kind: str
    copies: int
    front: SideFile
    back: SideFile | None = None
    decks: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


def parts(composed: ComposedGame) -> Iterator[Part]:
    """Yield every component in the order of the catalog, then the sides of dice, then the reference cards."""
    every = tuple(side_files(composed))
    fronts = {side.name: side for side in every}
    backs = {side.face: side for side in reversed(every) if not side.name.endswith("-front")}
    decks = decks_of(composed.game)
    for component, _, back in composed.specs:
        yield Part(
            component.id,
            composed.card_name(name_of(composed, component), component),
            component.kind,
            component.copies,
            fronts[f"{component.id}-front"],
            None if back is None else backs[back],
            decks.get(composed.component_ids[component.id], ()),
            tuple(_fields(composed, component)),
        )
    yield from _dice(composed, fronts)
    for number, card in enumerate(composed.reference_cards, 1):
        front, behind = fronts[f"reference-{number}-front"], fronts.get(f"reference-{number}-back")
        yield Part(card.id, f"Reference {number}", REFERENCE, composed.seats, front, behind)


def kinds(composed: ComposedGame) -> dict[str, str]:
    """Return the printed plural name of each kind of part."""
    file = composed.game.file
    named = {name: kind.plural for name, kind in composed.game.kinds.items()}
    named |= {DIE_NAME.format(name): file.dice[name].name for name in composed.dice}
    return {**named, **({REFERENCE: "Quick-reference cards"} if composed.reference_cards else {})}


def name_of(composed: ComposedGame, component: Component) -> str:
    """Return a display name: the component's name, its title, its entries of lists, or else the name of its kind."""
    values, kind = composed.composer.filled_values(component), composed.game.kinds[component.kind]
    given = [str(values.get(field) or "") for field in ("name", "title")]
    chosen = ", ".join(str(value.properties["name"]) for value in values.values() if isinstance(value, Entry))
    return next((name for name in (*given, chosen) if name and name != kind.name), kind.name)


def searchable_text(part: Part) -> str:
    """Return the searchable text of a part: its fields, then the texts on its front. Nothing is drawn for it."""
    fields = " ".join(value for _, value in part.fields)
    return " ".join((fields, *(text for text in _texts(part.front.face) if text not in fields)))


def _texts(spec: FaceSpec) -> Iterator[str]:
    """Yield the texts in the boxes of a face, and those passed to nested layouts."""
    for box, values in zip(spec.program.boxes, spec.box_specs, strict=True):
        for value in values or () if box.content in _TEXT_CONTENT else ():
            yield from value.extra if box.content == "layout" else (value.content or "",)


def _dice(composed: ComposedGame, fronts: Mapping[str, SideFile]) -> Iterator[Part]:
    for name, faces in composed.dice.items():
        die = composed.game.file.dice[name]
        for number in range(1, len(faces) + 1):
            side = fronts[f"{name}-{number}"]
            yield Part(side.name, f"{die.name}, side {number}", DIE_NAME.format(name), die.copies, side)


def decks_of(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the decks that each component is in at the start. EXPR001 reports decks with an invalid selection."""
    decks: dict[str, tuple[str, ...]] = {}
    for name, pile in game.file.decks.items():
        try:
            is_in_deck = parse_selection(game, pile.contains) if pile.contains else None
            ids = [component.id for component in game.components if is_in_deck is not None and is_in_deck(component)]
        except ExpressionError:
            continue
        for id_ in ids:
            decks[id_] = (*decks.get(id_, ()), name)
    return decks


def _fields(composed: ComposedGame, component: Component) -> Iterator[tuple[str, str]]:
    """Yield the fields of a component. The name is skipped if it is only the name of its kind."""
    kind = composed.game.kinds[component.kind]
    own = composed.composer.filled_values(component)
    values = own if kind.file.map is None else {"name": own["name"]}  # the cells are on the face
    for field, value in values.items():
        if field not in NON_FIELDS and value is not None and value != "" and (field != "name" or value != kind.name):
            yield field.replace("_", " ").capitalize(), _value_text(value)


def _value_text(value: Any) -> str:
    """Return a value as text: an entry by its name, a list with commas, a boolean as yes or no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(_value_text, value))
    return str(getattr(value, "properties", {}).get("name", value))


KEY_CONTEXT: Final = "{} {} {}"
"""The part of a key shared by all faces of a game: ink, version, language."""


def face_keys(composed: ComposedGame, looks: FaceFingerprints | None = None) -> Mapping[FaceSpec, str]:
    """Return the key of every face: 16 hexadecimal digits, worked out without drawing anything.

    A look leaves out the mark of the edition, so the game's version is part of each key.
    """
    looks, file = looks or FaceFingerprints(composed.loaded), composed.game.file
    way = KEY_CONTEXT.format(composed.print_options.ink, file.version, file.language)
    specs = dict.fromkeys(spec for _, spec in composed.all_specs)
    return {spec: text_hash(way, looks.fingerprint((spec,), set())) for spec in specs}
