"""What a confined process may use up: values with names, and the problems that tell of them."""

from typing import Final, NamedTuple

from punchboard.problem import Place, ProblemsFound, fail

TIME_RULE: Final = "LIMIT001"
MEMORY_RULE: Final = "LIMIT002"
OUTPUT_RULE: Final = "LIMIT003"
LOST_RULE: Final = "LIMIT004"
RESTRICTIONS_RULE: Final = "LIMIT005"


class Limits(NamedTuple):
    """What one game may use up."""

    seconds: int = 120
    """Time of the processor."""
    megabytes: int = 2000
    """Memory that may be asked for, in millions of bytes."""
    output_megabytes: int = 2000
    """All files together, in millions of bytes."""
    files: int = 20_000
    """How many files are made."""
    open_files: int = 256
    message_bytes: int = 64_000_000
    """Bytes of one thing that the process says, a file's content aside."""

    @property
    def wall_seconds(self) -> int:
        """Seconds on the clock: on a busy machine they pass three times as fast."""
        return 3 * self.seconds


LIMITS: Final = Limits()


def time_limit_error(place: Place, limits: Limits) -> ProblemsFound:
    """Return the problem of a game that takes too much time."""
    hint = "raise it with --seconds if you trust the game to need more"
    message = f"it was stopped at the limit of {limits.seconds} seconds of work for a stranger's game"
    return fail(TIME_RULE, place, message, hint)


def memory_limit_error(place: Place, limits: Limits) -> ProblemsFound:
    """Return the problem of a game that takes too much memory."""
    hint = "raise it with --megabytes if you trust the game to need more"
    message = f"it was stopped at the limit of {limits.megabytes} MB of memory for a stranger's game"
    return fail(MEMORY_RULE, place, message, hint)


def output_limit_error(place: Place, what: str) -> ProblemsFound:
    """Return the problem of a game of which too much is made, or said."""
    return fail(OUTPUT_RULE, place, f"it was stopped at the limit of {what} for a stranger's game")


def lost_process_error(place: Place, why: str) -> ProblemsFound:
    """Return the problem of a process that has not brought its work to an end."""
    hint = "the game may be an attack; if you trust it, build it without --untrusted, and report what you see"
    return fail(LOST_RULE, place, f"the process that worked on it was lost: {why}", hint)
