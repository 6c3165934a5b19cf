"""``index.html``: one file that runs only its own script, whatever a catalog contains."""

import re
from base64 import b64encode
from hashlib import sha256

from punchboard.checks.ink.colours import VIEWS
from punchboard.products.web.assets import script_modules
from punchboard.products.web.components import ASSETS, HERE, asset, live_page

EVIL = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> & ' \""


def hashed(text):
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_page_is_one_file(composed, page):
    """Script, style and view are embedded; only pictures and documents beside it are loaded."""
    made = page(composed(texts=()))
    assert made.text.startswith("<!doctype html>")
    assert [attributes["href"][:19] for attributes, _ in made.all("link")] == ["data:image/svg+xml,"]
    assert [attributes.get("type") for attributes, _ in made.all("script")] == ["application/json", "module"]
    assert not any("src" in attributes for attributes, _ in made.all("script"))
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", made.text)
    sources = [one[side]["src"] for one in made.view["components"] for side in ("front", "back") if one[side]]
    assert all(re.fullmatch(r"components/[\w-]+\.svg", source) for source in sources)


def test_its_policy_allows_only_its_own_script_and_style(composed, page):
    """The policy has the hash of each as embedded in the page; no element has an inline handler or style."""
    made = page(composed(texts=()))
    ((meta, _),) = made.all("meta", **{"http-equiv": "Content-Security-Policy"})
    ((_, script),) = made.all("script", type="module")
    ((_, style),) = made.all("style")
    rules = dict(rule.split(" ", 1) for rule in meta["content"].split("; "))
    assert (rules["default-src"], rules["script-src"], rules["style-src"]) == ("'none'", hashed(script), hashed(style))
    names = {name for _, attributes, _ in made.tags for name in attributes}
    assert not any(name.startswith("on") or name == "style" for name in names)


def test_texts_of_a_catalog_are_never_markup(composed, plain, page):
    """A title with a script end tag, quotes and tags is shown as written."""
    quoted = EVIL.replace("'", "''")
    game = (
        plain.replace("title: The Grove", f"title: '{quoted}'")
        .replace("{title: Crown}", f"{{title: '{quoted}'}}")
        .replace('"{{ title|lower }}"', "\"{{ title[:4]|lower if title[0] != '<' else 'evil' }}\"")
    )
    made = page(composed(texts=(), game=game))
    assert len(made.all("script")) == 2
    assert not made.all("img")
    ((_, title),) = made.all("title")
    assert title == made.view["game"]["title"] == EVIL
    assert EVIL in [one["name"] for one in made.view["components"]]


def test_ids_are_unique_and_references_resolve(composed, page):
    """Labels, tabs and icons refer to elements of the page."""
    made = page(composed(texts=()))
    ids = [attributes["id"] for _, attributes, _ in made.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for name in ("aria-controls", "aria-labelledby", "for"):
        assert {attributes[name] for _, attributes, _ in made.tags if name in attributes} <= set(ids)
    uses = {attributes["href"][1:] for attributes, _ in made.all("use")}
    assert uses <= set(ids)
    script = asset("page.js")[1].decode()
    assert {f"i-{name}" for name in re.findall(r'icon\("(\w+)"\)', script)} <= set(ids)
    assert set(re.findall(r'\$\("([\w-]+)"\)', script)) <= set(ids)


def test_colour_vision_matches_the_checks(composed, page):
    """The page filters colours with the same matrices as the colour checks."""
    made = page(composed(texts=()))
    filters = {attributes["id"]: attributes["color-interpolation-filters"] for attributes, _ in made.all("filter")}
    assert filters == {f"see-{name}": "linearRGB" for name in VIEWS if name != "normal"}
    (values, *_) = (attributes["values"] for attributes, _ in made.all("fecolormatrix"))
    numbers = [float(value) for value in values.split()]
    assert [tuple(numbers[at : at + 3]) for at in (0, 5, 10)] == list(VIEWS["protanopia"])
    assert numbers[15:] == [0, 0, 0, 1, 0]


def test_a_live_page_has_nothing_inline(html):
    """A server's policy can forbid all scripts and styles except its own files."""
    made = html(live_page("<Games>"))
    assert [attributes["src"] for attributes, _ in made.all("script")] == ["page.js"]
    assert [attributes["href"] for attributes, _ in made.all("link", rel="stylesheet")] == ["page.css"]
    assert not made.all("style")
    assert not made.all("meta", **{"http-equiv": "Content-Security-Policy"})
    ((_, title),) = made.all("title")
    assert title == "<Games>"
    assert {name: asset(name)[0].split(";")[0] for name in ASSETS} == {
        "page.css": "text/css",
        "page.js": "text/javascript",
    }


def test_the_script_is_made_of_all_its_modules():
    """Each module is in the list, after those that it imports, and exports what others import."""
    folder = HERE / "script"
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.js")}
    modules = [*script_modules(folder)]
    assert set(modules) == texts.keys()
    for number, name in enumerate(modules):
        imports = re.findall(r'^import \{([^}]+)\} from "\./(\w+)\.js";$', texts[name], re.MULTILINE)
        assert len(imports) == texts[name].count("import "), name
        for names, module in imports:
            assert module in modules[:number], (name, module)
            given = set(
                re.findall(r"^export (?:async )?(?:function|const|class) ([$\w]+)", texts[module], re.MULTILINE)
            )
            assert {one.strip() for one in names.split(",")} <= given, (name, module)
    joined = asset("page.js")[1].decode()
    assert not re.search(r"^(import|export)\b", joined, re.MULTILINE)
