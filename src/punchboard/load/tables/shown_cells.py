"""What a spreadsheet program shows of a sheet beside its values: formats, emphasis, merged and hidden cells, errors."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from io import BytesIO
from typing import Final
from xml.etree.ElementTree import Element, fromstring, iterparse
from zipfile import ZipFile

GENERAL: Final = "General"

_LITERAL: Final = re.compile(r"\"[^\"]*\"|\\.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.")
_SECTION: Final = re.compile(r"(?:\"[^\"]*\"|\\.|[^;\"\\])+")
_DIGITS: Final = re.compile(r"[#0?][#0?,.]*")
_DATE: Final = re.compile(r"[dmy]+", re.IGNORECASE)
_CLOCK: Final = re.compile(r"[hs]|am/pm", re.IGNORECASE)
_FOREIGN: Final = re.compile(r"\[\$-(?!4?0?9\]|409|809|C09)[^\]]*\]")
"""Names of months and days in another language than English."""

_ONE_DIGIT: Final = 9
"""The highest denominator of fractions."""

BUILT_IN: Final = {
    2: "0.00",
    9: "0%",
    10: "0.00%",
    12: "# ?/?",
    **dict.fromkeys((4, 39, 40), "#,##0.00"),
    **dict.fromkeys((5, 6, 42), '"$"#,##0'),
    **dict.fromkeys((7, 8, 44), '"$"#,##0.00'),
}
"""The formats with a number instead of a code whose text does not depend on the reader's country."""


def is_plain(code: str) -> bool:
    """Return whether a format shows numbers as they are."""
    return code in {"", GENERAL, "@"} or "E+" in code.upper()


def formatted_number(value: float, code: str) -> str:
    """Return a number as a format shows it. Only amounts of money keep separators of thousands."""
    sections = _SECTION.findall(code)
    own = sections[1] if value < 0 and len(sections) > 1 else sections[2] if value == 0 and len(sections) > 2 else None
    section = own or (sections[0] if sections else "")
    bare = _LITERAL.sub(lambda match: "\0" * len(match[0]), section)
    digits = _DIGITS.search(bare)
    if digits is None:
        return _literals(section) if own else format(value, ".15g")
    before, after = _literals(section[: digits.start()]), _literals(section[digits.end() :])
    if "/" in bare[digits.end() :]:
        return _fraction(value)
    percent = "%" in bare
    number = abs(value) * (100 if percent else 1)
    places = len(digits[0].partition(".")[2].replace(",", ""))
    has_words = bool((before + after).replace("%", "").strip("()- "))
    text = f"{number:{',' if has_words and ',' in digits[0] else ''}.{places}f}"
    text = text.zfill(digits[0].partition(".")[0].count("0") + (places + 1 if places else 0))
    if "#" in digits[0].partition(".")[2]:
        text = text.rstrip("0").rstrip(".")
    sign = "-" if value < 0 and own is None and text.strip("0.,") else ""
    return f"{sign}{before}{text}{after}".strip()


def formatted_date(value: date, code: str) -> str | None:
    """Return a date as a format shows it; None for a format with a time, or with words of another language."""
    bare = _LITERAL.sub(lambda match: "\0" * len(match[0]), code.partition(";")[0])
    if _CLOCK.search(bare) or _FOREIGN.search(code) or not _DATE.search(bare):
        return None
    parts, end = [], 0
    for token in _DATE.finditer(bare):
        parts += [_literals(code[end : token.start()]), _date_part(value, token[0].lower())]
        end = token.end()
    return "".join((*parts, _literals(code.partition(";")[0][end:]))).strip()


def _date_part(value: date, token: str) -> str:
    kind, width = token[0], len(token)
    if kind == "y":
        return f"{value:%Y}" if width > 2 else f"{value:%y}"
    number, name = (value.month, _MONTHS[value.month - 1]) if kind == "m" else (value.day, _DAYS[value.weekday()])
    return (str(number), f"{number:02}", name[:3], name)[min(width, 4) - 1]


_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _literals(text: str) -> str:
    """Return the text of a part of a format without digits."""

    def shown(match: re.Match[str]) -> str:
        part = match[0]
        return part[1:-1] if part[0] == '"' else part[1] if part[0] == "\\" else match[1] or ""

    return _LITERAL.sub(shown, text)


