"""The fields with a choice of values, by which ``cards.html`` is filtered."""

from typing import Any, NamedTuple

from punchboard.model.game.game import Component, Game


class Filter(NamedTuple):
    """A choice field: its label, and its values, each a code and a name."""

    label: str
    values: tuple[tuple[str, str], ...]


class Choices:
    """Gives the values of choice fields short codes, such as ``0.2`` for the third value found in the first field."""

    def __init__(self, game: Game) -> None:
        fields = {
            (kind.id, name): _capitalized(file.name or name.replace("_", " "))
            for kind in game.kinds.values()
            for name, file in kind.file.fields.items()
            if file.one_of is not None
        }
        self._labels = fields
        self._numbers = {label: number for number, label in enumerate(dict.fromkeys(fields.values()))}
        self._found: dict[str, dict[str, str]] = {label: {} for label in self._numbers}

    def codes(self, component: Component) -> str:
        """Return the codes of the values of a component, with a space between them."""
        return " ".join(
            self._code(label, value)
            for (kind, name), label in self._labels.items()
            if kind == component.kind
            for value in _each(component.values.get(name))
        )

    def _code(self, label: str, value: Any) -> str:
        found = self._found[label]
        name = str(getattr(value, "properties", {}).get("name", value))
        return found.setdefault(name, f"{self._numbers[label]}.{len(found)}")

    def filters(self) -> tuple[Filter, ...]:
        """Return the fields of which the components seen so far have several values."""
        found = self._found.items()
        return tuple(
            Filter(label, tuple((code, name) for name, code in values.items()))
            for label, values in found
            if len(values) > 1
        )


def _each(value: Any) -> tuple[Any, ...]:
    """Return the values of a field: none, one, or those of a list."""
    if value is None or value == "":
        return ()
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]
