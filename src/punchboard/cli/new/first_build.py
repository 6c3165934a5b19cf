"""The first build of a new game: what can be printed at once, and what to do next."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from punchboard.cli.build.tolerated_errors import tolerable_codes
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.output.report import print_line, show_problems
from punchboard.load import output_folder
from punchboard.problem import Problem, Severity

TABLE_PRODUCTS: Final = ("sheets/duplex",)
"""The first build of a table makes this alone: fronts and backs, ready to be printed and cut; the rest takes longer."""

DEFAULT_PRODUCTS: Final = ()
"""The first build of the starter makes all that lies on a table."""


ANNOUNCED_FILES: Final = MappingProxyType(
    {
        f"print-and-play/{local_paper}-duplex": "{pieces} to cut out, {pages} pages, fronts and backs by turns"
        for local_paper in ("a4", "letter")
    }
    | {"rulebook.pdf": "the rulebook, {pages} pages"}
)
"""Files that are told of, by the beginnings of their paths."""

LETTER_COUNTRIES: Final = frozenset({"US", "CA", "MX", "PH", "CL", "CO", "VE"})
"""Countries that print on Letter, by their codes (ISO 3166)."""

LETTER_COUNTRY_NAMES: Final = frozenset(
    {"United States", "Canada", "Mexico", "Philippines", "Chile", "Colombia", "Venezuela"}
)
"""The same as locales of Windows name them."""

MAX_SHOWN: Final = 2
"""So many warnings of one code are shown."""

Downgrade = Callable[[Sequence[str]], None]
"""Makes problems of some codes warnings in the new game."""


def first_build(
    workspace: Path,
    folder: Path,
    edit: Iterable[str],
    *,
    only: tuple[str, ...] | None,
    downgrade: Downgrade | None = None,
) -> int:
    """Build products, none for None, say where they are and what to edit next; return the exit status."""
    name = folder.name
    here = "" if workspace == Path() else f" --workspace {workspace.as_posix()}"
    status = SUCCESS if only is None else _build(workspace, folder, only, downgrade, here)
    print_line("")
    _write_schemas(workspace)
    print_line("next:")
    for file in edit:
        print_line(f"  edit   {(folder / file).as_posix()}")
    print_line(f"  then   punchboard build {name}{here}    all there is to print: sheets, rulebook, reference")
    print_line(f"  or     punchboard preview {name}{here}    every component in the browser, as you save")
    return status


def _write_schemas(workspace: Path) -> None:
    """Write the schemas that the first lines of the new files name, where there are none yet."""
    from punchboard.cli.schema import FOLDER  # noqa: PLC0415
    from punchboard.cli.schema.json_schemas import schema_text  # noqa: PLC0415
    from punchboard.write.atomic_file import write_atomically  # noqa: PLC0415

    for kind in ("game", "face", "theme"):
        path = workspace / FOLDER / f"{kind}.json"
        if not path.exists():
            write_atomically(path, schema_text(kind).encode())


def _build(workspace: Path, folder: Path, only: tuple[str, ...], again: Downgrade | None, here: str) -> int:
    from punchboard.build.options import BuildOptions  # noqa: PLC0415 - --no-build needs none of it
    from punchboard.build.pipeline import BuildHooks, build  # noqa: PLC0415 - --no-build needs none of it

    name, out = folder.name, output_folder(workspace)
    options = BuildOptions(workspace, out, only, (local_paper(),))
    built = build(name, options, BuildHooks(filter_problems=partial(_downgrade_tolerable, again)))
    if built.has_errors:
        show_problems(built.problems)
        print_line(f"{name}: not built; the files are there, put right what is told above")
        return PROBLEMS
    shown = _first_of_each_code(built.problems)
    show_problems(shown)
    more = len(set(built.problems)) - len(shown)
    if more:
        print_line(f"and {more} more {'warnings' if more > 1 else 'warning'} like these: punchboard check {name}{here}")
    if any(problem.rule == "GLYPH001" for problem in built.problems):
        theme = (folder / "layouts" / "theme.yaml").as_posix()
        print_line(f"signs that no font has are left out: put in a font that has them, see the end of {theme}")
    for file in built.files:
        product = next((told for start, told in ANNOUNCED_FILES.items() if file.path.startswith(start)), "")
        if product:
            print_line(
                f"built {(out / name / file.path).as_posix()}: {product.format(pieces=built.pieces, pages=file.pages)}"
            )
    return SUCCESS


def _downgrade_tolerable(again: Downgrade | None, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return problems as a first proof takes them: errors with which it can be printed are warnings from now on.

    The rulebook is not written yet, and the texts were not written for these boxes.
    """
    codes = tolerable_codes(problems)
    if not codes or again is None:
        return problems
    again(codes)
    return tuple(problem._replace(severity=Severity.WARNING) for problem in problems)


def _first_of_each_code(problems: Iterable[Problem]) -> list[Problem]:
    """Return the first problems of each code: many alike would hide the others."""
    found: dict[str, list[Problem]] = {}
    for problem in sorted(set(problems), key=lambda one: one.place):
        found.setdefault(problem.rule, []).append(problem)
    return [problem for alike in found.values() for problem in alike[:MAX_SHOWN]]


def local_paper() -> str:
    """Return the paper of the first sheets: Letter where people print on it, else A4.

    The environment says so. The locale module is asked on Windows alone, where nothing else does: elsewhere it takes
    the locale ``C``, which tells no country, for the United States.
    """
    said = next((os.environ[name] for name in ("LC_ALL", "LC_PAPER", "LANG") if os.environ.get(name)), None)
    if said is None and os.name == "nt":
        import locale  # noqa: PLC0415

        said = locale.getlocale()[0]
    country = re.split(r"[.@]", (said or "").partition("_")[2])[0]
    return "letter" if country in LETTER_COUNTRIES | LETTER_COUNTRY_NAMES else "a4"
