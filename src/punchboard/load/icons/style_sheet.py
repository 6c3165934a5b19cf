"""The style sheet of an SVG file: Illustrator and Figma say paint in classes, ``.cls-1 {fill: none}``.

Rules for a tag, a class or an id are honoured. What a rule for anything else would draw is not guessed: it is refused.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import tinycss2

from punchboard.load.icons.svg_outline import SVG, UnusableIconError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from tinycss2.ast import Node


class SimpleSelector(NamedTuple):
    """A selector of one element by its tag, id and classes; nothing for what it does not ask for."""

    tag: str
    id: str
    classes: frozenset[str]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """How much it counts against others (CSS Selectors, 17)."""
        return bool(self.id), len(self.classes), bool(self.tag)

    def matches(self, element: "Element") -> bool:
        """Tell whether an element is meant."""
        return (
            self.tag in {"", str(element.tag).removeprefix(SVG)}
            and self.id in {"", element.get("id", "")}
            and self.classes <= set(element.get("class", "").split())
        )


class Rule(NamedTuple):
    """What a selector gives to the elements that it means."""

    selector: SimpleSelector
    declarations: Mapping[str, str]


def style_rules(sheets: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules of style sheets, those that count more later.

    Raises:
        UnusableError: for rules that are not for a tag, a class or an id alone.
    """
    try:
        found = list(_rules_of(sheets))
    except UnusableIconError:
        raise
    except (RecursionError, ValueError) as error:  # ValueError: digits by the thousand, that Python does not convert
        raise UnusableIconError("its <style> has brackets or digits without end") from error
    return tuple(sorted(found, key=lambda rule: rule.selector.specificity))


def _rules_of(sheets: Iterable[str]) -> Iterator[Rule]:
    for sheet in sheets:
        for node in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
            if node.type != "qualified-rule":
                raise _refused(f"@{node.at_keyword}" if node.type == "at-rule" else node.message)
            gives = parse_declarations(node.content)
            yield from (Rule(selector, gives) for selector in _selectors(node.prelude))


def parse_declarations(content: "str | list[Node]") -> Mapping[str, str]:
    """Return what a block of declarations gives, such as the ``style`` of an element."""
    nodes = tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True)
    return {node.lower_name: tinycss2.serialize(node.value).strip() for node in nodes if node.type == "declaration"}


def _selectors(prelude: "list[Node]") -> Iterable[SimpleSelector]:
    """Yield the selectors of a rule, which commas part."""
    said = tinycss2.serialize(prelude).strip()
    for part in said.split(","):
        yield _simple(part.strip(), said)


def _simple(text: str, said: str) -> SimpleSelector:
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
            raise _refused(said)
    if not before or before == ".":
        raise _refused(said)
    return SimpleSelector(tag, id_, frozenset(classes))


def _refused(said: str) -> UnusableIconError:
    return UnusableIconError(
        f"its <style> has a rule that is not for a class, a tag or an id alone: {said[:40]!r}", said
    )
