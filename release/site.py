"""What mkdocs does besides: pages of the repository outside docs/ become pages of the site, and links follow them.

`mkdocs.yml` names this file as a hook. If the program for a browser was made (`release/web.py make build/app`), the
site has it in the folder try/, and each `<!-- try -->` of a page becomes a button that leads there. A mark
`<!-- try: GAME -->` becomes one that opens a game.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = ("CHANGELOG.md", "ARCHITECTURE.md", "LICENSE", "benchmarks/results.md", "catalog/README.md")
"""Files outside docs/ that are pages of the site; a folder's links to other files lead to nothing there."""
APP: Final = ROOT / "build" / "app"

_TRY: Final = re.compile(r"<!-- try(?:: ([\w-]+))? -->\n*")
_LINK: Final = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)((?:#[^)\s]*)?)\)")
_PICTURE: Final = re.compile(r"!\[[^\]]*\]\(([^)\s#]+)\)")
_SECTION: Final = re.compile(
    r'aria-labelledby="\w+"( aria-expanded="\w+">\s*<label class="md-nav__title" [^>]*>\s*<span [^>]*></span>\s*)'
    r"([^<]*?)(?=\s*<)"
)
_SHIM: Final = "https://unpkg.com/iframe-worker/shim"


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from outside docs/, and the pictures that they show."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        files.append(File.generated(config, page if page.endswith(".md") else f"{page}.txt", content=text))
        for target in _PICTURE.findall(text):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
            if path.endswith((".png", ".svg")) and not path.startswith("docs/") and (ROOT / path).is_file():
                files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, files: Files, **_: Any) -> str:
    """Return the text of a page with links for the site: to its pages, or as plain words if it has no such page."""
    if page.file.src_uri.startswith("from-"):  # two columns of code need the width
        page.meta["hide"] = ["toc"]
    here = page.file.src_uri if page.file.src_uri in PAGES else posixpath.join("docs", page.file.src_uri)

    def tried(mark: re.Match[str]) -> str:
        if not APP.is_dir():
            return ""
        address = posixpath.relpath("try/index.html", posixpath.dirname(page.file.src_uri) or ".")
        words, anchor = ("Open it in this browser", f"#open={mark[1]}") if mark[1] else ("Try it now", "")
        return f'<a class="md-button" href="{address}{anchor}">{words}</a>\n\n'

    def followed(link: re.Match[str]) -> str:
        words, target, anchor = link.groups()
        if "://" in target or target.startswith("mailto:"):
            return link[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(here), target)).removeprefix("docs/")
        known = next((name for name in (path, f"{path}.txt", f"{path}/README.md") if name in files.src_uris), None)
        if known is None:
            return words
        return f"[{words}]({posixpath.relpath(known, posixpath.dirname(page.file.src_uri) or '.')}{anchor})"

    return _LINK.sub(followed, _TRY.sub(tried, markdown))


def on_post_build(config: Any, **_: Any) -> None:
    """Put the program for a browser, if it was made, beside the pages."""
    if APP.is_dir():
        shutil.copytree(APP, Path(config["site_dir"]) / "try", dirs_exist_ok=True)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Return a page whose search loads its script from the site, and whose parts have names; the theme does neither."""
    return _mended(output, posixpath.dirname(page.url))


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """Return the page for addresses that lead nowhere, in the same way."""
    return _mended(output_content, "") if template_name == "404.html" else output_content


def _mended(html: str, folder: str) -> str:
    html = html.replace(_SHIM, posixpath.relpath("assets/iframe-worker.js", folder or "."))
    html = html.replace("<th></th>", "<td></td>")  # an empty corner is the header of nothing
    html = _SECTION.sub(r'aria-label="\2"\1\2', html)
    return html.replace(
        'data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"'
    )
