"""Resource objects of a PDF: fonts, symbols, pictures and spot colours, each in the file once.

PDF 32000-1:2008, 7.8.3 (resource dictionaries), 8.9.5 (images), 8.10 (forms), 9.7 (composite fonts).
"""

import io
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from reportlab.pdfbase import pdfdoc

from punchboard.fonts import Typeface
from punchboard.picture_files import PNG, PngData, jpeg_frame, png_data, split_png
from punchboard.problem import Place, fail
from punchboard.render.colour.inks import InkedPicture, Inks
from punchboard.render.pdf.drawing.fragments import OPACITY, DrawnForm
from punchboard.render.pdf.drawing.sections import SectionResources
from punchboard.render.pdf.font import GlyphCodes, subset_font, subset_tag
from punchboard.render.pdf.objects import Dictionary, RawObject, Stream, compressed_stream, number_array
from punchboard.render.shape_symbols import OVERPRINT_STATE, ZLIB_LEVEL, deflate, spot_name
from punchboard.scene import Colour, Image
from punchboard.units import format_number

if TYPE_CHECKING:
    from PIL.Image import Image as Pixmap


class ResourceObjects:
    """The resource objects of a file, shared by its sections.

    Args:
        pdf: the file.
        sections: the resources of all sections.
        inks: the inks of the file.
    """

    def __init__(self, pdf: pdfdoc.PDFDocument, sections: Sequence[SectionResources], inks: Inks) -> None:
        self._pdf, self.inks = pdf, inks
        self._codes: dict[Typeface, list[GlyphCodes]] = {}
        for section in sections:
            for codes in section.fonts.values():
                self._codes.setdefault(codes.face, []).append(codes)
        self._own_resources = {form.own_resources for section in sections for form in section.forms.values()}
        self._all_images = {key: image for section in sections for key, image in section.images.items()}
        self._drawings: dict[DrawnForm, pdfdoc.PDFObjectReference] = {}
        self._images: dict[str, pdfdoc.PDFObjectReference] = {}
        self._programs: dict[Typeface, _Program] = {}

    @cached_property
    def has_transparency(self) -> bool:
        """Whether anything is transparent in inks that need a blend space (CMYK)."""
        pictures = map(self.inks.inked_picture, self._all_images.values())
        soft = self.inks.space == "DeviceCMYK" and any(OPACITY in own for own in self._own_resources)
        return soft or any(picture.alpha for picture in pictures if picture is not None)

    def entries(self, section: SectionResources, resources: pdfdoc.PDFObjectReference) -> dict[str, Dictionary]:
        """Return the entries of the resource dictionary shared by all pages and symbols of a section.

        Raises:
            ProblemsFound: FONT001, PICT001 for fonts and pictures whose damage was not visible when they were loaded.
        """
        objects = {name: self._form(form, resources) for name, form in section.forms.items()}
        objects |= {f"I{key[:16]}": self._image(key, image) for key, image in section.images.items()}
        fonts = {name: self._pdf.Reference(self._font(codes)) for name, codes in section.fonts.items()}
        entries = {"Font": fonts, "XObject": objects, **_spot_resources(section.spots, self.inks)}
        return {name: Dictionary(entry) for name, entry in entries.items() if entry}

    def _form(self, form: DrawnForm, resources: pdfdoc.PDFObjectReference) -> pdfdoc.PDFObjectReference:
        """Return a form; sections share forms without resources."""
        reference = self._drawings.get(form)
        if reference is None:
            bounds = form.bounds
            entries = {
                "Type": b"/XObject",
                "Subtype": b"/Form",
                "BBox": number_array((bounds.x, bounds.y, bounds.right, bounds.bottom)),
                **({"Resources": resources} if form.has_resources else {}),
                **({"Resources": RawObject(form.own_resources)} if form.own_resources else {}),
            }
            reference = self._pdf.Reference(Stream(form.content, **entries))
            if not form.has_resources:
                self._drawings[form] = reference
        return reference

    def _image(self, digest: str, image: Image) -> pdfdoc.PDFObjectReference:
        if digest not in self._images:
            self._images[digest] = self._pdf.Reference(_image(self._pdf, image, self.inks))
        return self._images[digest]

    def _font(self, codes: GlyphCodes) -> Dictionary:
        """Return a Type 0 font with a CIDFontType2 descendant and the section's own glyph map."""
        if codes.face not in self._programs:
            index = len(self._programs) + 1
            self._programs[codes.face] = _Program(self._pdf, self._codes[codes.face], index)
        return self._programs[codes.face].font(codes)


