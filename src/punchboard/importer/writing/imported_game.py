"""The files of a game imported from a table, and the report of the guesses."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from string import Template
from typing import Final
from unicodedata import east_asian_width

from punchboard.expression import as_written
from punchboard.importer.columns.symbols import FoundSymbol
from punchboard.importer.columns.value_lists import Choice
from punchboard.importer.draft import Draft, FieldDraft, KindDraft, ListDraft, Note, PartDraft, TableDraft, face_name
from punchboard.importer.guess import UNPRINTED
from punchboard.importer.kinds.builtin_layouts import back_for, layout_for
from punchboard.importer.kinds.slots import Boxes
from punchboard.importer.kinds.tags import tag_label
from punchboard.importer.new_game_options import DEFAULT_SHAPE, NewGameOptions, Shape
from punchboard.importer.own_words import ENGLISH, first_text, language_of, words_of
from punchboard.importer.writing.face_yaml import back_faces, back_names, face_text, layout_files, piles_text
from punchboard.importer.yaml_text import comment, quoted, scalar
from punchboard.load.layouts.raw_layouts import builtin_themes
from punchboard.model.layout.coloured_boxes import COLOURED_BOXES, ColouredBoxes
from punchboard.model.values import range_bounds
from punchboard.workspace import builtin_folder

MAX_HANDS: Final = 6
"""The number of hands of three cards in the starter."""

DEAL: Final = "  - {deal: hand, from: deck, to: hand}\n"

TOO_FEW: Final = f"  # {DEAL.strip()}    # 18 are too few for so many players\n"

KINDS: Final[Mapping[str, str]] = {"hex": "tile", "square": "tile", "triangle": "tile", "circle": "token"}
"""Names of components by the form of their shape; others are cards."""


_INK: Final = 'colour: "{{ role.ink }}"'


def starter_layout(options: NewGameOptions) -> str:
    """Return the built-in layout of the starter's components."""
    layout, _ = layout_for(options.trim, {})
    return options.layout or ("framed" if layout == "event" else layout)


def starter_files(options: NewGameOptions, boxes: Boxes) -> dict[str, str]:
    """Return the files of a new game by their paths in its folder; ``boxes`` are those of its built-in layout."""
    kind, layout = KINDS.get(options.trim.form, "card"), starter_layout(options)
    values = {
        "name": options.name,
        "title": quoted(options.title),
        "players": options.players,
        "theme": options.theme,
        "kind": kind,
        "kind_name": kind.title(),
        "shape": options.shape or DEFAULT_SHAPE,
        "layout": layout,
        "back": back_for(options.trim),
        "table": f"{kind}s.csv",
        "deal": DEAL if (range_bounds(options.players)[1] or MAX_HANDS + 1) <= MAX_HANDS else TOO_FEW,
    }
    head = f"{options.game_head}\n" if options.game_head else ""
    shape, slots = Shape(options.shape or DEFAULT_SHAPE), _slots(layout, boxes)
    face = KindDraft(kind, kind.title(), "", "", (), "", shape, layout, slots, 3, 18, Note("", "", ""))
    return {
        "game.yaml": head + Template(first_text("game.yaml")).substitute(values),
        f"{kind}s.csv": first_text("cards.csv"),
        **text_files(options, [kind.title()]),
        **layout_files({kind: face_text(face, options)}, options),
    }


def text_files(options: NewGameOptions, kinds: Iterable[str], language: str = ENGLISH) -> dict[str, str]:
    """Return the rulebook, with a line for each kind, and the quick reference."""
    about = words_of(language)["about kind"]
    lines = "\n".join(f"**{as_written(kind)}.** {about}\n" for kind in kinds)
    values = {"title": quoted(options.title), "kinds": lines}
    texts = {name: first_text(name, language) for name in ("rulebook.md", "reference.md")}
    return {name: Template(text).substitute(values) for name, text in texts.items()}


def _slots(layout: str, boxes: Boxes) -> dict[str, str]:
    """Return the boxes that show a field with another name than their own, and those in the colour of the role."""
    painted = COLOURED_BOXES.get(layout, ColouredBoxes(()))
    own = {"title": '{text: "{{ name }}"}', "type": '{text: "{{ role.name }}"}'}
    slots = {name: box for name, box in own.items() if boxes.get(name)}
    slots |= {name: '{fill: "{{ role.colour }}"}' for name in painted.fills if name in boxes}
    for name in painted.inks:
        if boxes.get(name):
            slots[name] = f"{slots[name][:-1]}, {_INK}}}" if name in slots else f"{{{_INK}}}"
    return slots


