"""Set-up steps as data: each step is a verb with its operand and the words that narrow it.

``{each player draws: 3, from: tile deck, to: hand, only: element tiles, otherwise: set aside}`` is one `Step`.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, NamedTuple

from pydantic import Field, model_validator

from punchboard.model.game.amounts import Amount, is_formula
from punchboard.model.values import FaultAtKeyError, Label, Model, Prose, RuleIds, after_comma, did_you_mean

Operand = Literal["amount", "piles", "die", "seat", "text", "steps", "choices"]
"""What the value of a verb is: how many components move, whole piles, the die to roll, the seat to give to somebody, a
sentence, steps (or the name of a sequence), or the steps to choose from. Verbs of one operand are read alike."""


_TEXT_OPERANDS: tuple[Operand, ...] = ("die", "seat", "text")


NOTE_NAMES: Final = (
    *("do", "end", "amount", "rest", "things", "piles", "operand", "die", "source", "target", "onto", "only"),
    *("otherwise", "refused", "called", "each", "seat", "named", "steps", "times", "how_often", "numbers", "same"),
)
"""What a note of the set-up can name: the words of its own sentence, and the numbers of the game."""


class Verb(NamedTuple):
    """A row of `VERBS`: the words of a line with this verb, and what it does to piles."""

    allowed: frozenset[str] = frozenset()
    """The words that may accompany it, besides `COMMON_WORDS`."""
    required: frozenset[str] = frozenset()
    operand: Operand = "amount"
    draws: bool = False
    """Whether it takes the top of a pile, so that chance decides; otherwise a player searches the pile."""
    default_target: Literal["table", "box", "source", "discards"] = "table"
    """Where components go if the line has no `to`: also back into their source, or to the discard pile."""
    takes_away: bool = False
    """Whether a player has less after it, unless it moves to a pile of their own."""
    for_each_player: bool = False
    """Whether each player gets components, even if the line names nobody."""
    divides: bool = False
    """Whether it divides a pile among those of its target; other verbs on piles combine them."""
    passes: int = 0
    """How many seats on all players give their own pile at the same time, in the order of turns."""
    keeps_order: bool = False
    """Whether whole piles keep their order, which then matters."""
    affects_own_seat_only: bool = True
    """Whether a seat that does this with its own piles leaves other seats alone; false also if that is not proved."""


IN_REVERSE = "each player in reverse"
"""All players, the last in the order of turns first."""

EVERY_SEAT = frozenset({"each player", IN_REVERSE})
"""The actors that are all players."""

_MOVE_WORDS = frozenset(
    {"from", "to", "on", "only", "otherwise", "of", "each", "same", "needs", "if short", "amount in words"}
)
_FROM, _TO = frozenset({"from"}), frozenset({"to"})

VERBS: Final[Mapping[str, Verb]] = {
    "shuffle": Verb(_TO, operand="piles"),
    "draw": Verb(_MOVE_WORDS, _FROM, draws=True),
    "deal": Verb(_MOVE_WORDS, _FROM | _TO, draws=True, for_each_player=True),
    **dict.fromkeys(("place", "play"), Verb(_MOVE_WORDS, takes_away=True)),
    "take": Verb(_MOVE_WORDS),
    "discard": Verb(_MOVE_WORDS, default_target="discards", takes_away=True),
    "choose": Verb(_MOVE_WORDS, default_target="source"),
    "return": Verb(_MOVE_WORDS, _FROM, default_target="box", takes_away=True),
    "split": Verb(_TO, _TO, "piles", divides=True, keeps_order=True, affects_own_seat_only=False),
    "stack": Verb(_TO, _TO, "piles", keeps_order=True, affects_own_seat_only=False),
    "pass left": Verb(operand="piles", passes=1, keeps_order=True, affects_own_seat_only=False),
    "pass right": Verb(operand="piles", passes=-1, keeps_order=True, affects_own_seat_only=False),
    "roll": Verb(frozenset({"as"}), operand="die", affects_own_seat_only=False),
    "name": Verb(frozenset({"not"}), operand="seat", affects_own_seat_only=False),
    "do": Verb(frozenset({"times", "amount in words"}), operand="steps", affects_own_seat_only=False),
    "one of": Verb(operand="choices", affects_own_seat_only=False),
    "say": Verb(operand="text"),
}

"""Every verb. What a verb does: `VERB_OUTCOMES` of ``engine/moves``; by its operand, `ACTS` of ``engine/program``."""

COMMON_WORDS = frozenset({"when", "in words", "note", "rule"})
"""Words that may accompany every verb."""

_AMOUNT = re.compile(
    r"(?:(up to|until|down to) +)?(\d+)(?: or (\d+))?(?: +(.+))?|(?:(up to|until|down to) +)?([a-z][\w -]*)"
)
_BOUND = re.compile("(up to|until|down to) +")
_ALL_WORDS = frozenset().union(*(verb.allowed for verb in VERBS.values())) | COMMON_WORDS


HALVES = ("half", "half rounded up")
"""The amounts that are half of what lies in the source: rounded down, and rounded up."""

_ONLY_SOME = frozenset({"only", "of", "each", "same", "otherwise"})
"""The words that cannot accompany half of a pile: half of what would not be clear."""


class Quantity(Model):
    """How many: exactly, all, half, up to, until, down to, as many as in the line before, or a range."""

    mode: str = "exactly"
    number: Amount = 0
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
    times: Amount | None = None
    steps: tuple["Step", ...] = ()
    choices: tuple[tuple["Step", ...], ...] = ()
    when: Prose | None = None
    in_words: Prose | None = Field(None, alias="in words")
    amount_in_words: Prose | None = Field(None, alias="amount in words")
    note: Prose | None = None
    rule: RuleIds = ()
    """The rules that this step implements."""

    @property
    def traits(self) -> Verb:
        """The row of its verb."""
        return VERBS[self.verb]

    @property
    def actor(self) -> str | None:
        """Who carries it out: `who`, or each player if the verb says so; None for no seat in particular."""
        return "each player" if self.traits.for_each_player else self.who

    @property
    def formula(self) -> str | None:
        """The formula for how many components it moves, or how often it is carried out; None if that is no formula."""
        number = self.amount.number if self.amount is not None else self.times
        return str(number) if is_formula(number) else None

    @property
    def formula_key(self) -> str:
        """The key of its line that has the formula."""
        return self.verb if self.amount is not None else "times"

    @property
    def sequence(self) -> str:
        """The name of the sequence that it calls; empty if it calls none."""
        return self.operand if self.traits.operand == "steps" else ""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        """Return the JSON Schema of a line as designers write it: one verb, and the words that narrow it."""
        schema = handler.resolve_ref_schema(handler(core))
        return _line_schema(schema["properties"]["steps"]["items"])

    @model_validator(mode="before")
    @classmethod
    def _from_line(cls, line: Any) -> Any:
        if not isinstance(line, dict):
            return line
        key, who, may, verb = _find_verb(line)
        rest = {name: value for name, value in line.items() if name != key}
        _check_words(verb, rest)
        if "on" in rest and "to" in rest:
            raise FaultAtKeyError("'to' and 'on' both say where to; keep one of them", "on")
        if "on" in rest:
            rest |= {"to": rest.pop("on"), "onto": True}
        if VERBS[verb].for_each_player and line[key] == "all":
            text = f"'{key}: all' would give everything to the first player; write 'split', or a number"
            raise FaultAtKeyError(text, key, is_of_value=True)
        if line[key] in HALVES and (some := sorted(_ONLY_SOME & rest.keys())):
            raise ValueError(f"'{line[key]}' is of all that lies there; leave out {some[0]!r}")
        try:
            operand = _operand(verb, line[key])
        except ValueError as error:
            raise FaultAtKeyError(str(error), key, is_of_value=True) from None
        if len(piles := operand.get("piles", ())) > len(set(map(str, piles))):
            raise ValueError(f"{verb!r} names a pile twice")
        return {**rest, "verb": verb, "who": who, "may": may, **operand}


def _check_words(verb: str, rest: Collection[Any]) -> None:
    """Check the words beside a verb.

    Raises:
        ValueError: for one that the verb cannot have, and for one that it needs.
    """
    known = VERBS[verb].allowed | COMMON_WORDS
    for name in rest:
        if name in known:
            continue
        if cut := after_comma(str(name)):
            raise FaultAtKeyError("; ".join(cut), name)
        if name == "times":
            raise FaultAtKeyError(f"{verb!r} cannot have 'times'; write {{do: [the line], times: 2}}", name)
        if VERBS[verb].passes and name in _MOVE_WORDS:
            raise FaultAtKeyError(f"{verb!r} passes whole piles; write {{{verb}: hand}}, without {name!r}", name)
        raise FaultAtKeyError(f"{verb!r} cannot have {name!r}; {did_you_mean(str(name), known)}", name)
    for name in sorted(VERBS[verb].required - set(rest)):
        raise ValueError(f"{verb!r} needs {name!r}")


def _line_schema(step: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a step as designers write it; ``step`` is the reference to that schema."""
    steps: dict[str, Any] = {"type": "array", "items": step}
    text: dict[str, Any] = {"type": "string"}
    amount: dict[str, Any] = {"type": ["integer", "string", "object"]}
    texts: dict[str, Any] = {"anyOf": [text, {"type": "array", "items": text}]}
    schemas: dict[Operand, dict[str, Any]] = {
        "amount": amount,
        "piles": texts,
        **dict.fromkeys(_TEXT_OPERANDS, text),
        "steps": {"anyOf": [text, steps]},
        "choices": {"type": "array", "items": {"anyOf": [step, steps]}},
    }
    operands = {verb: schemas[row.operand] for verb, row in VERBS.items()}
    others = dict.fromkeys(sorted(_ALL_WORDS - {"rule"}), _WORD_SCHEMA)
    rule: dict[str, Any] = {"description": "The rules that this step implements, by their ids.", **texts}
    return {
        "type": "object",
        "description": _STEP_DESCRIPTION,
        "properties": {**operands, **others, "rule": rule},
        "patternProperties": {rf"^.+ {verb}(e?s)?$": operands[verb] for verb in VERBS if " " not in verb},
        "additionalProperties": False,
    }


