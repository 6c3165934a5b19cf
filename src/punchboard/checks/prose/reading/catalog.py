"""The reading of a loaded game: its own texts, and a vocabulary of all that it gives a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from punchboard.checks.prose.english.text import Block, SourceSpan
from punchboard.checks.prose.english.words import fold
from punchboard.checks.prose.reading.game_file import game_file_lines, setup_deals
from punchboard.checks.prose.reading.markdown import parse_markdown, printed_blocks
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.templates import fill_template_lines, fill_templates
from punchboard.checks.prose.reading.vocabulary import GENERIC, Naming, Piece, Sense, Vocabulary, last_word, namings
from punchboard.checks.setup.pile_contents import possible_contents
from punchboard.model.game.game import Component, Entry, Game, Kind
from punchboard.model.game.game_file import FieldFile

MAX_NAME_WORDS: Final = 4
"""A property of an entry with more words is no name."""


def reading(game: Game, values: Mapping[str, Any]) -> Reading:
    """Return a game's own texts and its vocabulary; texts that all games share are not its own.

    Args:
        game: the game.
        values: the names that templates of its texts use.
    """
    own = [name for name in game.texts if name not in game.text_files]
    texts = [parse_markdown(tuple(fill_template_lines(game.texts[name], values)), game.text_file(name)) for name in own]
    if texts:
        texts.append(parse_markdown(tuple(game_file_lines(game, values)), game.place.file))
    return Reading(tuple(texts), vocabulary(game), dict(_rules(game)), is_complete="rulebook" in own)


def _rules(game: Game) -> Iterator[tuple[str, Block]]:
    """Yield the rules of the game's own document by their ids."""
    for name, one in game.rules.items():
        yield name, Block("rule", one.file.rule, one.place.file, (SourceSpan(0, one.place.line, 0),))


def vocabulary(game: Game) -> Vocabulary:
    """Return the names of a game, with the pieces that each can mean."""
    dice = (Piece(die.name, die.copies, game.place_of("dice", name)) for name, die in game.file.dice.items())
    pieces = (*(_piece(game.kinds[one.kind], one) for one in game.components), *dice)
    held = possible_contents(game)
    names = (*namings(pieces), *_kinds(game), *_entries(game), *_generic_names(game, held))
    lists = {of.name: tuple(map(_name, game.lists[key])) for key, of in game.file.lists.items() if of.name}
    low, high = game.file.players.bounds
    players = None if high is None else (low, high)
    terms = tuple(chain(_terms(game), _property_names(game)))
    return Vocabulary(
        game.place.file, pieces, names, lists, terms, players, tuple(setup_deals(game, held)), are_kinds_described=True
    )


def _name(entry: Entry) -> str:
    return str(entry.properties["name"])


def _piece(kind: Kind, component: Component) -> Piece:
    values = {field: component.values.get(field) for field, of in kind.file.fields.items() if _is_read(field, of)}
    markdown = [field for field, of in kind.file.fields.items() if of.type == "markdown" and values.get(field)]
    texts = (fill_templates(str(values[field]), component.values) for field in markdown)
    name = component.values.get("name")
    return Piece(
        name if isinstance(name, str) else kind.name,
        component.copies,
        component.place,
        kind.name,
        {field: _name(value) for field, value in values.items() if isinstance(value, Entry)},
        {field: value for field, value in values.items() if type(value) is int},
        tuple(chain.from_iterable(printed_blocks(text, component.place) for text in texts)),
    )


def _is_read(field: str, of: FieldFile) -> bool:
    """Tell whether a field is a number, an entry of a list or Markdown: a line of plain text is no name and no rule."""
    return field != "name" and (of.type in {"integer", "number", "markdown"} or isinstance(of.one_of, str))


def _of_kind(game: Game, name: str) -> frozenset[int]:
    return frozenset(at for at, one in enumerate(game.components) if one.kind == name)


def _kinds(game: Game) -> Iterator[Naming]:
    """Yield the names of kinds: in the plural, without ``card``, and their last words."""
    for key, kind in game.kinds.items():
        own = _of_kind(game, key)
        is_generic = fold(last_word(kind.name)) in GENERIC
        short = {name.rpartition(" ")[0] for name in (kind.name, kind.plural) if is_generic}
        yield from (Naming(name, Sense(kind.name, "kind", own)) for name in (kind.name, kind.plural))
        heads = sorted({last_word(kind.name), *short, *map(last_word, short)} - {""})
        yield from (Naming(name, Sense(name, "head", own)) for name in heads if fold(name) not in GENERIC)


def _entries(game: Game) -> Iterator[Naming]:
    """Yield the names of the entries of lists, in the plural too, for the pieces that have them."""
    having: dict[int, set[int]] = {}
    for at, one in enumerate(game.components):
        for field, of in game.kinds[one.kind].file.fields.items():
            if isinstance(of.one_of, str):
                having.setdefault(id(one.values.get(field)), set()).add(at)
    for entry in chain.from_iterable(game.lists.values()):
        sense = Sense(_name(entry), "entry", frozenset(having.get(id(entry), ())))
        names = (entry.properties.get(key) for key in ("name", "plural", "one"))
        yield from (Naming(name, sense) for name in names if isinstance(name, str))


def _generic_names(game: Game, held: Mapping[str, frozenset[str]]) -> Iterator[Naming]:
    """Yield what ``card``, ``tile`` and the like can mean: all pieces of such kinds, and those that a pile holds."""
    for word in sorted(GENERIC):
        kinds = {key for key, kind in game.kinds.items() if word in {fold(last_word(kind.name)), kind.trim.form}}
        own = [(at, one.id) for at, one in enumerate(game.components) if one.kind in kinds]
        piles = (frozenset(at for at, name in own if name in pile) for pile in held.values())
        for found in dict.fromkeys((frozenset(at for at, _ in own), *piles)):
            if found:
                yield Naming(word, Sense(word, "kind", found))


def _terms(game: Game) -> Iterator[str]:
    """Yield every other name: of the game, its numbers, lists, fields, piles, seats, dice and variants."""
    file = game.file
    yield from (game.title, game.short_title)
    yield from filter(None, (number.name for number in file.numbers.values()))
    yield from filter(None, (of.name for of in file.lists.values()))
    yield from (pile.name for pile in (file.decks | file.piles | file.each_player_has).values())
    yield from (seat.name for seat in file.seats.values())
    yield from (variant.name for variant in file.variants)
    yield from filter(None, (name for die in file.dice.values() for name in (die.name, die.plural)))
    for kind in file.kinds.values():
        yield from (field.name or key.replace("_", " ") for key, field in kind.fields.items())


def _property_names(game: Game) -> Iterator[str]:
    """Yield what entries tell of themselves, where it is a name."""
    for entry in chain.from_iterable(game.lists.values()):
        said = (value for value in entry.properties.values() if isinstance(value, str))
        yield from (value for value in said if value[:1].isupper() and len(value.split()) <= MAX_NAME_WORDS)
