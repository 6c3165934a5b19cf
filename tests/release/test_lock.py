"""The locks are complete, have hashes, and name no package index."""

import re

import pytest

LOCKS = ("locked.txt", "locked-test.txt")
# put together, so that this file names none either
HOSTS = tuple(
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"))
)
FOLDERS = (".ci", "action", "benchmarks", "catalog", "docs", "layouts", "release", "src", "tests")


@pytest.fixture(params=LOCKS)
def lock(request, root):
    """Each of the locks."""
    return root / "release" / request.param


def test_every_line_is_a_version_or_a_hash(lock):
    """A lock has only ``name==version``, the marker where it is installed, and SHA-256 hashes; no address."""
    for line in lock.read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(
            r"[\w.-]+(\[[\w,-]+\])?==[\w.+!]+( ; [^:\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line
        ), line


def test_every_package_has_hashes(lock, dependencies):
    """Pip installs it with --require-hashes; a package occurs twice only with different markers."""
    pins = dependencies.locked_packages(lock)
    assert len(pins) > 50
    assert [pin.name for pin in pins if not pin.hashes] == []
    assert len({(pin.name, pin.marker) for pin in pins}) == len(pins)
    assert len(pins) == lock.read_text(encoding="utf-8").count("==") - sum(pin.marker.count("==") for pin in pins)


def test_the_lock_has_every_declared_package(lock, dependencies):
    """In a version within its bounds; after a change, run ``python release/lock.py``."""
    pins = {pin.name: pin.version for pin in dependencies.locked_packages(lock)}
    asked = (
        dependencies.declared_requirements()
        if lock.name == "locked.txt"
        else (*dependencies.declared_requirements(), *dependencies.declared_requirements("test"))
    )
    for requirement in asked:
        name = requirement.name.lower().replace("_", "-")
        assert name in pins, requirement
        assert requirement.specifier.contains(pins[name]), (requirement, pins[name])


def test_the_lock_has_every_installed_dependency(dependencies):
    """Otherwise pip would refuse the lock."""
    assert set(dependencies.installed_packages()) <= {pin.name for pin in dependencies.locked_packages()}


def test_tests_run_with_the_locked_versions_of_the_program(root, dependencies):
    """The lock of the program is a part of the lock of its tests, which may need a package on more systems."""
    small, large = (
        {package._replace(marker="") for package in dependencies.locked_packages(root / "release" / name)}
        for name in LOCKS
    )
    assert small < large


def test_no_file_names_the_host_of_a_registry(root):
    """Users choose their own index or mirror."""
    files = [path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file()]
    files += [path for path in root.iterdir() if path.is_file()]
    seen = [path for path in files if "__pycache__" not in path.parts and path.suffix not in {".png", ".pdf"}]
    texts = {path: path.read_bytes().lower() for path in seen}
    assert len(texts) > 1000
    assert [str(path) for path, text in texts.items() if any(host.encode() in text for host in HOSTS)] == []
