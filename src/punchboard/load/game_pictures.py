"""The pictures of a game: found beside a table, measured from their file header, read on first use."""

from __future__ import annotations

import re
import struct
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import chain
from os.path import lexists
from pathlib import Path
from typing import Final

from punchboard.load.files import read_bytes, resolve_inside
from punchboard.load.lazy_mapping import LazyMapping
from punchboard.load.picture_names import MAX_BYTES, SUFFIXES, PictureFolder, is_outside, picture_name
from punchboard.load.svg_pictures import is_svg, svg_picture
from punchboard.model.game.game import Component
from punchboard.model.game.game_file import KindFile
from punchboard.model.values import picture_crop
from punchboard.picture_files import JPEG, PNG, can_split, jpeg_frame, jpeg_orientation
from punchboard.pixels import PILLOW_HINT, can_decode, decode_picture
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.scene import Image
from punchboard.workspace import OUTPUT

RULE: Final = "PICT001"
MAX_PIXELS: Final = 60_000_000
MAX_PHOTO_PIXELS: Final = 200_000_000
"""The most pixels of a photograph in JPEG. One of more than `MAX_PIXELS` is read at a half of its size, or less."""

MAX_SIDE: Final = 20_000
CONVERTED: Final = ("WEBP", "GIF", "TIFF", "BMP")
"""Formats that are read as PNG. Of a moving picture, the first frame is printed."""

_JPEG_END: Final = b"\xff\xd9"
_AFTER_END: Final = 4096
"""The bytes in which the end of a JPEG is looked for; some cameras write notes behind it."""

_ADDRESS: Final = re.compile(r"(?i)https?://")
_ROW_BY_ROW: Final = frozenset({0xC0, 0xC1})
"""Those of frames that can be read without holding all of them in memory."""


def load_pictures(folder: Path) -> LazyMapping[Image]:
    """Return the pictures of a game by path in its folder, such as ``art/dragon.png``."""

    def fetch(path: str) -> Image:
        place = Place(path)
        if not lexists(resolve_inside(folder, path, place)):  # false for a name too long for the file system, too
            raise KeyError(path)
        return upright(read_picture(folder, path, place))

    def names() -> Iterator[str]:
        paths = (path.relative_to(folder) for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        return (path.as_posix() for path in paths if path.parts[0] != OUTPUT)

    return LazyMapping(fetch, names)


def read_picture(folder: Path, path: str, place: Place) -> Image:
    """Return a picture with its size in pixels. ``place`` is where it is named.

    Raises:
        ProblemsFound: PICT001 when it is missing, in a format that is not read, or too large; FILE003 when it is
            outside the folder.
    """
    return checked_picture(read_bytes(resolve_inside(folder, path, place), place, path, MAX_BYTES, RULE), path, place)


def checked_picture(data: bytes, path: str, place: Place) -> Image:
    """Return a picture from the bytes of its file, which is named ``path``.

    Raises:
        ProblemsFound: PICT001 when it is in a format that is not read, or too large.
    """
    if is_svg(data):
        return svg_picture(data, path, place)
    _refuse_without_pillow(data, path, place)
    size = _size(data) if data.startswith((PNG, JPEG)) else _converted_size(data)
    return _sized_picture(data, size, path, place)


_SUFFIXES: Final = {
    PNG: (".png",),
    JPEG: (".jpg", ".jpeg"),
    b"RIFF": (".webp",),
    b"GIF8": (".gif",),
    b"II": (".tif", ".tiff"),
    b"MM": (".tif", ".tiff"),
    b"BM": (".bmp",),
}
"""The endings of pictures by how their bytes begin."""


def picture_suffixes(data: bytes) -> tuple[str, ...]:
    """Return the endings that the file of a checked picture may have."""
    return next((known for start, known in _SUFFIXES.items() if data.startswith(start)), (".svg",))


def is_whole(image: Image) -> bool:
    """Return whether a checked picture can be read to its end; a drawing is read when it is checked."""
    if is_svg(image.data):
        return True
    if not can_decode():  # a PNG was read to its end when it was checked
        return image.data.startswith(PNG) or _JPEG_END in image.data[-_AFTER_END:]
    with _damage_ignored():
        decode_picture(upright(image).data)
        return True
    return False


def _refuse_without_pillow(data: bytes, path: str, place: Place) -> None:
    if not (can_decode() or data.startswith(JPEG) or can_split(data)):
        message = f"{path!r} is neither a JPEG nor a simple PNG, and cannot be read here without Pillow"
        raise fail(RULE, place, message, f"save it as JPEG, or as PNG without interlacing; or {PILLOW_HINT}")


def _sized_picture(data: bytes, size: tuple[int, int] | None, path: str, place: Place) -> Image:
    if size is None:
        *others, last = ("PNG", "JPEG", "SVG", *CONVERTED)
        known = f"{', '.join(others)} or {last}".replace("WEBP", "WebP")
        raise fail(RULE, place, f"{path!r} is not a {known} picture", "save it as PNG or JPEG")
    width, height = size
    frame = jpeg_frame(data) if data.startswith(JPEG) else None
    most = MAX_PHOTO_PIXELS if frame is not None and frame.marker in _ROW_BY_ROW else MAX_PIXELS
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= most):
        photo = "" if most > MAX_PIXELS else f" ({MAX_PHOTO_PIXELS // 1_000_000} million as a plain JPEG)"
        limit = f"at most {MAX_SIDE:,} pixels per side and {most // 1_000_000} million in all{photo}"
        hint = f"scale it down to {limit}; 300 pixels per inch are enough for print"
        raise fail(RULE, place, f"{path!r} has {width:,} x {height:,} pixels", hint)
    return _image(data, width, height)


