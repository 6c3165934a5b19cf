"""``python tests/faults/report.py [--share 0.1] [name ...]``: do all trials, and print what came of them as Markdown.

The tree that is tried is this one, or that of FAULTS_TREE. A share of 0.1 does a tenth of the times.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))

from faulty.tally import markdown
from faulty.trials import TRIALS, done


def main() -> int:
    """Do the trials; the status tells whether all was as it must be."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--share", type=float, default=1.0)
    asked.add_argument("names", nargs="*")
    words = asked.parse_args()
    tallies = []
    for trial in TRIALS:
        if words.names and not any(name in trial.name for name in words.names):
            continue
        begun = time.monotonic()
        with TemporaryDirectory(prefix="punchboard-faults-", ignore_cleanup_errors=True) as folder:
            tallies.append(done(trial, Path(folder), max(1, round(trial.times * words.share))))
        told = (f"{' | '.join(tallies[-1].row())}: {time.monotonic() - begun:.0f} s", *tallies[-1].wrong[:10])
        sys.stderr.write("\n    ".join(told) + "\n")
        sys.stderr.flush()
    sys.stdout.write(markdown(tallies))
    return int(not all(one.is_good or one.skipped for one in tallies))


if __name__ == "__main__":
    sys.exit(main())