COLUMN_WIDTHS: Final = (26, 52, 90)
"""The highest number of characters in a line of each column of the report."""

MAX_GUESS: Final = 2000
"""The highest number of characters of a guess, which takes several lines."""

MAX_COLUMNS: Final = 20
"""The highest number of table columns that are reported one by one; of more, only those that are printed."""


def imported_files(draft: Draft, options: NewGameOptions, checks: Iterable[str] = ()) -> dict[str, str]:
    """Return the files by their paths in the game's folder, without the table and its pictures."""
    faces = {face_name(kind, draft.kinds): face_text(kind, options) for kind in draft.kinds}
    faces |= back_faces(draft, options)
    return {
        "game.yaml": _game_text(draft, options, checks),
        **text_files(options, [kind.name for kind in draft.kinds], language_of(draft)),
        **layout_files(faces, options),
        **_words_file(draft),
    }


def _words_file(draft: Draft) -> dict[str, str]:
    """Return the file for the words of a language that has none yet."""
    language = language_of(draft)
    if (builtin_folder() / "layouts" / "words" / f"{language}.yaml").is_file():
        return {}
    text = f"# The words of printed steps in the language {language}, as layouts/words/en.yaml has them.\n{{}}\n"
    return {f"layouts/words/{language}.yaml": text}


def guess_report(draft: Draft) -> Iterator[str]:
    """Yield the lines of the report: a table of all guesses with their reasons, then the warnings."""
    rows = [Note("found", "guess", "reason"), *filter(None, (draft.theme, draft.language))]
    for number, part in enumerate(draft.parts):
        rows += [Note("", "", "")] * (number > 0) + list(_notes(part))
    cells = [cell for note in rows for cell in zip_longest(*map(_wrapped, note, COLUMN_WIDTHS), fillvalue="")]
    widths = [max(_wide(row[column]) for row in cells) for column in range(2)]
    for of, guess, because in cells:
        yield f"  {_padded(of, widths[0])}  {_padded(guess, widths[1])}  {because}".rstrip()
    for line in draft.warnings:
        yield ""
        yield f"  {line}"


def _wrapped(text: str, width: int) -> list[str]:
    """Return a text of the report as lines; names of columns are cut off."""
    if width == COLUMN_WIDTHS[0]:
        return [comment(text, width)]
    return textwrap.wrap(comment(text, MAX_GUESS), width, break_on_hyphens=False) or [""]


def score_report(draft: Draft) -> Iterator[str]:
    """Yield the lines of the table of scores: each role that a column could have, with its points and the reason."""
    for part in draft.parts:
        rows = [("column", "candidate", "points", "reason")]
        for note in part.column_notes:
            own = sorted((one for one in part.candidates if one.column == note.subject), key=lambda one: -one.points)
            rows += [(one.column, one.role, f"{one.points:.1f}", one.reason) for one in own] or [
                (note.subject, "none", "", f"{note.guess}: {note.reason}")
            ]
        cells = [tuple(map(comment, row, (*COLUMN_WIDTHS[:1], 12, 6, 90))) for row in rows]
        yield ""
        for name, role, points, reason in cells:
            yield f"  {_padded(name, max(_wide(row[0]) for row in cells))}  {role:<12}{points:>6}  {reason}"


def _notes(part: PartDraft) -> Iterator[Note]:
    """Yield the notes on a table, its kinds and its columns."""
    yield part.table.note
    yield from (kind.note._replace(subject=kind.name) for kind in part.kinds)
    for kind in part.kinds:
        if kind.shape.reason:
            yield Note(kind.name, f"its shape: {kind.shape.text}", f"{kind.shape.reason}; --shape chooses another")
    columns = list(part.column_notes)
    if len(columns) > MAX_COLUMNS:
        columns = [note for note in columns if not note.guess.endswith(UNPRINTED)][:MAX_COLUMNS]
    yield from columns
    left = len(part.column_notes) - len(columns)
    if left:
        yield Note(f"{left} more", "each with its reason in game.yaml", "")


