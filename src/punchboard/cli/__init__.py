"""The command line: one module per command, options, shell completion and report formats.

Here is the process: standard streams, interrupts and the exit status. Read `main` first: it maps each command to its
module in `commands`.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from punchboard.cli.exit_status import INTERRUPTED, PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.system.operating_system import print_all_characters

if TYPE_CHECKING:
    from collections.abc import Callable


def run() -> NoReturn:
    """Run the command line and exit the process without freeing its objects one by one.

    An interrupt never prints a traceback: before and after the command it ends the process at once; during the command
    it raises KeyboardInterrupt, so that the command can finish what it must. Freeing a deck of 2,000 cards object by
    object takes a tenth of the time of building it; the system frees the memory at once.
    """
    _on_interrupt(signal.SIG_DFL)
    _open_streams()
    from punchboard.cli.main import main  # noqa: PLC0415 - most of the start time, in which an interrupt must be quiet

    try:
        _on_interrupt(signal.default_int_handler)
        status = _exit_status(main)
        _on_interrupt(signal.SIG_DFL)
    except KeyboardInterrupt:
        status = INTERRUPTED
    os._exit(status)


def _open_streams() -> None:
    """Replace closed standard streams by the null device, so that no opened file takes their descriptors.

    The others print every character, whatever their encoding.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
    for stream in (sys.stdout, sys.stderr):
        print_all_characters(stream)


def _on_interrupt(action: signal.Handlers | Callable[..., None]) -> None:
    """Set the handler of interrupts, unless they are ignored, as shells do for background processes."""
    if signal.getsignal(signal.SIGINT) in {signal.SIG_DFL, signal.default_int_handler}:
        signal.signal(signal.SIGINT, action)


def _exit_status(main: Callable[[], None]) -> int:
    """Run the command and flush its output; return the exit status."""
    try:
        main()
        status = SUCCESS
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else SUCCESS if end.code is None else USAGE_ERROR
    except OSError as error:  # an error that no module reports itself, such as a full disk
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
    """Print an error of the operating system, if possible; return the exit status."""
    file = f": {error.filename}" if error.filename is not None else ""
    message = f"error: {(error.strerror or str(error)).lower()}{file}"
    with suppress(OSError):
        print(message, file=sys.stderr, flush=True)  # noqa: T201 - an error for the user
    return PROBLEMS


__all__ = ["run"]
