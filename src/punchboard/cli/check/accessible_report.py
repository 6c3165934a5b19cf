"""``punchboard check --accessible``: the findings of the accessibility report, and its figures as tables."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.checks.accessible.report.measured import Figures, OwnerFigures, figures
from punchboard.checks.accessible.report.rules import report_problems
from punchboard.checks.severities import ReportedProblems, apply_family_overrides
from punchboard.cli.output.text_table import text_table
from punchboard.products.game.accessibility import accessibility_subject
from punchboard.products.game.composed_game import ComposedGame

FAMILY: Final = "ACCESS"

_HEADER: Final = ("read from", "cm", "capitals", "x-height", "type is", "contrast")


class AccessibilityReport(NamedTuple):
    """The findings, with the game's overrides applied, and the lines of the tables."""

    found: ReportedProblems
    lines: tuple[str, ...]


def accessibility_report(composed: ComposedGame) -> AccessibilityReport:
    """Return the accessibility report of a composed game."""
    subject = accessibility_subject(composed)
    found = apply_family_overrides(composed.game, report_problems(subject), FAMILY)
    return AccessibilityReport(found, tuple(_lines(composed.game.title, figures(subject))))


def _lines(title: str, found: Figures) -> Iterator[str]:
    yield f"{title}: what must be read, in minutes of arc"
    yield from text_table(_HEADER, [_row(owner) for owner in found.owners])
    if found.left_out:
        yield f"without {found.left_out} more sides"
    for colour in found.colours:
        yield (
            f"closest colours, {colour.view}: {colour.first} and {colour.second} of {colour.list!r}, "
            f"a difference of {colour.difference:.1f}"
        )
    if found.smallest is not None:
        yield f"smallest piece: {found.smallest.name}, {found.smallest.size:g} mm"
    if found.spaces is not None:
        face, box, pitch = found.spaces
        yield f"tightest spaces: {box!r} of {face.layout!r}, {pitch:.1f} mm apart"
    if found.language is not None:
        language = found.language
        yield (
            f"rules: {language.sentences} sentences, the median has {language.median:g} words, the longest "
            f"{language.longest}; {language.passive:.0%} are passive"
        )
    yield ""


def _row(owner: OwnerFigures) -> tuple[str, ...]:
    return (
        owner.owner,
        f"{owner.distance / 10:g}",
        f"{owner.type.capitals:.1f}" if owner.type is not None else "",
        f"{owner.x_height:.1f}" if owner.x_height else "",
        owner.verdict,
        f"{owner.contrast.ratio:.1f}" if owner.contrast is not None else "",
    )
