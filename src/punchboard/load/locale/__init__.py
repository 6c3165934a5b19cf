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

from punchboard.load.files.paths import read_text, shown
from punchboard.load.layout_files.lookup import Lookup
from punchboard.load.layouts.layouts import word_files
from punchboard.load.locale.catalog import (
    STALE,
    UNKNOWN,
    missing_problem,
    stale_problem,
    translated_text,
    translations,
    unknown_problems,
)
from punchboard.load.locale.files import Locale, locales, open_locale
from punchboard.load.locale.layout_texts import SECTION, changed, of_layouts
from punchboard.load.locale.sources import Source, has_words, id_of, of_components, of_file, of_groups
from punchboard.load.locale.text_table import Row
from punchboard.load.locale.translated import file_in, game_in
from punchboard.load.yaml.places import Places, read_yaml
from punchboard.model.game.game import Game
from punchboard.model.layout.layout import Layouts
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity

__all__ = ["Spoken", "in_language", "locales", "own_words", "sources_of", "with_layouts"]


class Spoken(NamedTuple):
    """A game in another language, and what was found on the way."""

    game: Game
    locale: Locale
    rows: tuple[Row, ...]
    sources: tuple[Source, ...]
    missing: tuple[str, ...]
    stale: tuple[str, ...]
    problems: tuple[Problem, ...]


_STANDINGS: Final = "```standings"
"""What prints the reasons of values; without it nobody reads them."""

WORDS: Final = "layouts/words/{}.yaml"
"""What is missing where a language has no words for printed steps."""


def sources_of(game: Game, raw: Mapping[str, Any], forms: Mapping[str, str]) -> tuple[Source, ...]:
    """Return the texts of a game that stand in the table, those of layouts left out.

    Args:
        game: the game in its own language.
        raw: its ``game.yaml``.
        forms: the further forms of names of piles that the other language asks for.
    """
    found = (*of_file(raw), *_forms(game, raw, forms), *of_groups(game), *of_components(game))
    if any(_STANDINGS in text for text in game.texts.values()):
        return found
    return tuple(one._replace(wanted=one.wanted and not one.id.endswith(".prototype")) for one in found)


def _forms(game: Game, raw: Mapping[str, Any], forms: Mapping[str, str]) -> Iterator[Source]:
    """Yield the further forms of piles' names, where the game does not give them itself."""
    file = game.file
    for section, piles in (("decks", file.decks), ("piles", file.piles), ("each player has", file.each_player_has)):
        for name, pile in piles.items():
            for form in forms:
                if form not in (raw[section][name].get("said") or {}):
                    path = (section, name, "said", form)
                    yield Source(id_of(path), pile.name, f"{id_of(path)}", has_words(pile.name), path)


def raw_file(folder: Path, workspace: Path) -> tuple[dict[str, Any], Places]:
    """Return ``game.yaml`` as plain values, with their places; it has been validated before."""
    name = shown(folder / "game.yaml", workspace)
    return read_yaml(read_text(folder / "game.yaml", Place(name), name), name)


def in_language(game: Game, folder: Path, language: str, order: Lookup, forms: Mapping[str, str]) -> Spoken:
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
    raw, places = raw_file(folder, order.workspace)
    sources = sources_of(game, raw, forms)
    found = translations(sources, rows)
    groups = {one.text: found.said[one.id] for one in of_groups(game) if one.id in found.said}
    spoken = game_in(game, file_in(raw, sources, found.said, language), places, found.said, groups)
    texts = _texts(game, locale, order)
    spoken = replace(
        spoken,
        texts=MappingProxyType({name: text for name, (text, _) in texts.said.items()}),
        text_files=MappingProxyType({name: file for name, (_, file) in texts.said.items() if file}),
    )
    words = () if word_files(order, language) else (WORDS.format(language),)
    missing = (*words, *found.missing, *texts.missing)
    return Spoken(spoken, locale, rows, sources, missing, found.stale, texts.problems)


class _Texts(NamedTuple):
    said: dict[str, tuple[str, str]]
    """Text and file by name; no file is named for a text of the game's own folder."""
    missing: tuple[str, ...]
    problems: tuple[Problem, ...]


def _texts(game: Game, locale: Locale, order: Lookup) -> _Texts:
    said, missing, problems = dict[str, tuple[str, str]](), list[str](), list[Problem]()
    for name, source in game.texts.items():
        read = locale.text(game, name, order)
        if read is None:
            said[name] = source, game.text_files.get(name, "")
            missing += [f"{name}.md"] if has_words(source) else []
            continue
        text = translated_text(name, source, read[0])
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
    from punchboard.load.locale.sections import sections  # noqa: PLC0415 - for a hint

    return tuple(one.name for one in sections(source))


def _stale_sections(stale: tuple[tuple[str, int, str], ...], file: str) -> Iterator[Problem]:
    if stale:
        ids = ", ".join(one for one, _, _ in stale)
        hint = "mend each section, then take the fingerprint out of its mark; translate writes the new one"
        sections = "1 section has" if len(stale) == 1 else f"{len(stale)} sections have"
        message = f"{sections} changed since translated: {ids}"
        yield Problem(STALE, Place(file, stale[0][1]), message, hint, Severity.WARNING)


def with_layouts(spoken: Spoken, layouts: Layouts, plain: Layouts, *, books: bool) -> tuple[Game, Layouts]:
    """Return the game with all that was found, and its layouts in its language.

    Args:
        spoken: the game in another language.
        layouts: its layouts, as they are written.
        plain: the same without those that are of this language alone, whose words need no translation.
        books: whether the layouts of books are among them; else nothing is said of rows for these.
    """
    shared = layouts.words.get(SECTION, {})
    written = {one.id: one.text for one in of_layouts(layouts)}
    known = {one.id: one for one in of_layouts(plain) if written.get(one.id) == one.text}
    found = translations(known.values(), spoken.rows)
    layouts = changed(layouts, lambda name, text: found.said.get(name) or shared.get(text, text))
    missing = (*spoken.missing, *(one for one in found.missing if known[one].text not in shared))
    rows = [row for row in spoken.rows if books or not row.id.startswith(("books.", "faces."))]
    place, command = spoken.locale.place, f"punchboard translate {quote(spoken.game.id)} {spoken.locale.language}"
    notes = (
        *spoken.game.notes,
        *missing_problem(missing, place, command),
        *stale_problem((*spoken.stale, *found.stale), spoken.rows),
        *unknown_problems(rows, (*known, *(one.id for one in spoken.sources))),
        *spoken.problems,
    )
    return replace(spoken.game, notes=notes), layouts


def own_words(layouts: Layouts) -> Layouts:
    """Return layouts with the fixed words that their language has for them, whatever game they are of."""
    shared = layouts.words.get(SECTION, {})
    return changed(layouts, lambda _name, text: shared.get(text, text)) if shared else layouts
