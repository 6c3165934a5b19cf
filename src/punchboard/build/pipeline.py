"""The whole way, as a page of verbs: load, check, compose, preflight, render, write."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.build.artifacts import Made, Making, made_files, wanted_products
from punchboard.build.checking import composed_problems, layout_problems, played_problems
from punchboard.build.file_formats import printing_of
from punchboard.build.publish import Finished, Kept, Output, Progress, Told, finish
from punchboard.build_result import Built
from punchboard.checks import check_game
from punchboard.checks.faces import Checked, checked_faces
from punchboard.checks.severities import judged
from punchboard.load import load
from punchboard.load.files.paths import refusals, shown
from punchboard.load.files.snapshot import later_changes, settle, steady
from punchboard.model.game.material import Material
from punchboard.model.layout.face import Face
from punchboard.model.options import Changed, Wishes
from punchboard.problem import Problem, ProblemsFound, Severity
from punchboard.products import Composed
from punchboard.products.game.recovery import caused_here, data_problems, part_problems
from punchboard.products.game.requested import know_layouts, needs_books, papers_named
from punchboard.products.game.snapshots import BOX
from punchboard.render.printing import DrawnElsewhere, nothing_drawn
from punchboard.workspace import home
from punchboard.write import More, head_of

WITH_CHANGES: Final = ("sheets", "boards", "nets", "reference")
"""The products that are made of what has changed alone."""

Judge = Callable[[tuple[Problem, ...]], tuple[Problem, ...]]
"""Takes problems for more or less severe."""

Put = Callable[[str, Output, Finished, Progress], Built]
"""Takes the files of a game where they are to go: into its output, by `finish`, or to another process."""


class Help(NamedTuple):
    """What others do of the work on one game: all is done here where there are none."""

    check: Callable[[Sequence[Face]], Checked] = checked_faces
    drawn: DrawnElsewhere = nothing_drawn


ALONE: Final = Help()

Helped = Callable[[Composed, "Options"], AbstractContextManager[Help]]
"""Finds help for a game that is loaded."""


def _alone(_composed: Composed, _options: "Options") -> AbstractContextManager[Help]:
    return nullcontext(ALONE)


class Options(NamedTuple):
    """What to build, and where."""

    workspace: Path
    out: Path
    only: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    formats: tuple[str, ...] = ("pdf",)
    wishes: Wishes = Wishes()
    since: str = ""
    """The older state of the games that only new and changed components are printed since; all are when empty."""
    games: int | None = None
    """How many games are played at random where turns are too much to be walked through; a few when None."""
    locale: str = ""
    """The language to build the games in, one of those in their ``locale/``; their own when empty."""

    def output(self, game: str) -> Path:
        """Return the folder that a game is built into."""
        return self.out / (f"{game}-{self.locale}" if self.locale else game)


def checked(name: str, options: Options) -> tuple[Composed, tuple[Problem, ...]]:
    """Return a game composed, and all that the checks say of its data and its faces, as the game judges it.

    Raises:
        ProblemsFound: when it cannot be loaded, or, with what the checks say of its data, composed at all.
    """
    with refusals(_called(options)):
        composed = composed_of(name, options)
        return composed, check_composed(composed, options)


def _called(options: Options) -> Callable[[Path], str]:
    """Return what tells how messages call a file."""
    root = home(options.workspace).resolve()
    return lambda path: shown(path.resolve(), root)


def composed_of(name: str, options: Options) -> Composed:
    """Return a game that is loaded, ready to be composed, or found wrong, where it is looked at.

    Raises:
        ProblemsFound: when it cannot be loaded.
    """
    try:
        material = load(name, options.workspace, books=needs_books(options.only), locale=options.locale)
    except ProblemsFound as found:
        raise ProblemsFound(tuple(dict.fromkeys((*found.problems, *data_problems(name, options.workspace))))) from None
    know_layouts(material, options.only)
    wishes = options.wishes._replace(changed=_changed(material, options))
    return Composed(material, papers_named(material.layouts.papers, options.papers), options.only, wishes)


def check_composed(composed: Composed, options: Options, help_: Help = ALONE) -> tuple[Problem, ...]:
    """Return all that the checks say of a game, as it judges it itself; what they found is noted in it.

    Raises:
        ProblemsFound: when it cannot be composed, with what the checks say of its data.
    """
    material = composed.material
    problems = check_game(material.game)
    sound = judged(material.game, problems, whole=False).problems
    played = played_problems(material.game, sound, options.games)
    unused = layout_problems(composed) if not options.only else ()
    known = (*problems, *played, *unused)
    try:
        checked = help_.check(composed.all_faces)  # first: each is looked at while its drawing is at hand
        drawn = (*composed.problems, *checked.problems, *composed_problems(composed))
    except ProblemsFound as found:
        told = caused_here(composed, problems, (*found.problems, *part_problems(composed)))
        raise ProblemsFound(judged(material.game, dict.fromkeys((*known, *told)), whole=False).problems) from None
    drawn = caused_here(composed, problems, drawn)
    composed.judged = judged(material.game, (*known, *drawn), whole=composed.wants("checks"))
    return composed.judged.problems


def _changed(material: Material, options: Options) -> Changed | None:
    """Return what alone is to be printed, if not everything."""
    if not options.since:
        return options.wishes.changed
    from punchboard.revisions.comparison import since  # noqa: PLC0415 - few builds look back

    found = since(options.since, material, options.workspace)
    return Changed(found.versions[0], found.copies)


def build(
    name: str,
    options: Options,
    progress: Progress = lambda _path, _done: None,
    judge: Judge = lambda problems: problems,
    put: Put = finish,
    *,
    helped: Helped = _alone,
) -> Built:
    """Build one game: all its files, or, when anything is an error, none of them.

    ``judge`` returns the problems that were found as severe as they are taken, or without some of them; ``put`` takes
    the files where they are to go; ``helped`` finds others for some of the work.
    """
    options = asked_for(options)
    called = _called(options)
    try:
        with refusals(called):
            return steady(lambda: _built(name, options, _Ways(progress, judge, put, helped), called), called)
    except ProblemsFound as found:
        return Built(name, problems=found.problems)


def asked_for(options: Options) -> Options:
    """Return options with the products that are meant where only what has changed is asked for."""
    return options._replace(only=WITH_CHANGES) if options.since and not options.only else options


def looked_back(name: str, options: Options) -> Options:
    """Return options with what has changed since the older state that they name, which may not be there later.

    Raises:
        ProblemsFound: when either state cannot be read.
    """
    options = asked_for(options)
    if not options.since:
        return options
    material = load(name, options.workspace, books=needs_books(options.only), locale=options.locale)
    return options._replace(since="", wishes=options.wishes._replace(changed=_changed(material, options)))


def output_of(name: str, options: Options) -> Output:
    """Return the output that a game is built into."""
    changed = bool(options.since) or options.wishes.changed is not None
    return Output(options.out, options.output(name).name, options.only, changed)


class _Ways(NamedTuple):
    """What whoever asks for a build does with what it finds and makes."""

    progress: Progress
    judge: Judge
    put: Put
    helped: Helped


def _built(name: str, options: Options, ways: _Ways, called: Callable[[Path], str]) -> Built:
    """Build one game of the files as they are read.

    Raises:
        ProblemsFound: when it cannot be loaded, composed or written.
    """
    composed = composed_of(name, options)
    with ways.helped(composed, options) as help_:
        problems = check_composed(composed, options, help_)
        settle()
        problems = ways.judge(problems)
        if any(problem.severity is Severity.ERROR for problem in problems):
            return Built(name, problems=problems, set_aside=composed.judged.set_aside)
        making = Making(options.formats, printing_of(composed, help_.drawn))
        work = _work(composed, problems, making)
        built = ways.put(name, output_of(name, options), work, ways.progress)
    return built._replace(problems=(*built.problems, *later_changes(called)))


def _said(composed: Composed) -> str:
    """Return what a build of changed components says of itself."""
    changed = composed.wishes.changed
    if changed is None:
        return ""
    since = f"since {changed.version}" if changed.version else "and all is new"
    boxes = frozenset() if composed.wants("boxes") else frozenset(map(BOX.format, composed.game.file.tuck_boxes))
    count = sum(copies for part, copies in changed.copies.items() if part not in boxes)
    return f"{count} to print {since}" if count else f"nothing to print {since}"


def _work(composed: Composed, problems: tuple[Problem, ...], making: Making) -> Finished:
    """Return how the files of a checked game are made, one after another."""

    def stream(kept: Kept) -> Iterator[tuple[float, Made]]:
        composed.made |= kept
        wanted = wanted_products(composed, everything=composed.wishes.everything)
        for index, name in enumerate(wanted):
            yield from ((index / len(wanted), made) for made in made_files(composed, name, making))

    return Finished(stream, lambda: told_of(composed, problems), lambda: composed.notes)


def told_of(composed: Composed, problems: tuple[Problem, ...]) -> Told:
    """Return what there is to say of a game whose files are made.

    Args:
        composed: the game.
        problems: what was found, as severe as it is taken.
    """
    pieces = sum(component.copies for component, _, _ in composed.faces)
    more = More(composed.icon_credits, composed.continued)
    head, aside = head_of(composed.game), composed.judged.set_aside
    return Told(head, composed.state, more, pieces, problems, aside, _said(composed))
