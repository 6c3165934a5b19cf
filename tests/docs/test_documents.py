"""A reader can follow README and docs: their files, commands and output are right. See docwalk.py."""

from __future__ import annotations

import re
import shlex

import pytest
import yaml
from docwalk import BROUGHT, PLACEHOLDERS, ROOT, Reader, commands, fences, first_missing
from markdown_it import MarkdownIt

RECIPES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/from-*.md"))
HOW_TO = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/how-to/*.md"))
WALKED = ["catalog/README.md", "docs/tutorial.md", "docs/first-hour.md", "docs/strangers.md", "docs/why-trust-it.md"]
WALKED += [*HOW_TO, *RECIPES]
"""Documents that are followed from top to bottom, each in an empty folder."""

READ = [
    *("README.md", "docs/README.md", "docs/command-line.md", "docs/layouts.md", "docs/reference/README.md"),
    *("docs/pull-requests.md", "docs/gallery.md"),
    *WALKED,
]
"""Documents whose commands in the text are run, and whose YAML is read."""

LINKED = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "catalog/README.md"]
LINKED += sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
"""Documents whose links are followed."""


@pytest.mark.slow
@pytest.mark.parametrize("document", WALKED)
def test_a_document_can_be_followed(document, tmp_path, forker):
    """Its files can be written and changed, its commands run, and they print the output that it shows."""
    reader = Reader(tmp_path, forker)
    BROUGHT.get(document, lambda _folder: None)(tmp_path)
    done = 0
    for fence in fences(ROOT / document):
        where = f"{document}:{fence.line}"
        if fence.language == "console":
            for command in commands(fence):
                printed = reader.type(command)
                assert not first_missing(command.shown, printed), (
                    f"{where}: {' '.join(command.words)} printed\n{printed}"
                )
                done += 1
        elif fence.title:
            (reader.change if fence.language == "diff" else reader.write)(fence)
            done += 1
    assert done


def commands_in_text(document):
    """Return the commands in the text of a document, such as `punchboard list`, each once."""
    tokens = MarkdownIt("commonmark").enable("table").parse((ROOT / document).read_text(encoding="utf-8"))
    code = (child.content for token in tokens for child in token.children or () if child.type == "code_inline")
    return dict.fromkeys(text for text in code if text.startswith("punchboard ") and "..." not in text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [(document, text) for document in READ for text in commands_in_text(document)], ids="-".join
)
def test_every_command_in_the_text_runs(command, table, icc):
    """With real names instead of GAME and NAME; none is a usage error."""
    document, text = command
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(text)[1:]]
    printed = table.punchboard([str(icc) if word == "PRESS.icc" else word for word in words])
    assert table.status != 2, f"{document}: {text}\n{printed}"
    assert "Traceback" not in printed


@pytest.mark.parametrize("document", READ)
def test_every_yaml_in_a_document_is_yaml(document):
    """Also the fragments that are not written to a file."""
    for fence in fences(ROOT / document):
        if fence.language == "yaml":
            yaml.safe_load(fence.text)


def anchors(text):
    """Return the anchors of a Markdown document: those of its headings as GitHub names them, and explicit ones."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("document", LINKED)
def test_every_link_leads_to_a_file_and_a_heading(document):
    """Links within the repository; a link to a part of a page names one of its headings."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", (ROOT / document).read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = []
    for link in re.findall(r"\]\(((?!https?:)[^) ]+)\)", text):
        name, _, part = link.partition("#")
        target = (ROOT / document).parent / name if name else ROOT / document
        if not target.exists() or (part and part not in anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


def test_the_page_of_the_documentation_links_to_every_page():
    """docs/README.md lists all pages of docs, of which some are listed by the page of their folder."""
    text = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")]
    listed = [page for page in pages if "/" not in page or page.startswith("how-to/") or page.endswith("/README.md")]
    assert [page for page in listed if page != "README.md" and f"]({page})" not in text] == []


def test_every_page_is_in_the_contents_of_the_site():
    """A document without a line in mkdocs.yml would be found by nobody, and the site would not build."""
    named = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")} <= named
