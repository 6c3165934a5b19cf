"""Change the program at random places, one change at a time, and list the changes that its tests do not notice.

A change is to a comparison, ``and`` or ``or``, plus or minus, ``True`` or ``False``, or a whole number, in a copy of
the repository. The quick tests of the mirrored folder run, then those of the package, up to the first that fails. A
change with which the tests run out of time or memory is noticed.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
NOT_COPIED = shutil.ignore_patterns(".git", ".*_cache", ".hypothesis", ".venv", "__pycache__")
PASSED = {0, 5}  # the exit statuses of pytest when all tests pass, or a folder has no quick tests
OPERATORS: dict[type[ast.AST], tuple[str, str]] = {  # as they are written, and their replacements
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: (r"is\s+not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"), ast.And: ("and", "or"), ast.Or: ("or", "and"), ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
}  # fmt: skip


class Change(NamedTuple):
    """The new text for some bytes of a file."""

    path: Path
    start: int
    end: int
    text: bytes

    def applied(self, source: bytes) -> bytes:
        """Return the source of the file with the change."""
        return source[: self.start] + self.text + source[self.end :]

    def row(self, source: bytes) -> str:
        """Return the row of the table for the change: its place, and its line before and after."""
        number = source.count(b"\n", 0, self.start)
        before, after = (text.splitlines()[number].decode().strip() for text in (source, self.applied(source)))
        return f"| {self.path}:{number + 1} | `{before}` | `{after}` |"


def changes(path: Path, source: bytes) -> Iterator[Change]:
    """Yield every possible change of a module. Annotations and f-strings stay as they are."""
    starts = list(accumulate(map(len, source.splitlines(keepends=True)), initial=0))
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            new = not node.value if isinstance(node.value, bool) else node.value + 1
            yield Change(path, *_bounds(node, starts), str(new).encode())
        for left, operator, right in _operations(node):
            written, text = OPERATORS.get(type(operator), ("", ""))
            start, end = _bounds(left, starts)[1], _bounds(right, starts)[0]
            for found in re.finditer(rf"#[^\n]*|({written})".encode(), source[start:end]):
                if found[1]:  # not a comment, nor an operator that is never changed
                    yield Change(path, start + found.start(1), start + found.end(1), text.encode())
        for name, value in ast.iter_fields(node):
            if name not in {"annotation", "returns"} and not isinstance(node, ast.JoinedStr):
                waiting += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST)]


def _operations(node: ast.AST) -> Iterator[tuple[ast.expr, ast.AST, ast.expr]]:
    """Yield the operators of a node between their operands."""
    match node:
        case ast.Compare(left=first, ops=operators, comparators=others):
            yield from zip([first, *others], operators, others, strict=False)
        case ast.BoolOp(op=operator, values=values):
            yield from ((one, operator, other) for one, other in pairwise(values))
        case ast.BinOp(left=one, op=operator, right=other) | ast.AugAssign(target=one, op=operator, value=other):
            yield one, operator, other


def _bounds(node: ast.expr, starts: list[int]) -> tuple[int, int]:
    """Return where an expression begins and ends in its file, given where each line begins."""
    start = starts[node.lineno - 1] + node.col_offset
    return start, starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)


class Tree:
    """A copy of the repository in a folder, with one change at a time."""

    def __init__(self, folder: Path, timeout: int) -> None:
        self.root, self.log, self._timeout = folder / "tree", folder / "log", timeout
        shutil.copytree(ROOT, self.root, ignore=NOT_COPIED, symlinks=True)
        (folder / "tmp").mkdir()
        self._env = {**os.environ, "PYTHONPATH": str(self.root / "src"), "TMPDIR": str(folder / "tmp")}

    def passes(self, path: Path) -> bool:
        """Return whether the quick tests for a module pass: those of its folder, and those of its package."""
        package = Path("tests", *path.parts[2:3])
        mirrored = next(one for one in Path("tests", *path.parts[2:]).parents if (self.root / one).is_dir())
        return all(self._status(folder) in PASSED for folder in dict.fromkeys((mirrored, package)))

    def notices(self, change: Change) -> bool:
        """Return whether a test fails with a change, and print the change if none does."""
        file = self.root / change.path
        source, before = file.read_bytes(), file.stat()
        file.write_bytes(change.applied(source))
        if passes := self.passes(change.path):
            print(change.row(source), flush=True)
        file.write_bytes(source)
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # its old bytecode is valid again
        return not passes

    def _status(self, folder: Path) -> int:
        """Return the exit status of the quick tests of a folder, or of ``timeout``, which ends all their processes."""
        command = ["timeout", "--kill-after", "5", str(self._timeout), sys.executable, "-m", "pytest", str(folder)]
        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
        with self.log.open("wb") as log:
            return subprocess.call(command + options, cwd=self.root, env=self._env, stdout=log, stderr=log)


def main() -> None:
    """Try changes, and print those that no test notices."""
    parser = argparse.ArgumentParser(description="List random changes of the program that its tests do not notice.")
    parser.add_argument("packages", nargs="+", metavar="PACKAGE", help="a package of src/punchboard, as verify")
    parser.add_argument("--count", type=int, default=30, help="changes in each package (default: 30)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed makes the same changes (default: 0)")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for the tests of a folder (default: 600)")
    wanted = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))  # 6 GB: some changes never end
    with TemporaryDirectory() as folder:
        tree = Tree(Path(folder), wanted.timeout)
        print("| file:line | before | after |\n|---|---|---|", flush=True)
        for package in wanted.packages:
            source = Path("src", "punchboard", package)
            if not tree.passes(source / "__init__.py"):
                raise SystemExit(f"the tests of {package} fail without a change:\n{tree.log.read_text()}")
            modules = sorted((tree.root / source).rglob("*.py"))
            found = [one for path in modules for one in changes(path.relative_to(tree.root), path.read_bytes())]
            chosen = random.Random(f"{wanted.seed} {package}").sample(found, min(wanted.count, len(found)))
            print(f"{package}: {sum(map(tree.notices, chosen))} of {len(chosen)} noticed", flush=True)


if __name__ == "__main__":
    main()
