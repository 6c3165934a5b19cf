"""Games in other languages: ``locale/<language>/`` beside ``game.yaml``.

``texts.csv`` has a row for each text: of components (id and field), of ``game.yaml``, of layouts. Markdown files stand
beside it, translated by sections. What is missing is printed as it is in the game's own language.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.load.files.paths import display_path, read_text
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.layouts.layouts import word_files
from punchboard.load.locale.files import Locale, locale_names, open_locale
from punchboard.load.locale.layout_texts import SECTION, layout_texts, replace_texts
from punchboard.load.locale.sources import SourceText, component_texts, file_texts, group_texts, has_words, text_id
from punchboard.load.locale.text_table import Row
from punchboard.load.locale.translated_game import translated_file, translated_game
from punchboard.load.locale.translations import (
    STALE,
    UNKNOWN,
    match_translations,
    missing_problem,
    stale_problem,
    translate_text,
    unknown_problems,
)
from punchboard.load.yaml.places import Places, read_yaml
from punchboard.model.game.game import Game
from punchboard.model.layout.layout import Layouts
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity

__all__ = ["TranslatedGame", "locale_names", "source_texts", "translate_game", "translate_layouts", "use_shared_words"]


class TranslatedGame(NamedTuple):
    """A game in another language, and what was found on the way."""

    game: Game
    locale: Locale
    rows: tuple[Row, ...]
    sources: tuple[SourceText, ...]
    missing: tuple[str, ...]
    stale: tuple[str, ...]
    problems: tuple[Problem, ...]


_STANDINGS: Final = "```standings"
"""What prints the reasons of values; without it nobody reads them."""

WORDS_FILE: Final = "layouts/words/{}.yaml"
"""What is missing where a language has no words for printed steps."""


def source_texts(game: Game, raw: Mapping[str, Any], forms: Mapping[str, str]) -> tuple[SourceText, ...]:
    """Return the texts of a game that stand in the table, those of layouts left out.

    Args:
        game: the game in its own language.
        raw: its ``game.yaml``.
        forms: the further forms of names of piles that the other language asks for.
    """
    found = (*file_texts(raw), *_forms(game, raw, forms), *group_texts(game), *component_texts(game))
    if any(_STANDINGS in text for text in game.texts.values()):
        return found
    return tuple(one._replace(is_required=one.is_required and not one.id.endswith(".prototype")) for one in found)


def _forms(game: Game, raw: Mapping[str, Any], forms: Mapping[str, str]) -> Iterator[SourceText]:
    """Yield the further forms of piles' names, where the game does not give them itself."""
    file = game.file
    for section, piles in (("decks", file.decks), ("piles", file.piles), ("each player has", file.each_player_has)):
        for name, pile in piles.items():
            for form in forms:
                if form not in (raw[section][name].get("said") or {}):
                    path = (section, name, "said", form)
                    yield SourceText(text_id(path), pile.name, f"{text_id(path)}", has_words(pile.name), path)


def read_raw_game(folder: Path, workspace: Path) -> tuple[dict[str, Any], Places]:
    """Return ``game.yaml`` as plain values, with their places; it has been validated before."""
    name = display_path(folder / "game.yaml", workspace)
    return read_yaml(read_text(folder / "game.yaml", Place(name), name), name)


def translate_game(
    game: Game, folder: Path, language: str, order: SearchPath, forms: Mapping[str, str]
) -> TranslatedGame:
    """Return a game in another language.

    Args:
        game: the game as it was loaded, with the texts that games share.
        folder: its folder.
        language: the language.
        order: where layouts lie.
        forms: the further forms of names that the language asks for.

    Raises:
        ProblemsFound: REF001 when there is no such translation, and all problems of its files.
    """
    locale = open_locale(game, folder, language, order.workspace)
    rows = locale.rows()
    raw, places = read_raw_game(folder, order.workspace)
    sources = source_texts(game, raw, forms)
    found = match_translations(sources, rows)
    groups = {one.text: found.translated[one.id] for one in group_texts(game) if one.id in found.translated}
    spoken = translated_game(
        game, translated_file(raw, sources, found.translated, language), places, found.translated, groups
    )
    texts = _texts(game, locale, order)
    spoken = replace(
        spoken,
        texts=MappingProxyType({name: text for name, (text, _) in texts.said.items()}),
        text_files=MappingProxyType({name: file for name, (_, file) in texts.said.items() if file}),
    )
    words = () if word_files(order, language) else (WORDS_FILE.format(language),)
    missing = (*words, *found.missing, *texts.missing)
    return TranslatedGame(spoken, locale, rows, sources, missing, found.stale, texts.problems)


