"""The documents that ``index.html`` links to."""

from punchboard.products import PRODUCTS, BuildReport

MADE = {
    "print-and-play/letter-fronts.pdf": ("sheets", 3),
    "print-and-play/a4-fronts.pdf": ("sheets", 2),
    "print-and-play/a4-set-up.pdf": ("set-up", 1),
    "print-and-play/a4-rulebook-booklet.pdf": ("booklet", 12),
    "print-and-play/a4-changed.pdf": ("cutting", 1),
    "rulebook.pdf": ("rulebook", 24),
    "rulebook.html": ("rulebook", 1),
    "cards.html": ("cards", 1),
    "checks.html": ("checks", 1),
    "components/back.svg": ("components", 1),
}


def test_documents_are_listed_by_paper_in_the_order_of_products(composed, page):
    """Sheets before booklets, A4 before Letter, with their pages; other products are not listed."""
    game = composed(texts=())
    shown = page(game, BuildReport(files=MADE)).view
    assert [(one["group"], one["name"], one["count"], one["flip"]) for one in shown["sheets"]] == [
        ("A4", "Fronts only", 2, ""),
        ("A4", "Set-up", 1, ""),
        ("A4", "Rulebook booklet", 12, "short edge"),
        ("Letter", "Fronts only", 3, ""),
    ]
    rulebook, words = shown["books"]
    assert (words["name"], words["html"]) == ("Components in words", "cards.html")
    assert (rulebook["file"], rulebook["html"], rulebook["count"]) == ("rulebook.pdf", "rulebook.html", 24)
    assert shown["checks"] == "checks.html"


def test_only_existing_documents_are_linked(composed, page):
    """A build of the page alone, into an empty folder, has pictures and no documents."""
    game = composed(only=("page",))
    shown = page(game).view
    assert (shown["sheets"], shown["books"], shown["checks"]) == ([], [], None)


def test_the_page_alone_makes_its_pictures(composed):
    """With ``--only page`` each picture that it shows is made; by default another product makes them."""
    alone = [file.path for file in PRODUCTS["page"].make(composed(only=("page",), texts=()))]
    assert alone == [
        *(f"components/{name}.svg" for name in ("root-front", "back", "branch-front", "crown-front", "marker-front")),
        "index.html",
    ]
    assert [file.path for file in PRODUCTS["page"].make(composed(texts=()))] == ["index.html"]
