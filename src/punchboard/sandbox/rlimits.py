"""Resource limits (`setrlimit`): the kernel ends or refuses whatever exceeds them."""

from __future__ import annotations

from punchboard.sandbox.limits import Limits
from punchboard.system.resource_limits import are_supported, set_limit


def restrict(limits: Limits, *, serving: bool = False) -> bool:
    """Set the limits for this process, permanently; return whether the system supports them.

    Args:
        limits: the limits to set.
        serving: whether the process serves pages until it is stopped; it then has no time limit and may start helpers.
    """
    settings = (
        ("RLIMIT_AS", limits.megabytes * 1_000_000),
        ("RLIMIT_CPU", limits.seconds),
        ("RLIMIT_FSIZE", 0),  # the process writes no files
        ("RLIMIT_NOFILE", limits.open_files),
        ("RLIMIT_NPROC", 0),  # does not apply to root, for whom the seccomp filter refuses new processes
        ("RLIMIT_CORE", 0),
    )
    for name, limit in settings if not serving else (settings[0], settings[5]):
        # SIGXCPU comes first; a process that ignores it is killed a second later
        set_limit(name, limit, limit + (name == "RLIMIT_CPU"))
    return are_supported()