def _fraction(value: float) -> str:
    exact = Fraction(value).limit_denominator(_ONE_DIGIT)
    whole, rest = divmod(abs(exact), 1)
    text = " ".join(str(part) for part in (whole, rest) if part) or "0"
    return f"-{text}" if exact < 0 else text


def day_of(value: object) -> date | None:
    """Return the day of a date without a time; None for anything else."""
    if isinstance(value, datetime):
        return value.date() if value.time() == datetime.min.time() else None
    return value if isinstance(value, date) else None


Cell = tuple[int, int]
"""Row and column, both from 0."""

MIN_RICH_WORDS: Final = 3
"""Fewest words of a cell whose bold and italic words are kept: in a name they are decoration."""

MAX_WHOLE: Final = 40_000_000
"""Most bytes of a part that is read as a whole; of larger workbooks, only the values are read."""

_WHOLE: Final = frozenset({"content.xml", "xl/workbook.xml", "xl/styles.xml"})

MAX_REPEATED: Final = 1_000
"""Most cells that one empty or repeated cell of an ODS sheet stands for; more are the rest of the sheet."""


@dataclass
class ShownCells:
    """What is shown of a sheet, by cell."""

    formats: dict[Cell, str] = field(default_factory=dict)
    """The number formats of an XLSX sheet."""
    texts: dict[Cell, str] = field(default_factory=dict)
    """Cells with emphasis as Markdown, and formatted cells of an ODS sheet as text."""
    merged: list[tuple[Cell, Cell]] = field(default_factory=list)
    """The first and the last cell of each merged range."""
    hidden: set[int] = field(default_factory=set)
    """The hidden rows."""
    hidden_columns: set[int] = field(default_factory=set)
    errors: dict[Cell, str] = field(default_factory=dict)
    """Cells whose formulas have an error, such as ``#DIV/0!``."""
    without_result: dict[Cell, str] = field(default_factory=dict)
    """The formulas that were never worked out."""
    sums: set[Cell] = field(default_factory=set)
    """Cells whose formulas sum up several rows above them, in whatever way."""


def shown_cells(data: bytes, sheet: str) -> ShownCells:
    """Return what is shown of a sheet of an XLSX or ODS workbook."""
    with ZipFile(BytesIO(data)) as archive:
        names = archive.namelist()
        if any(part.file_size > MAX_WHOLE for part in archive.infolist() if part.filename in _WHOLE):
            return ShownCells()
        if "content.xml" in names:
            return _of_ods(archive, sheet)
        part = _sheet_part(archive, sheet)
        return _of_xlsx(archive, part) if part in names else ShownCells()


# XLSX (ISO/IEC 29500-1, 18.3 and 18.8)


def _sheet_part(archive: ZipFile, sheet: str) -> str:
    """Return the name of the part with a sheet; empty for none."""
    book = next((name for name in archive.namelist() if name.lower().endswith("xl/workbook.xml")), "")
    if not book:
        return ""
    home, _, own = book.rpartition("/")
    entry = next((part for part in _all(fromstring(archive.read(book)), "sheet") if part.get("name") == sheet), None)  # noqa: S314
    ident = _attribute(entry, "id") if entry is not None else ""
    links = fromstring(archive.read(f"{home}/_rels/{own}.rels"))  # noqa: S314
    target = next((link.get("Target", "") for link in _all(links, "Relationship") if link.get("Id") == ident), "")
    return target.removeprefix("/") if target.startswith("/") else f"{home}/{target}"


def _of_xlsx(archive: ZipFile, part: str) -> ShownCells:
    home = part.partition("/")[0]
    formats, strings = _cell_formats(archive, f"{home}/styles.xml"), _rich_strings(archive, f"{home}/sharedStrings.xml")
    shown = ShownCells()
    with archive.open(part) as file:
        for _, element in iterparse(file):  # noqa: S314
            tag = _local(element.tag)
            if tag == "c":
                _xlsx_cell(element, formats, strings, shown)
            elif tag == "row":
                if element.get("hidden") in {"1", "true"}:
                    shown.hidden.add(int(element.get("r", "0")) - 1)
                element.clear()
            elif tag == "mergeCell":
                first, _, last = element.get("ref", "").partition(":")
                shown.merged.append((_at(first), _at(last or first)))
            elif tag == "col" and element.get("hidden") in {"1", "true"}:
                shown.hidden_columns.update(_repeated(int(element.get("min", "1")) - 1, int(element.get("max", "1"))))
    return shown


