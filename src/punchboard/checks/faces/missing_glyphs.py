"""GLYPH001: no font of the theme has a character of the text.

What: neither the font of a text, nor its ``fallback`` fonts, nor those in ``layouts/fonts`` have one of its characters.

Why: it would print as an empty box.

Bad: ``name: "Ключ"`` in a theme whose fonts are Latin only.

Good: the font that the message names, added by ``punchboard fonts add``, or a font with the characters among the
``fallback`` of the text's font.
"""

from collections.abc import Iterator

from punchboard.fonts.script_table import missing_letters_hint
from punchboard.model.layout.face import Face
from punchboard.problem import Problem

ID = "GLYPH001"


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box with words that no font can set."""
    # of all boxes: a word of Chinese characters is Japanese beside a text with letters of Japanese alone
    hint = missing_letters_hint(word for placed in face.boxes for word in placed.missing)
    for placed in face.boxes:
        if placed.missing:
            words = ", ".join(repr(word) for word in placed.missing[:5])
            message = f"no font has every character of {words} in box {placed.name!r} of face {face.layout!r}"
            yield Problem(ID, face.place, message, hint)
