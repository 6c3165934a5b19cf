"""The reading of a loaded game: its own texts, and a vocabulary of everything that it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import PurePosixPath
from typing import Any, Final

from punchboard.checks.prose.english.parsed_text import WHOLE_LINE, Block, SourceSpan, Text, fold
from punchboard.checks.prose.reading.placed_markdown import Line, lines_of, parse_markdown, printed_blocks
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import (
    GENERIC,
    Naming,
    Piece,
    Sense,
    SetupDeal,
    Vocabulary,
    last_word,
    namings,
)
from punchboard.checks.traversal import possible_contents, steps
from punchboard.expression import ExpressionError, template
from punchboard.expression.line_numbers import lines_with_numbers, number_lines, split_front_matter
from punchboard.model.game.game import Component, Entry, Game, Kind
from punchboard.model.game.game_file import FieldFile
from punchboard.model.game.setup import VERBS, Quantity
from punchboard.model.values import Path
from punchboard.problem import Place

MAX_NAME_WORDS: Final = 4
"""A property of an entry with more words is not a name."""


def game_texts(game: Game, values: Mapping[str, Any]) -> tuple[Text, ...]:
    """Return the Markdown texts in a game's own folder, or their translations; not those that several games share.

    Args:
        game: the game.
        values: the names that templates in its texts use.
    """
    translations = PurePosixPath(game.place.file).parent / "locale"
    own = ((name, game.text_file(name)) for name in game.texts)
    return tuple(
        parse_markdown(tuple(fill_template_lines(game.texts[name], values)), file)
        for name, file in own
        if name not in game.text_files or PurePosixPath(file).is_relative_to(translations)
    )


def game_reading(game: Game, values: Mapping[str, Any], texts: tuple[Text, ...]) -> Reading:
    """Return a game's own texts and its vocabulary.

    Args:
        game: the game.
        values: the names that templates in its texts use.
        texts: its own Markdown texts, as `game_texts` returns them.
    """
    if texts:
        texts = (*texts, parse_markdown(tuple(_game_file_lines(game, values)), game.place.file))
    is_complete = "rulebook" in game.texts and "rulebook" not in game.text_files
    return Reading(texts, game_vocabulary(game), dict(_rules(game)), is_complete=is_complete)


def _rules(game: Game) -> Iterator[tuple[str, Block]]:
    """Yield the rules of the game's own document, by id."""
    for name, rule in game.rules.items():
        yield name, Block("rule", rule.file.rule, rule.place.file, (SourceSpan(0, rule.place.line, 0),))


def game_vocabulary(game: Game) -> Vocabulary:
    """Return the names of a game, with the pieces that each can mean."""
    dice = (Piece(die.name, die.copies, game.place_of("dice", name)) for name, die in game.file.dice.items())
    pieces = (
        *(_piece(game.kinds[component.kind], component, game.value_place) for component in game.components),
        *dice,
    )
    held = possible_contents(game)
    names = (*namings(pieces), *_kinds(game), *_entries(game), *_generic_names(game, held))
    lists = {of.name: tuple(map(_name, game.lists[key])) for key, of in game.file.lists.items() if of.name}
    low, high = game.file.players.bounds
    players = None if high is None else (low, high)
    terms = tuple(chain(_terms(game), _property_names(game)))
    return Vocabulary(
        game.place.file, pieces, names, lists, terms, players, tuple(_setup_deals(game, held)), are_kinds_described=True
    )


def _name(entry: Entry) -> str:
    return str(entry.properties["name"])


def _piece(kind: Kind, component: Component, value_place: Callable[[Component, str], Place]) -> Piece:
    values = {field: component.values.get(field) for field, of in kind.file.fields.items() if _is_relevant(field, of)}
    markdown = [field for field, of in kind.file.fields.items() if of.type == "markdown" and values.get(field)]
    texts = (
        (_fill_templates(str(values[field]), component.values), value_place(component, field)) for field in markdown
    )
    name = component.values.get("name")
    return Piece(
        name if isinstance(name, str) else kind.name,
        component.copies,
        component.place,
        kind.name,
        {field: _name(value) for field, value in values.items() if isinstance(value, Entry)},
        {field: value for field, value in values.items() if type(value) is int},
        tuple(chain.from_iterable(printed_blocks(text, place) for text, place in texts)),
        cell=value_place(component, "name") if isinstance(name, str) else component.place,
    )


def _is_relevant(field: str, field_type: FieldFile) -> bool:
    """Return whether a field is a number, an entry of a list or Markdown. Plain text is neither a name nor a rule."""
    return field != "name" and (
        field_type.type in {"integer", "number", "markdown"} or isinstance(field_type.one_of, str)
    )


def _kinds(game: Game) -> Iterator[Naming]:
    """Yield the names of kinds: also in the plural, without ``card``, and their last words."""
    for key, kind in game.kinds.items():
        pieces = frozenset(at for at, component in enumerate(game.components) if component.kind == key)
        is_generic = fold(last_word(kind.name)) in GENERIC
        short_names = {name.rpartition(" ")[0] for name in (kind.name, kind.plural) if is_generic}
        yield from (Naming(name, Sense(kind.name, "kind", pieces)) for name in (kind.name, kind.plural))
        heads = sorted({last_word(kind.name), *short_names, *map(last_word, short_names)} - {""})
        yield from (Naming(name, Sense(name, "head", pieces)) for name in heads if fold(name) not in GENERIC)


