"""Build every game in catalog/: ``python build.py`` is ``punchboard build`` on this repository."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "src"))  # a fresh clone builds without installation

from punchboard.cli import run

if __name__ == "__main__":
    sys.argv[1:1] = ["build", "--workspace", str(Path(__file__).parent)]
    run()
