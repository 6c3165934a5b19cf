"""Resource limits of the system: the kernel itself ends or refuses what goes beyond them."""

from __future__ import annotations

from contextlib import suppress

from punchboard.sandbox.limits import Limits


def restrict(limits: Limits, *, serving: bool = False) -> bool:
    """Set the limits for this process, for good; tell whether the system has any.

    Args:
        limits: what it may use up.
        serving: whether it serves pages until it is ended, and so has no end of time, and helpers.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return False
    wanted = (
        ("RLIMIT_AS", limits.megabytes * 1_000_000),
        ("RLIMIT_CPU", limits.seconds),
        ("RLIMIT_FSIZE", 0),  # nothing is written
        ("RLIMIT_NOFILE", limits.open_files),
        ("RLIMIT_NPROC", 0),  # does not hold for root, for whom the filter of system calls does
        ("RLIMIT_CORE", 0),
    )
    for name, most in wanted if not serving else (wanted[0], wanted[5]):
        number = getattr(resource, name, None)
        if number is not None:
            with suppress(ValueError, OSError):  # macOS refuses some
                # the signal that tells of time comes first; who does not heed it is killed a second later
                _set(resource, number, most, most + (name == "RLIMIT_CPU"))
    return True


def _set(resource: object, number: int, soft: int, most: int) -> None:
    get, put = getattr(resource, "getrlimit"), getattr(resource, "setrlimit")  # noqa: B009 - absent on Windows
    hard = get(number)[1]
    most = most if hard < 0 else min(most, hard)
    put(number, (min(soft, most), most))
