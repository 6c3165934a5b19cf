"""Documents as different people write them: blocks and brackets, quotes, comments and empty lines, by chance."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from punchboard.edit.yaml_edit import yaml_line

KEYS = st.sampled_from(["name", "boxes", "x y", "a", "b-c", "2", "no", "# key", "left: 1"])
TEXTS = st.one_of(
    st.sampled_from(
        ["", "plain words", "8", "true", "a: b", "# no comment", "it's", '"q"', "{{ name }}", "9% + 1", "- a"]
    ),
    st.sampled_from(["two\nlines", "two\nlines\n", "ends with a space ", "\n", "x\n\ny\n", "ünï ✶"]),
    st.text(max_size=8),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-99, 99), st.sampled_from([0.5, 3.25, -1.125]), TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=9,
)
MAPPINGS = st.dictionaries(KEYS, VALUES, min_size=1, max_size=4)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, Any]:
    """Return the text of a document and its value."""
    value = draw(MAPPINGS)
    lines = _block(draw, value, 0)
    head = draw(st.sampled_from(["", "# a title\n", "---\n"]))
    tail = draw(st.sampled_from(["", "\n", "\n# the end\n", "\n\n"]))
    text = head + "\n".join(lines)
    return text + ("\n" if "|" in text else "") + tail, value  # a text in lines needs the break at its end


def _block(draw: st.DrawFn, value: Any, indent: int) -> list[str]:
    lines: list[str] = []
    is_list = isinstance(value, list)
    for key, one in enumerate(value) if is_list else value.items():
        if draw(st.integers(0, 5)) == 0:
            lines.append(draw(st.sampled_from(["", " " * indent + "# a note"])))
        start = " " * indent + ("-" if is_list else f"{yaml_line(key)}:")
        lines += _entry(draw, start, one, indent, in_list=is_list)
    return lines


def _entry(draw: st.DrawFn, start: str, one: Any, indent: int, *, in_list: bool) -> list[str]:
    if isinstance(one, dict | list) and one and draw(st.booleans()):
        deeper = indent + draw(st.sampled_from([2, 3] if in_list or isinstance(one, dict) else [0, 2]))
        inner = _block(draw, one, deeper)
        if in_list and isinstance(one, dict) and inner[0].strip() and not inner[0].lstrip().startswith("#"):
            return [start + inner[0][len(start) :].rjust(len(inner[0]) - len(start)), *inner[1:]]
        return [start + draw(st.sampled_from(["", "  # note"])), *inner]
    if isinstance(one, str) and one.isprintable() and draw(st.booleans()):
        return [f"{start} '" + one.replace("'", "''") + "'"]
    lines = one.split("\n") if isinstance(one, str) else []
    if len(lines) > 1 and all(line.isprintable() and line == line.strip() for line in lines) and lines[0] and lines[-2]:
        header, body = ("|", lines[:-1]) if one.endswith("\n") else ("|-", lines)
        if body[-1] and not body[0].startswith("#"):
            return [f"{start} {header}", *(" " * (indent + 2) + line if line else "" for line in body)]
    if one is None and draw(st.booleans()):
        return [start]
    return [f"{start} {yaml_line(one)}" + draw(st.sampled_from(["", "", "  # note"]))]
