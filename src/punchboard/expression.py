"""The one expression language: Jinja2 in its immutable sandbox, with strict names, compiled once, over plain values.

https://jinja.palletsprojects.com/en/stable/sandbox/
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from jinja2 import StrictUndefined, Template, TemplateError, Undefined
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

Values = Mapping[str, Any]
Evaluate = Callable[[Values], Any]

MAX_TEXT: Final = 20_000
"""Longest text that an expression may make."""

_NAME_ONLY = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")


_WIDE_FORMAT = re.compile(r"\d{3,}|\*")


class ExpressionError(ValueError):
    """An expression that cannot be read or worked out; the message says why."""


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
            return self.undefined(obj=obj, name=str(argument))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "%" and isinstance(left, str):
            if _WIDE_FORMAT.search(left):
                raise ExpressionError("the format is too wide")
        elif not all(isinstance(value, int | float) for value in (left, right)):
            raise ExpressionError(f"{operator!r} works on numbers only")
        if operator == "**" and (abs(left) > 1000 or abs(right) > 8):
            raise ExpressionError("the power is too large")
        return super().call_binop(context, operator, left, right)


def _mix(colour: str, other: str, percent: float) -> str:
    part = min(max(float(percent), 0.0), 100.0) / 100
    channels = (round(int(colour[i : i + 2], 16) * part + int(other[i : i + 2], 16) * (1 - part)) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def tint(colour: str, percent: float) -> str:
    """Return the colour thinned with white: 100 is the colour itself, 0 is white."""
    return _mix(str(colour), "#ffffff", percent)


def shade(colour: str, percent: float) -> str:
    """Return the colour darkened with black: 100 is the colour itself, 0 is black."""
    return _mix(str(colour), "#000000", percent)


_WORDS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def in_words(number: int) -> str:
    """Return small whole numbers as words, others as digits."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else f"{number:,}".replace(",", "\u202f")


@lru_cache(maxsize=1)
def _environment() -> _Environment:
    environment = _Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    for risky in ("center", "format", "xmlattr", "pprint", "tojson", "urlize", "attr", "map", "random"):
        environment.filters.pop(risky, None)
    environment.globals.clear()
    environment.globals["range"] = lambda *numbers: range(*numbers)[:1000]
    environment.filters |= {"tint": tint, "shade": shade, "words": in_words}
    return environment


def _guarded(work: Evaluate, source: str) -> Evaluate:
    def run(values: Values) -> Any:
        try:
            return work(values)
        except ExpressionError:
            raise
        except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError) as error:
            raise ExpressionError(f"{error} in {source!r}") from error

    return run


@lru_cache(maxsize=4096)
def expression(source: str) -> Evaluate:
    """Return a function from values to the expression's value.

    Raises:
        ExpressionError: now, when the text is no expression; when called, for unknown names and failed sums.
    """
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


@lru_cache(maxsize=4096)
def template(source: str) -> Evaluate:
    """Return a function from values to text; text without ``{`` is itself and ``{{ name }}`` is looked up directly.

    Raises:
        ExpressionError: now, when the text is no template; when called, for unknown names and texts too long.
    """
    if "{" not in source:
        return lambda _values: source
    single = _NAME_ONLY.fullmatch(source)
    if single:
        return _lookup(single.group(1), source)
    try:
        compiled = _environment().from_string(source)
    except TemplateError as error:
        raise ExpressionError(f"{error.message} in {source!r}") from error

    blank, run = _blank(compiled), compiled.root_render_func

    def work(values: Values) -> str:
        text = "".join(run(blank.over(values)))
        if len(text) > MAX_TEXT * 20:
            raise ExpressionError(f"the text is longer than {MAX_TEXT * 20} characters")
        return text

    return _guarded(work, source)


def _lookup(name: str, source: str) -> Evaluate:
    def work(values: Values) -> str:
        try:
            return str(values[name])
        except KeyError as error:
            raise ExpressionError(f"{name!r} is undefined in {source!r}") from error

    return work


def is_fixed(source: str) -> bool:
    """Tell whether a template gives the same text for every component."""
    return "{{" not in source and "{%" not in source
