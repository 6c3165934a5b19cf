"""PDF writer (reportlab): a document of scenes as the bytes of a PDF file. Open `writer.py` first."""

import sys
from importlib import import_module
from types import ModuleType


def _import_reportlab() -> None:
    """Import reportlab also where Pillow is missing, which it imports at once and needs for pictures only.

    A stand-in takes the place of Pillow for that moment. A game with pictures still gets the message that it is
    missing.
    """
    try:
        import_module("PIL.Image")
    except ImportError:
        package, module = ModuleType("PIL"), ModuleType("PIL.Image")
        vars(package)["Image"], vars(module)["Image"] = module, type("Image", (), {})
        sys.modules |= {"PIL": package, "PIL.Image": module}
        try:
            import_module("reportlab.pdfbase.pdfdoc")
        finally:
            del sys.modules["PIL"], sys.modules["PIL.Image"]


_import_reportlab()
