"""A translation of a game at work: what each text is in another language, and what is missing, stale or unknown."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from punchboard.load.locale.sections import TODO, TOP, Section, merge_sections, sections, translated_sections
from punchboard.load.locale.sources import SourceText, has_words
from punchboard.load.locale.text_table import Row, TextTable
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity

MISSING: Final = "LOCALE001"
STALE: Final = "LOCALE002"
UNKNOWN: Final = "LOCALE003"

_GONE: Final = "delete the row, or give it the id that its text has now"


class Matches(NamedTuple):
    """What was found of translations, by the ids of texts."""

    translated: dict[str, str]
    missing: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()


def match_translations(sources: Iterable[SourceText], rows: Iterable[Row]) -> Matches:
    """Return what each text is in the other language.

    The row of its own id counts when it translates what the text is now; else one that translates the very same words
    elsewhere in its family; else its own, as stale, unless its words have moved to another id.
    """
    known = tuple(sources)
    sheet = TextTable(rows, {one.id: one.family for one in known})
    present = {(one.family, one.text.strip()) for one in known}
    said: dict[str, str] = {}
    missing: dict[tuple[str, str], str] = {}
    stale: list[str] = []
    for one in known:
        row, text = sheet.rows.get(one.id), one.text.strip()
        own = row if row is not None and row.translation else None
        same = own if own is not None and own.source == text else sheet.find_same_text(one.family, text)
        if same is not None:
            said[one.id] = same.translation
            if same.was and same.id == one.id:
                stale.append(one.id)
        elif own is not None and (one.family, own.source) not in present:
            said[one.id] = own.translation
            stale.append(one.id)
        elif one.is_required:
            missing.setdefault((one.family, text), one.id)
    return Matches(said, tuple(missing.values()), tuple(stale))


class TranslatedText(NamedTuple):
    """A Markdown file in another language."""

    text: str
    missing: tuple[str, ...] = ()
    stale: tuple[tuple[str, int, str], ...] = ()
    """Sections whose source has changed: id, line, and the fingerprint that the source has now."""
    unknown: tuple[tuple[str, int], ...] = ()


def translate_text(name: str, source: str, translation: str) -> TranslatedText:
    """Return a text in another language; a translated file without marks is taken as it is."""
    ours, theirs = sections(source), translated_sections(translation)
    if not theirs:
        return TranslatedText(translation)
    done = {one.name: one for one in theirs if one.source_fingerprint != TODO}
    known = {one.name: one for one in ours}
    missing = tuple(section_id(name, one) for one in ours if one.name not in done and is_wanted(one))
    stale = tuple(
        (section_id(name, one), one.line, known[one.name].fingerprint)
        for one in done.values()
        if one.name in known and one.source_fingerprint and one.source_fingerprint != known[one.name].fingerprint
    )
    unknown = tuple((section_id(name, one), one.line) for one in theirs if one.name not in known)
    return TranslatedText(merge_sections(ours, done), missing, stale, unknown)


def section_id(name: str, section: Section) -> str:
    """Return the id of a section: ``rulebook.md#setting-up``."""
    return f"{name}.md#{section.name}"


def is_wanted(section: Section) -> bool:
    """Tell whether a section is missed where it is not translated: front matter alone is not."""
    text = section.text
    if section.name == TOP and text.startswith("---\n"):
        text = text[4:].partition("\n---")[2]
    return has_words(text)


def missing_problem(ids: Iterable[str], place: Place, command: str) -> Iterator[Problem]:
    """Yield one warning for all texts that have no translation."""
    found = tuple(ids)
    if found:
        texts = "1 text has" if len(found) == 1 else f"{len(found)} texts have"
        message = f"{texts} no translation and {'stays' if len(found) == 1 else 'stay'} as it is: {_told(found)}"
        message = message.replace("stay as it is", "stay as they are")
        yield Problem(MISSING, place, message, f"{command} writes them into the table", Severity.WARNING)


def stale_problem(ids: Iterable[str], rows: Iterable[Row]) -> Iterator[Problem]:
    """Yield one warning, at the first row of them, for all whose source has changed since they were translated."""
    found = tuple(ids)
    if found:
        place = min(row.place for row in rows if row.id in found)
        texts = "1 text has" if len(found) == 1 else f"{len(found)} texts have"
        hint = "mend the translation; then empty the cell 'was', or put the text as it now is into 'source'"
        message = f"{texts} changed since translated: {_told(found)}"
        yield Problem(STALE, place, message, hint, Severity.WARNING)


def unknown_problems(rows: Iterable[Row], known: Iterable[str]) -> Iterator[Problem]:
    """Yield a warning for each row whose id is that of no text."""
    ids = frozenset(known)
    for row in rows:
        if row.id not in ids:
            nearest = did_you_mean(row.id, ids)
            hint = nearest if nearest.startswith("did you mean") else _GONE
            yield Problem(UNKNOWN, row.place, f"{row.id!r} is the id of no text", hint, Severity.WARNING)


MAX_NAMED_IDS: Final = 6
"""So many ids a problem names; the table has them all."""


def _told(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - MAX_NAMED_IDS} more" if len(ids) > MAX_NAMED_IDS else ""
    return f"{', '.join(ids[:MAX_NAMED_IDS])}{more}"
