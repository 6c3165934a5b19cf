"""Set-up steps as data: each step is a verb with its operand and the words that narrow it.

``{each player draws: 3, from: tile deck, to: hand, only: element tiles, otherwise: set aside}`` is one `Step`.
"""

import re
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import Field, model_validator

from punchboard.model.values import Label, Model, Prose, RuleIds, did_you_mean


class Verb(NamedTuple):
    """The words that may accompany a verb, and those that it requires. ``COMMON_WORDS`` may accompany every verb."""

    allowed: frozenset[str]
    required: frozenset[str] = frozenset()


_DRAW_WORDS = frozenset({"from", "to", "on", "only", "otherwise", "of", "each", "same", "needs", "if short"})

VERBS = MappingProxyType(
    {
        "shuffle": Verb(frozenset({"to"})),
        "draw": Verb(_DRAW_WORDS, frozenset({"from"})),
        "deal": Verb(_DRAW_WORDS, frozenset({"from", "to"})),
        "place": Verb(_DRAW_WORDS),
        "play": Verb(_DRAW_WORDS),
        "take": Verb(_DRAW_WORDS),
        "discard": Verb(_DRAW_WORDS),
        "choose": Verb(_DRAW_WORDS),
        "return": Verb(_DRAW_WORDS, frozenset({"from"})),
        "split": Verb(frozenset({"to"}), frozenset({"to"})),
        "stack": Verb(frozenset({"to"}), frozenset({"to"})),
        "roll": Verb(frozenset({"as"})),
        "name": Verb(frozenset({"not", "of", "only"})),
        "do": Verb(frozenset({"times"})),
        "one of": Verb(frozenset()),
        "say": Verb(frozenset()),
    }
)
"""Every verb with the words that may accompany it."""

COMMON_WORDS = frozenset({"when", "note", "rule"})
"""Words that may accompany every verb."""

_AMOUNT = re.compile(
    r"(?:(up to|until|down to) +)?(\d+)(?: or (\d+))?(?: +(.+))?|(?:(up to|until|down to) +)?([a-z][\w -]*)"
)
_ALL_WORDS = frozenset().union(*(verb.allowed for verb in VERBS.values())) | COMMON_WORDS


class Quantity(Model):
    """How many: exactly, all, up to, until, down to, as many as in the line before, or a range."""

    mode: str = "exactly"
    number: int | str | dict[int, int] = 0
    most: int | None = None


class Step(Model):
    """One line of a set-up."""

    verb: str
    who: str | None = None
    may: bool = False
    amount: Quantity | None = None
    piles: tuple[str, ...] = ()
    operand: str = ""
    kind: str | None = None
    source: str | None = Field(None, alias="from")
    target: str | None = Field(None, alias="to")
    onto: bool = False
    """Whether the target was written as ``on``: on the table instead of into a pile."""
    only: Prose | None = None
    otherwise: str | tuple[dict[str, str], ...] | None = None
    of: str | None = None
    each: str | None = None
    same: str | None = None
    needs: Prose | None = None
    if_short: str | tuple[str, ...] | None = Field(None, alias="if short")
    called: Label | None = Field(None, alias="as")
    excepting: str | None = Field(None, alias="not")
    times: int | str | None = None
    steps: tuple["Step", ...] = ()
    choices: tuple[tuple["Step", ...], ...] = ()
    when: Prose | None = None
    note: Prose | None = None
    rule: RuleIds = ()
    """The rules that this step implements."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        """Return the JSON Schema of a line as designers write it: one verb, and the words that narrow it."""
        made = handler.resolve_ref_schema(handler(core))
        return _line_schema(made["properties"]["steps"]["items"])

    @model_validator(mode="before")
    @classmethod
    def _from_line(cls, line: Any) -> Any:
        if not isinstance(line, dict) or "verb" in line:
            return line
        key, who, may, verb = _find_verb(line)
        rest = {name: value for name, value in line.items() if name != key}
        known = VERBS[verb].allowed | COMMON_WORDS
        for name in rest:
            if name not in known:
                raise ValueError(f"{verb!r} cannot have {name!r}; {did_you_mean(str(name), known)}")
        for name in sorted(VERBS[verb].required - rest.keys()):
            raise ValueError(f"{verb!r} needs {name!r}")
        if "on" in rest:
            rest |= {"to": rest.pop("on"), "onto": True}
        return {**rest, "verb": verb, "who": who, "may": may, **_operand(verb, line[key])}


def _line_schema(step: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a step as designers write it; ``step`` is the reference to that schema."""
    steps: dict[str, Any] = {"type": "array", "items": step}
    text: dict[str, Any] = {"type": "string"}
    amount: dict[str, Any] = {"type": ["integer", "string", "object"]}
    texts: dict[str, Any] = {"anyOf": [text, {"type": "array", "items": text}]}
    operands = dict.fromkeys(VERBS, amount) | dict.fromkeys(("shuffle", "split", "stack"), texts)
    operands |= dict.fromkeys(("roll", "name", "say"), text) | {"do": {"anyOf": [text, steps]}}
    operands["one of"] = {"type": "array", "items": {"anyOf": [step, steps]}}
    others = dict.fromkeys(sorted(_ALL_WORDS - {"rule"}), _WORD_SCHEMA)
    rule: dict[str, Any] = {"description": "The rules that this step implements, by their ids.", **texts}
    return {
        "type": "object",
        "description": _STEP_DESCRIPTION,
        "properties": {**operands, **others, "rule": rule},
        "patternProperties": {rf"^.+ {verb}(e?s)?$": operands[verb] for verb in VERBS if verb != "one of"},
        "additionalProperties": False,
    }


