"""The page of the app and its worker beside an interpreter that is only played: what a person is told, and keeps."""

from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from shutil import copy, copytree
from threading import Thread

import pytest
from patience import eventually
from tests.browser.test_web_app import StaticHost

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")

STATIC = Path(__file__).resolve().parents[2] / "release" / "browser"


@pytest.fixture
def address(tmp_path):
    """The address of the app with the played interpreter; lines in its `first.mjs` are run in the worker before."""
    app = copytree(STATIC, tmp_path / "app")
    copy(Path(__file__).with_name("played.mjs"), app / "start.mjs")
    (app / "interpreter").mkdir()
    for name, text in {
        "offline.js": f'const VERSION = "1", FILES = [];\n{(STATIC / "offline.js").read_text("utf-8")}',
        "interpreter/pyodide.mjs": "export const loadPyodide = null;",
        "first.mjs": "",
        "tab.py": "",
        "page.css": "[hidden] { display: none !important; }",
        "start.css": "",
        "samples.json": "[]",
    }.items():
        (app / name).write_text(text, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(StaticHost, directory=str(app)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def game(name, text):
    """Return a file as an archive, which the played program opens as a game."""
    return {"name": f"{name}.zip", "mimeType": "application/zip", "buffer": text.encode()}


SEND = """([target, files, waits]) => {
  const answer = fetch(location.pathname + target, {method: "POST", body: JSON.stringify(files)});
  return waits ? answer.then(() => 0) : 0;
}"""


def send(page, files, target="edit", *, waits=True):
    """Let the studio's page send files, which the played program writes."""
    studio = page.wait_for_selector("#studio").content_frame()
    studio.wait_for_selector("text=the studio")
    studio.evaluate(SEND, [target, files, waits])


MAZE = "/games/catalog/maze/game.yaml"


def test_a_program_that_does_not_end_can_be_stopped(address, visit, axe):
    """Its game can be saved without being opened, and opens again, as it was after the last change that was kept."""
    page = visit(address)
    page.set_input_files("#file", game("maze", "first"))
    send(page, {MAZE: "second"})
    page.clock.install()
    send(page, {MAZE: "third"}, "for-ever", waits=False)
    eventually(lambda: page.clock.run_for(15_000) or page.is_visible("#busy"))
    assert page.inner_text("#busy-with").startswith("The program has been busy with maze for a while.")
    assert axe(page) == []
    page.click("#stop")
    sync_api.expect(page.locator("#said")).to_contain_text("was stopped while it was busy with maze")
    with page.expect_download() as archive:
        page.click("text=Save maze as .zip")
    assert Path(archive.value.path()).read_bytes() == b"second"
    page.click("#games li button")
    send(page, {MAZE: "fourth"})
    assert page.is_hidden("#busy")
