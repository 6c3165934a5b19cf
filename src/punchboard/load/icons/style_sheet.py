"""The styles of an SVG file. Illustrator and Figma write paint as classes in a sheet: ``.cls-1 {fill: none}``.

Rules for a tag, a class or an id are applied. Any other rule is rejected, because its effect would be a guess.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import tinycss2
from tinycss2.color3 import parse_color

from punchboard.load.icons.svg_outline import SVG, UnusableIconError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from tinycss2.ast import Node


class SimpleSelector(NamedTuple):
    """A selector for one element by its tag, id and classes; empty where it does not restrict one of them."""

    tag: str
    id: str
    classes: frozenset[str]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Its specificity (CSS Selectors, 17)."""
        return bool(self.id), len(self.classes), bool(self.tag)

    def matches(self, element: "Element") -> bool:
        """Return whether the selector matches an element."""
        return (
            self.tag in {"", str(element.tag).removeprefix(SVG)}
            and self.id in {"", element.get("id", "")}
            and self.classes <= set(element.get("class", "").split())
        )


class Rule(NamedTuple):
    """A selector and the declarations for the elements that it matches."""

    selector: SimpleSelector
    declarations: Mapping[str, str]


def style_rules(sheets: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules of style sheets, sorted by rising specificity.

    Raises:
        UnusableIconError: for a rule whose selector is not just a tag, classes or an id.
    """
    with _unreadable_css_refused():
        rules = list(_parse_rules(sheets))
    return tuple(sorted(rules, key=lambda rule: rule.selector.specificity))


def style_declarations(style: str) -> Mapping[str, str]:
    """Return the declarations of an element's ``style`` attribute, by property name.

    Raises:
        UnusableIconError: for CSS that cannot be read.
    """
    with _unreadable_css_refused():
        return _declarations(style)


def css_colour(text: str) -> str | None:
    """Return a colour as CSS writes it, such as ``teal`` or ``rgb(1, 2, 3)``, as ``#rrggbb``; None for another text."""
    colour = parse_color(text)
    if colour is None or isinstance(colour, str) or colour.alpha != 1:
        return None
    return "#" + "".join(f"{round(min(1.0, max(0.0, part)) * 255):02x}" for part in colour[:3])


@contextmanager
def _unreadable_css_refused() -> Iterator[None]:
    """Raise UnusableIconError for CSS that tinycss2 cannot read."""
    try:
        yield
    except UnusableIconError:
        raise
    except (RecursionError, ValueError) as error:  # ValueError: a number with thousands of digits
        raise UnusableIconError("its style has brackets nested too deep, or a number with too many digits") from error


def _parse_rules(sheets: Iterable[str]) -> Iterator[Rule]:
    for sheet in sheets:
        for node in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
            if node.type != "qualified-rule":
                raise _unsupported(f"@{node.at_keyword}" if node.type == "at-rule" else node.message)
            declarations = _declarations(node.content)
            yield from (Rule(selector, declarations) for selector in _selectors(node.prelude))


def _declarations(content: "str | list[Node]") -> Mapping[str, str]:
    nodes = tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True)
    return {node.lower_name: tinycss2.serialize(node.value).strip() for node in nodes if node.type == "declaration"}


def _selectors(prelude: "list[Node]") -> Iterable[SimpleSelector]:
    """Yield the comma-separated selectors of a rule."""
    selectors = tinycss2.serialize(prelude).strip()
    for part in selectors.split(","):
        yield _parse_selector(part.strip(), selectors)


def _parse_selector(text: str, selectors: str) -> SimpleSelector:
    tag, id_, classes, before = "", "", [], ""
    for node in tinycss2.parse_component_value_list(text):
        if node.type == "literal" and node.value in {".", "*"} and before != ".":
            before = node.value
        elif node.type == "ident" and before == ".":
            classes.append(node.value)
            before = "name"
        elif node.type == "ident" and not before:
            tag = before = node.value
        elif node.type == "hash" and not id_ and before != ".":
            id_ = before = node.value
        else:
            raise _unsupported(selectors)
    if not before or before == ".":
        raise _unsupported(selectors)
    return SimpleSelector(tag, id_, frozenset(classes))


def _unsupported(text: str) -> UnusableIconError:
    return UnusableIconError(f"its <style> has a rule for more than a class, tag or id: {text[:40]!r}", text)
