"""The parts of a Markdown file that are not prose: front matter, exempting comments, icons and rule marks."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.checks.prose.english.parsed_text import WHOLE_LINE, Block, SourceSpan
from punchboard.model.layout.icon_set import ICON_PATTERN

_EXEMPTION: Final = re.compile(r"<!--\s*right:(.*?)-->")
_BREAK: Final = re.compile(r"\r\n?|\n")
_RULE: Final = re.compile(r"[A-Z]+\d+")
_NAME_EXEMPTION: Final = re.compile(r"\s*([A-Z]+\d+)\s+([^,]*[^\s,])\s*")
_FENCE: Final = re.compile(r"---\s*")
_PAIR: Final = re.compile(r"\s*([\w -]+?)\s*:\s*(.*?)\s*")
_ICON_PATTERN: Final = ICON_PATTERN.pattern.replace("(", "(?:", 1)
_UNPRINTED: Final = re.compile(rf"{_EXEMPTION.pattern}|{_ICON_PATTERN}|\[(?P<rules>#[a-z0-9, #-]+)\]|\^\^")
"""What prints no words: comments, and the icons, rule marks and small capitals of Punchboard's own Markdown."""
_SCRIPT: Final = r"\\?(?:~[^\s~^\\]+\\?~|\^[^\s~^\\]+\\?\^)"
_SYMBOLS: Final = re.compile(
    rf"\w*(?<![~^]){_SCRIPT}(?![~^])(?:\w|{_SCRIPT})*"
    r"|(?<!\{)\{[^\s{}%][^{}\n%]{0,15}\}(?!\})"
    r"|(?<!\w)\((?:[A-Z]{1,2}|\d[A-Z])\)"
)
"""Formulas and symbols, which are letters without words: ``H~2~O``, ``{T}``, ``(2R)``."""
_WORD_SYMBOLS: Final = re.compile(
    r"(?<![!\]])\\?\[[A-Za-z0-9+-][\w +/-]{0,19}\\?\](?![(\[])"
    r"|\\?<[A-Za-z/][^<>]{0,60}>"
    r"|(?<![\w:]):[A-Za-z][\w-]{1,20}:(?![\w:])"
)
"""Symbols that are words, on cards only: ``[coin]``, ``<wood>``, ``:gold:``. In a rulebook, brackets can be a link."""
_SIGNS: Final = frozenset("{(~^[<:")
_ID: Final = re.compile(r"#([a-z0-9-]+)")
_MARK_LETTERS: Final = range(0xE200, 0xF800)
"""Private-use characters: each stands for a rule mark until the blocks are made."""
_ICON_LETTER: Final = "\ue1ff"
"""Stands at both ends of an icon until then, so that a list item never begins with spaces."""
_PLACEHOLDERS: Final = re.compile("[\ue1ff-\uf7ff]")


class Line(NamedTuple):
    """A line and its number in the file. Only its first ``exact`` letters are at their original columns."""

    number: int
    text: str
    exact: int = WHOLE_LINE


def lines_of(source: str) -> tuple[Line, ...]:
    """Return the lines of a file."""
    return tuple(Line(number, text) for number, text in enumerate(_BREAK.split(source), 1))


def front_matter(lines: Sequence[Line], file: str) -> tuple[Sequence[Line], dict[str, Block]]:
    """Return the lines after the front matter, and a block for the value of each of its keys."""
    end = next((at for at, line in enumerate(lines[1:], 1) if _FENCE.fullmatch(line.text)), 0)
    if not (end and _FENCE.fullmatch(lines[0].text)):
        return lines, {}
    found = {}
    for line in lines[1:end]:
        pair = _PAIR.fullmatch(line.text)
        if pair:
            value = pair[2].strip("\"'")
            column = line.text.find(value, pair.end(1)) + 1
            found[pair[1].casefold()] = Block("front", value, file, (SourceSpan(0, line.number, column),))
    return lines[end + 1 :], found


def line_exemptions(lines: Sequence[Line]) -> dict[int, frozenset[str]]:
    """Return the rules that comments exempt, by line: the comment's own, and the next if it stands alone.

    A comment that names no rule exempts all rules, which is an empty set here.
    """
    found: dict[int, frozenset[str]] = {}
    for line in lines:
        comments = _EXEMPTION.findall(line.text) if "<!--" in line.text else ()
        rules = [frozenset(_RULE.findall(comment)) for comment in comments]
        alone = bool(rules) and not _EXEMPTION.sub("", line.text).strip()
        for number in (line.number, line.number + 1)[: len(rules) and 1 + alone]:
            known = [*rules, found[number]] if number in found else rules
            found[number] = frozenset().union(*known) if all(known) else frozenset()
    return found


def name_exemptions(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Yield (rule, name) for comments that exempt a name everywhere: ``right: PROSE005 Shy``."""
    for line in lines:
        for comment in _EXEMPTION.findall(line.text):
            yield from ((match[1], match[2]) for match in map(_NAME_EXEMPTION.fullmatch, comment.split(",")) if match)


def blank_symbols(text: str, *, on_card: bool = False) -> str:
    """Return a text with spaces in place of its symbols and formulas, which keeps all columns."""
    if _SIGNS.isdisjoint(text):
        return text
    for pattern in (_SYMBOLS, _WORD_SYMBOLS) if on_card else (_SYMBOLS,):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def blank_markup(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[tuple[str, ...], ...]]:
    """Return the lines with unprinted markup blanked, which keeps all columns, and the ids in each rule mark.

    Each rule mark becomes a character that `extract_rule_marks` finds again.
    """
    rule_marks: list[tuple[str, ...]] = []

    def blank(found: re.Match[str]) -> str:
        if found[0][0] == ":":
            return f"{_ICON_LETTER}{'':{len(found[0]) - 2}}{_ICON_LETTER}"
        letter = ""
        if found["rules"] and len(rule_marks) < len(_MARK_LETTERS):
            letter = f" {chr(_MARK_LETTERS[len(rule_marks)])}"
            rule_marks.append(tuple(_ID.findall(found["rules"])))
        return letter.ljust(len(found[0]))

    texts = (blank_symbols(_UNPRINTED.sub(blank, line.text)) for line in lines)
    found = (line._replace(text=text.rstrip() if text.strip() else "") for line, text in zip(lines, texts, strict=True))
    return tuple(found), tuple(rule_marks)


def extract_rule_marks(
    text: str, marks: Sequence[tuple[str, ...]]
) -> tuple[str, tuple[tuple[int, tuple[str, ...]], ...]]:
    """Return a text without the placeholders of icons and marks, and (letter, rule ids) for each mark."""
    if text.isascii():
        return text, ()
    numbers = [(found.start(), ord(found[0]) - _MARK_LETTERS[0]) for found in _PLACEHOLDERS.finditer(text)]
    text_without = _PLACEHOLDERS.sub(" ", text) if numbers else text
    return text_without.rstrip(), tuple((at, marks[number]) for at, number in numbers if 0 <= number < len(marks))
