"""Types of texts in ``game.yaml`` that must have a certain form: languages, links, symbols."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator

from punchboard.model.values import narrows

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
_LINK = re.compile(r"(https?://|file:)[^\s@]*(/[^\s]*)?")
MAX_LINK_LENGTH: Final = 2_000
MAX_TOKEN_LENGTH: Final = 40


def is_language(text: str) -> bool:
    """Return whether a text is written like a language tag: ``en``, ``pt-BR``."""
    return _LANGUAGE.fullmatch(text) is not None


@narrows({"pattern": f"^{_LANGUAGE.pattern}$"})
def _valid_language(text: str) -> str:
    if not is_language(text):
        raise ValueError(f"{text!r} is not a language; write 'en', 'de' or 'pt-BR'")
    return text


@narrows({"pattern": f"^{_LINK.pattern}$", "maxLength": MAX_LINK_LENGTH})
def _valid_link(text: str) -> str:
    """Return a link. Messages never repeat it, because it may contain a password."""
    if len(text) > MAX_LINK_LENGTH or not text.isprintable() or not _LINK.fullmatch(text):
        raise ValueError(
            "a source is the link of a table without user name and password; write an address that begins with https://"
        )
    return text


@narrows({"pattern": r"^\S(.*\S)?$", "maxLength": MAX_TOKEN_LENGTH})
def _token(text: str) -> str:
    if text != text.strip() or not 0 < len(text) <= MAX_TOKEN_LENGTH or "\n" in text:
        raise ValueError(f"{text!r} is not a symbol; write it as in the texts, such as '[coin]' or '{{T}}'")
    if all(char.isalnum() or char.isspace() for char in text):
        raise ValueError(f"symbol {text!r} is a word; use brackets or another mark around it, such as '[{text}]'")
    return text


Language = Annotated[str, AfterValidator(_valid_language)]
"""A language tag, such as ``en`` or ``pt-BR``."""

Link = Annotated[str, AfterValidator(_valid_link)]
"""The link of a table, without user name and password."""

Token = Annotated[str, AfterValidator(_token)]
"""A symbol as written in texts, such as ``[coin]``."""