class _Texts(NamedTuple):
    said: dict[str, tuple[str, str]]
    """Text and file by name; no file is named for a text of the game's own folder."""
    missing: tuple[str, ...]
    problems: tuple[Problem, ...]


def _texts(game: Game, locale: Locale, order: SearchPath) -> _Texts:
    said, missing, problems = dict[str, tuple[str, str]](), list[str](), list[Problem]()
    for name, source in game.texts.items():
        read = locale.text(game, name, order)
        if read is None:
            said[name] = source, game.text_files.get(name, "")
            missing += [f"{name}.md"] if has_words(source) else []
            continue
        text = translate_text(name, source, read[0])
        said[name] = text.text, read[1]
        missing += text.missing
        problems += _stale_sections(text.stale, read[1])
        for one, line in text.unknown:
            hint = did_you_mean(one, [f"{name}.md#{known}" for known in _names(source)])
            problems.append(
                Problem(UNKNOWN, Place(read[1], line), f"{one!r} is no section of the text", hint, Severity.WARNING)
            )
    return _Texts(said, tuple(missing), tuple(problems))


def _names(source: str) -> tuple[str, ...]:
    from punchboard.load.locale.sections import sections

    return tuple(one.name for one in sections(source))


def _stale_sections(stale: tuple[tuple[str, int, str], ...], file: str) -> Iterator[Problem]:
    if stale:
        ids = ", ".join(one for one, _, _ in stale)
        hint = "mend each section, then take the fingerprint out of its mark; translate writes the new one"
        sections = "1 section has" if len(stale) == 1 else f"{len(stale)} sections have"
        message = f"{sections} changed since translated: {ids}"
        yield Problem(STALE, Place(file, stale[0][1]), message, hint, Severity.WARNING)


def translate_layouts(spoken: TranslatedGame, layouts: Layouts, plain: Layouts, *, books: bool) -> tuple[Game, Layouts]:
    """Return the game with all that was found, and its layouts in its language.

    Args:
        spoken: the game in another language.
        layouts: its layouts, as they are written.
        plain: the same without those that are of this language alone, whose words need no translation.
        books: whether the layouts of books are among them; else nothing is said of rows for these.
    """
    shared = layouts.words.get(SECTION, {})
    written = {one.id: one.text for one in layout_texts(layouts)}
    known = {one.id: one for one in layout_texts(plain) if written.get(one.id) == one.text}
    found = match_translations(known.values(), spoken.rows)
    layouts = replace_texts(layouts, lambda name, text: found.translated.get(name) or shared.get(text, text))
    missing = (*spoken.missing, *(one for one in found.missing if known[one].text not in shared))
    rows = [row for row in spoken.rows if books or not row.id.startswith(("books.", "faces."))]
    place, command = spoken.locale.place, f"punchboard translate {quote(spoken.game.id)} {spoken.locale.language}"
    notes = (
        *spoken.game.load_warnings,
        *missing_problem(missing, place, command),
        *stale_problem((*spoken.stale, *found.stale), spoken.rows),
        *unknown_problems(rows, (*known, *(one.id for one in spoken.sources))),
        *spoken.problems,
    )
    return replace(spoken.game, load_warnings=notes), layouts


def use_shared_words(layouts: Layouts) -> Layouts:
    """Return layouts with the fixed words that their language has for them, whatever game they are of."""
    shared = layouts.words.get(SECTION, {})
    return replace_texts(layouts, lambda _name, text: shared.get(text, text)) if shared else layouts
