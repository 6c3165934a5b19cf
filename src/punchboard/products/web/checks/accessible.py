"""The accessibility section of the page of checks: the figures in words, and the findings."""

from collections.abc import Iterator
from math import floor
from typing import Final, NamedTuple

from punchboard.checks.accessible import report_problems
from punchboard.checks.accessible.measured import Figures, OwnerFigures, figures
from punchboard.checks.accessible.subject import (
    FLUENT_X_HEIGHT,
    MAX_PASSIVE,
    MAX_SENTENCE,
    MIN_CAPITALS,
    MIN_TOKEN,
)
from punchboard.checks.ink.colours import MIN_DIFFERENCE
from punchboard.checks.ink.contrast import LARGE, TEXT
from punchboard.checks.severities import apply_family_overrides
from punchboard.products.game.accessibility import accessibility_subject
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.checks.problems import ProblemRow, problem_rows, suppressed_rows

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
    said: str


class Measure(NamedTuple):
    """Any other figure: what was measured, the value, where, its limit, and the verdict on it."""

    what: str
    value: str
    where: str
    limit: str
    verdict: str
    said: str


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
    found = figures(subject)
    reported = apply_family_overrides(composed.game, report_problems(subject), "ACCESS")
    return AccessibilitySection(
        tuple(map(_type_row, found.owners)),
        tuple(_measures(found)),
        problem_rows(reported),
        suppressed_rows(reported),
        found.left_out,
    )


def _type_row(found: OwnerFigures) -> TypeRow:
    verdict = {"too small": "fails", "legible": "safe", "read at full speed": "safe"}.get(found.verdict, "")
    return TypeRow(
        found.owner[:1].upper() + found.owner[1:],
        _DISTANCES.get(found.distance, f"{found.distance / 10:g} cm"),
        _rounded(found.type.capitals) if found.type is not None else "",
        _rounded(found.x_height) if found.x_height else "",
        found.type.words if found.type is not None else "",
        f"{_rounded(found.contrast.ratio)} : 1" if found.contrast is not None else "",
        verdict,
        found.verdict,
    )


def _measures(found: Figures) -> Iterator[Measure]:
    for colour in found.colours:
        yield Measure(
            f"Closest colours: {_VIEWS[colour.view]}",
            _rounded(colour.difference),
            f"{colour.first} and {colour.second} ({colour.list})",
            f"at least {MIN_DIFFERENCE:g}",
            *_verdict(good=colour.is_enough, bad_word="alike"),
        )
    if found.smallest is not None:
        smallest = found.smallest
        least = f"at least {MIN_TOKEN:g} mm"
        yield Measure(
            "Smallest piece", f"{smallest.size:g} mm", smallest.name, least, *_verdict(good=smallest.is_enough)
        )
    if found.spaces is not None:
        face, box, pitch = found.spaces
        yield Measure(
            "Tightest spaces on a board", f"{_rounded(pitch)} mm apart", f"{box} of {face.layout}", "", "", ""
        )
    if found.language is not None:
        language = found.language
        yield Measure("Sentences of the rules: the median", f"{language.median:g} words", "", "", "", "")
        yield Measure(
            "Sentences of the rules: the longest",
            f"{language.longest} words",
            f"of {language.sentences} sentences",
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
    if found.undefined is not None:
        verdict = _verdict(good=not found.undefined, bad_word="open")
        yield Measure("Terms that the rules do not explain", str(found.undefined), "", "none", *verdict)


def _verdict(*, good: bool, bad_word: str = "too small") -> tuple[str, str]:
    return ("safe", "good") if good else ("warning", bad_word)


def _rounded(value: float) -> str:
    """Return a value with one decimal, never rounded up to a limit that it misses."""
    return f"{floor(value * 10 + 1e-6) / 10:.1f}"
