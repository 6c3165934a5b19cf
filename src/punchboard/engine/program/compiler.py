"""Compiles the scripts of a game into a `Program`: blocks of lines, each written once for a seat."""

from collections.abc import Iterable
from typing import NamedTuple

from punchboard.engine.moves.conditions import script_queries
from punchboard.engine.program.acts import CountCall, Maker, TermWriter, UnsupportedTermError, acts, number_term
from punchboard.engine.program.parts import Act, ByHand, Doer, End, Group, Line, Part, Program, Sets, Term
from punchboard.engine.script import (
    PlacedSteps,
    StepPath,
    countdown,
    end_conditions,
    for_players,
    inner_steps,
    option_steps,
    round_parts,
    script_steps,
)
from punchboard.engine.states.piles import ComponentClasses, ComponentQuery, fields_query, selection_query
from punchboard.engine.states.table import Table, UnknownOutcome, all_steps
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game
from punchboard.model.game.setup import EVERY_SEAT, IN_REVERSE, Step


class Scripts(NamedTuple):
    """What is compiled: steps with their places, and the sequences that they call inlined."""

    setup: PlacedSteps
    turn: PlacedSteps = ()
    round: PlacedSteps = ()


def compile_program(game: Game, players: int, variant: str, sets: Sets, scripts: Scripts | None = None) -> Program:
    """Return the scripts of a game for a number of players and a variant; sets of components are added to ``sets``.

    ``scripts`` are carried out in place of the game's own, with its piles, numbers, dice and seats. Ends are those of
    the game; there are none without turns and rounds.

    Raises:
        ExpressionError: for expressions that cannot be read.
        UnknownOutcome: when it is not known how many piles there are, or what is in them.
    """
    game = for_players(game, players)
    return _Compiler(game, players, variant, sets, scripts or game_scripts(game)).program()


def game_scripts(game: Game) -> Scripts:
    """Return the scripts of a game."""
    return Scripts(*(script_steps(game, name) for name in Scripts._fields))


