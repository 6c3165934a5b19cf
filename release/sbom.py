"""Write the release's bill of materials: CycloneDX 1.6 as JSON, of the wheel and of all that is installed with it.

usage: sbom.py WHEEL OUT

Versions and hashes are those of ``release/locked.txt``, licences those of ``docs/licences.md``. The same wheel, lock
and SOURCE_DATE_EPOCH give the same bytes: its serial number is made from the wheel's hash.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from dependencies import Pinned, installed, locked, needs, project, wanted
from licences import standings
from packageurl import PackageURL
from packaging.utils import canonicalize_name, parse_wheel_filename


def bill(wheel: Path, when: datetime) -> str:
    """Return the bill of materials of a wheel.

    Raises:
        ValueError: what was made does not follow the schema of CycloneDX 1.6.
    """
    content = wheel.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    bom = Bom(serial_number=UUID(bytes=uuid5(NAMESPACE_URL, digest).bytes, version=4))
    bom.metadata.timestamp = when
    bom.metadata.component = program(wheel, digest)
    said = {standing.name: standing.licence for standing in standings()}
    parts = {pin: component(pin, said[pin.name]) for pin in locked()}
    bom.components.update(parts.values())
    depend(bom, bom.metadata.component, parts)
    text = JsonV1Dot6(bom).output_as_string(indent=1) + "\n"
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(fault)
    return text


def program(wheel: Path, digest: str) -> Component:
    """Return the program itself, with the hash of its wheel."""
    name, version, _, _ = parse_wheel_filename(wheel.name)
    purl = PackageURL("pypi", name=name, version=str(version))
    return Component(
        name=name,
        version=str(version),
        type=ComponentType.APPLICATION,
        description=str(project()["description"]),
        bom_ref=str(purl),
        purl=purl,
        licenses=(LicenseExpression("MIT"),),
        hashes=(HashType(alg=HashAlgorithm.SHA_256, content=digest),),
    )


def component(pin: Pinned, licence: str) -> Component:
    """Return a locked package: each file that may be installed for it is one of its hashes."""
    purl = PackageURL("pypi", name=pin.name, version=pin.version)
    hashes = tuple(HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in pin.hashes)
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        scope=ComponentScope.OPTIONAL if pin.marker else ComponentScope.REQUIRED,
        bom_ref=str(purl),
        purl=purl,
        licenses=(LicenseExpression(licence),),
        properties=(Property(name="punchboard:installed where", value=pin.marker),) if pin.marker else (),
        external_references=(
            ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(purl)), hashes=hashes),
        ),
    )


def depend(bom: Bom, top: Component, parts: Mapping[Pinned, Component]) -> None:
    """Say what needs what: the program its requirements, each package those of its metadata."""
    here = installed()
    by_name: dict[str, list[Component]] = {}
    for pin, part in parts.items():
        by_name.setdefault(pin.name, []).append(part)

    def of(names: Iterable[str]) -> list[Component]:
        return [part for name in names for part in by_name.get(canonicalize_name(name), ())]

    bom.register_dependency(top, of(line.name for line in wanted()))
    for name, package in here.items():
        for part in by_name.get(name, ()):
            bom.register_dependency(part, of(line.name for line in needs(package)))


def moment() -> datetime:
    """Return the time that SOURCE_DATE_EPOCH gives, or else this one, in UTC."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(given), UTC) if given else datetime.now(UTC)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(bill(Path(sys.argv[1]), moment()), encoding="utf-8")
