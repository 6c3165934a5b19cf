"""What pyproject.toml asks for: all that the program imports, nothing besides, within bounds."""

import ast
import re
import sys
from importlib.metadata import packages_distributions

import pytest
from packaging.utils import canonicalize_name
from packaging.version import Version


def imported(root):
    """Return the packages that the program's modules import, by the names they are installed by."""
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


def test_all_that_is_imported_is_asked_for_and_nothing_else(root, dependencies):
    """What modules import is a dependency or of an extra; each dependency is imported, or a font in use."""
    extras = [name for name in dependencies.project()["optional-dependencies"] if name != "test"]
    optional = set().union(*(names(dependencies.wanted(extra)) for extra in extras))
    needed = names(dependencies.wanted())
    assert imported(root) - optional == {name for name in needed if not name.startswith("font")}
    assert {name for name in needed if name.startswith("font")} == fonts(root)


def test_no_tool_of_developers_is_installed_with_the_program(dependencies):
    """What tests need and the program does not comes in no way with the program."""
    brought = set(dependencies.installed())
    tools = names(dependencies.wanted("test")) - names(dependencies.wanted())
    # ezdxf draws with fonttools, pikepdf reads versions with packaging
    assert tools & brought == {"fonttools", "packaging"}


@pytest.mark.parametrize("extra", [None, "test"])
def test_every_package_has_both_bounds(extra, dependencies):
    """A lower bound that is included, and a higher one that is not; no package is named twice."""
    asked = dependencies.wanted(extra)
    for requirement in asked:
        bounds = {each.operator: Version(each.version) for each in requirement.specifier}
        assert set(bounds) == {">=", "<"}, requirement
        assert bounds[">="] < bounds["<"], requirement
    assert len(names(asked)) == len(asked)


@pytest.mark.parametrize("extra", [None, "test"])
def test_the_upper_bounds_admit_what_the_tests_run_with(extra, dependencies):
    """Every package is installed in a version within its bounds."""
    from importlib.metadata import version

    for requirement in dependencies.wanted(extra):
        assert requirement.specifier.contains(version(requirement.name)), requirement


def test_the_program_is_typed(root):
    """A type checker of somebody else reads the annotations: the package says that it has some."""
    assert (root / "src" / "punchboard" / "py.typed").is_file()
