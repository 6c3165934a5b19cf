"""Random changes of bytes and characters: removal, repetition, parts of other inputs, letters of all scripts."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from random import Random
from typing import Final

LONGEST: Final = 20_000
"""The most bytes of an input: long enough to show code that is slow for long inputs."""

NUMBERS: Final = (0, -1, 1, 2, 3, 9, 100, 1000, 65_536, 10**9, 2**31, 2**63, 10**18, 0.5, -0.0, 1e-9, 1e9, 1e30, 1e300)

SCRIPTS: Final = (
    *("\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\u05e9\u05dc\u05d5\u05dd", "\u0939\u093f\u0928\u094d\u0926\u0940"),
    *("\u0e44\u0e17\u0e22", "\u4e2d\u6587", "\u304b\u306a", "\ud55c\uae00", "\u1000\u1039\u1019", "\u0f56\u0f7c\u0f51"),
    *("\u202e", "\u202c", "\u2067", "\u2069", "\u200f", "\u200b", "\u200d", "\u00ad", "\u00a0", "\u2028", "\ufeff"),
    *("e\u0301\u0301\u0301", "\U0001f468\u200d\U0001f469", "\U0001f1e9", "\ufb01", "\u00df", "\u0130", "\u0131"),
    *("\ufffc", "\U000e0001", "\uffff", "\0", "\x1b", "\x7f", "\ue100", "\U0010ffff", "\u0378", "\u1e9e"),
)
"""Letters of scripts with special rules, controls of direction and line breaking, and non-letters."""

SCALARS: Final = (
    *("", " ", "~", "null", "true", "none", "all", "a", "card", "name", "ember", "realm", "body", "ink", "#c8402f"),
    *("ink 40%", "#000000 0%", "63 x 88 mm", "hex 50mm", "circle 0mm", "poker", "a4", "-1mm", "1e9mm", "3-6", "6-3"),
    *(
        "2+",
        "0-99999999999",
        "1..2",
        "{{ name }}",
        "{{ rank * 9 }}",
        "{{ x",
        "{% for i in range(9) %}",
        "{# ",
        "kind ==",
    ),
    *(
        "{{ realm.colour | tint(50) }}",
        "kind == 'card'",
        "1/0",
        ":star:",
        ":a:b:",
        "**b** _i_",
        "../x",
        "/etc/x",
        "a/b",
    ),
    *("art/a.png", "con", "a\nb", "\t", "- x", "%", "*", "&a", "!!x", "'", '"', "`", "[#deal]", "^^x^^", "long edge"),
    *SCRIPTS,
)


def changed_bytes(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:  # noqa: PLR0911 - a case for each way
    """Return bytes with some of them flipped, removed, repeated or taken from another seed."""
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + int(random.expovariate(1 / 8)) + 1)
    match random.randrange(7):
        case 0:
            return data[:at] + random.randbytes(end - at) + data[end:]
        case 1:
            return data[:at] + data[end:]
        case 2:
            return data[:end] + data[at:end] * random.choice((1, 2, 3, 50, 500)) + data[end:]
        case 3:
            number = struct.pack(random.choice("<>") + "I", random.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)))
            return data[:at] + number[: random.choice((1, 2, 4))] + data[at + 4 :]
        case 4:
            other = random.choice(seeds)
            start = random.randrange(len(other) + 1)
            return data[:at] + other[start : start + random.randrange(200)] + data[end:]
        case 5:
            return data[:at]
        case _:
            return (
                data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :] if at < len(data) else b""
            )


def changed_text(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a text with characters, words or lines changed or taken from another seed."""
    text = data.decode(errors="replace")
    at = random.randrange(len(text) + 1)
    end = min(len(text), at + int(random.expovariate(1 / 6)) + 1)
    match random.randrange(8):
        case 0:
            text = text[:at] + str(random.choice(SCALARS)) + text[at:]
        case 1:
            text = text[:at] + text[end:]
        case 2:
            text = text[:end] + text[at:end] * random.choice((1, 2, 3, 60, 1000)) + text[end:]
        case 3:
            text = text[:at] + chr(random.choice((random.randrange(32, 127), random.randrange(0xD7FF)))) + text[end:]
        case 4:
            other = random.choice(seeds).decode(errors="replace")
            start = random.randrange(len(other) + 1)
            text = text[:at] + other[start : start + random.randrange(200)] + text[end:]
        case 5:
            lines = text.split("\n")
            one, other = random.randrange(len(lines)), random.randrange(len(lines))
            lines[one] = random.choice((lines[other], "", " " * random.randrange(9) + lines[one]))
            text = "\n".join(lines)
        case 6:
            text = text[:at] + str(random.choice(NUMBERS)) + text[end:]
        case _:
            text = text[:at] + random.choice("{}[]()<>|*_`#~^:;,.'\"\\/!&%=+-\t\r\n") + text[at:]
    return text.encode(errors="replace")


_BLOCKS: Final = ((0x20, 0x17F), (0x300, 0x36F), (0x590, 0x7FF), (0x900, 0x109F), (0x1780, 0x18AF), (0x2000, 0x206F))
_MORE: Final = (
    (0x3000, 0x30FF),
    (0xAC00, 0xAC80),
    (0xFB00, 0xFEFF),
    (0x1F100, 0x1F9FF),
    (0x10A00, 0x10FFF),
    (0x1E800, 0x1EFFF),
)


def changed_script(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a text with letters of any script inserted, or changed as by `changed_text`."""
    if random.random() < 0.5:
        return changed_text(data, random, seeds)
    text = data.decode(errors="replace")
    at = random.randrange(len(text) + 1)
    first, last = random.choice((*_BLOCKS, *_MORE))
    letters = "".join(chr(random.randint(first, last)) for _ in range(int(random.expovariate(1 / 5)) + 1))
    return (text[:at] + letters + text[at + random.randrange(3) :]).encode(errors="replace")
