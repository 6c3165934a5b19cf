"""Text of the ``game.yaml`` of an imported game, with a comment for every guess."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from punchboard.importer.columns.symbols import FoundSymbol
from punchboard.importer.draft import Draft, FieldDraft, KindDraft, ListDraft, Note, TableDraft
from punchboard.importer.options import NewGameOptions
from punchboard.importer.writing.groups import back_names, piles_text
from punchboard.importer.yaml_text import comment, quoted, scalar
from punchboard.load.layouts.builtin_faces import builtin_themes

SHAPES: Final = ("poker", "tarot", "mini", "square 50mm", "hex 50mm", "circle 25mm", "card 60 x 80mm")
"""Shapes that a comment offers as alternatives to the guessed one."""


DRAFT_CODES: Final = ("PROSE004", "PROSE005")
"""Problems of nearly every unfinished rulebook: components it does not mention, words it does not explain."""


def game_text(draft: Draft, options: NewGameOptions, checks: Iterable[str] = ()) -> str:
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
    file = draft.parts[0].table.file
    lines = [
        *([options.game_head] if options.game_head else []),
        f"# Made from {comment(file)}. Each guess is followed by its reason. Change what is wrong, then run",
        f"# `punchboard build {options.name}`. {_next_table(options)}",
        f"title: {quoted(options.title)}",
        "version: 0.1.0                  # increase it with each edition that you hand out",
        f"language: {draft.language.guess}  # {comment(draft.language.reason)}" if draft.language else "language: en",
        f"players: {options.players}",
        _theme(draft, options),
        "prototype: our own design, still being tested  # applies to all values here",
        "# tagline: a line for the cover of the rulebook",
        'credits: ["Designed by (your name)."]',
    ]
    if options.link:
        lines += ["sources:", f"  {scalar(file)}: {quoted(options.link)}"]
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
        "# Named choices. The table keeps using the names; texts and layouts write {{ field.name }} or .colour.",
        "lists:",
    ]
    for draft in lists:
        lines += [
            f"  {draft.key}:  # {comment(draft.note.reason)}",
            f"    name: {quoted(draft.name[:200])}",
            "    entries:",
            *(f"      {choice.key}: {_entry(choice.name, choice.colour, choice.ink)}" for choice in draft.choices),
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


def _entry(name: str, colour: str, ink: str) -> str:
    paint = f", colour: {quoted(colour)}, ink: {quoted(ink)}" if colour else ""
    return f"{{name: {quoted(name)}{paint}}}"


def _kinds(draft: Draft) -> str:
    back = back_names(draft)
    kinds = [(kind, part.table) for part in draft.parts for kind in part.kinds]
    lines = [line for kind, table in kinds for line in _kind(kind, table, back[kind.key])]
    return "\n".join(["kinds:", *lines]) + "\n"


def _kind(kind: KindDraft, table: TableDraft, back: str) -> Iterator[str]:
    yield f"  {kind.key}:  # {comment(kind.note.guess)}"
    yield f"    name: {quoted(kind.name)}"
    if kind.plural:
        yield f"    plural: {quoted(kind.plural)}"
    yield "    # about: a sentence for the list of components in the rulebook"
    shape = f"{comment(kind.shape.reason)}; " if kind.shape.reason else ""
    others = ", ".join(shape_text for shape_text in SHAPES if shape_text != kind.shape.text)
    yield f"    shape: {kind.shape.text}  # {shape}or {others}"
    why = comment(kind.note.reason)
    yield f"    face: {kind.key}  # layouts/faces/{kind.key}.yaml extends the built-in layout {kind.layout!r}: {why}"
    yield f"    back: {back}"
    why = "rows are numbered, because no column is unique" if "row" in kind.id_template else "unique in every row"
    yield f"    id: {quoted(kind.id_template)}  # {why}"
    yield "    fields:" if kind.fields else "    fields: {}"
    yield from (f"      {line}" for line in map(_field, kind.fields))
    yield from _rows(kind, table)


def _field(field: FieldDraft) -> str:
    what = f"one_of: {field.list_name}" if field.list_name else f"type: {field.type}"
    column = "" if field.has_column_name else f", column: {quoted(field.column)}"
    optional = ", optional: true" if field.optional else ""
    markup = f", markup: {field.markup}" if field.markup else ""
    missing = ", missing: warning" if field.type == "picture" else ""
    return f"{field.name}: {{{what}{markup}{column}{optional}{missing}}}  # {_note(field.note)}"


def _note(note: Note) -> str:
    return comment(f"{note.guess} ({note.reason})" if note.reason else note.guess)


def _rows(kind: KindDraft, table: TableDraft) -> Iterator[str]:
    more = [
        *([f"sheet: {quoted(table.sheet)}"] if table.sheet is not None else []),
        *([f"header: {table.header}"] if table.header is not None else []),
        *(["each: column"] if table.each == "column" else []),
        *([f"where: {{{quoted(table.kind_column)}: {quoted(kind.where)}}}"] if kind.where else []),
        *(
            [f"copies: {quoted(table.copies_column)}"]
            if table.copies_column and table.copies_column != "copies"
            else []
        ),
    ]
    if not more:
        yield f"    rows: {scalar(table.file)}"
        return
    yield f"    rows:  # {_note(table.note)}"
    yield f"      table: {scalar(table.file)}"
    yield from (f"      {line}" for line in more)


def _checks(codes: Sequence[str]) -> str:
    """Return the severity overrides: an unfinished rulebook must not keep anybody from printing cards."""
    lines = [
        "# While the rulebook is being written, what it leaves out is a warning; without these lines, an error.",
        "checks:",
        *(f"  {code}: {{warning: the rulebook is being written}}" for code in DRAFT_CODES),
    ]
    found = [code for code in codes if code not in DRAFT_CODES]
    if found:
        lines += [
            "# The first proof was printed despite these problems; `punchboard explain CODE` describes them.",
            "# Delete a line when its warnings are fixed: from then on, the problem is an error again.",
            *(f"  {code}: {{warning: first proof of an imported table}}" for code in found),
        ]
    return "\n".join(lines) + "\n"
