"""The options of ``punchboard new`` as typed, and the game that it makes from a table."""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from punchboard.cli.first_build import LARGE_TABLE, TABLE_PRODUCTS, UNSEEN_CODES, first_build
from punchboard.cli.options import HERE, SHEETS, AllowHttp, AllowPrivate, Workspace, argument, faces, option, themes
from punchboard.cli.report import print_line
from punchboard.download.links import is_link
from punchboard.fonts.script_table import Script, add_command, names_of, script_code, scripts_of
from punchboard.importer.draft import Draft
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.table_game import Answers, TableGame, game_from_tables, read_sources
from punchboard.importer.writing.imported_game import guess_report, score_report
from punchboard.load.files import read_bytes
from punchboard.load.font_files import system_fonts
from punchboard.load.picture_names import FoundPictures
from punchboard.load.tables import TableSource, read_title
from punchboard.load.theme_fonts import missing_letters
from punchboard.model.layout.icon_set import Symbols
from punchboard.problem import Place, fail
from punchboard.write.atomic_file import replace_file, write_new_folder

GLYPHS: Final = ("GLYPH001",)
"""The code of letters that no font has."""


class NewGameRequest(NamedTuple):
    """The arguments and options of ``punchboard new``; an option that was not given is empty."""

    name: Annotated[
        str, argument("NAME", "The name of the game's folder, such as dragon-isles; or its table, such as cards.csv.")
    ]
    files: Annotated[tuple[str, ...], argument("FILE", "Its tables, as with --from.", show_default=False)] = ()
    sources: Annotated[
        tuple[str, ...],
        option(
            "--from",
            "A table of components: .csv, .tsv, .xlsx, .ods, .json, .jsonl, .yaml or .md, or a link to one; can be"
            " repeated.",
            "FILE",
        ),
    ] = ()
    sheets: Annotated[tuple[str, ...], SHEETS] = ()
    header: Annotated[str, option("--header", "The line with the column names, or none (default: detected).", "N")] = ""
    title: Annotated[str, option("--title", "The printed title (default: made from the name).", "TITLE")] = ""
    players: Annotated[str, option("--players", "The number of players: 2, 2-4 or 3+.", "RANGE")] = ""
    shape: Annotated[
        str, option("--shape", "poker, tarot, mini, square 50mm, hex 50mm, circle 25mm, card 60 x 80mm.", "SHAPE")
    ] = ""
    layout: Annotated[
        str, option("--layout", "The built-in layout: framed, clean, wordy, picture, item or event.", "FACE", faces)
    ] = ""
    theme: Annotated[str, option("--theme", "A built-in theme, as in punchboard list themes.", "THEME", themes)] = ""
    no_build: Annotated[bool, option("--no-build", "Make the files without building the game.")] = False
    explain: Annotated[
        bool, option("--explain", "Print each role that a column could have, with its points and reason.")
    ] = False
    allow_http: AllowHttp = False
    allow_private: AllowPrivate = False
    force: Annotated[bool, option("--force", "Use an existing folder if it is empty.")] = False
    workspace: Workspace = HERE

    @property
    def build(self) -> bool:
        """Whether to build the game."""
        return not self.no_build

    @property
    def link(self) -> str:
        """The link of the table, if it is not a file."""
        return next(filter(is_link, self.sources), "")

    @property
    def tables(self) -> tuple[Path, ...]:
        """The files of the tables."""
        return tuple(Path(source) for source in self.sources if source and not is_link(source))

    @property
    def is_silent(self) -> bool:
        """Whether to ask no questions: some option was given, or there is no terminal to ask at."""
        given = (self.sources, self.title, self.players, self.shape, self.layout, self.theme)
        return any(given) or not self.build or not (sys.stdin.isatty() and sys.stdout.isatty())


def make_from_table(request: NewGameRequest, options: NewGameOptions, folder: Path) -> int:
    """Make the game from its table, report the guesses and build it; return the exit status.

    Raises:
        ProblemsFound: for a table that cannot be read, with the place in it; FILE004 if the folder cannot be written.
    """
    given, notes = _given_tables(request)
    sources = read_sources(given, request.sheets, request.header, notes)
    home = request.tables[0].parent if request.tables else folder
    titles = [] if request.title else [title for table in given if (title := read_title(table))]
    options = options._replace(link=request.link, title=next(iter(titles), options.title))
    game = game_from_tables(sources, options, request.workspace, home, Answers(request.theme))
    draft, pictures = game.draft, game.pictures
    components = sum(kind.rows for kind in draft.kinds)
    unseen = UNSEEN_CODES if components > LARGE_TABLE else ()
    copied = [source.name for source in sources.files]
    write_new_folder(folder, game.files(unseen), allow_empty=request.force)
    downgrade = partial(_write_overrides, folder, game, unseen)
    edit = (*copied, "game.yaml", *(f"layouts/faces/{kind.key}.yaml" for kind in draft.kinds))
    printed = Symbols({symbol.token: symbol.icon for symbol in draft.symbols})
    texts = map(printed.protect, chain.from_iterable(sources.cards))
    letters = missing_letters(texts, game.theme, game.search_path, folder)
    by_script = proof_fonts(letters)
    fonts = tuple(chain.from_iterable(by_script.values()))

    def announce(became: str) -> None:
        _report_guesses(folder, " and ".join(copied), draft, pictures, became)
        for line in score_report(draft) if request.explain else ():
            print_line(line)
        for line in ("", *_letters_report(by_script, options.name, proof=request.build)) if letters else ():
            print_line(line)

    if fonts:  # later builds do without them, and shall print what they can
        downgrade = partial(_write_overrides, folder, game, (*unseen, *GLYPHS))
        downgrade(())
    only = TABLE_PRODUCTS if request.build else None
    return first_build(
        request.workspace,
        folder,
        edit,
        only=only,
        components=components,
        downgrade=downgrade,
        proof_fonts=fonts,
        announce=announce,
    )


