"""The bill of materials of a release."""

import json
import re
from datetime import UTC, datetime
from hashlib import sha256

import pytest

pytestmark = pytest.mark.slow
WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A file with the name of a wheel."""
    path = tmp_path_factory.mktemp("wheel") / "punchboard-1.2.3-py3-none-any.whl"
    path.write_bytes(b"a wheel")
    return path


@pytest.fixture(scope="module")
def text(sbom, wheel):
    """The bill of materials of that wheel, valid by the schema."""
    return sbom.bill(wheel, WHEN)


def test_it_lists_the_wheel_and_every_locked_package(text, dependencies):
    """Each with name, version, licence and hashes, as in the lock."""
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    top = bill["metadata"]["component"]
    assert (top["name"], top["version"]) == ("punchboard", "1.2.3")
    assert top["hashes"] == [{"alg": "SHA-256", "content": sha256(b"a wheel").hexdigest()}]
    listed = {
        (part["name"], part["version"]): {one["content"] for one in part["externalReferences"][0]["hashes"]}
        for part in bill["components"]
    }
    assert listed == {(pin.name, pin.version): set(pin.hashes) for pin in dependencies.locked_packages()}
    assert all(part["licenses"][0]["expression"] for part in bill["components"])


def test_it_lists_dependencies(text, dependencies):
    """The program needs the packages of pyproject.toml, and every listed package is needed by another."""
    bill = json.loads(text)
    names = {part["bom-ref"]: part["name"] for part in bill["components"]}
    graph = {entry["ref"]: {names[ref] for ref in entry.get("dependsOn", ())} for entry in bill["dependencies"]}
    direct = {re.sub(r"[-_.]+", "-", requirement.name).lower() for requirement in dependencies.declared_requirements()}
    assert graph["pkg:pypi/punchboard@1.2.3"] == direct
    somewhere = {part["name"] for part in bill["components"] if part.get("scope") == "optional"}
    assert set(names.values()) == set().union(*graph.values()) | somewhere


def test_the_same_wheel_gives_the_same_bill(text, sbom, wheel):
    """Byte for byte, with the serial number."""
    assert sbom.bill(wheel, WHEN) == text


def test_an_invalid_bill_is_an_error(sbom, wheel, monkeypatch):
    """No file is written that a reader could not parse."""
    monkeypatch.setattr(sbom.JsonV1Dot6, "output_as_string", lambda self, indent: '{"bomFormat": "CycloneDX"}')
    with pytest.raises(ValueError, match="specVersion"):
        sbom.bill(wheel, WHEN)
