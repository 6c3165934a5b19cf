"""Texts of layouts that a language lacks: Markdown files of ``layouts/texts`` and instructions of print shops."""

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from punchboard.load.layout_files.inheritance import SHOP
from punchboard.load.layout_files.search_path import Root, SearchPath
from punchboard.load.locale.locale_files import Locale
from punchboard.load.texts import FOLDER as TEXTS
from punchboard.model.game.game import Game

_INSTRUCTIONS: Final = "\nchoose:"
"""The start of a shop's own instructions; a shop without them has those of the shop that it extends."""


class UntranslatedFile(NamedTuple):
    """A file without a translation: its name, its path, and the path that its translation should have."""

    name: str
    source: str
    translation: str


def untranslated_text(game: Game, name: str, locale: Locale) -> UntranslatedFile:
    """Return a shared text that has no translation. Only the game itself can translate an installed one."""
    source = PurePosixPath(game.text_files[name])
    own = PurePosixPath(locale.place.file).with_name(source.name)
    translation = own if source.is_absolute() else source.parent / locale.language / source.name
    return UntranslatedFile(source.name, str(source), str(translation))


def untranslated_shops(search_path: SearchPath, locale: Locale) -> Iterator[UntranslatedFile]:
    """Yield each shop whose instructions have no translation, if the language has those of any shop."""
    shared = _language_folders(search_path.roots[search_path.own_count :], locale)
    if not any((folder / SHOP.folder).is_dir() for folder in shared):
        return
    for name, path in search_path.files_by_name(SHOP.folder, ".yaml").items():
        file = f"{SHOP.folder}/{name}.yaml"
        translations = [folder / file for folder in _translated_folders(search_path, path, locale)]
        is_translated = any(translation.is_file() for translation in translations)
        if not is_translated and _INSTRUCTIONS in f"\n{search_path.read(path)}":
            yield UntranslatedFile(file, *map(search_path.display_path, (path, translations[0])))


def _translated_folders(search_path: SearchPath, path: Path, locale: Locale) -> list[Path]:
    """Return the layout folders that may translate a layout: those that come before it on the search path."""
    number = next(number for number, root in enumerate(search_path.roots) if path.is_relative_to(root.folder))
    if number < search_path.own_count:
        return [locale.folder / "layouts"]
    return _language_folders(search_path.roots[search_path.own_count : number + 1], locale)


def _language_folders(roots: Iterable[Root], locale: Locale) -> list[Path]:
    languages = dict.fromkeys((locale.language, locale.language.partition("-")[0]))
    return [root.folder / TEXTS / language for language in languages for root in roots]
