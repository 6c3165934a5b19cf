"""What a confined process says, held against what it may say: sizes, names, and no word that could do anything."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from punchboard.build.artifacts import BuiltFile
from punchboard.build.publish import BuildSummary
from punchboard.model.layout.icon_set import IconCredit, IconSet
from punchboard.model.snapshot import Snapshot
from punchboard.problem import Place, Problem, Severity, SuppressedProblem
from punchboard.products import PRODUCTS
from punchboard.revisions.manifests import Manifest, manifest_snapshot
from punchboard.sandbox.protocol import BadFrameError
from punchboard.write import GameSummary, ManifestExtras, record

SUFFIXES: Final = frozenset(
    {".pdf", ".svg", ".png", ".jpg", ".html", ".json", ".csv", ".tsv", ".xml", ".dxf", ".txt", ".md", ".zip", ".gltf"}
)
"""What files are called that products make; nothing that a system would run."""

_SEGMENT: Final = re.compile(r"[^\W_][\w .,+()&'!#@=~-]{0,149}")
_RESERVED: Final = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_MAX_DEPTH: Final = 8
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def escape_control_characters(text: str) -> str:
    """Return a text in which signs that would steer a terminal, or turn what is read, are written out."""
    return _CONTROL.sub(lambda sign: f"\\x{ord(sign[0]):02x}", text)


_Text = Annotated[str, StringConstraints(max_length=20_000)]
_Name = Annotated[str, StringConstraints(max_length=2000)]
_Count = Annotated[int, Field(ge=0, le=2_000_000_000)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @field_validator("*", mode="after")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        return escape_control_characters(value) if isinstance(value, str) else value


class _Place(_Message):
    file: _Name
    line: _Count
    column: _Count
    sheet: _Name


class _Problem(_Message):
    rule: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2,12}\d{3}$")]
    place: _Place
    message: _Text
    hint: _Text
    severity: str

    def value(self) -> Problem:
        place = Place(*self.place.model_dump().values())
        return Problem(self.rule, place, self.message, self.hint, Severity(self.severity))


class _Aside(_Message):
    problem: _Problem
    reason: _Text


class _Outcome(_Message):
    problems: list[_Problem]
    suppressed: list[_Aside]


class _Credit(_Message):
    prefix: _Name
    name: _Name
    author: _Name
    url: _Name
    licence: _Name
    spdx: _Name
    licence_url: _Name
    artists: list[_Name]
    icons: list[_Name]
    credited: list[_Name]

    def value(self) -> IconCredit:
        told = self.model_dump(exclude={"artists", "icons", "credited"})
        return IconCredit(IconSet(**told, artists=tuple(self.artists)), tuple(self.icons), tuple(self.credited))


class _Summary(_Outcome):
    title: _Text
    language: _Name
    version: _Name
    id: _Name
    icons: list[_Credit]
    continued: dict[_Name, list[_Name]]
    pieces: _Count
    said: _Text


class _File(_Message):
    path: _Name
    product: _Name
    pages: _Count
    pieces: _Count
    proof: dict[_Name, Annotated[int | float, Field(allow_inf_nan=False)]] | None
    number: _Count
    problems: list[_Problem]


def parse_file(said: Any, data: bytes) -> BuiltFile:
    """Return a file that was made; its size and hash are those of the bytes that came.

    Raises:
        BadFrameError: when what is said of it may not be said.
    """
    one = _validate(_File, said)
    if one.product not in PRODUCTS or not _is_plain_path(one.path):
        raise BadFrameError(f"it made a file that may not be made: {one.path[:100]!r}")
    kept = record(one.path, one.product, data, pages=one.pages, pieces=one.pieces, proof=one.proof)
    return BuiltFile(kept, data, tuple(problem.value() for problem in one.problems), number=one.number)


def parse_summary(said: Any, state: bytes) -> BuildSummary:
    """Return what is told of a game whose files are made.

    Raises:
        BadFrameError: when it may not be told.
    """
    one = _validate(_Summary, said)
    head = GameSummary(one.id, one.title, one.version, one.language)
    continued = {name: tuple(cards) for name, cards in one.continued.items()}
    more = ManifestExtras(tuple(credit.value() for credit in one.icons), continued)
    found, aside = parse_outcome(_Outcome(problems=one.problems, suppressed=one.suppressed))
    return BuildSummary(head, _parse_snapshot(state), more, one.pieces, found, aside, one.said)


def parse_outcome(said: Any) -> tuple[tuple[Problem, ...], tuple[SuppressedProblem, ...]]:
    """Return the problems of a game, and those that it sets aside.

    Raises:
        BadFrameError: when they may not be told.
    """
    one = said if isinstance(said, _Outcome) else _validate(_Outcome, said)
    try:
        problems = tuple(problem.value() for problem in one.problems)
        return problems, tuple(SuppressedProblem(aside.problem.value(), aside.reason) for aside in one.suppressed)
    except ValueError as error:
        raise BadFrameError("what it says is not of the form") from error


def _validate(model: Any, said: Any) -> Any:
    try:
        return model.model_validate(said)
    except (ValidationError, RecursionError) as error:
        raise BadFrameError("what it says is not of the form") from error


def _parse_snapshot(state: bytes) -> Snapshot:
    try:
        return manifest_snapshot(Manifest.model_validate_json(state))
    except (ValidationError, RecursionError, ValueError) as error:
        raise BadFrameError("what it says of components is not of the form") from error


def _is_plain_path(path: str) -> bool:
    """Tell whether a path leads to a file of a sort that products make, below the folder, by plain names."""
    parts = path.split("/")
    names = all(_SEGMENT.fullmatch(part) and part[-1] not in ". " and not _RESERVED.fullmatch(part) for part in parts)
    return names and len(parts) <= _MAX_DEPTH and PurePosixPath(path).suffix.lower() in SUFFIXES
