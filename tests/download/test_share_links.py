"""Share links in the shapes in which the services give them."""

import re

import pytest

from punchboard.download.links import export_address, share_links
from punchboard.problem import Place, ProblemsFound

PLACE = Place("--from")
ID = "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX3yZ4a5b6"
SHEETS = f"https://docs.google.com/spreadsheets/d/{ID}"
WEB = "https://docs.google.com/spreadsheets/d/e/2PACX-1vQabc_DEF-ghi"
EXPORTS = {
    f"{SHEETS}/edit?usp=sharing": f"{SHEETS}/export?format=xlsx",
    f"{SHEETS}/edit": f"{SHEETS}/export?format=xlsx",
    SHEETS: f"{SHEETS}/export?format=xlsx",
    f"{SHEETS}/edit#gid=0": f"{SHEETS}/export?format=csv&gid=0",
    f"{SHEETS}/edit?gid=1803#gid=1803": f"{SHEETS}/export?format=csv&gid=1803",
    f"{SHEETS}/edit?pli=1&gid=7#gid=7": f"{SHEETS}/export?format=csv&gid=7",
    SHEETS.replace("/d/", "/u/1/d/") + "/edit#gid=9": f"{SHEETS}/export?format=csv&gid=9",
    f"{WEB}/pubhtml": f"{WEB}/pub?output=xlsx",
    f"{WEB}/pubhtml?gid=12&single=true": f"{WEB}/pub?gid=12&single=true&output=csv",
    "https://drive.google.com/file/d/1aB2cD3eF4gH5iJ6kL7mN8oP9/view?usp=sharing": (
        "https://drive.google.com/uc?export=download&id=1aB2cD3eF4gH5iJ6kL7mN8oP9"
    ),
    "https://1drv.ms/x/s!AbCdEf?e=Gh1jKl": "https://1drv.ms/x/s%21AbCdEf?e=Gh1jKl&download=1",
    "https://onedrive.live.com/edit.aspx?resid=AB12!34&authkey=!XyZ": (
        "https://onedrive.live.com/download?resid=AB12!34&authkey=!XyZ"
    ),
    "https://guild.sharepoint.com/:x:/s/games/EaBcD?e=4F5g": "https://guild.sharepoint.com/:x:/s/games/EaBcD?e=4F5g&download=1",
    "https://www.dropbox.com/s/abc123/cards.csv?dl=0": "https://www.dropbox.com/s/abc123/cards.csv?dl=1",
    "https://www.dropbox.com/scl/fi/xyz/cards.xlsx?rlkey=k9&st=q&dl=0": (
        "https://www.dropbox.com/scl/fi/xyz/cards.xlsx?rlkey=k9&st=q&dl=1"
    ),
    "https://cloud.example.org/s/AbCdEfGhIjKlMnO": "https://cloud.example.org/s/AbCdEfGhIjKlMnO/download",
    "https://example.org/nextcloud/index.php/s/AbCdEfGhIjKlMnO": (
        "https://example.org/nextcloud/index.php/s/AbCdEfGhIjKlMnO/download"
    ),
    "https://github.com/me/grove/blob/main/data/cards.csv": "https://raw.githubusercontent.com/me/grove/main/data/cards.csv",
    "https://gist.github.com/me/0123456789abcdef0123456789abcdef": (
        "https://gist.githubusercontent.com/me/0123456789abcdef0123456789abcdef/raw"
    ),
    "https://gitlab.com/me/sub/grove/-/blob/main/cards.csv?ref_type=heads": "https://gitlab.com/me/sub/grove/-/raw/main/cards.csv",
    "https://codeberg.org/me/grove/src/branch/main/cards.csv": "https://codeberg.org/me/grove/raw/branch/main/cards.csv",
    "https://ethercalc.net/ab12cd34ef": "https://ethercalc.net/ab12cd34ef.csv",
}
WITHOUT_EXPORT = [
    "https://airtable.com/appAbC123/shrDeF456/tblGhI789",
    "https://airtable.com/shrDeF456",
    "https://www.notion.so/me/Cards-0123456789abcdef",
    "https://me.notion.site/Cards-0123",
    "https://www.icloud.com/numbers/0aBcDeF#Cards",
]


@pytest.mark.parametrize("link", EXPORTS)
def test_a_share_link_leads_to_its_data(link):
    """Each shape is one that a service gives."""
    assert export_address(link, PLACE).address.replace("%21", "!") == EXPORTS[link].replace("%21", "!")


@pytest.mark.parametrize("link", WITHOUT_EXPORT)
def test_a_service_without_an_address_of_the_data_says_what_to_do(link):
    """Instead of a web page that is no table."""
    with pytest.raises(ProblemsFound, match=r"LINK003: \w+ has no address") as found:
        export_address(link, PLACE)
    assert "CSV" in found.value.problems[0].hint


@pytest.mark.parametrize(
    "link",
    [
        *sorted(set(EXPORTS.values())),
        "https://example.org/cards.csv?x=1#gid=4",
        "https://example.org/s/short",
        "https://docs.google.com.example.org/spreadsheets/d/" + ID,
    ],
)
def test_other_links_and_addresses_of_data_stay_as_they_are(link):
    """So an address that somebody has made by hand works too."""
    kept = export_address(link, PLACE).address
    assert kept.replace("%21", "!") == link.replace("%21", "!")


def test_every_row_of_the_table_has_a_recorded_link():
    """A new row needs a link in this file that is the first to fit it."""
    used = {
        next(n for n, row in enumerate(share_links()) if re.fullmatch(row.pattern, link))
        for link in (*EXPORTS, *WITHOUT_EXPORT)
    }
    assert used == set(range(len(share_links())))


def test_a_link_to_one_sheet_says_so():
    """A link from the address bar leads to the open sheet; all sheets can be requested."""
    assert "#gid" in export_address(f"{SHEETS}/edit#gid=0", PLACE).note
    assert not export_address(f"{SHEETS}/edit", PLACE).note
