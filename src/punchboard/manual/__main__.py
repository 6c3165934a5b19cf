"""``python -m punchboard.manual > docs/checks.md``: the whole manual as Markdown."""

import sys

from punchboard.manual import manual_markdown

sys.stdout.write(manual_markdown())
