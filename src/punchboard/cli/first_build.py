"""The first build of a new game, and the next steps that are printed after it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.report import print_line, show_problems
from punchboard.load import output_folder
from punchboard.problem import Problem, Severity
from punchboard.schema import write_missing_schemas
from punchboard.system.user import user_locale

if TYPE_CHECKING:
    from punchboard.pipeline import BuildOptions

TABLE_PRODUCTS: Final = ("sheets/duplex",)
"""The products of a first build from a table: only sheets with fronts and backs, because the rest takes longer."""

DEFAULT_PRODUCTS: Final = ()
"""The products of the starter's first build: the default products."""

ANNOUNCED_FILES: Final = MappingProxyType(
    {
        f"print-and-play/{paper}-duplex": "{pieces} to cut out, {pages} pages, backs after their fronts"
        for paper in ("a4", "letter")
    }
    | {"rulebook.pdf": "the rulebook, {pages} pages"}
)
"""The description of each file that is announced, by the beginning of its path."""

LETTER_COUNTRIES: Final = frozenset({"US", "CA", "MX", "PH", "CL", "CO", "VE"})
"""Countries that print on Letter, by their codes (ISO 3166)."""

LETTER_COUNTRY_NAMES: Final = frozenset(
    {"United States", "Canada", "Mexico", "Philippines", "Chile", "Colombia", "Venezuela"}
)
"""The names of these countries in the locales of Windows."""

MAX_SHOWN: Final = 2
"""How many warnings of one code are shown."""

ALWAYS_SHOWN: Final = frozenset({"TABLE003"})
"""Codes whose warnings are all shown: each has a cause of its own, and a count."""

LARGE_TABLE: Final = 2000
"""The most components that a first build draws whole: it should be there in seconds."""

FIRST_CARDS: Final = 90
"""How many components of each kind are the first proof of a larger table: ten sheets of cards."""

UNSEEN_CODES: Final = ("FIT001",)
"""The codes that are warnings in a larger table: among the components not drawn yet, some text may not fit."""

Downgrade = Callable[[Sequence[str]], None]
"""Rewrites the new game so that errors with some codes become warnings."""


def first_build(
    workspace: Path,
    folder: Path,
    edit: Iterable[str],
    *,
    only: tuple[str, ...] | None,
    components: int = 0,
    downgrade: Downgrade | None = None,
    proof_fonts: tuple[Path, ...] = (),
    announce: Callable[[str], None] = lambda _became: None,
) -> int:
    """Build the products `only` (none for None), print where they are and the next steps; return the exit status.

    Args:
        workspace: the workspace of the new game.
        folder: the new game.
        edit: the files to edit next.
        only: the products to build.
        components: how many components the game has; of a large table only the first of each kind are built.
        downgrade: makes errors with some codes warnings.
        proof_fonts: fonts of the system for letters that the theme's fonts lack.
        announce: prints what was made, with how many cards became how many because of long texts.
    """
    name = folder.name
    options = "" if workspace == Path() else f" --workspace {workspace.as_posix()}"
    status, first = SUCCESS, FIRST_CARDS if components > LARGE_TABLE else None
    if only is not None:
        from punchboard.pipeline import BuildOptions  # noqa: PLC0415 - --no-build needs none of it

        build_options = BuildOptions(
            workspace, output_folder(workspace), only, (local_paper(),), first=first, proof_fonts=proof_fonts
        )
        status = _build(folder, build_options, downgrade, options, announce)
    else:
        announce("")
    if only is not None and first is not None and status == SUCCESS:
        print_line(
            f"these are the first {first} of each kind; whether the texts of the others fit, and whether a font has "
            f"their letters, is unchecked: punchboard build {name}{options} prints and checks all {components}"
        )
    print_line("")
    write_missing_schemas(workspace)
    print_line("next:")
    for file in edit:
        print_line(f"  edit   {(folder / file).as_posix()}")
    print_line(f"  then   punchboard build {name}{options}    builds everything to print: sheets, rulebook, reference")
    print_line(f"  or     punchboard preview {name}{options}    shows every component in the browser as you save")
    print_line(f"  or     punchboard edit {name}{options}    changes boxes, cards, pictures and colours in the browser")
    return status


def _build(
    folder: Path, options: BuildOptions, downgrade: Downgrade | None, typed: str, announce: Callable[[str], None]
) -> int:
    """Build a new game; ``typed`` are the options that the commands of the user need."""
    from punchboard.pipeline.build import BuildHooks, build  # noqa: PLC0415 - --no-build needs none of it

    name = folder.name
    built = build(name, options, BuildHooks(filter_problems=partial(_downgrade_tolerable, downgrade)))
    announce(built.changes_text)  # the first lines say how many cards there really are
    if built.has_errors:
        show_problems(built.problems)
        print_line(f"{name}: not built; its files are in {folder.as_posix()}, fix the errors above")
        return PROBLEMS
    shown = _first_of_each_code(built.problems)
    show_problems(shown)
    more = len(set(built.problems)) - len(shown)
    if more:
        noun = "warnings" if more > 1 else "warning"
        print_line(f"and {more} more {noun} like these: punchboard check {name}{typed}")
    for file in built.files:
        description = next((value for start, value in ANNOUNCED_FILES.items() if file.path.startswith(start)), "")
        if description:
            text = description.format(pieces=built.pieces, pages=file.pages)
            print_line(f"built {(options.out / name / file.path).as_posix()}: {text}")
    return SUCCESS


def _downgrade_tolerable(downgrade: Downgrade | None, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return problems with all errors downgraded to warnings, here and in the new game, if the game may do so.

    A new game should print at once, although its rulebook is not written and its texts may not fit their boxes.
    """
    from punchboard.checks.severities import tolerable_codes  # noqa: PLC0415 - --no-build needs none of it

    codes = tolerable_codes(problems)
    if not codes or downgrade is None:
        return problems
    downgrade(codes)
    return tuple(problem._replace(severity=Severity.WARNING) for problem in problems)


def _first_of_each_code(problems: Iterable[Problem]) -> list[Problem]:
    """Return the first few problems of each code, so that many similar ones do not hide the others."""
    by_code: dict[str, list[Problem]] = {}
    for problem in sorted(set(problems), key=lambda problem: problem.place):
        by_code.setdefault(problem.rule, []).append(problem)
    return [
        problem
        for code, similar in by_code.items()
        for problem in (similar if code in ALWAYS_SHOWN else similar[:MAX_SHOWN])
    ]


def local_paper() -> str:
    """Return the paper of the first sheets: Letter in countries that print on it, else A4."""
    country = re.split(r"[.@]", user_locale().partition("_")[2])[0]
    return "letter" if country in LETTER_COUNTRIES | LETTER_COUNTRY_NAMES else "a4"
