"""Translated games, from ``locale/<language>/`` beside ``game.yaml``.

``texts.csv`` has a row for each text of components (id and field), of ``game.yaml`` and of layouts. Markdown files are
beside it, translated section by section. A missing translation is printed in the game's own language.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.load.components import Standings
from punchboard.load.files import display_path
from punchboard.load.layout_files import SearchPath
from punchboard.load.locale.locale_files import (
    Locale,
    Row,
    UntranslatedFile,
    locale_names,
    open_locale,
    untranslated_shops,
    untranslated_text,
)
from punchboard.load.locale.sources import (
    SECTION,
    SourceText,
    component_texts,
    component_words,
    file_texts,
    group_texts,
    has_words,
    layout_texts,
    replace_texts,
    text_id,
)
from punchboard.load.locale.translations import (
    STALE,
    UNKNOWN,
    have,
    match_translations,
    missing_files_problem,
    missing_problem,
    section_id,
    sections,
    stale_problem,
    translate_text,
    unknown_problems,
)
from punchboard.load.maps import translated_map
from punchboard.load.texts import word_files
from punchboard.load.yaml.places import Places, read_yaml_file
from punchboard.load.yaml.validate import PlaceMap, validated
from punchboard.model.game.game import Component, Entry, Game, ValueStanding, list_entries
from punchboard.model.game.game_file import GameFile, KindFile
from punchboard.model.layout.grid_map import MAP_VALUE
from punchboard.model.layout.layout import Layouts
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity

__all__ = ["TranslatedGame", "locale_names", "source_texts", "translate_game", "translate_layouts", "use_shared_words"]


class TranslatedGame(NamedTuple):
    """A game in another language, with its table of translations and the problems found."""

    game: Game
    locale: Locale
    rows: tuple[Row, ...]
    sources: tuple[SourceText, ...]
    missing: tuple[str, ...]
    stale: tuple[str, ...]
    problems: tuple[Problem, ...]


_STANDINGS_FENCE: Final = "```standings"
"""The directive that prints the reasons for prototype values. Without it, they are not printed."""

WORDS_FILE: Final = "layouts/words/{}.yaml"
"""The file reported as missing when a language has no words for printed steps."""


def source_texts(game: Game, raw: Mapping[str, Any], forms: Mapping[str, str]) -> tuple[SourceText, ...]:
    """Return the texts of a game for the table of translations, except those of layouts.

    Args:
        game: the game in its own language.
        raw: its ``game.yaml``.
        forms: the grammatical forms of pile names that the other language needs.
    """
    sources = (*file_texts(raw), *_forms(game, raw, forms), *group_texts(game), *component_texts(game))
    if any(_STANDINGS_FENCE in text for text in game.texts.values()):
        return sources
    return tuple(text._replace(is_required=text.is_required and not text.id.endswith(".prototype")) for text in sources)


def _forms(game: Game, raw: Mapping[str, Any], forms: Mapping[str, str]) -> Iterator[SourceText]:
    """Yield the grammatical forms of pile names that the game does not define itself."""
    file = game.file
    for section, piles in (("decks", file.decks), ("piles", file.piles), ("each player has", file.each_player_has)):
        for name, pile in piles.items():
            for form in forms:
                if form not in (raw[section][name].get("said") or {}):
                    path = (section, name, "said", form)
                    yield SourceText(text_id(path), pile.name, f"{text_id(path)}", has_words(pile.name), path)


def read_raw_game(folder: Path, workspace: Path) -> tuple[dict[str, Any], Places]:
    """Return ``game.yaml`` as plain values with their places. It must be valid."""
    name = display_path(folder / "game.yaml", workspace)
    return read_yaml_file(folder / "game.yaml", name)


def translate_game(
    game: Game, folder: Path, language: str, search_path: SearchPath, forms: Mapping[str, str]
) -> TranslatedGame:
    """Return a game in another language.

    Args:
        game: the loaded game, with shared texts.
        folder: its folder.
        language: the language.
        search_path: where to look for layouts.
        forms: the grammatical forms of pile names that the language needs.

    Raises:
        ProblemsFound: REF001 when there is no such translation, and all problems of its files.
    """
    locale = open_locale(game, folder, language, search_path.workspace)
    rows = locale.rows()
    raw, places = read_raw_game(folder, search_path.workspace)
    sources = source_texts(game, raw, forms)
    matches = match_translations(sources, rows)
    groups = {group.text: matches.translated[group.id] for group in group_texts(game) if group.id in matches.translated}
    own_file = _translated_file(raw, sources, matches.translated, language)
    translation = _translated_game(game, own_file, places, matches.translated, groups)
    texts = _texts(game, locale, search_path)
    translation = replace(
        translation,
        texts=MappingProxyType({name: text for name, (text, _) in texts.translated.items()}),
        text_files=MappingProxyType({name: file for name, (_, file) in texts.translated.items() if file}),
    )
    words = () if word_files(search_path, language) else (WORDS_FILE.format(language),)
    missing = (*words, *matches.missing, *texts.missing)
    untranslated = (*texts.untranslated, *untranslated_shops(search_path, locale))
    problems = (*missing_files_problem(untranslated), *texts.problems)
    return TranslatedGame(translation, locale, rows, sources, missing, matches.stale, problems)


class _TranslatedTexts(NamedTuple):
    translated: dict[str, tuple[str, str]]
    """Text and file by name. The file is empty for a text in the game's own folder."""
    missing: tuple[str, ...]
    untranslated: tuple[UntranslatedFile, ...]
    """Shared texts, which are missing for all games."""
    problems: tuple[Problem, ...]


