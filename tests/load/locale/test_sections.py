from hypothesis import given
from hypothesis import strategies as st

from punchboard.load.locale.translations import TOP, merge_sections, sections, translated_sections

RULES = """\
---
title: Grove
---

# Setting up

Deal **ten** cards.

```scene
# not a heading
size: [10, 10]
```

## The end

### Ties

Draw.

# Setting up

Again.
"""


def test_headings_split_a_text_into_sections():
    """Chapters and sections, front matter as the top; a run-in heading or a fence begins no section."""
    assert [one.name for one in sections(RULES)] == [TOP, "setting-up", "the-end", "setting-up-2"]
    assert [one.line for one in sections(RULES)] == [1, 5, 14, 20]


@given(st.lists(st.sampled_from(["# A", "## B", "### C", "text", "", "```", "{% for x in [1] %}"]), max_size=20))
def test_sections_are_the_whole_text(lines):
    """Merged without any translation, a text is unchanged except for blank lines before its first word."""
    text = "".join(f"{line}\n" for line in lines)
    assert merge_sections(sections(text), {}).strip() == text.strip()


def test_a_translated_file_names_its_sections():
    """The mark identifies the source and its state when translated; text before the first mark is the top."""
    text = (
        "---\ntitle: Hain\n---\n<!-- source: setting-up 0a1b2c3d -->\n# Aufbau\n<!-- source: the-end -->\n## Das Ende\n"
    )
    found = translated_sections(text)
    assert [(one.name, one.source_fingerprint) for one in found] == [
        (TOP, ""),
        ("setting-up", "0a1b2c3d"),
        ("the-end", ""),
    ]
    assert translated_sections("# Aufbau\n") == ()


def test_a_fingerprint_depends_on_the_words():
    """Another word changes it; blanks at the ends of lines do not."""
    first, spaced, other = (sections(text)[0].fingerprint for text in ("# A\n\nb\n", "# A  \n\nb\n\n\n", "# A\n\nc\n"))
    assert first == spaced != other
