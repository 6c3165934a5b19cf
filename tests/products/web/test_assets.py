"""Scripts of pages: their modules as one script, with imports that are paths."""

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from punchboard.products.web import table
from punchboard.products.web.assets import bundle, script_modules

SCRIPT = Path(table.__file__).parent / "script"
IMPORT = re.compile(r'^import .* from "(.*)\.js";$', re.MULTILINE)


def test_an_import_is_a_path_from_the_module_that_has_it():
    """Two modules of one name in two folders are two modules."""
    modules = {
        "dom": "export const a = 1;",
        "engine/dom": 'import { a } from "../dom.js";\nexport const b = a + 1;',
        "engine/world": 'import { b } from "./dom.js";\nexport const c = b + 1;',
        "main": 'import { c } from "./engine/world.js";\nc;',
    }
    script = bundle(modules)
    assert "const { a } = from_dom;" in script
    assert "const { b } = from_engine_dom;" in script
    assert "const { c } = from_engine_world;" in script
    assert "import" not in script


def test_every_module_of_the_table_comes_after_what_it_imports():
    """The list has each file once, and each import names a file."""
    modules = [*script_modules(SCRIPT)]
    assert sorted(modules) == sorted(str(path.relative_to(SCRIPT).with_suffix("")) for path in SCRIPT.rglob("*.js"))
    for place, name in enumerate(modules):
        for found in IMPORT.findall((SCRIPT / f"{name}.js").read_text(encoding="utf-8")):
            assert normpath(join(dirname(name), found)) in modules[:place], name