_WORD_SCHEMA: dict[str, Any] = {"type": ["string", "integer", "boolean", "array", "object"]}
_STEP_DESCRIPTION = (
    "One line of a set-up, a turn or a round: a verb with its operand, and the words that narrow it. Write the actor"
    " before the verb, which then ends in s: `each player draws`, `each other player discards`, `helper takes`, where"
    " `helper` is a seat. `may` makes the step optional: `each player may draw`."
)


def _find_verb(line: dict[Any, Any]) -> tuple[str, str | None, bool, str]:
    """Return the key with the verb, the actor, whether the step is optional (``may``), and the verb itself."""
    found = [match for match in (_as_verb(str(key)) for key in line) if match is not None]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"one step has two verbs: {' and '.join(repr(key) for key, *_ in found)}")
    first = str(next(iter(line), ""))
    raise ValueError(f"no verb in this step; {did_you_mean(first.rsplit(' ', maxsplit=1)[-1], VERBS)}")


def _as_verb(key: str) -> tuple[str, str | None, bool, str] | None:
    if key in _ALL_WORDS:
        return None
    if key == "one of":
        return key, None, False, key
    words = key.split()
    last = words[-1] if words else ""
    verb = (
        last
        if last in VERBS
        else last.removesuffix("s")
        if last.removesuffix("s") in VERBS
        else last.removesuffix("es")
    )
    if verb not in VERBS:
        return None
    may = len(words) > 1 and words[-2] == "may"
    who = " ".join(words[: -2 if may else -1]) or None
    return key, who, may, verb


def _operand(verb: str, value: Any) -> dict[str, Any]:
    """Return the fields of `Step` that the value of the verb sets."""
    if verb in {"shuffle", "split", "stack"}:
        return {"piles": tuple(value) if isinstance(value, list | tuple) else (value,)}
    if verb in {"roll", "name", "say"}:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return {"operand": str(value) if is_number else value}
    if verb == "do":
        return {"operand": value} if isinstance(value, str) else {"steps": value}
    if verb == "one of":
        if not isinstance(value, list | tuple):
            raise ValueError("'one of' needs a list of steps to choose from")
        return {"choices": tuple(option if isinstance(option, list | tuple) else (option,) for option in value)}
    return _amount(value)


def _amount(value: Any) -> dict[str, Any]:
    if isinstance(value, int) and not isinstance(value, bool):
        return {"amount": {"number": value}}
    if isinstance(value, dict):
        return {"amount": {"number": value}}
    text = str(value)
    for mode in ("all", "as many"):
        if text == mode or text.startswith(mode + " "):
            return {"amount": {"mode": mode}, "kind": text[len(mode) :].strip() or None}
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(
            f"{text!r} is not a number of components; write 3, 'all', 'up to 3', 'until 7' or the name of a number"
        )
    mode, low, high, kind, named_mode, name = match.groups()
    if low is None:
        return {"amount": {"mode": named_mode or "exactly", "number": name}, "operand": name}
    amount: dict[str, Any] = {"mode": mode or ("between" if high else "exactly"), "number": int(low)}
    return {"amount": {**amount, "most": int(high) if high else None}, "kind": kind}
