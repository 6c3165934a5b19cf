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
    """A file by the name of a wheel."""
    path = tmp_path_factory.mktemp("wheel") / "punchboard-1.2.3-py3-none-any.whl"
    path.write_bytes(b"a wheel")
    return path


@pytest.fixture(scope="module")
def text(sbom, wheel):
    """The bill of that wheel; it has been held against the schema."""
    return sbom.bill(wheel, WHEN)


def test_it_lists_the_wheel_and_every_locked_package(text, dependencies):
    """Name, version, licence and hashes of each, as the lock has them."""
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    top = bill["metadata"]["component"]
    assert (top["name"], top["version"]) == ("punchboard", "1.2.3")
    assert top["hashes"] == [{"alg": "SHA-256", "content": sha256(b"a wheel").hexdigest()}]
    listed = {
        (part["name"], part["version"]): {one["content"] for one in part["externalReferences"][0]["hashes"]}
        for part in bill["components"]
    }
    assert listed == {(pin.name, pin.version): set(pin.hashes) for pin in dependencies.locked()}
    assert all(part["licenses"][0]["expression"] for part in bill["components"])


def test_it_tells_what_needs_what(text, dependencies):
    """The program needs what pyproject.toml names; nothing is listed that nobody needs here or elsewhere."""
    bill = json.loads(text)
    names = {part["bom-ref"]: part["name"] for part in bill["components"]}
    graph = {entry["ref"]: {names[ref] for ref in entry.get("dependsOn", ())} for entry in bill["dependencies"]}
    direct = {re.sub(r"[-_.]+", "-", requirement.name).lower() for requirement in dependencies.wanted()}
    assert graph["pkg:pypi/punchboard@1.2.3"] == direct
    somewhere = {part["name"] for part in bill["components"] if part.get("scope") == "optional"}
    assert set(names.values()) == set().union(*graph.values()) | somewhere


def test_the_same_wheel_gives_the_same_bill(text, sbom, wheel):
    """To the byte, serial number and all."""
    assert sbom.bill(wheel, WHEN) == text


def test_what_is_against_the_schema_is_refused(sbom, wheel, monkeypatch):
    """A bill that a reader could not take is an error, not a file."""
    monkeypatch.setattr(sbom.JsonV1Dot6, "output_as_string", lambda self, indent: '{"bomFormat": "CycloneDX"}')
    with pytest.raises(ValueError, match="specVersion"):
        sbom.bill(wheel, WHEN)
