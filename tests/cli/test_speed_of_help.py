"""How long a person waits for `--help`: no longer than Python and typer need by themselves."""

import statistics
import subprocess
import sys
import time

RUNS = 5
HEAVY = (
    "pydantic",
    "jinja2",
    "reportlab",
    "pikepdf",
    "pypdfium2",
    "uharfbuzz",
    "svgwrite",
    "PIL",
    "yaml",
    "markdown_it",
)


def seconds(command, env):
    """Return how long a command takes from start to end."""
    begun = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def test_help_takes_little_more_than_importing_typer(workspace):
    """The median of `--help` is under 0.2 s, or on a slow machine at most twice the median of importing typer."""
    env = workspace.env()
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    program, bare = workspace.command("--help"), [sys.executable, "-c", "import typer"]
    seconds(program, env)  # compiles
    taken = [(seconds(program, env), seconds(bare, env)) for _ in range(RUNS)]
    shown, typer = (statistics.median(times) for times in zip(*taken, strict=True))
    assert shown < max(0.2, 2 * typer)


def test_help_imports_nothing_heavy(workspace):
    """Whatever the machine: no library that a build needs is imported to show the help."""
    script = (
        "import sys; from punchboard.cli.main import main; sys.argv[1:1] = ['--help']\n"
        "try:\n    main()\nfinally:\n    print('modules', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=workspace.env(), capture_output=True, text=True, check=True
    )
    modules = {name.partition(".")[0] for name in done.stderr.split("modules ", 1)[1].split()}
    assert "typer" in modules
    assert modules.intersection(HEAVY) == set()
