"""Texts and Markdown sections matched with their translations, and problems of missing, stale, unknown ones.

``<!-- source: setting-up 5d41402a -->`` names the source's heading and a fingerprint of the section when it was
translated. A mark without a fingerprint means that the translation is current, ``todo`` that it is missing.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from punchboard.load.locale.locale_files import Row, TextTable, UntranslatedFile
from punchboard.load.locale.sources import SourceText, has_words
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity

TOP: Final = "top"
"""The name of the section before the first heading."""

TODO: Final = "todo"

_MARK: Final = re.compile(r"<!-- source: (?P<name>[\w-]+)(?: (?P<of>\w+))? -->")
_HEADING: Final = re.compile(r"#{1,2} +(?P<title>.*\S)")
_FENCE: Final = re.compile(r"\s*(```|~~~)")
_WORD: Final = re.compile(r"\w+")
_DIGITS: Final = 8


class Section(NamedTuple):
    """A part of a Markdown file, including the heading that begins it."""

    name: str
    text: str
    line: int
    """The number of its first line."""
    source_fingerprint: str = ""
    """The fingerprint of the source that was translated, or ``todo``."""

    @property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits of a hash of the text. Blanks at the ends of lines are ignored."""
        plain = "\n".join(line.rstrip() for line in self.text.strip().splitlines())
        return sha256(plain.encode()).hexdigest()[:_DIGITS]


def sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a source. Each heading of level 1 or 2 begins one; text before the first is one, too."""
    by_name: dict[str, Section] = {}
    turns = Counter[str]()
    for line, part in _parts(text, _HEADING):
        heading = _HEADING.match(part)
        name = "-".join(_WORD.findall(heading["title"].lower())) or "section" if heading else TOP
        if heading or part.strip():
            unique = _unique_name(name, turns, by_name)
            by_name[unique] = Section(unique, part, line)
    return tuple(by_name.values())


def _unique_name(name: str, turns: Counter[str], taken: Container[str]) -> str:
    """Return a name that no section has yet: ``play``, ``play-2``. ``turns`` counts the requests for each name."""
    while True:
        turns[name] += 1
        unique = name if turns[name] == 1 else f"{name}-{turns[name]}"
        if unique not in taken:
            return unique


def translated_sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a translated file with their marks; none when it has no marks.

    Text before the first mark, such as front matter, is its top section.
    """
    translated = []
    for line, part in _parts(text, _MARK):
        mark = _MARK.match(part)
        translated.append(Section(mark["name"], part, line, mark["of"] or "") if mark else Section(TOP, part, line))
    return tuple(translated) if _MARK.search(text) else ()


def add_mark(section: Section, of: str = "") -> str:
    """Return a section's text below a mark with its name and the fingerprint of its source."""
    text = _MARK.sub("", section.text, count=1).removeprefix("\n") if _MARK.match(section.text) else section.text
    return f"<!-- source: {section.name}{of and f' {of}'} -->\n{text}"


def merge_sections(source: tuple[Section, ...], translated: Mapping[str, Section]) -> str:
    """Return a text in the order of its source: each section translated, or else unchanged.

    Marks are kept. Markdown readers skip them.
    """
    return "".join(_with_newline(translated.get(section.name, section).text) for section in source)


