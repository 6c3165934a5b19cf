"""The words of a language in printed set-up steps and phrases: ``layouts/words/<language>.yaml``."""

from pathlib import Path
from typing import Final

from punchboard.load.layout_files.inheritance import read_layout_file
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.yaml.validate import validated
from punchboard.model.values import Prose, did_you_mean
from punchboard.problem import Place, fail

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
        hint = did_you_mean(language, search_path.files_by_name("words", ".yaml"))
        raise fail("REF001", place, f"no words for language {language!r}", hint)
    files = [
        *(word_files(search_path, FALLBACK_LANGUAGE) if language.partition("-")[0] != FALLBACK_LANGUAGE else ()),
        *files,
    ]
    found: dict[str, dict[str, str]] = {}
    for path in files:
        source = read_layout_file(search_path, path)
        sections = validated(dict[str, dict[str, Prose]], source.raw, source.places, source.file)
        found |= {name: found.get(name, {}) | section for name, section in sections.items()}
    return found


def word_files(search_path: SearchPath, language: str) -> list[Path]:
    """Return the files with a language's words, with those that take precedence last."""
    names = dict.fromkeys((language.partition("-")[0], language))
    return [path for name in names for path in search_path.find_all(f"words/{name}.yaml")]
