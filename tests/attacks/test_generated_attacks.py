"""Attacks that the tests generate: decompression bombs, links, and folders that git cannot store."""

import os
import struct
import subprocess
import sys
import zipfile
import zlib

import pytest

pytestmark = pytest.mark.unix

SHEETS = ["sheets/fronts"]


def _png(width, height):
    """Return a PNG file of a few bytes that claims a given size."""

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(b"\0" * 1000)) + part(b"IEND", b"")


def _with_picture(trap):
    face = trap.game / "layouts" / "faces" / "card.yaml"
    face.write_text(face.read_text() + "  art: {picture: art/bomb.png, at: [10, 20], size: [10, 10]}\n")
    (trap.game / "art").mkdir()
    return trap.game / "art" / "bomb.png"


@pytest.mark.parametrize("size", [(60_000, 60_000), (2_000_000_000, 2_000_000_000), (100_000, 3_000)])
def test_a_picture_that_decodes_to_gigabytes_is_refused(size, trap):
    """Its size is checked before it is decoded."""
    trap.lay()
    _with_picture(trap).write_bytes(_png(*size))
    assert trap.build(only=SHEETS).codes == {"PICT001"}


def test_a_picture_that_is_a_program_is_refused(trap):
    """The bytes decide what a file is, not its name."""
    trap.lay()
    _with_picture(trap).write_bytes(b"\x7fELF" + bytes(5000))
    assert trap.build(only=SHEETS).codes == {"PICT001"}


def _sheet(trap, name, inside, size):
    game = trap.game / "game.yaml"
    game.write_text(game.read_text().replace("cards.csv", name))
    with zipfile.ZipFile(trap.game / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in inside.items():
            with archive.open(path, "w") as file:
                for _ in range(size):
                    file.write(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("cards.xlsx", {"xl/worksheets/sheet1.xml": bytes(1_000_000), "xl/workbook.xml": b" "}),
        ("cards.ods", {"content.xml": bytes(1_000_000), "mimetype": b" "}),
    ],
)
def test_a_spreadsheet_that_unpacks_to_gigabytes_is_refused(name, inside, trap):
    """The sizes of its parts are checked before they are unpacked."""
    trap.lay()
    _sheet(trap, name, inside, 300)
    assert trap.build(only=SHEETS).codes == {"TABLE001"}


def test_deeply_nested_brackets_are_refused(trap):
    """200,000 of them would overflow the stack of a recursive parser."""
    trap.lay()
    (trap.game / "game.yaml").write_text("title: " + "[" * 200_000)
    assert trap.build(only=SHEETS).codes == {"YAML003"}


@pytest.mark.parametrize(
    ("link", "code"), [("cards.csv", "FILE003"), ("layouts/faces/card.yaml", "FILE003"), ("rulebook.md", "FILE003")]
)
def test_a_link_in_the_place_of_a_file_is_not_followed(link, code, trap):
    """Its target is not read: not as a table, not as a layout, not as a text."""
    trap.lay()
    (trap.game / link).unlink(missing_ok=True)
    (trap.game / link).symlink_to(trap.outside / "secret.csv")
    assert code in trap.build(only=["sheets/fronts", "rulebook"]).codes


def test_a_link_in_the_place_of_a_folder_of_layouts_is_not_followed(trap):
    """Neither the game's folder nor the one that all games of the workspace share."""
    trap.lay()
    (trap.outside / "faces").mkdir()
    (trap.outside / "faces" / "card.yaml").write_text("boxes: {}\n")
    (trap.workspace / "layouts").symlink_to(trap.outside)
    assert trap.build(only=SHEETS).codes == {"FILE003"}


def test_a_link_in_the_place_of_the_game_is_not_followed(trap):
    """A game's folder must lie in the catalog."""
    trap.lay().rename(trap.outside / "game")
    (trap.workspace / "catalog" / "game").symlink_to(trap.outside / "game")
    assert trap.build(only=SHEETS).codes == {"FILE003"}


@pytest.mark.parametrize("place", ["output", "output/.locks", "output/.cache", "output/.locks/game"])
def test_a_link_in_the_place_of_outputs_is_not_written_to(place, trap):
    """A build writes into the untrusted folder or where the user says, never where a link leads."""
    trap.lay()
    path = trap.workspace / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(trap.outside)
    assert trap.build(only=SHEETS).codes == {"FILE003"}
    assert not list(trap.outside.rglob("*.pdf"))


def test_a_link_in_the_place_of_the_output_of_the_game_is_not_written_to(trap):
    """The build does not delete the link's target either."""
    trap.lay()
    trap.out.mkdir()
    (trap.out / "game").symlink_to(trap.outside)
    assert trap.build(only=SHEETS).codes == {"FILE004"}


