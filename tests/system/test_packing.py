"""What is packed does not tell where."""

import gzip
from base64 import b64decode

import pytest

from punchboard.system.packing import gzip_base64


@pytest.mark.parametrize("level", [4, 6, 9])
def test_the_header_names_neither_time_nor_system(level):
    """Python 3.11 wrote that the system is Unix where newer ones say that it is unknown (RFC 1952, 2.3.1)."""
    packed = b64decode(gzip_base64(b"a card " * 100, level))
    assert packed[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    assert gzip.decompress(packed) == b"a card " * 100
