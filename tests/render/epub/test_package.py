"""Files as an EPUB package."""

import io
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from hypothesis import given
from hypothesis import strategies as st

from punchboard.render.epub import packaged

FILES = st.dictionaries(st.from_regex(r"[a-z]{1,8}(/[a-z]{1,8})?", fullmatch=True), st.binary(max_size=200), max_size=5)


@given(FILES.filter(lambda files: "mimetype" not in files))
def test_a_package_has_its_files_in_order_after_its_media_type(files):
    """The media type is stored at a fixed place, where systems look for it without reading the ZIP file."""
    data = packaged(files)
    assert data[30:58] == b"mimetypeapplication/epub+zip"
    with ZipFile(io.BytesIO(data)) as package:
        assert package.testzip() is None
        assert [info.filename for info in package.infolist()] == ["mimetype", *files]
        assert [info.compress_type for info in package.infolist()] == [ZIP_STORED, *[ZIP_DEFLATED] * len(files)]
        assert {name: package.read(name) for name in files} == files


def test_equal_files_make_equal_packages():
    """Members have no times, owners or systems of their own."""
    files = {"META-INF/container.xml": b"<container/>", "EPUB/a.xhtml": b"a" * 999}
    assert packaged(files) == packaged(files)
    with ZipFile(io.BytesIO(packaged(files))) as package:
        assert {(info.date_time, info.create_system, info.external_attr >> 16) for info in package.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 3, 0o644)
        }