def _wide(text: str) -> int:
    """Return the width of a text in a terminal: Chinese and Japanese characters take two columns."""
    return sum(1 + (east_asian_width(char) in "WF") for char in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _wide(text))


# Text of the `game.yaml` of an imported game, with a comment for every guess.

SHAPES: Final = ("poker", "tarot", "mini", "square 50mm", "hex 50mm", "circle 25mm", "card 60 x 80mm")
"""Shapes that a comment offers as alternatives to the guessed one."""


_DRAFT_CODES: Final = ("PROSE004", "PROSE005")
"""Problems of nearly every unfinished rulebook: components it does not mention, words it does not explain."""


def _game_text(draft: Draft, options: NewGameOptions, checks: Iterable[str] = ()) -> str:
    """Return the text of ``game.yaml``.

    Args:
        draft: the draft of the game.
        options: the options of the new game.
        checks: codes of problems that are only warnings in the first proof.
    """
    parts = [
        _top(draft, options),
        _lists(draft.lists),
        _symbols(draft.symbols),
        _kinds(draft),
        piles_text(draft),
        _checks(tuple(checks)),
    ]
    return "\n".join(part for part in parts if part)


def _top(draft: Draft, options: NewGameOptions) -> str:
    files = dict.fromkeys(part.table.file for part in draft.parts)
    made_from = " and ".join(map(comment, files))
    own = words_of(language_of(draft))
    lines = [
        *([options.game_head] if options.game_head else []),
        f"# Made from {made_from}. Each guess is followed by its reason. Change what is wrong, then run",
        f"# `punchboard build {options.name}`. {_next_table(options)}",
        f"title: {quoted(options.title)}",
        "version: 0.1.0                  # increase it with each edition that you hand out",
        f"language: {draft.language.guess}  # {comment(draft.language.reason)}" if draft.language else "language: en",
        f"players: {options.players}",
        _theme(draft, options),
        f"prototype: {own['prototype']}  # applies to all values here",
        "# tagline: a line for the cover of the rulebook",
        f"credits: [{quoted(own['credits'])}]",
    ]
    if options.link:
        lines += ["sources:", f"  {scalar(next(iter(files)))}: {quoted(options.link)}"]
    return "\n".join(lines) + "\n"


def _theme(draft: Draft, options: NewGameOptions) -> str:
    """Return the line that chooses the theme, with the other choices."""
    theme = draft.theme.guess if draft.theme else options.theme
    reason = f"{comment(draft.theme.reason, 120)}; " if draft.theme else ""
    others = ", ".join(name for name in builtin_themes() if name != theme)
    return f"theme: {theme}  # {reason}or {others}; `punchboard themes {options.name}` shows all"


def _next_table(options: NewGameOptions) -> str:
    if options.link:
        return f"`punchboard sync {options.name}` fetches the table again."
    return "The table is read again each time: export it over the old file."


def _lists(lists: Sequence[ListDraft]) -> str:
    if not lists:
        return ""
    lines = [
        "# Named choices. The table keeps using the names; texts and layouts write {{ field.name }}, .colour or .icon.",
        '# The colours are hues of the theme: another theme has its own. A colour such as "#2f4b7c" stays as it is.',
        "lists:",
    ]
    for draft in lists:
        lines += [
            f"  {draft.key}:  # {comment(draft.note.reason)}",
            f"    name: {quoted(tag_label(draft.name)[:200] or draft.name[:200])}",
            "    entries:",
            *(f"      {choice.key}: {_entry(choice)}" for choice in draft.choices),
        ]
    return "\n".join(lines) + "\n"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _symbols(symbols: Sequence[FoundSymbol]) -> str:
    if not symbols:
        return ""
    lines = [
        "# Symbols in the texts with their icons. null prints a badge with letters; see `punchboard list icons`.",
        "symbols:",
        *(
            f"  {quoted(one.token)}: {scalar(one.icon) if one.icon else 'null'}  # {_times(one.times)}; {one.reason}"
            for one in symbols
        ),
    ]
    return "\n".join(lines) + "\n"


def _entry(choice: Choice) -> str:
    paint = f", colour: {choice.hue}, ink: on-{choice.hue}" if choice.hue else ""
    icon = f", icon: {scalar(choice.icon)}" if choice.icon else ""
    return f"{{name: {quoted(choice.name)}{paint}{icon}}}"


