"""Links as text: recognised, checked and printed without what could be a secret."""

import re
from typing import Final, NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

from punchboard.problem import Place, fail

REFUSED: Final = "LINK002"
"""The code of a link that may not be fetched."""

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_MAX_SHOWN: Final = 90


def is_link(text: str) -> bool:
    """Return whether a text is a link, not the path of a file: ``https://…``, ``http://…`` or ``file:…``."""
    return bool(_SCHEME.match(text)) or text.lower().startswith("file:")


def display_link(link: str) -> str:
    """Return a link for messages: without user name, password, query and fragment, which may be secret."""
    try:
        parts = urlsplit(link)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "the link"
    text = "".join(c if c.isprintable() else "?" for c in f"{parts.scheme}://{host}{parts.path}")
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"


def split_link(link: str, place: Place) -> SplitResult:
    """Return the parts of a link.

    Args:
        link: the link, or the address that a server redirects to.
        place: where the link is written.

    Raises:
        ProblemsFound: LINK002 for a link that is malformed, has another scheme, or contains a user name or password.
    """
    shown = display_link(link)
    try:
        parts = urlsplit(link)
        has_host = bool(parts.hostname) and (parts.port or 0) >= 0
    except ValueError:
        raise fail(REFUSED, place, f"{shown} is not a valid link", "copy the link again from the browser") from None
    if "@" in parts.netloc:
        hint = "use a link that works without a password, or download the table and give its file"
        raise fail(REFUSED, place, f"the link to {shown} contains a user name or password", hint)
    if parts.scheme not in {"https", "http", "file"}:
        hint = "use a link that begins with https://, or download the table and give its file"
        raise fail(REFUSED, place, f"{parts.scheme!r} links are not supported", hint)
    if not link.isprintable() or not (has_host or parts.scheme == "file"):
        raise fail(REFUSED, place, f"{shown} is not a valid link", "copy the link again from the browser")
    return parts


NO_TABLE: Final = "LINK003"
"""The code of a link that leads to something else than a table."""

_GOOGLE: Final = r"https://docs\.google\.com/spreadsheets(?:/u/\d+)?/d/"
_GOOGLE_SHARE: Final = "in Google Sheets choose Share, General access, Anyone with the link"
_ONE_SHEET: Final = "took the one sheet that the link names; delete '#gid=…' and '?gid=…' from it to take all sheets"
_DOWNLOAD: Final = "download it there as CSV or Excel, and give the file"


class ShareLink(NamedTuple):
    """One shape of link. Its service, the pattern of the whole link, and how its data are fetched."""

    service: str
    pattern: str
    export: str = ""
    """The address of the data, with the groups of the pattern in braces."""
    query: tuple[str, str] | None = None
    """The parameter to set in the link itself, in place of ``export``."""
    share: str = "share the table with anyone who has the link"
    """What its owner must do so that anybody can fetch it."""
    note: str = ""
    """What to print when a link of this shape is used."""
    no_export: str = ""
    """Why there is no address of the data, and what to do instead."""


