"""Pages parsed from docstrings, and written for a terminal and in Markdown."""

from punchboard.manual import Section, page_markdown, parse_page, terminal_text

TEXT = """RAIN001, RAIN002: it rains on *paper*.

What: a sheet with ``ink on: "both sides"`` lies
in the rain.

Why: ink runs.

Bad::

    sheets:
      - {under: sky}

      - {under: tree}

Good: it lies inside::

    sheets: [{under: roof}]

A sheet that may be wet says ``wet: true``.
"""
INLINE = "SNOW001: it snows.\n\nWhat: cold.\nWhy: it is.\nBad: ``{degrees: -3}``.\nGood: ``{degrees: 3}``, or a coat.\n"


def test_a_page_has_its_codes_title_and_sections():
    """Labels, texts on one line, examples with empty lines; a paragraph without a label keeps its place."""
    page = parse_page(TEXT)
    assert (page.codes, page.title) == (("RAIN001", "RAIN002"), "it rains on *paper*")
    assert page.sections == (
        Section("What", 'a sheet with ``ink on: "both sides"`` lies in the rain.'),
        Section("Why", "ink runs."),
        Section("Bad", "", "sheets:\n  - {under: sky}\n\n  - {under: tree}"),
        Section("Good", "it lies inside:", "sheets: [{under: roof}]"),
        Section("", "A sheet that may be wet says ``wet: true``."),
    )


def test_labels_on_lines_of_their_own_need_no_empty_line():
    """Each label begins a section."""
    page = parse_page(INLINE)
    assert [section.label for section in page.sections] == ["What", "Why", "Bad", "Good"]
    assert page.sections_labelled("Bad") == (Section("Bad", "``{degrees: -3}``."),)


def test_a_page_for_a_terminal():
    """Labels are on their own lines, texts wrapped and indented, examples indented further, literals in backticks."""
    assert terminal_text(parse_page(TEXT), width=40).splitlines() == [
        "RAIN001, RAIN002: it rains on *paper*",
        "",
        "What",
        '  A sheet with `ink on: "both sides"`',
        "  lies in the rain.",
        "",
        "Why",
        "  Ink runs.",
        "",
        "Bad",
        "    sheets:",
        "      - {under: sky}",
        "",
        "      - {under: tree}",
        "",
        "Good",
        "  It lies inside:",
        "    sheets: [{under: roof}]",
        "",
        "  A sheet that may be wet says",
        "  `wet: true`.",
    ]


def test_an_example_that_is_the_whole_paragraph_is_indented():
    """A literal on its own becomes an example; within a sentence it stays in the text."""
    lines = terminal_text(parse_page(INLINE)).splitlines()
    assert "    {degrees: -3}" in lines
    assert "  ``{degrees: 3}``, or a coat." not in lines
    assert "  `{degrees: 3}`, or a coat." in lines


def test_colours_do_not_change_the_text():
    """Without the escape codes, the coloured page is the plain one."""
    page = parse_page(TEXT)
    coloured = terminal_text(page, colour=True)
    assert "\033[31mBad\033[0m" in coloured
    for code in ("\033[0m", "\033[1m", "\033[31m", "\033[32m"):
        coloured = coloured.replace(code, "")
    assert coloured == terminal_text(page)


def test_a_page_in_markdown():
    """Labels are bold, examples fenced, literals in backticks; nothing else of the text is markup."""
    page = parse_page(TEXT.replace("ink runs", "ink_runs <fast>"))
    assert page_markdown(page).splitlines() == [
        '**What:** a sheet with `ink on: "both sides"` lies in the rain.',
        "",
        "**Why:** ink\\_runs \\<fast>.",
        "",
        "**Bad:**",
        "",
        "```yaml",
        "sheets:",
        "  - {under: sky}",
        "",
        "  - {under: tree}",
        "```",
        "",
        "**Good:** it lies inside:",
        "",
        "```yaml",
        "sheets: [{under: roof}]",
        "```",
        "",
        "A sheet that may be wet says `wet: true`.",
    ]
