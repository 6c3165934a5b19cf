"""The format of downloaded data, from recorded shapes of answers."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from punchboard.download.fetch import Download
from punchboard.download.formats import declared_as_utf8, file_name, table_suffix
from punchboard.download.links import Export
from punchboard.problem import Place, ProblemsFound

PLACE = Place("--from")
CSV = b"Name,Cost\nOwl,1\n"
LINK = "https://example.org/export?id=7"


def suffix(data, address=LINK, known="", **headers):
    return table_suffix(Download(data, address, **headers), Export(LINK, share="share it"), PLACE, known)


def workbook():
    stream = io.BytesIO()
    Workbook().save(stream)
    return stream.getvalue()


def archive(*names):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name in names:
            file.writestr(name, "")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        # Google Sheets, CSV and XLSX
        (Download(CSV, LINK, "text/csv", "", "Cards - Sheet1.csv"), ".csv"),
        (
            Download(
                workbook(), LINK, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "", "Cards.xlsx"
            ),
            ".xlsx",
        ),
        # Dropbox and object stores
        (Download(workbook(), LINK, "application/binary", "", ""), ".xlsx"),
        (Download(archive("mimetype", "content.xml"), LINK, "application/octet-stream"), ".ods"),
        # GitHub: everything is plain text, so the path counts
        (
            Download(
                b"- {name: Owl}\n", "https://raw.githubusercontent.com/a/b/main/cards.yaml", "text/plain", "utf-8"
            ),
            ".yaml",
        ),
        (Download(CSV, "https://raw.githubusercontent.com/a/b/main/cards.tsv", "text/plain", "utf-8"), ".tsv"),
        # interfaces
        (Download(b'{"cards": []}', LINK, "application/json"), ".json"),
        (Download(b'{"data": []}', LINK, "application/vnd.api+json", "utf-8"), ".json"),
        (Download(b"name\tcost\n", LINK, "text/tab-separated-values"), ".tsv"),
        (Download(CSV, "https://example.org/cards.csv", "application/vnd.ms-excel"), ".csv"),
        # the server's name for the file beats a media type, and a media type the path
        (Download(CSV, LINK, "text/csv", "", "cards.yaml"), ".yaml"),
        (Download(CSV, "https://example.org/csv.json", "text/csv"), ".csv"),
        # nothing is said at all
        (Download(CSV, LINK), ".csv"),
        (Download(b' [{"name": "Owl"}]', LINK, "text/plain"), ".json"),
        (Download(b"- name: Owl\n", LINK), ".yaml"),
        (Download("Name\nÖwl\n".encode("utf-16"), LINK), ".csv"),
        # said wrongly: the first bytes are right
        (Download(workbook(), "https://example.org/cards.csv", "text/csv"), ".xlsx"),
        (Download(CSV, "https://example.org/cards.xlsx", "application/octet-stream"), ".csv"),
    ],
)
def test_the_format_of_an_answer(found, expected):
    """As servers really describe their files."""
    assert table_suffix(found, Export(LINK), PLACE) == expected


def test_an_answer_without_a_name_keeps_the_format_of_the_file_that_it_replaces():
    """YAML that begins as CSV could."""
    assert suffix(b"owl: {cost: 1}\n", known=".yaml") == ".yaml"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<!DOCTYPE html><title>Cards</title>", "is a web page"),
        (b"\xef\xbb\xbf\n <!-- x --><HTML lang=en>", "is a web page"),
        (b'<?xml version="1.0"?><!DOCTYPE html PUBLIC ""><html>', "is a web page"),
        (b"<html><form><input type='password'></form>", "sign-in page"),
        (b"<!doctype html><a href=/login>Log in</a>", "sign-in page"),
        (b"", "sends nothing"),
        (b" \n ", "sends nothing"),
        (b"%PDF-1.7", "a PDF file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Excel workbook"),
        (b"\x1f\x8b\x08\x00", "compressed"),
        (b"\x89PNG\r\n", "a picture"),
        (b"PK\x03\x04broken", "archive"),
        pytest.param(archive("readme.txt"), "archive", id="whole archive"),  # its bytes hold the time
        (b"a\0b\0\1\2", "is not a table"),
    ],
)
def test_what_is_no_table_is_named(data, words):
    """Whatever its media type and its name claim."""
    with pytest.raises(ProblemsFound, match="LINK003") as found:
        suffix(data, content_type="text/csv", file_name="cards.csv")
    assert words in found.value.problems[0].message
    assert found.value.problems[0].hint


def test_a_sign_in_page_of_a_known_host_is_recognised():
    """Its text is made by a script, so only its address says it."""
    with pytest.raises(ProblemsFound, match="sign-in page"):
        suffix(b"<!doctype html><script>", "https://accounts.google.com/v3/x?continue=y")


@pytest.mark.parametrize(
    ("data", "charset", "expected"),
    [
        ("Öwl".encode(), "iso-8859-1", "Öwl"),
        ("Öwl".encode("latin-1"), "iso-8859-1", "Öwl"),
        ("Лес".encode("cp1251"), "windows-1251", "Лес"),
        ("Лес".encode("utf-16-le"), "utf-16le", "Лес"),
    ],
)
def test_text_in_a_declared_encoding_becomes_utf8(data, charset, expected):
    """Unless it is UTF-8 anyway: servers often name an old encoding by habit."""
    assert declared_as_utf8(Download(data, LINK, "text/csv", charset)).decode() == expected


@pytest.mark.parametrize("charset", ["utf-8", "no-such-encoding", ""])
def test_text_in_a_falsely_declared_encoding_stays_as_it_is(charset):
    """The reader of tables guesses its encoding then, and says so."""
    assert declared_as_utf8(Download(b"\xd6wl", LINK, "text/csv", charset)) == b"\xd6wl"


@pytest.mark.parametrize(
    ("given", "address", "expected"),
    [
        ("Cards - Sheet1.csv", LINK, "cards-sheet1.csv"),
        ("", "https://example.org/My%20Deck.csv", "my-deck.csv"),
        ("", LINK, "cards.csv"),
        ("../../etc/passwd", LINK, "passwd.csv"),
        ("..\\..\\x.csv", LINK, "x.csv"),
        ("game.yaml", LINK, "cards.csv"),
        ("カード.csv", LINK, "cards.csv"),
        ("x" * 300, LINK, "x" * 60 + ".csv"),
    ],
)
def test_a_file_gets_a_safe_name(given, address, expected):
    """It is a plain name inside the game's folder, and none of the game's own files."""
    assert file_name(Download(CSV, address, file_name=given), ".csv") == expected
