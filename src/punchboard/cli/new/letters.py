"""What `new` says and does about letters that no font of the theme has."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from punchboard.fonts.script_table import Script, add_command, names_of, scripts_of
from punchboard.fonts.scripts import script_of
from punchboard.load.fonts.system_fonts import system_fonts


def proof_fonts(letters: Collection[str]) -> dict[Script, tuple[Path, ...]]:
    """Return the files of this machine's fonts for a first proof with letters, by script; none where no font fits."""
    codes = {letter: script_of(letter) for letter in letters}
    left, found = set(letters), {}
    for script in scripts_of(letters):
        own = {letter for letter in left if codes[letter] in script.codes}
        left -= own
        found[script] = system_fonts(own)
    return found


def letters_report(fonts: Mapping[Script, Sequence[Path]], game: str, *, proof: bool) -> Iterator[str]:
    """Yield what to do about letters of scripts that no font of the theme has.

    Args:
        fonts: the scripts of the letters, each with the files of this machine's fonts that the first proof uses.
        game: the name of the game.
        proof: whether a first proof is built.
    """
    what = "a font" if len(fonts) == 1 else "fonts"
    yield f"no font of the theme has {names_of(fonts)} letters. This adds {what} with them to the game:"
    yield f"  {add_command(fonts, game)}"
    used = {script: files for script, files in fonts.items() if files}
    if used and proof:
        names = ", ".join(dict.fromkeys(path.stem.partition("-")[0] for files in used.values() for path in files))
        for_these = f" for {names_of(used)} letters" if len(used) < len(fonts) else ""
        yield f"until then: only this first proof uses {names} of your system{for_these}, whose licence is not known"
    missing = [script for script in fonts if script not in used]
    if missing and proof:
        yield f"until then: {names_of(missing)} letters are left out, because your system has no font with them either"