def _repeated(first: int, end: int) -> range:
    """Return the numbers of rows or columns, of the rest of a sheet only some."""
    return range(first, min(end, first + MAX_REPEATED))


def _xlsx_cell(element: Element, formats: Mapping[int, str], strings: Mapping[int, str], shown: ShownCells) -> None:
    at, kind, value = _at(element.get("r", "")), element.get("t", "n"), _child_text(element, "v")
    formula = next(_all(element, "f"), None)
    if formula is not None and _sums_up(formula.text or "", at[0]):
        shown.sums.add(at)
    if kind == "e":
        shown.errors[at] = value
    elif not value and formula is not None:
        shown.without_result[at] = formula.text or ""
    elif kind == "s" and value.isdigit() and int(value) in strings:
        shown.texts[at] = strings[int(value)]
    elif kind == "inlineStr" and (text := _rich_text(element)):
        shown.texts[at] = text
    elif kind == "n" and value and (code := formats.get(int(element.get("s", "0")), GENERAL)) != GENERAL:
        shown.formats[at] = code


def _cell_formats(archive: ZipFile, part: str) -> Mapping[int, str]:
    """Return the code of the number format of each style of cells, by its number."""
    if part not in archive.namelist():
        return {}
    styles = fromstring(archive.read(part))  # noqa: S314
    codes = BUILT_IN | {int(own.get("numFmtId", "0")): own.get("formatCode", "") for own in _all(styles, "numFmt")}
    of_cells = next(_all(styles, "cellXfs"), None)
    ids = (int(style.get("numFmtId", "0")) for style in (of_cells if of_cells is not None else ()))
    return {number: codes.get(ident, GENERAL) for number, ident in enumerate(ids)}


def _rich_strings(archive: ZipFile, part: str) -> Mapping[int, str]:
    """Return the shared texts with emphasis, by their numbers."""
    if part not in archive.namelist():
        return {}
    texts: dict[int, str] = {}
    number = 0
    with archive.open(part) as file:
        for _, element in iterparse(file):  # noqa: S314
            if _local(element.tag) == "si":
                text = _rich_text(element)
                if text:
                    texts[number] = text
                number += 1
                element.clear()
    return texts


def _rich_text(element: Element) -> str:
    """Return a text with bold and italic runs as Markdown; empty for a text without emphasis."""
    runs: list[tuple[str, bool, bool]] = []
    for run in _all(element, "r"):
        marks = {_local(mark.tag): mark.get("val", "1") for paint in _all(run, "rPr") for mark in paint}
        bold, italic = (marks.get(name, "0") not in {"0", "false"} for name in "bi")
        runs.append((_child_text(run, "t"), bold, italic))
    return emphasised(runs)


def emphasised(runs: list[tuple[str, bool, bool]]) -> str:
    """Return runs of a text, each with whether it is bold and italic, as Markdown; empty if all are alike."""
    styles = {run[1:] for run in runs if run[0].strip()}
    text = "".join(run[0] for run in runs)
    if len(styles) < 2 or len(text.split()) < MIN_RICH_WORDS:
        return ""
    return "".join(_marked(*run) for run in runs).replace("\r\n", "\n").strip()


def _marked(text: str, bold: bool, italic: bool) -> str:  # noqa: FBT001 - the three parts of a run
    inner = text.strip()
    mark = "*" * (2 * bold + italic)
    if not inner or not mark or "*" in inner:
        return text
    start = text.index(inner)
    return f"{text[:start]}{mark}{inner}{mark}{text[start + len(inner) :]}"


_SUMS: Final = re.compile(
    r"\b(?:SUM|AVERAGE|MEDIAN|MIN|MAX|COUNT|SUBTOTAL|AGGREGATE|STDEV|MODE|VAR)[A-Z.]*"
    r"\((?:\d+[,;]\s*)*(?:\[?\.?\$?[A-Z]{1,3}\$?(\d{1,7}):\.?\$?[A-Z]{1,3}\$?(\d{1,7})|\w+\[[^\[\]]+\])"
)


def _sums_up(formula: str, row: int) -> bool:
    """Return whether a formula sums up several rows above a row, or a column of a table by its name."""
    return any(int(first or 0) < int(last or row) <= row for first, last in _SUMS.findall(formula))


# ODS (OpenDocument 1.3, part 3, 9.1)

