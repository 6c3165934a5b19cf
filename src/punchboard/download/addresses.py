"""Network addresses: which of them are public."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

_NAT64: Final = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 addresses in networks that have only IPv6."""


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the public internet: not private, loopback, link-local or reserved.

    An IPv6 address that contains an IPv4 address is judged by that address.
    """
    address = ip_address(text)
    inner = _inner_address(address) if isinstance(address, IPv6Address) else None
    if inner is not None:
        address = inner
    return address.is_global and not address.is_multicast


def _inner_address(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
