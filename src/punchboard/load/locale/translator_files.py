"""The translation files of a game for ``punchboard translate``, new or updated. This module does not write them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.load.game import load_game
from punchboard.load.layout_files.search_path import SearchPath, game_search_path
from punchboard.load.layouts.layouts import load_layouts
from punchboard.load.layouts.words import load_words
from punchboard.load.locale import read_raw_game, source_texts
from punchboard.load.locale.files import FOLDER, Locale
from punchboard.load.locale.layout_texts import SECTION, layout_texts
from punchboard.load.locale.sources import SourceText, has_words
from punchboard.load.locale.text_table import FILE, text_table_csv
from punchboard.load.locale.updates import UpdatedText, form_notes, update_rows, update_text
from punchboard.load.texts import with_shared_texts
from punchboard.model.game.game import Game
from punchboard.problem import Place, fail
from punchboard.workspace import builtin_folder, game_folder, workspace_root

_BYTE_ORDER_MARK: Final = "\ufeff"
"""The mark by which spreadsheets recognize UTF-8."""


class TranslatorFile(NamedTuple):
    """A new or updated file, with its path from the game's folder."""

    path: str
    content: UpdatedText
    old: str | None
    """Its current text; None when it does not exist."""
    rows: int = 0
    """The number of texts in a table."""


def translator_files(game_id: str, language: str, workspace: Path) -> Iterator[TranslatorFile]:
    """Yield the table and the Markdown files of a language, new or updated.

    Raises:
        ProblemsFound: REF001 for the game's own language, and all problems of the game's files.
    """
    workspace = workspace_root(workspace)
    folder, search_path = game_folder(game_id, workspace), game_search_path(game_id, workspace, builtin_folder())
    game = with_shared_texts(load_game(folder, workspace), search_path)
    if language == game.file.language:
        raise fail("REF001", Place("LANGUAGE"), f"{language!r} is the language {game_id} is written in")
    locale = Locale(language, folder, workspace)
    yield _table(game, locale, search_path)
    for name, source in game.texts.items():
        file = _file(locale, name)
        read = locale.text(game, name, search_path)
        if (read is None and has_words(source)) or file.exists():
            old = read[0] if read is not None else None
            yield TranslatorFile(f"{FOLDER}/{language}/{name}.md", update_text(name, source, old), old)


def _file(locale: Locale, name: str) -> Path:
    return locale.folder / f"{name}.md"


def _table(game: Game, locale: Locale, search_path: SearchPath) -> TranslatorFile:
    words = load_words(search_path, locale.language, Place("LANGUAGE"), optional=True)
    forms = words.get("forms", {})
    sources = tuple(_sources(game, locale, words, forms))
    renewed = update_rows(sources, locale.rows(), dict(form_notes(sources, forms)))
    begun = UpdatedText(_BYTE_ORDER_MARK + text_table_csv(renewed.rows), renewed.todo, renewed.stale, renewed.gone)
    file = locale.folder / FILE
    old = file.read_text("utf-8") if file.is_file() else None
    return TranslatorFile(f"{FOLDER}/{locale.language}/{FILE}", begun, old, len(renewed.rows))


def _sources(
    game: Game, locale: Locale, words: Mapping[str, Mapping[str, str]], forms: Mapping[str, str]
) -> Iterator[SourceText]:
    """Yield the texts of a game and of its layouts. Texts with shared words in the language are optional."""
    raw, _places = read_raw_game(locale.game, locale.workspace)
    yield from source_texts(game, raw, forms)
    shared = words.get(SECTION, {})
    layouts = load_layouts(game, locale.workspace, builtin_folder())
    yield from (one._replace(is_required=one.is_required and one.text not in shared) for one in layout_texts(layouts))
