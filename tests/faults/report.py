"""``python tests/faults/report.py [--share 0.1] [name ...]``: run all trials, and print their results as Markdown.

The tested tree is this one, or the one that FAULTS_TREE names. A share of 0.1 runs a tenth of the repetitions.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from faulty.tally import markdown
from faulty.trials import TRIALS, run_trial


def main() -> int:
    """Run the trials; the status is 0 when all passed or were skipped."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--share", type=float, default=1.0)
    asked.add_argument("names", nargs="*")
    words = asked.parse_args()
    tallies = []
    for trial in TRIALS:
        if words.names and not any(name in trial.name for name in words.names):
            continue
        with TemporaryDirectory(prefix="punchboard-faults-", ignore_cleanup_errors=True) as folder:
            tallies.append(run_trial(trial, Path(folder), max(1, round(trial.times * words.share))))
        told = (" | ".join(tallies[-1].row()), *tallies[-1].wrong[:10])
        sys.stderr.write("\n    ".join(told) + "\n")
        sys.stderr.flush()
    sys.stdout.write(markdown(tallies))
    return int(not all(one.is_good or one.skipped for one in tallies))


if __name__ == "__main__":
    sys.exit(main())