_WORD_SCHEMA: dict[str, Any] = {"type": ["string", "integer", "boolean", "array", "object"]}
_STEP_DESCRIPTION = (
    "One line of a set-up, a turn or a round: a verb with its operand, and the words that narrow it. Write the actor"
    " before the verb, which then ends in s: `each player draws`, `each player in reverse places` (the last player"
    " first), `each other player discards`, `helper takes`, where `helper` is a seat. `may` makes the step optional:"
    " `each player may draw`."
)


def key_of_verb(line: Mapping[Any, Any], field: str) -> str:
    """Return the key of a line whose value gives a field of `Step`: its verb; empty for any other field."""
    if field not in {"amount", "piles", "operand", "steps", "choices"}:
        return ""
    return next((key for key in line if isinstance(key, str) and verb_of(key)), "")


def verb_of(key: str) -> str:
    """Return the verb of a key: ``draw`` for ``each player may draw``; empty for any other word of a line."""
    match = _as_verb(key)
    return match[3] if match is not None else ""


def _find_verb(line: dict[Any, Any]) -> tuple[str, str | None, bool, str]:
    """Return the key with the verb, the actor, whether the step is optional (``may``), and the verb itself."""
    matches = [match for match in (_as_verb(str(key)) for key in line) if match is not None]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise ValueError(f"one step has two verbs: {' and '.join(repr(key) for key, *_ in matches)}")
    key = next((key for key in map(str, line) if key not in _ALL_WORDS), "")
    if together := next((verb for verb, row in VERBS.items() if row.passes and key.endswith(verb.split()[-1])), ""):
        raise FaultAtKeyError(f"{key!r} is no verb; write {together!r}: all players pass at the same time", key)
    first = key.partition(" ")[0]
    if first in VERBS and key != first and line.get(key) is None:
        raise FaultAtKeyError(f"no colon after {first!r}; write {{{first}: {key[len(first) + 1 :]}}}", key)
    word = key.rsplit(" ", maxsplit=1)[-1]
    text = f"unknown verb {word!r}" if word else "no verb in this step"
    raise FaultAtKeyError(f"{text}; {did_you_mean(word, VERBS)}", key)


