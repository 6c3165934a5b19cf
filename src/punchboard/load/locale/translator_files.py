"""The translation files of a game for ``punchboard translate``, new or updated. This module does not write them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.load.files import is_file
from punchboard.load.game import load_game
from punchboard.load.layout_files import SearchPath, game_search_path
from punchboard.load.layouts.layouts import load_layouts
from punchboard.load.locale import read_raw_game, source_texts
from punchboard.load.locale.locale_files import FILE, FOLDER, Locale, Row, TextTable, text_table_csv
from punchboard.load.locale.sources import SECTION, SourceText, has_words, layout_texts
from punchboard.load.locale.translations import (
    TODO,
    TOP,
    Section,
    add_mark,
    needs_translation,
    section_id,
    sections,
    translated_sections,
)
from punchboard.load.texts import load_words, with_shared_texts
from punchboard.model.game.game import Game
from punchboard.problem import Place, fail
from punchboard.workspace import builtin_folder, game_folder, workspace_root

# Updates of a translation after its game has changed: table rows and Markdown sections, new, moved, stale or gone.
#
# No translation is lost: rows whose text is gone stay at the end of the table, and sections whose source is gone at the
# end of their file, until someone deletes them.

_GONE_NOTE: Final = "gone: no text has this id any more; delete the row when nothing of it is wanted"
_SHARED_NOTE: Final = "for all {} that say this"
UNCERTAIN_NOTE: Final = "only if it is printed"


class UpdatedText(NamedTuple):
    """The updated content of a translation file, and the ids of texts to look at."""

    text: str
    todo: tuple[str, ...]
    """Ids without a translation."""
    stale: tuple[str, ...]
    """Ids whose source has changed since translation."""
    gone: tuple[str, ...]
    """Ids that no longer exist."""


class UpdatedRows(NamedTuple):
    """The updated rows of a table, and ids as in `UpdatedText`."""

    rows: tuple[Row, ...]
    todo: tuple[str, ...]
    stale: tuple[str, ...]
    gone: tuple[str, ...]


class Fate(Enum):
    """What becomes of a text when a table is updated. Rows that no text has are gone."""

    KEPT = "its row has this text"
    CHANGED = "its row has a text that is nowhere any more: the translation stays, to be looked at"
    SHARED = "an earlier row of the update has this text"
    OPTIONAL = "it needs no translation"
    NEW = "it gets a row, with the translation of a row that has this text, as after a move"


_UPDATED_ROW: Final[Mapping[Fate, Callable[[Row, Row], Row]]] = {
    Fate.KEPT: lambda own, _new: own,
    Fate.CHANGED: lambda own, new: own._replace(source=new.source, was=own.was or own.source),
    Fate.NEW: lambda _own, new: new,
}
"""The row of a text, made from its current row and a new one; other fates make none."""


def update_rows(sources: Iterable[SourceText], rows: Iterable[Row], notes: Mapping[str, str]) -> UpdatedRows:
    """Return the rows for all texts, in the same order, with existing translations.

    Equal texts share one row, under the first id. A text that has moved keeps its translation. So does one that has
    changed, with the text that was translated in ``was``.

    Args:
        sources: the texts.
        rows: the current rows.
        notes: notes for the translator, by text id.
    """
    texts = [(item, (item.family, item.text.strip())) for item in sources]
    table = TextTable(rows, {item.id: item.family for item, _ in texts})
    present, seen, used = {key for _, key in texts}, set[tuple[str, str]](), set[str]()
    counts = Counter(key for item, key in texts if item.path[-1:] != ("default",))  # defaults are not printed
    updated: dict[str, Row] = {}
    for item, key in texts:
        own, same = table.rows.get(item.id), table.find_same_text(*key) or Row(item.id, key[1], "")
        renew = _UPDATED_ROW.get(_fate(item, own, present, is_seen=key in seen))
        if renew is None:
            continue
        seen.add(key)
        used.add(same.id)
        new = Row(item.id, key[1], same.translation, note=same.note)
        row = renew(own or new, new)
        shared_note = _SHARED_NOTE.format(counts[key]) if counts[key] > 1 else ""
        note = row.note or notes.get(item.id) or shared_note or (UNCERTAIN_NOTE if item.is_uncertain else "")
        updated[item.id] = row._replace(note=note)
        if not row.translation:  # what was never translated cannot be stale
            updated[item.id] = updated[item.id]._replace(translation=same.translation, was="")
    gone = [row for row in table.rows.values() if row.id not in updated and row.translation and row.id not in used]
    return UpdatedRows(
        (*updated.values(), *(row._replace(note=row.note or _GONE_NOTE) for row in gone)),
        tuple(row.id for row in updated.values() if not row.translation and row.note != UNCERTAIN_NOTE),
        tuple(row.id for row in updated.values() if row.was),
        tuple(row.id for row in gone),
    )


def _fate(item: SourceText, own: Row | None, present: Collection[tuple[str, str]], *, is_seen: bool) -> Fate:
    """Return the fate of a text with its current row, if any; ``present`` has the families and texts of all."""
    if own is not None and own.source == item.text.strip():
        return Fate.KEPT
    if own is not None and (item.family, own.source) not in present:
        return Fate.CHANGED
    if is_seen:
        return Fate.SHARED
    return Fate.NEW if item.is_required or item.is_uncertain else Fate.OPTIONAL


def update_text(name: str, source: str, translation: str | None) -> UpdatedText:
    """Return an updated translated Markdown file, or a new one when there is none.

    A section without a translation contains its source, and its mark says ``todo``. A mark without a fingerprint gets
    that of the current source. A file without marks is returned unchanged, since its sources are unknown.
    """
    originals = sections(source)
    translated = translated_sections(translation) if translation else ()
    if translation and not translated:
        return UpdatedText(translation, (), (), ())
    done = {section.name: section for section in translated if section.source_fingerprint != TODO}
    todo = [section.name for section in originals if section.name not in done and needs_translation(section)]
    stale = [
        section.name
        for section in originals
        if section.name in done and done[section.name].source_fingerprint not in ("", section.fingerprint)
    ]
    names = {section.name for section in originals}
    gone = [section for section in done.values() if section.name not in names and section.name != TOP]
    parts = [
        *(_update_section(section, done.get(section.name)) for section in originals),
        *(add_mark(section, section.source_fingerprint) for section in gone),
    ]
    todo_ids, stale_ids = (tuple(f"{name}.md#{section}" for section in ids) for ids in (todo, stale))
    return UpdatedText("".join(parts), todo_ids, stale_ids, tuple(section_id(name, section) for section in gone))


def _update_section(source: Section, done: Section | None) -> str:
    if done is not None:
        if done.name == TOP and not needs_translation(source):
            return done.text
        return add_mark(done, done.source_fingerprint or source.fingerprint)
    return add_mark(source, TODO) if needs_translation(source) else source.text


def _form_notes(sources: Iterable[SourceText], forms: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the ids of grammatical forms of names, each with a note for the translator."""
    for item in sources:
        if len(item.path) > 1 and item.path[-2] == "said" and item.path[-1] in forms:
            usual = forms[str(item.path[-1])].replace("{{ name }}", "…")
            yield item.id, f"how a printed step says the name after what it does with it; else: {usual}"


