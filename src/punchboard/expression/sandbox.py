"""Jinja2 behind the expression language: its immutable sandbox, strict names, plain values, bounded work.

https://jinja.palletsprojects.com/en/stable/sandbox/
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from jinja2 import StrictUndefined, Template, TemplateError, Undefined
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from punchboard.expression.errors import Evaluate, ExpressionError, Values
from punchboard.expression.filters import in_words, shade, tint

MAX_TEXT: Final = 400_000
"""Most characters that a template may make: a long rulebook has a quarter of it."""

_RISKY: Final = frozenset(
    {"attr", "batch", "center", "format", "indent", "map", "pprint", "random", "slice", "tojson", "urlize", "xmlattr"}
)
"""Filters that reach into objects, or make gigabytes of a small number."""

_WIDE_FORMAT: Final = re.compile(r"\d{3,}|\*")


def _lack(obj: Any, name: Any) -> str:
    """Return why a value does not have a property, without words of Python."""
    if isinstance(obj, Mapping):
        return f"there is no {name!r} among {', '.join(map(str, list(obj)[:12]))}"
    return f"{'nothing' if obj is None else repr(str(obj))} has no {name!r}"


class _Context(Context):
    """Names are looked up where the values lie, without copying them."""

    def resolve_or_missing(self, key: str) -> Any:
        for names in (self.vars, self.parent, self.environment.globals):
            if key in names:
                return names[key]
        return missing

    def over(self, values: Values) -> _Context:
        """Return this context for other values; making each context anew is most of what a render costs Jinja."""
        twin = object.__new__(_Context)
        twin.__dict__.update(self.__dict__, parent=values, vars={})
        return twin


def _blank(compiled: Template) -> _Context:
    context = compiled.new_context({}, shared=True)
    if not isinstance(context, _Context):
        raise TypeError("the environment makes contexts of another class")
    return context


class _Environment(ImmutableSandboxedEnvironment):
    """Attributes are keys of mappings and properties of list entries, never attributes of Python objects."""

    context_class = _Context
    intercepted_binops = frozenset({"*", "**", "%"})

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, LoopContext):
            return super().getattr(obj, attribute)  # loop.index, loop.last
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        source = getattr(obj, "properties", obj)
        try:
            return source[argument]
        except (TypeError, LookupError, AttributeError):
            return self.undefined(_lack(obj, argument))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "%" and isinstance(left, str):
            if _WIDE_FORMAT.search(left):
                raise ExpressionError("the format is too wide")
        elif not all(isinstance(value, int | float) for value in (left, right)):
            str(left), str(right)  # strict names raise here, and say more
            raise ExpressionError(f"{operator!r} works on numbers only")
        if operator == "**" and (abs(left) > 1000 or abs(right) > 8):
            raise ExpressionError("the power is too large")
        return super().call_binop(context, operator, left, right)


@lru_cache(maxsize=1)
def _environment() -> _Environment:
    environment = _Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    for risky in _RISKY:
        environment.filters.pop(risky, None)
    environment.globals.clear()
    environment.globals["range"] = lambda *numbers: range(*numbers)[:1000]
    environment.filters |= {"tint": tint, "shade": shade, "words": in_words}
    return environment


def compiled_expression(source: str) -> Evaluate:
    """Return the function for an expression."""
    try:
        compiled = _environment().compile_expression(source, undefined_to_none=False)._template  # noqa: SLF001
    except TemplateError as error:
        raise ExpressionError(f"{error.message} in {source!r}") from error
    blank, run = _blank(compiled), compiled.root_render_func

    def work(values: Values) -> Any:
        context = blank.over(values)
        for _ in run(context):
            pass
        result = context.vars["result"]
        if isinstance(result, Undefined):
            str(result)  # strict names raise here
        return result

    return _guarded(work, source)


def compiled_template(source: str) -> Evaluate:
    """Return the function for a template."""
    try:
        compiled = _environment().from_string(source)
    except TemplateError as error:
        raise ExpressionError(f"{error.message} in {source!r}") from error
    blank, run = _blank(compiled), compiled.root_render_func

    def work(values: Values) -> str:
        text = "".join(run(blank.over(values)))
        if len(text) > MAX_TEXT:
            raise ExpressionError(f"the text is longer than {MAX_TEXT} characters")
        return text

    return _guarded(work, source)


def _guarded(work: Evaluate, source: str) -> Evaluate:
    def run(values: Values) -> Any:
        try:
            return work(values)
        except ExpressionError:
            raise
        except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError) as error:
            raise ExpressionError(f"{error} in {source!r}") from error

    return run
