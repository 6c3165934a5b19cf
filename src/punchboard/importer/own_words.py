"""What a new game says of its own, in the language of its table: names of cards and piles, and its first texts."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template
from typing import Any, Final

from punchboard.importer.draft import Draft, KindDraft
from punchboard.importer.kinds.kind_names import DEFAULT_NAME
from punchboard.importer.yaml_text import quoted
from punchboard.system.yaml_parser import load_yaml

ENGLISH: Final = "en"


def language_of(draft: Draft) -> str:
    """Return the tag of the language of a game."""
    return draft.language.guess if draft.language else ENGLISH


def words_of(language: str) -> Mapping[str, Any]:
    """Return the words of a language; the English ones for a language without."""
    return _words().get(language) or _words()[ENGLISH]


@cache
def _words() -> Mapping[str, Mapping[str, Any]]:
    words: Mapping[str, Mapping[str, Any]] = load_yaml(_folder().joinpath("names.yaml").read_text(encoding="utf-8"))
    return words


def first_text(name: str, language: str = ENGLISH) -> str:
    """Return a file of a new game, in a language if there is one for it."""
    folder = _folder().joinpath("files")
    own = folder.joinpath(language, name)
    return (own if own.is_file() else folder.joinpath(name)).read_text(encoding="utf-8")


def _folder() -> Traversable:
    return files("punchboard.importer")


def named(words: Mapping[str, Any], what: str, kind: str = "", kinds: str = "") -> str:
    """Return the YAML for the name of a pile, with the forms of it that sentences of the language need."""
    pile, names = words[what], {"kind": kind, "kinds": kinds}
    texts = {form: quoted(Template(text).substitute(names)) for form, text in pile.get("said", {}).items()}
    said = f", said: {{{', '.join(f'{form}: {text}' for form, text in texts.items())}}}" if texts else ""
    return f"name: {quoted(Template(pile['name']).substitute(names))}{said}"


def in_own_language(draft: Draft) -> Draft:
    """Return a draft whose kinds have names in its language: those without one, and plurals that get no ``s``."""
    language = language_of(draft)
    if language == ENGLISH:
        return draft
    words, has_s = words_of(language), "plural" in _words().get(language, {})
    renamed = [tuple(_renamed(kind, words, has_s=has_s) for kind in part.kinds) for part in draft.parts]
    parts = zip(draft.parts, renamed, strict=True)
    return draft._replace(parts=tuple(part._replace(kinds=kinds) for part, kinds in parts))


def _renamed(kind: KindDraft, words: Mapping[str, Any], *, has_s: bool) -> KindDraft:
    own = words["kind"] if kind.name == DEFAULT_NAME else {"name": kind.name, "plural": kind.plural}
    plural = own.get("plural", "") or ("" if has_s else own["name"])
    return kind._replace(name=own["name"], plural=plural)
