"""The data of English: every pattern that the checks name exists, and every pattern is used."""

import re
from pathlib import Path

import pytest
import yaml

from punchboard.checks.prose import english
from punchboard.checks.prose.english import Patterns, listed_words

FOLDER = Path(english.__file__).parent
DATA = yaml.safe_load((FOLDER / "english.yaml").read_text(encoding="utf-8"))
MODULES = [path.read_text(encoding="utf-8") for path in FOLDER.parents[1].rglob("*.py")]
NAMED = {
    match[1]: set(re.findall(r"_RE\.(\w+)", text))
    for text in MODULES
    for match in re.finditer(r'^_RE: Final = Patterns\("(\w+)"\)', text, re.MULTILINE)
}


def test_every_group_belongs_to_one_module():
    """No group is left over."""
    assert {*NAMED, "shared"} == DATA["patterns"].keys()


@pytest.mark.parametrize("group", sorted(NAMED))
def test_every_pattern_that_a_module_names_can_be_compiled(group):
    """A misspelt name would fail only when a text reaches it."""
    patterns = Patterns(group)
    for name in NAMED[group]:
        assert getattr(patterns, name).pattern


def test_every_pattern_is_used():
    """By a module, a statement or another pattern."""
    forms = (form for kinds in DATA["statements"].values() for found in kinds.values() for form in found)
    stated = {
        name for form in forms for names in form.values() for name in ([names] if isinstance(names, str) else names)
    }
    for group, patterns in DATA["patterns"].items():
        texts = "\n".join("".join(text) for texts in DATA["patterns"].values() for text in texts.values())
        used = (
            NAMED.get(group, set()) | (stated if group == "facts" else set()) | set(re.findall(r"\{([a-z_]+)\}", texts))
        )
        shared = set.union(*NAMED.values()) if group == "shared" else set()
        assert patterns.keys() <= used | shared, group


def test_every_family_of_words_is_read():
    """By the name under which it stands, with its words in order."""
    read = {name for text in MODULES for name in re.findall(r'(?:word_set|listed_words)\("([a-z ]+)"\)', text)}
    assert read == DATA["words"].keys()
    assert listed_words("units")[:3] == ("zero", "one", "two")
