"""The pictures of pages in the docs, each kept with the parts of the page that it was made of.

Another browser draws a page with other fonts. So the page is compared part by part with what it had when its picture
was made: words, where they stand, and the colours of images. ``PUNCHBOARD_PICTURES=write`` makes both again.
"""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

from patience import eventually
from PIL import Image

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
KEPT = Path(__file__).with_name("kept_pages")

NEAR = 40
"""Pixels by which the fonts of another machine move a part of the page."""

PLACED = frozenset({"img", "input", "textarea"})
"""Parts whose left edge is compared too; where words begin depends on the width of those before them."""

SHADE = 24
"""How much the mean colour of a ninth of an image may differ, of 255."""

LOOKS = 100
"""How many looks find the same page before its picture is made: some parts come a while after an edit."""

PARTS = """() => {
  const shades = (image) => {
    if (!image.complete || !image.naturalWidth) return [];
    const side = 48;
    const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
    const paper = canvas.getContext("2d");
    paper.fillStyle = "white";
    paper.fillRect(0, 0, side, side);
    paper.drawImage(image, 0, 0, side, side);
    const { data } = paper.getImageData(0, 0, side, side);
    const sums = Array(27).fill(0);
    for (let at = 0; at < data.length; at += 4) {
      const [column, row] = [(at / 4) % side, Math.floor(at / 4 / side)].map((one) => Math.floor((one * 3) / side));
      for (let colour = 0; colour < 3; colour += 1) sums[(row * 3 + column) * 3 + colour] += data[at + colour];
    }
    return sums.map((sum) => Math.round((sum * 9) / side / side));
  };
  const parts = [];
  for (const one of document.body.querySelectorAll("*")) {
    const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const own = texts.map((node) => node.data).join(" ");
    const given = one.matches("input, textarea") ? one.value || one.placeholder : own;
    const words = (one.matches("script, style, option") ? "" : given || "").replace(/\\s+/g, " ").trim();
    const isImage = one.matches("img");
    if ((!words && !isImage) || !one.checkVisibility({ visibilityProperty: true })) continue;
    const { x, y, width, height } = one.getBoundingClientRect();
    if (!width || !height) continue;
    const place = [x, y, width, height].map(Math.round);
    parts.push([one.localName, isImage ? one.alt : words, place, isImage ? shades(one) : []]);
  }
  return parts;
}"""
"""The parts of a page: element, words, left, top, width and height in pixels, and the colours of an image."""


def compare_with_picture(name, page):
    """Wait until a page has the parts that it had when its picture in the docs was made; or make both again."""
    path, size = KEPT / f"{name}.json", page.viewport_size
    if os.environ.get("PUNCHBOARD_PICTURES") == "write":
        _write(name, page)
    with Image.open(PICTURES / f"{name}.png") as picture:
        assert picture.size == (size["width"], size["height"])
    kept = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    def found():
        now = page.evaluate(PARTS)
        return [*_missing(kept, now, size), *_missing(now, kept, size)]

    eventually(lambda: not found(), lambda: f"{name}.png and its page differ: {found()}")


def _missing(parts, others, size):
    """Return the parts that are wholly in sight and have no counterpart."""
    wide, high = size["width"], size["height"]
    seen = [one for one in parts if _is_within(one[2], wide, high)]
    return [one for one in seen if not any(_is_like(one, other) for other in others)]


def _is_within(place, wide, high):
    left, top, width, height = place
    return left >= 0 and top >= 0 and left + width + NEAR <= wide and top + height + NEAR <= high


def _is_like(one, other):
    measured = slice(0, 2) if one[0] in PLACED else slice(1, 2)
    return (
        one[:2] == other[:2]
        and all(abs(a - b) <= NEAR for a, b in zip(one[2][measured], other[2][measured], strict=True))
        and len(one[3]) == len(other[3])
        and all(abs(a - b) <= SHADE for a, b in zip(one[3], other[3], strict=True))
    )


def _write(name, page):
    """Write the picture and the parts of a page, once nothing moves in it any more."""
    seen, size = [], page.viewport_size

    def rests():
        seen.append(page.evaluate(PARTS))
        images = [one for one in seen[-1] if one[0] == "img" and _is_within(one[2], size["width"], size["height"])]
        same = len(seen) > LOOKS and all(one == seen[-1] for one in seen[-LOOKS:])
        return same and all(colours for *_, colours in images)

    eventually(rests, "the page to rest")
    image = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    image.quantize(128, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", "png", optimize=True)
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.json").write_text("".join(f"{json.dumps(part)}\n" for part in seen[-1]), encoding="utf-8")
