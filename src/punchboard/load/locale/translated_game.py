"""A loaded game with its words replaced by translations. Ids, counts and rules stay the same."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from punchboard.load.components import Standings
from punchboard.load.locale.sources import SourceText, component_words
from punchboard.load.yaml.validate import PlaceMap, validated
from punchboard.model.game.game import Component, Entry, Game, Kind, ValueStanding
from punchboard.model.game.game_file import GameFile, KindFile

Translations = Mapping[str, str]
"""Translations by text id."""


def translated_file(
    raw: Mapping[str, Any], sources: tuple[SourceText, ...], translations: Translations, language: str
) -> dict[str, Any]:
    """Return the raw ``game.yaml`` in another language, with the grammatical forms of names that it lacks.

    Args:
        raw: the original file.
        sources: the texts of the file.
        translations: their translations.
        language: the language.
    """
    new = deepcopy(dict(raw))
    for variant, old in zip(new.get("variants", ()), raw.get("variants", ()), strict=True):
        variant.setdefault("id", _key(old))
    for source in sources:
        if source.path and source.id in translations:
            _set_at(new, source.path, translations[source.id])
    return {**new, "language": language}


def _key(variant: Mapping[str, Any]) -> str:
    from punchboard.model.game.variants import Variant  # noqa: PLC0415 - read with the file itself

    return Variant.model_validate(variant).key


def _set_at(raw: Any, path: tuple[str | int, ...], text: str) -> None:
    *way, last = path
    for part in way:
        raw = raw.setdefault(part, {}) if isinstance(raw, dict) else raw[part]
    raw[last] = text


def translated_game(
    game: Game, raw: Mapping[str, Any], places: PlaceMap, translations: Translations, groups: Translations
) -> Game:
    """Return a game in another language.

    Args:
        game: the loaded game.
        raw: its ``game.yaml`` in the other language.
        places: the places of the file.
        translations: the translations of its components' texts.
        groups: the translations of group names.

    Raises:
        ProblemsFound: VALUE001 for a translation that is not valid in place of its source.
    """
    file = validated(GameFile, raw, places, game.place.file)
    lists = {
        name: tuple(Entry(key, entry.model_extra or {}) for key, entry in of.entries.items())
        for name, of in file.lists.items()
    }
    kinds = {name: Kind(name, kind, game.kinds[name].trim, game.kinds[name].place) for name, kind in file.kinds.items()}
    changes = _Changes(game, file, lists, translations)
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
    """Translates the components of a game."""

    def __init__(
        self, game: Game, file: GameFile, lists: Mapping[str, tuple[Entry, ...]], translations: Translations
    ) -> None:
        self._game, self._file, self._translations = game, file, translations
        self._entries = {name: {str(entry): entry for entry in entries} for name, entries in lists.items()}
        self._reasons = dict(_reasons(game.file.kinds, file.kinds))
        self._standings: dict[int, Standings] = {}

    def component(self, component: Component) -> Component:
        """Return a component with its words in the other language. ``original`` keeps the original values."""
        values, kind = dict(component.values), self._file.kinds[component.kind]
        for name, field in kind.fields.items():
            if isinstance(field.one_of, str) and values.get(name) is not None:
                values[name] = self._entries[field.one_of][str(values[name])]
        for name, text in component_words(self._game, component):
            values[name] = self._translations.get(f"{component.id}.{name}", text)
        if "name" not in kind.fields:
            values["name"] = kind.name
        return replace(component, values=values, original=component.values, standings=self._standing(component))

    def _standing(self, component: Component) -> Standings:
        """Return the standings of a component's fields, with reasons in the other language."""
        own = self._translations.get(f"{component.id}.prototype")
        if own is None and id(component.standings) in self._standings:
            return self._standings[id(component.standings)]
        found = MappingProxyType({name: self._reason(standing, own) for name, standing in component.standings.items()})
        if own is None:
            self._standings[id(component.standings)] = found
        return found

    def _reason(self, standing: ValueStanding, own: str | None) -> ValueStanding:
        known = self._reasons.get(standing.reason)
        return standing._replace(reason=known or own or standing.reason) if standing.kind == "prototype" else standing


def _reasons(old: Mapping[str, KindFile], new: Mapping[str, KindFile]) -> Any:
    """Yield the reasons for prototype values of kinds and fields, each with its translation."""
    for name, kind in old.items():
        fields = ((field, new[name].fields[key]) for key, field in kind.fields.items())
        for before, after in ((kind, new[name]), *fields):
            if before.prototype and after.prototype:
                yield before.prototype, after.prototype
