"""Write the bill of materials of a release: the wheel and its dependencies, as CycloneDX 1.6 in JSON.

usage: sbom.py WHEEL OUT

Versions and hashes are those of ``release/locked.txt``, licences those of ``docs/licences.md``. The same wheel, lock
and SOURCE_DATE_EPOCH give the same bytes, because the serial number is made from the wheel's hash.
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
from dependencies import Pinned, declared_requirements, installed_packages, locked_packages, project, requirements_of
from licences import package_licences
from packageurl import PackageURL
from packaging.utils import canonicalize_name, parse_wheel_filename


def bill(wheel: Path, when: datetime) -> str:
    """Return the bill of materials of a wheel.

    Raises:
        ValueError: when the bill does not follow the schema of CycloneDX 1.6.
    """
    content = wheel.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    bom = Bom(serial_number=UUID(bytes=uuid5(NAMESPACE_URL, digest).bytes, version=4))
    bom.metadata.timestamp = when
    bom.metadata.component = program(wheel, digest)
    licences = {package.name: package.licence for package in package_licences()}
    parts = {pin: component(pin, licences[pin.name]) for pin in locked_packages()}
    bom.components.update(parts.values())
    add_dependencies(bom, bom.metadata.component, parts)
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
    """Return a locked package, with the hash of each file that can be installed for it."""
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


def add_dependencies(bom: Bom, top: Component, parts: Mapping[Pinned, Component]) -> None:
    """Add to the bill which packages the program needs, and which each package needs."""
    here = installed_packages()
    by_name: dict[str, list[Component]] = {}
    for pin, part in parts.items():
        by_name.setdefault(pin.name, []).append(part)

    def of(names: Iterable[str]) -> list[Component]:
        return [part for name in names for part in by_name.get(canonicalize_name(name), ())]

    bom.register_dependency(top, of(line.name for line in declared_requirements()))
    for name, package in here.items():
        for part in by_name.get(name, ()):
            bom.register_dependency(part, of(line.name for line in requirements_of(package)))


def build_time() -> datetime:
    """Return the time in SOURCE_DATE_EPOCH, or else the current time, in UTC."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(bill(Path(sys.argv[1]), build_time()), encoding="utf-8")
