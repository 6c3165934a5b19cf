"""What `new` says and does about letters that no font of the theme has."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from punchboard.fonts.script_table import Script, add_command, names_of, scripts_of
from punchboard.load.fonts.system_fonts import system_fonts


def proof_fonts(letters: Collection[str]) -> tuple[Path, ...]:
    """Return the files of fonts of this machine for a first proof with letters, a font for each script."""
    by_script = {
        script: {letter for letter in letters if script in scripts_of([letter])} for script in scripts_of(letters)
    }
    return tuple(dict.fromkeys(path for own in by_script.values() if own for path in system_fonts(own)))


def letters_report(scripts: Sequence[Script], fonts: Sequence[Path], game: str) -> Iterator[str]:
    """Yield what to do about letters of scripts that no font of the theme has.

    Args:
        scripts: the scripts of the letters.
        fonts: the files of this machine's fonts that the first proof uses.
        game: the name of the game.
    """
    yield f"no font of the theme has {names_of(scripts)} letters. This adds a font with them to the game:"
    yield f"  {add_command(scripts, game)}"
    if fonts:
        names = ", ".join(dict.fromkeys(path.stem.partition("-")[0] for path in fonts))
        yield f"until then: only this first proof uses {names} of your system, whose licence is not known"
    else:
        yield "until then, they are left out: your system has no font with them that could be used for a first proof"
