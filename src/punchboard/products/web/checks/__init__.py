"""``checks.html``: the results of the checks and of playing the game through, as one self-contained page."""

from collections.abc import Iterable, Iterator
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

from punchboard.checks.accessible import report_problems
from punchboard.checks.accessible.measured import Figures, OwnerFigures, figures
from punchboard.checks.accessible.subject import FLUENT_X_HEIGHT, MAX_PASSIVE, MAX_SENTENCE, MIN_CAPITALS, MIN_TOKEN
from punchboard.checks.counts.expectations import rows_of, seat_counts, total_copies
from punchboard.checks.ink.colours import MIN_DIFFERENCE
from punchboard.checks.ink.contrast import LARGE, TEXT
from punchboard.checks.severities import ReportedProblems, apply_family_overrides
from punchboard.expression import ExpressionError
from punchboard.manual import page_of
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Game
from punchboard.model.values import capitalized, counted
from punchboard.problem import Problem
from punchboard.products.game.accessibility import accessibility_subject
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.product import BuildReport
from punchboard.products.web.assets import web_page
from punchboard.products.web.checks.wording import inline_html, join_words
from punchboard.products.web.palette import page_head
from punchboard.scene import Document

if TYPE_CHECKING:
    from punchboard.compose.text.phrases import Words
    from punchboard.products.web.checks.setups import Setup
    from punchboard.products.web.checks.turns import TurnResults
    from punchboard.products.web.checks.wording import AnsweredQuestion


class ProblemRow(NamedTuple):
    """A problem with the title of its code, and the reason if it is suppressed."""

    code: str
    title: str
    severity: str
    place: str
    message: str
    hint: str
    reason: str = ""


class ExpectationRow(NamedTuple):
    """An entry of ``expect``: what must hold, what was found, and which rules demand it."""

    about: Markup
    requirement: str
    actual: str
    rules: tuple[Markup, ...]
    source: str
    met: bool


def problem_rows(reported: ReportedProblems) -> tuple[ProblemRow, ...]:
    """Return the problems that are not suppressed, by place."""
    return tuple(
        _problem_row(problem) for problem in sorted(set(reported.problems), key=lambda one: (one.place, one.rule))
    )


def suppressed_rows(reported: ReportedProblems) -> tuple[ProblemRow, ...]:
    """Return the problems that the game suppresses, with its reasons."""
    return tuple(_problem_row(one.problem)._replace(reason=one.reason) for one in sorted(set(reported.suppressed)))


def _problem_row(problem: Problem) -> ProblemRow:
    page = page_of(problem.rule)
    title = page.title if page else ""
    return ProblemRow(problem.rule, title, problem.severity.value, str(problem.place), problem.message, problem.hint)


def expectation_rows(game: Game, reported: ReportedProblems) -> Iterator[ExpectationRow]:
    """Yield the expectations. One is met if no problem has its place."""
    places = {problem.place for problem in (*reported.problems, *(entry.problem for entry in reported.suppressed))}
    for number, expectation in enumerate(game.file.expect):
        rules = tuple(inline_html(game.rules[rule].file.rule) for rule in expectation.rule if rule in game.rules)
        source = f"{expectation.standing[0]}: {expectation.standing[1]}" if expectation.standing else ""
        met = game.place_of("expect", number) not in places
        yield ExpectationRow(
            inline_html(expectation.about),
            expectation_text(expectation),
            count_text(game, expectation),
            rules,
            source,
            met,
        )