def _kinds(draft: Draft) -> str:
    back = back_names(draft)
    kinds = [(kind, part.table) for part in draft.parts for kind in part.kinds]
    faces = {kind.key: face_name(kind, draft.kinds) for kind in draft.kinds}
    lines = [line for kind, table in kinds for line in _kind(kind, table, faces[kind.key], back[kind.key])]
    return "\n".join(["kinds:", *lines]) + "\n"


def _kind(kind: KindDraft, table: TableDraft, face: str, back: str) -> Iterator[str]:
    yield f"  {kind.key}:  # {comment(kind.note.guess)}"
    yield f"    name: {quoted(kind.name)}"
    if kind.plural:
        yield f"    plural: {quoted(kind.plural)}"
    yield "    # about: a sentence for the list of components in the rulebook"
    shape = f"{comment(kind.shape.reason)}; " if kind.shape.reason else ""
    others = ", ".join(shape_text for shape_text in SHAPES if shape_text != kind.shape.text)
    yield f"    shape: {kind.shape.text}  # {shape}or {others}"
    why = comment(kind.note.reason)
    yield f"    face: {face}  # layouts/faces/{face}.yaml extends the built-in layout {kind.layout!r}: {why}"
    yield f"    back: {back}"
    why = "rows are numbered, because no column is unique" if "row" in kind.id_template else "unique in every row"
    yield f"    id: {quoted(kind.id_template)}  # {why}"
    yield "    fields:" if kind.fields else "    fields: {}"
    yield from (f"      {line}" for line in map(_field, kind.fields))
    yield from _rows(kind, table)


def _field(field: FieldDraft) -> str:
    what = f"one of: {field.list_name}" if field.list_name else f"type: {field.type}"
    column = "" if field.has_column_name else f", column: {quoted(field.column)}"
    optional = ", optional: true" if field.optional else ""
    markup = f", markup: {field.markup}" if field.markup else ""
    missing = ", missing: warning" if field.type == "picture" else ""
    name = "" if field.column.isascii() else f", name: {quoted(' '.join(field.column.split()))}"
    return f"{field.name}: {{{what}{markup}{column}{name}{optional}{missing}}}  # {_note(field.note)}"


def _note(note: Note) -> str:
    return comment(f"{note.guess} ({note.reason})" if note.reason else note.guess)


def _rows(kind: KindDraft, table: TableDraft) -> Iterator[str]:
    more = [
        *([f"sheet: {quoted(table.sheet)}"] if table.sheet is not None else []),
        *([f"header: {table.header}"] if table.header is not None else []),
        *(["each: column"] if table.each == "column" else []),
        *([f"unless: {{{_values(table.unless)}}}  # rows that are no components"] if table.unless else []),
        *([f"empty: {{{_values(table.empty)}}}  # read as empty cells"] if table.empty else []),
        *([f"where: {{{quoted(table.kind_column)}: {quoted(kind.where)}}}"] if kind.where else []),
        *(
            [f"copies: {quoted(table.copies_column)}"]
            if table.copies_column and table.copies_column != "copies"
            else []
        ),
        *([f"ignore: [{', '.join(map(quoted, table.ignored))}]"] if table.ignored else []),
    ]
    if not more:
        yield f"    rows: {scalar(table.file)}"
        return
    yield f"    rows:  # {_note(table.note)}"
    yield f"      table: {scalar(table.file)}"
    yield from (f"      {line}" for line in more)


def _values(unless: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(f"{quoted(name)}: [{', '.join(map(quoted, values))}]" for name, values in unless.items())


def _checks(codes: Sequence[str]) -> str:
    """Return the severity overrides: an unfinished rulebook must not keep anybody from printing cards."""
    lines = [
        "# While the rulebook is being written, what it leaves out is a warning; without these lines, an error.",
        "checks:",
        *(f"  {code}: {{warning: the rulebook is being written}}" for code in _DRAFT_CODES),
    ]
    overridden = [code for code in codes if code not in _DRAFT_CODES]
    if overridden:
        lines += [
            "# The first proof was printed despite these problems; `punchboard explain CODE` describes them.",
            "# Delete a line when its warnings are fixed: from then on, the problem is an error again.",
            *(f"  {code}: {{warning: first proof of an imported table}}" for code in overridden),
        ]
    return "\n".join(lines) + "\n"
