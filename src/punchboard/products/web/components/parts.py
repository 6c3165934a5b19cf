"""Every thing that lies on the proof table: components, sides of dice, quick-reference cards."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Component, Entry, Game
from punchboard.model.game.selection import parse_selection
from punchboard.model.snapshot import NON_FIELDS
from punchboard.products.component_files import SideFile, side_files
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.game.snapshots import DIE_NAME, REFERENCE

_WORDED: Final = frozenset({"text", "markdown", "layout"})
"""What boxes hold whose words can be searched for."""


class Part(NamedTuple):
    """One thing with its two sides; ``fields`` are (name, value) as they are read."""

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
    decks = _decks(composed.game)
    whole = {card: id_ for id_, cards in composed.continued.items() for card in cards}
    for component, _, back in composed.specs:
        yield Part(
            component.id,
            composed.card_name(name_of(composed, component), component),
            component.kind,
            component.copies,
            fronts[f"{component.id}-front"],
            None if back is None else backs[back],
            decks.get(whole.get(component.id, component.id), ()),
            tuple(_fields(composed, component)),
        )
    yield from _dice(composed, fronts)
    for number, card in enumerate(composed.reference_cards, 1):
        front, behind = fronts[f"reference-{number}-front"], fronts.get(f"reference-{number}-back")
        yield Part(card.id, f"Reference {number}", REFERENCE, composed.seats, front, behind)


def kinds(composed: ComposedGame) -> dict[str, str]:
    """Return the name of each kind of thing on the table, in print and in the plural."""
    file = composed.game.file
    named = {name: kind.plural for name, kind in composed.game.kinds.items()}
    named |= {DIE_NAME.format(name): file.dice[name].name for name in composed.dice}
    return {**named, **({REFERENCE: "Quick-reference cards"} if composed.reference_cards else {})}


def name_of(composed: ComposedGame, component: Component) -> str:
    """Return what a component is called: by its name, its title, what was chosen for it from lists, or by its kind."""
    values, kind = composed.composer.filled_values(component), composed.game.kinds[component.kind]
    given = [str(values.get(field) or "") for field in ("name", "title")]
    chosen = ", ".join(str(value.properties["name"]) for value in values.values() if isinstance(value, Entry))
    return next((name for name in (*given, chosen) if name and name != kind.name), kind.name)


def searchable_text(part: Part) -> str:
    """Return what a part says: its fields, then the texts that its front was asked to show; nothing is drawn."""
    said = " ".join(value for _, value in part.fields)
    return " ".join((said, *(text for text in _texts(part.front.face) if text not in said)))


def _texts(spec: FaceSpec) -> Iterator[str]:
    """Yield the texts that the boxes of a face were asked for, and those handed to nested layouts."""
    for box, asked in zip(spec.program.boxes, spec.box_specs, strict=True):
        for one in asked or () if box.content in _WORDED else ():
            yield from one.extra if box.content == "layout" else (one.content or "",)


def _dice(composed: ComposedGame, fronts: Mapping[str, SideFile]) -> Iterator[Part]:
    for name, faces in composed.dice.items():
        die = composed.game.file.dice[name]
        for number in range(1, len(faces) + 1):
            side = fronts[f"{name}-{number}"]
            yield Part(side.name, f"{die.name}, side {number}", DIE_NAME.format(name), die.copies, side)


def _decks(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the decks that each component lies in at the start; EXPR001 tells of those that cannot be read."""
    found: dict[str, tuple[str, ...]] = {}
    for name, pile in game.file.decks.items():
        try:
            within = parse_selection(game, pile.contains) if pile.contains else None
            held = [one.id for one in game.components if within is not None and within(one)]
        except ExpressionError:
            continue
        for id_ in held:
            found[id_] = (*found.get(id_, ()), name)
    return found


def _fields(composed: ComposedGame, component: Component) -> Iterator[tuple[str, str]]:
    """Yield what the row of a component says, field by field; a name that is that of its kind was not given."""
    kind = composed.game.kinds[component.kind]
    for field, value in composed.composer.filled_values(component).items():
        if field not in NON_FIELDS and value is not None and value != "" and (field != "name" or value != kind.name):
            yield field.replace("_", " ").capitalize(), _said(value)


def _said(value: Any) -> str:
    """Return a value as it is read: an entry by its name, a list with commas, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(_said, value))
    return str(getattr(value, "properties", {}).get("name", value))
