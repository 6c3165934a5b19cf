"""``python -m punchboard.schema docs/reference``: writes the reference of all files as Markdown into a folder."""

import sys
from pathlib import Path

from punchboard.schema.reference_pages import pages

for name, text in pages():
    (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