class _Compiler:
    def __init__(self, game: Game, players: int, variant: str, sets: Sets, scripts: Scripts) -> None:
        steps = tuple(step for script in scripts for _, step in script)
        has_ends = scripts.turn or scripts.round
        self._end_conditions = {when: end_conditions(game, when) if has_ends else {} for when in ("turn", "round")}
        ends = tuple(
            Step.model_validate({"say": "", "when": end.when})
            for each in self._end_conditions.values()
            for end in each.values()
        )
        self._aim = game.file.aim.most if has_ends and game.file.aim else None
        if self._aim is not None:
            ends += (Step.model_validate({"say": "", "when": self._aim}),)
        classes = ComponentClasses(game, script_queries(game, (*steps, *ends)), each_is_its_own=True)
        self._game, self._table, self._sets = game, Table(game, players, variant, classes, steps), sets
        self._scripts = scripts
        called = (step.called for step in all_steps(steps) if step.called is not None)
        self._values = frozenset((*game.file.dice, *game.file.seats, *called))
        numbers = self._table.numbers
        self._constants = {**numbers, "numbers": numbers, "players": players, "variant": variant}
        self._blocks: dict[str, tuple[Line, ...]] = {}
        self._maker = Maker(self._table, sets, self._known_term)

    def program(self) -> Program:
        """Return the program, with the blocks of the set-up, of rounds and of turns."""
        table, game = self._table, self._game
        starts = list(table.start_states())
        self.block(self._scripts.setup, None, "setup")
        return Program(
            table.players,
            table.variant,
            table.keys,
            tuple(
                tuple(
                    component
                    for segment in pile
                    for component, count in enumerate(segment.counts)
                    for _ in range(count)
                )
                for pile in starts[0].piles
            ),
            tuple({name: int(seat) for name, seat in state.values} for state in starts),
            self._blocks,
            self._rounds(),
            tuple(self._ends()),
            game.file.first_seat,
            () if self._aim is None else tuple(self._written(self._aim, seat) for seat in range(table.players)),
        )

    def _rounds(self) -> tuple[Part, ...]:
        turn = self._scripts.turn
        try:
            parts = round_parts(self._scripts.round, self._table.players, self._table.numbers, turns=bool(turn))
        except UnknownOutcome:
            return ()
        for seat in range(self._table.players):
            self.block(turn, seat, f"turn/{seat}")
        compiled = []
        for number, part in enumerate(parts):
            name = "turn" if part.turn_offset is not None else self.block(part.steps, None, f"round.{number}")
            compiled.append(Part(name, part.turn_offset, tuple(self._term(text, None) for text in part.conditions)))
        return tuple(compiled)

    def _ends(self) -> Iterable[End]:
        for check, seats in (("turn", range(self._table.players)), ("round", (None,))):
            for name, end in self._end_conditions[check].items():
                last = countdown(end, check, self._table.players)
                yield from (End(name, seat, check, self._term(end.when, seat), last) for seat in seats)  # type: ignore[arg-type]

    def block(self, steps: PlacedSteps, seat: int | None, name: str = "") -> str:
        """Return the name of the block with some steps, for the seat that acts; it is written when first needed."""
        key = name or _name_of(steps, seat)
        if key not in self._blocks:
            self._blocks[key] = ()  # a sequence that calls itself finds it
            self._blocks[key] = tuple(self._line(path, step, seat) for path, step in steps)
        return key

    def _line(self, path: StepPath, step: Step, seat: int | None) -> Line:
        who, everybody = step.actor, range(self._table.players)
        counts = step.amount is not None
        if who is None:
            return Line(path_text(path), (self._doer(path, step, seat),), counts=counts)
        if who == "each other player" and seat is None:
            why = "'each other player' is used where no player acts"
            return Line(path_text(path), (Doer(None, (ByHand(why, unknown=True),)),), counts=counts)
        if who in EVERY_SEAT or who == "each other player":
            seats = [player for player in everybody if who in EVERY_SEAT or player != seat]
            seats = seats[::-1] if who == IN_REVERSE else seats
            return Line(path_text(path), tuple(self._doer(path, step, each) for each in seats), counts=counts)
        return Line(path_text(path), tuple(self._doer(path, step, player) for player in everybody), who, counts)

    def _doer(self, path: StepPath, step: Step, seat: int | None) -> Doer:
        when = True if step.when is None else self._term(step.when, seat)
        if when is False:
            return Doer(seat, (), when=False)
        try:
            return Doer(seat, self._acts(path, step, seat), step.may, when)
        except UnknownOutcome as unknown:
            return Doer(seat, (ByHand(str(unknown), unknown=True),), step.may, when)

    def _acts(self, path: StepPath, step: Step, seat: int | None) -> tuple[Act, ...]:
        if not step.steps and not step.choices:
            return acts(self._maker, step, seat)
        options = option_steps(path, step) if step.choices else (inner_steps(path, step),)
        blocks = tuple(self.block(option, seat) for option in options)
        return (Group(blocks, number_term(self._maker, step, 1 if step.times is None else step.times, seat)),)

    def _known_term(self, text: str, seat: int | None) -> Term:
        term = self._term(text, seat)
        if isinstance(term, tuple) and term[0] == "unknown":
            raise UnknownOutcome(term[2])
        return term

    def _term(self, text: str, seat: int | None) -> Term:
        """Return a condition as a term; ``("unknown", text, why)`` for one that only the players can judge."""
        try:
            return bool(expression(text)(self._constants))
        except ExpressionError:
            return self._written(text, seat)  # it counts components, or reads a value

    def _written(self, text: str, seat: int | None) -> Term:
        """Return an expression as a term; ``("unknown", text, why)`` for one that only the players can judge."""
        try:
            return TermWriter(self._constants, self._values, lambda call: self._count(seat, call)).term(text)
        except UnsupportedTermError:
            return ("unknown", text, f"cannot tell whether {text!r} holds")
        except UnknownOutcome as unknown:
            return ("unknown", text, str(unknown))

    def _count(self, seat: int | None, call: CountCall) -> Term:
        queries: list[ComponentQuery] = [selection_query(call.only)] if call.only is not None else []
        queries += [fields_query(call.fields)] if call.fields else []
        if any(query not in self._table.classes.queries for query in queries):
            raise UnknownOutcome("what a condition counts is only known during play")
        results = [self._table.classes.results(query) for query in queries]
        fits = [all(answers) for answers in zip(*results, strict=True)] if results else [True]
        members = self._sets.place(fits)

        def places(owner: int | None) -> tuple[int, ...]:
            return tuple(self._table.index[key] for key in self._table.keys_of(call.pile, owner))

        def of_owner(owner: int | None) -> Term:
            return ("count", places(owner), members)

        if call.function == "empty":
            number: Term = 0
            for place in places(None):
                number = ("+", number, ("==", ("count", (place,), members), 0))
            return number

        if call.function in {"most", "least"}:
            return (call.function, *map(of_owner, range(self._table.players)))
        return of_owner(None if call.function == "total" else self._table.acting_owner(call.pile, seat))


def path_text(path: StepPath) -> str:
    """Return the path of a step as lines have it."""
    return ".".join(map(str, path))


def _name_of(steps: PlacedSteps, seat: int | None) -> str:
    """Return a name for a block: the place of its steps, and its seat."""
    place = path_text(steps[0][0][:-1]) if steps else "nothing"
    return place if seat is None else f"{place}/{seat}"
