"""Errors that a game may downgrade to warnings, so that it can be printed anyway."""

from __future__ import annotations

from collections.abc import Iterable

from punchboard.problem import Problem, Severity


def tolerable_codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the codes of all errors if ``checks`` in ``game.yaml`` may downgrade every one of them; else none."""
    from punchboard.checks.severities import ALWAYS_ERROR_FAMILIES, ALWAYS_ERRORS  # noqa: PLC0415 - only after errors
    from punchboard.manual import family  # noqa: PLC0415

    codes = sorted({problem.rule for problem in problems if problem.severity is Severity.ERROR})
    return () if any(code in ALWAYS_ERRORS or family(code) in ALWAYS_ERROR_FAMILIES for code in codes) else tuple(codes)


def overrides_yaml(codes: Iterable[str]) -> str:
    """Return the entries of ``checks`` in ``game.yaml`` that make problems with some codes warnings."""
    return ", ".join(f"{code}: {{warning: the reason}}" for code in codes)
