"""``cards.html``: every component as text, as its faces are read aloud; with a search and filters."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.phrases import phrase
from punchboard.model.game.game import Component, Game, die_sides
from punchboard.model.layout.face import SpokenPart, flat_parts, spoken_parts
from punchboard.model.values import capitalized
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.assets import font_stack, policy_hash, trusted, web_page
from punchboard.products.web.components.shown_parts import name_of
from punchboard.products.web.palette import page_head
from punchboard.scene import Element


class Filter(NamedTuple):
    """A choice field: its label, and its values, each a code and a name."""

    label: str
    values: tuple[tuple[str, str], ...]


class Choices:
    """Gives the values of choice fields short codes, such as ``0.2`` for the third value found in the first field."""

    def __init__(self, game: Game) -> None:
        fields = {
            (kind.id, name): capitalized(file.name or name.replace("_", " "))
            for kind in game.kinds.values()
            for name, file in kind.file.fields.items()
            if file.one_of is not None
        }
        self._labels = fields
        self._numbers = {label: number for number, label in enumerate(dict.fromkeys(fields.values()))}
        self._codes: dict[str, dict[str, str]] = {label: {} for label in self._numbers}

    def codes(self, component: Component) -> str:
        """Return the codes of the values of a component, with a space between them."""
        return " ".join(
            self._code(label, value)
            for (kind, name), label in self._labels.items()
            if kind == component.kind
            for value in _each(component.values.get(name))
        )

    def _code(self, label: str, value: Any) -> str:
        codes = self._codes[label]
        name = str(getattr(value, "properties", {}).get("name", value))
        return codes.setdefault(name, f"{self._numbers[label]}.{len(codes)}")

    def filters(self) -> tuple[Filter, ...]:
        """Return the fields of which the components seen so far have several values."""
        by_label = self._codes.items()
        return tuple(
            Filter(label, tuple((code, name) for name, code in values.items()))
            for label, values in by_label
            if len(values) > 1
        )


def _each(value: Any) -> tuple[Any, ...]:
    """Return the values of a field: none, one, or those of a list."""
    if value is None or value == "":
        return ()
    return tuple(value) if isinstance(value, tuple | list) else (value,)


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
    by_kind: dict[str, list[Component]] = {}
    for component in composed.game.components:
        by_kind.setdefault(component.kind, []).append(component)
    for kind, components in by_kind.items():
        differ = len({composed.cards[one.id][0][2] for one in components}) > 1
        entries = (_entry(composed, one, choices, with_back=differ) for one in components)
        yield Section(
            f"kind-{kind.replace(' ', '-')}", capitalized(composed.game.kinds[kind].plural), _without_repeats(entries)
        )
    words = composed.game.words
    if composed.dice:
        yield Section("dice", phrase(words, "dice"), tuple(_dice(composed)))
    if composed.reference_cards:
        yield Section("reference", phrase(words, "quick reference"), tuple(_reference(composed)))


def _without_repeats(entries: Iterable[CardEntry]) -> tuple[CardEntry, ...]:
    """Return entries with those that differ only in their pictures as one, with the copies of all."""
    distinct: dict[tuple[Any, ...], CardEntry] = {}
    for entry in entries:
        parts, back = ([part.whole_text for part in side] for side in (entry.parts, entry.back))
        key = entry.name, *parts, None, *back, None, entry.choices
        first = distinct.get(key)
        distinct[key] = entry if first is None else first._replace(copies=first.copies + entry.copies)
    return tuple(distinct.values())


def _entry(composed: ComposedGame, component: Component, choices: Choices, *, with_back: bool) -> CardEntry:
    cards = composed.cards[component.id]
    _, _, back = cards[0]
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


PATH: Final = "cards.html"
HERE: Final = Path(__file__).parent

POLICY: Final = "default-src 'none'; img-src data:; style-src '{style}'; script-src '{script}'; base-uri 'none'"
"""The content security policy: its own script and style, and no requests."""


def cards(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``cards.html``, unless the game has nothing to show on it."""
    values = content(composed)
    if not values["sections"]:
        return
    style = web_page(HERE / "cards.css.jinja").render(values)
    script = (HERE / "cards.js").read_text(encoding="utf-8")
    policy = POLICY.format(style=policy_hash(style), script=policy_hash(script))
    page = web_page(HERE / "cards.html.jinja").render(
        **values, style=trusted(style), script=trusted(script), policy=policy
    )
    yield Product(PATH, composed.document(()), format="data", data=page.encode())


