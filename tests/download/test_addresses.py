"""Which addresses are public."""

import pytest

from punchboard.download.connection import is_public


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"])
def test_addresses_of_the_internet_are_public(address):
    """In both versions, and those that contain one of the other version."""
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "224.0.0.1",
        ),
        *("255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff0e::1", "::ffff:127.0.0.1"),
        *("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:f5ff:fffe"),
    ],
)
def test_others_are_not(address):
    """Private, loopback, link-local, shared, reserved, multicast, and those that contain one."""
    assert not is_public(address)
