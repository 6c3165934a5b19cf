"""The progress bar of a build, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from punchboard.build.publish import Progress


@contextmanager
def progress_bar(total: int, *, shown: bool, lazy: bool = False) -> Iterator[Progress]:
    """Yield a function that moves a progress bar, or does nothing if none is shown.

    Args:
        total: the number of games.
        shown: whether to show the bar, which also needs a terminal.
        lazy: whether the bar starts with its first move instead of at once.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda _text, _done: None
        return
    from rich.console import Console  # noqa: PLC0415 - takes 35 ms
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    bar = Bar(*columns, transient=True, console=Console(stderr=True))
    task = bar.add_task("reading", total=total)

    def move(text: str, done: float) -> None:
        bar.start()
        bar.update(task, completed=done, description=text)

    try:
        if not lazy:
            bar.start()
        yield move
    finally:
        bar.stop()
