"""A loaded game in another language: the same ids, counts and rules, other words."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from punchboard.load.locale.sources import SourceText, component_words
from punchboard.load.yaml.validate import PlaceMap, validated
from punchboard.model.game.game import Component, Entry, Game, Kind, ValueStanding
from punchboard.model.game.game_file import GameFile, KindFile

Translations = Mapping[str, str]
"""What texts are in the other language, by their ids."""

Standings = Mapping[str, ValueStanding]


def translated_file(
    raw: Mapping[str, Any], sources: tuple[SourceText, ...], said: Translations, language: str
) -> dict[str, Any]:
    """Return the raw ``game.yaml`` in another language; forms of names that it has not itself are put in.

    Args:
        raw: the file as it is.
        sources: the texts of the file.
        said: their translations.
        language: the language.
    """
    new = deepcopy(dict(raw))
    for variant, old in zip(new.get("variants", ()), raw.get("variants", ()), strict=True):
        variant.setdefault("id", _key(old))
    for one in sources:
        if one.path and one.id in said:
            _put(new, one.path, said[one.id])
    return {**new, "language": language}


def _key(variant: Mapping[str, Any]) -> str:
    from punchboard.model.game.variants import Variant

    return Variant.model_validate(variant).key


def _put(raw: Any, path: tuple[str | int, ...], text: str) -> None:
    *way, last = path
    for part in way:
        raw = raw.setdefault(part, {}) if isinstance(raw, dict) else raw[part]
    raw[last] = text


def translated_game(
    game: Game, raw: Mapping[str, Any], places: PlaceMap, said: Translations, groups: Translations
) -> Game:
    """Return a game in another language.

    Args:
        game: the game as it was loaded.
        raw: its ``game.yaml`` in the other language.
        places: the places of the file.
        said: the translations of its components' texts.
        groups: those of the names of groups.

    Raises:
        ProblemsFound: VALUE001 for a translation that cannot stand where its source does.
    """
    file = validated(GameFile, raw, places, game.place.file)
    lists = {
        name: tuple(Entry(key, entry.model_extra or {}) for key, entry in of.entries.items())
        for name, of in file.lists.items()
    }
    kinds = {name: Kind(name, kind, game.kinds[name].trim, game.kinds[name].place) for name, kind in file.kinds.items()}
    changes = _Changes(game, file, lists, said)
    return replace(
        game,
        file=file,
        lists=MappingProxyType(lists),
        kinds=MappingProxyType(kinds),
        components=tuple(map(changes.component, game.components)),
        words=MappingProxyType({"groups": groups} if groups else {}),
        locale=file.language,
    )


class _Changes:
    """Makes components in another language."""

    def __init__(self, game: Game, file: GameFile, lists: Mapping[str, tuple[Entry, ...]], said: Translations) -> None:
        self._game, self._file, self._said = game, file, said
        self._entries = {name: {str(entry): entry for entry in entries} for name, entries in lists.items()}
        self._reasons = dict(_reasons(game.file.kinds, file.kinds))
        self._standings: dict[int, Standings] = {}

    def component(self, one: Component) -> Component:
        """Return a component with its words in the other language; its own values are kept beside them."""
        values, kind = dict(one.values), self._file.kinds[one.kind]
        for name, field in kind.fields.items():
            if isinstance(field.one_of, str) and values.get(name) is not None:
                values[name] = self._entries[field.one_of][str(values[name])]
        for name, text in component_words(self._game, one):
            values[name] = self._said.get(f"{one.id}.{name}", text)
        if "name" not in kind.fields:
            values["name"] = kind.name
        return replace(one, values=values, original=one.values, standings=self._standing(one))

    def _standing(self, one: Component) -> Standings:
        """Return the standings of a component's fields with their reasons in the other language."""
        own = self._said.get(f"{one.id}.prototype")
        if own is None and id(one.standings) in self._standings:
            return self._standings[id(one.standings)]
        found = MappingProxyType({name: self._reason(standing, own) for name, standing in one.standings.items()})
        if own is None:
            self._standings[id(one.standings)] = found
        return found

    def _reason(self, standing: ValueStanding, own: str | None) -> ValueStanding:
        known = self._reasons.get(standing.reason)
        return standing._replace(reason=known or own or standing.reason) if standing.kind == "prototype" else standing


def _reasons(old: Mapping[str, KindFile], new: Mapping[str, KindFile]) -> Any:
    """Yield the reasons of kinds and their fields, as they were and as they are."""
    for name, kind in old.items():
        fields = ((field, new[name].fields[key]) for key, field in kind.fields.items())
        for before, after in ((kind, new[name]), *fields):
            if before.prototype and after.prototype:
                yield before.prototype, after.prototype
