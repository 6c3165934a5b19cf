"""Validation of everything that a sandboxed process sends: lengths, paths, and text without control characters."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from punchboard.model.layout.icon_set import IconCredit, IconSet
from punchboard.model.snapshot import Snapshot
from punchboard.pipeline.artifacts import BuiltFile
from punchboard.pipeline.publish import BuildSummary
from punchboard.problem import Place, Problem, Severity, SuppressedProblem
from punchboard.products import PRODUCTS
from punchboard.render import FORMATS
from punchboard.revisions.older_states import Manifest, manifest_snapshot
from punchboard.sandbox.job import BadFrameError
from punchboard.write import GameSummary, ManifestExtras, file_record

SUFFIXES: Final = frozenset(
    {".html", ".json", ".csv", ".tsv", ".xml", ".txt", ".md", ".zip", ".gltf", *(f".{name}" for name in FORMATS)}
)
"""The file name endings of all products; none of them is a program."""

_SEGMENT: Final = re.compile(r"[^\W_][\w .,+()&'!#@=~-]{0,149}")
_RESERVED: Final = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_MAX_DEPTH: Final = 8
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


_INSTALLS: Final = re.compile(r"\b(?:pip|pipx|uv)\b.*\b(?:install|inject)\b", re.DOTALL)
NO_COMMAND: Final = "the game names this package, and anybody may have written it: install nothing that you do not know"


def escape_control_characters(text: str) -> str:
    r"""Return a text with its control characters, and those that change the writing direction, written as ``\xNN``."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


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

    def value(self) -> Place:
        return Place(*self.model_dump().values())


class _Problem(_Message):
    rule: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2,12}\d{3}$")]
    place: _Place
    message: _Text
    hint: _Text
    severity: str
    cards: list[_Place]

    def value(self) -> Problem:
        hint = NO_COMMAND if _INSTALLS.search(self.hint) else self.hint
        cards = tuple(card.value() for card in self.cards)
        return Problem(self.rule, self.place.value(), self.message, hint, Severity(self.severity), cards).as_typed()


class _Suppressed(_Message):
    problem: _Problem
    reason: _Text


class _Outcome(_Message):
    problems: list[_Problem]
    suppressed: list[_Suppressed]


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
        fields = self.model_dump(exclude={"artists", "icons", "credited"})
        return IconCredit(IconSet(**fields, artists=tuple(self.artists)), tuple(self.icons), tuple(self.credited))


class _Summary(_Outcome):
    title: _Text
    language: _Name
    version: _Name
    id: _Name
    icons: list[_Credit]
    continued: dict[_Name, list[_Name]]
    pieces: _Count
    changes_text: _Text


class _File(_Message):
    path: _Name
    product: _Name
    pages: _Count
    pieces: _Count
    proof: dict[_Name, Annotated[int | float, Field(allow_inf_nan=False)]] | None
    number: _Count
    problems: list[_Problem]


def parse_file(message: Any, data: bytes) -> BuiltFile:
    """Return a built file; its size and hash are computed from the received bytes.

    Raises:
        BadFrameError: for an invalid message, an unknown product or a forbidden path.
    """
    file = _validate(_File, message)
    if file.product not in PRODUCTS or not _is_plain_path(file.path):
        raise BadFrameError(f"it sent a file with a forbidden name: {file.path[:100]!r}")
    kept = file_record(file.path, file.product, data, pages=file.pages, pieces=file.pieces, proof=file.proof)
    return BuiltFile(kept, data, tuple(problem.value() for problem in file.problems), number=file.number)


def parse_summary(message: Any, state: bytes) -> BuildSummary:
    """Return the summary of a build whose files have all arrived.

    Raises:
        BadFrameError: for an invalid message.
    """
    summary = _validate(_Summary, message)
    head = GameSummary(summary.id, summary.title, summary.version, summary.language)
    continued = {name: tuple(cards) for name, cards in summary.continued.items()}
    extras = ManifestExtras(tuple(credit.value() for credit in summary.icons), continued)
    problems, suppressed = parse_outcome(_Outcome(problems=summary.problems, suppressed=summary.suppressed))
    snapshot = _parse_snapshot(state)
    return BuildSummary(head, snapshot, extras, summary.pieces, problems, suppressed, summary.changes_text)


def parse_outcome(message: Any) -> tuple[tuple[Problem, ...], tuple[SuppressedProblem, ...]]:
    """Return the problems of a game, and those that it suppresses.

    Raises:
        BadFrameError: for an invalid message.
    """
    outcome = message if isinstance(message, _Outcome) else _validate(_Outcome, message)
    try:
        problems = tuple(problem.value() for problem in outcome.problems)
        return problems, tuple(SuppressedProblem(one.problem.value(), one.reason) for one in outcome.suppressed)
    except ValueError as error:
        raise BadFrameError("its message is malformed") from error


def _validate(model: Any, message: Any) -> Any:
    try:
        return model.model_validate(message)
    except (ValidationError, RecursionError) as error:
        raise BadFrameError("its message is malformed") from error


def _parse_snapshot(state: bytes) -> Snapshot:
    try:
        return manifest_snapshot(Manifest.model_validate_json(state))
    except (ValidationError, RecursionError, ValueError) as error:
        raise BadFrameError("its snapshot of the components is malformed") from error


def _is_plain_path(path: str) -> bool:
    """Return whether a path is relative, consists of plain names and ends in a suffix of a product."""
    parts = path.split("/")
    names = all(_SEGMENT.fullmatch(part) and part[-1] not in ". " and not _RESERVED.fullmatch(part) for part in parts)
    return names and len(parts) <= _MAX_DEPTH and PurePosixPath(path).suffix.lower() in SUFFIXES
