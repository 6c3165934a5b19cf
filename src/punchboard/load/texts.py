"""Texts and words that all games share: Markdown such as the playtest sheet, and the words of a language."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from os.path import lexists
from pathlib import Path
from types import MappingProxyType
from typing import Final

from punchboard.load.files import display_path, is_file, read_text, resolve_inside
from punchboard.load.layout_files import SearchPath, read_layout_file
from punchboard.model.game.game import Game
from punchboard.model.values import Prose, did_you_mean
from punchboard.problem import Place, ProblemsFound, fail

FOLDER: Final = "texts"


def readable_texts(folder: Path, workspace: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the texts of a game that can be read, by their path in messages. Its other files may be invalid."""
    texts = {}
    for path in (folder / f"{name}.md" for name in names):
        file = display_path(path, workspace)
        with suppress(ProblemsFound):  # reported elsewhere
            if lexists(path):
                texts[file] = read_text(resolve_inside(folder, path.name, Place(file)), Place(file), file)
    return texts


def with_shared_texts(game: Game, search_path: SearchPath, *, translated: bool = False) -> Game:
    """Return the game with the texts of ``layouts/texts`` that it lacks.

    Args:
        game: the game.
        search_path: where to look for layouts.
        translated: whether they are in the language of the game, where there are translations beside them.

    Raises:
        ProblemsFound: FILE001, FILE002, FILE003.
    """
    files = search_path.files_by_name(FOLDER, ".md").items()
    shared = {name: path for name, path in files if name not in game.texts and "/" not in name}
    if not shared:
        return game
    languages = _tags(game.file.language) if translated else ()
    texts = {name: _shared_text(search_path, path, languages) for name, path in shared.items()}
    return replace(
        game,
        texts=MappingProxyType({**game.texts, **texts}),
        text_files=MappingProxyType({name: search_path.display_path(path) for name, path in shared.items()}),
    )


def _shared_text(search_path: SearchPath, path: Path, languages: Iterable[str]) -> str:
    """Return a shared text, or its translation into the last language with one, which is in a folder beside it."""
    text, beside = search_path.read(path), [path.parent / language / path.name for language in languages]
    translations = [one for one in beside if is_file(one)]
    if not translations:
        return text
    from punchboard.load.locale.translations import translate_text  # noqa: PLC0415 - English games have none

    return translate_text(path.stem, text, search_path.read(translations[-1])).text


FALLBACK_LANGUAGE: Final = "en"
"""The language of words that the game's language lacks."""


def load_words(
    search_path: SearchPath, language: str, place: Place, *, optional: bool = False
) -> dict[str, dict[str, str]]:
    """Return the words of a language: ``pt-BR`` over ``pt``, and both over English.

    Args:
        search_path: where to look for layouts.
        language: the language.
        place: where the language is named.
        optional: whether the language may lack words, which is then reported elsewhere.

    Raises:
        ProblemsFound: REF001 when there are no words for the language, and all problems of the files.
    """
    files = word_files(search_path, language)
    if not files and not optional:
        hint = did_you_mean(language, search_path.files_by_name("words"))
        raise fail("REF001", place, f"no words for language {language!r}", hint)
    if language.partition("-")[0] != FALLBACK_LANGUAGE:
        files = [*word_files(search_path, FALLBACK_LANGUAGE), *files]
    words: dict[str, dict[str, str]] = {}
    for path in files:
        sections = read_layout_file(search_path, path).validated(dict[str, dict[str, Prose]])
        words |= {name: words.get(name, {}) | section for name, section in sections.items()}
    return words


def word_files(search_path: SearchPath, language: str) -> list[Path]:
    """Return the files with a language's words, with those that take precedence last."""
    return [path for name in _tags(language) for path in search_path.find_all(f"words/{name}.yaml")]


def _tags(language: str) -> tuple[str, ...]:
    """Return the tags under which a language's files are: ``pt`` and then ``pt-BR``."""
    return tuple(dict.fromkeys((language.partition("-")[0], language)))
