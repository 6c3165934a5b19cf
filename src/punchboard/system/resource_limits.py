"""Limits that the system sets for this process (``setrlimit``); Windows has none of them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any


def _resource() -> Any:
    """Return the module `resource`, or None on Windows."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    return resource


def are_supported() -> bool:
    """Return whether this system has such limits."""
    return _resource() is not None


def set_limit(name: str, soft: int, hard: int) -> None:
    """Set a limit for this process, permanently, unless the system lacks it or refuses it.

    Args:
        name: the limit, such as ``RLIMIT_CPU``.
        soft: the limit at which the process is warned or refused.
        hard: the limit that the process cannot raise; never higher than it is now.
    """
    resource = _resource()
    number = getattr(resource, name, None)
    if number is None:
        return
    with suppress(ValueError, OSError):  # macOS refuses some
        now = resource.getrlimit(number)[1]
        hard = hard if now < 0 else min(hard, now)
        resource.setrlimit(number, (min(soft, hard), hard))


def raise_open_files(wanted: int) -> int:
    """Raise the limit of open files to a number, if the system allows it; return the limit."""
    resource = _resource()
    if resource is None:
        return wanted
    with suppress(ValueError, OSError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        return int(max(soft, most))
    return wanted