def _image(data: bytes, width: int, height: int) -> Image:
    return Image(sha256(data).hexdigest(), data, width, height)


@contextmanager
def _damage_ignored() -> Iterator[None]:
    """End the work on a damaged picture. Notes in it about camera and place are none of a printer's business."""
    with warnings.catch_warnings(), suppress(OSError, SyntaxError, TypeError, ValueError, struct.error):
        warnings.simplefilter("ignore")
        yield


def _size(data: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels from the file header; None when the file is neither PNG nor JPEG."""
    if data.startswith(PNG):
        return struct.unpack(">II", data[16:24]) if data[12:16] == b"IHDR" and len(data) >= 24 else None
    frame = jpeg_frame(data) if data.startswith(JPEG) else None
    return None if frame is None else (frame.width, frame.height)


def _converted_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a picture in one of the other formats; None for anything else."""
    from PIL import Image as Pillow  # noqa: PLC0415 - costs 40 ms, and few games have such pictures

    with _damage_ignored(), Pillow.open(BytesIO(data), formats=CONVERTED) as picture:
        return picture.size
    return None


def check_pictures(
    components: Iterable[Component],
    kinds: Mapping[str, KindFile],
    folder: Path,
    place_of: Callable[[Component, str], Place],
) -> tuple[tuple[Component, ...], tuple[Problem, ...]]:
    """Return components without optional pictures that are missing, and the problems of all pictures.

    A problem is reported once, at the first value that names the picture; ``place_of`` returns the place of a field's
    value. It is a warning for fields with ``missing: warning``.
    """
    fields = {
        kind_id: {name: field.missing for name, field in kind.fields.items() if field.type == "picture"}
        for kind_id, kind in kinds.items()
    }
    components = tuple(components)
    if not any(fields.values()):
        return components, ()
    pictures = _Pictures(folder, fields, components)
    checked: list[Component] = []
    for component in components:
        meant = dict[str, str | None]()
        for name, missing in fields[component.kind].items():
            value = component.values[name]
            if value is not None:
                meant[name] = pictures.checked(value, missing, partial(place_of, component, name))
        checked.append(replace(component, values={**component.values, **meant}) if meant else component)
    return tuple(checked), tuple(chain.from_iterable(pictures.problems.values()))


class _Pictures:
    """The pictures that components name, each looked for and checked once."""

    def __init__(self, folder: Path, fields: Mapping[str, Mapping[str, str]], components: Iterable[Component]) -> None:
        self._folder, self._below = folder, PictureFolder(folder)
        values = (component.values[name] for component in components for name in fields[component.kind])
        paths = dict.fromkeys(picture_crop(value).path for value in values if value)
        self._real_paths = {path: self._find(path) for path in paths}
        self._named = frozenset(self._real_paths.values())
        self.problems: dict[tuple[str, str], tuple[Problem, ...]] = {}

    def _find(self, path: str) -> str:
        """Return the path of the picture that a cell means; the name of a missing one; an outside path as it is."""
        outside = is_outside(path)
        is_there = not outside and lexists(self._folder / path)
        return path if is_there else self._below.find(path) or (path if outside else picture_name(path))

    def checked(self, value: str, missing: str, place_of: Callable[[], Place]) -> str | None:
        """Return the value with the path of the picture that it means; None for one that is optional and missing."""
        path = picture_crop(value).path
        is_address = _ADDRESS.match(path) is not None
        key = "" if is_address else self._real_paths[path], missing
        if key not in self.problems:
            of_files = _picture_problems(self._folder, *key, self._named)
            problems = (self._address_problem(path, missing),) if is_address else tuple(of_files)
            at = place_of() if problems else Place("")
            self.problems[key] = tuple(problem._replace(place=at) for problem in problems)
        return None if missing == "warning" and self.problems[key] else key[0] + value[len(path) :]

    def _address_problem(self, path: str, missing: str) -> Problem:
        """Return the problem of all pictures that are named by addresses."""
        count = sum(_ADDRESS.match(other) is not None for other in self._real_paths)
        more = f" (and {count - 1} more)" if count > 1 else ""
        hint = "addresses are not followed: save the pictures in the game's folder, and name their files"
        severity = Severity.WARNING if missing == "warning" else Severity.ERROR
        return Problem("FILE003", Place(path), f"{path!r} is an address and no file{more}", hint, severity)


def _picture_problems(folder: Path, path: str, missing: str, named: Collection[str]) -> Iterator[Problem]:
    """Yield the problems of a picture, as warnings if it may be missing."""
    try:
        read_picture(folder, path, Place(path))
    except ProblemsFound as error:
        for problem in error.problems:
            if missing != "warning":
                yield problem
                continue
            is_missing = problem.rule == RULE and not lexists(folder / path)
            advice = _missing_hint(folder, path, named) if is_missing else problem.hint
            hint = f"it is printed without a picture for now; {advice}".rstrip("; ")
            yield problem._replace(severity=Severity.WARNING, hint=hint)


def _missing_hint(folder: Path, path: str, named: Collection[str]) -> str:
    """Return a hint that names a similar file, or the folder in which the missing one belongs."""
    file = path if path.lower().endswith(SUFFIXES) else f"{path}.png"
    return _similar_name_hint(folder, path, named) or f"put {file!r} into the folder {folder.name}"


def _similar_name_hint(folder: Path, path: str, named: Collection[str]) -> str:
    """Return a hint that names a similar picture no component uses; one in use is not a misspelling of this one."""
    home = (folder / path).parent
    try:
        names = [other.name for other in home.iterdir()]
    except OSError:
        return ""
    unused = [name for name in names if (home / name).relative_to(folder).as_posix() not in named]
    similar = get_close_matches(Path(path).name, unused, n=1, cutoff=0.75)
    return f"did you mean {similar[0]!r}?" if similar else ""


# Pictures the right way up: a phone stores a photograph as its sensor saw it, with a note on how to turn it.
#
# The note is the tag "Orientation" of Exif (CIPA DC-008, 4.6.4), near the beginning of a JPEG file. Browsers and
# picture viewers follow it; a PDF does not.

_ORIENTATION: Final = 0x0112
_TURNS: Final = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}
"""How Pillow turns a picture upright, by its orientation; 1 is upright."""

