"""The limits of a sandboxed build on time, memory and output, and the problems that report a reached limit."""

from typing import Final, NamedTuple

from punchboard.problem import Place, ProblemsFound, fail

TIME_RULE: Final = "LIMIT001"
MEMORY_RULE: Final = "LIMIT002"
OUTPUT_RULE: Final = "LIMIT003"
LOST_RULE: Final = "LIMIT004"
RESTRICTIONS_RULE: Final = "LIMIT005"

SAFER: Final = "build untrusted games on a Linux of 2021 or later, or in a virtual machine"
"""What to do on a system that lacks restrictions."""


class Limits(NamedTuple):
    """The limits of one game's build."""

    seconds: int = 120
    """Processor time."""
    megabytes: int = 2000
    """Address space, in millions of bytes."""
    output_megabytes: int = 2000
    """The size of all output files together, in millions of bytes."""
    files: int = 20_000
    """The number of output files."""
    open_files: int = 256
    message_bytes: int = 64_000_000
    """Bytes of one message from the process, without the content of a file."""

    @property
    def wall_seconds(self) -> int:
        """Wall-clock seconds: three times the processor time, because the machine may be busy."""
        return 3 * self.seconds


LIMITS: Final = Limits()


def time_limit_error(place: Place, limits: Limits) -> ProblemsFound:
    """Return the problem for a game that takes too much time."""
    hint = "if you trust the game to need more, raise the limit with --seconds"
    message = f"the build stopped at the sandbox limit of {limits.seconds} seconds of processor time"
    return fail(TIME_RULE, place, message, hint)


def memory_limit_error(place: Place, limits: Limits) -> ProblemsFound:
    """Return the problem for a game that takes too much memory."""
    hint = "if you trust the game to need more, raise the limit with --megabytes"
    message = f"the build stopped at the sandbox limit of {limits.megabytes} MB of memory"
    return fail(MEMORY_RULE, place, message, hint)


def output_limit_error(place: Place, what: str) -> ProblemsFound:
    """Return the problem for a game with too many or too large output files."""
    return fail(OUTPUT_RULE, place, f"the build stopped at the sandbox limit of {what}")


def lost_process_error(place: Place, why: str) -> ProblemsFound:
    """Return the problem for a sandboxed process that did not finish its work."""
    hint = "the game may be an attack; if you trust it, build it without --untrusted and report what you see"
    return fail(LOST_RULE, place, f"the sandboxed process failed: {why}", hint)
