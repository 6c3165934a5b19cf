"""The forms of names in Finnish, Czech and Hungarian."""

import pytest

from punchboard.checks.prose.reading.inflections import cases_of

TEXTS = {
    "Finnish": "kun pelaaja ei voi ottaa kortin ja se on hanen",
    "Czech": "kdyz hrac nema kartu ktera je se dve a pak si ji vezme",
    "Hungarian": "ha egy kartya van es az a jatekos nem huz",
}


@pytest.fixture(params=TEXTS)
def cases(request):
    """Return the language and its table."""
    return request.param, cases_of(TEXTS[request.param].split())


FORMS = {
    "Finnish": [
        "torni torniin torneissa torneihin tornien",
        "mökki mökin mökille mökeissä mökkeihin",
        "kauppa kaupassa kaupoissa kauppojen",
        "susi suden sutta susille",
        "kuningas kuninkaan kuninkaalle kuninkaita",
        "nainen naisen naista naisille",
        "rakennus rakennuksen rakennuksia",
        "saunavihta saunavihdan saunavihdoilla",
        "kenkä kengän kengillä",
        "avain avaimen avaimella",
    ],
    "Czech": [
        "kupec kupce kupcovi kupcích",
        "pes psa psem psů",
        "kůň koně koněm koních",
        "dvůr dvora dvorem dvoře",
        "vlk vlci vlcích vlkovi",
        "matka matce matek matkami",
        "zámek zámkem zámcích",
        "řeka řece řek",
    ],
    "Hungarian": [
        "torony tornyot tornyokat toronnyal",
        "őr őrrel őröknek",
        "ló lovat lovakkal",
        "kő követ kövek",
        "hegy heggyel hegyekre",
        "vadász vadásszal vadászoknak",
        "bokor bokrot bokrokat",
        "kereskedő kereskedővel kereskedőknek",
    ],
}


def test_cases_are_forms(cases):
    """By endings, and by what changes in the stem."""
    language, table = cases
    for row in FORMS[language]:
        name, *forms = row.split()
        assert [form for form in forms if not table.is_form(form, name)] == []


def test_names_are_no_forms_of_others_nor_of_small_words(cases):
    """Each name only of itself."""
    language, table = cases
    names = [row.split()[0] for row in FORMS[language]]
    assert [(one, name) for one in names for name in names if one != name and table.is_form(one, name)] == []
    assert [word for word in table.words for name in names if table.is_form(word, name)] == []


@pytest.mark.parametrize("text", ["Draw a card and put it on the table.", "Wer an der Reihe ist, zieht eine Karte."])
def test_other_languages_have_no_table(text):
    """They are read by the general rule."""
    assert cases_of(text.casefold().split()) is None
