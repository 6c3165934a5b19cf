"""How far the cells of a workbook lie apart, told from its parts."""

import io
import zipfile
from xml.parsers.expat import ExpatError

import pytest

from punchboard.load.tables.extent import extents

SHEET = '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>{}</sheetData></worksheet>'
TABLE = "<table:table xmlns:table='t' xmlns:office='o'>{}</table:table>"


def extent(name, text):
    """Return the largest extent of a workbook of one part."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, text)
    with zipfile.ZipFile(out) as archive:
        return max(extents(archive), default=0)


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', 16_384 * 1_048_576),
        ("<row r='1048576'><c\n s='1' r = 'XFD1048576'><v>1</v></c></row>", 16_384 * 1_048_576),
        ('<x:row r="1048576"><x:c t="s>" r="xfd1048576"><v>1</v></x:c></x:row>', 16_384 * 1_048_576),
        ('<row r="900000"><c r="ZZ900000"><v>1</v></c><c><v>2</v></c></row>', 702 * 900_000),
        ('<row r="1048576"/><row r="1048576"><c r="XFD1048576" s="3"/></row>', 1),
        ('<row r="1048576"><c r="C1048576" s="3"/><c><v>1</v></c></row>', 1_048_576),
        ('<row r="20000"><c r="Z20000"><v>1</v></c></row>', 0),
    ],
)
def test_cells_that_hold_something_span_a_rectangle(row, cells):
    """From the first to the last, however attributes are written; what is only formatted does not count."""
    assert extent("xl/worksheets/sheet1.xml", SHEET.format(row)) == cells


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (
            (
                '<table:table-row table:number-rows-repeated="20000"><table:table-cell office:value-type="float" '
                'table:number-columns-repeated="1000"/></table:table-row>'
            ),
            20_000_000,
        ),
        (
            (
                '<table:table-row><table:table-cell table:number-columns-repeated="900"/><table:table-cell '
                'office:value-type="float"/></table:table-row><table:table-row table:number-rows-repeated="1048575">'
                '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
            ),
            901,
        ),
        (
            (
                '<table:table-row table:number-rows-repeated="99"/><table:table-row><table:table-cell '
                'table:formula="a"/></table:table-row>'
            ),
            100,
        ),
    ],
)
def test_what_is_repeated_counts_as_often(rows, cells):
    """Rows and cells of ODS; empty ones only where something follows them."""
    assert extent("content.xml", TABLE.format(rows)) == cells


def test_a_part_that_is_larger_than_it_says_is_no_archive():
    """Its end is looked for."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", f"<a>{'a' * 100_000}</a>")
    data = bytearray(out.getvalue())
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive, pytest.raises(zipfile.BadZipFile):
        list(extents(archive))


def test_tables_of_ods_that_are_no_xml_are_told_at_once():
    """Their reader would look for the end of an open table for ever."""
    with pytest.raises(ExpatError):
        extent("content.xml", "<table:table><table:table-row></table:tab2fice>")


def test_a_part_that_is_cut_off_is_a_bad_file():
    """It is said to be longer than what is left of the file, as after a copy that broke off."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", SHEET.format(""))
    with zipfile.ZipFile(out) as archive:
        (part,) = archive.infolist()
        part.compress_size, part.file_size = 9_000, 90_000
        with pytest.raises(zipfile.BadZipFile):
            list(extents(archive))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_that_is_packed_as_no_workbook_is_is_a_bad_file(method):
    """Spreadsheets write and read plain and deflated parts alone."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", SHEET.format(""))
    with zipfile.ZipFile(out) as archive, pytest.raises(zipfile.BadZipFile, match="is packed by method"):
        list(extents(archive))
