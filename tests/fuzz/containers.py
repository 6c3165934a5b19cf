"""Changes inside files with an internal structure (archives, PNG, PDF), whose checksums and lengths stay right."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from random import Random
from typing import Final

from changes import changed_bytes, changed_text


def changed_zip(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:
    """Return an archive with one of its files changed, removed or renamed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except Exception:  # noqa: BLE001 - an input that is no archive is changed as bytes
        return changed_bytes(data, random, seeds)
    if not parts or random.random() < 0.2:
        return changed_bytes(data, random, seeds)
    name = random.choice(list(parts))
    for _ in range(random.choice((1, 1, 3))):
        parts[name] = changed_text(parts[name], random, list(parts.values()))
    if random.random() < 0.1:
        other = random.choice(list(parts))
        parts[other] = parts.pop(name)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for one, content in parts.items():
            archive.writestr(zipfile.ZipInfo(one), content)
    return made.getvalue()


def changed_png(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a PNG file with chunks changed, swapped or removed, and their checksums right."""
    chunks, at = [], 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4])
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    if not data.startswith(b"\x89PNG") or not chunks or random.random() < 0.3:
        return changed_bytes(data, random, seeds)
    one = random.randrange(len(chunks))
    name, content = chunks[one]
    chunks[one] = (name, changed_bytes(content, random, [content, *seeds]))
    if random.random() < 0.2:
        random.shuffle(chunks)
    packed = (len(c).to_bytes(4) + n + c + zlib.crc32(n + c).to_bytes(4) for n, c in chunks)
    return data[:8] + b"".join(packed)


_OBJECT: Final = re.compile(rb"(\d+) 0 obj\b(.*?)\bendobj", re.DOTALL)
_STREAM: Final = re.compile(rb"(.*?)\bstream\r?\n(.*)\r?\nendstream", re.DOTALL)
_TRAILER: Final = re.compile(rb"trailer(.*?)startxref", re.DOTALL)


def changed_pdf(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a PDF file with an object changed, and its cross-reference table and stream lengths right."""
    objects, trailer = dict(_OBJECT.findall(data)), _TRAILER.search(data)
    if trailer is None or not objects or random.random() < 0.1:
        return changed_bytes(data, random, seeds)
    number, parts = random.choice(list(objects)), list(objects.values())
    stream = _STREAM.match(objects[number])
    if stream is not None and random.random() < 0.7:
        content = changed_bytes(stream[2], random, parts)
        head = re.sub(rb"/Length \d+", b"/Length %d" % len(content), stream[1])
        objects[number] = b"%sstream\n%s\nendstream\n" % (head, content)
    else:
        objects[number] = changed_bytes(objects[number], random, parts)
    made, places = b"%PDF-1.7\n", {}
    for key, body in objects.items():
        places[int(key)] = len(made)
        made += b"%s 0 obj%sendobj\n" % (key, body)
    rows = b"".join(b"%d 1\n%010d 00000 n \n" % place for place in sorted(places.items()))
    table = b"xref\n0 1\n0000000000 65535 f \n%strailer%sstartxref\n%d\n%%%%EOF\n"
    return made + table % (rows, trailer[1], len(made))
