"""``python -m punchboard.manual > docs/checks.md``: the whole manual as Markdown."""

import sys

from punchboard.manual.markdown import manual

sys.stdout.write(manual())
