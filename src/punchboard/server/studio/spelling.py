"""The words of a sheet: a choice, and yes or no, are written as its other rows write them."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from typing import Final

from punchboard.load.tables.data_table import Table, normalized
from punchboard.load.tables.rows import field_columns
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import FieldFile, KindFile

_YES_NO: Final = (("yes", "no"), ("true", "false"), ("on", "off"), ("y", "n"), ("t", "f"), ("1", "0"))
_CASES: Final[tuple[Callable[[str], str], ...]] = (str, str.lower, str.capitalize, str.title, str.upper)

Forms = Mapping[Hashable, tuple[str, ...]]
"""How each value of a field may be written, by the value; the same number is the same way to write."""


def sheet_spelling(game: Game, kind: KindFile, table: Table) -> Callable[[str, str], str]:
    """Return a function of a column and a text that returns the text as the sheet writes it."""
    fields = {column: kind.fields[name] for name, column in field_columns(kind, table).items() if name in kind.fields}

    @cache
    def known(column: str) -> tuple[Forms, Counter[str]]:
        forms = _forms(game, fields[column]) if column in fields else {}
        return forms, Counter(row[column] for row in table.rows if row.get(column)) if forms else Counter()

    def spelled(column: str, text: str) -> str:
        forms, used = known(column)
        value = _value(forms, text)
        if value is None:
            return text
        same = [other for other, _ in used.most_common() if _value(forms, other) == value]
        return next(iter(same or _alike(forms, used, value)), text)

    return spelled


def _forms(game: Game, field: FieldFile) -> Forms:
    if isinstance(field.one_of, str):
        entries = {str(one): str(one.properties["name"]) for one in game.lists[field.one_of]}
        return {name: (name, *(case(entry) for case in _CASES)) for name, entry in entries.items()}
    if field.type == "boolean":
        ways = zip(*_YES_NO, strict=True)
        return {truth: tuple(case(word) for word in words for case in _CASES) for truth, words in enumerate(ways)}
    return {}


def _value(forms: Forms, text: str) -> Hashable | None:
    """Return the value that a text means; None when it means none."""
    same = normalized(text)
    exact = next((value for value, (first, *_) in forms.items() if first == text), None)
    matching = next((value for value, (_, *more) in forms.items() if same in map(normalized, more)), None)
    return matching if exact is None else exact


def _alike(forms: Forms, used: Counter[str], value: Hashable) -> Iterator[str]:
    """Yield a value as the sheet writes the others, if it writes all of them in one way."""
    others = [(other, forms[of]) for other in used if (of := _value(forms, other)) is not None]
    for way, text in enumerate(forms[value]):
        if others and all(more[way] == other for other, more in others):
            yield text