def _texts(game: Game, locale: Locale, search_path: SearchPath) -> _TranslatedTexts:
    translated, missing, problems = dict[str, tuple[str, str]](), list[str](), list[Problem]()
    untranslated = list[UntranslatedFile]()
    for name, source in game.texts.items():
        read = locale.text(game, name, search_path)
        if read is None:
            translated[name] = source, game.text_files.get(name, "")
            if has_words(source) and name in game.text_files:
                untranslated.append(untranslated_text(game, name, locale))
            elif has_words(source):
                missing.append(f"{name}.md")
            continue
        text = translate_text(name, source, read[0])
        translated[name] = text.text, read[1]
        missing += text.missing
        problems += _stale_sections(text.stale, read[1])
        for section, line in text.unknown:
            message = f"the text has no section {section!r}"
            hint = did_you_mean(section, [section_id(name, known) for known in sections(source)])
            problems.append(Problem(UNKNOWN, Place(read[1], line), message, hint, Severity.WARNING))
    return _TranslatedTexts(translated, tuple(missing), tuple(untranslated), tuple(problems))


def _stale_sections(stale: tuple[tuple[str, int, str], ...], file: str) -> Iterator[Problem]:
    if stale:
        ids = ", ".join(section for section, _, _ in stale)
        hint = "update each section and delete the fingerprint in its mark; `punchboard translate` writes the new one"
        message = f"{have(stale, 'section')} changed since translation: {ids}"
        yield Problem(STALE, Place(file, stale[0][1]), message, hint, Severity.WARNING)


def translate_layouts(
    translation: TranslatedGame, layouts: Layouts, plain: Layouts, *, books: bool
) -> tuple[Game, Layouts]:
    """Return the game with all problems of its translation, and its layouts in its language.

    Args:
        translation: the game in another language.
        layouts: its layouts, not translated.
        plain: its layouts without those in the folder of this language, whose words need no translation.
        books: whether the layouts include those of books. If not, rows for them are not reported as unknown.
    """
    shared = layouts.words.get(SECTION, {})
    written = {text.id: text.text for text in layout_texts(layouts)}
    known = {text.id: text for text in layout_texts(plain) if written.get(text.id) == text.text}
    matches = match_translations(known.values(), translation.rows)
    layouts = replace_texts(layouts, lambda name, text: matches.translated.get(name) or shared.get(text, text))
    missing = (*translation.missing, *(text for text in matches.missing if known[text].text not in shared))
    rows = [row for row in translation.rows if books or not row.id.startswith(("books.", "faces."))]
    place = translation.locale.place
    command = f"punchboard translate {quote(translation.game.id)} {translation.locale.language}"
    notes = (
        *translation.game.load_warnings,
        *missing_problem(missing, place, command),
        *stale_problem((*translation.stale, *matches.stale), translation.rows),
        *unknown_problems(rows, (*known, *(text.id for text in translation.sources))),
        *translation.problems,
    )
    return replace(translation.game, load_warnings=notes), layouts


def use_shared_words(layouts: Layouts) -> Layouts:
    """Return layouts with their fixed words replaced by the shared words of their language."""
    shared = layouts.words.get(SECTION, {})
    return replace_texts(layouts, lambda _name, text: shared.get(text, text)) if shared else layouts


# A loaded game with its words replaced by translations. Ids, counts and rules stay the same.

Translations = Mapping[str, str]
"""Translations by text id."""


def _translated_file(
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
    from punchboard.model.game.game_file_parts import Variant  # noqa: PLC0415 - read with the file itself

    return Variant.model_validate(variant).key


def _set_at(raw: Any, path: tuple[str | int, ...], text: str) -> None:
    *way, last = path
    for part in way:
        raw = raw.setdefault(part, {}) if isinstance(raw, dict) else raw[part]
    raw[last] = text


def _translated_game(
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
    lists = {name: list_entries(of) for name, of in file.lists.items()}
    kinds = {name: replace(game.kinds[name], file=kind) for name, kind in file.kinds.items()}
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
        if kind.map is not None:
            entries = self._entries[str(kind.fields["terrain"].one_of)]
            values[MAP_VALUE] = translated_map(values[MAP_VALUE], kind, entries, values)
        return replace(component, values=values, original=component.values, standings=self._standing(component))

    def _standing(self, component: Component) -> Standings:
        """Return the standings of a component's fields, with reasons in the other language."""
        own = self._translations.get(f"{component.id}.prototype")
        if own is None and id(component.standings) in self._standings:
            return self._standings[id(component.standings)]
        reasons = {name: self._reason(standing, own) for name, standing in component.standings.items()}
        standings = MappingProxyType(reasons)
        if own is None:
            self._standings[id(component.standings)] = standings
        return standings

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
