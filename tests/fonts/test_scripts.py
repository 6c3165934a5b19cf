import pytest

from punchboard.fonts.script_table import is_rtl_language, script_of


@pytest.mark.parametrize(
    ("character", "script"), [("a", "Latn"), ("ж", "Cyrl"), ("ש", "Hebr"), ("日", "Hani"), ("1", "")]
)
def test_a_character_has_a_script_or_is_shared_by_all(character, script):
    """Digits and punctuation belong to no script."""
    assert script_of(character) == script


@pytest.mark.parametrize(
    ("language", "rtl"),
    [("ar", True), ("he", True), ("fa-IR", True), ("az", False), ("az-Arab", True), ("ur-Latn", False), ("de", False)],
)
def test_a_language_has_a_reading_direction(language, rtl):
    """A script in the tag overrides that of the language."""
    assert is_rtl_language(language) is rtl
