"""Braille by liblouis: the only code that starts its command ``lou_translate`` (https://liblouis.io)."""

import shutil
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.operating_system import this_system

RULE: Final = "BRAILLE001"
COMMAND: Final = "lou_translate"
_APT: Final = "sudo apt install liblouis-bin"
_INSTALL: Final[Mapping[str, str]] = {
    "darwin": "brew install liblouis",
    "win32": "download it from liblouis.io and add its folder to PATH",
}
"""How to install liblouis, by platform; `_APT` on others."""

_OTHER_TABLE: Final = "name another table of the language in layouts/braille.yaml"
_DISPLAY: Final = "unicode.dis"
"""The table by which liblouis writes cells as characters of Unicode's block of Braille patterns."""

_SECONDS: Final = 120
"""The most seconds that liblouis may take; a long game takes one."""

_LONGEST: Final = 240
"""The characters of a line at most; the command splits lines that are longer than 2,044 bytes."""

BLANK: Final = "\u2800"
_SIX_DOTS: Final = frozenset(map(chr, range(0x2800, 0x2840)))
"""All cells of six dots. Liblouis marks a character that a table lacks by cells of eight."""


class Translation(NamedTuple):
    """Texts in Braille: each as cells of six dots, U+2800 to U+283F; and the characters that were left out."""

    texts: tuple[str, ...]
    unknown: str = ""


def installed_liblouis() -> str:
    """Return the path, size and time of liblouis's command, which differ after an update; empty if it is missing."""
    command = shutil.which(COMMAND)
    if command is None:
        return ""
    status = Path(command).stat()
    return f"{command} {status.st_size} {status.st_mtime_ns}"


@lru_cache(maxsize=32)
def translate(table: str, texts: tuple[str, ...]) -> Translation:
    """Return texts in Braille by a table of liblouis. A character that the table lacks is left out.

    The last results are kept, because the checks of a build and its files need the same.

    Raises:
        ProblemsFound: BRAILLE001 when liblouis is missing, cannot be started, or does not have the table.
    """
    plain = tuple(map(_plain, texts))
    cells = _run(table, plain)
    faulty = sorted(set("".join(_untranslated(plain, cells))))
    if not faulty:
        return Translation(cells)
    unknown = set(_untranslated(faulty, _run(table, faulty)))
    known = ("".join(" " if character in unknown else character for character in text) for text in plain)
    cells = _run(table, tuple(map(_plain, known)))
    if not all(map(_SIX_DOTS.issuperset, cells)):
        raise fail(RULE, Place(COMMAND), f"{table!r} is a table of Braille with eight dots", _OTHER_TABLE)
    return Translation(cells, "".join(sorted(unknown)))


def _untranslated(texts: Iterable[str], cells: Iterable[str]) -> Iterator[str]:
    """Yield the texts with a character that the table lacks."""
    return (text for text, line in zip(texts, cells, strict=True) if not _SIX_DOTS.issuperset(line))


def _plain(text: str) -> str:
    """Return a text with composed letters, single spaces and no soft hyphens."""
    return " ".join(unicodedata.normalize("NFC", text.replace("\u00ad", "")).split())


def _run(table: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the cells of texts, a line each; long ones go as several lines."""
    parts = [textwrap.wrap(text, _LONGEST, break_on_hyphens=False) for text in texts]
    lines = [line.replace("\\", "\\\\") for part in parts for line in part]
    translated = iter(_output(table, lines))
    return tuple(BLANK.join(next(translated).strip(f" {BLANK}") for _ in part).replace(" ", BLANK) for part in parts)


def _output(table: str, lines: list[str]) -> list[str]:
    import subprocess  # noqa: PLC0415 - only for Braille

    command, place = shutil.which(COMMAND), Place(COMMAND)
    if command is None:
        install = _INSTALL.get(this_system(), _APT)
        raise fail(RULE, place, "no Braille is made, because liblouis is not installed", f"install it: {install}")
    try:
        ran = subprocess.run(  # noqa: S603 - the user's liblouis, with a validated name of a table, without a shell
            [command, "--forward", f"{_DISPLAY},{table}"],
            input="".join(f"{line}\n" for line in lines).encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise fail(RULE, place, f"liblouis took more than {_SECONDS} seconds", "try again") from None
    except OSError as error:
        raise _cannot_start(error) from None
    cells = ran.stdout.decode("utf-8", "replace").split("\n")[:-1]
    if len(cells) != len(lines):
        raise fail(RULE, place, f"liblouis cannot translate by its table {table!r}", f"update it, or {_OTHER_TABLE}")
    return cells


def _cannot_start(error: OSError) -> ProblemsFound:
    if isinstance(error, PermissionError):  # the sandbox of `--untrusted` starts no other programs
        message = "no Braille is made, because a build in the sandbox starts no other program"
        return fail(RULE, Place(COMMAND), message, "build without --untrusted if you trust the game")
    return fail(RULE, Place(COMMAND), f"liblouis cannot run: {(error.strerror or str(error)).lower()}")
