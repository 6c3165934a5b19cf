"""The used range of a workbook's sheets, worked out from its parts."""

import io
import zipfile
from xml.parsers.expat import ExpatError

import pytest

from punchboard.load.tables.extent import extents

SHEET = '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>{}</sheetData></worksheet>'
TABLE = "<table:table xmlns:table='t' xmlns:office='o'>{}</table:table>"


def extent(name, text):
    """Return the largest used range of a workbook of one part."""
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
def test_cells_that_are_not_empty_span_the_used_range(row, cells):
    """From the first to the last, however attributes are written; cells that are only formatted do not count."""
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
def test_repeated_cells_are_counted(rows, cells):
    """Rows and cells of ODS; empty ones only if a cell that is not empty follows."""
    assert extent("content.xml", TABLE.format(rows)) == cells


def test_a_part_larger_than_declared_is_a_bad_archive():
    """Parts are read to their end."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", f"<a>{'a' * 100_000}</a>")
    data = bytearray(out.getvalue())
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive, pytest.raises(zipfile.BadZipFile):
        list(extents(archive))


def test_ods_tables_that_are_not_xml_are_rejected():
    """The reader would search for the end of an open table forever."""
    with pytest.raises(ExpatError):
        extent("content.xml", "<table:table><table:table-row></table:tab2fice>")


def test_a_part_that_is_cut_off_is_a_bad_file():
    """Its declared size is larger than the rest of the file, as after an interrupted copy."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", SHEET.format(""))
    with zipfile.ZipFile(out) as archive:
        (part,) = archive.infolist()
        part.compress_size, part.file_size = 9_000, 90_000
        with pytest.raises(zipfile.BadZipFile):
            list(extents(archive))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_with_another_compression_is_a_bad_file(method):
    """Spreadsheets use only stored and deflated parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", SHEET.format(""))
    with zipfile.ZipFile(out) as archive, pytest.raises(zipfile.BadZipFile, match="is packed by method"):
        list(extents(archive))