_ODS_ERROR: Final = re.compile(r"#[A-Z/0!?]+|Err:\d+")
_AS_SHOWN: Final = frozenset({"percentage", "currency", "date"})
_HIDDEN: Final = frozenset({"collapse", "filter"})


def _of_ods(archive: ZipFile, sheet: str) -> ShownCells:
    shown, styles = ShownCells(), dict[str, tuple[bool, bool]]()
    content = fromstring(archive.read("content.xml"))  # noqa: S314
    for style in _all(content, "style"):
        paints = [paint for paint in style if _local(paint.tag) == "text-properties"]
        bold = any(_attribute(paint, "font-weight") == "bold" for paint in paints)
        italic = any(_attribute(paint, "font-style") == "italic" for paint in paints)
        styles[_attribute(style, "name")] = bold, italic
    table = next((part for part in _all(content, "table") if _attribute(part, "name") == sheet), None)
    row = column = 0
    for line in _all(table, "table-column") if table is not None else ():
        times = int(_attribute(line, "number-columns-repeated") or 1)
        if _attribute(line, "visibility") in _HIDDEN:
            shown.hidden_columns.update(_repeated(column, column + times))
        column += times
    for line in _all(table, "table-row") if table is not None else ():
        times = int(_attribute(line, "number-rows-repeated") or 1)
        if _attribute(line, "visibility") in _HIDDEN:
            shown.hidden.update(_repeated(row, row + times))
        for turn in range(min(times, MAX_REPEATED)) if len(line) > 1 or next(_all(line, "p"), None) is not None else ():
            _ods_row(line, row + turn, styles, shown)
        row += times
    return shown


def _ods_row(line: Element, row: int, styles: Mapping[str, tuple[bool, bool]], shown: ShownCells) -> None:
    column = 0
    for cell in line:
        times = int(_attribute(cell, "number-columns-repeated") or 1)
        for turn in range(min(times, MAX_REPEATED)) if len(cell) or _attribute(cell, "formula") else ():
            _ods_cell(cell, (row, column + turn), styles, shown)
        column += times


def _ods_cell(cell: Element, at: Cell, styles: Mapping[str, tuple[bool, bool]], shown: ShownCells) -> None:
    lines = ["".join(paragraph.itertext()) for paragraph in cell if _local(paragraph.tag) == "p"]
    text, kind = "\n".join(lines), _attribute(cell, "value-type")
    down, across = (int(_attribute(cell, f"number-{way}-spanned") or 1) for way in ("rows", "columns"))
    if down > 1 or across > 1:
        shown.merged.append((at, (at[0] + down - 1, at[1] + across - 1)))
    formula = _attribute(cell, "formula")
    if _sums_up(formula, at[0]):
        shown.sums.add(at)
    if formula and _ODS_ERROR.fullmatch(text.strip()):
        shown.errors[at] = text.strip()
    elif formula and not kind and not text:
        shown.without_result[at] = formula
    elif kind in _AS_SHOWN and text:
        shown.texts[at] = text
    elif kind == "string":
        marked = "\n".join(_ods_paragraph(paragraph, styles) for paragraph in cell if _local(paragraph.tag) == "p")
        if marked != text and len(text.split()) >= MIN_RICH_WORDS:
            shown.texts[at] = marked


def _ods_paragraph(paragraph: Element, styles: Mapping[str, tuple[bool, bool]]) -> str:
    runs = [(paragraph.text or "", False, False)]
    for child in paragraph:
        paint = styles.get(_attribute(child, "style-name"), (False, False))
        runs += [("".join(child.itertext()), *paint), (child.tail or "", False, False)]
    return emphasised([run for run in runs if run[0]]) or "".join(paragraph.itertext())


# XML names without their namespaces


@cache
def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _all(element: Element, name: str) -> Iterator[Element]:
    return (inner for inner in element.iter() if _local(inner.tag) == name)


def _attribute(element: Element, name: str) -> str:
    return next((value for key, value in element.items() if _local(key) == name), "")


def _child_text(element: Element, name: str) -> str:
    return next((child.text or "" for child in element if _local(child.tag) == name), "")


def _at(name: str) -> Cell:
    """Return the row and column of a cell such as ``B12``."""
    letters = name.rstrip("0123456789")
    return int(name[len(letters) :] or 1) - 1, column_number(letters) - 1


def column_number(letters: str) -> int:
    """Return the number of a column such as ``B``, from 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
