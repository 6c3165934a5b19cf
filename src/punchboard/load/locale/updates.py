"""What a translator is given: the table and the Markdown files of a language, begun or brought up to date.

Nothing that was translated is lost: rows of texts that are gone stay at the end of the table, and sections that are
gone at the end of their file, until somebody deletes them.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from punchboard.load.locale.sections import TODO, TOP, Section, add_mark, sections, translated_sections
from punchboard.load.locale.sources import SourceText
from punchboard.load.locale.text_table import Row, TextTable
from punchboard.load.locale.translations import is_wanted, section_id

GONE_NOTE: Final = "gone: no text has this id any more; delete the row when nothing of it is wanted"
SHARED_NOTE: Final = "for all {} that say this"
UNCERTAIN_NOTE: Final = "only if it is printed"


class UpdatedText(NamedTuple):
    """A file for a translator."""

    text: str
    todo: tuple[str, ...]
    """The ids of what is to be translated."""
    stale: tuple[str, ...]
    """The ids of what has changed since it was translated."""
    gone: tuple[str, ...]
    """The ids of what there is no more."""


class UpdatedRows(NamedTuple):
    """The rows of a table that is up to date."""

    rows: tuple[Row, ...]
    todo: tuple[str, ...]
    stale: tuple[str, ...]
    gone: tuple[str, ...]


def update_rows(sources: Iterable[SourceText], rows: Iterable[Row], notes: Mapping[str, str]) -> UpdatedRows:
    """Return the rows for all texts, in the order of these, with what has been translated already.

    Texts that are alike have one row, under the first of them. A text that has moved takes its translation along; one
    that has changed keeps it, with what it was translated from in ``was``.

    Args:
        sources: the texts.
        rows: the rows as they are.
        notes: what a translator is to know of a text, by its id.
    """
    known = tuple(sources)
    sheet = TextTable(rows, {one.id: one.family for one in known})
    present = {(one.family, one.text.strip()) for one in known}
    many = _many(known)
    found: dict[str, Row] = {}
    told: set[tuple[str, str]] = set()
    used: set[str] = set()
    for one in known:
        row, text = sheet.rows.get(one.id), one.text.strip()
        alike = sheet.find_same_text(one.family, text)
        own = row if row is not None and (row.source == text or (one.family, row.source) not in present) else None
        if own is None and ((one.family, text) in told or not (one.is_required or one.is_uncertain)):
            continue
        told.add((one.family, text))
        count = many.get((one.family, text), 0)
        note = notes.get(one.id, "") or (
            SHARED_NOTE.format(count) if count > 1 else UNCERTAIN_NOTE if one.is_uncertain else ""
        )
        if own is not None:
            was = own.was or (own.source if own.source != text and own.translation else "")
            found[one.id] = own._replace(source=text, was=was if own.translation else "", note=own.note or note)
            if not own.translation and alike is not None:
                found[one.id] = found[one.id]._replace(translation=alike.translation)
        else:
            said = alike.translation if alike is not None else ""
            found[one.id] = Row(one.id, text, said, note=alike.note if alike is not None and alike.note else note)
        used |= {alike.id} if alike is not None else set()
    gone = [row for row in sheet.rows.values() if row.id not in found and row.translation and row.id not in used]
    return UpdatedRows(
        (*found.values(), *(row._replace(note=row.note or GONE_NOTE) for row in gone)),
        tuple(row.id for row in found.values() if not row.translation and row.note != UNCERTAIN_NOTE),
        tuple(row.id for row in found.values() if row.was),
        tuple(row.id for row in gone),
    )


def _many(sources: Iterable[SourceText]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for one in sources:
        if one.path and one.path[-1] == "default":
            continue  # nothing is printed under its own name
        key = (one.family, one.text.strip())
        found[key] = found.get(key, 0) + 1
    return found


def update_text(name: str, source: str, translation: str | None) -> UpdatedText:
    """Return a translated Markdown file brought up to date, or begun where there is none.

    A section that is not translated holds its source and says ``todo``. A mark without a fingerprint is given that of
    the source as it is. A file without marks is returned as it is: nobody knows what it was translated from.
    """
    ours = sections(source)
    theirs = translated_sections(translation) if translation else ()
    if translation and not theirs:
        return UpdatedText(translation, (), (), ())
    done = {one.name: one for one in theirs if one.source_fingerprint != TODO}
    todo = [one.name for one in ours if one.name not in done and is_wanted(one)]
    stale = [
        one.name for one in ours if one.name in done and done[one.name].source_fingerprint not in ("", one.fingerprint)
    ]
    names = {one.name for one in ours}
    gone = [one for one in done.values() if one.name not in names and one.name != TOP]
    parts = [
        *(_renewed(one, done.get(one.name)) for one in ours),
        *(add_mark(one, one.source_fingerprint) for one in gone),
    ]
    todo_ids, stale_ids = (tuple(f"{name}.md#{one}" for one in ids) for ids in (todo, stale))
    return UpdatedText("".join(parts), todo_ids, stale_ids, tuple(section_id(name, one) for one in gone))


def _renewed(source: Section, done: Section | None) -> str:
    if done is not None:
        if done.name == TOP and not is_wanted(source):
            return done.text
        return add_mark(done, done.source_fingerprint or source.fingerprint)
    return add_mark(source, TODO) if is_wanted(source) else source.text


def form_notes(sources: Iterable[SourceText], forms: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what a translator is to know of the further forms of names, by the ids of these."""
    for one in sources:
        if len(one.path) > 1 and one.path[-2] == "said" and one.path[-1] in forms:
            usual = forms[str(one.path[-1])].replace("{{ name }}", "…")
            yield one.id, f"how a printed step says the name after what it does with it; else: {usual}"