class _Program:
    """The embedded subset of one typeface, and the fonts that use it.

    Args:
        pdf: the file.
        codes: the glyph codes of each section.
        index: the number of the typeface in the file, from 1.
    """

    def __init__(self, pdf: pdfdoc.PDFDocument, codes: Sequence[GlyphCodes], index: int) -> None:
        face = codes[0].face
        data, self._moved = subset_font(codes)
        self._pdf, self._name = pdf, pdfdoc.PDFName(f"{subset_tag(index)}+{face.name}")
        ascent, descent = (round(value * 1000 / face.upem) for value in face.extents())
        self._descriptor = Dictionary(
            {
                "Type": pdfdoc.PDFName("FontDescriptor"),
                "FontName": self._name,
                "Flags": 4,
                "FontBBox": pdfdoc.PDFArrayCompact([-1000, descent, 2000, ascent]),
                "ItalicAngle": 0,
                "Ascent": ascent,
                "Descent": descent,
                "CapHeight": round(face.cap_height * 1000),
                "StemV": 80,
                "FontFile2": pdf.Reference(compressed_stream(data, Length1=len(data))),
            }
        )

    def font(self, codes: GlyphCodes) -> Dictionary:
        """Return the font of a section."""
        pdf = self._pdf
        system = {"Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"), "Supplement": 0}
        descendant = Dictionary(
            {
                "Type": pdfdoc.PDFName("Font"),
                "Subtype": pdfdoc.PDFName("CIDFontType2"),
                "BaseFont": self._name,
                "CIDSystemInfo": Dictionary(system),
                "FontDescriptor": pdf.Reference(self._descriptor),
                "W": RawObject(_widths(codes)),
                "CIDToGIDMap": pdf.Reference(compressed_stream(codes.cid_to_gid_map(self._moved))),
            }
        )
        return Dictionary(
            {
                "Type": pdfdoc.PDFName("Font"),
                "Subtype": pdfdoc.PDFName("Type0"),
                "BaseFont": self._name,
                "Encoding": pdfdoc.PDFName("Identity-H"),
                "DescendantFonts": pdfdoc.PDFArrayCompact([pdf.Reference(descendant)]),
                "ToUnicode": pdf.Reference(compressed_stream(codes.to_unicode_cmap())),
            }
        )


def _widths(codes: GlyphCodes) -> str:
    """Return the widths of glyphs (9.7.4.3): for each run of codes the first code, and all widths."""
    runs = (f"{first} [{' '.join(map(str, widths))}]" for first, widths in codes.width_runs())
    return f"[{' '.join(runs)}]"


def _image(pdf: pdfdoc.PDFDocument, image: Image, inks: Inks) -> pdfdoc.PDFObject:
    """Return a picture with its transparency.

    Raises:
        ProblemsFound: PICT001 for a picture that is damaged behind its header.
    """
    try:
        pixels = inks.inked_picture(image)
        if pixels is not None:
            return _plates(pdf, pixels, inks.space)
        rows = png_data(image.data)
        if rows is not None:
            return _rows(rows)
        if image.data.startswith(PNG):
            return _decoded(pdf, image)
        return _photo(image)
    except (OSError, SyntaxError, ValueError) as error:
        message = f"a picture of {image.width} x {image.height} pixels is damaged"
        raise fail("PICT001", Place("picture"), message, "save it again as PNG or JPEG") from error


def _decoded(pdf: pdfdoc.PDFDocument, image: Image) -> Stream:
    """Return a PNG that PDF cannot hold as it is: its colours, and its transparency as a soft mask."""
    colours, clear = split_png(image.data) or _by_pillow(image.data)
    return _rows(colours, **({} if clear is None else {"SMask": pdf.Reference(_rows(clear))}))


def _by_pillow(data: bytes) -> tuple[PngData, PngData | None]:
    """Return the same of a PNG that needs a decoder, as it is interlaced."""
    from punchboard.pixels import decode_picture, split_alpha  # noqa: PLC0415 - brings Pillow, and few games have such pictures

    colours, clear = split_alpha(decode_picture(data))
    return _packed(colours), None if clear is None else _packed(clear)


