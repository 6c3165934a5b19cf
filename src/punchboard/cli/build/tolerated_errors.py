"""Errors with which a game can be printed all the same, where it says so."""

from __future__ import annotations

from collections.abc import Iterable

from punchboard.problem import Problem, Severity


def tolerable_codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the codes of errors, where ``checks`` of the game may turn down all of them; else none."""
    from punchboard.checks.severities import ALWAYS_ERROR_FAMILIES, ALWAYS_ERRORS  # noqa: PLC0415 - a good build needs none of it
    from punchboard.manual import family  # noqa: PLC0415

    codes = sorted({problem.rule for problem in problems if problem.severity is Severity.ERROR})
    return () if any(code in ALWAYS_ERRORS or family(code) in ALWAYS_ERROR_FAMILIES for code in codes) else tuple(codes)


def overrides_yaml(codes: Iterable[str]) -> str:
    """Return how ``checks`` of ``game.yaml`` lets problems of some codes wait."""
    return ", ".join(f"{code}: {{warning: why it may wait}}" for code in codes)