def _as_verb(key: str) -> tuple[str, str | None, bool, str] | None:
    if key in _ALL_WORDS:
        return None
    if key in VERBS:
        return key, None, False, key
    words = key.split()
    last = words[-1] if words else ""
    forms = (last, last.removesuffix("s"), last.removesuffix("es"))
    verb = next((form for form in forms if form in VERBS), "")
    if not verb:
        return None
    may = len(words) > 1 and words[-2] == "may"
    who = " ".join(words[: -2 if may else -1]) or None
    return key, who, may, verb


def _operand(verb: str, value: Any) -> dict[str, Any]:
    """Return the fields of `Step` that the value of the verb sets."""
    match VERBS[verb].operand:
        case "piles":
            return {"piles": tuple(value) if isinstance(value, list | tuple) else (value,)}
        case "die" | "seat" | "text":
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            return {"operand": str(value) if is_number else value}
        case "steps" | "choices" if isinstance(value, list | tuple) and not value:
            raise ValueError(f"{verb!r} has no lines; write them, or remove it")
        case "steps":
            return {"operand": value} if isinstance(value, str) else {"steps": value}
        case "choices" if isinstance(value, list | tuple):
            return {"choices": tuple(option if isinstance(option, list | tuple) else (option,) for option in value)}
        case "choices":
            raise ValueError(f"{verb!r} needs a list of steps to choose from")
        case "amount":
            return _amount(value)