_WORDS: Final = ("skip to text", "contents", "search", "kind", "all", "show all", "back")


def content(composed: ComposedGame) -> dict[str, Any]:
    """Return the values for the page, its style and its script."""
    game, colours = composed.game, composed.loaded.layouts.theme.colours
    words, choices = game.words, Choices(game)
    shown_sections = [
        {"id": one.id, "title": one.title, "entries": [_shown_entry(composed, entry) for entry in one.entries]}
        for one in sections(composed, choices)
    ]
    return {
        **page_head(game, colours),
        "heading": phrase(words, "components in words"),
        "words": {name.replace(" ", "_"): phrase(words, name) for name in _WORDS},
        "found": phrase(words, "found", found="#", every="%"),
        "sections": shown_sections,
        "filters": choices.filters(),
        "text_font": font_stack(composed, "body"),
        "head_font": font_stack(composed, "h1"),
    }


def _shown_entry(composed: ComposedGame, entry: CardEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "copies": phrase(composed.game.words, "copies", copies=entry.copies) if entry.copies != 1 else "",
        "choices": entry.choices,
        "front": _entry_html(entry.parts, entry.name),
        "back": _entry_html(entry.back, entry.name),
    }


# What is read of a face as HTML, in the same order; all text is escaped.

_TAGS: Final[Mapping[str, str]] = {"L": "ul", "OL": "ol", "Table": "table", "TR": "tr"}
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_NUMBER: Final = re.compile(r"\d+")


def _entry_html(parts: Iterable[SpokenPart], name: str) -> Markup:
    """Return the parts of a face below a heading that has the name already: a title that says the same is left out."""
    name_letters = _letters(name)
    shown = (
        _part(part)
        if part.role != "H1"
        else Markup("<p><strong>{}</strong></p>\n").format(part.whole_text)
        if _letters(part.whole_text) != name_letters
        else Markup("")
        for part in parts
    )
    return Markup("").join(shown)


def parts_html(parts: Iterable[SpokenPart]) -> Markup:
    """Return parts one after another."""
    return Markup("").join(map(_part, parts))


def _part(part: SpokenPart) -> Markup:
    tag = _TAGS.get(part.role) if not part.text else None
    if tag == "table":
        return Markup('<div class="wide" role="region" tabindex="0" aria-label="{}"><table>{}</table></div>').format(
            part.parts[0].whole_text if part.parts else "…", parts_html(part.parts)
        )
    if tag is not None:
        return Markup("<{tag}>{within}</{tag}>\n").format(tag=tag, within=parts_html(part.parts))
    if part.role == "LI":
        return _item(part)
    if part.role in {"TH", "RowHeader", "TD"}:
        return _cell(part)
    if part.parts:
        return parts_html(part.parts)
    tag = "h4" if re.fullmatch("H[1-6]", part.role) else "p"
    return Markup("<{tag}>{text}</{tag}>\n").format(tag=tag, text=part.text) if part.text else Markup("")


def _item(part: SpokenPart) -> Markup:
    """Return an item of a list, with its own number in a numbered list; one paragraph needs no element."""
    number = next((_NUMBER.search(one.text) for one in part.parts if one.role == "Lbl"), None)
    value = Markup(' value="{}"').format(number[0]) if number else ""
    inner = [one for body in part.parts if body.role != "Lbl" for one in (body.parts or (body,))]
    text = part.text or (inner[0].text if len(inner) == 1 and inner[0].role == "P" else "")
    return Markup("<li{value}>{text}</li>").format(value=value, text=text or parts_html(inner))


def _cell(part: SpokenPart) -> Markup:
    text = part.whole_text
    if part.role == "TD" or not text:
        return Markup("<td>{}</td>").format(text)
    scope = "row" if part.role == "RowHeader" else "col"
    return Markup('<th scope="{}">{}</th>').format(scope, text)


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text).casefold()
