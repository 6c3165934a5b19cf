"""The content security policy of the rulebook page: only its own style, no scripts, no requests."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import Final

POLICY: Final = "default-src 'none'; img-src data:; font-src data:; style-src '{}'; base-uri 'none'"
_MARK: Final = b"<!--policy-->"
_STYLE: Final = re.compile(rb"<style>(.*?)</style>", re.DOTALL)


def content_policy(page: bytes) -> str:
    """Return the policy of a page, which allows its style by hash."""
    return POLICY.format(style_hash(page))


def style_hash(page: bytes) -> str:
    """Return the hash by which a policy allows the style of a page."""
    found = _STYLE.search(page)
    return f"sha256-{b64encode(sha256(found[1] if found else b'').digest()).decode()}"


def with_policy(page: bytes) -> bytes:
    """Return a page with its policy in place of ``<!--policy-->``."""
    return page.replace(_MARK, f'<meta http-equiv="Content-Security-Policy" content="{content_policy(page)}">'.encode())
