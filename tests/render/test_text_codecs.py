"""Text is encoded as by reportlab, but ASCII text does not load reportlab's font metrics."""

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
    """Text that reportlab cannot encode fails here, too."""
    ours, theirs = text_codecs._find(codec), RL_Codecs._rl_codecs(codec)
    try:
        expected = theirs.encode(text)
    except UnicodeEncodeError:
        with pytest.raises(UnicodeEncodeError):
            ours.encode(text)
    else:
        assert ours.encode(text) == expected
        assert ours.decode(expected[0]) == theirs.decode(expected[0])


def test_other_codecs_are_not_found_here():
    """Only the names of reportlab's two codecs are found."""
    assert text_codecs._find("latin-1") is None


def test_ascii_needs_no_font_metrics():
    """A process loads the standard fonts only if a name is not ASCII."""
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


def test_a_whole_file_needs_no_font_metrics():
    """A document with ASCII words, including line breaks, is written without them."""
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
