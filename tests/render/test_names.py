"""Names and texts of a PDF are encoded as reportlab does it, without its metrics of fonts where they are ASCII."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.rl_codecs import RL_Codecs

from punchboard.render.pdf import text_codecs

CODECS = sorted(text_codecs.CODECS)


@pytest.mark.parametrize("codec", CODECS)
@given(text=st.text(st.characters(max_codepoint=0x2122)))
def test_texts_become_the_bytes_that_reportlab_gives_them(codec, text):
    """Or fail as they do there."""
    ours, theirs = text_codecs._find(codec), RL_Codecs._rl_codecs(codec)
    try:
        expected = theirs.encode(text)
    except UnicodeEncodeError:
        with pytest.raises(UnicodeEncodeError):
            ours.encode(text)
    else:
        assert ours.encode(text) == expected
        assert ours.decode(expected[0]) == theirs.decode(expected[0])


def test_other_codecs_are_found_elsewhere():
    """Nothing is given for a name that is not one of reportlab's two."""
    assert text_codecs._find("latin-1") is None


def test_ascii_needs_no_metrics_of_fonts():
    """A name is encoded in a process that loads the standard fonts when, and only when, one is not ASCII."""
    script = (
        "import sys\n"
        "from punchboard.cli.lazy_imports import import_lazily\n"
        "import_lazily('reportlab.pdfbase.pdfmetrics')\n"
        "from punchboard.render.pdf import objects\n"
        "loaded = lambda: 'reportlab.pdfbase._fontdata' in sys.modules\n"
        "print('Cave'.encode('extpdfdoc'), loaded(), 'Höhle'.encode('pdfdoc'), loaded())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["b'Cave'", "False", r"b'H\xf6hle'", "True"]


def test_a_whole_file_needs_no_metrics_of_fonts():
    """A document whose words are ASCII is written without them, line breaks and all."""
    script = (
        "import sys\n"
        "from punchboard.cli.lazy_imports import import_lazily\n"
        "import_lazily('reportlab.pdfbase.pdfmetrics')\n"
        "from punchboard.geometry import Size\n"
        "from punchboard.render.pdf.writer import render_pdf\n"
        "from punchboard.scene import Document, Page\n"
        "made = render_pdf(Document('Cave', (Page(Size(60, 90), ()),)))\n"
        "print(made[:5], 'reportlab.pdfbase._fontdata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["b'%PDF-'", "False"]