_LYING: Final = 4
"""Orientations above this one exchange width and height."""

_QUALITY: Final = 95
_EXIF: Final = b"Exif\0\0"
_BEGINNING: Final = 1 << 18
"""The bytes in which Exif is looked for; what stands before it has a few kilobytes."""


def upright(image: Image) -> Image:
    """Return a picture as viewers show it, a very large photograph smaller; itself if there is nothing to change."""
    if not image.data.startswith((PNG, JPEG)):
        return image if is_svg(image.data) else _as_png(image)
    is_large = image.width * image.height > MAX_PIXELS
    if not is_large and _EXIF not in image.data[:_BEGINNING]:
        return image
    return _upright(image, is_large=is_large) if can_decode() else _plainly_upright(image, is_large=is_large)


def _upright(image: Image, *, is_large: bool) -> Image:
    """Return a photograph as `upright` does."""
    from PIL import Image as Pillow  # noqa: PLC0415 - costs 40 ms, and few games have photographs
    from PIL.JpegImagePlugin import JpegImageFile  # noqa: PLC0415

    with _damage_ignored(), JpegImageFile(BytesIO(image.data)) as picture:
        turn = _TURNS.get(picture.getexif().get(_ORIENTATION, 1))
        if turn is None and not is_large:
            return image
        profile = picture.info.get("icc_profile")
        if is_large:
            picture.draft(picture.mode, (image.width // 2, image.height // 2))
        turned, out = picture if turn is None else picture.transpose(Pillow.Transpose[turn]), BytesIO()
        turned.save(out, "JPEG", quality=_QUALITY, subsampling=0, icc_profile=profile)
        upright = _image(out.getvalue(), turned.width, turned.height)
        return upright._replace(scaled_from=image.digest) if is_large else upright
    return image


def _plainly_upright(image: Image, *, is_large: bool) -> Image:
    """Return a JPEG as `upright` does, without Pillow."""
    turn = jpeg_orientation(image.data)
    if turn == 1 and not is_large:
        return image
    from punchboard.plain_pixels import redrawn  # noqa: PLC0415 - few games have photographs that lie on a side

    half = 1 + is_large
    size = (image.height // half, image.width // half) if turn > _LYING else (image.width // half, image.height // half)
    upright = _image(redrawn(image.data, *size, turn), *size)
    return upright._replace(scaled_from=image.digest) if is_large else upright


def _as_png(image: Image) -> Image:
    """Return a picture in another format as PNG; a damaged one as it is, which is reported where it is drawn."""
    from PIL import Image as Pillow  # noqa: PLC0415
    from PIL import ImageOps  # noqa: PLC0415

    with _damage_ignored(), Pillow.open(BytesIO(image.data), formats=CONVERTED) as picture:
        plain = ImageOps.exif_transpose(picture).convert("RGBA" if picture.has_transparency_data else "RGB")
        out = BytesIO()
        plain.save(out, "PNG", icc_profile=picture.info.get("icc_profile"))
        return _image(out.getvalue(), plain.width, plain.height)
    return image