def test_the_target_of_a_hard_link_in_the_output_stays_unchanged(trap):
    """Outputs are new files; existing files are not overwritten."""
    trap.lay()
    assert not trap.build(only=SHEETS).codes
    (made,) = trap.out.rglob("*.pdf")
    made.unlink()
    os.link(trap.outside / "secret.csv", made)
    secret = (trap.outside / "secret.csv").read_bytes()
    result = trap.builder.build(workspace=trap.workspace, game="game", out=trap.out, only=SHEETS)
    assert not result.codes
    assert made.read_bytes().startswith(b"%PDF")
    assert (trap.outside / "secret.csv").read_bytes() == secret


def test_an_old_manifest_with_paths_outside_deletes_and_reads_nothing(trap):
    """An output that came with an untrusted folder is no more trustworthy than the game."""
    trap.lay()
    assert not trap.build(only=SHEETS).codes
    manifest = trap.out / "game" / "manifest.json"
    climbs = '"path":"../../../outside/secret-changed.pdf"'
    manifest.write_text(manifest.read_text().replace('"path":"sheets', climbs + ',"product":"sheets","x":"'))
    (trap.outside / "secret-changed.pdf").write_text("mine")
    trap.build(only=["components"])
    assert (trap.outside / "secret-changed.pdf").read_text() == "mine"
    assert not list(trap.out.rglob("secret*"))


@pytest.mark.parametrize("since", ["HEAD", "--output=/tmp/owned", "--upload-pack=touch /tmp/owned", "v1; touch /tmp/x"])
def test_git_is_not_run_in_an_untrusted_folder(since, trap):
    """Its repository can tell git which programs to run."""
    trap.lay()
    assert trap.build(since=since).codes == {"CHANGE001"}


def test_changes_since_an_output_folder_are_found(trap):
    """An earlier output can be compared with the game."""
    trap.lay()
    assert not trap.build(only=SHEETS).codes
    (trap.game / "cards.csv").write_text("nr,copies,title,text\n1,1,Roots,Draw.\n")
    result = trap.build(since=str(trap.out / "game"))
    assert not result.codes
    assert any(path.endswith("-changed.pdf") for path in result.files)


@pytest.mark.parametrize("name", ["\x1b]0;owned\x07", "-rf", ".hidden", "a\nb"])
def test_a_game_folder_without_a_plain_name_is_refused(name, trap):
    """Its name is printed and names the outputs."""
    trap.lay().rename(trap.game.parent / name)
    result = trap.build(game=name, only=SHEETS)
    assert result.codes == {"FILE003"}
    assert "\x1b" not in result.messages


@pytest.mark.parametrize("locale", ["../../../outside", "/etc", "de\0", "..", "-x"])
def test_a_language_with_a_path_is_refused(locale, trap):
    """The build neither reads nor writes there."""
    trap.lay()
    assert trap.build(locale=locale, only=SHEETS).codes
    assert not list(trap.path.rglob("*.pdf"))


def test_a_build_stops_at_its_memory_limit(trap):
    """The kernel refuses more memory, and the problem names the limit."""
    trap.lay()
    result = trap.build(only=SHEETS, limits={"megabytes": 20})
    assert result.codes <= {"LIMIT002", "LIMIT004"}
    assert result.codes


@pytest.mark.slow
def test_a_build_that_runs_out_of_memory_midway_names_the_limit(trap):
    """In a separate process, as users start it: a game that begins well and has too many cards."""
    trap.lay()
    rows = "".join(f"{nr},1,Card {nr},{'many words ' * 30}{nr}\n" for nr in range(1, 30_000))
    (trap.game / "cards.csv").write_text("nr,copies,title,text\n" + rows)
    command = [
        sys.executable,
        "-m",
        "punchboard",
        "build",
        "game",
        "--untrusted",
        "--megabytes",
        "200",
        "--only",
        *SHEETS,
    ]
    done = subprocess.run(command, cwd=trap.workspace, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error LIMIT002: the build stopped at the sandbox limit of 200 MB of memory" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(trap.out.rglob("*.pdf"))


@pytest.mark.slow
def test_a_build_stops_at_its_time_limit(trap):
    """Each template stays within its own budget, but all of them together take too long."""
    trap.lay("loops-in-loops")
    book = trap.game / "rulebook.md"
    loops = book.read_text().split("\n\n")[-1]
    rows = "".join(f'{nr},1,x,"{{{{ {nr} }}}}"\n' for nr in range(1, 200))
    (trap.game / "cards.csv").write_text("nr,copies,title,text\n" + rows)
    game = trap.game / "game.yaml"
    if not game.exists():
        raise AssertionError
    text = game.read_text().replace('"card-{{ nr }}"', f'"card-{loops.strip()}{{{{ nr }}}}"')
    game.write_text(text)
    result = trap.build(only=SHEETS, limits={"seconds": 1})
    assert result.codes == {"LIMIT001"}


@pytest.mark.parametrize(("limits", "code"), [({"files": 2}, "LIMIT003"), ({"output_megabytes": 0}, "LIMIT003")])
def test_a_build_stops_at_its_output_limits(limits, code, trap):
    """Neither many files nor large ones fill the disk."""
    trap.lay()
    assert trap.build(only=["components"], limits=limits).codes == {code}
    assert not list(trap.out.rglob("*.svg"))