_BYTE_ORDER_MARK: Final = "\ufeff"
"""The mark by which spreadsheets recognize UTF-8."""


class TranslatorFile(NamedTuple):
    """A new or updated file, with its path from the game's folder."""

    path: str
    content: UpdatedText
    old: str | None
    """Its current text; None when it does not exist."""
    rows: int = 0
    """The number of texts in a table."""


def translator_files(game_id: str, language: str, workspace: Path) -> Iterator[TranslatorFile]:
    """Yield the table and the Markdown files of a language, new or updated.

    Raises:
        ProblemsFound: REF001 for the game's own language, and all problems of the game's files.
    """
    workspace = workspace_root(workspace)
    folder, search_path = game_folder(game_id, workspace), game_search_path(game_id, workspace, builtin_folder())
    game = with_shared_texts(load_game(folder, workspace), search_path)
    if language == game.file.language:
        raise fail("REF001", Place("LANGUAGE"), f"{language!r} is the language {game_id} is written in")
    locale = Locale(language, folder, workspace)
    yield _table(game, locale, search_path)
    for name, source in game.texts.items():
        file = locale.folder / f"{name}.md"
        read = locale.text(game, name, search_path)
        if (read is None and has_words(source)) or file.exists():
            old = read[0] if read is not None else None
            yield TranslatorFile(f"{FOLDER}/{language}/{name}.md", update_text(name, source, old), old)


def _table(game: Game, locale: Locale, search_path: SearchPath) -> TranslatorFile:
    words = load_words(search_path, locale.language, Place("LANGUAGE"), optional=True)
    forms = words.get("forms", {})
    sources = tuple(_sources(game, locale, words, forms))
    renewed = update_rows(sources, locale.rows(), dict(_form_notes(sources, forms)))
    content = UpdatedText(_BYTE_ORDER_MARK + text_table_csv(renewed.rows), renewed.todo, renewed.stale, renewed.gone)
    file = locale.folder / FILE
    old = file.read_text("utf-8") if is_file(file) else None
    return TranslatorFile(f"{FOLDER}/{locale.language}/{FILE}", content, old, len(renewed.rows))


def _sources(
    game: Game, locale: Locale, words: Mapping[str, Mapping[str, str]], forms: Mapping[str, str]
) -> Iterator[SourceText]:
    """Yield the texts of a game and of its layouts. Texts with shared words in the language are optional."""
    raw, _places = read_raw_game(locale.game, locale.workspace)
    yield from source_texts(game, raw, forms)
    shared = words.get(SECTION, {})
    layouts = load_layouts(game, locale.workspace, builtin_folder())
    for text in layout_texts(layouts):
        yield text._replace(is_required=text.is_required and text.text not in shared)
