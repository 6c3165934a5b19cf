"""Pictures without Pillow: what is drawn in its place looks as what it draws."""

import io
from hashlib import sha256

import pytest
from PIL import Image as Pillow

from punchboard.compose.boxes import printed_pictures
from punchboard.compose.inks import faded_picture, grey_picture
from punchboard.scene import Image

FORMS = {"RGB": "JPEG", "L": "JPEG", "CMYK": "JPEG", "RGBA": "PNG", "LA": "PNG", "P": "PNG"}


def picture(mode):
    """Return a picture 80 pixels wide whose colours change from left to right and from top to bottom."""
    across = Pillow.linear_gradient("L").rotate(90).resize((80, 60))
    down = Pillow.linear_gradient("L").resize((80, 60))
    whole = Pillow.merge("RGBA", (across, down, Pillow.new("L", (80, 60), 90), down))
    out = io.BytesIO()
    (whole if "A" in mode else whole.convert("RGB")).convert(mode).save(out, FORMS[mode])
    return Image(sha256(out.getvalue()).hexdigest(), out.getvalue(), 80, 60)


def seen(image):
    """Return the picture on paper."""
    shown = Pillow.open(io.BytesIO(image.data))
    assert shown.size == (image.width, image.height)
    clear = shown.convert("RGBA")
    return Pillow.alpha_composite(Pillow.new("RGBA", clear.size, "white"), clear).convert("RGB")


WAYS = {
    "smaller": lambda image: printed_pictures.printed_picture(image, 2.0),
    "grey": grey_picture,
    "pale": faded_picture,
}


@pytest.mark.parametrize("mode", FORMS)
@pytest.mark.parametrize("way", WAYS)
def test_a_picture_looks_the_same_without_pillow(mode, way, without_pillow):
    """No colour is far off, but for the inks of CMYK, which each program mixes in its own way; alpha channels stay."""
    image = picture(mode)
    usual = WAYS[way](image)
    for cached in (printed_pictures._scaled, grey_picture, faded_picture):
        cached.cache_clear()
    with without_pillow():
        found = WAYS[way](image)
    assert found.data.startswith((b"\x89PNG", b"\xff\xd8"))
    assert found.width in {usual.width, image.width}
    pairs = zip(seen(usual).tobytes(), seen(found).resize((usual.width, usual.height)).tobytes(), strict=True)
    furthest = max(abs(one - other) for one, other in pairs)
    assert furthest < (60 if mode == "CMYK" else 16)