def _no_amount(text: str) -> str:
    """Return what is wrong with a text that is no amount, and what to write."""
    before, _, last = text.rpartition(" ")
    if text.startswith("{"):
        return f"{text!r} is text; write the table without quotes"
    if is_formula(before):
        return f"{text!r} is no amount; write {before!r}, and 'of: {last}' beside it"
    return (
        f"{text!r} is not a number of components; write 3, 'all', 'half', 'up to 3', 'until 7', the name of a"
        " number, a formula such as 'players + 2', or a table by number of players such as {2-3: 5, 4: 4}"
    )


def _amount(value: Any) -> dict[str, Any]:
    if isinstance(value, int | dict) and not isinstance(value, bool):
        return {"amount": {"number": value}}
    text = str(value)
    if text in HALVES:
        return {"amount": {"mode": text}}
    for mode in ("all", "as many"):
        if text == mode or text.startswith(mode + " "):
            return {"amount": {"mode": mode}, "kind": text[len(mode) :].strip() or None}
    bound = _BOUND.match(text)
    if is_formula(formula := text[bound.end() if bound else 0 :]):
        return {"amount": {"mode": bound[1] if bound else "exactly", "number": formula}}
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(_no_amount(text))
    mode, low, high, kind, named_mode, name = match.groups()
    if kind is not None and kind.startswith("or "):
        raise ValueError(f"{text!r} is no amount; 'or' stands between two numbers, as in '1 or 2': use 'one of'")
    if low is None:
        return {"amount": {"mode": named_mode or "exactly", "number": name}, "operand": name}
    amount: dict[str, Any] = {"mode": mode or ("between" if high else "exactly"), "number": int(low)}
    return {"amount": {**amount, "most": int(high) if high else None}, "kind": kind}
