"""Jinja2 behind the expression language: its immutable sandbox with strict names, plain values and bounded work.

https://jinja.palletsprojects.com/en/stable/sandbox/
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from jinja2 import StrictUndefined, Template, TemplateError, Undefined, UndefinedError, nodes
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing, pass_context

from punchboard.expression.errors import Evaluate, ExpressionError, UnknownNameError, Values, missing_property_reason
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
    longest = max((len(one) for one in given if isinstance(one, str)), default=0)
    for one in given:
        charge_value(one)
    check_size(len(pattern) + pattern.count("%") * longest)


@pass_context
def _in_words(context: Context, number: int) -> str:
    """Return a number in words of the game's language, or in English if the values have no such function."""
    own = context.resolve_or_missing("words")
    return str(own(number)) if callable(own) else in_words(number)


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
    environment.filters = metered_filters(environment.filters | own)
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
        raise _evaluation_error(f"{len(source)} characters are too long, the limit is {most}", _source_excerpt(source))
    if source.count("{{") + source.count("{%") > MAX_TAGS:
        raise _evaluation_error(f"more than {MAX_TAGS} template tags", _source_excerpt(source))


@contextmanager
def _parse_errors(source: str) -> Iterator[None]:
    """Raise what Jinja2 cannot parse, or Python cannot compile, as an ExpressionError."""
    has_budget = begin_budget()
    try:
        yield
    except TemplateError as error:
        names = {"filter": _environment().filters.keys(), "test": _environment().tests.keys()}
        raise _syntax_error(error.message, source, names) from error
    except ExpressionError as error:
        error.source = source
        raise
    except (RecursionError, MemoryError, SyntaxError) as error:
        raise _evaluation_error(
            "loops, conditions or brackets are nested too deeply", _source_excerpt(source)
        ) from error
    except (ValueError, ArithmeticError, TypeError, AssertionError) as error:
        raise _evaluation_error(error, _source_excerpt(source)) from error
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
            raise _unknown_name_error(str(error), values, source) from error
        except _FAILURES as error:
            raise _evaluation_error(error, source) from error
        finally:
            if has_budget:
                end_budget()

    return run


_FAILURES: Final = (
    *(TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError),
    *(AssertionError, AttributeError, MemoryError, NameError),
)
"""Errors that evaluating an expression can raise; Jinja2's filters also assert their arguments."""


# Error messages of expressions, in the words of people who write layouts rather than those of Jinja2.

MAX_SHOWN: Final = 200
"""Characters that are shown of a source that is too long or too deeply nested."""


def _source_excerpt(source: str) -> str:
    """Return the start of a source, as far as it is shown."""
    return source if len(source) <= MAX_SHOWN else f"{source[:MAX_SHOWN]}..."


_UNDEFINED: Final = re.compile(
    r"'(?P<name>[^']+)' is undefined"  # Jinja2's own words
    r"|there is no '(?P<key>[^']+)'(?: among (?P<known>.+)|, and no other entry)"
)
"""The messages of Jinja2 and `missing_property_reason` about an unknown name."""


def _unknown_name_error(message: str, values: Values, source: str) -> ExpressionError:
    """Return the error for an unknown name or property."""
    match = _UNDEFINED.fullmatch(message)
    if match is None:
        return _evaluation_error(message, source)
    known = values.keys() if match["name"] else (match["known"] or "").split(", ")
    reason = f"there is nothing called {match['name']!r}" if match["name"] else message
    return UnknownNameError(f"{reason} in {source!r}", match["name"] or match["key"], known, source)


