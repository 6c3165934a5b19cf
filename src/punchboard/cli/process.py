"""The command line as the whole of a process: how it begins, is interrupted and ends."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from punchboard.cli.exit_status import INTERRUPTED, PROBLEMS, SUCCESS, USAGE_ERROR

if TYPE_CHECKING:
    from collections.abc import Callable


def run() -> NoReturn:
    """Run the command line as the whole of a process, and end it without tearing down what it made.

    An interrupt never prints a traceback: while the program is loaded, and again when the command is done, it ends the
    process as the system does; in between, the command may finish what it must. Freeing a deck of two thousand cards
    one object at a time takes a tenth of the time of building it; the system frees it at once.
    """
    _on_interrupt(signal.SIG_DFL)
    _open_streams()
    from punchboard.cli.main import main  # noqa: PLC0415 - most of the time to start; an interrupt in it is quiet

    try:
        _on_interrupt(signal.default_int_handler)
        status = _exit_status(main)
        _on_interrupt(signal.SIG_DFL)
    except KeyboardInterrupt:
        status = INTERRUPTED
    os._exit(status)


def _open_streams() -> None:
    """Let what is said come to nothing where a stream was closed by whoever began us: no file may take its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open


def _on_interrupt(action: signal.Handlers | Callable[..., None]) -> None:
    """Set what an interrupt does, where it is not ignored, as it is for what a shell runs in the background."""
    if signal.getsignal(signal.SIGINT) in {signal.SIG_DFL, signal.default_int_handler}:
        signal.signal(signal.SIGINT, action)


def _exit_status(main: Callable[[], None]) -> int:
    """Run the command and write out what it printed; return the status."""
    try:
        main()
        status = SUCCESS
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else SUCCESS if end.code is None else USAGE_ERROR
    except OSError as error:  # what no part could tell of better: a full disk, a name that is too long
        status = _report_os_error(error)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        status = PROBLEMS
    except OSError as error:
        status = _report_os_error(error)
    return status


def _report_os_error(error: OSError) -> int:
    """Tell of what the system refused, where it lets us; return the status."""
    of = f": {error.filename}" if error.filename is not None else ""
    with suppress(OSError):
        print(f"error: {(error.strerror or str(error)).lower()}{of}", file=sys.stderr, flush=True)  # noqa: T201 - its voice
    return PROBLEMS
