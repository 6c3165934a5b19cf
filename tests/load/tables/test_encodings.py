"""Text tables that are not UTF-8."""

import pytest

from punchboard.load.tables.grid import convert_to_utf8


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        ("name;text\r\nGröße;„x“ 5 €\r\n", "cp1252", "Windows-1252"),
        ("name,text\rCafé,x\r", "mac_roman", "Macintosh Roman"),
    ],
)
def test_older_encodings_are_guessed_with_a_word_to_check(text, encoding, name):
    """Windows-1252 or Macintosh Roman, by the line ends; the word shows whether the guess is right."""
    found = convert_to_utf8(text.encode(encoding))
    assert (found.data.decode(), found.encoding) == (text, name)
    assert found.word in {"Größe", "Café"}


@pytest.mark.parametrize("data", [b"name\nOwl\n", "name\nGröße\n".encode(), "name\nGröße\n".encode("utf-16"), b""])
def test_utf_8_and_marked_utf_16_are_not_converted(data):
    """They need no guess."""
    assert convert_to_utf8(data) is None