def _given_tables(request: NewGameRequest) -> tuple[Sequence[TableSource], tuple[str, ...]]:
    """Return the tables from their files or a link, with notes for the user.

    Raises:
        ProblemsFound: VALUE001 for a link among others and for two files of one name, FILE001 for a file that cannot be
            read; LINK001 to LINK003 for a link that gives no table.
    """
    place = Place("--from")
    if request.link and len(request.sources) > 1:
        hint = "download it and give the file, or add it to the game later"
        raise fail("VALUE001", place, f"{request.link!r} is a link, which is the only table of a new game", hint)
    names = [path.name for path in request.tables]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        hint = "rename one of them: both are copied into the folder of the game"
        raise fail("VALUE001", place, f"{twice!r} is given twice, or two tables have this name", hint)
    if request.tables:
        return [TableSource(path.name, read_bytes(path, place, str(path))) for path in request.tables], ()
    from punchboard.cli.commands.sync import fetch_table  # noqa: PLC0415 - files need no network
    from punchboard.download.connection import Permissions  # noqa: PLC0415

    fetched = fetch_table(request.link, place, Permissions(request.allow_http, request.allow_private))
    return [TableSource(fetched.name, fetched.data)], fetched.notes


def _report_guesses(folder: Path, source: str, draft: Draft, pictures: FoundPictures, became: str) -> None:
    """Print what was made, how many cards it became, and every guess with its reason."""
    copies = sum(kind.copies for kind in draft.kinds)
    rows = sum(kind.rows for kind in draft.kinds)
    copies_text = "1 copy" if copies == 1 else f"{copies} copies"
    count = f"{rows} different components, {copies} in all" if rows != 1 else f"1 component, {copies_text}"
    print_line(f"made {folder.as_posix()}/ from {source}: {count}")
    if became:
        print_line(became)
    copied, missing = len(pictures.files), len(pictures.missing)
    if copied or missing:
        print_line(_pictures_text(copied, missing, folder))
    print_line("")
    for line in guess_report(draft):
        print_line(line)
    print_line("")
    game_file = (folder / "game.yaml").as_posix()
    print_line(f"to correct a guess, edit its line in {game_file}, or the boxes in layouts/faces/ beside it")


def _pictures_text(copied: int, missing: int, folder: Path) -> str:
    wanted = copied + missing
    pictures = f"{copied} of {wanted} pictures" if wanted > 1 else f"{'a' if copied else 'no'} picture"
    if copied == wanted:
        return f"copied {pictures}" if wanted == 1 else f"copied all {wanted} pictures"
    rest = f"{missing} are missing: put them" if missing > 1 else "1 is missing: put it"
    return f"copied {pictures}; {rest} into {folder.as_posix()}/"


def _write_overrides(folder: Path, game: TableGame, always: tuple[str, ...], codes: Sequence[str]) -> None:
    """Rewrite ``game.yaml`` with severity overrides that make problems with some codes warnings."""
    replace_file(folder / "game.yaml", game.texts(dict.fromkeys((*always, *codes)))["game.yaml"])


# What `new` says and does about letters that no font of the theme has.


def proof_fonts(letters: Collection[str]) -> dict[Script, tuple[Path, ...]]:
    """Return the files of this machine's fonts for a first proof with letters, by script; none where no font fits."""
    codes = {letter: script_code(letter) for letter in letters}
    left, fonts = set(letters), {}
    for script in scripts_of(letters):
        own = {letter for letter in left if codes[letter] in script.codes}
        left -= own
        fonts[script] = system_fonts(own)
    return fonts


def _letters_report(fonts: Mapping[Script, Sequence[Path]], game: str, *, proof: bool) -> Iterator[str]:
    """Yield what to do about letters of scripts that no font of the theme has.

    Args:
        fonts: the scripts of the letters, each with the files of this machine's fonts that the first proof uses.
        game: the name of the game.
        proof: whether a first proof is built.
    """
    what = "a font" if len(fonts) == 1 else "fonts"
    yield f"no font of the theme has {names_of(fonts)} letters. This adds {what} with them to the game:"
    yield f"  {add_command(fonts, game)}"
    used = {script: files for script, files in fonts.items() if files}
    if used and proof:
        names = ", ".join(dict.fromkeys(path.stem.partition("-")[0] for files in used.values() for path in files))
        for_these = f" for {names_of(used)} letters" if len(used) < len(fonts) else ""
        yield f"until then: only this first proof uses {names} of your system{for_these}, whose licence is not known"
    missing = [script for script in fonts if script not in used]
    if missing and proof:
        yield f"until then: {names_of(missing)} letters are left out, because your system has no font with them either"
