"""pyproject.toml declares exactly the packages that the program imports, with both bounds."""

import ast
import re
import sys
from importlib.metadata import packages_distributions

import pytest
from packaging.utils import canonicalize_name
from packaging.version import Version


def imported(root):
    """Return the packages that the program's modules import, by the names to install them."""
    modules = set()
    for path in (root / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    outside = modules - set(sys.stdlib_module_names) - {"punchboard"}
    homes = packages_distributions()
    return {canonicalize_name(homes[module][0]) for module in outside if module in homes}


def fonts(root):
    """Return the font packages that layouts name."""
    texts = (path.read_text(encoding="utf-8") for path in (root / "layouts").rglob("*.yaml"))
    return {name for text in texts for name in re.findall(r"package: *(font(?:pkg)?-[a-z0-9-]+)", text)}


def names(requirements):
    return {canonicalize_name(requirement.name) for requirement in requirements}


def test_dependencies_are_exactly_the_imported_packages(root, dependencies):
    """Each imported package is a dependency or in an extra; each dependency is imported, or a font in use."""
    extras = [name for name in dependencies.project()["optional-dependencies"] if name != "test"]
    optional = set().union(*(names(dependencies.declared_requirements(extra)) for extra in extras))
    needed = names(dependencies.declared_requirements())
    of_fonts = {name for name in needed if name.startswith(("font-", "fontpkg-"))}
    assert imported(root) - optional == needed - of_fonts
    assert of_fonts == fonts(root)


def test_the_program_installs_no_developer_tools(dependencies):
    """Packages that only tests need are not among its dependencies."""
    brought = set(dependencies.installed_packages())
    tools = names(dependencies.declared_requirements("test")) - names(dependencies.declared_requirements())
    assert tools & brought == {"packaging"}  # pikepdf reads versions with it


@pytest.mark.parametrize("extra", [None, "test"])
def test_every_package_has_both_bounds(extra, dependencies):
    """An inclusive lower and an exclusive upper bound; no package is named twice."""
    asked = dependencies.declared_requirements(extra)
    for requirement in asked:
        bounds = {each.operator: Version(each.version) for each in requirement.specifier}
        assert set(bounds) == {">=", "<"}, requirement
        assert bounds[">="] < bounds["<"], requirement
    assert len(names(asked)) == len(asked)


@pytest.mark.parametrize("extra", [None, "test"])
def test_the_installed_versions_are_within_the_bounds(extra, dependencies):
    """For every package that pyproject.toml names."""
    from importlib.metadata import version

    for requirement in dependencies.declared_requirements(extra):
        assert requirement.specifier.contains(version(requirement.name)), requirement


def test_the_program_is_typed(root):
    """The package is marked as typed, so that type checkers read its annotations."""
    assert (root / "src" / "punchboard" / "py.typed").is_file()