def expectation_text(expectation: Expectation) -> str:
    """Return an expectation nearly as written in ``game.yaml``: ``count: Heroes, each: realm, is: 6``."""
    values = expectation.model_dump(
        by_alias=True, exclude_unset=True, exclude={"about", "rule", "stated", "derived", "prototype"}
    )
    return ", ".join(f"{key}: {_value(value)}" for key, value in values.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{amount} with {counted(seats, 'player')}" for seats, amount in value.items())
    return join_words([str(one) for one in value]) if isinstance(value, tuple | list) else str(value)


def count_text(game: Game, expectation: Expectation) -> str:
    """Return how many components, and how many different ones, an expectation counts; empty when it is invalid."""
    if expectation.selection.startswith("entries of "):
        return f"{len(game.lists.get(expectation.selection.removeprefix('entries of '), ()))} entries"
    try:
        counts = {_rows_text(rows_of(game, expectation, players)) for players in seat_counts(game, expectation)}
    except ExpressionError:
        return ""
    return " or ".join(sorted(counts))


def _rows_text(rows: Iterable[object]) -> str:
    known = tuple(rows)
    total = total_copies(known)  # type: ignore[arg-type]
    different = f", {len(known)} different" if total != len(known) else ""
    return f"{total:g}{different}"


def _odds(game: Game) -> "tuple[AnsweredQuestion, ...]":
    """Return the game's questions about chance with their answers; none if an expression is invalid."""
    if not game.file.odds:
        return ()
    from punchboard.products.web.checks.wording import answered  # noqa: PLC0415 - few games ask

    try:
        return tuple(answered(game, *question) for question in game.file.odds.items())
    except ExpressionError:
        return ()


def _play(game: Game, words: "Words") -> "tuple[tuple[Setup, ...], tuple[TurnResults, ...]]":
    """Return the results for set-up and turns; empty for a game without a script, or with an invalid one."""
    if not (game.file.setup or game.file.turn or game.file.round):
        return (), ()
    from punchboard.engine.proof import proof_of  # noqa: PLC0415 - a deck without a script is not played
    from punchboard.products.web.checks import turns  # noqa: PLC0415
    from punchboard.products.web.checks.setups import setups  # noqa: PLC0415

    proof = proof_of(game)
    try:
        return tuple(setups(proof, words)), tuple(turns.turn_results(proof, words))
    except ExpressionError:
        return (), ()


TEMPLATE: Final = Path(__file__).with_name("checks.html.jinja")


def checks(composed: ComposedGame, report: BuildReport) -> Iterator[Product]:
    """Yield ``checks.html``, in the colours of the game's theme."""
    game, layouts, findings = composed.game, composed.loaded.layouts, report.findings
    expected = tuple(expectation_rows(game, findings))
    setups, turns = _play(game, layouts.words)
    values = {
        **page_head(game, layouts.theme.colours),
        "problems": problem_rows(findings),
        "set_aside": suppressed_rows(findings),
        "expectations": expected,
        "met": sum(one.met for one in expected),
        "open": len(game.file.open),
        "setups": setups,
        "turns": turns,
        "odds": _odds(game),
        "accessible": accessibility_section(composed),
    }
    text = web_page(TEMPLATE).render(values)
    yield Product("checks.html", Document(f"{game.title}: checks", ()), format="data", data=text.encode())


_VIEWS: Final = {
    "normal": "Normal vision",
    "protanopia": "Protanopia (red and green)",
    "deuteranopia": "Deuteranopia (red and green)",
    "tritanopia": "Tritanopia (blue and yellow)",
    "greyscale": "Grey print",
}
_DISTANCES: Final = {400.0: "in the hand, 40 cm", 650.0: "on the table, 65 cm"}


class TypeRow(NamedTuple):
    """What is read on one kind of thing: its smallest letters, its lowest contrast and the verdict on both."""

    owner: str
    distance: str
    capitals: str
    x_height: str
    words: str
    contrast: str
    verdict: str
    verdict_text: str


class Measure(NamedTuple):
    """Any other figure: what was measured, the value, where, its limit, and the verdict on it."""

    what: str
    value: str
    where: str
    limit: str
    verdict: str
    verdict_text: str


class AccessibilitySection(NamedTuple):
    """The values for the section."""

    types: tuple[TypeRow, ...]
    measures: tuple[Measure, ...]
    problems: tuple[ProblemRow, ...]
    suppressed: tuple[ProblemRow, ...]
    left_out: int
    capitals: float = MIN_CAPITALS
    x_height: float = FLUENT_X_HEIGHT
    contrast: float = TEXT
    large: float = LARGE


def accessibility_section(composed: ComposedGame) -> AccessibilitySection:
    """Return the accessibility section of a game."""
    subject = accessibility_subject(composed)
    measured = figures(subject)
    reported = apply_family_overrides(composed.game, report_problems(subject), "ACCESS")
    return AccessibilitySection(
        tuple(map(_type_row, measured.owners)),
        tuple(_measures(measured)),
        problem_rows(reported),
        suppressed_rows(reported),
        measured.left_out,
    )


def _type_row(measured: OwnerFigures) -> TypeRow:
    verdict = {"too small": "fails", "legible": "safe", "read at full speed": "safe"}.get(measured.verdict, "")
    return TypeRow(
        capitalized(measured.owner),
        _DISTANCES.get(measured.distance, f"{measured.distance / 10:g} cm"),
        _rounded(measured.type.capitals) if measured.type is not None else "",
        _rounded(measured.x_height) if measured.x_height else "",
        measured.type.words if measured.type is not None else "",
        f"{_rounded(measured.contrast.ratio)} : 1" if measured.contrast is not None else "",
        verdict,
        measured.verdict,
    )


def _measures(measured: Figures) -> Iterator[Measure]:
    for colour in measured.colours:
        yield Measure(
            f"Closest colours: {_VIEWS[colour.view]}",
            _rounded(colour.difference),
            f"{colour.first} and {colour.second} ({colour.list})",
            f"at least {MIN_DIFFERENCE:g}",
            *_verdict(good=colour.is_enough, bad_word="alike"),
        )
    if measured.smallest is not None:
        smallest = measured.smallest
        least = f"at least {MIN_TOKEN:g} mm"
        yield Measure(
            "Smallest piece", f"{smallest.size:g} mm", smallest.name, least, *_verdict(good=smallest.is_enough)
        )
    if measured.spaces is not None:
        face, box, pitch = measured.spaces
        yield Measure(
            "Tightest spaces on a board", f"{_rounded(pitch)} mm apart", f"{box} of {face.layout}", "", "", ""
        )
    if measured.language is not None:
        language = measured.language
        yield Measure("Sentences of the rules: the median", f"{language.median:g} words", "", "", "", "")
        yield Measure(
            "Sentences of the rules: the longest",
            counted(language.longest, "word"),
            f"of {counted(language.sentences, 'sentence')}",
            f"at most {MAX_SENTENCE}",
            *_verdict(good=language.longest <= MAX_SENTENCE, bad_word="long"),
        )
        yield Measure(
            "Sentences in the passive voice",
            f"{language.passive:.0%}",
            "",
            f"at most {MAX_PASSIVE:.0%}",
            *_verdict(good=language.passive <= MAX_PASSIVE, bad_word="many"),
        )
    if measured.undefined is not None:
        verdict = _verdict(good=not measured.undefined, bad_word="open")
        yield Measure("Terms that the rules do not explain", str(measured.undefined), "", "none", *verdict)


def _verdict(*, good: bool, bad_word: str = "too small") -> tuple[str, str]:
    return ("safe", "good") if good else ("warning", bad_word)


def _rounded(value: float) -> str:
    """Return a value with one decimal, never rounded up to a limit that it misses."""
    return f"{floor(value * 10 + 1e-6) / 10:.1f}"
