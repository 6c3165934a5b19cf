"""Loading a game's folder: ``game.yaml``, its tables and its texts, with all their problems reported together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from os.path import lexists
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from punchboard.expression import ExpressionError
from punchboard.load.components import repeated_id_problems
from punchboard.load.errors import ProblemCollector
from punchboard.load.files import display_path
from punchboard.load.game_pictures import check_pictures
from punchboard.load.kinds import Catalog, Folder, kind_components, unclaimed_row_problems, value_place
from punchboard.load.yaml.places import read_yaml, read_yaml_file
from punchboard.load.yaml.validate import PlaceMap, place_of, validated
from punchboard.model.game.game import (
    BACK_COVER,
    BOOK_TEXTS,
    TEXT_SHEETS,
    Component,
    Entry,
    Game,
    Kind,
    PlacedRule,
    die_sides,
    list_entries,
    list_name,
)
from punchboard.model.game.game_file import Die, GameFile, KindFile, ListFile, Pile, Rule
from punchboard.model.game.selection import ALL, expand_selection, selected_components
from punchboard.model.game.setup import verb_of
from punchboard.model.layout.icon_set import Symbols
from punchboard.model.values import Slug, closest_word
from punchboard.problem import Place, Problem, Severity, fail
from punchboard.workspace import folder_name

M = TypeVar("M", bound=BaseModel)

TEXT_NAMES: Final = (*BOOK_TEXTS, BACK_COVER, "reference", "turn", "table", *TEXT_SHEETS)
"""Names of the Markdown files that a game may have."""


_SCRIPTS: Final = frozenset({"setup", "turn", "round", "sequences"})
"""The sections with steps."""

RULES_FILE: Final = "rules.yaml"
"""The file that lists every rule of the game's rules document."""


def load_game(folder: Path, workspace: Path) -> Game:
    """Return the game in a folder. Places contain file paths relative to the workspace.

    Raises:
        ProblemsFound: all problems of its files: unreadable files, unknown keys, wrong values, duplicate ids.
    """
    name = display_path(folder / "game.yaml", workspace)
    raw, places = read_yaml_file(folder / "game.yaml", name)
    places.setdefault((), Place(name, 1))
    collector = ProblemCollector()
    file = collector.attempt(validated, GameFile, raw, places, name)
    catalog = _catalog(Folder(folder, workspace, places), raw, file)
    of_kinds = [collector.attempt(kind_components, catalog, kind) or () for kind in catalog.kinds]
    components = tuple(chain.from_iterable(of_kinds))
    collector.add(unclaimed_row_problems(catalog))
    catalog.drop_cells()
    collector.add(repeated_id_problems(components))
    warnings = (*catalog.table_warnings(), *catalog.warnings)
    components, notes = check_pictures(components, catalog.kinds, folder, partial(value_place, catalog))
    collector.add(problem for problem in notes if problem.severity is Severity.ERROR)
    collector.add(_dice_problems(file.dice if file else {}, catalog))
    texts = _texts(catalog.folder, collector)
    rules = collector.attempt(_rules, catalog.folder) or {}
    if collector.problems:
        collector.add(warnings)  # an error may follow from what is left out
    game = _game(collector.result_or_raise(file, name), catalog, components, texts, rules, notes=(*warnings, *notes))
    return _with_value_piles(game)


def kinds_as_written(folder: Path, workspace: Path) -> tuple[str, Mapping[str, KindFile]]:
    """Return the path of ``game.yaml`` and the kinds in it that can be read, also of a game that cannot be loaded.

    Raises:
        ProblemsFound: when the file cannot be read, or is no YAML.
    """
    name = display_path(folder / "game.yaml", workspace)
    raw, places = read_yaml_file(folder / "game.yaml", name)
    return name, _catalog(Folder(folder, workspace, places), raw, None).kinds


def _catalog(folder: Folder, raw: Any, file: GameFile | None) -> Catalog:
    """Return the lists and kinds of a game. If ``game.yaml`` is invalid, return those that are valid or recoverable."""
    sections = _mapping(raw)
    lists = file.lists if file else _valid_entries(ListFile, sections.get("lists"))
    kinds = file.kinds if file else _recovered_kinds(sections.get("kinds"))
    declared = frozenset(_mapping(sections.get("lists")))
    symbols = Symbols(dict.fromkeys(file.symbols, "") if file else {})
    return Catalog(folder, {name: list_entries(of) for name, of in lists.items()}, kinds, declared, symbols, [], {}, {})


def _valid_entries(model: type[M], raw: Any) -> dict[str, M]:
    valid = {}
    for name, value in _mapping(raw).items():
        try:
            valid[name] = model.model_validate(value)
        except ValidationError:
            continue  # validation of the whole file reported it
    return valid


def _recovered_kinds(raw: Any) -> dict[str, KindFile]:
    """Return the kinds of an invalid file that can be recovered, so that their rows are checked too."""
    from punchboard.load.recovery import recover_model  # noqa: PLC0415 - good games are whole

    recovered = {
        name: recover_model(KindFile, value)
        for name, value in _mapping(raw).items()
        if "rows" not in _mapping(value) or _has_readable_fields(_mapping(value))
    }
    return {name: kind for name, kind in recovered.items() if kind is not None}


def _has_readable_fields(kind: Mapping[str, Any]) -> bool:
    """Return whether the fields of a kind are known, so that the columns of its table can be compared with them."""
    if "fields" in kind:
        return isinstance(kind["fields"], Mapping)
    return not any(closest_word(str(key), ("fields",)) for key in kind)


def _mapping(raw: Any) -> Mapping[str, Any]:
    return raw if isinstance(raw, Mapping) else {}


