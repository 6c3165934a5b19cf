"""What is read of a face as HTML, in the same order; all text is escaped."""

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from punchboard.model.layout.spoken import SpokenPart

_TAGS: Final = MappingProxyType({"L": "ul", "OL": "ol", "Table": "table", "TR": "tr"})
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_NUMBER: Final = re.compile(r"\d+")


def entry_html(parts: Iterable[SpokenPart], name: str) -> Markup:
    """Return the parts of a face below a heading that has the name already: a title that says the same is left out."""
    said = _letters(name)
    shown = (
        _part(part)
        if part.role != "H1"
        else Markup("<p><strong>{}</strong></p>\n").format(part.whole_text)
        if _letters(part.whole_text) != said
        else Markup("")
        for part in parts
    )
    return Markup("").join(shown)


def parts_html(parts: Iterable[SpokenPart]) -> Markup:
    """Return parts one after another."""
    return Markup("").join(map(_part, parts))


def _part(part: SpokenPart) -> Markup:
    tag = _TAGS.get(part.role) if not part.text else None
    if tag == "table":
        return Markup('<div class="wide" role="region" tabindex="0" aria-label="{}"><table>{}</table></div>').format(
            part.parts[0].whole_text if part.parts else "…", parts_html(part.parts)
        )
    if tag is not None:
        return Markup("<{tag}>{within}</{tag}>\n").format(tag=tag, within=parts_html(part.parts))
    if part.role == "LI":
        return _item(part)
    if part.role in {"TH", "RowHeader", "TD"}:
        return _cell(part)
    if part.parts:
        return parts_html(part.parts)
    tag = "h4" if re.fullmatch("H[1-6]", part.role) else "p"
    return Markup("<{tag}>{text}</{tag}>\n").format(tag=tag, text=part.text) if part.text else Markup("")


def _item(part: SpokenPart) -> Markup:
    """Return an item of a list, with its own number in a numbered list; one paragraph needs no element."""
    number = next((_NUMBER.search(one.text) for one in part.parts if one.role == "Lbl"), None)
    value = Markup(' value="{}"').format(number[0]) if number else ""
    inner = [one for body in part.parts if body.role != "Lbl" for one in (body.parts or (body,))]
    text = part.text or (inner[0].text if len(inner) == 1 and inner[0].role == "P" else "")
    return Markup("<li{value}>{text}</li>").format(value=value, text=text or parts_html(inner))


def _cell(part: SpokenPart) -> Markup:
    text = part.whole_text
    if part.role == "TD" or not text:
        return Markup("<td>{}</td>").format(text)
    scope = "row" if part.role == "RowHeader" else "col"
    return Markup('<th scope="{}">{}</th>').format(scope, text)


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text).casefold()
