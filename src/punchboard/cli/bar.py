"""The bar that shows how far a build has come, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from punchboard.finishing import Progress


@contextmanager
def progress_bar(total: int, *, shown: bool) -> Iterator[Progress]:
    """Give the function that moves a progress bar, or one that does nothing."""
    if not shown or not sys.stderr.isatty():
        yield lambda _text, _done: None
        return
    from rich.console import Console  # noqa: PLC0415 - costs 35 ms
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Bar(*columns, transient=True, console=Console(stderr=True)) as bar:
        task = bar.add_task("reading", total=total)
        yield lambda text, done: bar.update(task, completed=done, description=text)
