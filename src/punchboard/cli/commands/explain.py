"""The command ``punchboard explain``: the manual page of a problem code."""

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated

from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.options import argument, exit_with
from punchboard.cli.options import codes as known
from punchboard.cli.report import has_colours, print_line
from punchboard.manual import page_of, pages, pages_by_family, terminal_text


def command(
    codes: Annotated[
        list[str] | None, argument("CODE", "Problem codes, such as COUNT001 (default: a list of all).", known)
    ] = None,
) -> None:
    """Print the manual page of a problem code, with a bad and a good example."""
    exit_with(run_explain(codes or []))


def run_explain(codes: Sequence[str]) -> int:
    """Print the pages of codes, or a list of all codes if none is given; return the exit status."""
    if not codes:
        _list_codes()
        return SUCCESS
    unknown = [code for code in codes if page_of(code.upper()) is None]
    for code in unknown:
        print(f"error: unknown code {code!r}\n    {_suggestion(code.upper())}", file=sys.stderr)  # noqa: T201 - an error for the user
    if unknown:
        return USAGE_ERROR
    wanted = dict.fromkeys(page for code in codes if (page := page_of(code.upper())) is not None)
    print_line("\n\n".join(terminal_text(page, colour=has_colours(sys.stdout)) for page in wanted))
    return SUCCESS


def _list_codes() -> None:
    width = max(len(", ".join(page.codes)) for page in pages().values())
    for number, (heading, family_pages) in enumerate(pages_by_family()):
        print_line(f"{'' if number == 0 else chr(10)}{heading}")
        for page in family_pages:
            print_line(f"  {', '.join(page.codes).ljust(width)}  {page.title}")


def _suggestion(code: str) -> str:
    # `did_you_mean` in model.values does the same, but importing it would be slower than printing a page
    close = get_close_matches(code, pages(), n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else "list all codes with `punchboard explain`"
