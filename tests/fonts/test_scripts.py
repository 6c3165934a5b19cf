import pytest

from punchboard.fonts.scripts import is_rtl_language, script_of


@pytest.mark.parametrize(
    ("character", "script"), [("a", "Latn"), ("ж", "Cyrl"), ("ש", "Hebr"), ("日", "Hani"), ("1", "")]
)
def test_a_character_has_a_script_or_is_shared_by_all(character, script):
    """Digits and signs belong to none."""
    assert script_of(character) == script


@pytest.mark.parametrize(
    ("language", "rtl"),
    [("ar", True), ("he", True), ("fa-IR", True), ("az", False), ("az-Arab", True), ("ur-Latn", False), ("de", False)],
)
def test_languages_are_read_from_one_side(language, rtl):
    """A script in the tag of a language says more than the language."""
    assert is_rtl_language(language) is rtl