def _packed(picture: "Pixmap") -> PngData:
    """Return a grey or RGB picture as PNG rows, which are a fifth smaller than rows without PNG's filters."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=ZLIB_LEVEL)
    packed = png_data(out.getvalue())
    assert packed is not None
    return packed


def _rows(rows: PngData, **more: object) -> Stream:
    """Return a picture made of PNG rows."""
    space: object = pdfdoc.PDFName("DeviceRGB" if rows.colours > 1 else "DeviceGray")
    if rows.palette:
        last, colours = len(rows.palette) // 3 - 1, f"<{rows.palette.hex()}>"
        space = pdfdoc.PDFArrayCompact([pdfdoc.PDFName("Indexed"), pdfdoc.PDFName("DeviceRGB"), last, colours])
    predictor = {"Predictor": 15, "Colors": rows.colours, "BitsPerComponent": rows.bits, "Columns": rows.width}
    own: dict[str, object] = {"BitsPerComponent": rows.bits, "DecodeParms": Dictionary(predictor), **more}
    return _picture(rows.data, (rows.width, rows.height), ColorSpace=space, **own)


def _photo(image: Image) -> Stream:
    """Return a JPEG as it is; its header says in which colours."""
    frame = jpeg_frame(image.data)
    space = _SPACES.get(frame.channels if frame else 3, "DeviceRGB")
    return _picture(image.data, (image.width, image.height), ColorSpace=pdfdoc.PDFName(space), **_jpeg_entries(space))


_SPACES: Final = {1: "DeviceGray", 4: "DeviceCMYK"}
"""Colour spaces of JPEG files by their number of channels."""


def _plates(pdf: pdfdoc.PDFDocument, pixels: InkedPicture, space: str) -> Stream:
    """Return a picture that is already in the inks of the file."""
    size, more = (pixels.width, pixels.height), dict[str, object]()
    if pixels.alpha:
        mask = _picture(deflate(pixels.alpha), size, ColorSpace=pdfdoc.PDFName("DeviceGray"))
        more["SMask"] = pdf.Reference(mask)
    if pixels.jpeg:
        more |= _jpeg_entries(space)
    data = pixels.data if pixels.jpeg else deflate(pixels.data)
    return _picture(data, size, ColorSpace=pdfdoc.PDFName(space), **more)


def _jpeg_entries(space: str) -> dict[str, object]:
    """Return the entries of a JPEG; CMYK values in Adobe's are inverted (Adobe technical note 5116)."""
    inverted = {"Decode": pdfdoc.PDFArrayCompact([1, 0] * 4)} if space == "DeviceCMYK" else {}
    return {"Filter": pdfdoc.PDFName("DCTDecode"), **inverted}


def _picture(data: bytes, size: tuple[int, int], **more: object) -> Stream:
    """Return a picture with samples of eight bits, if ``more`` has no other number."""
    kind = {"Type": pdfdoc.PDFName("XObject"), "Subtype": pdfdoc.PDFName("Image")}
    return Stream(data, **{**kind, "Width": size[0], "Height": size[1], "BitsPerComponent": 8, **more})


# Spot colours: separation colour spaces, and the graphics state in which they overprint.
#
# PDF 32000-1:2008, 8.6.6.4 (separation colour spaces) and 8.6.7 (overprint control).


def _spot_resources(spots: Mapping[str, Colour], inks: Inks) -> dict[str, dict[str, str]]:
    """Return the resource dictionary entries for spot colours, as text; empty without spot colours."""
    if not spots:
        return {}
    spaces = {spot_name(index): _separation(name, colour, inks) for index, (name, colour) in enumerate(spots.items())}
    return {"ColorSpace": spaces, "ExtGState": {OVERPRINT_STATE: "<< /Type /ExtGState /OP true /op true /OPM 1 >>"}}


def _separation(name: str, colour: Colour, inks: Inks) -> str:
    """Return a separation colour space with its fallback colour in the file's inks, for devices without this plate."""
    full = inks.channel_levels(colour)
    blank = "1" if inks.space == "DeviceRGB" else "0"  # no ink is white light, or nothing on every plate
    none, whole = " ".join([blank] * len(full)), " ".join(map(format_number, full))
    function = f"<< /FunctionType 2 /Domain [0 1] /C0 [{none}] /C1 [{whole}] /N 1 >>"
    return f"[/Separation /{_escaped(name)} /{inks.space} {function}]"


def _escaped(name: str) -> str:
    """Return a name in PDF syntax (7.3.5): ASCII letters, digits, ``-`` and ``_`` unchanged, other bytes as hex."""
    return "".join(
        chr(byte) if (chr(byte).isalnum() and byte < 128) or chr(byte) in "-_" else f"#{byte:02X}"
        for byte in name.encode("utf-8")
    )