def _with_newline(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _parts(text: str, begins: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text with their first line number. A line that matches, outside fences, begins a part."""
    part: list[str] = []
    start, fenced = 1, False
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        fenced ^= _FENCE.match(line) is not None
        if not fenced and begins.match(line) and part:
            yield start, "".join(part)
            part, start = [], number
        part.append(line)
    if part:
        yield start, "".join(part)


MISSING: Final = "LOCALE001"
STALE: Final = "LOCALE002"
UNKNOWN: Final = "LOCALE003"

_UNKNOWN_HINT: Final = "delete the row, or give it the current id of its text"


class Matches(NamedTuple):
    """Translations by text id, and the ids of texts whose translation is missing or stale."""

    translated: dict[str, str]
    missing: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()


def match_translations(sources: Iterable[SourceText], rows: Iterable[Row]) -> Matches:
    """Return the translation of each text.

    The row with the text's id is used if it translates the current text. Otherwise a row that translates the same text
    elsewhere in its family is used. Otherwise the text's own row is used as stale, unless its source has moved to
    another id.
    """
    known = tuple(sources)
    table = TextTable(rows, {item.id: item.family for item in known})
    present = {(item.family, item.text.strip()) for item in known}
    translated: dict[str, str] = {}
    missing: dict[tuple[str, str], str] = {}
    stale: list[str] = []
    for item in known:
        row, text = table.rows.get(item.id), item.text.strip()
        own = row if row is not None and row.translation else None
        same = own if own is not None and own.source == text else table.find_same_text(item.family, text)
        if same is not None:
            translated[item.id] = same.translation
            if same.was and same.id == item.id:
                stale.append(item.id)
        elif own is not None and (item.family, own.source) not in present:
            translated[item.id] = own.translation
            stale.append(item.id)
        elif item.is_required:
            missing.setdefault((item.family, text), item.id)
    return Matches(translated, tuple(missing.values()), tuple(stale))


class TranslatedText(NamedTuple):
    """A Markdown file in another language."""

    text: str
    missing: tuple[str, ...] = ()
    stale: tuple[tuple[str, int, str], ...] = ()
    """Sections whose source has changed: id, line, and the fingerprint that the source has now."""
    unknown: tuple[tuple[str, int], ...] = ()


def translate_text(name: str, source: str, translation: str) -> TranslatedText:
    """Return a text in another language. A translated file without marks is used unchanged."""
    originals, translated = sections(source), translated_sections(translation)
    if not translated:
        return TranslatedText(translation)
    done = {section.name: section for section in translated if section.source_fingerprint != TODO}
    known = {section.name: section for section in originals}
    stale = tuple(
        (section_id(name, section), section.line, known[section.name].fingerprint)
        for section in done.values()
        if section.name in known and section.source_fingerprint not in ("", known[section.name].fingerprint)
    )
    unknown = tuple((section_id(name, section), section.line) for section in translated if section.name not in known)
    missing = tuple(section_id(name, of) for of in originals if of.name not in done and needs_translation(of))
    return TranslatedText(merge_sections(originals, done), missing, stale, unknown)


def section_id(name: str, section: Section) -> str:
    """Return the id of a section: ``rulebook.md#setting-up``."""
    return f"{name}.md#{section.name}"


def needs_translation(section: Section) -> bool:
    """Return whether a section needs a translation. One that is only front matter does not."""
    text = section.text
    if section.name == TOP and text.startswith("---\n"):
        text = text[4:].partition("\n---")[2]
    return has_words(text)


def have(things: Sequence[object], noun: str) -> str:
    """Return the number of things with a noun and a verb: ``1 text has``, ``28 texts have``."""
    return f"1 {noun} has" if len(things) == 1 else f"{len(things)} {noun}s have"


def missing_problem(ids: Iterable[str], place: Place, command: str) -> Iterator[Problem]:
    """Yield one warning for all texts that have no translation."""
    missing = tuple(ids)
    if missing:
        message = f"{have(missing, 'text')} no translation and will print untranslated: {_id_list(missing)}"
        yield Problem(MISSING, place, message, f"run `{command}` to add them to the table", Severity.WARNING)


def missing_files_problem(files: Iterable[UntranslatedFile]) -> Iterator[Problem]:
    """Yield one warning for all files of layouts that have no translation, at the first of them."""
    missing = tuple(files)
    if missing:
        names = _id_list([file.name for file in missing])
        message = f"{have(missing, 'text file')} no translation and will print untranslated: {names}"
        hint = f"write {_id_list([file.translation for file in missing])}"
        yield Problem(MISSING, Place(missing[0].source, 1), message, hint, Severity.WARNING)


def stale_problem(ids: Iterable[str], rows: Iterable[Row]) -> Iterator[Problem]:
    """Yield one warning for all texts that have changed since they were translated, at the first of their rows."""
    stale = tuple(ids)
    if stale:
        place = min(row.place for row in rows if row.id in stale)
        hint = "update the translation; then clear the cell 'was', or copy the current text into 'source'"
        message = f"{have(stale, 'text')} changed since translation: {_id_list(stale)}"
        yield Problem(STALE, place, message, hint, Severity.WARNING)


def unknown_problems(rows: Iterable[Row], known: Iterable[str]) -> Iterator[Problem]:
    """Yield a warning for each row whose id belongs to no text."""
    ids = frozenset(known)
    for row in rows:
        if row.id not in ids:
            nearest = did_you_mean(row.id, ids)
            hint = nearest if nearest.startswith("did you mean") else _UNKNOWN_HINT
            yield Problem(UNKNOWN, row.place, f"no text has the id {row.id!r}", hint, Severity.WARNING)


MAX_NAMED_IDS: Final = 6
"""Most ids in one message. The table has them all."""


def _id_list(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - MAX_NAMED_IDS} more" if len(ids) > MAX_NAMED_IDS else ""
    return f"{', '.join(ids[:MAX_NAMED_IDS])}{more}"