_KINDS: Final = {
    "int": "a number",
    "float": "a number",
    "str": "a text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
    "NoneType": "nothing",
    "bool": "true or false",
    "end of print statement": "}}",
    "end of statement block": "%}",
}
"""Words for what Python and Jinja2 call a value or a place."""
_PLAIN: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"chunk after expression"), "something is left over at the end"),
    (re.compile(r"unexpected 'end of template'"), "there is an unexpected end"),
    (re.compile(r"(?:integer |float )?(?:division|modulo|division or modulo) by zero"), "division by zero"),
    (
        re.compile(r"unsupported operand type\(s\) for (?P<sign>\S+): '(?P<left>\w+)' and '(?P<right>\w+)'"),
        "'{sign}' cannot join {left} and {right}",
    ),
    (re.compile(r"expected token '.+', got '.+'"), "a word or a sign is missing or out of place"),
    (re.compile(r"expected name or number"), "a name is missing after the dot"),
    (re.compile(r"expected an expression, got '(?P<got>.+)'"), "something is missing before '{got}'"),
    (re.compile(r"unexpected '(?P<got>.+)', expected '(?P<sign>.+)'"), "'{sign}' is missing before '{got}'"),
    (re.compile(r"unexpected '(?P<got>end of .+)'"), "something is missing before '{got}'"),
    (re.compile(r"unexpected '(?P<got>.+)'"), "'{got}' is out of place"),
    (re.compile(r"""unexpected char (?:"'"|'"') at \d+"""), "a text in quotation marks is never closed"),
    (re.compile(r"unexpected char '(?P<sign>.+)' at \d+"), "'{sign}' has no meaning here"),
    (
        re.compile(r"(?i)encountered unknown tag '(?P<tag>end\w+|else|elif)'.*", re.DOTALL),
        "'{{% {tag} %}}' ends nothing",
    ),
    (re.compile(r"(?i)encountered unknown tag '(?P<tag>\w+)'.*", re.DOTALL), "there is no '{{% {tag} %}}'"),
    (re.compile(r"(?i)missing end of comment tag"), "a comment that begins with '{{#' is never closed"),
    (re.compile(r"'(?P<left>\w+)' object is not callable"), "parentheses follow {left}, which takes none"),
    (
        re.compile(r".+ got an unexpected keyword argument '(?P<word>\w+)'"),
        "'{word}=' is not known in these parentheses",
    ),
    (
        re.compile(
            r".+ takes (?:from \d+ to )?(?P<most>\d+) positional arguments? but (?P<all>\d+) (?:was|were) given"
        ),
        "there are {all} values in the parentheses, and at most {most} can be",
    ),
    (
        re.compile(r"expected string or bytes-like object, got '(?P<left>\w+)'"),
        "a text in quotation marks is needed, not {left}",
    ),
    (re.compile(r"'(?P<left>\w+)' object cannot be interpreted as an integer"), "a whole number is needed, not {left}"),
    (re.compile(r"argument of type '\w+' is not (?:iterable|a container.*)"), "'in' needs a list, such as [3, 4],"),
    (
        re.compile(r"'(?P<sign>.+)' not supported between instances of '(?P<left>\w+)' and '(?P<right>\w+)'"),
        "'{sign}' cannot compare {left} with {right}",
    ),
)
"""Messages of Jinja2 and Python, and what is said instead."""

_MISSING: Final = re.compile(
    r"(?:[\w.<>]+\.)?(?P<name>\w+)\(\) missing \d+ required positional arguments?: (?P<what>.+)"
)
"""What Python says of a function that is called with too little."""


def _plain_reason(reason: str) -> str:
    """Return a reason in plain words, or as it is where it needs none."""
    if (match := _MISSING.fullmatch(reason)) is not None:
        name, what = match["name"].removeprefix("do_"), match["what"].replace("'", "")
        return f"{name}() needs {what} in its parentheses"
    for pattern, plain in _PLAIN:
        if (match := pattern.fullmatch(reason)) is not None:
            return plain.format(**{name: _KINDS.get(text, text) for name, text in match.groupdict().items()})
    return reason


def _evaluation_error(reason: object, source: str) -> ExpressionError:
    """Return the error for an expression that cannot be read or evaluated."""
    error = ExpressionError(f"{_plain_reason(str(reason))} in {source!r}")
    error.source = source
    return error


_NO_FILTER: Final = re.compile(r"No (filter|test) named '([^']+)'\.")
_UNCLOSED: Final = re.compile(r"Unexpected end of template\..*is '(\w+)'\.", re.DOTALL)


def _syntax_error(reason: object, source: str, known: Mapping[str, Collection[str]]) -> ExpressionError:
    """Return the error for a text that is not an expression or template, without Jinja2's own terms.

    ``known`` are the names of all filters and tests.
    """
    no_filter, unclosed = _NO_FILTER.fullmatch(str(reason)), _UNCLOSED.fullmatch(str(reason))
    if no_filter is not None:
        return UnknownNameError(
            f"there is no {no_filter[1]} {no_filter[2]!r} in {source!r}", no_filter[2], known[no_filter[1]], source
        )
    if unclosed is not None:
        return _evaluation_error(f"'{{% {unclosed[1]} %}}' is never closed", source)
    message = str(reason).rstrip(".")
    return _evaluation_error(message[:1].lower() + message[1:], source)
