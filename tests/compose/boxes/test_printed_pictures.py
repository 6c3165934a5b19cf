import io
from hashlib import sha256

import pytest
from PIL import Image as Pillow

from punchboard.compose.boxes.printed_pictures import printed_picture
from punchboard.scene import Image
from punchboard.units import MM_PER_INCH, PRINT_DPI


def saved(form, size, mode="RGB"):
    file = io.BytesIO()
    Pillow.new(mode, size).save(file, form)
    return Image(sha256(file.getvalue()).hexdigest(), file.getvalue(), *size)


@pytest.mark.parametrize(
    ("form", "mode"), [("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "RGBA"), ("PNG", "P"), ("PNG", "L"), ("PNG", "1")]
)
def test_a_large_picture_is_scaled_down_to_what_print_needs(form, mode):
    """In its own format, and it says from what."""
    image = saved(form, (3000, 2001), mode)
    found = printed_picture(image, MM_PER_INCH)
    assert (found.width, found.height, found.scaled_from) == (PRINT_DPI, 267, image.digest)
    with Pillow.open(io.BytesIO(found.data)) as pixels:
        assert (pixels.format, pixels.size) == (form, (PRINT_DPI, 267))
    assert found.digest[:16] != image.digest[:16]


@pytest.mark.parametrize("width", [90, PRINT_DPI, 800])
def test_other_pictures_stay_as_they_are(width):
    """Up to twice what print needs."""
    image = saved("PNG", (width, 50))
    assert printed_picture(image, MM_PER_INCH) is image


def test_a_damaged_picture_stays_as_it_is():
    """It is reported where it is drawn."""
    image = saved("JPEG", (3000, 2000))
    damaged = image._replace(data=image.data[:200])
    assert printed_picture(damaged, MM_PER_INCH) is damaged