def _texts(folder: Folder, collector: ProblemCollector) -> dict[str, str]:
    texts = {}
    for text in TEXT_NAMES:
        if lexists(folder.path / f"{text}.md"):
            read = collector.attempt(folder.text, f"{text}.md", folder.places[()])
            texts[text] = read[0] if read else ""
            collector.attempt(_front_matter, *(read or ("", "")))
    return texts


def _front_matter(text: str, file: str) -> None:
    """Check that a text's front matter is valid YAML, since other programs read it."""
    from punchboard.expression.line_numbers import split_front_matter  # noqa: PLC0415 - a deck without texts needs no patterns

    lines, _ = split_front_matter(text)
    if lines:
        read_yaml("\n" + "".join(text.splitlines(keepends=True)[1 : lines - 1]), file)


def _rules(folder: Folder) -> dict[str, PlacedRule]:
    """Return the rules listed in ``rules.yaml``; none when there is no such file."""
    if not lexists(folder.path / RULES_FILE):
        return {}
    text, name = folder.text(RULES_FILE, folder.places[()])
    raw, places = read_yaml(text, name)
    rules = validated(dict[Slug, Rule], raw, places, name)
    return {key: PlacedRule(rule, place_of(places, (key,), Place(name, 1))) for key, rule in rules.items()}


def _game(
    file: GameFile,
    catalog: Catalog,
    components: tuple[Component, ...],
    texts: dict[str, str],
    rules: dict[str, PlacedRule],
    *,
    notes: tuple[Problem, ...],
) -> Game:
    folder = catalog.folder
    kinds = {name: Kind(name, kind, kind.trim, folder.place("kinds", name)) for name, kind in file.kinds.items()}
    return Game(
        id=folder_name(folder.path),
        file=file,
        place=Place(folder.places[()].file, 1),
        lists=MappingProxyType(dict(catalog.lists)),
        kinds=MappingProxyType(kinds),
        components=components,
        texts=MappingProxyType(texts),
        places=MappingProxyType(_by_verb(folder.places)),
        rules=MappingProxyType(rules),
        load_warnings=notes,
        value_place=partial(value_place, catalog),
    )


def _by_verb(places: PlaceMap) -> dict[tuple[str | int, ...], Place]:
    """Return places, those in steps also by the verb alone: ``draw`` beside ``each player draws``."""
    aliases = {_with_verbs(path): place for path, place in places.items() if path[:1] and path[0] in _SCRIPTS}
    return {**aliases, **places}


def _with_verbs(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return a path whose keys of steps, which follow a number, are verbs."""
    pairs = zip((None, *path), path, strict=False)
    return tuple(
        verb_of(part) or part if isinstance(before, int) and isinstance(part, str) else part for before, part in pairs
    )


def _dice_problems(dice: Mapping[str, Die], catalog: Catalog) -> Iterator[Problem]:
    """Yield VALUE001 for each die whose list cannot be spread evenly over six sides."""
    for name, die in dice.items():
        entries = list_name(die)
        if entries in catalog.lists and not die_sides(die, catalog.lists):
            place = catalog.folder.place("dice", name, "faces", "one of")
            message = f"list {entries!r} has {len(catalog.lists[entries])} entries, which cannot fill six sides evenly"
            yield Problem("VALUE001", place, message, "use a list of 1, 2, 3 or 6 entries")


# Piles with `for each`: one pile for each value of a field among the components that they hold.

SECTIONS = ("decks", "piles")
"""The sections whose piles may have ``for each``."""


def _with_value_piles(game: Game) -> Game:
    """Return a game in which each pile with ``for each`` is one pile for each value, named ``supply cellar``.

    ``Game.pile_families`` has their names by the name in ``game.yaml``. A pile whose selection cannot be read, or
    whose components lack the field, stays as it is; the checks report it.

    Raises:
        ProblemsFound: when a pile of that name exists.
    """
    families: dict[str, tuple[str, ...]] = {}
    sections: dict[str, dict[str, Pile]] = {}
    places = dict(game.places)
    declared = game.file.decks.keys() | game.file.piles.keys() | game.file.each_player_has.keys()
    for section in SECTIONS:
        piles: dict[str, Pile] = {}
        for name, pile in getattr(game.file, section).items():
            own = {f"{name} {value}": of_value for value, of_value in _piles_of_values(game, pile)}
            for taken in own.keys() & declared:
                message, hint = f"'for each' makes a pile {taken!r}, and there is one already", "rename one of them"
                raise fail("VALUE001", game.place_of(section, name), message, hint)
            piles |= own or {name: pile}
            if own:
                families[name] = tuple(own)
                for path in [path for path in places if path[:2] == (section, name)]:
                    places |= {(section, own_name, *path[2:]): places[path] for own_name in own}
        sections[section] = piles
    if not families:
        return game
    return replace(game, file=game.file.model_copy(update=sections), pile_families=families, places=places)


def _piles_of_values(game: Game, pile: Pile) -> Iterator[tuple[object, Pile]]:
    """Yield each value of the field with its pile, in the order of the catalog."""
    if pile.for_each is None or pile.contains is None:
        return
    try:
        held = selected_components(game, pile.contains)
    except ExpressionError:
        return
    if any(component.values.get(pile.for_each) is None for component in held):
        return
    base = expand_selection(game, pile.contains)
    test = f"kind == {base!r} and " if base in game.kinds else "" if base == ALL else f"({base}) and "
    for value in dict.fromkeys(component.values[pile.for_each] for component in held):
        label = value.properties["name"] if isinstance(value, Entry) else value
        plain = str(value) if isinstance(value, Entry) else value
        update = {"name": f"{pile.name} ({label})", "contains": f"{test}{pile.for_each} == {plain!r}"}
        yield value, pile.model_copy(update=update)
