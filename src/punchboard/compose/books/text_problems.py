"""Problems of a game's texts that do not depend on its data: invalid templates and fenced blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from punchboard.compose.books.directives import DirectiveError, parse_directive
from punchboard.compose.books.prose import error_line, error_reason, name_hint
from punchboard.compose.text.blocks import Block, Callout, Directive, ListBlock
from punchboard.compose.text.markdown import parse_blocks
from punchboard.expression import ExpressionError, template
from punchboard.expression.line_numbers import split_front_matter
from punchboard.model.game.directives import DIRECTIVES
from punchboard.problem import Place, Problem


def text_problems(text: str, file: str, read_yaml: Callable[[str, str], Any]) -> Iterator[Problem]:
    """Yield the problems of a text: EXPR001 for a template, BOOK001 and YAML001 for its fenced blocks.

    Args:
        text: the Markdown source.
        file: the path of its file in messages.
        read_yaml: parses the body of a block; bodies with templates are not checked.
    """
    _front, body = split_front_matter(text)
    try:
        template(body)
    except ExpressionError as error:
        yield Problem("EXPR001", Place(file, error_line(error)), error_reason(error), name_hint(error))
    for directive in _directives(
        parse_blocks(body, lambda inner: {} if "{" in inner else read_yaml(inner, file) or {})
    ):
        yield from directive.problems or _directive_problems(directive, body, file)


def _directives(read_blocks: tuple[Block, ...]) -> Iterator[Directive]:
    for block in read_blocks:
        match block:
            case Directive():
                yield block
            case Callout(inner):
                yield from _directives(inner)
            case ListBlock(items):
                for item in items:
                    yield from _directives(item)


def _directive_problems(directive: Directive, body: str, file: str) -> Iterator[Problem]:
    lines = body.split("\n")[directive.line :]
    fence = next((at for at, line in enumerate(lines) if line.lstrip().startswith(("```", "~~~"))), 0)
    if any("{" in line for line in lines[:fence]) and directive.name in DIRECTIVES:
        return  # its body depends on templates
    try:
        parse_directive(directive)
    except DirectiveError as error:
        yield Problem("BOOK001", Place(file, directive.line, 1), str(error), error.hint)
