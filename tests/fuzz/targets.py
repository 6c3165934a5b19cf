"""The table of all fuzzing targets: what each reads, its seeds, and which errors are allowed.

A target is a function from bytes to nothing. It may raise `ProblemsFound`, which a user would see, and errors that its
function documents. Anything else is a fault, and so is taking longer than its limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import files
import loaders
import texts
import wholes
import world

from punchboard.expression import ExpressionError
from punchboard.load.icons.svg_outline import UnusableIconError
from punchboard.problem import ProblemsFound
from punchboard.verify.objects import Unreadable

Seeds = Callable[[], Sequence[bytes]]


class Target(NamedTuple):
    """One kind of input of the program."""

    name: str
    run: Callable[[bytes], None]
    seeds: Seeds
    form: str = "text"
    """How its inputs are changed: one of `mutation.CHANGES`."""
    allowed: tuple[type[Exception], ...] = (ProblemsFound,)
    tokens: tuple[bytes, ...] = ()
    limit: float = 1.0
    """Seconds of processor time that one input may take."""


def _of(*patterns: str) -> Seeds:
    return lambda: world.files(*patterns)


def _lines(*patterns: str) -> Seeds:
    """Return each text in a YAML file that has a template or an expression, found by its quotes."""

    def seeds() -> Sequence[bytes]:
        found = dict.fromkeys(
            part for data in world.files(*patterns) for part in data.split(b'"')[1::2] if 2 < len(part) < 300
        )
        return tuple(found)

    return seeds


def _words(*patterns: str) -> Seeds:
    return lambda: texts.with_dictionaries(*patterns)


def _given(*texts: str) -> Seeds:
    return lambda: tuple(text.encode() for text in texts)


_GAMES: Final = ("tests/games/good/*/game.yaml", "catalog/*/game.yaml")
_BOOKS: Final = ("tests/games/good/*/*.md", "tests/prose/*/*.md", "catalog/*/*.md", "catalog/*/locale/*/*.md")
_SPREADS: Final = (b"sep=;\n", b'"', b'""', b"\r", b"\r\n", b"\t", b";", b",", b"\xef\xbb\xbf", b"\xff\xfe", b"copies")
_JINJA: Final = tuple(
    b" {{ }} {% %} {# for in if else endif endfor set macro loop.index range( | ~ ** // % is not defined [0] [: ( ) . "
    b", | length | join | replace('a', | first | sum | int | float | default( | tint(20) | words | slug 9999999999 "
    b"1e308 == != < and or 'a' count( row( entries( realm.name name rank numbers.deal".split(b" ")
)
_MARKS: Final = (
    b"```cards\nshow: all\n```\n",
    b"```scene\nsize: [50, 50]\nitems: [{show: alder, at: [0, 0], width: 10}]\n```\n",
    *(f"```{name}\n```\n".encode() for name in ("components", "setup", "seats", "piles", "tally", "credits")),
    *(b"| a | b |\n|--:|:-:|\n| c |\n", b"[#deal-ten]", b"^^a^^", b":star:", b'![a](art/a.png "b")', b"> **Note.** "),
    *(
        b"\n\n1. ",
        b"\n  - ",
        b"\n# ",
        b"<!-- right: PROSE001 x -->",
        b"[a](javascript:b)",
        b"\\",
        b"***",
        b"{{ text('rulebook') }}",
    ),
)
_WHOLE: Final = (
    *(b"=== layouts/faces/card.yaml\n", b"=== rulebook.md\n", b"=== layouts/theme.yaml\n", b"=== reference.md\n"),
    *(
        b"{at: [0, 0], size: [20, 20], ",
        b"repeat: {each: ",
        b"fit: shrink to 6pt",
        b"bleed",
        b"rotate: 90",
        b"stroke: 1",
    ),
    *(
        b"shape: ",
        b"tarot",
        b"hex",
        b"circle 30",
        b"square 20",
        b"copies: 3",
        b"back: ",
        b"back of: ",
        b"shops: ",
        b"0",
    ),
    *(
        b"1e9",
        b"-1",
        b"1e-9",
        b".nan",
        b".inf",
        b"''",
        b"[]",
        b"{}",
        b"~",
        b"\xcc\x81",
        "\u05d0\u05d1".encode(),
        b"\xe4\xb8\xad",
    ),
    *(
        b"extends: ",
        b"optional: true",
        b"type: picture",
        b"columns: 3",
        b"!",
        b"&a ",
        b"*a",
        b"<<: *a",
        b"\n  ",
        b": ",
        b"- ",
    ),
)
_SVG: Final = (
    *(
        b"<g>",
        b"</g>",
        b'<path d="M0 0h9v9z"/>',
        b'<rect width="1e9" height="9" rx="3"/>',
        b'transform="rotate(1e300)"',
    ),
    *(b"<style>.a{fill:red}</style>", b'class="a"', b'style="fill:none"', b"<!DOCTYPE a>", b"&lt;", b"&#0;", b"1e400"),
    *(
        b'viewBox="0 0 0 0"',
        b'viewBox="0 0 1e-300 1e-300"',
        b'fill="red"',
        b'fill-rule="evenodd"',
        b"a1 1 0 0 1 1e200 0",
        b"nan",
    ),
)
_PDF: Final = (
    b"<<",
    b">>",
    b"[",
    b"]",
    b"(",
    b")",
    b"/Length 9",
    b" 0 R",
    b"obj",
    b"endobj",
    b"stream\n",
    b"/Prev 0",
    b"%%EOF",
)


TARGETS: Final = (
    Target("yaml", loaders.yaml, _of(*_GAMES, "layouts/*.yaml", "layouts/faces/*.yaml")),
    Target("game", loaders.game, _of(*_GAMES), "tree", limit=3.0),
    *(
        Target(f"model-{sort}", loaders.model(sort), _of(*patterns), "tree")
        for sort, patterns in {
            "artists": ("layouts/icons/artists.yaml",),
            "book": ("layouts/books/*.yaml", "layouts/*/books/*.yaml"),
            "booklet": ("layouts/booklets/*.yaml",),
            "face": ("layouts/faces/*.yaml", "layouts/*/faces/*.yaml"),
            "game": _GAMES,
            "machine": ("layouts/machines/*.yaml",),
            "papers": ("layouts/papers.yaml",),
            "rules": ("catalog/*/rules.yaml", "tests/games/good/*/rules.yaml"),
            "sheet": ("layouts/sheets/*.yaml",),
            "shop": ("layouts/shops/*.yaml",),
            "stocks": ("layouts/stocks.yaml",),
            "table": ("layouts/tables/*.yaml",),
            "theme": ("layouts/themes/*.yaml", "layouts/*/theme.yaml"),
            "words": ("layouts/words/*.yaml",),
        }.items()
    ),
    Target(
        "model-printer",
        loaders.model("printer"),
        _given("x: 0.3\ny: -0.2\nangle: 0.1\nscale x: 1.001\nflip: long edge\n"),
        "tree",
    ),
    Target(
        "face", loaders.face, _of("tests/games/stock/layouts/faces/*.yaml", "layouts/faces/*.yaml"), "tree", limit=3.0
    ),
    Target(
        "theme", loaders.theme, _of("tests/games/stock/layouts/theme.yaml", "layouts/themes/*.yaml"), "tree", limit=3.0
    ),
    Target("sheet", loaders.sheet, _of("layouts/sheets/*.yaml"), "tree", limit=3.0),
    Target("table-csv", loaders.table(".csv"), _of("catalog/*/*.csv", "tests/games/good/*/*.csv"), tokens=_SPREADS),
    Target(
        "table-tsv", loaders.table(".tsv"), _of("catalog/*/*.csv", "tests/games/good/*/*.csv"), "bytes", tokens=_SPREADS
    ),
    Target("table-json", loaders.table(".json"), _given(*(loaders.JSON_ROWS)), tokens=loaders.JSON_TOKENS),
    Target("table-yaml", loaders.table(".yaml"), _given(*(loaders.JSON_ROWS)), "tree"),
    Target("table-xlsx", loaders.table(".xlsx"), lambda: loaders.workbooks(".xlsx"), "zip", limit=2.0),
    Target("table-ods", loaders.table(".ods"), lambda: loaders.workbooks(".ods"), "zip", limit=2.0),
    Target("rows-csv", loaders.rows(".csv"), lambda: (world.ROWS.encode(),), tokens=_SPREADS),
    Target("rows-json", loaders.rows(".json"), _given(loaders.JSON_GAME), tokens=loaders.JSON_TOKENS),
    Target("deck-csv", loaders.deck(".csv"), _of("tests/games/good/DECK*/*.csv"), tokens=_SPREADS),
    Target("deck-txt", loaders.deck(".txt"), _of("tests/games/good/DECK*/*.txt", "tests/games/good/DECK*/*.csv")),
    Target(
        "locale", loaders.locale, lambda: (world.FILES["locale/de/texts.csv"].encode(),), tokens=_SPREADS, limit=3.0
    ),
    Target("locale-text", loaders.locale_text, _of("catalog/*/locale/*/*.md", *_BOOKS[:1])),
    Target("manifest", loaders.manifest, _given(loaders.MANIFEST), tokens=loaders.JSON_TOKENS),
    Target(
        "expression", texts.expression_input, _lines(*_GAMES), tokens=_JINJA, allowed=(ProblemsFound, ExpressionError)
    ),
    Target(
        "template",
        texts.template_input,
        _lines("layouts/faces/*.yaml", "layouts/*/faces/*.yaml", "layouts/words/*.yaml"),
        tokens=_JINJA,
        allowed=(ProblemsFound, ExpressionError),
    ),
    Target("words", texts.words, _words("catalog/*/reference.md", "catalog/*/locale/*/reference.md"), "script"),
    Target("directions", texts.directions, _of("tests/games/good/*/*.md"), "script"),
    Target("hyphens", texts.hyphens, _words("tests/prose/*/*.md"), "script"),
    Target("markdown", texts.markdown, _of(*_BOOKS), tokens=_MARKS),
    Target(
        "flow", texts.flow, _of(*_BOOKS), tokens=_MARKS, allowed=(ProblemsFound, KeyError, ExpressionError), limit=3.0
    ),
    Target("rulebook", texts.rulebook, _of(*_BOOKS), tokens=_MARKS, limit=5.0),
    Target(
        "book",
        texts.book,
        _of("layouts/books/*.yaml", "tests/games/stock/layouts/books/*.yaml"),
        "tree",
        # loading a layout reports an invalid template, but this target skips loading
        allowed=(ProblemsFound, ExpressionError),
        limit=3.0,
    ),
    Target("whole", wholes.game, wholes.games, "game", tokens=(*_JINJA, *_MARKS, *_WHOLE), limit=8.0),
    Target("prose", texts.prose, _of(*_BOOKS), limit=3.0),
    Target("prose-deck", texts.prose_deck, _of("tests/prose/*/*.csv", "catalog/*/*.csv"), tokens=_SPREADS, limit=3.0),
    Target("icon", files.icon, _of("layouts/icons/*.svg", "layouts/*/icons/*.svg"), tokens=_SVG),
    Target(
        "style-sheet",
        files.style_sheet,
        _given(*files.STYLES),
        tokens=_SVG,
        allowed=(ProblemsFound, UnusableIconError),
    ),
    Target("path", files.path, files.path_seeds, allowed=(ProblemsFound, ValueError)),
    Target("icon-set", files.icon_set, _given(*files.SETS), tokens=(*_SVG, *loaders.JSON_TOKENS)),
    Target("picture", files.picture, files.png_seeds, "png"),
    Target("printed-picture", files.printed_picture, files.png_seeds, "png", limit=2.0),
    Target("profile", files.profile, files.icc_seeds, "bytes", limit=3.0),
    Target("font", files.font, files.font_seeds, "bytes", limit=3.0),
    Target("proof", files.proof, files.proof_seeds, "pdf", tokens=_PDF),
    Target("pdf-object", files.pdf_object, _given(*files.OBJECTS), "bytes", tokens=_PDF, allowed=(Unreadable,)),
    Target("pdf-content", files.pdf_content, _given(*files.CONTENTS), "bytes", tokens=_PDF, allowed=(Unreadable,)),
)