def _entries(game: Game) -> Iterator[Naming]:
    """Yield the names of list entries, also in the plural, for the pieces that have them."""
    pieces_by_entry: dict[int, set[int]] = {}
    for at, component in enumerate(game.components):
        for field, of in game.kinds[component.kind].file.fields.items():
            if isinstance(of.one_of, str):
                pieces_by_entry.setdefault(id(component.values.get(field)), set()).add(at)
    for entry in chain.from_iterable(game.lists.values()):
        sense = Sense(_name(entry), "entry", frozenset(pieces_by_entry.get(id(entry), ())))
        names = (entry.properties.get(key) for key in ("name", "plural", "one"))
        yield from (Naming(name, sense) for name in names if isinstance(name, str))


def _generic_names(game: Game, held: Mapping[str, frozenset[str]]) -> Iterator[Naming]:
    """Yield what ``card``, ``tile`` and such words can mean: all pieces of such kinds, and those in a pile."""
    for word in sorted(GENERIC):
        kinds = {key for key, kind in game.kinds.items() if word in {fold(last_word(kind.name)), kind.trim.form}}
        own = [(at, component.id) for at, component in enumerate(game.components) if component.kind in kinds]
        piles = (frozenset(at for at, name in own if name in pile) for pile in held.values())
        for members in dict.fromkeys((frozenset(at for at, _ in own), *piles)):
            if members:
                yield Naming(word, Sense(word, "kind", members))


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
    """Yield the properties of entries that are names."""
    for entry in chain.from_iterable(game.lists.values()):
        texts = (value for value in entry.properties.values() if isinstance(value, str))
        yield from (value for value in texts if value[:1].isupper() and len(value.split()) <= MAX_NAME_WORDS)


# Text and deals in `game.yaml`: the sentences that are printed, and what its scripts give to each player.


def _game_file_lines(game: Game, values: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the sentences of ``game.yaml`` as lines of Markdown below headings, each with its line there."""
    for title, paths in _texts(game).items():
        yield Line(game.place.line, f"# {title}", exact=0)
        for path, text in paths:
            place = game.place_of(*path)
            yield from (Line(place.line, line.text, exact=0) for line in lines_of(_fill_templates(text, values)))
            yield Line(place.line, "", exact=0)


def _texts(game: Game) -> dict[str, list[tuple[Path, str]]]:
    """Return the texts with their paths, by subject."""
    texts: dict[str, list[tuple[Path, str]]] = {"Components": [], "Set-up": []}
    texts["Components"] += (((*path, "about"), about) for path, about in _descriptions(game) if about)
    for step, path in steps(game):
        sentence = step.operand if step.traits.operand == "text" else ""
        words = (("note", step.note), ("in words", step.in_words), ("amount in words", step.amount_in_words))
        step_texts = [((*path, key), text or "") for key, text in (*words, (step.verb, sentence))]
        texts["Set-up"] += ((at, text) for at, text in step_texts if text)
    for number, variant in enumerate(game.file.variants):
        texts[f"Variant: {variant.name}"] = [(("variants", number, "text"), variant.text)]
    return texts


def _descriptions(game: Game) -> Iterator[tuple[Path, str]]:
    yield from ((("kinds", name), kind.about) for name, kind in game.file.kinds.items())
    yield from ((("dice", name), die.about) for name, die in game.file.dice.items())


def _setup_deals(game: Game, held: Mapping[str, frozenset[str]]) -> Iterator[SetupDeal]:
    """Yield what steps give to each player, as far as they say how many. ``held`` is what each pile can hold."""
    own = game.file.each_player_has
    for step, path in steps(game):
        is_for_each = (step.who or "").startswith("each ") or step.target in own
        if step.amount is None or not is_for_each:
            continue
        selected = step.kind or step.of
        source = held.get(step.source or "box", frozenset())
        pieces = (
            at
            for at, component in enumerate(game.components)
            if component.id in source and selected in {None, component.kind}
        )
        is_setup, is_limit = path[0] == "setup", step.amount.mode in _LIMITS
        if is_setup or not VERBS[step.verb].takes_away or step.target in own:
            yield SetupDeal(frozenset(pieces), _numbers(game, step.amount, step.each), is_setup, is_limit, step.verb)


_LIMITS: Final = frozenset({"up to", "between"})


def _numbers(game: Game, amount: Quantity, each: str | None) -> Mapping[int, int]:
    """Return how many are given by number of players (0 for any), or nothing if the step gives no number."""
    if amount.mode not in {"exactly", "until", *_LIMITS} or each is not None:
        return {}
    number = amount.number if amount.most is None else amount.most
    if by_players := game.amounts_by_players(number):
        return by_players
    value = game.number_value(number)
    return {} if value is None else {0: value}


# Filled-in templates of a game's own texts, with the file line of each line.

UNKNOWN: Final = "…"
"""Replaces a template that cannot be evaluated."""

_VALUE: Final = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_TAG: Final = re.compile(r"\{%.*?%\}", re.DOTALL)


def fill_template_lines(source: str, values: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the lines of a text with its templates filled in. A line in a loop is repeated for each pass.

    Args:
        source: the text as written.
        values: the names that its templates use.
    """
    written = source.split("\n")
    front, body = split_front_matter(source)
    yield from (Line(number, line) for number, line in enumerate(written[:front], 1))
    # an included text is read from its own file
    lines = lines_with_numbers(_fill_templates(number_lines(body), {**values, "text": lambda _name: ""}))
    for at, (number, line) in enumerate(lines):
        if at >= front:
            as_written = written[number - 1].find("{")
            yield Line(number, line, as_written if as_written >= 0 else WHOLE_LINE)


def _fill_templates(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with its templates filled in. If one fails, all of them are replaced by `UNKNOWN`."""
    if "{" not in text:
        return text
    try:
        return str(template(text)(values))
    except ExpressionError:
        return _TAG.sub("", _VALUE.sub(UNKNOWN, text))  # EXPR001 reports it when the text is composed