SHARE_LINKS: Final = (
    ShareLink(
        "Google Sheets",
        _GOOGLE + r"e/(?P<id>[\w-]+)/pub(?:html)?\?(?!.*output=)(?:.*&)?gid=(?P<gid>\d+).*",
        "https://docs.google.com/spreadsheets/d/e/{id}/pub?gid={gid}&single=true&output=csv",
        share="in Google Sheets choose File, Share, Publish to web",
        note=_ONE_SHEET,
    ),
    ShareLink(
        "Google Sheets",
        _GOOGLE + r"e/(?P<id>[\w-]+)/pub(?:html)?(?!.*output=)(?:[?#].*)?",
        "https://docs.google.com/spreadsheets/d/e/{id}/pub?output=xlsx",
        share="in Google Sheets choose File, Share, Publish to web",
    ),
    ShareLink(
        "Google Sheets",
        _GOOGLE + r"(?P<id>[\w-]{20,})(?:/(?:edit|view|preview|htmlview|copy)?)?[?#](?:.*[?#&])?gid=(?P<gid>\d+).*",
        "https://docs.google.com/spreadsheets/d/{id}/export?format=csv&gid={gid}",
        share=_GOOGLE_SHARE,
        note=_ONE_SHEET,
    ),
    ShareLink(
        "Google Sheets",
        _GOOGLE + r"(?P<id>[\w-]{20,})(?:/(?:edit|view|preview|htmlview|copy)?)?(?:[?#].*)?",
        "https://docs.google.com/spreadsheets/d/{id}/export?format=xlsx",
        share=_GOOGLE_SHARE,
    ),
    ShareLink(
        "Google Drive",
        r"https://drive\.google\.com/(?:file/d/|open\?id=)(?P<id>[\w-]{20,}).*",
        "https://drive.google.com/uc?export=download&id={id}",
        share="in Google Drive choose Share, General access, Anyone with the link",
    ),
    ShareLink(
        "OneDrive",
        r"https://onedrive\.live\.com/(?:redir|embed|edit(?:\.aspx)?|view\.aspx)\?(?P<query>.*resid=[^#]*)(?:#.*)?",
        "https://onedrive.live.com/download?{query}",
    ),
    ShareLink("OneDrive", r"https://(?:1drv\.ms|onedrive\.live\.com)/(?!download\?).*", query=("download", "1")),
    ShareLink("SharePoint", r"https://[\w-]+\.sharepoint\.com/:x:/.*", query=("download", "1")),
    ShareLink("Dropbox", r"https://(?:www\.)?dropbox\.com/(?:s|scl/fi)/.*", query=("dl", "1")),
    ShareLink(
        "Nextcloud", r"(?P<share>https?://[^/?#]+(?:/[\w.-]+)*?/s/[A-Za-z0-9]{15})/?(?:[?#].*)?", "{share}/download"
    ),
    ShareLink(
        "GitHub",
        r"https://github\.com/(?P<repository>[^/?#]+/[^/?#]+)/(?:blob|raw)/(?P<path>[^?#]+).*",
        "https://raw.githubusercontent.com/{repository}/{path}",
        share="private repositories have no address that everybody can read",
    ),
    ShareLink(
        "GitHub",
        r"https://gist\.github\.com/(?P<gist>[^/?#]+/[0-9a-f]{20,})/?(?:[?#].*)?",
        "https://gist.githubusercontent.com/{gist}/raw",
    ),
    ShareLink("GitLab", r"(?P<start>https://[^/?#]+/[^?#]+/-)/blob/(?P<path>[^?#]+).*", "{start}/raw/{path}"),
    ShareLink(
        "Codeberg",
        r"https://codeberg\.org/(?P<repository>[^/?#]+/[^/?#]+)/src/(?P<path>(?:branch|tag|commit)/[^?#]+).*",
        "https://codeberg.org/{repository}/raw/{path}",
    ),
    ShareLink(
        "EtherCalc", r"https://ethercalc\.net/(?:=)?(?P<id>[\w-]+)/?(?:[?#].*)?", "https://ethercalc.net/{id}.csv"
    ),
    ShareLink("Airtable", r"https://(?:www\.)?airtable\.com/.*", no_export=f"open the view's menu, and {_DOWNLOAD}"),
    ShareLink("Notion", r"https://(?:www\.)?notion\.so/.*|https://[\w-]+\.notion\.site/.*", no_export=_DOWNLOAD),
    ShareLink("iCloud", r"https://(?:www\.)?icloud\.com/(?:numbers|iclouddrive)/.*", no_export=_DOWNLOAD),
)
"""The shapes of links, the first that fits counts."""


class Export(NamedTuple):
    """The address of a link's data, the service that it belongs to, and what to tell the user."""

    address: str
    service: str = ""
    share: str = ""
    note: str = ""


def export_address(link: str, place: Place) -> Export:
    """Return the address from which the data of a share link come; any other link stays as it is.

    Raises:
        ProblemsFound: LINK003 for a service that has no such address.
    """
    for row in SHARE_LINKS:
        found = re.fullmatch(row.pattern, link)
        if found is None:
            continue
        if row.no_export:
            message = f"{row.service} has no address from which a program could fetch the table"
            raise fail(NO_TABLE, place, message, row.no_export)
        address = _with_parameter(link, *row.query) if row.query else row.export.format(**found.groupdict())
        return Export(address, row.service, row.share, row.note)
    return Export(link)


def _with_parameter(link: str, name: str, value: str) -> str:
    parts = urlsplit(link)
    others = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != name]
    return urlunsplit(parts._replace(query=urlencode([*others, (name, value)]), fragment=""))
