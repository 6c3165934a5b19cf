"""Jinja2 behind the expression language: its immutable sandbox with strict names, plain values and bounded work.

https://jinja.palletsprojects.com/en/stable/sandbox/
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from jinja2 import Environment, StrictUndefined, Template, TemplateError, Undefined, UndefinedError, nodes
from jinja2.filters import make_attrgetter
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing, pass_context, pass_environment

from punchboard.expression.errors import (
    Evaluate,
    ExpressionError,
    Values,
    evaluation_error,
    missing_property_reason,
    source_excerpt,
    syntax_error,
    unknown_name_error,
)
from punchboard.expression.filters import as_written, in_words, shade, slug, split, tint
from punchboard.expression.metering import (
    CONTAINERS,
    STEP,
    begin_budget,
    charge_value,
    check_size,
    end_budget,
    meter_template,
    metered_filters,
    public_filters,
    require_defined,
    spend,
)
from punchboard.units import exact_sum

MAX_TEXT: Final = 400_000
"""The most characters that a template may produce; a long rulebook needs a quarter of it."""

MAX_SOURCE: Final = 1_000_000
"""The most characters of a template's source."""

MAX_EXPRESSION: Final = 20_000
"""The most characters of an expression's source."""

MAX_TAGS: Final = 20_000
"""The most tags in a template; Jinja2 takes a second to parse as many."""

MAX_WHOLE: Final = 10**18
"""The largest whole number that may be multiplied; with more digits, each multiplication takes longer."""

_RISKY: Final = frozenset(
    {"attr", "batch", "center", "format", "indent", "map", "pprint", "random", "slice", "tojson", "urlize", "xmlattr"}
)
"""Filters that reach into objects, or create gigabytes from a small number."""

_WIDE_FORMAT: Final = re.compile(r"\d{3,}|\*")


def _printed(value: Any) -> Any:
    """Return what a value prints as, charged to the budget; an empty value prints nothing."""
    if value is None:
        return ""
    if type(value) is str:
        spend(STEP + len(value))
        return value
    if isinstance(value, CONTAINERS):
        charge_value(value)
    text = str(value)
    spend(STEP + len(text))
    return text


class _Context(Context):
    """Looks names up in the caller's values, without copying them."""

    def resolve_or_missing(self, key: str) -> Any:
        for names in (self.vars, self.parent, self.environment.globals):
            if key in names:
                return names[key]
        return missing

    def over(self, values: Values) -> _Context:
        """Return this context with other values; building a context is most of the time that Jinja2 takes to render."""
        context = object.__new__(_Context)
        context.__dict__.update(self.__dict__, parent=values, vars={})
        return context


def _blank_context(compiled: Template) -> _Context:
    context = compiled.new_context({}, shared=True)
    assert isinstance(context, _Context)
    return context


class _Environment(ImmutableSandboxedEnvironment):
    """Attributes are keys of mappings and properties of list entries, never attributes of Python objects."""

    context_class = _Context
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> str:
        return super()._generate(meter_template(source), *args, **options)

    def call(__self, __context: Context, __obj: Any, *args: Any, **options: Any) -> Any:  # noqa: N805, PYI063 - as in Jinja2
        spend(50 * STEP)
        return super().call(__context, __obj, *args, **options)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, LoopContext):
            return super().getattr(obj, attribute)  # loop.index, loop.last
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        source = getattr(obj, "properties", obj)
        try:
            return source[argument]
        except (TypeError, LookupError, AttributeError):
            return (
                argument if isinstance(argument, Undefined) else self.undefined(missing_property_reason(obj, argument))
            )

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = all(isinstance(value, int | float) for value in (left, right))
        if operator == "+":
            return super().call_binop(context, operator, left, right) if numbers else _concatenate(left, right)
        if operator == "%" and isinstance(left, str):
            _check_format(left, right)
            return charge_value(super().call_binop(context, operator, left, right))
        if not numbers:
            str(left), str(right)  # unknown names raise here, with a better message
            raise ExpressionError(f"{operator!r} works on numbers only")
        if operator == "**" and (abs(left) > 1000 or abs(right) > 8):
            raise ExpressionError("the power is too large")
        if any(isinstance(value, int) and abs(value) > MAX_WHOLE for value in (left, right)):
            raise ExpressionError(f"a number is larger than {MAX_WHOLE}")
        return super().call_binop(context, operator, left, right)


def _concatenate(left: Any, right: Any) -> Any:
    """Return the sum of two texts or lists; other values raise their own error."""
    is_sequence = isinstance(left, str | list | tuple) and isinstance(right, str | list | tuple)
    if is_sequence:
        check_size(len(left) + len(right))
    return charge_value(left + right)


def _check_format(pattern: str, values: Any) -> None:
    """Refuse a format that would create a large text: with wide fields, or with a long text many times."""
    if _WIDE_FORMAT.search(pattern):
        raise ExpressionError("the format is too wide")
    given = values.values() if isinstance(values, dict) else values if isinstance(values, tuple) else (values,)
    longest = max((len(value) for value in given if isinstance(value, str)), default=0)
    for value in given:
        charge_value(value)
    check_size(len(pattern) + pattern.count("%") * longest)


