"""Resource limits (`setrlimit`): the kernel ends or refuses whatever exceeds them."""

from __future__ import annotations

from contextlib import suppress

from punchboard.sandbox.limits import Limits


def restrict(limits: Limits, *, serving: bool = False) -> bool:
    """Set the limits for this process, permanently; return whether the system supports them.

    Args:
        limits: the limits to set.
        serving: whether the process serves pages until it is stopped; it then has no time limit and may start helpers.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return False
    settings = (
        ("RLIMIT_AS", limits.megabytes * 1_000_000),
        ("RLIMIT_CPU", limits.seconds),
        ("RLIMIT_FSIZE", 0),  # the process writes no files
        ("RLIMIT_NOFILE", limits.open_files),
        ("RLIMIT_NPROC", 0),  # does not apply to root, for whom the seccomp filter refuses new processes
        ("RLIMIT_CORE", 0),
    )
    for name, limit in settings if not serving else (settings[0], settings[5]):
        number = getattr(resource, name, None)
        if number is not None:
            with suppress(ValueError, OSError):  # macOS refuses some
                # SIGXCPU comes first; a process that ignores it is killed a second later
                _set(resource, number, limit, limit + (name == "RLIMIT_CPU"))
    return True


def _set(resource: object, number: int, soft: int, limit: int) -> None:
    get, put = getattr(resource, "getrlimit"), getattr(resource, "setrlimit")  # noqa: B009 - absent on Windows
    hard = get(number)[1]
    limit = limit if hard < 0 else min(limit, hard)
    put(number, (min(soft, limit), limit))
