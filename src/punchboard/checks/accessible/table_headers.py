"""READ004: a table has no header row.

What: every cell of the first row of a Markdown table is empty. One empty corner cell is fine.

Why: a screen reader reads each cell with the header of its column. Without one, a listener hears numbers and words and
cannot know what they stand for.

Bad::

    | | |
    |-|-|
    | :sword: | 2 damage |

Good::

    | Icon | It does |
    |-|-|
    | :sword: | 2 damage |

If the first column is enough as a header, mark the line before the table: ``<!-- right: READ004 why -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.english.parsed_text import Text
from punchboard.load.tables.grid import counted
from punchboard.problem import Problem, Severity

ID: Final = "READ004"


def check(text: Text) -> Iterator[Problem]:
    """Yield a warning for each table without a header."""
    for table in text.tables:
        if not any(cell.text.strip() for cell in table.header):
            columns, rows = counted(len(table.header), "column"), counted(len(table.rows), "row")
            message = f"table of {columns} and {rows} has no header row"
            hint = "write what each column holds into its first row"
            yield Problem(ID, table.header[0].place(), message, hint, Severity.WARNING)
