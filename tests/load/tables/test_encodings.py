"""Text tables that are not UTF-8."""

import pytest

from punchboard.load.tables.encodings import convert_to_utf8


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        ("name;text\r\nGröße;„x“ 5 €\r\n", "cp1252", "Windows-1252"),
        ("name,text\rCafé,x\r", "mac_roman", "Macintosh Roman"),
    ],
)
def test_what_older_programs_write_is_read_by_a_guess_with_a_word_to_judge_it_by(text, encoding, name):
    """Windows of Western Europe, or a Macintosh, which ends lines in its own way."""
    found = convert_to_utf8(text.encode(encoding))
    assert (found.data.decode(), found.encoding) == (text, name)
    assert found.word in {"Größe", "Café"}


@pytest.mark.parametrize("data", [b"name\nOwl\n", "name\nGröße\n".encode(), "name\nGröße\n".encode("utf-16"), b""])
def test_what_tells_its_encoding_is_left_alone(data):
    """UTF-8, and UTF-16 with its mark."""
    assert convert_to_utf8(data) is None
