"""``table.html``: the whole game on a table in the browser, set up by its own script and played by hand.

`table_view` gathers what the page needs, `drawings` what it shows. ``script/main.js`` is the entry of the script: its
folder `engine` carries out the game's program as `punchboard.engine.program` does, `game`
makes a game again from its history, `surface` draws it, `panels` are beside it, and ``desk.js`` joins them.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic_core import to_json

from punchboard.compose.books.setup_steps import StepWriter, Way
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.markdown import parse_inline
from punchboard.engine.program import GameProgram, compile_game
from punchboard.engine.proof import setup_walks, variant_seat_counts
from punchboard.engine.script import StepPath, inner_steps, option_steps, script_steps
from punchboard.engine.states.table import UnknownOutcome
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect
from punchboard.model.game.game import Component, Game
from punchboard.model.game.game_file import Pile
from punchboard.model.game.setup import Step
from punchboard.model.snapshot import edition
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.product import PACKED_PAGE, PACKED_PLACEHOLDER
from punchboard.products.web.assets import (
    EMBEDDED_FAMILY,
    bundle,
    embedded_font_rule,
    font_stack,
    packed,
    policy_hash,
    script_modules,
    style_hash,
    trusted,
    web_page,
)
from punchboard.products.web.checks.setups import step_chances
from punchboard.products.web.components.shown_parts import name_of
from punchboard.products.web.palette import make_legible, mix, page_head
from punchboard.products.web.rulebook import book_html
from punchboard.scene import Group, Page, Use
from punchboard.srgb import contrast


class TableDrawings:
    """Collects drawings; each side is drawn once, and known by its number."""

    def __init__(self, composed: ComposedGame) -> None:
        self._composed = composed
        self._numbers: dict[FaceSpec, int] = {}

    def number(self, side: FaceSpec) -> int:
        """Return the number of the drawing of a side."""
        return self._numbers.setdefault(side, len(self._numbers))

    def pages(self) -> tuple[Page, ...]:
        """Return the drawings in the order of their numbers, each as large as the trim of its side."""
        return tuple(map(self._page, self._numbers))

    def _page(self, side: FaceSpec) -> Page:
        face = self._composed.draw(side)
        frame = face.trim.frame()
        cut = None if face.trim.is_rectangular else face.trim.outline(frame)
        return Page(frame.size, (Group((Use(face.symbol),), clip=cut),), frame, Rect(0, 0, *frame.size))


View = dict[str, Any]


def view(composed: ComposedGame, drawings: TableDrawings) -> View:
    """Return what the table shows: components, piles, dice, ways to play, the program and its printed words."""
    game = composed.game
    file, snapshot = game.file, composed.snapshot
    return {
        "game": game.id,
        "title": game.title,
        "version": file.version,
        "language": file.language,
        "edition": edition(snapshot),
        "components": [
            _component(composed, drawings, component) | {"look": snapshot.parts[component.id].look_hash}
            for component in game.components
        ],
        "kinds": {name: kind.plural for name, kind in game.kinds.items()},
        "piles": {
            **{name: _pile(pile, "backs") | {"deck": True} for name, pile in file.decks.items()},
            **{name: _pile(pile, "faces") for name, pile in (file.piles | file.each_player_has).items()},
        },
        "dice": {name: _die(composed, drawings, name) for name in composed.dice},
        "seats": list(file.players.seat_counts),
        "variants": [
            {"key": one.key, "name": one.name, "text": plain(one.text), "players": variant_seat_counts(game, one)}
            for one in file.variants
        ],
        "names": {name: seat.name for name, seat in file.seats.items()},
        "program": _program(composed),
        "words": {f"{way.players}/{way.variant}": _step_words(game, way) for way in _ways(game)},
        "odds": odds(game),
        "reference": [_side(drawings, side) for card in composed.reference_cards for side in card.sides],
    }


def _program(composed: ComposedGame) -> GameProgram | None:
    """Return the program; None if a script cannot be compiled, so that the players set up by hand."""
    try:
        return compile_game(composed.game)
    except (ExpressionError, UnknownOutcome):
        return None


def _component(composed: ComposedGame, drawings: TableDrawings, component: Component) -> dict[str, Any]:
    """Return a component: its sides by the numbers of their drawings, its size in mm and its form."""
    cards = composed.cards[component.id]
    first, front, back = cards[0]
    sides = [drawings.number(side) for _, side, _ in cards]
    are_copies = first.copies < component.copies
    trim = front.program.trim
    return {
        "id": component.id,
        "name": name_of(composed, component),
        "kind": component.kind,
        "front": sides[0],
        "back": None if back is None else drawings.number(back),
        "more": [] if are_copies else sides[1:],
        "copies": sides if are_copies else [],
        "size": [trim.size.width, trim.size.height],
        "form": trim.form,
    }


def _side(drawings: TableDrawings, side: FaceSpec) -> dict[str, Any]:
    return {"side": drawings.number(side), "size": tuple(side.program.trim.size)}


def _pile(pile: Pile, shows: str) -> dict[str, Any]:
    return {"name": pile.name, "shows": pile.shows or shows}


def _die(composed: ComposedGame, drawings: TableDrawings, name: str) -> dict[str, Any]:
    """Return a die: its printed name, and the value and the drawing of each side."""
    die, game = composed.game.file.dice[name], composed.game
    values = die.faces if isinstance(die.faces, tuple) else tuple(map(str, game.lists[die.faces["one of"]]))
    sides = composed.dice[name]
    return {
        "name": die.name,
        "copies": die.copies,
        "values": [values[number % len(values)] for number in range(len(sides))],
        "sides": [drawings.number(side) for side in sides],
        "size": tuple(sides[0].program.trim.size),
    }


# The printed words of steps, and the odds of what chance decides in them.


def plain(text: str) -> str:
    """Return one line of Markdown as plain text."""
    return "".join(span.text for span in parse_inline(text)).strip()


def _ways(game: Game) -> Iterator[Way]:
    """Yield every way to play: each number of players, in the usual game and in each variant for that number."""
    for players in game.file.players.seat_counts:
        yield Way(players, "")
        for variant in game.file.variants:
            if players in variant_seat_counts(game, variant):
                yield Way(players, variant.key)


def _step_words(game: Game, way: Way) -> dict[str, str]:
    """Return the sentence of each step of set-up, turn and round in one way to play, by its place such as ``setup.3``.

    The steps of the set-up have their notes as well, as the rulebook prints them. What the way leaves out is missing.
    """
    writer = StepWriter(game, game.words, way)
    words = {}
    for script in ("setup", "turn", "round"):
        for path, step in _every_step(script_steps(game, script)):
            if not writer.is_carried_out(step):
                continue
            is_printed = path[0] == "setup" and len(path) == 2
            sentence = writer.sentence(step) if is_printed else writer.plain_sentence(step)
            words[".".join(map(str, path))] = plain(sentence)
    return words


def _every_step(steps: tuple[tuple[StepPath, Step], ...]) -> Iterator[tuple[StepPath, Step]]:
    for path, step in steps:
        yield path, step
        yield from _every_step(inner_steps(path, step))
        for option in option_steps(path, step):
            yield from _every_step(option)


def odds(game: Game) -> dict[str, dict[str, list[str]]]:
    """Return what chance can do at each step of the set-up, in words, by ``players/variant`` and place."""
    chances: dict[str, dict[str, list[str]]] = {}
    try:
        walks = setup_walks(game)
    except ExpressionError:
        return chances
    for walk in walks:
        steps = chances.setdefault(f"{walk.players}/{walk.variant}", {})
        for line in walk.results:
            rows = [
                f"{row.what}: {row.percent}" + (f" ({row.odds.who})" if row.odds.who else "")
                for row in step_chances({walk.players: line.event_chances})
            ]
            if rows:
                steps[".".join(map(str, line.path))] = rows
    return chances


# The one file of the table: template, style, script and packed data, with a policy that allows nothing else.

HERE: Final = Path(__file__).parent

_RULEBOOK_MARK: Final = "[the rulebook]"
"""Marks the place of the rulebook in the filled template."""

POLICY: Final = (
    "default-src 'none'; img-src blob: data:; font-src data:; style-src '{style}'; script-src '{script}';"
    " frame-src blob:; connect-src {connect}; base-uri 'none'; form-action 'none'"
)
"""The content security policy: its own script and style, and pictures that the script makes."""


class TablePage(NamedTuple):
    """A page with a placeholder for its drawings, and its content security policy."""

    data: bytes
    policy: str


def _table_page(
    composed: ComposedGame, view: View, drawings: int, rulebook: bytes = b"", *, shared: bool = False
) -> TablePage:
    """Return the page.

    Args:
        composed: the game.
        view: what the table shows.
        drawings: how many drawings it has.
        rulebook: the rulebook as HTML, with placeholders for the drawings after those; empty if there is none.
        shared: whether the game is on the server that sends the page; it connects to nothing else.
    """
    game = composed.game
    script, style = bundled_script(), f"{_table_colours(composed)}\n{(HERE / 'table.css').read_text(encoding='utf-8')}"
    connect = "'self'" if shared else "'none'"
    styles = f"{policy_hash(style)}' '{style_hash(rulebook)}" if rulebook else policy_hash(style)
    policy = POLICY.format(style=styles, script=policy_hash(script), connect=connect)
    values = {
        **page_head(game, composed.loaded.layouts.theme.colours),
        "policy": policy,
        "shared": shared,
        "script": trusted(script),
        "style": trusted(style),
        "view": packed(to_json(view)),
        "drawings": trusted(PACKED_PLACEHOLDER.format(drawings)),
        "rulebook": _RULEBOOK_MARK if rulebook else "",
    }
    page = web_page(HERE / "table.html.jinja").render(values).encode()
    return TablePage(page.replace(_RULEBOOK_MARK.encode(), PACKED_PAGE.encode().replace(b"{}", rulebook)), policy)


@cache
def bundled_script() -> str:
    """Return the modules as one script, each in a scope of its own that returns its exports."""
    return bundle(script_modules(HERE / "script"))


_WHITE, _BLACK = "#ffffff", "#000000"
_TEXT = 7.0
"""Contrast of words."""
_QUIET = 4.6
"""Contrast of what is less important, and of words on buttons."""


def _table_colours(composed: ComposedGame) -> str:
    """Return the style rules with the theme: ``--felt`` below the cards, ``--wood`` around, words and accents."""
    theme, file = composed.loaded.layouts.theme, composed.loaded.layouts.books.get("rulebook")
    colours = theme.colours
    accent = colours.get("accent", "#2f4b7c")
    felt = colours.get("box", colours.get("night", mix(accent, _BLACK, 0.45)))
    end = _WHITE if contrast(felt, _WHITE) > contrast(felt, _BLACK) else _BLACK
    panel = mix(felt, end, 0.08)
    words = colours.get("paper", _WHITE) if end == _WHITE else colours.get("ink", _BLACK)
    ink = make_legible(mix(words, end, 0.3), panel, _TEXT, end)
    bright = make_legible(colours.get("box-ink", mix(accent, end, 0.4)), panel, _QUIET, end)
    on_bright = _WHITE if contrast(bright, _WHITE) > contrast(bright, _BLACK) else _BLACK
    values = {
        "felt": felt,
        "felt-light": mix(felt, end, 0.05),
        "panel": panel,
        "raised": mix(felt, end, 0.14),
        "line": mix(felt, end, 0.32),
        "ink": ink,
        "quiet": make_legible(mix(ink, felt, 0.3), mix(felt, end, 0.14), _QUIET, end),
        "bright": bright,
        "on-bright": on_bright,
        "shadow": mix(felt, _BLACK, 0.65),
    }
    fonts = ""
    if file is not None:
        styles = file.styles
        head = styles.get("h1", "h1")
        printable = "".join(map(chr, range(32, 127)))
        fonts = embedded_font_rule(composed, head, f"{composed.game.title}{printable}")
        values["text-font"] = font_stack(composed, styles.get("p", "p"))
        values["head-font"] = f'"{EMBEDDED_FAMILY}", {font_stack(composed, head)}'
    rules = "".join(f"--{name}: {value};" for name, value in values.items())
    return f"{fonts}\n:root {{ {rules} }}"


PATH = "table.html"


def table(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``table.html``, unless nothing can be put on a table."""
    if not composed.game.components:
        return
    page, drawings, _ = open_page(composed)
    yield Product(PATH, composed.document(drawings), format="html", data=page.data)


class OpenPage(NamedTuple):
    """The page of a table with placeholders, its drawings, and what it shows."""

    page: TablePage
    drawings: tuple[Page, ...]
    view: View


def open_page(composed: ComposedGame, *, shared: bool = False) -> OpenPage:
    """Return the page of a game's table; a shared one has its game on the server that sends it."""
    own = TableDrawings(composed)
    shown = view(composed, own)
    has_rulebook = "rulebook" in composed.game.texts and "rulebook" in composed.loaded.layouts.books
    rulebook, figures = book_html(composed, "rulebook") if has_rulebook else (b"", ())
    drawings = own.pages()
    return OpenPage(_table_page(composed, shown, len(drawings), rulebook, shared=shared), (*drawings, *figures), shown)