@pass_context
def _in_words(context: Context, number: int) -> str:
    """Return a number in words of the game's language, or in English if the values have no such function."""
    own = context.resolve_or_missing("words")
    return str(own(number)) if callable(own) else in_words(number)


@pass_environment
def _sum(environment: Environment, iterable: Any, attribute: str | int | None = None, start: Any = 0) -> Any:
    """Return what Jinja2's filter returns, with decimals added exactly."""
    values = iterable if attribute is None else map(make_attrgetter(environment, attribute), iterable)
    return exact_sum(values, start)


@lru_cache(maxsize=1)
def _environment() -> _Environment:
    environment = _Environment(
        undefined=StrictUndefined,
        autoescape=False,
        keep_trailing_newline=True,
        finalize=_printed,
        optimized=False,  # evaluating constants in advance takes time cubic in the nesting depth
    )
    for risky in _RISKY:
        environment.filters.pop(risky, None)
    environment.globals.clear()
    environment.globals["range"] = lambda *numbers: range(*require_defined(numbers))[:1000]
    own = {"tint": tint, "shade": shade, "words": _in_words, "slug": slug, "as_written": as_written, "split": split}
    environment.filters = metered_filters(environment.filters | own | {"sum": _sum})
    return environment


def filter_names() -> tuple[str, ...]:
    """Return the names of all filters."""
    return public_filters(_environment().filters)


def compiled_expression(source: str) -> Evaluate:
    """Return the function for an expression."""
    _check_source(source, MAX_EXPRESSION)
    with _parse_errors(source):
        compiled = _environment().compile_expression(source, undefined_to_none=False)._template  # noqa: SLF001
    blank, run = _blank_context(compiled), compiled.root_render_func

    def evaluate(values: Values) -> Any:
        context = blank.over(values)
        for _ in run(context):
            pass
        result = context.vars["result"]
        if isinstance(result, Undefined):
            str(result)  # unknown names raise here
        return result

    return _with_errors(evaluate, source)


def compiled_template(source: str) -> Evaluate:
    """Return the function for a template."""
    _check_source(source, MAX_SOURCE)
    with _parse_errors(source):
        compiled = _environment().from_string(source)
    blank, run = _blank_context(compiled), compiled.root_render_func

    def evaluate(values: Values) -> str:
        text = "".join(run(blank.over(values)))
        if len(text) > MAX_TEXT:
            raise ExpressionError(f"the text is longer than {MAX_TEXT} characters")
        return text

    return _with_errors(evaluate, source)


def _check_source(source: str, most: int) -> None:
    """Refuse a source that would take long to parse.

    Raises:
        ExpressionError: for a source that is too long, or has too many tags.
    """
    if len(source) > most:
        raise evaluation_error(f"{len(source)} characters are too long, the limit is {most}", source_excerpt(source))
    if source.count("{{") + source.count("{%") > MAX_TAGS:
        raise evaluation_error(f"more than {MAX_TAGS} template tags", source_excerpt(source))


@contextmanager
def _parse_errors(source: str) -> Iterator[None]:
    """Raise what Jinja2 cannot parse, or Python cannot compile, as an ExpressionError."""
    has_budget = begin_budget()
    try:
        yield
    except TemplateError as error:
        names = {"filter": _environment().filters.keys(), "test": _environment().tests.keys()}
        raise syntax_error(error.message, source, names) from error
    except ExpressionError as error:
        error.source = source
        raise
    except (RecursionError, MemoryError, SyntaxError) as error:
        raise evaluation_error("loops, conditions or brackets are nested too deeply", source_excerpt(source)) from error
    except (ValueError, ArithmeticError, TypeError, AssertionError) as error:
        raise evaluation_error(error, source_excerpt(source)) from error
    finally:
        if has_budget:
            end_budget()


_COSTLY: Final = re.compile(r"[|~(+]|\{%[-+]?\s*(?!if|el|endif)")
"""Syntax that can make a template costly: filters, sums, calls, and statements other than conditions."""


def _with_errors(evaluate: Evaluate, source: str) -> Evaluate:
    is_costly = _COSTLY.search(source) is not None

    def run(values: Values) -> Any:
        has_budget = is_costly and begin_budget()
        try:
            return evaluate(values)
        except ExpressionError as error:
            error.source = error.source or source
            raise
        except UndefinedError as error:
            raise unknown_name_error(str(error), values, source) from error
        except _FAILURES as error:
            raise evaluation_error(error, source) from error
        finally:
            if has_budget:
                end_budget()

    return run


_FAILURES: Final = (
    *(TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError),
    *(AssertionError, AttributeError, MemoryError, NameError),
)
"""Errors that evaluating an expression can raise; Jinja2's filters also assert their arguments."""
