"""Numbers and dates as a spreadsheet shows them: the number formats of cells (ISO/IEC 29500-1, 18.8.31)."""

import re
from datetime import date, datetime
from fractions import Fraction
from typing import Final

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
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    12: "# ?/?",
    5: '"$"#,##0',
    6: '"$"#,##0',
    7: '"$"#,##0.00',
    8: '"$"#,##0.00',
    39: "#,##0.00",
    40: "#,##0.00",
    42: '"$"#,##0',
    44: '"$"#,##0.00',
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
    if kind == "m":
        return (
            (str(value.month), f"{value:%m}", _MONTHS[value.month - 1][:3])[width - 1]
            if width < 4
            else _MONTHS[value.month - 1]
        )
    day = _DAYS[value.weekday()]
    return (str(value.day), f"{value.day:02}", day[:3])[width - 1] if width < 4 else day


_MONTHS: Final = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS: Final = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def _literals(text: str) -> str:
    """Return the text of a part of a format without digits."""

    def shown(match: re.Match[str]) -> str:
        found = match[0]
        if found[0] == '"':
            return found[1:-1]
        if found[0] == "\\":
            return found[1]
        return match[1] or ""

    return _LITERAL.sub(shown, text)


def _fraction(value: float) -> str:
    exact = Fraction(value).limit_denominator(_ONE_DIGIT)
    whole, rest = divmod(abs(exact), 1)
    sign = "-" if exact < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def day_of(value: object) -> date | None:
    """Return the day of a date without a time; None for anything else."""
    if isinstance(value, datetime):
        return value.date() if value.time() == datetime.min.time() else None
    return value if isinstance(value, date) else None
