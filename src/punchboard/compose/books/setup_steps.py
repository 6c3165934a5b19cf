"""Set-up steps as sentences: each verb has a template in the game's language, filled with the step's values."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from punchboard.compose.text.markdown import rule_mark
from punchboard.compose.text.phrases import Words, number_words, phrase, pile_name_forms
from punchboard.engine.script import Case, case_of
from punchboard.expression import ExpressionError, template
from punchboard.model.game.game import Entry, Game, Kind
from punchboard.model.game.selection import pile_contents, selected_components
from punchboard.model.game.setup import EVERY_SEAT, Quantity, Step

_BLANKS: Final = re.compile(r"[ \n]+")
"""What one space stands for; no-break spaces, as before a French colon, stay."""


class Way(NamedTuple):
    """One way to play: the number of players, and the key of the variant, empty for the usual game."""

    players: int
    variant: str


class StepWriter:
    """Writes the steps of one game in its language: for every way to play, or only what one way needs."""

    def __init__(self, game: Game, words: Words, way: Way | None = None) -> None:
        self._game = game
        self._way = way
        self._words = words
        self._in_words = number_words(words)
        self._numbers = game.numbers_in(way.variant if way else "")

    def sentences(self, steps: Sequence[Step]) -> Iterator[str]:
        """Yield each step as one or two sentences of Markdown, without those that are never carried out."""
        for step in steps:
            if self.is_carried_out(step):
                yield self.sentence(step)

    def is_carried_out(self, step: Step) -> bool:
        """Tell if a step may be carried out in the way to play, or in any."""
        case = case_of(self._game, step.when) if step.when and (self._way or not step.in_words) else None
        if case is not None and not self._holds(case):
            return False
        if self._way is None:
            return True
        amount = step.amount
        if amount is not None and amount.mode == "exactly" and self._known(amount.number) == 0:
            return False
        return not step.steps or any(map(self.is_carried_out, step.steps))

    def _holds(self, case: Case) -> bool:
        if self._way is None:
            return bool(case.players)
        return self._way.players in case.players and self._way.variant in case.variants

    def sentence(self, step: Step) -> str:
        """Return one step as Markdown: the filled template of its verb, then its note and rule mark."""
        text = self.plain_sentence(step)
        note = str(template(step.note)(self._values(step))) if step.note else ""
        if note and not text and (case := self._case(step)):
            note = self._after_colon(f"{case[:1].upper()}{case[1:]}", note)
        return f"{text} {note}".strip() + rule_mark(step.rule)

    def taken_phrase(self, step: Step, *, in_all: bool = False) -> str:
        """Return what a step moves and where to, in a few words for a table: ``Frenzies into the draw pile``."""
        fill = step.amount is not None and step.amount.mode == "until"
        values = {"things": self._things(step), "target": self._pile(step.target), "all": in_all, "until": fill}
        return phrase(self._words, "taken", **values)

    def pile_name(self, name: str) -> str:
        """Return the printed name of a pile, the table or the box."""
        file = self._game.file
        declared = file.each_player_has | file.decks | file.piles
        base, _, number = name.rpartition(" ")
        if name in declared:
            return declared[name].name
        if base in declared and declared[base].many is not None:
            return f"{declared[base].name} {number}"
        return self._words["phrases"].get(name, name)

    def plain_sentence(self, step: Step) -> str:
        """Return the filled template of a step's verb, without its note."""
        source = self._words["setup"][step.verb]
        text = _BLANKS.sub(" ", str(template(source)(self._values(step)))).strip()
        if step.amount is not None and (by_players := self._by_players(step.amount.number)):
            text = f"{self._after_colon(text.rstrip('.'), self._by_seats(by_players, step.amount.mode))}."
        case = self._case(step) if text else ""
        text = self._after_colon(case, text) if case else text
        return text[:1].upper() + text[1:]

    def _after_colon(self, first: str, rest: str) -> str:
        return phrase(self._words, "with colon", first=first, rest=rest)

    def _by_players(self, amount: object) -> dict[int, int]:
        """Return the entries of an amount that depends on the number of players; none for one way to play."""
        return {} if self._way else self._game.amounts_by_players(amount)

    def _known(self, amount: int | str | Mapping[int, int]) -> int | None:
        """Return the number that an amount is in the game, or in the one way to play."""
        if isinstance(amount, int):
            return amount
        if isinstance(amount, str) and amount in self._numbers:
            return self._numbers[amount]
        if self._way is None:
            return None
        return self._game.amounts_by_players(amount, self._way.variant).get(self._way.players)

    def _by_seats(self, numbers: Mapping[int, int], mode: str = "exactly") -> str:
        """Return numbers by player count, without zeros: ``9 with 2 players and up to 12 with 3 or 4 players``."""
        if not numbers:
            return ""
        written = template(self._words["amounts"][mode])
        seats = {number: [one for one, each in numbers.items() if each == number] for number in numbers.values()}
        return self._joined(
            [
                f"{written({'number': number, 'digits': number, 'things': ''})} {self._with_players(of)}"
                for number, of in seats.items()
                if number
            ]
        )

    def _with_players(self, seats: Sequence[int]) -> str:
        """Return numbers of players: ``with 2 players``, ``with 3 or more players``."""
        low, high, players = seats[0], seats[-1], self._game.file.players
        is_range = len(seats) == high - low + 1
        if is_range and players.bounds[1] is None and low < high == players.seat_counts[-1]:
            text = phrase(self._words, "players open", low=low)
        elif is_range and len(seats) > 2:
            text = phrase(self._words, "player range", low=low, high=high)
        else:
            text = self._joined([str(one) for one in seats], "or")
        return phrase(self._words, "with players", players=text)

    def _case(self, step: Step) -> str:
        """Return when a step is carried out: ``with 2 players``, ``in the variant Long Game``; empty for always."""
        case = case_of(self._game, step.when) if step.when else None
        if case is not None and self._way is not None:
            return ""  # it holds, as the step is carried out
        if step.in_words:
            return str(template(step.in_words)(self._values(step))).rstrip(".:")
        if case is None or not case.players:
            return ""
        every = self._game.file.players.seat_counts
        parts = [self._with_players(case.players)] if case.players != every else []
        left_out = [one.name for one in self._game.file.variants if one.key not in case.variants]
        if "" not in case.variants:
            names = [one.name for one in self._game.file.variants if one.key in case.variants]
            parts.append(phrase(self._words, "in variant", variant=self._joined(names, "or")))
        elif left_out:
            parts.append(phrase(self._words, "not in variant", variant=self._joined(left_out, "or")))
        return ", ".join(parts)

    def _values(self, step: Step) -> dict[str, Any]:
        """Return the values that a verb's template can use; missing ones are empty."""
        return {
            "do": self._subject_and_verb(step),
            "end": self._final_verb(step),
            "amount": self._amount(step),
            "rest": step.amount is not None and step.amount.mode == "all" and not (step.kind or step.of or step.only),
            "things": self._things(step),
            "piles": self._piles(step.piles),
            "operand": step.operand,
            "die": self._named(self._game.file.dice, step.operand),
            "source": self._pile(step.source),
            "target": self._pile(step.target),
            "onto": step.onto,
            "only": step.only or "",
            "otherwise": step.otherwise if isinstance(step.otherwise, str) else "",
            "refused": self._refused(step),
            "called": step.called or "",
            "each": bool(step.who and step.who.startswith("each")),
            "seat": self._seat(step.who) if step.who else "",
            "named": self._seat(step.operand) if step.operand in self._game.file.seats else step.operand,
            "steps": self._lines(step),
            "times": None if step.times is None else self._known(step.times),
            "how_often": self._how_often(step),
            "numbers": self._numbers,
            "same": step.same or "",
        }

    def _refused(self, step: Step) -> list[dict[str, str]]:
        """Return where a draw puts what it may not take: the name of the kind or group, if any, and the pile."""
        rules = step.otherwise if isinstance(step.otherwise, tuple) else ()
        return [
            {"things": self._sort_words(rule["of"]) if "of" in rule else "", "pile": self._pile(rule["to"])}
            for rule in rules
        ]

    def _sort_words(self, name: str, *, one: bool = False) -> str:
        """Return the printed name of a kind or group."""
        if name in self._game.kinds:
            kind = self._game.kinds[name]
            return kind.name if one else kind.plural
        return str(self._words.get("groups", {}).get(name, name))

    def _lines(self, group: Step) -> list[str]:
        """Return the sentences of a group, and each of its options; its lines are done by whoever does the group."""
        lines = [*self.sentences(of_actor(group, group.steps))]
        if group.who in EVERY_SEAT and len(lines) > 1:
            lines[0] = self._after_colon(phrase(self._words, "one after another"), lines[0])
        return [*lines, *(" ".join(self.sentences(of_actor(group, option))) for option in group.choices)]

    def _subject_and_verb(self, step: Step) -> str:
        """Return the verb with its subject: ``draw``, ``each player draws``, ``the Chosen One may discard``."""
        plain, third, last = self._verb(step)
        if step.who is None:
            return plain
        who = self._seat(step.who)
        if step.may:
            return f"{who} {phrase(self._words, 'may')}{'' if last else f' {plain}'}"
        return f"{who} {third or plain}"

    def _verb(self, step: Step) -> tuple[str, str, str]:
        """Return a verb's imperative, its third person, and its form at the end of a sentence with *may*, if any."""
        plain, _, rest = self._words["verbs"].get(step.verb, step.verb).partition("|")
        third, _, last = rest.partition("|")
        return plain, third, last

    def _final_verb(self, step: Step) -> str:
        """Return the verb at the end of a sentence with *may*, in languages that place it there."""
        return self._verb(step)[2] if step.may and step.who is not None else ""

    def _seat(self, who: str) -> str:
        seat = self._game.file.seats.get(who)
        return seat.name if seat else self._words["phrases"].get(who, who)

    def _amount(self, step: Step) -> str:
        amount = step.amount
        if amount is None:
            return ""
        if self._by_players(amount.number):  # they are at the end of the sentence
            return phrase(self._words, "some")
        number = self._number(amount, step)
        words = self._words["amounts"][amount.mode]
        most = self._in_words(amount.most) if amount.most else ""
        value = self._known(amount.number)
        digits = number if value is None else str(value)
        numbers = {"number": number, "most": most, "digits": digits, "most_digits": amount.most}
        return str(template(words)({**numbers, "things": self._things(step)}))

    def _number(self, amount: Quantity, step: Step) -> str:
        if step.amount_in_words:
            return self._counted_words(step.amount_in_words)
        known = self._known(amount.number)
        if known is not None:
            return self._in_words(known)
        value = amount.number
        assert isinstance(value, str)
        if value in self._game.kinds:
            return ""
        things = self._default_things(one=False)
        if value in self._game.file.dice:
            return phrase(self._words, "as rolled", die=self._game.file.dice[value].name, things=things)
        return phrase(self._words, "as called", called=value, things=things)

    def _how_often(self, step: Step) -> str:
        """Return how often a group is carried out if that is no number: by number of players, by a die, or in words."""
        if step.times is None or self._known(step.times) is not None:
            return ""
        if step.amount_in_words:
            return self._counted_words(step.amount_in_words)
        if by_players := self._by_players(step.times):
            return self._by_seats(by_players)
        die = self._game.file.dice.get(str(step.times))
        return (
            phrase(self._words, "times called", called=step.times)
            if die is None
            else phrase(self._words, "times rolled", die=die.name)
        )

    def _counted_words(self, text: str) -> str:
        return str(template(text)({"numbers": self._numbers}))

    def _things(self, step: Step) -> str:
        """Return what a step moves: the kind after the number, the kind in place of the number, or the selection."""
        things = self._kind_words(step)
        return f"{things} {phrase(self._words, 'of each')}" if step.each and things else things

    def _kind_words(self, step: Step) -> str:
        one = step.amount is not None and step.amount.number == 1 and step.amount.most is None
        operand = step.amount.number if step.amount else None
        if isinstance(operand, str) and operand in self._game.kinds:
            return self._with_article(self._game.kinds[operand].name)
        if step.amount_in_words or (isinstance(operand, str) and self._known(operand) is None):
            return ""  # the phrase for a number that is rolled or counted names the things itself
        name = step.kind or step.of or step.only
        if name and (name in self._game.kinds or name in self._game.file.groups):
            return self._sort_words(name, one=one)
        only = self._only_kind(step.source)
        if only is not None:
            return only.name if one else only.plural
        return self._default_things(one=one)

    def _with_article(self, name: str) -> str:
        """Return a name with its article; without it in languages with several articles."""
        article = phrase(self._words, "the")
        return name if "|" in article else f"{article} {name}"

    def _default_things(self, *, one: bool) -> str:
        """Return the word for the components of a pile: tiles if the game has tiles but no cards, else cards."""
        forms = {kind.trim.form for kind in self._game.kinds.values()}
        word = "tile" if "hex" in forms and "card" not in forms else "card"
        return phrase(self._words, word if one else f"{word}s")

    def _only_kind(self, pile: str | None) -> Kind | None:
        """Return the kind of all components that a pile contains at the start, if it is no kind of cards."""
        contents = pile_contents(self._game, (pile or "").removeprefix("each "))
        try:
            rows = selected_components(self._game, contents) if contents else ()
        except ExpressionError:
            return None
        kinds = {row.kind for row in rows}
        kind = self._game.kinds[kinds.pop()] if len(kinds) == 1 else None
        return kind if kind is not None and kind.trim.form != "card" else None

    def _pile(self, name: str | None) -> str:
        if name is None:
            return ""
        text = self.pile_name(name)
        if name.startswith("each "):
            name = name.removeprefix("each ")
            text = phrase(self._words, "each pile", pile=self.pile_name(name))
        elif name in self._game.file.each_player_has:
            text = phrase(self._words, "own pile", pile=text)
        return pile_name_forms(self._game, self._words, name, text)

    def _piles(self, names: Sequence[str]) -> str:
        """Return the joined names of piles, with the joined inflected forms as properties."""
        piles = [pile_name_forms(self._game, self._words, name, self._pile(name)) for name in names]
        forms = {form: self._joined([pile.properties[form] for pile in piles]) for form in self._words.get("forms", {})}
        return Entry(self._joined(piles), forms)

    def _named(self, things: Mapping[str, Any], name: str) -> str:
        return str(things[name].name) if name in things else name

    def _joined(self, parts: Sequence[str], word: Literal["and", "or"] = "and") -> str:
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {phrase(self._words, word)} {parts[-1]}"


def of_actor(group: Step, lines: Sequence[Step]) -> tuple[Step, ...]:
    """Return the lines of a group with those who carry them out, where the group says who."""
    return tuple(
        line.model_copy(update={"who": group.who, "may": line.may or group.may})
        if group.who is not None and line.actor is None and line.traits.operand != "text"
        else line
        for line in lines
    )
